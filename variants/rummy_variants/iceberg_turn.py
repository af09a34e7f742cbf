"""What one more turn of melding would earn in Iceberg: the best over every way to lay a hand.

Cards laid at once count as if laid one after another, and the longer a meld the more its next
card counts. So a turn is worth what its melds end up with, in whatever order it is played; of
one rank all cards that go to sets go to the longest one; and what is left to decide is how many
cards of each rank and suit go to runs and to special melds.

That is decided in one pass over the ranks. All that matters of what was decided below is a
:class:`State`: the rows of cards that end there, suit by suit, and the special melds half made.
Of states that lead on alike the one worth most is kept, and none that another covers. The tests
hold the answer against a search through every order of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final, NamedTuple

from rummy_core.cards import cards_of
from rummy_core.melds import RUN, SET, Meld
from rummy_variants.iceberg_points import EVEN, ODD, SPECIALS, meld_points, place_points

RANKS: Final = range(2, 14)
SUITS: Final = range(4)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn of melding comes to: its points, and how many cards it lays."""

    points: int
    cards: int


class Row(NamedTuple):
    """Neighbours in suit that will be one run: their last rank and how many they are.

    ``joins`` says that none of them lies on the table, and that a run above may still take them in.
    """

    last: int
    size: int
    joins: bool


class Special(NamedTuple):
    """Special melds of one colour that are being made, all of odd or all of even ranks.

    So many of the first suit, of the second and of both, and how many cards of each suit
    those of both have so far; more than one for each meld need not be told.
    """

    first: int = 0
    second: int = 0
    both: int = 0
    of_first: int = 0
    of_second: int = 0


class State(NamedTuple):
    """What matters of the cards of lower ranks."""

    rows: tuple[Rows, ...]
    specials: tuple[Special, ...]


Rows = tuple[Row, ...]
Way = tuple[Rows, int, int]
MOST_TRIED: Final = 10_000
"""How many ways to use the cards of a rank are tried, which bounds the time for any hand.

A hand of a deal has 26 cards at most; of such hands, made as hard as can be, none has had 1,000. Beyond it
the answer is what the ways tried come to.
"""
LEADERS: Final = 3
"""With how many of the best states each other is compared."""
FAMILIES: Final = tuple((ranks, suits) for ranks in (ODD, EVEN) for suits in ((0, 3), (1, 2)))
START: Final = State(((),) * 4, (Special(),) * 4)

# Points and cards laid as one number, the points first: of turns with equal points the one that
# lays most cards is best.
_POINTS: Final = 256


def _worth(points: int, cards: int) -> int:
    return points * _POINTS + cards


def one_more_turn(
    hand: int, melds: Sequence[Meld], special_values: Mapping[str, int], unlike_pairs: bool = False
) -> Turn:
    """Return the best that a turn can lay of ``hand`` beside and on ``melds``. (Iceberg, IC-3)

    ``special_values`` are the points of the special melds by kind; with ``unlike_pairs`` two
    equal cards are no pair.
    """
    return Turn(*divmod(_Pass(hand, melds, special_values, unlike_pairs).best(), _POINTS))


def laid_in_that_turn(
    hand: int, melds: Sequence[Meld], special_values: Mapping[str, int], unlike_pairs: bool = False
) -> int:
    """Return cards of ``hand`` which alone earn as much as :func:`one_more_turn` does: those that it lays.

    Where it could lay others for the same points, one choice of them.
    """
    most = one_more_turn(hand, melds, special_values, unlike_pairs)
    needed = hand
    for card in cards_of(hand):
        if needed.bit_count() == most.cards:
            break
        if one_more_turn(needed & ~card.bit, melds, special_values, unlike_pairs) == most:
            needed &= ~card.bit
    return needed


class _Pass:
    """A pass over the ranks of one hand and table."""

    def __init__(
        self, hand: int, melds: Sequence[Meld], special_values: Mapping[str, int], unlike_pairs: bool
    ) -> None:
        self.unlike_pairs = unlike_pairs
        self.values = [special_values[one.name] for one in SPECIALS]
        self.held = {rank: [0] * 4 for rank in RANKS}
        for card in cards_of(hand):
            if card.rank in self.held:
                self.held[card.rank][card.suit] += 1
        self.ways: dict[tuple[int, int, Rows, int], list[Way]] = {}
        self.gains: dict[tuple[int, int, Rows, Rows], int] = {}
        self.sets = dict.fromkeys(RANKS, 0)
        self.begins: dict[tuple[int, int], list[int]] = {}
        for meld in melds:
            first = meld.faces[0]
            if meld.kind == SET:
                self.sets[first.rank] = max(self.sets[first.rank], len(meld.cards))
            elif meld.kind == RUN:
                self.begins.setdefault((first.suit, first.rank), []).append(len(meld.cards))
        self.joins = {rank: [self._joins(rank, suit) for suit in SUITS] for rank in RANKS}
        self.for_runs = {rank: [self._for_runs(rank, suit) for suit in SUITS] for rank in RANKS}

    def _for_runs(self, rank: int, suit: int) -> int:
        """How many of those cards could come to lie in a run."""
        low = high = rank
        while low - 1 in self.held and self.held[low - 1][suit]:
            low -= 1
        while high + 1 in self.held and self.held[high + 1][suit]:
            high += 1
        touches = any(
            one == suit and (first == high + 1 or first + size == low or low <= first <= high + 1
                             or low <= first + size <= high)
            for (one, first), sizes in self.begins.items()
            for size in sizes
        )  # fmt: skip
        return self.held[rank][suit] if touches or high - low >= 2 else 0

    def _joins(self, rank: int, suit: int) -> bool:
        """Whether a row that ends there may yet reach a run of the table."""
        above = rank + 1
        while above in self.held:
            if (suit, above) in self.begins:
                return True
            if not self.held[above][suit]:
                return False
            above += 1
        return False

    def best(self) -> int:
        """The most that can be laid, points and cards as one number."""
        states = {START: 0}
        for rank in RANKS:
            states = self._kept(rank + 1, self._after(rank, states))
        return max(states.values())

    def _after(self, rank: int, states: Mapping[State, int]) -> dict[State, int]:
        """What the states below ``rank`` lead to, each way to use its cards."""
        found: dict[State, int] = {}
        held = self.held[rank]
        tried = 0
        # Those without special melds go first: they can always be brought to an end.
        for state, so_far in sorted(states.items(), key=lambda pair: pair[0].specials != START.specials):
            for taken, specials, gained in self._specials(rank, state.specials):
                by_suit = []
                for suit in SUITS:
                    free = min(held[suit] - taken[suit], self.for_runs[rank][suit])
                    by_suit.append(self._rows(rank, suit, state.rows[suit], free))
                for chosen in product(*by_suit):
                    left = [held[suit] - taken[suit] - used for suit, (_, used, _) in enumerate(chosen)]
                    worth = so_far + gained + sum(one[2] for one in chosen) + self._set(rank, left)
                    after = State(tuple([one[0] for one in chosen]), specials)
                    if worth > found.get(after, -1):
                        found[after] = worth
                    tried += 1
                    if tried == MOST_TRIED:
                        return found
        return found

    def _set(self, rank: int, left: Sequence[int]) -> int:
        """What the cards of one rank are worth in a set."""
        cards, lying = sum(left), self.sets[rank]
        if not lying and (cards < 2 or (cards == 2 and self.unlike_pairs and max(left) == 2)):
            return 0
        return _worth(meld_points(lying + cards) - meld_points(lying), cards)

    # Runs.

    def _rows(self, rank: int, suit: int, rows: Rows, free: int) -> list[Way]:
        """Each way to go on in a suit: the rows then, how many cards of the hand are used, their worth."""
        asked = rank, suit, rows, free
        if asked not in self.ways:
            best: dict[tuple[Rows, int], int] = {}
            for after, used, worth in self._all_rows(*asked):
                best[after, used] = max(worth, best.get((after, used), 0))
            self.ways[asked] = [(after, used, worth) for (after, used), worth in best.items()]
        return self.ways[asked]

    def _all_rows(self, rank: int, suit: int, rows: Rows, free: int) -> Iterator[Way]:
        begun = self.begins.get((suit, rank), [])
        ending = [row for row in rows if row.last == rank - 1]
        passing = [row for row in rows if row.last >= rank]
        joins = self.joins[rank][suit]
        for open_rows, taken_in, joined in _joined(rank, begun, ending):
            for used in range(free + 1):
                most = min(used, len(open_rows))
                # Where no run above waits, the longest rows grow: none is worth more broken off.
                for extended in range(0 if joins else most, most + 1):
                    longest_first = combinations(open_rows[::-1], extended)
                    for chosen in longest_first if joins else islice(longest_first, 1):
                        grown = [Row(rank, row.size + 1, row.joins and joins) for row in chosen]
                        new = [Row(rank, 1, joins)] * (used - extended)
                        after = tuple(sorted((*passing, *taken_in, *grown, *new)))
                        yield after, used, joined + sum(_grown(row.size) for row in grown)

    # States that need not be followed.

    def _kept(self, rank: int, states: dict[State, int]) -> dict[State, int]:
        """Return the states without those that another is ahead of, whatever cards of ``rank`` and up do."""
        kept: dict[State, int] = {}
        leaders: dict[tuple[Special, ...], list[tuple[State, int]]] = {}
        for state, worth in sorted(states.items(), key=lambda pair: -pair[1]):
            ahead = leaders.setdefault(state.specials, [])
            if not any(more - worth >= self._behind(rank, state, one) for one, more in ahead):
                kept[state] = worth
                if len(ahead) < LEADERS:
                    ahead.append((state, worth))
        return kept

    def _behind(self, rank: int, state: State, leader: State) -> int:
        """The most that ``state`` can make good on ``leader``."""
        return sum(self._made_good(rank, suit, state.rows[suit], leader.rows[suit]) for suit in SUITS)

    def _made_good(self, rank: int, suit: int, rows: Rows, others: Rows) -> int:
        """The most that ``rows`` can gain on ``others``, which use the same cards of the hand."""
        rows, others = (tuple([row for row in one if row.last >= rank - 1]) for one in (rows, others))
        if rows == others or rank > RANKS[-1]:
            return 0
        asked = rank, suit, rows, others
        if asked not in self.gains:
            free = self.for_runs[rank][suit]
            answers = self._rows(rank, suit, others, free)
            self.gains[asked] = max(
                min(
                    worth - answer + self._made_good(rank + 1, suit, after, others_then)
                    for others_then, same, answer in answers
                    if same == used
                )
                for after, used, worth in self._rows(rank, suit, rows, free)
            )
        return self.gains[asked]

    # Special melds.

    def _specials(
        self, rank: int, specials: tuple[Special, ...]
    ) -> list[tuple[Sequence[int], tuple[Special, ...], int]]:
        """Each way to use cards for special melds: how many by suit, what is half made then, its worth.

        The way to use none goes first.
        """
        found: list[tuple[Sequence[int], tuple[Special, ...], int]] = [((0, 0, 0, 0), specials, 0)]
        for number, (ranks, suits) in enumerate(FAMILIES):
            if rank in ranks:
                found = [
                    (
                        [using.get(suit, count) for suit, count in enumerate(taken)],
                        (*before[:number], then, *before[number + 1 :]),
                        worth + made,
                    )
                    for taken, before, worth in found
                    for one in (
                        self._begun(ranks, suits) if rank == min(ranks) else before[number : number + 1]
                    )
                    for using, then, made in self._gone_on(rank, number, one)
                ]
        return found

    def _gone_on(
        self, rank: int, number: int, special: Special
    ) -> Iterator[tuple[dict[int, int], Special, int]]:
        """Each way to go on with special melds of one colour: cards by suit, how they stand, their worth."""
        ranks, suits = FAMILIES[number]
        for of_first in range(special.both + 1):
            of_second = special.both - of_first
            using = {suits[0]: special.first + of_first, suits[1]: special.second + of_second}
            if any(count > self.held[rank][suit] for suit, count in using.items()):
                continue
            then = special._replace(
                of_first=min(special.of_first + of_first, special.both),
                of_second=min(special.of_second + of_second, special.both),
            )
            if rank < max(ranks):
                yield using, then, 0
            elif then.of_first == then.of_second == then.both:
                yield using, Special(), self._made(number, then)

    def _begun(self, ranks: Sequence[int], suits: tuple[int, int]) -> list[Special]:
        """The special melds of these ranks and suits that the hand might make."""
        first, second = (min(self.held[rank][suit] for rank in ranks) for suit in suits)
        most = min(sum(self.held[rank][suit] for suit in suits) for rank in ranks)
        return [
            Special(one, two, both)
            for one in range(first + 1)
            for two in range(second + 1)
            for both in range(most - one - two + 1)
        ]

    def _made(self, number: int, made: Special) -> int:
        parity = number // 2
        one_suit = made.first + made.second
        points = one_suit * self.values[parity] + made.both * self.values[parity + 2]
        return _worth(points, 6 * (one_suit + made.both))


def _grown(size: int) -> int:
    """What the last card of a row of that size is worth; the first three are worth nothing apart."""
    if size <= 3:
        return _worth(meld_points(3), 3) if size == 3 else 0
    return _worth(place_points(size), 1)


def _joined(rank: int, begun: Sequence[int], ending: list[Row]) -> Iterator[tuple[list[Row], list[Row], int]]:
    """Each way for the runs of the table that begin at ``rank`` to take in a row that ends below.

    What is told: the rows that stay open, the rows that the runs now are, and what that is worth.
    """
    if not begun:
        yield ending, [], 0
        return
    size, *others = begun
    last = rank + size - 1
    for open_rows, taken_in, worth in _joined(rank, others, ending):
        yield open_rows, [*taken_in, Row(last, size, False)], worth
        for place, row in enumerate(open_rows):
            if row.joins:
                counted = row.size >= 3
                points = meld_points(size + row.size) - meld_points(size)
                more = _worth(points, row.size)
                more -= _worth(meld_points(row.size), row.size) if counted else 0
                rest = open_rows[:place] + open_rows[place + 1 :]
                yield rest, [*taken_in, Row(last, size + row.size, False)], worth + more
