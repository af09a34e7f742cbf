"""Skarney: the offer, stop cards, and how a hand ends (facts 4d to 6)."""

from __future__ import annotations

import pytest

from rummy_core.offering import ONE_CARD, is_stopped
from tests.story import Story
from tests.variants.skarney_tables import skarney

LOOSE = ("3C 7D JS", "4C 8D JC", "3D 7S JH", "4H 8S JD")
FIVES = (0, "5C 5D 5H")
NINES = (1, "9C 9D 9H")


def offering(words: str = "3C", *hands: str, **more: object) -> Story:
    """Seat 0 has offered a card."""
    return skarney(*(hands or LOOSE), step="offer", **more).does(f"offer {words}")  # type: ignore[arg-type]


# --- the offer (fact 4d, SK-10, SK-11, SK-24)


def test_fact_4_it_goes_to_the_left_then_on_until_somebody_takes_it() -> None:
    story = offering()
    assert (story.seat, story.step) == (1, "answer offer")
    assert story.does("pass").seat == 2
    assert story.does("pass").seat == 3
    story.does("accept")
    assert story.hand(3) == {"4H", "8S", "JD", "3C"}
    assert story.hand(0) == {"7D", "JS"}


def test_fact_4_refused_by_all_it_stays() -> None:
    story = offering().does("pass", "pass", "pass")
    assert story.hand(0) == {"3C", "7D", "JS"}
    assert (story.seat, story.step) == (1, "draw")


def test_fact_4_who_takes_it_ends_the_turn_of_the_giver() -> None:
    story = offering().does("accept")
    assert (story.seat, story.step, story.table.player) == (1, "draw", 1)


def test_sk_10_with_two_players_the_other_alone_is_asked() -> None:
    story = offering("3C", *LOOSE[:2], players=2, sides="solo").does("pass")
    assert (story.seat, story.step) == (1, "draw")


def test_sk_10_an_offer_is_compulsory_and_its_card_is_free() -> None:
    story = skarney(*LOOSE, step="offer")
    story.offers_only("offer 3C", "offer 7D", "offer JS").refuses("done", "Your turn ends with an offer")


def test_sk_24_all_see_the_card_and_know_where_it_stays() -> None:
    story = offering()
    for looker in (1, 2, 3):
        assert story.known_hand(looker, 0) == {"3C"}
    story.does("pass", "accept")
    for looker in (0, 1, 3):
        assert story.known_hand(looker, 2) == {"3C"}


def test_sk_24_a_card_that_is_no_stop_card_does_not_replace_the_draw() -> None:
    story = offering().does("accept")
    story.offers_only("draw")


def test_answering_is_all_that_is_done_in_anothers_turn() -> None:
    story = offering()
    story.refuses("draw", "It is not your turn").refuses("offer 4C", "It is not your turn")
    story.offers_only("accept", "pass")


@pytest.mark.parametrize("words", ["4C"])
def test_fact_4_with_one_card_it_is_said_and_nothing_is_offered(words: str) -> None:
    story = skarney(f"{words} 5S", *LOOSE[1:], melds=[FIVES], step="play").does("lay 5S on 1", "done")
    assert (story.seat, story.step) == (1, "draw")
    noted = [entry for entry in story.deal.log if getattr(entry, "key", "") == ONE_CARD]
    assert len(noted) == 1


def test_sk_11_one_card_may_be_kept_for_several_turns() -> None:
    story = skarney("4C", "6D", "7S", "8H", melds=[FIVES, NINES], stock="3C TD JS QH KC 6S").does(
        "draw", "done"
    )
    story.does("offer 3C", "accept")
    assert story.hand(0) == {"4C"}


# --- stop cards (fact 5, SK-9, SK-25)


@pytest.mark.parametrize("card", ["AC", "2C", "joker"])
def test_fact_5_stop_cards_are_offered_to_the_left_only(card: str) -> None:
    story = offering(card, f"{card} 7D JS", *LOOSE[1:]).does("pass")
    assert (story.seat, story.step) == (1, "draw")
    story.offers_only("draw")


@pytest.mark.parametrize("card", ["AC", "2C", "joker"])
def test_fact_5_who_accepts_one_does_not_draw(card: str) -> None:
    story = offering(card, f"{card} 7D JS", *LOOSE[1:])
    left = story.stock
    assert not is_stopped(story.table.deal_notes, 1)
    story.does("accept")
    assert (story.seat, story.step) == (1, "offer")  # four cards hold no contract
    assert story.stock == left
    assert not is_stopped(story.table.deal_notes, 1), "it is spent"


def test_sk_25_he_does_everything_else() -> None:
    story = offering(
        "AC", "AC 7D JS", "5C 5D 5H 8C 8D 8S QC QD QH 9S", *LOOSE[2:], melds=[(0, "9C 9D joker")]
    )
    story.does("accept")
    assert story.step == "exchange"
    story.does("swap 9S for joker on 1", "done", "meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH")
    assert story.step == "offer"


def test_fact_5_the_draw_after_the_next_is_made() -> None:
    story = offering("AC", "AC 7D JS", *LOOSE[1:]).does("accept", "offer 4C", "pass", "pass", "pass")
    for card in ("3D", "4H", "7D"):
        story.does("draw", f"offer {card}", "pass", "pass", "pass")
    assert (story.seat, story.step) == (1, "draw")


def test_sk_9_each_stop_card_costs_one_draw() -> None:
    story = offering("AC", "AC 7D JS", "AD 8D JC", *LOOSE[2:]).does("accept", "offer AD")
    assert story.seat == 2
    story.does("accept")
    assert (story.seat, story.step) == (2, "offer")


# --- the end (fact 6, SK-12)


def last_card(**more: object) -> Story:
    """Seat 0 is about to draw the last card of the stock; two sit beside it, the third holds the rest."""
    hands = ("5S 7C", "6D 8H 4S", "")
    return skarney(*hands, stock="5C", stock_left=1, melds=[(0, "5C 5D 5H")], players=3, sides="solo", **more)  # type: ignore[arg-type]


def test_fact_6_the_last_card_of_the_stock_ends_the_hand_after_the_turn() -> None:
    story = last_card().does("draw")
    assert story.step == "play"
    story.does("lay 5S on 1", "done")
    assert story.ending == "stock"
    assert story.winner == 0


def test_sk_12_going_out_with_the_last_card_counts() -> None:
    story = skarney(
        "5S", "6D 8H 4S", "", stock="5C", stock_left=1, melds=[(0, "5C 5D 5H")], players=3, sides="solo"
    )
    story.does("draw", "lay 5S on 1", "lay 5C on 1")
    assert story.ending == "out"


def test_sk_12_the_hand_ends_though_the_next_would_not_draw() -> None:
    story = last_card(notes={"stopped 1": True}).does("draw", "done")
    assert story.ending == "stock"


def test_sk_25_a_stopped_player_leaves_the_last_card() -> None:
    story = last_card(step="offer", seat=2).does("offer AC", "accept")
    assert (story.seat, story.step, story.stock) == (0, "play", 1)
    story.does("done", "offer 7C", "pass", "pass")
    assert (story.seat, story.step, story.stock) == (1, "draw", 1)


def test_fact_6_going_out() -> None:
    story = skarney("5S", *LOOSE[1:], melds=[FIVES], step="play").does("lay 5S on 1")
    assert story.ending == "out"


# --- standstill (SK-26)


def test_sk_26_stop_cards_that_go_round_for_ever_end_as_a_standstill() -> None:
    story = offering("AC", "AC 7D JS", "4C 8D JC", *LOOSE[2:], melds=[FIVES, (1, "KC KD KH")], standstill=1)
    story.table.idle = 2
    story.does("accept")
    # Seat 1 draws nothing and lays nothing: the fourth turn in a row.
    story.does("done", "offer 4C", "pass", "pass", "pass")
    assert story.ending == "standstill"
    # 15 against 30 on the table; 25 and 15 in the hands of the one side, 40 and 20 of the other.
    assert {side for side, reason, _ in story.lines if reason == "hand 1 won"} == {story.winner}
    assert not [line for line in story.lines if line[1] == "shutout"]


def test_no_standstill_where_it_is_off() -> None:
    story = offering("AC", "AC 7D JS", "4C 8D JC", *LOOSE[2:], melds=[FIVES, (1, "KC KD KH")], standstill=0)
    story.table.idle = 200
    story.does("accept", "done", "offer 4C", "pass", "pass", "pass")
    assert not story.is_over
