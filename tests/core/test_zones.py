"""Zones: who sees what is put where, and what is fixed in a deal."""

import re

import pytest

from rummy_core.packs import Pack
from rummy_core.zones import Layout, Zone, discard_pile, hand, hands, solo, stock


def test_a_zone_is_nobodys_and_closed_to_all_unless_it_is_said() -> None:
    attic = Zone("attic", "attic")
    assert (attic.owner, attic.viewers, attic.ordered, attic.squared) == (-1, 0, False, False)


def test_the_stock_is_in_order_and_seen_by_nobody() -> None:
    assert stock() == Zone("stock", "stock", -1, viewers=0, ordered=True, squared=False)


@pytest.mark.parametrize(("seats", "all_of_them"), [(2, 0b11), (3, 0b111), (6, 0b111111)])
def test_the_pile_is_in_order_and_seen_by_all(seats: int, all_of_them: int) -> None:
    assert discard_pile(seats) == Zone("discard", "discard", -1, all_of_them, ordered=True, squared=False)
    assert discard_pile(seats, squared=True).squared


def test_a_hand_is_in_no_order_and_seen_by_its_owner() -> None:
    assert hand(2) == Zone("hand 2", "hand", 2, viewers=0b100, ordered=False, squared=False)
    assert hand(3).viewers == 0b1000
    assert hands(3) == (hand(0), hand(1), hand(2))


def test_what_follows_from_a_layout() -> None:
    sides = ((0, 2), (1, 3))
    layout = Layout(Pack(2, 3), (stock(), discard_pile(4), *hands(4)), sides, 3)
    assert (layout.seats, layout.everyone) == (4, 0b1111)
    assert layout.pack_mask.bit_count() == 107
    assert layout.zone["hand 2"] == hand(2)
    assert layout.hands == ("hand 0", "hand 1", "hand 2", "hand 3")
    assert layout.side_of == (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("pack", "copies"), [(Pack(), False), (Pack(1, 1), False), (Pack(1, 2), True), (Pack(2), True)]
)
def test_a_pack_has_copies_where_two_cards_read_the_same(pack: Pack, copies: bool) -> None:
    assert Layout(pack, (stock(), *hands(2)), solo(2), 0).has_copies is copies


def test_a_seat_need_not_have_a_hand() -> None:
    assert Layout(Pack(), (stock(), hand(1)), solo(2), 0).hands == ("", "hand 1")


def test_a_layout_is_told_without_what_is_looked_up_in_it() -> None:
    told = repr(Layout(Pack(), (stock(), *hands(2)), solo(2), 0))
    assert told.startswith("Layout(pack=")
    assert [name for name in ("zone", "hands", "side_of") if f" {name}=" in told] == []


@pytest.mark.parametrize("sides", [((0,), (0,)), ((0,), (2,)), ((1,), (2,)), ((0, 1), (1,)), ((-1,), (0,))])
def test_sides_hold_each_seat_once(sides: tuple[tuple[int, ...], ...]) -> None:
    seats = sum(map(len, sides))
    fault = re.escape(f"sides must hold the seats 0 to {seats - 1} once each, not {sides}")
    with pytest.raises(ValueError, match=fault):
        Layout(Pack(), (stock(), *hands(3)), sides, 0)


@pytest.mark.parametrize("dealer", [-1, 2, 7])
def test_a_seat_deals(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {dealer} to deal"):
        Layout(Pack(), (stock(), *hands(2)), solo(2), dealer)


def test_each_zone_has_its_own_name() -> None:
    with pytest.raises(ValueError, match="two zones have one name: stock, hand 0, stock"):
        Layout(Pack(), (stock(), hand(0), stock()), solo(1), 0)
