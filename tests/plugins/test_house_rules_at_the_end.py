"""House rules of what a deal counts and who deals next: each in every kind of game that it fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.plugins.house_rule_tables import (
    MELDING,
    NINES,
    SCORING,
    book,
    out_with_nines,
    playing,
    side_points,
)
from tests.story import Story, laid_out
from tests.variants.flipping import Flips

from rummy_core.hooks import MatchState
from rummy_core.scoring import RoundResult
from rummy_plugins.house_rules.ace_bonus import ACE_BONUS
from rummy_plugins.house_rules.going_out_bonus import GOING_OUT_BONUS
from rummy_plugins.house_rules.going_rummy import GOING_RUMMY
from rummy_plugins.house_rules.unmelded_penalty import UNMELDED_PENALTY

UPCARD = ("500", "arlington", "fortune", "persian", "rummy")
SPADE = "a spade was turned up: doubled"

# spade-doubles


@pytest.mark.parametrize("game", UPCARD)
def test_a_spade_turned_up_doubles_pluses_and_minuses(game: str) -> None:
    once = side_points(out_with_nines(game, pile="8C 4D"))
    assert side_points(out_with_nines(game, "spade-doubles", pile="8C 4D")) == once
    assert any(once)
    story = out_with_nines(game, "spade-doubles", pile="8S 4D")
    assert side_points(story) == [2 * one for one in once]
    assert [line[1] for line in story.lines].count(SPADE) == sum(map(bool, once))
    assert story.view(1).deal_notes["counts_double"] is True


@pytest.mark.parametrize("game", ["gin", "oklahoma"])
def test_it_does_where_a_knock_ends_the_deal(game: str) -> None:
    def knocked(upcard: str, *rules: str, **options: object) -> Story:
        story = playing(
            game, *rules, hand="KC KD KH 5D 5H 5S 7C 7D 7H AS JD", other="2C 2D 2H 4C 4S 4H 8D 8S 8H 9D",
            pile=f"{upcard} JC", step="discard", options=options,
        )  # fmt: skip
        return story.does("knock JD", "best")

    assert knocked("9C", "spade-doubles").points(0) == 8
    assert knocked("9S", "spade-doubles").points(0) == 2 * 8
    assert knocked("9S", **({"spade_doubles": False} if game == "oklahoma" else {})).points(0) == 8


def test_a_void_deal_has_nothing_to_double() -> None:
    story = playing("gin", "spade-doubles", hand="KC QD JC 9S 8D 8C 6S 5C 2H KH", other="KD QC JS",
                    pile="9H 3S", stock="4C", stock_left=3, step="draw")  # fmt: skip
    story.does("draw", "discard 4C")
    assert (story.void, story.lines) == (True, [])


def test_what_other_house_rules_add_is_doubled_with_the_rest() -> None:
    for rules in (("spade-doubles", "going-out-bonus"), ("going-out-bonus", "spade-doubles")):
        story = out_with_nines("500", *rules, pile="8S 4D")
        assert story.points(0) == 2 * (15 + 10)


# ace-bonus


@pytest.mark.parametrize("game", [one for one in SCORING if one != "iceberg"])
def test_a_melded_ace_counts_more(game: str) -> None:
    def points(*rules: str) -> int:
        story = playing(game, *rules, hand="AC AD AH 9C 9D 9S", other="KC").does("meld AC AD AH", NINES)
        return story.points(0)

    assert points("ace-bonus") == points() + 3 * 20


@Flips(ACE_BONUS)("points", 50)
def test_or_so_much_more() -> None:
    story = playing("500", ("ace-bonus", {"points": 50}), hand="QC KC AC", other="AD").does("meld QC KC AC")
    assert side_points(story) == [10 + 10 + 15 + 50, -15]


def test_where_a_game_has_the_bonus_by_option_it_has_that_one() -> None:
    assert book("iceberg", "ace-bonus").options.model_dump()["aces"] == "plus20"
    with pytest.raises(ValueError, match="option aces = 'plus30'"):
        book("iceberg", ("ace-bonus", {"points": 30}))


def test_a_deuce_that_stands_for_an_ace_earns_nothing_more() -> None:
    def points(*rules: str) -> int:
        story = playing("fortune", *rules, hand="QC KC 2D", other="KD").does("meld QC KC 2D=AC")
        return story.points(0)

    assert points("ace-bonus") == points()


# unmelded-penalty

LOSES = {"500": 0, "arlington": 0, "fortune": 0, "iceberg": 0, "persian": 0, "rummy": 1, "skarney": 0}
"""Whether what is left in hand is scored for who went out."""


@pytest.mark.parametrize("game", MELDING)
def test_the_hand_of_who_has_laid_nothing_counts_double(game: str) -> None:
    once, twice = (out_with_nines(game, *rules) for rules in ((), ("unmelded-penalty",)))
    held = [points for side, reason, points in once.lines if "in hand" in reason and side == 1 - LOSES[game]]
    more = [two - one for one, two in zip(side_points(once), side_points(twice), strict=True)]
    assert sum(more) == sum(held) != 0
    assert [bool(one) for one in more] == ([True, False] if LOSES[game] else [False, True])
    assert [line[1] for line in twice.lines].count("no card laid: the hand counts double") == 1


@pytest.mark.parametrize("game", MELDING)
def test_who_has_laid_a_card_pays_once(game: str) -> None:
    table = [(1, "4H 5H 6H")]
    once, also = (out_with_nines(game, *rules, melds=table) for rules in ((), ("unmelded-penalty",)))
    assert side_points(also) == side_points(once)


def test_it_is_each_of_several_losers_that_is_asked() -> None:
    """Three players, the winner takes all: 20 of who has laid nothing, 5 of who has."""
    of = book("rummy", "unmelded-penalty", players=3, going_rummy=False)
    story = laid_out(of, hands=("9C 9D 9S KD", "KC QD", "5C"), pile="4D", melds=[(2, "4H 5H 6H")],
                     step="play", seat=0)  # fmt: skip
    story.does(NINES, "discard KD")
    assert story.points(0) == 20 + 5 + 20


def test_under_penalties_each_writes_his_own() -> None:
    story = out_with_nines("rummy", "unmelded-penalty", options={"scoring": "penalty", "going_rummy": False})
    assert side_points(story) == [0, 40]


def test_partners_are_one_side_and_one_meld_serves_both() -> None:
    story = out_with_nines("persian", "unmelded-penalty", melds=[(3, "4H 5H 6H")])
    assert side_points(story) == side_points(out_with_nines("persian", melds=[(3, "4H 5H 6H")]))


@Flips(UNMELDED_PENALTY)("times", 3)
def test_or_three_times() -> None:
    assert side_points(out_with_nines("500", ("unmelded-penalty", {"times": 3}))) == [15, -3 * 20]


# going-out-bonus


@pytest.mark.parametrize("game", MELDING)
def test_who_goes_out_scores_for_it(game: str) -> None:
    once, more = (side_points(out_with_nines(game, *rules)) for rules in ((), ("going-out-bonus",)))
    assert more == [once[0] + 10, once[1]]


@Flips(GOING_OUT_BONUS)("points", 100)
def test_or_scores_more() -> None:
    story = out_with_nines("500", ("going-out-bonus", {"points": 100}))
    assert story.lines[-1] == (0, "bonus for going out", 100)
    assert story.points(0) == 115


def test_who_wins_by_the_most_points_may_win_by_the_bonus() -> None:
    table = [(1, "JS QS KS")]  # 70 less 20 in hand; who goes out has 30
    assert out_with_nines("fortune", melds=table).winner == 1
    assert out_with_nines("fortune", ("going-out-bonus", {"points": 100}), melds=table).winner == 0


def test_nobody_goes_out_where_the_stock_ends_the_deal() -> None:
    story = playing("fortune", "block", "going-out-bonus", hand="8H KD TC", other="3C 4S 7D",
                    pile="5C KC 9H JD", stock="6S", stock_left=1, step="draw")  # fmt: skip
    story.does("draw", "discard TC", "pass")
    assert "bonus for going out" not in [line[1] for line in story.lines]


# going-rummy


@pytest.mark.parametrize("game", [one for one in MELDING if one not in ("arlington", "rummy")])
def test_who_goes_out_at_one_stroke_scores_more(game: str) -> None:
    def points(*rules: str, melds: list[tuple[int, str]]) -> int:
        return out_with_nines(game, *rules, melds=melds).points(0)

    assert points("going-rummy", melds=[]) == points(melds=[]) + 10
    earlier = [(0, "4H 5H 6H")]
    assert points("going-rummy", melds=earlier) == points(melds=earlier)


@Flips(GOING_RUMMY)("points", 250)
def test_or_a_bonus_of_another_size() -> None:
    story = out_with_nines("500", ("going-rummy", {"points": 250}))
    assert story.lines[-1] == (0, "went rummy: all in one turn", 250)
    assert book("arlington", ("going-rummy", {"points": 250})).options.model_dump()["concealed_bonus"] == 250


def test_where_a_game_doubles_there_is_no_bonus() -> None:
    assert book("rummy", "going-rummy", going_rummy=True).options.model_dump()["going_rummy"]
    with pytest.raises(ValueError, match=r"going-rummy\.points = 20: this game doubles"):
        book("rummy", ("going-rummy", {"points": 20}))


# winner-deals


def dealers(game: str, players: int, winners: list[int], *rules: str, **options: object) -> list[int]:
    """Who deals first and after each round, which these sides have won; -1 nobody, -2 void."""
    of = book(game, *rules, players=players, **options)
    blank = RoundResult((), (0,) * len(of.sides), (0,) * len(of.sides), -1, False)
    rounds = [replace(blank, winner=max(one, -1), void=one == -2) for one in winners]
    states = [MatchState(of.players, of.sides, tuple(rounds[:many]), 1) for many in range(len(rounds) + 1)]
    return [of.hooks.seatings(match=state)[0].dealt_by for state in states]


@pytest.mark.parametrize("game", ["500", "arlington", "fortune", "iceberg", "skarney"])
def test_the_winner_deals(game: str) -> None:
    solo: dict[str, object] = {"sides": "solo"} if game == "skarney" else {}
    assert dealers(game, 3, [0, 2, -1, 1, -2], **solo) == [1, 2, 0, 1, 2, 2]
    assert dealers(game, 3, [0, 2, -1, 1, -2], "winner-deals", **solo) == [1, 0, 2, 0, 1, 1]


@pytest.mark.parametrize("game", ["gin", "oklahoma", "rummy"])
def test_it_is_the_game_s_own_option_where_it_has_one(game: str) -> None:
    assert book(game, "winner-deals").options.model_dump()["next_dealer"] == "winner"


def test_in_basic_rummy_that_is_for_two() -> None:
    with pytest.raises(ValueError, match="next_dealer = winner is for two players, not 3"):
        book("rummy", "winner-deals", players=3)
