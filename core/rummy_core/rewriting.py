"""Records written again: the same decisions, and the facts that they cause under the rules now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rummy_core.actions import Decision
from rummy_core.records import RESIGN, Line, Record, Section
from rummy_core.replay import Replay
from rummy_core.rulebook import Rulebook


def written_again(text: str, record: Record, book: Rulebook) -> str:
    """Return the record ``text`` with its decisions played again and every fact as it is now.

    Cards are dealt as they were. The header stays as it is but for the revision of the
    rules. Remarks stay above the deal or decision that follows them; those among facts,
    and what was taken back, are not written again.

    Raises:
        Differs: where a decision is no longer legal, or they end before a deal that ended does.
    """
    again = _Rewriting(text, record, book)
    again.run()
    head = list(record.head)
    if record.header.revision != book.variant.revision:
        head = _with_revision(head, book.variant.revision)
    return "\n".join([*head, *again.lines, ""])


class _Rewriting(Replay):
    """Plays a record and keeps what it would be written as, instead of holding it against what is written."""

    def __init__(self, text: str, record: Record, book: Rulebook) -> None:
        super().__init__(record, book)
        self.lines: list[str] = []
        self._source = text.split("\n")
        # What stands right above the first deal belongs to the header.
        self._above = len(record.head)

    def _begun(self, section: Section, title: str) -> None:
        self._remarks(section.number)
        self.lines.append(f"== {title}")

    def _done(self, line: Line, text: str) -> None:
        self._remarks(line.number)
        self.lines.append(text)

    def _remarks(self, number: int) -> None:
        """Keep the remarks and empty lines that stand right above a line."""
        first = number
        while first - 1 > self._above and re.match(r"\s*(#|$)", self._source[first - 2]):
            first -= 1
        self.lines += self._source[first - 1 : number - 1]

    def _compare_texts(self, lines: list[Line], place: int, texts: list[str], at: int) -> int:
        for text in texts:
            indent = "" if re.match(r"round \d|match: ", text) else "  "
            self.lines.append(indent + text)
        ended = False
        while place < len(lines) and not _is_move(lines[place]):
            ended |= lines[place].text.startswith(("round ", "match: ", "ended: "))
            place += 1
        assert self.deal is not None
        assert self.match is not None
        if ended and self.match.deal is not None and not self.deal.is_over:
            last = lines[place - 1]
            raise self._differ_at(last, "the deal goes on, and has no more decisions")
        return place


def _is_move(line: Line) -> bool:
    return isinstance(line.entry, Decision) or re.fullmatch(rf"\d+ {RESIGN}", line.text) is not None


def _with_revision(head: Sequence[str], revision: int) -> list[str]:
    stated = [number for number, line in enumerate(head) if re.match(r"revision\s*=", line)]
    line = f"revision = {revision}"
    if stated:
        return [*head[: stated[0]], line, *head[stated[0] + 1 :]]
    after = next(number for number, line in enumerate(head) if re.match(r"variant\s*=", line))
    return [*head[: after + 1], line, *head[after + 1 :]]
