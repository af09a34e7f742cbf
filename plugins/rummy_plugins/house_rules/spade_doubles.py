"""The house rule ``spade-doubles``: a deal in which a spade is turned up counts double.

Source: pagat, Oklahoma Gin; for other games with an upcard it is the same rule.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Final

from rummy_core.cards import SUITS
from rummy_core.events import NoteValue
from rummy_core.hooks import hookimpl
from rummy_core.knocking import COUNTS_DOUBLE
from rummy_core.notions import UPCARD
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.scoring import ScoreLine, ScoreSheet, with_lines
from rummy_core.table import Table
from rummy_core.zones import DISCARD

SPADES: Final = SUITS.index("S")


class SpadeDoublesOptions(Options):
    """Options of the house rule: none."""


def by_options(options: SpadeDoublesOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has the doubling by option, that is it."""
    return ByOptions({"spade_doubles": True}) if takes(model, spade_doubles=True) else None


class SpadeDoublesRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: SpadeDoublesOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def deal_notes(self, table: Table) -> Generator[None, Mapping[str, NoteValue], Mapping[str, NoteValue]]:
        """Note a spade that is turned up, before anybody takes it."""
        notes = yield
        pile = table.cards(DISCARD)
        return {**notes, COUNTS_DOUBLE: True} if pile and pile[0].suit == SPADES else notes

    # After what other house rules add: they are doubled with the rest, in whatever order they are named.
    @hookimpl(wrapper=True, tryfirst=True)
    def score_deal(self, table: Table) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Double what each side has scored."""
        sheet = yield
        if sheet.void or COUNTS_DOUBLE not in table.deal_notes:
            return sheet
        sides = len(table.layout.sides)
        points = [sheet.points(side) for side in range(sides)]
        again = [
            ScoreLine(side, "a spade was turned up: doubled", more)
            for side, more in enumerate(points)
            if more
        ]
        return with_lines(sheet, again, sides)


def describe(options: SpadeDoublesOptions) -> list[str]:
    """The rules in words."""
    return [
        "If the first upcard is a spade, all that is scored in the deal counts double, pluses and minuses, "
        "bonuses included; boxes do not, unless they are written as points at once."
    ]


SPADE_DOUBLES = HouseRule(
    name="spade-doubles",
    title="A spade turned up doubles the deal",
    options=SpadeDoublesOptions,
    rules=SpadeDoublesRules,
    describe=describe,
    needs=frozenset({UPCARD}),
    by_options=by_options,
)
