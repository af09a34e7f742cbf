"""`rummy replay`: a record told again, to all or as one seat saw it, the game installed or not."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tests.cli.saved import SCENARIO, Done, Rummy, changed, match_text, save

from rummy_cli.commands import replay
from rummy_core.cards import CARDS
from rummy_core.records import read_record

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
SMALL = {"target": 10}
FACES = {card.text for card in CARDS[:52]}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return save(tmp_path, match_text("5", **SMALL))


def test_it_is_told_in_sentences(rummy: Rummy, record: Path) -> None:
    done = rummy("replay", record, "--ascii")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("gin: Ada, Ben\n\nDeal 1: round 1, players 0 1, dealer ")
    assert re.search(r"^    1  (Ada|Ben) passes\.$", done.out, re.MULTILINE)
    assert re.search(r"(Ada|Ben) gets 10 cards: (\w\w ){9}\w\w\.", done.out)
    assert re.search(r"Turned up on the discard pile: \w\w\.", done.out)
    assert re.search(r"(Ada|Ben) \+\d+: deadwood \d+ - \d+\.", done.out)
    assert "The match is over: target 10 reached, won by " in done.out
    assert re.search(r"Totals: Ada \d+, Ben \d+\.", done.out)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_what_it_saw(rummy: Rummy, record: Path, seat: int) -> None:
    text = match_text("5", **SMALL)
    hidden = re.search(rf"moved (.*) from stock to hand {1 - seat}, ", text)
    assert hidden is not None
    start = text[: text.index("\n", text.index("step upcard"))]
    upcard = re.search(r"moved (\w\w) from stock to discard", start)
    own = re.search(rf"moved (.*) from stock to hand {seat}, ", start)
    assert upcard is not None
    assert own is not None
    done = rummy("replay", record, "--seat", str(seat), "--to", "0", "--ascii")
    assert set(re.findall(r"\b[A2-9TJQK][CDHS]\b", done.out)) == {*own[1].split(), upcard[1]}
    assert "You get 10 cards: " in done.out
    found = rummy("replay", record, "--seat", str(seat), "--to", "0", "--json")
    assert not FACES & set(hidden[1].split()) & set(re.findall(r"\w+", found.out))
    assert "seed" not in found.json["header"]
    assert found.json["position"]["zones"]["stock"] == [None] * 31


def test_a_card_laid_face_down_stays_hidden(rummy: Rummy, record: Path) -> None:
    text = match_text("5", **SMALL)
    knock = re.search(r"^(\d) knock (\w\w)$", text, re.MULTILINE)
    assert knock is not None
    number = len(re.findall(r"^\d ", text[: knock.end()], re.MULTILINE))
    for seat in (0, 1):
        found = rummy("replay", record, "--seat", str(seat), "--to", str(number), "--json").json
        lines = found["deals"][-1]["beats"][-1]["lines"]
        mine = seat == int(knock[1])
        assert lines[0] == (knock[0] if mine else f"{knock[1]} knock ?")
        assert found["position"]["zones"]["discard"][-1] == (knock[2] if mine else None)


def test_to_shows_the_position(rummy: Rummy, record: Path) -> None:
    done = rummy("replay", record, "--to", "3", "--ascii")
    assert done.status == 0
    assert re.search(r"^    3  ", done.out, re.MULTILINE)
    assert not re.search(r"^    4  ", done.out, re.MULTILINE)
    assert re.search(r"^  stock    30 cards, top first: ", done.out, re.MULTILINE)
    assert re.search(r"^  (Ada|Ben)      11 cards: ", done.out, re.MULTILINE)
    assert re.search(r"Turn 1: (Ada|Ben) to act, step 'discard'\.\n$", done.out)
    found = rummy("replay", record, "--to", "3", "--json").json
    assert sum(len(zone) for zone in found["position"]["zones"].values()) == 52
    assert rummy("replay", record, "--to", "9999").error.endswith(tuple("0123456789"))


def test_json_holds_the_record(rummy: Rummy, record: Path) -> None:
    found = rummy("replay", record, "--json").json
    lines = [line for deal in found["deals"] for beat in deal["beats"] for line in beat["lines"]]
    text = match_text("5", **SMALL)
    body = text[text.index("\n==") :].split("\n")
    assert lines == [line.strip() for line in body if line and not line.startswith("==")]
    assert found["header"]["seats"] == ["Ada", "Ben"]


def test_the_game_need_not_be_installed(rummy: Rummy, tmp_path: Path) -> None:
    there = rummy("replay", save(tmp_path, match_text("5", **SMALL)))
    text = match_text("5", **SMALL).replace('"gin"', '"no_such_game"')
    done = rummy("replay", save(tmp_path, text))
    assert done.status == 0
    assert done.out == there.out.replace("gin: Ada", "no_such_game: Ada", 1)


def test_a_torn_file_is_told_as_far_as_it_goes(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    place = text.index("\n", text.index("\n1 draw\n") + 8) - 9
    done = rummy("replay", save(tmp_path, text[:place]))
    assert done.status == 0
    assert done.err.startswith("warning: the last line was cut off and is left out:   moved ")
    assert "draws" in done.out
    masked = rummy("replay", save(tmp_path, text[:place]), "--seat", "0")
    assert masked.err == "warning: the last line was cut off and is left out\n"
    assert "torn" not in rummy("replay", save(tmp_path, text[:place]), "--seat", "0", "--json").json


def test_a_fact_that_cannot_be_ends_it(rummy: Rummy, tmp_path: Path) -> None:
    text = match_text("5", **SMALL)
    upcard = re.search(r"moved (\w\w) from stock to discard", text)
    assert upcard is not None
    move = f"moved {upcard[1]} from hand"
    bad = re.sub(r"moved \w\w from hand", move, text, count=1)
    line = bad[: bad.index(move)].count("\n") + 1
    done = rummy("replay", save(tmp_path, bad))
    assert done.status == 1
    assert f"line {line} cannot follow from what stands before it: " in done.err
    assert re.search(r"^    2  ", done.out, re.MULTILINE)
    masked = rummy("replay", save(tmp_path, bad), "--seat", "0")
    assert masked.err.rstrip().endswith(f"line {line} cannot follow from what stands before it")


def test_a_scenario_is_told(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, SCENARIO)
    done = rummy("replay", path, "--to", "2")
    assert (done.status, done.err) == (0, "")
    assert "Expected: deadwood 0 = 10." in done.out
    assert "A scenario is told without its table." in done.out
    assert "--seat is for matches" in rummy("replay", path, "--seat", "0").error


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"step draw: seat \d, player \d", "step draw: seat 99, player 99"),
        (r"scored side \d", "scored side 99"),
        (r"won by \d; boxes", "won by 99; boxes"),
        (r"from hand 0 by 0", "from hand 0 by 99"),
        (r"from hand 1 by 1", "from hand 1 by 99"),
        (r"players 0 1", "players 99 98"),
        (r"points \d+ \d+; boxes", "points 1 2 3 4; boxes"),
        (r"\d pass", "99 pass"),
        (r"moved \w\w from stock to hand", "moved ? from stock to hand"),
        (r"moved \w\w from stock to hand", "moved nothing from stock to hand"),
        (r"dealer \d; sides", "dealer 7; sides"),
        (r"zones stock", "zones stack"),
        (r"\(hand, seen by 0, owner 0\)", "(hand, seen by 0)"),
    ],
)
@pytest.mark.parametrize("seat", [[], ["--seat", "0"]])
def test_odd_facts_are_told_or_refused(
    rummy: Rummy, tmp_path: Path, old: str, new: str, seat: list[str]
) -> None:
    path = save(tmp_path, re.sub(old, new, match_text("5", **SMALL), count=1))
    for more in ([], ["--json"], ["--to", "4"]):
        done = rummy("replay", path, *seat, *more)
        assert done.status in (0, 1, 2)
        assert done.err.count("\n") == (done.status > 0)
        assert "should not happen" not in done.err


def test_bad_usage(rummy: Rummy, record: Path, tmp_path: Path) -> None:
    assert "there is no seat 2; the seats are 0 to 1" in rummy("replay", record, "--seat", "2").error
    assert rummy("replay", tmp_path / "none").status == 2
    assert "line 1, column 1: this is not a record" in rummy("replay", save(tmp_path, "junk")).error
    empty = changed(SCENARIO, SCENARIO[SCENARIO.index("\n[position]") :], "\n")
    done = rummy("replay", save(tmp_path, empty))
    assert done.status == 0


@pytest.mark.parametrize("width", [60, 80])
def test_it_is_readable_in_a_narrow_terminal(
    rummy: Rummy, record: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for more in ([], ["--to", "9"]):
        assert max(map(len, rummy("replay", record, *more).out.splitlines())) <= width


# --- step by step


def stepped(rummy: Rummy, record: Path, monkeypatch: pytest.MonkeyPatch, keys: str | list[str]) -> list[str]:
    """The screens that are shown while ``keys`` are pressed."""
    pressed: Iterator[str] = iter(keys)
    monkeypatch.setattr(replay, "_may_step", lambda: True)
    monkeypatch.setattr(click, "clear", lambda: click.echo("#clear"))
    monkeypatch.setattr(click, "getchar", lambda: next(pressed))
    done: Done = rummy("replay", record)
    assert (done.status, done.err) == (0, "")
    assert next(pressed, None) is None
    return done.out.split("#clear\n")[1:]


def test_keys_step_forward_and_back(rummy: Rummy, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screens = stepped(rummy, record, monkeypatch, ["n", " ", "p", "x", "\x1b[C", "\x1b[D", "p", "p", "Q"])
    places = [int(re.findall(r"\((\d+) of \d+\)", screen)[0]) for screen in screens]
    assert places == [1, 2, 3, 2, 2, 3, 2, 1, 1]
    assert all("n next   p previous   d next deal   s seat   q quit" in screen for screen in screens)
    assert all("stock " in screen for screen in screens)


def test_a_key_goes_to_the_next_deal(rummy: Rummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path, match_text("7", 2))
    screens = stepped(rummy, path, monkeypatch, ["d", "d", "n", "\x04"])
    assert "Deal 1: " in screens[0]
    assert "Deal 2: " in screens[1]
    assert screens[1] == screens[2]
    assert "Deal" not in screens[3]


def test_no_steps_without_a_terminal_or_on_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    assert not replay._may_step()
    monkeypatch.setattr(replay.sys, "stdin", Terminal())
    monkeypatch.setattr(replay.sys, "stdout", Terminal())
    monkeypatch.setitem(os.environ, "TERM", "xterm")
    monkeypatch.delitem(os.environ, "RUMMY_PLAIN", raising=False)
    assert replay._may_step()
    monkeypatch.setitem(os.environ, "TERM", "dumb")
    assert not replay._may_step()


def test_a_key_looks_with_the_eyes_of_the_next_seat(
    rummy: Rummy, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = stepped(rummy, record, monkeypatch, ["n", "s", "s", "s", "q"])
    heads = [screen.splitlines()[0].partition("  (")[0] for screen in screens]
    ann, both = "gin: Ada, Ben, as Ada saw it", "gin: Ada, Ben"
    assert heads == [both, both, ann, "gin: Ada, Ben, as Ben saw it", both]
    # Nobody leaves the place where he stands, and none sees the other's hand.
    assert all("(2 of " in screen for screen in screens[1:])
    assert re.search(r"Ben +10 cards: ", screens[1])
    assert re.search(r"Ben +10 cards\n", screens[2])
    assert re.search(r"Ada +10 cards\n", screens[3])
    assert screens[1] == screens[4].rstrip("\n")


# --- as a scenario


def decisions(text: str) -> int:
    return len(re.findall(r"^\d+ (?!undo|resign)", text[text.index("\n==") :], re.MULTILINE))


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.rummy")), ids=lambda path: path.stem)
def test_a_position_of_every_golden_match_is_a_scenario_that_holds(
    rummy: Rummy, tmp_path: Path, path: Path
) -> None:
    last = decisions(path.read_text(encoding="utf-8"))
    done = rummy("replay", path, "--to", str(last // 3), "--scenario")
    assert (done.status, done.err) == (0, "")
    assert f"after decision {last // 3}\n? seat " in done.out
    checked = rummy("check", save(tmp_path, done.out))
    assert (checked.status, checked.out) == (0, "1 file: 1 holds\n")


def test_a_scenario_says_what_stands_on_the_table(rummy: Rummy, record: Path) -> None:
    done = rummy("replay", record, "--to", "3", "--scenario")
    shown = rummy("replay", record, "--to", "3", "--json").json["position"]
    position = read_record(done.out).header.position
    assert position is not None
    stated = {name: sorted(text.split()) for name, text in position.zones.items()}
    assert stated == {name: sorted(cards) for name, cards in shown["zones"].items()}
    assert (position.seat, position.step, position.turn) == (shown["seat"], shown["step"], shown["turn"])
    header = done.out[: done.out.index("\n[options]")]
    assert header.splitlines() == ["# rummykit record", "format = 1", 'rummykit = "0.1.0"', 'variant = "gin"',
                                   "players = 2"]  # fmt: skip
    # Who only wants to know what it is needs no game.
    other = save(record.parent, record.read_text("utf-8").replace('"gin"', '"no_such_game"'), "other.rummy")
    assert rummy("replay", other, "--to", "3", "--scenario").out == done.out.replace(
        '"gin"', '"no_such_game"'
    )


def test_where_there_is_no_scenario_it_is_told(rummy: Rummy, record: Path, tmp_path: Path) -> None:
    last = str(decisions(record.read_text("utf-8")))
    assert (
        f"after decision {last} the deal is over" in rummy("replay", record, "--to", last, "--scenario").error
    )
    for more in ([], ["--to", "1", "--seat", "0"], ["--to", "1", "--json"]):
        assert "write '--to N --scenario'" in rummy("replay", record, "--scenario", *more).error
    path = save(tmp_path, SCENARIO, "scenario.rummy")
    assert "--scenario is for matches" in rummy("replay", path, "--to", "1", "--scenario").error


def test_a_record_is_told_after_a_rule_has_changed(rummy: Rummy, record: Path) -> None:
    there = rummy("replay", record).out
    text = record.read_text("utf-8")
    knock = re.search(r"^(\d) knock (\w\w)$", text, re.MULTILINE)
    assert knock is not None
    # With these rules nobody may knock with that hand.
    changed_rules = save(record.parent, re.sub(r"knock_limit = \d+", "knock_limit = 0", text, count=1))
    assert rummy("check", changed_rules).status == 1
    assert rummy("replay", changed_rules).out == there
    shown = rummy("replay", changed_rules, "--to", "4", "--scenario")
    assert shown.status == 0
