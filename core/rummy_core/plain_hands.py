"""Hands whose melds do not compete for a card: they are arranged without a search.

Most hands that are spread are of this kind. Where no two of the longest melds in
a hand share a card, and none can be parted in two, laying them all is the only
arrangement of least deadwood.
"""

from __future__ import annotations

from rummy_core.melds import MeldRules
from rummy_core.run_tables import run_masks
from rummy_core.set_search import held_in, ranks_for_sets, suits_of

_IN_SUITS = tuple(sum(1 << 13 * suit for suit in range(4) if suits >> suit & 1) for suits in range(16))
"""What a rank is multiplied by to be a mask of its cards in those suits."""


class PlainHands:
    """Arranges the plain hands under ``rules``; cards that count nothing are not plain."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._runs = _RunsOf(rules)

    def melds(self, mask: int) -> list[int] | None:
        """Return the melds of the hand, sets by rank and then runs by suit; None where it needs a search."""
        suits = suits_of(mask)
        runs: list[int] = []
        shift = 0
        for suit in suits:
            found = self._runs[suit]
            if found is None:
                return None
            runs += [run << shift for run in found]
            shift += 13
        sets = []
        ranks = ranks_for_sets(self._rules, suits)
        if ranks:
            in_runs = sum(runs)
            while ranks:
                rank = ranks & -ranks
                ranks ^= rank
                held = held_in(suits, rank)
                size = held.bit_count()
                if size >= self._rules.min_set:
                    one = rank * _IN_SUITS[held]
                    if one & in_runs or size >= 2 * self._rules.min_set or size > (self._rules.max_set or 4):
                        return None
                    sets.append(one)
        return sets + runs


class _RunsOf(dict[int, tuple[int, ...] | None]):
    """The longest runs in a suit, by its mask; None where they overlap or can be parted in two."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, suit: int) -> tuple[int, ...] | None:
        longest: list[int] = []
        for run in run_masks(self._rules):  # the longest first
            if run & suit == run and not any(run & other == run for other in longest):
                longest.append(run)
        apart = sum(run.bit_count() for run in longest) == _union(longest).bit_count()
        short = all(run.bit_count() < 2 * self._rules.min_run for run in longest)
        found = self[suit] = tuple(sorted(longest)) if apart and short else None
        return found


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
