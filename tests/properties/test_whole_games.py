"""One line checks a whole game: each fault is told by its property, with seed, move, hint and a scenario."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pydantic import Field

from rummy_core import catalogue
from rummy_core.actions import Action, Refusal
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import Noted, NoteValue
from rummy_core.hooks import hookimpl
from rummy_core.notation import write_fact
from rummy_core.options import Options, VariantOptions, option
from rummy_core.packs import Pack
from rummy_core.records import read_record
from rummy_core.rulebook import HouseRule, Variant, rulebook
from rummy_core.scoring import ScoreSheet
from rummy_core.table import Table
from rummy_core.testing import (
    PROPERTIES,
    AnyLegal,
    ConformanceError,
    Tally,
    check_house_rule,
    check_scenario,
    check_variant,
)
from rummy_core.zones import DISCARD, STOCK
from rummy_plugins.openspiel import OPENSPIEL
from rummy_variants.gin import GIN, GinRules
from rummy_variants.gin_options import GinOptions
from tests.properties.games import GAMES
from tests.properties.test_faulty_matches import AddsWrongly, NeverOver, RemembersDeals, ScoresHalves
from tests.properties.test_faulty_variants import CASES


def checked(variant: Variant, *, deals: int = 12, matches: int = 0, tries: int = 0, **more: Any) -> Tally:
    return check_variant(variant, deals=deals, matches=matches, tries=tries, bots=[AnyLegal], **more)


def faulty(rules: type[GinRules], options: type[VariantOptions] = GinOptions) -> Variant:
    return replace(GIN, name="faulty gin", rules=rules, options=options)


def fault(variant: Variant, **how: Any) -> ConformanceError:
    with pytest.raises(ConformanceError) as raised:
        checked(variant, **how)
    return raised.value


# What is found in play.

OF_A_DEAL = (
    "loses a card",
    "duplicates a card",
    "shows a drawn card to all",
    "skips a step by what a hand holds",
    "leaks a hand through what it lists",
    "leaks a hand through a refusal",
    "notes a hidden card for all",
    "offers nothing",
    "refuses what it offers",
    "changes the table on a refusal",
    "uses the global random",
)

IN_PLAY: dict[str, tuple[Callable[[], Variant], str]] = {
    **{name: (lambda case=CASES[name]: case.make().variant, CASES[name].prop) for name in OF_A_DEAL},
    "scores half points": (lambda: faulty(ScoresHalves), "scores are whole and add up"),
    "keeps state in an attribute": (lambda: faulty(RemembersDeals), "same seed, same game"),
}


@cache
def met(name: str) -> ConformanceError:
    """How a fault in play is told."""
    return fault(IN_PLAY[name][0]())


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_fault_in_play_is_told_with_all_that_an_author_needs(name: str) -> None:
    error = met(name)
    assert error.prop == IN_PLAY[name][1]
    words = str(error)
    assert "game: faulty gin, players=" in words, "options that the fault can do without are left out"
    assert "dealt: from seed '" in words
    assert f"after decision {error.place.decision}" in words
    assert error.hint
    assert f"hint: {error.hint}" in words
    assert error.scenario.strip() in words


# What a class remembers is no matter of one position.
@pytest.mark.parametrize("name", [name for name in IN_PLAY if "attribute" not in name])
def test_the_scenario_of_a_failure_meets_it_again(name: str) -> None:
    error = met(name)
    record = read_record(error.scenario)
    header = record.header
    book = rulebook(IN_PLAY[name][0](), options=header.options, players=header.players)
    if name == "notes a hidden card for all":
        # It is found as a deal begins, which a position has behind it.
        check_scenario(error.scenario, book)
        return
    moves = [line for line in record.sections[0].lines if line.entry is not None]
    assert len(moves) <= 2
    with pytest.raises(ConformanceError) as again:
        check_scenario(error.scenario, book)
    assert again.value.prop == error.prop


def test_a_hidden_card_in_the_json_of_a_seat_is_found() -> None:
    """What `rummy replay --seat 0 --json` prints are the facts as seat 0 saw them."""
    make, prop = IN_PLAY["notes a hidden card for all"]
    deal = Deal.begin(rulebook(make()), Chance(1))
    everyone = deal.table.layout.everyone
    printed = json.dumps([write_fact(one, everyone) for one in deal.events_for(0) if isinstance(one, Noted)])
    top = deal.table.top(STOCK)
    assert top is not None
    assert f"next = {top.text}" in printed
    assert met("notes a hidden card for all").prop == prop


def test_a_deal_is_shrunk() -> None:
    assert met("leaks a hand through a refusal").place.decision <= 2


def test_without_hypothesis_a_failure_is_told_as_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    error = fault(CASES["loses a card"].make().variant)
    assert error.prop == CASES["loses a card"].prop
    assert error.scenario


class KeepsTheFirstUpcard(GinRules):
    """Remembers in an attribute what the first deal of all settled."""

    kept: int | None = None

    @hookimpl
    def deal_notes(self, table: Table) -> Mapping[str, NoteValue]:
        top = table.top(DISCARD)
        assert top is not None
        if self.kept is None:
            self.kept = top.rank
        return {**GinRules.deal_notes(self), "knock_limit": self.kept}


def test_what_an_attribute_keeps_from_deal_to_deal_is_found() -> None:
    error = fault(faulty(KeepsTheFirstUpcard))
    assert error.prop == "a rulebook remembers no deal"
    assert "attribute" in error.hint


@pytest.mark.parametrize(
    ("rules", "prop"),
    [(NeverOver, "a match ends within max_deals"), (AddsWrongly, "totals are the sums of lines")],
)
def test_a_fault_of_a_match_is_told(rules: type[GinRules], prop: str) -> None:
    error = fault(faulty(rules), deals=1, matches=1)
    assert error.prop == prop
    assert error.hint


# What is found before a card is dealt.


class MisspeltHook(GinRules):
    @hookimpl
    def score_deel(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending)


class MisspeltArgument(GinRules):
    @hookimpl
    def score_deal(self, tabel: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending)


class NotMarked(GinRules):
    def meld_rules(self) -> Any:
        return None


class WrongArgument(GinRules):
    @hookimpl
    def pack(self, seats: str) -> Pack:
        return Pack()


class WrongAnswer(GinRules):
    @hookimpl
    def pack(self) -> list[int]:
        return [1]


class NoGenerator(GinRules):
    @hookimpl(wrapper=True)
    def pack(self) -> Pack:
        return Pack()


class WrongWrapper(GinRules):
    @hookimpl(wrapper=True)
    def pack(self) -> Generator[None, Pack, int]:
        yield
        return 5


class ReturnsAnother(GinRules):
    @hookimpl
    def pack(self) -> Any:
        return 52


HOOKS = {
    MisspeltHook: "no hook 'score_deel'; did you mean 'score_deal'?",
    MisspeltArgument: "asks for 'tabel'; the hook's arguments are table, ending; did you mean 'table'?",
    NotMarked: "meld_rules is a hook, and without @hookimpl nobody asks it",
    WrongArgument: "pack annotates 'seats' as str; the hook gives int",
    WrongAnswer: "pack is annotated to return list[int]; the hook returns rummy_core.packs.Pack | None",
    NoGenerator: "pack is a wrapper and no generator",
    WrongWrapper: "pack is annotated to return int",
    ReturnsAnother: "pack returned 52, which is no Pack",
}


@pytest.mark.parametrize("rules", HOOKS)
def test_a_hook_that_is_not_answered_as_specified_is_told(rules: type[GinRules]) -> None:
    error = fault(faulty(rules))
    assert error.prop == "hooks are answered as they are specified"
    assert HOOKS[rules] in error.found
    assert "faulty gin" in str(error)
    assert "dealt" not in str(error)


class Sourceless(GinOptions):
    loud: bool = Field(False, description="loud")


class Listed(GinOptions):
    several: tuple[int, ...] = option([], "several", "these tests")  # type: ignore[assignment]


class Idle(GinOptions):
    loud: bool = option(False, "knock on the table when knocking", "these tests")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"options": Sourceless}, "option 'loud' has no description or no source"),
        ({"options": Listed}, "option 'several' is a list: use a tuple"),
        ({"describe": lambda options, players: []}, "describe returns sentences, not []"),
        ({"describe": lambda options, players: "Knock."}, "describe returns sentences, not 'Knock.'"),
        ({"describe": lambda options, players: ["Draw.\nKnock."]}, "more than one line"),
        ({"title": " "}, "has no title"),
        ({"default_players": 5}, "5 players are not 2 to 4"),
        ({"presets": {"default": {}, "odd": {"gin_bonus": -1}}}, "preset 'odd' makes no game"),
        ({"options": Options}, "is no VariantOptions"),
    ],
)
def test_a_game_that_does_not_say_what_it_is(wrong: dict[str, Any], words: str) -> None:
    variant = replace(GIN, name="faulty gin", **{"presets": {"default": {}}, **wrong})
    error = fault(variant)
    assert error.prop == "a game says what it is"
    assert words in error.found


def test_an_option_without_effect_is_told() -> None:
    variant = replace(GIN, name="faulty gin", options=Idle)
    rest = set(GinOptions.model_fields)
    error = fault(variant, deals=1, tries=6, without_effect=rest)
    assert error.prop == "every option has an effect"
    assert "option 'loud' changed no action" in error.found
    checked(variant, deals=1, tries=6, without_effect={*rest, "loud"})


class CannotBeMade(GinRules):
    def __init__(self, options: Any) -> None:
        raise KeyError("bonus")


def test_an_error_of_the_rules_before_a_card_is_dealt_is_told() -> None:
    error = fault(faulty(CannotBeMade))
    assert error.prop == "the rules answer"
    assert "KeyError('bonus')" in error.found


# What is sound.


def test_a_sound_game_is_checked_for_everything() -> None:
    rest = set(GinOptions.model_fields) - {"last_discard", "knock_limit", "box_bonus", "start"}
    tally = check_variant(GIN, deals=8, matches=1, without_effect=rest)
    assert set(PROPERTIES) <= set(tally.checks)
    assert {
        "a rulebook remembers no deal",
        "every option has an effect",
        "totals are the sums of lines",
    } <= set(tally.checks)


RARELY = {
    "gin": {"shutout_test", "undercut_on_tie"},
    "oklahoma": {"shutout_test", "undercut_on_tie"},
    "persian": {"max_set"},
    "iceberg": {"special_values"},
}
"""Options that tell too rarely, or whose other values no bounds tell; each has a test that flips it."""


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_one_line_checks_every_game(game: str) -> None:
    tally = check_variant(catalogue.variant(game), without_effect=RARELY.get(game, ()))
    assert set(PROPERTIES) <= set(tally.checks)


@pytest.mark.long
@pytest.mark.parametrize("name", [one.name for one in catalogue.plugins(catalogue.HOUSE_RULES)])
def test_one_line_checks_every_house_rule(name: str) -> None:
    assert check_house_rule(catalogue.house_rule(name)).deals["dealt"] >= 4


# House rules.


class NoOptions(Options):
    pass


class DoesNothing:
    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal]:
        return {}


class RefusesKnocks:
    @hookimpl
    def refusals(self, tables: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal]:
        return {}


def house(rules: Callable[[Any], object], needs: frozenset[str] = frozenset()) -> HouseRule:
    return HouseRule("odd", "Odd", NoOptions, rules, lambda options: ["Odd."], needs=needs)


def test_a_sound_house_rule_is_checked_on_the_games_that_take_it() -> None:
    tally = check_house_rule(OPENSPIEL, games=[GIN], deals=2, tries=6)
    assert tally.deals["finished"] == 2


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (house(lambda options: DoesNothing()), "odd changed no action, refusal, fact or score of gin"),
        (house(lambda options: RefusesKnocks()), "refusals asks for 'tables'"),
    ],
)
def test_a_faulty_house_rule_is_told(rule: HouseRule, words: str) -> None:
    with pytest.raises(ConformanceError, match=words):
        check_house_rule(rule, games=[GIN], deals=1, tries=3, bots=[AnyLegal])


def test_a_house_rule_that_no_game_takes_is_told() -> None:
    rule = house(lambda options: DoesNothing(), needs=frozenset({"a trump suit"}))
    with pytest.raises(ConformanceError, match="no game that is installed takes this house rule"):
        check_house_rule(rule)
