"""Fortune Rummy: its facts, rulings and worked examples."""

from __future__ import annotations

import pytest

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.rulebook import BadRules
from rummy_core.zones import DISCARD
from tests.story import Story, faces
from tests.variants.fortune_tables import fortune


def dealt(players: int, dealer: int = 0, **options: object) -> Story:
    return Story(Deal.begin(fortune.book(players, **options), Chance(1), dealer=dealer))


# Facts.


@pytest.mark.parametrize("players", range(2, 9))
def test_fact_1_two_packs_eleven_cards_each_and_an_upcard(players: int) -> None:
    """F-18: two to eight players, each for himself; eight leave 15 cards in the stock. F-10: who begins."""
    story = dealt(players, dealer=1)
    assert [len(story.table.cards(f"hand {seat}")) for seat in range(players)] == [11] * players
    assert (len(story.pile), story.stock) == (1, 104 - 11 * players - 1)
    assert (story.seat, story.step) == (2 % players, "draw")
    assert len(story.table.layout.sides) == players


@pytest.mark.parametrize("players", [1, 9])
def test_fact_1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(BadRules, match="for 2 to 8 players"):
        fortune.book(players)


def test_fact_2_deuces_are_wild_and_aces_high_or_low() -> None:
    story = fortune.playing("QH KH AH 2C 2D 3H 7C 7D 7H 7S 7S 9S")
    story.allows("meld QH KH AH", "meld AH 2C=2H 3H", "meld 7C 7D 2C", "meld 7H 2C=8H 2D=9H")
    story.allows("meld 7C 7D 7H 7S").refuses("meld 7C 7D 7H 7S 7S", "a set has 4 cards at most")
    story.refuses("meld KH AH 2D=2H", "is not how these cards can lie")
    fortune.playing("5C 6C 7C 8C 9C TC JC 9S").allows("meld 5C 6C 7C 8C 9C TC JC")


def test_fact_2_no_set_of_deuces() -> None:
    fortune.playing("2C 2D 2H 9S").refuses("meld 2C 2D 2H", "needs a natural card")


def test_fact_3_the_whole_pile_is_taken_for_a_meld_of_its_top() -> None:
    story = fortune.drawing("6S 2D 4C JH", "9C KD 6H")
    story.offers("draw", "take 6H with 6S 2D")
    story.refuses("take", "is used at once")
    story.refuses("take KD with 6S 2D", "Only the top card, the 6H, opens the pile")
    story.does("take 6H with 6S 2D")
    assert story.melds == ["6H 6S 2D=6"]
    assert (story.hand(0), story.pile, story.step) == (faces("4C JH 9C KD"), [], "play")
    assert story.known_hand(1, 0) == faces("9C KD")


def test_fact_4_cards_of_the_pile_may_be_laid_in_the_same_turn() -> None:
    story = fortune.drawing("6S 6D 4C 9H JH", "6C 9C KD 9D 6H").does("take 6H with 6S 6D")
    story.does("lay 6C on 1", "meld 9C 9D 9H", "discard JH")
    assert story.melds == ["6D 6H 6S 6C", "9C 9D 9H"]


def test_fact_4_own_melds_only() -> None:
    melds = ((0, "5C 6C 7C"), (1, "9D TD JD"))
    story = fortune.playing("8C QD KH KH", melds=melds)
    story.offers("lay 8C on 1").refuses("lay QD on 2", "Meld 2 belongs to the other side")
    story.does("lay 8C on 1", "discard KH", "draw")
    assert story.seat == 1
    story.refuses("lay 3C on 1", "does not fit")


def test_fact_5_a_discard_ends_the_turn_and_the_pile_is_squared() -> None:
    story = fortune.playing("8C QD KH", pile="4S 9D").does("discard QD")
    assert (story.seat, story.step, story.pile[-1]) == (1, "draw", "QD")
    assert story.table.layout.zone[DISCARD].squared


def test_fact_6_the_last_discard_is_optional_and_going_out_brings_nothing() -> None:
    with_discard = fortune.playing("8C 9C TC KH").does("meld 8C 9C TC", "discard KH")
    without = fortune.playing("8C 9C TC").does("meld 8C 9C TC")
    for story in (with_discard, without):
        assert (story.ending, story.lines) == ("out", [(0, "melded", 30), (1, "left in hand", -5)])


def test_fact_7_melded_less_in_hand() -> None:
    melds = ((0, "3C 4C 5C"), (1, "9D TD JD"), (1, "QS QC QD"))
    story = fortune.playing("KH", melds=melds, other="KH QS AC").does("discard KH")
    assert story.lines == [(0, "melded", 15), (1, "melded", 30 + 70), (1, "left in hand", -70)]
    assert (story.points(0), story.points(1), story.winner) == (15, 30, 1)


def test_fact_8_the_pile_is_turned_over_unshuffled_when_the_stock_is_empty() -> None:
    """F-13: there and then, before that player's discard, the oldest discard on top."""
    story = fortune.with_last_stock_card("4C 9H", "9C TD JH").does("draw")
    assert (story.stock, story.pile, story.step, story.seat) == (2, ["JH"], "play", 0)
    story.does("discard KD", "draw").does("discard 5C", "draw")
    assert story.known_hand(1, 0) >= {"TD"}
    assert story.known_hand(0, 1) >= {"9C"}


# Rulings.


def test_f_1_what_a_deuce_stands_for_is_fixed_and_told_only_where_it_must_be() -> None:
    story = fortune.playing("2C 5H 6H 8C 8D 2D KS").refuses("meld 2C 5H 6H", "say 'meld 5H 6H 2C=7H'")
    story.does("meld 2C=4H 5H 6H", "meld 8C 8D 2D")
    assert story.melds == ["2C=4H 5H 6H", "8C 8D 2D=8"]
    # It does not move up when a four comes.
    at = fortune.playing("4H 3H 7H KS", melds=((0, "2C=4H 5H 6H"),))
    at.offers("lay 3H on 1", "lay 7H on 1").refuses("lay 4H on 1", "does not fit")


def test_f_2_deuces_are_not_taken_back() -> None:
    story = fortune.playing("6H KS", melds=((0, "5H 2C=6H 7H"),))
    story.refuses("swap 6H for 2C on 1", "Wild cards are not taken out of melds")


def test_f_3_a_deuce_in_the_place_of_the_two() -> None:
    """It is a wild card there, and counts 5."""
    assert fortune.worth("AC 2H=2C 3C") == 15
    assert fortune.worth("AC 2C 3C") == 15
    fortune.playing("AC 2C 4C 2D KS").refuses("meld AC 2C 2D", "can be read in more than one way")
    fortune.playing("AC 2C 3C 9S", min_naturals=2).allows("meld AC 2C=2C 3C")
    fortune.playing("AC 2C 2D 9S", min_naturals=2).refuses("meld AC 2C 2D", "needs 2 natural cards")


def test_f_4_deuces_may_be_neighbours_but_not_alone() -> None:
    fortune.playing("6H 2C 2D 9S").allows("meld 6H 2C=7H 2D=8H", "meld 6H 2C=6 2D=6")
    fortune.playing("2H 2C 2D 2S 9S").refuses("meld 2H 2C 2D 2S", "needs a natural card")


def test_f_5_a_deuce_among_queens_counts_ten() -> None:
    assert fortune.worth("QH QD 2C") == 30
    assert fortune.worth("QS QD 2C") == 70


def test_f_6_equal_cards_may_share_a_set() -> None:
    fortune.playing("7C 7C 7D 9S").allows("meld 7C 7C 7D")


def test_f_7_only_a_new_meld_with_two_cards_of_the_hand_opens_the_pile() -> None:
    melds = ((0, "6H 7H 8H"),)
    story = fortune.drawing("TH JH 4C", "9H", melds=melds)
    story.refuses("take 9H on 1", "a lay-off does not do").offers("take 9H with TH JH")
    # A deuce is a card of the hand like any other; and a pile of one card is no different.
    fortune.drawing("9C 2D 4C", "9H").offers("take 9H with 9C 2D")
    fortune.drawing("9C 4D 4C", "9H").offers_only("draw")


def test_f_7_the_first_upcard_may_be_taken_so() -> None:
    story = dealt(2)
    assert len(story.pile) == 1
    story.refuses("take", "is used at once")


def test_f_8_who_takes_the_pile_and_melds_all_is_out() -> None:
    story = fortune.drawing("6S 6D 9H 9D", "9C 6H").does("take 6H with 6S 6D", "meld 9C 9D 9H")
    assert (story.ending, story.points(0)) == ("out", 45)


def test_f_9_no_stock_and_one_card_in_the_pile() -> None:
    story = fortune.with_last_stock_card("6S 2D 4C", "6H", card="").offers("take 6H with 6S 2D", "pass")
    story.refuses("draw", "The stock is empty")
    assert story.does("take 6H with 6S 2D", "discard 4C").ending == "out"
    story = fortune.with_last_stock_card("6S 4D 4C", "6H", card="").offers_only("pass").does("pass")
    assert (story.ending, story.points(0)) == ("stock", -15)


def test_f_9_a_player_may_decline() -> None:
    story = fortune.with_last_stock_card("6S 2D 4C", "6H", card="").does("pass")
    assert story.ending == "stock"
    fortune.drawing("6S 2D 4C", "6H").refuses("pass", "You must draw")


def test_f_11_holding_only_queens_of_spades() -> None:
    """F-17: the last card may be the queen."""
    fortune.playing("QS QS", queen_discard_ban=True).offers_only("discard QS")
    story = fortune.playing("QS", queen_discard_ban=True).does("discard QS")
    assert story.ending == "out"


def test_f_12_an_ace_in_a_set_counts_ten() -> None:
    assert fortune.worth("AC AD AH") == 30
    assert fortune.worth("AC AD 2H") == 30


def test_f_13_the_last_discard_refills_where_the_pile_had_one_card() -> None:
    story = fortune.with_last_stock_card("4C 9H", "9C").does("draw")
    assert (story.stock, story.pile) == (0, ["9C"])
    story.does("discard KD")
    assert (story.stock, story.pile, story.seat) == (1, ["KD"], 1)


def test_f_14_more_cards_of_the_hand_and_a_deuce_on_top() -> None:
    story = fortune.drawing("5H 7H 8H KC", "9C 6H").allows("take 6H with 5H 7H 8H")
    assert story.does("take 6H with 5H 7H 8H").melds == ["5H 6H 7H 8H"]
    story = fortune.drawing("5H 2C 7H 3D", "9C 2D").offers("take 2D with 5H 7H")
    assert story.does("take 2D with 5H 7H").melds == ["5H 2D=6H 7H"]
    fortune.drawing("2C 2S 3D", "9C 2D").refuses("take 2D with 2C 2S", "needs a natural card")


def test_f_15_the_rest_of_the_pile_comes_before_who_is_out() -> None:
    story = fortune.drawing("6S 2D", "9C KD 6H").does("take 6H with 6S 2D")
    assert (story.is_over, story.hand(0)) == (False, faces("9C KD"))
    assert fortune.drawing("6S 2D", "6H").does("take 6H with 6S 2D").ending == "out"


def test_f_16_a_deuce_laid_off_takes_the_only_open_place() -> None:
    story = fortune.playing("2C 2D KS", melds=((0, "QH KH AH"), (0, "5C 6C 7C")))
    story.does("lay 2C on 1").refuses("lay 2D on 2", "'lay 2D=4C on 2' or 'lay 2D=8C on 2'")
    for words in ("lay 2D on 2 low", "lay 2D=9C on 2"):
        story.refuses(words, "cannot be that in meld 2, 5C 6C 7C: say 'lay 2D=4C on 2' or 'lay 2D=8C on 2'.")
    story.does("lay 2D=8C on 2")
    assert story.melds == ["2C=JH QH KH AH", "5C 6C 7C 2D=8C"]


# A third refill in a row with nothing laid in between is not made.


def test_no_third_refill_in_a_row_the_turn_is_finished_then_the_deal_is_scored() -> None:
    story = fortune.with_last_stock_card("4C 4D 4H", "9C TD JH", refills=2).does("draw")
    assert (story.stock, story.is_over) == (0, False)
    story.does("meld 4C 4D 4H", "discard KD")
    assert story.ending == "out"
    story = fortune.with_last_stock_card("4C 4D 4H 9S", "9C TD JH", refills=2)
    story.does("draw", "meld 4C 4D 4H", "discard KD")
    assert (story.ending, story.points(0)) == ("stock", 5)
    story = fortune.with_last_stock_card("4C 9S", "9C TD JH", refills=1).does("draw")
    assert story.stock == 2


# Examples.


@pytest.mark.parametrize(
    ("name", "meld", "points"),
    [
        ("W-F1", "8D 9D TD", 30),
        ("W-F2", "QS KS AS", 70),
        ("W-F3", "AC 2C 3C", 15),
        ("W-F4", "7C 7D 2H", 15),
        ("W-F4", "KC KD 2H", 30),
        ("W-F5", "KS 2D=QS JS", 30),
    ],
)
def test_examples_of_melds(name: str, meld: str, points: int) -> None:
    assert fortune.worth(meld) == points, name


def test_w_f6_a_hand() -> None:
    assert fortune.left("KC 7D AH 2S QS") == -85


def test_w_f7_melds_and_hand() -> None:
    melds = ((1, "8D 9D TD JD"), (1, "8C 9C TC JC"), (1, "TH JH QH KH"))
    story = fortune.playing("9S", melds=melds, other="KC 7D AH 2S QS").does("discard 9S")
    assert story.points(1) == 120 - 85 == 35


def test_w_f8_the_pile_for_two_sixes_and_a_deuce() -> None:
    story = fortune.drawing("6S 2D KH", "6H").does("take 6H with 6S 2D", "discard KH")
    assert (story.ending, story.points(0)) == ("out", 15)


def test_w_f9_an_own_run_does_not_open_the_pile() -> None:
    story = fortune.drawing("KH 4C 5D", "JD 9H", melds=((0, "6H 7H 8H"),))
    story.offers_only("draw").refuses("take 9H on 1", "a lay-off does not do")


def test_w_f10_the_rest_of_the_pile_is_taken_by_an_empty_hand() -> None:
    story = fortune.drawing("6S 2D", "9C KD 6H", other="3C 4D 5H").does("take 6H with 6S 2D", "discard KD")
    assert (story.is_over, story.hand(0), story.pile) == (False, {"9C"}, ["KD"])
    story = fortune.drawing("6S 2D", "9C 6H").does("take 6H with 6S 2D", "discard 9C")
    assert (story.ending, story.points(0)) == ("out", 15)


def test_w_f11_a_deuce_below_the_queen_is_the_jack() -> None:
    story = fortune.playing("2C", melds=((0, "QH KH AH"),)).does("lay 2C on 1")
    assert (story.melds, story.points(0)) == (["2C=JH QH KH AH"], 40)


# Faults of other programs.


def test_rb_79_a_wild_card_joins_a_run_that_ends_in_the_high_ace() -> None:
    story = fortune.playing("2C 4D", melds=((0, "QH KH AH"),)).offers("lay 2C on 1").does("lay 2C on 1")
    assert story.melds == ["2C=JH QH KH AH"]


def test_rb_81_a_wild_card_counts_as_what_it_stands_for() -> None:
    """Two tens and a wild card are 30."""
    assert fortune.worth("TS TC 2H") == 30


def test_rb_87_values_in_hand() -> None:
    assert fortune.left("QS 2C AD 7C") == -75
