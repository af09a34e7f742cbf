"""The house rule ``winner-deals``: who has won a deal deals the next.

Source: bicyclecards, Rummy, for two players; catsatcards.com, Rummy, for more.
"""

from __future__ import annotations

from rummy_core.hooks import MatchState, hookimpl
from rummy_core.notions import NO_SIDES
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.scoring import Seating


class WinnerDealsOptions(Options):
    """Options of the house rule: none."""


def by_options(options: WinnerDealsOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game says by option who deals next, that is it."""
    return ByOptions({"next_dealer": "winner"}) if takes(model, next_dealer="winner") else None


class WinnerDealsRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: WinnerDealsOptions) -> None:
        self.options = options

    @hookimpl
    def seatings(self, match: MatchState) -> tuple[Seating, ...]:
        """All play; the deal goes to the last winner, without one to the left, and a void deal stays."""
        dealer = match.first_dealer
        for one in match.rounds:
            if one.winner >= 0:
                (dealer,) = match.sides[one.winner]
            elif not one.void:
                dealer = (dealer + 1) % match.players
        return (Seating(tuple(range(match.players)), dealer),)


def describe(options: WinnerDealsOptions) -> list[str]:
    """The rules in words."""
    return [
        "Who has won a deal deals the next. After a deal that nobody won the deal passes to the left, and "
        "one that does not count is dealt again by the same player. This replaces what the game says of it."
    ]


WINNER_DEALS = HouseRule(
    name="winner-deals",
    title="The winner deals",
    options=WinnerDealsOptions,
    rules=WinnerDealsRules,
    describe=describe,
    needs=frozenset({NO_SIDES}),
    by_options=by_options,
)
