"""Columns of a score: where a round is entered, and when a column closes."""

from rummy_core.columns import Column, columns_of
from rummy_core.scoring import RoundResult


def won(side: int, points: int, boxes: int = 1) -> RoundResult:
    return RoundResult(
        (),
        tuple(points if one == side else 0 for one in range(2)),
        tuple(boxes if one == side else 0 for one in range(2)),
        side,
        void=False,
    )


def three(*rounds: RoundResult, target: int = 100) -> tuple[Column, ...]:
    return columns_of(rounds, 2, 3, target)


def points(columns: tuple[Column, ...]) -> list[tuple[int, ...]]:
    return [one.points for one in columns]


def test_a_first_win_is_entered_once_a_second_twice_and_later_ones_everywhere() -> None:
    assert points(three(won(0, 1))) == [(1, 0), (0, 0), (0, 0)]
    assert points(three(won(0, 1), won(0, 2))) == [(3, 0), (2, 0), (0, 0)]
    assert points(three(won(0, 1), won(0, 2), won(0, 4), won(0, 8))) == [(15, 0), (14, 0), (12, 0)]


def test_each_side_begins_in_the_first_column() -> None:
    assert points(three(won(0, 1), won(0, 2), won(1, 4))) == [(3, 4), (2, 0), (0, 0)]


def test_a_column_closes_at_the_target_and_takes_nothing_more() -> None:
    columns = three(won(0, 60), won(0, 50), won(0, 5))
    assert points(columns) == [(110, 0), (55, 0), (5, 0)]
    assert [one.winner for one in columns] == [0, -1, -1]
    assert [one.is_closed for one in columns] == [True, False, False]
    assert [one.is_closed for one in three(won(1, 60), won(1, 50))] == [True, False, False]


def test_who_was_shut_out_begins_in_the_next_open_column() -> None:
    columns = three(won(0, 60), won(0, 50), won(1, 30), won(1, 20))
    assert points(columns) == [(110, 0), (50, 50), (0, 20)]


def test_boxes_are_counted_where_their_round_is_entered() -> None:
    columns = three(won(0, 60, 3), won(0, 50), won(1, 30))
    assert [one.boxes for one in columns] == [(4, 0), (1, 1), (0, 0)]
    assert [len(one.rounds) for one in columns] == [2, 2, 0]


def test_what_nobody_won_is_nobodys_entry() -> None:
    nobody = RoundResult((), (0, 0), (2, 0), -1, void=False)
    columns = three(nobody, won(0, 5))
    assert [one.boxes for one in columns] == [(3, 0), (0, 0), (0, 0)]
    assert points(columns) == [(5, 0), (0, 0), (0, 0)]


def test_nothing_is_entered_when_all_are_closed() -> None:
    rounds = [won(0, 60)] * 6
    before, after = three(*rounds), three(*rounds, won(1, 50))
    assert all(one.is_closed for one in before)
    assert after == before


def test_a_column_in_which_two_share_the_highest_sum_stays_open() -> None:
    both = RoundResult((), (100, 100), (0, 0), 0, void=False)
    shared, *_ = three(both)
    assert (shared.winner, shared.points) == (-1, (100, 100))
    shared, *_ = three(both, won(1, 1))
    assert (shared.winner, shared.points) == (1, (100, 101))
