"""Kalooki: what its options change, how jokers are taken back, and who drops out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rummy_core import (
    BadOption,
    Deal,
    Match,
    Rulebook,
    cards_of,
    deal_at,
    parse_action,
    parse_cards,
    rulebook,
)
from rummy_core.catalogue import BotMaker
from rummy_core.copies import number_copies
from rummy_core.events import NoteValue
from rummy_core.notation import parse_lying
from rummy_core.scoring import DealResult, RoundResult, ScoreLine, ScoreSheet
from rummy_core.testing import AnyLegal, check_variant
from rummy_kalooki.game import KALOOKI
from rummy_plugins.simple_bot import SimpleBot

FORTY = "TC TD TS TH"
DOWN = (0, FORTY)
"""Melds with which seat 0 has come down."""


def book(players: int = 3, preset: str | None = None, **options: object) -> Rulebook:
    return rulebook(KALOOKI, preset=preset, options=options, players=players)


def at(
    hand: str,
    *melds: tuple[int, str],
    pile: str = "2S",
    others: Sequence[str] = ("3C 5D", "4C"),
    step: str = "play",
    stock: int | None = None,
    notes: Mapping[str, NoteValue] | None = None,
    players: int = 3,
    **options: object,
) -> Deal:
    """Seat 0 is to play, or to draw; a face that is named twice is of both packs."""
    game = rulebook(KALOOKI, options=options, players=players)
    lying = [parse_lying(cards) for _, cards in melds]
    texts = [hand, *others[: players - 1], pile]
    groups = number_copies(game.pack(players), [*map(parse_cards, texts), *(cards for cards, _ in lying)])
    zones = {f"hand {seat}": groups[seat] for seat in range(players)} | {"discard": groups[players]}
    there = groups[players + 1 :]
    laid = [(seat, cards, named) for (seat, _), cards, (_, named) in zip(melds, there, lying, strict=True)]
    return deal_at(
        game,
        zones=zones,
        melds=laid,
        step=step,
        seat=0,
        dealer=players - 1,
        stock=stock,
        turn=4,
        deal_notes=notes,
    )


def does(deal: Deal, *words: str) -> Deal:
    for one in words:
        deal.play(deal.by_face(parse_action(one)))
    return deal


def offered(deal: Deal, verb: str) -> set[str]:
    """What is offered that begins with ``verb``, without it."""
    words = map(str, deal.legal_actions())
    return {one.removeprefix(f"{verb} ") for one in words if one.split()[0] == verb}


def refusal(deal: Deal, words: str) -> str:
    return str(deal.why_illegal(deal.by_face(parse_action(words))) or "")


def lines(deal: Deal) -> list[tuple[int, str, int]]:
    return [(line.side, line.reason, line.points) for line in deal.sheet.lines]


# Coming down.


@pytest.mark.parametrize(("opening", "legal"), [(40, True), (51, False)])
def test_the_first_melds_need_so_many_points(opening: int, legal: bool) -> None:
    deal = at("5C 5D 5S 8H 9H TH 2C", opening=opening)
    assert offered(deal, "meld") == ({"5C 5D 5S", "8H 9H TH"} if legal else set())


def test_what_is_begun_is_made_whole_before_the_discard() -> None:
    deal = does(at("5C 5D 5S 8H 9H TH 2C KD"), "meld 5C 5D 5S")
    assert "lack 25" in refusal(deal, "discard 2C")
    does(deal, "meld 8H 9H TH", "discard 2C")
    assert deal.table.step == "draw"


def test_lay_offs_come_after_it_also_in_the_same_turn() -> None:
    deal = at(f"{FORTY} 9C 2C", (1, "6C 7C 8C"))
    assert "first melds" in refusal(deal, "lay 9C on 1")
    does(deal, f"meld {FORTY}", "lay 9C on 1", "discard 2C")


def test_with_no_points_asked_any_meld_will_do() -> None:
    assert offered(at("2C 3C 4C 9D KD", opening=0), "meld") == {"2C 3C 4C"}


@pytest.mark.parametrize("allowed", [True, False])
def test_jokers_may_be_among_the_first_melds(allowed: bool) -> None:
    deal = at("QH KH joker 4C 4D 4S 2C", opening_jokers=allowed)
    assert ("QH KH joker=AH" in offered(deal, "meld")) is allowed
    told = "" if allowed else "your first melds may have none"
    assert told in refusal(deal, "meld QH KH joker=AH")


@pytest.mark.parametrize(("ace", "runs"), [("high", {"QH KH AH"}), ("high_or_low", {"QH KH AH", "AD 2D 3D"})])
def test_aces_are_high_or_low_as_well(ace: str, runs: set[str]) -> None:
    assert offered(at("AD 2D 3D QH KH AH 9C", DOWN, ace=ace), "meld") == runs


def test_a_low_ace_counts_one_in_first_melds_and_eleven_in_a_set() -> None:
    assert offered(at("AD 2D 3D KC KD KS 9C", ace="high_or_low", opening=36), "meld") == {
        "AD 2D 3D",
        "KC KD KS",
    }
    assert offered(at("AD 2D 3D KC KD KS 9C", ace="high_or_low", opening=37), "meld") == set()
    assert offered(at("AD AC AS 2D 3D 4D 9C", ace="high_or_low", opening=42), "meld") >= {"AC AD AS"}


def test_the_last_card_is_discarded() -> None:
    deal = at("9C 9D 9H", DOWN)
    assert "must be discarded" in refusal(deal, "meld 9C 9D 9H")
    does(at("9C 9D 9H KC", DOWN), "meld 9C 9D 9H", "discard KC")


# The discard.


@pytest.mark.parametrize(
    ("discard", "ways"),
    [
        ("meld", {"9S with 9C 9D"}),
        ("any_use", {"9S with 9C 9D", "9S on 2"}),
        ("free", {"take"}),
    ],
)
def test_what_the_top_discard_may_be_taken_for(discard: str, ways: set[str]) -> None:
    melds = (DOWN, (1, "6S 7S 8S"))
    assert offered(at("9C 9D KC", *melds, pile="2S 9S", step="draw", discard=discard), "take") == ways


def test_a_card_that_is_taken_leaves_the_pile_below_it() -> None:
    deal = does(at("9C 9D KC", DOWN, pile="2S 9S", step="draw"), "take 9S with 9C 9D")
    assert [card.text for card in deal.table.orders["discard"]] == ["2S"]


@pytest.mark.parametrize("discard", ["meld", "free"])
@pytest.mark.parametrize("allowed", [True, False])
def test_a_discard_may_be_taken_before_one_is_down(discard: str, allowed: bool) -> None:
    hand = "JH QH KH 2C 3C 5D"
    deal = at(hand, pile="TH", step="draw", discard=discard, discard_before_opening=allowed)
    assert bool(offered(deal, "take")) is allowed
    down = at(hand, DOWN, pile="TH", step="draw", discard=discard, discard_before_opening=allowed)
    assert offered(down, "take")


def test_a_discard_that_must_be_melded_opens() -> None:
    deal = at("JH QH 2C 3C 5D", pile="TH", step="draw")
    assert "is 30" in refusal(deal, "take TH with JH QH")
    does(at("JH QH KH 2C 3C", pile="TH", step="draw"), "take TH with JH QH KH", "discard 2C")


def test_a_discard_taken_freely_is_not_thrown_back() -> None:
    deal = does(at("JH 2C 5D", DOWN, pile="9S", step="draw", discard="free"), "take")
    assert offered(deal, "discard") == {"JH", "2C", "5D"}


# Jokers.

SET, FULL, RUN = (1, "8S 8D joker=8"), (1, "8S 8D 8C joker=8"), (1, "5H joker=6H 7H")


def test_in_a_set_a_joker_leaves_for_both_cards_that_it_lacks() -> None:
    deal = at("8C 8H KC KD 2C", DOWN, SET)
    assert offered(deal, "swap") == set()
    does(deal, "lay 8C on 2", "swap 8H for joker on 2", "meld KC KD joker", "discard 2C")
    assert offered(at("8H KC KD 2C", DOWN, FULL), "swap") == set()


def test_or_for_either() -> None:
    for melds in (SET, FULL):
        deal = at("8H KC KD 2C", DOWN, melds, joker_reclaim="one_card")
        assert offered(deal, "swap") == {"8H for joker on 2"}


@pytest.mark.parametrize(("reclaim", "swaps"), [("two_cards", 1), ("one_card", 1), ("none", 0)])
def test_in_a_run_it_leaves_for_the_card_it_stands_for(reclaim: str, swaps: int) -> None:
    deal = at("6H KC KD 2C", DOWN, RUN, joker_reclaim=reclaim)
    assert len(offered(deal, "swap")) == swaps


def test_only_who_has_come_down_takes_one() -> None:
    deal = at(f"6H KC KD 2C {FORTY}", RUN)
    assert offered(deal, "swap") == set()
    assert offered(does(deal, f"meld {FORTY}"), "swap") == {"6H for joker on 1"}


def test_a_joker_taken_is_laid_in_a_new_meld() -> None:
    deal = does(at("6H KC KD 2C", DOWN, RUN), "swap 6H for joker on 2")
    assert "Lay the joker" in refusal(deal, "discard 2C")
    assert offered(deal, "lay") == set()
    assert offered(at("6H KC 2D", DOWN, RUN), "swap") == set()


def test_or_as_a_lay_off() -> None:
    deal = does(at("6H KC 2D", DOWN, RUN, joker_use="any_use"), "swap 6H for joker on 2")
    assert "Lay the joker" in refusal(deal, "discard 2D")
    does(deal, "lay joker=8H on 2", "discard 2D")


def test_or_may_be_kept() -> None:
    does(at("6H KC 2D", DOWN, RUN, joker_use="kept"), "swap 6H for joker on 2", "discard 2D")


@pytest.mark.parametrize("jokers", [2, 4])
def test_so_many_jokers_are_in_the_packs(jokers: int) -> None:
    assert len(book(jokers=jokers).pack(3)) == 104 + jokers


# The deal, and what it costs.


@pytest.mark.parametrize("size", [7, 13, 15])
@pytest.mark.parametrize("upcard", [True, False])
def test_so_many_cards_are_dealt_and_one_turned_up(size: int, upcard: bool) -> None:
    table = Match(book(hand_size=size, upcard=upcard), 1).begin_deal().table
    assert [table.hand(seat).bit_count() for seat in range(3)] == [size] * 3
    assert len(table.orders["discard"]) == upcard
    assert table.player == (table.layout.dealer + 1) % 3


@pytest.mark.parametrize("points", [15, 25])
def test_the_others_write_what_they_hold(points: int) -> None:
    deal = does(at("KC", DOWN, others=("joker AD 9C", "4C TD"), joker_points=points), "discard KC")
    assert deal.sheet.winner == 0
    assert lines(deal) == [(1, "left in hand", points + 20), (2, "left in hand", 14)]


@pytest.mark.parametrize("doubles", [True, False])
def test_a_whole_hand_in_one_turn_is_kalooki(doubles: bool) -> None:
    deal = does(at(f"{FORTY} KC", kalooki_doubles=doubles), f"meld {FORTY}", "discard KC")
    assert deal.sheet.ending == "kalooki"
    twice = [(1, "doubled for kalooki", 8), (2, "doubled for kalooki", 4)]
    plain = [(1, "left in hand", 8), (2, "left in hand", 4)]
    assert sorted(lines(deal)) == sorted([*plain, *(twice if doubles else [])])
    late = does(at("9C 9D 9S KC", DOWN, kalooki_doubles=doubles), "meld 9C 9D 9S", "discard KC")
    assert (late.sheet.ending, lines(late)) == ("out", plain)


def test_a_deal_that_cannot_go_on_brings_nobody_points() -> None:
    twice = {"refills": 2, "refills_idle": 2, "refill_plays": 0}
    deal = does(at("KC 9D", DOWN, step="draw", stock=0, notes=twice), "pass")
    assert (deal.sheet.ending, deal.sheet.winner, lines(deal)) == ("stock", -1, [])


# The match.


def played(match: Match, *deals: dict[int, int]) -> Match:
    """Take deals into a match that brought its players these points."""
    for points in deals:
        match.begin_deal()
        seating = match.seating
        found = tuple(ScoreLine(seating.players.index(one), "left", many) for one, many in points.items())
        total = tuple(points.get(one, 0) for one in range(match.book.players))
        result = DealResult(seating, ScoreSheet("out", found, -1))
        match.rounds.append(RoundResult((result,), total, (0,) * len(total), -1, void=False))
        match.deal = None
        match._score()
    return match


@pytest.mark.parametrize(("limit", "out"), [(100, True), (150, False)])
def test_who_goes_over_the_limit_is_out(limit: int, out: bool) -> None:
    match = played(Match(book(limit=limit), 1), {0: 101, 1: 30})
    match.begin_deal()
    assert match.seating.players == ((1, 2) if out else (0, 1, 2))


def test_the_last_one_left_wins() -> None:
    match = played(Match(book(), 1), {0: 151, 1: 30}, {2: 160})
    assert match.sheet is not None
    assert (match.sheet.winner, match.sheet.reason) == (1, "all others over 150")


def test_or_the_fewest_points_after_so_many_deals() -> None:
    match = played(Match(book(deals=2), 1), {0: 500, 1: 30, 2: 31}, {2: 1})
    assert match.sheet is not None
    assert (match.sheet.winner, match.sheet.reason) == (1, "2 deals played")
    with pytest.raises(BadOption, match="buy_ins = 1 needs deals = 0"):
        book(deals=2, buy_ins=1)


@pytest.mark.parametrize("often", [0, 1])
def test_a_player_buys_himself_in_again(often: int) -> None:
    match = played(Match(book(buy_ins=often), 1), {0: 140, 1: 120})
    deal = match.begin_deal()
    seat = {player: place for place, player in enumerate(match.seating.players)}
    notes = dict(deal.table.deal_notes)
    assert bool(notes) is bool(often)
    # Seat 1 holds 14 points and had 140; the highest total that is not over is then 119.
    totals = {f"total {one}": 140 if one == 1 else 100 for one in range(3)}
    known = totals | {f"bought {one}": 0 for one in range(3)} if often else None
    here = at("KC", DOWN, others=("4C TD", "9C TC"), notes=known, buy_ins=often)
    if often:
        assert (notes[f"total {seat[0]}"], notes[f"bought {seat[0]}"]) == (140, 0)
    does(here, "discard KC")
    again = [(1, "bought in again at 119", -35)] if often else []
    assert lines(here) == [(1, "left in hand", 14), (2, "left in hand", 19), *again]


def test_two_options_that_do_not_go_together() -> None:
    with pytest.raises(BadOption, match="joker_use = kept needs jokers that are taken"):
        book(joker_reclaim="none", joker_use="kept")


def test_jokers_and_their_cards_are_conserved_in_a_bots_match() -> None:
    match = Match(book(buy_ins=1), 3)
    while not match.is_over:
        deal = match.begin_deal()
        bots = [SimpleBot(f"3/{seat}") for seat in range(deal.table.layout.seats)]
        while not deal.is_over:
            deal.play(bots[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
        laid = sum(len(meld.cards) for meld in deal.table.melds)
        assert laid + sum(len(cards_of(mask)) for mask in deal.table.masks.values()) == 106
        match.end_deal()


# What every game must satisfy.


def test_the_kit() -> None:
    # They tell after many deals only, and have their own tests above.
    unseen = {"deals", "limit", "buy_ins", "kalooki_doubles", "joker_reclaim", "joker_use"}
    bots: list[BotMaker] = [SimpleBot, AnyLegal]
    tally = check_variant(
        KALOOKI, deals=8, matches=2, bots=bots, closely=0.02, tries=20, without_effect=unseen
    )
    assert tally.deals["finished"] >= 8
    assert set(tally.endings) <= {"out", "kalooki", "stock", "standstill"}
