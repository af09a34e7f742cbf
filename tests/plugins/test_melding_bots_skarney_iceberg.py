"""The bots where cards are offered and where melds grow dearer: each sentence of what they are said to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.story import Story, faces
from tests.variants.iceberg_tables import dealt, table
from tests.variants.skarney_tables import skarney, skarney_dealt

from rummy_core.advice import Advice
from rummy_core.offering import OFFERED_CARD
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.simple_bot import SimpleBot

bots = pytest.mark.parametrize("make", [SimpleBot, GreedyBot])

FIVES = (0, "5C 5D 5H")
NINES = (1, "9C 9D 9H")


def chosen(make: Any, story: Story, seed: str = "a") -> str:
    deal = story.deal
    action = make(seed).choose(deal.view(deal.seat), deal.legal_actions())
    assert deal.why_illegal(action) is None
    return str(action)


def advice(story: Story) -> Advice:
    deal = story.deal
    return GreedyBot("a").advise(deal.view(deal.seat), deal.legal_actions())


def offered_to_next(card: str, next_hand: str, **more: Any) -> Story:
    """Seat 0 has offered a card, and seat 1 must answer."""
    return skarney(f"{card} JS 4D", next_hand, step="offer", **more).does(f"offer {card}")


# Skarney, before the contract.


@bots
def test_a_card_that_pairs_with_the_plan_is_accepted(make: Any) -> None:
    story = offered_to_next("8C", "8D 8H QC QD KC KD 4S 6C 9S TD JH")
    assert chosen(make, story) == "accept"


@bots
def test_a_card_that_goes_with_nothing_is_let_go(make: Any) -> None:
    assert chosen(make, offered_to_next("3C", "8D 8H QC QD KC KD 4S 6C 9S TD JH")) == "pass"


@bots
def test_a_wild_card_is_accepted_for_the_contract_though_it_costs_a_draw(make: Any) -> None:
    assert chosen(make, offered_to_next("2C", "8D 8H QC QD KC KD 4S 6C 9S TD JH")) == "accept"


@bots
def test_what_the_plan_does_not_need_is_offered(make: Any) -> None:
    story = skarney("8C 8D 8H QC QD QH KC KD 3S 7D 7H", step="offer")
    assert chosen(make, story) == "offer 3S"


# Skarney, after the contract.


def test_greedy_lays_everything_when_that_is_all_and_is_out() -> None:
    story = skarney("5S 6C 6D 6H", "JS 7C", melds=[FIVES, NINES], step="play")
    assert "every card of your hand can be laid" in advice(story).reason
    while not story.deal.is_over:
        story.does(chosen(GreedyBot, story))
    assert (story.ending, story.table.turn) == ("out", 9)


def test_greedy_goes_out_along_a_run_within_two_cards_a_meld() -> None:
    story = skarney("7C 8C", melds=[(0, "4C 5C 6C")], step="play")
    story.does(chosen(GreedyBot, story))
    assert story.does(chosen(GreedyBot, story)).ending == "out"
    story = skarney("3C 7C 8C", melds=[(0, "4C 5C 6C")], step="play")
    story.does(chosen(GreedyBot, story))
    assert story.does(chosen(GreedyBot, story)).offered == ["done"]


def test_greedy_holds_back_a_card_that_fits_and_offers_the_one_that_does_not() -> None:
    story = skarney("5S KD", melds=[FIVES, NINES], step="play")
    said = advice(story)
    assert (str(said.action), "{5S}" in said.reason) == ("done", True)
    story.does("done")
    assert chosen(GreedyBot, story) == "offer KD"


def test_simple_lays_what_fits_at_once() -> None:
    assert chosen(SimpleBot, skarney("5S KD", melds=[FIVES, NINES], step="play")).startswith("lay 5S")


def test_greedy_keeps_the_cheapest_card_that_fits_and_lays_the_other() -> None:
    story = skarney("5S KC QD", melds=[FIVES, (0, "KD KH KS")], step="play")
    assert chosen(GreedyBot, story).startswith("lay KC")


def test_greedy_offers_the_dearest_of_the_cards_that_fit_nowhere() -> None:
    assert chosen(GreedyBot, skarney("5S KD 3C 7H", melds=[FIVES], step="offer")) == "offer KD"


def test_greedy_never_offers_a_wild_card_while_it_has_another() -> None:
    assert chosen(GreedyBot, skarney("2S 3C", melds=[FIVES], step="offer")) == "offer 3C"


def test_greedy_takes_a_useless_card_off_a_partner_with_fewer_cards() -> None:
    story = skarney("5S KD", "JS 7C", "3C 4D 7H", "JH 6C", melds=[FIVES], step="offer").does(
        "offer KD", "pass"
    )
    assert story.seat == 2
    assert chosen(GreedyBot, story) == "accept"
    assert chosen(SimpleBot, story) == "pass"


def test_greedy_takes_no_useless_card_off_an_opponent() -> None:
    story = skarney("KD 5S", "3C 4D 7H", melds=[FIVES, (1, "9C 9D 9H")], step="offer").does("offer KD")
    assert chosen(GreedyBot, story) == "pass"


def test_greedy_takes_a_stop_card_after_the_contract_only_to_go_out_with_it() -> None:
    melds = [FIVES, (1, "9C 9D 9H"), (1, "TC TD TH")]
    story = skarney("2S KD 3C", "9S", melds=melds, step="offer").does("offer 2S")
    assert chosen(GreedyBot, story) == "accept"
    story = skarney("2S KD 3C", "7S 4D", melds=melds, step="offer").does("offer 2S")
    assert chosen(GreedyBot, story) == "pass"


# Iceberg.


def test_greedy_holds_a_pair_back_while_nobody_is_near_the_end() -> None:
    story = table("8C 8D 2S 4H 6D JC QH KS", "3C 5D 7H 9S TC TD 2H", players=2)
    assert chosen(SimpleBot, story) == "meld 8C 8D"
    assert chosen(GreedyBot, story).startswith("pass on")
    assert chosen(GreedyBot, story) not in ("pass on 8C", "pass on 8D")


@pytest.mark.parametrize(
    ("own", "other"),
    [("8C 8D 2S 4H 6D JC QH KS", "3C 5D 7H"), ("8C 8D 2S 4H 6D", "3C 5D 7H 9S TC TD 2H")],
)
def test_greedy_lays_a_pair_when_somebody_is_near_the_end(own: str, other: str) -> None:
    assert chosen(GreedyBot, table(own, other, players=2)) == "meld 8C 8D"


def test_greedy_lays_three_of_a_rank_and_runs_at_any_time() -> None:
    junk, other = "2S 4H 6D JC QH", "3C 5D 7H 9S TC TD 2H"
    story = table(f"8C 8D 8H {junk}", other, players=2)
    story.does(chosen(GreedyBot, story))
    story.does(chosen(GreedyBot, story))
    assert [faces(one) for one in story.melds] == [{"8C", "8D", "8H"}]
    assert chosen(GreedyBot, table(f"8C 9C TC {junk}", "3C 5D 7H 9S TD 2H 3S", players=2)) == "meld 8C 9C TC"


def test_greedy_lays_a_card_where_the_meld_is_longest_and_says_what_it_counts() -> None:
    story = table(
        "8C 2S 4H 6D JC QH KS",
        "3C 5D 7H 9S TC TD 2H",
        melds=[(1, "8D 8H"), (1, "4C 5C 6C 7C")],
        players=2,
    )
    said = advice(story)
    assert str(said.action) == "lay 8C on 2"
    assert "counts 50" in said.reason
    assert "{8C}" in said.reason
    assert story.does(str(said.action)).table.meld(2) is not None


def test_greedy_adds_to_a_run_of_the_table_rather_than_lay_a_run_of_its_own() -> None:
    story = table("8C 9C TC 4H 6D JS QH", "3C 5D 7H", melds=[(1, "5C 6C 7C")], players=2)
    assert chosen(GreedyBot, story) == "lay 8C on 1"


def test_greedy_passes_on_the_card_with_the_least_to_hope_for() -> None:
    # The other fours lie in runs, and no club is held beside it; each other card has company.
    runs = [(1, "3D 4D 5D"), (1, "3H 4H 5H"), (1, "3S 4S 5S")]
    story = table("KS QS 8D 8S JH TH 4C", "3C 7C 7H 9S TC TD 2H", melds=runs, players=2)
    assert chosen(GreedyBot, story) == "pass on 4C"


def test_greedy_keeps_a_card_that_one_other_would_bring_to_a_run_of_the_table() -> None:
    hand, other = "9C KD JH 3S QS 4D", "3C 5D 7H 9S TC TD 2H"
    assert chosen(GreedyBot, table(hand, other, melds=[(1, "5C 6C 7C")], players=2)) != "pass on 9C"


def test_greedy_keeps_what_a_special_meld_lacks_one_card_of() -> None:
    hand = "KH JH 9H 7H 5H QC QD 4S"
    story = table(hand, "3C 5D 7D 9S TC TD 2H", players=2)
    assert chosen(GreedyBot, story) == "pass on 4S"


# Both.


@pytest.mark.parametrize("begin", [dealt, skarney_dealt])
def test_greedy_plays_as_it_advises_without_chance_and_with_a_reason(begin: Any) -> None:
    for seed in (1, 2):
        story = begin(seed=seed) if begin is skarney_dealt else begin(2, seed=seed)
        for _ in range(60):
            if story.deal.is_over:
                break
            said = advice(story)
            assert {chosen(GreedyBot, story, one) for one in "abc"} == {str(said.action)}
            assert said.reason.endswith(".")
            offered = story.table.turn_notes.get(OFFERED_CARD)
            checked = {str(offered), *story.hand(story.seat)}
            assert set(re.findall(r"\{(\w+)\}", said.reason)) <= checked
            story.deal.play(said.action)
