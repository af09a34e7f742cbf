"""Which cards of a hand go into sets, so that the rest is best melded in runs.

A depth-first search over the ranks that allow a choice. What the undecided ranks
could still give at best bounds it, so that a hand may be a whole pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from rummy_core.melds import MeldRules
from rummy_core.run_tables import MELD, POINT_SHIFT, SUIT

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand as one mask of 13 bits for each suit."""
Cost: TypeAlias = Callable[[int, int, int], int]
"""The least cost of suit, mask and the cards of it that may still go elsewhere."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to use the cards of a rank outside runs.

    ``taken`` and each of ``sets`` are masks of four suits; ``laid_off`` are the
    suits whose card goes on a set on the table.
    """

    taken: int
    sets: tuple[int, ...]
    laid_off: int
    cost: int


@dataclass(frozen=True, slots=True)
class RankChoices:
    """The choices at one rank, ``bit`` being the rank within a suit."""

    bit: int
    choices: tuple[Choice, ...]


Picks: TypeAlias = tuple[tuple[int, Choice], ...]


def set_sizes(rules: MeldRules) -> range:
    """Return the sizes a set may have with one card of each suit."""
    return range(rules.min_set, min(rules.max_set or 4, 4) + 1)


@cache
def set_choices(rules: MeldRules, suits: int) -> tuple[Choice, ...]:
    """Return every way to make sets of a rank held in ``suits``; making none is the last."""

    def ways(rest: int) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield ()
            return
        low = rest & -rest
        for some in range(15, 0, -1):
            if some & low and some & rest == some and some.bit_count() in sizes:
                for more in ways(rest ^ some):
                    yield (some, *more)
        yield from ways(rest ^ low)

    sizes = set_sizes(rules)
    found = (Choice(sum(sets), sets, 0, len(sets) * MELD) for sets in ways(suits))
    return tuple(sorted(found, key=lambda each: (-each.taken.bit_count(), each.cost, each.sets)))


def ranks_for_sets(rules: MeldRules, suits: Suits) -> int:
    """Return the ranks that may be held often enough for a set."""
    clubs, diamonds, hearts, spades = suits
    if rules.min_set < 3:
        return clubs | diamonds | hearts | spades
    return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)


def rank_choices(rules: MeldRules, suits: Suits) -> list[RankChoices]:
    """Return the choices at each rank of which there can be a set."""
    found = []
    rest = ranks_for_sets(rules, suits)
    while rest:
        bit = rest & -rest
        rest ^= bit
        choices = set_choices(rules, held_in(suits, bit))
        if len(choices) > 1:
            found.append(RankChoices(bit, choices))
    return found


def suits_of(mask: int) -> Suits:
    """Return the four suits of a mask of cards."""
    return mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39


def of_rank(bit: int, suits: int) -> int:
    """Return the mask of the cards of one rank in ``suits``."""
    return sum(bit << 13 * suit for suit in range(4) if suits >> suit & 1)


def held_in(suits: Suits, bit: int) -> int:
    """Return the suits that hold the rank of ``bit``."""
    clubs, diamonds, hearts, spades = suits
    return (clubs & bit and 1) | (diamonds & bit and 2) | (hearts & bit and 4) | (spades & bit and 8)


def without(suits: Suits, bit: int, taken: int) -> Suits:
    """Return ``suits`` without the rank of ``bit`` in each suit of ``taken``."""
    clubs, diamonds, hearts, spades = suits
    return (
        clubs & ~bit if taken & 1 else clubs,
        diamonds & ~bit if taken & 2 else diamonds,
        hearts & ~bit if taken & 4 else hearts,
        spades & ~bit if taken & 8 else spades,
    )


def _free(ranks: Sequence[RankChoices]) -> list[Suits]:
    """Return, for each number of ranks decided, the cards that may still leave each suit."""
    free = [0, 0, 0, 0]
    found: list[Suits] = [(0, 0, 0, 0)]
    for rank in reversed(ranks):
        for suit in range(4):
            if any(choice.taken >> suit & 1 for choice in rank.choices):
                free[suit] |= rank.bit
        found.append((free[0], free[1], free[2], free[3]))
    found.reverse()
    return found


def _bounded(
    suits: Suits, spent: int, rank: RankChoices, free: Suits, cost: Cost
) -> list[tuple[int, Suits, int, Choice]]:
    """Return bound, suits left and cost so far after each choice, the most hopeful first."""
    found = []
    for choice in rank.choices:
        left = without(suits, rank.bit, choice.taken)
        so_far = spent + choice.cost
        bound = so_far
        for suit in range(4):
            bound += cost(suit, left[suit], free[suit])
        found.append((bound, left, so_far, choice))
    found.sort(key=lambda each: each[0])
    return found


Future: TypeAlias = tuple[int, tuple[tuple[int, ...], ...]]


class _Futures:
    """Tells which choices at the ranks so far leave the same future.

    The ranks to come care only for how the decided cards of a suit go on: what they
    cost together with the cards that touch them from above or, round the corner,
    from the king down.
    """

    def __init__(self, ranks: Sequence[RankChoices], cost: Cost, shift: int) -> None:
        self._bits = [rank.bit for rank in ranks]
        self._cost = cost
        self._shift = shift
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def of(self, depth: int, suits: Suits) -> tuple[int, Future]:
        """Return what the decided cards cost by themselves, and their future."""
        price = 0
        futures: list[tuple[int, ...]] = []
        for suit, mask in enumerate(suits):
            key = suit, depth, mask
            costs = self._known.get(key)
            if costs is None:
                costs = self._known[key] = self._costs(suit, mask, self._bits[depth])
            price += costs[0]
            futures.append(costs[1:])
        return price, (depth, tuple(futures))

    def _costs(self, suit: int, mask: int, bit: int) -> tuple[int, ...]:
        decided = mask & (bit - 1)
        ahead = mask ^ decided
        own = self._cost(suit, decided, 0) >> self._shift
        costs = [own]
        for above in _blocks(ahead, bit, 1):
            for top in _blocks(ahead, 1 << 12, -1):
                if above | top:
                    costs.append((self._cost(suit, decided | above | top, 0) >> self._shift) - own)
        return tuple(costs)


def _blocks(mask: int, start: int, step: int) -> list[int]:
    """Return the blocks of neighbouring ranks of ``mask`` from ``start`` on, the empty one first."""
    found = [0]
    while mask & start:
        found.append(found[-1] | start)
        start = start << 1 if step > 0 else start >> 1
    return found


_FEW: Final = 2  # ranks with a choice: most hands have no more, and are counted out without a search


def _counted_out(suits: Suits, ranks: Sequence[RankChoices], cost: Cost) -> list[tuple[int, Suits, Picks]]:
    """Return cost, suits left and choices of every way to decide a few ranks."""
    ways: list[tuple[int, Suits, Picks]] = [(0, suits, ())]
    for rank in ranks:
        bit = rank.bit
        ways = [
            (spent + choice.cost, without(left, bit, choice.taken), (*picks, (bit, choice)))
            for spent, left, picks in ways
            for choice in rank.choices
        ]
    return [
        (spent + cost(0, c, 0) + cost(1, d, 0) + cost(2, h, 0) + cost(3, s, 0), (c, d, h, s), picks)
        for spent, (c, d, h, s), picks in ways
    ]


def least(suits: Suits, ranks: Sequence[RankChoices], cost: Cost, shift: int = 0) -> tuple[int, Suits, Picks]:
    """Return the least cost, what is left for runs, and the choice at each rank.

    The first of equals in a fixed order. With ``shift`` so many low bits do not
    count: POINT_SHIFT finds the least points sooner.
    """
    if len(ranks) <= _FEW:
        return min(_counted_out(suits, ranks, cost), key=lambda way: way[0] >> shift)
    free = _free(ranks)
    futures = _Futures(ranks, cost, shift)
    seen: dict[Future, int] = {}
    best: tuple[int, Suits, Picks] | None = None

    def descend(depth: int, suits: Suits, spent: int, bound: int, picks: Picks) -> None:
        nonlocal best
        if depth == len(ranks):
            best = (bound, suits, picks)
            return
        if 1 < depth < len(ranks) - 1:
            price, future = futures.of(depth, suits)
            price += spent >> shift
            if seen.get(future, price + 1) <= price:
                return
            seen[future] = price
        rank = ranks[depth]
        for lower, left, so_far, choice in _bounded(suits, spent, rank, free[depth + 1], cost):
            if best is not None and lower >> shift >= best[0] >> shift:
                return
            descend(depth + 1, left, so_far, lower, (*picks, (rank.bit, choice)))

    descend(0, suits, 0, sum(cost(suit, suits[suit], 0) for suit in range(4)), ())
    assert best is not None
    return best


def every(
    suits: Suits, ranks: Sequence[RankChoices], cost: Cost, points: int
) -> Iterator[tuple[Suits, Picks]]:
    """Yield what is left for runs and the choices, wherever ``points`` are reached."""
    if len(ranks) <= _FEW:
        for price, left, picks in sorted(_counted_out(suits, ranks, cost), key=lambda way: way[0]):
            if price >> POINT_SHIFT <= points:
                yield left, picks
        return
    free = _free(ranks)
    futures = _Futures(ranks, cost, POINT_SHIFT)
    hopeless: dict[Future, int] = {}

    def descend(depth: int, suits: Suits, spent: int, picks: Picks) -> Iterator[tuple[Suits, Picks]]:
        if depth == len(ranks):
            yield suits, picks
            return
        price, future = futures.of(depth, suits)
        if price >= hopeless.get(future, price + 1):
            return
        rank = ranks[depth]
        fruitful = False
        for lower, left, so_far, choice in _bounded(suits, spent, rank, free[depth + 1], cost):
            if lower >> POINT_SHIFT > points:
                break
            for found in descend(depth + 1, left, so_far, (*picks, (rank.bit, choice))):
                fruitful = True
                yield found
        if not fruitful:
            hopeless[future] = price

    yield from descend(0, suits, 0, ())
