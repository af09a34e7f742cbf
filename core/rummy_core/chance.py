"""Chance: every shuffle from the match's seed, the same on every Python."""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterable, Sequence
from hashlib import shake_256
from typing import TypeVar

T = TypeVar("T")


def as_named(items: Iterable[T], order: Iterable[object]) -> tuple[T, ...]:
    """Return ``items`` in an order that is told by their texts; of those that read the same the first first.

    Raises:
        ValueError: if a text names no item that is left.
    """
    left: dict[str, deque[T]] = {}
    for item in items:
        left.setdefault(str(item), deque()).append(item)
    try:
        return tuple([left[str(one)].popleft() for one in order])
    except (KeyError, IndexError):
        raise ValueError("the order names what is not there") from None


class Chance:
    """The source of all shuffles of one deal.

    Each shuffle is drawn afresh from (seed, round, table, number of the
    shuffle), so that a copy or an undo has no generator to rewind.
    """

    __slots__ = ("key", "recorded", "shuffles")

    def __init__(self, seed: int | str, round_number: int = 0, table: int = 0) -> None:
        self.key = f"{seed}/{round_number}/{table}"
        self.shuffles = 0
        self.recorded: list[tuple[object, ...]] = []
        """Orders to be given out before any is drawn: what a record says fell."""

    def copy(self) -> Chance:
        """Return a chance that goes on as this one would."""
        twin = Chance.__new__(Chance)
        twin.key = self.key
        twin.shuffles = self.shuffles
        twin.recorded = self.recorded
        return twin

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return ``items`` in a random order."""
        number = self.shuffles
        self.shuffles += 1
        if number < len(self.recorded):
            order = self.recorded[number]
            if sorted(map(str, order)) != sorted(map(str, items)):
                raise ValueError("the recorded shuffle does not hold the cards of the zone")
            # What was recorded names faces: of equal cards those go in that are there.
            return as_named(items, order)
        size = len(items)
        digest = shake_256(f"{self.key}/{number}".encode()).digest(8 * size)
        keys = struct.unpack(f">{size}Q", digest)
        return tuple([items[place] for place in sorted(range(size), key=keys.__getitem__)])
