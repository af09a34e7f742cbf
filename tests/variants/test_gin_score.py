"""What a deal and a game of Gin score.

``fact_07`` is fact 7 of the section on Gin, ``g_02`` its ruling G-2, ``convention`` one of those that
hold in every game.
"""

import pytest

from rummy_core.options import BadOption
from tests.story import gin, gin_match, gin_options
from tests.variants.hands import LOOSE, TEN_LEFT

# --- fact 11: the score of a deal


def test_fact_11_the_knocker_with_the_lower_count_scores_the_difference() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0).does("draw", "knock KS", "best")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("knock", 0, 78 - 10, 0)
    assert story.lines == [(0, "deadwood 78 - 10", 68)]
    assert story.sheet.boxes == (1, 0)


@pytest.mark.parametrize(("rest", "theirs"), [("7S 3H", 10), ("7S 2H", 9), ("AS AD", 2)])
def test_fact_11_an_equal_or_lower_count_undercuts(rest: str, theirs: int) -> None:
    story = gin(hand0=TEN_LEFT, hand1=f"QC QD QH QS KC KD KH KS {rest}", stock="9D", step="draw", seat=0)
    story.does("draw", "knock 9D", "best")
    assert story.deadwood(1) == theirs
    assert (story.ending, story.winner) == ("undercut", 1)
    assert (story.points(0), story.points(1)) == (0, 10 - theirs + 10)
    assert story.lines == [(1, f"deadwood 10 - {theirs}", 10 - theirs), (1, "undercut", 10)]
    assert story.sheet.boxes == (0, 1)


def test_fact_11_gin_scores_the_bonus_and_the_whole_count() -> None:
    story = gin(
        hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH",
        hand1="5C 8D JH QH 2S 3S 6S KC KD AD",
        stock="KS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock KS", "best")
    count = 5 + 8 + 10 + 10 + 2 + 3 + 6 + 10 + 10 + 1
    assert (story.ending, story.points(0)) == ("gin", count + 20)
    assert story.lines == [(0, f"deadwood {count} - 0", count), (0, "gin", 20)]
    assert story.sheet.boxes == (1, 0)


def test_fact_11_gin_cannot_be_undercut() -> None:
    story = gin(
        hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH",
        hand1="AS 2S 3S 4S QC QD QH JC JD JH",
        stock="KS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock KS", "best")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("gin", 0, 20, 0)


# --- fact 12: the game


def test_fact_12_the_first_to_reach_the_target_ends_the_game() -> None:
    match = gin_match().plays("0 knocks for 60", "1 knocks for 50", "0 knocks for 39")
    assert match.totals == (99, 50)
    assert not match.is_over
    match.plays("0 knocks for 1")
    assert match.sheet.winner == 0
    assert match.sheet.reason == "target 100 reached"


def test_fact_12_game_bonus_and_boxes_are_added_at_the_end() -> None:
    match = gin_match().plays("0 knocks for 60", "1 knocks for 50", "0 knocks for 40")
    assert match.lines == [(0, "game bonus", 100), (0, "2 boxes at 20", 40), (1, "1 box at 20", 20)]
    assert match.finals == (240, 70)


def test_fact_12_boxes_never_count_towards_the_target() -> None:
    match = gin_match().plays(*["0 knocks for 10"] * 9)
    assert match.totals == (90, 0)
    assert not match.is_over


def test_fact_12_bonuses_of_a_deal_do_count() -> None:
    match = gin_match().plays("0 gins against 80")
    assert match.is_over
    assert match.sheet.points == (100, 0)


def test_fact_12_a_loser_without_a_score_doubles_the_game_bonus() -> None:
    match = gin_match().plays("0 knocks for 60", "void", "0 knocks for 40")
    assert match.lines[:2] == [(0, "game bonus", 100), (0, "shutout: game bonus doubled", 100)]
    assert match.finals == (100 + 200 + 40, 0)


def test_fact_12_the_game_bonus_may_go_to_either_player() -> None:
    match = gin_match().plays("0 knocks for 90", "1 gins against 85")
    assert match.sheet.winner == 1
    assert match.finals == (90 + 20, 105 + 100 + 20)


# --- rulings


def test_g_07_the_loser_of_an_undercut_is_the_knocker() -> None:
    match = gin_match(first_dealer=1).plays("1 undercuts by 3")
    assert match.next_dealer == 0


def test_g_12_who_reached_the_target_won_even_if_boxes_say_otherwise() -> None:
    match = gin_match(game_bonus=0).plays(*["1 knocks for 9"] * 10, "0 gins against 80")
    assert match.sheet.winner == 0
    assert match.finals == (100 + 20, 90 + 10 * 20)


def test_g_16_without_undercut_on_tie_nobody_scores_an_equal_count() -> None:
    match = gin_match(first_dealer=1, undercut_on_tie=False).plays("tie at 7")
    assert match.totals == (0, 0)
    assert match.next_dealer == 1
    story = gin(
        hand0=TEN_LEFT,
        hand1="QC QD QH QS KC KD KH KS 7S 3H",
        stock="9D",
        step="draw",
        seat=0,
        undercut_on_tie=False,
    )
    story.does("draw", "knock 9D", "best")
    assert (story.ending, story.void, story.winner, story.sheet.boxes) == ("tie", True, -1, ())


def test_g_16_a_lower_count_still_undercuts() -> None:
    story = gin(
        hand0=TEN_LEFT,
        hand1="QC QD QH QS KC KD KH KS 7S 2H",
        stock="9D",
        step="draw",
        seat=0,
        undercut_on_tie=False,
    )
    story.does("draw", "knock 9D", "best")
    assert (story.ending, story.points(1)) == ("undercut", 11)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"eleven_card_knock": True}, "eleven_card_knock"),
        ({"big_gin": 19}, "big_gin"),
        ({"big_gin": 31, "gin_bonus": 50}, "big_gin"),
    ],
)
def test_g_20_options_that_do_not_go_together_are_refused(options: dict[str, object], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        gin_options(**options)


def test_g_20_straight_gin_with_undercut_options_is_accepted() -> None:
    assert gin_options("straight", undercut_bonus=25, undercut_on_tie=False).knock_limit == 0


# --- conventions


def test_convention_max_deals_ends_a_match_that_does_not_get_there() -> None:
    match = gin_match(max_deals=3).plays("0 knocks for 5", "void", "1 knocks for 20")
    assert match.sheet.winner == 1
    assert match.sheet.reason == "3 deals played"
    # Boxes as usual; nobody has won the game bonus.
    assert match.finals == (5 + 20, 20 + 20)


def test_convention_max_deals_with_equal_totals_is_a_draw() -> None:
    match = gin_match(max_deals=2).plays("0 knocks for 5", "1 knocks for 5")
    assert match.sheet.winner == -1
    match = gin_match(max_deals=1).plays("void")
    assert (match.sheet.winner, match.finals, match.sheet.reason) == (-1, (0, 0), "1 deal played")


def test_convention_the_target_reached_in_the_last_deal_counts() -> None:
    match = gin_match(max_deals=1).plays("0 gins against 90")
    assert match.sheet.reason == "target 100 reached"
    assert match.finals == (110 + 200 + 20, 0)


def test_convention_a_void_deal_scores_nothing_and_is_no_box() -> None:
    match = gin_match().plays("void", "0 gins against 80")
    assert match.points[0] == (0, 0)
    assert (0, "1 box at 20", 20) in match.lines


def test_convention_the_target_is_tested_when_a_deal_is_over() -> None:
    match = gin_match(target=1)
    assert not match.is_over
    match.plays("void")
    assert not match.is_over
    assert match.plays("1 knocks for 1").is_over


def test_convention_equal_at_the_top_plays_on() -> None:
    # In Gin only one player scores in a deal, so two can be level at the target only by a bonus of 0.
    match = gin_match(target=40, undercut_bonus=0, gin_bonus=0)
    match.plays("0 knocks for 30", "1 knocks for 30")
    assert not match.is_over
    assert match.plays("0 knocks for 10").sheet.winner == 0
