"""What one more turn would earn in Iceberg, by trying every play in every order. Slow, and plain to read.

It lays with the rules of melds that the game is played by, and counts each play when it is made: nothing is
shared with the search that it is held against but the points of a card by its place.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy_core.cards import CARDS, Card, cards_of, mask_of
from rummy_core.meld_lists import ALL, melds_of
from rummy_core.melds import Meld, MeldRules, lay_out

Lying = tuple[str, frozenset[Card]]


def points_at(place: int) -> int:
    """The points of one card, by its place in the meld: the table of points, written out."""
    return {1: 0, 2: 10, 3: 20, 4: 40, 5: 50, 6: 60, 7: 70, 8: 80, 9: 90, 10: 100, 11: 110, 12: 120}[place]


def best_by_trying(
    rules: MeldRules, hand: int, melds: tuple[Meld, ...], special_values: Mapping[str, int]
) -> tuple[int, int]:
    """The most points of a turn and, among such turns, the most cards laid."""
    found: dict[tuple[int, frozenset[Lying]], tuple[int, int]] = {}

    def best(held: int, table: tuple[Meld, ...]) -> tuple[int, int]:
        # The order in which melds were laid does not matter any more.
        key = held, frozenset((one.kind, frozenset(one.cards)) for one in table)
        if key in found:
            return found[key]
        most = (0, 0)
        for action in melds_of(rules, cards_of(held), ALL):
            (reading,) = rules.readings(action.cards)
            count = len(action.cards)
            earned = special_values.get(reading.kind)
            if earned is None:
                earned = sum(points_at(place) for place in range(1, count + 1))
            rest = held & ~mask_of(action.cards)
            then = best(rest, (*table, lay_out(len(table) + 1, 0, reading, 0)))
            most = max(most, (then[0] + earned, then[1] + count))
        for number, meld in enumerate(table):
            for card in cards_of(rules.fits(meld) & held):
                (reading,) = rules.readings((*meld.cards, card), kind=meld.kind)
                longer = lay_out(meld.number, 0, reading, 0)
                then = best(held & ~card.bit, (*table[:number], longer, *table[number + 1 :]))
                most = max(most, (then[0] + points_at(len(longer.cards)), then[1] + 1))
        found[key] = most
        return most

    return best(hand, melds)


ALL_CARDS = tuple(card for card in CARDS if card.deck < 2 and card.rank > 1)
