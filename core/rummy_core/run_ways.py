"""Which runs the cards of one suit can make, place by place from the ace upward.

What lies open in a suit is told by a small number, so that a search over whole hands
compares and remembers integers. Runs that differ in nothing that matters later are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from rummy_core.cards import CARDS, Card
from rummy_core.faces import ACE_HIGH, face
from rummy_core.meld_prices import LAID_OFF, MELD, Prices
from rummy_core.melds import RUN, MeldRules

NATURAL: Final = -1
"""Says that the natural card is laid, where else the number of a kind of wild card stands."""


class Open(NamedTuple):
    """A run that may grow: the meld of the table that it belongs to, or 0, and what its limits ask for.

    Lengths and numbers are counted only as far as they matter; ``worth`` are the points of the cards
    laid, where it matters how many are melded at once.
    """

    meld: int
    length: int
    naturals: int
    wilds: int
    alone: bool
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """A run on the table: its number, its lowest and highest place, and how it counts."""

    number: int
    low: int
    high: int
    base: Open


Change: TypeAlias = tuple[Open | None, Open | None, int | None]
"""A run before and after a place, and what was laid there; None for a run that begins or ends."""
Move: TypeAlias = tuple[int, int, tuple[Change, ...]]
"""Suit, place, and what becomes of each run."""
Way: TypeAlias = tuple[int, int, int, Move | None]
"""What then lies open, which wild cards are then left, the cost, and the move."""
_Config: TypeAlias = tuple[int, tuple[Open, ...]]
"""How many aces are kept for the high end, and the open runs in order."""


class Wilds:
    """The wild cards of a hand: a card of each kind, and numbers for how many of each are left."""

    def __init__(self, cards: Sequence[Card], counts: Sequence[int]) -> None:
        self.cards = tuple(cards)
        self.left: list[tuple[int, ...]] = [tuple(counts)]
        self._numbers = {tuple(counts): 0}
        self._less: dict[tuple[int, tuple[int, ...]], int] = {}

    def less(self, number: int, used: tuple[int, ...]) -> int:
        """The number for what is left when ``used`` are gone; -1 where there are not so many."""
        key = number, used
        found = self._less.get(key)
        if found is None:
            left = tuple(have - gone for have, gone in zip(self.left[number], used, strict=True))
            found = -1
            if min(left, default=0) >= 0:
                found = self._numbers.setdefault(left, len(self.left))
                if found == len(self.left):
                    self.left.append(left)
            self._less[key] = found
        return found


class SuitRuns:
    """The runs of one suit of a hand.

    ``held`` counts the natural cards by place, 1 to 14; an ace stands at both ends where the
    game lets it. ``table`` are the runs of the suit on the table.
    """

    def __init__(
        self,
        rules: MeldRules,
        prices: Prices,
        suit: int,
        held: Sequence[int],
        table: Sequence[Bounds],
        wilds: Wilds,
    ) -> None:
        self._rules = rules
        self._prices = prices
        self._suit = suit
        self._held = held
        self._table = {one.number: one for one in table}
        self._wilds = wilds
        self._low, self._high = rules.ends
        self._before = _neighbours(rules, -1)
        self._after = _neighbours(rules, 1)
        self._configs: list[_Config] = [(0, ())]
        self._numbers: dict[_Config, int] = {(0, ()): 0}
        self._known: dict[tuple[int, int, int, int], list[Way]] = {}
        limits = run_limits(rules, prices.goes_by_size)
        self._longest, self._most_naturals, self._most_wilds = limits
        self._units = [
            tuple(int(one == kind) for one in range(len(wilds.cards))) for kind in range(len(wilds.cards))
        ]

    def is_quiet(self, place: int) -> bool:
        """Whether no run can lie open at a place, nor begin there."""
        if any(self._wilds.left[0]) or self._held[place] or self._held[self._before[place]]:
            return False
        return not any(
            self._before[one.low] <= place <= self._after[one.high] for one in self._table.values()
        )

    def ways(self, place: int, opened: int, cards: int, wilds: int) -> list[Way]:
        """What can be done at a place with so many natural cards and the wild ones left."""
        key = place, opened, cards, wilds
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._ways(place, opened, cards, wilds)
        return found

    def _number(self, config: _Config) -> int:
        found = self._numbers.get(config)
        if found is None:
            found = self._numbers[config] = len(self._configs)
            self._configs.append(config)
        return found

    def _ways(self, place: int, opened: int, cards: int, wilds: int) -> list[Way]:
        kept, runs = self._configs[opened]
        if place in self._rules.gaps:
            # Runs go on beyond it, and no card of that rank lies in one.
            return [(opened, wilds, cards * self._left(place), None)]
        if place == ACE_HIGH:
            cards, kept = kept, 0
        best: dict[tuple[int, int], tuple[int, tuple[Change, ...]]] = {}
        for changes, left, number, cost in self._changes(place, runs, 0, cards, wilds):
            after = tuple(sorted(new for _, new, _ in changes if new is not None))
            for high in self._kept_high(place, left):
                key = self._number((kept + high, after)), number
                price = cost + (left - high) * self._left(place)
                if key not in best or price < best[key][0]:
                    best[key] = price, changes
        return [
            (config, number, cost, (self._suit, place, changes) if changes else None)
            for (config, number), (cost, changes) in best.items()
        ]

    def _kept_high(self, place: int, left: int) -> range:
        """How many of the cards left over may be kept for the high end: aces alone."""
        if place == 1 and self._high == ACE_HIGH:
            return range(left + 1)
        # Those that were kept must be laid there.
        return range(1) if place != ACE_HIGH or not left else range(0)

    def _left(self, place: int) -> int:
        return self._prices.left[self._suit * 13 + (place - 1) % 13]

    def _changes(
        self, place: int, runs: tuple[Open, ...], at: int, cards: int, wilds: int
    ) -> Iterator[tuple[tuple[Change, ...], int, int, int]]:
        """Every way to go on with the runs from ``at``, and to begin new ones.

        Yields the changes, the natural cards left over, the wild ones, and the cost.
        """
        if at == len(runs):
            yield from self._beginnings(place, runs, cards, wilds)
            return
        run = runs[at]
        for new, laid in self._next(place, run, cards, wilds):
            number, cost = self._paid(place, run.meld, laid, wilds)
            if new is None:
                cost += self._closed(run)
            rest = self._changes(place, runs, at + 1, cards - (laid == NATURAL), number)
            for changes, left, wild, more in rest:
                change: Change = (run, new, laid)
                yield (change, *changes), left, wild, cost + more

    def _next(
        self, place: int, run: Open, cards: int, wilds: int
    ) -> Iterator[tuple[Open | None, int | None]]:
        """What may become of an open run at a place."""
        there = self._table.get(run.meld)
        if there is not None and there.low <= place <= there.high:
            yield run, None
            return
        if not self._low <= place <= self._high:
            if self._is_whole(run):
                yield None, None
            return
        if cards:
            yield from self._grown(place, run, NATURAL, wilds)
        for kind, have in enumerate(self._wilds.left[wilds]):
            if have:
                yield from self._grown(place, run, kind, wilds)
        if self._is_whole(run) and (there is None or place > there.high):
            yield None, None

    def _beginnings(
        self, place: int, runs: tuple[Open, ...], cards: int, wilds: int, last: tuple[int, int] = (0, NATURAL)
    ) -> Iterator[tuple[tuple[Change, ...], int, int, int]]:
        tags = {run.meld for run in runs}
        passing: list[Change] = [
            (None, one.base, None)
            for one in self._table.values()
            if one.low == place and one.number not in tags
        ]
        yield tuple(passing), cards, wilds, 0
        if not self._low <= place <= self._high:
            return
        open_to = [0, *(one.number for one in self._table.values() if one.low > place)]
        for tag in open_to:
            if tag and tag in tags:
                continue
            empty = self._table[tag].base if tag else Open(0, 0, 0, 0, False)
            for kind in range(last[1] if tag == last[0] else NATURAL, len(self._wilds.cards)):
                if (tag, kind) < last:
                    continue
                if not (cards if kind == NATURAL else self._wilds.left[wilds][kind]):
                    continue
                for new, laid in self._grown(place, empty, kind, wilds):
                    number, cost = self._paid(place, tag, laid, wilds)
                    more_runs = (*runs, new) if tag else runs
                    rest = self._beginnings(place, more_runs, cards - (kind == NATURAL), number, (tag, kind))
                    for changes, left, wild, more in rest:
                        change: Change = (None, new, laid)
                        yield (change, *changes), left, wild, cost + more + (0 if tag else MELD)

    def _closed(self, run: Open) -> int:
        """What a run costs, beside its cards, once it is as long as it will be."""
        there = self._table[run.meld].base.length if run.meld else 0
        return self._prices.closed(RUN, there, run.length - there, run.worth)

    def _paid(self, place: int, tag: int, laid: int | None, wilds: int) -> tuple[int, int]:
        """The wild cards left when a card is laid at a place, and its cost."""
        if laid is None:
            return wilds, 0
        counts = face(place, self._suit)
        off = LAID_OFF if tag else 0
        if laid == NATURAL:
            card = CARDS[self._suit * 13 + (place - 1) % 13]
            return wilds, self._prices.melded(card, counts, RUN) + off
        cost = self._prices.melded(self._wilds.cards[laid], counts, RUN)
        return self._wilds.less(wilds, self._units[laid]), cost + off

    def _grown(self, place: int, run: Open, laid: int, wilds: int) -> Iterator[tuple[Open, int]]:
        """The run with one card more, where that is allowed and can still come to something."""
        rules = self._rules
        if rules.max_run and run.length >= rules.max_run:
            return
        length = min(run.length + 1, self._longest)
        naturals, wild, alone = run.naturals, run.wilds, run.alone
        left = sum(self._wilds.left[wilds])
        if laid == NATURAL:
            naturals = min(naturals + 1, self._most_naturals)
        else:
            left -= 1
            if alone or (rules.max_wilds and wild >= rules.max_wilds):
                return
            if rules.alone and (self._wilds.cards[laid].rank, face(place, self._suit)) in rules.alone:
                if wild:
                    return
                alone = True
            wild = min(wild + 1, self._most_wilds)
        worth = run.worth + self._worth(place, laid)
        new = Open(run.meld, length, naturals, wild, alone, worth)
        if self._can_be_whole(new, place, left):
            yield new, laid

    def _worth(self, place: int, laid: int) -> int:
        if not self._prices.goes_by_worth or laid != NATURAL:
            return 0
        card = CARDS[self._suit * 13 + (place - 1) % 13]
        return self._prices.worth(card, face(place, self._suit), RUN)

    def _is_whole(self, run: Open) -> bool:
        """Whether the run may be left as it lies."""
        if run.meld:
            return True
        if run.length < self._rules.min_run:
            return False
        return enough_naturals(self._rules, run.naturals)

    def _can_be_whole(self, run: Open, place: int, wilds: int) -> bool:
        """Whether the cards above a place suffice for the run to be a meld."""
        there = self._table.get(run.meld)
        if there is not None:
            between = range(place + 1, there.low)
            missing = sum(not self._held[one] for one in between if one not in self._rules.gaps)
            return missing <= wilds
        rules = self._rules
        length, naturals = run.length, run.naturals
        if rules.max_wilds:
            wilds = min(wilds, rules.max_wilds - run.wilds)
        while length < rules.min_run or not enough_naturals(rules, naturals):
            place = self._after[place]
            if place > self._high:
                return False
            length += 1
            if self._held[place]:
                naturals += 1
            else:
                wilds -= 1
                if wilds < 0 or run.alone:
                    return False
        return True


def _neighbours(rules: MeldRules, step: int) -> list[int]:
    """For each place up to one beyond the last that a run may have: the next that it does not pass over."""
    found = []
    for place in range(ACE_HIGH + 2):
        place += step
        while place in rules.gaps:
            place += step
        found.append(place)
    return found


def run_limits(rules: MeldRules, by_size: bool) -> tuple[int, int, int]:
    """How far the length of a run is counted, its natural cards and its wild ones."""
    longest = ACE_HIGH if by_size else rules.max_run or rules.min_run
    if not rules.wilds:
        return longest, 1, 0
    return longest, max(rules.min_naturals, 1), rules.max_wilds or int(bool(rules.alone))


def enough_naturals(rules: MeldRules, naturals: int) -> bool:
    """Whether a run that is long enough has the natural cards it needs, as far as they are counted."""
    return naturals >= max(rules.min_naturals if rules.wilds else 1, 1)
