"""What a screen is given: one seat's view and all that is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rummy_cli.faces import CardText
from rummy_cli.play.hand_order import MELDS
from rummy_cli.play.telling import Teller, Told
from rummy_core.actions import Action
from rummy_core.views import View


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet: a label, a text, a figure on the right; and the same as a sentence."""

    label: str
    text: str
    right: str
    sentence: str


Line = str | Row


SideScore = tuple[str, int, int]
"""A side: its name, points and boxes."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """What stands above a table: the game, how far it goes, which deal, who deals, and the score."""

    title: str
    target: int | None
    deal: str
    dealer: str
    scores: tuple[SideScore, ...]
    columns: tuple[tuple[bool, tuple[SideScore, ...]], ...] = ()
    """Where the score is kept in columns, each of them: whether it is closed, and its scores."""


@dataclass(slots=True)
class Scene:
    """A table as its player sees it, when it is his turn.

    ``news`` happened since he was last asked, ``last`` is what each seat did
    last, without its name; ``order`` is how he has his hand laid out.
    """

    view: View
    actions: Sequence[Action]
    teller: Teller
    match: MatchLine
    news: list[Told] = field(default_factory=list)
    last: dict[int, str] = field(default_factory=dict)
    order: str = MELDS
    can_undo: bool = False
    opening: Sequence[str] = ()
    """What the first screen says of the game."""
    start: Sequence[str] = ()
    """What a table shows by itself, at the first prompt of a deal."""

    @property
    def cards(self) -> CardText:
        """How cards are written."""
        return self.teller.cards


class Screen(Protocol):
    """Where a match is shown and answers come from: a table that is redrawn, or sentences."""

    cards: CardText

    def prompt(self, scene: Scene, messages: Sequence[str]) -> str:
        """Show the table with ``messages`` and return what is typed.

        Raises:
            EOFError: where input has ended.
        """

    def question(self, lines: Sequence[str], question: str, over: Scene | None = None) -> str:
        """Show ``lines``, ask a question, and return the answer.

        Of what a screen draws, ``over`` leaves nothing there but the table of that scene.

        Raises:
            EOFError: where input has ended.
        """

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines that stand for themselves, such as a score sheet."""

    def say(self, line: str) -> None:
        """Say one line at once."""

    def cover(self) -> None:
        """Hide what stands on the screen from the next player, and keep hiding what comes."""

    def leave(self) -> None:
        """Leave nothing on the terminal of what was to be hidden; what comes now stays."""


def score_text(match: MatchLine) -> list[str]:
    """The score, a phrase for each side: ``you 46 (1 box)``, or in columns ``you 46/12/0``."""
    if match.columns:
        sides = zip(*(scores for _, scores in match.columns), strict=True)
        return [f"{side[0][0]} {'/'.join(str(points) for _, points, _ in side)}" for side in sides]
    return _phrases(match.scores)


def score_rows(match: MatchLine) -> list[Row]:
    """The score as rows of a sheet: one, or one for each column."""
    if not match.columns:
        score = _phrases(match.scores)
        return [Row("", "score", "   ".join(score), f"Score: {', '.join(score)}.")]
    rows = []
    for number, (closed, scores) in enumerate(match.columns, 1):
        name = f"column {number}{', closed' if closed else ''}"
        phrases = _phrases(scores)
        rows.append(Row("", name, "   ".join(phrases), f"{name.capitalize()}: {', '.join(phrases)}."))
    return rows


def _phrases(scores: Sequence[SideScore]) -> list[str]:
    return [f"{name} {points}{_boxes(boxes)}" for name, points, boxes in scores]


def _boxes(count: int) -> str:
    if not count:
        return ""
    return f" ({count} {'box' if count == 1 else 'boxes'})"


def match_words(match: MatchLine) -> str:
    """The game, its target, the number of the deal and its dealer."""
    target = f" · to {match.target}" if match.target else ""
    return f"{match.title}{target} · {match.deal}, {match.dealer}"
