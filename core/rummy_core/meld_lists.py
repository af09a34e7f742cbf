"""Which melds a hand can lay: the list that a player chooses from.

Where melds may grow later in the turn the smallest are listed, those of which no
part is a meld by itself; where not, all sizes. Cards that no rule tells apart,
equal ones and wild cards of one kind, are named once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from rummy_core.actions import LayMeld
from rummy_core.cards import Card, by_face, cards_of, mask_of
from rummy_core.faces import ACE_HIGH, Face, face, told
from rummy_core.melds import SET, Ace, MeldRules, Reading

SMALLEST: Final = 0
"""Ask for the smallest melds."""
ALL: Final = 1000
"""Ask for melds of every size."""

Order = Callable[[Card], tuple[int, int, int]]
"""A key that sorts cards."""
Stack = list[Card]
"""Cards that are alike, the one that goes first first."""


def melds_of(rules: MeldRules, cards: Sequence[Card], up_to: int = SMALLEST) -> tuple[LayMeld, ...]:
    """Return the melds that can be made of ``cards``, each by itself.

    Of cards that are alike those come first that stand first in ``cards``. Melds of
    up to so many cards are listed, and in any case the smallest. :class:`Holding` lists
    those with one certain card.
    """
    return _melds_of(rules, tuple(cards), up_to)


@lru_cache(maxsize=2048)
def _melds_of(rules: MeldRules, cards: tuple[Card, ...], up_to: int) -> tuple[LayMeld, ...]:
    return tuple(Holding(rules, cards).melds(up_to))


class Holding:
    """Cards parted by rank, by suit and, where they are wild, by kind; of those alike in the order given.

    So the melds of one more card are found without looking at cards that can lie in none with it.
    """

    def __init__(self, rules: MeldRules, cards: Iterable[Card]) -> None:
        self._rules = rules
        self._cards: list[Card] = []
        self._by_rank: dict[int, dict[int, Stack]] = {}
        self._by_suit: dict[int, dict[int, Stack]] = {}
        self._wilds: dict[int, Stack] = {}
        for card in cards:
            self.add(card)

    def add(self, card: Card, first: bool = False) -> None:
        """Put a card behind those that are alike, or before them."""
        stack = self._stack(card)
        stack.insert(0 if first else len(stack), card)
        self._cards.insert(0 if first else len(self._cards), card)

    def put(self, card: Card, order: Order) -> None:
        """Put a card among those that are alike, where ``order`` has it."""
        self.add(card, first=True)
        self._stack(card).sort(key=order)

    def _stack(self, card: Card) -> Stack:
        if card.rank in self._rules.wilds:
            return self._wilds.setdefault(card.rank, [])
        suits = self._by_rank.setdefault(card.rank, {})
        if card.suit not in suits:
            suits[card.suit] = self._by_suit.setdefault(card.suit, {})[card.rank] = []
        return suits[card.suit]

    def melds(self, up_to: int = SMALLEST, wild: Card | None = None) -> Iterator[LayMeld]:
        """The melds of these cards; those too of which no part is a meld that has ``wild`` where it lies."""
        # A set with a wild card may have to be longer than others: it needs natural cards beside it.
        sizes = up_to if wild is None else max(up_to, self._rules.min_naturals + 1)
        sets = (group for rank in self._by_rank for group in self._sets(rank, sizes))
        runs = (run for suit in self._by_suit for run in self._runs(suit, up_to, wild=wild))
        return self._as_actions([*sets, *self._wild_sets(up_to)], [*runs], up_to)

    def melds_with(self, card: Card, up_to: int = SMALLEST) -> Iterator[LayMeld]:
        """The melds of one more card with these, each naming it first."""
        self.add(card, first=True)
        try:
            if card.rank in self._rules.wilds or self._rules.patterns:
                wild = card if card.rank in self._rules.wilds else None
                listed = [one for one in self.melds(up_to, wild) if card in one.cards]
            else:
                sets, runs = self._sets(card.rank, up_to, card), self._runs(card.suit, up_to, card)
                listed = [*self._as_actions([*sets], [*runs], up_to)]
        finally:
            self._cards.remove(card)
            self._stack(card).remove(card)
        return (naming_first(card, one) for one in listed if card in one.cards)

    def _most_wilds(self) -> int:
        count = sum(map(len, self._wilds.values()))
        return min(count, self._rules.max_wilds) if self._rules.max_wilds else count

    def _as_actions(
        self, sets: list[tuple[Card, ...]], runs: list[tuple[tuple[Card, ...], int]], up_to: int
    ) -> Iterator[LayMeld]:
        """The melds as actions, none twice."""
        rules = self._rules
        wild = rules.wild_mask if self._wilds else 0
        usual = max(up_to, rules.min_run)
        candidates = [(group, 0, mask_of(group)) for group in sets]
        candidates += [(lying, place, mask_of(lying)) for lying, place in runs]
        # In how many ways cards can lie: what wild ones stand for is told only where there are more than one.
        ways = Counter(mask for _, _, mask in candidates if mask & wild) if wild else {}
        read: set[int] = set()
        for lying, place, mask in candidates:
            if place and len(lying) > 12 - len(rules.gaps):
                # A whole suit can lie in two ways.
                if mask not in read:
                    read.add(mask)
                    yield from _read(rules, lying)
            elif mask & wild and (
                # Cards that are listed in some ways only may lie in others.
                len(rules.readings(lying)) > 1 if place and len(lying) > usual else ways[mask] > 1
            ):
                yield LayMeld(lying, _told_faces(rules, lying, place))
            else:
                yield LayMeld(lying)
        for group in _patterns(rules, self._cards):
            yield from _read(rules, group)

    def _sets(self, rank: int, up_to: int, using: Card | None = None) -> Iterator[tuple[Card, ...]]:
        """The sets of a rank, those with ``using`` where it is named."""
        rules = self._rules
        if rank == 1 and rules.ace is Ace.NONE:
            return
        stacks = [one if rules.equal_cards or rank == 0 else one[:1] for one in self._by_rank[rank].values()]
        if using is not None:
            stacks.sort(key=lambda stack: using not in stack)
        held = sum(map(len, stacks))
        most_wilds = self._most_wilds()
        if held + most_wilds < rules.min_set:
            return
        largest = min(rules.max_set or held + most_wilds, max(up_to, rules.min_set))
        for own in _choices(stacks, largest, 0 if using is None else 1):
            if len(own) >= rules.min_set and not (rules.unlike_pairs and rules.is_equal_pair(own)):
                yield own
            if len(own) < rules.min_naturals:
                continue
            # Without equal cards a set has no more cards than there are suits.
            room = (largest if rules.equal_cards or rank == 0 else min(largest, 4)) - len(own)
            for wild in range(max(rules.min_set - len(own), 1), min(most_wilds, room) + 1):
                for more in _wild_choices(self._wilds, wild):
                    yield (*own, *more)

    def _wild_sets(self, up_to: int) -> Iterator[tuple[Card, ...]]:
        """The sets of wild cards as what they are."""
        rules = self._rules
        for rank in rules.wild_sets:
            stack = self._wilds.get(rank, [])
            if not rules.equal_cards and rank:
                stack = [one for place, one in enumerate(stack) if one.suit not in _suits(stack[:place])]
            largest = min(rules.max_set or len(stack), max(up_to, rules.min_set), len(stack))
            for size in range(rules.min_set, largest + 1):
                yield tuple(stack[:size])

    def _runs(
        self, suit: int, up_to: int, using: Card | None = None, wild: Card | None = None
    ) -> Iterator[tuple[tuple[Card, ...], int]]:
        """The runs of a suit, with the place of their lowest card; those that ``using`` may lie in."""
        if suit < 0:
            return
        held = self._by_suit[suit]
        if self._rules.ace is Ace.AROUND:
            yield from _runs_around(self._rules, held, up_to)
            return
        ranks = self._rules.places
        places = [held.get(place if place < ACE_HIGH else 1) for place in ranks]
        most_wilds = self._most_wilds()
        for start in _starts(self._rules, using, up_to):
            for lying in _runs_from(self._rules, places, start, self._wilds, most_wilds, up_to, wild):
                if not self._rules.alone or _may_lie(self._rules, lying, ranks[start], suit):
                    yield lying, ranks[start]


def _suits(cards: Iterable[Card]) -> set[int]:
    return {card.suit for card in cards}


def _may_lie(rules: MeldRules, lying: tuple[Card, ...], place: int, suit: int) -> bool:
    """Whether no wild card that may be the only one in a run lies in it beside another."""
    wilds = [(card, at) for at, card in _lying_from(rules, lying, place) if card.rank in rules.wilds]
    return len(wilds) < 2 or not any((card.rank, face(at, suit)) in rules.alone for card, at in wilds)


def _told_faces(rules: MeldRules, lying: tuple[Card, ...], place: int) -> tuple[Face | None, ...]:
    """What the wild cards of a run that begins at ``place`` stand for, or of a set where that is 0."""
    natural = next(card for card in lying if card.rank not in rules.wilds)
    return tuple(
        None
        if card.rank not in rules.wilds
        else told(face(at, natural.suit))
        if place
        else face(natural.rank)
        for at, card in _lying_from(rules, lying, place)
    )


def _lying_from(rules: MeldRules, lying: Sequence[Card], place: int) -> Iterator[tuple[int, Card]]:
    """The cards of a run that begins at ``place``, each with its own; those of a set, where that is 0."""
    places = rules.places[rules.place_numbers[place] :] if place else (0,) * len(lying)
    return zip(places, lying, strict=False)


def naming_first(card: Card, action: LayMeld) -> LayMeld:
    """Return ``action`` with one of its cards named first."""
    if action.cards[0] is card:
        return action
    place = action.cards.index(card)
    order = (place, *range(place), *range(place + 1, len(action.cards)))
    faces = tuple(action.faces[one] for one in order) if action.faces else ()
    return LayMeld(tuple(action.cards[one] for one in order), faces)


def _read(rules: MeldRules, group: tuple[Card, ...]) -> Iterator[LayMeld]:
    readings = rules.readings(group)
    for reading in readings:
        yield action_of(rules, reading, certain=len(readings) == 1)


def action_of(rules: MeldRules, reading: Reading, certain: bool) -> LayMeld:
    """Return the action that lays a meld so; what wild cards stand for is named unless it is ``certain``."""
    if certain:
        return LayMeld(reading.cards)
    named = (
        told(one) if card.rank in rules.wilds else None
        for card, one in zip(reading.cards, reading.faces, strict=True)
    )
    return LayMeld(reading.cards, tuple(named))


def _wild_choices(wilds: dict[int, Stack], count: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many wild cards that differ in kind."""
    for kinds in combinations_with_replacement(sorted(wilds), count):
        if all(kinds.count(kind) <= len(wilds[kind]) for kind in set(kinds)):
            yield tuple(card for kind in sorted(set(kinds)) for card in wilds[kind][: kinds.count(kind)])


def _choices(stacks: Sequence[Stack], most: int, least_of_first: int) -> list[tuple[Card, ...]]:
    """Every choice of 1 to so many cards that differ, each stack's first cards first."""
    found: list[tuple[Card, ...]] = [()]
    for number, stack in enumerate(stacks):
        least = 0 if number else least_of_first
        found = [
            (*chosen, *stack[:count])
            for chosen in found
            for count in range(least, min(len(stack), most - len(chosen)) + 1)
        ]
    return found if least_of_first else found[1:]


@cache
def _starts(rules: MeldRules, asked: Card | None, up_to: int) -> tuple[int, ...]:
    """The places, counted from the lowest, at which a listed run can begin that may have to hold a card."""
    # Where a run needs more natural cards than one, it may have to be longer than the others.
    longest = max(up_to, rules.min_run) if rules.min_naturals < 2 else ACE_HIGH
    numbers = rules.place_numbers
    starts = range(len(numbers))
    if asked is None:
        return tuple(starts)
    its = [numbers.get(place, -1) for place in ((1, ACE_HIGH) if asked.rank == 1 else (asked.rank,))]
    return tuple(start for start in starts if any(start <= place < start + longest for place in its))


def _runs_from(
    rules: MeldRules,
    places: Sequence[Stack | None],
    start: int,
    wilds: dict[int, Stack],
    most_wilds: int,
    up_to: int,
    kept: Card | None,
) -> Iterator[tuple[Card, ...]]:
    """Every run that begins at one place; places are filled one after another.

    A wild card that is to be ``kept`` stands for itself: no part without it counts as a smaller run.
    """
    longest = min(rules.max_run or len(places), len(places) - start)
    first = places[start : start + rules.min_run]
    # A run that begins with wild cards alone is none of the smallest.
    if not (all(first) if not most_wilds else any(first) or up_to > rules.min_run or kept):
        return
    # What lies so far: cards, and how many of them are natural.
    rows: list[tuple[tuple[Card, ...], int]] = [((), 0)]
    for size in range(1, longest + 1):
        stack = places[start + size - 1]
        grown: list[tuple[tuple[Card, ...], int]] = []
        for lying, natural in rows:
            if stack:
                # Only an ace can lie in a run already, at its other end.
                free = (
                    stack[0] if size < len(places) else next((one for one in stack if one not in lying), None)
                )
                if free is not None:
                    grown.append(((*lying, free), natural + 1))
            if size - natural <= most_wilds:
                for kind in wilds.values():
                    spare = next((card for card in kind if card not in lying), None)
                    if spare is not None:
                        grown.append(((*lying, spare), natural))
        rows = grown
        if size < rules.min_run:
            continue
        for lying, natural in rows:
            if _listed_run(rules, lying, natural, up_to, kept):
                yield lying
        if size >= up_to:
            # Beyond, only a run that still lacks what it needs can be of the smallest.
            rows = [row for row in rows if _lacks(rules, *row, kept)]
            if not rows:
                return


def _runs_around(
    rules: MeldRules, held: Mapping[int, Stack], up_to: int
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """The runs of a suit that may turn the corner, with the rank they begin at: there are no wild cards."""
    ring = [place for place in rules.places if place < ACE_HIGH]
    longest = min(rules.max_run or len(ring), max(up_to, rules.min_run), len(ring))
    for start, rank in enumerate(ring):
        lying: list[Card] = []
        for size in range(1, longest + 1):
            stack = held.get(ring[(start + size - 1) % len(ring)])
            if not stack:
                break
            lying.append(stack[0])
            # A whole suit is listed once.
            if size >= rules.min_run and (size < len(ring) or not start):
                yield tuple(lying), rank


def _lacks(rules: MeldRules, lying: tuple[Card, ...], natural: int, kept: Card | None) -> bool:
    """Whether a run lacks natural cards or the card to be kept, and begins with what it cannot do without."""
    if lying[0].rank in rules.wilds and lying[0] is not kept:
        return False
    return natural < rules.min_naturals or (
        natural == rules.min_naturals and kept is not None and kept not in lying
    )


def _listed_run(
    rules: MeldRules, lying: tuple[Card, ...], natural: int, up_to: int, kept: Card | None
) -> bool:
    size = len(lying)
    if natural < size and natural < rules.min_naturals:
        return False
    if size <= max(up_to, rules.min_run):
        return True
    # A longer one is of the smallest only if without either end it would lack what it needs.
    ends = (lying[0], lying[-1])
    return natural == rules.min_naturals and all(
        card.rank not in rules.wilds or card is kept for card in ends
    )


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
    """Return the cards of ``mask``, of those that are alike the most widely known first."""
    return tuple(sorted(cards_of(mask), key=widely_known_first(table_known)))


def widely_known_first(table_known: Sequence[int]) -> Order:
    """The order of cards that are alike: the most widely known first.

    Then by face before pack: wild cards of several faces are alike, and which of two equal ones is held
    may decide nothing among them.
    """

    def first(card: Card) -> tuple[int, int, int]:
        return -sum(bool(one & card.bit) for one in table_known), *by_face(card)

    return first


__all__ = ["ALL", "SET", "SMALLEST", "Holding", "action_of", "in_order", "melds_of", "widely_known_first"]
