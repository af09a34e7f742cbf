"""Records: matches, saves and scenarios as files, in one text format.

A header in TOML says what is played. Then, under a heading for each deal, come
one line a decision (``1 discard TD``) and, indented, one line for each fact it
caused. A scenario starts from a position that its header states, and may hold
expectations, each on a line that begins with ``?``.

Reading a record runs nothing: names in it are looked up by who asks for them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from rummy_core.actions import Decision
from rummy_core.columns import Column
from rummy_core.deal import Deal, LogEntry
from rummy_core.events import DealBegan
from rummy_core.expectations import read_expectation
from rummy_core.header_places import place_in_header
from rummy_core.limits import MAX_FILE_BYTES, MAX_LINE_BYTES
from rummy_core.match import Match
from rummy_core.notation import BadText, parse_action, read_fact, write_fact
from rummy_core.scoring import MatchSheet, RoundResult
from rummy_core.words import nearest, place_of

FORMAT: Final = 1
FIRST_LINE: Final = "# rummykit record"
RESIGN: Final = "resign"
UNDO: Final = "undo"


class RecordError(ValueError):
    """A file that is not a record, with the line and column of the fault."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(place + message)
        self.line = line
        self.column = column


class Position(BaseModel):
    """Where a scenario starts: cards by zone, whose turn, and what is known.

    Ordered zones are written from the bottom to the top. What is not stated is
    dealt from the seed, and noted as the game notes it; in a ``complete`` position
    nothing is. ``docs/file-format.md`` says what each field means.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    complete: bool = False
    zones: dict[str, str] = Field(default_factory=dict, max_length=64)
    step: str | None = Field(None, max_length=40)
    seat: int | None = Field(None, ge=0, le=15)
    player: int | None = Field(None, ge=0, le=15)
    seats: int | None = Field(None, ge=1, le=16)
    dealer: int = Field(0, ge=0, le=15)
    turn: int = Field(1, ge=1, le=1_000_000)
    stock: int | None = Field(None, ge=0, le=200)
    plays: int = Field(0, ge=0, le=1_000_000)
    idle: int = Field(0, ge=0, le=1_000_000)
    progress: bool = False
    melds: list[dict[str, str | int]] = Field(default_factory=list, max_length=64)
    known: dict[str, str] = Field(default_factory=dict, max_length=256)
    unknown: dict[str, str] = Field(default_factory=dict, max_length=256)
    turn_notes: dict[str, str | int | bool] = Field(default_factory=dict, max_length=64)
    deal_notes: dict[str, str | int | bool] = Field(default_factory=dict, max_length=64)


class Header(BaseModel):
    """What is played: the game, its options and house rules, the seats and the seed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = FORMAT
    rummykit: str = Field("", max_length=40)
    variant: str = Field(max_length=100)
    file: str | None = Field(None, max_length=64, description="hash of the local file a game came from")
    revision: int = Field(1, ge=1, le=1_000_000)
    players: int = Field(ge=1, le=16)
    seats: list[str] = Field(default_factory=list, max_length=16)
    bots: list[str] = Field(default_factory=list, max_length=16)
    seed: str = Field("0", max_length=100)
    lot: str = Field("", max_length=400)
    house_rules: list[str] = Field(default_factory=list, max_length=32)
    options: dict[str, Any] = Field(default_factory=dict, max_length=200)
    house_options: dict[str, dict[str, Any]] = Field(default_factory=dict, max_length=32)
    position: Position | None = None

    @field_validator("options", "house_options")
    @classmethod
    def _plain(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Refuse values that no option has, however deep or large: they are looked at before the model is."""
        _check_plain(values, 5)
        return values


def _check_plain(value: Any, depth: int) -> None:
    if depth == 0:
        raise ValueError("nested too deep")
    if isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            _check_plain(one, depth - 1)
    elif isinstance(value, int):
        if value.bit_length() > 63:
            raise ValueError("a number is too large")
    elif not isinstance(value, str | float):
        raise ValueError(f"{type(value).__name__} is no kind of option")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the body: a decision, a fact, an expectation, or a match line.

    ``column`` is that at which its text begins.
    """

    number: int
    text: str
    entry: LogEntry | None = None
    column: int = 1


@dataclass(slots=True)
class Section:
    """A deal of a record: its heading, and its lines."""

    number: int
    title: str
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: its header, its deals, and the lines of the match between them."""

    header: Header
    sections: tuple[Section, ...]
    torn: str = ""
    """What was dropped at the end, where the file stops within a line."""
    head: tuple[str, ...] = ()
    """The lines of the header as they are written."""

    @property
    def is_scenario(self) -> bool:
        """Whether it starts from a stated position."""
        return self.header.position is not None


def header_of(
    match: Match,
    *,
    seats: Sequence[str] = (),
    bots: Sequence[str] = (),
    version: str = "",
    file: str | None = None,
) -> Header:
    """The header of a match."""
    book = match.book
    return Header(
        rummykit=version,
        variant=book.variant.name,
        file=file,
        revision=book.variant.revision,
        players=book.players,
        seats=list(seats),
        bots=list(bots),
        seed=str(match.seed),
        lot=" ".join(card.text for card in match.lot),
        house_rules=[one.rule.name for one in book.house_rules],
        options=book.options.model_dump(),
        house_options={one.rule.name: one.options.model_dump() for one in book.house_rules},
    )


def write_header(header: Header) -> str:
    """The header as text, with a line end."""
    lines = [FIRST_LINE]
    plain = header.model_dump(exclude_defaults=True, exclude_none=True)
    plain["format"] = header.format
    tables = {name: plain.pop(name) for name in ("options", "house_options", "position") if name in plain}
    lines += [f"{name} = {_toml(plain[name])}" for name in Header.model_fields if name in plain]
    for name, values in tables.items():
        lines += _toml_table(name, values)
    return "\n".join(lines) + "\n"


def _toml_table(name: str, values: Mapping[str, Any]) -> list[str]:
    inner = {key: value for key, value in values.items() if isinstance(value, dict)}
    lines = ["", f"[{name}]"] if len(inner) < len(values) or not values else []
    lines += [f"{_key(key)} = {_toml(value)}" for key, value in values.items() if key not in inner]
    for key, value in inner.items():
        lines += _toml_table(f"{name}.{_key(key)}", value)
    return lines


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items()) + " }"
    return '"' + "".join(_escape(char) for char in str(value)) + '"'


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u2028\u2029":
        return f"\\u{ord(char):04x}"
    # A lone surrogate has no form in UTF-8.
    return "\ufffd" if 0xD800 <= ord(char) <= 0xDFFF else char


def heading(match: Match) -> str:
    """The heading of the deal in play."""
    seating = match.seating
    players = " ".join(map(str, seating.players))
    number = match.deals_played + 1
    return f"== deal {number}: round {len(match.rounds) + 1}, players {players}, dealer {seating.dealer}"


def log_lines(entries: Iterable[LogEntry], everyone: int) -> list[str]:
    """Log entries as lines: decisions at the margin, facts indented."""
    return [
        str(entry) if isinstance(entry, Decision) else "  " + write_fact(entry, everyone) for entry in entries
    ]


def round_line(number: int, result: RoundResult) -> str:
    """A finished round as a line."""
    points = " ".join(map(str, result.points))
    boxes = " ".join(map(str, result.boxes))
    winner = "nobody" if result.winner < 0 else str(result.winner)
    counts = "void" if result.void else "counts"
    return f"round {number}: points {points}; boxes {boxes}; won by {winner}; {counts}"


def match_lines(sheet: MatchSheet) -> list[str]:
    """The end of a match as lines."""
    winner = "nobody" if sheet.winner < 0 else str(sheet.winner)
    return [
        f"match: {sheet.reason}; points {' '.join(map(str, sheet.points))}; won by {winner}",
        *(_column_line(number, one) for number, one in enumerate(sheet.columns, 1)),
        *(f"match: side {line.side} {line.points:+d}: {line.reason}" for line in sheet.lines),
        f"match: totals {' '.join(map(str, sheet.totals))}",
    ]


def _column_line(number: int, column: Column) -> str:
    points = " ".join(map(str, column.points))
    boxes = " ".join(map(str, column.boxes))
    winner = str(column.winner) if column.is_closed else "nobody"
    return f"match: column {number}: points {points}; boxes {boxes}; won by {winner}"


def deal_lines(match: Match, deal: Deal) -> list[str]:
    """The deal in play as lines, its heading first."""
    return [heading(match), *log_lines(deal.log, deal.table.layout.everyone)]


def read_record(text: str) -> Record:
    """Read a record, save or scenario. A last line without its end is dropped and told.

    Raises:
        RecordError: with line and column, if the text is not a record.
    """
    if len(text.encode("utf-8", "replace")) > MAX_FILE_BYTES:
        raise RecordError(f"the file is larger than {MAX_FILE_BYTES // 2**20} MiB")
    lines = text.split("\n")
    torn = lines.pop()
    if torn and not lines:
        lines, torn = [torn], ""
    for number, line in enumerate(lines, 1):
        if len(line.encode("utf-8", "replace")) > MAX_LINE_BYTES:
            raise RecordError(f"the line is longer than {MAX_LINE_BYTES // 1024} KiB", number, MAX_LINE_BYTES)
    if not lines or not lines[0].startswith(FIRST_LINE):
        raise RecordError(f"this is not a record: the first line must begin with '{FIRST_LINE}'", 1, 1)
    body = next((place for place, line in enumerate(lines) if line.startswith("==")), len(lines))
    header = _read_header(lines[:body])
    sections = tuple(_read_body(lines, body, (1 << header.players) - 1))
    return Record(header, sections, torn, tuple(lines[:body]))


def _read_header(lines: list[str]) -> Header:
    try:
        return Header.model_validate(tomllib.loads("\n".join(lines)))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        message = re.sub(r" \(at .*\)", "", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), 1)
        raise RecordError(f"header: {message}", line, column) from None
    except (ValidationError, RecursionError) as error:
        if isinstance(error, RecursionError):
            raise RecordError("header: nested too deep", 1, 1) from None
        raise _bad_header(lines, error) from None


def _bad_header(lines: list[str], error: ValidationError) -> RecordError:
    """Say what is wrong with a header, and where."""
    faults = error.errors()
    # A name that is wrong is told before what is then missing.
    fault = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
    path = fault["loc"]
    name = ".".join(map(str, path))
    if fault["type"] == "extra_forbidden":
        known = Position.model_fields if path[0] == "position" else Header.model_fields
        message = f"there is no {path[-1]!r}{nearest(str(path[-1]), known)}"
        return RecordError(f"header: {message}", *place_in_header(lines, path, of_key=True))
    message = "this format is not known; a newer version may read it" if path[0] == "format" else fault["msg"]
    message = message.removeprefix("Value error, ")
    return RecordError(f"header, {name}: {message}", *place_in_header(lines, path))


def _read_body(lines: list[str], start: int, everyone: int) -> list[Section]:
    sections: list[Section] = []
    for number, text in enumerate(lines[start:], start + 1):
        if text.startswith("=="):
            sections.append(Section(number, text[2:].strip()))
            continue
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        try:
            line = _read_line(number, text, everyone)
        except BadText as error:
            raise RecordError(str(error), number, place_of(error, text) + 1) from None
        if isinstance(line.entry, DealBegan):
            everyone = (1 << sum(map(len, line.entry.sides))) - 1
        if re.fullmatch(rf"\d+ {UNDO}", line.text):
            _undo(sections[-1], number)
            continue
        sections[-1].lines.append(line)
    return sections


def _undo(section: Section, number: int) -> None:
    """Drop the last decision of a deal and what it caused."""
    while section.lines:
        if isinstance(section.lines.pop().entry, Decision):
            return
    raise RecordError("there is no decision to take back", number, 1)


def _read_line(number: int, text: str, everyone: int) -> Line:
    words = text.strip()
    start = text.index(words)
    if text[0] in " \t":
        fact = _read_part(text, start, words, lambda part: read_fact(part, everyone))
        return Line(number, words, fact, start + 1)
    if words.startswith("?"):
        expected = words[1:].strip()
        _read_part(text, text.rindex(expected), expected, read_expectation)
        return Line(number, words)
    if words.startswith(("round ", "match: ")):
        return Line(number, words)
    match = re.fullmatch(r"(\d{1,2}) +(.+)", words)
    if match is None:
        raise BadText(f"{words[:80]!r} is neither a decision (SEAT ACTION), a fact nor an expectation")
    if match[2] in (RESIGN, UNDO):
        return Line(number, words)
    action = _read_part(text, start + match.start(2), match[2], parse_action)
    return Line(number, words, Decision(int(match[1]), action))


T = TypeVar("T")


def _read_part(text: str, start: int, part: str, read: Callable[[str], T]) -> T:
    """Read ``part``, which begins at ``start`` of the line ``text``; a fault is counted from there."""
    try:
        return read(part)
    except BadText as error:
        raise BadText(str(error), at=start + place_of(error, part)) from None
