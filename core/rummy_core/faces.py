"""Faces: what a card in a meld counts as.

A natural card counts as itself, a wild card as the card whose place it takes. In
a set only the rank matters, so a wild card there has a rank and no suit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, final

from rummy_core.cards import CARDS, RANKS, SUIT_SIGNS, SUITS, Card
from rummy_core.words import BadWord

ACE_HIGH: Final = 14
"""The rank of an ace that lies above a king."""


@final
@dataclass(frozen=True, slots=True)
class Face:
    """A rank, 1 to 13, 14 for an ace played high or 0 for a joker; a suit, or -1 for none.

    Interned: use :func:`face`.
    """

    rank: int
    suit: int

    @property
    def text(self) -> str:
        """The face as text: ``8H``, or ``8`` without a suit."""
        if self.rank == 0:
            return "joker"
        return RANKS[(self.rank - 1) % 13] + (SUITS[self.suit] if self.suit >= 0 else "")

    @property
    def place(self) -> int:
        """The number of the card within a deck that has this rank and suit."""
        return self.suit * 13 + (self.rank - 1) % 13

    def __str__(self) -> str:
        return self.text


@cache
def face(rank: int, suit: int = -1) -> Face:
    """Return the face of that rank and suit."""
    return Face(rank, suit)


FACES: Final = tuple(face(card.rank, card.suit) for card in CARDS)
"""The face of each card as it is, by index."""


def told(one: Face) -> Face:
    """Return a face as it is told: an ace is an ace, high or low."""
    return face(1, one.suit) if one.rank == ACE_HIGH else one


def other_face(card: Card, counts: Face) -> Face | None:
    """What a card in a meld counts as, where that is not the card itself; an ace is itself, high or low."""
    one = told(counts)
    return None if one in (FACES[card.index], face(card.rank)) else one


def parse_face(text: str) -> Face:
    """Return the face that ``text`` names: ``8H``, ``8♥`` or ``8``.

    Raises:
        BadWord: if it names none.
    """
    word = text.strip().upper().replace("10", "T")
    word = word[:-1] + SUIT_SIGNS.get(word[-1:], word[-1:])
    if word[:1] in RANKS and word[:1] and (len(word) == 1 or (len(word) == 2 and word[1] in SUITS)):
        return face(RANKS.index(word[0]) + 1, SUITS.index(word[1]) if len(word) == 2 else -1)
    told = f"{text!r} is no face; write rank and suit, such as 8H, or a rank in a set, such as 8"
    raise BadWord(told, text.strip())


def lying_faces(
    kind_is_run: bool, cards: tuple[Card, ...], named: tuple[Face | None, ...]
) -> tuple[Face, ...]:
    """Return the faces of cards that lie in this order, where only those of wild cards are named.

    In a run an ace that lies above a king, with nothing above it, is high.
    """
    found = [FACES[card.index] if name is None else name for card, name in zip(cards, named, strict=True)]
    if kind_is_run and len(found) > 1 and found[-1].rank == 1 and found[-2].rank == 13:
        found[-1] = face(ACE_HIGH, found[-1].suit)
    return tuple(found)
