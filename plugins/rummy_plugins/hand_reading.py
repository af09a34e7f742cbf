"""Reading a hand in games of melding: what each card is good for, and how the hand may be melded.

Quick estimates for bots, made from masks; the exact search of the core costs more
than a bot may spend on every card of a long pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from rummy_core.cards import CARDS, DECK_SIZE, MAX_DECKS, Card, cards_of
from rummy_core.faces import ACE_HIGH
from rummy_core.melds import Ace, MeldRules

Link = tuple[int, int]
"""A card's meld with two others: the cards of all decks that may be one, and that may be the other."""

SETS: Final = "sets"
RUNS: Final = "runs"
ANY: Final = ""
"""Plans: which melds a hand is kept for."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of a hand that make a meld, as a mask, and how many wild cards are among them."""

    cards: int
    wilds: int
    is_set: bool


@cache
def face_mask(rank: int, suit: int) -> int:
    """The cards of all decks with that rank, 14 for a high ace, and suit."""
    place = suit * 13 + (rank - 1) % 13
    return sum(1 << deck * DECK_SIZE + place for deck in range(MAX_DECKS))


@cache
def rank_mask(rank: int) -> int:
    """The cards of all decks of a rank; 0 is the joker."""
    return sum(card.bit for card in CARDS if card.rank == rank)


@cache
def links(rules: MeldRules, plan: str = ANY) -> tuple[tuple[Link, ...], ...]:
    """Return, for each card by index, the pairs of cards that make a smallest meld with it."""
    return tuple(tuple(_links(rules, card, plan)) for card in CARDS)


def _links(rules: MeldRules, card: Card, plan: str) -> Iterator[Link]:
    if card.rank in rules.wilds:
        return
    barred = rules.ace is Ace.NONE and card.rank == 1
    if plan != RUNS and not barred:
        same = rank_mask(card.rank) & ~card.bit
        if not rules.equal_cards and card.rank:
            same &= ~face_mask(card.rank, card.suit)
        others = [CARDS[place] for place in range(DECK_SIZE) if same >> place & 1]
        for other in others or ([card] if rules.equal_cards else []):
            twins = face_mask(other.rank, other.suit) if other.rank else same
            yield twins & same, same & ~(0 if rules.equal_cards else twins)
    if plan != SETS and card.rank and not barred:
        order, numbers = rules.places, rules.place_numbers
        for place in (1, ACE_HIGH) if card.rank == 1 else (card.rank,):
            number = numbers.get(place, -1)
            for start in range(max(0, number - 2), number + 1):
                three = order[start : start + 3]
                if len(three) == 3:
                    one, two = (face_mask(at, card.suit) for at in three if at != place)
                    yield one & ~rules.wild_mask, two & ~rules.wild_mask
                    yield two & ~rules.wild_mask, one & ~rules.wild_mask


def use(rules: MeldRules, card: Card, hand: int, unseen: int, plan: str = ANY) -> int:
    """How many unseen cards would meld ``card`` with another of ``hand``; a made meld counts ``MADE``."""
    hand &= ~card.bit
    found = 0
    for one, two in links(rules, plan)[card.index]:
        if one & hand:
            found += MADE if two & hand & ~_lowest(one & hand) else (two & unseen).bit_count()
    return found


def outs(rules: MeldRules, card: Card, hand: int, to_come: int, plan: str = ANY) -> int:
    """The cards of ``to_come``, as a mask, that would meld ``card`` with another of ``hand``."""
    hand &= ~card.bit
    found = 0
    for one, two in links(rules, plan)[card.index]:
        if one & hand:
            found |= two & to_come
    return found


MADE: Final = 40
"""What being part of a made meld counts beside cards that are still to come."""


def _lowest(mask: int) -> int:
    return mask & -mask


def groups(rules: MeldRules, hand: int, worth: Sequence[int], plan: str = ANY) -> list[Group]:
    """Part a hand into melds, the dearest first; wild cards then fill up pairs."""
    found: list[Group] = []
    wilds = list(cards_of(hand & rules.wild_mask))
    rest = hand & ~rules.wild_mask
    while True:
        best = max(_natural(rules, rest, plan), key=lambda one: _points(one.cards, worth), default=None)
        if best is None:
            break
        found.append(best)
        rest &= ~best.cards
    for rank in rules.wild_sets:
        own = [card for card in wilds if card.rank == rank]
        if len(own) >= rules.min_set and plan == ANY:
            wilds = [card for card in wilds if card.rank != rank]
            found.append(Group(sum(card.bit for card in own), len(own), True))
    if rules.min_naturals <= 2:
        while wilds:
            pair = max(_pairs(rules, rest, plan), key=lambda one: _points(one.cards, worth), default=None)
            if pair is None:
                break
            wild = wilds.pop()
            found.append(Group(pair.cards | wild.bit, 1, pair.is_set))
            rest &= ~pair.cards
    return found


def _points(mask: int, worth: Sequence[int]) -> int:
    return sum(worth[card.index % DECK_SIZE] for card in cards_of(mask))


def _natural(rules: MeldRules, rest: int, plan: str) -> Iterator[Group]:
    if plan != RUNS:
        for rank in range(2 if rules.ace is Ace.NONE else 0, 14):
            here = _one_each(rules, rest & rank_mask(rank)) if rank not in rules.wilds else []
            if len(here) >= rules.min_set:
                most = rules.max_set or len(here)
                yield Group(sum(card.bit for card in here[:most]), 0, True)
    if plan != SETS:
        for suit in range(4):
            yield from _blocks(rules, rest, suit)


def _one_each(rules: MeldRules, mask: int) -> list[Card]:
    cards = cards_of(mask)
    if rules.equal_cards or (cards and cards[0].rank == 0):
        return list(cards)
    return list({card.suit: card for card in cards}.values())


def _blocks(rules: MeldRules, rest: int, suit: int) -> Iterator[Group]:
    """The longest runs of a suit."""
    block = 0
    for place in (*rules.places, 0):
        here = rest & face_mask(place, suit) & ~block if place else 0
        if here and (not rules.max_run or block.bit_count() < rules.max_run):
            block |= _lowest(here)
            continue
        if block.bit_count() >= rules.min_run:
            yield Group(block, 0, False)
        block = _lowest(here)


def _pairs(rules: MeldRules, rest: int, plan: str) -> Iterator[Group]:
    """Two cards that a wild card makes a meld of."""
    if plan != RUNS:
        for rank in range(2 if rules.ace is Ace.NONE else 1, 14):
            here = _one_each(rules, rest & rank_mask(rank)) if rank not in rules.wilds else []
            if len(here) == 2:
                yield Group(here[0].bit | here[1].bit, 0, True)
    if plan != SETS:
        for suit in range(4):
            there = [_lowest(rest & face_mask(place, suit)) for place in rules.places]
            held = [(number, bit) for number, bit in enumerate(there) if bit]
            for (first, one), (second, two) in pairwise(held):
                if second - first <= 2 and one != two:
                    yield Group(one | two, 0, False)


def together(found: Iterable[Group]) -> int:
    """All cards of some groups, as a mask."""
    mask = 0
    for group in found:
        mask |= group.cards
    return mask
