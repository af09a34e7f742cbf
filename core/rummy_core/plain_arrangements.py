"""How a hand of one deck without wild cards is best arranged: deadwood, discards, spreads and lay-offs.

The fast search, and what every arranger answers. Masks are those of ``rummy_core.cards``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from typing import Final, TypeAlias, TypeVar

from rummy_core.cards import CARDS, Card, cards_of
from rummy_core.faces import FACES, Face
from rummy_core.lay_offs import LaidOff, LayOffs
from rummy_core.melds import Meld, MeldRules, Reading
from rummy_core.plain_hands import PlainHands
from rummy_core.quick_counts import best_discards_of, deadwood_of
from rummy_core.run_tables import POINT_SHIFT, RunTable, run_masks, run_table
from rummy_core.set_search import (
    Picks,
    every,
    least,
    of_rank,
    rank_choices,
    ranks_for_sets,
    set_choices,
    suits_of,
)

K = TypeVar("K")
V = TypeVar("V")

InHand: TypeAlias = tuple[int, ...]
"""Points of each card left in hand, by ``card.index % 54``."""

_ByPlace: TypeAlias = tuple[
    dict[int, list[tuple[int, tuple[Card, ...]]]], list[list[tuple[int, tuple[Card, ...]]]]
]

_REMEMBERED: Final = 4096
_SPREADS: Final = 2000


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand parted into melds and unmatched cards.

    Sets come first, by rank, then runs by suit; the cards of a meld are in the
    order they lie. ``readings`` are the same melds with what each card counts as;
    ``points`` is what they score, nothing where melds do not.
    """

    melds: tuple[tuple[Card, ...], ...]
    unmatched: tuple[Card, ...]
    deadwood: int
    readings: tuple[Reading, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Defence:
    """A hand parted into melds, cards laid off on melds of the table, and the rest.

    ``layoffs`` pairs each card with the number of its meld, in an order that works;
    ``faces`` are what those cards count as there, by the same order. ``readings`` and
    ``points`` are as in an arrangement; cards laid off score with the melds.
    """

    melds: tuple[tuple[Card, ...], ...]
    layoffs: tuple[tuple[Card, int], ...]
    unmatched: tuple[Card, ...]
    deadwood: int
    readings: tuple[Reading, ...] = ()
    points: int = 0
    faces: tuple[Face, ...] = ()


class Arranger:
    """Answers how hands are best arranged; ask ``arranger`` for one, it keeps its tables.

    This one is for hands of one deck without wild cards, in games where melds do not score.
    """

    def __init__(self, rules: MeldRules, in_hand: InHand) -> None:
        self.rules = rules
        self._natural = natural(rules)
        self._values = in_hand
        self._dearest = max(in_hand[:52])
        self._arranged: dict[int, Arrangement] = {}
        self._spread: dict[int, Arrangement] = {}
        self._fits: dict[int, int] = {}
        self._last: tuple[int, tuple[int, int]] = (0, (0, 0))
        self._plain = PlainHands(self._natural) if min(in_hand[:52]) > 0 else None

    @cached_property
    def _tables(self) -> tuple[RunTable, ...]:
        return tuple(run_table(self._natural, self._values[suit * 13 : suit * 13 + 13]) for suit in range(4))

    @cached_property
    def deadwood(self) -> Callable[[int], int]:
        """The function from a hand of any size to the least points unmatched."""
        return deadwood_of(self._natural, self._tables, self._searched)

    def best_discards(self, mask: int) -> tuple[int, int]:
        """Return the least deadwood of a hand after one discard, and all that reach it.

        The last answer is kept: a step asks for it to list the knocks, and then
        the player to choose one.
        """
        if mask != self._last[0]:
            self._last = (mask, self._best_discards(mask))
        return self._last[1]

    @cached_property
    def _best_discards(self) -> Callable[[int], tuple[int, int]]:
        return best_discards_of(self._natural, self._tables, self._one_by_one)

    def points(self, mask: int) -> int:
        """Return what the cards count together, melds or not."""
        return sum(table.sums[one] for table, one in zip(self._tables, suits_of(mask), strict=True))

    def discards_within(self, mask: int, limit: int) -> int:
        """Return the cards whose discard leaves a deadwood of at most ``limit``."""
        deadwood = self.deadwood
        whole = deadwood(mask)
        if whole - self._dearest > limit or self.best_discards(mask)[0] > limit:
            return 0
        found = 0
        rest = mask
        while rest:
            card = rest & -rest
            rest ^= card
            if whole - self._values[card.bit_length() - 1] <= limit and deadwood(mask ^ card) <= limit:
                found |= card
        return found

    def arrange(self, mask: int) -> Arrangement:
        """Return a best arrangement, for equal hands always the same.

        Of equal deadwood the one with the fewest unmatched cards, then with the
        fewest melds.
        """
        found = self._arranged.get(mask)
        if found is None:
            found = self._plainly(mask) or self._by_search(mask)
            remember(self._arranged, mask, found)
        return found

    def _plainly(self, mask: int) -> Arrangement | None:
        """Arrange a hand that has only one best arrangement, where that can be seen at once."""
        melds = self._plain.melds(mask) if self._plain else None
        return None if melds is None else self._laid_out(melds, mask & ~sum(melds))

    def _by_search(self, mask: int) -> Arrangement:
        suits = suits_of(mask)
        _, left, picks = least(suits, rank_choices(self._natural, suits), self._cost)
        runs = [table.split(one) for table, one in zip(self._tables, left, strict=True)]
        return self._arrangement(mask, picks, runs)

    def arrangements(self, mask: int, limit: int) -> Iterator[Arrangement]:
        """Yield the different arrangements of least deadwood, ``limit`` of them at most."""
        return islice(self._every_arrangement(mask), limit)

    def spread(self, mask: int) -> Arrangement:
        """Return the best arrangement to lay open before an opponent who may lay off.

        Of equal deadwood the one on which the fewest faces not in the hand fit
        at once; then as ``arrange`` prefers.
        """
        found = self._spread.get(mask)
        if found is None:
            found = self._plainly(mask) or self._least_fitting(mask)
            remember(self._spread, mask, found)
        return found

    def _least_fitting(self, mask: int) -> Arrangement:
        equals = list(self.arrangements(mask, _SPREADS))
        if len(equals) == 1:
            return equals[0]
        return min(
            [self.arrange(mask), *equals],
            key=lambda one: (self._fitting(one, mask), len(one.unmatched), len(one.melds)),
        )

    def defence(self, mask: int, melds: Sequence[Meld], may_lay_off: bool = True) -> Defence:
        """Return the best use of a hand whose cards may be melded or laid off on ``melds``.

        Both are chosen together: a set is broken where its cards are worth more
        on the table. Of equal deadwood the fewest unmatched cards, lay-offs, melds.
        """
        open_melds = melds if may_lay_off else ()
        plain = self._plain.melds(mask) if self._plain else None
        if plain is not None:
            layoffs = self._lay_all_off(mask, sum(plain), open_melds)
            if layoffs is not None:
                laid = sum([card.bit for card, _ in layoffs])
                own = self._laid_out(plain, mask & ~sum(plain) & ~laid)
                return self._defended(own, layoffs)
        table = LayOffs(mask, open_melds, self._tables, self.melds)
        _, left, picks = least(suits_of(mask), table.rank_choices(self._natural), table.cost)
        runs, layoffs = table.settle(left, picks)
        own = self._arrangement(mask, picks, runs, sum(card.bit for card, _ in layoffs))
        return self._defended(own, layoffs)

    @staticmethod
    def _defended(own: Arrangement, layoffs: LaidOff) -> Defence:
        faces = tuple([FACES[card.index] for card, _ in layoffs])
        return Defence(own.melds, layoffs, own.unmatched, own.deadwood, own.readings, faces=faces)

    def best_use(
        self, mask: int, melds: Sequence[Meld] = (), *, left_counts: bool = True, exact: bool = True
    ) -> Defence:
        """Return the best use of a hand by what the game counts, beside ``melds`` of the table.

        The most points, less those of the cards left where ``left_counts``; the least
        deadwood where melds do not score. Of equals the fewest unmatched cards, lay-offs, melds. Without
        ``exact`` a hand beyond the bound of the search is answered as well as is known.

        Raises:
            TooManyWays: if the search is beyond its bound.
        """
        return self.defence(mask, melds)

    def best_throws(self, mask: int, melds: Sequence[Meld] = (), *, left_counts: bool = True) -> int:
        """Return the cards, as a mask, after the discard of which the hand has its best use.

        Raises:
            TooManyWays: if a search is beyond its bound.
        """
        if not melds:
            return self.best_discards(mask)[1]
        left = {card: self.defence(mask ^ card.bit, melds).deadwood for card in cards_of(mask)}
        least = min(left.values())
        return sum([card.bit for card, points in left.items() if points == least])

    def _lay_all_off(self, hand: int, melded: int, melds: Iterable[Meld]) -> LaidOff | None:
        """Lay off every card that fits, one after another; None where a card has two uses."""
        found: list[tuple[Card, int]] = []
        used = melded
        for meld in melds:
            lying = meld.mask
            while fits := self._fits_on(lying) & hand:
                if fits & used:
                    return None
                card = CARDS[(fits & -fits).bit_length() - 1]
                found.append((card, meld.number))
                used |= card.bit
                lying |= card.bit
                if fits & ~card.bit & ~self._fits_on(lying):
                    return None
        return tuple(found)

    @cached_property
    def melds(self) -> dict[int, tuple[Card, ...]]:
        """Every meld of one deck without wild cards, its cards in the order they lie, by mask."""
        found: dict[int, tuple[Card, ...]] = {}
        for place in range(13):
            for choice in set_choices(self._natural, 15):
                for suits in choice.sets:
                    mask = of_rank(1 << place, suits)
                    if self._natural.is_set(cards_of(mask)):
                        found[mask] = cards_of(mask)
        for suit in range(4):
            for run in run_masks(self._natural):
                mask = run << 13 * suit
                order = self._natural.run_order(cards_of(mask))
                assert order is not None
                found[mask] = order
        return found

    @cached_property
    def _readings(self) -> dict[int, Reading]:
        return {mask: self._natural.readings(cards)[0] for mask, cards in self.melds.items()}

    def melds_in(self, mask: int, smallest: bool = False) -> tuple[tuple[Card, ...], ...]:
        """Return the melds that can be made of the hand, each by itself.

        All sizes, or with ``smallest`` those of which no part is a meld.
        """
        known = self._smallest if smallest else self._all_sizes
        sets, runs = known
        suits = suits_of(mask)
        found: list[tuple[Card, ...]] = []
        ranks = ranks_for_sets(self._natural, suits)
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            found += [cards for meld, cards in sets[rank] if meld & mask == meld]
        for suit, one in enumerate(suits):
            if self._tables[suit].in_runs[one]:
                found += [cards for meld, cards in runs[suit] if meld & mask == meld]
        return tuple(found)

    @cached_property
    def _all_sizes(self) -> _ByPlace:
        """The melds by where they are looked for: sets by the bit of their rank, runs by suit."""
        return self._by_place(self.melds)

    @cached_property
    def _smallest(self) -> _ByPlace:
        melds = self.melds
        return self._by_place(
            {
                meld: cards
                for meld, cards in melds.items()
                if all(meld ^ card.bit not in melds for card in cards)
            }
        )

    def _by_place(self, melds: dict[int, tuple[Card, ...]]) -> _ByPlace:
        sets: dict[int, list[tuple[int, tuple[Card, ...]]]] = {1 << place: [] for place in range(13)}
        runs: list[list[tuple[int, tuple[Card, ...]]]] = [[] for _ in range(4)]
        for meld, cards in melds.items():
            is_set = self._natural.is_set(cards)
            place = sets[1 << cards[0].rank - 1] if is_set else runs[cards[0].suit]
            place.append((meld, cards))
        return sets, runs

    def _one_by_one(self, mask: int) -> tuple[int, int]:
        """Find the best discards of a large hand, the dearest cards first."""
        whole = self.deadwood(mask)
        best: tuple[int, int] | None = None
        for card in sorted(cards_of(mask), key=lambda card: -self._values[card.index]):
            if best is not None and whole - self._values[card.index] > best[0]:
                break
            left = self.deadwood(mask ^ card.bit)
            if best is None or left < best[0]:
                best = left, card.bit
            elif left == best[0]:
                best = left, best[1] | card.bit
        assert best is not None
        return best

    def _cost(self, suit: int, mask: int, free: int) -> int:
        return self._tables[suit].relaxed(mask, free)

    def _searched(self, mask: int) -> int:
        suits = suits_of(mask)
        return least(suits, rank_choices(self._natural, suits), self._cost, POINT_SHIFT)[0] >> POINT_SHIFT

    def _every_arrangement(self, mask: int) -> Iterator[Arrangement]:
        suits = suits_of(mask)
        ranks = rank_choices(self._natural, suits)
        for left, picks in every(suits, ranks, self._cost, self.deadwood(mask)):
            ways = [table.splits(one) for table, one in zip(self._tables, left, strict=True)]
            for runs in product(*ways):
                yield self._arrangement(mask, picks, runs)

    def _arrangement(
        self, mask: int, picks: Picks, runs: Sequence[Sequence[int]], laid_off: int = 0
    ) -> Arrangement:
        parts = [of_rank(bit, suits) for bit, choice in picks for suits in choice.sets]
        parts += [run << 13 * suit for suit, some in enumerate(runs) for run in some]
        return self._laid_out(parts, mask & ~laid_off & ~sum(parts))

    def _laid_out(self, melds: Sequence[int], rest: int) -> Arrangement:
        known = self._readings
        readings = tuple([known[meld] for meld in melds])
        laid = tuple([one.cards for one in readings])
        return Arrangement(laid, cards_of(rest), Arranger.points(self, rest), readings)

    def _fitting(self, spread: Arrangement, mask: int) -> int:
        """Count the faces outside the hand that fit on a spread at once."""
        fits = 0
        for meld in spread.melds:
            fits |= self._fits_on(sum(card.bit for card in meld))
        return (fits & ~mask).bit_count()

    def _fits_on(self, meld: int) -> int:
        fits = self._fits.get(meld)
        if fits is None:
            more = [1 << place for place in range(52) if not meld >> place & 1]
            fits = self._fits[meld] = sum(bit for bit in more if meld | bit in self.melds)
        return fits


def natural(rules: MeldRules) -> MeldRules:
    """Return ``rules`` for hands that hold no wild card and no pattern."""
    if not rules.wilds and not rules.patterns:
        return rules
    return replace(
        rules, wilds=(), max_wilds=0, min_naturals=1, wild_sets=(), alone=(), patterns=(), equal_cards=False
    )


def remember(known: dict[K, V], key: K, found: V) -> None:
    """Keep an answer, dropping the oldest ones where there are many."""
    if len(known) >= _REMEMBERED:
        for old in list(islice(known, _REMEMBERED // 4)):
            del known[old]
    known[key] = found
