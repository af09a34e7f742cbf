"""The house rule ``unmelded-penalty``: the hand of who has laid nothing counts double.

Source: Indian Rummy is the harshest on those who lack their first melds: they pay for every card. Where hands
count whole anyway, counting them double is our ruling.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from rummy_core.hooks import hookimpl
from rummy_core.notions import HANDS_SCORE, MELDS_ON_TABLE
from rummy_core.options import Options, option
from rummy_core.rulebook import HouseRule
from rummy_core.scoring import ScoreLine, ScoreSheet, with_lines
from rummy_core.table import Table
from rummy_core.table_points import in_hand


class UnmeldedPenaltyOptions(Options):
    """Options of the house rule."""

    times: int = option(
        2, "how often the hand counts of a side that has laid no card", "our ruling: double", ge=2, le=10
    )


class UnmeldedPenaltyRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: UnmeldedPenaltyOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def score_deal(self, table: Table) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Count such hands again, for or against whomever the game counts them."""
        sheet = yield
        lines = [more for line in sheet.lines if line.hands for more in self._again(table, line)]
        return with_lines(sheet, lines, len(table.layout.sides)) if lines else sheet

    def _again(self, table: Table, line: ScoreLine) -> Iterator[ScoreLine]:
        unmelded = [seat for seat in line.hands if not _has_laid(table, table.layout.side_of[seat])]
        # Hands that have all laid nothing are in the line as the game reckons them.
        every = len(unmelded) == len(line.hands)
        points = abs(line.points) if every else sum(in_hand(table, seat) for seat in unmelded)
        more = points * (self.options.times - 1)
        if more:
            reason = f"no card laid: {_often(self.options.times)}"
            yield ScoreLine(line.side, reason, more if line.points > 0 else -more)


def _has_laid(table: Table, side: int) -> bool:
    """Whether a card of the table was laid by a player of ``side``."""
    return any(table.layout.side_of[one.by] == side for meld in table.melds for one in meld.placed)


def _often(times: int) -> str:
    return "the hand counts double" if times == 2 else f"the hand counts {times} times"


def describe(options: UnmeldedPenaltyOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [
        f"Of a side that has laid no card when the deal is scored, {_often(options.times)}: for or against "
        "whomever the game counts it. Nothing else is multiplied by this."
    ]


UNMELDED_PENALTY = HouseRule(
    name="unmelded-penalty",
    title="The hand of who has laid nothing counts double",
    options=UnmeldedPenaltyOptions,
    rules=UnmeldedPenaltyRules,
    describe=describe,
    needs=frozenset({HANDS_SCORE, MELDS_ON_TABLE}),
)
