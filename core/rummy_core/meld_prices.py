"""What a way to use a hand costs: one integer, so that the best way is the least.

Points lost come first, then cards unmatched, cards laid off, and melds. A card loses what it counts
in hand; where melds score it loses what it could count at best and does not, so that nothing
is ever gained on the way and a half-made arrangement is never dearer than a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy_core.cards import CARDS, DECK_SIZE, Card
from rummy_core.faces import ACE_HIGH, FACES, Face, face
from rummy_core.melds import RUN, SET, MeldRules
from rummy_core.scoring import Melded

MELD: Final = 1
LAID_OFF: Final = 1 << 8
UNMATCHED: Final = 1 << 16
POINT: Final = 1 << 24


class Prices:
    """The cost of each card, left in hand or in a meld.

    Without ``melded`` the points lost are those left in hand, else those not scored; there
    ``left_counts`` says whether cards left in hand count against the player.
    """

    def __init__(
        self, rules: MeldRules, in_hand: tuple[int, ...], melded: Melded | None, left_counts: bool
    ) -> None:
        self._rules = rules
        self._melded = melded
        held = [-points if left_counts or melded is None else 0 for points in in_hand]
        self._best = [
            max([0, score] if melded is None else [score, *self._scores(CARDS[place])])
            for place, score in enumerate(held)
        ]
        self.left = tuple(
            (best - score) * POINT + UNMATCHED for best, score in zip(self._best, held, strict=True)
        )
        """The cost of leaving a card in hand, by ``card.index % 54``."""
        self._known: dict[tuple[int, Face, str], int] = {}

    def _scores(self, card: Card) -> Iterator[int]:
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
            lost = self._best[card.index % DECK_SIZE] - self._melded(card, counts, kind)
            cost = self._known[key] = lost * POINT
        return cost
