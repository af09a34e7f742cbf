"""Points on the table: what cards laid and cards left in hand count, read at the end of a deal."""

from __future__ import annotations

from collections.abc import Callable

from rummy_core.cards import cards_of
from rummy_core.melds import Meld, Placed
from rummy_core.scoring import CardValues
from rummy_core.table import Table
from rummy_core.views import View

Counted = Callable[[Meld, Placed], bool]


def points_in_hand(values: CardValues, mask: int) -> int:
    """The points of cards left in hand."""
    of = values.in_hand
    return sum(of[card.index % len(of)] for card in cards_of(mask))


def in_hand(table: Table, seat: int) -> int:
    """The points of the cards left in the hand of ``seat``."""
    return points_in_hand(table.rules.card_values, table.hand(seat))


def laid(table: Table | View, counts: Counted) -> int:
    """The points of the cards in melds for which ``counts`` says yes.

    Raises:
        ValueError: if melds do not score in this game.
    """
    values = table.rules.card_values
    if not values.melds_score:
        raise ValueError("melds do not score in this game")
    return sum(
        values.of_placed(meld, one) for meld in table.melds for one in meld.placed if counts(meld, one)
    )


def laid_by(table: Table | View, seat: int) -> int:
    """The points of the cards that ``seat`` laid, on whosever melds."""
    return laid(table, lambda meld, one: one.by == seat)


def laid_of(table: Table | View, side: int) -> int:
    """The points of the melds that belong to ``side``."""
    return laid(table, lambda meld, one: meld.owner == side)
