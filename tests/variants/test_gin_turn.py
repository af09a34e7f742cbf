"""Turns in Gin: drawing, discarding, and the end of the stock.

``fact_07`` is fact 7 of the section on Gin, ``g_02`` its ruling G-2, ``convention`` one of those that
hold in every game.
"""

import pytest

from tests.story import Story, faces, gin
from tests.variants.hands import LOOSE, TEN_LEFT

# --- fact 6: the turn


def test_fact_06_a_turn_is_one_draw_and_one_discard() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", stock="3H", step="draw", seat=0)
    story.refuses("discard KC", "Draw first")
    story.does("draw")
    story.refuses("draw", "drawn already")
    story.refuses("take", "drawn already")
    assert story.offered_to("discard") == faces(LOOSE) | {"3H"}
    story.refuses("discard AS", "not in your hand")
    story.does("discard KC")
    assert story.pile == ["5H", "KC"]
    assert len(story.hand(0)) == 10
    assert story.seat == 1


def test_fact_06_the_card_just_taken_may_not_be_thrown_back() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", step="draw", seat=0).does("take")
    story.refuses("discard 5H", "The 5H was just taken from the discard pile")
    assert story.offered_to("discard") == faces(LOOSE)


def test_fact_06_in_a_later_turn_it_may() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", stock="AS 4H", step="draw", seat=0)
    story.does("take", "discard KC", "draw", "discard AS", "draw", "discard 5H")
    assert story.pile[-1] == "5H"


def test_fact_06_a_card_drawn_from_the_stock_may_be_thrown_at_once() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, stock="3H", step="draw", seat=0).does("draw", "discard 3H")
    assert story.pile[-1] == "3H"


# --- fact 10: the last cards of the stock


def test_fact_10_void_when_the_third_last_card_is_followed_by_a_discard() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", stock_left=3, step="draw", seat=0)
    story.does("draw")
    assert story.stock == 2
    assert not story.is_over
    story.does("discard KS")
    assert (story.ending, story.void, story.winner) == ("stock", True, -1)
    assert (story.points(0), story.points(1)) == (0, 0)
    assert story.sheet.boxes == ()


def test_fact_10_the_drawer_of_the_third_last_card_may_knock() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", stock_left=3, step="draw", seat=0)
    story.does("draw", "knock KS", "best")
    assert story.ending == "knock"


def test_fact_10_with_three_cards_left_the_deal_goes_on() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, stock="KS 3H", stock_left=4, step="draw", seat=0)
    story.does("draw", "discard KS")
    assert not story.is_over
    story.does("draw", "discard 3H")
    assert story.ending == "stock"


# --- rulings


def test_g_05_void_also_if_the_drawer_could_have_knocked() -> None:
    story = gin(hand0=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0).does("draw")
    story.offers("knock KS").does("discard KS")
    assert story.ending == "stock"


def test_g_05_drawing_from_the_pile_does_not_void() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", stock_left=3, step="draw", seat=0)
    story.does("take", "discard TS", "take", "discard KC")
    assert not story.is_over


@pytest.mark.parametrize("last_discard", ["may_take", "may_take_and_return"])
def test_g_06_the_last_discard_is_taken_only_to_knock(last_discard: str) -> None:
    story = gin(
        hand0=LOOSE,
        hand1="AC 2C 3C 4D 5D 6D 7H 8H TS JD",
        stock="9H",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard=last_discard,
    )
    story.does("draw", "discard 9H")
    assert (story.seat, story.step) == (1, "last discard")
    story.offers_only("take", "pass")
    story.refuses("draw", "The last cards of the stock are not drawn")
    story.does("take")
    assert story.offered_to("discard") == set()
    story.refuses("discard TS", "on the condition to knock")
    assert story.offered_to("knock") == {"JD", "TS"}
    story.refuses("knock 7H", "deadwood")
    story.does("knock JD", "best")
    assert (story.ending, story.winner) == ("knock", 1)


def test_g_06_declining_the_last_discard_is_void() -> None:
    story = gin(
        hand0=LOOSE,
        hand1="AC 2C 3C 4D 5D 6D 7H 8H TS JD",
        stock="9H",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard="may_take",
    )
    story.does("draw", "discard 9H", "pass")
    assert (story.ending, story.void) == ("stock", True)


def test_g_06_a_card_that_does_not_let_him_knock_is_not_offered() -> None:
    story = gin(
        hand0=f"{TEN_LEFT}",
        hand1=LOOSE,
        stock="KS",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard="may_take",
    )
    story.does("draw", "discard KS")
    # He is asked all the same: that nobody asks would tell what he holds.
    assert story.step == "last discard"
    story.offers_only("pass")
    story.refuses("take", "only to knock with it")


def test_g_10_the_knock_discard_is_not_the_card_just_taken() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", step="draw", seat=0).does("take")
    story.refuses("knock KS", "The KS was just taken from the discard pile")
    assert story.offered_to("knock") == {"TS"}


def test_g_10_except_for_gra() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", step="draw", seat=0, same_card_discard="gra")
    story.does("take").offers("knock KS", "knock TS")


@pytest.mark.parametrize(
    ("last_discard", "offered"), [("may_take", {"TS"}), ("may_take_and_return", {"KS", "TS"})]
)
def test_g_10_except_for_the_last_card_turned_down(last_discard: str, offered: set[str]) -> None:
    story = gin(
        hand0=LOOSE, hand1=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0, last_discard=last_discard
    )
    story.does("draw", "discard KS", "take")
    assert story.offered_to("knock") == offered


def test_g_10_before_the_last_card_it_still_binds() -> None:
    story = gin(hand0=TEN_LEFT, pile="KS", step="draw", seat=0, last_discard="may_take_and_return").does(
        "take"
    )
    story.refuses("knock KS", "just taken")


GRA = {"same_card_discard": "gra"}


def test_g_18_a_card_that_came_straight_back_is_retaken_only_to_knock() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H", step="draw", seat=0, **GRA)
    story.does("draw", "discard KC", "take", "discard KC")
    story.offers_only("draw")
    story.refuses("take", "it came straight back: you may retake it only to knock this turn")


def test_g_18_to_knock_he_may_retake_it_and_must_knock() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0, **GRA)
    story.does("draw", "discard KS", "take", "discard KS").offers("take").does("take")
    assert story.offered_to("discard") == set()
    story.refuses("discard TS", "on the condition to knock")
    story.offers("knock KS", "knock TS").does("knock TS", "best")
    assert story.ending == "knock"


def test_g_18_the_ban_is_for_his_next_turn_only() -> None:
    story = gin(
        hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H JS 2S JH", step="draw", seat=0, **GRA
    )
    story.does("draw", "discard KC", "take", "discard KC", "draw", "discard KH")
    # The other may take what he threw; and it is no card of this seat's own.
    story.offers("take").does("take", "discard TC").offers("take", "draw")


def test_g_18_the_ban_is_for_that_card_only() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H", step="draw", seat=0, **GRA)
    story.does("draw", "discard KC", "take", "discard TC").offers("take")


def test_g_18_the_upcard_was_thrown_by_nobody() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", **GRA)
    story.does("take", "discard 3H").offers("take", "draw").does("take", "discard 3H")
    # Now the non-dealer did throw it, and it came straight back.
    story.refuses("take", "came straight back")


def test_g_18_the_dealer_too_may_lay_the_upcard_back() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", **GRA)
    story.does("pass", "take", "discard 3H").offers("take", "draw")


def test_g_18_against_an_endless_exchange_there_is_standstill() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", standstill=2, **GRA)
    for _ in range(100):
        if story.is_over:
            break
        story.does("take")
        own = sorted(story.offered_to("discard") - {str(story.note("taken"))})
        story.does(f"discard {own[0]}")
    assert story.ending == "standstill"


def feed_each_other(story: Story, turns: int) -> None:
    """Both players take what the other threw, for so many turns."""
    for _ in range(turns):
        story.does("take")
        taken = story.note("taken")
        story.does(f"discard {sorted(story.offered_to('discard') - {str(taken)})[0]}")


NO_KNOCK = {"hand0": LOOSE, "hand1": "3C 4C 7C TC AD 4D 7D TD AH 4H", "pile": "9C", "step": "draw", "seat": 0}


# --- conventions


@pytest.mark.parametrize("standstill", [3, 20])
def test_convention_a_standstill_is_so_many_turns_a_player(standstill: int) -> None:
    story = gin(**NO_KNOCK, standstill=standstill)
    feed_each_other(story, 2 * standstill - 1)
    assert not story.is_over
    feed_each_other(story, 1)
    assert (story.ending, story.void) == ("standstill", True)


def test_convention_a_standstill_is_void() -> None:
    story = gin(**NO_KNOCK, standstill=3)
    while not story.is_over:
        feed_each_other(story, 1)
    assert (story.ending, story.void, story.winner, story.lines) == ("standstill", True, -1, [])


def test_convention_a_draw_from_the_stock_begins_the_count_again() -> None:
    story = gin(**NO_KNOCK, standstill=4, stock="2S 3S 5H 6H 7S 8S")
    for _ in range(4):
        feed_each_other(story, 3)
        story.does("draw")
        story.does(f"discard {sorted(story.offered_to('discard'))[0]}")
    assert not story.is_over


def test_convention_a_passed_upcard_is_no_turn() -> None:
    story = gin(hand0=LOOSE, hand1=NO_KNOCK["hand1"], pile="9C", standstill=1, stock="2S")
    story.does("pass", "pass", "draw", "discard 2S")
    assert not story.is_over
