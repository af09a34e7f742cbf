"""Records as files: found, read within the limits, and never run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe
from rummy_cli.store import read_text_limited

if TYPE_CHECKING:
    from rummy_core.records import Record

SUFFIX = ".rummy"


def shown(path: Path) -> str:
    """Return a path fit to show."""
    return safe(str(path), 400)


def record_paths(paths: Sequence[Path]) -> list[Path]:
    """Return the files named, and all records in the folders named, each once.

    Raises:
        CommandError: for a path that is not there, or where no record is found.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found.update(dict.fromkeys(_in_folder(path)))
        elif os.path.lexists(path):
            found[path] = None
        else:
            raise CommandError(f"there is no '{shown(path)}'")
    if not found:
        places = ", ".join(f"'{shown(path)}'" for path in paths)
        raise CommandError(f"no record (*{SUFFIX}) in {places}")
    return list(found)


def _in_folder(folder: Path) -> Iterator[Path]:
    # Links to folders are not followed: they may lead round in a circle.
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(SUFFIX):
                yield Path(place, name)


def read_file(path: Path) -> tuple[str, Record]:
    """Return the text of the record ``path``, and the record.

    Raises:
        RecordError: if the file is not a record, with line and column.
        CommandError: if it cannot be read.
    """
    from rummy_core.records import read_record

    text = read_text_limited(path)
    return text, read_record(text)
