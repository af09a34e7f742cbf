"""The house rule ``going-out-bonus``: points for who goes out.

Source: copies of an encyclopedia's Rummy: 10; Parlett, Arlington: 100.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.melding import OUT
from rummy_core.notions import HIGHEST_WINS, MELDS_ON_TABLE
from rummy_core.options import Options, option
from rummy_core.rulebook import HouseRule
from rummy_core.scoring import ScoreLine, ScoreSheet, with_lines
from rummy_core.table import Table


class GoingOutBonusOptions(Options):
    """Options of the house rule."""

    points: int = option(
        10,
        "points for going out",
        "copies of an encyclopedia's Rummy: 10; Parlett, Arlington: 100",
        ge=1,
        le=10_000,
    )


class GoingOutBonusRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: GoingOutBonusOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def score_deal(self, table: Table, ending: str) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Add the bonus."""
        sheet = yield
        if ending != OUT or sheet.void:
            return sheet
        side = table.layout.side_of[table.seat]
        bonus = ScoreLine(side, "bonus for going out", self.options.points)
        return with_lines(sheet, [bonus], len(table.layout.sides))


def describe(options: GoingOutBonusOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [f"Who goes out scores {options.points} for that, beside what the game gives."]


GOING_OUT_BONUS = HouseRule(
    name="going-out-bonus",
    title="A bonus for going out",
    options=GoingOutBonusOptions,
    rules=GoingOutBonusRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE, HIGHEST_WINS}),
)
