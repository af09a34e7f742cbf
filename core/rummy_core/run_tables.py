"""Runs within one suit, tabled over every set of ranks that a hand may hold of it.

A suit is a mask of 13 bits, the ace lowest. A *cost* is one integer that compares
ways to part a hand: points unmatched first, then cards unmatched, cards laid off,
and melds, so that of equal deadwood the way with fewer and longer melds is less.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final

from rummy_core.cards import CARDS
from rummy_core.melds import MeldRules

SUIT: Final = 8191
POINT_SHIFT: Final = 20
POINT: Final = 1 << POINT_SHIFT
UNMATCHED: Final = 1 << 14
LAID_OFF: Final = 1 << 8
MELD: Final = 4
IN_SET: Final = 1  # a card's share of a set of four: what a card in any set costs at least

_REMEMBERED: Final = 200_000


@cache
def run_masks(rules: MeldRules) -> tuple[int, ...]:
    """Return every run of one suit, the longest first."""
    found: set[int] = set()
    ranks = [place for place in range(13) if place + 1 not in rules.gaps]
    for start in range(len(ranks)):
        for size in range(1, len(ranks) + 1):
            places = [ranks[(start + step) % len(ranks)] for step in range(size)]
            if rules.run_order([CARDS[place] for place in places]) is not None:
                found.add(sum(1 << place for place in places))
    return tuple(sorted(found, key=lambda run: (-run.bit_count(), run)))


@cache
def run_table(rules: MeldRules, values: tuple[int, ...]) -> RunTable:
    """Return the table of a suit whose cards count ``values``, ace first."""
    return RunTable(rules, values)


class RunTable:
    """What the cards of one suit cost when they are melded in runs alone.

    ``cost`` and ``points`` are indexed by the mask of the suit; ``points`` is the
    least deadwood.
    """

    def __init__(self, rules: MeldRules, values: tuple[int, ...]) -> None:
        self._weights = {1 << place: value * POINT + UNMATCHED for place, value in enumerate(values)}
        self._values = values
        self._runs: dict[int, list[int]] = {1 << place: [] for place in range(13)}
        for run in run_masks(rules):
            self._runs[run & -run].append(run)
        self._relaxed: dict[int, int] = {}
        self.cost = cost = [0] * (SUIT + 1)
        # A mask needs those with a higher lowest card: what is left without that card or its run.
        for low in sorted(self._weights, reverse=True):
            weight = self._weights[low]
            runs = self._runs[low]
            for mask in range(low, SUIT + 1, 2 * low):
                least = cost[mask ^ low] + weight
                for run in runs:
                    if mask & run == run and cost[mask ^ run] + MELD < least:
                        least = cost[mask ^ run] + MELD
                cost[mask] = least
        self.points = [each >> POINT_SHIFT for each in cost]

    @cached_property
    def sums(self) -> list[int]:
        """What all cards of a mask count."""
        sums = [0]
        for value in self._values:
            sums += [each + value for each in sums]
        return sums

    @cached_property
    def in_runs(self) -> list[int]:
        """The cards of a mask that are in at least one run of it."""
        found = [0] * (SUIT + 1)
        for mask in range(1, SUIT + 1):
            low = mask & -mask
            some = found[mask ^ low]
            for run in self._runs[low]:
                if mask & run == run:
                    some |= run
            found[mask] = some
        return found

    @cached_property
    def drops(self) -> tuple[list[int], list[int]]:
        """How far dropping the best card lowers the points of a mask, and all cards that do.

        The first is negative where every card is needed; an empty mask has
        nothing to drop and never compares as best.
        """
        points = self.points
        gains = [-(1 << 60)]
        cards = [0]
        for mask in range(1, SUIT + 1):
            least = 1 << 60
            best = 0
            rest = mask
            while rest:
                low = rest & -rest
                rest ^= low
                left = points[mask ^ low]
                if left < least:
                    least = left
                    best = low
                elif left == least:
                    best |= low
            gains.append(points[mask] - least)
            cards.append(best)
        return gains, cards

    def relaxed(self, mask: int, free: int) -> int:
        """Return the least cost of ``mask`` when cards of ``free`` may all be in sets.

        No choice of sets among the free cards can do better.
        """
        free &= mask
        if not free:
            return self.cost[mask]
        known = self._relaxed
        key = mask << 13 | free
        least = known.get(key)
        if least is None:
            low = mask & -mask
            least = self.relaxed(mask ^ low, free) + (IN_SET if low & free else self._weights[low])
            for run in self._runs[low]:
                if mask & run == run:
                    least = min(least, self.relaxed(mask ^ run, free) + MELD)
            if len(known) >= _REMEMBERED:
                known.clear()
            known[key] = least
        return least

    def split(self, mask: int) -> list[int]:
        """Return the runs of the least costly way to part ``mask``, always the same."""
        cost = self.cost
        found = []
        while mask:
            low = mask & -mask
            for run in self._runs[low]:
                if mask & run == run and cost[mask ^ run] + MELD == cost[mask]:
                    found.append(run)
                    mask ^= run
                    break
            else:
                mask ^= low
        return found

    def splits(self, mask: int) -> Iterator[tuple[int, ...]]:
        """Yield every choice of runs that leaves the least points of ``mask``."""
        if not mask:
            yield ()
            return
        points = self.points
        low = mask & -mask
        for run in self._runs[low]:
            if mask & run == run and points[mask ^ run] == points[mask]:
                for rest in self.splits(mask ^ run):
                    yield (run, *rest)
        if points[mask ^ low] + (self._weights[low] >> POINT_SHIFT) == points[mask]:
            yield from self.splits(mask ^ low)
