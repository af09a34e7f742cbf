"""The hands that OpenSpiel solved, solved again; and a wrong or damaged file is found out."""

import gzip
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.crosscheck.__main__ import main
from tests.crosscheck.deadwood import compare_all, read_records

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "data" / "deadwood_openspiel.jsonl.gz"


@cache
def lines() -> tuple[str, ...]:
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return tuple(file)


def record(cards: int) -> dict[str, Any]:
    """The first record of a hand of so many cards."""
    found: dict[str, Any] = next(one for one in map(json.loads, lines()) if one["n"] == cards)
    return found


def written(tmp_path: Path, *records: object) -> Path:
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def test_all_hands_are_equal() -> None:
    found = compare_all(read_records(FILE))
    assert (found.hands, found.equal, found.first) == (20_000, 20_000, "")


def test_the_command_line_reads_a_plain_file_from_the_root(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(lines()[:50]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.crosscheck", "deadwood", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "50 of 50 equal\n", "")


def test_another_deadwood_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = record(10), record(10) | {"deadwood": 3}
    assert main(["deadwood", str(written(tmp_path, good, bad, bad))]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == "1 of 3 equal"
    assert second == (
        f"record 2, {good['cards']}: the file says deadwood 3; the rules say: deadwood {good['deadwood']}"
    )


def test_a_best_discard_left_out_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = next(one for one in map(json.loads, lines()) if len(one.get("discards", "").split()) > 1)
    bad = good | {"discards": good["discards"].split()[0]}
    assert main(["deadwood", str(written(tmp_path, bad))]) == 1
    assert f"the rules say: deadwood {good['deadwood']} after {good['discards']}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no record in it"),
        ("no json\n", "line 1: Invalid JSON"),
        ('{"n": 10, "cards": "AS", "deadwood": 1}\n', "line 1: there are not 10 cards"),
        ('{"n": 1, "cards": "AS", "deadwood": 1}\n', "line 1: a hand has ten cards"),
        ('{"n": 2, "cards": "AS AS", "deadwood": 1}\n', "line 1: a card is named twice"),
        ('{"n": 1, "cards": "XX", "deadwood": 1}\n', "line 1: 'XX' is not a card"),
        ('{"n": 10, "deadwood": 1}\n', "line 1: cards: Field required"),
    ],
)
def test_a_bad_file_is_one_line(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(text, encoding="utf-8")
    assert main(["deadwood", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert reason in said
    assert said.count("\n") == 1


def test_a_damaged_or_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = tmp_path / "hands.jsonl.gz"
    packed.write_bytes(FILE.read_bytes()[:2000])
    for path in (packed, tmp_path / "none.jsonl", tmp_path):
        assert main(["deadwood", str(path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"error: {path}: ")
        assert said.count("\n") == 1
