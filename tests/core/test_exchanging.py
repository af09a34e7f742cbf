"""Exchanging a natural card for the wild card that stands for it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rummy_core.actions import Exchange
from rummy_core.cards import mask_of, parse_cards
from rummy_core.exchanging import exchange, exchanges_of, refuse_exchange, stood_for
from rummy_core.melds import Ace, MeldRules, lay_out
from rummy_core.notation import parse_lying
from rummy_core.packs import Pack
from rummy_core.table import Table, evolve
from rummy_core.zones import Layout, hands, solo, stock

RULES = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, wilds=(0, 2), equal_cards=True, wild_sets=(0, 2))


def lying(hand: str, *melds: str, rules: MeldRules = RULES) -> Table:
    """A table on which seat 0 holds ``hand`` and seat 1 has laid ``melds``."""
    table = Table(Layout(Pack(2, 4), (stock(), *hands(2)), solo(2), 0))
    table.rules = SimpleNamespace(meld_rules=rules)  # type: ignore[assignment]
    table.seat = table.player = 0
    held = mask_of(parse_cards(hand))
    for number, words in enumerate(melds, 1):
        cards, named = parse_lying(words)
        table.melds += (lay_out(number, 1, rules.readings(cards, named)[0], 1),)
    table.masks["hand 0"] = held
    table.masks["stock"] &= ~held & ~sum(meld.mask for meld in table.melds)
    return table


def listed(table: Table, ranks: tuple[int, ...] | None = None) -> list[str]:
    return [str(one) for one in exchanges_of(table, table.hand(0), table.melds, ranks)]


def test_in_a_set_any_card_of_the_rank_in_a_run_the_very_card() -> None:
    table = lying("4C 4S 8C 8D", "4H 4D joker", "7C 2S 9C")
    assert listed(table) == ["swap 4C for joker on 1", "swap 4S for joker on 1", "swap 8C for 2S on 2"]


def test_wild_cards_melded_as_what_they_are_stay() -> None:
    table = lying("4C 2H", "2C 2D 2S", "AD 2C=2D 3D")
    assert listed(table) == []
    refusal = refuse_exchange(table, Exchange(*parse_cards("2H 2C"), 1))
    assert refusal is not None
    assert refusal.rule == "No natural card can take the place of the 2C in meld 1, 2C 2D 2S."


def test_certain_kinds_only() -> None:
    table = lying("4C 8C", "4H 4D joker", "7C 2S 9C")
    assert listed(table, ranks=(0,)) == ["swap 4C for joker on 1"]
    refusal = refuse_exchange(table, Exchange(*parse_cards("8C 2S"), 2), ranks=(0,))
    assert refusal is not None
    assert "no wild card that may be exchanged" in refusal.rule


def test_a_set_without_equal_cards_takes_a_suit_that_it_lacks() -> None:
    plain = MeldRules(wilds=(0,))
    table = lying("4H 4C", "4H 4D joker", rules=plain)
    meld = table.melds[0]
    assert stood_for(plain, meld, meld.cards[2]) & table.hand(0) == mask_of(parse_cards("4C"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("5C joker 1", "That card is not in your hand."),
        ("4C joker 7", "There is no meld 7"),
        ("4C 2S 1", "There is no 2S in meld 1"),
        ("9C joker 1", "The 9C is not what the joker stands for"),
    ],
)
def test_what_is_refused(words: str, reason: str) -> None:
    table = lying("4C 9C", "4H 4D joker")
    card, wild, meld = words.split()
    refusal = refuse_exchange(table, Exchange(*parse_cards(f"{card} {wild}"), int(meld)))
    assert refusal is not None
    assert reason in refusal.rule


def test_the_wild_card_goes_to_the_hand_and_all_know_it() -> None:
    table = lying("4C 9C", "4H 4D joker")
    action = Exchange(*parse_cards("4C joker"), 1)
    assert refuse_exchange(table, action) is None
    evolve(table, exchange(table, 0, action))
    assert str(table.melds[0]) == "4D 4H 4C"
    assert [str(card) for card in table.cards("hand 0")] == ["9C", "joker"]
    assert all(known & action.wild.bit for known in table.known)
