"""Following: what a seat can know from the events it saw, reckoned beside the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from rummy_core.cards import Card, cards_of, mask_of, text_of
from rummy_core.events import Borrowed, Event, Exchanged, Laid, Moved, Shown, Shuffled
from rummy_core.table import Table
from rummy_core.testing.failures import Fault, Property

TOLD: Final = Property(
    "events tell what is known",
    "an event is seen by those who saw the card go; what a seat may know comes from events alone",
)

_MELDS: Final = "the melds"


class Follower:
    """What a seat can know from the masked events alone, as a reader of its log would reckon it.

    The table's own knowledge, which views are made of, may hold nothing more and
    nothing less.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._seat = seat
        self._zones = table.layout.zone
        known = table.known[seat]
        self._places = {
            _MELDS: reduce(or_, (meld.mask for meld in table.melds), 0),
            **{name: mask & known for name, mask in table.masks.items()},
        }
        """The cards known in each place, as masks."""

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
        elif isinstance(event, Borrowed):
            self._put((event.card,), event.target)
        elif isinstance(event, Exchanged):
            self._put((event.card,), _MELDS)
            self._put((event.wild,), event.source)

    def _forget(self, zone: str) -> None:
        self._places[zone] = 0

    def _put(self, cards: Sequence[Card | None], zone: str) -> None:
        told = mask_of(card for card in cards if card is not None)
        if told:
            for name, known in self._places.items():
                self._places[name] = known & ~told
            self._places[zone] |= told

    def check(self, table: Table) -> None:
        """Check that the table holds for the seat what it can know."""
        known = 0
        for place, mask in self._places.items():
            known |= mask
            if place != _MELDS and mask & ~table.masks[place]:
                gone = text_of(cards_of(mask & ~table.masks[place]))
                raise Fault(TOLD, f"seat {self._seat} saw {gone} go to {place}; it is not there")
        if known != table.known[self._seat]:
            more = text_of(cards_of(table.known[self._seat] & ~known))
            less = text_of(cards_of(known & ~table.known[self._seat]))
            raise Fault(
                TOLD,
                f"seat {self._seat} is held to know {more or 'nothing'} that no event told it, "
                f"and not to know {less or 'nothing'} that one did",
            )
