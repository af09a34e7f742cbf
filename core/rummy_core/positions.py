"""Positions: a deal that starts from a stated position.

What is stated lies where it is said to lie; the rest of the pack is dealt from
a seed. Scenarios and tests start so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from rummy_core.cards import Card, mask_of
from rummy_core.chance import Chance
from rummy_core.copies import noted
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.faces import Face, other_face
from rummy_core.melds import RUN, Placed, Reading, lay_out
from rummy_core.rulebook import Rulebook
from rummy_core.table import Table
from rummy_core.words import nearest
from rummy_core.zones import STOCK, Layout


@dataclass(frozen=True, slots=True)
class LyingMeld:
    """A meld of a position: the seat that laid it, and its cards in the order they lie.

    ``named`` tells what its wild cards stand for where that is not plain. ``by``, ``turns`` and ``plays``
    say card by card who laid it, in which turn and in which play of the deal; where they are empty
    ``seat`` laid all, at once and before the first turn.
    """

    seat: int
    cards: Sequence[Card]
    named: Sequence[Face | None] = ()
    by: Sequence[int] = ()
    turns: Sequence[int] = ()
    plays: Sequence[int] = ()


StatedMeld = LyingMeld | tuple[int, Sequence[Card]] | tuple[int, Sequence[Card], Sequence[Face | None]]
"""A meld, or its seat, cards and what its wild cards stand for."""


class BadPosition(ValueError):
    """A position that cannot be: a card in two places, or a zone that the game does not have.

    ``path`` leads to what is at fault in a record's position, such as ``zones``, ``hand 0``;
    ``word`` is the part of it.
    """

    def __init__(self, message: str, *path: str | int, word: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.word = word


def deal_at(
    book: Rulebook,
    *,
    zones: Mapping[str, Sequence[Card]],
    step: str | None = None,
    seat: int | None = None,
    player: int | None = None,
    dealer: int = 0,
    turn: int = 1,
    plays: int = 0,
    idle: int = 0,
    progress: bool = False,
    melds: Sequence[StatedMeld] = (),
    turn_notes: Mapping[str, NoteValue] | None = None,
    deal_notes: Mapping[str, NoteValue] | None = None,
    known: Mapping[int, Sequence[Card]] | None = None,
    unknown: Mapping[int, Sequence[Card]] | None = None,
    complete: bool = False,
    stock: int | None = None,
    seats: int | None = None,
    seed: int | str = 0,
) -> Deal:
    """Return a deal that stands as stated.

    ``zones`` states cards from the bottom up; hands that are not stated are
    dealt as the game deals them, and all that is left lies in the stock, below
    the cards stated there. ``stock`` limits how many stay in it: the others go
    under the discard pile. ``known`` adds cards that a seat knows beyond what its zones show it,
    ``unknown`` takes away what it does not know though they show it. ``player`` is whose turn it is where
    that is not ``seat``. In a ``complete`` position nothing is dealt and the game adds no note.

    Raises:
        BadPosition: naming the card, zone or step that is at fault.
    """
    count = book.players if seats is None else seats
    plan, layout = book.plan(count, dealer)
    table = Table(layout)
    table.rules = book.rules
    lying = [one if isinstance(one, LyingMeld) else LyingMeld(*one) for one in melds]
    stated = _stated(layout, zones, lying)
    chance = Chance(seed)
    rest = [card for card in chance.shuffle(layout.pack.cards) if not card.bit & stated]
    if complete and rest:
        told = " ".join(sorted(card.text for card in rest)[:8])
        raise BadPosition(
            f"the position is not complete: {told}{' ...' * (len(rest) > 8)} lie nowhere", "complete"
        )
    placed: dict[str, list[Card]] = {zone.name: list(zones.get(zone.name, ())) for zone in layout.zones}
    for owner, name in enumerate(layout.hands):
        if name not in zones and not complete:
            wanted = plan.hands[owner]
            placed[name] = rest[:wanted]
            del rest[:wanted]
    if "discard" in placed and "discard" not in zones and plan.upcard and rest:
        placed["discard"] = [rest.pop()]
    if stock is not None:
        room = stock - len(placed[STOCK])
        if room < 0 or room > len(rest):
            raise BadPosition(f"the stock cannot have {stock} cards here", "stock")
        if "discard" not in placed:
            raise BadPosition(
                "there is no discard pile for what the stock does not have: state where it lies", "stock"
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
    table.turn = turn
    for number, meld in enumerate(lying):
        _lay(table, meld, number)
    table.plays = max([plays, *(one.play for meld in table.melds for one in meld.placed)])
    table.idle, table.progress = idle, progress
    for one, shown in (known or {}).items():
        table.known[one] |= mask_of(shown)
    for one, hidden in (unknown or {}).items():
        table.known[one] &= ~mask_of(hidden)
    own = {} if complete else book.hooks.deal_notes(table=table)
    given = {**own, **(deal_notes or {})}, dict(turn_notes or {})
    table.step = plan.step if step is None else step
    if table.step not in book.rules.steps:
        near = nearest(table.step, book.rules.steps)
        raise BadPosition(f"there is no step {step!r}; there are {', '.join(book.rules.steps)}{near}", "step")
    table.seat = plan.first if seat is None else seat
    table.player = table.seat if player is None else player
    table.deal_notes, table.turn_notes = (MappingProxyType(_settled(table, notes)) for notes in given)
    return Deal.at(book, table, chance)


def _settled(table: Table, notes: Mapping[str, NoteValue]) -> Mapping[str, NoteValue]:
    """Notes with the copies of cards that they mean: a turn's note is of who has the turn."""
    if not table.layout.has_copies:
        return notes
    return {
        key: noted(table, value, table.player) if isinstance(value, Card) else value
        for key, value in notes.items()
    }


def _stated(layout: Layout, zones: Mapping[str, Sequence[Card]], melds: Sequence[LyingMeld]) -> int:
    stated = 0
    for name in zones:
        if name not in layout.zone:
            near = nearest(name, layout.zone)
            there = f"there is no zone {name!r}; there are {', '.join(layout.zone)}{near}"
            raise BadPosition(there, "zones", name)
    places: list[tuple[tuple[str | int, ...], Sequence[Card]]] = [
        *((("zones", name), cards) for name, cards in zones.items()),
        *((("melds", number, "cards"), meld.cards) for number, meld in enumerate(melds)),
    ]
    for path, cards in places:
        for card in cards:
            if card.bit & stated:
                raise BadPosition(f"the {card} is stated twice", *path, word=card.text)
            if not card.bit & layout.pack_mask:
                raise BadPosition(f"the {card} is not in the pack of this game", *path, word=card.text)
            stated |= card.bit
    return stated


def _lay(table: Table, meld: LyingMeld, number: int) -> None:
    reading = _reading(table, meld, number)
    owner = table.layout.side_of[meld.seat]
    lies = lay_out(number + 1, owner, reading, meld.seat)
    details = {
        card: (by, turn, play)
        for card, by, turn, play in zip(
            meld.cards,
            meld.by or [meld.seat] * len(meld.cards),
            meld.turns or [0] * len(meld.cards),
            meld.plays or [0] * len(meld.cards),
            strict=True,
        )
    }
    placed = [Placed(one.card, one.face, *details[one.card]) for one in lies.placed]
    lies = replace(lies, placed=tuple(sorted(placed, key=lambda one: one.play)))
    table.melds = (*table.melds, lies)
    for one in range(table.layout.seats):
        table.known[one] |= lies.mask


def _reading(table: Table, meld: LyingMeld, number: int) -> Reading:
    """What the cards of a meld are: as they lie and are where that is a meld, else the one way there is."""
    cards = tuple(meld.cards)
    readings = table.rules.meld_rules.readings(cards, meld.named)
    words = " ".join(map(str, cards))
    if not readings:
        raise BadPosition(f"{words} is neither a set nor a run", "melds", number, "cards")
    named = tuple(meld.named) or (None,) * len(cards)
    for one in readings:
        counts = dict(zip(one.cards, one.faces, strict=True))
        faces = tuple(counts[card] for card in cards)
        # The cards of a set lie in any order.
        if (one.cards == cards or one.kind != RUN) and tuple(map(other_face, cards, faces)) == named:
            return replace(one, cards=cards, faces=faces)
    if len(readings) > 1 and not any(named):
        told = f"{words} can be read in more than one way: write what the wild cards stand for"
        raise BadPosition(told, "melds", number, "cards")
    return readings[0]
