"""Iceberg's score: places in melds, cards in hand, one more turn, aces (facts 5, 7 and 8, W-I1 to W-I11).

The worked examples and field cases are scenarios too; what needs another option or a match is here.
"""

from __future__ import annotations

import pytest

from rummy_core.hooks import MatchState
from rummy_core.scoring import DealResult, MatchSheet, NotOver, RoundResult, ScoreSheet, Seating
from rummy_variants.iceberg_points import meld_points, place_points
from tests.variants.iceberg_tables import book, sample, table


def test_the_table_of_points() -> None:
    places = [place_points(place) for place in range(1, 13)]
    assert places == [0, 10, 20, 40, 50, 60, 70, 80, 90, 100, 110, 120]
    totals = [meld_points(size) for size in range(2, 13)]
    assert totals == [10, 30, 70, 120, 180, 250, 330, 420, 520, 630, 750]


def test_the_sample_hand() -> None:
    """W-I1 to W-I3: A and C as printed; B by the rule, where the print says -100 (IC-2)."""
    story = sample()
    assert [story.points(seat) for seat in range(3)] == [100, -120, -20]
    assert (story.winner, story.ending) == (0, "out")


def test_the_three_of_spades_is_the_difference() -> None:
    """IC-2: without the card that the print overlooks, and its ten in hand, B has 30 more (W-I4)."""
    story = sample()
    b = [points for side, _, points in story.lines if side == 1]
    assert b == [10, -50, -80]
    assert sum(b) + 20 == -100


@pytest.mark.parametrize(
    ("plays", "points"),
    [
        (["meld 5H 6H 7H 8H 9H"], 120),
        (["meld 5H 6H 7H", "lay 8H on 1", "lay 9H on 1"], 120),
        (["meld 7H 8H 9H", "lay 6H on 1", "lay 5H on 1"], 120),
    ],
)
def test_cards_laid_at_once_count_as_if_laid_in_order(plays: list[str], points: int) -> None:
    """IC-8."""
    story = table("5H 6H 7H 8H 9H", "2C", "2D").does(*plays)
    assert story.points(0) == points


@pytest.mark.parametrize(
    ("plays", "points"),
    [
        (["meld 8C 8D 8H 8S"], 70),
        (["meld 8C 8D", "lay 8H on 1", "lay 8S on 1"], 70),
        (["meld 8C 8D 8H", "lay 8S on 1"], 70),
        (["meld 8C 8D", "meld 8H 8S"], 20),
    ],
)
def test_a_set_of_four(plays: list[str], points: int) -> None:
    """IC-8; two pairs side by side are less (IC-9)."""
    assert table("8C 8D 8H 8S", "2C", "2D").does(*plays).points(0) == points


def test_the_ace_multiplies_what_is_below_nothing_too() -> None:
    """Fact 7, IC-20."""
    story = table("2C", "7H KD", "9S", zones={"exposed 1": "AC AD"}).does("pass on 2C")
    assert story.points(1) == -20 * 3


def test_two_aces_and_ninety() -> None:
    """W-I11 with either use of aces."""
    melds = ((1, "5C 6C 7C 8C"), (1, "9D 9H"), (1, "TD TH"))
    for preset, points in ((None, 210), ("moderate", 110)):
        story = table("2C", "4D KC", "3S", melds=melds, zones={"exposed 1": "AC AD"}, preset=preset)
        assert story.does("pass on 2C").points(1) == points


def test_each_hypothetical_turn_is_alone_on_the_real_table() -> None:
    """IC-3: two players could each lay the third nine, and each is charged for it."""
    story = table("2C", "9H", "9S", melds=((0, "9C 9D"),)).does("pass on 2C")
    assert [story.points(seat) for seat in (1, 2)] == [-30, -30]


def test_the_turn_has_no_draw_and_no_card_picked_up() -> None:
    """IC-3, IC-5."""
    story = table("2C", "8H", "4S", stock="8D", zones={"passed 1": "8C"})
    assert story.does("pass on 2C").points(1) == -10


def test_who_has_most_has_won_the_deal() -> None:
    assert sample().winner == 0
    assert table("2C", "7H", "9S").does("pass on 2C").winner == 0
    story = table(
        "2C 3D", "7H KD", "9S JS", stock="AS", step="draw", zones={"exposed 1": "AC", "exposed 2": "AD AH"}
    )
    story.does("draw", "pass on 2C")
    assert (story.winner, story.points(0)) == (0, -20)


# The match.


def match_of(*deals: tuple[int, ...], stopped: str = "", **options: object) -> MatchSheet | NotOver:
    rules = book(len(deals[0]), **options)
    rounds = []
    for points in deals:
        result = DealResult(Seating(tuple(range(len(points))), 0), ScoreSheet("out"))
        rounds.append(RoundResult((result,), points, (), -1, False))
    return rules.hooks.score_match(
        match=MatchState(len(deals[0]), rules.sides, tuple(rounds), 0), stopped=stopped
    )


def test_five_thousand_ends_it_and_equal_totals_play_on() -> None:
    """Fact 8, IC-14."""
    assert isinstance(match_of((4990, 0)), NotOver)
    over = match_of((5000, 100))
    assert isinstance(over, MatchSheet)
    assert (over.winner, over.totals, over.reason) == (0, (5000, 100), "target 5000 reached")
    assert isinstance(match_of((5100, 5100, 0)), NotOver)
    both = match_of((5100, 5300, 0))
    assert isinstance(both, MatchSheet)
    assert both.winner == 1
