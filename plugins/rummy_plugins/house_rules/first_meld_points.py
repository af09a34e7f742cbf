"""The house rule ``first-meld-points``: the first melds of a side must come to so many points.

Source: bicyclecards, a rummy with two packs: 51, and what cards count there; copies of 500 Rummy: 30.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from rummy_core.cards import Card
from rummy_core.faces import ACE_HIGH, Face
from rummy_core.hooks import hookimpl
from rummy_core.initial_melds import InitialMeld
from rummy_core.notions import ANY_MELDS, DISCARD_PILE, MELDS_OF_THREE, MELDS_ON_TABLE, NO_WILD_CARDS
from rummy_core.options import Options, option
from rummy_core.rulebook import HouseRule
from rummy_core.steps import Step, with_fields

ACE: Final = 15
PICTURE: Final = 10


class FirstMeldPointsOptions(Options):
    """Options of the house rule."""

    points: int = option(
        30,
        "points that the first melds of a side must come to, laid in one turn",
        "copies of 500 Rummy: 30; bicyclecards, with two packs: 51",
        ge=1,
        le=200,
    )


def worth(card: Card, counts: Face, kind: str) -> int:
    """What a card counts there: its pips, pictures 10, an ace 15."""
    return ACE if counts.rank in (1, ACE_HIGH) else min(counts.rank, PICTURE)


class FirstMeldPointsRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: FirstMeldPointsOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Owe the points wherever melds are laid, and before anything is laid off."""
        steps = yield
        first = InitialMeld(self.options.points, worth)
        return with_fields(steps, obligations=(first,), lay_off_needs_meld=True)


def describe(options: FirstMeldPointsOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [
        f"The first melds that a side lays must come to {options.points} points, all in one turn; before "
        "that nothing is laid off. For this an ace counts 15, pictures 10, other cards their pips."
    ]


FIRST_MELD_POINTS = HouseRule(
    name="first-meld-points",
    title="So many points in the first melds",
    options=FirstMeldPointsOptions,
    rules=FirstMeldPointsRules,
    describe=describe,
    # Eight wild deuces meld in too many ways for the look-ahead whether the points can be reached.
    needs=frozenset({MELDS_ON_TABLE, DISCARD_PILE, MELDS_OF_THREE, ANY_MELDS, NO_WILD_CARDS}),
    conflicts=frozenset({"one-meld-a-turn"}),
)
