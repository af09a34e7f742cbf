"""How a hand is laid out before its player: in its best melds, by rank or by suit."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rummy_core.cards import Card, cards_of
from rummy_core.views import View

MELDS: Final = "melds"
RANK: Final = "rank"
SUIT: Final = "suit"
ORDERS: Final = (MELDS, RANK, SUIT)


def grouped(view: View, order: str = MELDS) -> list[tuple[Card, ...]]:
    """Return the seat's own hand in groups; in melds the last group is what is in none."""
    hand = view.hand
    if order == SUIT:
        return [tuple(group) for _, group in groupby(hand, key=lambda card: card.suit)]
    by_rank = sorted(hand, key=lambda card: (card.rank, card.suit))
    if order == RANK:
        return [tuple(by_rank)] if by_rank else []
    if not can_arrange(view):
        by = [tuple(group) for _, group in groupby(by_rank, key=lambda card: card.rank)]
        alike = [group for group in by if len(group) > 1]
        rest = tuple(card for group in by if len(group) == 1 for card in group)
        return [*alike, rest] if rest else alike
    best = view.rules.arranger.arrange(view.hand_mask)
    rest = tuple(sorted(best.unmatched, key=lambda card: (card.rank, card.suit)))
    return [*best.melds, rest] if rest else list(best.melds)


def can_arrange(view: View) -> bool:
    """Whether the core knows the best melds of a hand."""
    return not (view.layout.has_copies or view.rules.meld_rules.wilds)


def in_order(mask: int) -> tuple[Card, ...]:
    """The cards of ``mask`` by rank."""
    return tuple(sorted(cards_of(mask), key=lambda card: (card.rank, card.suit)))
