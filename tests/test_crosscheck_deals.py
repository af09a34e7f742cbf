"""The deals that OpenSpiel played, played again; and records that say something else are found out."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rummy_core.arrangements import arranger
from rummy_core.cards import card, mask_of, parse_cards
from rummy_core.defaults import PIPS
from rummy_core.melds import MeldRules
from rummy_core.scoring import CardValues
from tests.crosscheck.__main__ import main
from tests.crosscheck.deal_records import WORDS, BadRecord, Record, cards_in, read_record, read_records, said
from tests.crosscheck.deal_replay import places_for
from tests.crosscheck.deals import Difference, Played, compare, compare_all

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "data" / "gin_games_openspiel.jsonl.gz"

FACTS = json.loads((ROOT / "tests" / "data" / "deadwood_facts.json").read_text(encoding="utf-8"))

# OpenSpiel's fault: the third lay-off on one end of a run is not among its legal actions.
MISSED_THIRD_LAY_OFF = {
    1035: "QC after TC and JC on 6C 7C 8C 9C",
    1057: "5D after 7D and 6D on 8D 9D TD JD",
    1199: "3C after 5C and 4C on 6C 7C 8C 9C",
    1222: "AH after 3H and 2H on 4H 5H 6H 7H",
    1249: "8D after 6D and 7D on 3D 4D 5D",
}

Lines = dict[str, Any]


@cache
def lines() -> tuple[str, ...]:
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return tuple(file)


def line(number: int) -> Lines:
    """The record of that number, counted from 1, as JSON."""
    found: Lines = json.loads(lines()[number - 1])
    return found


def played(record: Lines) -> Played:
    return compare(read_record(json.dumps(record)))


def difference(record: Lines) -> Difference:
    found = played(record).difference
    assert found is not None, "the broken record was not found out"
    return found


def first(test: Callable[[Lines], bool]) -> Lines:
    """The first record of that kind."""
    return next(record for number in range(1, len(lines()) + 1) if test(record := line(number)))


def has(word: str) -> Callable[[Lines], bool]:
    return lambda record: any(said(text).word == word for text in record["decisions"])


def place_of(record: Lines, word: str, nth: int = 0) -> int:
    return [place for place, text in enumerate(record["decisions"]) if said(text).word == word][nth]


def scored() -> Lines:
    """A deal that was knocked, with lay-offs and melds of both players."""
    return first(lambda one: has("layoff")(one) and "mixed" in one["policy"] and one["deadwood"] is not None)


# --- all of them


def test_all_1250_deals_are_equal_and_five_show_the_fault_of_the_third_lay_off() -> None:
    found = compare_all(read_records(FILE))
    assert str(found) == "1250 of 1250 equal"
    assert found.missed == tuple(MISSED_THIRD_LAY_OFF)


def test_the_deals_have_every_decision_and_every_ending() -> None:
    records = [json.loads(one) for one in lines()]
    assert {said(text).word for record in records for text in record["decisions"]} == set(WORDS)
    assert {record["end"] for record in records} == {"knock", "wall", "repeated move", "upcard draw limit"}


@pytest.mark.parametrize("number", MISSED_THIRD_LAY_OFF)
def test_the_missed_lay_off_is_one_that_fits_and_was_held(number: int) -> None:
    record = line(number)
    missed, others, on = (
        part.split() for part in MISSED_THIRD_LAY_OFF[number].replace(" on ", " after ").split(" after ")
    )
    first_two = [one for one in others if one != "and"]
    legal = arranger(MeldRules(), CardValues.by_rank(PIPS).in_hand).melds
    assert mask_of(cards_in(" ".join([*missed, *first_two, *on]))) in legal
    laid = [said(text).cards[0].text for text in record["decisions"] if said(text).word == "layoff"]
    assert laid.index(first_two[0]) < laid.index(first_two[1])
    assert missed[0] not in laid
    found = played(record)
    assert found.difference is None
    assert said(record["decisions"][found.missed[0] - 2]).cards[0].text == first_two[1]


def test_more_legal_actions_missed_than_by_that_fault_are_a_difference() -> None:
    record = line(1035)
    place = played(record).missed[0] - 1
    assert record["legal_counts"][place] == 2
    for count in (1, 4):
        record["legal_counts"][place] = count
        assert difference(record).said == f"{count} legal actions before {record['decisions'][place]!r}"
    # What the rules offer is no difference.
    record["legal_counts"][place] = 3
    assert played(record).difference is None


def test_no_deal_takes_more_decisions_than_openspiel_allows() -> None:
    longest = max(len(line(number)["decisions"]) for number in range(1, len(lines()) + 1))
    assert longest <= FACTS["limits_of_openspiel"]["longest_hand_bound"]


# --- a broken record is found out


def test_a_changed_card_of_a_hand() -> None:
    # A card that never left the hand is told by its points alone: one that counts the same is no
    # difference, but another deal that went the same way.
    record = scored()
    for seat, hand in enumerate(record["hands"]):
        for old in hand.split():
            for other in set(_pack()) - _cards_of(record):
                if _points(old) != _points(other):
                    hands = list(record["hands"])
                    hands[seat] = hand.replace(old, other)
                    assert difference({**record, "hands": hands}), f"{old} as {other}"


def test_a_card_that_is_dealt_twice() -> None:
    record = scored()
    found = difference({**record, "upcard": record["hands"][0].split()[0]})
    assert (found.decision, found.rules) == (0, "that the pack has one of each card")


@pytest.mark.parametrize("field", ["upcard", "stock"])
def test_a_changed_upcard_or_card_of_the_stock(field: str) -> None:
    record = scored()
    unseen = next(one for one in _pack() if one not in _cards_of(record))
    for place, old in enumerate(record[field].split()):
        cards = record[field].split()
        cards[place] = unseen
        assert "is on top" in difference({**record, field: " ".join(cards)}).rules, f"{old} as {unseen}"


def test_two_cards_of_the_stock_changed_about() -> None:
    record = scored()
    one, other, *rest = record["stock"].split()
    found = difference({**record, "stock": " ".join([other, one, *rest])})
    assert found.rules == f"the {other} is on top"


@pytest.mark.parametrize("change", [1, -1])
def test_a_changed_score(change: int) -> None:
    record = scored()
    mine, yours = record["returns"]
    found = difference({**record, "returns": [mine + change, yours - change]})
    assert (found.decision, found.rules) == (0, f"{(mine, yours)}")
    assert difference({**record, "returns": [mine, yours + change]}).said.startswith("returns")
    assert difference({**record, "deadwood": [record["deadwood"][0] + change, record["deadwood"][1]]})
    assert difference({**record, "deadwood": None}).said == "deadwood None"


def test_a_score_where_the_deal_was_void() -> None:
    record = first(lambda one: one["end"] == "wall")
    assert difference({**record, "returns": [1, -1]}).rules == "(0, 0)"
    assert difference({**record, "deadwood": [0, 0]}).rules == "None"


def test_another_knocker_or_ending() -> None:
    record = scored()
    assert difference({**record, "knocker": 1 - record["knocker"]}).said.startswith("knocker")
    assert difference({**record, "end": "wall"}).rules == "by 'knock'"
    for end in ("wall", "repeated move", "upcard draw limit"):
        void = first(lambda one, end=end: one["end"] == end)  # type: ignore[misc]
        for other in {"wall", "repeated move", "upcard draw limit", "knock"} - {end}:
            assert difference({**void, "end": other}).said == f"that the deal ended by {other!r}"


def test_another_knock_limit() -> None:
    assert difference({**scored(), "knock_limit": 9}).rules == "10"
    ace = first(lambda one: bool(one["params"]) and one["upcard"][0] == "A")
    assert ace["knock_limit"] == 0
    assert difference({**ace, "knock_limit": 1}).rules == "0"
    low = first(lambda one: bool(one["params"]) and one["knock_limit"] == 4)
    assert difference({**low, "params": {}}).said == "knock limit 4"


def test_a_changed_legal_count_anywhere() -> None:
    record = scored()
    for place in range(len(record["legal_counts"])):
        counts = list(record["legal_counts"])
        counts[place] += 1
        found = difference({**record, "legal_counts": counts})
        assert (found.decision, found.rules) == (place + 1, str(counts[place] - 1))


def test_a_decision_left_out_or_said_twice() -> None:
    record = scored()
    for place in range(len(record["decisions"])):
        short = {
            key: [*record[key][:place], *record[key][place + 1 :]] for key in ("decisions", "legal_counts")
        }
        assert difference({**record, **short}), f"without decision {place + 1}"
        twice = {
            key: [*record[key][: place + 1], *record[key][place:]] for key in ("decisions", "legal_counts")
        }
        assert difference({**record, **twice}), f"decision {place + 1} said twice"
        assert "legal counts" in difference({**record, "decisions": short["decisions"]}).rules


def test_a_decision_of_the_other_player() -> None:
    record = scored()
    for place, text in enumerate(record["decisions"]):
        decisions = list(record["decisions"])
        decisions[place] = f"{1 - int(text[0])}{text[1:]}"
        found = difference({**record, "decisions": decisions})
        assert (found.decision, found.rules) == (place + 1, f"player {text[0]} must act")


def test_a_decision_with_another_card() -> None:
    for word in ("draw upcard", "draw stock", "discard", "knock discard", "layoff"):
        record = first(lambda one, word=word: has(word)(one) and has("layoff")(one))  # type: ignore[misc]
        place = place_of(record, word)
        for other in _pack():
            decisions = list(record["decisions"])
            was = said(decisions[place]).cards[0].text
            decisions[place] = decisions[place].replace(was, other)
            assert other == was or difference({**record, "decisions": decisions}), f"{was} as {other}"


def test_a_knock_with_the_upcard_that_is_another_card() -> None:
    record = first(has("knock with upcard"))
    place = place_of(record, "knock with upcard")
    decisions = list(record["decisions"])
    decisions[place] = f"{decisions[place][0]} knock with upcard KD"
    assert difference({**record, "decisions": decisions}).decision == place + 1


@pytest.mark.parametrize(
    ("word", "instead", "rules"),
    [
        ("pass upcard", "pass at wall", "the step is 'upcard'"),
        ("pass at wall", "pass upcard", "the step is 'last discard'"),
        ("pass at wall", "draw upcard KD", "the step is 'last discard'"),
        ("knock", "done melding", "the step is 'discard'"),
        ("knock discard", "discard KD", "the step is 'the discard of a knock'"),
        ("layoff", "done melding", "the step is 'lay-offs'"),
        ("done laying off", "meld KC KD KH", "the step is 'lay-offs'"),
    ],
)
def test_another_decision(word: str, instead: str, rules: str) -> None:
    record = first(has(word))
    place = place_of(record, word)
    decisions = list(record["decisions"])
    decisions[place] = f"{decisions[place][0]} {instead}"
    found = difference({**record, "decisions": decisions})
    assert (found.decision, found.rules) == (place + 1, rules)


def test_a_knock_where_none_is_legal() -> None:
    record = first(lambda one: one["end"] == "wall")
    place = place_of(record, "discard")
    decisions = [*record["decisions"][:place], f"{record['decisions'][place][0]} knock"]
    found = difference(
        {**record, "decisions": decisions, "legal_counts": record["legal_counts"][: place + 1]}
    )
    assert (found.decision, found.rules) == (place + 1, "no knock is legal")


@pytest.mark.parametrize("nth", [0, -1])
def test_a_meld_with_a_card_that_is_not_there(nth: int) -> None:
    # The first is one of the knocker's, the last one of the other player's.
    record = first(lambda one: one["decisions"][-2].split()[1] == "meld" and has("layoff")(one))
    place = place_of(record, "meld", nth)
    melds = ("AC AD AH", "AC 2C 3C", "7C 7D 7H")
    decisions = list(record["decisions"])
    for meld in melds:
        if faces(decisions[place]) != faces(f"0 meld {meld}"):
            changed = [*decisions[:place], f"{decisions[place][0]} meld {meld}", *decisions[place + 1 :]]
            assert difference({**record, "decisions": changed}).decision == place + 1


def faces(text: str) -> set[str]:
    return {one.text for one in said(text).cards}


def test_a_deal_that_stops_in_the_middle_or_goes_on_after_its_end() -> None:
    record = scored()
    for place in (1, 5, len(record["decisions"]) - 1):
        cut = {key: record[key][:place] for key in ("decisions", "legal_counts")}
        assert difference({**record, **cut}).said == "that the deal is over"
    longer = {
        "decisions": [*record["decisions"], "0 draw stock AC"],
        "legal_counts": [*record["legal_counts"], 2],
    }
    assert difference({**record, **longer}).rules.startswith("the deal is over")


def test_cards_of_the_stock_that_nobody_drew() -> None:
    record = scored()
    unseen = next(one for one in _pack() if one not in _cards_of(record))
    assert "never seen" in difference({**record, "stock": f"{record['stock']} {unseen}"}).said


def test_a_difference_says_where_it_is_and_what_either_says() -> None:
    assert str(Difference(3, 7, "'0 discard 7D'", "That card is not in your hand.")) == (
        "record 3, decision 7: the record says '0 discard 7D'; the rules say: That card is not in your hand."
    )
    assert (
        str(Difference(3, 0, "knocker 1", "0"))
        == "record 3, the deal: the record says knocker 1; the rules say: 0"
    )


# --- on which meld a card was laid off


def test_a_card_is_laid_where_the_rest_can_follow() -> None:
    legal = arranger(MeldRules(), CardValues.by_rank(PIPS).in_hand).melds
    lying = {1: mask_of(parse_cards("TC TD TH")), 2: mask_of(parse_cards("JS QS KS"))}
    # On the set first, the ten of spades would leave the nine without a place.
    assert places_for(parse_cards("TS 9S"), lying, legal) == [2, 2]
    assert places_for(parse_cards("TS"), lying, legal) == [1]
    assert places_for(parse_cards("9S TS"), lying, legal) is None
    assert places_for((), lying, legal) == []


# --- files


def packed(path: Path, text: str) -> Path:
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_the_command_says_how_many_are_equal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = packed(tmp_path / "deals.jsonl.gz", "".join(lines()[:3]))
    assert main(["deals", str(file)]) == 0
    assert capsys.readouterr() == ("3 of 3 equal\n", "")


def test_it_names_the_records_with_the_fault_of_openspiel(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = packed(tmp_path / "deals.jsonl.gz", lines()[0] + lines()[1034])
    assert main(["deals", str(file)]) == 0
    out, talk = capsys.readouterr()
    assert out == "2 of 2 equal\n"
    assert talk == "OpenSpiel missed a third lay-off on one end of a run, records 2\n"


def test_a_file_need_not_be_packed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(lines()[:2]), encoding="utf-8")
    assert main(["deals", str(file)]) == 0
    assert capsys.readouterr().out == "2 of 2 equal\n"


def test_it_prints_the_first_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = json.dumps({**line(2), "returns": [7, -7]})
    other = json.dumps({**line(3), "returns": [8, -8]})
    file = packed(tmp_path / "deals.jsonl.gz", "\n".join([lines()[0].strip(), broken, other]))
    assert main(["deals", str(file)]) == 1
    assert capsys.readouterr().out == (
        "1 of 3 equal\nrecord 2, the deal: the record says returns (7, -7); the rules say: (0, 0)\n"
    )


def broken_files() -> Iterator[tuple[str, bytes, str]]:
    """Files that are none of ours: a name, what is in it, and a part of the error."""
    good = "".join(lines()[:2]).encode()
    whole = gzip.compress(good)
    yield "cut gzip", whole[: len(whole) // 2], "end-of-stream"
    yield "spoiled gzip", whole[:40] + b"\xff" * 40 + whole[80:], ""
    yield "cut line", good[:-40], "line 2: Invalid JSON"
    yield "no JSON", b"a deck of cards\n", "line 1: Invalid JSON"
    yield "not UTF-8", b'{"policy": "\xff"}\n', "line 1: Invalid JSON"
    yield "no object", b"[1, 2]\n", "line 1: "
    yield "empty", b"", "no record in it"
    for name in Record.model_fields:
        missing = {key: value for key, value in line(1).items() if key != name}
        yield f"without {name}", json.dumps(missing).encode(), f"line 1: {name}: Field required"
    for name, value, reason in (
        ("decisions", ["0 jump"], "'0 jump' is not a decision"),
        ("decisions", ["2 draw stock AC"], "is not a decision"),
        ("decisions", ["0 discard"], "names 0 cards"),
        ("decisions", ["0 discard AC AD"], "names 2 cards"),
        ("decisions", ["0 discard 1C"], "is not a decision"),
        ("decisions", ["0 meld AC 2C 3C 4C 5C 6C"], "names 6 cards"),
        ("decisions", [7], "decisions.0"),
        ("hands", ["AC", "2C"], "player 0 has 1 cards, not 10"),
        ("hands", [line(1)["hands"][0]], "hands"),
        ("upcard", "", "'' is not one card"),
        ("upcard", "ZZ", "'ZZ' is not a card"),
        ("stock", "AC XX", "'XX' is not a card"),
        ("knock_limit", 11, "knock_limit"),
        ("knock_limit", "10", "knock_limit"),
        ("end", "quarrel", "end: "),
        ("returns", [0], "returns"),
        ("returns", [0.5, -0.5], "returns"),
        ("params", {"hand_size": 7}, "params.hand_size"),
        ("colour", "red", "colour"),
    ):
        yield f"{name} {value}", json.dumps({**line(1), name: value}).encode(), reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [pytest.param(content, reason, id=name) for name, content, reason in broken_files()],
)
def test_a_file_that_is_none_is_one_line_of_error(
    content: bytes, reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl.gz"
    file.write_bytes(content)
    assert main(["deals", str(file)]) == 2
    out, talk = capsys.readouterr()
    assert out == ""
    assert talk.startswith("error: ")
    assert talk.count("\n") == 1
    assert reason in talk


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for path in (tmp_path / "none.gz", tmp_path):
        assert main(["deals", str(path)]) == 2
        assert capsys.readouterr().err.startswith("error: ")


def test_a_line_is_named_in_the_error() -> None:
    with pytest.raises(BadRecord, match="Invalid JSON"):
        read_record("{")


def test_it_runs_as_a_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.crosscheck", "deals", "none.gz"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "error: none.gz: No such file or directory\n"


def _pack() -> list[str]:
    return [card(rank + suit).text for suit in "CDHS" for rank in "A23456789TJQK"]


def _points(face: str) -> int:
    return PIPS[card(face).rank - 1]


def _cards_of(record: Lines) -> set[str]:
    return set(" ".join([*record["hands"], record["upcard"], record["stock"]]).split())
