"""Skarney: points, bonuses, ties and the match (facts 7 to 10, the worked examples)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rummy_core.hooks import MatchState
from rummy_core.match import Match
from rummy_core.numbering import DEAL_NUMBER
from rummy_core.positions import deal_at
from rummy_core.scoring import NOT_OVER, DealResult, MatchSheet, RoundResult, ScoreSheet, Seating
from rummy_core.table_points import in_hand, laid_of
from tests.story import Story
from tests.variants.skarney_tables import skarney, skarney_book, skarney_match

LOOSE = ("3C 7D JS", "4C 8D JC", "3D 7S JH", "4H 8S JD")


# --- points of cards (fact 7, W-S1 to W-S5)


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("4C 4D joker", 60),  # W-S1
        ("AC AD 2C", 55),  # W-S2
        ("3C 3D 2C", 35),  # W-S2
        ("2C 2D 2H", 150),  # W-S3
        ("joker joker joker joker", 400),  # W-S3
        ("AC 2C 3C", 45),  # SK-8: the two is a wild card there
        ("QC KC AC", 35),
        ("TH JH joker=QH", 70),
        ("9H TH JH", 25),
    ],
)
def test_fact_7_points_in_melds(meld: str, points: int) -> None:
    assert laid_of(skarney(*LOOSE, melds=[(0, meld)]).table, 0) == points


def test_w_s4_after_an_exchange_the_owner_has_less() -> None:
    story = skarney("4H 7D JS", *LOOSE[1:], melds=[(1, "4C 4D joker")]).does("draw", "swap 4H for joker on 1")
    assert laid_of(story.table, 1) == 15


def test_w_s5_points_in_hand() -> None:
    assert in_hand(skarney("joker 2C AD KS 9H", *LOOSE[1:]).table, 0) == 180


# --- the sheet of a hand (facts 8 and 9, SK-13, SK-14, W-S6 to W-S11)


def goes_out(mine: Sequence[str], theirs: Sequence[str], *held: str, hand: int = 1, **more: object) -> Story:
    """Seat 0 goes out with the last card of his side's melds; ``held`` are the hands of seats 1, 2 and 3."""
    *laid, last = mine
    melds = [(0, one) for one in laid] + [(1, one) for one in theirs]
    story = skarney(last, *held, melds=melds, step="play", hand=hand, **more)  # type: ignore[arg-type]
    return story.does(f"meld {last}")


def test_w_s6_the_first_hand_won_with_a_shutout() -> None:
    # 30 points of the partner's hand are not subtracted.
    story = goes_out(
        ["AC AD AH", "5C 5D 5H", "8C 8D 8S", "8H 9H TH JH"], [], "KC KD KH KS", "TC TD TS", "QC QD QH QS"
    )
    assert story.lines == [
        (0, "melds", 105),
        (1, "cards in hand", -80),
        (0, "hand 1 won", 100),
        (0, "shutout", 200),
    ]
    assert (story.points(0), story.points(1)) == (405, -80)


def test_w_s11_no_shutout_where_the_contract_is_down() -> None:
    # 45, 30 and 20 melded; 30 and 10 in hand.
    theirs = ["AC AD AH", "TC TD TH", "3C 3D 3H 3S"]
    story = goes_out(["8C 8D 8S", "9C 9D 9H"], theirs, "KC KD 4C 4S", "QC", "5C 5D", hand=2)
    assert story.points(0) == 30 + 100
    assert story.points(1) == 95 - 40
    assert not [line for line in story.lines if line[1] == "shutout"]


@pytest.mark.parametrize(
    ("hand", "bonus"),
    [(1, 100), (2, 100), (3, 100), (4, 200), (5, 300), (6, 400), (7, 500), (8, 500), (9, 500)],
)
def test_fact_8_each_hand_has_its_bonus(hand: int, bonus: int) -> None:
    story = goes_out(["5C 5D 5H", "8C 8D 8S"], ["KC KD KH"], "3C", "4C", "6C", hand=hand)
    assert (0, f"hand {hand} won", bonus) in story.lines


def test_sk_14_the_partners_contract_prevents_a_shutout() -> None:
    melds = [(0, "5C 5D 5H"), (3, "KC KD KH")]
    story = skarney("8C 8D 8S", *LOOSE[1:], melds=melds, step="play").does("meld 8C 8D 8S")
    assert "shutout" not in [reason for _, reason, _ in story.lines]


def test_fact_10_alone_one_contract_of_anybody_prevents_it() -> None:
    melds = [(0, "5C 5D 5H"), (2, "KC KD KH")]
    story = skarney("8C 8D 8S", *LOOSE[1:], melds=melds, step="play", preset="singles").does("meld 8C 8D 8S")
    assert "shutout" not in [reason for _, reason, _ in story.lines]
    story = skarney("8C 8D 8S", *LOOSE[1:], melds=melds[:1], step="play", preset="singles")
    assert (0, "shutout", 200) in story.does("meld 8C 8D 8S").lines


def test_w_s9_a_contract_of_all_twelve_cards() -> None:
    story = skarney("5C 5D 5H 6C 6D 6H 7C 7D 7H 8C 8D 8H", *LOOSE[1:], step="contract", hand=4)
    story.does("meld 5C 5D 5H", "meld 6C 6D 6H", "meld 7C 7D 7H", "meld 8C 8D 8H")
    assert story.points(0) == 60 + 200 + 200


def nobody_out(*hands: str, melds: Sequence[tuple[int, str]], hand: int, **options: object) -> ScoreSheet:
    """The sheet where the stock is used up and nobody went out."""
    story = skarney(*hands, melds=melds, hand=hand, **options)  # type: ignore[arg-type]
    return story.deal.rules.score_deal(story.table, "stock")


W_S7 = (
    *((0, meld) for meld in ("2C 2D 2H", "AC AD AH AS", "KC KD KH")),  # 150, 60, 30
    *((1, meld) for meld in ("joker joker joker",)),  # 300
)


def test_w_s7_nobody_out_the_higher_net_score_wins_the_bonus() -> None:
    # X: 240 melded, 40 and 25 in hand; Y: 300 melded, 100 and 30 in hand.
    hands = ("TC TD TH TS", "joker", "QC 3C 4C 5C", "QD QH QS")
    sheet = nobody_out(*hands, melds=W_S7, hand=6)
    assert (sheet.points(0), sheet.points(1)) == (575, 170)
    assert sheet.winner == 0
    assert "shutout" not in [line.reason for line in sheet.lines]


def test_sk_13_nets_are_compared_not_melds() -> None:
    hands = ("TC TD TH TS", "joker", "QC 3C 4C 5C", "QD QH QS")
    assert nobody_out(*hands, melds=W_S7, hand=6).winner == 0  # 240 - 65 against 300 - 130


TIED = ([(0, "AC AD AH"), (0, "KC KD KH KS"), (1, "AC AD AS"), (1, "QC QD QH QS")], ("3C", "3D", "", ""))
"""Two sides at 80 net."""


def test_w_s10_a_tied_hand_does_not_count() -> None:
    sheet = nobody_out(*TIED[1], melds=TIED[0], hand=3)
    assert sheet.void
    assert sheet.lines == ()
    assert sheet.ending == "tie"


def test_sk_18_alone_a_tie_at_the_top() -> None:
    melds = [(0, "AC AD AH"), (1, "AC AD AS"), (2, "5C 5D 5H")]
    assert nobody_out("3C", "3D", "4C", melds=melds, hand=1, players=3, sides="solo").void
    melds = [(0, "AC AD AH"), (1, "5S 5D 5H"), (2, "5C 5D 5H")]
    sheet = nobody_out("3C", "3D", "4C", melds=melds, hand=1, players=3, sides="solo")
    assert sheet.winner == 0, "a tie below the top decides nothing"


# --- the match (fact 1, SK-18, SK-19)


def finished(*results: tuple[int, int] | None) -> MatchState:
    """A match of two sides after these hands; None is one that did not count."""
    rounds = []
    for points in results:
        sheet = ScoreSheet("out", void=points is None)
        deal = DealResult(Seating((0, 1, 2, 3), 0), sheet)
        rounds.append(RoundResult((deal,), points or (0, 0), (0, 0), -1, points is None))
    return MatchState(4, ((0, 2), (1, 3)), tuple(rounds), 0)


def judged(*results: tuple[int, int] | None, stopped: str = "") -> object:
    return skarney_book().hooks.score_match(match=finished(*results), stopped=stopped)


SIX = [(100, 50)] * 6


def test_fact_1_seven_hands_the_highest_total_wins() -> None:
    assert judged(*SIX) is NOT_OVER
    sheet = judged(*SIX, (0, 500))
    assert isinstance(sheet, MatchSheet)
    assert (sheet.totals, sheet.winner, sheet.reason) == ((600, 800), 1, "7 hands played")


def test_sk_18_a_hand_that_does_not_count_is_none_of_the_seven() -> None:
    assert judged(*SIX, None) is NOT_OVER
    assert isinstance(judged(*SIX, None, (1, 0)), MatchSheet)


def test_sk_19_a_tie_after_seven_plays_on() -> None:
    assert judged(*SIX, (0, 300)) is NOT_OVER
    sheet = judged(*SIX, (0, 300), (0, 10))
    assert isinstance(sheet, MatchSheet)
    assert sheet.winner == 1
    assert sheet.reason == "8 hands played"


def test_a_match_that_is_stopped_goes_to_the_leader() -> None:
    sheet = judged((100, 50), stopped="1 deal played")
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason) == (0, "1 deal played")


def number_of(match: Match) -> object:
    return match.begin_deal().table.note(DEAL_NUMBER)


def end(match: Match, sheet: ScoreSheet) -> None:
    """End the deal in play with this sheet."""
    assert match.deal is not None
    match.deal.table.sheet = sheet
    match.end_deal()


COUNTS, TIE = ScoreSheet("out", winner=0), ScoreSheet("tie", void=True)


def test_sk_18_it_is_dealt_again_by_the_same_dealer_as_the_same_hand() -> None:
    match = skarney_match()
    seen = []
    for sheet in (COUNTS, TIE, TIE, COUNTS):
        seen.append((number_of(match), match.seating.dealer - match.first_dealer))
        end(match, sheet)
    seen.append((number_of(match), match.seating.dealer - match.first_dealer))
    numbers, dealers = zip(*seen, strict=True)
    assert numbers == (1, 2, 2, 2, 3)
    assert [dealer % 4 for dealer in dealers] == [0, 1, 1, 1, 2]


def test_the_number_is_public_and_a_deal_without_a_match_is_the_first() -> None:
    match = skarney_match()
    end_first = match.begin_deal()
    assert [end_first.view(seat).note(DEAL_NUMBER) for seat in range(4)] == [1] * 4
    alone = deal_at(skarney_book(), zones={})
    assert alone.table.note(DEAL_NUMBER) is None
    sheet = alone.rules.score_deal(alone.table, "stock")
    assert "hand 1 won" in [line.reason for line in sheet.lines]


def test_the_sides_of_the_match_are_those_of_its_deals() -> None:
    assert skarney_match().sides == ((0, 2), (1, 3))
    assert skarney_match(preset="singles").sides == ((0,), (1,), (2,), (3,))
    assert skarney_match(players=2).sides == ((0,), (1,))
