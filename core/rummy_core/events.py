"""Events: facts that change a table, each with who saw which card.

An event is what happened, not why. ``seen`` is the set of seats, as a mask,
that saw the cards *then*: a card that becomes known later does not open an
older event. In an event masked for a seat, cards it did not see are None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rummy_core.cards import Card
from rummy_core.faces import Face
from rummy_core.packs import Pack
from rummy_core.zones import Zone

NoteValue = int | str | bool | Card | None
Scope = Literal["turn", "deal"]
TURN: Scope = "turn"
DEAL: Scope = "deal"


@dataclass(slots=True)
class DealBegan:
    """A deal begins: all cards of ``pack`` lie unshuffled in the first zone."""

    pack: Pack
    zones: tuple[Zone, ...]
    sides: tuple[tuple[int, ...], ...]
    dealer: int


@dataclass(slots=True)
class Shuffled:
    """The cards of an ordered zone were brought into ``order``, bottom first."""

    zone: str
    order: tuple[Card | None, ...]
    seen: int


@dataclass(slots=True)
class Moved:
    """Cards went from one zone to another, in this order."""

    cards: tuple[Card | None, ...]
    source: str
    target: str
    seen: int


@dataclass(slots=True)
class Shown:
    """Cards were shown to the seats of ``seen`` where they lie."""

    cards: tuple[Card | None, ...]
    zone: str
    seen: int


@dataclass(slots=True)
class Laid:
    """Cards were laid face up: a new meld, or on meld ``number`` where it exists.

    They come from ``source``, and those that do not lie there from the hand of who lays them.
    ``lies`` is the whole meld in the order it then lies, ``faces`` what each of its cards counts as.
    """

    number: int
    kind: str
    owner: int
    by: int
    source: str
    cards: tuple[Card, ...]
    lies: tuple[Card, ...]
    faces: tuple[Face, ...]


@dataclass(slots=True)
class Exchanged:
    """A card went from a zone into a meld, in the place of a wild card, which went to that zone.

    All see both.
    """

    number: int
    by: int
    source: str
    card: Card
    wild: Card


@dataclass(slots=True)
class Borrowed:
    """A card was taken out of a meld that can spare it, to lie in another at once. All see it."""

    number: int
    by: int
    card: Card
    target: str


@dataclass(slots=True)
class StepBegan:
    """A step begins: ``seat`` must act, in the turn of ``player``."""

    step: str
    seat: int
    player: int
    turn: int


@dataclass(slots=True)
class Noted:
    """A public note, for this turn or for the deal."""

    key: str
    value: NoteValue
    scope: Scope


@dataclass(slots=True)
class Scored:
    """A line of the score sheet."""

    side: int
    reason: str
    points: int


@dataclass(slots=True)
class DealEnded:
    """The deal is over: how, who won it, boxes by side, and whether it counts."""

    ending: str
    winner: int
    boxes: tuple[int, ...]
    void: bool


Event = (
    DealBegan | Shuffled | Moved | Shown | Laid | Exchanged | Borrowed
    | StepBegan | Noted | Scored | DealEnded
)  # fmt: skip


def masked(event: Event, seat: int) -> Event:
    """Return ``event`` as ``seat`` saw it."""
    if isinstance(event, Moved | Shown) and not event.seen >> seat & 1:
        hidden = (None,) * len(event.cards)
        if isinstance(event, Moved):
            return Moved(hidden, event.source, event.target, event.seen)
        return Shown(hidden, event.zone, event.seen)
    if isinstance(event, Shuffled) and not event.seen >> seat & 1:
        return Shuffled(event.zone, (None,) * len(event.order), event.seen)
    return event
