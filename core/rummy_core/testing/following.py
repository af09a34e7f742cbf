"""Following: what a seat can know from the events it saw, reckoned beside the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_core.cards import Card, text_of
from rummy_core.events import Event, Exchanged, Laid, Moved, Shown, Shuffled
from rummy_core.table import Table
from rummy_core.testing.failures import Fault

TOLD: Final = "events tell what is known"

_MELDS: Final = "the melds"


class Follower:
    """What a seat can know from the masked events alone, as a reader of its log would reckon it.

    The table's own knowledge, which views are made of, may hold nothing more and
    nothing less.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._seat = seat
        self._zones = table.layout.zone
        self._place: dict[Card, str] = {}
        if self._zones[table.layout.zones[0].name].viewers >> seat & 1:
            self._place = dict.fromkeys(table.layout.pack.cards, table.layout.zones[0].name)

    def follow(self, event: Event) -> None:
        """Take in an event as the seat saw it."""
        if isinstance(event, Shuffled):
            self._forget(event.zone)
            self._put(event.order, event.zone)
        elif isinstance(event, Moved):
            # A card that left an unordered zone unseen may be any of those known there.
            if None in event.cards and not self._zones[event.source].ordered:
                self._forget(event.source)
            self._put(event.cards, event.target)
        elif isinstance(event, Shown):
            self._put(event.cards, event.zone)
        elif isinstance(event, Laid):
            self._put(event.cards, _MELDS)
        elif isinstance(event, Exchanged):
            self._put((event.card,), _MELDS)
            self._put((event.wild,), event.source)

    def _forget(self, zone: str) -> None:
        self._place = {card: place for card, place in self._place.items() if place != zone}

    def _put(self, cards: Sequence[Card | None], zone: str) -> None:
        for card in cards:
            if card is not None:
                self._place[card] = zone

    def check(self, table: Table) -> None:
        """Check that the table holds for the seat what it can know."""
        known = 0
        for card, place in self._place.items():
            known |= card.bit
            if place != _MELDS and not table.masks[place] & card.bit:
                raise Fault(TOLD, f"seat {self._seat} saw the {card} go to {place}; it is not there")
        if known != table.known[self._seat]:
            more = [card for card in table.layout.pack.cards if table.known[self._seat] & ~known & card.bit]
            less = [card for card in table.layout.pack.cards if known & ~table.known[self._seat] & card.bit]
            raise Fault(
                TOLD,
                f"seat {self._seat} is held to know {text_of(more) or 'nothing'} that no event told it, "
                f"and not to know {text_of(less) or 'nothing'} that one did",
            )
