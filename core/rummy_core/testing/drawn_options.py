"""Options at random: drawn from their types and bounds, the bounds themselves among them."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, Literal

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from rummy_core.options import BadOption, Options, make_options
from rummy_core.rulebook import BadRules, HouseRule, Rulebook, Stacked, Variant, rulebook
from rummy_core.testing.policies import pick

Drawn = Mapping[str, Sequence[object]]
"""By the name of an option, the values that it is drawn from, where types and bounds do not tell them."""

_COMMON: Final[Drawn] = {"standstill": (1, 2, 5, 20, 20), "max_deals": (1, 2, 5, 500)}
"""What every game can be told is drawn from these: without a near end random play takes minutes."""

_TRIES: Final = 200
"""Draws before it is given up to find options that go together."""


def draw_options(model: type[Options], rng: Random, drawn: Drawn) -> dict[str, object]:
    """Draw every option of a model."""
    return {name: _draw(field, drawn.get(name, ()), rng) for name, field in model.model_fields.items()}


def _draw(field: FieldInfo, drawn: Sequence[object], rng: Random) -> object:
    if field.annotation is bool:
        return rng.random() < 0.5
    if typing.get_origin(field.annotation) is tuple:
        return pick(rng, (field.default, *drawn))
    choices = [one for one in typing.get_args(field.annotation) if one is not type(None)]
    if choices and int not in choices:
        return pick(rng, choices)
    low, high = bounds(field)
    # The bounds themselves, now and then, and what lies between.
    found = [*drawn, field.default]
    if low is not None and high is not None:
        found += [low, high, low + int(rng.random() * (high - low))]
    return pick(rng, found)


def bounds(field: FieldInfo) -> tuple[int | None, int | None]:
    """Return the least and the greatest number that an option takes, None where there is none."""
    low = next((int(str(one.ge)) for one in field.metadata if isinstance(one, Ge)), None)
    high = next((int(str(one.le)) for one in field.metadata if isinstance(one, Le)), None)
    return low, high


def other_values(field: FieldInfo, drawn: Sequence[object]) -> list[object]:
    """Return values of an option beside its default, those that are likeliest to matter first."""
    default = field.default
    if field.annotation is bool:
        return [not default]
    choices = list(_choices(field.annotation))
    if choices:
        return [one for one in choices if one != default]
    found: list[object] = list(drawn)
    if isinstance(default, int):
        low, high = bounds(field)
        near = (0, default - 1, default + 1, default // 2, default * 2, default + 10, low, high, 1, 2, 3)
        found += [
            one
            for one in near
            if one is not None and (low is None or one >= low) and (high is None or one <= high)
        ]
    return [one for place, one in enumerate(found) if one != default and one not in found[:place]]


def _choices(annotation: object) -> Iterator[object]:
    if typing.get_origin(annotation) is Literal:
        yield from typing.get_args(annotation)


def books_of(
    variant: Variant, house_rules: Sequence[HouseRule], rng: Random, drawn: Drawn
) -> Iterator[Rulebook]:
    """Yield the game as a kit meets it: each preset and number of players, then options at random.

    Combinations that the game or a house rule refuses are left out.
    """
    low, high = variant.players
    for preset in variant.presets:
        for players in range(low, high + 1):
            try:
                yield rulebook(variant, preset=preset, house_rules=house_rules, players=players)
            except (BadOption, BadRules):
                continue
    while True:
        yield some_book(variant, house_rules, rng, drawn)


def some_book(variant: Variant, house_rules: Sequence[HouseRule], rng: Random, drawn: Drawn) -> Rulebook:
    """Draw options and a number of players that go together.

    Raises:
        BadRules: if none are found.
    """
    low, high = variant.players
    reason: Exception | None = None
    for _ in range(_TRIES):
        pairs = [(rule, draw_options(rule.options, rng, drawn)) for rule in house_rules]
        # Options named outright would undo what a house rule sets.
        stacked = [Stacked(rule, make_options(rule.options, values)) for rule, values in pairs]
        fixed = {name for one in stacked for name in one.sets(variant)}
        draws = {
            **draw_options(variant.options, rng, drawn),
            **{name: pick(rng, some) for name, some in _COMMON.items()},
        }
        own = {name: one for name, one in draws.items() if name not in fixed}
        players = low + int(rng.random() * (high - low + 1))
        try:
            return rulebook(variant, options=own, house_rules=pairs, players=players)
        except (BadOption, BadRules) as error:
            reason = error
    raise BadRules(f"no options of {variant.name} were found that go together; the last: {reason}")


def with_options(book: Rulebook, options: Mapping[str, object]) -> Rulebook | None:
    """Return the same game with other options; None where they do not go together."""
    pairs = [(one.rule, one.options.model_dump()) for one in book.house_rules]
    try:
        return rulebook(
            book.variant,
            options={**book.options.model_dump(), **options},
            house_rules=pairs,
            players=book.players,
        )
    except (BadOption, BadRules):
        return None


def fresh(book: Rulebook) -> Rulebook:
    """Return a rulebook equal to ``book`` that nobody has asked anything."""
    return Rulebook(book.variant, book.options, book.house_rules, book.players)
