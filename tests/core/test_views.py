"""Views: what a seat knows of each zone and of who knows the rest; events as a seat saw them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rummy_core.cards import Card, card, cards_of, mask_of, parse_cards, text_of
from rummy_core.events import (
    DEAL,
    TURN,
    DealEnded,
    Event,
    Moved,
    Noted,
    Scored,
    Shown,
    Shuffled,
    StepBegan,
    masked,
)
from rummy_core.packs import Pack
from rummy_core.table import Table, evolve
from rummy_core.views import View, opponents, view_of
from rummy_core.zones import Layout, discard_pile, hands, solo, stock

# Seats as masks.
ZERO, ONE, TWO = 1, 2, 4
ALL = 7


def dealt(*moves: Event, sides: tuple[tuple[int, ...], ...] = solo(3)) -> Table:
    """The whole pack in the stock in order, AC below; then ``moves``."""
    seats = sum(map(len, sides))
    table = Table(Layout(Pack(), (stock(), discard_pile(seats), *hands(seats)), sides, 0))
    table.rules = SimpleNamespace()  # type: ignore[assignment]
    for event in moves:
        evolve(table, event)
    return table


def drawn(cards: str, seat: int, seen: int) -> Moved:
    return Moved(parse_cards(cards), "stock", f"hand {seat}", seen)


HELD = (drawn("2C 3C 4C", 1, ONE), drawn("KS", 0, ZERO))


# --- zones


def test_a_hand_is_open_to_its_owner_and_counted_by_the_others() -> None:
    table = dealt(*HELD)
    mine, theirs = view_of(table, 1)["hand 1"], view_of(table, 2)["hand 1"]
    assert (mine.count, text_of(mine.cards), mine.order, mine.hidden) == (3, "2C 3C 4C", None, ())
    assert (theirs.count, theirs.mask, theirs.cards, theirs.order) == (3, 0, (), None)
    # All that are hidden are known to seat 1.
    assert theirs.hidden == ((ONE, 3),)
    assert (mine.top, theirs.top) == (None, None)
    assert repr(mine) == "ZoneView(3 cards, 2C 3C 4C)"


def test_hidden_cards_of_a_hand_are_told_by_who_knows_them_in_no_order() -> None:
    table = dealt(*HELD, Shown(parse_cards("2C"), "hand 1", ZERO))
    assert view_of(table, 2)["hand 1"].hidden == ((ONE, 2), (ZERO | ONE, 1))
    # The highest card tells the same as the lowest.
    table = dealt(*HELD, Shown(parse_cards("4C"), "hand 1", ZERO))
    assert view_of(table, 2)["hand 1"].hidden == ((ONE, 2), (ZERO | ONE, 1))
    known = view_of(table, 0)["hand 1"]
    assert (text_of(known.cards), known.hidden) == ("4C", ((ONE, 2),))
    table = dealt(*HELD, Shown(parse_cards("2C 3C 4C"), "hand 1", ZERO))
    assert view_of(table, 2)["hand 1"].hidden == ((ZERO | ONE, 3),)


def test_hidden_cards_of_the_stock_are_told_in_their_order() -> None:
    table = dealt(
        Shown(parse_cards("AC 2C"), "stock", ONE),
        Shown(parse_cards("4C"), "stock", ONE | TWO),
        Shown(parse_cards("5C"), "stock", ONE),
    )
    assert view_of(table, 0)["stock"].hidden == ((ONE, 2), (0, 1), (ONE | TWO, 1), (ONE, 1), (0, 47))
    assert view_of(table, 0)["stock"].order == (None,) * 52
    two = view_of(table, 2)["stock"]
    assert two.hidden == ((ONE, 2), (0, 1), (ONE, 1), (0, 47))
    assert two.order == (None, None, None, card("4C"), *(None,) * 48)
    assert (text_of(two.cards), two.top) == ("4C", None)
    # Of the rest nobody knows any.
    one = view_of(table, 1)["stock"]
    assert (one.count, text_of(one.cards), one.hidden) == (52, "AC 2C 4C 5C", ((0, 48),))


def test_the_pile_is_open_to_all_in_its_order() -> None:
    table = dealt(Moved(parse_cards("9H 2C KS"), "stock", "discard", ALL))
    for seat in range(3):
        pile = view_of(table, seat)["discard"]
        assert (text_of(pile.cards), pile.order, pile.top) == ("9H 2C KS", pile.cards, card("KS"))
        assert (pile.count, pile.hidden) == (3, ())
    assert view_of(dealt(), 0)["discard"].top is None


def test_each_zone_is_in_a_view() -> None:
    view = view_of(dealt(), 0)
    assert view.zones == ("stock", "discard", "hand 0", "hand 1", "hand 2")
    assert "hand 2" in view
    assert "hand 3" not in view


# --- the seat's own


def test_what_a_seat_holds_knows_and_does_not_know() -> None:
    table = dealt(*HELD, Shown(parse_cards("KS"), "hand 0", TWO))
    view = view_of(table, 1)
    assert text_of(view.hand) == "2C 3C 4C"
    assert view.hand_mask == mask_of(view.hand)
    assert view.unseen == Table(table.layout).masks["stock"] & ~view.hand_mask
    assert (view.known_hand(0), view_of(table, 2).known_hand(0)) == (0, card("KS").bit)
    # Of what it knows itself a seat knows who else does.
    assert [text_of(cards_of(one)) for one in view_of(table, 0).shared] == ["KS", "", "KS"]
    assert repr(view) == "<View of seat 1: 2C 3C 4C; over>"
    assert repr(view_of(table, 2)) == "<View of seat 2: no cards; over>"


def test_a_view_tells_where_the_deal_stands() -> None:
    table = dealt(*HELD, StepBegan("draw", 2, 1, 1), StepBegan("discard", 0, 1, 4), Scored(1, "box", 20))
    table.idle, table.plays, table.progress = 3, 5, True
    view = view_of(table, 0)
    assert (view.seat, view.acting, view.step, view.player, view.turn) == (0, 0, "discard", 1, 4)
    assert view_of(dealt(StepBegan("draw", 2, 1, 1)), 0).acting == 2
    assert (view.idle, view.plays, view.progress, view.melds) == (3, 5, True, ())
    assert (view.scores, view.sheet) == (table.scores, None)
    evolve(table, DealEnded("wall", 1, (0, 1, 0), void=False))
    assert view_of(table, 0).sheet == table.sheet is not None


def test_a_note_of_the_turn_goes_before_one_of_the_deal() -> None:
    table = dealt(Noted("limit", 10, DEAL), Noted("limit", 3, TURN), Noted("spades", True, DEAL))
    view = view_of(table, 0)
    assert (view.note("limit"), view.note("spades"), view.note("wine")) == (3, True, None)


def test_views_are_equal_where_all_is_that_is_known() -> None:
    table = dealt(*HELD)
    view = view_of(table, 2)
    assert view == view_of(table.copy(), 2)
    assert view != view_of(table, 1)
    assert view != "view"
    # Where nothing but a count of hidden cards differs.
    evolve(table, Moved(parse_cards("2C"), "hand 1", "hand 0", ZERO | ONE))
    other = view_of(table, 2)
    assert [
        name for name in View.FIELDS if name != "rules" and getattr(view, name) != getattr(other, name)
    ] == ["_zones"]
    assert view != other


def test_opponents_sit_on_other_sides() -> None:
    table = dealt(sides=((0, 2), (1, 3)))
    assert [opponents(view_of(table, seat)) for seat in range(4)] == [(1, 3), (0, 2), (1, 3), (0, 2)]
    assert [opponents(view_of(dealt(), seat)) for seat in range(3)] == [(1, 2), (0, 2), (0, 1)]


# --- events as they were seen

CARDS = parse_cards("2C KS")
HIDDEN: tuple[Card | None, ...] = (None, None)


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (Moved(CARDS, "stock", "hand 0", 0b101), Moved(HIDDEN, "stock", "hand 0", 0b101)),
        (Shown(CARDS, "hand 0", 0b101), Shown(HIDDEN, "hand 0", 0b101)),
        (Shuffled("stock", CARDS, 0b101), Shuffled("stock", HIDDEN, 0b101)),
    ],
)
def test_cards_are_none_to_who_did_not_see_them(event: Event, hidden: Event) -> None:
    assert [masked(event, seat) for seat in range(4)] == [event, hidden, event, hidden]


@pytest.mark.parametrize(
    "event", [StepBegan("draw", 1, 1, 2), Noted("taken", card("KS"), TURN), Scored(1, "box", 20)]
)
def test_what_has_no_hidden_cards_is_told_to_all(event: Event) -> None:
    assert all(masked(event, seat) is event for seat in range(4))
