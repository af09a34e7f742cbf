"""Iceberg's points: what a card counts by its place in a meld, and the four special melds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rummy_core.melds import Pattern
from rummy_core.scoring import BySize, CardValues

IN_HAND: Final = 10
"""What each card left in hand costs. (Iceberg, fact 7)"""

ODD: Final = (13, 11, 9, 7, 5, 3)
EVEN: Final = (12, 10, 8, 6, 4, 2)
SPECIALS: Final = (
    Pattern("odd-one-suit", ODD, one_suit=True),
    Pattern("even-one-suit", EVEN, one_suit=True),
    Pattern("odd-one-colour", ODD, one_suit=False),
    Pattern("even-one-colour", EVEN, one_suit=False),
)
"""The four special melds, in the order of their values. (Iceberg, fact 4)"""


def place_points(place: int) -> int:
    """The points of the card that is laid as the ``place``-th of a set or run. (Iceberg, table of points)

    A pair has the points of its second card, a run those of three.
    """
    if place <= 3:
        return 10 * (place - 1)
    return 10 * place


@cache
def meld_points(size: int) -> int:
    """The points of all cards of a set or run of that size."""
    return sum(place_points(place) for place in range(1, size + 1))


def iceberg_values(special_values: Mapping[str, int]) -> CardValues:
    """The points of cards in melds, by their place in the order of laying, and in hand. (Iceberg, fact 5)

    ``special_values`` are the points of the special melds by kind; their first card has them all.
    """

    def whole(kind: str, cards: int) -> int:
        if kind in special_values:
            return special_values[kind] if cards else 0
        return meld_points(cards)

    costs = CardValues.by_rank((IN_HAND,) * 13)
    return CardValues(costs.in_hand, by_size=BySize(whole))
