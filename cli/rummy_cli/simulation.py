"""Many deals or matches between bots, in one process or several.

Every deal depends on the seed and its number alone, so that parts played in
other processes are the same ones, and are merged in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rummy_cli.choosing import chosen_book, chosen_bot
from rummy_cli.errors import CommandError
from rummy_cli.layout import json_text
from rummy_cli.processes import done_in_order
from rummy_cli.safe_text import safe
from rummy_cli.tallies import DealRow, Tally
from rummy_core.actions import Decision, Draw, IllegalAction, Take
from rummy_core.catalogue import Bot
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.hooks import MatchState
from rummy_core.knocking import KNOCK_COUNT
from rummy_core.match import Match
from rummy_core.rulebook import Rulebook
from rummy_core.scoring import Seating

# Parts are small, so that all processes end together.
_LARGEST_PART: Final = 100
_PARTS_A_JOB: Final = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; ``bots`` has one name for each player."""

    variant: str
    settings: tuple[str, ...]
    preset: str | None
    house_rules: tuple[str, ...]
    players: int | None
    bots: tuple[str, ...]
    seed: str
    matches: bool
    swap: bool

    def book(self) -> Rulebook:
        """The rulebook; a process that is handed a plan makes its own."""
        return chosen_book(
            self.variant,
            settings=self.settings,
            preset=self.preset,
            house_rules=self.house_rules,
            players=self.players,
        )


@dataclass(slots=True)
class Part:
    """What came of some of the games: the counts, and a line of JSON for each deal if asked for."""

    first: int
    end: int
    tally: Tally
    lines: list[str]


def play_all(plan: Plan, count: int, jobs: int, with_lines: bool) -> Iterator[Part]:
    """Play ``count`` deals or matches in ``jobs`` processes; yield the parts in order."""
    size = max(1, min(_LARGEST_PART, count // (jobs * _PARTS_A_JOB)))
    bounds = ((first, min(first + size, count)) for first in range(0, count, size))
    tasks = ((plan, first, end, with_lines) for first, end in bounds)
    yield from done_in_order(play_part, tasks, jobs)


def play_part(plan: Plan, first: int, end: int, with_lines: bool) -> Part:
    """Play the games with the numbers ``first`` to ``end``, without ``end``."""
    games = _games(plan)
    part = Part(first, end, Tally(games.players), [])
    for number in range(first, end):
        games.play(number, part, with_lines)
    return part


@lru_cache(maxsize=1)
def _games(plan: Plan) -> _Games:
    return _Games(plan)


class _Games:
    """Plays the games of a plan, by number."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.book = plan.book()
        self.players = self.book.players
        self._makers: list[Callable[[str], Bot]] = [chosen_bot(name) for name in plan.bots]

    def play(self, number: int, part: Part, with_lines: bool) -> None:
        """Play one game, and with ``swap`` again with every bot on every seat."""
        won = [0] * self.players
        for shift in range(self.players if self.plan.swap else 1):
            bot_of = [(player + shift) % self.players for player in range(self.players)]
            note = _Notes(part, number, shift, bot_of, self.plan.bots, with_lines)
            bots = [
                self._makers[bot](f"{self.plan.seed}/{number}/{player}") for player, bot in enumerate(bot_of)
            ]
            winners = self._match(number, bots, note) if self.plan.matches else self._deal(number, bots, note)
            for player in winners:
                won[bot_of[player]] += 1
        part.tally.add_shares(won)

    def _deal(self, number: int, bots: Sequence[Bot], note: _Notes) -> tuple[int, ...]:
        """Play one deal by itself; the players deal in turn."""
        book = self.book
        state = MatchState(self.players, book.sides, (), number % self.players)
        seating = book.hooks.seatings(match=state)[0]
        chance = Chance(f"{self.plan.seed}/{number}", 1, 1)
        deal = Deal.begin(book, chance, seats=len(seating.players), dealer=seating.dealer)
        self._play_out(deal, seating, bots, note)
        return note.deal(1, deal, seating)

    def _match(self, number: int, bots: Sequence[Bot], note: _Notes) -> tuple[int, ...]:
        match = Match(self.book, f"{self.plan.seed}/{number}")
        while match.sheet is None:
            deal = match.begin_deal()
            seating = match.seating
            self._play_out(deal, seating, bots, note)
            match.end_deal()
            note.deal(match.deals_played, deal, seating)
        winner = match.sheet.winner
        winners = match.sides[winner] if winner >= 0 else ()
        note.part.tally.add_match(match.deals_played, winners, note.bot_of)
        return winners

    def _play_out(self, deal: Deal, seating: Seating, bots: Sequence[Bot], note: _Notes) -> None:
        choosers = [bots[player].choose for player in seating.players]
        table = deal.table
        try:
            while table.seat >= 0:
                seat = table.seat
                deal.play(choosers[seat](deal.view(seat), deal.legal_actions()))
        except IllegalAction as error:
            # The seat that chose is still the one to act: a refusal changes nothing.
            name = note.bots[note.bot_of[seating.players[table.seat]]]
            raise CommandError(
                f"bot '{safe(name)}' chose what is illegal, in game {note.number} of seed "
                f"'{safe(self.plan.seed)}': {safe(str(error))}"
            ) from error


@dataclass(slots=True)
class _Notes:
    """Notes down the deals of one game."""

    part: Part
    number: int
    shift: int
    bot_of: list[int]
    bots: tuple[str, ...]
    with_lines: bool

    def deal(self, nth: int, deal: Deal, seating: Seating) -> tuple[int, ...]:
        """Count a finished deal; return the players who won it."""
        table, sheet = deal.table, deal.sheet
        played = [entry.action for entry in deal.log if isinstance(entry, Decision)]
        sides = table.layout.sides
        won = sides[sheet.winner] if sheet.winner >= 0 else ()
        count = table.deal_notes.get(KNOCK_COUNT)
        row = DealRow(
            ending=sheet.ending,
            winners=tuple(seating.players[seat] for seat in won),
            points=tuple(sheet.points(side) for side in range(len(sides))),
            turns=table.turn,
            decisions=len(played),
            draws=sum(isinstance(action, Draw | Take) for action in played),
            deadwood_at_knock=count if isinstance(count, int) else None,
        )
        self.part.tally.add_deal(row, self.bot_of)
        if self.with_lines:
            self.part.lines.append(json_text(self._line(nth, row, seating)) + "\n")
        return row.winners

    def _line(self, nth: int, row: DealRow, seating: Seating) -> dict[str, Any]:
        return {
            "game": self.number,
            "swap": self.shift,
            "deal": nth,
            "dealer": seating.dealt_by,
            "players": list(seating.players),
            "bots": [self.bots[bot] for bot in self.bot_of],
            "ending": row.ending,
            "winners": list(row.winners),
            "points": list(row.points),
            "turns": row.turns,
            "decisions": row.decisions,
            "draws": row.draws,
            "deadwood_at_knock": row.deadwood_at_knock,
        }
