"""The table: everything a deal is at one moment, and how an event changes it.

``evolve`` is the only code that changes a table. It knows no rules, so a record
replays where its game is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.events import (
    TURN,
    Borrowed,
    DealBegan,
    DealEnded,
    Event,
    Exchanged,
    Laid,
    Moved,
    Noted,
    NoteValue,
    Scored,
    Shown,
    Shuffled,
    StepBegan,
)
from rummy_core.faces import FACES, told
from rummy_core.melds import Meld, Placed
from rummy_core.scoring import ScoreLine, ScoreSheet
from rummy_core.zones import STOCK, Layout

if TYPE_CHECKING:
    from rummy_core.rulebook import DealRules


Notes = Mapping[str, NoteValue]
NO_NOTES: Final[Notes] = MappingProxyType({})


class BadFact(ValueError):
    """A fact that cannot be: a card that is not where it is said to come from."""


class Table:
    """One deal at one moment; mutable and private to the engine.

    ``masks`` holds the cards of each zone, ``orders`` their order where the
    zone has one, ``known`` for each seat the cards whose place it knows.
    ``seat`` must act in the turn of ``player``. ``idle`` counts the turns in a
    row that drew nothing from the stock and laid nothing. Notes, melds and
    scores are replaced and never changed, so that copies and views share them.
    """

    __slots__ = (
        "deal_notes", "idle", "known", "layout", "masks", "melds", "orders", "player",
        "plays", "progress", "rules", "scores", "seat", "sheet", "step", "turn", "turn_notes",
    )  # fmt: skip

    layout: Layout
    rules: DealRules

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.masks: dict[str, int] = {zone.name: 0 for zone in layout.zones}
        self.orders: dict[str, tuple[Card, ...]] = {zone.name: () for zone in layout.zones if zone.ordered}
        first = layout.zones[0].name
        self.masks[first] = layout.pack_mask
        if first in self.orders:
            self.orders[first] = layout.pack.cards
        self.known: list[int] = [0] * layout.seats
        self.melds: tuple[Meld, ...] = ()
        self.step = ""
        self.seat = -1
        self.player = -1
        self.turn = 0
        self.plays = 0
        self.turn_notes: Notes = NO_NOTES
        self.deal_notes: Notes = NO_NOTES
        self.idle = 0
        self.progress = False
        self.scores: tuple[ScoreLine, ...] = ()
        self.sheet: ScoreSheet | None = None

    def copy(self) -> Table:
        """Return a table that is equal and changes apart from this one."""
        twin = Table.__new__(Table)
        twin.layout = self.layout
        if hasattr(self, "rules"):
            twin.rules = self.rules
        twin.masks = self.masks.copy()
        twin.orders = self.orders.copy()
        twin.known = self.known.copy()
        twin.melds = self.melds
        twin.step = self.step
        twin.seat = self.seat
        twin.player = self.player
        twin.turn = self.turn
        twin.plays = self.plays
        twin.turn_notes = self.turn_notes
        twin.deal_notes = self.deal_notes
        twin.idle = self.idle
        twin.progress = self.progress
        twin.scores = self.scores
        twin.sheet = self.sheet
        return twin

    def state(self) -> tuple[object, ...]:
        """Everything but the rules, for comparing two tables."""
        return tuple(getattr(self, name) for name in self.__slots__ if name != "rules")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.state() == other.state()

    __hash__ = None  # type: ignore[assignment]

    @property
    def ending(self) -> str:
        """How the deal ended; empty while it goes on."""
        return self.sheet.ending if self.sheet else ""

    def hand(self, seat: int) -> int:
        """The cards in the hand of ``seat``, as a mask."""
        return self.masks[self.layout.hands[seat]]

    def cards(self, zone: str) -> tuple[Card, ...]:
        """The cards of a zone: from the bottom where it has an order, else sorted."""
        return self.orders[zone] if zone in self.orders else cards_of(self.masks[zone])

    def top(self, zone: str) -> Card | None:
        """The top card of an ordered zone."""
        order = self.orders[zone]
        return order[-1] if order else None

    def note(self, key: str) -> NoteValue:
        """The note of that name, of this turn or else of the deal."""
        return self.turn_notes[key] if key in self.turn_notes else self.deal_notes.get(key)

    def meld(self, number: int) -> Meld | None:
        """The meld of that number."""
        return self.melds[number - 1] if 0 < number <= len(self.melds) else None

    def sees(self, card: Card, source: str, target: str) -> int:
        """The seats that see ``card`` when it goes from one zone to another."""
        zones = self.layout.zone
        seen = zones[source].viewers | zones[target].viewers
        if source in self.orders:
            # It left a place of its own: whoever knew the card there knows which one went.
            for seat, known in enumerate(self.known):
                if known & card.bit:
                    seen |= 1 << seat
        return seen


def _deal_began(table: Table, event: DealBegan) -> None:
    raise BadFact("a deal begins once")


def _shuffled(table: Table, event: Shuffled) -> None:
    order = _all_seen(event.order)
    mask = mask_of(order)
    if (
        mask != table.masks.get(event.zone)
        or len(order) != mask.bit_count()
        or event.zone not in table.orders
    ):
        raise BadFact(f"the shuffled cards are not those of the {event.zone}")
    table.orders[event.zone] = order
    for seat in range(len(table.known)):
        if event.seen >> seat & 1:
            table.known[seat] |= mask
        else:
            table.known[seat] &= ~mask


def _moved(table: Table, event: Moved) -> None:
    cards: Any = event.cards
    source = event.source
    target = event.target
    masks = table.masks
    orders = table.orders
    there = masks[source]
    arrived = masks[target]
    if len(cards) == 1:
        (card,) = cards
        moving = card.bit
        if not there & moving:
            raise BadFact(f"the {card} is not in {source}")
        if source in orders:
            order = orders[source]
            orders[source] = order[:-1] if order[-1] is card else _without(order, moving)
            forget = moving
        else:
            # Seats that did not see which card left may have lost any of those they knew.
            forget = there
    else:
        moving = mask_of(_all_seen(cards))
        if there & moving != moving or moving.bit_count() != len(cards):
            raise BadFact(f"not all of {' '.join(map(str, cards))} are in {source}")
        forget = there
        if source in orders:
            orders[source] = _without(orders[source], moving)
            forget = moving
    masks[source] = there ^ moving
    masks[target] = arrived | moving
    if target in orders:
        orders[target] += cards
    if source == STOCK:
        table.progress = True
    seen = event.seen
    known = table.known
    if seen == table.layout.everyone:
        for seat, knows in enumerate(known):
            known[seat] = knows | moving
        return
    for seat, knows in enumerate(known):
        if seen >> seat & 1:
            known[seat] = knows | moving
        elif knows & forget:
            known[seat] = knows & ~forget


def _without(order: tuple[Card, ...], gone: int) -> tuple[Card, ...]:
    return tuple([card for card in order if not card.bit & gone])


def _shown(table: Table, event: Shown) -> None:
    mask = mask_of(_all_seen(event.cards))
    if table.masks.get(event.zone, 0) & mask != mask:
        raise BadFact(f"the cards shown are not all in {event.zone}")
    for seat in range(len(table.known)):
        if event.seen >> seat & 1:
            table.known[seat] |= mask


def _laid(table: Table, event: Laid) -> None:
    mask = mask_of(event.cards)
    there = table.masks.get(event.source, 0)
    own = mask & ~there
    if own == mask or own & ~_hand_of(table, event.by) or mask.bit_count() != len(event.cards):
        raise BadFact(f"the cards laid are not all in {event.source}")
    old = table.meld(event.number)
    if old is None and event.number != len(table.melds) + 1:
        raise BadFact(f"there is no meld {event.number}")
    play = table.plays + 1
    by, turn = event.by, table.turn
    if len(event.lies) != len(event.faces):
        raise BadFact(f"meld {event.number} does not lie as its cards say")
    counts = dict(zip(event.lies, event.faces, strict=True))
    if mask_of(event.lies) != (mask | old.mask if old else mask) or len(event.lies) != len(counts):
        raise BadFact(f"meld {event.number} does not lie as its cards say")
    placed = tuple([Placed(card, counts[card], by, turn, play) for card in event.cards])
    if old is not None:
        if any(told(counts[one.card]) != told(one.face) for one in old.placed):
            raise BadFact(f"a card of meld {event.number} counts as something else than before")
        # An ace at the end of a run comes to lie inside it where runs turn the corner.
        placed = (*[replace(one, face=counts[one.card]) for one in old.placed], *placed)
    table.plays = play
    meld = Meld(event.number, event.kind, event.owner, event.lies, event.faces, placed)
    table.melds = (*table.melds[: event.number - 1], meld, *table.melds[event.number :])
    table.masks[event.source] = there & ~mask
    if own:
        table.masks[table.layout.hands[event.by]] ^= own
    if event.source in table.orders:
        table.orders[event.source] = _without(table.orders[event.source], mask)
    table.progress = True
    for seat in range(len(table.known)):
        table.known[seat] |= mask


def _hand_of(table: Table, seat: int) -> int:
    """The hand of a seat that a fact names; nothing where there is no such seat."""
    return table.hand(seat) if 0 <= seat < table.layout.seats else 0


def _exchanged(table: Table, event: Exchanged) -> None:
    card, wild = event.card, event.wild
    meld = table.meld(event.number)
    if meld is None or wild not in meld.cards:
        raise BadFact(f"the {wild} is not in meld {event.number}")
    there = table.masks.get(event.source, 0)
    if not there & card.bit:
        raise BadFact(f"the {card} is not in {event.source}")
    place = meld.cards.index(wild)
    counts = meld.faces[place]
    if counts.suit < 0:
        counts = FACES[card.index]
    table.plays += 1
    laid = Placed(card, counts, event.by, table.turn, table.plays)
    changed = Meld(
        meld.number,
        meld.kind,
        meld.owner,
        (*meld.cards[:place], card, *meld.cards[place + 1 :]),
        (*meld.faces[:place], counts, *meld.faces[place + 1 :]),
        tuple([laid if one.card is wild else one for one in meld.placed]),
    )
    table.melds = (*table.melds[: meld.number - 1], changed, *table.melds[meld.number :])
    table.masks[event.source] = there ^ card.bit | wild.bit
    table.progress = True
    for seat in range(len(table.known)):
        table.known[seat] |= card.bit | wild.bit


def _borrowed(table: Table, event: Borrowed) -> None:
    meld = table.meld(event.number)
    if meld is None or event.card not in meld.cards or len(meld.cards) == 1:
        raise BadFact(f"the {event.card} cannot be borrowed from meld {event.number}")
    arrived = table.masks[event.target]
    place = meld.cards.index(event.card)
    left = Meld(
        meld.number,
        meld.kind,
        meld.owner,
        (*meld.cards[:place], *meld.cards[place + 1 :]),
        (*meld.faces[:place], *meld.faces[place + 1 :]),
        tuple([one for one in meld.placed if one.card is not event.card]),
    )
    table.melds = (*table.melds[: meld.number - 1], left, *table.melds[meld.number :])
    table.masks[event.target] = arrived | event.card.bit
    if event.target in table.orders:
        table.orders[event.target] += (event.card,)


def _step_began(table: Table, event: StepBegan) -> None:
    table.step = event.step
    table.seat = event.seat
    table.player = event.player
    if event.turn != table.turn:
        if table.turn:
            table.idle = 0 if table.progress else table.idle + 1
        table.progress = False
        table.turn = event.turn
        table.turn_notes = NO_NOTES


def _noted(table: Table, event: Noted) -> None:
    if event.scope == TURN:
        table.turn_notes = MappingProxyType({**table.turn_notes, event.key: event.value})
    else:
        table.deal_notes = MappingProxyType({**table.deal_notes, event.key: event.value})


def _scored(table: Table, event: Scored) -> None:
    table.scores = (*table.scores, ScoreLine(event.side, event.reason, event.points))


def _deal_ended(table: Table, event: DealEnded) -> None:
    table.sheet = ScoreSheet(event.ending, table.scores, event.winner, event.boxes, event.void)
    table.step = ""
    table.seat = -1


def _all_seen(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    if None in cards:
        raise BadFact("a masked event cannot be played")
    return cards  # type: ignore[return-value]


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    DealBegan: _deal_began,
    Shuffled: _shuffled,
    Moved: _moved,
    Shown: _shown,
    Laid: _laid,
    Exchanged: _exchanged,
    Borrowed: _borrowed,
    StepBegan: _step_began,
    Noted: _noted,
    Scored: _scored,
    DealEnded: _deal_ended,
}


def evolve(table: Table, event: Event) -> None:
    """Change ``table`` as ``event`` says.

    Raises:
        BadFact: if the event cannot follow; the table is then as it was.
    """
    try:
        EVOLVE[type(event)](table, event)
    except KeyError as error:
        raise BadFact(f"there is no zone {error}") from None
    except AttributeError:
        raise BadFact("a masked event cannot be played") from None
