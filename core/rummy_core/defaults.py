"""The core's own answers to the hooks, for games that have no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_core.columns import Column
from rummy_core.events import NoteValue
from rummy_core.hooks import MatchState, hookimpl
from rummy_core.melds import MeldRules
from rummy_core.packs import Pack
from rummy_core.scoring import CardValues, DealResult, RoundResult, Seating
from rummy_core.zones import solo

PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The usual values by rank: an ace counts 1, pictures 10."""


class Defaults:
    """Registered first, so that every other plugin goes before it."""

    @hookimpl
    def match_sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Everyone for himself."""
        return solo(players)

    @hookimpl
    def pack(self) -> Pack:
        """One deck of 52."""
        return Pack()

    @hookimpl
    def card_values(self) -> CardValues:
        """The usual values."""
        return CardValues.by_rank(PIPS)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """The usual melds."""
        return MeldRules()

    @hookimpl
    def seatings(self, match: MatchState) -> tuple[Seating, ...]:
        """All play; the deal passes left, a void round is dealt again by the same dealer."""
        dealt = sum(not one.void for one in match.rounds)
        return (Seating(tuple(range(match.players)), (match.first_dealer + dealt) % match.players),)

    @hookimpl
    def round_notes(self) -> Mapping[str, NoteValue]:
        """None."""
        return {}

    @hookimpl
    def deal_notes(self) -> Mapping[str, NoteValue]:
        """None."""
        return {}

    @hookimpl
    def score_round(self, match: MatchState, deals: Sequence[DealResult]) -> RoundResult:
        """The sums of the deals, by the sides of the match."""
        sides = len(match.sides)
        side_of = {player: side for side, players in enumerate(match.sides) for player in players}
        points = [0] * sides
        boxes = [0] * sides
        winners = set()
        for deal in deals:
            sheet = deal.sheet
            # A side of a deal is made of players of one side of the match.
            sides_here = [side_of[player] for player in deal.seating.players]
            for line in sheet.lines:
                points[sides_here[line.side]] += line.points
            for side, count in enumerate(sheet.boxes):
                boxes[sides_here[side]] += count
            if sheet.winner >= 0:
                winners.add(sides_here[sheet.winner])
        winner = winners.pop() if len(winners) == 1 else -1
        void = all(deal.sheet.void for deal in deals)
        return RoundResult(tuple(deals), tuple(points), tuple(boxes), winner, void)

    @hookimpl
    def score_columns(self, match: MatchState) -> tuple[Column, ...]:
        """None: the totals are the score."""
        return ()
