"""A match on the engine: the lot, who deals, how it ends, and that a seed says it all.

Told with Gin, whose scores are in ``tests/variants``.
"""

from __future__ import annotations

from random import Random

import pytest

from rummy_core.cards import card, parse_cards, text_of
from rummy_core.events import Shuffled
from rummy_core.match import Match, lowest
from rummy_core.scoring import Seating
from tests.story import decisions, facts, gin_book, gin_match


def play_on(match: Match, seed: int = 0, deals: int = 1_000) -> Match:
    """Play random deals until the match is over, or so many have been played."""
    rng = Random(seed)
    for _ in range(deals):
        if match.is_over:
            break
        deal = match.begin_deal()
        while not deal.is_over:
            listed = deal.legal_actions()
            knocks = [action for action in listed if str(action).startswith("knock")]
            deal.play(rng.choice(knocks or listed))
        match.end_deal()
    return match


# --- the lot


@pytest.mark.parametrize(
    ("lot", "players", "first"),
    [
        ("2C KD", 2, 0),
        ("KD 2C", 2, 1),
        ("5C 5D KC 2D", 2, 1),
        ("5C 5D 9C 9D AS 2S", 2, 0),
        ("9C 5D 7C", 3, 1),
        ("5C 5D 7C 3S 2S", 3, 1),
        # Who is not among the lowest does not draw again.
        ("5C KD 5D 3S 2S", 3, 2),
        ("5C 5D 5H 9S 9H 8S 7H 6D", 3, 2),
        ("5C 5D 5H 9S 8H 8S 7H 6D", 3, 2),
        ("AS", 1, 0),
    ],
)
def test_the_lowest_card_of_the_lot_deals_and_equal_ones_draw_again(
    lot: str, players: int, first: int
) -> None:
    assert lowest(parse_cards(lot), players) == first


@pytest.mark.parametrize("seed", range(60))
def test_the_lot_has_as_many_cards_as_it_takes(seed: int) -> None:
    match = Match(gin_book(), seed)
    lot = match.lot
    assert len(set(lot)) == len(lot)
    *before, (mine, theirs) = [lot[place : place + 2] for place in range(0, len(lot), 2)]
    assert all(one.rank == other.rank for one, other in before)
    assert match.first_dealer == (0 if mine.rank < theirs.rank else 1)


def test_the_lot_comes_from_the_seed_and_falls_both_ways() -> None:
    lots = [Match(gin_book(), seed) for seed in range(60)]
    assert {match.first_dealer for match in lots} == {0, 1}
    assert any(len(match.lot) > 2 for match in lots)
    assert [match.lot for match in lots] == [Match(gin_book(), seed).lot for seed in range(60)]


def test_a_lot_that_was_recorded_goes_before_the_seed() -> None:
    assert Match(gin_book(), 1, lot=parse_cards("KD 2C")).first_dealer == 1


@pytest.mark.parametrize("lot", ["", "5C", "5C 5D", "5C 5D 9C"])
def test_a_lot_that_settles_nothing_is_refused(lot: str) -> None:
    with pytest.raises(ValueError, match="lot"):
        _ = Match(gin_book(), 1, lot=parse_cards(lot)).first_dealer


# --- who deals


def test_the_first_dealer_deals_first() -> None:
    for dealer in (0, 1):
        match = gin_match(first_dealer=dealer).match
        assert match.begin_deal().table.layout.dealer == dealer
        assert match.seating == Seating((0, 1), dealer)


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    match = gin_match(first_dealer=1).plays("void", "void")
    assert match.dealers == [1, 1]
    assert match.next_dealer == 1


# --- deals in order


def test_one_deal_at_a_time() -> None:
    match = Match(gin_book(), 1)
    deal = match.begin_deal()
    with pytest.raises(ValueError, match="a deal is in play"):
        match.begin_deal()
    with pytest.raises(ValueError, match="no deal has ended"):
        match.end_deal()
    assert match.deal is deal
    assert match.deals_played == 0


def test_no_deal_ends_that_was_not_begun() -> None:
    with pytest.raises(ValueError, match="no deal has ended"):
        Match(gin_book(), 1).end_deal()


def test_nothing_is_dealt_when_the_match_is_over() -> None:
    match = gin_match().plays("0 gins against 90").match
    with pytest.raises(ValueError, match="the match is over"):
        match.begin_deal()


def test_totals_are_the_sums_of_the_deals() -> None:
    story = gin_match().plays("0 knocks for 20", "void", "1 undercuts by 4", "0 gins against 3")
    match = story.match
    assert match.totals == (20 + 23, 14)
    assert match.deals_played == 4
    assert [one.points for one in match.rounds] == [(20, 0), (0, 0), (0, 14), (23, 0)]
    assert [one.boxes for one in match.rounds] == [(1, 0), (0, 0), (0, 1), (1, 0)]
    assert [one.winner for one in match.rounds] == [0, -1, 1, 0]
    assert [one.void for one in match.rounds] == [False, True, False, False]


# --- how a match ends


def test_max_deals_ends_it() -> None:
    story = gin_match(max_deals=2).plays("0 knocks for 20")
    assert not story.is_over
    story.plays("1 knocks for 30")
    assert (story.sheet.winner, story.sheet.reason, story.sheet.points) == (1, "2 deals played", (20, 30))


def test_void_deals_count_to_max_deals() -> None:
    story = gin_match(max_deals=3).plays("void", "void", "void")
    assert (story.sheet.winner, story.sheet.totals) == (-1, (0, 0))


@pytest.mark.parametrize("loser", [0, 1])
def test_who_resigns_cannot_win(loser: int) -> None:
    story = gin_match().plays("0 knocks for 60", "1 knocks for 30")
    match = story.match
    match.begin_deal()
    match.resign(loser)
    assert match.is_over
    assert match.deal is None
    assert story.sheet.winner == 1 - loser
    assert story.sheet.reason == "resigned"
    # What was won stands; there is no bonus for it.
    assert (story.sheet.points, story.sheet.totals, story.sheet.lines) == ((60, 30), (60, 30), ())
    with pytest.raises(ValueError, match="the match is over"):
        match.begin_deal()


def test_one_may_resign_between_deals() -> None:
    match = gin_match().match
    match.resign(0)
    assert match.sheet is not None
    assert (match.sheet.winner, match.sheet.totals) == (1, (0, 0))


# --- seeds


def log_of(match: Match, deals: int = 3) -> list[object]:
    """The whole logs of the first deals, each left as soon as it is dealt and played at random."""
    rng = Random(8)
    logs: list[object] = [match.lot]
    for _ in range(deals):
        deal = match.begin_deal()
        while not deal.is_over:
            deal.play(rng.choice(deal.legal_actions()))
        match.end_deal()
        logs.append((facts(deal), decisions(deal)))
    return logs


@pytest.mark.parametrize("seed", [1, "a word", 2**70])
def test_the_same_seed_is_the_same_match(seed: int | str) -> None:
    assert log_of(Match(gin_book(), seed)) == log_of(Match(gin_book(), seed))


def test_another_seed_is_another_match() -> None:
    stocks = {Match(gin_book(), seed).begin_deal().table.cards("stock") for seed in range(50)}
    assert len(stocks) == 50


def test_each_deal_of_a_match_has_its_own_shuffle() -> None:
    match = Match(gin_book(), 5)
    shuffles = []
    rng = Random(5)
    for _ in range(3):
        deal = match.begin_deal()
        shuffles.append(next(entry.order for entry in deal.log if isinstance(entry, Shuffled)))
        while not deal.is_over:
            deal.play(rng.choice(deal.legal_actions()))
        match.end_deal()
    assert len(set(shuffles)) == 3


def test_a_deal_does_not_depend_on_how_the_last_one_was_played() -> None:
    def second_stock(seed_of_play: int) -> str:
        match = play_on(Match(gin_book(), 5, lot=parse_cards("2C KD")), seed_of_play, deals=1)
        return next(
            text_of(entry.order)  # type: ignore[arg-type]
            for entry in match.begin_deal().log
            if isinstance(entry, Shuffled)
        )

    assert second_stock(1) == second_stock(2)


def test_a_shuffle_that_was_recorded_goes_before_the_seed() -> None:
    match = Match(gin_book(), 5)
    order = gin_book().pack(2).cards
    deal = match.begin_deal([order])
    assert deal.table.cards("stock") == order[:31]
    assert text_of(deal.table.cards("discard")) == str(order[31])
    with pytest.raises(ValueError, match="does not hold the cards of the zone"):
        Match(gin_book(), 5).begin_deal([order[:-1]])


@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_random_deals_ends(seed: int) -> None:
    print(f"seed {seed}")
    match = play_on(Match(gin_book(max_deals=60), seed), seed)
    assert match.sheet is not None
    assert match.deals_played <= 60
    points = [sum(one.points[side] for one in match.rounds) for side in (0, 1)]
    assert match.sheet.points == match.totals == tuple(points)
    assert match.sheet.totals == tuple(
        points[side] + sum(line.points for line in match.sheet.lines if line.side == side) for side in (0, 1)
    )
    if match.sheet.reason.startswith("target"):
        assert max(points) >= 100
        assert match.sheet.winner == points.index(max(points))


def test_the_known_start_of_seed_1() -> None:
    # Fails when seeds come to mean other deals: what people noted down would then be another match.
    match = Match(gin_book(), 1)
    table = match.begin_deal().table
    assert text_of(match.lot) == "QC 5D"
    assert text_of(table.cards("discard")) == "8H"
    assert table.top("stock") is card("4C")
