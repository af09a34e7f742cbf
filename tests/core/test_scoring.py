"""Score sheets: values of cards, sums of lines, who deals, who pays whom, who leads."""

from dataclasses import replace

import pytest

from rummy_core.cards import CARDS, parse_cards
from rummy_core.melds import Ace, Meld, MeldRules, Placed
from rummy_core.scoring import (
    BySize,
    CardValues,
    MatchSheet,
    Payment,
    RoundResult,
    ScoreLine,
    ScoreSheet,
    Seating,
    each_two_settle,
    leader,
    total_boxes,
    total_points,
    with_lines,
)

PIPS = tuple(range(1, 14))


def set_of(*plays: str) -> Meld:
    """A set on the table, card by card as it was laid, in one play after another."""
    (reading,) = MeldRules(ace=Ace.LOW).readings(parse_cards(" ".join(plays)))
    counts = dict(zip(reading.cards, reading.faces, strict=True))
    placed = tuple(
        Placed(one, counts[one], 0, 1, number)
        for number, words in enumerate(plays, 1)
        for one in parse_cards(words)
    )
    return Meld(1, reading.kind, 0, reading.cards, reading.faces, placed)


# --- what cards count


def test_values_by_rank_are_the_same_in_each_suit_and_a_joker_has_none() -> None:
    values = CardValues.by_rank(PIPS)
    assert len(values.in_hand) == 54
    assert [values.in_hand[one.index] for one in CARDS[:54]] == [one.rank for one in CARDS[:54]]
    assert CardValues.by_rank(PIPS, joker=25).in_hand[52:] == (25, 25)


@pytest.mark.parametrize("count", [12, 14])
def test_values_by_rank_are_thirteen(count: int) -> None:
    with pytest.raises(ValueError, match=f"a value for each of 13 ranks is needed, not {count}"):
        CardValues.by_rank(tuple(range(count)))


def test_melds_score_where_a_card_or_the_size_of_a_meld_has_points() -> None:
    by_card = CardValues(PIPS * 4 + (0, 0), melded=lambda one, face, kind: 1)
    by_size = CardValues(PIPS * 4 + (0, 0), by_size=BySize(whole=lambda kind, cards: cards))
    assert (by_card.melds_score, by_size.melds_score) == (True, True)
    assert not CardValues(PIPS * 4 + (0, 0)).melds_score


def test_a_card_counts_by_itself_with_the_size_of_the_meld_or_both() -> None:
    meld = set_of("7C 7D 7H", "7S")
    rank = [
        CardValues(PIPS, melded=lambda one, face, kind: face.rank).of_placed(meld, one) for one in meld.placed
    ]
    assert rank == [7, 7, 7, 7]
    assert [CardValues(PIPS).of_placed(meld, one) for one in meld.placed] == [0, 0, 0, 0]
    growing = BySize(whole=lambda kind, cards: cards * cards)
    sizes = [CardValues(PIPS, by_size=growing).of_placed(meld, one) for one in meld.placed]
    assert sizes == [1, 3, 5, 7]
    both = CardValues(PIPS, melded=lambda one, face, kind: face.rank, by_size=growing)
    assert [both.of_placed(meld, one) for one in meld.placed] == [8, 10, 12, 14]


def test_cards_melded_at_once_count_several_times_and_one_laid_off_once() -> None:
    at_once = BySize(times=lambda kind, cards: cards)
    values = CardValues(PIPS, melded=lambda one, face, kind: face.rank, by_size=at_once)
    later = set_of("7C 7D 7H", "7S")
    assert [values.of_placed(later, one) for one in later.placed] == [21, 21, 21, 7]
    together = set_of("7C 7D 7H 7S")
    assert [values.of_placed(together, one) for one in together.placed] == [28, 28, 28, 28]
    # Without such a rule each counts once.
    for plain in (CardValues(PIPS), CardValues(PIPS, by_size=BySize(whole=lambda kind, cards: cards))):
        assert {plain.times(together, one) for one in together.placed} == {1}


def test_a_card_exchanged_later_was_not_melded_at_once() -> None:
    values = CardValues(
        PIPS, melded=lambda one, face, kind: 1, by_size=BySize(times=lambda kind, cards: cards)
    )
    meld = set_of("7C 7D 7H 7S")
    for place, one in enumerate(meld.placed):
        placed = (*meld.placed[:place], replace(one, play=2), *meld.placed[place + 1 :])
        counts = [values.of_placed(replace(meld, placed=placed), each) for each in placed]
        assert counts == [1 if each.play == 2 else 3 for each in placed]


def test_what_cards_add_to_a_meld_is_what_it_then_has_more() -> None:
    assert BySize(whole=lambda kind, cards: cards * cards).grown("set", 3, 2) == 25 - 9
    assert BySize().grown("set", 3, 2) == 0


# --- sheets


def test_a_sheet_says_no_more_than_it_is_told() -> None:
    sheet = ScoreSheet("wall", (ScoreLine(0, "deadwood", 5), ScoreLine(1, "box", 7), ScoreLine(1, "gin", 20)))
    assert (sheet.winner, sheet.boxes, sheet.void) == (-1, (), False)
    assert (sheet.points(0), sheet.points(1)) == (5, 27)
    ended = MatchSheet((1, 2), (), (1, 2), 1, "target 2 reached")
    assert (ended.columns, ended.payments, ended.lowest) == ((), (), False)


def test_whose_hands_a_line_counts_is_no_part_of_what_it_says() -> None:
    line = ScoreLine(0, "hands", 12, hands=(1, 2))
    assert line == ScoreLine(0, "hands", 12)
    assert repr(line) == "ScoreLine(side=0, reason='hands', points=12)"


def test_the_cards_are_dealt_by_the_seat_that_deals_or_by_who_sits_out() -> None:
    assert Seating((2, 0), dealer=0).sitting_dealer == -1
    assert Seating((2, 0), dealer=0).dealt_by == 2
    assert Seating((2, 0), dealer=1).dealt_by == 0
    assert Seating((1, 2), dealer=1, sitting_dealer=0).dealt_by == 0
    assert Seating((0, 1), dealer=1, sitting_dealer=2).dealt_by == 2


def test_totals_are_sums_over_the_rounds() -> None:
    rounds = (RoundResult((), (3, 0), (1, 0), 0, void=False), RoundResult((), (4, 9), (0, 2), 1, void=False))
    assert total_points(rounds, 2) == (7, 9)
    assert total_boxes(rounds, 2) == (1, 2)
    assert total_points((), 3) == (0, 0, 0)


def test_each_two_settle_the_difference() -> None:
    assert each_two_settle((300, 1_000, 400)) == (Payment(0, 1, 700), Payment(0, 2, 100), Payment(2, 1, 600))
    assert each_two_settle((500, 500)) == ()


def test_the_highest_total_leads_and_equal_ones_do_not() -> None:
    assert leader((3, 9, 4)) == 1
    assert leader((9, 3, 4)) == 0
    assert leader((9, 3, 9)) == -1
    assert leader((-9, -3)) == 1


# --- more lines


def won(winner: int, *points: int, more: tuple[int, ...]) -> int:
    """Who has won a deal that ``winner`` won with so many points a side, with more lines added."""
    sheet = ScoreSheet("out", tuple(ScoreLine(side, "cards", one) for side, one in enumerate(points)), winner)
    lines = [ScoreLine(side, "house", one) for side, one in enumerate(more)]
    return with_lines(sheet, lines, len(points)).winner


def test_who_won_by_the_most_points_must_have_the_most_with_further_lines() -> None:
    assert won(0, 30, 20, more=(5, 0)) == 0
    assert won(0, 30, 20, more=(0, 15)) == 1
    assert won(1, 20, 30, more=(0, 15)) == 1
    assert won(0, 30, 20, more=(0, 10)) == -1


def test_who_won_otherwise_has_won_whatever_is_added() -> None:
    assert won(0, 20, 30, more=(0, 5)) == 0
    assert won(1, 30, 20, more=(0, 15)) == 1


def test_a_deal_that_nobody_won_is_won_by_nobody_with_more_lines() -> None:
    assert won(-1, 20, 20, more=(5, 0)) == -1
    assert won(-1, 30, 20, more=(0, 15)) == -1
