"""Whole matches at the keyboard: both screens, what is on disk, and what nobody may see."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.table import Table, by_simple, holds, rummy, types

from rummy_cli.main import main
from rummy_cli.play.session import Session
from rummy_core.cards import cards_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_one_script_plays_the_same_match_in_sentences_and_on_the_table() -> None:
    plain = Table(target=30).run()
    assert plain.session.match.is_over
    script = plain.keyboard.typed
    rich = Table(types(script), rich=True, width=60, height=20, target=30).run()
    assert rich.session.match.is_over
    assert plain.record == rich.record
    assert holds(plain.save.path)
    assert holds(rich.save.path)
    assert plain.save.path.read_text() == plain.record


def test_a_match_ends_with_sheets_the_seed_and_the_record(home: Path) -> None:
    script = Table(deals=1).run().keyboard.typed
    done = rummy("gin", "--seed", "7", "--deals", "1", "--bots", "simple", "--plain", typed=script)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Deal 1: " in done.stdout
    assert "\nThe match is over: 1 deal played.\n" in done.stdout
    assert "Seed: 7." in done.stdout
    path = Path(done.stdout.splitlines()[-1].removeprefix("The record of the match: "))
    assert holds(path)


def test_the_plain_screen_has_no_escape_code_box_or_suit_sign() -> None:
    text = Table(target=30).run().text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u2500-\u257f♣♦♥♠]", text)
    assert "Computer draws from the stock and discards the " in text
    assert "You draw the " in text


def test_after_each_deal_the_sheet_gives_reasons() -> None:
    text = Table(target=30).run().text
    assert re.search(r"\n(You|Computer) \+\d+: deadwood \d+ - \d+\.", text)
    assert re.search(r"\nYou: .*; deadwood \d+\.", text)
    assert re.search(r"\nScore: you \d+", text)


@pytest.mark.parametrize("rich", [False, True])
def test_nothing_shown_holds_a_card_that_the_person_cannot_know(rich: bool) -> None:
    """RB-97: at each prompt, whatever is on the screen since the last one."""
    checked = 0

    def spy(session: Session, prompt: str) -> str:
        nonlocal checked
        text = table.text[spy.seen :]  # type: ignore[attr-defined]
        spy.seen = len(table.text)  # type: ignore[attr-defined]
        deal = session.match.deal
        if deal is not None and deal.seat == 0:
            hidden = deal.table.hand(1) & ~deal.table.known[0]
            for card in cards_of(hidden):
                # What was seen before may still be named: a discard that was taken is known.
                assert not re.search(rf"(?<![A-Z0-9]){card.text}(?![A-Za-z0-9])", text), card
                checked += 1
            for card in deal.table.cards("stock"):
                assert not re.search(rf"(?<![A-Z0-9]){card.text}(?![A-Za-z0-9])", text), card
        if spy.asks and deal is not None and not session.screen.asks_back:  # type: ignore[attr-defined]
            spy.asks -= 1  # type: ignore[attr-defined]
            words = ["log", "table", "pile", "hint", "help", "score", "repeat", "hand", "turn", "save"]
            return words[spy.asks % len(words)]  # type: ignore[attr-defined]
        return by_simple(session, prompt)

    spy.seen = 0  # type: ignore[attr-defined]
    spy.asks = 200  # type: ignore[attr-defined]
    table = Table(spy, rich=rich, style="letters", target=10, height=60)
    table.run()
    assert checked > 500


def test_auto_prints_json_alone_and_is_the_same_twice(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["play", "gin", "--auto", "--json", "--seed", "5", "--bots", "simple", "--target", "40"]
    found = []
    for _ in range(2):
        assert main(args) == 0
        out, err = capsys.readouterr()
        assert err == ""
        found.append(json.loads(out))
    first, second = found
    texts = [Path(one.pop("record")).read_text() for one in found]
    assert first == second
    assert texts[0] == texts[1]
    assert first["variant"] == "gin"
    assert first["seed"] == "5"
    assert first["winner"] in (0, 1)
    points = [
        sum(line["points"] for deal in first["deals"] for line in deal["lines"] if line["side"] == s)
        for s in (0, 1)
    ]
    assert max(points) >= 40
    assert all(total >= sum_ for total, sum_ in zip(first["totals"], points, strict=True))
    assert {"ended", "lines"} == set(first["deals"][0])


def test_auto_tells_the_match_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "gin", "--auto", "--seed", "5", "--bots", "simple,random", "--deals", "2"]) == 0
    out = capsys.readouterr().out
    assert "Computer 1 draws the " in out
    assert "The match is over: " in out
    assert "Deal 1: " in out


def test_the_same_seed_and_inputs_make_the_same_record() -> None:
    assert Table(deals=2).run().record == Table(deals=2).run().record


def test_a_void_deal_is_told_and_dealt_again() -> None:
    def never_knocks(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if deal is None:
            return "" if session.match.deals_played < 2 else "quit"
        legal = [one for one in map(str, deal.legal_actions()) if not one.startswith("knock")]
        return legal[0]

    table = Table(never_knocks, bots="random", settings=("knock_limit=0",)).run()
    assert "Nobody scores: the deal is void, and dealt again." in table.text
    assert "Deal 1: the stock is used up." in table.text


def test_what_is_told_unmatched_is_what_was_not_laid() -> None:
    said = rummy("gin", "--auto", "--seed", "3", "--deals", "1", "--cards", "short").stdout
    spread = said[said.index("knocks with 9") : said.index("Deal 1")].splitlines()
    assert [line for line in spread if line.startswith("Unmatched")] == [
        "Unmatched: 3♣ 2♦ 4♠, 9 deadwood.",
        "Unmatched: 2♣ 3♦ 2♥ 3♥ 5♠, 15 deadwood.",
    ]
