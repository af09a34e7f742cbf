"""Scenarios: each ruling as a small file, named after it, with expectations that can fail.

That each holds is a test of the file itself: ``rummy_plugins.records_as_tests``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rummy_core.cards import card, parse_cards
from rummy_core.expectations import FORMS, Failure, failure_of
from rummy_core.library import book_for
from rummy_core.melding import MeldStep
from rummy_core.notation import parse_lying
from rummy_core.positions import BadPosition, deal_at
from rummy_core.records import Record, RecordError, read_record
from rummy_core.replay import Differs, Replay, verify
from tests.core.melding_game import melding_game
from tests.story import gin, laid_out

DATA = Path(__file__).parent / "data"
FILES = sorted((Path(__file__).parent / "scenarios").glob("*.rummy"))
SHOWDOWNS = json.loads((DATA / "deadwood_facts.json").read_text(encoding="utf-8"))["showdowns"]
HEAD = '# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n'


def scenario(position: str, *body: str) -> Record:
    return read_record(f"{HEAD}\n[position]\n{position}\n== here\n" + "\n".join([*body, ""]))


def told(position: str, *body: str) -> str:
    """What the rules say where the scenario does not hold; empty where it does."""
    record = scenario(position, *body)
    difference = verify(record, book_for(record.header))
    return "" if difference is None else difference.rules


# What a scenario is named after, and how that is written inside it.
NAMES = {
    r"[a-z0-9]+_rb_(\d+)_": "field_cases.jsonl, RB-{}",
    r"[a-z0-9]+_w_([a-z]+)(\d+)_": "W-{}{}",
    r"[a-z0-9]+_([a-z]{1,2})(\d+)_": "{}-{}",
    r"gin_fact_(\d+)_": "fact {}",
    r"gin_showdown_": "deadwood_facts.json, '",
}


def named_after(path: Path) -> str:
    for pattern, name in NAMES.items():
        if match := re.match(pattern, path.name):
            return name.format(*(group.upper() for group in match.groups()))
    raise AssertionError(f"{path.name} is named after nothing that is known")


def comment_of(path: Path) -> str:
    """The remark in the head of a scenario, as one line."""
    head = path.read_text(encoding="utf-8").split("[", 1)[0].splitlines()[1:]
    return " ".join(line.removeprefix("#").strip() for line in head if line.startswith("#"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_scenario_says_what_it_holds(path: Path) -> None:
    assert read_record(path.read_text(encoding="utf-8")).is_scenario
    name = named_after(path)
    assert re.search(re.escape(name) + (r"\b" if name[-1].isdecimal() else ""), comment_of(path))


# Field cases of the games below and of any game that are no position.
NO_POSITION = {
    "RB-11": "test: the most cards of a hand that can be melded",
    "RB-57": "test: a match with equal totals",
    "RB-33": "test: it counts the cards of two ways to deal",
    "RB-59": "test: a match that is drawn",
    "RB-61": "test: five deals of a match",
    "RB-65": "test: the second deal of a match",
    "RB-95": "test: worlds imagined from a view",
    "RB-97": "test: what is in a view and in the log of a seat",
    "RB-99": "test: matches from one seed",
    "RB-101": "test: thousands of actions",
    "RB-103": "test: a damaged file",
    "RB-107": "test: empty lines at a prompt",
    "RB-109": "test: how cards are typed",
}
CASES_OF = {
    "any",
    "gin",
    "oklahoma",
    "rummy",
    "generic-wild",
    "fortune",
    "arlington",
    "500",
    "persian",
    "iceberg",
    "skarney",
}
CASES = {
    case["id"]
    for case in map(json.loads, (DATA / "field_cases.jsonl").read_text(encoding="utf-8").splitlines())
    if case["variant"] in CASES_OF
}
# Of the worked examples of the rules those that are several deals: of a match, of columns, of two tables.
NO_POSITION_EITHER = {f"W-G{number}" for number in (10, 11, *range(12, 19))}
EXAMPLES = {f"W-G{number}" for number in range(1, 20)} - NO_POSITION_EITHER
# Of the others all are positions: by the letter of the game, how many there are. W-B6 is a match.
COUNTS = {"O": 6, "B": 8, "R": 12, "F": 11, "A": 10, "I": 11, "S": 11}
EXAMPLES |= {f"W-{game}{number}" for game, count in COUNTS.items() for number in range(1, count + 1)}
EXAMPLES -= {"W-B6"}


def test_each_field_case_is_a_scenario_or_no_position() -> None:
    written = {one for path in FILES for one in re.findall(r"RB-\d+", named_after(path))}
    assert NO_POSITION.keys() <= CASES
    assert written == CASES - NO_POSITION.keys()


def test_each_example_that_is_a_position_is_a_scenario() -> None:
    written = {one for path in FILES for one in re.findall(r"W-[A-Z]+\d+", named_after(path))}
    assert written == EXAMPLES


@pytest.mark.parametrize("showdown", SHOWDOWNS, ids=lambda showdown: showdown["name"])
def test_each_showdown_is_a_scenario(showdown: dict[str, str]) -> None:
    (path,) = [path for path in FILES if f"deadwood_facts.json, '{showdown['name']}'" in comment_of(path)]
    position = read_record(path.read_text(encoding="utf-8")).header.position
    assert position is not None
    hand0, hand1 = (parse_cards(position.zones.get(f"hand {seat}", "")) for seat in range(2))
    if "hand_11" in showdown:
        hand0 += parse_cards(position.zones["discard"])
    else:
        assert set(hand1) == set(parse_cards(showdown["other_hand"]))
    assert set(hand0) == set(parse_cards(showdown.get("hand_11") or showdown["knocker_hand"]))


def test_every_kind_of_expectation_is_used() -> None:
    used = set()
    for path in FILES:
        used |= {
            line.split()[1] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("?")
        }
    assert used == {
        form.split()[0] for form in FORMS
    }  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_expectation_of_a_scenario_can_fail(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("?"):
            continue
        record = read_record("\n".join([*lines[:number], _denied(line), *lines[number + 1 :], ""]))
        difference = verify(record, book_for(record.header))
        assert difference is not None, _denied(line)
        assert difference.line == number + 1


def _denied(line: str) -> str:
    """An expectation that is false where ``line`` is true."""
    kind = line.split()[1]
    if kind == "legal":
        return line.replace("? legal", "? illegal")
    if kind == "illegal":
        return line.replace("? illegal", "? legal").split(":")[0]
    if kind in ("deadwood", "points", "seat", "turn", "actions", "best"):
        return line + "1"
    if kind in ("melds", "zone", "known", "meld"):
        return line.rsplit("=", 1)[0] + "= QS"
    return line + " not"


# One test a kind of expectation: what is told where it fails.

HANDS = '[position.zones]\n"hand 0" = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS KD"'
AT = f'step = "discard"\nseat = 0\n{HANDS}'


@pytest.mark.parametrize(
    ("expected", "is_told"),
    [
        ("legal knock TS", ""),
        ("legal knock AC", "illegal: Not yet: after the AC you would have"),
        ("illegal draw: drawn already", ""),
        ("illegal DRAW", ""),
        ("illegal draw: because", "illegal: You have drawn already."),
        ("illegal knock TS", "legal"),
        ("deadwood 0 = 20", ""),
        ("deadwood 0 = 3", "20"),
        ("melds 0 = 7H 8H 9H, AC 2C 3C, 6D 5D 4D", ""),
        ("melds 0 = none", "AC 2C 3C, 4D 5D 6D, 7H 8H 9H"),
        ("zone hand 0 = KD TS AC 2C 3C 4D 5D 6D 7H 8H 9H", ""),
        ("zone hand 0 = none", "AC 2C 3C 4D 5D 6D KD 7H 8H 9H TS"),
        ("zone attic = AC", "this cannot be asked here: there is no zone 'attic'; there are stock, discard"),
        ("zone hand0 = AC", "this cannot be asked here: there is no zone 'hand0'; did you mean 'hand 0'?"),
        ("meld 1 = AC 2C 3C", "there is no such meld"),
        ("seat 0", ""),
        ("seat 1", "0"),
        ("step discard", ""),
        ("step draw", "discard"),
        ("points 0 = 0", "this cannot be asked here: the deal is not over"),
        ("ended gin", "not yet"),
        ("score 0 +1: luck", "this cannot be asked here: the deal is not over"),
        ("deadwood 7 = 0", "this cannot be asked here"),
        ("turn 1", ""),
        ("turn 2", "1"),
        ("actions 13", ""),
        ("actions 12", "13"),
        ("known 0 hand 0 = KD TS AC 2C 3C 4D 5D 6D 7H 8H 9H", ""),
        ("known 1 hand 0 = none", ""),
        ("known 1 hand 0 = KD", "none"),
        ("known 5 hand 0 = KD", "this cannot be asked here: there is no seat 5"),
        ("best 0 = 0", "this cannot be asked here: melds do not score in this game; ask for the deadwood"),
    ],
)
def test_an_expectation_says_how_it_is(expected: str, is_told: str) -> None:
    found = told(AT, f"? {expected}")
    assert found.startswith(is_told) if is_told else found == ""


def test_expectations_of_a_finished_deal() -> None:
    story = gin(
        hand0="AC 2C 3C 4D 5D 6D 7H 8H 9H TS KD",
        hand1="2S 4S 6S 8S JS 2H 4H 6H TH QC",
        step="discard",
        seat=0,
    )
    story.does("knock KD", "done")
    held = [f"points 0 = {story.points(0)}", "points 1 = 0", "ended knock", "step over"]
    assert [failure_of(story.deal, one) for one in held] == [None] * 4
    assert failure_of(story.deal, "ended gin") == Failure("knock", len("ended "))
    luck = failure_of(story.deal, "score 1 +5: luck")
    assert luck is not None
    assert luck.is_now == f"0 {story.points(0):+d}: deadwood 62 - 10"
    assert failure_of(story.deal, "points 2 = 0") == Failure(
        "this cannot be asked here: there is no side 2", len("points ")
    )


def test_a_meld_is_expected_as_it_is_written_where_it_names_what_wild_cards_stand_for() -> None:
    story = laid_out(melding_game(MeldStep()), melds=[(0, "5H 2C=6H 7H")])
    assert failure_of(story.deal, "meld 1 = 5H 2C=6H 7H") is None
    # Without a word for it the cards alone are compared.
    assert failure_of(story.deal, "meld 1 = 7H 2C 5H") is None
    for wrong in ("5H 2D=6H 7H", "5H 6H 2C=7H"):
        assert failure_of(story.deal, f"meld 1 = {wrong}") == Failure("5H 2C=6H 7H", len("meld 1 = "))


def test_an_expectation_that_is_none_is_told() -> None:
    story = gin()
    assert failure_of(story.deal, "deadwod 0 = 3") == Failure(
        "the expectation 'deadwod 0 = 3' is not known; did you mean 'deadwood'?", 0
    )


# Positions that cannot be.


@pytest.mark.parametrize(
    ("position", "is_told"),
    [
        ('[position.zones]\nattic = "AC"', "there is no zone 'attic'"),
        ('[position.zones]\ndiscard = "AC AC"', "not in the pack"),
        ('[position.zones]\ndiscard = "AC"\n"hand 0" = "AC"', "stated twice"),
        ('[position.zones]\ndiscard = "joker"', "not in the pack"),
        ('[position.zones]\ndiscard = "XX"', "'XX' is not a card"),
        ('step = "dance"', "there is no step 'dance'"),
        ("seat = 5", "there is no seat 5"),
        ("dealer = 2", "there is no seat 2"),
        ("stock = 100", "the stock cannot have 100 cards"),
        ('melds = [{ seat = 0, cards = "AC 2C 4C" }]', "neither a set nor a run"),
        ('melds = [{ seat = 3, cards = "AC 2C 3C" }]', "no seat 3"),
        ('melds = [{ cards = "AC 2C 3C" }]', "a meld is written as"),
        ('[position.known]\n7 = "AC"', "no seat '7'"),
        ('[position.known]\n"0 attic" = "AC"', "the zone 'attic' is not stated"),
        (
            '[position.zones]\ndiscard = "AC"\n[position.known]\n"0 discard" = "KD"',
            "the KD does not lie there",
        ),
        (
            'complete = true\n[position.zones]\ndiscard = "AC"',
            "is not complete: 2C 2D 2H 2S 3C 3D 3H 3S ... lie",
        ),
        ('melds = [{ seat = 0, cards = "AC XX 3C" }]', "'XX' is not a card"),
        (
            'melds = [{ seat = 0, cards = "AC 2C 3C", plays = "1 2" }]',
            "plays has one number, or one for each card",
        ),
        (
            'melds = [{ seat = 0, cards = "AC 2C 3C", turns = "soon" }]',
            "turns has one number, or one for each",
        ),
        ('melds = [{ seat = 0, cards = "AC 2C 3C", by = "0 7 0" }]', "there is no seat 7"),
    ],
)
def test_a_position_that_cannot_be_is_told(position: str, is_told: str) -> None:
    assert is_told in told(position, "? seat 0")


@pytest.mark.parametrize(
    ("position", "key"),
    [("seat = -1", "seat"), ('wine = "red"', "wine"), ("turn = 0", "turn"), ("zones = 3", "zones")],
)
def test_a_position_of_the_wrong_shape_is_no_record(position: str, key: str) -> None:
    with pytest.raises(RecordError, match=key):
        scenario(position)


def test_known_cards_and_notes_of_a_position_stand() -> None:
    record = scenario(
        f'{AT}\n[position.known]\n1 = "KD TS"\n[position.turn_notes]\ntaken = "KD"\nmust_knock = true',
        "? seat 0",
    )
    replay = Replay(record, book_for(record.header))
    replay.run()
    assert replay.deal is not None
    view = replay.deal.view(1)
    assert {card.text for card in view["hand 0"].cards} == {"KD", "TS"}
    assert str(view.turn_notes["taken"]) == "KD"
    assert view.turn_notes["must_knock"] is True


def test_a_note_of_a_position_that_is_no_card_is_a_word() -> None:
    record = scenario(f'{AT}\n[position.deal_notes]\nwind = "east"\nturned = "4S"', "? seat 0")
    replay = Replay(record, book_for(record.header))
    replay.run()
    assert replay.deal is not None
    assert dict(replay.deal.table.deal_notes) == {"wind": "east", "turned": card("4S"), "knock_limit": 10}


def test_a_meld_of_a_position_that_can_be_read_in_two_ways_is_told() -> None:
    book = melding_game(MeldStep())
    with pytest.raises(BadPosition, match="can be read in more than one way"):
        deal_at(book, zones={}, melds=[(0, parse_cards("2C 5H 6H"))])
    assert deal_at(book, zones={}, melds=[(0, *parse_lying("2C=4H 5H 6H"))]).table.melds


def test_facts_in_a_scenario_are_held_too() -> None:
    good = ["0 discard KD", "  moved KD from hand 0 to discard, seen by all"]
    assert told(AT, *good, "  step draw: seat 1, player 1, turn 2") == ""
    assert told(AT, *good, "  step draw: seat 1, player 1, turn 3") == "step draw: seat 1, player 1, turn 2"
    assert told(AT, good[0], "  moved KD from hand 0 to discard, seen by 0") == good[1].strip()
    assert told(AT, good[1], good[0]) == "a decision or an expectation"


def test_a_position_that_no_play_leads_to_is_told_where_it_cannot_go_on() -> None:
    # An answer to nobody's knock.
    assert told('step = "answer"\nseat = 0', "0 done").startswith("this cannot be played on: ")


def test_a_move_that_is_illegal_is_told_with_its_line() -> None:
    record = scenario(AT, "? seat 0", "0 discard QS")
    with pytest.raises(Differs) as raised:
        Replay(record, book_for(record.header)).run()
    assert raised.value.difference.line == 13
    assert raised.value.difference.rules == "illegal: That card is not in your hand."
    assert told(AT, "1 discard KD") == "seat 0 must act, in step 'discard'"
