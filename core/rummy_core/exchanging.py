"""Exchanging: a natural card goes into a meld, and the wild card that stood for it to the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rummy_core.actions import Exchange, Refusal
from rummy_core.cards import CARDS, DECK_SIZE, Card, mask_of
from rummy_core.events import Exchanged
from rummy_core.faces import told
from rummy_core.laying import NOT_HELD
from rummy_core.meld_lists import in_order
from rummy_core.melds import SET, Meld, MeldRules
from rummy_core.table import Table


def stood_for(rules: MeldRules, meld: Meld, wild: Card) -> int:
    """The natural cards that may take the place of a wild card in ``meld``, as a mask.

    In a run it is the very card it stands for, in a set any of the rank that may be added; for a wild card
    that is melded as what it is there are none.
    """
    if wild not in meld.cards or wild.rank not in rules.wilds:
        return 0
    counts = told(meld.faces[meld.cards.index(wild)])
    found = [
        card
        for card in CARDS
        if card.rank == counts.rank and counts.suit in (-1, card.suit) and card.rank not in rules.wilds
    ]
    if meld.kind == SET and not rules.equal_cards:
        there = {card.index % DECK_SIZE for card in meld.cards if card.rank not in rules.wilds}
        found = [card for card in found if card.index % DECK_SIZE not in there]
    return mask_of(found) & ~meld.mask


WHY_CLOSED: Final = Refusal(
    "A set gives up a wild card for two cards only: lay one off on it first, then exchange another."
)


def is_closed(table: Table, meld: Meld) -> bool:
    """Whether a set gives up no wild card now, where one leaves it only for two natural cards of a turn.

    The first of the two is laid off on the set, the second takes the wild card's place.
    """
    if meld.kind != SET:
        return False
    laid_first = min(one.play for one in meld.placed)
    wilds = table.rules.meld_rules.wilds
    added = [
        one
        for one in meld.placed
        if one.turn == table.turn and one.play > laid_first and one.card.rank not in wilds
    ]
    return len(added) % 2 == 0


def exchanges_of(
    table: Table, hand: int, melds: Iterable[Meld], ranks: Iterable[int] | None = None
) -> Iterator[Exchange]:
    """List the exchanges of cards of ``hand`` in ``melds``; of cards that are alike one.

    ``ranks`` are the kinds of wild cards that may be taken, None for all that the game has.
    """
    rules = table.rules.meld_rules
    kinds = set(rules.wilds if ranks is None else ranks)
    for meld in melds:
        seen: set[tuple[str, int]] = set()
        for wild in meld.cards:
            if wild.rank not in kinds:
                continue
            for card in in_order(table.known, stood_for(rules, meld, wild) & hand):
                if (card.text, wild.rank) not in seen:
                    seen.add((card.text, wild.rank))
                    yield Exchange(card, wild, meld.number)


def refuse_exchange(
    table: Table, action: Exchange, ranks: Iterable[int] | None = None, hand: int | None = None
) -> Refusal | None:
    """Why an exchange cannot be made, whosever the meld is; None where it can.

    Without ``hand`` it is the acting seat's; ``ranks`` as in :func:`exchanges_of`.
    """
    rules = table.rules.meld_rules
    if not (table.hand(table.seat) if hand is None else hand) & action.card.bit:
        return NOT_HELD
    meld = table.meld(action.meld)
    if meld is None:
        return Refusal(f"There is no meld {action.meld} on the table.")
    wild = action.wild
    if wild not in meld.cards:
        return Refusal(f"There is no {wild} in meld {meld.number}, {meld}.")
    if wild.rank not in (rules.wilds if ranks is None else set(ranks)):
        return Refusal(f"The {wild} in meld {meld.number}, {meld}, is no wild card that may be exchanged.")
    fitting = stood_for(rules, meld, wild)
    if not fitting:
        return Refusal(f"No natural card can take the place of the {wild} in meld {meld.number}, {meld}.")
    if not fitting & action.card.bit:
        return Refusal(f"The {action.card} is not what the {wild} stands for in meld {meld.number}, {meld}.")
    return None


def exchange(table: Table, seat: int, action: Exchange) -> Exchanged:
    """Exchange a card of ``seat``."""
    return Exchanged(action.meld, seat, table.layout.hands[seat], action.card, action.wild)
