"""Zones: the places where cards lie, and who sees a card put there."""

from __future__ import annotations

from dataclasses import dataclass, field

from rummy_core.cards import mask_of
from rummy_core.packs import Pack

STOCK = "stock"
DISCARD = "discard"
HAND = "hand"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards.

    ``viewers`` is the set of seats, as a mask, that see a card put there.
    An ``ordered`` zone keeps its cards from the bottom to the top; an unordered
    one has no order at all. In a ``squared`` zone only the top card may be
    looked at, though all saw the rest go in.
    """

    name: str
    kind: str
    owner: int = -1
    viewers: int = 0
    ordered: bool = False
    squared: bool = False


def stock() -> Zone:
    """The face-down stock: seen by nobody."""
    return Zone(STOCK, STOCK, ordered=True)


def discard_pile(seats: int, squared: bool = False) -> Zone:
    """The face-up discard pile: seen by all."""
    return Zone(DISCARD, DISCARD, viewers=(1 << seats) - 1, ordered=True, squared=squared)


def hand(seat: int) -> Zone:
    """The hand of ``seat``: seen by its owner."""
    return Zone(f"{HAND} {seat}", HAND, owner=seat, viewers=1 << seat)


def hands(seats: int) -> tuple[Zone, ...]:
    """A hand for each of ``seats`` seats."""
    return tuple(hand(seat) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Layout:
    """What does not change in a deal: its pack, zones, sides and dealer."""

    pack: Pack
    zones: tuple[Zone, ...]
    sides: tuple[tuple[int, ...], ...]
    dealer: int
    seats: int = field(init=False)
    everyone: int = field(init=False)
    pack_mask: int = field(init=False)
    has_copies: bool = field(init=False)
    zone: dict[str, Zone] = field(init=False, compare=False, repr=False)
    hands: tuple[str, ...] = field(init=False, compare=False, repr=False)
    side_of: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        seats = sum(len(side) for side in self.sides)
        by_seat = {seat: number for number, side in enumerate(self.sides) for seat in side}
        if sorted(by_seat) != list(range(seats)):
            raise ValueError(f"sides must hold the seats 0 to {seats - 1} once each, not {self.sides}")
        if not 0 <= self.dealer < seats:
            raise ValueError(f"there is no seat {self.dealer} to deal")
        names = [zone.name for zone in self.zones]
        if len(set(names)) != len(names):
            raise ValueError(f"two zones have one name: {', '.join(names)}")
        owned = {zone.owner: zone.name for zone in self.zones if zone.kind == HAND}
        values = {
            "seats": seats,
            "everyone": (1 << seats) - 1,
            "pack_mask": mask_of(self.pack.cards),
            "has_copies": len({card.text for card in self.pack.cards}) < len(self.pack),
            "zone": {zone.name: zone for zone in self.zones},
            "hands": tuple(owned.get(seat, "") for seat in range(seats)),
            "side_of": tuple(by_seat[seat] for seat in range(seats)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)


def solo(seats: int) -> tuple[tuple[int, ...], ...]:
    """Sides of one seat each."""
    return tuple((seat,) for seat in range(seats))
