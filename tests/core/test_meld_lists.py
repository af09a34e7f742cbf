"""The melds that are listed, held against all that there are."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from rummy_core.actions import LayMeld
from rummy_core.cards import Card, parse_cards
from rummy_core.faces import face
from rummy_core.meld_lists import ALL, SMALLEST, Holding, action_of, melds_of
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.testing.legality import said

RULES = {
    "plain": MeldRules(ace=Ace.HIGH_OR_LOW),
    "high aces, no limit": MeldRules(ace=Ace.HIGH, max_set=0),
    "equal cards": MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, equal_cards=True),
    "jokers": MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, equal_cards=True, wilds=(0,)),
    "deuces": MeldRules(ace=Ace.HIGH_OR_LOW, equal_cards=True, wilds=(2,)),
    "deuces and two naturals": MeldRules(ace=Ace.HIGH_OR_LOW, equal_cards=True, wilds=(2,), min_naturals=2),
    "two kinds of wilds": MeldRules(equal_cards=True, wilds=(0, 2), max_wilds=2, wild_sets=(2,)),
    "a joker that stands alone": MeldRules(equal_cards=True, wilds=(0, 2), alone=((0, face(12, 3)),)),
    "no runs of more than four": MeldRules(max_run=4, equal_cards=True),
}


def hand_of(seed: str, size: int) -> list[Card]:
    """A hand in which much can be melded: few ranks, two packs, two jokers."""
    rng = Random(seed)
    near = [card for card in Pack(2, 2).cards if card.rank in (0, 1, 2, 3, 4, 11, 12, 13)]
    return rng.sample(near, size)


def every_meld(rules: MeldRules, cards: list[Card], up_to: int) -> set[str]:
    """Every meld as it counts, found by trying all cards: up to that size, or with no part that is one."""
    found: dict[str, frozenset[Card]] = {}
    for size in range(1, 6):
        for group in combinations(cards, size):
            readings = rules.readings(group)
            if size > up_to and any(
                rules.readings(part) for less in range(1, size) for part in combinations(group, less)
            ):
                continue
            for one in readings:
                action = action_of(rules, one, certain=len(readings) == 1)
                found[said(action, rules)] = frozenset(group)
    return set(found)


def words(rules: MeldRules, melds: tuple[LayMeld, ...]) -> list[str]:
    return [said(one, rules) for one in melds]


@pytest.mark.parametrize("up_to", [SMALLEST, 4])
@pytest.mark.parametrize("name", RULES)
def test_every_meld_is_listed_once(name: str, up_to: int) -> None:
    rules = RULES[name]
    for number in range(6):
        hand = hand_of(f"{name}/{number}", 10)
        listed = words(rules, melds_of(rules, hand, up_to))
        assert len(set(listed)) == len(listed), (number, hand)
        wanted = every_meld(rules, hand, up_to)
        # What lacks natural cards may be as long as a suit; here all are looked at up to five cards.
        assert {one for one in listed if len(one.split()) <= 6} == wanted, (number, hand)


@pytest.mark.parametrize("name", RULES)
def test_melds_with_a_certain_card(name: str) -> None:
    rules = RULES[name]
    for number in range(6):
        card, *hand = hand_of(f"{name}/with/{number}", 11)
        holding = Holding(rules, hand)
        listed = tuple(holding.melds_with(card))
        assert all(one.cards[0] is card for one in listed), (number, card, hand)
        # With that card first of its kind, those of all melds that name it.
        together = words(rules, tuple(one for one in melds_of(rules, [card, *hand]) if card in one.cards))
        more = Counter(words(rules, listed)) - Counter(together)
        assert not Counter(together) - Counter(words(rules, listed))
        # A wild card is wanted where it lies: a longer run may have no part that has it there.
        assert not more or (card.rank in rules.wilds and min(len(one.split()) for one in more) > 4), more
        # And it is in the holding no longer.
        assert tuple(holding.melds()) == melds_of(rules, hand)


def test_sizes_that_are_listed() -> None:
    hand = parse_cards("5C 6C 7C 8C 9C 9D 9H 9S")
    rules = MeldRules()
    texts = {up_to: [str(one) for one in melds_of(rules, hand, up_to)] for up_to in (SMALLEST, 4, ALL)}
    assert "meld 9C 9D 9H 9S" not in texts[SMALLEST]
    assert {"meld 9C 9D 9H 9S", "meld 5C 6C 7C 8C"} <= set(texts[4])
    assert "meld 5C 6C 7C 8C 9C" not in texts[4]
    assert "meld 5C 6C 7C 8C 9C" in texts[ALL]


def test_a_whole_suit_is_listed_once() -> None:
    suit = parse_cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    long = [one for one in melds_of(MeldRules(ace=Ace.HIGH_OR_LOW), suit, ALL) if len(one.cards) == 13]
    assert [str(one) for one in long] == ["meld AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"]
