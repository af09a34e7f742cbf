"""Refills: a discard pile that becomes the stock again when that is used up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rummy_core.chance import Chance
from rummy_core.events import DEAL, TURN, Event, Moved, Noted, Shuffled
from rummy_core.table import Table
from rummy_core.zones import DISCARD, STOCK

REFILLS: Final = "refills"
"""Note of the deal: how often the stock was filled again."""
REFILLS_IDLE: Final = "refills_idle"
"""Note of the deal: how many of the last refills had nothing laid between them."""
REFILL_PLAYS: Final = "refill_plays"
"""Note of the deal: how often cards had been laid when the stock was last filled again."""
LAST_TURN: Final = "last_turn"
"""Note of the turn: the stock is used up for good, so that the deal ends with this turn."""
MOST_IDLE: Final = 2
"""Refills in a row with nothing laid between them; a third is not made."""


@dataclass(frozen=True, slots=True)
class Refill:
    """How a stock is filled again: from the discard pile, all but its top card.

    ``shuffled``, or turned over as it lies, the oldest discard on top; ``limit`` is
    how often in a deal, -1 for any number. ``at_once`` does it as soon as the stock
    is empty and the pile has more than its top card, else when a player draws.
    """

    shuffled: bool = True
    limit: int = -1
    at_once: bool = False


def can_refill(table: Table, refill: Refill) -> bool:
    """Whether an empty stock would be filled again."""
    done = _count(table, REFILLS)
    return len(table.orders[DISCARD]) > 1 and (refill.limit < 0 or done < refill.limit) and not is_idle(table)


def is_idle(table: Table) -> bool:
    """Whether a refill now would be one too many in a row with nothing laid between them."""
    return _row(table) > MOST_IDLE


def _row(table: Table) -> int:
    """Which refill in a row with nothing laid the next would be."""
    if not _count(table, REFILLS) or _count(table, REFILL_PLAYS) != table.plays:
        return 1
    return _count(table, REFILLS_IDLE) + 1


def _count(table: Table, note: str) -> int:
    value = table.deal_notes.get(note, 0)
    assert isinstance(value, int)
    return value


def refilled(table: Table, refill: Refill, chance: Chance) -> Iterator[Event]:
    """Fill the stock again."""
    row = _row(table)
    cards = table.orders[DISCARD][-2::-1]
    yield Moved(cards, DISCARD, STOCK, table.layout.everyone)
    if refill.shuffled:
        yield Shuffled(STOCK, chance.shuffle(table.orders[STOCK]), 0)
    yield Noted(REFILLS, _count(table, REFILLS) + 1, DEAL)
    yield Noted(REFILLS_IDLE, row, DEAL)
    yield Noted(REFILL_PLAYS, table.plays, DEAL)


def refill_at_once(table: Table, refill: Refill | None, chance: Chance) -> Iterator[Event]:
    """Fill the stock again where that is done as soon as it is empty.

    Where it would be one time too many with nothing laid between, this turn is the last: what
    is laid in the rest of it changes that no more.
    """
    if refill is None or not refill.at_once or table.masks[STOCK] or LAST_TURN in table.turn_notes:
        return
    if can_refill(table, refill):
        yield from refilled(table, refill, chance)
    elif len(table.orders[DISCARD]) > 1 and is_idle(table):
        yield Noted(LAST_TURN, True, TURN)
