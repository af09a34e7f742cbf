"""Borrowing: a card taken out of an own meld that can spare it, for a new meld that needs it.

What is left must be a meld as it lies, so that cards are borrowed from the ends of runs and out of sets.
For packs in which no two cards are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_core.actions import LayMeld, Refusal
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.events import Borrowed
from rummy_core.laying import Saying, as_it_is, refuse_meld
from rummy_core.meld_lists import Holding, in_order, melds_of
from rummy_core.melds import Meld, MeldRules
from rummy_core.table import Table


def can_spare(rules: MeldRules, meld: Meld, gone: int) -> bool:
    """Whether what is left of a meld without some cards, a mask, is a meld that lies as it did."""
    left = {card: counts for card, counts in zip(meld.cards, meld.faces, strict=True) if not card.bit & gone}
    return any(
        dict(zip(one.cards, one.faces, strict=True)) == left for one in rules.readings(left, kind=meld.kind)
    )


def spare_cards(table: Table, seat: int) -> int:
    """The cards that ``seat`` can borrow, each by itself, as a mask."""
    side, rules = table.layout.side_of[seat], table.rules.meld_rules
    return sum(
        card.bit
        for meld in table.melds
        if meld.owner == side
        for card in meld.cards
        if can_spare(rules, meld, card.bit)
    )


def borrowed_by(table: Table, seat: int, cards: Sequence[Card]) -> list[tuple[Meld, int]]:
    """The own melds in which some of ``cards`` lie, each with those, as a mask."""
    side, wanted = table.layout.side_of[seat], mask_of(cards)
    return [(meld, meld.mask & wanted) for meld in table.melds if meld.owner == side and meld.mask & wanted]


def refuse_borrowing(table: Table, own: int, meld: LayMeld, saying: Saying = as_it_is) -> Refusal | None:
    """Why a meld cannot be laid with cards of the acting seat's other melds; None where it can, or has none.

    ``own`` are the cards that it may use beside those, as a mask.
    """
    lending = borrowed_by(table, table.seat, meld.cards)
    lent = sum(cards for _, cards in lending)
    refusal = refuse_meld(table, own | lent, meld.cards, meld.faces, saying)
    if refusal is not None:
        return refusal
    if not mask_of(meld.cards) & own:
        return Refusal("Cards are borrowed for a meld with a card that does not lie in one yet.")
    rules = table.rules.meld_rules
    for other, cards in lending:
        if not can_spare(rules, other, cards):
            words = " ".join(card.text for card in cards_of(cards))
            return Refusal(
                f"Meld {other.number}, {other}, cannot spare the {words}: what is left must be a meld."
            )
    for card in cards_of(lent):
        if rules.readings([one for one in meld.cards if one is not card]):
            return Refusal(f"The {card} need not be borrowed: the others are a meld without it.")
    return None


def borrowing_melds(table: Table, hand: int) -> Iterator[LayMeld]:
    """List the smallest melds of ``hand`` with cards that the acting seat can borrow."""
    if spare := spare_cards(table, table.seat):
        for meld in melds_of(table.rules.meld_rules, in_order(table.known, hand | spare)):
            if mask_of(meld.cards) & spare and refuse_borrowing(table, hand, meld) is None:
                yield meld


def borrowing_melds_with(table: Table, hand: int, card: Card) -> Iterator[LayMeld]:
    """The same for melds of one more card, which each names first."""
    if spare := spare_cards(table, table.seat):
        holding = Holding(table.rules.meld_rules, in_order(table.known, hand | spare))
        for meld in holding.melds_with(card):
            if mask_of(meld.cards) & spare and refuse_borrowing(table, hand | card.bit, meld) is None:
                yield meld


def borrow(table: Table, seat: int, cards: Sequence[Card]) -> Iterator[Borrowed]:
    """Take those of ``cards`` that lie in melds to the hand of ``seat``, to be laid at once."""
    for meld, lent in borrowed_by(table, seat, cards):
        for card in cards_of(lent):
            yield Borrowed(meld.number, seat, card, table.layout.hands[seat])
