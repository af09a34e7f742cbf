"""Which sets the cards of one rank can make, wild cards and sets on the table included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from rummy_core.meld_prices import LAID_OFF, MELD, SetSizes
from rummy_core.melds import Ace, MeldRules

Suited: TypeAlias = tuple[int, int, int, int]
"""How many cards of each suit; jokers that are not wild count as the first."""
Part: TypeAlias = tuple[Suited, int]
"""The cards of one set, and how many wild cards beside them."""

NONE: Suited = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class OpenSet:
    """A set on the table: how many cards it has, its natural ones by suit, its wild ones."""

    number: int
    size: int
    naturals: Suited
    wilds: int


@dataclass(frozen=True, slots=True)
class SetWay:
    """One way to put cards of a rank in sets: new ones, and on those of the table by number."""

    cost: int
    new: tuple[Part, ...]
    on: tuple[tuple[int, Part], ...]


def set_ways(
    rules: MeldRules,
    rank: int,
    held: Suited,
    wilds: int,
    table: tuple[OpenSet, ...],
    sizes: SetSizes | None = None,
) -> tuple[tuple[Suited, int, SetWay], ...]:
    """Return each choice of cards, natural ones by suit and a number of wild ones, that can all go in sets.

    Each with the way that costs least by ``sizes``, then in lay-offs and melds; no card at all is the first.
    """
    if rank == 1 and rules.ace is Ace.NONE:
        return ((NONE, 0, SetWay(0, (), ())),)
    return _set_ways(rules, rank == 0, held, wilds, table, sizes)


@lru_cache(maxsize=16384)
def _set_ways(
    rules: MeldRules,
    jokers: bool,
    held: Suited,
    wilds: int,
    table: tuple[OpenSet, ...],
    sizes: SetSizes | None,
) -> tuple[tuple[Suited, int, SetWay], ...]:
    found = []
    free = rules.equal_cards or jokers
    most = sum(held)
    for some in product(*(range(count + 1) for count in held)):
        naturals = (some[0], some[1], some[2], some[3])
        number = sum(naturals)
        for wild in range(wilds + 1):
            if number + wild and not table and (number + wild < rules.min_set or not most):
                continue
            way = cheapest_sets(rules, free, naturals, wild, table, sizes)
            if way is not None:
                found.append((naturals, wild, way))
    return tuple(found)


@lru_cache(maxsize=65536)
def cheapest_sets(
    rules: MeldRules,
    free: bool,
    naturals: Suited,
    wilds: int,
    table: tuple[OpenSet, ...],
    sizes: SetSizes | None = None,
) -> SetWay | None:
    """Return the way to put all these cards of a rank in sets that costs least, if any.

    ``free`` lets equal cards lie in one set.
    """
    if table:
        best = None
        first, rest = table[0], table[1:]
        for more in _additions(rules, free, naturals, wilds, first):
            cards, wild = more
            left = cheapest_sets(rules, free, _less(naturals, cards), wilds - wild, rest, sizes)
            if left is None:
                continue
            many = sum(cards) + wild
            cost = left.cost + LAID_OFF * many
            if sizes is not None:
                cost += sizes.closed(first.size, cards, wild)
            if best is None or cost < best.cost:
                on = ((first.number, more), *left.on) if many else left.on
                best = SetWay(cost, left.new, on)
        return best
    found = _parted(rules, free, naturals, wilds, sizes)
    return None if found is None else SetWay(*found, ())


def _additions(rules: MeldRules, free: bool, naturals: Suited, wilds: int, table: OpenSet) -> Iterator[Part]:
    """The cards that can be laid off on a set of the table; none first."""
    room = rules.max_set - table.size if rules.max_set else 99
    if not free:
        room = min(room, 4 - table.size)
        naturals = _suited(
            [min(count, 1 - there) for count, there in zip(naturals, table.naturals, strict=True)]
        )
    most = min(wilds, rules.max_wilds - table.wilds) if rules.max_wilds else wilds
    for some in product(*(range(count + 1) for count in naturals)):
        for wild in range(most + 1):
            if sum(some) + wild <= max(room, 0):
                yield _suited(some), wild


@lru_cache(maxsize=65536)
def _parted(
    rules: MeldRules, free: bool, naturals: Suited, wilds: int, sizes: SetSizes | None
) -> tuple[int, tuple[Part, ...]] | None:
    """Part all these cards in sets at the least cost, which is told too; None where they cannot be."""
    if not sum(naturals):
        return None if wilds else (0, ())
    best: tuple[int, tuple[Part, ...]] | None = None
    alike = free and not rules.unlike_pairs and (sizes is None or len(set(sizes.worths)) == 1)
    for part in _sets_with_first(rules, free, naturals, wilds, alike):
        rest = _parted(rules, free, _less(naturals, part[0]), wilds - part[1], sizes)
        if rest is None:
            continue
        cost = rest[0] + MELD + (0 if sizes is None else sizes.closed(0, *part))
        if best is None or cost < best[0]:
            best = cost, (part, *rest[1])
    return best


def _sets_with_first(
    rules: MeldRules, free: bool, naturals: Suited, wilds: int, alike: bool
) -> Iterator[Part]:
    """Every set that holds a card of the first suit there is, the largest first.

    Of cards that are ``alike`` it makes no difference which goes in which set.
    """
    total = sum(naturals)
    largest = rules.max_set or total + wilds
    if not free:
        largest = min(largest, 4)
    if alike:
        choices = [_first(naturals, number) for number in range(1, total + 1)]
    else:
        lowest = next(suit for suit in range(4) if naturals[suit])
        choices = [
            _suited(some)
            for some in product(*(range((count if free else min(count, 1)) + 1) for count in naturals))
            if some[lowest]
        ]
    found = []
    for cards in choices:
        number = sum(cards)
        most = min(wilds, rules.max_wilds or wilds) if number >= rules.min_naturals else 0
        for wild in range(most + 1):
            equal_pair = rules.unlike_pairs and max(cards) == 2 == number + wild
            if rules.min_set <= number + wild <= largest and not equal_pair:
                found.append((cards, wild))
    found.sort(key=lambda part: -sum(part[0]) - part[1])
    yield from found


def _first(naturals: Suited, number: int) -> Suited:
    """So many of the cards, the first suits first."""
    found = []
    for count in naturals:
        found.append(min(count, number))
        number -= found[-1]
    return _suited(found)


def _less(naturals: Suited, taken: Suited) -> Suited:
    return _suited([count - some for count, some in zip(naturals, taken, strict=True)])


def _suited(counts: Sequence[int]) -> Suited:
    return counts[0], counts[1], counts[2], counts[3]


@lru_cache(maxsize=256)
def among_themselves(rules: MeldRules) -> MeldRules:
    """Return the rules of sets of wild cards alone, for which those are what they are."""
    return MeldRules(min_set=rules.min_set, max_set=rules.max_set, equal_cards=rules.equal_cards)
