"""`rummy diff`: two records, and where they part."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.saved import SCENARIO, Done, Rummy, changed, match_text, save

WHOLE = match_text("5", 2)


def diff(rummy: Rummy, folder: Path, a: str, b: str, *flags: str) -> Done:
    return rummy("diff", save(folder, a, "a.rummy"), save(folder, b, "b.rummy"), *flags)


def found(rummy: Rummy, folder: Path, a: str, b: str) -> Any:
    return diff(rummy, folder, a, b, "--json").json


def line_at(text: str, pattern: str, nth: int = 0) -> int:
    """The number of the ``nth`` line that begins so."""
    return [number for number, line in enumerate(text.split("\n"), 1) if re.match(pattern, line)][nth]


def with_line(text: str, number: int, line: str | None) -> str:
    """``text`` with another line there, or none."""
    lines = text.split("\n")
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


# Equal.


def test_a_record_is_equal_to_itself(rummy: Rummy, tmp_path: Path) -> None:
    done = diff(rummy, tmp_path, WHOLE, WHOLE)
    decisions = len(re.findall(r"(?m)^\d ", WHOLE))
    assert (done.status, done.out, done.err) == (0, f"equal: 2 deals, {decisions} decisions\n", "")
    as_json = diff(rummy, tmp_path, WHOLE, WHOLE, "--json")
    assert as_json.status == 0
    files = {"a": str(tmp_path / "a.rummy"), "b": str(tmp_path / "b.rummy")}
    assert as_json.json == {"equal": True, **files, "header": [], "play": None}


def test_comments_case_and_what_was_taken_back_say_nothing(rummy: Rummy, tmp_path: Path) -> None:
    first = line_at(WHOLE, r"\d discard ")
    said = WHOLE.split("\n")[first - 1]
    small = with_line(WHOLE, first, f"# a comment\n\n{said.lower()}")
    seat = re.findall(r"(?m)^(\d) ", WHOLE)[0]
    last = f"{seat} pass\n{seat} undo\n"
    place = line_at(WHOLE, r"\d ")
    undone = "\n".join(WHOLE.split("\n")[: place - 1]) + "\n" + last
    undone += "\n".join(WHOLE.split("\n")[place - 1 :])
    assert diff(rummy, tmp_path, WHOLE, small).status == 0
    assert diff(rummy, tmp_path, WHOLE, undone).status == 0


# Headers.


def test_what_headers_state_otherwise_is_listed_with_its_lines(
    rummy: Rummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A long path would be broken into lines.
    monkeypatch.chdir(tmp_path)
    other = changed(changed(WHOLE, 'seed = "5"', 'seed = "6"'), "gin_bonus = 20", "gin_bonus = 25")
    done = diff(rummy, Path(), WHOLE, other)
    assert (done.status, done.err) == (1, "")
    seed, bonus = line_at(WHOLE, "seed"), line_at(WHOLE, "gin_bonus")
    assert done.out == (
        "A  a.rummy\nB  b.rummy\n\n"
        "The headers differ\n"
        f'  seed\n    A  line {seed}  "5"\n    B  line {seed}  "6"\n'
        f"  options.gin_bonus\n    A  line {bonus}  20\n    B  line {bonus}  25\n\n"
        f"The play is the same: 2 deals, {len(re.findall(r'(?m)^[0-9] ', WHOLE))} decisions.\n"
    )


def test_a_field_that_one_does_not_state(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, "gin_bonus")
    (stated,) = found(rummy, tmp_path, WHOLE, with_line(WHOLE, number, None))["header"]
    assert stated == {"name": "options.gin_bonus", "a": {"line": number, "text": "20"}, "b": None}
    (turned,) = found(rummy, tmp_path, with_line(WHOLE, number, None), WHOLE)["header"]
    assert (turned["a"], turned["b"]) == (None, {"line": number, "text": "20"})
    done = diff(rummy, tmp_path, WHOLE, with_line(WHOLE, number, None))
    assert "    B           not stated\n" in done.out


def test_a_field_that_is_known_without_being_stated(rummy: Rummy, tmp_path: Path) -> None:
    named = changed(SCENARIO, "players = 2", 'players = 2\nseats = ["Ada", "Ben"]')
    (stated,) = found(rummy, tmp_path, SCENARIO, named)["header"]
    assert (stated["name"], stated["a"]) == ("seats", None)
    assert stated["b"] == {"line": line_at(named, "seats"), "text": '["Ada", "Ben"]'}
    assert found(rummy, tmp_path, SCENARIO, changed(SCENARIO, "players = 2", 'players = 2\nseed = "0"'))[
        "equal"
    ]


def test_an_option_of_a_house_rule_is_not_that_of_the_game(rummy: Rummy, tmp_path: Path) -> None:
    one = changed(WHOLE, "\n== deal 1", "\n[house_options.late]\ngin_bonus = 1\n\n== deal 1")
    (stated,) = found(rummy, tmp_path, one, one.replace("gin_bonus = 1\n", "gin_bonus = 2\n"))["header"]
    assert stated["name"] == "house_options.late.gin_bonus"
    assert stated["a"] == {"line": line_at(one, "gin_bonus", 1), "text": "1"}


# Play.


def test_a_decision_that_differs_is_shown_with_the_table_there(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, r"\d (take|draw)", 2)
    before = [line for line in WHOLE.split("\n")[: number - 1] if re.match(r"\d ", line)]
    seat, _, said = WHOLE.split("\n")[number - 1].partition(" ")
    other = "take" if said == "draw" else "draw"
    done = diff(rummy, tmp_path, WHOLE, with_line(WHOLE, number, f"{seat} {other}"), "--ascii")
    assert done.status == 1
    name = ["Ada", "Ben"][int(seat)]
    assert "The headers differ" not in done.out
    assert "The play parts in deal 1: round 1, players 0 1, dealer" in done.out
    assert f"  after decision {len(before)}, '{before[-1]}'\n" in done.out
    assert f"    A  line {number}  {seat} {said}\n    B  line {number}  {seat} {other}\n" in done.out
    assert re.search(r"(?m)^The table there\n  stock +\d+ cards, top first: ", done.out)
    assert re.search(rf"Turn \d+: {name} to act, step 'draw'.\n$", done.out)


def test_the_table_there_is_that_of_the_replay(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, r"\d discard ", 3)
    play = found(rummy, tmp_path, WHOLE, with_line(WHOLE, number, "0 pass"))["play"]
    replayed = rummy("replay", tmp_path / "a.rummy", "--to", str(play["decision"]), "--json").json
    assert play["position"] == replayed["position"]
    assert play["after"] == replayed["deals"][-1]["beats"][-1]["lines"][0]


def test_a_fact_that_differs(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, "  scored side")
    said = WHOLE.split("\n")[number - 1].strip()
    other = re.sub(r"[+-]\d+", "+99", said)
    play = found(rummy, tmp_path, WHOLE, with_line(WHOLE, number, f"  {other}"))["play"]
    assert play["a"] == {"line": number, "text": said}
    assert play["b"] == {"line": number, "text": other}
    assert play["after"].startswith(("0 ", "1 "))
    assert play["position"]["seat"] >= 0


def test_the_table_is_that_before_the_facts_that_differ(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, r"  moved .. from hand \d to discard")
    said = WHOLE.split("\n")[number - 1].split()
    play = found(rummy, tmp_path, WHOLE, with_line(WHOLE, number, None))["play"]
    assert play["a"] == {"line": number, "text": " ".join(said)}
    assert said[1] in play["position"]["zones"][f"hand {said[4]}"]


def test_a_note_of_one_is_not_a_note_of_yes(rummy: Rummy, tmp_path: Path) -> None:
    noted = [with_note(value) for value in ("1", "yes")]
    play = found(rummy, tmp_path, *noted)["play"]
    assert (play["a"]["text"], play["b"]["text"]) == tuple(
        f"noted for the deal: x = {one}" for one in ("1", "yes")
    )


def with_note(value: str) -> str:
    """The record with a note in its first deal."""
    number = line_at(WHOLE, r"  noted")
    return with_line(WHOLE, number, f"  noted for the deal: x = {value}\n" + WHOLE.split("\n")[number - 1])


def test_other_cards(rummy: Rummy, tmp_path: Path) -> None:
    """The shuffles part, before a card was dealt: there is no table to show."""
    number = line_at(WHOLE, "  shuffled")
    said = WHOLE.split("\n")[number - 1]
    words = said.split(" ")
    words[-1], words[-2] = words[-2], words[-1]
    other = with_line(WHOLE, number, " ".join(words))
    done = diff(rummy, tmp_path, WHOLE, other)
    play = found(rummy, tmp_path, WHOLE, other)["play"]
    assert play["a"] == {"line": number, "text": said.strip()}
    assert (play["decision"], play["after"], play["position"]) == (0, "", None)
    assert "before the first decision\n" in done.out
    assert "The table there" not in done.out


def test_other_seeds(rummy: Rummy, tmp_path: Path) -> None:
    as_json = found(rummy, tmp_path, WHOLE, match_text("6", 2))
    assert [one["name"] for one in as_json["header"]] == ["seed", "lot"]
    assert as_json["play"]["decision"] == 0


def test_another_heading_or_round(rummy: Rummy, tmp_path: Path) -> None:
    second = line_at(WHOLE, "== deal 2")
    head = WHOLE.split("\n")[second - 1]
    other = head.replace("players 0 1", "players 1 0")
    play = found(rummy, tmp_path, WHOLE, with_line(WHOLE, second, other))["play"]
    assert (play["a"]["line"], play["b"]["text"]) == (second, other.removeprefix("== "))
    assert play["decision"] == len([line for line in WHOLE.split("\n")[:second] if re.match(r"\d ", line)])
    points = line_at(WHOLE, "round 1: points")
    play = found(rummy, tmp_path, WHOLE, with_line(WHOLE, points, "round 1: nothing"))["play"]
    assert play["b"] == {"line": points, "text": "round 1: nothing"}


@pytest.mark.parametrize("turned", [False, True])
def test_a_record_that_ends_before_the_other(rummy: Rummy, tmp_path: Path, turned: bool) -> None:
    number = line_at(WHOLE, r"\d discard ", 4)
    short = "\n".join(WHOLE.split("\n")[: number - 1]) + "\n"
    texts = (short, WHOLE) if turned else (WHOLE, short)
    play = found(rummy, tmp_path, *texts)["play"]
    assert play["b" if turned else "a"] == {"line": number, "text": WHOLE.split("\n")[number - 1]}
    assert play["a" if turned else "b"] is None
    assert re.search(rf"    {'A' if turned else 'B'} +ends here\n", diff(rummy, tmp_path, *texts).out)
    one_deal = WHOLE[: WHOLE.index("== deal 2")]
    play = found(rummy, tmp_path, one_deal, WHOLE)["play"]
    assert (play["a"], play["b"]["line"]) == (None, line_at(WHOLE, "== deal 2"))


def test_a_last_line_that_was_cut_off_is_a_difference(rummy: Rummy, tmp_path: Path) -> None:
    more = WHOLE + "== deal 3: ro"
    play = found(rummy, tmp_path, WHOLE, more)["play"]
    assert play["a"] is None
    assert play["b"] == {"line": WHOLE.count("\n") + 1, "text": "== deal 3: ro (cut off)"}


def test_a_fact_that_cannot_be_before_they_part_leaves_the_table_out(rummy: Rummy, tmp_path: Path) -> None:
    number = line_at(WHOLE, "  moved", 5)
    broken = with_line(WHOLE, number, "  moved AC from nowhere to hand 0, seen by all")
    last = line_at(WHOLE, r"\d ", 6)
    done = diff(rummy, tmp_path, broken, with_line(broken, last, "0 done"))
    assert done.status == 1
    assert "The table there" not in done.out


def test_the_game_need_not_be_installed(rummy: Rummy, tmp_path: Path) -> None:
    text = changed(WHOLE, 'variant = "gin"', 'variant = "whist"')
    number = line_at(text, r"\d (take|draw)")
    done = diff(rummy, tmp_path, text, with_line(text, number, "0 done"))
    assert done.status == 1
    assert "The table there" in done.out


def test_scenarios_are_compared_without_their_table(rummy: Rummy, tmp_path: Path) -> None:
    other = changed(changed(SCENARIO, 'stock = "KS"', 'stock = "KD"'), "= 10\n0 draw", "= 11\n0 draw")
    as_json = found(rummy, tmp_path, SCENARIO, other)
    (stated,) = as_json["header"]
    assert stated["name"] == "position.zones.stock"
    assert stated["a"] == {"line": line_at(SCENARIO, "stock"), "text": '"KS"'}
    assert as_json["play"]["b"]["text"] == "? deadwood 0 = 11"
    assert as_json["play"]["position"] is None


def test_names_of_strangers_are_shown_safely(rummy: Rummy, tmp_path: Path) -> None:
    odd = changed(WHOLE, '"Ada"', '"\\u001b[2J\\u202eAda"')
    number = line_at(WHOLE, r"\d (take|draw)")
    done = diff(rummy, tmp_path, odd, with_line(WHOLE, number, "0 done"))
    assert done.status == 1
    assert "\\x1b[2J" in done.out or "\\u001b" in done.out


# No records.


@pytest.mark.parametrize("place", [0, 1])
def test_what_is_no_record_is_one_line_and_2(rummy: Rummy, tmp_path: Path, place: int) -> None:
    good, bad = save(tmp_path, WHOLE), save(tmp_path, "no record", "bad.rummy")
    for wrong, told in (
        (bad, f"'{bad}': line 1, column 1: this is not a record"),
        (tmp_path / "none", f"cannot read '{tmp_path / 'none'}'"),
        (tmp_path, str(tmp_path)),
    ):
        paths = [good, good]
        paths[place] = wrong
        done = rummy("diff", *paths)
        assert done.status == 2
        assert told in done.error
    assert rummy("diff", good).status == 2
