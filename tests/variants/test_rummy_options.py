"""Basic Rummy's options: each value flips what is legal, how a deal ends, what is scored, or what is shown.

A test that is marked ``@flips(option, values)`` plays one position under the default and under each of
these values; it is run again with the option ignored, and must fail. ``tests/test_none_missing.py`` walks the
options and fails where none does.
"""

from __future__ import annotations

from typing import Any

import pytest

from rummy_cli.faces import CardText
from rummy_cli.play.saying_again import pile_lines
from rummy_core.cards import cards_of, mask_of, parse_cards
from rummy_core.events import Shuffled
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules
from rummy_variants.rummy import RUMMY, RummyOptions, describe
from tests.story import Story, facts
from tests.variants.flipping import Flips
from tests.variants.rummy_tables import FILLED_ONCE, Played, book, dealt, table

flips = Flips(RUMMY)


# --- what is legal


@flips("melds_per_turn", 1, 2)
def test_option_melds_per_turn() -> None:
    hand = "9C 9D 9H 2C 2D 2H 5S 6S 7S 8S KC"
    story = table(hand).does("meld 9C 9D 9H", "meld 2C 2D 2H", "meld 5S 6S 7S")
    story = table(hand, melds_per_turn=2).does("meld 9C 9D 9H", "meld 2C 2D 2H")
    story.refuses("meld 5S 6S 7S", "You may lay 2 new melds a turn, and have.")
    # B-13: lay-offs stay free.
    story = table(hand, preset="one_meld").does("meld 5S 6S 7S")
    story.refuses("meld 9C 9D 9H", "You may lay one new meld a turn, and have.").does("lay 8S on 1")
    assert story.offered_to("meld") == set()
    # And another meld may follow in the next turn.
    story.does("discard KC", "draw").does(f"discard {sorted(story.offered_to('discard'))[0]}", "draw")
    story.offers("meld 9C 9D 9H")


@flips("final_discard_required", True)
def test_option_final_discard_required() -> None:
    table("9C 9D 9H").offers("meld 9C 9D 9H")
    story = table("9C 9D 9H", final_discard_required=True)
    story.refuses("meld 9C 9D 9H", "The last card must be discarded: keep one back")
    run = {"melds": [(1, "5H 6H 7H")]}
    assert table("8H", at=run).does("lay 8H on 1").is_over
    table("8H", at=run, final_discard_required=True).refuses("lay 8H on 1", "must be discarded")
    # B-12: with only the card just taken left the turn could not end, though it can be laid off.
    story = table("9C 9D 9H", step="draw", pile="8H", at=run, final_discard_required=True).does("take")
    story.refuses("meld 9C 9D 9H", "leave you 8H, which you could neither discard nor lay")
    table("9C 9D 9H", step="draw", pile="8H", at=run).does("take").offers("meld 9C 9D 9H")


@flips("layoff_needs_own_meld", True)
def test_option_layoff_needs_own_meld() -> None:
    hand, run = "8H 9C 9D 9H KC", {"melds": [(1, "5H 6H 7H")]}
    table(hand, at=run).offers("lay 8H on 1")
    story = table(hand, at=run, layoff_needs_own_meld=True)
    story.refuses("lay 8H on 1", "only when you have a meld of your own on the table")
    story.does("meld 9C 9D 9H", "lay 8H on 1")


@flips("ace", "high_or_low")
def test_option_ace() -> None:
    hand = "QS KS AS 2S 3S 9D"
    table(hand).offers("meld AS 2S 3S").refuses("meld QS KS AS", "neither a set nor a run")
    story = table(hand, ace="high_or_low").offers("meld AS 2S 3S", "meld QS KS AS")
    story.refuses("meld KS AS 2S", "neither a set nor a run")
    run = {"melds": [(1, "JS QS KS")]}
    table("AS 9D", at=run).refuses("lay AS on 1", "does not fit")
    assert table("AS 9D", at=run, ace="high_or_low").does("lay AS on 1").melds == ["JS QS KS AS"]


@flips("hand_size", 7, 24)
def test_option_hand_size() -> None:
    assert len(dealt(2).hand(0)) == 10
    for size in (7, 24):
        assert len(dealt(2, hand_size=size).hand(0)) == size
    assert len(dealt(4, hand_size=10).hand(3)) == 10


# --- how a deal ends


@flips("refills", 0, 2, -1)
def test_option_refills() -> None:
    def emptied(times: int, **options: Any) -> Story:
        at = {"stock_left": 0, "deal_notes": FILLED_ONCE if times else {}}
        return table("2C 4D 9S", "3C", step="draw", pile="2H 3H 9H 7D", at=at, **options)

    emptied(0).offers("draw")
    emptied(1).offers_only("take", "pass")
    for many in (2, -1):
        emptied(1, refills=many).offers_only("draw", "take")
    story = emptied(0, refills=0).offers_only("take", "pass").does("pass")
    # B-10: the first time is the stalemate.
    assert (story.ending, story.lines) == ("stock", [])


@flips("stock_refill", "turn_over")
def test_option_stock_refill() -> None:
    def refilled(**options: Any) -> Story:
        at = {"stock_left": 0}
        return table("2C 4D 9S", "3C", step="draw", pile="2H 3H 9H 7D", at=at, **options).does("draw")

    assert any(isinstance(one, Shuffled) for one in facts(refilled().deal))
    story = refilled(stock_refill="turn_over")
    assert not any(isinstance(one, Shuffled) for one in facts(story.deal))
    # The oldest discard is drawn first; who watched knows where each card lies.
    below = table("2C 4D 9S", "3C", step="draw", pile="2H 3H 9H 7D", at={"stock_left": 0}).pile[:-1]
    assert below[0] in story.hand(0)
    assert [card.text for card in story.table.cards("stock")] == below[:0:-1]
    assert story.known_hand(1, 0) >= {below[0]}


def test_a_pile_turned_over_is_known_but_not_shown() -> None:
    story = table(
        "2C 4D 9S", "3C", step="draw", pile="2H 3H 7D", at={"stock_left": 0}, stock_refill="turn_over"
    )
    view = story.does("draw").view(1)
    assert None not in (view["stock"].order or ())
    assert f"The stock has {story.stock} cards." in pile_lines(view, CardText("signs"))


@flips("standstill", 0, 1)
def test_option_standstill() -> None:
    def swapped(**options: Any) -> Story:
        story = table("2C 4D 9S", "3C 5D TS", step="draw", pile="KH", **options)
        return story.does("take", "discard 2C", "take", "discard 3C")

    assert not swapped().is_over
    assert not swapped(standstill=0).is_over
    assert swapped(standstill=1).ending == "standstill"


# --- what is scored


@flips("scoring", "penalty")
def test_option_scoring() -> None:
    position = {"players": 3, "at": {"melds": [(0, "2C 2D 2H")]}}
    story = table("QS", "KC 8D", "4C", **position).does("discard QS")
    assert [story.points(seat) for seat in range(3)] == [22, 0, 0]
    story = table("QS", "KC 8D", "4C", **position, scoring="penalty").does("discard QS")
    assert [story.points(seat) for seat in range(3)] == [0, 18, 4]
    played = ["0 out, 1 left 70, 2 left 90"]
    assert Played(3).plays(*played).sheet.winner == 0
    assert not Played(3, scoring="penalty").plays(*played).is_over
    played = ["0 out, 1 left 70, 2 left 100", "1 out, 0 left 20, 2 left 60"]
    assert Played(3, scoring="penalty").plays(*played).sheet.winner == 0


@flips("going_rummy", False)
def test_option_going_rummy() -> None:
    hands = ("9C 9D 9H QS", "KC 8D AS")
    assert table(*hands).does("meld 9C 9D 9H", "discard QS").points(0) == 38
    story = table(*hands, going_rummy=False).does("meld 9C 9D 9H", "discard QS")
    assert (story.ending, story.lines) == ("out", [(0, "left in hand 19", 19)])


@flips("ace_points", 11)
def test_option_ace_points() -> None:
    def lost(**options: Any) -> int:
        story = table("QS", "KC AS", at={"melds": [(0, "2C 2D 2H")]}, **options)
        return story.does("discard QS").points(0)

    assert lost() == 11
    assert lost(ace="high_or_low") == 25
    assert lost(ace="high_or_low", ace_points=11) == 21


# --- matches


@flips("target", 50, 150)
def test_option_target() -> None:
    results = ["0 out, 1 left 60", "0 out, 1 left 50"]
    assert Played().plays(*results).sheet.reason == "target 100 reached"
    assert Played(target=50).plays(results[0]).is_over
    assert not Played(target=150).plays(*results).is_over


@flips("deals", 1, 2)
def test_option_deals() -> None:
    results = ["0 out, 1 left 60", "1 out, 0 left 200"]
    assert Played(deals=1).plays(results[0]).sheet.reason == "1 deal played"
    match = Played(deals=2).plays(*results)
    assert (match.sheet.winner, match.sheet.reason) == (1, "2 deals played")
    # Not even the target ends it before.
    assert not Played(deals=2).plays("0 out, 1 left 120").is_over
    # Equal totals play on.
    match = Played(deals=1).plays("stalemate", "stalemate")
    assert not match.is_over
    assert match.plays("1 out, 0 left 5").sheet.reason == "3 deals played"
    # The lowest wins under penalties.
    assert Played(deals=1, scoring="penalty").plays("1 out, 0 left 5").sheet.winner == 1


@flips("max_deals", 1)
def test_option_max_deals() -> None:
    assert not Played().plays("0 out, 1 left 10").is_over
    assert Played(max_deals=1).plays("0 out, 1 left 10").sheet.reason == "1 deal played"
    assert Played(max_deals=1, deals=5).plays("stalemate").sheet.winner == -1


@flips("next_dealer", "winner")
def test_option_next_dealer() -> None:
    """B-7: with two the winner deals; after a stalemate the deal moves on."""
    results = ["1 out, 0 left 1", "1 out, 0 left 1", "stalemate", "0 out, 1 left 1", "0 out, 1 left 1"]
    assert Played().plays(*results).dealers == [0, 1, 0, 1, 0]
    assert Played(next_dealer="winner").plays(*results).dealers == [0, 1, 1, 0, 0]


# --- what is shown


@flips("discard_visible_top_only", False)
def test_option_discard_visible_top_only() -> None:
    def told(**options: Any) -> str:
        view = table("2C 4D 9S", "3C", step="draw", pile="2H 3H 7D", **options).view(0)
        return " ".join(pile_lines(view, CardText("signs")))

    assert "7♦ on top." in told()
    assert "7♦ on top; below it 3♥, 2♥" in told(discard_visible_top_only=False)


# --- every option


@pytest.mark.parametrize("name", sorted(RummyOptions.model_fields))
def test_every_option_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    facts_of = RummyOptions.model_json_schema()["properties"][name]
    assert facts_of["description"]
    assert facts_of["source"]


# --- what does not go together


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (2, {"ace_points": 11}, "ace_points = 11 needs ace = high_or_low: a low ace counts 1"),
        (3, {"next_dealer": "winner"}, "next_dealer = winner is for two players, not 3"),
        (6, {"hand_size": 8}, "hand_size = 8 is too much for 6 players: the stock would have fewer cards"),
        (3, {"hand_size": 17}, "hand_size = 17 is too much for 3 players"),
        (2, {"melds_per_turn": -1}, "option melds_per_turn = -1"),
        (2, {"refills": -2}, "option refills = -2"),
        (2, {"hand_size": 1}, "option hand_size = 1"),
        (2, {"target": 0}, "option target = 0"),
        (2, {"scoring": "rummy"}, "option scoring = 'rummy'"),
        (2, {"ace_points": 1}, "option ace_points = 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(players: int, options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        book(players, **options)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("players", [1, 7])
def test_it_is_for_two_to_six(players: int) -> None:
    with pytest.raises(BadRules, match="Basic Rummy is for 2 to 6 players, not"):
        book(players)


def test_fewer_stock_cards_than_players_are_too_few() -> None:
    """As many as there are players are enough."""
    assert book(5, hand_size=9).options.model_dump()["hand_size"] == 9
    with pytest.raises(BadOption, match="too much for 5 players"):
        book(5, hand_size=10)


# --- what the rules in words say


@pytest.mark.parametrize(
    ("options", "players", "words"),
    [
        ({}, 2, "Two players, 52 cards."),
        ({}, 2, "Each gets ten cards"),
        ({}, 4, "Each gets seven cards"),
        ({}, 6, "The first total of 300 or more ends the match"),
        ({"melds_per_turn": 1}, 2, "You may lay one new meld in a turn"),
        ({"melds_per_turn": 2}, 2, "You may lay two new melds at most in a turn"),
        ({"final_discard_required": True}, 2, "The last card must be discarded; it goes face down."),
        ({"layoff_needs_own_meld": True}, 2, "For that you need a meld of your own on the table."),
        ({"ace": "high_or_low"}, 2, "Aces are low or high"),
        ({"ace": "high_or_low"}, 2, "aces 15"),
        ({"ace": "high_or_low", "ace_points": 11}, 2, "aces 11"),
        ({"stock_refill": "turn_over"}, 2, "turned over as it lies for a new one, once."),
        ({"refills": 0}, 2, "The stock is not made again"),
        ({"refills": 4}, 2, "shuffled for a new one, up to 4 times."),
        ({"refills": -1}, 2, "Nor is the stock made a third time in a row with nothing laid in between"),
        ({"scoring": "penalty"}, 3, "Each of the others writes what he holds"),
        ({"scoring": "penalty"}, 3, "ends the match; the lowest wins."),
        ({"next_dealer": "winner"}, 2, "Who went out deals next; after a stalemate the other player."),
        ({"deals": 4}, 2, "Four deals are played; the highest total then wins."),
        ({"deals": 1}, 2, "One deal is played"),
        ({"standstill": 7}, 2, "7 turns a player in a row"),
        ({"max_deals": 9}, 2, "If nobody gets there in 9 deals"),
    ],
)
def test_words(options: dict[str, object], players: int, words: str) -> None:
    assert words in " ".join(describe(book(players, **options).options, players))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"going_rummy": False}, "Going rummy"),
        ({"standstill": 0}, "turns a player in a row"),
        ({"deals": 3}, "The first total of"),
        ({}, "a third time in a row"),
    ],
)
def test_words_that_are_not_said(options: dict[str, object], words: str) -> None:
    assert words not in " ".join(describe(book(**options).options, 2))


# --- the game itself


def test_presets() -> None:
    assert list(RUMMY.presets) == ["default", "penalty", "one_meld"]


@pytest.mark.parametrize(
    ("cards", "points"), [("KC QD JH TS", 40), ("9C 8C 2D", 19), ("AC AD", 2), ("KC 8D AS", 19)]
)
def test_card_values(cards: str, points: int) -> None:
    values = book().rules.card_values.in_hand
    assert sum(values[card.index] for card in cards_of(mask_of(parse_cards(cards)))) == points
