"""What section 12 of the design promises and no other file tests; the table in docs/testing.md names all."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest
from tests.cli.saved import Outside, Rummy, changed, match_text, save
from tests.cli.table import RUN, Table, by_simple, holds
from tests.cli.table import rummy as play

from rummy_cli.errors import CommandError
from rummy_cli.main import COMMANDS
from rummy_cli.play.session import Session
from rummy_cli.store import write_text
from rummy_core import catalogue, limits
from rummy_core.options import Options

ROOT = Path(__file__).parents[2]
PACKAGES = [ROOT / folder for folder in ("core", "variants", "plugins", "cli")]
UNSAFE = {chr(code) for code in (*range(10), *range(11, 32), *range(0x7F, 0xA0), 0x202E, 0x2066)}
ESC_TITLE = "Tofu [/bold]\x1b[2J\u202e\x9b"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_every_test_that_the_documents_name_exists() -> None:
    text = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    named = re.findall(r"`(?:(\w+)/)?(test_\w+\.py)::(test_\w+)`", text)
    assert len(named) > 50
    for folder, file, test in named:
        source = (ROOT / "tests" / (folder or "cli") / file).read_text(encoding="utf-8")
        assert f"\ndef {test}(" in source, f"{file}::{test}"


# --- a file is data


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('variant = "gin"', 'variant = "./evil.py"'),
        ('variant = "gin"', 'variant = "{folder}/evil.py"'),
        ('variant = "gin"', 'variant = "evil:GAME"'),
        ('variant = "gin"', 'variant = "gin"\nfile = "{hash}"'),
        ("players = 2", 'players = 2\nhouse_rules = ["./evil.py"]'),
        ("players = 2", 'players = 2\nhouse_rules = ["evil:RULE"]'),
        ('bots = ["simple", "simple"]', 'bots = ["./evil.py", ""]'),
        ('bots = ["simple", "simple"]', 'bots = ["evil:BOT", ""]'),
    ],
)
@pytest.mark.parametrize("how", ["by its path", "as the newest", "when it is offered"])
def test_resuming_never_runs_what_a_save_names(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, how: str
) -> None:
    sprung = tmp_path / "sprung"
    (tmp_path / "evil.py").write_text(f"open({str(sprung)!r}, 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    source = (tmp_path / "evil.py").read_bytes()
    new = new.replace("{folder}", str(tmp_path)).replace("{hash}", hashlib.sha256(source).hexdigest())
    (home / "matches").mkdir(parents=True)
    path = save(home / "matches", changed(match_text("5", 1, target=10), old, new))
    args = {
        "by its path": ["--resume", str(path)],
        "as the newest": ["--resume"],
        "when it is offered": ["gin"],
    }[how]
    done = play(*args, "--plain", typed="yes\nquit\n")
    assert done.returncode in (0, 2)
    assert "should not happen" not in done.stderr
    assert not sprung.exists()
    assert "evil" not in sys.modules


def test_a_match_of_a_local_file_goes_on_only_with_that_file(tmp_path: Path) -> None:
    game, other, record = (tmp_path / name for name in ("mine.py", "other.py", "mine.rummy"))
    game.write_text(
        "from dataclasses import replace\nfrom rummy_variants.gin import GIN\n"
        "MINE = replace(GIN, name='mine')\n"
    )
    other.write_text(game.read_text() + "\n")
    assert play(str(game), "--plain", "--seed", "7", "--save", str(record)).returncode == 0
    text = record.read_text()
    assert 'variant = "mine"\n' in text
    assert f'file = "{hashlib.sha256(game.read_bytes()).hexdigest()}"\n' in text
    assert str(game) not in text
    assert "give that file again" in play("--resume", str(record)).stderr
    assert "not the one" in play(str(other), "--resume", str(record)).stderr
    assert record.read_text() == text
    assert "The match goes on." in play(str(game), "--resume", str(record), "--plain").stdout


# What runs text, or makes a program of data. `format` and `%` take a text from
# elsewhere where it is no literal.
RUNS = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
METHODS = {
    "format",
    "format_map",
    "import_module",
    "load",
    "loads",
    "run_path",
    "run_module",
    "system",
    "popen",
}
MODULES = {
    "code", "copyreg", "dill", "imp", "marshal", "pickle", "pickletools", "runpy", "shelve",
    "subprocess", "yaml",
}  # fmt: skip
ALLOWED = {
    ("rummy_core/catalogue.py", "exec"): "the local file that a person named on the command line",
    ("rummy_core/catalogue.py", "compile"): "the same file; what is run is what was hashed",
    ("rummy_core/catalogue.py", "entry.load"): "an installed plugin, asked for by its name",
    ("rummy_cli/main.py", "entry.load"): "the command of an installed plugin, typed by its name",
    ("rummy_cli/main.py", "importlib.import_module"): "one of our commands, from our own list of names",
    ("rummy_cli/retelling.py", "said.format_map"): "said is one of the sentences written above it",
    ("rummy_core/notation.py", "_UP_TO.format"): "a pattern written in the same file",
    ("rummy_core/testing/deals.py", "self._again.format"): "the call that repeats a fault, written there",
    ("rummy_cli/shell_words.py", "subprocess.list2cmdline"): "quotes a line for people; starts nothing",
    ("rummy_core/records.py", "tomllib.loads"): "TOML, which holds no code",
}


def _dotted(node: ast.expr) -> str:
    return (
        f"{_dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else getattr(node, "id", "?")
    )


def _risks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """What in a module could run text, or take it for a format, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.partition(".")[0] in MODULES:
                    yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                if (node.module or "").partition(".")[0] in MODULES or whole == "string.Template":
                    yield whole, node.lineno
        elif isinstance(node, ast.Call):
            func = node.func
            if isinstance(func, ast.Name) and func.id in RUNS:
                yield func.id, node.lineno
            elif (
                isinstance(func, ast.Attribute)
                and func.attr in METHODS
                and not isinstance(func.value, ast.Constant)
            ):
                yield _dotted(func), node.lineno
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            left = node.left
            if isinstance(left, ast.JoinedStr) or (
                isinstance(left, ast.Constant) and isinstance(left.value, str | bytes)
            ):
                yield "%", node.lineno


def test_no_source_runs_or_formats_what_a_file_says() -> None:
    found: dict[tuple[str, str], list[int]] = {}
    files = 0
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            files += 1
            for risk, line in _risks(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault((path.relative_to(package).as_posix(), risk), []).append(line)
    assert files > 80
    assert {place: lines for place, lines in found.items() if place not in ALLOWED} == {}
    assert set(ALLOWED) == set(found), "a permission that nothing uses any more"


@pytest.mark.parametrize(
    "source",
    ["eval(x)", "exec(x)", "import pickle", "from pickle import loads", "pickle.loads(x)", "x.format(y)",
     "'%s' % x", "f'{a}%s' % x", "from string import Template", "__import__(x)", "import os; os.system(x)",
     "import subprocess", "yaml.load(x)", "importlib.import_module(x)", "x.format_map(y)"],
)  # fmt: skip
def test_the_search_finds_each_of_them(source: str) -> None:
    assert list(_risks(ast.parse(source)))


# --- limits


def test_the_limits_are_those_of_the_design() -> None:
    assert (limits.MAX_FILE_BYTES, limits.MAX_LINE_BYTES, limits.MAX_MELD_CARDS) == (16 * 2**20, 4096, 120)


def test_a_save_over_the_limits_is_not_resumed(tmp_path: Path) -> None:
    path = save(tmp_path, changed(match_text("5", 1), "\n== ", "\n#" + "x" * limits.MAX_LINE_BYTES + "\n== "))
    assert "longer than 4096 bytes" in play("--resume", str(path)).stderr
    os.truncate(path, 2**40)
    assert "larger than 16 MiB" in play("--resume", str(path)).stderr


def _option_models() -> Iterator[tuple[str, type[Options]]]:
    for plugin in catalogue.plugins():
        if plugin.distribution == "rummykit" and plugin.group == catalogue.VARIANTS:
            yield plugin.name, catalogue.variant(plugin.name).options
        elif plugin.distribution == "rummykit" and plugin.group == catalogue.HOUSE_RULES:
            yield plugin.name, catalogue.house_rule(plugin.name).options


def _bounded(kind: Any, schema: dict[str, Any]) -> bool:
    if get_origin(kind) is Literal or kind is bool or kind is type(None):
        return True
    if isinstance(kind, UnionType):
        return all(_bounded(one, schema) for one in get_args(kind))
    if get_origin(kind) is tuple:
        facts = schema["prefixItems"]
        return all(_bounded(get_args(one)[0], fact) for one, fact in zip(get_args(kind), facts, strict=True))
    if kind is int:
        parts = [schema, *schema.get("anyOf", ())]
        return any({"minimum", "maximum"} <= part.keys() for part in parts)
    return False


def test_every_option_has_bounds() -> None:
    checked = 0
    for name, model in _option_models():
        schema = model.model_json_schema()["properties"]
        for field, info in model.model_fields.items():
            assert _bounded(info.annotation, schema.get(field, {})), f"{name}: {field}"
            checked += 1
    assert checked > 40


RANKS = "A23456789TJQK"
PATTERNS = {
    "all": RANKS,
    "every other": RANKS[::2],
    "two of three": "A2457 8TJK".replace(" ", ""),
    "three of four": "A2356 79TJK".replace(" ", ""),
    "low half": RANKS[:7],
    "ends": "A2QK",
}


@pytest.mark.parametrize("ace", ["low", "around"])
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("suits", ["CDHS", "CDH", "staggered"])
def test_the_worst_hands_have_an_answer(rummy: Rummy, ace: str, pattern: str, suits: str) -> None:
    ranks = PATTERNS[pattern]
    if suits == "staggered":  # each suit begins one rank later, so that sets and runs cross everywhere
        places = [(RANKS.index(rank) + shift) % 13 for shift in range(4) for rank in ranks]
        cards = [RANKS[place] + "CDHS"[at // len(ranks)] for at, place in enumerate(places)]
    else:
        cards = [rank + suit for suit in suits for rank in ranks]
    done = rummy("melds", "gin", " ".join(cards), "--set", f"ace={ace}", "--json")
    assert (done.status, done.err) == (0, "")
    assert sorted(sum(done.json["melds"], done.json["unmatched"])) == sorted(cards)


TWO_PACKS = (
    "from dataclasses import replace\nfrom rummy_core.hooks import hookimpl\n"
    "from rummy_core.packs import Pack\nfrom rummy_variants.gin import GIN, GinRules\n"
    "class Rules(GinRules):\n    @hookimpl\n    def pack(self):\n        return Pack(2)\n"
    "TWO = replace(GIN, name='two', rules=Rules)\n"
)


@pytest.mark.parametrize("count", [4, 72, 104])
def test_a_hand_from_two_packs_has_an_answer_or_a_refusal(rummy: Rummy, tmp_path: Path, count: int) -> None:
    (tmp_path / "two.py").write_text(TWO_PACKS)
    cards = [rank + suit for rank in RANKS for suit in "CDHS" for _ in range(2)][:count]
    done = rummy("melds", tmp_path / "two.py", " ".join(cards), "--json")
    assert done.status in (0, 2)
    assert "should not happen" not in done.err


def test_a_hand_with_jokers_that_are_not_wild(rummy: Rummy, tmp_path: Path) -> None:
    (tmp_path / "jokers.py").write_text(TWO_PACKS.replace("Pack(2)", "Pack(1, 2)"))
    found = rummy("melds", tmp_path / "jokers.py", "AS 2S joker 3S", "--json").json
    assert found == {"deadwood": 0, "melds": [["AS", "2S", "3S"]], "unmatched": ["joker"]}


# --- text that is not ours


def unsafe(text: str) -> set[str]:
    return set(text) & UNSAFE


def test_what_a_distribution_says_of_itself_is_shown_safely(rummy: Rummy, others: Outside) -> None:
    odd = "x[/bold]\x1b[2J\u202ey"
    others.install(
        "odd-dist",
        f"[rummy.variants]\n{odd} = outside_nowhere:X\nsecond{odd} = outside_nowhere:X\n"
        f"[rummy.house_rules]\n{odd} = outside_nowhere:Y\n"
        f"[rummy.bots]\n{odd} = outside_nowhere:Z\n[rummy.commands]\n{odd} = outside_nowhere:C\n",
        "1\u202e\x1b",
    )
    others.install("even-dist", f"[rummy.bots]\n{odd} = outside_elsewhere:Z\n")
    shown = r"x[/bold]\x1b[2J\u202ey"
    done = rummy("plugins")
    assert not unsafe(done.out + done.err)
    for kind in ("Games", "House rules", "Bots", "Commands"):
        assert f"  {shown}" in done.out[done.out.index(f"{kind}\n") :]
    assert f"also second{shown}" in " ".join(done.out.split())
    assert r"odd-dist 1\u202e\x1b" in done.out
    assert f"warning: several distributions have a bot '{shown}'" in done.err
    assert not unsafe(rummy("plugins", "--json").out)
    assert f"  {shown}" in rummy("--help").out
    for words in (
        ["variants"],
        ["rules", odd],
        ["simulate", "gin", "--deals", "1", "--bots", odd],
        ["play", odd],
        [odd],
    ):
        done = rummy(*words)
        assert not unsafe(done.out + done.err)
        assert shown in done.err
        assert "should not happen" not in done.err


GAME_OF_A_STRANGER = (
    "from dataclasses import replace\nfrom rummy_variants.gin import GIN\n"
    f"ODD = replace(GIN, name='odd', title={ESC_TITLE!r})\n"
)


@pytest.mark.parametrize(
    "words",
    [["rules"], ["melds", "AS"], ["melds", "AS", "--on", "5S 6S 8S"], ["simulate", "--deals", "1"],
     ["play", "--auto", "--deals", "1"], ["play", "--seat", "9"]],
)  # fmt: skip
def test_the_title_of_a_game_is_shown_safely(rummy: Rummy, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "odd.py").write_text(GAME_OF_A_STRANGER)
    done = rummy(words[0], tmp_path / "odd.py", *words[1:])
    assert not unsafe(done.out + done.err)


@pytest.mark.parametrize("typed", [["quit"], ["rules", "quit"], ["table", "quit"]])
@pytest.mark.parametrize("again", [[], ["--resume"]])
def test_the_title_of_a_game_is_safe_at_the_table(tmp_path: Path, typed: list[str], again: list[str]) -> None:
    (tmp_path / "odd.py").write_text(GAME_OF_A_STRANGER)
    game = str(tmp_path / "odd.py")
    if again:
        play(game, "--plain", typed="quit\n")
    assert not unsafe(play(game, "--plain", *again, typed=typed).stdout)


def test_json_of_a_match_has_no_mark_of_a_path(rummy: Rummy, tmp_path: Path) -> None:
    path = tmp_path / "a\x9b\u202ex.rummy"
    done = rummy("play", "gin", "--auto", "--deals", "1", "--json", "--save", path)
    assert json.loads(done.out)["record"] == str(path)
    assert not unsafe(done.out)


@pytest.mark.parametrize("rich", [False, True])
def test_seats_of_a_resumed_match_are_names(home: Path, rich: bool) -> None:
    text = changed(match_text("5", 1, target=10_000), 'bots = ["simple", "simple"]', 'bots = ["", "simple"]')
    text = changed(text, '"Ada", "Ben"', '"[/bold]\\u001b[2J", "\\u202e:x:"')
    path = save(home.parent, text)
    shown = Table(lambda session, prompt: "quit", rich=rich, resume=str(path)).run().text
    assert not unsafe(shown.replace("\x1b[2J\x1b[H", "")) - ({"\x1b"} if rich else set())
    assert "\x1b[2J" not in shown.replace("\x1b[2J\x1b[H", "")
    assert r"\u202e:x:" in shown


# --- files


class Call(NamedTuple):
    """A call that touches the disk."""

    name: str
    path: Path
    flags: int = 0
    mode: int = 0


@pytest.mark.skipif(os.name != "posix", reason="modes and links")
@pytest.mark.parametrize("there", [False, True])
def test_a_file_is_exclusive_private_synced_and_then_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    target = tmp_path / "match.rummy"
    if there:
        target.write_text("# rummykit record\nold\n")
    calls: list[Call] = []
    opened: dict[int, Path] = {}
    real_open, real_sync = os.open, os.fsync
    real_link, real_replace = Path.hardlink_to, Path.replace

    def opens(path: Path, flags: int, mode: int = 0o777) -> int:
        fd = real_open(path, flags, mode)
        opened[fd] = Path(path)
        calls.append(Call("open", Path(path), flags, mode))
        return fd

    def syncs(fd: int) -> None:
        real_sync(fd)
        calls.append(Call("sync", opened[fd]))

    def links(self: Path, source: Path) -> None:
        real_link(self, source)
        calls.append(Call("name", self))

    def replaces(self: Path, place: Path) -> Path:
        calls.append(Call("name", place))
        return real_replace(self, place)

    umask = os.umask(0)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", opens)
            patched.setattr(os, "fsync", syncs)
            patched.setattr(Path, "hardlink_to", links)
            patched.setattr(Path, "replace", replaces)
            write_text(target, "# rummykit record\nnew\n", is_ours=lambda line: True, force=there)
    finally:
        os.umask(umask)
    (fresh,) = [call for call in calls if call.flags & os.O_CREAT]
    assert fresh.path.parent == target.parent
    assert fresh.path != target
    assert fresh.flags & os.O_EXCL
    assert fresh.flags & os.O_NOFOLLOW
    assert fresh.mode == 0o600
    order = [(call.name, call.path) for call in calls if call.name != "open"]
    assert order == [("sync", fresh.path), ("name", target), ("sync", target.parent)]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert target.read_text() == "# rummykit record\nnew\n"
    assert [path.name for path in tmp_path.iterdir()] == ["match.rummy"]


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_save_follows_no_link(tmp_path: Path, force: list[str]) -> None:
    target = save(tmp_path, match_text("5", 1), "target.rummy")
    before = target.read_bytes()
    link = tmp_path / "link.rummy"
    link.symlink_to(target)
    done = play("gin", "--seed", "7", "--plain", "--save", str(link), *force)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is a link" in done.stderr
    assert target.read_bytes() == before
    assert link.is_symlink()


# --- help, completion and lists


Lines = Sequence[tuple[Sequence[str], dict[str, str]]]

IN_ONE_PROCESS = """
import json, os, sys
from rummy_cli.main import main
for args, env in json.loads(sys.argv[1]):
    os.environ.update(env)
    try:
        status = main(args)
    except SystemExit as ended:
        status = f"exit {ended.code}"
    for name in env:
        del os.environ[name]
    ours = ("rummy_variants", "rummy_plugins", "outside_")
    print("AFTER", status, [name for name in sys.modules if name.startswith(ours)])
"""


@pytest.fixture
def broken(others: Outside) -> Callable[[Lines], tuple[list[str], str]]:
    """Runs command lines where every kind of plugin is installed, and ends the program when imported.

    It returns what each of them wrote to stdout, with a last line that tells
    its status and which plugins have been imported; and all of stderr.
    """
    kinds = ("variants", "house_rules", "bots", "commands")
    others.install("broken-dist", "".join(f"[rummy.{kind}]\nbroken = outside_broken:X\n" for kind in kinds))
    others.module("outside_broken", "raise SystemExit(9)\n")

    def run(lines: Lines) -> tuple[list[str], str]:
        paths = [str(others.folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        done = subprocess.run(
            [sys.executable, "-c", IN_ONE_PROCESS, json.dumps(lines)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip
        said = done.stdout.split("AFTER ")
        ends = [part.partition("\n")[0] for part in said[1:]]
        outs = [said[0], *(part.partition("\n")[2] for part in said[1:])]
        return [f"{out}{end}" for out, end in zip(outs, ends, strict=False)], done.stderr

    return run


def test_help_imports_no_plugin(broken: Callable[[Lines], tuple[list[str], str]]) -> None:
    told, err = broken([([*words, "--help"], {}) for words in ([], *([name] for name in COMMANDS))])
    assert err == ""
    assert len(told) == len(COMMANDS) + 1
    for one in told:
        assert one.startswith("Usage: rummy")
        assert one.endswith("\n0 []")
    assert "  broken " in told[0]


def test_the_list_of_plugins_imports_none_of_them(
    broken: Callable[[Lines], tuple[list[str], str]],
) -> None:
    told, err = broken([(["plugins"], {}), (["plugins", "--json"], {})])
    assert err == ""
    for one in told:
        assert one.count("broken-dist") == 4
        assert one.endswith("\n0 []")


WORDS = [
    "rummy ",
    "rummy br",
    "rummy play ",
    "rummy play --",
    "rummy play --bots ",
    "rummy rules ",
    "rummy melds --with ",
    "rummy play gin --cards ",
    "rummy simulate gin --bots ",
]


def completing(words: str, shell: str) -> tuple[list[str], dict[str, str]]:
    """The call a shell makes to complete ``words``."""
    *before, last = words.split(" ")
    place = last if shell == "fish" else str(len(before))
    return [], {"_RUMMY_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": place}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_imports_no_plugin(broken: Callable[[Lines], tuple[list[str], str]], shell: str) -> None:
    told, err = broken([completing(words, shell) for words in WORDS])
    assert err == ""
    assert all(one.endswith("\n0 []") for one in told)
    assert "broken" in told[0]
    assert "broken" in told[1]


def test_completion_behind_the_command_of_a_plugin_does_not_import_it(
    broken: Callable[[Lines], tuple[list[str], str]],
) -> None:
    (told,), err = broken([completing("rummy broken --", "bash")])
    assert err == ""
    assert told.endswith("0 []")


def test_a_command_that_ends_the_program_is_named(
    broken: Callable[[Lines], tuple[list[str], str]],
) -> None:
    (told,), err = broken([(["broken"], {})])
    assert told.startswith("2 ")
    assert "error: command 'broken' of broken-dist cannot be loaded" in err


# --- a kill at any moment


class Course(NamedTuple):
    """A match as it goes without a kill: what is typed, and what stands on disk at each prompt."""

    record: bytes
    typed: str
    prompts: list[str]
    on_disk: list[bytes]


def course(**wishes: object) -> Course:
    """Play a match to its end, or a resumed one."""
    on_disk = []

    def typist(session: Session, prompt: str) -> str:
        on_disk.append(session.save.path.read_bytes())
        return by_simple(session, prompt)

    table = Table(typist, **wishes).run()
    assert table.session.match.is_over
    typed = "".join(f"{line}\n" for line in table.keyboard.typed)
    return Course(table.save.path.read_bytes(), typed, table.keyboard.prompts, on_disk)


def shown(said: str, prompts: list[str]) -> int:
    """How many of the prompts stand on a screen."""
    place = 0
    for count, prompt in enumerate(prompts):
        place = said.find(prompt, place) + len(prompt)
        if place < len(prompt):
            return count
    return len(prompts)


def kills(folder: Path, wanted: int, seed: int) -> None:
    """Kill a process so many times, in matches that are resumed until they are over."""
    print(f"kills at the moments of seed {seed}")
    rng = random.Random(seed)
    wishes = {"target": 40, "bots": "simple"}
    whole = course(**wishes)
    words = ["gin", "--seed", "7", "--target", "40", "--bots", "simple", "--plain"]
    script, screen = folder / "typed", folder / "screen"
    killed = answered = match = 0
    ahead, path, takes = whole, folder / "killed-0.rummy", 1.0
    while killed < wanted:
        args = ["--plain", "--resume", str(path)] if path.exists() else [*words, "--save", str(path)]
        before = path.read_bytes() if path.exists() else b""
        script.write_text(ahead.typed, encoding="utf-8")
        begun = time.monotonic()
        with script.open("rb") as typed, screen.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-u", "-c", RUN, "play", *args], stdin=typed, stdout=out, stderr=out
            )
            try:
                if rng.random() < 0.3:  # any moment of all, from the start of the interpreter
                    wait_until(process, begun + rng.uniform(0, takes))
                else:  # while it is played: after so many characters, and a moment more
                    size = rng.randrange(1, 200 * len(ahead.prompts))
                    while process.poll() is None and screen.stat().st_size < size:
                        time.sleep(0.001)
                    wait_until(process, time.monotonic() + rng.expovariate(500))
            finally:
                process.kill()
                process.wait()
        said = screen.read_bytes().decode(errors="ignore")
        assert "error" not in said, said
        assert "Traceback" not in said, said
        seen = shown(said, ahead.prompts)
        kept = path.read_bytes() if path.exists() else b""
        if process.returncode == 0:
            takes = time.monotonic() - begun
            assert kept == whole.record
        else:
            killed += 1
            answered += seen > 1
            # Nothing but what the match is, and all of it that was there when the last prompt was shown.
            assert whole.record.startswith(kept)
            assert kept.startswith(ahead.on_disk[seen - 1] if seen else before)
        if seen == 0 and not before and b"\n== " not in kept:
            path.unlink(missing_ok=True)  # killed before a card was dealt: nothing was played
            ahead = whole
            continue
        copy = folder / "copy.rummy"
        shutil.copyfile(path, copy)
        if kept == whole.record:
            with pytest.raises(CommandError, match="this match is over"):
                course(resume=str(copy))
            match += 1
            path, ahead = folder / f"killed-{match}.rummy", whole
            continue
        ahead = course(resume=str(copy))
        assert ahead.record == whole.record
        assert holds(copy)
    assert answered > wanted // 4


def wait_until(process: subprocess.Popen[bytes], moment: float) -> None:
    while process.poll() is None and time.monotonic() < moment:
        time.sleep(0.001)


def test_a_dozen_kills_at_random_moments_lose_no_answer(tmp_path: Path) -> None:
    kills(tmp_path, 12, random.randrange(10**9))


@pytest.mark.long
def test_two_hundred_kills_at_random_moments_lose_no_answer(tmp_path: Path) -> None:
    kills(tmp_path, 200, random.randrange(10**9))
