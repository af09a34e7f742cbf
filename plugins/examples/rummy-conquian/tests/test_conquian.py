"""Conquian: what its options change, what a deal is worth, and that it keeps what every game must."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rummy_conquian.game import CONQUIAN, TERCERILLA
from rummy_core import (
    HAND,
    BadOption,
    Deal,
    Match,
    Moved,
    Rulebook,
    Table,
    cards_of,
    deal_at,
    parse_action,
    parse_cards,
    rulebook,
)
from rummy_core.testing import AnyLegal, check_variant
from rummy_plugins.simple_bot import SimpleBot


def book(players: int | None = None, preset: str | None = None, **options: object) -> Rulebook:
    return rulebook(CONQUIAN, preset=preset, options=options, players=players)


def at(
    game: Rulebook,
    *hands: str,
    up: str,
    melds: Sequence[tuple[int, str]] = (),
    stock: int | None = None,
    drawn: int = 0,
) -> Deal:
    """A deal in which seat 0 has turned a card up."""
    zones = {f"hand {seat}": parse_cards(hand) for seat, hand in enumerate(hands)}
    zones["discard"] = parse_cards(up)
    lying = [(seat, parse_cards(cards)) for seat, cards in melds]
    notes = {"drawn deals": drawn} if drawn else {}
    return deal_at(
        game, zones=zones, melds=lying, step="card up", seat=0, dealer=1, stock=stock, deal_notes=notes
    )


def does(deal: Deal, *words: str) -> Deal:
    for one in words:
        deal.play(parse_action(one))
    return deal


def offered(deal: Deal) -> set[str]:
    return {str(action) for action in deal.legal_actions()}


def refusal(deal: Deal, words: str) -> str:
    return str(deal.why_illegal(parse_action(words)) or "")


def hand(table: Table, seat: int) -> str:
    return " ".join(card.text for card in cards_of(table.hand(seat)))


# The pack and the melds.


def test_without_eights_nines_and_tens_a_jack_follows_a_seven() -> None:
    deal = at(book(), "6H 7H 2C", "3C", up="JH")
    assert offered(deal) == {"take JH with 6H 7H", "pass"}
    assert len(book().pack(2)) == 40


def test_without_courts_the_suits_go_from_ace_to_ten() -> None:
    game = book(pack="without_courts")
    assert {card.rank for card in game.pack(2).cards} == set(range(1, 11))
    assert offered(at(game, "8H 9H 2C", "3C", up="TH")) == {"take TH with 8H 9H", "pass"}
    assert offered(at(game, "6H 7H 2C", "3C", up="9H")) == {"pass"}


def test_the_ace_is_low() -> None:
    assert offered(at(book(), "QH KH", "3C", up="AH")) == {"pass"}
    assert "take AH with 2H 3H" in offered(at(book(), "2H 3H", "3C", up="AH"))


def test_with_ten_cards_dealt_a_run_has_eight_at_most() -> None:
    eight = ((0, "AH 2H 3H 4H 5H 6H 7H JH"),)
    words = "take QH on 1"
    assert "does not fit" in refusal(at(book(), "2C 4D", "3C", up="QH", melds=eight), words)
    assert refusal(at(book(hand_size=9), "2C", "3C", up="QH", melds=eight), words) == ""


@pytest.mark.parametrize(("size", "players"), [(10, 2), (9, 2), (8, 2), (8, 3)])
def test_so_many_cards_are_dealt(size: int, players: int) -> None:
    game = book(players) if players == 3 else book(hand_size=size)
    deal = Match(game, 1).begin_deal()
    assert [deal.table.hand(seat).bit_count() for seat in range(players)] == [size] * players
    # The first card is turned up before the first player is asked.
    assert (len(deal.table.orders["discard"]), deal.table.step) == (1, "card up")


# Going out.


def test_with_ten_cards_dealt_eleven_are_melded_to_win() -> None:
    ten = ((0, "2H 3H 4H 5H 6H"), (0, "KC KD KH KS"))
    deal = does(at(book(), "JS", "3C 4D", up="7H", melds=ten), "take 7H on 1")
    # Ten lie; the last card of the hand is discarded, and one more has to come.
    assert not deal.is_over
    does(deal, "discard JS", "pass")
    assert not deal.is_over
    assert hand(deal.table, 0) == ""
    deal = does(at(book(), "", "3C 4D", up="JH", melds=[(0, "2H 3H 4H 5H 6H 7H"), ten[1]]), "take JH on 1")
    assert (deal.sheet.ending, deal.sheet.winner) == ("out", 0)
    assert sum(len(meld.cards) for meld in deal.table.melds) == 11


def test_no_card_ever_comes_to_a_hand() -> None:
    for seed in range(20):
        match = Match(book(), seed)
        deal = match.begin_deal()
        bots = [SimpleBot(f"{seed}/{seat}") for seat in range(2)]
        dealt = len(deal.log)
        while not deal.is_over:
            deal.play(bots[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
            for seat in range(2):
                laid = sum(len(meld.cards) for meld in deal.table.melds if meld.owner == seat)
                assert deal.table.hand(seat).bit_count() + laid in (10, 11)
        moves = [one for one in deal.log[dealt:] if isinstance(one, Moved)]
        assert not any(one.target.startswith(HAND) for one in moves), f"seed {seed}"


# Forcing.


KINGS = ((0, "KC KD KH"),)


def test_a_card_let_go_is_forced_and_a_discard_follows() -> None:
    deal = does(at(book(), "2C 4D", "3C 5D", up="KS", melds=KINGS), "pass")
    assert (deal.seat, offered(deal)) == (1, {"force KS on 1", "pass"})
    does(deal, "force KS on 1")
    assert (deal.seat, offered(deal)) == (0, {"discard 2C", "discard 4D"})


def test_without_forcing_a_card_let_go_is_offered_on() -> None:
    deal = does(at(book(forcing=False), "2C 4D", "3C 5D", up="KS", melds=KINGS), "pass")
    assert (deal.seat, offered(deal)) == (1, {"pass"})


def test_with_three_each_of_the_others_may_force() -> None:
    deal = does(at(book(3), "2C 4D", "3C 5D", "6C AD", up="KS", melds=KINGS), "pass", "pass")
    assert (deal.seat, deal.table.step) == (2, "force")


# Borrowing.


SEVEN_DOWN = ((0, "5H 6H 7H JH"),)


def test_the_end_of_a_run_of_four_may_be_borrowed_for_a_set() -> None:
    game = book()
    assert offered(at(game, "JC 2D", "3C", up="JS", melds=SEVEN_DOWN)) == {"take JS with JH JC", "pass"}
    deal = does(at(game, "JC 2D", "3C", up="JS", melds=SEVEN_DOWN), "take JS with JC JH")
    assert [str(meld) for meld in deal.table.melds] == ["5H 6H 7H", "JC JH JS"]


def test_without_borrowing_cards_stay_where_they_lie() -> None:
    deal = at(book(borrowing=False), "JC 2D", "3C", up="JS", melds=SEVEN_DOWN)
    assert offered(deal) == {"pass"}
    assert "not in your hand" in refusal(deal, "take JS with JC JH")


# What a deal is worth.


def out(game: Rulebook, *others: str, drawn: int = 0) -> list[tuple[int, str, int]]:
    """The score sheet when seat 0 goes out."""
    deal = does(at(game, "", *others, up="KS", melds=KINGS, drawn=drawn), "take KS on 1")
    return [(line.side, line.reason, line.points) for line in deal.sheet.lines]


def test_a_deal_is_worth_a_stake_of_each_loser() -> None:
    assert out(book(), "AC QD 4D") == [(0, "stake", 1)]
    assert out(book(3), "AC QD 4D", "2C") == [(0, "stakes", 2)]


def test_or_what_the_losers_hold() -> None:
    game = book(scoring="cards")
    assert out(game, "AC QD 4D") == [(0, "left in hand 29", 29)]
    assert out(book(3, scoring="cards"), "AC QD 4D", "2C") == [(0, "left in hand 29 + 2", 31)]


def test_the_stakes_of_drawn_deals_go_to_the_next_winner() -> None:
    assert out(book(), "AC", drawn=1) == [(0, "stake", 1), (0, "stake of the drawn deal", 1)]
    assert out(book(3), "AC", "2C", drawn=2) == [(0, "stakes", 2), (0, "stakes of 2 drawn deals", 4)]


def test_a_deal_is_drawn_when_no_card_is_left_to_turn_up() -> None:
    deal = does(at(book(), "2C 4D", "3C 5D", up="KS", stock=0), "pass", "pass")
    assert (deal.sheet.ending, deal.sheet.winner, deal.sheet.lines) == ("stock", -1, ())


@pytest.mark.parametrize(("choice", "lying"), [("carried", [0, 1, 2, 0]), ("returned", [None] * 4)])
def test_how_many_drawn_deals_lie(choice: str, lying: list[int | None]) -> None:
    match = Match(book(drawn_stakes=choice), 1)
    found = []
    for drawn in (True, True, False, True):
        deal = match.begin_deal()
        found.append(deal.table.deal_notes.get("drawn deals"))
        here = at(match.book, "", "3C", up="KS", melds=KINGS, stock=0)
        match.deal = does(here, "pass", "pass", "pass") if drawn else does(here, "take KS on 1")
        match.end_deal()
    assert found == lying


@pytest.mark.parametrize("target", [1, 3])
def test_the_target_ends_the_match(target: int) -> None:
    match = Match(book(target=target), 1)
    for played in range(target):
        assert not match.is_over, played
        match.begin_deal()
        match.deal = does(at(match.book, "", "3C", up="KS", melds=KINGS), "take KS on 1")
        match.end_deal()
    assert match.sheet is not None
    assert (match.sheet.winner, match.sheet.reason) == (match.seating.players[0], f"target {target} reached")


def test_cards_are_not_staked() -> None:
    with pytest.raises(BadOption, match="drawn_stakes = returned needs scoring = stake"):
        book(scoring="cards", drawn_stakes="returned")


def test_three_play_tercerilla() -> None:
    assert rulebook(TERCERILLA).players == 3
    assert book(3).options.hand_size == 8  # type: ignore[attr-defined]


# What every game must satisfy.


def test_the_kit() -> None:
    tally = check_variant(CONQUIAN, deals=12, matches=2, bots=[AnyLegal, SimpleBot], tries=20)
    assert tally.deals["finished"] >= 12
    assert set(tally.endings) <= {"out", "stock"}
