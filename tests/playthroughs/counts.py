"""How many actions were legal at each decision of the golden records, kept beside them in ``counts.toml``.

A record holds what was played; these hold what might have been. ``python -m tests.playthroughs --write``
counts them again, and ``rummy check`` knows nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rummy_core.actions import Decision
from rummy_core.events import Shuffled
from rummy_core.library import book_for
from rummy_core.match import Match
from rummy_core.records import Line, Record, read_record
from tests.pins import Pins, differences

FOLDER: Final = Path(__file__).parent
FILE: Final = FOLDER / "counts.toml"
COMMENT: Final = "Legal actions at each decision: written by `python -m tests.playthroughs --write`."


def counts_in(record: Record) -> Iterator[tuple[int, int, Line]]:
    """Play a record again; yield for each decision its deal, how many actions were listed, and its line."""
    match = Match(book_for(record.header), record.header.seed)
    for number, section in enumerate(record.sections, 1):
        orders = [line.entry.order for line in section.lines if isinstance(line.entry, Shuffled)]
        deal = match.begin_deal(orders)  # type: ignore[arg-type]
        for line in section.lines:
            if isinstance(line.entry, Decision):
                yield number, len(deal.legal_actions()), line
                deal.play(deal.by_face(line.entry.action))
        match.end_deal()


def counts_of(path: Path) -> dict[str, list[int]]:
    """The counts of a record by deal."""
    found: dict[str, list[int]] = {}
    for number, count, _ in counts_in(_read(path)):
        found.setdefault(f"deal {number}", []).append(count)
    return found


def counts() -> Pins:
    """The counts of all records, counted now."""
    return {path.stem: counts_of(path) for path in sorted(FOLDER.glob("*.rummy"))}


def changes(pinned: Pins, now: Pins) -> list[str]:
    """What differs from what is kept: which record, and at which decision."""

    def where(name: str, key: str, place: int) -> str:
        lines = [
            line for deal, _, line in counts_in(_read(FOLDER / f"{name}.rummy")) if f"deal {deal}" == key
        ]
        if place >= len(lines):
            return f"{key}, decision {place + 1}"
        return f"{key}, decision {place + 1} (line {lines[place].number}, '{lines[place].text}')"

    return list(differences(pinned, now, where))


def _read(path: Path) -> Record:
    return read_record(path.read_text(encoding="utf-8"))
