"""Which game, with which options and house rules: the flags that commands share.

What is typed becomes a rulebook here; what does not exist or fit is a
`CommandError` with the nearest name.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from rummy_cli.errors import CommandError, nearest
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.rulebook import HouseRule, Rulebook, Variant

MAX_SEED: Final = 100  # what the header of a record holds

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was asked for; ``file_hash`` where it came from a local file."""

    variant: Variant
    file_hash: str | None = None


def game_options(function: F) -> F:
    """Add ``--set``, ``--preset``, ``--with`` and ``--players`` to a command.

    It gets them as ``settings``, ``preset``, ``house_rules`` and ``players``,
    to be handed to `chosen_book`.
    """
    for decorate in reversed(
        (
            click.option(
                "--set", "settings", multiple=True, metavar="OPTION=VALUE",
                help="Set an option of the game, or RULE.OPTION=VALUE for a house rule; may be repeated.",
            ),
            click.option("--preset", metavar="NAME", help="Start from a named set of options."),
            click.option(
                "--with", "house_rules", multiple=True, metavar="HOUSE_RULE",
                help="Add a house rule; may be repeated.",
            ),
            click.option("--players", type=int, metavar="N", help="Number of players."),
        )
    ):  # fmt: skip
        function = decorate(function)
    return function


def seed_option(function: F) -> F:
    """Add ``--seed`` to a command, which gets text or None; see `chosen_seed`."""
    return click.option(
        "--seed", metavar="S", help="Same seed, same cards; without it one is drawn and told."
    )(function)


def chosen_seed(seed: str | None) -> str:
    """Return the seed that was typed, or a fresh one that is short enough to type again."""
    if seed is None:
        return str(secrets.randbelow(10**9))
    if not seed.strip() or len(seed) > MAX_SEED or not seed.isprintable():
        raise CommandError(f"seed '{safe(seed, 60)}' is not 1 to {MAX_SEED} printed characters")
    return seed


def chosen_game(name: str) -> Game:
    """Return the installed game of that name, or the one in a local file such as ``./my_rules.py``.

    Raises:
        CommandError: if there is none, with the nearest name, or it is broken.
    """
    from rummy_core import catalogue

    try:
        if name.endswith(".py"):
            return Game(*catalogue.load_file(Path(name)))
        _known(catalogue.VARIANTS, name)
        return Game(catalogue.variant(name))
    except catalogue.BadPlugin as error:
        raise CommandError(safe(str(error), 400)) from error


def chosen_book(
    game: Game | str,
    *,
    settings: Sequence[str] = (),
    preset: str | None = None,
    house_rules: Sequence[str] = (),
    players: int | None = None,
) -> Rulebook:
    """Return the rulebook of ``game`` as it was asked for.

    ``settings`` are ``option=value``, or ``rule.option=value`` for a house rule.

    Raises:
        CommandError: naming what does not exist or fit, with the nearest name.
    """
    from rummy_core.options import BadOption
    from rummy_core.rulebook import BadRules, rulebook

    variant = (chosen_game(game) if isinstance(game, str) else game).variant
    rules = [_house_rule(name) for name in house_rules]
    if preset is not None and preset not in variant.presets:
        has = ", ".join(variant.presets)
        near = nearest(preset, variant.presets)
        raise CommandError(f"{safe(variant.name)} has no preset '{safe(preset)}'{near or f'; it has {has}'}")
    own, by_rule = _read_settings(settings, variant, rules)
    try:
        return rulebook(
            variant,
            preset=preset,
            options=own,
            house_rules=[(rule, by_rule[rule.name]) for rule in rules],
            players=players,
        )
    except (BadOption, BadRules) as error:
        raise CommandError(safe(str(error), 400)) from error


def chosen_bot(name: str) -> Callable[[str], Any]:
    """Return the maker of the bot of that name.

    Raises:
        CommandError: if there is none, with the nearest name, or it is broken.
    """
    from rummy_core import catalogue

    _known(catalogue.BOTS, name)
    try:
        return catalogue.bot(name)
    except catalogue.BadPlugin as error:
        raise CommandError(safe(str(error), 400)) from error


def _known(group: str, name: str) -> None:
    """Refuse a name that nothing installed has, with the nearest one or all of them."""
    from rummy_core import catalogue

    names = sorted({plugin.name for plugin in catalogue.plugins(group)})
    # Of one that is left out the catalogue says why.
    if name.rpartition(":")[2] not in {plugin.name for plugin in catalogue.installed(group)}:
        near = nearest(name, names) or (f"; there are: {', '.join(map(safe, names))}" if names else "")
        raise CommandError(f"no {catalogue.KINDS[group]} '{safe(name)}'{near}")


def _house_rule(name: str) -> HouseRule:
    from rummy_core import catalogue

    _known(catalogue.HOUSE_RULES, name)
    try:
        return catalogue.house_rule(name)
    except catalogue.BadPlugin as error:
        raise CommandError(safe(str(error), 400)) from error


def _read_settings(
    settings: Sequence[str], variant: Variant, rules: Sequence[HouseRule]
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """Part ``settings`` into options of the game and of each house rule, every name checked."""
    own: dict[str, object] = {}
    by_rule: dict[str, dict[str, object]] = {rule.name: {} for rule in rules}
    fields: Mapping[str, Sequence[str]] = {rule.name: list(rule.options.model_fields) for rule in rules}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip()
        if not equals or not name:
            raise CommandError(f"write --set option=value, not '{safe(setting)}'")
        rule, dot, option = name.rpartition(".")
        if not dot:
            if name not in variant.options.left_out:
                _check_option(name, variant.name, list(variant.options.model_fields))
            own[name] = value.strip()
            continue
        if rule not in fields:
            near = nearest(rule, fields) or f"; add it with --with {safe(rule)}"
            raise CommandError(f"'{safe(setting)}': no house rule '{safe(rule)}' is played{near}")
        _check_option(option, rule, fields[rule])
        by_rule[rule][option] = value.strip()
    return own, by_rule


def _check_option(name: str, owner: str, names: Sequence[str]) -> None:
    if name not in names:
        near = nearest(name, names) or f"; it has {', '.join(names)}"
        raise CommandError(f"{safe(owner)} has no option '{safe(name)}'{near}")
