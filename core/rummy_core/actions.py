"""Actions: what a player may ask for, and why it may be refused.

An action says what a player wants, never what happens. Those with at most one
card are interned: use ``DRAW`` or ``DISCARDS[card.index]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy_core.cards import CARDS, Card

Spread = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """Let an offer go by."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card face up on the discard pile."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Lay a card face down and spread the hand.

    ``melds`` fixes the spread; None leaves it to the rule for automatic spreads.
    ``card`` is None where the one who looks did not see it.
    """

    card: Card | None
    melds: Spread | None = None

    def __str__(self) -> str:
        card = "?" if self.card is None else self.card.text
        return f"knock {card}{_with(self.melds)}"


@dataclass(frozen=True, slots=True)
class GoOut:
    """Spread a hand that is wholly melded, without a discard."""

    melds: Spread | None = None

    def __str__(self) -> str:
        return f"go out{_with(self.melds)}"


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a meld of one's own."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"meld {' '.join(card.text for card in self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay a card off on the meld of that number."""

    card: Card
    meld: int

    def __str__(self) -> str:
        return f"lay {self.card} on {self.meld}"


@dataclass(frozen=True, slots=True)
class LayBest:
    """Meld and lay off so that the least deadwood is left, and be done."""

    def __str__(self) -> str:
        return "best"


@dataclass(frozen=True, slots=True)
class Done:
    """End the step."""

    def __str__(self) -> str:
        return "done"


Action = Draw | Take | Pass | Discard | Knock | GoOut | LayMeld | LayOff | LayBest | Done

DRAW: Final = Draw()
TAKE: Final = Take()
PASS: Final = Pass()
GO_OUT: Final = GoOut()
LAY_BEST: Final = LayBest()
DONE: Final = Done()
DISCARDS: Final = tuple(Discard(card) for card in CARDS)
KNOCKS: Final = tuple(Knock(card) for card in CARDS)


def _with(melds: Spread | None) -> str:
    if melds is None:
        return ""
    if not melds:
        return " with nothing"
    return " with " + ", ".join(" ".join(card.text for card in meld) for meld in melds)


def heard(action: Action) -> Action:
    """Return ``action`` as the others hear it: a card laid face down is not named."""
    if isinstance(action, Knock):
        return Knock(None, action.melds)
    return action


@dataclass(slots=True)
class Decision:
    """A player's action in the log; slotted like an event, one is made for each play."""

    seat: int
    action: Action

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is illegal: the rule, in words a player understands."""

    rule: str

    def __str__(self) -> str:
        return self.rule


class IllegalAction(ValueError):
    """An action that the rules refuse; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule)
        self.refusal = refusal
