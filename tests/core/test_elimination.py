"""Matches in which players drop out: who is left, who deals, who has won, and who buys himself in again."""

from __future__ import annotations

from rummy_core.elimination import BOUGHT_IN, buy_ins, by_elimination, seated, standing_notes, still_in
from rummy_core.hooks import MatchState
from rummy_core.packs import Pack
from rummy_core.scoring import (
    NOT_OVER,
    DealResult,
    MatchSheet,
    RoundResult,
    ScoreLine,
    ScoreSheet,
    Seating,
)
from rummy_core.table import Table
from rummy_core.zones import Layout, hands, solo, stock

LIMIT = 100


def played(*deals: dict[int, int], players: int = 4, first: int = 0, void: int = -1) -> MatchState:
    """A match in which each deal brought its players these points; the deal numbered ``void`` counts not."""
    match = MatchState(players, solo(players), (), first)
    for number, points in enumerate(deals):
        seating = seated(match, LIMIT)
        assert set(points) <= set(seating.players), "a player who is out is dealt no cards"
        lines = tuple(ScoreLine(seating.players.index(one), "left", many) for one, many in points.items())
        deal = DealResult(seating, ScoreSheet("out", lines, -1))
        total = tuple(points.get(one, 0) for one in range(players))
        one = RoundResult((deal,), total, (0,) * players, -1, number == void)
        match = MatchState(players, match.sides, (*match.rounds, one), first)
    return match


def test_who_is_over_the_limit_is_dealt_no_more_cards() -> None:
    match = played({0: 100, 1: 101, 2: 5})
    assert still_in(match, LIMIT) == (0, 2, 3)
    assert seated(match, LIMIT) == Seating((0, 2, 3), 1)
    assert by_elimination(match, LIMIT, "") is NOT_OVER


def test_the_deal_passes_left_among_those_who_are_in() -> None:
    match = played({}, {}, {3: 101})
    assert [deal.seating.dealt_by for one in match.rounds for deal in one.deals] == [0, 1, 2]
    assert seated(match, LIMIT).dealt_by == 0
    assert seated(played({0: 101}, first=3), LIMIT).dealt_by == 1


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    assert seated(played({}, {}, void=1), LIMIT).dealt_by == 1
    assert seated(played({}), LIMIT).dealt_by == 1


def test_the_last_one_left_wins() -> None:
    sheet = by_elimination(played({0: 101, 1: 30}, {2: 150, 3: 120}), LIMIT, "")
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason, sheet.lowest) == (1, "all others over 100", True)
    assert sheet.totals == (101, 30, 150, 120)


def test_where_all_go_over_it_at_once_the_fewest_points_win() -> None:
    """Not those of a player who had been out before."""
    match = played({0: 101, 1: 90, 2: 95, 3: 99}, {1: 80, 2: 30, 3: 30})
    assert still_in(match, LIMIT) == (2,)
    sheet = by_elimination(match, LIMIT, "")
    assert isinstance(sheet, MatchSheet)
    assert sheet.winner == 2


def test_those_who_tie_there_play_on() -> None:
    match = played({0: 101, 1: 90, 2: 95, 3: 99}, {1: 80, 2: 35, 3: 31})
    assert still_in(match, LIMIT) == (2, 3)
    assert by_elimination(match, LIMIT, "") is NOT_OVER
    sheet = by_elimination(played({0: 101, 1: 90, 2: 95, 3: 99}, {1: 80, 2: 35, 3: 31}, {2: 1}), LIMIT, "")
    assert isinstance(sheet, MatchSheet)
    assert sheet.winner == 3


def test_a_match_that_is_stopped_goes_to_the_fewest_points_of_those_left() -> None:
    sheet = by_elimination(played({0: 50, 1: 101, 2: 30, 3: 31}), LIMIT, "1 deal played")
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason) == (2, "1 deal played")
    draw = by_elimination(played({0: 50, 1: 101, 2: 30, 3: 30}), LIMIT, "1 deal played")
    assert isinstance(draw, MatchSheet)
    assert draw.winner == -1


# Buying in again.


def lines_of(match: MatchState, points: dict[int, int], often: int = 1) -> list[tuple[int, str, int]]:
    """Who buys himself in again in the next deal, in which its players get these points, by player."""
    seating = seated(match, LIMIT)
    seats = len(seating.players)
    table = Table(Layout(Pack(), (stock(), *hands(seats)), solo(seats), seating.dealer))
    table.deal_notes = dict(standing_notes(match, seating))
    lines = [ScoreLine(seating.players.index(one), "left", many) for one, many in points.items()]
    found = buy_ins(table, lines, LIMIT, often)
    return [(seating.players[line.side], line.reason, line.points) for line in found]


def test_who_buys_himself_in_has_the_highest_total_that_is_not_over() -> None:
    match = played({0: 80, 1: 60, 2: 100})
    assert lines_of(match, {0: 30, 1: 10}) == [(0, "bought in again at 100", -10)]
    assert lines_of(match, {0: 30, 2: 30, 1: 10}) == [
        (0, "bought in again at 70", -40),
        (2, "bought in again at 70", -60),
    ]
    assert lines_of(match, {0: 20}) == []


def test_so_often_and_no_more() -> None:
    match = played({0: 90})
    bought = RoundResult(
        (
            DealResult(
                Seating((0, 1, 2, 3), 0),
                ScoreSheet("out", (ScoreLine(0, f"{BOUGHT_IN} at 90", -20),)),
            ),
        ),
        (0, 0, 0, 0),
        (0,) * 4,
        -1,
        False,
    )
    match = MatchState(4, match.sides, (*match.rounds, bought), 0)
    assert lines_of(match, {0: 20}, often=1) == []
    assert lines_of(match, {0: 20}, often=2) == [(0, "bought in again at 0", -110)]
    assert lines_of(match, {1: 120}, often=1) == [(1, "bought in again at 90", -30)]


def test_nobody_does_where_all_are_over_or_two_are_left() -> None:
    assert lines_of(played({0: 80, 1: 60, 2: 100, 3: 50}), {0: 80, 1: 80, 2: 80, 3: 80}) == []
    two = played({0: 101, 1: 101})
    assert lines_of(two, {2: 120}) == []
    three = played({0: 101})
    assert lines_of(three, {2: 120}) == [(2, "bought in again at 0", -120)]


def test_nor_in_a_deal_without_a_match() -> None:
    table = Table(Layout(Pack(), (stock(), *hands(4)), solo(4), 0))
    assert list(buy_ins(table, [ScoreLine(0, "left", 300)], LIMIT, 1)) == []
