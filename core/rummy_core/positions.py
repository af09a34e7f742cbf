"""Positions: a deal that starts from a stated position.

What is stated lies where it is said to lie; the rest of the pack is dealt from
a seed. Scenarios and tests start so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rummy_core.cards import Card, mask_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.faces import Face
from rummy_core.melds import lay_out
from rummy_core.rulebook import Rulebook
from rummy_core.table import Table
from rummy_core.zones import STOCK, Layout

StatedMeld = tuple[int, Sequence[Card]] | tuple[int, Sequence[Card], Sequence[Face | None]]
"""The seat that laid a meld, its cards, and what its wild cards stand for where that is not plain."""


class BadPosition(ValueError):
    """A position that cannot be: a card in two places, or a zone that the game does not have."""


def deal_at(
    book: Rulebook,
    *,
    zones: Mapping[str, Sequence[Card]],
    step: str | None = None,
    seat: int | None = None,
    dealer: int = 0,
    turn: int = 1,
    melds: Sequence[StatedMeld] = (),
    turn_notes: Mapping[str, NoteValue] | None = None,
    deal_notes: Mapping[str, NoteValue] | None = None,
    known: Mapping[int, Sequence[Card]] | None = None,
    stock: int | None = None,
    seats: int | None = None,
    seed: int | str = 0,
) -> Deal:
    """Return a deal that stands as stated.

    ``zones`` states cards from the bottom up; hands that are not stated are
    dealt as the game deals them, and all that is left lies in the stock, below
    the cards stated there. ``stock`` limits how many stay in it: the others go
    under the discard pile. ``melds`` are (seat, cards, what they stand for). ``known`` adds
    cards that a seat knows beyond what its zones show it.

    Raises:
        BadPosition: naming the card, zone or step that is at fault.
    """
    count = book.players if seats is None else seats
    plan, layout = book.plan(count, dealer)
    table = Table(layout)
    table.rules = book.rules
    stated = _stated(layout, zones, melds)
    chance = Chance(seed)
    rest = [card for card in chance.shuffle(layout.pack.cards) if not card.bit & stated]
    placed: dict[str, list[Card]] = {zone.name: list(zones.get(zone.name, ())) for zone in layout.zones}
    for owner, name in enumerate(layout.hands):
        if name not in zones:
            wanted = plan.hands[owner]
            placed[name] = rest[:wanted]
            del rest[:wanted]
    if "discard" in placed and "discard" not in zones and plan.upcard and rest:
        placed["discard"] = [rest.pop()]
    if stock is not None:
        room = stock - len(placed[STOCK])
        if room < 0 or room > len(rest):
            raise BadPosition(f"the stock cannot have {stock} cards here")
        if "discard" not in placed:
            raise BadPosition(
                "there is no discard pile for what the stock does not have: state where it lies"
            )
        placed["discard"][:0] = rest[room:]
        del rest[room:]
    placed[STOCK][:0] = rest
    for zone in layout.zones:
        cards = placed[zone.name]
        table.masks[zone.name] = mask_of(cards)
        if zone.ordered:
            table.orders[zone.name] = tuple(cards)
        for one in range(count):
            if zone.viewers >> one & 1:
                table.known[one] |= mask_of(cards)
    for owner, lying, *named in melds:
        _lay(table, owner, tuple(lying), named[0] if named else ())
    for one, told in (known or {}).items():
        table.known[one] |= mask_of(told)
    table.deal_notes = MappingProxyType({**book.hooks.deal_notes(table=table), **(deal_notes or {})})
    table.turn_notes = MappingProxyType(dict(turn_notes or {}))
    table.step = plan.step if step is None else step
    if table.step not in book.rules.steps:
        raise BadPosition(f"there is no step {step!r}; there are {', '.join(book.rules.steps)}")
    table.seat = plan.first if seat is None else seat
    table.player = table.seat
    table.turn = turn
    return Deal.at(book, table, chance)


def _stated(layout: Layout, zones: Mapping[str, Sequence[Card]], melds: Sequence[StatedMeld]) -> int:
    stated = 0
    places = [
        *zones.items(),
        *((f"meld {number + 1}", cards) for number, (_, cards, *_named) in enumerate(melds)),
    ]
    for name, cards in places:
        if name not in layout.zone and not name.startswith("meld "):
            raise BadPosition(f"there is no zone {name!r}; there are {', '.join(layout.zone)}")
        for card in cards:
            if card.bit & stated:
                raise BadPosition(f"the {card} is stated twice")
            if not card.bit & layout.pack_mask:
                raise BadPosition(f"the {card} is not in the pack of this game")
            stated |= card.bit
    return stated


def _lay(table: Table, seat: int, cards: tuple[Card, ...], named: Sequence[Face | None]) -> None:
    readings = table.rules.meld_rules.readings(cards, named)
    words = " ".join(map(str, cards))
    if not readings:
        raise BadPosition(f"{words} is neither a set nor a run")
    if len(readings) > 1 and not any(named):
        raise BadPosition(f"{words} can be read in more than one way: write what the wild cards stand for")
    owner = table.layout.side_of[seat]
    table.melds = (*table.melds, lay_out(len(table.melds) + 1, owner, readings[0], seat, table.turn, 0))
    for one in range(table.layout.seats):
        table.known[one] |= mask_of(cards)
