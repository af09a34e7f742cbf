"""Openings: the places of a meld that are open, and which cards may go there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rummy_core.cards import CARDS, DECK_SIZE, MAX_DECKS, mask_of
from rummy_core.faces import Face, face
from rummy_core.meld_parts import RUN, SET, Ace, Opening

if TYPE_CHECKING:
    from rummy_core.cards import Card
    from rummy_core.melds import MeldRules


@lru_cache(maxsize=16384)
def fits_on(rules: MeldRules, kind: str, cards: tuple[Card, ...], faces: tuple[Face, ...]) -> int:
    """The cards that may be laid off on a meld, as a mask."""
    found = 0
    for opening in openings_of(rules, kind, cards, faces):
        found |= opening.cards
    return found


@lru_cache(maxsize=16384)
def openings_of(
    rules: MeldRules, kind: str, cards: tuple[Card, ...], faces: tuple[Face, ...]
) -> tuple[Opening, ...]:
    """The open places of a meld."""
    wilds = [card for card in cards if card.rank in rules.wilds]
    naturals = len(cards) - len(wilds)
    if kind == SET:
        return _set_opening(rules, cards, faces[0].rank, len(wilds), naturals)
    if kind != RUN or (rules.max_run and len(cards) >= rules.max_run):
        return ()
    if rules.ace is Ace.AROUND:
        return _around_openings(rules, cards)
    numbers = rules.place_numbers
    suit = faces[0].suit
    ends = ((numbers[faces[0].rank] - 1, True), (numbers[faces[-1].rank] + 1, False))
    found = []
    for number, below in ends:
        if 0 <= number < len(numbers):
            place = rules.places[number]
            there = face(place, suit)
            fitting = _copies(there.place) & ~rules.wild_mask
            fitting |= _wilds_that_fit(rules, cards, faces, there, len(wilds))
            found.append(Opening(there, fitting & ~mask_of(cards), below))
    return tuple(found)


def _wilds_that_fit(
    rules: MeldRules, cards: tuple[Card, ...], faces: tuple[Face, ...], there: Face, wilds: int
) -> int:
    if rules.max_wilds and wilds >= rules.max_wilds:
        return 0
    if any((card.rank, one) in rules.alone for card, one in zip(cards, faces, strict=True)):
        return 0
    fitting = rules.wild_mask
    for rank, one in rules.alone:
        if wilds and one == there:
            fitting &= ~mask_of(card for card in CARDS if card.rank == rank)
    return fitting


def _set_opening(
    rules: MeldRules, cards: tuple[Card, ...], rank: int, wilds: int, naturals: int
) -> tuple[Opening, ...]:
    size = len(cards)
    if rules.max_set and size >= rules.max_set:
        return ()
    there = face(rank)
    fitting = mask_of(card for card in CARDS if card.rank == rank)
    if not rules.equal_cards and rank:
        if size >= 4:
            return ()
        for card in cards:
            fitting &= ~_copies(card.index % DECK_SIZE)
    if naturals and (not rules.max_wilds or wilds < rules.max_wilds):
        fitting |= rules.wild_mask
    return (Opening(there, fitting & ~mask_of(cards)),)


def _around_openings(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Opening, ...]:
    if len(cards) >= 13:
        return ()
    suit = cards[0].suit
    below = face((cards[0].rank + 11) % 13 + 1, suit)
    above = face(cards[-1].rank + 1, suit)
    found = [Opening(below, _copies(below.place) & ~mask_of(cards), True)]
    if above.place != below.place:
        found.append(Opening(above, _copies(above.place) & ~mask_of(cards)))
    return tuple(found)


def _copies(place: int) -> int:
    """The cards of all decks with that number in their deck, as a mask."""
    return sum(1 << deck * DECK_SIZE + place for deck in range(MAX_DECKS))
