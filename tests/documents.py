"""Parts of the documents that are printed by the program: made here, held by test_documents.py.

``python -m tests.documents`` writes them again.
"""

from __future__ import annotations

import ast
import inspect
import io
import os
import re
import tempfile
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rummy_cli.faces import CardText
from rummy_cli.retelling import Retelling
from rummy_core import Variant, catalogue, read_record
from rummy_core.hooks import RuleSpec
from rummy_core.notions import NOTIONS
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, HouseRule, rulebook
from tests.cli.table import Table, types
from tests.guards import BREAKS

CLEARED = "\x1b[2J\x1b[H"

ROOT = Path(__file__).parents[1]


def rules_of(variant: Variant) -> str:
    """The rules in words, one line each."""
    return "\n".join(f"- {line}" for line in variant.describe(variant.options(), variant.default_players))


def options_of(variant: Variant) -> str:
    """The options as a table, from the model."""
    schema = variant.options.model_json_schema()["properties"]
    rows = ["| option | default | values | what it is | source |", "| --- | --- | --- | --- | --- |"]
    for name, field in variant.options.model_fields.items():
        facts = schema[name]
        told = (f"`{name}`", _value(field.default), _values(facts), facts["description"], facts["source"])
        rows.append(f"| {' | '.join(told)} |")
    return "\n".join(rows)


def presets_of(variant: Variant) -> str:
    """The presets and what they set."""
    return "\n".join(
        f"- `{name}`: {', '.join(f'`{key}` {_value(value)}' for key, value in preset.items()) or 'as above'}"
        for name, preset in variant.presets.items()
    )


def deal_of(variant: Variant) -> str:
    """The deal of the game that was written by hand, told again."""
    (path,) = sorted((ROOT / "tests" / "playthroughs").glob(f"{variant.name}_by_hand_*.rummy"))
    retelling = Retelling(read_record(path.read_text(encoding="utf-8")), CardText("signs"))
    return "\n".join(f"- {one}" for beat in retelling.beats() for one in beat.sentences)


def screen() -> str:
    """The table as a player sees it at 80 columns, a few moves into a match."""
    before = os.environ.get("RUMMY_HOME")
    with tempfile.TemporaryDirectory() as home:
        os.environ["RUMMY_HOME"] = home
        try:
            typist = types(["take", "discard kc", "draw", "draw", "hint"])
            text = Table(typist, rich=True, bots="greedy", seed="8").run().text
        finally:
            if before is None:
                del os.environ["RUMMY_HOME"]
            else:
                os.environ["RUMMY_HOME"] = before
    last = text.split(CLEARED)[-1]
    return "\n".join(line.rstrip() for line in last.rstrip().splitlines())


def readme() -> str:
    """The README with the screen as it looks now."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return filled(text, "screen", f"```\n{screen()}\n```")


def guards() -> str:
    """The rules that are broken on purpose and what catches each."""
    rows = ["| broken rule | where | guard |", "| --- | --- | --- |"]
    for one in BREAKS:
        where = one.file.rpartition("/")[2]
        rows.append(f"| {one.rule} | `{where}` | `{' '.join(one.guard).removeprefix('tests/')}` |")
    return "\n".join(rows)


def testing() -> str:
    """How the rules are guarded, with the list of broken rules as it is."""
    text = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    return filled(text, "guards", guards())


def hooks() -> str:
    """Every hook as it is declared, with what its declaration says of it."""
    parts = []
    for name, hook in vars(RuleSpec).items():
        if not name.startswith("_"):
            signature = inspect.signature(hook)
            _, *asked = signature.parameters.values()
            told = ", ".join(f"{one.name}: {one.annotation}" for one in asked)
            said = (inspect.getdoc(hook) or "").replace("``", "`")
            parts.append(f"### {name}\n\n`{name}({told}) -> {signature.return_annotation}`\n\n{said}")
    return "\n\n".join(parts)


def hook_page() -> str:
    """The page of the hooks, as they are now."""
    text = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    return filled(text, "hooks", hooks())


def sizes() -> str:
    """How many lines of code each game has, the examples of outside authors among them."""
    rows = ["| game | rules | options | words | overlay of |", "| --- | ---: | ---: | ---: | --- |"]
    variants = {one.name: one for one in map(catalogue.variant, _names()) if one.name in _bundled()}
    for name, variant in sorted(variants.items()):
        module = inspect.getmodule(variant.rules)
        assert module is not None
        assert module.__file__ is not None
        base = Path(module.__file__).with_suffix("")
        files = [base.with_suffix(".py"), *base.parent.glob(f"{base.name}_*.py")]
        rows.append(
            _size_row(f"[{name}](../variants/{name}.md)", files, variant.base.name if variant.base else "")
        )
    for folder in sorted((ROOT / "plugins" / "examples").iterdir()):
        files = sorted(folder.glob("src/**/*.py"))
        rows.append(_size_row(f"`{folder.name}`", files, ""))
    return "\n".join(rows)


def _names() -> list[str]:
    return [one.name for one in catalogue.plugins(catalogue.VARIANTS)]


def _bundled() -> set[str]:
    return {path.stem for path in pages()}


def _size_row(name: str, files: list[Path], base: str) -> str:
    counts = Counter[str]()
    for path in files:
        counts.update(_code_lines(path))
    return f"| {name} | {counts['rules']} | {counts['options']} | {counts['words']} | {base} |"


def _code_lines(path: Path) -> Counter[str]:
    """Lines of code of a module by what they are for."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    code = {
        token.start[0] + line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in _NO_CODE
        for line in range(token.end[0] - token.start[0] + 1)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            code -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    whole = next((part for part in ("options", "words") if path.stem.rpartition("_")[2] == part), "")
    if whole:
        return Counter({whole: len(code)})
    counts = Counter[str]()
    for node in tree.body:
        lines = len(code & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Options"):
            counts["options"] += lines
        elif isinstance(node, ast.FunctionDef) and node.name == "describe":
            counts["words"] += lines
        else:
            counts["rules"] += lines
    return counts


_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def cookbook() -> str:
    """The cookbook with the sizes of the games as they are."""
    text = (ROOT / "docs" / "authors" / "cookbook.md").read_text(encoding="utf-8")
    return filled(text, "sizes", sizes())


def house_rules() -> str:
    """The house rules as a table: what each does, where from, what it needs, and the games it fits."""
    rows = [
        "| house rule | what it does | options | needs | contradicts | games |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    every = {one.name: one for one in map(catalogue.variant, _installed(catalogue.VARIANTS))}
    for rule in map(catalogue.house_rule, _installed(catalogue.HOUSE_RULES)):
        schema = rule.options.model_json_schema().get("properties", {})
        options = [
            f"`{name}` {_value(field.default)}: {schema[name]['description']} [{schema[name]['source']}]"
            for name, field in rule.options.model_fields.items()
        ]
        told = (
            f"`{rule.name}`",
            f"**{rule.title}.** {' '.join(rule.describe(rule.options()))}",
            "; ".join(options),
            ", ".join(sorted(rule.needs)),
            ", ".join(f"`{one}`" for one in sorted(rule.conflicts)),
            "; ".join(_games_of(rule, [every[name] for name in sorted(every)])),
        )
        rows.append(f"| {' | '.join(told)} |")
    return "\n".join(rows)


def _games_of(rule: HouseRule, games: list[Variant]) -> Iterator[str]:
    """The games that take a house rule; those that have an option for it with that option."""
    for game in games:
        try:
            (stacked,) = rulebook(game, house_rules=[rule]).house_rules
        except (BadOption, BadRules):
            continue
        settled = [f"{name} = {_written(value)}" for name, value in stacked.settles(game).items()]
        yield f"{game.name} (`{', '.join(settled)}`)" if settled else game.name


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _installed(group: str) -> list[str]:
    """The names of what this distribution has."""
    return [one.name for one in catalogue.plugins(group) if one.distribution == "rummykit"]


def notions() -> str:
    """The notions as a table: what each means, and who has it."""
    rows = ["| notion | meaning | a game has it |", "| --- | --- | --- |"]
    for word, notion in NOTIONS.items():
        how = "that declares it" if notion.holds is None else "that is played so"
        rows.append(f"| {word} | {notion.meaning} | {how} |")
    return "\n".join(rows)


def house_rule_page() -> str:
    """The page of the house rules, as they are now."""
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    return filled(filled(text, "house-rules", house_rules()), "notions", notions())


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_value, value))
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _values(facts: dict[str, Any]) -> str:
    if "enum" in facts:
        return ", ".join(map(str, facts["enum"]))
    if facts.get("type") == "boolean":
        return "on, off"
    if "prefixItems" in facts:
        return f"{len(facts['prefixItems'])} values, each {_values(facts['prefixItems'][0])}"
    return f"{facts['minimum']} to {facts['maximum']}"


PARTS: dict[str, Callable[[Variant], str]] = {
    "rules": rules_of,
    "options": options_of,
    "presets": presets_of,
}
SOME: dict[str, Callable[[Variant], str]] = {"deal": deal_of}
"""Parts that not every page has."""


def page(path: Path) -> str:
    """The page of a game with its printed parts as the program prints them now."""
    variant = catalogue.variant(path.stem)
    text = path.read_text(encoding="utf-8")
    for name, make in PARTS.items():
        text = filled(text, name, make(variant))
    for name, make in SOME.items():
        if f"<!-- {name}:begin -->" in text:
            text = filled(text, name, make(variant))
    return text


def filled(text: str, name: str, part: str) -> str:
    """``text`` with ``part`` between its two marks."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"the marks of {name!r} must stand once each")
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    return pattern.sub(lambda _: f"{begin}\n{part}\n{end}", text)


def pages() -> list[Path]:
    """The pages of the games."""
    return sorted((ROOT / "docs" / "variants").glob("*.md"))


if __name__ == "__main__":
    for one in pages():
        one.write_text(page(one), encoding="utf-8")
    (ROOT / "README.md").write_text(readme(), encoding="utf-8")
    (ROOT / "docs" / "testing.md").write_text(testing(), encoding="utf-8")
    (ROOT / "docs" / "hooks.md").write_text(hook_page(), encoding="utf-8")
    (ROOT / "docs" / "authors" / "cookbook.md").write_text(cookbook(), encoding="utf-8")

    (ROOT / "docs" / "house-rules.md").write_text(house_rule_page(), encoding="utf-8")
