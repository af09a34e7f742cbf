"""Holding records against the rules: one finding for each file."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rummy_cli.choosing import chosen_game
from rummy_cli.errors import CommandError
from rummy_cli.faces import CardText
from rummy_cli.play.saving import is_ours
from rummy_cli.positions_shown import position_json, position_rows, who_acts
from rummy_cli.reading import read_file, shown
from rummy_cli.retelling import EVERYONE, Retelling
from rummy_cli.safe_text import safe
from rummy_cli.store import write_text
from rummy_core.library import NotInstalled, book_for, place_of_fault
from rummy_core.options import BadOption
from rummy_core.records import Record, RecordError, read_record
from rummy_core.replay import Difference, Differs, verify
from rummy_core.rewriting import written_again
from rummy_core.rulebook import BadRules, Rulebook, Variant

HOLDS: Final = "holds"
UPDATED: Final = "updated"
DIFFERS: Final = "differs"
SKIPPED: Final = "skipped"
UNREADABLE: Final = "unreadable"
RESULTS: Final = (HOLDS, UPDATED, DIFFERS, SKIPPED, UNREADABLE)

_LONG: Final = 600  # a fact, such as an order of cards, and a rule that explains itself
_CHANGES: Final = 24  # lines that are shown of what an update changed


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of checking one file.

    Where it differs, ``says`` is what stands on ``line`` and ``rules`` what the
    rules say there; ``decision`` is the move before, ``table`` how all lies there,
    as rows, and ``position`` the same as data. ``reason`` tells why one was skipped, in a
    whole line why it cannot be read, or what else to know; ``changes`` what was written
    anew. All of it is fit to show.
    """

    file: str
    result: str
    line: int = 0
    column: int = 0
    decision: str = ""
    says: str = ""
    rules: str = ""
    reason: str = ""
    table: tuple[tuple[str, str], ...] = ()
    acts: str = ""
    position: dict[str, Any] | None = None
    changes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the finding without what is empty."""
        found = {name: getattr(self, name) for name in self.__slots__ if name not in ("table", "acts")}
        return {name: value for name, value in found.items() if value or name in ("file", "result")}


def check_named(path: str, game: str | None, update: bool) -> Finding:
    """Check the file ``path`` in whatever process; ``game`` is the local file of a game."""
    return check_file(Path(path), local_game(game), update=update)


@lru_cache(maxsize=1)
def local_game(game: str | None) -> tuple[Variant, str] | None:
    """Load the game of the local file ``game``, with its hash.

    Raises:
        CommandError: where there is no game in it.
    """
    if game is None:
        return None
    chosen = chosen_game(game)
    if chosen.file_hash is None:
        raise CommandError(f"--game '{safe(game)}' is not a file such as ./my_rules.py")
    return chosen.variant, chosen.file_hash


def check_file(path: Path, local: tuple[Variant, str] | None = None, *, update: bool = False) -> Finding:
    """Read the record ``path`` and play it again under the rules installed.

    ``local`` is a game from a file that the person has given. With ``update`` a record of a match
    that differs is written again where its decisions are still legal.
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
        return _bad_header(file, record, str(error))
    try:
        difference = verify(record, book)
        if record.torn and (difference is None or difference.says == "the end of the deal"):
            difference = _cut_off(text, record)
        elif difference is not None and update and not record.is_scenario:
            return _updated(path, text, record, book, difference)
    except CommandError as error:
        return Finding(file, UNREADABLE, reason=error.message)
    except Exception as error:  # a plugin's own fault must not end the check of the other files
        fault = safe(f"{type(error).__name__}: {error}", _LONG)
        return Finding(file, DIFFERS, 1, 1, rules=f"nothing, they fail on this record: {fault}")
    if difference is None:
        return Finding(file, HOLDS)
    return _differing(file, difference, record, book)


def _bad_header(file: str, record: Record, fault: str) -> Finding:
    line, column = place_of_fault(record, fault)
    told = f"'{file}': line {line}, column {column}: header: {safe(fault, _LONG)}"
    return Finding(file, UNREADABLE, line, column, reason=told)


def _updated(path: Path, text: str, record: Record, book: Rulebook, difference: Difference) -> Finding:
    """Write the record again as its decisions are played now, or say why that cannot be."""
    file = shown(path)
    try:
        new = written_again(text, record, book)
        still = verify(read_record(new), book)
    except Differs as error:
        still = error.difference
    if still is not None:
        found = _differing(file, still, record, book)
        left = "left as it is: its decisions cannot be played again"
        return replace(found, reason=f"{found.reason}; {left}" if found.reason else left)
    write_text(path, new, is_ours=is_ours, force=True)
    return Finding(file, UPDATED, difference.line, difference.column, changes=_changes(text, new))


def _changes(old: str, new: str) -> tuple[str, ...]:
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))[2:]
    shown = [safe(line, _LONG) for line in lines[:_CHANGES]]
    return (*shown, *([f"... {len(lines) - _CHANGES} more lines"] if len(lines) > _CHANGES else []))


def _cut_off(text: str, record: Record) -> Difference:
    """Return the difference that a torn last line makes: nobody can tell what it would have said."""
    wanted = "a whole line with its end; the file may be cut off"
    return Difference(text.count("\n") + 1, record.torn, wanted)


def _differing(file: str, difference: Difference, record: Record, book: Rulebook) -> Finding:
    played, installed = record.header.revision, book.variant.revision
    older = f"the record is of revision {played} of the rules, installed is {installed}"
    found = Finding(
        file,
        DIFFERS,
        difference.line,
        difference.column,
        decision=safe(difference.decision),
        says=safe(difference.says, _LONG),
        rules=safe(difference.rules, _LONG),
        reason="" if played == installed else older,
    )
    table = difference.table
    if table is None:
        return found
    cards = CardText("letters")
    deal = sum(section.number <= difference.line for section in record.sections) - 1
    retelling = Retelling(record, cards)

    def name(seat: int) -> str:
        return retelling.name(deal, seat) if deal >= 0 else f"Seat {seat}"

    return replace(
        found,
        table=tuple(position_rows(table, EVERYONE, cards, name)),
        acts=who_acts(table, name),
        position=position_json(table, EVERYONE),
    )
