"""Targets: how the total points end a match."""

from __future__ import annotations

from rummy_core.hooks import MatchState
from rummy_core.scoring import NOT_OVER, MatchSheet, NotOver, leader, total_points


def where_none_is_reached(max_deals: int, which: str = "higher") -> str:
    """How a match ends without its target, in words; ``which`` total wins then."""
    many = "one deal" if max_deals == 1 else f"{max_deals} deals"
    return f"If nobody gets there in {many}, the {which} total wins."


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
    reason = f"target {target} reached" if reached else stopped
    return MatchSheet(points, (), points, winner, reason, lowest=lowest)


def after_deals(match: MatchState, deals: int, stopped: str, *, lowest: bool = False) -> MatchSheet | NotOver:
    """End a match after so many deals; the highest total wins, or with ``lowest`` the lowest.

    Totals that are equal in that place play on. A match that is ``stopped`` goes to the same place, and is
    a draw where it is shared.
    """
    if stopped:
        return by_target(match, 0, stopped, lowest=lowest)
    many = len(match.rounds)
    if many < deals:
        return NOT_OVER
    sheet = by_target(match, 0, f"{many} {'deal' if many == 1 else 'deals'} played", lowest=lowest)
    return sheet if isinstance(sheet, MatchSheet) and sheet.winner >= 0 else NOT_OVER
