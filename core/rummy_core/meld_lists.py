"""Which melds a hand can lay: the list that a player chooses from.

Where melds may grow later in the turn the smallest are listed, those of which no
part is a meld by itself; where not, all sizes. Cards that no rule tells apart,
equal ones and wild cards of one kind, are named once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from rummy_core.actions import LayMeld
from rummy_core.cards import DECK_SIZE, Card, cards_of
from rummy_core.faces import ACE_HIGH, told
from rummy_core.melds import RUN, SET, Ace, MeldRules, Reading

SMALLEST: Final = 0
"""Ask for the smallest melds."""
ALL: Final = 1000
"""Ask for melds of every size."""

Stack = list[Card]
"""Cards that are alike, the one that goes first first."""


def melds_of(
    rules: MeldRules, cards: Sequence[Card], up_to: int = SMALLEST, using: Card | None = None
) -> tuple[LayMeld, ...]:
    """Return the melds that can be made of ``cards``, each by itself.

    Of cards that are alike those come first that stand first in ``cards``. Melds of
    up to so many cards are listed, and in any case the smallest. ``using`` asks for
    those with one certain card, which they name first.
    """
    return _melds_of(rules, tuple(cards), up_to, using)


@lru_cache(maxsize=2048)
def _melds_of(
    rules: MeldRules, cards: tuple[Card, ...], up_to: int, using: Card | None
) -> tuple[LayMeld, ...]:
    if using is not None:
        # First of its kind, so that it is the one that is named.
        cards = (using, *(card for card in cards if card is not using))
    found: dict[LayMeld, None] = {}
    for group in (
        *_sets(rules, cards, up_to, using),
        *_runs(rules, cards, up_to, using),
        *_patterns(rules, cards),
    ):
        if using is not None and using not in group:
            continue
        for one in _as_actions(rules, group, using):
            found[one] = None
    return tuple(found)


def _as_actions(rules: MeldRules, group: tuple[Card, ...], using: Card | None) -> Iterator[LayMeld]:
    readings = rules.readings(group)
    for reading in readings:
        yield action_of(rules, reading, certain=len(readings) == 1, first=using)


def action_of(rules: MeldRules, reading: Reading, certain: bool, first: Card | None = None) -> LayMeld:
    """Return the action that lays a meld so; what wild cards stand for is named unless it is ``certain``."""
    named = [
        told(one) if card.rank in rules.wilds else None
        for card, one in zip(reading.cards, reading.faces, strict=True)
    ]
    pairs = list(zip(reading.cards, named, strict=True))
    if first is not None:
        pairs.sort(key=lambda pair: pair[0] is not first)
    faces = () if certain else tuple(one for _, one in pairs)
    return LayMeld(tuple(card for card, _ in pairs), faces)


def _stacks(rules: MeldRules, cards: Iterable[Card]) -> tuple[dict[tuple[int, int], Stack], dict[int, Stack]]:
    """Part cards into natural ones by rank and suit, and wild ones by rank."""
    naturals: dict[tuple[int, int], Stack] = {}
    wilds: dict[int, Stack] = {}
    for card in cards:
        if card.rank in rules.wilds:
            wilds.setdefault(card.rank, []).append(card)
        else:
            naturals.setdefault((card.rank, card.suit), []).append(card)
    return naturals, wilds


def _wild_choices(wilds: dict[int, Stack], count: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many wild cards that differ in kind."""
    for kinds in combinations_with_replacement(sorted(wilds), count):
        if all(kinds.count(kind) <= len(wilds[kind]) for kind in set(kinds)):
            yield tuple(card for kind in sorted(set(kinds)) for card in wilds[kind][: kinds.count(kind)])


def _sets(
    rules: MeldRules, cards: Sequence[Card], up_to: int, using: Card | None
) -> Iterator[tuple[Card, ...]]:
    naturals, wilds = _stacks(rules, cards)
    largest = min(rules.max_set or len(cards), max(up_to, rules.min_set))
    most_wilds = sum(map(len, wilds.values()))
    if rules.max_wilds:
        most_wilds = min(most_wilds, rules.max_wilds)
    by_rank: dict[int, list[Stack]] = {}
    for (rank, _), stack in naturals.items():
        by_rank.setdefault(rank, []).append(stack if rules.equal_cards or rank == 0 else stack[:1])
    for rank, stacks in by_rank.items():
        if using is not None and using.rank not in (rank, *rules.wilds):
            continue
        if rank == 1 and rules.ace is Ace.NONE:
            continue
        for counts in product(*(range(len(stack) + 1) for stack in stacks)):
            held = sum(counts)
            if not 0 < held <= largest:
                continue
            own = tuple(card for stack, count in zip(stacks, counts, strict=True) for card in stack[:count])
            for wild in range(max(rules.min_set - held, 0), min(most_wilds, largest - held) + 1):
                for more in _wild_choices(wilds, wild):
                    if rules.is_set((*own, *more)):
                        yield (*own, *more)
    for rank in rules.wild_sets:
        stack = wilds.get(rank, [])
        for size in range(rules.min_set, min(largest, len(stack)) + 1):
            yield tuple(stack[:size])


def _runs(
    rules: MeldRules, cards: Sequence[Card], up_to: int, using: Card | None
) -> Iterator[tuple[Card, ...]]:
    naturals, wilds = _stacks(rules, cards)
    low, high = rules.ends
    count = sum(map(len, wilds.values()))
    most_wilds = min(count, rules.max_wilds) if rules.max_wilds else count
    for suit in range(4):
        if using is not None and using.suit != suit and using.rank not in rules.wilds:
            continue
        held = {rank: stack for (rank, one), stack in naturals.items() if one == suit}
        if not held:
            continue
        places = [held.get(place if place < ACE_HIGH else 1) for place in range(low, high + 1)]
        for start in range(len(places)):
            yield from _runs_from(rules, places, start, wilds, most_wilds, up_to)


def _runs_from(
    rules: MeldRules,
    places: Sequence[Stack | None],
    start: int,
    wilds: dict[int, Stack],
    most_wilds: int,
    up_to: int,
) -> Iterator[tuple[Card, ...]]:
    """Every run that begins at one place; places are filled one after another."""
    longest = rules.max_run or len(places)
    # What lies so far: cards, and how many of them are natural.
    rows: list[tuple[tuple[Card, ...], int]] = [((), 0)]
    for size in range(1, min(longest, len(places) - start) + 1):
        stack = places[start + size - 1]
        grown: list[tuple[tuple[Card, ...], int]] = []
        for lying, natural in rows:
            if stack is not None:
                free = [card for card in stack if card not in lying]
                if free:
                    grown.append(((*lying, free[0]), natural + 1))
            if size - natural <= most_wilds:
                for kind in wilds.values():
                    spare = [card for card in kind if card not in lying]
                    if spare:
                        grown.append(((*lying, spare[0]), natural))
        rows = grown
        if size < rules.min_run:
            continue
        for lying, natural in rows:
            if _listed_run(rules, lying, natural, up_to) and rules.readings(lying, kind=RUN):
                yield lying
        if size >= up_to:
            # Beyond, only a run that still lacks natural cards can be of the smallest.
            rows = [row for row in rows if row[1] < rules.min_naturals]
            if not rows:
                return


def _listed_run(rules: MeldRules, lying: tuple[Card, ...], natural: int, up_to: int) -> bool:
    size = len(lying)
    if natural < size and natural < rules.min_naturals:
        return False
    if size <= max(up_to, rules.min_run):
        return True
    # A longer one is of the smallest only if without either end it would lack natural cards.
    ends = (lying[0], lying[-1])
    return natural == rules.min_naturals and all(card.rank not in rules.wilds for card in ends)


def _patterns(rules: MeldRules, cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for pattern in rules.patterns:
        by_rank = [
            list({card.suit: card for card in cards[::-1] if card.rank == rank}.values())
            for rank in pattern.ranks
        ]
        for group in product(*by_rank) if all(by_rank) else ():
            if pattern.matches(group):
                yield group


def in_order(table_known: Sequence[int], mask: int) -> tuple[Card, ...]:
    """Return the cards of ``mask``, of those that are alike the most widely known first.

    Then by face before pack: wild cards of several faces are alike, and which of two equal ones is held
    may decide nothing among them.
    """

    def first(card: Card) -> tuple[int, int, int]:
        known = sum(bool(one & card.bit) for one in table_known)
        return -known, card.index % DECK_SIZE, card.index

    return tuple(sorted(cards_of(mask), key=first))


__all__ = ["ALL", "SET", "SMALLEST", "action_of", "in_order", "melds_of"]
