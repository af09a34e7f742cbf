"""`rummy check`: what holds passes, and whatever was changed is found and told."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.saved import SCENARIO, Outside, Rummy, changed, match_text, save

from rummy_cli.checking import DIFFERS, HOLDS, UNREADABLE, check_file
from rummy_cli.commands import check
from rummy_core import catalogue
from rummy_core.library import book_for
from rummy_core.records import read_record
from rummy_core.rewriting import written_again

SMALL = {"target": 10}
OTHER_WORD = {
    "all": "none",
    "none": "all",
    "set": "run",
    "run": "set",
    "counts": "void",
    "draw": "take",
    "take": "draw",
    "pass": "take",
    "best": "done",
    "stock": "discard",
    "hand": "stock",
    "hearts": "spades",
}
CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
TOKEN = re.compile(r"\b[A2-9TJQK][CDHS]\b|[+-]?\d+|[a-z_]+|==|\?")


def changes(line: str) -> Iterator[str]:
    """``line`` with each of its cards, numbers and words changed."""
    for found in TOKEN.finditer(line):
        word = found[0]
        if CARD.fullmatch(word):
            other = "2C" if word != "2C" else "3D"
        elif word.lstrip("+-").isdecimal():
            sign = "" if word[0].isdecimal() else word[0]
            other = f"{sign}{int(word.lstrip('+-')) + 1}"
        else:
            other = OTHER_WORD.get(word, f"{word}x")
        yield line[: found.start()] + other + line[found.end() :]


def test_whole_and_unfinished_matches_hold(rummy: Rummy, tmp_path: Path) -> None:
    save(tmp_path, match_text(), "whole.rummy")
    save(tmp_path, match_text("7", 2), "between.rummy")
    save(tmp_path, match_text("9", box_timing="at_once", target=30), "options.rummy")
    save(tmp_path, SCENARIO, "scenario.rummy")
    done = rummy("check", tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out == "4 files: 4 hold\n"


@pytest.mark.parametrize("part", range(4))
def test_every_change_of_one_card_number_or_word_is_found(tmp_path: Path, part: int) -> None:
    text = match_text("5", **SMALL)
    lines = text.split("\n")
    body = next(place for place, line in enumerate(lines) if line.startswith("=="))
    lot = next(place for place, line in enumerate(lines) if line.startswith("lot = "))
    missed = []
    for place in [lot, *range(body, len(lines))][part::4]:
        for line in changes(lines[place].removeprefix("lot")):
            line = "lot" + line if place == lot else line
            path = save(tmp_path, "\n".join([*lines[:place], line, *lines[place + 1 :]]))
            found = check_file(path)
            if found.result not in (DIFFERS, UNREADABLE) or not found.line:
                missed.append((line, found))
            elif place != lot:
                # Told where it stands; only an order of cards shows no sooner than it is dealt.
                assert body < found.line <= len(lines)
                assert found.reason or (found.says and found.rules)
    assert not missed


def test_every_line_left_out_or_said_twice_is_found(tmp_path: Path) -> None:
    lines = match_text("5", **SMALL).split("\n")[:-1]
    body = next(place for place, line in enumerate(lines) if line.startswith("=="))
    for place in range(body, len(lines)):
        for some in ([*lines[:place], *lines[place + 1 :]], [*lines[:place], lines[place], *lines[place:]]):
            if some == lines[:-1]:
                continue  # the last line of a match may not have been written yet; see below
            found = check_file(save(tmp_path, "\n".join(some) + "\n"))
            assert found.result in (DIFFERS, UNREADABLE), lines[place]
            assert found.line


def test_a_difference_says_where_and_why(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    count = re.search(r"knock_count = (\d+)", text)
    knock = re.search(r"^\d knock \w\w$", text, re.MULTILINE)
    assert count is not None
    assert knock is not None
    path = save(tmp_path, changed(text, count[0], "knock_count = 99"))
    done = rummy("check", path)
    line = text[: count.start()].count("\n") + 1
    assert done.status == 1
    assert done.err == ""
    assert done.out.splitlines() == [
        f"{path}: line {line}, column 37, after '{knock[0]}'",
        "  the file says  noted for the deal: knock_count = 99",
        f"  the rules say  noted for the deal: {count[0]}",
        *done.out.splitlines()[3:-1],
        "1 file: 1 differs",
    ]
    found = rummy("check", path, "--json")
    assert found.status == 1
    assert found.json["differs"] == 1
    (finding,) = found.json["findings"]
    assert (finding["line"], finding["decision"]) == (line, knock[0])
    assert finding["rules"] == f"noted for the deal: {count[0]}"


def test_an_illegal_move_is_told_with_its_rule(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    done = rummy("check", save(tmp_path, changed(text, "\n1 pass\n", "\n1 draw\n")))
    assert done.status == 1
    assert "illegal: The upcard comes first" in done.out


def test_an_expectation_that_fails(rummy: Rummy, tmp_path: Path) -> None:
    done = rummy("check", save(tmp_path, changed(SCENARIO, "deadwood 0 = 10", "deadwood 0 = 11")))
    assert done.status == 1
    assert re.search(r"the file says +\? deadwood 0 = 11\n +the rules say +10\n", done.out)


def test_folders_and_files(rummy: Rummy, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    save(tmp_path / "a" / "b", SCENARIO)
    path = save(tmp_path, SCENARIO, "other.txt")
    assert rummy("check", tmp_path).out == "1 file: 1 holds\n"
    assert rummy("check", path, tmp_path, path).out == "2 files: 2 hold\n"
    (tmp_path / "empty").mkdir()
    assert "no record (*.rummy)" in rummy("check", tmp_path / "empty").error
    assert "there is no '" in rummy("check", tmp_path / "none.rummy").error
    assert rummy("check").status == 2


def test_counts_and_status_of_a_mixture(rummy: Rummy, tmp_path: Path) -> None:
    save(tmp_path, SCENARIO, "a.rummy")
    save(tmp_path, changed(SCENARIO, '"gin"', '"gni"'), "b.rummy")
    save(tmp_path, "junk\n", "c.rummy")
    done = rummy("check", tmp_path)
    assert done.status == 2
    assert f"{tmp_path / 'b.rummy'}: skipped, no game 'gni'" in done.out
    assert done.err == (
        f"error: '{tmp_path / 'c.rummy'}': line 1, column 1: this is not a record: "
        "the first line must begin with '# rummykit record'\n"
    )
    assert done.out.endswith("3 files: 1 holds, 1 skipped, 1 no record\n")
    save(tmp_path, changed(SCENARIO, "seat 0\n? d", "seat 1\n? d"), "d.rummy")
    done = rummy("check", tmp_path, "--json")
    assert done.status == 1
    assert {name: done.json[name] for name in ("files", "holds", "differs", "skipped", "unreadable")} == {
        "files": 4,
        "holds": 1,
        "differs": 1,
        "skipped": 1,
        "unreadable": 1,
    }


def test_a_missing_house_rule_is_skipped(rummy: Rummy, tmp_path: Path) -> None:
    text = changed(SCENARIO, "players = 2\n", 'players = 2\nhouse_rules = ["nope"]\n')
    done = rummy("check", save(tmp_path, text))
    assert done.status == 0
    assert "skipped, no house rule 'nope'" in done.out


@pytest.mark.parametrize("setting", ["target = 0", "next_dealer = 'me'", "tarrget = 1", "target = nan"])
def test_an_option_out_of_bounds_is_told_with_its_line(rummy: Rummy, tmp_path: Path, setting: str) -> None:
    text = re.sub(
        rf"{setting.split()[0].replace('rr', 'r')} = .*", setting, match_text("5", **SMALL), count=1
    )
    line = text[: text.index(setting)].count("\n") + 1
    done = rummy("check", save(tmp_path, text))
    assert done.status == 2
    column = 1 if setting.startswith("tarrget") else setting.index("=") + 3
    assert f"line {line}, column {column}: header: " in done.error
    assert setting.split()[0] in done.error


def test_a_file_that_was_cut_off_does_not_hold(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    assert rummy("check", save(tmp_path, text[:-1])).status == 1
    done = rummy("check", save(tmp_path, SCENARIO[:-1]))
    assert done.status == 1
    assert "? step answer" in done.out
    assert "may be cut off" in done.out


def test_a_record_of_another_revision_says_so(rummy: Rummy, tmp_path: Path) -> None:
    text = changed(changed(SCENARIO, "players", "revision = 7\nplayers"), "= 10", "= 11")
    assert "revision 7" in rummy("check", save(tmp_path, text)).out


def test_a_plugin_that_fails_does_not_end_the_check(rummy: Rummy, others: Outside, tmp_path: Path) -> None:
    others.module(
        "outside_fails",
        "from dataclasses import replace\nfrom rummy_variants.gin import GIN, GinRules\n"
        "from rummy_core import hookimpl\n"
        "class Rules(GinRules):\n"
        "    @hookimpl\n    def deal_plan(self, seats, dealer):\n        raise ZeroDivisionError('oh\\x1b')\n"
        "FAILS = replace(GIN, name='fails', rules=Rules)\n",
    )
    others.install("fails-dist", "[rummy.variants]\nfails = outside_fails:FAILS\n")
    save(tmp_path, changed(match_text("5", **SMALL), '"gin"', '"fails"'), "a.rummy")
    save(tmp_path, SCENARIO, "b.rummy")
    done = rummy("check", tmp_path)
    assert done.status == 1
    assert r"ZeroDivisionError: oh\x1b" in done.out
    assert done.out.endswith("2 files: 1 holds, 1 differs\n")


# RB-103: each damage names the field.

KINDS = {
    "card twice": (r"top first: (\w\w) \w\w", r"top first: \1 \1", "shuffled"),
    "card missing": (r"top first: \w\w ", "top first: ", "shuffled"),
    "phase draw with a knock present": ("step answer", "step draw", "step draw"),
    "melds not the knocker's": (r"(laid .* by )(\d)", lambda m: f"{m[1]}{1 - int(m[2])}", "laid"),
    "deadwood over the limit": (r"knock_count = \d+", "knock_count = 25", "knock_count"),
    "result margin edited": (r"scored side (\d) \+\d+", r"scored side \1 +99", "scored"),
    "a different opening upcard": (r"moved \w\w from stock to d", "moved 2C from stock to d", "moved"),
}  # fmt: skip


def test_every_damage_of_the_field_case_is_here() -> None:
    cases = Path(__file__).parent.parent / "data" / "field_cases.jsonl"
    (case,) = [one for one in map(json.loads, cases.read_text("utf-8").splitlines()) if one["id"] == "RB-103"]
    assert set(case["setup"]["damage"]) <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_rb_103_a_damaged_save_is_refused_by_name(rummy: Rummy, tmp_path: Path, kind: str) -> None:
    whole = match_text("5", **SMALL)
    middle = whole[: whole.index("\n", whole.index("step answer")) + 1]
    text = whole if kind == "result margin edited" else middle
    assert check_file(save(tmp_path, text)).result == HOLDS
    old, new, field = KINDS[kind]
    damaged = re.sub(old, new, text, count=1)
    assert damaged != text
    done = rummy("check", save(tmp_path, damaged))
    assert done.status in (1, 2)
    assert field in done.out + done.err
    assert re.search(r"line \d+", done.out + done.err)


# Files that must fail: each says where, and what may have been meant.

BAD = Path(__file__).parents[1] / "data" / "bad"
FAULTS = {
    "a_card_of_a_position": (1, 11, 40, "'1S' is not a card"),
    "a_fact": (2, 14, 35, "write 'moved CARDS from ZONE to ZONE, seen by SEATS'"),
    "a_key_of_the_header": (2, 3, 1, "there is no 'varient'; did you mean 'variant'?"),
    "a_meld": (1, 10, 23, "5H 6H 8H is neither a set nor a run"),
    "a_move": (2, 13, 3, "'discrad KS' is not an action; did you mean 'discard'?"),
    "a_zone": (1, 12, 2, "did you mean 'hand 0'?"),
    "an_expectation": (2, 14, 3, "did you mean 'deadwood'?"),
    "an_option": (2, 8, 1, "no option 'gin_bonuss'; did you mean 'gin_bonus'?"),
    "another_fact": (1, 16, 37, "step draw: seat 1, player 1, turn 2"),
    "what_the_rules_say": (1, 15, 20, "legal"),
}


def test_every_bad_file_is_here() -> None:
    assert {path.name.removesuffix(".rummy.bad") for path in BAD.iterdir()} == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_file_fails_at_its_line_and_column(rummy: Rummy, name: str) -> None:
    status, line, column, told = FAULTS[name]
    done = rummy("check", BAD / f"{name}.rummy.bad")
    assert done.status == status
    assert f"line {line}, column {column}" in done.out + done.err
    assert told in re.sub(r"\s+", " ", done.out + done.err)
    (finding,) = rummy("check", BAD / f"{name}.rummy.bad", "--json").json["findings"]
    assert (finding["line"], finding["column"]) == (line, column)


def test_a_folder_leaves_bad_files_out(rummy: Rummy, tmp_path: Path) -> None:
    bad = (BAD / "a_move.rummy.bad").read_text("utf-8")
    path = save(tmp_path, bad, "a_move.rummy.bad")
    assert "no record (*.rummy)" in rummy("check", tmp_path).error
    save(tmp_path, SCENARIO)
    assert rummy("check", tmp_path).out == "1 file: 1 holds\n"
    assert rummy("check", tmp_path, path).status == 2


def test_all_records_of_the_project_hold(rummy: Rummy) -> None:
    done = rummy("check", Path(__file__).parents[1])
    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(r"(\d+) files: \1 hold\n", done.out)


# What is shown of a difference, and how.


def test_the_table_is_shown_at_a_difference(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, changed(SCENARIO, "? legal knock KS", "? legal knock 9H"))
    lines = rummy("check", path).out.splitlines()
    assert lines[:3] == [
        f"{path}: line 18, column 9, after '0 draw'",
        "  the file says  ? legal knock 9H",
        f"  the rules say  illegal: {lines[2].partition('illegal: ')[2]}",
    ]
    assert any(re.fullmatch(r" +Seat 0 +11 cards: AC 2C 3C 4D 5D 6D 7H 8H 9H TS KS", line) for line in lines)
    assert lines[-2:] == ["    Turn 1: Seat 0 to act, step 'discard'.", "1 file: 1 differs"]
    (finding,) = rummy("check", path, "--json").json["findings"]
    assert set(finding["position"]["zones"]["hand 0"]) >= {"KS", "TS"}


def test_the_table_of_a_match_names_its_players(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    draw = re.search(r"\n1 draw\n  moved (\w\w) from stock to hand 1", text)
    assert draw is not None
    other = "2C" if draw[1] != "2C" else "3D"
    path = save(tmp_path, changed(text, draw[0], draw[0].replace(f"moved {draw[1]}", f"moved {other}")))
    out = rummy("check", path).out
    number = text[: draw.start() + 1].count("\n") + 2
    assert f"line {number}, column 9, after '1 draw'" in out
    assert re.search(rf"^ +Ben +11 cards: .*\b{draw[1]}\b", out, re.MULTILINE)


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_the_order_of_findings_is_that_of_the_files(rummy: Rummy, tmp_path: Path, jobs: str) -> None:
    texts = [
        match_text("5", **SMALL),
        SCENARIO,
        changed(SCENARIO, "= 10", "= 11"),
        "junk\n",
        match_text("7", 2),
    ]
    for number in range(15):
        save(tmp_path, texts[number % 5], f"{number:02}.rummy")
    done = rummy("check", tmp_path, "--jobs", jobs, "--json")
    assert done.status == 1
    found = [(Path(one["file"]).name, one["result"]) for one in done.json["findings"]]
    kinds = ["holds", "holds", "differs", "unreadable", "holds"]
    assert found == [(f"{number:02}.rummy", kinds[number % 5]) for number in range(15)]
    assert done == rummy("check", tmp_path, "--jobs", "1", "--json")
    assert "--jobs" in rummy("check", tmp_path, "--jobs", "0").error


def test_a_bar_is_shown_on_a_terminal_alone(
    rummy: Rummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.rummy", "b.rummy"):
        save(tmp_path, SCENARIO, name)
    shown = []
    monkeypatch.setattr("rich.progress.track", lambda found, *words, **more: shown.append(words) or found)
    monkeypatch.setattr(check, "may_show_progress", lambda: False)
    assert rummy("check", tmp_path).out == "2 files: 2 hold\n"
    assert shown == []
    monkeypatch.setattr(check, "may_show_progress", lambda: True)
    assert rummy("check", tmp_path).out == "2 files: 2 hold\n"
    assert shown == [("checking", 2)]
    # One file is not worth a bar.
    assert rummy("check", tmp_path / "a.rummy").out == "1 file: 1 holds\n"
    assert len(shown) == 1


def test_strict_makes_a_skipped_file_a_failure(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, changed(SCENARIO, '"gin"', '"nope"'))
    assert rummy("check", path).status == 0
    done = rummy("check", path, "--strict")
    assert done.status == 1
    assert "skipped, no game 'nope'" in done.out


def test_junit(rummy: Rummy, tmp_path: Path) -> None:
    save(tmp_path, SCENARIO, "a <b> & 'c'.rummy")
    save(tmp_path, changed(SCENARIO, "= 10", "= 11"), "d.rummy")
    save(tmp_path, changed(SCENARIO, "0 knock KS", "0 knock \x1b\x02<KS>]]>\u202e\ufffe"), "e.rummy")
    save(tmp_path, changed(SCENARIO, '"gin"', '"<nope>"'), "f.rummy")
    report = tmp_path / "report.xml"
    done = rummy("check", tmp_path, "--junit", report)
    assert done.status == 1
    suite = ElementTree.fromstring(report.read_text("utf-8"))
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1"}
    cases = {Path(case.get("name", "")).name: case for case in suite}
    assert len(cases["a <b> & 'c'.rummy"]) == 0
    assert "line 16, column 16" in "".join(cases["d.rummy"].itertext())
    assert r"\x1b\x02<KS>]]>\u202e\ufffe" in "".join(cases["e.rummy"].itertext())
    # Written again it is the same, and nothing else is overwritten.
    before = report.read_text("utf-8")
    assert rummy("check", tmp_path, "--junit", report).status == 1
    assert report.read_text("utf-8") == before
    own = save(tmp_path, "<?xml version='1.0'?><mine/>\n", "mine.xml")
    assert "is not overwritten" in rummy("check", tmp_path / "d.rummy", "--junit", own).err
    assert own.read_text("utf-8").endswith("<mine/>\n")


# Records written again.


def test_update_plays_a_record_again_and_shows_what_changed(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    count = re.search(r"knock_count = \d+", text)
    assert count is not None
    path = save(tmp_path, changed(text, count[0], "knock_count = 99"))
    held = save(tmp_path, match_text("7", 2), "holds.rummy")
    stamp = held.stat().st_mtime_ns
    done = rummy("check", tmp_path, "--update")
    assert (done.status, done.err) == (0, "")
    assert path.read_text("utf-8") == text
    assert held.stat().st_mtime_ns == stamp
    lines = done.out.splitlines()
    assert lines[0] == f"{path}: updated"
    assert "  -  noted for the deal: knock_count = 99" in lines
    assert f"  +  noted for the deal: {count[0]}" in lines
    assert lines[-1] == "2 files: 1 holds, 1 updated"
    assert rummy("check", tmp_path).out == "2 files: 2 hold\n"


def test_update_keeps_header_and_remarks(rummy: Rummy, tmp_path: Path) -> None:
    whole = match_text("5", **SMALL)
    place = whole.index("\n1 pass\n") + 1
    head = whole.index("\n==") + 1
    text = "".join(
        [whole[: head - 1], "\n# of the deal\n\n", whole[head:place], "# he waits\n", whole[place:]]
    )
    path = save(tmp_path, text.replace("step draw", "step drew"))
    assert rummy("check", path, "--update").status == 0
    assert path.read_text("utf-8") == text


def test_a_record_of_an_older_revision_is_written_as_of_this_one(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    old = re.sub(r"revision = \d+\n", "", text).replace("players = 2\n", "revision = 77\nplayers = 2\n", 1)
    path = save(tmp_path, re.sub(r"scored side (\d) \+", r"scored side \1 +9", old))
    assert rummy("check", path, "--update").status == 0
    again = path.read_text("utf-8")
    assert f"revision = {catalogue.variant('gin').revision}\n" in again
    assert again[again.index("\n==") :] == text[text.index("\n==") :]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("\n1 pass\n", "\n1 draw\n", "illegal: The upcard comes first"),
        (r"\n(\d) knock (\w\w)\n", r"\n\1 discard \2\n", "decision"),
        # What follows is then no longer the end of the deal.
        (r"\n\d (best|done)\n(?=(  .*\n)*  ended)", "\n", "the deal goes on, and has no more decisions"),
    ],
)
def test_a_record_whose_decisions_are_illegal_now_is_left(
    rummy: Rummy, tmp_path: Path, old: str, new: str, told: str
) -> None:
    text = re.sub(old, new, match_text("5", **SMALL), count=1)
    assert text != match_text("5", **SMALL)
    path = save(tmp_path, text)
    done = rummy("check", path, "--update")
    assert done.status == 1
    assert told in done.out
    assert "left as it is: its decisions cannot be played again" in re.sub(r"\s+", " ", done.out)
    assert path.read_text("utf-8") == text


def test_update_leaves_scenarios_torn_files_and_what_is_no_record(rummy: Rummy, tmp_path: Path) -> None:
    texts = {
        "scenario.rummy": changed(SCENARIO, "= 10", "= 11"),
        "torn.rummy": match_text("5", **SMALL)[:-1],
        "none.rummy": "junk\n",
        "skipped.rummy": changed(match_text("5", **SMALL), '"gin"', '"nope"'),
    }
    for name, text in texts.items():
        save(tmp_path, text, name)
    done = rummy("check", tmp_path, "--update")
    assert done.status == 1
    assert "left as it is" not in done.out
    assert {name: (tmp_path / name).read_text("utf-8") for name in texts} == texts


def test_golden_records_are_written_again_as_they_are() -> None:
    for path in sorted((Path(__file__).parents[1] / "playthroughs").glob("*.rummy")):
        text = path.read_text("utf-8")
        record = read_record(text)
        again = written_again(text, record, book_for(record.header))
        assert again == text, path.name
