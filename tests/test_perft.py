"""Counts of legal actions of every game, held against those that are kept in ``data/perft.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rummy_cli.main import main
from rummy_core.actions import DRAW
from rummy_core.match import Match
from tests import perft
from tests.perft import FILE, changes, counts, openings
from tests.pins import Pins, parting, pins_text, read_pins

PINNED = read_pins(FILE)


def test_the_counts_are_those_that_are_kept() -> None:
    found = changes(PINNED, counts())
    assert not found, "\n".join(["counts of legal actions have changed:", *found, "", *MEANT])


MEANT = (
    "Where a rule was meant to change, 'python -m tests.perft --write' keeps what is counted now;",
    "the diff of tests/data/perft.toml then belongs to the change. See docs/testing.md.",
)


# What can be had by hand.


def pinned_for(*games: str) -> Mapping[str, list[int]]:
    return {name: pins["perft"] for name, pins in PINNED.items() if name.split()[0] in games}


def test_every_deal_of_gin_and_oklahoma_begins_alike() -> None:
    """Take the upcard or pass: 2. Taken: one of ten others is thrown; passed: the dealer's 2: 12 in all.

    Then draw or take after each of the ten, ten discards of the dealer, or the stock, where both passed: 31.
    """
    found = {name: one for name, one in pinned_for("gin", "oklahoma").items() if "openspiel" not in name}
    assert len(found) > 10
    assert set(map(tuple, found.values())) == {(2, 10 + 2, 10 * 2 + 10 + 1)}


def test_by_open_spiel_an_upcard_may_be_thrown_back() -> None:
    """Eleven discards for who takes it, first or second; two actions after each of the first eleven."""
    assert pinned_for("gin")["gin default + openspiel, 2 players"] == [2, 11 + 2, 11 * 2 + 11 + 1]


def test_every_deal_of_basic_rummy_begins_with_the_stock_or_the_pile() -> None:
    assert {one[0] for one in pinned_for("rummy").values()} == {2}


def test_without_a_pile_to_take_from_the_stock_is_all() -> None:
    assert {one[0] for one in pinned_for("iceberg", "skarney").values()} == {1}


def test_without_a_contract_in_hand_there_is_nothing_to_lay() -> None:
    """Skarney: draw, then 'done', then one of twelve cards is offered, of equal ones either."""
    one = next(one for one in openings() if one.name == "skarney default, 4 players")
    deal = Match(one.book, one.seed).begin_deal()
    deal.play(DRAW)
    faces = {card.text for card in deal.table.cards(deal.table.layout.hands[deal.seat])}
    assert pinned_for("skarney")[one.name] == [1, 1, len(faces)]
    assert len(faces) == 10


# What is counted.


def test_every_preset_and_every_number_of_players_is_counted() -> None:
    names = [one.name for one in openings()]
    assert len(names) == len(set(names))
    for game in perft.games():
        for preset in game.presets:
            assert any(name.startswith(f"{game.name} {preset}, ") for name in names)
        for players in range(game.players[0], game.players[1] + 1):
            assert f"{game.name} default, {players} players" in names
    for rule in perft.house_rules():
        assert any(f" + {rule.name}, " in name for name in names)


def test_the_command_that_counts_one_again_gives_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    for one in openings()[::9]:
        words = one.again.split()[1:]
        assert main([*words, "--along"]) == 0
        lines = capsys.readouterr().out.splitlines()[1:-1]
        assert [int(cell) for line in lines for cell in line.split()[1:]] == PINNED[one.name]["along"]
        assert main(words) == 0
        lines = capsys.readouterr().out.splitlines()[1:]
        assert [int(line.split()[-1].replace(",", "")) for line in lines] == PINNED[one.name]["perft"]


# How a change is told.


@pytest.fixture(scope="module")
def now() -> Pins:
    return {one.name: perft.counted(one) for one in openings()[:3]}


def changed(now: Pins, key: str, place: int, value: int) -> tuple[str, Pins]:
    """The numbers with one of the second game's changed."""
    name = list(now)[1]
    numbers = list(now[name][key])
    numbers[place] = value
    return name, {**now, name: {**now[name], key: numbers}}


def test_a_count_that_changed_is_told_with_its_decision_and_a_command(now: Pins) -> None:
    name, pinned = changed(now, "along", 4, 99)
    one = next(one for one in openings() if one.name == name)
    choice = one.choices()[4]
    assert changes(pinned, now) == [
        f"{name}: decision 5 (seat {choice.seat}, step '{choice.step}'): pinned 99, now {choice.count}\n"
        f"  {one.again} --along"
    ]


def test_a_number_of_sequences_that_changed_is_told_with_its_depth(now: Pins) -> None:
    name, pinned = changed(now, "perft", 2, 7)
    (told,) = changes(pinned, now)
    assert told.startswith(f"{name}: sequences of 3: pinned 7, now {now[name]['perft'][2]}\n  rummy perft ")
    assert not told.endswith("--along")


def test_a_deal_that_is_longer_or_shorter(now: Pins) -> None:
    name = next(iter(now))
    short: dict[str, Any] = {**now[name], "along": now[name]["along"][:-1]}
    last, size = now[name]["along"][-1], len(now[name]["along"])
    assert f"decision {size} (seat" in changes({**now, name: short}, now)[0]
    assert f"pinned no more, now {last}" in changes({**now, name: short}, now)[0]
    long: dict[str, Any] = {**now[name], "along": [*now[name]["along"], 5]}
    assert f"{name}: decision {size + 1}: pinned 5, now no more" in changes({**now, name: long}, now)[0]


def test_a_game_that_is_not_kept_and_one_that_is_no_more(now: Pins) -> None:
    first, *others = now
    without = {name: now[name] for name in others}
    assert changes(without, now)[0].startswith(f"{first}: is not pinned\n  rummy perft ")
    assert changes({**now, "whist default, 4 players": {}}, now) == [
        "whist default, 4 players: is pinned, and there is none"
    ]


def test_a_changed_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who took the upcard of Gin may throw it back: that is an action more, at the first such decision."""
    one = next(one for one in openings() if one.name.startswith("gin default, 2"))
    book = one.book
    step = book.rules.steps["discard"]
    monkeypatch.setattr(book.rules, "steps", {**book.rules.steps, "discard": replace(step, same_card=True)})
    told = changes({one.name: PINNED[one.name]}, {one.name: perft.counted(perft.Opened(book, "broken"))})
    assert any(": sequences of 2: pinned 12, now 13" in line for line in told)


def test_numbers_read_as_they_were_written(now: Pins) -> None:
    text = pins_text(now, "a comment\nof two lines")
    path = FILE.with_name("none.toml")
    assert read_pins(path) == {}
    assert tomllib.loads(text) == now
    assert max(map(len, text.splitlines())) < 111
    assert text.startswith("# a comment\n# of two lines\n")


def test_parting() -> None:
    assert parting([1, 2], [1, 2]) is None
    assert parting([1, 2, 3], [1, 9, 3]) == 1
    assert parting([1], [1, 0]) == 1


# The command.


def test_the_command_tells_and_writes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, now: Pins, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(perft, "FILE", tmp_path / "perft.toml")
    monkeypatch.setattr(perft, "counts", lambda: now)
    assert perft.main([]) == 1
    assert not (tmp_path / "perft.toml").exists()
    assert capsys.readouterr().out.splitlines()[-1] == "3 counted, 3 changes"
    assert perft.main(["--write"]) == 0
    assert perft.main([]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 counted, 0 changes"
    assert perft.main(["--wirte"]) == 2
