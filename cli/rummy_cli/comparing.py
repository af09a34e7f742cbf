"""Two records side by side: where their headers differ, and where their play parts.

What they say is compared and no rule is asked, so that the games need not be installed.
Comments, blank lines and decisions that were taken back say nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from rummy_cli.errors import CommandError
from rummy_cli.reading import read_file, shown
from rummy_cli.safe_text import safe
from rummy_core.actions import Decision
from rummy_core.header_places import place_in_header
from rummy_core.records import RESIGN, Line, Record, RecordError, Section
from rummy_core.replay import Differs, facts
from rummy_core.table import Table

_LONG: Final = 600


@dataclass(frozen=True, slots=True)
class Said:
    """What one record says somewhere, and on which line."""

    line: int
    text: str

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {"line": self.line, "text": self.text}


@dataclass(frozen=True, slots=True)
class Stated:
    """A field of the header that differs; None where a record does not state it."""

    name: str
    a: Said | None
    b: Said | None


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the play of two records parts; None on the side of the record that ends there.

    ``decision`` is the number of the last decision of both, counted over the whole record, 0 before
    the first; ``after`` is its text, empty where it was in another deal. ``table`` is the table of both
    there: None in a scenario, before the cards are dealt, and where a fact before cannot be.
    """

    deal: str
    decision: int
    after: str
    a: Said | None
    b: Said | None
    table: Table | None
    section: int


@dataclass(frozen=True, slots=True)
class Side:
    """A record to be compared: its path fit to show, its text, and what was read."""

    file: str
    text: str
    record: Record


def side_of(path: Path) -> Side:
    """Read one of the two.

    Raises:
        CommandError: if it is no record.
    """
    try:
        return Side(shown(path), *read_file(path))
    except RecordError as error:
        raise CommandError(f"'{shown(path)}': {safe(str(error), _LONG)}") from None


def headers_part(a: Side, b: Side) -> list[Stated]:
    """The fields of the headers that differ, in the order of the first."""
    one, two = (dict(_fields(side.record.header.model_dump())) for side in (a, b))
    return [
        Stated(safe(".".join(name)), _stated(a, name), _stated(b, name))
        for name in dict.fromkeys([*one, *two])
        if one.get(name) != two.get(name)
    ]


def _fields(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each value of nested tables as text under its names."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _fields(value, (*above, name))
        else:
            yield (*above, name), json.dumps(value, ensure_ascii=False, default=str)


def _stated(side: Side, name: tuple[str, ...]) -> Said | None:
    stated = dict(_fields(side.record.header.model_dump(exclude_unset=True)))
    if name not in stated:
        return None
    line, _ = place_in_header(side.text.split("\n"), name)
    return Said(line, safe(stated[name], _LONG))


def play_parts(a: Side, b: Side) -> Parting | None:
    """Where the play of two records parts first; None where it is the same."""
    decision = 0
    for place, (one, two) in enumerate(zip_longest(_sections(a), _sections(b))):
        here = one or two
        assert here is not None
        after = ""
        if one is None or two is None or one.title != two.title:
            heads = [None if part is None else Said(part.number, _head(part)) for part in (one, two)]
            return Parting(_head(here), decision, after, heads[0], heads[1], None, place)
        for number, (left, right) in enumerate(zip_longest(one.lines, two.lines)):
            if left is None or right is None or _text(left) != _text(right):
                table = _table_after(Section(one.number, one.title, one.lines[:number]))
                return Parting(_head(here), decision, after, _said(left), _said(right), table, place)
            if _decides(left):
                decision += 1
                after = safe(left.text, _LONG)
    return None


def _sections(side: Side) -> list[Section]:
    """The deals of a record; a last line that was cut off is a line of the last."""
    sections = list(side.record.sections)
    if side.record.torn and sections:
        cut = Line(side.text.count("\n") + 1, f"{side.record.torn} (cut off)")
        sections[-1] = Section(sections[-1].number, sections[-1].title, [*sections[-1].lines, cut])
    return sections


def _head(section: Section) -> str:
    return safe(section.title, _LONG)


def _said(line: Line | None) -> Said | None:
    return None if line is None else Said(line.number, safe(line.text, _LONG))


def _text(line: Line) -> str:
    """What a line says; a decision in the words of the engine, however it was written."""
    return str(line.entry) if isinstance(line.entry, Decision) else line.text


def _decides(line: Line) -> bool:
    return isinstance(line.entry, Decision) or re.fullmatch(rf"\d+ {RESIGN}", line.text) is not None


def _table_after(common: Section) -> Table | None:
    """The table when all of ``common`` has happened; None where its facts do not tell: in a scenario."""
    try:
        played = list(facts(common))
    except Differs:
        return None
    # Before a step has begun the cards lie in the stock.
    return played[-1][1] if played and played[-1][1].step else None


def decisions(side: Side) -> int:
    """How many decisions a record holds."""
    return sum(_decides(line) for section in side.record.sections for line in section.lines)
