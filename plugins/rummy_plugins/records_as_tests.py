"""Records as tests: pytest takes each ``*.rummy`` file, record or scenario, for one that must hold.

This is the entry point ``rummykit`` of pytest, so every pytest run where the distribution is
installed imports it: beside pytest it imports nothing until a file is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from rummy_core.records import Record
    from rummy_core.replay import Difference
    from rummy_core.rulebook import Rulebook

SUFFIX: Final = ".rummy"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take each record and scenario for a test."""
    return RecordFile.from_parent(parent, path=file_path) if file_path.suffix == SUFFIX else None


class RecordFile(pytest.File):
    """A record or scenario, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test that the file holds; the file is read when it runs."""
        yield RecordHolds.from_parent(self, name="holds")


class RecordHolds(pytest.Item):
    """The test that the rules installed bear out every line of a file."""

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands: in the file itself."""
        return self.path, None, self._file

    def runtest(self) -> None:
        """Play the file again; fail at the first line that differs or cannot be read."""
        from rummy_core.library import NotInstalled, book_for, place_of_fault
        from rummy_core.options import BadOption
        from rummy_core.replay import verify
        from rummy_core.rulebook import BadRules

        record = self._read()
        try:
            book = book_for(record.header)
        except NotInstalled as error:
            pytest.skip(f"{self._file}: {error}")
        except (BadOption, BadRules) as error:
            line, column = place_of_fault(record, str(error))
            raise self._failure(f"line {line}, column {column}: header: {error}") from None
        difference = verify(record, book)
        if difference is not None:
            raise self._failure(_told(difference, record, book))

    def _read(self) -> Record:
        from rummy_core.records import RecordError, read_record

        data = self.path.read_bytes()
        try:
            record = read_record(data.decode())
        except RecordError as error:
            raise self._failure(str(error)) from None
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            raise self._failure(f"line {line}, column {column}: not UTF-8 text") from None
        if record.torn:
            line, column = data.count(b"\n") + 1, len(record.torn) + 1
            cut = "the last line has no end; the file may be cut off"
            raise self._failure(f"line {line}, column {column}: {cut}")
        return record

    @property
    def _file(self) -> str:
        return self.nodeid.partition("::")[0]

    def _failure(self, message: str) -> BaseException:
        # Where in our code it was found tells a reader of rules nothing.
        return pytest.fail.Exception(f"{self._file}: {message}", pytrace=False)


def _told(difference: Difference, record: Record, book: Rulebook) -> str:
    after = f", after '{difference.decision}'" if difference.decision else ""
    rows = [
        f"line {difference.line}, column {difference.column}{after}",
        f"  the file says  {difference.says}",
        f"  the rules say  {difference.rules}",
    ]
    played, installed = record.header.revision, book.variant.revision
    if played != installed:
        rows.append(
            f"  note           the file is of revision {played} of the rules, installed is {installed}"
        )
    return "\n".join(rows)
