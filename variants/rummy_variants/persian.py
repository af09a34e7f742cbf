"""Persian Rummy: 500 in two sides with four jokers, in which four cards melded at once count double.

Rules as told by Howard Fosdick (Scoring Rummies, Persian Rummy); other ways to play by gamerules.com and
rummy4all; the table of options names the source of each. 500 Rum answers all that does not differ.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from rummy_core.hooks import MatchState, hookimpl
from rummy_core.melding import MeldStep
from rummy_core.melds import SET, Ace, MeldRules
from rummy_core.options import option
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.rulebook import Variant
from rummy_core.scoring import (
    BySize,
    CardValues,
    MatchSheet,
    NotOver,
    ScoreLine,
    ScoreSheet,
    leader,
    total_points,
)
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.table_points import Counted, laid, laid_by
from rummy_core.targets import by_target
from rummy_variants import five_hundred_words
from rummy_variants.five_hundred import FIVE_HUNDRED, SharedFiveHundredOptions, score_line, values_of

JOKERS = 4
JOKER = 20
QUARTET = 4
"""So many cards laid at once count double. (500, fact 10)"""
DEALS = 2
"""How many deals a game has where it is not played to a target. (500, option persian_length)"""


class PersianOptions(SharedFiveHundredOptions):
    """Options of Persian Rummy: 500's, but for those that it settles."""

    left_out: ClassVar[Mapping[str, str]] = {
        "sides": "sides is no option of Persian Rummy: four players in two sides play it",
        "jokers_wild": "jokers_wild is no option of Persian Rummy: its jokers meld with jokers only",
    }

    persian_length: Literal["target", "two_deals"] = option(
        "target",
        "a game is played to the target, or is two deals",
        "Fosdick, Persian Rummy: a form of 500; gamerules.com, rummy4all: two_deals",
    )
    persian_ace: Literal["high_or_low", "high"] = option(
        "high_or_low",
        "where an ace stands in a run: high or low, or always high",
        "Fosdick, 500 Rummy; gamerules.com: high",
    )
    double_quartet: Literal["any", "sets"] = option(
        "any",
        "which four cards laid at once count double: any meld, or sets only, jokers included",
        "Fosdick, Persian Rummy: any meld of four cards; his examples are sets",
    )


class PersianRules:
    """What Persian Rummy answers otherwise than 500."""

    def __init__(self, options: PersianOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        """52 cards and four jokers. (500, fact 10)"""
        return Pack(1, JOKERS)

    @hookimpl
    def card_values(self) -> CardValues:
        """As in 500; a joker counts 20, and four cards laid at once double. (500, fact 10; R-11)"""
        values = values_of(self.options, JOKER)

        return replace(values, by_size=BySize(times=self._times))

    def _times(self, kind: str, cards: int) -> int:
        """Twice for a meld of exactly four; what is added later counts once. (500, R-11)"""
        may = kind == SET or self.options.double_quartet == "any"
        return 2 if may and cards == QUARTET else 1

    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        """Jokers are a rank of their own; aces by option. (500, R-12)"""
        rules = yield
        return replace(rules, ace=Ace.HIGH) if self.options.persian_ace == "high" else rules

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """As in 500; melds of four are listed, since laid at once they are worth more. (500, R-11)"""
        steps = yield
        return tuple(
            replace(step, sizes=QUARTET) if isinstance(step, MeldStep | TakePileStep) else step
            for step in steps
        )

    @hookimpl(wrapper=True)
    def score_deal(self, table: Table) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Tell apart from what was melded what of it is the doubling. (500, fact 10)"""
        sheet = yield
        lines: list[ScoreLine] = []
        for number, side in enumerate(table.layout.sides):
            doubled = [laid(table, _doubled_of(table, seat)) // 2 for seat in side]
            once = [laid_by(table, seat) - more for seat, more in zip(side, doubled, strict=True)]
            lines.append(score_line(number, "melded", once))
            if any(doubled):
                lines.append(score_line(number, "four laid at once, doubled", doubled))
            lines += [line for line in sheet.lines if line.side == number][1:]
        return replace(sheet, lines=tuple(lines))

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver | None:
        """Two deals and the higher total wins, where the game is not played to a target. (500, R-10)"""
        if self.options.persian_length == "target":
            return None
        points = total_points(match.rounds, len(match.sides))
        if len(match.rounds) >= DEALS and leader(points) >= 0:
            return by_target(match, 0, f"{len(match.rounds)} deals played")
        return by_target(match, 0, stopped)


def _doubled_of(table: Table, seat: int) -> Counted:
    values = table.rules.card_values
    return lambda meld, one: one.by == seat and values.times(meld, one) > 1


def describe(options: PersianOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    words = five_hundred_words
    low_aces = options.persian_ace == "high_or_low"
    runs = words.RUNS if low_aces else "Aces are high: Q-K-A is a run, A-2-3 is not."
    score = words.score(options, low_aces)
    jokers = (
        "Jokers are not wild: three or four of them are a set, and that is the only meld they are in. "
        f"A joker counts {JOKER}, melded or held."
    )
    which = "A meld of exactly four cards" if options.double_quartet == "any" else "A set of four"
    doubled = f"{which} laid at once counts double; what is added to a meld later counts single."
    deals = "Two deals are a game, and the higher total wins; with equal totals another deal is played."
    ends = words.match(options) if options.persian_length == "target" else [deals]
    return [
        *words.aim(options, players, "52 cards and four jokers"),
        *words.melds(options, runs, jokers),
        *words.play(options),
        *score[:1],
        doubled,
        *score[1:],
        *ends,
    ]


PERSIAN = Variant(
    name="persian",
    title="Persian Rummy",
    options=PersianOptions,
    rules=PersianRules,
    describe=describe,
    players=(4, 4),
    default_players=4,
    base=FIVE_HUNDRED,
    presets={
        "default": {},
        "two_deals": {"persian_length": "two_deals", "persian_ace": "high"},
    },
)
