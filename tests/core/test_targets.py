"""How the total points end a match: a target, ties that play on, and a match that is stopped."""

import pytest

from rummy_core.hooks import MatchState
from rummy_core.scoring import MatchSheet, NotOver, RoundResult
from rummy_core.targets import after_deals, by_target, where_none_is_reached
from rummy_core.zones import solo


def played(*points: tuple[int, ...]) -> MatchState:
    """A match whose rounds gave its sides so many points."""
    sides = len(points[0])
    rounds = tuple(RoundResult((), one, (0,) * sides, -1, void=False) for one in points)
    return MatchState(sides, solo(sides), rounds, first_dealer=0)


def ended(sheet: MatchSheet | NotOver) -> MatchSheet:
    assert isinstance(sheet, MatchSheet), "the match goes on"
    return sheet


def test_nobody_has_reached_the_target() -> None:
    assert isinstance(by_target(played((60, 40), (39, 59)), 100, ""), NotOver)


@pytest.mark.parametrize("last", [40, 41])
def test_the_target_reached_or_passed(last: int) -> None:
    sheet = ended(by_target(played((60, 40, 0), (last, 0, 0)), 100, ""))
    assert sheet.winner == 0
    assert sheet.points == sheet.totals == (60 + last, 40, 0)
    assert sheet.reason == "target 100 reached"


def test_of_two_at_the_target_the_higher_wins() -> None:
    assert ended(by_target(played((104, 110, 3)), 100, "")).winner == 1


def test_equal_at_the_top_play_on() -> None:
    assert isinstance(by_target(played((110, 110, 3)), 100, ""), NotOver)
    assert ended(by_target(played((110, 110, 3), (0, 5, 0)), 100, "")).winner == 1


def test_the_lowest_total_wins_when_points_are_penalties() -> None:
    sheet = ended(by_target(played((104, 12, 60)), 100, "", lowest=True))
    assert (sheet.winner, sheet.totals) == (1, (104, 12, 60))


def test_equal_at_the_bottom_play_on_when_the_lowest_wins() -> None:
    assert isinstance(by_target(played((104, 12, 12)), 100, "", lowest=True), NotOver)
    assert ended(by_target(played((104, 12, 12), (0, 0, 1)), 100, "", lowest=True)).winner == 1


def test_equal_at_the_other_end_is_nothing() -> None:
    assert ended(by_target(played((104, 104, 12)), 100, "", lowest=True)).winner == 2


def test_a_stopped_match_goes_to_the_highest_total() -> None:
    sheet = ended(by_target(played((60, -40)), 100, "7 deals played"))
    assert (sheet.winner, sheet.reason) == (0, "7 deals played")
    assert ended(by_target(played((60, -40)), 100, "7 deals played", lowest=True)).winner == 1


def test_a_stopped_match_with_equal_totals_is_a_draw() -> None:
    assert ended(by_target(played((110, 110)), 100, "7 deals played")).winner == -1


def test_without_a_target_a_match_goes_on_until_it_is_stopped() -> None:
    assert isinstance(by_target(played((900, 40)), 0, ""), NotOver)
    assert ended(by_target(played((900, 40)), 0, "3 deals played")).reason == "3 deals played"


def test_how_a_match_ends_without_its_target_is_told_of_one_deal_and_of_many() -> None:
    assert where_none_is_reached(1) == "If nobody gets there in one deal, the higher total wins."
    assert where_none_is_reached(500, "lowest") == "If nobody gets there in 500 deals, the lowest total wins."


def test_after_so_many_deals_the_highest_total_wins_and_a_tie_plays_on() -> None:
    assert isinstance(after_deals(played((30, 0)), 2, ""), NotOver)
    sheet = ended(after_deals(played((30, 0), (0, 20)), 2, ""))
    assert (sheet.winner, sheet.reason, sheet.lowest) == (0, "2 deals played", False)
    assert isinstance(after_deals(played((30, 0), (0, 30)), 2, ""), NotOver)
    assert ended(after_deals(played((30, 0), (0, 30), (0, 1)), 2, "")).winner == 1
    assert ended(after_deals(played((1, 0)), 1, "")).reason == "1 deal played"


def test_after_so_many_deals_the_lowest_may_win_and_a_match_may_be_stopped() -> None:
    sheet = ended(after_deals(played((30, 0)), 1, "", lowest=True))
    assert (sheet.winner, sheet.lowest) == (1, True)
    stopped = ended(after_deals(played((30, 30)), 2, "1 deal played", lowest=True))
    assert (stopped.winner, stopped.reason) == (-1, "1 deal played")


def test_a_match_of_so_many_deals_that_is_stopped_says_why() -> None:
    sheet = ended(after_deals(played((30, 0)), 5, "1 deal played"))
    assert (sheet.winner, sheet.reason) == (0, "1 deal played")
