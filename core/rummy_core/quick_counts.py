"""Deadwood and discards of hands of usual size, without a search.

Bots and knock checks ask these millions of times, so they are closures over plain
lists, and the case of one rank held three or four times is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from rummy_core.melds import MeldRules
from rummy_core.run_tables import SUIT, RunTable
from rummy_core.set_search import Suits, rank_choices, set_sizes, suits_of, without

_HALF: Final = (1 << 26) - 1
_MANY: Final = 220  # ways to choose sets; above that the search is faster


def deadwood_of(
    rules: MeldRules, tables: Sequence[RunTable], searched: Callable[[int], int]
) -> Callable[[int], int]:
    """Return the function from a hand to its deadwood; ``searched`` answers for large hands."""
    in_clubs, in_diamonds, in_hearts, in_spades = (table.points for table in tables)

    def one(clubs: int, diamonds: int, hearts: int, spades: int, bit: int) -> int:
        """Count with one rank held three or four times."""
        a = in_clubs[clubs]
        b = in_diamonds[diamonds]
        c = in_hearts[hearts]
        d = in_spades[spades]
        keep = ~bit
        p = in_clubs[clubs & keep]
        q = in_diamonds[diamonds & keep]
        r = in_hearts[hearts & keep]
        s = in_spades[spades & keep]
        if clubs & diamonds & hearts & spades & bit:
            return min(
                a + b + c + d, p + q + r + s, a + q + r + s, p + b + r + s, p + q + c + s, p + q + r + d
            )
        none = a + b + c + d
        three = p + q + r + s
        return three if three < none else none

    def several(mask: int, clubs: int, diamonds: int, hearts: int, spades: int, ranks: int) -> int:
        """Count with up to three ranks held three or four times."""
        if ranks.bit_count() > 3:
            return searched(mask)
        bit = ranks & -ranks
        ranks ^= bit
        keep = ~bit
        c, d, h, s = clubs & keep, diamonds & keep, hearts & keep, spades & keep
        if ranks & (ranks - 1):
            least = several(mask, clubs, diamonds, hearts, spades, ranks)
            least = min(least, several(mask, c, d, h, s, ranks))
            if clubs & diamonds & hearts & spades & bit:
                least = min(
                    least,
                    several(mask, clubs, d, h, s, ranks),
                    several(mask, c, diamonds, h, s, ranks),
                    several(mask, c, d, hearts, s, ranks),
                    several(mask, c, d, h, spades, ranks),
                )
            return least
        least = min(one(clubs, diamonds, hearts, spades, ranks), one(c, d, h, s, ranks))
        if clubs & diamonds & hearts & spades & bit:
            least = min(
                least,
                one(clubs, d, h, s, ranks),
                one(c, diamonds, h, s, ranks),
                one(c, d, hearts, s, ranks),
                one(c, d, h, spades, ranks),
            )
        return least

    def deadwood(mask: int) -> int:
        low = mask & _HALF
        high = mask >> 26
        clubs = low & SUIT
        diamonds = low >> 13
        hearts = high & SUIT
        spades = high >> 13
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if not ranks:
            return in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades]
        if ranks & (ranks - 1):
            return several(mask, clubs, diamonds, hearts, spades, ranks)
        return one(clubs, diamonds, hearts, spades, ranks)

    def by_choices(mask: int) -> int:
        found = _left_for_runs(rules, mask)
        if found is None:
            return searched(mask)
        return min(in_clubs[c] + in_diamonds[d] + in_hearts[h] + in_spades[s] for c, d, h, s in found)

    return deadwood if set_sizes(rules) == range(3, 5) else by_choices


def best_discards_of(
    rules: MeldRules,
    tables: Sequence[RunTable],
    values: Sequence[int],
    deadwood: Callable[[int], int],
) -> Callable[[int], tuple[int, int]]:
    """Return the function from a hand to the least deadwood after a discard, and all that reach it."""
    in_clubs, in_diamonds, in_hearts, in_spades = (table.points for table in tables)
    (gain_c, drop_c), (gain_d, drop_d), (gain_h, drop_h), (gain_s, drop_s) = (table.drops for table in tables)

    def best_discards(mask: int) -> tuple[int, int]:
        low = mask & _HALF
        high = mask >> 26
        clubs = low & SUIT
        diamonds = low >> 13
        hearts = high & SUIT
        spades = high >> 13
        if rules.min_set >= 3 and not (
            clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        ):
            ways = [(clubs, diamonds, hearts, spades)]
        else:
            found = _left_for_runs(rules, mask)
            if found is None:
                return one_by_one(mask)
            ways = found
        least = 1 << 60
        cards = 0
        for clubs, diamonds, hearts, spades in ways:
            c, d, h, s = gain_c[clubs], gain_d[diamonds], gain_h[hearts], gain_s[spades]
            gain = max(c, d, h, s)
            left = in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades] - gain
            if left > least:
                continue
            if left < least:
                least = left
                cards = 0
            if c == gain:
                cards |= drop_c[clubs]
            if d == gain:
                cards |= drop_d[diamonds] << 13
            if h == gain:
                cards |= drop_h[hearts] << 26
            if s == gain:
                cards |= drop_s[spades] << 39
        return least, cards

    def one_by_one(mask: int) -> tuple[int, int]:
        all_of_them = deadwood(mask)
        least = 1 << 60
        cards = 0
        rest = mask
        while rest:
            card = rest & -rest
            rest ^= card
            if all_of_them - values[card.bit_length() - 1] > least:
                continue
            left = deadwood(mask ^ card)
            if left < least:
                least = left
                cards = card
            elif left == least:
                cards |= card
        return least, cards

    return best_discards


def _left_for_runs(rules: MeldRules, mask: int) -> list[Suits] | None:
    """Return what every choice of sets leaves for runs, or None where there are too many."""
    suits = suits_of(mask)
    ranks = rank_choices(rules, suits)
    ways = 1
    for rank in ranks:
        ways *= len(rank.choices)
    if ways > _MANY:
        return None
    found = [suits]
    for rank in ranks:
        found = [without(left, rank.bit, one.taken) for left, one in product(found, rank.choices)]
    return found
