"""Saving and resuming: every decision is on disk before the next prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rummy_cli.errors import CommandError
from rummy_cli.home import matches_folder
from rummy_cli.safe_text import safe
from rummy_cli.store import Journal, check_folder, match_paths, read_text_limited, write_text
from rummy_core.actions import Decision
from rummy_core.deal import Deal
from rummy_core.library import NotInstalled, book_for
from rummy_core.match import Match
from rummy_core.options import BadOption
from rummy_core.records import (
    FIRST_LINE,
    RESIGN,
    Header,
    Record,
    RecordError,
    log_lines,
    match_lines,
    read_record,
    round_line,
    write_header,
)
from rummy_core.replay import Differs, Replay
from rummy_core.rulebook import BadRules

if TYPE_CHECKING:
    from rummy_core.rulebook import Variant

_FINISHED: Final = "\nmatch: totals "


def is_ours(first_line: str) -> bool:
    """Whether a file that begins with this line is a record."""
    return first_line.startswith(FIRST_LINE)


class Save:
    """The record of a match, in memory and in its journal."""

    def __init__(self, journal: Journal, text: str) -> None:
        self._journal = journal
        self._parts = [text]

    @classmethod
    def begin(cls, text: str, path: Path, *, force: bool = False) -> Save:
        """Begin the record of a new match in the file that was asked for.

        Raises:
            CommandError: if a file there may not be overwritten, or there is no folder for it.
        """
        check_folder(path)
        if path.exists() or path.is_symlink():
            write_text(path, text, is_ours=is_ours, force=force)
            return cls(Journal.resume(path)[0], text)
        return cls(Journal.create(path, text), text)

    @classmethod
    def begin_in_home(cls, text: str, header: Header) -> Save:
        """Begin the record of a new match in the data folder, under a name that is free."""
        folder = matches_folder()
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", f"{header.variant}-{header.seed}")[:80]
        number = 1
        while True:
            path = folder / (f"{stem}.rummy" if number == 1 else f"{stem}-{number}.rummy")
            number += 1
            if path.exists():
                continue
            try:
                return cls(Journal.create(path, text), text)
            except CommandError:
                # Another match began under that name just now.
                if number > 10_000:
                    raise

    @property
    def path(self) -> Path:
        """The file."""
        return self._journal.path

    @property
    def warning(self) -> str:
        """Why the match is not saved; empty where it is."""
        return self._journal.warning

    @property
    def text(self) -> str:
        """The whole record so far."""
        self._parts = ["".join(self._parts)]
        return self._parts[0]

    def append(self, lines: Iterable[str]) -> str:
        """Add lines; return one line where saving stops or works again, else nothing."""
        text = "".join(line + "\n" for line in lines)
        self._parts.append(text)
        return self._journal.append(text)

    def copy_to(self, path: Path) -> None:
        """Write the record so far into another file.

        Raises:
            CommandError: where that file exists or cannot be written.
        """
        write_text(path, self.text, is_ours=is_ours, instead="name another file")

    def close(self) -> str:
        """Write what is left; return the warning where that fails."""
        return self._journal.close()


def closing_lines(match: Match) -> list[str]:
    """The lines that follow the end of a deal: its round and the match, where they ended too."""
    lines = []
    if match.rounds and not match.round_in_play:
        lines.append(round_line(len(match.rounds), match.rounds[-1]))
    return lines + (match_lines(match.sheet) if match.sheet else [])


@dataclass(frozen=True, slots=True)
class Resumed:
    """An unfinished match, taken up again: its record, where it stands, and what was mended."""

    save: Save
    header: Header
    match: Match
    notes: tuple[str, ...]


def resume(path: Path, local: tuple[Variant, str] | None = None) -> Resumed:
    """Take up the match in the file ``path``; ``local`` is the game's local file, given again.

    Raises:
        CommandError: if it is no match of ours, is over, or is played elsewhere.
    """
    journal, text, torn = Journal.resume(path)
    try:
        record, match, missing = _played_again(path, text, local)
        save = Save(journal, text)
        notes = [torn] if torn else []
        if missing:
            save.append(missing)
            notes.append("the last move was not written out; it is completed now")
        return Resumed(save, record.header, match, tuple(notes))
    except BaseException:
        journal.close()
        raise


def _played_again(
    path: Path, text: str, local: tuple[Variant, str] | None
) -> tuple[Record, Match, list[str]]:
    where = f"'{safe(str(path))}'"
    try:
        record = read_record(text)
        book = book_for(record.header, local)
    except RecordError as error:
        raise CommandError(f"{where}: {safe(str(error), 300)}") from None
    except (NotInstalled, BadOption, BadRules) as error:
        raise CommandError(f"{where} cannot be played here: {safe(str(error), 300)}") from None
    if record.is_scenario:
        raise CommandError(f"{where} is a scenario, not a match; 'rummy check' verifies it")
    if not record.sections:
        raise CommandError(f"{where}: no deal has begun in it")
    replay = Replay(record, book, lenient=True)
    try:
        replay.run()
    except Differs as error:
        raise CommandError(f"{where} does not follow its rules: {safe(str(error), 300)}") from None
    assert replay.match is not None
    assert replay.deal is not None
    if replay.match.is_over:
        missing = _missing(record, replay.match, replay.deal)
        if not missing:
            raise CommandError(f"{where}: this match is over; 'rummy replay' shows it")
        return record, replay.match, missing
    return record, replay.match, _missing(record, replay.match, replay.deal)


def _missing(record: Record, match: Match, deal: Deal) -> list[str]:
    """Return the lines after the last decision that were not written before the end came."""
    lines = record.sections[-1].lines
    last = next((place for place in range(len(lines) - 1, -1, -1) if _decides(lines[place].text)), None)
    if last is not None and lines[last].text.endswith(RESIGN):
        expected = match_lines(match.sheet) if match.sheet else []
    else:
        log = deal.log
        decided = [place for place, entry in enumerate(log) if isinstance(entry, Decision)]
        expected = log_lines(log[decided[-1] + 1 if decided else 0 :], deal.table.layout.everyone)
        expected += closing_lines(match) if deal.is_over else []
    return expected[len(lines) - (0 if last is None else last + 1) :]


def _decides(text: str) -> bool:
    return re.match(r"\d{1,2} ", text) is not None


def unfinished(variant: str | None) -> Iterator[tuple[Path, Header]]:
    """Yield the unfinished matches of a game, or of all, newest first."""
    for path in match_paths():
        try:
            text = read_text_limited(path)
            if _FINISHED in text[-2000:] or "\n==" not in text:
                continue
            header = read_record(text[: text.index("\n==") + 1]).header
        except (CommandError, RecordError):
            continue
        if variant is None or header.variant == variant:
            yield path, header


def whole_header(header: Header, heading_and_deal: Iterable[str]) -> str:
    """The beginning of a record: its header, and the first deal as far as it goes."""
    return write_header(header) + "".join(line + "\n" for line in heading_and_deal)
