"""Hollywood scoring of Gin and Oklahoma: three columns, each a game of its own."""

import pytest

from rummy_variants.oklahoma import OKLAHOMA
from tests.story import MatchStory, gin_match


def hollywood(*results: str, **options: object) -> MatchStory:
    return gin_match(hollywood=True, **options).plays(*results)  # type: ignore[arg-type]


def knocks(*points: tuple[int, int]) -> tuple[str, ...]:
    return tuple(f"{seat} knocks for {count}" for seat, count in points)


def test_w_g12_three_wins() -> None:
    assert hollywood(*knocks((0, 25), (0, 18), (0, 36))).columns == [(79, 0), (54, 0), (36, 0)]


def test_w_g13_both_win() -> None:
    played = knocks((0, 18), (1, 12), (0, 25), (1, 30), (0, 15), (0, 22), (1, 20))
    assert hollywood(*played).columns == [(80, 62), (62, 50), (37, 20)]


def test_w_g14_the_first_column_closes() -> None:
    match = hollywood(*knocks((0, 32), (0, 28), (0, 45)))
    assert match.columns == [(105, 0), (73, 0), (45, 0)]
    assert [one.winner for one in match.match.columns] == [0, -1, -1]
    assert not match.is_over


def test_w_g17_who_was_shut_out_begins_in_the_next_column() -> None:
    match = hollywood(*knocks((0, 60), (0, 50), (1, 30), (1, 20)))
    assert match.columns == [(110, 0), (50, 50), (0, 20)]


WON = knocks((0, 60), (0, 50), (1, 30), (1, 20), (0, 50), (0, 60))
"""Columns: 110 to 0; 100 to 50; then 0's last two wins, 50 and 60, in the third."""


def test_each_column_has_its_own_bonus_boxes_and_shutout() -> None:
    match = hollywood(*WON)
    assert match.columns == [(110, 0), (100, 50), (110, 20)]
    assert match.lines == [
        (0, "column 1: game bonus", 100),
        (0, "column 1: shutout: game bonus doubled", 100),
        (0, "column 1: 2 boxes at 20", 40),
        (0, "column 2: game bonus", 100),
        (0, "column 2: 2 boxes at 20", 40),
        (1, "column 2: 2 boxes at 20", 40),
        (0, "column 3: game bonus", 100),
        (0, "column 3: 2 boxes at 20", 40),
        (1, "column 3: 1 box at 20", 20),
    ]
    assert match.sheet.points == (320, 70)
    assert match.finals == (320 + 520, 70 + 60)
    assert (match.sheet.winner, match.sheet.reason) == (0, "target 100 reached in every column")
    assert [one.points for one in match.sheet.columns] == match.columns


def test_it_goes_on_until_every_column_is_closed() -> None:
    assert not hollywood(*WON[:-1]).is_over


def test_a_match_that_is_stopped_settles_open_columns_without_a_bonus() -> None:
    match = hollywood("0 knocks for 25", "1 knocks for 30", max_deals=2)
    assert match.lines == [(0, "column 1: 1 box at 20", 20), (1, "column 1: 1 box at 20", 20)]
    assert (match.finals, match.sheet.winner, match.sheet.reason) == ((45, 50), 1, "2 deals played")


def test_the_highest_sum_wins_whoever_won_more_columns() -> None:
    match = hollywood(*knocks((1, 300), (0, 40), (0, 60), (0, 60)), box_bonus=0, game_bonus=0)
    assert match.columns == [(0, 300), (100, 0), (120, 0)]
    assert (match.finals, match.sheet.winner) == ((220, 300), 1)


def test_equal_sums_are_a_draw() -> None:
    match = hollywood(max_deals=1).plays("void")
    assert (match.finals, match.sheet.winner) == ((0, 0), -1)


def test_a_void_deal_is_entered_nowhere_that_counts() -> None:
    match = hollywood("void", "0 knocks for 5")
    assert match.columns == [(5, 0), (0, 0), (0, 0)]


def test_extra_boxes_are_counted_in_each_column_of_their_deal() -> None:
    match = hollywood("0 gins against 10", "0 gins against 10", extra_boxes=True)
    assert [one.boxes for one in match.match.columns] == [(6, 0), (3, 0), (0, 0)]


def test_boxes_at_once_count_in_each_column_they_are_entered_in() -> None:
    match = hollywood("0 knocks for 10", "0 knocks for 10", box_timing="at_once")
    assert match.columns == [(60, 0), (30, 0), (0, 0)]


@pytest.mark.parametrize(("shutout_test", "doubled"), [("no_points", True), ("no_deal_won", False)])
def test_a_shutout_looks_at_the_column_alone(shutout_test: str, doubled: bool) -> None:
    # Undercut by nothing for nothing: a deal won without a point.
    match = hollywood("tie at 7", *knocks((0, 60), (0, 60)), undercut_bonus=0, shutout_test=shutout_test)
    assert match.columns[0] == (120, 0)
    match.plays(*knocks((0, 60), (0, 60)))
    assert ((0, "column 1: shutout: game bonus doubled", 100) in match.lines) is doubled
    # Seat 1 never came into the second column.
    assert (0, "column 2: shutout: game bonus doubled", 100) in match.lines


def test_oklahoma_has_it_too_with_its_own_target() -> None:
    match = hollywood("0 knocks for 40 on 9S", "0 knocks for 40 on 9S", variant=OKLAHOMA)
    assert match.columns == [(160, 0), (80, 0), (0, 0)]
    assert match.match.columns[0].is_closed
