"""The command ``rules``: a game in words, its options, presets and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.choosing import Game, chosen_book, chosen_game, game_options
from rummy_cli.commands.variants import players_of
from rummy_cli.layout import columns, heading, paragraph, print_json, warn
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.options import Options
    from rummy_core.rulebook import HouseRule, Rulebook, Stacked

_LONG = 2000  # a sentence of rules, which may be longer than a name


@click.command()
@click.argument("variant")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the options' JSON Schema.")
def command(
    variant: str,
    settings: Sequence[str],
    preset: str | None,
    house_rules: Sequence[str],
    players: int | None,
    as_json: bool,
) -> None:
    """Show the rules of a game, its options and house rules.

    The numbers are those of the options in force: with --set, --preset and
    --with you read the rules as you would play them.
    """
    game = chosen_game(variant)
    book = chosen_book(game, settings=settings, preset=preset, house_rules=house_rules, players=players)
    fitting, faults = _fitting_house_rules(game, book)
    if as_json:
        print_json(_as_json(book, preset, fitting))
    else:
        _print_rules(book, preset or book.variant.default_preset)
        _print_answers(book)
        _print_options(book)
        _print_presets(book)
        _print_house_rules(fitting)
    for fault in faults:
        warn(f"{fault}; it is left out")


def _fitting_house_rules(game: Game, book: Rulebook) -> tuple[list[HouseRule], list[str]]:
    """Return the house rules that could be added to ``book``, and what is wrong with the broken ones."""
    from rummy_core import catalogue
    from rummy_core.options import BadOption
    from rummy_core.rulebook import BadRules, rulebook

    played = [(one.rule, one.options.model_dump()) for one in book.house_rules]
    names = {rule.name for rule, _ in played}
    found, faults = [], []
    for plugin in catalogue.plugins(catalogue.HOUSE_RULES):
        try:
            rule = catalogue.house_rule(f"{plugin.distribution}:{plugin.name}")
            if rule.name not in names:
                rulebook(game.variant, house_rules=[*played, (rule, {})], players=book.players)
                found.append(rule)
                names.add(rule.name)
        except catalogue.BadPlugin as error:
            faults.append(safe(str(error), 400))
        except (BadOption, BadRules):
            continue
    return found, faults


# --- as JSON


def _as_json(book: Rulebook, preset: str | None, fitting: Sequence[HouseRule]) -> dict[str, Any]:
    variant = book.variant
    return {
        "name": variant.name,
        "title": variant.title,
        "players": list(variant.players),
        "default_players": variant.default_players,
        "revision": variant.revision,
        "preset": preset or variant.default_preset,
        "rules": list(variant.describe(book.options, book.players)),
        "options": book.options.model_dump(mode="json"),
        "schema": variant.options.model_json_schema(),
        "presets": {name: dict(values) for name, values in variant.presets.items()},
        "house_rules": [_house_rule_json(book, preset, one) for one in book.house_rules],
        "answers": _answers(book),
        "fitting_house_rules": [_house_rule_json(book, preset, _as_it_is(rule)) for rule in fitting],
    }


def _house_rule_json(book: Rulebook, preset: str | None, one: Stacked) -> dict[str, Any]:
    usual = _usual(book, preset)
    return {
        "name": one.rule.name,
        "title": one.rule.title,
        "rules": list(one.rule.describe(one.options)),
        "options": one.options.model_dump(mode="json"),
        "schema": one.rule.options.model_json_schema(),
        "sets": {
            name: {"from": usual.get(name), "to": value} for name, value in one.sets(book.variant).items()
        },
        "hooks": one.has_hooks(book.variant),
        "needs": sorted(one.rule.needs),
        "conflicts": sorted(one.rule.conflicts),
    }


# --- what a house rule does here


def _as_it_is(rule: HouseRule) -> Stacked:
    """A house rule with its options as they are by default."""
    from rummy_core.rulebook import Stacked

    return Stacked(rule, rule.options())


def _usual(book: Rulebook, preset: str | None) -> dict[str, Any]:
    """The options as they would be without house rules and options named outright."""
    from rummy_core.options import make_options

    variant = book.variant
    layers = (
        variant.by_players.get(book.players, {}),
        variant.presets[preset or variant.default_preset],
    )
    return make_options(variant.options, *layers).model_dump(mode="json")


def _answers(book: Rulebook) -> dict[str, list[str]]:
    """Who answers each hook in which a house rule has a part, the one that goes first first."""
    names = {one.rule.name for one in book.house_rules}
    return {hook: who for hook, who in book.answers().items() if names & set(who)}


# --- for people


def _print_rules(book: Rulebook, preset: str) -> None:
    variant = book.variant
    start = "" if preset == "default" else f", preset {safe(preset)}"
    click.echo(heading(f"{safe(variant.title)}, {players_of(variant.players)}{start}") + "\n")
    for sentence in variant.describe(book.options, book.players):
        click.echo(paragraph(safe(sentence, _LONG), "  ", "- "))
    for stacked in book.house_rules:
        click.echo("\n" + heading(f"With the house rule {safe(stacked.rule.name)}"))
        click.echo(paragraph(safe(stacked.rule.title), "", ""))
        for sentence in stacked.rule.describe(stacked.options):
            click.echo(paragraph(safe(sentence, _LONG), "  ", "- "))
        usual = _usual(book, preset)
        for name, value in stacked.sets(variant).items():
            told = f"Sets {name} = {written(getattr(book.options, name))}"
            was = written(usual[name])
            told += f", which else is {was}." if was != written(value) else ", as it is anyway."
            click.echo(paragraph(safe(told, _LONG), "  ", "* "))


def _print_answers(book: Rulebook) -> None:
    answers = _answers(book)
    if not answers:
        return
    click.echo("\n" + heading("Who answers what") + "  (first who goes first)\n")
    click.echo(columns([(hook, safe(", ".join(who), _LONG)) for hook, who in answers.items()], "  "))


def _print_options(book: Rulebook) -> None:
    click.echo("\n" + heading("Options") + "  (--set NAME=VALUE)\n")
    _print_model("", book.options)
    for stacked in book.house_rules:
        _print_model(f"{stacked.rule.name}.", stacked.options)


def _print_model(prefix: str, options: Options) -> None:
    from rummy_core.options import VariantOptions

    schema = type(options).model_json_schema()["properties"]
    # What every game can be told comes last: it is least asked for.
    for name, field in sorted(schema.items(), key=lambda item: item[0] in VariantOptions.model_fields):
        default = written(field.get("default"))
        now = written(getattr(options, name))
        changed = "" if now == default else "  (changed)"
        click.echo(paragraph(safe(f"{prefix}{name} = {now}{changed}", _LONG), "    ", "  "))
        click.echo(paragraph(safe(field.get("description", ""), _LONG), "      "))
        facts = "; ".join([*_bounds(field), f"default {default}"])
        source = field.get("source")
        click.echo(paragraph(safe(f"{facts} [{source}]" if source else facts, _LONG), "      "))


def _bounds(field: Mapping[str, Any]) -> list[str]:
    """Return in words what an option may be, from its schema."""
    if "enum" in field:
        return [" | ".join(map(written, field["enum"]))]
    if field.get("type") == "boolean":
        return ["true | false"]
    if "minimum" in field and "maximum" in field:
        return [f"{field['minimum']} to {field['maximum']}"]
    if "minimum" in field:
        return [f"at least {field['minimum']}"]
    return [f"at most {field['maximum']}"] if "maximum" in field else []


def written(value: object) -> str:
    """Return an option's value as a person types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(written, value))
    return str(value)


def _print_presets(book: Rulebook) -> None:
    click.echo("\n" + heading("Presets") + "  (--preset NAME)\n")
    rows = []
    for name, values in book.variant.presets.items():
        settings = ", ".join(f"{key}={written(value)}" for key, value in values.items())
        rows.append((safe(name), safe(settings, _LONG) or "all defaults"))
    click.echo(columns(rows, "  "))


def _print_house_rules(fitting: Sequence[HouseRule]) -> None:
    if not fitting:
        return
    click.echo("\n" + heading("House rules that fit") + "  (--with NAME)\n")
    click.echo(columns([(safe(rule.name), safe(rule.title)) for rule in fitting], "  "))
