"""Matches: rounds of deals up to a target.

A match is a fold over its finished rounds: totals, boxes and columns are read
from them and never kept on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_core.cards import Card
from rummy_core.chance import Chance
from rummy_core.columns import Column
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.hooks import MatchState
from rummy_core.rulebook import Rulebook
from rummy_core.scoring import RESIGNED, DealResult, MatchSheet, RoundResult, Seating, leader, total_points


class Match:
    """A match of ``book`` from ``seed``: its finished rounds and the deal in play.

    ``lot`` are the cards drawn for the first deal: the player with the lowest
    deals, and those who tie draw again. Deals of a round are played one after
    another: ask :meth:`begin_deal`, play it to its end, then :meth:`end_deal`.

    Raises:
        ValueError: if ``lot`` is too short to settle who deals.
    """

    def __init__(self, book: Rulebook, seed: int | str, *, lot: Sequence[Card] | None = None) -> None:
        self.book = book
        self.seed = seed
        self.lot = tuple(lot) if lot is not None else _draw_lots(book, seed)
        self.first_dealer = lowest(self.lot, book.players)
        self.rounds: list[RoundResult] = []
        self.deal: Deal | None = None
        self.sheet: MatchSheet | None = None
        self._seatings: tuple[Seating, ...] = ()
        self._notes: Mapping[str, NoteValue] = {}
        self._round: list[DealResult] = []

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides of the match, as players."""
        return self.book.sides

    @property
    def state(self) -> MatchState:
        """What the hooks of the match are told."""
        return MatchState(self.book.players, self.sides, tuple(self.rounds), self.first_dealer)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns in which the score is kept; none where the totals are the score."""
        return self.book.hooks.score_columns(match=self.state)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side so far, over all columns, without what the end of the match adds."""
        columns = self.columns
        if columns:
            return tuple(map(sum, zip(*(one.points for one in columns), strict=True)))
        return total_points(self.rounds, len(self.sides))

    @property
    def deals_played(self) -> int:
        """How many deals have been finished, void ones included."""
        return sum(len(one.deals) for one in self.rounds) + len(self._round)

    @property
    def seating(self) -> Seating:
        """Who plays the deal in play."""
        return self._seatings[len(self._round)]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Who plays each deal of the round in play, or of the last one."""
        return self._seatings

    @property
    def dealt_in_round(self) -> int:
        """How many deals of the round in play have been finished."""
        return len(self._round)

    @property
    def round_in_play(self) -> bool:
        """Whether deals of the round have been played and others have not."""
        return bool(self._round)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.sheet is not None

    def begin_deal(self, recorded: Sequence[tuple[Card, ...]] = ()) -> Deal:
        """Begin the next deal; ``recorded`` shuffles are given out before any is drawn.

        Raises:
            ValueError: if a deal is in play or the match is over.
        """
        if self.deal is not None or self.sheet is not None:
            raise ValueError("a deal is in play" if self.deal else "the match is over")
        if not self._round:
            self._seatings = self.book.hooks.seatings(match=self.state)
            self._notes = self.book.hooks.round_notes(match=self.state)
        chance = Chance(self.seed, len(self.rounds) + 1, len(self._round) + 1)
        chance.recorded = list(recorded)
        seating = self.seating
        count = len(seating.players)
        self.deal = Deal.begin(self.book, chance, seats=count, dealer=seating.dealer, notes=self._notes)
        return self.deal

    def end_deal(self) -> DealResult:
        """Take the finished deal into the match; score its round and the match.

        Raises:
            ValueError: if no deal has just ended.
        """
        if self.deal is None or not self.deal.is_over:
            raise ValueError("no deal has ended")
        result = DealResult(self.seating, self.deal.sheet)
        self._round.append(result)
        self.deal = None
        if len(self._round) == len(self._seatings):
            self.rounds.append(self.book.hooks.score_round(match=self.state, deals=tuple(self._round)))
            self._round = []
            self._score()
        return result

    def _score(self) -> None:
        limit = self.book.options.max_deals
        stopped = ""
        if self.deals_played >= limit:
            stopped = f"{limit} {'deal' if limit == 1 else 'deals'} played"
        sheet = self.book.hooks.score_match(match=self.state, stopped=stopped)
        if isinstance(sheet, MatchSheet):
            self.sheet = sheet

    def resign(self, side: int) -> None:
        """End the match at once: ``side`` gives up, and the best of the others has won."""
        totals = self.totals
        others = [one for one in range(len(self.sides)) if one != side]
        best = leader([totals[one] for one in others])
        winner = others[best] if best >= 0 else -1
        self.deal = None
        self.sheet = MatchSheet(totals, (), totals, winner, RESIGNED, self.columns)


def lowest(lot: Sequence[Card], players: int) -> int:
    """The player whose card of the lot is lowest; those who tie draw again from what follows."""
    drawing = list(range(players))
    cards = iter(lot)
    while len(drawing) > 1:
        drawn = {player: card.rank for player, card in zip(drawing, cards, strict=False)}
        if len(drawn) < len(drawing):
            raise ValueError("the lot is too short to say who deals first")
        least = min(drawn.values())
        drawing = [player for player in drawing if drawn[player] == least]
    return drawing[0]


def _draw_lots(book: Rulebook, seed: int | str) -> tuple[Card, ...]:
    """The cards drawn for the first deal: as many as it takes to settle it."""
    order = [card for card in Chance(seed).shuffle(book.pack(book.players).cards) if card.rank]
    count = book.players
    while True:
        try:
            lowest(order[:count], book.players)
            return tuple(order[:count])
        except ValueError:
            count += 1
