"""Laying cards on the table: new melds and lay-offs, and why they are refused."""

from __future__ import annotations

from rummy_core.actions import LayOff, Refusal
from rummy_core.cards import Card, mask_of
from rummy_core.events import Laid
from rummy_core.melds import RUN, SET
from rummy_core.table import Table


def refuse_meld(table: Table, hand: int, cards: tuple[Card, ...]) -> Refusal | None:
    """Why ``cards`` cannot be laid as a new meld from ``hand``; None where they can."""
    mask = mask_of(cards)
    if mask & ~hand or mask.bit_count() != len(cards):
        return Refusal(f"Not all of {_words(cards)} are free in your hand.")
    if table.rules.meld_rules.kind_of(cards) is None:
        return Refusal(f"{_words(cards)} is neither a set nor a run.")
    return None


def refuse_lay_off(table: Table, action: LayOff) -> Refusal | None:
    """Why a card cannot be laid off from the acting seat's hand; None where it can."""
    if not table.hand(table.seat) & action.card.bit:
        return Refusal("That card is not in your hand.")
    meld = table.meld(action.meld)
    if meld is None:
        return Refusal(f"There is no meld {action.meld} on the table.")
    if not table.rules.meld_rules.grows(meld, action.card):
        return Refusal(f"The {action.card} does not fit meld {meld.number}, {meld}.")
    return None


def lay_new(table: Table, seat: int, cards: tuple[Card, ...]) -> Laid:
    """Lay ``cards`` from the hand of ``seat`` as a new meld of its side."""
    rules = table.rules.meld_rules
    lies = rules.order(cards)
    assert lies is not None
    kind = SET if lies[0].rank == lies[1].rank else RUN
    owner = table.layout.side_of[seat]
    return Laid(len(table.melds) + 1, kind, owner, seat, table.layout.hands[seat], lies, lies)


def lay_off(table: Table, seat: int, action: LayOff) -> Laid:
    """Lay a card of ``seat`` off on a meld."""
    meld = table.meld(action.meld)
    assert meld is not None
    longer = (*meld.cards, action.card)
    lies = longer if meld.kind == SET else table.rules.meld_rules.run_order(longer)
    assert lies is not None
    hand = table.layout.hands[seat]
    return Laid(meld.number, meld.kind, meld.owner, seat, hand, (action.card,), lies)


def _words(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards) or "nothing"
