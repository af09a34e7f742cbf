"""Reclaiming: a wild card that is taken out of a meld may have to be laid again at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import Exchange, LayMeld, LayOff, Refusal
from rummy_core.cards import Card, mask_of
from rummy_core.events import TURN, Event, Noted
from rummy_core.exchanging import exchange
from rummy_core.laying import Lays, openings_for
from rummy_core.meld_lists import Holding, in_order
from rummy_core.obligations import CanEnd
from rummy_core.table import Table, evolve

TAKEN_OUT: Final = "taken_out"
"""Note of the turn: the wild card taken out of a meld that is to be laid again; False once it lies."""


@dataclass(frozen=True, slots=True)
class LaidAgain:
    """A wild card taken out of a meld is laid again before anything else: it is not kept.

    It goes into a new meld, or with ``lay_off`` on any meld as well. Any wild card that reads the
    same will do. Nobody may take one that he could not lay.
    """

    lay_off: bool = False

    def owed(self, table: Table) -> Refusal | None:
        """Why the turn may not end: the wild card is not laid yet."""
        taken = _taken(table)
        return None if taken is None else Refusal(self._lay_first(taken))

    def bars(self, table: Table, lays: Lays, hand: int, can_end: CanEnd) -> Refusal | None:
        """Why this may not be done before the wild card is laid, or why one may not be taken out."""
        taken = _taken(table)
        if taken is not None:
            return None if self._lays(lays, taken) else Refusal(self._lay_first(taken))
        if not isinstance(lays, Exchange) or self._can_lay(table, lays, hand, can_end):
            return None
        return Refusal(
            f"The {lays.wild} may not be kept: you could not lay it again this turn{self._where()}."
        )

    def all_sizes(self, table: Table) -> bool:
        """Whether longer melds are listed: those with the wild card may be none of the smallest."""
        return _taken(table) is not None

    def noted(self, table: Table, lays: Lays) -> Iterable[Event]:
        """The wild card that is owed, and that it has been laid."""
        taken = _taken(table)
        if isinstance(lays, Exchange):
            yield Noted(TAKEN_OUT, lays.wild, TURN)
        elif taken is not None and self._lays(lays, taken):
            yield Noted(TAKEN_OUT, False, TURN)

    def _lay_first(self, taken: Card) -> str:
        return f"Lay the {taken} that you have taken first{self._where()}."

    def _where(self) -> str:
        return "" if self.lay_off else ", in a new meld"

    def _lays(self, lays: Lays, taken: Card) -> bool:
        if isinstance(lays, LayMeld):
            return any(card.text == taken.text for card in lays.cards)
        return self.lay_off and isinstance(lays, LayOff) and lays.card.text == taken.text

    def _can_lay(self, table: Table, asked: Exchange, hand: int, can_end: CanEnd) -> bool:
        """Whether the wild card can be laid after the exchange, and the turn then end."""
        rules = table.rules.meld_rules
        wild = asked.wild
        rest = hand & ~asked.card.bit
        melds = Holding(rules, in_order(table.known, rest)).melds_with(wild)
        if any(can_end(rest & ~mask_of(one.cards)) for one in melds):
            return True
        if not self.lay_off or not can_end(rest):
            return False
        after = table.copy()
        evolve(after, exchange(after, after.seat, asked))
        return any(openings_for(rules, meld, wild) for meld in after.melds)


def _taken(table: Table) -> Card | None:
    """The wild card that is still to be laid again."""
    card = table.turn_notes.get(TAKEN_OUT)
    return card if isinstance(card, Card) else None
