"""Score sheets: points with reasons, of a deal, a round and a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rummy_core.columns import Column

from rummy_core.cards import Card
from rummy_core.faces import Face
from rummy_core.melds import Meld, Placed

Melded = Callable[[Card, Face, str], int]
"""Points of a card in a meld: of the card, what it counts as, and the kind of the meld."""

OfSize = Callable[[str, int], int]
"""A number for melds of a kind and so many cards."""


@dataclass(frozen=True, slots=True)
class BySize:
    """What the number of cards in a meld does to its points.

    ``whole`` gives the points of a meld beside those of its cards, 0 for no cards: whoever lays the next
    card has what it makes more. ``times`` gives how often each of so many cards counts that are
    melded at once.
    """

    whole: OfSize | None = None
    times: OfSize | None = None

    def grown(self, kind: str, there: int, more: int) -> int:
        """The points that ``more`` cards add to a meld that has some, beside their own."""
        return self.whole(kind, there + more) - self.whole(kind, there) if self.whole else 0


@dataclass(frozen=True, slots=True)
class CardValues:
    """What cards count.

    ``in_hand`` are the points of a card left in hand, by ``card.index % 54``;
    ``melded`` gives those of a card in a meld, ``by_size`` what the number of cards there adds. Where
    both are None melds do not score.
    """

    in_hand: tuple[int, ...]
    melded: Melded | None = None
    by_size: BySize | None = None

    @property
    def melds_score(self) -> bool:
        """Whether cards in melds have points."""
        return self.melded is not None or self.by_size is not None

    def of_placed(self, meld: Meld, one: Placed) -> int:
        """The points of a card in a meld, 0 where melds do not score."""
        points = 0 if self.melded is None else self.melded(one.card, one.face, meld.kind)
        if self.by_size is None:
            return points
        return points * self.times(meld, one) + self.by_size.grown(meld.kind, meld.placed.index(one), 1)

    def times(self, meld: Meld, one: Placed) -> int:
        """How often a card in a meld counts: what is laid off or exchanged later counts once."""
        first = min(card.play for card in meld.placed)
        if self.by_size is None or self.by_size.times is None or one.play != first:
            return 1
        return self.by_size.times(meld.kind, sum(card.play == first for card in meld.placed))

    @classmethod
    def by_rank(cls, points: Sequence[int], joker: int = 0, melded: Melded | None = None) -> CardValues:
        """Values by rank, ace first: 13 of them, the same in each suit."""
        if len(points) != 13:
            raise ValueError(f"a value for each of 13 ranks is needed, not {len(points)}")
        return cls(tuple(points) * 4 + (joker, joker), melded)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """So many points for a side, and why.

    ``hands`` are the seats whose cards left in hand it counts, told to whoever scores the deal with it.
    """

    side: int
    reason: str
    points: int
    hands: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """How a deal was scored.

    ``ending`` says how it ended, ``winner`` is the side that won it or -1,
    ``boxes`` counts what each side writes beside its points. A ``void`` deal
    does not count and is dealt again.
    """

    ending: str
    lines: tuple[ScoreLine, ...] = ()
    winner: int = -1
    boxes: tuple[int, ...] = ()
    void: bool = False

    def points(self, side: int) -> int:
        """The sum of the lines of ``side``."""
        return sum(line.points for line in self.lines if line.side == side)


def with_lines(sheet: ScoreSheet, lines: Sequence[ScoreLine], sides: int) -> ScoreSheet:
    """Return the sheet of a deal between so many sides with more lines.

    A deal that is won by who has the most points is won by who has the most then.
    """
    before, after = sheet, replace(sheet, lines=(*sheet.lines, *lines))
    most = leader([before.points(side) for side in range(sides)])
    if sheet.winner < 0 or sheet.winner != most:
        return after
    return replace(after, winner=leader([after.points(side) for side in range(sides)]))


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays a deal: the match's player on each seat, and the seat that deals.

    ``sitting_dealer`` is the player who deals without playing, where one does: the
    seat that deals then has the dealer's part in play alone.
    """

    players: tuple[int, ...]
    dealer: int
    sitting_dealer: int = -1

    @property
    def dealt_by(self) -> int:
        """The player of the match who deals the cards."""
        return self.sitting_dealer if self.sitting_dealer >= 0 else self.players[self.dealer]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal of a round."""

    seating: Seating
    sheet: ScoreSheet


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round: its deals, and what they are worth to the sides of the match."""

    deals: tuple[DealResult, ...]
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int
    void: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """What one side owes another when a match is settled."""

    payer: int
    payee: int
    points: int


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """How a match ended: lines added at the end, final totals, and who won.

    ``points`` are the sums of the deals before the lines, or where the score was
    kept in ``columns`` the sums of these; ``winner`` is a side or -1 for a draw,
    ``reason`` says why the match is over. ``payments`` are there where each two
    sides settle with each other; ``lowest`` says that the lowest total wins.
    """

    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    winner: int
    reason: str
    columns: tuple[Column, ...] = ()
    payments: tuple[Payment, ...] = ()
    lowest: bool = False


RESIGNED: Final = "resigned"
"""The reason of a match in which a side gave up."""


class NotOver:
    """The answer that a match goes on."""


NOT_OVER = NotOver()


def each_two_settle(totals: Sequence[int]) -> tuple[Payment, ...]:
    """The difference of each two totals, paid by the lower; nothing between equal ones."""
    pairs = ((payer, payee) for payer in range(len(totals)) for payee in range(len(totals)))
    return tuple(
        Payment(payer, payee, totals[payee] - totals[payer])
        for payer, payee in pairs
        if totals[payer] < totals[payee]
    )


def total_points(rounds: Sequence[RoundResult], sides: int) -> tuple[int, ...]:
    """The points of each side over ``rounds``."""
    return tuple(sum(one.points[side] for one in rounds) for side in range(sides))


def total_boxes(rounds: Sequence[RoundResult], sides: int) -> tuple[int, ...]:
    """The boxes of each side over ``rounds``."""
    return tuple(sum(one.boxes[side] for one in rounds) for side in range(sides))


def leader(points: Sequence[int]) -> int:
    """The side with the highest total, -1 where two share it."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else -1
