"""Lists of melds, readings and open places with wild cards: against brute force over all kinds of rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_core.actions import LayMeld
from rummy_core.cards import CARDS, Card, mask_of
from rummy_core.faces import Face, face
from rummy_core.meld_lists import ALL, SMALLEST, Holding, melds_of
from rummy_core.melds import Ace, MeldRules
from tests.core import wild_brute_force as brute
from tests.core.test_meld_search import RULES, TWO, hands_under, laid, reading_of, tables, way_of

some_rules = st.sampled_from(RULES)


def alike(rules: MeldRules, way: brute.Way) -> tuple[str, tuple[tuple[str, Face], ...]]:
    """A meld with cards that no rule tells apart under one name."""
    reading = reading_of(way)
    if all(card.rank in rules.wilds for card in reading.cards):
        # Among themselves they are what they are, and still alike.
        return reading.kind, tuple((f"wild {card.rank}", face(card.rank)) for card in reading.cards)
    named = [
        (f"wild {card.rank}" if card.rank in rules.wilds else card.text, one)
        for card, one in zip(reading.cards, reading.faces, strict=True)
    ]
    return reading.kind, tuple(sorted(named, key=str))


@settings(deadline=None, max_examples=300)
@given(st.data(), some_rules)
def test_readings(data: st.DataObject, rules: MeldRules) -> None:
    cards = tuple(sorted(data.draw(hands_under(5, rules))))
    found = rules.readings(cards)
    assert len(set(found)) == len(found)
    wanted = {alike(rules, way) for way in brute.ways(rules, cards)}
    if not rules.wilds:
        # A whole suit is told once, its ace low.
        assert bool(found) == bool(wanted)
        assert {alike(rules, way_of(one)) for one in found} <= wanted
    else:
        assert {alike(rules, way_of(one)) for one in found} == wanted


@settings(deadline=None, max_examples=200)
@given(tables(1, 1))
def test_open_places(position: tuple[MeldRules, list[Card], list[brute.Way]]) -> None:
    rules, _, table = position
    for way, meld in zip(table, laid(table), strict=True):
        lying = {card for card, _ in way[1]}
        fits = mask_of(one for one in CARDS if one not in lying and any(brute.longer(rules, way, one)))
        assert rules.fits(meld) == fits
        for card in CARDS:
            if card in lying or not fits & card.bit:
                continue
            longer = {dict(more[1])[card] for more in brute.longer(rules, way, card)}
            assert len([one for one in rules.openings(meld) if one.cards & card.bit]) == len(longer)


def ways_listed(rules: MeldRules, action: LayMeld) -> list[brute.Way]:
    return [way_of(one) for one in rules.readings(action.cards, action.faces)]


@settings(deadline=None, max_examples=200)
@given(st.data(), some_rules)
def test_all_melds_are_listed_once(data: st.DataObject, rules: MeldRules) -> None:
    cards = data.draw(hands_under(6, rules))
    listed = melds_of(rules, cards, ALL)
    assert len(set(listed)) == len(listed)
    found = [alike(rules, way) for action in listed for way in ways_listed(rules, action)[:1]]
    assert all(ways_listed(rules, action) for action in listed)
    assert len(set(found)) == len(found)
    wanted = {alike(rules, way) for way in brute.melds_in(rules, sorted(cards))}
    if rules.wilds:
        assert set(found) == wanted
    else:
        assert {(kind, tuple(text for text, _ in pairs)) for kind, pairs in found} == {
            (kind, tuple(text for text, _ in pairs)) for kind, pairs in wanted
        }


def all_reached(rules: MeldRules, melds: list[brute.Way], hand: list[Card]) -> list[brute.Way]:
    """The melds, and all that they grow to with cards of the hand laid off one after another.

    Cards that are alike may change places, so every card is tried.
    """
    queue = list(melds)
    seen = {frozenset(way[1]) for way in queue}
    for way in queue:
        for card in hand:
            if card in dict(way[1]):
                continue
            for more in brute.longer(rules, way, card):
                if frozenset(more[1]) not in seen:
                    seen.add(frozenset(more[1]))
                    queue.append(more)
    return queue


@settings(deadline=None, max_examples=150)
@given(st.data(), some_rules)
def test_every_meld_is_reached_from_the_smallest(data: st.DataObject, rules: MeldRules) -> None:
    cards = data.draw(hands_under(6, rules))
    listed = melds_of(rules, cards, SMALLEST)
    every = {
        alike(rules, way_of(one))
        for action in melds_of(rules, cards, ALL)
        for one in rules.readings(action.cards, action.faces)
    }
    first = [way for action in listed for way in ways_listed(rules, action)]
    assert {alike(rules, way) for way in first} <= every
    reached = {alike(rules, way) for way in all_reached(rules, first, cards)}
    wanted = {alike(rules, way) for way in brute.melds_in(rules, sorted(cards))}
    assert {(kind, tuple(text for text, _ in pairs)) for kind, pairs in reached} == {
        (kind, tuple(text for text, _ in pairs)) for kind, pairs in wanted
    }
    if rules.wilds:
        assert reached == wanted


@st.composite
def one_suit(draw: st.DrawFn, rules: MeldRules) -> list[Card]:
    """A few neighbours of a suit, and wild cards that may lie between them or beyond."""
    low, suit = draw(st.integers(0, 8)), draw(st.integers(0, 3))
    near = [CARDS[suit * 13 + low + step] for step in range(5)]
    wilds = [one for one in TWO.cards if one.rank in rules.wilds] or near
    naturals = draw(st.lists(st.sampled_from(near), min_size=1, max_size=3, unique=True))
    return list(dict.fromkeys([*naturals, *draw(st.lists(st.sampled_from(wilds), min_size=1, max_size=3))]))


@settings(deadline=None, max_examples=300)
@given(st.data(), some_rules)
def test_every_meld_with_a_certain_card_is_reached_from_the_smallest_with_it(
    data: st.DataObject, rules: MeldRules
) -> None:
    """The card taken from a pile lies in the first meld, wild or not; the others may come later."""
    cards = data.draw(st.one_of(hands_under(6, rules), one_suit(rules)))
    wilds = [one for one in cards if one.rank in rules.wilds]
    taken = data.draw(st.sampled_from(wilds or cards))
    hand = [one for one in cards if one is not taken]
    queue = [way for one in Holding(rules, hand).melds_with(taken) for way in ways_listed(rules, one)]
    assert all(taken in dict(way[1]) for way in queue)
    assert len({alike(rules, way) for way in queue}) == len(queue)
    found = all_reached(rules, queue, hand)
    every = [way for way in brute.melds_in(rules, sorted(cards)) if taken in dict(way[1])]
    assert {kind_and_cards(rules, way) for way in found} == {kind_and_cards(rules, way) for way in every}
    if rules.wilds:
        assert {alike(rules, way) for way in found} == {alike(rules, way) for way in every}


def kind_and_cards(rules: MeldRules, way: brute.Way) -> tuple[str, tuple[str, ...]]:
    kind, pairs = alike(rules, way)
    return kind, tuple(text for text, _ in pairs)


def test_natural_cards_that_a_wild_card_asks_for_are_no_more_than_a_meld_has() -> None:
    with pytest.raises(ValueError, match="natural cards that a wild card asks for"):
        MeldRules(min_set=2, wilds=(2,), min_naturals=3)
    assert MeldRules(min_set=2, min_naturals=3, ace=Ace.LOW).min_naturals == 3
