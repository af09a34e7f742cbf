"""How any hand is best arranged: wild cards, several packs, and melds that score.

A hand in which none of that shows is answered by the fast search for one deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from rummy_core.cards import DECK_SIZE, Card, cards_of, mask_of
from rummy_core.laid_parts import Hand, Plan
from rummy_core.meld_lists import ALL, SMALLEST, melds_of
from rummy_core.meld_prices import Prices
from rummy_core.meld_search import best_use
from rummy_core.melds import RUN, SET, Ace, Meld, MeldRules, Placed, lay_out
from rummy_core.plain_arrangements import Arrangement, Arranger, Defence, InHand, remember
from rummy_core.scoring import BySize, CardValues, Melded

_DECK: Final = (1 << 52) - 1


class WideArranger(Arranger):
    """Answers how hands of any game are best arranged; ask ``arranger`` for one.

    What counts least deadwood is as in every game; ``best_use`` and ``best_throws`` go by points
    where melds score, which ``melded`` and ``by_size`` tell.

    Every search may raise ``TooManyWays``.
    """

    def __init__(
        self,
        rules: MeldRules,
        in_hand: InHand,
        melded: Melded | None = None,
        by_size: BySize | None = None,
    ) -> None:
        super().__init__(rules, in_hand)
        self._counts = CardValues(in_hand, melded, by_size)
        self._scores = self._counts.melds_score
        self._wild = rules.wild_mask
        self._barred = sum(1 << 13 * suit for suit in range(4)) if rules.ace is Ace.NONE else 0
        self._patterns = [
            [sum(1 << 13 * suit + rank - 1 for suit in range(4)) for rank in pattern.ranks]
            for pattern in rules.patterns
        ]
        self._prices: dict[tuple[bool, bool], Prices] = {}
        self._used: dict[tuple[object, ...], Defence] = {}
        self._deadwoods: dict[int, int] = {}

    # What the fast search answers.

    def _folded(self, mask: int) -> int:
        """The hand as one of the first deck, where it has no wild card and no face twice; else -1."""
        if mask & self._wild:
            return -1
        folded = mask
        if mask >> 52:
            folded = mask & _DECK | mask >> DECK_SIZE & _DECK | mask >> 2 * DECK_SIZE & _DECK
            if folded.bit_count() != mask.bit_count():
                return -1
        if folded & self._barred or any(all(folded & rank for rank in ranks) for ranks in self._patterns):
            return -1
        return folded

    def _named(self, mask: int, found: Arrangement) -> Arrangement:
        """An answer for the first deck with the cards of a hand."""
        if not mask >> 52:
            return found
        own = {card.index % DECK_SIZE: card for card in cards_of(mask)}
        readings = tuple(
            self._natural.readings([own[card.index] for card in one.cards], kind=one.kind)[0]
            for one in found.readings
        )
        return Arrangement(
            tuple(one.cards for one in readings),
            tuple(own[card.index] for card in found.unmatched),
            found.deadwood,
            readings,
        )

    # Least deadwood.

    @cached_property
    def deadwood(self) -> Callable[[int], int]:
        """The function from a hand of any size to the least points unmatched."""
        plain = super().deadwood

        def least(mask: int) -> int:
            folded = self._folded(mask)
            if folded >= 0:
                return plain(folded)
            found = self._deadwoods.get(mask)
            if found is None:
                found = self.arrange(mask).deadwood
                remember(self._deadwoods, mask, found)
            return found

        return least

    def points(self, mask: int) -> int:
        """Return what the cards count together in hand, melds or not."""
        return sum([self._values[card.index % DECK_SIZE] for card in cards_of(mask)])

    def arrange(self, mask: int) -> Arrangement:
        """Return a best arrangement, for equal hands always the same."""
        folded = self._folded(mask)
        if folded >= 0:
            return self._named(mask, super().arrange(folded))
        return _arrangement(self._use(mask, (), for_points=False, left_counts=True, exact=True))

    def arrangements(self, mask: int, limit: int) -> Iterator[Arrangement]:
        """Yield different arrangements of least deadwood, ``limit`` of them at most.

        All there are where the fast search answers, else one.
        """
        folded = self._folded(mask)
        if folded >= 0:
            return (self._named(mask, one) for one in super().arrangements(folded, limit))
        return iter((self.arrange(mask),)[:limit])

    def spread(self, mask: int) -> Arrangement:
        """Return the best arrangement to lay open before an opponent who may lay off."""
        folded = self._folded(mask)
        return self.arrange(mask) if folded < 0 else self._named(mask, super().spread(folded))

    def defence(self, mask: int, melds: Sequence[Meld], may_lay_off: bool = True) -> Defence:
        """Return the best use of a hand whose cards may be melded or laid off on ``melds``."""
        open_melds = tuple(melds) if may_lay_off else ()
        return self._use(mask, open_melds, for_points=False, left_counts=True, exact=True)

    @cached_property
    def _best_discards(self) -> Callable[[int], tuple[int, int]]:
        plain = super()._best_discards

        def best(mask: int) -> tuple[int, int]:
            folded = self._folded(mask)
            if folded < 0:
                return self._one_by_one(mask)
            least, cards = plain(folded)
            return least, mask_of(card for card in cards_of(mask) if cards >> card.index % DECK_SIZE & 1)

        return best

    def _one_by_one(self, mask: int) -> tuple[int, int]:
        deadwood = self.deadwood
        score, cards = self._throws(mask, lambda left: -deadwood(left), True)
        return -score, cards

    def discards_within(self, mask: int, limit: int) -> int:
        """Return the cards whose discard leaves a deadwood of at most ``limit``."""
        return sum([card.bit for card in cards_of(mask) if self.deadwood(mask ^ card.bit) <= limit])

    def melds_in(self, mask: int, smallest: bool = False) -> tuple[tuple[Card, ...], ...]:
        """Return the melds that can be made of the hand, each by itself; of alike ones one."""
        folded = self._folded(mask)
        if folded >= 0 and not mask >> 52:
            return super().melds_in(mask, smallest)
        listed = melds_of(self.rules, cards_of(mask), SMALLEST if smallest else ALL)
        return tuple(self.rules.readings(one.cards, one.faces)[0].cards for one in listed)

    # The best by what the game counts.

    def best_use(
        self, mask: int, melds: Sequence[Meld] = (), *, left_counts: bool = True, exact: bool = True
    ) -> Defence:
        """Return the best use of a hand by what the game counts, beside ``melds`` of the table."""
        return self._use(mask, tuple(melds), for_points=self._scores, left_counts=left_counts, exact=exact)

    def best_throws(self, mask: int, melds: Sequence[Meld] = (), *, left_counts: bool = True) -> int:
        """Return the cards, as a mask, after the discard of which the hand has its best use."""
        if not self._scores and not melds:
            return self.best_discards(mask)[1]

        def score(left: int) -> int:
            found = self.best_use(left, melds, left_counts=left_counts)
            return found.points - (found.deadwood if left_counts or not self._scores else 0)

        return self._throws(mask, score, left_counts or not self._scores)[1]

    def _throws(self, mask: int, score: Callable[[int], int], left_counts: bool) -> tuple[int, int]:
        """The best score after one discard, and all cards that reach it; the dearest are tried first."""
        whole = score(mask)
        tried: dict[str, int] = {}
        best = -(1 << 60)
        values = self._values
        for card in sorted(cards_of(mask), key=lambda card: -values[card.index % DECK_SIZE]):
            gain = values[card.index % DECK_SIZE] if left_counts else 0
            if whole + gain < best:
                # Without this card the rest can gain no more than what it counts in hand.
                break
            kind = card.text
            if kind not in tried:
                tried[kind] = score(mask ^ card.bit)
            best = max(best, tried[kind])
        return best, mask_of(card for card in cards_of(mask) if tried.get(card.text) == best)

    def _use(
        self, mask: int, melds: tuple[Meld, ...], *, for_points: bool, left_counts: bool, exact: bool
    ) -> Defence:
        key = mask, melds, for_points, left_counts
        found = self._used.get(key)
        if found is None:
            found = None if for_points else self._quickly(mask, melds)
            if found is None:
                found = self._search(mask, melds, for_points, left_counts, exact)
            if exact:
                remember(self._used, key, found)
        return found

    def _quickly(self, mask: int, melds: tuple[Meld, ...]) -> Defence | None:
        """The answer of the fast search, where it has one."""
        if not melds:
            if self._folded(mask) < 0:
                return None
            found = self.arrange(mask)
            return Defence(found.melds, (), found.unmatched, found.deadwood, found.readings)
        together = mask
        for meld in melds:
            if meld.kind not in (SET, RUN) or together & meld.mask:
                return None
            together |= meld.mask
        if self._folded(together) < 0 or together >> 52:
            return None
        return super().defence(mask, melds)

    def _search(
        self, mask: int, melds: tuple[Meld, ...], for_points: bool, left_counts: bool, exact: bool
    ) -> Defence:
        prices = self._prices.get((for_points, left_counts))
        if prices is None:
            counts = self._counts if for_points else CardValues(self._values)
            prices = Prices(self.rules, self._values, counts.melded, left_counts, counts.by_size)
            self._prices[for_points, left_counts] = prices
        _, plan = best_use(self.rules, prices, Hand(self.rules, prices, mask), melds, exact=exact)
        return self._defence_of(plan, melds)

    def _defence_of(self, plan: Plan, melds: Sequence[Meld]) -> Defence:
        return Defence(
            tuple(one.cards for one in plan.readings),
            tuple((one.card, one.number) for one in plan.layoffs),
            plan.unmatched,
            self.points(mask_of(plan.unmatched)),
            plan.readings,
            self._points_of(plan, melds),
            tuple(one.face for one in plan.layoffs),
        )

    def _points_of(self, plan: Plan, melds: Sequence[Meld]) -> int:
        """What the melds and lay-offs of a plan score."""
        if not self._scores:
            return 0
        counts = self._counts
        points = 0
        for reading in plan.readings:
            meld = lay_out(0, -1, reading, by=-1)
            points += sum([counts.of_placed(meld, one) for one in meld.placed])
        lying = {meld.number: meld for meld in melds}
        for off in plan.layoffs:
            there = lying[off.number]
            one = Placed(off.card, off.face, -1, 1, there.placed[-1].play + 1)
            lying[off.number] = meld = replace(there, placed=(*there.placed, one))
            points += counts.of_placed(meld, one)
        return points


def _arrangement(found: Defence) -> Arrangement:
    return Arrangement(found.melds, found.unmatched, found.deadwood, found.readings, found.points)
