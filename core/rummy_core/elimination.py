"""Elimination: who has more points than the limit is out of the match, and the last one left wins.

Those who are out are dealt no more cards. Where the rules let a player buy himself in again, what the
deal must know of the match for it is noted, and the line that sets him back is a line of that deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rummy_core.events import NoteValue
from rummy_core.hooks import MatchState
from rummy_core.scoring import (
    NOT_OVER,
    MatchSheet,
    NotOver,
    ScoreLine,
    Seating,
    leader,
    total_points,
)
from rummy_core.table import Table

BOUGHT_IN: Final = "bought in again"
"""The reason of the line that sets back the points of a player who stays in the match."""
TOTAL: Final = "total"
"""Note of the deal, with the number of a seat: the points that its player has in the match."""
BUYS: Final = "bought"
"""Note of the deal, with the number of a seat: how often its player has bought himself in again."""
FEWEST: Final = 3
"""With fewer players at the table nobody buys himself in again."""


def still_in(match: MatchState, limit: int) -> tuple[int, ...]:
    """The sides whose points are not over ``limit``.

    Where the last deal brought all who played it over the limit, those of them with the fewest points
    are left, so that there is always one.
    """
    points = total_points(match.rounds, len(match.sides))
    playing: Sequence[int] = range(len(match.sides))
    if match.rounds:
        at_table = {player for deal in match.rounds[-1].deals for player in deal.seating.players}
        playing = [side for side in playing if at_table.intersection(match.sides[side])]
    within = tuple(side for side in playing if points[side] <= limit)
    fewest = min(points[side] for side in playing)
    return within or tuple(side for side in playing if points[side] == fewest)


def seated(match: MatchState, limit: int) -> Seating:
    """Who plays the next deal: all who are still in, in their order; the deal passes left among them.

    A deal that is void is dealt again by the same dealer.
    """
    left = still_in(match, limit)
    players = tuple(player for player in range(match.players) if side_of(match, player) in left)
    dealer = match.first_dealer
    if match.rounds:
        last = match.rounds[-1]
        dealer = last.deals[-1].seating.dealt_by
        step = 0 if last.void else 1
        dealer = next(
            one
            for further in range(step, match.players + 1)
            if (one := (dealer + further) % match.players) in players
        )
    return Seating(players, players.index(dealer))


def side_of(match: MatchState, player: int) -> int:
    """The side of a player."""
    return next(side for side, members in enumerate(match.sides) if player in members)


def by_elimination(match: MatchState, limit: int, stopped: str) -> MatchSheet | NotOver:
    """End a match once one side is left, which has won; one that is ``stopped`` goes to the fewest points."""
    left = still_in(match, limit)
    if len(left) > 1 and not stopped:
        return NOT_OVER
    points = total_points(match.rounds, len(match.sides))
    best = leader([-points[side] for side in left])
    reason = stopped if len(left) > 1 else f"all others over {limit}"
    return MatchSheet(points, (), points, left[best] if best >= 0 else -1, reason, lowest=True)


# Buying in again, each player for himself.


def standing_notes(match: MatchState, seating: Seating) -> Mapping[str, NoteValue]:
    """What the next deal must know so that its players can buy themselves in again."""
    points = total_points(match.rounds, len(match.sides))
    bought = [0] * match.players
    for one in match.rounds:
        for deal in one.deals:
            for line in deal.sheet.lines:
                bought[deal.seating.players[line.side]] += line.reason.startswith(BOUGHT_IN)
    notes: dict[str, NoteValue] = {}
    for seat, player in enumerate(seating.players):
        notes[f"{TOTAL} {seat}"] = points[side_of(match, player)]
        notes[f"{BUYS} {seat}"] = bought[player]
    return notes


def buy_ins(table: Table, lines: Sequence[ScoreLine], limit: int, often: int) -> Iterator[ScoreLine]:
    """The lines of those who go over ``limit`` with the ``lines`` of this deal and buy themselves in again.

    Each may ``often``; he then has as many points as the highest total that is not over. Nobody does
    where everybody is over it, where fewer than three are at the table, or in a deal without a match.
    """
    seats = range(table.layout.seats)
    if len(seats) < FEWEST or f"{TOTAL} 0" not in table.deal_notes:
        return
    after = [_number(table, TOTAL, seat) + _sum(lines, seat) for seat in seats]
    within = [total for total in after if total <= limit]
    if not within:
        return
    for seat in seats:
        if after[seat] > limit and _number(table, BUYS, seat) < often:
            yield ScoreLine(seat, f"{BOUGHT_IN} at {max(within)}", max(within) - after[seat])


def _sum(lines: Sequence[ScoreLine], seat: int) -> int:
    return sum(line.points for line in lines if line.side == seat)


def _number(table: Table, note: str, seat: int) -> int:
    value = table.deal_notes[f"{note} {seat}"]
    assert isinstance(value, int)
    return value
