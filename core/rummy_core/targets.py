"""Targets: how the total points end a match."""

from __future__ import annotations

from rummy_core.hooks import MatchState
from rummy_core.scoring import NOT_OVER, MatchSheet, NotOver, leader, total_points


def by_target(match: MatchState, target: int, stopped: str, *, lowest: bool = False) -> MatchSheet | NotOver:
    """End a match once a total has reached ``target``; the highest total then wins.

    With ``lowest`` the lowest wins. Totals that are equal in that place play on. A match that is ``stopped``
    goes to the same place, target or not, and is a draw where it is shared. ``target`` 0 is
    none: the match goes on until it is stopped.
    """
    points = total_points(match.rounds, len(match.sides))
    winner = leader([-one for one in points]) if lowest else leader(points)
    reached = bool(target) and max(points) >= target and winner >= 0
    if not reached and not stopped:
        return NOT_OVER
    return MatchSheet(points, (), points, winner, f"target {target} reached" if reached else stopped)
