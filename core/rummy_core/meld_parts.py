"""What the rules and the searches of melds speak of: kinds, aces, readings, open places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rummy_core.cards import Card
from rummy_core.faces import Face


class Ace(StrEnum):
    """Where an ace may stand in a meld."""

    LOW = "low"
    """A-2-3 only."""
    HIGH = "high"
    """Q-K-A only."""
    HIGH_OR_LOW = "high_or_low"
    """A-2-3 and Q-K-A, never K-A-2."""
    AROUND = "around"
    """Low, high, or inside a run: K-A-2."""
    NONE = "none"
    """In no meld at all, sets included."""


SET = "set"
RUN = "run"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A meld that is neither set nor run: certain ranks, one of each, laid whole and never extended.

    ``name`` is its kind; ``one_suit`` asks for one suit, else for one colour in both its suits.
    """

    name: str
    ranks: tuple[int, ...]
    one_suit: bool

    def __post_init__(self) -> None:
        if len(set(self.ranks)) < len(self.ranks):
            raise ValueError(f"the pattern {self.name} names a rank twice; it has one card of each")

    def matches(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are this pattern."""
        if len(cards) != len(self.ranks) or sorted(card.rank for card in cards) != sorted(self.ranks):
            return False
        suits = {card.suit for card in cards}
        if self.one_suit:
            return len(suits) == 1
        return suits in ({0, 3}, {1, 2})


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take cards for a meld: its kind, the cards in the order they lie, their faces."""

    kind: str
    cards: tuple[Card, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A place of a meld that is open: the face laid there, and the cards that may go there, as a mask.

    ``below`` says that it is the lower end of a run.
    """

    face: Face
    cards: int
    below: bool = False
