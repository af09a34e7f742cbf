"""The best arrangements of small hands by trying everything, written apart from the core.

A card is a pair of rank (1 to 13) and suit; nothing here looks at masks, tables or ``MeldRules``'
own judgement of a meld.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from rummy_core.cards import Card
from rummy_core.melds import Ace, MeldRules

Face = tuple[int, int]
Part = tuple[frozenset[Face], ...]


def face(card: Card) -> Face:
    return card.rank, card.suit


@cache
def all_melds(rules: MeldRules) -> dict[frozenset[Face], str]:
    """Every meld of a pack, with its kind."""
    found: dict[frozenset[Face], str] = {}
    for rank in range(1, 14):
        for size in range(rules.min_set, (rules.max_set or 4) + 1):
            for suits in combinations(range(4), size):
                found[frozenset((rank, suit) for suit in suits)] = "set"
    last = {Ace.LOW: 13, Ace.HIGH_OR_LOW: 14, Ace.AROUND: 25}[rules.ace]
    places = [place for place in range(1, last + 1) if (place - 1) % 13 + 1 not in rules.gaps]
    for suit in range(4):
        for start in range(13 - len(rules.gaps)):
            for size in range(rules.min_run, min(13, rules.max_run or 13) + 1):
                lying = places[start : start + size]
                run = frozenset(((place - 1) % 13 + 1, suit) for place in lying)
                if len(lying) == size == len(run):
                    found[run] = "run"
    return found


def partitions(cards: Sequence[Face], rules: MeldRules) -> Iterator[Part]:
    """Every way to put some of the cards in melds."""
    held = frozenset(cards)
    melds = [meld for meld in all_melds(rules) if meld <= held]

    def ways(rest: tuple[Face, ...]) -> Iterator[Part]:
        if not rest:
            yield ()
            return
        first, others = rest[0], rest[1:]
        yield from ways(others)
        for meld in melds:
            if first in meld and meld <= set(rest):
                for more in ways(tuple(one for one in others if one not in meld)):
                    yield (meld, *more)

    return ways(tuple(cards))


def ranked(part: Part, cards: Sequence[Face], value: Callable[[Face], int]) -> tuple[int, int, int]:
    """Deadwood, unmatched cards and melds of one way."""
    melded = {one for meld in part for one in meld}
    rest = [one for one in cards if one not in melded]
    return sum(value(one) for one in rest), len(rest), len(part)


def best(cards: Sequence[Face], rules: MeldRules, value: Callable[[Face], int]) -> tuple[int, int, int]:
    """The least deadwood, then the fewest unmatched cards, then the fewest melds."""
    return min(ranked(part, cards, value) for part in partitions(cards, rules))


def deadwood(cards: Sequence[Face], rules: MeldRules, value: Callable[[Face], int]) -> int:
    """The least deadwood of a hand too large to try every way at once."""
    held = frozenset(cards)
    melds = [meld for meld in all_melds(rules) if meld <= held]
    starting = {one: [meld for meld in melds if one in meld] for one in cards}

    @cache
    def least(rest: frozenset[Face]) -> int:
        if not rest:
            return 0
        first = min(rest)
        found = value(first) + least(rest - {first})
        for meld in starting[first]:
            if meld <= rest:
                found = min(found, least(rest - meld))
        return found

    return least(held)


def fitting(part: Part, cards: Sequence[Face], rules: MeldRules) -> int:
    """How many faces outside the hand fit at once on the melds of one way."""
    legal = all_melds(rules)
    pack = {(rank, suit) for rank in range(1, 14) for suit in range(4)} - set(cards)
    return sum(any(legal.get(meld | {one}) == legal[meld] for meld in part) for one in pack)


def after_lay_offs(
    cards: Sequence[Face], table: Sequence[frozenset[Face]], rules: MeldRules
) -> set[frozenset[Face]]:
    """Every hand that is left after some lay-offs, one card at a time."""
    legal = all_melds(rules)
    queue = [(frozenset(cards), tuple(table))]
    seen = set(queue)
    for hand, melds in queue:
        for one in hand:
            for place, meld in enumerate(melds):
                longer = meld | {one}
                if legal.get(longer) == legal[meld]:
                    state = hand - {one}, (*melds[:place], longer, *melds[place + 1 :])
                    if state not in seen:
                        seen.add(state)
                        queue.append(state)
    return {hand for hand, _ in seen}
