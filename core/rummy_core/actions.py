"""Actions: what a player may ask for, and why it may be refused.

An action says what a player wants, never what happens. Those with at most one
card are interned: use ``DRAW`` or ``DISCARDS[card.index]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy_core.cards import CARDS, Card
from rummy_core.faces import ACE_HIGH, Face
from rummy_core.melds import text_named

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
class DiscardUnseen:
    """What the others hear of a discard that lies face down; no player asks for it."""

    def __str__(self) -> str:
        return "discard ?"


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
    """Lay a meld of one's own.

    ``faces`` tells beside each card what it stands for, None where it counts as
    itself; it is empty where the cards can be read in one way only.
    """

    cards: tuple[Card, ...]
    faces: tuple[Face | None, ...] = ()

    def __str__(self) -> str:
        return f"meld {text_named(self.cards, self.faces)}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay a card off on the meld of that number.

    ``face`` says what it then is, where it can go to more than one place.
    """

    card: Card
    meld: int
    face: Face | None = None

    def __str__(self) -> str:
        return f"lay {self.card}{_standing(self.card, self.face)} on {self.meld}{_end(self.face)}"


@dataclass(frozen=True, slots=True)
class TakePile:
    """Take a card of the discard pile and all above it, and use it at once.

    ``use`` is the meld that it is laid in, which names it first, or the meld that it
    is laid off on. ``deep`` says how many cards are taken, where an equal card lies
    above it; 0 means the topmost of equal cards.
    """

    card: Card
    use: LayMeld | LayOff
    deep: int = 0

    def __str__(self) -> str:
        use = self.use
        deep = f" {self.deep} deep" if self.deep else ""
        if isinstance(use, LayOff):
            return f"take {self.card}{_standing(self.card, use.face)}{deep} on {use.meld}{_end(use.face)}"
        faces = use.faces or (None,) * len(use.cards)
        own = text_named(use.cards[:1], faces[:1])
        return f"take {own}{deep} with {text_named(use.cards[1:], faces[1:])}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put a card into a meld in the place of a wild card, which comes to the hand."""

    card: Card
    wild: Card
    meld: int

    def __str__(self) -> str:
        return f"swap {self.card} for {self.wild} on {self.meld}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer a card of the hand to the others in turn."""

    card: Card

    def __str__(self) -> str:
        return f"offer {self.card}"


@dataclass(frozen=True, slots=True)
class Accept:
    """Take what is offered."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class PassOn:
    """Pass a card face down to a neighbour; None where the one who looks did not see it."""

    card: Card | None

    def __str__(self) -> str:
        return f"pass on {'?' if self.card is None else self.card.text}"


@dataclass(frozen=True, slots=True)
class Force:
    """Have another lay the card that he let go off on a meld of his own."""

    use: LayOff

    def __str__(self) -> str:
        return f"force {str(self.use).removeprefix('lay ')}"


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


Action = (
    Draw | Take | Pass | Discard | DiscardUnseen | Knock | GoOut | LayMeld | LayOff | LayBest | Done
    | TakePile | Exchange | Offer | Accept | PassOn | Force
)  # fmt: skip

DRAW: Final = Draw()
TAKE: Final = Take()
PASS: Final = Pass()
GO_OUT: Final = GoOut()
LAY_BEST: Final = LayBest()
DONE: Final = Done()
DISCARDS: Final = tuple(Discard(card) for card in CARDS)
ACCEPT: Final = Accept()
KNOCKS: Final = tuple(Knock(card) for card in CARDS)
OFFERS: Final = tuple(Offer(card) for card in CARDS)
PASSES_ON: Final = tuple(PassOn(card) for card in CARDS)


def _standing(card: Card, face: Face | None) -> str:
    # Which end an ace goes to is said behind.
    if face is None or (card.rank == 1 and face.suit == card.suit and face.rank in (1, ACE_HIGH)):
        return ""
    return f"={face.text}"


def _end(face: Face | None) -> str:
    """The end of a run that an ace goes to."""
    if face is None or face.suit < 0 or face.rank not in (1, ACE_HIGH):
        return ""
    return " low" if face.rank == 1 else " high"


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
    if isinstance(action, PassOn):
        return PassOn(None)
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
