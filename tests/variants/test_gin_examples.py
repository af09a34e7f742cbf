"""Gin for two: the worked examples W-G of the rules, played.

W-G12 to W-G15, W-G17 and W-G18 are Hollywood and four players, and come with those.
"""

import pytest

from tests.story import Story, gin, gin_match

# Knocks with the eight of spades left, throwing the JD drawn. 4C, 3D, 7D, 6H and TH fit.
EIGHT_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H 8S"
SEVEN_LEFT = "AC 2C 3C 4D 5D 6D 8H 9H TH 7S"
GIN = "AC 2C 3C 4C 5D 6D 7D 8H 9H TH"
# Seven cards in two melds that nothing of those hands touches.
COURT = "QC QD QH QS KC KD KH"


def knocked(hand0: str, hand1: str, **options: object) -> Story:
    """Seat 0 draws the jack of diamonds, throws it face down and knocks; seat 1 answers as best it can."""
    story = gin(hand0=hand0, hand1=hand1, stock="JD", step="draw", seat=0, **options)
    return story.does("draw", "knock JD", "best")


def test_w_g1_knocker_8_opponent_20() -> None:
    story = knocked(EIGHT_LEFT, f"{COURT} JC 6S 4S")
    assert (story.deadwood(0), story.deadwood(1)) == (8, 20)
    assert (story.ending, story.points(0), story.points(1)) == ("knock", 12, 0)


@pytest.mark.parametrize(("options", "points"), [({}, 34), ({"gin_bonus": 25}, 39)])
def test_w_g2_gin_against_14(options: dict[str, object], points: int) -> None:
    story = knocked(GIN, f"{COURT} 9S 3S 2S", **options)
    assert story.deadwood(1) == 14
    assert (story.ending, story.points(0), story.points(1)) == ("gin", points, 0)


@pytest.mark.parametrize(("options", "points"), [({}, 11), ({"undercut_bonus": 25}, 26)])
def test_w_g3_knocker_8_opponent_7_after_a_lay_off(options: dict[str, object], points: int) -> None:
    story = knocked(EIGHT_LEFT, f"{COURT} 4C 5S 2S", **options)
    assert "AC 2C 3C 4C" in story.melds
    assert (story.deadwood(0), story.deadwood(1)) == (8, 7)
    assert (story.ending, story.points(0), story.points(1)) == ("undercut", 0, points)


@pytest.mark.parametrize(("options", "points"), [({}, 30), ({"gin_bonus": 25}, 35)])
def test_w_g4_gin_against_two_sets_and_ten_points(options: dict[str, object], points: int) -> None:
    story = knocked("JC JH JS KC KD KH KS QC QH QS", "8C 8D 8H 4C 4D 4H 5S 2C 2D AS", **options)
    assert story.hand(1) == {"5S", "2C", "2D", "AS"}
    assert (story.ending, story.points(0)) == ("gin", points)


def test_w_g5_gin_against_18() -> None:
    story = knocked(GIN, f"{COURT} 9S 6S 3S", gin_bonus=25)
    assert story.deadwood(1) == 18
    assert story.points(0) == 43


def test_w_g6_knocker_7_opponent_7() -> None:
    story = knocked(SEVEN_LEFT, f"{COURT} 4S 2S AS")
    assert (story.deadwood(0), story.deadwood(1)) == (7, 7)
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("undercut", 1, 0, 10)


def test_w_g7_gin_and_the_opponent_has_nothing_left_either() -> None:
    story = knocked(GIN, f"{COURT} 2S 3S 4S")
    assert story.deadwood(1) == 0
    assert (story.ending, story.points(0), story.points(1)) == ("gin", 20, 0)


def test_w_g8_the_seven_of_hearts_goes_where_it_leaves_less() -> None:
    hands = {"hand0": "2C 3C 4C 5D 6D 7D JC JH JS TC", "hand1": "7H 7C 7S 8H 9H KC KD KH QS AS"}
    story = gin(**hands, stock="JD", step="draw", seat=0).does("draw", "knock TC")
    as_set = Story(story.deal.copy())
    story.does("best")
    assert "7H 8H 9H" in story.melds
    assert story.hand(1) == {"7C", "7S", "QS", "AS"}
    assert story.deadwood(1) - 11 == 14
    as_set.does("meld 7C 7H 7S", "meld KC KD KH", "done")
    assert as_set.hand(1) == {"8H", "9H", "QS", "AS"}
    assert as_set.deadwood(1) - 11 == 17


def test_w_g9_lay_offs_and_melds_together() -> None:
    hands = {"hand0": "5S 6S 7S QC QD QH 4H 4D 4C 3C", "hand1": "8S 8H 8D 8C 9S KC KD KH AC 2D"}
    story = gin(**hands, stock="JD", step="draw", seat=0).does("draw", "knock JD")
    first_fit = Story(story.deal.copy())
    story.does("best")
    assert story.melds == ["4C 4D 4H", "QC QD QH", "5S 6S 7S 8S 9S", "8C 8D 8H", "KC KD KH"]
    assert (story.deadwood(0), story.deadwood(1)) == (3, 3)
    assert (story.ending, story.points(1)) == ("undercut", 10)
    # Who melds all four eights first has stranded the nine.
    first_fit.does("meld 8C 8D 8H", "lay 8S on 4", "meld KC KD KH")
    first_fit.refuses("lay 9S on 3", "does not fit").does("done")
    assert (first_fit.deadwood(1), first_fit.points(0)) == (12, 9)


def test_w_g10_settlement_with_bonus_and_boxes() -> None:
    match = gin_match().plays("0 knocks for 20", "1 knocks for 20", "0 knocks for 20", "1 knocks for 20")
    match.plays("0 knocks for 20", "1 knocks for 22", "0 knocks for 20", "0 knocks for 24")
    assert match.sheet.points == (104, 62)
    assert match.finals == (104 + 100 + 100, 62 + 60)
    assert match.finals[0] - match.finals[1] == 182


FOUR_WON = ("0 knocks for 30", "0 knocks for 30", "0 knocks for 30", "0 knocks for 20")


@pytest.mark.parametrize(
    ("options", "final"),
    [
        pytest.param({}, 110 + 200 + 80, id="W-G11-default-390"),
        pytest.param(
            {"shutout": "score_doubled", "box_bonus": 25}, (110 + 100) * 2 + 100, id="W-G11-doubled-520"
        ),
        pytest.param({"shutout": "all_doubled", "box_bonus": 25}, (110 + 100 + 100) * 2, id="W-G16-all-620"),
    ],
)
def test_w_g11_and_w_g16_shutout(options: dict[str, object], final: int) -> None:
    match = gin_match(**options).plays(*FOUR_WON)
    assert match.sheet.points == (110, 0)
    assert match.finals == (final, 0)


def test_w_g19_the_spread_decides() -> None:
    hands = {"hand0": "5S 6S 7S 5C 6C 7C 5D 6D 7D AS", "hand1": "3S 4S 4C 4D 8S 8C 8D 5H 6H 7H"}
    story = gin(**hands, stock="KD", step="draw", seat=0, undercut_bonus=25).does("draw")
    as_runs = Story(story.deal.copy())
    story.does("knock KD", "best")
    assert story.melds == ["5C 5D 5S", "6C 6D 6S", "7C 7D 7S", "4C 4D 4S", "8C 8D 8S", "5H 6H 7H"]
    assert story.deadwood(1) == 3
    assert (story.ending, story.points(0)) == ("knock", 2)
    as_runs.does("knock KD with 5S 6S 7S, 5C 6C 7C, 5D 6D 7D", "best")
    assert as_runs.deadwood(1) == 0
    assert (as_runs.ending, as_runs.points(1)) == ("undercut", 26)
