"""Melds with wild cards, equal cards and lay-offs by trying everything, apart from the core's judgement.

A meld is judged from its kind and its cards as they lie, each with the face it counts as: rank (1 to
14, 0 for a joker) and suit (-1 in a set). Of ``MeldRules`` only the fields are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations

from rummy_core.cards import Card
from rummy_core.faces import face
from rummy_core.melds import Ace, MeldRules
from rummy_core.scoring import BySize, Melded

Face = tuple[int, int]
Lying = tuple[tuple[Card, Face], ...]
Way = tuple[str, Lying]


def is_meld(rules: MeldRules, kind: str, lying: Lying) -> bool:
    """Whether cards that lie so, and count so, are a meld of that kind."""
    cards = [card for card, _ in lying]
    wilds = [card for card in cards if card.rank in rules.wilds]
    naturals = [card for card in cards if card.rank not in rules.wilds]
    faces = [counts for _, counts in lying]
    if kind == "set":
        least, most = rules.min_set, rules.max_set
    elif kind == "run":
        least, most = rules.min_run, rules.max_run
    else:
        return _is_pattern(rules, kind, cards, faces)
    if len(lying) < least or (most and len(lying) > most):
        return False
    if kind == "set" and not naturals:
        ranks = {card.rank for card in cards}
        if ranks != {0} and not rules.equal_cards and len({card.suit for card in cards}) < len(cards):
            return False
        return len(ranks) == 1 and ranks <= set(rules.wild_sets) and faces == [_own(card) for card in cards]
    if not naturals or (wilds and len(naturals) < rules.min_naturals):
        return False
    if rules.max_wilds and len(wilds) > rules.max_wilds:
        return False
    return _is_set(rules, lying) if kind == "set" else _is_run(rules, lying, len(wilds))


def _own(card: Card) -> Face:
    return card.rank, card.suit


def _is_set(rules: MeldRules, lying: Lying) -> bool:
    ranks = {counts[0] for _, counts in lying}
    if len(ranks) != 1 or (ranks == {1} and rules.ace is Ace.NONE):
        return False
    naturals = [one for one in lying if one[0].rank not in rules.wilds]
    if any(counts != _own(card) for card, counts in naturals):
        return False
    if any(counts[1] != -1 for card, counts in lying if card.rank in rules.wilds):
        return False
    if rules.unlike_pairs and len(lying) == 2 and len({str(card) for card, _ in lying}) == 1:
        return False
    suits = [card.suit for card, _ in naturals]
    free = rules.equal_cards or ranks == {0}
    return free or (len(set(suits)) == len(suits) and len(lying) <= 4)


def _following(rules: MeldRules, first: int, count: int) -> list[int]:
    """So many places from the first on, those that runs pass over left out."""
    return [place for place in range(first, 40) if (place - 1) % 13 + 1 not in rules.gaps][:count]


def _is_run(rules: MeldRules, lying: Lying, wilds: int) -> bool:
    suits = {counts[1] for _, counts in lying}
    places = [counts[0] for _, counts in lying]
    if len(suits) != 1 or suits == {-1} or 0 in places:
        return False
    if rules.ace is Ace.AROUND:
        if len(lying) > 13 or [1 if one == 14 else one for one in places] != [
            (places[0] - 1 + step) % 13 + 1 for step in range(len(places))
        ]:
            return False
        # An ace is high where it lies above a king and nothing above it.
        if any(one == 14 for one in places[:-1]) or (places[-1] in (1, 14)) != (places[-1] == 14):
            return False
    elif places != _following(rules, places[0], len(places)):
        return False
    low = 2 if rules.ace in (Ace.HIGH, Ace.NONE) else 1
    high = 13 if rules.ace in (Ace.LOW, Ace.NONE) else 14
    if not all(low <= one <= high for one in places):
        return False
    for card, counts in lying:
        if card.rank not in rules.wilds:
            if _own(card) != ((counts[0] - 1) % 13 + 1, counts[1]):
                return False
        elif wilds > 1 and (card.rank, face(*counts)) in rules.alone:
            return False
    return True


def _is_pattern(rules: MeldRules, kind: str, cards: Sequence[Card], faces: Sequence[Face]) -> bool:
    for pattern in rules.patterns:
        if pattern.name == kind and sorted(pattern.ranks) == sorted(card.rank for card in cards):
            suits = {card.suit for card in cards}
            right = len(suits) == 1 if pattern.one_suit else suits in ({0, 3}, {1, 2})
            if right and list(faces) == [_own(card) for card in cards]:
                return True
    return False


@lru_cache(maxsize=200_000)
def ways(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Way, ...]:
    """Every way in which all of ``cards`` are a meld."""
    found: list[Way] = []
    for rank in range(14):
        lying = tuple((card, _own(card) if card.rank == rank else (rank, -1)) for card in cards)
        if all(card.rank in (rank, *rules.wilds) for card in cards):
            lying = tuple((card, (rank, -1) if card.rank in rules.wilds else _own(card)) for card in cards)
            if is_meld(rules, "set", lying):
                found.append(("set", lying))
    as_they_are = tuple((card, _own(card)) for card in cards)
    if is_meld(rules, "set", as_they_are) and ("set", as_they_are) not in found:
        found.append(("set", as_they_are))
    found += [("run", lying) for lying in _runs(rules, cards)]
    found += [
        (pattern.name, as_they_are) for pattern in rules.patterns if is_meld(rules, pattern.name, as_they_are)
    ]
    return tuple(found)


def _runs(rules: MeldRules, cards: tuple[Card, ...]) -> Iterator[Lying]:
    naturals = [card for card in cards if card.rank not in rules.wilds]
    wilds = [card for card in cards if card.rank in rules.wilds]
    suits = {card.suit for card in naturals}
    if len(suits) != 1 or suits == {-1}:
        return
    (suit,) = suits
    for start in range(1, 15):
        if (start - 1) % 13 + 1 in rules.gaps:
            continue
        places = _following(rules, start, len(cards))
        if rules.ace is Ace.AROUND:
            places = [(one - 1) % 13 + 1 for one in places]
            if len(places) > 1 and places[-1] == 1:
                places[-1] = 14
        if max(places) > 14:
            continue
        filled: list[Card | None] = []
        rest = list(naturals)
        for place in places:
            there = next((card for card in rest if card.rank == (place - 1) % 13 + 1), None)
            if there is not None:
                rest.remove(there)
            filled.append(there)
        # A natural card may also be missing where an equal one lies at the other end.
        options = [filled]
        if len(places) == 14 and filled[0] is not None and filled[0].rank == 1 and filled[-1] is None:
            options.append([None, *filled[1:-1], filled[0]])
        for one in options:
            if rest or one.count(None) != len(wilds):
                continue
            seen = set()
            for order in permutations(wilds):
                if (ranks := tuple(card.rank for card in order)) in seen:
                    continue
                seen.add(ranks)
                left = list(order)
                lies = tuple(
                    (card if card is not None else left.pop(0), (place, suit))
                    for card, place in zip(one, places, strict=True)
                )
                if is_meld(rules, "run", lies):
                    yield lies


def melds_in(rules: MeldRules, cards: Sequence[Card]) -> list[Way]:
    """Every meld that some of ``cards`` make."""
    return [
        way
        for size in range(1, len(cards) + 1)
        for some in combinations(cards, size)
        for way in ways(rules, some)
    ]


Value = tuple[int, int, int, int]
"""What is to be least: points lost, cards unmatched, cards laid off, melds."""


def best(
    rules: MeldRules,
    cards: Sequence[Card],
    in_hand: Sequence[int],
    melded: Melded | None = None,
    left_counts: bool = True,
    table: Sequence[Way] = (),
    by_size: BySize | None = None,
) -> Value:
    """The best use of cards beside melds of the table, by trying all; points lost may be below nothing."""

    def points(kind: str, lying: Lying) -> int:
        found = sum(melded(card, face(*counts), kind) for card, counts in lying) if melded else 0
        if by_size is not None:
            found *= by_size.times(kind, len(lying)) if by_size.times else 1
            found += by_size.whole(kind, len(lying)) if by_size.whole else 0
        return found

    def left(card: Card) -> int:
        return in_hand[card.index % 54] if left_counts or (melded is None and by_size is None) else 0

    dearest: dict[frozenset[Card], int] = {}
    for kind, lying in melds_in(rules, cards):
        key = frozenset(card for card, _ in lying)
        dearest[key] = max(dearest.get(key, -(10**9)), points(kind, lying))

    @cache
    def own(rest: frozenset[Card]) -> tuple[int, int, int]:
        if not rest:
            return 0, 0, 0
        first = min(rest)
        lost, unmatched, melds = own(rest - {first})
        found = lost + left(first), unmatched + 1, melds
        for meld, worth in dearest.items():
            if first in meld and meld <= rest:
                lost, unmatched, melds = own(rest - meld)
                found = min(found, (lost - worth, unmatched, melds + 1))
        return found

    found: Value | None = None
    for rest, worth, laid in after_lay_offs(rules, cards, table, melded, by_size):
        lost, unmatched, melds = own(rest)
        value = lost - worth, unmatched, laid, melds
        found = value if found is None else min(found, value)
    assert found is not None
    return found


def longer(rules: MeldRules, meld: Way, card: Card) -> Iterator[Way]:
    """Every meld that ``card`` makes of a meld of the table, whose cards stay as they are."""
    kind, lying = meld
    if kind == "set":
        for counts in {_own(card), (lying[0][1][0], -1)}:
            if is_meld(rules, kind, (*lying, (card, counts))):
                yield kind, (*lying, (card, counts))
        return
    if kind != "run":
        return
    suit = lying[0][1][1]
    for place in range(1, 15):
        for lies in (((card, (place, suit)), *lying), (*lying, (card, (place, suit)))):
            if rules.ace is Ace.AROUND:
                # What an ace counts follows from where it lies.
                lies = tuple(
                    (
                        one,
                        (
                            14 if at == len(lies) - 1 and counts[0] in (1, 14) else (counts[0] - 1) % 13 + 1,
                            suit,
                        ),
                    )
                    for at, (one, counts) in enumerate(lies)
                )
            if is_meld(rules, kind, lies):
                yield kind, lies


def after_lay_offs(
    rules: MeldRules,
    cards: Sequence[Card],
    table: Sequence[Way],
    melded: Melded | None,
    by_size: BySize | None = None,
) -> Iterator[tuple[frozenset[Card], int, int]]:
    """What may be left of a hand after lay-offs, with the points of the cards laid and their number."""

    def worth(kind: str, lying: Lying, old: frozenset[Card]) -> int:
        new = [(card, counts) for card, counts in lying if card not in old]
        found = sum(melded(card, face(*counts), kind) for card, counts in new) if melded else 0
        if by_size is not None and by_size.whole is not None:
            found += by_size.whole(kind, len(lying)) - by_size.whole(kind, len(lying) - len(new))
        return found

    lying_before = frozenset(card for _, lying in table for card, _ in lying)
    queue = [(frozenset(cards), tuple(table))]
    seen = set(queue)
    for hand, melds in queue:
        yield (
            hand,
            sum(worth(kind, lying, lying_before) for kind, lying in melds),
            len(cards) - len(hand),
        )
        for card in hand:
            for at, meld in enumerate(melds):
                for more in longer(rules, meld, card):
                    state = hand - {card}, (*melds[:at], more, *melds[at + 1 :])
                    if state not in seen:
                        seen.add(state)
                        queue.append(state)
