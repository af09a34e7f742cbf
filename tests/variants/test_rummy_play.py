"""Basic Rummy in play: its facts 1 to 6 and the rulings that go with them, each by name."""

from __future__ import annotations

import pytest

from rummy_core.events import Moved, Shown, Shuffled
from rummy_core.refills import REFILL_PLAYS, REFILLS, REFILLS_IDLE
from rummy_variants.rummy import nobody_can_go_out
from tests.story import Story, facts
from tests.variants.rummy_tables import FILLED_ONCE, dealt, table

RUN = (1, "5H 6H 7H")
LOOSE = "2C 4D 9S JD KC"


# Fact 1: the deal.


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_fact_1_cards_for_each_and_one_turned_up(players: int, cards: int) -> None:
    story = dealt(players)
    assert [len(story.hand(seat)) for seat in range(players)] == [cards] * players
    assert len(story.pile) == 1
    assert story.stock == 51 - players * cards


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (3, 2), (4, 1)])
def test_fact_1_left_of_the_dealer_begins(players: int, dealer: int) -> None:
    story = dealt(players, dealer=dealer)
    assert (story.seat, story.step) == ((dealer + 1) % players, "draw")


def test_fact_1_aces_are_low() -> None:
    table("AS 2S 3S QS KS 9D", None).offers("meld AS 2S 3S").refuses("meld QS KS AS", "neither a set nor")


def test_b_9_the_first_player_may_take_the_upcard() -> None:
    story = dealt(3, dealer=2)
    upcard = story.pile[-1]
    story.offers_only("draw", "take").does("take")
    assert upcard in story.hand(0)
    story.refuses(f"discard {upcard}", "just taken from the discard pile")


# Fact 2: the turn.


def test_fact_2_a_turn_begins_with_a_draw() -> None:
    story = table("5C 5D 5H KS", None, step="draw").offers_only("draw", "take")
    story.refuses("meld 5C 5D 5H", "Draw first").refuses("discard KS", "Draw first")
    story.refuses("pass", "You must draw: the stock has cards.")
    story.does("draw").refuses("draw", "drawn already").refuses("take", "drawn already")


def test_fact_2_any_number_of_melds_and_lay_offs_in_a_turn() -> None:
    story = table("2C 2D 2H JC QC KC 8H 4H KS", None, at={"melds": [RUN]})
    story.does("meld 2C 2D 2H", "meld JC QC KC", "lay 8H on 1", "lay 4H on 1")
    assert story.melds == ["4H 5H 6H 7H 8H", "2C 2D 2H", "JC QC KC"]
    assert (story.seat, story.step, story.hand(0)) == (0, "play", {"KS"})


def test_fact_2_lay_off_on_anybodys_meld_without_one_of_ones_own() -> None:
    """W-B5: on the five, six and seven of hearts of another player the eight may be laid."""
    story = table("8H KS 2D", None, at={"melds": [RUN]}).does("lay 8H on 1")
    assert story.melds == ["5H 6H 7H 8H"]


def test_fact_2_a_turn_ends_with_a_discard() -> None:
    story = table("8H KS 2D", None).refuses("done", "a discard ends your turn").does("discard KS")
    assert (story.pile[-1], story.seat, story.step) == ("KS", 1, "draw")


@pytest.mark.parametrize("meld", ["5C 5D", "5C 6C 8C", "5C 6D 7C", "QC KC AC", "KC AC 2C"])
def test_fact_2_what_is_no_meld(meld: str) -> None:
    table("5C 5D 6C 6D 7C 8C QC KC AC 2C", None).refuses(f"meld {meld}", "neither a set nor a run")


def test_b_6_sets_are_of_three_or_four() -> None:
    story = table("9C 9D 9H 9S KS 2D", None).allows("meld 9C 9D 9H 9S").does("meld 9C 9D 9H", "lay 9S on 1")
    assert story.melds == ["9C 9D 9H 9S"]


# Fact 3: the card just taken.


def test_fact_3_the_card_taken_may_not_be_discarded_in_that_turn() -> None:
    story = table("2C 4D 9S", "3S TC JD", step="draw", pile="KH").does("take")
    story.refuses("discard KH", "just taken from the discard pile").offers("discard 2C")
    # In a later turn it may.
    story.does("discard 2C", "draw", "discard TC", "draw").offers("discard KH")


def test_fact_3_a_card_drawn_from_the_stock_may() -> None:
    table("2C 4D 9S", None, step="draw", at={"stock": "QS"}).does("draw").offers("discard QS")


# Fact 4: going out.


def test_fact_4_the_last_card_discarded_wins() -> None:
    story = table("KS", "KC 8D AS", at={"melds": [(0, "2C 2D 2H")]}).does("discard KS")
    assert (story.ending, story.winner, story.points(0)) == ("out", 0, 19)


def test_b_14_that_card_is_shown_to_nobody_and_the_losers_hands_to_all() -> None:
    story = table("KS", "KC 8D AS", "2C 3C", players=3, at={"melds": [(0, "9C 9D 9H")]}).does("discard KS")
    for looker in (1, 2):
        log = story.deal.events_for(looker)
        assert str(log[0]) == "0 discard ?"
        assert [one.cards for one in log if isinstance(one, Moved)] == [(None,)]
        assert story.view(looker)["discard"].top is None
    assert {one.zone for one in facts(story.deal) if isinstance(one, Shown)} == {"hand 1", "hand 2"}


@pytest.mark.parametrize("last", ["meld 9C 9D 9H", "lay 8H on 1"])
def test_fact_4_melding_or_laying_off_the_last_card_wins_too(last: str) -> None:
    hand = last.removeprefix("meld ") if last.startswith("meld") else "8H"
    story = table(hand, "KC", at={"melds": [RUN, (0, "2C 2D 2H")]}).does(last)
    assert (story.ending, story.winner) == ("out", 0)


def test_b_4_a_meld_that_leaves_only_the_card_just_taken_is_illegal() -> None:
    story = table("9C 9D 9H", None, step="draw", pile="KH").does("take")
    story.refuses("meld 9C 9D 9H", "leave you KH, which you could neither discard nor lay").offers(
        "discard 9C"
    )


def test_b_4_but_not_where_that_card_can_be_laid_off() -> None:
    melds = [RUN, (0, "2C 2D 2H")]
    story = table("9C 9D 9H", None, step="draw", pile="8H", at={"melds": melds}).does("take")
    story.does("meld 9C 9D 9H", "lay 8H on 1")
    assert (story.ending, story.winner) == ("out", 0)
    # Or on the very meld that is laid.
    story = table("9C 9D 9H", None, step="draw", pile="9S").does("take", "meld 9C 9D 9H", "lay 9S on 1")
    assert story.ending == "going rummy"


def test_b_4_a_lay_off_likewise() -> None:
    story = table("8H", None, step="draw", pile="KC", at={"melds": [RUN]}).does("take")
    story.refuses("lay 8H on 1", "leave you KC").offers_only("discard 8H")


# Fact 5: the stock.


def test_fact_5_the_pile_without_its_top_is_shuffled_for_a_new_stock() -> None:
    """B-1, B-2: that is done when a player wants to draw."""
    story = table(LOOSE, "2D", step="draw", pile="2H 3H 9H KH 7D", at={"stock_left": 0})
    below = story.pile[:-1]
    story.offers_only("draw", "take").refuses("pass", "You must draw: the discard pile makes a new stock.")
    story.does("draw")
    assert (story.pile, story.stock, story.note(REFILLS)) == (["7D"], len(below) - 1, 1)
    (order,) = (one.order for one in facts(story.deal) if isinstance(one, Shuffled))
    assert {card.text for card in order if card} == set(below)
    # Nobody knows what it is.
    assert story.view(0)["stock"].mask == 0


def test_b_2_until_then_the_discard_may_be_taken() -> None:
    story = table(LOOSE, "2D", step="draw", pile="2H 3H 7D", at={"stock_left": 0}).does("take")
    assert (story.stock, story.note(REFILLS)) == (0, None)


def empty_again() -> Story:
    """The stock is empty for the second time."""
    at = {"stock_left": 0, "deal_notes": FILLED_ONCE}
    return table(LOOSE, "2D", step="draw", pile="2H 3H 9H 7D", at=at)


def test_fact_5_empty_a_second_time_is_a_stalemate() -> None:
    """W-B4, B-2, B-10: when the player takes nothing; no points; the deal counts."""
    story = empty_again()
    story.refuses("draw", "The stock is empty").offers_only("take", "pass").does("pass")
    assert (story.ending, story.lines, story.winner, story.void) == ("stock", [], -1, False)


def test_b_2_who_takes_the_discard_plays_on() -> None:
    story = empty_again().does("take", "discard KC")
    assert (story.seat, story.is_over) == (1, False)
    story.offers_only("take", "pass")


def test_b_1_a_pile_of_one_card_cannot_be_made_a_stock() -> None:
    # Two hands of 24, a meld of three and the pile are all cards.
    at = {"stock_left": 0, "melds": [(1, "2C 2D 2H")]}
    story = table(step="draw", pile="7D", hand_size=24, at=at)
    assert (story.pile, story.stock) == (["7D"], 0)
    story.refuses("draw", "The stock is empty").offers_only("take", "pass").does("pass")
    assert story.ending == "stock"


def test_a_third_refill_in_a_row_without_a_card_laid_is_not_made() -> None:
    """It is a stalemate."""
    twice = {REFILLS: 2, REFILLS_IDLE: 2, REFILL_PLAYS: 0}
    position = {"step": "draw", "pile": "2H 3H 9H 7D", "refills": -1}
    story = table(LOOSE, "2D", **position, at={"stock_left": 0, "deal_notes": twice})
    story.refuses("draw", "The stock is empty").does("pass")
    assert story.ending == "stock"
    # A card was laid since.
    laid = {**twice, REFILL_PLAYS: -1}
    table(LOOSE, "2D", **position, at={"stock_left": 0, "deal_notes": laid}).offers("draw")


def test_standstill_is_a_stalemate() -> None:
    story = table("2C 4D 9S", "3C 5D TS", step="draw", pile="KH", standstill=1)
    story.does("take", "discard 2C", "take", "discard 3C")
    assert (story.ending, story.lines, story.winner, story.void) == ("standstill", [], -1, False)


# Fact 6: nobody can go out.

KINGS, NINES = (0, "KC KD KH KS"), (1, "9C 9D 9H 9S")


def one_card_each(hands: str = "2C 3C", **options: object) -> Story:
    """All hold one card once seat 0 has thrown what it draws."""
    at = {"melds": [KINGS, NINES], "stock": "QC"}
    story = table(*hands.split(), players=len(hands.split()), step="draw", pile="JD", at=at, **options)
    return story.does("draw", "discard QC")


def test_b_3_one_card_each_and_no_meld_that_takes_one() -> None:
    """W-B8."""
    story = one_card_each()
    assert (story.ending, story.lines, story.winner, story.void) == ("stalemate", [], -1, False)
    assert one_card_each(hands="2C 3C 4C").ending == "stalemate"


@pytest.mark.parametrize("where", ["hand", "stock", "pile"])
def test_b_3_none_while_a_card_that_fits_is_off_the_table(where: str) -> None:
    """W-B8: with the seven, eight and nine of hearts there too, wherever the six or the ten lies."""
    melds = [KINGS, (1, "AC AD AH AS"), (1, "7H 8H 9H")]
    hands = ("2C", "TH") if where == "hand" else ("2C", "3C")
    pile = "TH 6H JD" if where == "pile" else "JD"
    story = table(*hands, step="draw", pile=pile, at={"melds": melds, "stock": "QC"}).does(
        "draw", "discard QC"
    )
    assert not story.is_over


def test_b_3_a_fitting_card_that_lies_in_another_meld_is_gone() -> None:
    melds = [(1, "7H 8H 9H"), (0, "6C 6D 6H 6S"), (0, "TC TD TH TS"), KINGS]
    story = table("2C", "3C", step="draw", pile="JD", at={"melds": melds, "stock": "QC"})
    assert story.does("draw", "discard QC").ending == "stalemate"


def test_b_3_two_cards_in_a_hand_go_on() -> None:
    melds = [KINGS, NINES]
    story = table("2C", "3C 4D", step="draw", pile="JD", at={"melds": melds, "stock": "QC"})
    assert not story.does("draw", "discard QC").is_over
    assert not nobody_can_go_out(story.table)


def test_b_3_made_after_each_turn_on_what_all_know() -> None:
    """Also after the turn in which the last open place is filled."""
    melds = [KINGS, NINES, (0, "QC QD QH")]
    story = table("2C 5D", "3C", step="draw", pile="JD", at={"melds": melds, "stock": "QS"})
    story.does("draw", "lay QS on 3")
    assert not story.is_over
    assert story.does("discard 5D").ending == "stalemate"


def test_b_3_holds_while_only_who_melded_may_lay_off() -> None:
    assert one_card_each(layoff_needs_own_meld=True).ending == "stalemate"
