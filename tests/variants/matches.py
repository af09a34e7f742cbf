"""Matches with given totals."""

from __future__ import annotations

from rummy_core.hooks import MatchState
from rummy_core.match import Match
from rummy_core.perft import playthrough
from rummy_core.rulebook import Rulebook
from rummy_core.scoring import MatchSheet, NotOver, RoundResult


def played(book: Rulebook, deals: int) -> Match:
    """A match from one seed, played to its end or for so many deals, by picks that no bot makes."""
    match = Match(book, 1)
    while not match.is_over and match.deals_played < deals:
        for _ in playthrough(match.begin_deal(), f"1/{match.deals_played}"):
            pass
        match.end_deal()
    return match


def totals_end(
    book: Rulebook, totals: tuple[int, ...], *, boxes: tuple[int, ...] = (), stopped: str = ""
) -> MatchSheet | None:
    """The sheet of a match whose one round came to these totals; None where it goes on."""
    sides = tuple((seat,) for seat in range(len(totals)))
    one = RoundResult((), totals, boxes or (0,) * len(totals), -1, void=False)
    sheet = book.hooks.score_match(match=MatchState(len(totals), sides, (one,), 0), stopped=stopped)
    return None if isinstance(sheet, NotOver) else sheet
