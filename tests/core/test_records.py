"""Records: written, read back, verified, and told where they are no records."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_core.actions import Decision
from rummy_core.deal import Deal
from rummy_core.events import DealBegan
from rummy_core.library import book_for
from rummy_core.limits import MAX_FILE_BYTES, MAX_LINE_BYTES
from rummy_core.match import Match
from rummy_core.records import (
    FIRST_LINE,
    Header,
    Position,
    Record,
    RecordError,
    deal_lines,
    header_of,
    match_lines,
    read_record,
    round_line,
    write_header,
)
from rummy_core.replay import Differs, Replay, departs, facts, verify
from rummy_core.table import Table
from rummy_core.testing.matches import rewritten
from tests.story import gin_book

HEAD = f'{FIRST_LINE}\nformat = 1\nvariant = "gin"\nplayers = 2\n'
BEGINS = (
    "  begins: decks 1, jokers 0; dealer 0; sides 0 / 1; zones stock (stock, seen by none, ordered), "
    "discard (discard, seen by all, ordered), hand 0 (hand, seen by 0, owner 0), "
    "hand 1 (hand, seen by 1, owner 1)"
)


def finish(deal: Deal) -> None:
    """Play a deal to its end: the shortest way that is open."""
    while not deal.is_over:
        listed = deal.legal_actions()
        knocks = [action for action in listed if str(action).startswith(("knock", "best", "draw"))]
        deal.play((knocks or list(listed))[0])


def a_match(deals: int = 2, seed: str = "records") -> str:
    """The record of a short match."""
    match = Match(gin_book(target=1000, max_deals=deals), seed)
    lines: list[str] = []
    while not match.is_over:
        deal = match.begin_deal()
        finish(deal)
        lines += deal_lines(match, deal)
        match.end_deal()
        lines.append(round_line(len(match.rounds), match.rounds[-1]))
    assert match.sheet is not None
    lines += match_lines(match.sheet)
    return write_header(header_of(match, seats=["Ann", "Bob"], bots=["simple"], version="0.1.0")) + "\n".join(
        [*lines, ""]
    )


def record_of(*body: str, head: str = HEAD) -> Record:
    return read_record(head + "\n".join([*body, ""]))


def read_or_told(text: str) -> tuple[Record | None, int]:
    """The record, or the line at which it is told to be none."""
    try:
        return read_record(text), 0
    except RecordError as error:
        return None, error.line


# Whole records.


def test_a_record_reads_back_byte_for_byte() -> None:
    text = a_match()
    record = read_record(text)
    assert rewritten(record) == text
    assert len(record.sections) == 2
    assert record.torn == ""
    assert not record.is_scenario


def test_a_record_holds_under_the_rules_that_it_names() -> None:
    record = read_record(a_match())
    assert verify(record, book_for(record.header)) is None


def test_a_record_replays_by_its_facts_without_rules() -> None:
    record = read_record(a_match(1))
    tables = [table for _, table in facts(record.sections[0])]
    assert isinstance(tables[-1], Table)
    assert tables[-1].sheet is not None
    assert not hasattr(tables[-1], "rules")


@pytest.mark.parametrize("deals", [1, 2])
def test_every_changed_line_is_found(deals: int) -> None:
    lines = a_match(deals).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("=="))
    book = gin_book(target=1000, max_deals=deals)
    for place in range(start, len(lines)):
        changed = _changed(lines[place])
        record, line = read_or_told("\n".join([*lines[:place], changed, *lines[place + 1 :], ""]))
        if record is None:
            assert line == place + 1, changed
            continue
        difference = verify(record, book)
        assert difference is not None, changed
        # A shuffle is taken from the record: what falls otherwise is found where it falls.
        assert difference.line >= place + 1 or changed.startswith("  shuffled"), changed


def _changed(line: str) -> str:
    """A line with its last digit or card another, and otherwise well formed."""
    for old, new in (("KH", "KS"), ("turn 1", "turn 2"), ("seat 0", "seat 1"), ("+", "+1")):
        if old in line:
            return line.replace(old, new, 1)
    digits = [place for place, char in enumerate(line) if char.isdecimal()]
    if digits:
        last = digits[-1]
        return line[:last] + str((int(line[last]) + 1) % 10) + line[last + 1 :]
    return line + " more"


@pytest.mark.parametrize("where", range(0, 60, 7))
def test_a_deleted_line_is_found(where: int) -> None:
    lines = a_match(1).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("=="))
    place = start + 1 + where % (len(lines) - start - 2)
    try:
        record = read_record("\n".join([*lines[:place], *lines[place + 1 :], ""]))
    except RecordError:
        return
    assert verify(record, gin_book(target=1000, max_deals=1)) is not None


# The header.


@pytest.mark.parametrize(
    "name",
    ["", "Ann", 'a "quoted" name', "back\\slash", "two\nlines", "\x1b[31mred", "[/bold]", "# no comment",
     "== deal 1", "\u202ename", "Zoë 😀", "tab\there", "'single'", '"""', "\x7f\x85\u2028", "=", "\\u0041"],
)  # fmt: skip
def test_odd_names_of_seats_read_back(name: str) -> None:
    header = Header(variant="gin", players=2, seats=[name, "Bob"])
    text = write_header(header)
    assert read_record(text).header == header
    assert all(line.isprintable() or "\u202e" in line or "\t" in line for line in text.splitlines())


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(
    names,
    st.lists(names, max_size=3),
    st.dictionaries(
        names, st.one_of(st.booleans(), st.integers(-(2**40), 2**40), names, st.lists(names, max_size=2))
    ),
    st.dictionaries(names, st.dictionaries(names, st.one_of(st.booleans(), names)), max_size=32),
)
def test_any_header_reads_back(
    variant: str, seats: list[str], options: dict[str, object], house: dict[str, dict[str, object]]
) -> None:
    header = Header(
        variant=variant, players=2, seats=seats, house_rules=list(house), options=options, house_options=house
    )
    assert read_record(write_header(header)).header == header


def test_a_lone_surrogate_is_replaced() -> None:
    header = Header(variant="gin", players=2, seats=["\ud800"])
    text = write_header(header)
    assert text.encode()
    assert read_record(text).header.seats == ["\ufffd"]


def test_a_position_in_the_header_reads_back() -> None:
    position = Position(
        zones={"hand 0": "AC 2C", "discard": "KH"},
        step="discard",
        seat=1,
        dealer=1,
        turn=7,
        stock=20,
        melds=[{"seat": 0, "cards": "5S 6S 7S"}],
        known={"1": "AC"},
        turn_notes={"taken": "KH", "must_knock": True},
        deal_notes={"knock_limit": 10, "knock count": 3},
    )
    header = Header(variant="gin", players=2, position=position)
    assert read_record(write_header(header)).header == header


def test_the_header_of_a_match_has_all_that_made_it() -> None:
    match = Match(gin_book(gin_bonus=25), 7)
    header = read_record(write_header(header_of(match, seats=["A", "B"], version="0.1.0"))).header
    assert (header.variant, header.players, header.seed, header.seats) == ("gin", 2, "7", ["A", "B"])
    assert book_for(header) is match.book
    assert len(header.lot.split()) >= 2


# Faults, each with its line and column.


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "not a record"),
        ("hello\n", 1, 1, "not a record"),
        (HEAD.replace("format = 1", "format = 2"), 2, 10, "this format is not known"),
        (HEAD.replace("players = 2", "players = two"), 4, 11, "header"),
        (HEAD.replace("players = 2", "players = 99"), 4, 11, "players"),
        (HEAD + "wine = 1\n", 5, 1, "there is no 'wine'"),
        (HEAD + "sed = '3'\n", 5, 1, "there is no 'sed'; did you mean 'seed'?"),
        (HEAD + "seats = ['A', 5]\n", 5, 15, "seats.1"),
        (HEAD + "[options]\na = 1\nb.c.d.e.f.g = 1\n", 5, 2, "nested too deep"),
        (HEAD + f"[options]\na = {2**63}\n", 5, 2, "a number is too large"),
        (HEAD + "[options]\na = 1999-12-31\n", 5, 2, "date is no kind of option"),
        (HEAD + "[position]\nstepp = 'draw'\n", 6, 1, "there is no 'stepp'; did you mean 'step'?"),
        (HEAD + "[position]\nseat = 0\n  turn =  0\n", 7, 11, "position.turn"),
        (HEAD + "[position.zones]\n'hand 0' = 'AC'\ndiscard = 3\n", 7, 11, "position.zones.discard"),
        (HEAD + 'position.zones."hand 0" = 3\n', 5, 27, "position.zones.hand 0"),
        (
            HEAD + "[position]\nmelds = [\n  { seat = 0, cards = 'AC' },\n  { seat = 0, cards = [] },\n]\n",
            8,
            23,
            "position.melds.1.cards",
        ),
        (HEAD.replace("players = 2\n", ""), 1, 1, "players"),
        (HEAD + "== deal 1\n0 dance\n", 6, 3, "not an action; did you mean 'done'?"),
        (HEAD + "== deal 1\nnonsense\n", 6, 1, "neither a decision"),
        (HEAD + "== deal 1\n   moved XX from a to b, seen by all\n", 6, 10, "'XX' is not a card"),
        (HEAD + "== deal 1\n  moved 7H from hand 1 to hand 0, seen by 0 5\n", 6, 45, "no seat '5'"),
        (
            HEAD + "== deal 1\n  moved 7H from hand 1 to hand 0, senn by 0\n",
            6,
            35,
            "write 'moved CARDS from ZONE",
        ),
        (HEAD + "== deal 1\n  movd 7H from hand 1\n", 6, 3, "did you mean 'moved'?"),
        (
            HEAD + "== deal 1\n  laid 5H 6H 7X from hand 0 by 0: meld 1, run of side 0, lies 5H 6H 7X\n",
            6,
            14,
            "'7X' is not a card",
        ),
        (HEAD + "== deal 1\n1 knock 4C with 5S 6S 7S, 8D 8X 8H\n", 6, 30, "'8X' is not a card"),
        (HEAD + "== deal 1\n1 lay 2C=6X on 1\n", 6, 10, "'6X' is no face"),
        (HEAD + "== deal 1\n1 draw 7H\n", 6, 8, "'draw' stands alone; what is '7H'?"),
        (HEAD + "== deal 1\n? legall draw\n", 6, 3, "did you mean 'legal'?"),
        (HEAD + "== deal 1\n? legal drew\n", 6, 9, "did you mean 'draw'?"),
        (HEAD + "== deal 1\n?  illegal knock 4X: more than 10\n", 6, 18, "'4X' is not a card"),
        (HEAD + "== deal 1\n? melds 0 = 4H 5H 6H, 7H 8H 9\n", 6, 29, "'9' is not a card"),
        (HEAD + "== deal 1\n? deadwood 0 10\n", 6, 12, "write 'deadwood SEAT = N'"),
        (HEAD + "== deal 1\n? actions\n", 6, 3, "write 'actions N'"),
        (HEAD + "== deal 1\n? zone hand 0 = 7H 7T\n", 6, 20, "'7T' is not a card"),
        (HEAD + "== deal 1\n? meld 1 = 7H 2C=8X\n", 6, 18, "'8X' is no face"),
        (HEAD + "== deal 1\n?\n", 6, 2, "the expectation '' is not known"),
        (HEAD + "== deal 1\n\t nothing to see\n", 6, 3, "is not a fact"),
        (HEAD + "== deal 1\n\n# a remark\n0 discard 1H\n", 8, 11, "'1H' is not a card"),
        (HEAD + "== deal 1\n0 undo\n", 6, 1, "no decision to take back"),
        (HEAD + f"== deal 1\n0 {'x' * MAX_LINE_BYTES}\n", 6, MAX_LINE_BYTES, "longer than 4 KiB"),
        (HEAD + f"[options]\na = {'[' * 3000}\n", 5, 1, ""),
    ],
)
def test_a_fault_is_told_with_line_and_column(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as raised:
        read_record(text)
    assert reason in str(raised.value)
    if reason:
        assert (raised.value.line, raised.value.column) == (line, column)
        assert str(raised.value).startswith(f"line {line}, column {column}: ")


def test_a_file_that_is_too_large_is_not_read() -> None:
    with pytest.raises(RecordError, match="larger than 16 MiB"):
        read_record("#" * (MAX_FILE_BYTES + 1))


@given(st.text(max_size=200))
def test_any_body_is_read_or_told_to_be_none(text: str) -> None:
    record, line = read_or_told(HEAD + "== deal 1\n" + text)
    assert line >= 1 if record is None else record.header.variant == "gin"


@given(st.binary(max_size=80))
def test_any_header_is_read_or_told_to_be_none(data: bytes) -> None:
    record, line = read_or_told(FIRST_LINE + "\n" + data.decode("utf-8", "replace"))
    assert line >= 1 or record is not None


# Undo and torn files.


def test_an_undo_drops_the_last_decision_and_its_facts() -> None:
    body = [
        "== deal 1",
        BEGINS,
        "0 draw",
        "  moved TD from stock to hand 0, seen by 0",
        "0 discard TD",
        "0 undo",
    ]
    lines = record_of(*body).sections[0].lines
    assert [line.text for line in lines if isinstance(line.entry, Decision)] == ["0 draw"]
    assert isinstance(lines[0].entry, DealBegan)
    again = record_of(*body, "0 undo").sections[0].lines
    assert len(again) == 1
    with pytest.raises(RecordError, match="no decision to take back"):
        record_of(*body, "0 undo", "0 undo")


def test_a_record_with_an_undo_in_it_holds() -> None:
    match = Match(gin_book(), "undo")
    deal = match.begin_deal()
    lines = deal_lines(match, deal)
    seat = deal.seat
    for words in ("pass", "undo", "take"):
        if words == "undo":
            assert deal.why_no_undo(seat) is None
            deal.undo()
            lines.append(f"{seat} undo")
        else:
            before = len(deal.log)
            deal.play(next(action for action in deal.legal_actions() if str(action) == words))
            lines += deal_lines(match, deal)[before + 1 :]
    text = write_header(header_of(match)) + "\n".join([*lines, ""])
    record = read_record(text)
    assert verify(record, match.book) is None
    replay = Replay(record, match.book)
    replay.run()
    assert replay.deal is not None
    assert replay.deal.table == deal.table


def test_a_torn_last_line_is_dropped_and_told() -> None:
    text = a_match(1)
    for cut in (1, 5, 40):
        record = read_record(text[:-cut])
        assert record.torn == text[:-cut].split("\n")[-1]
        assert record.torn


def test_a_record_cut_anywhere_is_read_or_told_and_never_holds_more() -> None:
    text = a_match(1)
    book = gin_book(target=1000, max_deals=1)
    whole = read_record(text).sections[0].lines
    start = text.index("==")
    for cut in range(start, len(text), 97):
        try:
            record = read_record(text[:cut])
        except RecordError as error:
            pytest.fail(f"cut at {cut}: {error}")
        lines = [line.text for section in record.sections for line in section.lines]
        assert lines == [line.text for line in whole[: len(lines)]]
        if record.sections and record.sections[0].title == read_record(text).sections[0].title:
            Replay(record, book, lenient=True).run()


def test_a_decision_without_all_its_facts_is_forgiven_only_where_asked() -> None:
    lines = a_match(1).splitlines()
    place = next(place for place, line in enumerate(lines) if line.endswith(" draw"))
    record = read_record("\n".join([*lines[: place + 2], ""]))
    book = gin_book(target=1000, max_deals=1)
    difference = verify(record, book)
    assert difference is not None
    assert difference.says == "the end of the deal"
    Replay(record, book, lenient=True).run()


def test_a_resigned_match_holds() -> None:
    match = Match(gin_book(), "resigned")
    deal = match.begin_deal()
    lines = [*deal_lines(match, deal), "1 resign"]
    match.resign(1)
    assert match.sheet is not None
    text = write_header(header_of(match)) + "\n".join([*lines, *match_lines(match.sheet), ""])
    assert verify(read_record(text), match.book) is None
    with pytest.raises(Differs, match="there is no such side"):
        Replay(read_record(text.replace("1 resign", "5 resign")), match.book).run()


def test_more_after_the_end_is_found() -> None:
    text = a_match(1)
    book = gin_book(target=1000, max_deals=1)
    difference = verify(read_record(text + "0 draw\n"), book)
    assert difference is not None
    assert difference.rules == "nothing more"
    difference = verify(read_record(text + "== deal 2: round 2, players 0 1, dealer 0\n"), book)
    assert difference is not None
    assert difference.rules == "the match is over"


def test_facts_that_cannot_follow_are_told() -> None:
    moved = "  moved TD from discard to hand 0, seen by all"
    for body, reason in (
        ([BEGINS, moved], "TD"),
        ([moved], "begins"),
        (["0 draw"], "the deal has not begun"),
        ([BEGINS, BEGINS], "once"),
    ):
        record = record_of("== deal 1", *body)
        with pytest.raises(Differs, match=reason):
            list(facts(record.sections[0]))


def test_a_lot_that_cannot_be_is_told_in_the_header() -> None:
    text = a_match(1)
    book = gin_book(target=1000, max_deals=1)
    said = re.search(r'^lot = "(.*)"$', text, re.MULTILINE)
    assert said is not None
    first, second = said[1].split()[:2]
    for lot, rules in (
        ("XX", "a lot that settles who deals"),
        (first, "a lot that settles who deals"),
        # The cards of the deal are those of the seed, and the lot is not.
        (f"{second} {first}", said[0]),
    ):
        difference = verify(read_record(text.replace(said[0], f'lot = "{lot}"')), book)
        assert difference is not None
        assert (difference.says, difference.rules) == (f'lot = "{lot}"', rules)
        assert text.splitlines()[difference.line - 1] == said[0]


def test_a_deal_that_begins_before_the_last_is_over_is_told() -> None:
    lines = a_match(2).splitlines()
    second = next(place for place, line in enumerate(lines) if line.startswith("== deal 2"))
    last = max(place for place in range(second) if re.match(r"\d ", lines[place]))
    text = "\n".join([*lines[:last], *lines[second:], ""])
    difference = verify(read_record(text), gin_book(target=1000, max_deals=2))
    assert difference is not None
    assert difference.rules == "the deal before is not over"
    assert text.splitlines()[difference.line - 1].startswith("== deal 2")


@pytest.mark.parametrize(
    ("says", "rules", "column"),
    [("seat 0 acts", "seat 1 acts", 5), ("seat 0", "seat 0 acts", 6), ("seat 0 acts", "seat 0", 7)],
)
def test_the_first_word_that_is_another_is_at_fault(says: str, rules: str, column: int) -> None:
    assert departs(says, rules) == column
