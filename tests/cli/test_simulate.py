"""`rummy simulate`: the counts, and that no number depends on how they were made."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.saved import Outside, Rummy

from rummy_cli.commands.simulate import share_between
from rummy_cli.tallies import Mean

RUN = "import sys; from rummy_cli.main import main; sys.exit(main(sys.argv[1:]))"


def counted(rummy: Rummy, *args: str) -> dict[str, Any]:
    """The JSON of a simulation, without its time."""
    done = rummy("simulate", "gin", *args, "--json")
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = done.json
    assert found.pop("seconds") > 0
    return found


def test_deals(rummy: Rummy) -> None:
    found = counted(rummy, "--deals", "60", "--bots", "simple,simple", "--seed", "s", "--set", "target=50")
    assert found["variant"] == "gin"
    assert found["options"]["target"] == 50
    assert found["house_rules"] == []
    assert found["bots"] == ["simple", "simple"]
    assert found["seed"] == "s"
    assert found["version"]
    assert (found["deals"], found["matches"]) == (60, 0)
    assert sum(found["ended"].values()) == 60
    decided = sum(count for ending, count in found["ended"].items() if ending in ("knock", "gin", "undercut"))
    assert sum(found["wins"]) == decided
    for name in ("turns_per_deal", "draws_per_deal", "score_per_deal"):
        assert found[name]["n"] == 60
        assert found[name]["mean"] > 5
        assert 0 < found[name]["se"] < found[name]["mean"]
    assert found["deadwood_at_knock"]["n"] == decided
    assert 0 < found["deadwood_at_knock"]["mean"] <= 10
    assert found["decisions"] > 120 * 5
    assert "match_wins" not in found
    assert "wins_by_bot" not in found


def test_matches(rummy: Rummy) -> None:
    found = counted(rummy, "--matches", "6", "--bots", "simple", "--seed", "1", "--preset", "eaai")
    assert found["matches"] == 6
    assert sum(found["match_wins"]) == 6
    assert found["deals_per_match"]["n"] == 6
    assert found["deals_per_match"]["mean"] * 6 == pytest.approx(found["deals"])
    assert found["options"]["gin_bonus"] == 25


def test_the_same_seed_gives_the_same_numbers(rummy: Rummy) -> None:
    args = ("--deals", "12", "--bots", "random,simple", "--seed")
    assert counted(rummy, *args, "3") == counted(rummy, *args, "3")
    assert counted(rummy, *args, "3") != counted(rummy, *args, "4")


@pytest.mark.parametrize("kind", ["--deals", "--matches"])
def test_processes_change_no_number_and_no_line(rummy: Rummy, tmp_path: Path, kind: str) -> None:
    args = (kind, "7", "--bots", "random,simple", "--seed", "j", "--swap", "--set", "target=40")
    alone = counted(rummy, *args, "--out", str(tmp_path / "one"))
    together = counted(rummy, *args, "--jobs", "2", "--out", str(tmp_path / "two"))
    assert alone == together
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_swapped_seats_are_the_same_cards(rummy: Rummy, tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    found = counted(
        rummy, "--deals", "20", "--bots", "simple,simple", "--seed", "x", "--swap", "--out", str(out)
    )
    # One bot on both seats: what it wins on one seat it loses on the other.
    assert found["wins_by_bot"][0] == found["wins_by_bot"][1]
    assert found["win_share"][0]["n"] == 20
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == found["deals"] == 40
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert (first["game"], first["swap"]) == (second["game"], 0)
        assert second["swap"] == 1
        same = ("dealer", "ending", "winners", "points", "turns", "decisions", "deadwood_at_knock")
        assert [first[name] for name in same] == [second[name] for name in same]


def test_the_stronger_bot_wins_from_both_seats(rummy: Rummy, tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    found = counted(
        rummy, "--deals", "15", "--bots", "random,simple", "--seed", "x", "--swap", "--out", str(out)
    )
    assert found["wins_by_bot"][1] > 25
    assert found["win_share"][1]["mean"] > 0.8
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {tuple(row["bots"]) for row in rows} == {("random", "simple"), ("simple", "random")}
    assert {row["dealer"] for row in rows} == {0, 1}
    assert sum(row["decisions"] for row in rows) == found["decisions"]
    assert sum(sum(row["points"]) for row in rows) == pytest.approx(found["score_per_deal"]["mean"] * 30)
    assert out.stat().st_mode & 0o777 == 0o600 or os.name != "posix"


def test_a_house_rule_is_played(rummy: Rummy) -> None:
    found = counted(rummy, "--deals", "5", "--bots", "simple", "--seed", "1", "--with", "openspiel")
    assert found["house_rules"] == ["openspiel"]
    assert found["options"]["undercut_bonus"] == 25
    assert found["house_options"] == {"openspiel": {"upcard_draws": 50}}


def test_for_people(rummy: Rummy) -> None:
    done = rummy("simulate", "gin", "--deals", "30", "--bots", "simple", "--swap", "--seed", "1")
    assert done.status == 0
    assert done.err == ""
    assert re.search(r"played +60 deals, [\d,]+ decisions in ", done.out)
    assert re.search(r"bot 0, simple +won \d+ deals, ", done.out)
    assert re.search(r"turns per deal +\d+\.\d\d \(95 %: ", done.out)
    assert "seed 1" in done.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "say how much to play"),
        (["--deals", "1", "--matches", "1"], "--deals and --matches exclude each other; give one of them"),
        (["--deals", "x"], "'x' is not a whole number"),
        (["--deals", "1", "--out", "/no/such/place/deals"], "there is no folder '/no/such/place'"),
        (["--deals", "0"], "0 is not in the range"),
        (["--deals", "1", "--bots", "smiple"], "no bot 'smiple'; did you mean 'simple'?"),
        (["--deals", "1", "--bots", "simple,simple,simple"], "3 bots for 2 seats"),
        (["--deals", "1", "--jobs", "0"], "0 is not in the range"),
        (["--deals", "1", "--set", "knock_limit=1000"], "knock_limit"),
        (["--deals", "1", "--seed", ""], "seed"),
    ],
)
def test_bad_usage_is_one_line(rummy: Rummy, args: list[str], said: str) -> None:
    done = rummy("simulate", "gin", *args)
    assert done.status == 2
    assert said in done.error


def test_a_file_that_is_there_stays(rummy: Rummy, tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    out.write_text("mine")
    done = rummy("simulate", "gin", "--deals", str(10**9), "--bots", "simple", "--out", out)
    assert done.status == 2
    assert "exists already" in done.error
    assert out.read_text() == "mine"
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere")
    assert rummy("simulate", "gin", "--deals", "1", "--bots", "simple", "--out", link).status == 2
    assert not (tmp_path / "elsewhere").exists()
    assert (
        rummy("simulate", "gin", "--deals", "1", "--bots", "simple", "--out", tmp_path / "no" / "x").status
        == 2
    )


def test_a_bot_that_breaks_the_rules_is_named(rummy: Rummy, others: Outside, tmp_path: Path) -> None:
    others.module(
        "outside_cheat",
        "class Cheat:\n    def __init__(self, seed): pass\n"
        "    def choose(self, view, actions): return None\n",
    )
    others.install("cheat-dist", "[rummy.bots]\ncheat = outside_cheat:Cheat\n")
    out = tmp_path / "deals.jsonl"
    done = rummy("simulate", "gin", "--deals", "3", "--bots", "cheat", "--seed", "1", "--out", out)
    assert done.status == 2
    assert "bot 'cheat' chose what is illegal, in game 0 of seed '1'" in done.error
    assert os.listdir(tmp_path) == ["site"]  # noqa: PTH208


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_tidily(tmp_path: Path, jobs: str) -> None:
    args = ["simulate", "gin", "--deals", "10000000", "--bots", "simple", "--jobs", jobs, "--out", "deals"]
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *args],
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
        # What a shell starts in the background ignores Ctrl-C, and its children would too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    for _ in range(200):
        if any(path.stat().st_size for path in tmp_path.iterdir()):
            break
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_mean_has_its_standard_error() -> None:
    mean = Mean()
    assert mean.as_json() == {"mean": None, "se": None, "n": 0}
    mean.add(2)
    assert mean.as_json() == {"mean": 2.0, "se": None, "n": 1}
    other = Mean()
    for value in (4, 6):
        other.add(value)
    mean.merge(other)
    assert mean.as_json() == {"mean": 4.0, "se": pytest.approx(2 / 3**0.5), "n": 3}
    assert mean.as_json(2)["mean"] == 2.0


def wins(*values: int) -> Mean:
    mean = Mean()
    for value in values:
        mean.add(value)
    return mean


def test_the_interval_of_a_share_is_possible_and_wilsons() -> None:
    # Newcombe 1998, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for won, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                              (1, 29, 0.0061, 0.1718)):  # fmt: skip
        mean = wins(*[1] * won, *[0] * (n - won)).as_json()
        assert share_between(mean) == pytest.approx((low, high), abs=6e-5)
    assert share_between(wins(1).as_json()) == pytest.approx((0.2065, 1), abs=6e-5)
    # The same cards with seats changed: two games are one value, and less uncertain together.
    swapped = wins(*[1] * 40, *[2] * 10, *[0] * 10).as_json(2)
    low, high = share_between(swapped)
    assert 0.5 - 1.96 * swapped["se"] == pytest.approx(low, abs=0.003)
    assert 0.5 + 1.96 * swapped["se"] == pytest.approx(high, abs=0.003)
    assert share_between(wins(1, 1).as_json(2)) == pytest.approx((0.095, 0.905), abs=0.001)


def test_no_interval_in_words_is_impossible(rummy: Rummy) -> None:
    for count in ("1", "2", "3", "5"):
        done = rummy("simulate", "gin", "--deals", count, "--bots", "simple,random", "--seed", "1")
        for low, high in re.findall(r"won .*95 %: (\S+) to (\S+)\)", done.out):
            assert 0 <= float(low) < float(high) <= 100
        for low in re.findall(r"(?:turns|draws|deadwood).*95 %: (\S+) to", done.out):
            assert float(low) >= 0
