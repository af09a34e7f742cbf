"""Numbers that a right game of gin must give, whoever counts: exact where they can be, else sampled.

A sample comes from fixed seeds and the engine's own shuffles; it may stray four standard errors from the
number. ``-m long`` draws more of each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Final

import pytest

from rummy_cli.simulation import Plan, play_all
from rummy_cli.tallies import Tally
from rummy_core.arrangements import arranger
from rummy_core.cards import CARDS, cards_of, mask_of
from rummy_core.chance import Chance
from rummy_core.defaults import PIPS
from rummy_core.melds import MeldRules
from rummy_core.scoring import CardValues

PACK: Final = CARDS[:52]
ARRANGER: Final = arranger(MeldRules(), CardValues.by_rank(PIPS).in_hand)
HANDS: Final = comb(52, 10)
GIN_HANDS: Final = 136_694
KNOCKING_HANDS: Final = 10_212_276
"""Hands of ten cards with ten points of deadwood or fewer, gin among them."""

# --- melds of the pack


def test_a_pack_has_185_melds_of_three_to_five_cards() -> None:
    assert sum(meld.bit_count() <= 5 for meld in ARRANGER.melds) == 185


def test_a_pack_has_329_melds() -> None:
    assert len(ARRANGER.melds) == 329


# --- hands that can be parted into melds


@cache
def gin_hands() -> frozenset[int]:
    """All gin hands of ten cards, from the list of melds: a longer run is two of three to five cards."""
    melds = {size: [one for one in ARRANGER.melds if one.bit_count() == size] for size in (3, 4, 5)}
    hands = {one | other for one, other in combinations(melds[5], 2) if not one & other}
    pairs = (one | other for one, other in combinations(melds[3], 2) if not one & other)
    hands.update(six | four for six in pairs for four in melds[4] if not six & four)
    return frozenset(hands)


def hands_within(limit: int, *, ranks: int = 13, size: int = 10) -> int:
    """How many hands of four suits can be melded to so few points, counted without the engine.

    It goes up the ranks. A way so far is, by suit, how many cards an open run has (three stand for more),
    and its deadwood; each hand is one path, since all its ways are kept together.
    """
    count = defaultdict(int, {(frozenset([((0, 0, 0, 0), 0)]), 0): 1})
    for rank in range(1, ranks + 1):
        after: defaultdict[tuple[Ways, int], int] = defaultdict(int)
        for (ways, cards), hands in count.items():
            for held in range(16):
                then = _grown(ways, held, min(rank, 10), limit)
                if then and cards + held.bit_count() <= size:
                    after[then, cards + held.bit_count()] += hands
        count = after
    return sum(
        hands
        for (ways, cards), hands in count.items()
        if cards == size and any(not {1, 2} & set(runs) for runs, _ in ways)
    )


Ways = frozenset[tuple[tuple[int, ...], int]]


@cache
def _grown(ways: Ways, held: int, points: int, limit: int) -> Ways:
    """The ways after a rank of which the suits ``held`` are in the hand."""
    best: dict[tuple[int, ...], int] = {}
    for runs, deadwood in ways:
        open_runs = sum(1 << suit for suit, length in enumerate(runs) if length in (1, 2))
        for in_set in _subsets(held):
            # A run of one or two cards must go on.
            if in_set.bit_count() not in (0, 3, 4) or open_runs & ~(held & ~in_set):
                continue
            for loose in _subsets(held & ~in_set & ~open_runs):
                cost = deadwood + points * loose.bit_count()
                if cost <= limit:
                    in_run = held & ~in_set & ~loose
                    then = tuple(
                        [min(3, one + 1) if in_run >> suit & 1 else 0 for suit, one in enumerate(runs)]
                    )
                    best[then] = min(cost, best.get(then, cost))
    return frozenset(best.items())


@cache
def _subsets(mask: int) -> tuple[int, ...]:
    return tuple(one for one in range(16) if one & ~mask == 0)


def test_there_are_15_820_024_220_hands_of_which_136_694_are_gin() -> None:
    assert HANDS == 15_820_024_220
    assert len(gin_hands()) == GIN_HANDS
    assert hands_within(0) == GIN_HANDS


def test_the_engine_knows_gin_hands_from_their_neighbours() -> None:
    hands = gin_hands()
    rng = Random("known numbers/neighbours")
    for hand in rng.sample(sorted(hands), 5_000):
        assert ARRANGER.deadwood(hand) == 0
        out = rng.choice(cards_of(hand)).bit
        other = hand ^ out | rng.choice(cards_of(((1 << 52) - 1) ^ hand)).bit
        assert (ARRANGER.deadwood(other) == 0) == (other in hands)


@pytest.mark.long
def test_the_engine_knows_all_gin_hands() -> None:
    assert all(ARRANGER.deadwood(hand) == 0 for hand in gin_hands())


@pytest.mark.parametrize(
    ("ranks", "size"), [(4, 6), (4, 8), (5, 5), pytest.param(5, 10, marks=pytest.mark.long)]
)
def test_the_count_agrees_with_every_hand_of_a_small_pack(ranks: int, size: int) -> None:
    small = [one for one in PACK if one.rank <= ranks]
    found = [ARRANGER.deadwood(mask_of(hand)) for hand in combinations(small, size)]
    for limit in (0, 3, 10):
        assert hands_within(limit, ranks=ranks, size=size) == sum(one <= limit for one in found)


@pytest.mark.long
def test_10_212_276_hands_have_ten_points_of_deadwood_or_fewer() -> None:
    assert hands_within(10) == KNOCKING_HANDS


def test_that_is_0_0646_percent() -> None:
    assert round(100 * KNOCKING_HANDS / HANDS, 4) == 0.0646


# --- melds in the hand that is dealt, exactly


def without(kinds: str) -> float:
    """The share of hands of ten cards that hold no set, or no run, or neither."""
    count = defaultdict(int, {(0, 0, 0): 1})
    for _ in range(13):
        after: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (two_below, below, cards), hands in count.items():
            for held in range(16):
                a_set, a_run = held.bit_count() >= 3, two_below & below & held
                if (
                    not (("set" in kinds and a_set) or ("run" in kinds and a_run))
                    and cards + held.bit_count() <= 10
                ):
                    after[below, held, cards + held.bit_count()] += hands
        count = after
    return sum(hands for (*_, cards), hands in count.items() if cards == 10) / HANDS


SHARES = {"set": 24.1, "run": 20.1, "set run": 39.8}
"""Of a hundred hands that are dealt, how many hold a set, a run, any meld."""


@pytest.mark.parametrize("kinds", SHARES)
def test_the_share_of_hands_with_a_meld(kinds: str) -> None:
    assert round(100 * (1 - without(kinds)), 1) == SHARES[kinds]


# --- hands that the engine deals


@dataclass
class Dealt:
    """What came of hands that were dealt: how many had so much deadwood, and which kinds of melds."""

    deadwood: Counter[int] = field(default_factory=Counter)
    kinds: Counter[frozenset[str]] = field(default_factory=Counter)

    @property
    def hands(self) -> int:
        return self.deadwood.total()

    @property
    def mean(self) -> float:
        return sum(points * hands for points, hands in self.deadwood.items()) / self.hands

    @property
    def deviation(self) -> float:
        squares = sum((points - self.mean) ** 2 * hands for points, hands in self.deadwood.items())
        return sqrt(squares / self.hands)


@cache
def sample(shuffles: int) -> Dealt:
    """Five hands of ten cards from each shuffle of the pack."""
    found = Dealt()
    for number in range(shuffles):
        order = Chance(f"known numbers/{number}").shuffle(PACK)
        for first in range(0, 50, 10):
            hand = mask_of(order[first : first + 10])
            melds = ARRANGER.melds_in(hand)
            found.deadwood[ARRANGER.deadwood(hand)] += 1
            found.kinds[frozenset("run" if one.suit == two.suit else "set" for one, two, *_ in melds)] += 1
    return found


def check_share(found: int, of: int, share: float) -> None:
    """Check a count against the share that is expected."""
    error = sqrt(share * (1 - share) / of)
    assert abs(found / of - share) < 4 * error, f"{found} of {of}: {found / of:.5f}, not {share:.5f}"


MORE = [4_000, pytest.param(200_000, marks=pytest.mark.long)]


@pytest.mark.parametrize("shuffles", MORE)
def test_the_deadwood_of_a_dealt_hand_is_56_56_and_strays_by_13_8(shuffles: int) -> None:
    found = sample(shuffles)
    assert abs(found.mean - 56.56) < 0.005 + 4 * 13.8 / sqrt(found.hands)
    assert abs(found.deviation - 13.8) < 0.05 + 4 * 13.8 / sqrt(2 * found.hands)


@pytest.mark.parametrize("shuffles", MORE)
@pytest.mark.parametrize("kinds", SHARES)
def test_the_melds_of_dealt_hands(kinds: str, shuffles: int) -> None:
    found = sample(shuffles)
    with_them = sum(hands for held, hands in found.kinds.items() if held & set(kinds.split()))
    check_share(with_them, found.hands, 1 - without(kinds))


@pytest.mark.parametrize("shuffles", MORE)
def test_dealt_hands_with_ten_points_or_fewer(shuffles: int) -> None:
    found = sample(shuffles)
    few = sum(hands for points, hands in found.deadwood.items() if points <= 10)
    check_share(few, found.hands, KNOCKING_HANDS / HANDS)


# --- simple against itself


@cache
def simple_against_itself(matches: int) -> Tally:
    """The game that was played for the published figures, between two simple bots."""
    plan = Plan("gin", (), "eaai", (), None, ("simple", "simple"), "known numbers", matches=True, swap=False)
    whole = Tally(2)
    for part in play_all(plan, matches, jobs=1, with_lines=False):
        whole.merge(part.tally)
    return whole


MATCHES = [60, pytest.param(2_000, marks=pytest.mark.long)]


@pytest.mark.parametrize("matches", MATCHES)
@pytest.mark.parametrize(("counted", "published"), [("draws", 12.5), ("match_deals", 10.2), ("knocks", 7.0)])
def test_simple_plays_as_was_published(counted: str, published: float, matches: int) -> None:
    """Draws and takes a deal, deals a match, deadwood at the knock."""
    found = getattr(simple_against_itself(matches), counted).as_json()
    assert abs(found["mean"] - published) < 0.05 + 4 * found["se"], (counted, found)


@pytest.mark.parametrize("matches", MATCHES)
@pytest.mark.parametrize(("ending", "published"), [("knock", 93.6), ("undercut", 4.3), ("gin", 2.1)])
def test_simple_ends_deals_as_was_published(ending: str, published: float, matches: int) -> None:
    tally = simple_against_itself(matches)
    decided = sum(tally.ended[one] for one in ("knock", "undercut", "gin"))
    check_share(tally.ended[ending], decided, published / 100)
    assert tally.deals - decided == tally.ended["stock"] + tally.ended["standstill"]


@pytest.mark.parametrize("matches", MATCHES)
def test_simple_leaves_few_deals_void(matches: int) -> None:
    tally = simple_against_itself(matches)
    check_share(tally.ended["stock"] + tally.ended["standstill"], tally.deals, 0.002)
