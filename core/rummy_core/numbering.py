"""Numbers of deals: for games in which the first deal of a match is played for less than the last."""

from __future__ import annotations

from typing import Final

from rummy_core.hooks import MatchState
from rummy_core.table import Notes

DEAL_NUMBER: Final = "deal number"
"""Note of the deal: which of the match it is, from 1; one that is dealt again has the number it had."""


def deal_number(notes: Notes) -> int:
    """The number of a deal by its notes; 1 where it has none, since it is played by itself."""
    number = notes.get(DEAL_NUMBER, 1)
    assert isinstance(number, int)
    return number


def next_number(match: MatchState) -> int:
    """The number of the next deal: rounds that do not count are not counted."""
    return sum(not one.void for one in match.rounds) + 1
