"""Views: what one seat knows of a table, memory included.

A view is made from the knowledge that the table keeps, and holds nothing else:
no hidden card is in it, in any form. Bots, screens, hints and JSON see a deal
through views alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy_core.cards import Card, cards_of
from rummy_core.events import NoteValue
from rummy_core.melds import Meld
from rummy_core.scoring import ScoreLine, ScoreSheet
from rummy_core.table import Table
from rummy_core.zones import Layout

if TYPE_CHECKING:
    from rummy_core.rulebook import DealRules

Hidden = tuple[tuple[int, int], ...]
"""Hidden cards by who knows them: (seats as a mask, how many) pairs."""


class ZoneView:
    """What a seat knows of one zone.

    ``count`` cards lie there; ``mask`` are those whose presence the seat knows;
    ``order`` (ordered zones only) has None for each it does not; ``hidden``
    counts the others by who knows them; ``known_to`` has, for each seat, the
    cards of ``mask`` that it knows too.
    """

    __slots__ = ("count", "hidden", "known_to", "mask", "order")

    def __init__(
        self,
        count: int,
        mask: int,
        order: tuple[Card | None, ...] | None,
        hidden: Hidden,
        known_to: tuple[int, ...],
    ) -> None:
        self.count = count
        self.mask = mask
        self.order = order
        self.hidden = hidden
        self.known_to = known_to

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

    def _state(self) -> tuple[object, ...]:
        return (self.count, self.mask, self.order, self.hidden, self.known_to)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ZoneView) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __repr__(self) -> str:
        return f"ZoneView({self.count} cards, {' '.join(map(str, self.cards))})"


class View:
    """An immutable snapshot of what one seat knows.

    ``seat`` looks; ``acting`` must act in ``step``, in the turn of ``player``.
    ``rules`` are the answers of the rulebook, which everybody knows.
    """

    __slots__ = (
        "_zones",
        "acting",
        "deal_notes",
        "idle",
        "layout",
        "melds",
        "player",
        "plays",
        "progress",
        "rules",
        "scores",
        "seat",
        "sheet",
        "step",
        "turn",
        "turn_notes",
    )  # fmt: skip

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
    turn_notes: dict[str, NoteValue]
    deal_notes: dict[str, NoteValue]
    scores: tuple[ScoreLine, ...]
    sheet: ScoreSheet | None
    _zones: dict[str, ZoneView]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __getitem__(self, zone: str) -> ZoneView:
        """What the seat knows of the zone of that name.

        Raises:
            KeyError: if the game has no such zone.
        """
        return self._zones[zone]

    def __contains__(self, zone: object) -> bool:
        return zone in self._zones

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones."""
        return tuple(self._zones)

    @property
    def hand_mask(self) -> int:
        """The seat's own hand as a mask."""
        return self._zones[self.layout.hands[self.seat]].mask

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
        known = 0
        for zone in self._zones.values():
            known |= zone.mask
        for meld in self.melds:
            known |= meld.mask
        return self.layout.pack_mask & ~known

    def known_hand(self, seat: int) -> int:
        """The cards this seat knows to be in the hand of ``seat``, as a mask."""
        return self._zones[self.layout.hands[seat]].mask

    def _state(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__ if name != "rules")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        hand = " ".join(card.text for card in self.hand)
        return f"<View of seat {self.seat}: {hand or 'no cards'}; {self.step or 'over'}>"


_set: Final = object.__setattr__


def view_of(table: Table, seat: int) -> View:
    """Return what ``seat`` knows of ``table``."""
    layout = table.layout
    known = table.known
    mine = known[seat]
    others = [other for other in range(layout.seats) if other != seat]
    anyone_else = 0
    for other in others:
        anyone_else |= known[other]
    zones: dict[str, ZoneView] = {}
    masks = table.masks
    orders = table.orders
    for zone in layout.zones:
        name = zone.name
        mask = masks[name]
        seen = mask & mine
        count = mask.bit_count()
        cards = orders.get(name)
        order: tuple[Card | None, ...] | None = cards
        hidden: Hidden = ()
        if seen != mask:
            unseen = mask ^ seen
            if not unseen & anyone_else:
                hidden = ((0, count - seen.bit_count()),)
            elif cards is None:
                hidden = _by_knowers(unseen, known, others)
            else:
                hidden = _in_order(cards, unseen, known, others)
            if cards is not None:
                order = (
                    (None,) * count
                    if not seen
                    else tuple([card if card.bit & mine else None for card in cards])
                )
        zones[name] = ZoneView(count, seen, order, hidden, tuple([seen & one for one in known]))
    view = View.__new__(View)
    _set(view, "_zones", zones)
    _set(view, "layout", layout)
    _set(view, "rules", table.rules)
    _set(view, "seat", seat)
    _set(view, "acting", table.seat)
    _set(view, "step", table.step)
    _set(view, "player", table.player)
    _set(view, "turn", table.turn)
    _set(view, "plays", table.plays)
    _set(view, "idle", table.idle)
    _set(view, "progress", table.progress)
    _set(view, "melds", tuple(table.melds))
    _set(view, "turn_notes", table.turn_notes.copy())
    _set(view, "deal_notes", table.deal_notes.copy())
    _set(view, "scores", tuple(table.scores))
    _set(view, "sheet", table.sheet)
    return view


def _by_knowers(unseen: int, known: list[int], others: list[int]) -> Hidden:
    """Count the hidden cards of an unordered zone by who knows them."""
    groups = [(0, unseen)]
    for other in others:
        split = []
        for seats, cards in groups:
            there = cards & known[other]
            if there:
                split.append((seats | 1 << other, there))
            if cards != there:
                split.append((seats, cards & ~there))
        groups = split
    return tuple(sorted((seats, cards.bit_count()) for seats, cards in groups))


def _in_order(order: tuple[Card, ...], unseen: int, known: list[int], others: list[int]) -> Hidden:
    """Count the hidden cards of an ordered zone by who knows them, place after place."""
    runs: list[tuple[int, int]] = []
    for card in order:
        if card.bit & unseen:
            seats = sum(1 << other for other in others if known[other] & card.bit)
            if runs and runs[-1][0] == seats:
                runs[-1] = (seats, runs[-1][1] + 1)
            else:
                runs.append((seats, 1))
    return tuple(runs)


def opponents(view: View) -> tuple[int, ...]:
    """The seats of other sides than the view's."""
    side = view.layout.side_of[view.seat]
    return tuple(seat for seat, other in enumerate(view.layout.side_of) if other != side)
