"""The best use of any hand in melds: wild cards, equal cards of several packs, lay-offs included.

Rank by rank, from the ace upward, each card is left, goes into a set or into a run; of the
ways that leave the same runs open and the same wild cards, the least costly is kept. Cards
that no rule tells apart are one and the same here, and get their names at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, TypeAlias

from rummy_core.cards import CARDS, DECK_SIZE
from rummy_core.faces import ACE_HIGH, FACES, face
from rummy_core.laid_parts import Hand, Plan, SetsMade, WildSetsMade, rebuilt
from rummy_core.meld_prices import UNMATCHED, Prices
from rummy_core.melds import RUN, SET, Ace, Meld, MeldRules
from rummy_core.run_ways import Bounds, Move, Open, SuitRuns, Way, Wilds, run_limits
from rummy_core.set_ways import NONE, OpenSet, Suited, among_themselves, cheapest_sets, set_ways
from rummy_core.whole_melds import WholeMeld, choices_of, whole_melds

WIDTH: Final = 100
"""So many ways are followed from rank to rank at first; the best of them bounds a whole search."""
STEPS: Final = 400_000
"""So many steps a search may take: about a second, and under two beside other work."""
_FIELD: Final = 12
_MASK: Final = (1 << _FIELD) - 1
_WILDS: Final = 4 * _FIELD
_MELDS: Final = UNMATCHED.bit_length() - 1
_ENDLESS: Final = 1 << 62

Item: TypeAlias = WholeMeld | SetsMade | WildSetsMade | Move
Trail: TypeAlias = "tuple[Trail, Item] | None"
"""What was done so far, the last first."""
Layer: TypeAlias = dict[int, tuple[int, Trail]]
"""By what lies open and which wild cards are left: the least cost so far, and how it came about."""


class TooManyWays(ValueError):
    """A hand that cannot be searched within the bound: it can be melded in too many ways."""


def best_use(
    rules: MeldRules,
    prices: Prices,
    hand: Hand,
    melds: Sequence[Meld] = (),
    *,
    exact: bool = True,
) -> tuple[int, Plan]:
    """Return the cost of the best use of ``hand`` beside ``melds`` of the table, and the use itself.

    Exact in points and in cards unmatched; in the fewest lay-offs and melds too, but for hands so large
    that this is beyond the bound. Without ``exact`` a hand that is beyond it altogether is answered by the
    best found within.

    Raises:
        TooManyWays: if it is beyond the bound.
    """
    return _Search(rules, prices, hand, melds).run(exact)


class _Search:
    def __init__(self, rules: MeldRules, prices: Prices, hand: Hand, melds: Sequence[Meld]) -> None:
        self._true_rules = rules
        if rules.ace is Ace.AROUND:
            # What turns the corner is set aside; the rest are runs with the ace at either end.
            rules = replace(rules, ace=Ace.HIGH_OR_LOW, max_run=min(rules.max_run or 13, 13))
        self._rules = rules
        self._prices = prices
        self._hand = hand
        self._melds = {meld.number: meld for meld in melds}
        self._wilds = Wilds([cards[0] for cards in hand.wilds], [len(cards) for cards in hand.wilds])
        self._parted = _TableParts(self._true_rules, melds, prices.goes_by_size)
        self._steps = 0
        self._cut = False
        self._known: tuple[int, Trail] = (_ENDLESS, None)
        # About what a card left in hand costs.
        self._credit = sum(prices.left[:52]) // 52

    def run(self, exact: bool) -> tuple[int, Plan]:
        held = self._hand.counts()
        wholes = whole_melds(self._true_rules, self._prices, held, list(self._melds.values()))
        best: tuple[int, Trail] = (_ENDLESS, None)
        try:
            for chosen, left in choices_of(wholes, held):
                best = self._best_of(best, chosen, left)
        except TooManyWays:
            if exact or self._known[0] == _ENDLESS:
                raise
            best = self._known
        return best[0], rebuilt(self._hand, self._melds, _items(best[1]))

    def _best_of(
        self, best: tuple[int, Trail], chosen: Sequence[WholeMeld], held: Mapping[int, int]
    ) -> tuple[int, Trail]:
        """The better of ``best`` and of what goes with certain melds set aside."""
        self._cut = False
        best = self._better(best, chosen, held, best[0], WIDTH)
        self._known = best
        if not self._cut:
            return best
        # First what is better in points or cards unmatched: few ways can be, the others are dropped early.
        best = self._better(best, chosen, held, best[0] >> _MELDS << _MELDS, 0)
        try:
            return self._better(best, chosen, held, best[0], 0)
        except TooManyWays:
            return best

    def _better(
        self,
        best: tuple[int, Trail],
        chosen: Sequence[WholeMeld],
        held: Mapping[int, int],
        bound: int,
        width: int,
    ) -> tuple[int, Trail]:
        """``best``, or what costs less than ``bound`` with certain melds set aside.

        With a ``width`` only so many ways are followed from rank to rank, and ``_cut`` tells whether
        there were more.
        """
        trail: Trail = None
        for one in chosen:
            trail = (trail, one)
        layer: Layer = {0: (sum(one.cost for one in chosen), trail)}
        suits = self._suits(held)
        for place in range(ACE_HIGH + 2):
            layer = self._at(layer, place, held, suits, bound)
            if width and len(layer) > width:
                self._cut = True
                layer = dict(sorted(layer.items(), key=self._promise)[:width])
        for state, (cost, so_far) in layer.items():
            more, made = self._wilds_alone(state >> _WILDS)
            if cost + more < bound:
                bound = cost + more
                for item in made:
                    so_far = so_far, item
                best = bound, so_far
        return best

    def _promise(self, one: tuple[int, tuple[int, Trail]]) -> int:
        """How good a way looks: what it costs so far, less what its wild cards may save."""
        state, (cost, _) = one
        return cost - sum(self._wilds.left[state >> _WILDS]) * self._credit

    def _suits(self, held: Mapping[int, int]) -> list[SuitRuns]:
        high = self._rules.ends[1] == ACE_HIGH
        found = []
        for suit in range(4):
            counts = [0, *(held.get(suit * 13 + place, 0) for place in range(13)), 0, 0]
            if high:
                counts[ACE_HIGH] = counts[1]
            table = self._parted.runs[suit]
            found.append(SuitRuns(self._rules, self._prices, suit, counts, table, self._wilds))
        return found

    def _at(
        self, layer: Layer, place: int, held: Mapping[int, int], suits: Sequence[SuitRuns], bound: int
    ) -> Layer:
        """Go on from all ways by what is done at one place."""
        found: Layer = {}
        for left, used, cost, made in self._sets_at(place, held):
            part: Layer = {}
            if made is None:
                part = layer
            else:
                self._steps += len(layer)
                for state, (so_far, trail) in layer.items():
                    number = state >> _WILDS
                    after = self._wilds.less(number, used) if any(used) else number
                    if after >= 0 and so_far + cost < bound:
                        part[state + (after - number << _WILDS)] = so_far + cost, (trail, made)
            if place:
                for suit, runs in enumerate(suits):
                    if not runs.is_quiet(place):
                        part = self._in_suit(part, suit, runs, place, left[suit], bound)
            elif left[0]:
                jokers = left[0] * self._prices.left[52]
                part = {state: (one + jokers, trail) for state, (one, trail) in part.items()}
            self._steps += len(part)
            if not found:
                found = dict(part) if part is layer else part
                continue
            for state, way in part.items():
                if state not in found or way[0] < found[state][0]:
                    found[state] = way
        return found

    def _in_suit(self, layer: Layer, suit: int, runs: SuitRuns, place: int, cards: int, bound: int) -> Layer:
        shift = suit * _FIELD
        known: dict[int, list[tuple[int, int, Move | None]]] = {}
        found: Layer = {}
        for state, (so_far, trail) in layer.items():
            key = state >> shift & _MASK | state >> _WILDS << _FIELD
            steps = known.get(key)
            if steps is None:
                opened, number = key & _MASK, key >> _FIELD
                self._steps += 10
                steps = known[key] = [
                    ((after - opened << shift) + (left - number << _WILDS), cost, move)
                    for after, left, cost, move in self._checked(runs.ways(place, opened, cards, number))
                ]
            self._steps += len(steps) + 1
            for more, cost, move in steps:
                total = so_far + cost
                if total >= bound:
                    continue
                new = state + more
                old = found.get(new)
                if old is None or total < old[0]:
                    found[new] = total, trail if move is None else (trail, move)
            if self._steps > STEPS:
                raise TooManyWays("these cards can be melded in too many ways to find the best of them")
        return found

    @staticmethod
    def _checked(ways: list[Way]) -> list[Way]:
        if any(opened > _MASK for opened, _, _, _ in ways):
            raise TooManyWays("these cards can be melded in too many ways to find the best of them")
        return ways

    def _sets_at(
        self, place: int, held: Mapping[int, int]
    ) -> Iterator[tuple[Suited, tuple[int, ...], int, SetsMade | None]]:
        """The sets that can be made at a place: cards left, wild cards used, cost, and the sets."""
        counts: Suited = NONE
        if place == 0:
            counts = (held.get(52, 0), 0, 0, 0)
        elif place <= 13:
            one = [held.get(suit * 13 + place - 1, 0) for suit in range(4)]
            counts = (one[0], one[1], one[2], one[3])
        yield counts, (), 0, None
        table = self._parted.sets.get(place, ())
        wilds = self._wilds.left[0]
        if place > 13 or not (any(counts) or table):
            return
        if sum(counts) + sum(wilds) < self._rules.min_set and not table:
            return
        cards = self._wilds.cards
        for naturals, wild, way in set_ways(
            self._rules, place, counts, sum(wilds), table, self._prices.set_sizes(place)
        ):
            if not sum(naturals) + wild:
                continue
            cost = way.cost
            for suit, many in enumerate(naturals):
                if many:
                    card = CARDS[suit * 13 + place - 1 if place else 52]
                    cost += many * self._prices.melded(card, FACES[card.index], SET)
            left = [have - gone for have, gone in zip(counts, naturals, strict=True)]
            for used in _parts(wild, wilds):
                more = sum(
                    many * self._prices.melded(card, face(place), SET)
                    for many, card in zip(used, cards, strict=True)
                    if many
                )
                made = SetsMade(place, used, way)
                yield (left[0], left[1], left[2], left[3]), used, cost + more, made

    def _wilds_alone(self, number: int) -> tuple[int, list[WildSetsMade]]:
        """The best use of the wild cards left: among themselves, or in hand."""
        left = self._wilds.left[number]
        total = 0
        made: list[WildSetsMade] = []
        cards = self._wilds.cards
        for rank in sorted({card.rank for card in cards}):
            kinds = [kind for kind, card in enumerate(cards) if card.rank == rank]
            best, how = self._of_rank(rank, kinds, left)
            total += best
            if how is not None:
                made.append(how)
        return total, made

    def _of_rank(
        self, rank: int, kinds: Sequence[int], left: Sequence[int]
    ) -> tuple[int, WildSetsMade | None]:
        prices, cards = self._prices, self._wilds.cards
        in_hand = [prices.left[cards[kind].index % DECK_SIZE] for kind in kinds]
        if rank not in self._rules.wild_sets:
            return sum(left[kind] * cost for kind, cost in zip(kinds, in_hand, strict=True)), None
        rules = among_themselves(self._rules)
        free = rules.equal_cards or rank == 0
        table = self._parted.wild_sets.get(rank, ())
        best: tuple[int, WildSetsMade | None] = (_ENDLESS, None)
        for used in product(*(range(left[kind] + 1) for kind in kinds)):
            counts = [0, 0, 0, 0]
            for kind, some in zip(kinds, used, strict=True):
                counts[0 if free else cards[kind].suit] += some
            suited = counts[0], counts[1], counts[2], counts[3]
            way = cheapest_sets(rules, free, suited, 0, table, prices.set_sizes(rank))
            if way is None:
                continue
            cost = way.cost
            whole = [0] * len(left)
            for kind, some, dear in zip(kinds, used, in_hand, strict=True):
                card = cards[kind]
                cost += some * prices.melded(card, FACES[card.index], SET) if some else 0
                cost += (left[kind] - some) * dear
                whole[kind] = some
            if cost < best[0]:
                best = cost, WildSetsMade(tuple(whole), not free, way) if any(used) else None
        return best


class _TableParts:
    """The melds of the table by where cards may be laid off on them."""

    def __init__(self, rules: MeldRules, melds: Sequence[Meld], by_size: bool) -> None:
        self.runs: list[list[Bounds]] = [[], [], [], []]
        self.sets: dict[int, tuple[OpenSet, ...]] = {}
        self.wild_sets: dict[int, tuple[OpenSet, ...]] = {}
        for meld in melds:
            wild = [card for card in meld.cards if card.rank in rules.wilds]
            size = len(meld.cards)
            if meld.kind == SET:
                alone = len(wild) == size
                rank = meld.cards[0].rank if alone else meld.faces[0].rank
                suits = [0, 0, 0, 0]
                for card in meld.cards if alone else set(meld.cards).difference(wild):
                    suits[card.suit if rank else 0] += 1
                naturals = (suits[0], suits[1], suits[2], suits[3])
                one = OpenSet(meld.number, size, naturals, 0 if alone else len(wild))
                sets = self.wild_sets if alone else self.sets
                sets[rank] = (*sets.get(rank, ()), one)
            elif meld.kind == RUN and rules.ace is not Ace.AROUND:
                longest, naturals_counted, wilds_counted = run_limits(rules, by_size)
                barring = any(
                    (card.rank, counts) in rules.alone
                    for card, counts in zip(meld.cards, meld.faces, strict=True)
                )
                base = Open(
                    meld.number,
                    min(size, longest),
                    min(size - len(wild), naturals_counted),
                    min(len(wild), wilds_counted),
                    barring,
                )
                low, high = meld.faces[0].rank, meld.faces[-1].rank
                self.runs[meld.faces[0].suit].append(Bounds(meld.number, low, high, base))


def _parts(total: int, left: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to take so many wild cards of several kinds."""
    for used in product(*(range(min(have, total) + 1) for have in left)):
        if sum(used) == total:
            yield used


def _items(trail: Trail) -> list[Item]:
    found: list[Item] = []
    while trail is not None:
        trail, item = trail
        found.append(item)
    return found[::-1]
