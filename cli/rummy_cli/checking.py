"""Holding records against the rules: one finding for each file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rummy_cli.errors import CommandError
from rummy_cli.reading import line_of, read_file, shown
from rummy_cli.safe_text import safe
from rummy_core.library import NotInstalled, book_for
from rummy_core.options import BadOption
from rummy_core.records import Record, RecordError
from rummy_core.replay import Difference, verify
from rummy_core.rulebook import BadRules, Rulebook, Variant

HOLDS: Final = "holds"
DIFFERS: Final = "differs"
SKIPPED: Final = "skipped"
UNREADABLE: Final = "unreadable"

_LONG: Final = 600  # a fact, such as an order of cards, and a rule that explains itself


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of checking one file.

    Where it differs, ``says`` is what stands on ``line`` and ``rules`` what the
    rules say there; ``decision`` is the move before. ``reason`` tells why one
    was skipped, in a whole line why it cannot be read, or what else to know.
    All of it is fit to show.
    """

    file: str
    result: str
    line: int = 0
    column: int = 0
    decision: str = ""
    says: str = ""
    rules: str = ""
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the finding without what is empty."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in found.items() if value or name in ("file", "result")}


def check_file(path: Path, local: tuple[Variant, str] | None = None) -> Finding:
    """Read the record ``path`` and play it again under the rules installed.

    ``local`` is a game from a file that the person has given.
    """
    file = shown(path)
    try:
        text, record = read_file(path)
    except RecordError as error:
        return Finding(
            file, UNREADABLE, error.line, error.column, reason=f"'{file}': {safe(str(error), _LONG)}"
        )
    except CommandError as error:
        return Finding(file, UNREADABLE, reason=error.message)
    try:
        book = book_for(record.header, local)
    except NotInstalled as error:
        return Finding(file, SKIPPED, reason=safe(str(error), _LONG))
    except (BadOption, BadRules) as error:
        stated = (line_of(text, word) for word in re.findall(r"\w+", str(error)))
        line = next((line for line in stated if line > 1), 1)
        return Finding(
            file, UNREADABLE, line, 1, reason=f"'{file}': line {line}: header: {safe(str(error), _LONG)}"
        )
    try:
        difference = verify(record, book)
    except Exception as error:  # a plugin's own fault must not end the check of the other files
        fault = safe(f"{type(error).__name__}: {error}", _LONG)
        return Finding(file, DIFFERS, 1, rules=f"nothing, they fail on this record: {fault}")
    if record.torn and (difference is None or difference.says == "the end of the deal"):
        difference = _cut_off(text, record)
    if difference is None:
        return Finding(file, HOLDS)
    return _differing(file, text, difference, record, book)


def _cut_off(text: str, record: Record) -> Difference:
    """Return the difference that a torn last line makes: nobody can tell what it would have said."""
    wanted = "a whole line with its end; the file may be cut off"
    return Difference(text.count("\n") + 1, record.torn, wanted)


def _differing(file: str, text: str, difference: Difference, record: Record, book: Rulebook) -> Finding:
    played, installed = record.header.revision, book.variant.revision
    older = f"the record is of revision {played} of the rules, installed is {installed}"
    # A difference in the header has no line of its own.
    in_header = re.match(r"(\w+) = ", difference.says) if difference.line == 1 else None
    return Finding(
        file,
        DIFFERS,
        line_of(text, in_header[1]) if in_header else difference.line,
        decision=safe(difference.decision),
        says=safe(difference.says, _LONG),
        rules=safe(difference.rules, _LONG),
        reason="" if played == installed else older,
    )
