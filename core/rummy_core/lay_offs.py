"""Which cards of a hand can go on the melds of the table, for the search of a defence.

Lay-offs on runs stay within a suit and are priced with its table of runs; a card
laid off on a set is one more choice at its rank.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

from rummy_core.cards import Card, cards_of
from rummy_core.melds import SET, Meld, MeldRules
from rummy_core.run_tables import LAID_OFF, RunTable
from rummy_core.set_search import (
    Choice,
    Picks,
    RankChoices,
    Suits,
    held_in,
    of_rank,
    ranks_for_sets,
    set_choices,
    suits_of,
)

LaidOff: TypeAlias = tuple[tuple[Card, int], ...]


class LayOffs:
    """The lay-offs open to ``hand``; ``legal`` holds the mask of every meld there is."""

    def __init__(
        self, hand: int, melds: Iterable[Meld], tables: Sequence[RunTable], legal: Container[int]
    ) -> None:
        self._hand = hand
        self._tables = tables
        on_runs: list[dict[int, LaidOff]] = [{0: ()} for _ in range(4)]
        on_sets: dict[int, dict[int, LaidOff]] = {}
        for meld in melds:
            ways = _chains(meld, hand, legal)
            place = meld.cards[0].rank - 1
            if meld.kind == SET:
                _join(on_sets.setdefault(1 << place, {0: ()}), ways)
            else:
                _join(on_runs[meld.cards[0].suit], ways)
        self._on_sets = on_sets
        self._on_runs = [
            {cards >> 13 * suit: laid for cards, laid in ways.items()} for suit, ways in enumerate(on_runs)
        ]

    def rank_choices(self, rules: MeldRules) -> list[RankChoices]:
        """Return the choices at each rank where a card can go on a set, or a set can be made."""
        suits = suits_of(self._hand)
        found = []
        ranks = ranks_for_sets(rules, suits)
        for bit in self._on_sets:
            ranks |= bit
        while ranks:
            bit = ranks & -ranks
            ranks ^= bit
            held = held_in(suits, bit)
            choices = []
            for cards in self._on_sets.get(bit, {0: ()}):
                laid = held_in(suits_of(cards), bit)
                for own in set_choices(rules, held & ~laid):
                    cost = own.cost + LAID_OFF * laid.bit_count()
                    choices.append(Choice(own.taken | laid, own.sets, laid, cost))
            if len(choices) > 1:
                found.append(RankChoices(bit, tuple(choices)))
        return found

    def cost(self, suit: int, mask: int, free: int) -> int:
        """Return the least cost of a suit when its cards are melded in runs or laid off on runs."""
        relaxed = self._tables[suit].relaxed
        return min(
            relaxed(mask ^ laid, free) + LAID_OFF * laid.bit_count()
            for laid in self._on_runs[suit]
            if mask & laid == laid
        )

    def settle(self, left: Suits, picks: Picks) -> tuple[tuple[list[int], ...], LaidOff]:
        """Return the runs of each suit, and the cards laid off in an order that works."""
        laid_off = [
            pair
            for bit, choice in picks
            if choice.laid_off
            for pair in self._on_sets[bit][of_rank(bit, choice.laid_off)]
        ]
        runs = []
        for suit, mask in enumerate(left):
            table = self._tables[suit]
            price = self.cost(suit, mask, 0)
            for laid, pairs in self._on_runs[suit].items():
                if mask & laid == laid and table.cost[mask ^ laid] + LAID_OFF * laid.bit_count() == price:
                    runs.append(table.split(mask ^ laid))
                    laid_off += pairs
                    break
        return tuple(runs), tuple(laid_off)


def _chains(meld: Meld, hand: int, legal: Container[int]) -> dict[int, LaidOff]:
    """Return every choice of cards that can go on ``meld`` one after another, with the order."""
    found: dict[int, LaidOff] = {0: ()}
    queue = [0]
    for cards in queue:
        lying = meld.mask | cards
        for card in cards_of(hand & ~lying):
            if lying | card.bit in legal and cards | card.bit not in found:
                found[cards | card.bit] = (*found[cards], (card, meld.number))
                queue.append(cards | card.bit)
    return found


def _join(ways: dict[int, LaidOff], more: dict[int, LaidOff]) -> None:
    """Add to ``ways`` the choices for one more meld; a card goes on one meld only."""
    for cards, laid in list(ways.items()):
        for others, also in more.items():
            if not cards & others:
                ways.setdefault(cards | others, laid + also)
