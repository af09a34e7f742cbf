"""How a hand is laid out before its player: in its best melds, by rank or by suit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rummy_core.arrangements import TooManyWays
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.views import View

MELDS: Final = "melds"
RANK: Final = "rank"
SUIT: Final = "suit"
ORDERS: Final = (MELDS, RANK, SUIT)


def grouped(view: View, order: str = MELDS) -> list[tuple[Card, ...]]:
    """Return the seat's own hand in groups; in melds the last group is what is in none."""
    hand = view.hand
    if order == SUIT:
        return [tuple(group) for _, group in groupby(by_suit(hand), key=lambda card: card.suit)]
    by_rank = sorted(hand, key=lambda card: (card.rank, card.suit))
    if order == RANK:
        return [tuple(by_rank)] if by_rank else []
    melds, rest = in_melds(view)
    return [*melds, rest] if rest else melds


def in_melds(view: View) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """The best melds of the seat's own hand, and by rank what is in none."""
    try:
        best = view.rules.arranger.arrange(view.hand_mask)
    except TooManyWays:
        return [], in_order(view.hand_mask)
    return list(best.melds), in_order(mask_of(best.unmatched))


def by_suit(cards: Iterable[Card]) -> list[Card]:
    """Cards suit by suit, those of several packs together."""
    return sorted(cards, key=lambda card: (card.suit, card.rank))


def in_order(mask: int) -> tuple[Card, ...]:
    """The cards of ``mask`` by rank."""
    return tuple(sorted(cards_of(mask), key=lambda card: (card.rank, card.suit)))
