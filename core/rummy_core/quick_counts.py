"""Deadwood and discards of hands of usual size, without a search.

Bots and knock checks ask these millions of times, so they are closures over plain
lists, and the usual cases are written out: no set, or a rank or two held three times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rummy_core.melds import MeldRules
from rummy_core.run_tables import SUIT, RunTable
from rummy_core.set_search import Suits, held_in, ranks_for_sets, set_choices, set_sizes

_HALF: Final = (1 << 26) - 1  # two suits: a number of one digit, where Python is fast
_MANY: Final = 220  # ways to choose sets; above that the search is faster
_NONE: Final = 1 << 60


def deadwood_of(
    rules: MeldRules, tables: Sequence[RunTable], searched: Callable[[int], int]
) -> Callable[[int], int]:
    """Return the function from a hand to its deadwood; ``searched`` answers for large hands."""
    in_clubs, in_diamonds, in_hearts, in_spades = (table.points for table in tables)
    ways_left = _ways_left(rules)

    def by_ways(mask: int) -> int:
        ways = ways_left((mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39))
        if not ways:
            return searched(mask)
        return min([in_clubs[c] + in_diamonds[d] + in_hearts[h] + in_spades[s] for c, d, h, s in ways])

    def with_four(clubs: int, diamonds: int, hearts: int, spades: int, rank: int) -> int:
        keep = ~rank
        a, b, c, d = in_clubs[clubs], in_diamonds[diamonds], in_hearts[hearts], in_spades[spades]
        p, q = in_clubs[clubs & keep], in_diamonds[diamonds & keep]
        r, s = in_hearts[hearts & keep], in_spades[spades & keep]
        return min(a + b + c + d, p + q + r + s, a + q + r + s, p + b + r + s, p + q + c + s, p + q + r + d)

    # SUIT and _HALF stand here as numbers: looking them up is 3 % of the time.
    def deadwood(mask: int) -> int:
        low = mask & 67108863
        high = mask >> 26
        both = low & high  # clubs with hearts, and diamonds with spades
        either = low | high
        ranks = both & either >> 13 | both >> 13 & either
        if ranks:
            clubs = low & 8191
            diamonds = low >> 13
            hearts = high & 8191
            spades = high >> 13
            other = ranks & (ranks - 1)
            if both & both >> 13:
                return by_ways(mask) if other else with_four(clubs, diamonds, hearts, spades, ranks)
            least = in_clubs[clubs] + in_diamonds[diamonds] + in_hearts[hearts] + in_spades[spades]
            if other:
                if other & (other - 1):
                    return by_ways(mask)
                ranks ^= other
                keep = ~other
                c, d, h, s = clubs & keep, diamonds & keep, hearts & keep, spades & keep
                least = min(least, in_clubs[c] + in_diamonds[d] + in_hearts[h] + in_spades[s])
                keep = ~ranks
                c, d, h, s = c & keep, d & keep, h & keep, s & keep
                least = min(least, in_clubs[c] + in_diamonds[d] + in_hearts[h] + in_spades[s])
            keep = ~ranks
            made = (
                in_clubs[clubs & keep]
                + in_diamonds[diamonds & keep]
                + in_hearts[hearts & keep]
                + in_spades[spades & keep]
            )
            return made if made < least else least
        return in_clubs[low & 8191] + in_diamonds[low >> 13] + in_hearts[high & 8191] + in_spades[high >> 13]

    return deadwood if set_sizes(rules) == range(3, 5) else by_ways


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
    threes = rules.min_set == 3

    def best_discards(mask: int) -> tuple[int, int]:
        low = mask & _HALF
        high = mask >> 26
        clubs = low & SUIT
        diamonds = low >> 13
        hearts = high & SUIT
        spades = high >> 13
        ways = [(clubs, diamonds, hearts, spades)]
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if ranks or pairs:
            if threes and not ranks & (ranks - 1) and not clubs & diamonds & hearts & spades:
                keep = ~ranks
                ways.append((clubs & keep, diamonds & keep, hearts & keep, spades & keep))
            else:
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

    def ways_left(hand: Suits) -> list[Suits]:
        ranks = ranks_for_sets(rules, hand)
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
