"""Obligations: what a player who has begun something in his turn must do before that turn ends.

A step asks its obligations of all that it would allow. While one is open the turn cannot end, and
nothing is legal that could leave one unmet, so that nobody is stuck half way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from rummy_core.actions import Refusal
from rummy_core.events import Event
from rummy_core.laying import Lays
from rummy_core.table import Table

CanEnd = Callable[[int], bool]
"""Whether a turn can end with these cards left in hand, as a mask."""


class Obligation(Protocol):
    """What an obligation answers, always for the acting seat and from what that seat sees."""

    def owed(self, table: Table) -> Refusal | None:
        """Why the turn may not end now; None where nothing is open."""

    def bars(self, table: Table, lays: Lays, hand: int, can_end: CanEnd) -> Refusal | None:
        """Why this may not be laid from ``hand`` now, though the rules of melds allow it."""

    def all_sizes(self, table: Table) -> bool:
        """Whether the smallest melds are not enough to list: longer ones may be all that is legal."""

    def noted(self, table: Table, lays: Lays) -> Iterable[Event]:
        """What is to be noted when this is laid."""


def barred(
    obligations: Iterable[Obligation], table: Table, lays: Lays, hand: int, can_end: CanEnd
) -> Refusal | None:
    """The first reason why something may not be laid now."""
    for one in obligations:
        refusal = one.bars(table, lays, hand, can_end)
        if refusal is not None:
            return refusal
    return None


def still_owed(obligations: Iterable[Obligation], table: Table) -> Refusal | None:
    """The first reason why the turn may not end now."""
    return next((refusal for one in obligations if (refusal := one.owed(table)) is not None), None)
