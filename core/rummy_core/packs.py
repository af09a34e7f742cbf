"""Packs: which cards a game is played with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rummy_core.cards import CARDS, DECK_SIZE, MAX_DECKS, RANKS, Card


@dataclass(frozen=True, slots=True)
class Pack:
    """So many decks of 52 cards, and so many jokers in all; ``without`` are ranks that are left out.

    Raises:
        ValueError: if there are more decks or jokers than the cards allow, or a rank is left out
            that is none or is named twice, or all are.
    """

    decks: int = 1
    jokers: int = 0
    without: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= MAX_DECKS:
            raise ValueError(f"a pack has 1 to {MAX_DECKS} decks, not {self.decks}")
        if not 0 <= self.jokers <= 2 * MAX_DECKS:
            raise ValueError(f"a pack has 0 to {2 * MAX_DECKS} jokers, not {self.jokers}")
        ranks = set(self.without)
        if len(ranks) < len(self.without) or not ranks < set(range(1, len(RANKS) + 1)):
            raise ValueError(f"the ranks left out of a pack are some of 1 to 13, not {self.without}")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack, lowest index first."""
        return _cards(self)

    def __len__(self) -> int:
        return len(self.cards)

    def pick(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return ``cards``, checked to be a part of this pack.

        Raises:
            ValueError: if a face is named that the pack does not have, or more
                often than the pack has it.
        """
        picked = tuple(cards)
        have = Counter(card.text for card in self.cards)
        for text, count in Counter(card.text for card in picked).items():
            if have[text] == 0:
                raise ValueError(f"{text} is not in the pack of this game")
            if count > have[text]:
                raise ValueError(f"{text} is named {count} times; the pack has {have[text]}")
        return picked


@cache
def _cards(pack: Pack) -> tuple[Card, ...]:
    whole = [CARDS[deck * DECK_SIZE + place] for deck in range(pack.decks) for place in range(52)]
    suited = [card for card in whole if card.rank not in pack.without]
    jokers = [CARDS[nth // 2 * DECK_SIZE + 52 + nth % 2] for nth in range(pack.jokers)]
    return tuple(sorted(suited + jokers))
