"""What a way to use a hand costs: one integer, so that the best way is the least.

Points lost come first, then cards unmatched, cards laid off, and melds. A card loses what it counts
in hand; where melds score it loses what it could count at best and does not, so that nothing
is ever gained on the way and a half-made arrangement is never dearer than a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.cards import CARDS, DECK_SIZE, Card
from rummy_core.faces import ACE_HIGH, FACES, Face, face
from rummy_core.melds import RUN, SET, MeldRules
from rummy_core.scoring import BySize, Melded

MELD: Final = 1
LAID_OFF: Final = 1 << 8
UNMATCHED: Final = 1 << 16
POINT: Final = 1 << 24


_LARGEST: Final = 40
"""A set with wild cards has fewer cards."""


@dataclass(frozen=True, slots=True, eq=False)
class SetSizes:
    """What the number of cards does in the sets of one rank; ``worths`` are the points of a card by suit."""

    _prices: Prices
    worths: tuple[int, int, int, int]

    def closed(self, there: int, naturals: Sequence[int], wilds: int) -> int:
        """The cost of a set that had so many cards, 0 if it is new, and gets these, beside their own."""
        worth = sum(many * each for many, each in zip(naturals, self.worths, strict=True))
        return self._prices.closed(SET, there, sum(naturals) + wilds, worth)


def _nothing(card: Card, counts: Face, kind: str) -> int:
    return 0


class Prices:
    """The cost of each card, left in hand or in a meld.

    Where nothing in melds scores the points lost are those left in hand, else those not scored; there
    ``left_counts`` says whether cards left in hand count against the player. What the number of cards adds
    is told by :meth:`closed`, once for a meld, when no card comes to it any more.

    Raises:
        ValueError: where cards melded at once count several times, and some are wild: which wild card goes
            to which set is settled too late for that.
    """

    def __init__(
        self,
        rules: MeldRules,
        in_hand: tuple[int, ...],
        melded: Melded | None,
        left_counts: bool,
        by_size: BySize | None = None,
    ) -> None:
        self._rules = rules
        if by_size is not None and melded is None:
            melded = _nothing
        self._melded = melded
        self._by_size = by_size
        self.goes_by_size = by_size is not None
        self.goes_by_worth = by_size is not None and by_size.times is not None
        if self.goes_by_worth and rules.wilds:
            raise ValueError("cards that count several times are not searched for among wild ones")
        # The most that one card more can add to a meld, and the most times that a card can count.
        self._more, self._times = self._at_most()
        held = [-points if left_counts or melded is None else 0 for points in in_hand]
        self._best = [
            max([0, score] if melded is None else [score, *self._scores(CARDS[place])])
            for place, score in enumerate(held)
        ]
        self.left = tuple(
            (best + self._more - score) * POINT + UNMATCHED
            for best, score in zip(self._best, held, strict=True)
        )
        """The cost of leaving a card in hand, by ``card.index % 54``."""
        self._known: dict[tuple[int, Face, str], int] = {}
        self._sets: dict[int, SetSizes] = {}

    def _at_most(self) -> tuple[int, int]:
        sizes = self._by_size
        if sizes is None:
            return 0, 1
        kinds = (SET, RUN, *(pattern.name for pattern in self._rules.patterns))
        numbers = range(1, _LARGEST if self._rules.wilds else ACE_HIGH + 1)
        asked = [(kind, number) for kind in kinds for number in numbers]
        most = max(
            max(sizes.grown(kind, number - 1, 1), -(-sizes.grown(kind, 0, number) // number))
            for kind, number in asked
        )
        return max(0, most), max(sizes.times(*one) for one in asked) if sizes.times else 1

    def closed(self, kind: str, there: int, more: int, worth: int = 0) -> int:
        """The cost of a meld that had so many cards and has got ``more``, beside those of the cards.

        ``worth`` are the points of those cards by themselves.
        """
        sizes = self._by_size
        if sizes is None or not more:
            return 0
        lost = more * self._more - sizes.grown(kind, there, more)
        if sizes.times is not None:
            # What is laid off counts once.
            lost += (self._times - (1 if there else sizes.times(kind, more))) * worth
        return lost * POINT

    def worth(self, card: Card, counts: Face, kind: str) -> int:
        """The points of a card in a meld by itself, where they may count several times; else 0."""
        return self._melded(card, counts, kind) if self.goes_by_worth and self._melded is not None else 0

    def set_sizes(self, rank: int) -> SetSizes | None:
        """What the number of cards in sets of a rank does; None where nothing."""
        if not self.goes_by_size:
            return None
        found = self._sets.get(rank)
        if found is None:
            cards = [CARDS[suit * 13 + rank - 1 if rank else 52] for suit in range(4)]
            worths = [self.worth(card, FACES[card.index], SET) for card in cards]
            found = self._sets[rank] = SetSizes(self, (worths[0], worths[1], worths[2], worths[3]))
        return found

    def _scores(self, card: Card) -> Iterator[int]:
        return (self._times * points for points in self._points(card))

    def _points(self, card: Card) -> Iterator[int]:
        assert self._melded is not None
        rules = self._rules
        yield self._melded(card, FACES[card.index], SET)
        faces = [face(card.rank, card.suit)]
        if card.rank == 1:
            faces.append(face(ACE_HIGH, card.suit))
        if card.rank in rules.wilds:
            faces = [face(place, suit) for place in range(1, ACE_HIGH + 1) for suit in range(4)]
            for rank in range(14):
                yield self._melded(card, face(rank), SET)
        elif card.rank == 0:
            return
        for one in faces:
            yield self._melded(card, one, RUN)
        for pattern in rules.patterns:
            if card.rank in pattern.ranks:
                yield self._melded(card, FACES[card.index], pattern.name)

    def melded(self, card: Card, counts: Face, kind: str) -> int:
        """The cost of a card that counts so in a meld of that kind."""
        if self._melded is None:
            return self._best[card.index % DECK_SIZE] * POINT
        key = card.index % DECK_SIZE, counts, kind
        cost = self._known.get(key)
        if cost is None:
            lost = self._best[card.index % DECK_SIZE] - self._times * self._melded(card, counts, kind)
            cost = self._known[key] = lost * POINT
        return cost
