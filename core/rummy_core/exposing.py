"""Exposing: cards that a player must put face up before him, where they stay."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_core.cards import by_face, cards_of
from rummy_core.events import Event, Moved
from rummy_core.table import Table
from rummy_core.zones import Zone

EXPOSED = "exposed"


def exposed_before(seat: int, seats: int) -> Zone:
    """The place before ``seat`` for cards that lie face up and are in no meld: seen by all."""
    return Zone(f"{EXPOSED} {seat}", EXPOSED, owner=seat, viewers=(1 << seats) - 1)


def expose(table: Table, cards: int) -> Iterator[Event]:
    """Put those of ``cards``, a mask, that the acting seat holds face up before it."""
    held = tuple(sorted(cards_of(table.hand(table.seat) & cards), key=by_face))
    if held:
        hand = table.layout.hands[table.seat]
        yield Moved(held, hand, f"{EXPOSED} {table.seat}", table.layout.everyone)


def exposed_by(table: Table, seat: int) -> int:
    """The cards that lie face up before ``seat``, as a mask."""
    return table.masks[f"{EXPOSED} {seat}"]


def all_exposed(table: Table, cards: int) -> bool:
    """Whether those of ``cards`` that the pack has all lie face up before the players."""
    lying = sum(exposed_by(table, seat) for seat in range(table.layout.seats))
    return not cards & table.layout.pack_mask & ~lying
