"""The kit finds faults of scores and matches: each sheet is wrong on purpose in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rummy_core.actions import PASS, Action, Pass, Refusal
from rummy_core.chance import Chance
from rummy_core.columns import Column
from rummy_core.events import Event, Noted, StepBegan
from rummy_core.flow import next_seat
from rummy_core.hooks import MatchState, hookimpl
from rummy_core.knocking import RetakeStep
from rummy_core.scoring import (
    NOT_OVER,
    DealResult,
    MatchSheet,
    NotOver,
    RoundResult,
    ScoreLine,
    ScoreSheet,
)
from rummy_core.table import BadFact, Table
from rummy_core.table import evolve as evolved
from rummy_core.testing import AnyLegal, ConformanceError, check_match
from rummy_core.views import View
from rummy_variants.gin import GinRules
from tests.properties.faulty import Case, gin_with, play_until_found

# Sheets of a deal.


class RemembersDeals(GinRules):
    """Tells the ending in another way from deal to deal of whatever match."""

    dealt = 0

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        RemembersDeals.dealt += 1
        sheet = GinRules.score_deal(self, table, ending)
        return replace(sheet, ending=f"{sheet.ending} {'again' if RemembersDeals.dealt % 2 else 'once'}")


class ScoresForNobody(GinRules):
    """Gives points to a third side."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending, (ScoreLine(2, "for the table", 5),))


class ScoresHalves(GinRules):
    """Halves the points."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        half: Any = 2.5
        return ScoreSheet(ending, (ScoreLine(0, "half", half),))


class ScoresAVoidDeal(GinRules):
    """Gives points for a deal that does not count."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending, (ScoreLine(0, "for trying", 1),), void=True)


def sheet_of(**told: Any) -> type[GinRules]:
    """Gin whose sheet of a deal says so, whatever was played."""

    class Scores(GinRules):
        @hookimpl
        def score_deal(self, table: Table, ending: str) -> ScoreSheet:
            return ScoreSheet(**{"ending": ending, **told})

    return Scores


SHEETS = {
    "for a side that there is not": ScoresForNobody,
    "half points": ScoresHalves,
    "of a void deal": ScoresAVoidDeal,
    "no reason": sheet_of(lines=(ScoreLine(0, " ", 5),)),
    "won by a side that there is not": sheet_of(winner=2),
    "boxes of one side": sheet_of(boxes=(1,)),
    "a void deal that is won": sheet_of(winner=0, void=True),
    "an ending without a word": sheet_of(ending=" "),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_cannot_be_is_found(name: str) -> None:
    with pytest.raises(ConformanceError) as raised:
        play_until_found(Case("", lambda: gin_with(rules=SHEETS[name])))
    assert raised.value.prop == "scores are whole and add up", str(raised.value)


def test_a_deal_that_ends_otherwise_the_second_time_is_found() -> None:
    # Looked at closely it tells one seat another thing than it would tell on an imagined table.
    with pytest.raises(ConformanceError) as raised:
        play_until_found(Case("", lambda: gin_with(rules=RemembersDeals), closely=0.0))
    assert raised.value.prop == "same seed, same game"


# Matches.


class NeverOver(GinRules):
    """Goes on whatever was scored and however many deals were played."""

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        return NOT_OVER


class AddsWrongly(GinRules):
    """Gives a total that its lines do not come to."""

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        sheet = GinRules.score_match(self, match, stopped)
        if isinstance(sheet, MatchSheet):
            return replace(sheet, totals=tuple(total + 1 for total in sheet.totals))
        return sheet


def match_with(change: Callable[[MatchSheet], MatchSheet]) -> type[GinRules]:
    """Gin whose sheet of a match is changed so."""

    class Ends(GinRules):
        @hookimpl
        def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
            sheet = GinRules.score_match(self, match, stopped)
            return change(sheet) if isinstance(sheet, MatchSheet) else sheet

    return Ends


def round_with(change: Callable[[RoundResult], RoundResult]) -> type[GinRules]:
    """Gin whose rounds are scored so."""

    class Rounds(GinRules):
        @hookimpl
        def score_round(self, match: MatchState, deals: Sequence[DealResult]) -> RoundResult:
            sheets = [deal.sheet for deal in deals]
            points = tuple(sum(one.points(side) for one in sheets) for side in range(2))
            return change(RoundResult(tuple(deals), points, (0, 0), sheets[0].winner, sheets[0].void))

    return Rounds


WritesForAThirdSide = round_with(lambda one: replace(one, boxes=(0, 0, 0)))
ScoresTheRoundAnew = round_with(lambda one: replace(one, points=(one.points[0] + 1, one.points[1])))
ForgetsARound = match_with(lambda one: replace(one, points=(one.points[0] + 1, one.points[1])))
ColumnsOfTheirOwn = match_with(lambda one: replace(one, columns=(Column((), one.points, (0, 0), -1),)))
WonByNobodyThere = match_with(lambda one: replace(one, winner=2))
EndsWithoutAWord = match_with(lambda one: replace(one, reason=" "))
WritesABlank = match_with(
    lambda one: replace(one, lines=tuple(replace(line, reason=f"{line.reason} ") for line in one.lines))
)


@pytest.mark.parametrize(
    ("rules", "prop"),
    [
        (NeverOver, "a match ends within max_deals"),
        (AddsWrongly, "totals are the sums of lines"),
        (WritesForAThirdSide, "totals are the sums of lines"),
        (ScoresTheRoundAnew, "totals are the sums of lines"),
        (ForgetsARound, "totals are the sums of lines"),
        (ColumnsOfTheirOwn, "totals are the sums of lines"),
        (WonByNobodyThere, "totals are the sums of lines"),
        (EndsWithoutAWord, "totals are the sums of lines"),
        (WritesABlank, "a record reads back byte for byte"),
    ],
)
def test_a_fault_of_a_match_is_found_and_named(rules: type[GinRules], prop: str) -> None:
    # Any knock will do, so that there is something to count.
    book = gin_with(rules=rules, max_deals=3, knock_limit=99, target=20)
    with pytest.raises(ConformanceError) as raised:
        check_match(book, 1, [AnyLegal])
    assert raised.value.prop == prop, str(raised.value)


def test_a_record_that_does_not_hold_is_found() -> None:
    with pytest.raises(ConformanceError) as raised:
        check_match(gin_with(rules=RemembersDeals, max_deals=3), 1, [AnyLegal])
    assert raised.value.prop == "the record of a match verifies"


def test_rounds_that_are_scored_soundly_are_not_reported() -> None:
    check_match(gin_with(rules=round_with(lambda one: one), max_deals=3), 1, [AnyLegal])


class Fickle:
    """A bot that plays otherwise with every one that is made."""

    made = 0

    def __init__(self, seed: str) -> None:
        Fickle.made += 1
        self._any = AnyLegal(f"{Fickle.made}")

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        return self._any.choose(view, actions)


def test_a_match_that_is_another_the_second_time_is_found() -> None:
    with pytest.raises(ConformanceError, match="became") as raised:
        check_match(gin_with(max_deals=1), 1, [Fickle])
    assert raised.value.prop == "same seed, same game"


class OnlyPasses(RetakeStep):
    """Passes the turn on by hand, so that no standstill is ever counted."""

    def actions(self, table: Table) -> list[Action]:
        return [PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return None if isinstance(action, Pass) else Refusal("You can only pass.")

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        seat = next_seat(table, table.seat)
        yield StepBegan(self.name, seat, seat, table.turn + 1)


def test_a_deal_of_a_match_that_never_ends_is_found() -> None:
    with pytest.raises(ConformanceError, match="since the standstill is off") as raised:
        check_match(gin_with(OnlyPasses(), standstill=0), 1, [AnyLegal])
    assert raised.value.prop == "a match ends within max_deals"


def test_a_record_that_does_not_replay_without_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def follows_no_note(table: Table, event: Event) -> None:
        if isinstance(event, Noted):
            raise BadFact("there are no notes")
        evolved(table, event)

    monkeypatch.setattr("rummy_core.replay.evolve", follows_no_note)
    with pytest.raises(ConformanceError, match="there are no notes") as raised:
        check_match(gin_with(max_deals=1), 1, [AnyLegal])
    assert raised.value.prop == "the record of a match replays from its facts alone"
