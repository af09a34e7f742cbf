"""Whether a contract can be made of a hand, held against a search that tries everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rummy_core.cards import Card, cards_of, mask_of, parse_cards
from rummy_core.contracts import ContractStep, can_make, contract_of
from rummy_core.copies import number_copies
from rummy_core.melding import MeldStep
from rummy_core.melds import RUN, SET, Ace, MeldRules
from rummy_core.numbering import DEAL_NUMBER
from rummy_core.packs import Pack
from rummy_core.steps import DiscardStep, DrawStep
from tests.core.melding_game import melding_game
from tests.story import laid_out

PACK = Pack(2, 4)
RULES = MeldRules(
    max_set=0, ace=Ace.HIGH_OR_LOW, equal_cards=True, wilds=(0, 2), max_wilds=1, wild_sets=(0, 2)
)


def by_trying(rules: MeldRules, hand: int, kind: str, count: int) -> bool:
    """The same by trying every three cards of the hand."""
    if not count:
        return True
    cards = cards_of(hand)
    for group in combinations(cards, 3):
        if all(card.rank in rules.wilds for card in group) or not rules.readings(group, kind=kind):
            continue
        # Cards below the first of the group stay out for good: melds are found in the order of their first.
        rest = sum(card.bit for card in cards if card > group[0] and card not in group)
        if by_trying(rules, rest, kind, count - 1):
            return True
    return False


def held(words: str) -> int:
    return mask_of(number_copies(PACK, [parse_cards(words)])[0])


def some_hand(rng: Random, size: int, ranks: tuple[int, ...], suits: int, jokers: bool) -> tuple[Card, ...]:
    near = [
        card for card in PACK.cards if card.rank in ranks and (card.suit < suits if card.rank else jokers)
    ]
    return tuple(rng.sample(near, min(size, len(near))))


@pytest.mark.parametrize("kind", [SET, RUN])
@pytest.mark.parametrize(
    "rules",
    [
        RULES,
        MeldRules(ace=Ace.HIGH, equal_cards=False, wilds=(0,), max_wilds=1),
        MeldRules(ace=Ace.LOW, equal_cards=True, wilds=(2,), min_naturals=1),
        MeldRules(equal_cards=False),
    ],
    ids=["one wild", "unequal", "many wilds", "none"],
)
def test_what_can_be_made_is_what_trying_finds(rules: MeldRules, kind: str) -> None:
    rng = Random(f"contracts/{kind}/{rules.wilds}")
    met = set()
    for number in range(60):
        ranks = (1, 2, 3, 12, 13, 0) if number % 2 else tuple(rng.sample(range(14), 6))
        hand = mask_of(some_hand(rng, 9 + number % 3, ranks, 1 + number % 4, 0 in rules.wilds))
        for count in (2, 3):
            found = can_make(rules, hand, kind, count)
            assert found == by_trying(rules, hand, kind, count), f"{count} {kind}s of {cards_of(hand)}"
            met.add(found)
    assert met == {True, False}


@pytest.mark.parametrize(
    ("hand", "kind", "count", "made"),
    [
        ("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C 8D 8H", SET, 4, True),
        ("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C 8D 8H", RUN, 3, True),
        ("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C 8D 8H", RUN, 4, False),
        # A wild card goes into one meld only, and one into each.
        ("5C 5D joker 6C 6D 2H 7C 7D 7H", SET, 3, True),
        ("5C 5D joker 6C 6D 7C 7D 7H 7S", SET, 3, False),
        ("5C joker 2C 6C 6D 6H 7C 7D 7H", SET, 3, False),
        # Several sets of one rank, equal cards in them.
        ("5C 5C 5D 5D 5H 5H 9S 9S 9H", SET, 3, True),
        # An ace is high in one run and low in another, and round the corner in none.
        ("AC 2D 3C QC KC AC 7H 8H 9H", RUN, 3, True),
        ("KC AC joker 3H 4H 5H 7H 8H 9H", RUN, 3, True),
        ("KC AC 3C 3H 4H 5H 7H 8H 9H", RUN, 3, False),
        # The middle card of two runs is needed twice.
        ("5C 6C 7C 7C 8C 9C TC JC QC", RUN, 3, True),
        ("5C 6C 7C 8C 9C TC JC QC 4H", RUN, 3, False),
        ("5C 6C 7C 8C 9C TC JC QC 2H", RUN, 3, True),
    ],
)
def test_certain_hands(hand: str, kind: str, count: int, made: bool) -> None:
    assert can_make(RULES, held(hand), kind, count) is made
    assert by_trying(RULES, held(hand), kind, count) is made


def test_the_last_contract_goes_on() -> None:
    asked = [contract_of((3, 3, 4), {DEAL_NUMBER: number}) for number in (1, 2, 3, 4, 9)]
    assert asked == [3, 3, 4, 4, 4]
    assert contract_of((3, 3, 4), {}) == 3


def test_a_contract_that_is_down_is_skipped_after_any_draw() -> None:
    book = melding_game(
        DrawStep(then="contract"),
        ContractStep(melds=(1,), then="discard", declined="discard"),
        MeldStep(then="draw", own_melds=True),
        DiscardStep(then="draw"),
    )
    story = laid_out(book, hands=("2C 5D 9H", "7H"), melds=[(0, "4C 4D 4H")], stock="KS", step="draw", seat=0)
    assert story.does("draw").step == "play"
