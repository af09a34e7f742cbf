"""Deadwood and discards of hands of usual size, without a search.

Bots and knock checks ask these millions of times, so they are closures over plain
lists, and the usual cases are written out: no set, or one rank held three times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rummy_core.melds import MeldRules
from rummy_core.run_tables import SUIT, RunTable
from rummy_core.set_search import Suits, held_in, set_choices

_HALF: Final = (1 << 26) - 1  # two suits: a number of one digit, where Python is fast
_MANY: Final = 220  # ways to choose sets; above that the search is faster
_NONE: Final = 1 << 60


def deadwood_of(
    rules: MeldRules, tables: Sequence[RunTable], searched: Callable[[int], int]
) -> Callable[[int], int]:
    """Return the function from a hand to its deadwood; ``searched`` answers for large hands."""
    in_clubs, in_diamonds, in_hearts, in_spades = (table.points for table in tables)
    ways_left = _ways_left(rules)
    pairs = rules.min_set < 3
    threes = rules.min_set == 3

    def deadwood(mask: int) -> int:
        low = mask & _HALF
        high = mask >> 26
        clubs = low & SUIT
        diamonds = low >> 13
        hearts = high & SUIT
        spades = high >> 13
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks or pairs:
            if threes and not ranks & (ranks - 1) and not clubs & diamonds & hearts & spades:
                keep = ~ranks
                none = in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades]
                made = (
                    in_clubs[clubs & keep]
                    + in_diamonds[diamonds & keep]
                    + in_hearts[hearts & keep]
                    + in_spades[spades & keep]
                )
                return made if made < none else none
            ways = ways_left((clubs, diamonds, hearts, spades))
            if not ways:
                return searched(mask)
            return min([in_clubs[c] + in_diamonds[d] + in_hearts[h] + in_spades[s] for c, d, h, s in ways])
        return in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades]

    return deadwood


def best_discards_of(
    rules: MeldRules, tables: Sequence[RunTable], one_by_one: Callable[[int], tuple[int, int]]
) -> Callable[[int], tuple[int, int]]:
    """Return the function from a hand to the least deadwood after a discard, and all that reach it.

    ``one_by_one`` answers for large hands.
    """
    in_clubs, in_diamonds, in_hearts, in_spades = (table.points for table in tables)
    (gain_c, drop_c), (gain_d, drop_d), (gain_h, drop_h), (gain_s, drop_s) = (table.drops for table in tables)
    ways_left = _ways_left(rules)
    pairs = rules.min_set < 3

    def best_discards(mask: int) -> tuple[int, int]:
        low = mask & _HALF
        high = mask >> 26
        clubs = low & SUIT
        diamonds = low >> 13
        hearts = high & SUIT
        spades = high >> 13
        ways = [(clubs, diamonds, hearts, spades)]
        if pairs or clubs & diamonds & (hearts | spades) or hearts & spades & (clubs | diamonds):
            ways = ways_left(ways[0])
            if not ways:
                return one_by_one(mask)
        least = _NONE
        cards = 0
        for clubs, diamonds, hearts, spades in ways:
            c = gain_c[clubs]
            d = gain_d[diamonds]
            h = gain_h[hearts]
            s = gain_s[spades]
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

    return best_discards


def _ways_left(rules: MeldRules) -> Callable[[Suits], list[Suits]]:
    """Return the function from a hand to what each choice of sets leaves of it for runs.

    It returns nothing where the choices are too many.
    """
    kept: dict[int, tuple[Suits, ...]] = {}
    for suits in range(1, 16):
        taken = {choice.taken for choice in set_choices(rules, suits)}
        for place in range(13):
            keep = [tuple(~(1 << place) if one >> suit & 1 else SUIT for suit in range(4)) for one in taken]
            kept[suits << 13 | 1 << place] = tuple((c, d, h, s) for c, d, h, s in keep)
    at_least_two = rules.min_set < 3

    def ways_left(hand: Suits) -> list[Suits]:
        clubs, diamonds, hearts, spades = hand
        if at_least_two:
            ranks = clubs | diamonds | hearts | spades
        else:
            ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        found = [hand]
        while ranks:
            bit = ranks & -ranks
            ranks ^= bit
            keep = kept[held_in(hand, bit) << 13 | bit]
            if len(found) * len(keep) > _MANY:
                return []
            found = [(c & e, d & f, h & g, s & i) for c, d, h, s in found for e, f, g, i in keep]
        return found

    return ways_left
