"""What a simulation counts: exact sums, so that no order of adding changes a number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Mean:
    """The mean of whole numbers, with its standard error."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count one value."""
        self.n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Mean) -> None:
        """Count what ``other`` counted."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def as_json(self, scale: int = 1) -> dict[str, float | int | None]:
        """Return mean, standard error and number; each value is taken ``scale`` times smaller.

        What too few values do not tell is None.
        """
        n = self.n
        if n == 0:
            return {"mean": None, "se": None, "n": 0}
        spread = n * self.squares - self.total * self.total
        error = math.sqrt(spread / (n - 1)) / n / scale if n > 1 else None
        return {"mean": self.total / n / scale, "se": error, "n": n}


@dataclass(frozen=True, slots=True)
class DealRow:
    """What is counted of one deal. Players are those of the match, ``winners`` empty for a void deal."""

    ending: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    decisions: int
    draws: int
    deadwood_at_knock: int | None


@dataclass(slots=True)
class Tally:
    """The counts of a part of a simulation, by player and by the bot's place in the list."""

    players: int
    deals: int = 0
    matches: int = 0
    decisions: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    wins: list[int] = field(default_factory=list)
    wins_by_bot: list[int] = field(default_factory=list)
    match_wins: list[int] = field(default_factory=list)
    match_wins_by_bot: list[int] = field(default_factory=list)
    turns: Mean = field(default_factory=Mean)
    score: Mean = field(default_factory=Mean)
    draws: Mean = field(default_factory=Mean)
    knocks: Mean = field(default_factory=Mean)
    match_deals: Mean = field(default_factory=Mean)
    shares: list[Mean] = field(default_factory=list)
    """Wins of each bot among the games with the same cards, one value for them together."""

    def __post_init__(self) -> None:
        for name in ("wins", "wins_by_bot", "match_wins", "match_wins_by_bot"):
            setattr(self, name, [0] * self.players)
        self.shares = [Mean() for _ in range(self.players)]

    def add_deal(self, row: DealRow, bot_of: Sequence[int]) -> None:
        """Count one deal; ``bot_of`` has the place in the list of bots of each player."""
        self.deals += 1
        self.decisions += row.decisions
        self.ended[row.ending] += 1
        for player in row.winners:
            self.wins[player] += 1
            self.wins_by_bot[bot_of[player]] += 1
        self.turns.add(row.turns)
        self.score.add(sum(row.points))
        self.draws.add(row.draws)
        if row.deadwood_at_knock is not None:
            self.knocks.add(row.deadwood_at_knock)

    def add_match(self, deals: int, winners: Sequence[int], bot_of: Sequence[int]) -> None:
        """Count one match."""
        self.matches += 1
        self.match_deals.add(deals)
        for player in winners:
            self.match_wins[player] += 1
            self.match_wins_by_bot[bot_of[player]] += 1

    def add_shares(self, wins: Sequence[int]) -> None:
        """Count how often each bot won among the games with the same cards."""
        for mean, won in zip(self.shares, wins, strict=True):
            mean.add(won)

    def merge(self, other: Tally) -> None:
        """Count what ``other`` counted."""
        for name in ("deals", "matches", "decisions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ended.update(other.ended)
        for name in ("wins", "wins_by_bot", "match_wins", "match_wins_by_bot"):
            mine: list[int] = getattr(self, name)
            mine[:] = [one + more for one, more in zip(mine, getattr(other, name), strict=True)]
        for name in ("turns", "score", "draws", "knocks", "match_deals"):
            getattr(self, name).merge(getattr(other, name))
        for share, more in zip(self.shares, other.shares, strict=True):
            share.merge(more)

    def as_json(self, *, swap: bool) -> dict[str, Any]:
        """Return the counts as ``rummy simulate --json`` prints them."""
        found: dict[str, Any] = {
            "deals": self.deals,
            "matches": self.matches,
            "decisions": self.decisions,
            "ended": dict(sorted(self.ended.items())),
            "wins": self.wins,
            "turns_per_deal": self.turns.as_json(),
            "draws_per_deal": self.draws.as_json(),
            "score_per_deal": self.score.as_json(),
        }
        if self.knocks.n:
            found["deadwood_at_knock"] = self.knocks.as_json()
        if self.matches:
            found["deals_per_match"] = self.match_deals.as_json()
            found["match_wins"] = self.match_wins
        if swap:
            found["wins_by_bot"] = self.wins_by_bot
            if self.matches:
                found["match_wins_by_bot"] = self.match_wins_by_bot
        # With the same cards for every seat, one value is the share of them together.
        games = self.players if swap else 1
        found["win_share"] = [share.as_json(games) for share in self.shares]
        return found
