"""Melds: what a set and a run are in a game, and melds lying on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rummy_core.cards import CARDS, Card, mask_of


class Ace(StrEnum):
    """Where an ace may stand in a run."""

    LOW = "low"
    """A-2-3 only."""
    HIGH_OR_LOW = "high_or_low"
    """A-2-3 and Q-K-A, never K-A-2."""
    AROUND = "around"
    """Low, high, or inside a run: K-A-2."""


SET = "set"
RUN = "run"


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What is a meld in a game: data that the searches of the core read.

    ``max_set`` and ``max_run`` of 0 mean no limit but the pack's.
    """

    min_set: int = 3
    max_set: int = 4
    min_run: int = 3
    max_run: int = 0
    ace: Ace = Ace.LOW

    def kind_of(self, cards: Iterable[Card]) -> str | None:
        """Return ``"set"`` or ``"run"``, or None where ``cards`` are no meld."""
        held = tuple(cards)
        if self.is_set(held):
            return SET
        if self.run_order(held) is not None:
            return RUN
        return None

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are a set."""
        return (
            len(cards) >= self.min_set
            and (not self.max_set or len(cards) <= self.max_set)
            and len({card.rank for card in cards}) == 1
            and len({card.suit for card in cards}) == len(cards)
        )

    def run_order(self, cards: Sequence[Card]) -> tuple[Card, ...] | None:
        """Return the cards of a run in the order they lie, or None if they are no run."""
        size = len(cards)
        if size < self.min_run or (self.max_run and size > self.max_run):
            return None
        ranks = {card.rank for card in cards}
        if len({card.suit for card in cards}) != 1 or len(ranks) != size or 0 in ranks:
            return None
        by_rank = {card.rank: card for card in cards}
        for start in self._starts(ranks):
            places = [(start + step - 1) % 13 + 1 for step in range(size)]
            if ranks == set(places) and self._fits(start, size):
                return tuple(by_rank[place] for place in places)
        return None

    def _starts(self, ranks: set[int]) -> list[int]:
        # A run that turns the corner starts after a gap; a whole suit starts at the ace.
        low = min(ranks)
        if self.ace is Ace.LOW or low != 1:
            return [low]
        return [1, *(rank for rank in sorted(ranks) if rank - 1 not in ranks and rank != 1)]

    def _fits(self, start: int, size: int) -> bool:
        last = start + size - 1
        if self.ace is Ace.AROUND:
            return size <= 13
        return last <= (13 if self.ace is Ace.LOW else 14)

    def order(self, cards: Sequence[Card]) -> tuple[Card, ...] | None:
        """Return the cards of a meld in the order they lie, or None if they are no meld."""
        return _order(self, tuple(cards))

    def grows(self, meld: Meld, card: Card) -> bool:
        """Whether ``card`` may be laid off on ``meld``."""
        return bool(self.fits(meld) & card.bit)

    def fits(self, meld: Meld) -> int:
        """The cards of a deck that may be laid off on ``meld``, as a mask."""
        return _fits(self, meld.kind, meld.cards)


@lru_cache(maxsize=4096)
def _order(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Card, ...] | None:
    return tuple(sorted(cards)) if rules.is_set(cards) else rules.run_order(cards)


@lru_cache(maxsize=4096)
def _fits(rules: MeldRules, kind: str, cards: tuple[Card, ...]) -> int:
    found = 0
    for card in CARDS[:52]:
        if card not in cards:
            longer = (*cards, card)
            if rules.is_set(longer) if kind == SET else rules.run_order(longer) is not None:
                found |= card.bit
    return found


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in a meld: who laid it, in which turn and in which play of that turn."""

    card: Card
    by: int
    turn: int
    play: int


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table.

    ``number`` names it, from 1 in the order of laying; ``owner`` is the side
    that may extend it where that matters, -1 where nobody's; ``placed`` holds
    the cards in the order they were laid, ``cards`` in the order they lie.
    """

    number: int
    kind: str
    owner: int
    cards: tuple[Card, ...]
    placed: tuple[Placed, ...]

    @property
    def mask(self) -> int:
        """The cards as a mask."""
        return mask_of(self.cards)

    def __str__(self) -> str:
        return " ".join(card.text for card in self.cards)

    @property
    def title(self) -> str:
        """The meld in words, such as ``set of kings`` or ``run of spades``."""
        first = self.cards[0]
        if self.kind == SET:
            return f"set of {RANK_NAMES[first.rank]}s".replace("sixs", "sixes")
        return f"run of {SUIT_NAMES[first.suit]}"


RANK_NAMES = (
    "joker", "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
