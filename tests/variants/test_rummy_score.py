"""Basic Rummy scored: its facts 7 and 8, the rulings and worked examples that go with them, and matches."""

from __future__ import annotations

import pytest

from tests.variants.rummy_tables import Played, book, ended, table

MELD = (0, "2C 2D 2H")


# Fact 7: what a deal scores.


def test_w_b1_the_winner_scores_what_the_loser_holds() -> None:
    story = table("QS", "KC 8D AS", at={"melds": [MELD]}).does("discard QS")
    assert story.lines == [(0, "left in hand 19", 19)]
    assert (story.ending, story.winner, story.points(1)) == ("out", 0, 0)


def test_w_b2_going_rummy_doubles_it() -> None:
    story = table("9C 9D 9H QS", "KC 8D AS").does("meld 9C 9D 9H", "discard QS")
    assert story.lines == [(0, "left in hand 19", 19), (0, "doubled for going rummy", 19)]
    assert (story.ending, story.winner, story.points(0)) == ("going rummy", 0, 38)


def test_w_b3_of_two_losers_the_sum() -> None:
    story = table("QS", "KC QD 5D", "KD 4C", players=3, at={"melds": [MELD]}).does("discard QS")
    assert story.lines == [(0, "left in hand 25 + 14", 39)]


def test_melds_of_a_loser_count_nothing_for_or_against_him() -> None:
    story = table("QS", "8D", at={"melds": [MELD, (1, "TC JC QC KC")]}).does("discard QS")
    assert story.points(0) == 8
    # Nor do melds that he keeps in his hand help him.
    story = table("QS", "TC JC QC KC", at={"melds": [MELD]}).does("discard QS")
    assert story.points(0) == 40


# Fact 8: going rummy.


def test_fact_8_not_for_who_has_melded_before() -> None:
    story = table("9C 9D 9H QS", "KC", at={"melds": [MELD]}).does("meld 9C 9D 9H", "discard QS")
    assert (story.ending, story.points(0)) == ("out", 10)


def test_fact_8_nor_for_who_has_laid_off_before() -> None:
    at = {"melds": [(1, "5H 6H 7H")], "stock": "QS TD"}
    story = table("8H 9C 9D 9S JC", "KC 3D", at=at).does("lay 8H on 1", "discard JC", "draw", "discard QS")
    story.does("draw", "meld 9C 9D 9S", "discard TD")
    assert (story.ending, story.points(0)) == ("out", 13)


def test_b_5_a_lay_off_within_the_winning_turn_does_not_spoil_it() -> None:
    story = table("9C 9D 9H 8H QS", "KC", at={"melds": [(1, "5H 6H 7H")]})
    story.does("meld 9C 9D 9H", "lay 8H on 1", "discard QS")
    assert (story.ending, story.points(0)) == ("going rummy", 20)
    # Lay-offs alone, and no discard.
    story = table("8H 9H", "KC", at={"melds": [(1, "5H 6H 7H")]}).does("lay 8H on 1", "lay 9H on 1")
    assert (story.ending, story.points(0)) == ("going rummy", 20)


def test_b_5_in_the_first_turn_too() -> None:
    hand = "AC 2C 3C 4D 5D 6D 9H 9C 9D 9S"
    story = table(hand, "KC", step="draw", at={"stock": "QS"})
    story.does("draw", "meld AC 2C 3C", "meld 4D 5D 6D", "meld 9C 9D 9H", "lay 9S on 3", "discard QS")
    assert (story.ending, story.points(0)) == ("going rummy", 20)


def test_b_12_where_the_last_card_must_be_discarded_it_is_all_but_that_in_one_turn() -> None:
    story = table("9C 9D 9H QS", "KC", final_discard_required=True).does("meld 9C 9D 9H", "discard QS")
    assert (story.ending, story.points(0)) == ("going rummy", 20)


# Penalties (B-8).


def test_w_b7_each_loser_writes_his_own() -> None:
    hands = ("QS", "KC QD 5D", "KD 4C")
    story = table(*hands, players=3, preset="penalty", at={"melds": [MELD]}).does("discard QS")
    assert story.lines == [(1, "left in hand", 25), (2, "left in hand", 14)]
    assert (story.winner, story.points(0)) == (0, 0)


def test_b_8_going_rummy_doubles_every_losers_penalty() -> None:
    hands = ("9C 9D 9H QS", "KC QD 5D", "KD 4C")
    story = table(*hands, players=3, preset="penalty").does("meld 9C 9D 9H", "discard QS")
    assert [story.points(seat) for seat in range(3)] == [0, 50, 28]
    assert story.lines[1] == (1, "doubled, as the winner went rummy", 25)


def test_b_8_the_lowest_total_wins_when_somebody_reaches_the_target() -> None:
    match = Played(3, preset="penalty", target=60)
    match.plays("0 out, 1 left 30, 2 left 5").plays("1 out, 0 left 4, 2 left 19")
    assert (match.totals, match.is_over) == ((4, 30, 24), False)
    match.plays("2 out, 0 left 1, 1 left 30")
    assert (match.sheet.totals, match.sheet.winner) == ((5, 60, 24), 0)


def test_b_8_equal_at_the_bottom_play_another_deal() -> None:
    match = Played(3, preset="penalty", target=20)
    match.plays("0 out, 1 left 18, 2 left 5", "1 out, 0 left 5, 2 left 9", "2 out, 0 left 9, 1 left 4")
    # 14, 22 and 14.
    assert (match.totals, match.is_over) == ((14, 22, 14), False)
    assert match.plays("2 out, 0 left 1, 1 left 1").sheet.winner == 2


# Matches.


@pytest.mark.parametrize(("players", "target"), [(2, 100), (3, 150), (4, 200), (5, 250), (6, 300)])
def test_fact_7_and_b_11_targets_by_players(players: int, target: int) -> None:
    assert book(players).options.model_dump()["target"] == target
    # One that is set is taken as it is.
    assert book(players, target=120).options.model_dump()["target"] == 120


def test_w_b6_a_total_at_or_over_the_target_ends_the_match() -> None:
    match = Played(4).plays("2 out, 0 left 60, 1 left 60, 3 left 68")
    assert (match.totals, match.is_over) == ((0, 0, 188, 0), False)
    match.plays("2 out, 0 left 9, 1 left 3, 3 left 3")
    assert (match.sheet.totals, match.sheet.winner) == ((0, 0, 203, 0), 2)
    assert match.sheet.reason == "target 200 reached"


def test_b_10_a_stalemate_scores_nothing_and_the_deal_moves_on() -> None:
    match = Played(3).plays("stalemate", "0 out, 1 left 10, 2 left 10", "stalemate")
    assert (match.totals, match.dealers) == ((20, 0, 0), [0, 1, 2])


def test_b_10_under_penalties_as_well() -> None:
    match = Played(2, preset="penalty").plays("stalemate")
    assert (match.totals, match.dealers) == ((0, 0), [0])


def test_b_7_the_deal_passes_left() -> None:
    match = Played(4).plays(*["1 out, 0 left 1, 2 left 1, 3 left 1"] * 5)
    assert match.dealers == [0, 1, 2, 3, 0]


def test_max_deals_stops_a_match_and_equal_is_a_draw() -> None:
    match = Played(2, max_deals=2).plays("0 out, 1 left 10", "1 out, 0 left 10")
    assert (match.sheet.winner, match.sheet.reason) == (-1, "2 deals played")


def test_the_sheet_says_who_went_out_whoever_that_is() -> None:
    for winner in range(3):
        others = ", ".join(f"{seat} left 10" for seat in range(3) if seat != winner)
        story = ended(book(3), f"{winner} out, {others}")
        assert (story.winner, story.points(winner)) == (winner, 20)
