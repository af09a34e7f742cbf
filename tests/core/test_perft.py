"""Perft: counts that can be had by hand, and what they may and may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rummy_core.actions import DRAW, TAKE, Action
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.perft import divide, hash_of, perft, picked, playthrough
from rummy_core.rulebook import rulebook
from rummy_core.zones import STOCK
from rummy_variants.fortune import FORTUNE
from rummy_variants.gin import GIN
from rummy_variants.rummy import RUMMY
from tests.story import gin, gin_book

LOOSE, OTHER = "AC 3D 5H 7S 9C JD KH 2S 4H 6D", "2D 4C 6S 8C TD QH AS 3S 5S 7D"
NINE_MELDED = "AC 2C 3C 4D 5D 6D 7H 8H 9H"


def opening(seed: int = 1, **options: Any) -> Deal:
    return Match(gin_book(**options), seed).begin_deal()


def counts(deal: Deal, depth: int) -> list[int]:
    return [perft(deal, one) for one in range(1, depth + 1)]


def walked(deal: Deal, depth: int) -> int:
    """The count by playing every sequence and counting those of that length, one by one."""
    if depth == 0:
        return 1
    total = 0
    for action in deal.legal_actions():
        twin = deal.copy()
        twin.play(action)
        total += walked(twin, depth - 1)
    return total


# Counts by hand.


def test_a_deal_of_gin_begins_with_take_or_pass() -> None:
    """Two actions. Then who took it throws one of ten others, or the dealer takes or passes."""
    assert counts(opening(), 2) == [2, 10 + 2]


def test_both_refuse_the_upcard() -> None:
    """Taken: ten discards, then draw or take. Passed and taken: ten discards. Passed twice: the stock."""
    assert perft(opening(), 3) == 10 * 2 + 10 + 1


def test_a_card_just_taken_may_not_be_thrown_and_one_drawn_may() -> None:
    deal = gin(hand0=LOOSE, hand1=OTHER, pile="TH", step="draw", seat=0).deal
    assert counts(deal, 2) == [2, 11 + 10]
    assert dict(divide(deal, 2))[DRAW] == 11


def test_equal_cards_are_one_action() -> None:
    """Seven cards dealt from two packs: as many discards as there are different faces."""
    book = rulebook(FORTUNE)
    for seed in range(20):
        deal = Match(book, seed).begin_deal()
        deal.play(DRAW)
        hand = [card.text for card in deal.table.cards(deal.table.layout.hands[deal.seat])]
        discards = [one for one in deal.legal_actions() if str(one).startswith("discard")]
        assert len(discards) == len(set(hand))
        if len(hand) > len(set(hand)):
            return
    raise AssertionError("no hand with two equal cards")


def test_a_finished_deal_counts_at_its_own_length_and_at_no_greater_one() -> None:
    """Gin is answered by 'best' or 'done', and is over: no sequence of three begins with it."""
    deal = gin(hand0=f"{NINE_MELDED} TH", hand1=OTHER, pile="KC", stock="KS", step="draw", seat=0).deal
    deal.play(DRAW)
    parts = [{str(action): count for action, count in divide(deal, depth)} for depth in (1, 2, 3)]
    assert [part["knock KS"] for part in parts] == [1, 2, 0]
    assert [part["discard KS"] for part in parts] == [1, 2, 2 * 10 + 1]


# What holds of every count.


@pytest.mark.parametrize("game", [GIN, RUMMY], ids=lambda game: game.name)
def test_the_last_actions_are_counted_as_if_they_had_been_played(game: Any) -> None:
    deal = Match(rulebook(game), 3).begin_deal()
    for depth in (1, 2, 3):
        assert perft(deal, depth) == walked(deal, depth)


def test_the_parts_add_up() -> None:
    deal = opening()
    for depth in (1, 2, 3, 4):
        assert sum(count for _, count in divide(deal, depth)) == perft(deal, depth)
        assert [action for action, _ in divide(deal, depth)] == list(deal.legal_actions())
    assert list(divide(deal, 0)) == []


def test_counting_changes_nothing() -> None:
    deal = opening()
    table, log, shuffles = deal.table.copy(), list(deal.log), deal.chance.shuffles
    perft(deal, 4)
    assert (deal.table, deal.log, deal.chance.shuffles) == (table, log, shuffles)


def out_of_stock() -> Deal:
    """A deal of Basic Rummy whose stock is made again with the next draw."""
    for seed in range(100):
        deal = Match(rulebook(RUMMY), seed).begin_deal()
        for choice in playthrough(deal, "x"):
            if not deal.table.cards(STOCK) and choice.step == "draw" and DRAW in deal.legal_actions():
                return deal
    raise AssertionError("no deal whose stock ran out")


def test_a_shuffle_while_counting_changes_nothing() -> None:
    deal = out_of_stock()
    shuffles = deal.chance.shuffles
    assert perft(deal, 4) == walked(deal, 4)
    assert deal.chance.shuffles == shuffles


def test_a_rule_that_changes_what_is_legal_changes_a_count() -> None:
    assert perft(opening(start="eleven_cards"), 1) == 11
    assert perft(opening(same_card_discard="gra"), 3) != perft(opening(), 3)


# Along a deal.


def test_a_playthrough_comes_to_the_end_and_tells_each_decision() -> None:
    deal, again = opening(4), opening(4)
    for choice in playthrough(deal, "4"):
        assert (choice.seat, choice.step) == (again.seat, again.table.step)
        assert choice.count == len(again.legal_actions())
        again.play(choice.action)
    assert deal.is_over
    assert again.log == deal.log


def test_the_same_seed_gives_the_same_playthrough_and_another_seed_another() -> None:
    plays = [list(playthrough(opening(4), seed)) for seed in ("4", "4", "5")]
    assert plays[0] == plays[1] != plays[2]
    assert {one.action for one in plays[0] if one.step == "draw"} == {DRAW, TAKE}


def shown(*texts: str) -> tuple[Action, ...]:
    deal = gin(hand0=LOOSE, hand1=OTHER, pile="TH", step="discard", seat=0).deal
    listed = {str(one): one for one in deal.legal_actions()}
    return tuple(listed[text] for text in texts)


def test_a_pick_does_not_depend_on_the_order_of_the_list() -> None:
    cards = shown("discard AC", "discard 3D", "discard 5H", "discard 7S")
    for key in map(str, range(50)):
        assert picked(cards, key) == picked(cards[::-1], key)


def test_an_action_more_leaves_the_pick_or_is_the_pick() -> None:
    cards = shown("discard AC", "discard 3D", "discard 5H", "discard 7S")
    picks = [(picked(cards[:3], key), picked(cards, key)) for key in map(str, range(200))]
    assert all(few == many or many == cards[3] for few, many in picks)
    assert len({many for _, many in picks}) == 4


def test_a_kind_is_picked_before_a_card() -> None:
    """One knock among eleven discards is picked about every other time, in two hundred picks."""
    deal = gin(hand0=f"{NINE_MELDED} TS", hand1=OTHER, pile="KC", stock="KS", step="draw", seat=0).deal
    deal.play(DRAW)
    actions = deal.legal_actions()
    knocks = [one for one in actions if str(one).startswith("knock")]
    assert 0 < len(knocks) < len(actions) / 3
    picks = sum(picked(actions, key) in knocks for key in map(str, range(200)))
    assert 70 < picks < 130


def test_the_hash_tells_lists_apart() -> None:
    lists: list[Sequence[int]] = [[1, 11], [11, 1], [1, 1, 1], [111], []]
    assert len({hash_of(one) for one in lists}) == len(lists)
    assert hash_of([2, 12, 31]) == hash_of((2, 12, 31))
    assert len(hash_of([])) == 12
