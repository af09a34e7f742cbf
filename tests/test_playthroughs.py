"""Playthroughs: golden records, and none missing.

That each holds, fact by fact, is a test of the file itself: ``rummy_plugins.records_as_tests``.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from rummy_core import catalogue
from rummy_core.actions import Decision, TakePile
from rummy_core.events import DealEnded, Exchanged, Laid, Scored, StepBegan
from rummy_core.library import book_for
from rummy_core.records import Record, read_record
from rummy_core.rulebook import Variant, rulebook
from tests.pins import read_pins
from tests.playthroughs import PLAYTHROUGHS, RUN, SET, Playthrough
from tests.playthroughs.counts import FILE, changes, counts, counts_of

HERE = Path(__file__).parent
FILES = sorted((HERE / "playthroughs").glob("*.rummy"))
BY_HAND = {path.stem for path in FILES if "_by_hand_" in path.name}
DISTRIBUTION = "rummykit"


def record_of(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))


def seen_in(record: Record) -> set[str]:
    """The endings and steps of a record, its lay-offs, runs that turn the corner, and some score lines."""
    seen = {section.title.partition(", ")[2] for section in record.sections}
    for line in (line for section in record.sections for line in section.lines):
        match line.entry:
            case DealEnded(ending=ending):
                seen.add(ending)
            case Scored(reason=reason):
                seen.add(reason)
            case None if line.text.startswith("match: column"):
                seen.add("a column closes" if "nobody" not in line.text else "a column stays open")
            case StepBegan(step=step):
                seen.add(step)
            case Decision(action=TakePile()):
                seen.add("the pile is taken")
            case Exchanged():
                seen.add("a wild card is taken back")
            case Laid(kind=kind, owner=owner, by=by, faces=faces):
                if owner != by:
                    seen.add(f"lay-off on a {kind}")
                if kind == "run" and any(one.place > two.place for one, two in pairwise(faces)):
                    seen.add("run round the corner")
    return seen


# What all of them show.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_a_whole_match(path: Path) -> None:
    assert not record_of(path).is_scenario
    assert "\nmatch: totals " in path.read_text(encoding="utf-8")
    assert path.stat().st_size < 25_000


@pytest.mark.parametrize("one", PLAYTHROUGHS, ids=lambda one: one.name)
def test_a_playthrough_shows_what_it_was_chosen_for(one: Playthrough) -> None:
    assert set(one.shows) <= seen_in(record_of(one.path))


def test_together_they_show_each_way_a_deal_can_go() -> None:
    seen = set().union(*(seen_in(record_of(one.path)) for one in PLAYTHROUGHS))
    assert {"knock", "gin", "undercut", "stock", RUN, SET, "run round the corner"} <= seen


def test_every_file_is_in_the_list_or_says_that_it_was_written_by_hand() -> None:
    assert {path.stem for path in FILES} == {one.name for one in PLAYTHROUGHS} | BY_HAND
    for name in BY_HAND:
        assert "Written by hand" in (HERE / "playthroughs" / f"{name}.rummy").read_text(encoding="utf-8")


# None is missing. (Games of other distributions that are installed here keep their own.)


def installed(group: str) -> list[str]:
    return [one.name for one in catalogue.plugins(group) if one.distribution == DISTRIBUTION]


def presets() -> list[tuple[Variant, str]]:
    games = {game.name: game for game in map(catalogue.variant, installed(catalogue.VARIANTS))}
    return [(game, preset) for game in games.values() for preset in game.presets]


def test_there_are_games_with_presets() -> None:
    assert ("gin", "straight") in [(game.name, preset) for game, preset in presets()]


@pytest.mark.parametrize(
    ("game", "preset"), presets(), ids=lambda one: one if isinstance(one, str) else one.name
)
def test_every_preset_of_every_game_has_a_playthrough(game: Variant, preset: str) -> None:
    path = HERE / "playthroughs" / f"{game.name}_{preset}.rummy"
    assert path in FILES, f"{path.name} is missing: see tests/playthroughs/__init__.py"
    book = book_for(record_of(path).header)
    few = {"max_deals": book.options.max_deals}
    of_preset = rulebook(game, preset=preset, options=few, players=book.players).options
    assert (book.variant.name, book.options, book.house_rules) == (game.name, of_preset, ())


@pytest.mark.parametrize("name", installed(catalogue.HOUSE_RULES))
def test_every_house_rule_has_a_playthrough(name: str) -> None:
    rule = catalogue.house_rule(name)
    assert [rule.name] in [record_of(path).header.house_rules for path in FILES]


# How many actions were legal at each decision, kept beside them.


def test_at_each_decision_as_many_actions_are_legal_as_were() -> None:
    found = changes(read_pins(FILE), counts())
    assert not found, "\n".join(
        [*found, "where a rule was meant to change: python -m tests.playthroughs --write"]
    )


def test_the_decisions_counted_are_those_of_the_record() -> None:
    pinned = read_pins(FILE)
    assert set(pinned) == {path.stem for path in FILES}
    for path in FILES:
        sections = record_of(path).sections
        decided = [[line for line in one.lines if isinstance(line.entry, Decision)] for one in sections]
        assert list(map(len, pinned[path.stem].values())) == list(map(len, decided))


def test_a_count_that_changed_is_told_with_its_line_in_the_record() -> None:
    path = HERE / "playthroughs" / "gin_by_hand_w_g4.rummy"
    now = {path.stem: counts_of(path)}
    lines = path.read_text(encoding="utf-8").split("\n")
    third = [number for number, line in enumerate(lines, 1) if line[:2] in ("0 ", "1 ")][2]
    kept = {path.stem: {"deal 1": [*now[path.stem]["deal 1"]]}}
    count = kept[path.stem]["deal 1"][2]
    kept[path.stem]["deal 1"][2] = 40
    assert changes(kept, now) == [
        f"{path.stem}: deal 1, decision 3 (line {third}, '{lines[third - 1]}'): pinned 40, now {count}"
    ]
    kept[path.stem]["deal 1"][2:] = [count]
    assert "pinned no more, now" in changes(kept, now)[0]
