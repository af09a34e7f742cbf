"""Columns: a score kept in several columns at once, each a game of its own.

A column is a fold over the finished rounds, like the match itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummy_core.scoring import RoundResult, leader, total_boxes, total_points


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the score: the rounds entered in it, and their sums by side.

    ``winner`` is the side that reached the target in it, which closes it; -1 while it is open.
    """

    rounds: tuple[RoundResult, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is entered."""
        return self.winner >= 0


def columns_of(rounds: Sequence[RoundResult], sides: int, count: int, target: int) -> tuple[Column, ...]:
    """Enter ``rounds`` in ``count`` columns, each of which closes at ``target``.

    A round is entered for its winner: in every open column where that side has
    an entry, and in the first open one where it has none. What a round that
    nobody won is worth stands in the first open column, and is nobody's entry.
    """
    entered: list[list[RoundResult]] = [[] for _ in range(count)]
    begun: list[set[int]] = [set() for _ in range(count)]
    closed = [-1] * count
    for one in rounds:
        open_ones = [number for number in range(count) if closed[number] < 0]
        old = [number for number in open_ones if one.winner in begun[number]]
        new = [number for number in open_ones if one.winner not in begun[number]][:1]
        for number in (*old, *new):
            entered[number].append(one)
            if one.winner >= 0:
                begun[number].add(one.winner)
            points = total_points(entered[number], sides)
            if max(points) >= target:
                # Where two share the highest sum it stays open.
                closed[number] = leader(points)
    return tuple(
        Column(tuple(here), total_points(here, sides), total_boxes(here, sides), winner)
        for here, winner in zip(entered, closed, strict=True)
    )
