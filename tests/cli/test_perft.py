"""`rummy perft`: counts of legal actions, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.saved import SCENARIO, Rummy, match_text, save

from rummy_cli import counting
from rummy_cli.main import main
from rummy_core.match import Match
from rummy_core.perft import hash_of, perft
from rummy_core.rulebook import rulebook
from rummy_variants.gin import GIN


def test_the_counts_of_each_depth_stand_in_lines(rummy: Rummy) -> None:
    done = rummy("perft", "gin", "--seed", "1", "--depth", "4")
    assert (done.status, done.err) == (0, "")
    title, *rows = done.out.splitlines()
    assert title == "gin, 2 players, seed 1"
    assert [row.split() for row in rows] == [
        ["depth", "1", "2"], ["depth", "2", "12"], ["depth", "3", "31"], ["depth", "4", "241"]
    ]  # fmt: skip


def test_it_counts_the_first_deal_of_the_match_of_that_seed(rummy: Rummy) -> None:
    deal = Match(rulebook(GIN, preset="straight", players=3), "a seed").begin_deal()
    done = rummy("perft", "gin", "--seed", "a seed", "--preset", "straight", "--players", "3", "--json")
    assert done.json["perft"] == [perft(deal, depth) for depth in (1, 2, 3)]
    assert (done.json["seed"], done.json["players"]) == ("a seed", 3)


def test_options_and_house_rules_count_and_are_told(rummy: Rummy) -> None:
    flags = ("--set", "ace=around", "--with", "openspiel", "--seed", "1", "--depth", "1")
    done = rummy("perft", "gin", *flags)
    assert done.out.splitlines()[0] == "gin + openspiel, 2 players, seed 1"
    assert done.out.split()[-1] == "2"
    found = rummy("perft", "gin", *flags, "--json").json
    assert (found["options"]["ace"], found["house_rules"]) == ("around", ["openspiel"])
    assert found["house_options"] == {"openspiel": {"upcard_draws": 50}}


def test_divide_shows_the_count_under_each_first_action(rummy: Rummy) -> None:
    done = rummy("perft", "gin", "--seed", "1", "--depth", "4", "--divide")
    parts = dict(row.split() for row in done.out.splitlines()[5:])
    assert parts == {"take": "210", "pass": "31"}
    found = rummy("perft", "gin", "--seed", "1", "--depth", "4", "--divide", "--json").json
    assert found["divide"] == {"take": 210, "pass": 31}
    assert found["perft"] == [2, 12, 31, 241]


def test_without_a_seed_one_is_drawn_and_told(rummy: Rummy) -> None:
    first = rummy("perft", "skarney", "--json").json
    assert first["perft"] == rummy("perft", "skarney", "--seed", first["seed"], "--json").json["perft"]


def test_along_counts_each_decision_to_the_end(rummy: Rummy) -> None:
    found = rummy("perft", "gin", "--seed", "1", "--along", "--json").json
    counts = found["counts"]
    assert (found["sum"], found["hash"]) == (sum(counts), hash_of(counts))
    assert len(found["decisions"]) == len(counts)
    deal = Match(rulebook(GIN), "1").begin_deal()
    for count, decision in zip(counts, found["decisions"], strict=True):
        seat, _, text = decision.partition(" ")
        assert int(seat) == deal.seat
        listed = {str(action): action for action in deal.legal_actions()}
        assert len(listed) == count
        deal.play(listed[text])
    assert deal.sheet.ending == found["ending"]


def test_along_in_lines_of_ten_with_one_line_at_the_end(rummy: Rummy) -> None:
    found = rummy("perft", "gin", "--seed", "1", "--along", "--json").json
    done = rummy("perft", "gin", "--seed", "1", "--along")
    _, *rows, last = done.out.splitlines()
    cells = [row.split() for row in rows]
    assert [int(row[0]) for row in cells] == list(range(1, len(found["counts"]) + 1, 10))
    assert [int(count) for row in cells for count in row[1:]] == found["counts"]
    assert max(map(len, rows)) < 60
    assert last == (
        f"{len(found['counts'])} decisions, ended: {found['ending']}; "
        f"sum {found['sum']}, hash {found['hash']}"
    )


def test_a_scenario_is_counted_from_the_position_it_states(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, SCENARIO, "scenario.rummy")
    done = rummy("perft", "--from", path, "--depth", "1")
    assert done.status == 0
    assert done.out.splitlines() == [f"gin, 2 players, from {path}", "  depth 1                 2"]
    found = rummy("perft", "--from", path, "--along", "--json").json
    assert (found["counts"][0], found["file"]) == (2, str(path))


# What cannot be counted is one line.


def test_a_depth_beyond_the_limit_keeps_what_was_counted(rummy: Rummy) -> None:
    words = ("perft", "gin", "--seed", "1", "--depth", "9", "--limit", "30")
    done = rummy(*words)
    assert done.status == 2
    assert done.out.splitlines()[-1].split() == ["depth", "3", "31"]
    assert done.err == "error: depth 4 takes 31 positions, more than 30; --limit N allows more\n"
    as_json = rummy(*words, "--json")
    assert (as_json.status, as_json.json["perft"], as_json.err) == (2, [2, 12, 31], done.err)


def test_a_deal_that_does_not_end_within_the_limit(rummy: Rummy) -> None:
    words = ("perft", "gin", "--seed", "1", "--along", "--limit")
    done = rummy(*words, "107")
    assert done.status == 2
    assert done.err == "error: the deal goes on after 107 decisions; --limit N allows more\n"
    assert rummy(*words, "108").status == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "say which game to count, or --from FILE; 'rummy variants' lists the games"),
        (("gni",), "no game 'gni'; did you mean 'gin'?"),
        (("gin", "--depth", "0"), "invalid value for '--depth': 0 is not in the range"),
        (("gin", "--depth", "51"), "invalid value for '--depth': 51 is not in the range"),
        (("gin", "--depth", "x"), "invalid value for '--depth': 'x' is not a whole number"),
        (("gin", "--limit", "0"), "invalid value for '--limit': 0 is not in the range"),
        (("gin", "--along", "--depth", "2"), "--along counts to the end of the deal; leave out --depth"),
        (("gin", "--along", "--divide"), "--along counts to the end of the deal; leave out --divide"),
        (("gin", "--preset", "straigt"), "gin has no preset 'straigt'; did you mean 'straight'?"),
        (("gin", "--players", "9"), "Gin Rummy is for 2 to 4 players, not 9"),
        (("gin", "--seed", ""), "seed '' is not 1 to 100 printed characters"),
        (("--from", "nowhere.rummy"), "cannot read 'nowhere.rummy': No such file or directory"),
    ],
    ids=" ".join,
)
def test_what_is_typed_wrong_is_one_line(rummy: Rummy, words: tuple[str, ...], told: str) -> None:
    done = rummy("perft", *words)
    assert done.status == 2
    assert done.error.startswith(told)


@pytest.mark.parametrize("flag", ["gin", "--seed 1", "--set target=10", "--preset gin25", "--players 2"])
def test_a_scenario_says_itself_how_it_is_played(rummy: Rummy, tmp_path: Path, flag: str) -> None:
    path = save(tmp_path, SCENARIO, "scenario.rummy")
    done = rummy("perft", *flag.split(), "--from", path)
    assert done.status == 2
    assert done.error == "--from states the game, its options and the seed; give the file alone"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (match_text("5", 1), "is a match; only a scenario states a position to count from"),
        ("no record", "this is not a record"),
        (SCENARIO.replace('"gin"', '"whist"'), "no game 'whist'"),
        (SCENARIO.replace('stock = "KS"', 'stock = "QX"'), "position: "),
        (SCENARIO.replace("players = 2", "players = 2\n[options]\nknock_limit = 999"), "knock_limit"),
    ],
    ids=["match", "text", "game", "card", "option"],
)
def test_what_is_no_scenario_is_one_line(rummy: Rummy, tmp_path: Path, text: str, told: str) -> None:
    path = save(tmp_path, text)
    done = rummy("perft", "--from", path)
    assert done.status == 2
    assert told in done.error
    assert str(path) in done.error


def test_a_position_that_no_play_leads_to_is_one_line(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, SCENARIO.replace('step = "draw"', 'step = "answer"'))
    done = rummy("perft", "--from", path)
    assert done.status == 2
    assert "this position cannot be played on" in done.err
    assert done.err.count("\n") == 1


def test_ctrl_c_ends_it_with_130_and_what_was_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = counting.divide

    def stopped(deal: object, depth: int) -> object:
        if depth == 3:
            raise KeyboardInterrupt
        return whole(deal, depth)  # type: ignore[arg-type]

    monkeypatch.setattr(counting, "divide", stopped)
    assert main(["perft", "gin", "--seed", "1"]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["depth", "2", "12"]
    assert err == ""
