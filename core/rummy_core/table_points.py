"""Points on the table: what cards laid and cards left in hand count, read at the end of a deal."""

from __future__ import annotations

from collections.abc import Callable

from rummy_core.cards import cards_of
from rummy_core.melds import Meld, Placed
from rummy_core.table import Table

Counted = Callable[[Meld, Placed], bool]


def in_hand(table: Table, seat: int) -> int:
    """The points of the cards left in the hand of ``seat``."""
    values = table.rules.card_values.in_hand
    return sum(values[card.index % len(values)] for card in cards_of(table.hand(seat)))


def laid(table: Table, counts: Counted) -> int:
    """The points of the cards in melds for which ``counts`` says yes.

    Raises:
        ValueError: if melds do not score in this game.
    """
    melded = table.rules.card_values.melded
    if melded is None:
        raise ValueError("melds do not score in this game")
    return sum(
        melded(one.card, one.face, meld.kind)
        for meld in table.melds
        for one in meld.placed
        if counts(meld, one)
    )


def laid_by(table: Table, seat: int) -> int:
    """The points of the cards that ``seat`` laid, on whosever melds."""
    return laid(table, lambda meld, one: one.by == seat)


def laid_of(table: Table, side: int) -> int:
    """The points of the melds that belong to ``side``."""
    return laid(table, lambda meld, one: meld.owner == side)
