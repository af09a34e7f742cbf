"""Equal cards: of two packs, the nine of hearts is the nine of hearts, whichever lies where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rummy_core.actions import Action, Decision
from rummy_core.cards import Card
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.melds import Meld
from rummy_core.notation import write_fact
from rummy_core.packs import Pack
from rummy_core.table import Table
from rummy_core.testing.failures import Fault, Property
from rummy_core.testing.legality import play, said
from rummy_core.testing.policies import pick

ALIKE: Final = Property(
    "equal cards swapped change nothing",
    "of equal cards none is better: compare faces, or let the step choose by `meant`",
)


def equal_pairs(pack: Pack) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of cards of a pack that read the same."""
    first: dict[str, Card] = {}
    pairs = []
    for card in pack.cards:
        if card.text in first:
            pairs.append((first[card.text], card))
        first.setdefault(card.text, card)
    return tuple(pairs)


def check_equal(deal: Deal, pairs: Sequence[tuple[Card, Card]], tried: Sequence[Action], rng: Random) -> None:
    """Check that a table on which two equal cards have changed places reads and plays the same."""
    one, two = pick(rng, pairs)
    other = Deal.at(deal.book, _swapped(deal.table, one, two), deal.chance.copy())
    rules = deal.rules.meld_rules
    here = sorted(said(action, rules) for action in deal.legal_actions())
    there = {said(action, rules): action for action in other.legal_actions()}
    if here != sorted(there):
        only = sorted(set(here) ^ set(there))
        raise Fault(ALIKE, f"with two {one}s swapped the list is another: {', '.join(only)}")
    for action in tried:
        first, second = deal.copy(), other.copy()
        play(first, action)
        play(second, there[said(action, rules)])
        pair = (_read(first, len(deal.log)), _read(second, len(other.log)))
        for facts in zip(*pair, strict=False):
            if facts[0] != facts[1]:
                raise Fault(
                    ALIKE, f"with two {one}s swapped {str(action)!r} brings {facts[1]}, not {facts[0]}"
                )
        if len(pair[0]) != len(pair[1]):
            raise Fault(ALIKE, f"with two {one}s swapped {str(action)!r} brings more facts, or fewer")


def _read(deal: Deal, start: int) -> list[list[str]]:
    """The facts as words in no order: a hand is kept by card, and equal cards stand apart in that."""
    everyone = deal.table.layout.everyone
    facts = [entry for entry in deal.log[start:] if not isinstance(entry, Decision)]
    return [sorted(write_fact(fact, everyone).split()) for fact in facts]


def _swapped(table: Table, one: Card, two: Card) -> Table:
    """Return a table with the two cards in each other's place, and known as the other was."""
    turn = {one: two, two: one}
    both = one.bit | two.bit

    def mask(cards: int) -> int:
        return cards ^ both if cards & both in (one.bit, two.bit) else cards

    def row(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(turn.get(card, card) for card in cards)

    def note(value: NoteValue) -> NoteValue:
        return turn.get(value, value) if isinstance(value, Card) else value

    def meld(lying: Meld) -> Meld:
        placed = tuple(replace(card, card=turn.get(card.card, card.card)) for card in lying.placed)
        return replace(lying, cards=row(lying.cards), placed=placed)

    twin = table.copy()
    twin.masks = {name: mask(cards) for name, cards in table.masks.items()}
    twin.orders = {name: row(cards) for name, cards in table.orders.items()}
    twin.known = [mask(cards) for cards in table.known]
    twin.melds = tuple(meld(lying) for lying in table.melds)
    twin.turn_notes = {key: note(value) for key, value in table.turn_notes.items()}
    twin.deal_notes = {key: note(value) for key, value in table.deal_notes.items()}
    return twin
