"""The house rule ``going-rummy``: more for who goes out at one stroke.

Source: optional rules of Rummy, as told by gamblingcity.com and rummyo.com: doubled, or 10 points; Parlett,
Arlington: 250 for a concealed hand.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.melding import OUT, laid_all_now
from rummy_core.notions import HIGHEST_WINS, MELDS_ON_TABLE
from rummy_core.options import BadOption, Options, VariantOptions, option, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.scoring import ScoreLine, ScoreSheet, with_lines
from rummy_core.table import Table

POINTS = 10


class GoingRummyOptions(Options):
    """Options of the house rule."""

    points: int = option(
        POINTS, "bonus for it, where the game does not double", "gamblingcity, rummyo: 10; Parlett: 250",
        ge=1, le=10_000,
    )  # fmt: skip


def by_options(options: GoingRummyOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game doubles for it, or has a bonus for it, that is it."""
    if takes(model, going_rummy=True):
        if options.points != POINTS:
            raise BadOption(f"going-rummy.points = {options.points}: this game doubles, and has no bonus")
        return ByOptions({"going_rummy": True})
    if takes(model, concealed_bonus=options.points):
        return ByOptions({"concealed_bonus": options.points})
    return None


class GoingRummyRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: GoingRummyOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def score_deal(self, table: Table, ending: str) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Add the bonus for who had laid nothing before."""
        sheet = yield
        if ending != OUT or sheet.void or not laid_all_now(table, table.seat):
            return sheet
        side = table.layout.side_of[table.seat]
        bonus = ScoreLine(side, "went rummy: all in one turn", self.options.points)
        return with_lines(sheet, [bonus], len(table.layout.sides))


def describe(options: GoingRummyOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [
        "Who goes out without having laid a card in an earlier turn goes rummy, which earns more: the deal "
        f"counts double where the game has that rule, else it is a bonus of {options.points}."
    ]


GOING_RUMMY = HouseRule(
    name="going-rummy",
    title="Going rummy: out at one stroke",
    options=GoingRummyOptions,
    rules=GoingRummyRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE, HIGHEST_WINS}),
    by_options=by_options,
)
