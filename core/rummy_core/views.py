"""Views: what one seat knows of a table, memory included.

A view is made from the knowledge that the table keeps, and holds nothing else:
no hidden card is in it, in any form. Bots, screens, hints and JSON see a deal
through views alone.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rummy_core.cards import Card, cards_of
from rummy_core.events import NoteValue
from rummy_core.melds import Meld
from rummy_core.scoring import ScoreLine, ScoreSheet
from rummy_core.table import Notes, Table
from rummy_core.zones import Layout

if TYPE_CHECKING:
    from rummy_core.rulebook import DealRules

Hidden = tuple[tuple[int, int], ...]
"""Hidden cards by who knows them: (seats as a mask, how many) pairs."""


_Zone = tuple[int, int, tuple[Card | None, ...] | None, Hidden]
"""The fields of a ``ZoneView``, which is made when it is asked for."""


class ZoneView(NamedTuple):
    """What a seat knows of one zone.

    ``count`` cards lie there; ``mask`` are those whose presence the seat knows;
    ``order`` (ordered zones only) has None for each it does not; ``hidden``
    counts the others by who knows them, from the bottom where ordered.
    """

    count: int  # type: ignore[assignment]
    mask: int
    order: tuple[Card | None, ...] | None
    hidden: Hidden

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards known to lie here: from the bottom where ordered, else sorted."""
        if self.order is None:
            return cards_of(self.mask)
        return tuple(card for card in self.order if card is not None)

    @property
    def top(self) -> Card | None:
        """The top card of an ordered zone, None where there is none or it is hidden."""
        return self.order[-1] if self.order else None

    def __repr__(self) -> str:
        return f"ZoneView({self.count} cards, {' '.join(map(str, self.cards))})"


class _Open:
    """A view while it is being filled, before it is closed against changes."""

    __slots__ = (
        "_zones", "acting", "deal_notes", "idle", "layout", "melds", "player", "plays", "progress",
        "rules", "scores", "seat", "shared", "sheet", "step", "turn", "turn_notes",
    )  # fmt: skip

    _zones: dict[str, _Zone]
    shared: tuple[int, ...]
    layout: Layout
    rules: DealRules
    seat: int
    acting: int
    step: str
    player: int
    turn: int
    plays: int
    idle: int
    progress: bool
    melds: tuple[Meld, ...]
    turn_notes: Notes
    deal_notes: Notes
    scores: tuple[ScoreLine, ...]
    sheet: ScoreSheet | None


class View(_Open):
    """An immutable snapshot of what one seat knows; ``view["stock"]`` is a zone.

    ``seat`` looks; ``acting`` must act in ``step``, in the turn of ``player``.
    ``shared`` has, for each seat, the cards whose place both it and the looking
    seat know. ``rules`` are the answers of the rulebook, which everybody knows.
    """

    __slots__ = ()

    FIELDS: ClassVar = _Open.__slots__

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __getitem__(self, zone: str) -> ZoneView:
        """What the seat knows of the zone of that name.

        Raises:
            KeyError: if the game has no such zone.
        """
        return ZoneView(*self._zones[zone])

    def __contains__(self, zone: object) -> bool:
        return zone in self._zones

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and all(
            getattr(self, name) == getattr(other, name) for name in self.FIELDS if name != "rules"
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones."""
        return tuple(self._zones)

    @property
    def hand_mask(self) -> int:
        """The seat's own hand as a mask."""
        return self._zones[self.layout.hands[self.seat]][1]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand, sorted."""
        return cards_of(self.hand_mask)

    def note(self, key: str) -> NoteValue:
        """The note of that name, of this turn or else of the deal."""
        return self.turn_notes[key] if key in self.turn_notes else self.deal_notes.get(key)

    @property
    def unseen(self) -> int:
        """The cards whose place the seat does not know, as a mask."""
        return self.layout.pack_mask & ~self.shared[self.seat]

    def known_hand(self, seat: int) -> int:
        """The cards this seat knows to be in the hand of ``seat``, as a mask."""
        return self._zones[self.layout.hands[seat]][1]

    def __repr__(self) -> str:
        hand = " ".join(card.text for card in self.hand)
        return f"<View of seat {self.seat}: {hand or 'no cards'}; {self.step or 'over'}>"


def view_of(table: Table, seat: int) -> View:
    """Return what ``seat`` knows of ``table``."""
    known = table.known
    mine = known[seat]
    anyone = reduce(or_, known)
    orders = table.orders
    zones: dict[str, _Zone] = {}
    for name, mask in table.masks.items():
        seen = mask & mine
        order: tuple[Card | None, ...] | None = orders.get(name)
        if seen == mask:
            zones[name] = (mask.bit_count(), seen, order, ())
            continue
        count = mask.bit_count()
        if order is not None:
            order = (
                tuple([one if one.bit & mine else None for one in orders[name]]) if seen else (None,) * count
            )
        unseen = mask ^ seen
        hidden = _hidden(table, name, unseen) if unseen & anyone else ((0, unseen.bit_count()),)
        zones[name] = (count, seen, order, hidden)
    view = _Open()
    view._zones = zones
    view.shared = tuple(map(mine.__and__, known))
    view.layout = table.layout
    view.rules = table.rules
    view.seat = seat
    view.acting = table.seat
    view.step = table.step
    view.player = table.player
    view.turn = table.turn
    view.plays = table.plays
    view.idle = table.idle
    view.progress = table.progress
    view.melds = table.melds
    view.turn_notes = table.turn_notes
    view.deal_notes = table.deal_notes
    view.scores = table.scores
    view.sheet = table.sheet
    # Filled as an open object and then closed: a guard around each of these lines costs a
    # third of the view.
    view.__class__ = View
    return cast("View", view)


def _hidden(table: Table, name: str, unseen: int) -> Hidden:
    """Count the hidden cards of a zone by who knows them; the looking seat knows none of them."""
    knowers = 0
    for other, known in enumerate(table.known):
        there = unseen & known
        if there:
            if there != unseen:
                return _by_knowers(table, name, unseen)
            knowers |= 1 << other
    return ((knowers, unseen.bit_count()),)


def _by_knowers(table: Table, name: str, unseen: int) -> Hidden:
    """The same card by card: place after place in an ordered zone, else sorted."""
    runs: list[tuple[int, int]] = []
    cards = [card for card in table.cards(name) if card.bit & unseen]
    knowers = [
        sum(1 << other for other, known in enumerate(table.known) if known & card.bit) for card in cards
    ]
    for seats in knowers if name in table.orders else sorted(knowers):
        if runs and runs[-1][0] == seats:
            runs[-1] = (seats, runs[-1][1] + 1)
        else:
            runs.append((seats, 1))
    return tuple(runs)


def opponents(view: View) -> tuple[int, ...]:
    """The seats of other sides than the view's."""
    side = view.layout.side_of[view.seat]
    return tuple(seat for seat, other in enumerate(view.layout.side_of) if other != side)
