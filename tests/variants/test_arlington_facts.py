"""Arlington: its facts, rulings and worked examples, where it is not Fortune."""

from __future__ import annotations

import pytest

from rummy_core import catalogue
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.rulebook import BadRules
from rummy_variants.arlington import ARLINGTON
from rummy_variants.fortune import FORTUNE
from tests.story import Story, faces
from tests.variants.fortune_tables import arlington


def dealt(players: int, dealer: int = 0, **options: object) -> Story:
    return Story(Deal.begin(arlington.book(players, **options), Chance(1), dealer=dealer))


def test_it_is_fortune_but_for_what_differs() -> None:
    assert ARLINGTON.base is FORTUNE
    assert catalogue.variant("oklahoma-rummy") is ARLINGTON


# Facts.


@pytest.mark.parametrize("players", range(2, 8))
def test_fact_1_thirteen_cards_each_and_an_upcard(players: int) -> None:
    """AR-12: seven leave twelve cards in the stock, eight would leave no upcard."""
    story = dealt(players)
    assert [len(story.table.cards(f"hand {seat}")) for seat in range(players)] == [13] * players
    assert (len(story.pile), story.stock, story.seat) == (1, 104 - 13 * players - 1, 1)


def test_fact_1_no_eight_players() -> None:
    """AR-18."""
    with pytest.raises(BadRules, match="for 2 to 7 players, not 8"):
        arlington.book(8)


def test_fact_2_deuces_alone_are_a_set() -> None:
    story = arlington.playing("2C 2D 2H 2S 9S").offers("meld 2C 2D 2H").allows("meld 2C 2D 2H 2S")
    assert story.does("meld 2C 2D 2H 2S", "discard 9S").points(0) == 200


def test_fact_3_a_deuce_for_the_queen_of_spades_needs_natural_cards_beside_it() -> None:
    story = arlington.playing("JS KS AS 2C 2D 9H").allows("meld JS 2C KS", "meld JS 2C=QS KS AS")
    story.refuses(
        "meld JS 2C=QS 2D=KS", "The 2C may stand for the QS only where no other card of the meld is"
    )


def test_fact_4_the_queen_of_spades_is_kept() -> None:
    story = arlington.playing("QS QS 9C").offers_only("discard 9C")
    story.refuses("discard QS", "only when you hold no other card")
    assert arlington.playing("QS").does("discard QS").ending == "out"


def test_fact_5_values_in_hand() -> None:
    assert arlington.left("QS") == -100
    assert arlington.left("2C") == -20
    assert arlington.left("KC 8D 7H 3S AD") == -(10 + 10 + 5 + 5 + 20)


def test_fact_6_going_out_brings_a_hundred() -> None:
    story = arlington.playing("8C 9C TC").does("meld 8C 9C TC")
    assert story.lines == [(0, "melded", 30), (1, "left in hand", -5), (0, "going out", 100)]


# Rulings.


def test_ar_1_values_melded() -> None:
    assert arlington.worth("QS QD QH") == 70
    assert arlington.worth("3C 4C 5C 6C 7C 8C") == 35
    assert arlington.worth("AC AD AH") == 60


def test_ar_4_the_restriction_touches_runs_only() -> None:
    assert arlington.worth("QS QH 2C 2D") == 80
    arlington.playing("QH 2C 2D 9S").offers("meld QH 2C=Q 2D=Q")


def test_ar_4_once_such_a_deuce_lies_no_wild_card_joins() -> None:
    lying = ((0, "JS 2C=QS KS"),)
    story = arlington.playing("2D TS AS 9H", melds=lying)
    assert story.offered_to("lay") == {"TS on 1", "AS on 1"}
    story.refuses("lay 2D on 1", "only where no other card of the meld is wild")


def test_ar_5_no_other_card_joins_a_set_of_deuces() -> None:
    story = arlington.playing("2S joker 9H", melds=((0, "2C 2D 2H"),), joker=True)
    assert story.offered_to("lay") == {"2S on 1"}
    story.refuses("lay joker on 1", "does not fit").does("lay 2S on 1")
    arlington.playing("2C 2D joker 9H", joker=True).refuses("meld 2C 2D joker", "needs a natural card")
    arlington.playing("2C 9H", melds=((0, "2C 2D 2H 2S"),)).refuses("lay 2C on 1", "does not fit")


def test_ar_6_the_joker_is_taken_back_and_may_be_used_again() -> None:
    lying = ((0, "KS joker=QS JS"), (0, "7C joker=7 7H"))
    story = arlington.playing("QS 9C 9D 4H", melds=lying[:1], joker=True).does("swap QS for joker on 1")
    assert story.hand(0) == faces("9C 9D 4H joker")
    story.does("meld 9C 9D joker", "discard 4H")
    assert story.points(0) == 50 + 10 + 10 + 10 + 10 + 100 + 100
    # In a set any card of the rank does.
    story = arlington.playing("7S 7C 4H", melds=lying[1:], joker=True)
    assert story.offered_to("swap") == {"7S for joker on 1", "7C for joker on 1"}


def test_ar_6_deuces_are_not_taken_back() -> None:
    story = arlington.playing("6H 4H", melds=((0, "5H 2C=6H 7H"),), joker=True)
    story.refuses("swap 6H for 2C on 1", "no wild card that may be exchanged")
    arlington.playing("6H 4H", melds=((0, "5H 2C=6H 7H"),)).refuses("swap 6H for 2C on 1", "not taken out")


def test_ar_7_two_queens_of_spades_alone() -> None:
    arlington.playing("QS QS").offers_only("discard QS")


def test_ar_11_only_the_queen_of_spades_after_taking_the_pile() -> None:
    story = arlington.drawing("6S 2D", "QS 6H").does("take 6H with 6S 2D").offers_only("discard QS")
    assert story.does("discard QS").ending == "out"


def test_ar_13_a_deuce_for_a_two_and_for_an_ace() -> None:
    assert arlington.worth("AC 2C 3C") == 20 + 5 + 5
    assert arlington.worth("2D=AC 2C=2C 3C") == 20 + 5 + 5
    assert arlington.worth("QH KH 2C=AH") == 10 + 10 + 20


def test_ar_14_the_joker_may_stand_for_the_queen_of_spades() -> None:
    hand = "JS KS 2C joker 9H"
    story = arlington.playing(hand, joker=True).allows("meld 2C=TS JS joker=QS KS")
    story.refuses("meld joker=TS JS 2C=QS KS", "The 2C may stand for the QS only where")
    at = arlington.playing("joker TS 9H", melds=((0, "JS 2C=QS KS"),), joker=True)
    at.refuses("lay joker on 1", "only where no other card of the meld is wild")


def test_ar_14_taking_the_joker_back_is_part_of_melding_and_counts_as_laying() -> None:
    """The natural card may be one just drawn or taken; and with it gone a deuce may come."""
    lying = ((0, "9S joker=TS JS"),)
    story = arlington.drawing("2D 4H", "9D", melds=lying, stock="TS", joker=True).does("draw")
    story.refuses("lay 2D=QS on 1", "only where no other card of the meld is wild")
    story.does("swap TS for joker on 1").offers("lay 2D=QS on 1")
    assert story.table.progress
    story = arlington.drawing("9C 9S 4H", "TS 9D", melds=lying, joker=True)
    story.does("take 9D with 9C 9S", "swap TS for joker on 1")
    assert "joker" in story.hand(0)


def test_ar_15_no_bonus_when_the_stock_ends_the_deal() -> None:
    story = arlington.with_last_stock_card("4C 4D 4H 9S", "9C TD JH", refills=2)
    story.does("draw", "meld 4C 4D 4H", "discard KD")
    assert (story.ending, story.points(0)) == ("stock", 15 - 10)
    story = arlington.with_last_stock_card("4C 4D 4H", "9C TD JH", refills=2)
    assert story.does("draw", "meld 4C 4D 4H", "discard KD").points(0) == 15 + 100


def test_ar_17_three_deuces_are_a_pile_meld() -> None:
    story = arlington.drawing("2C 2S 9H", "9C 2D").offers("take 2D with 2C 2S").does("take 2D with 2C 2S")
    assert (story.melds, story.hand(0)) == (["2C 2D 2S"], faces("9C 9H"))


# Examples.


@pytest.mark.parametrize(
    ("name", "meld", "points", "options"),
    [
        ("W-A1", "QS KS AS", 80, {}),
        ("W-A2", "2C 2D 2H", 75, {}),
        ("W-A3", "KS 2D=QS JS", 30, {}),
        ("W-A3", "KS 2D=QS JS", 70, {"deuce_as_spade_queen": 50}),
        ("W-A7", "9C TC joker=JC", 120, {"joker": True}),
        ("W-A8", "5C 5D 2H", 15, {}),
        ("W-A9", "AH 2H 3H", 30, {}),
        ("W-A9", "AC AD 2H", 60, {}),
    ],
)
def test_examples_of_melds(name: str, meld: str, points: int, options: dict[str, object]) -> None:
    assert arlington.worth(meld, **options) == points, name


def test_w_a4_a_second_wild_card() -> None:
    story = arlington.playing("2C 2D JS 9H")
    story.refuses("meld 2C=KS 2D=QS JS", "only where no other card of the meld is wild")


def test_w_a5_and_w_a7_hands() -> None:
    assert arlington.left("AC 2C QS 9C 4C") == -155
    assert arlington.left("joker", joker=True) == -200


def test_w_a6_going_out() -> None:
    melds = ((0, "8D 9D TD JD"), (0, "8C 9C TC JC"), (0, "TH JH QH KH 2H=AH"))
    story = arlington.playing("9S", melds=melds).does("discard 9S")
    assert story.points(0) == 140 + 100


def test_w_a10_the_joker_for_the_queen() -> None:
    before = arlington.playing("4C", melds=((0, "KS joker=QS JS"),), joker=True).does("discard 4C")
    assert before.points(0) - 100 == 120
    story = arlington.playing("QS 4C", melds=((0, "KS joker=QS JS"),), other="8H 8C", stock="8D", joker=True)
    story.does("swap QS for joker on 1", "discard 4C", "draw", "meld 8H 8C 8D")
    assert story.lines[:2] == [(0, "melded", 70), (0, "left in hand", -200)]


def test_rb_85_the_length_of_runs_and_whose_melds() -> None:
    melds = ((0, "5C 6C 7C 8C"), (1, "9D TD JD"))
    story = arlington.playing("9C QD", melds=melds, pile="4S", max_run=4)
    story.refuses("lay 9C on 1", "does not fit").refuses("lay QD on 2", "belongs to the other side")
