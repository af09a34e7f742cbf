"""How a card is shown: with suit signs, with letters, or in words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TextIO

CardStyle = Literal["signs", "letters", "words"]

# In the core's order: clubs, diamonds, hearts, spades.
_SIGNS: Final = "♣♦♥♠"
_LETTERS: Final = "CDHS"
_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

# Four suits, four colours; spades keep the colour that the terminal writes in.
_COLOURS: Final = ("green", "bright_blue", "red", "")

# Rank 14 is the ace played high.
_SIGN_RANKS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_LETTER_RANKS: Final = "-A23456789TJQKA"
_RANK_NAMES: Final = (
    *("", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king", "ace"),
)


class Faced(Protocol):
    """A card, or the face that a placed card counts as.

    Rank 0 is a joker; a suit below 0 or none is not shown.
    """

    @property
    def rank(self) -> int:
        """0 to 14."""

    @property
    def suit(self) -> int | None:
        """0 to 3 in the core's order."""


@dataclass(frozen=True, slots=True)
class CardText:
    """Writes cards in one style.

    ``signs`` writes ``10♥``, ``letters`` ``TH``, ``words`` ``ten of hearts``.
    Colour only repeats what sign, letter or word says already.
    """

    style: CardStyle = "signs"
    colour: bool = False

    def one(self, card: Faced) -> str:
        """Return ``card`` alone."""
        if card.rank == 0:
            return "joker"
        suit = card.suit if card.suit is not None and card.suit >= 0 else None
        if self.style == "words":
            rank = _RANK_NAMES[card.rank]
            return rank if suit is None else f"{rank} of {_SUIT_NAMES[suit]}"
        ranks, suits = (_SIGN_RANKS, _SIGNS) if self.style == "signs" else (_LETTER_RANKS, _LETTERS)
        return ranks[card.rank] + ("" if suit is None else suits[suit])

    def the(self, card: Faced) -> str:
        """Return ``card`` as part of a sentence: ``the ten of hearts``, ``10♥``."""
        return f"the {self.one(card)}" if self.style == "words" else self.one(card)

    def standing_for(self, card: Faced, counts: Faced | None) -> str:
        """Return ``card`` and what it counts as, if another: ``2♣=8♥``, ``the joker as a four``."""
        if counts is None:
            return self.the(card)
        if self.style != "words":
            return f"{self.one(card)}={self.one(counts)}"
        suited = counts.suit is not None and counts.suit >= 0
        article = "the" if suited else "an" if counts.rank in (1, 8, 14) else "a"
        return f"{self.the(card)} as {article} {self.one(counts)}"

    def lying(self, cards: Iterable[Faced], counts: Iterable[Faced | None]) -> str:
        """Return the cards of a meld in their order, each that counts as another with that."""
        pairs = list(zip(cards, counts, strict=True))
        if all(face is None for _, face in pairs):
            return self.row(card for card, _ in pairs)
        parts = [self.standing_for(card, face) for card, face in pairs]
        return _listed(parts) if self.style == "words" else " ".join(parts)

    def row(self, cards: Iterable[Faced]) -> str:
        """Return ``cards`` in their order: ``7♣ 7♦``, or as part of a sentence.

        In words a run or set is said in one breath: ``the four, five and six of
        spades``, ``the sevens of clubs and hearts``.
        """
        row = tuple(cards)
        if self.style != "words":
            return " ".join(map(self.one, row))
        if len(row) > 1 and all(card.rank and card.suit is not None and card.suit >= 0 for card in row):
            suits = [_SUIT_NAMES[card.suit] for card in row if card.suit is not None]
            ranks = [_RANK_NAMES[card.rank] for card in row]
            if len(set(suits)) == 1:
                return f"the {_listed(ranks)} of {suits[0]}"
            if len(set(ranks)) == 1:
                return f"the {_plural(ranks[0])} of {_listed(suits)}"
        return _listed([self.the(card) for card in row])

    def suit_colour(self, card: Faced) -> str:
        """Return the rich colour of the suit of ``card``, or nothing for the terminal's own."""
        if not self.colour or card.suit is None or card.suit < 0:
            return ""
        return _COLOURS[card.suit]


def card_text(
    stream: TextIO | None,
    *,
    ascii_only: bool = False,
    words: bool = False,
    colour: bool = True,
    env: Mapping[str, str] = os.environ,
) -> CardText:
    """Return how to write cards on ``stream``.

    Words go before letters. Letters are used where the stream cannot write the
    suit signs. There is no colour with ``NO_COLOR`` set, on a dumb terminal,
    or where there is no terminal.
    """
    style: CardStyle = "words" if words else "letters" if ascii_only or not _writes_signs(stream) else "signs"
    coloured = (
        colour
        and not env.get("NO_COLOR")
        and env.get("TERM") != "dumb"
        and stream is not None
        and stream.isatty()
    )
    return CardText(style, coloured)


def _writes_signs(stream: TextIO | None) -> bool:
    encoding = getattr(stream, "encoding", None)
    try:
        _SIGNS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _plural(rank: str) -> str:
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"


def _listed(parts: Sequence[str]) -> str:
    """Join ``parts`` as a sentence does."""
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)
