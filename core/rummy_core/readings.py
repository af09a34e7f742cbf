"""Readings: every way in which cards can be taken for a meld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from rummy_core.cards import Card, by_face
from rummy_core.faces import ACE_HIGH, FACES, Face, face, lying_faces, told
from rummy_core.meld_parts import RUN, SET, Ace, Reading

if TYPE_CHECKING:
    from rummy_core.melds import MeldRules


@lru_cache(maxsize=16384)
def readings_of(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Reading, ...]:
    """Every way to take ``cards`` for a meld: as a set first, then runs, the highest first."""
    if len(set(cards)) != len(cards):
        return ()
    found: list[Reading] = []
    if rules.is_set(cards):
        found.append(_as_set(rules, cards))
    if rules.min_run <= len(cards) and (not rules.max_run or len(cards) <= rules.max_run):
        found += _as_runs(rules, cards) if rules.ace is not Ace.AROUND else _around(rules, cards)
    for pattern in rules.patterns:
        if pattern.matches(cards):
            lies = tuple(sorted(cards, key=lambda card: -card.rank))
            found.append(Reading(pattern.name, lies, tuple(FACES[card.index] for card in lies)))
    return tuple(found)


def as_told(reading: Reading) -> frozenset[tuple[Card, Face]]:
    """What each card of a reading is told to count as."""
    return frozenset(zip(reading.cards, map(told, reading.faces), strict=True))


def as_named(rules: MeldRules, reading: Reading, wanted: Mapping[Card, Face]) -> Reading | None:
    """A reading in which cards lie as they are named; wild cards of one kind may change places for it."""
    counts = [told(one) for one in reading.faces]
    lies = list(reading.cards)
    places: dict[int, list[int]] = {}
    for place, card in enumerate(reading.cards):
        if card.rank in rules.wilds:
            places.setdefault(card.rank, []).append(place)
        elif wanted.get(card, counts[place]) != counts[place]:
            return None
    for open_places in places.values():
        alike = [reading.cards[place] for place in open_places]
        for card in sorted(alike, key=lambda card: card not in wanted):
            place = next((one for one in open_places if wanted.get(card, counts[one]) == counts[one]), -1)
            if place < 0:
                return None
            open_places.remove(place)
            lies[place] = card
    return Reading(reading.kind, tuple(lies), reading.faces)


def _as_set(rules: MeldRules, cards: tuple[Card, ...]) -> Reading:
    naturals = [card for card in cards if card.rank not in rules.wilds]
    if not naturals:
        lies = tuple(sorted(cards, key=by_face))
        return Reading(SET, lies, tuple(FACES[card.index] for card in lies))
    rank = naturals[0].rank
    wilds = [card for card in cards if card.rank in rules.wilds]
    lies = (*sorted(naturals, key=by_face), *sorted(wilds, key=by_face))
    return Reading(
        SET, lies, tuple(FACES[card.index] if card.rank not in rules.wilds else face(rank) for card in lies)
    )


def _as_runs(rules: MeldRules, cards: tuple[Card, ...]) -> list[Reading]:
    size = len(cards)
    naturals = [card for card in cards if card.rank not in rules.wilds]
    wilds = [card for card in cards if card.rank in rules.wilds]
    suits = {card.suit for card in naturals}
    if len(suits) != 1 or not rules.enough_naturals(size, len(naturals)):
        return []
    (suit,) = suits
    found = []
    numbers = rules.place_numbers
    for places in _natural_places(rules, naturals):
        if not places.keys() <= numbers.keys():
            continue
        lowest = max(0, numbers[max(places)] - size + 1)
        highest = min(len(numbers) - size, numbers[min(places)])
        for start in range(lowest, highest + 1):
            covered = rules.places[start : start + size]
            open_places = [place for place in covered if place not in places]
            for lying in _wilds_at(wilds, open_places):
                at = {**places, **lying}
                lies = tuple(at[place] for place in covered)
                faces = tuple(face(place, suit) for place in covered)
                if _may_stand(rules, lies, faces, len(wilds)):
                    found.append(Reading(RUN, lies, faces))
    if not wilds:
        # A whole suit: its ace is low.
        return found[:1]
    return sorted(found, key=lambda one: -one.faces[0].rank)


def _natural_places(rules: MeldRules, naturals: Sequence[Card]) -> list[dict[int, Card]]:
    """The ways in which natural cards of one suit can lie: an ace low, high, or one at each end.

    Of equal cards one has a place; it is then no run, as more places are left than there are wild cards.
    """
    fixed = {card.rank: card for card in naturals if card.rank != 1}
    aces = [card for card in naturals if card.rank == 1]
    low, high = rules.ends
    ends = [place for place in (1, ACE_HIGH) if low <= place <= high]
    return [{**fixed, **dict(zip(at, aces, strict=True))} for at in combinations(ends, len(aces))]


def _wilds_at(wilds: Sequence[Card], places: Sequence[int]) -> list[dict[int, Card]]:
    """The ways to lay wild cards on places; those of one kind are alike and lie as they are given."""
    of_all = sorted(card.rank for card in wilds)
    kinds = sorted({*of_all})
    found = []
    for ranks in product(kinds, repeat=len(places)):
        if sorted(ranks) == of_all:
            left = {kind: [card for card in wilds if card.rank == kind][::-1] for kind in kinds}
            found.append({place: left[rank].pop() for place, rank in zip(places, ranks, strict=True)})
    return found


def _may_stand(rules: MeldRules, lies: Sequence[Card], faces: Sequence[Face], wilds: int) -> bool:
    return wilds < 2 or not any(
        (card.rank, one) in rules.alone for card, one in zip(lies, faces, strict=True)
    )


def _around(rules: MeldRules, cards: tuple[Card, ...]) -> list[Reading]:
    """The run of natural cards that may turn the corner."""
    size = len(cards)
    ranks = {card.rank for card in cards}
    if len({card.suit for card in cards}) != 1 or len(ranks) != size:
        return []
    by_rank = {card.rank: card for card in cards}
    # A whole suit starts at its ace.
    for start in sorted(ranks):
        places = [(start + step - 1) % 13 + 1 for step in range(size)]
        if ranks == set(places):
            lies = tuple(by_rank[place] for place in places)
            return [Reading(RUN, lies, lying_faces(True, lies, (None,) * size))]
    return []
