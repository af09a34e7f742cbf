"""Effects: an option that changes nothing in play is none.

Two rulebooks that differ in one option play the same deals side by side; the first
thing that differs is its effect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final

from rummy_core.catalogue import BotMaker
from rummy_core.options import BadOption, VariantOptions
from rummy_core.rulebook import BadRules, Rulebook, Variant, rulebook
from rummy_core.testing.drawn_options import Drawn, other_values, some_book, with_options
from rummy_core.testing.failures import Fault, Property
from rummy_core.testing.side_by_side import difference

EFFECT: Final = Property(
    "every option has an effect",
    "does a rule read the option? If it tells only in rare deals, name values that show it in `drawn`, "
    "or leave it out by `without_effect` and test it yourself",
)


def check_effects(
    variant: Variant,
    bots: Sequence[BotMaker],
    seed: str,
    *,
    tries: int,
    drawn: Drawn,
    unreached: Collection[str],
) -> list[str]:
    """Check that each option of a game shows in play; return those that were looked at.

    What every game can be told, and the options ``unreached``, are left out. Each is tried ``tries``
    times, by one of the ``bots`` after the other: in the default preset first, and then beside other
    options at random.

    Raises:
        Fault: naming an option that changed nothing.
    """
    common = {*VariantOptions.model_fields, *unreached}
    names = [name for name in variant.options.model_fields if name not in common]
    for name in names:
        pairs = enumerate(_pairs(variant, name, seed, tries, drawn))
        if not any(difference(*pair, [bots[n % len(bots)]], f"{seed}/{n}") for n, pair in pairs):
            raise Fault(EFFECT, f"option {name!r} changed no action, refusal, fact or score in {tries} deals")
    return names


def _pairs(
    variant: Variant, name: str, seed: str, tries: int, drawn: Drawn
) -> Iterator[tuple[Rulebook, Rulebook]]:
    """Two books each time that differ in one option: its default and another value of it."""
    field = variant.options.model_fields[name]
    values = other_values(field, drawn.get(name, ()))
    rng = Random(f"{seed}/{name}")
    low, high = variant.players
    for number in range(tries if values else 0):
        players = low + number % (high - low + 1)
        book: Rulebook | None
        if number < len(values) * 2:
            try:
                book = rulebook(variant, players=players)
            except (BadOption, BadRules):
                continue
        else:
            book = some_book(variant, (), rng, drawn)
        one = with_options(book, {name: field.default})
        other = with_options(book, {name: values[number % len(values)]})
        if one is not None and other is not None:
            yield one, other
