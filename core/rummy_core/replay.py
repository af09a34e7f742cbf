"""Replaying records: by their facts alone, or under the rules, fact by fact.

Facts alone need no game installed. Under the rules every decision is played
again and every fact compared, so that one changed card, score or move is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummy_core.actions import Decision, IllegalAction
from rummy_core.cards import parse_cards
from rummy_core.chance import Chance
from rummy_core.copies import settled
from rummy_core.deal import Deal, LogEntry, table_of
from rummy_core.events import Shuffled
from rummy_core.expectations import failure_of
from rummy_core.header_places import place_in_header
from rummy_core.match import Match
from rummy_core.positions import BadPosition
from rummy_core.records import (
    RESIGN,
    Line,
    Position,
    Record,
    Section,
    heading,
    log_lines,
    match_lines,
    round_line,
)
from rummy_core.rulebook import Rulebook
from rummy_core.scoring import RESIGNED
from rummy_core.stated_positions import stand
from rummy_core.table import BadFact, Table, evolve


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and the rules part: the line, what it says, what the rules say.

    ``column`` is that of the first word at fault, ``decision`` the move before it;
    ``table`` is the deal at that point, where there is one.
    """

    line: int
    says: str
    rules: str
    decision: str = ""
    table: Table | None = None
    column: int = 1

    def __str__(self) -> str:
        after = f" after '{self.decision}'" if self.decision else ""
        place = f"line {self.line}, column {self.column}{after}"
        return f"{place}: the file says '{self.says}', the rules say '{self.rules}'"


class Differs(Exception):
    """A record that the rules do not bear out."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def facts(section: Section) -> Iterator[tuple[Line, Table]]:
    """Play the facts of one deal, without rules: each line and the table after it.

    Raises:
        Differs: if a fact cannot follow from those before it.
    """
    table: Table | None = None
    decision = ""
    for line in section.lines:
        entry = line.entry
        if entry is None:
            continue
        if isinstance(entry, Decision):
            decision = line.text
        elif table is not None:
            try:
                evolve(table, settled(table, entry))
            except (BadFact, KeyError, IndexError) as error:
                raise Differs(Difference(line.number, line.text, str(error), decision, table)) from None
        else:
            try:
                table = table_of(entry)
            except ValueError as error:
                raise Differs(Difference(line.number, line.text, str(error), decision)) from None
        if table is None:
            raise Differs(Difference(line.number, line.text, "the deal has not begun", decision))
        yield line, table


class Replay:
    """A record played again under the rules, as far as it goes.

    After :meth:`run`, ``match`` stands where the record ends (``deal`` for a
    scenario), so that play can go on from there. ``lenient`` forgives a last
    decision whose facts are not all there: the file was cut while it was written.
    """

    def __init__(self, record: Record, book: Rulebook, *, lenient: bool = False) -> None:
        self.record = record
        self.book = book
        self.lenient = lenient
        self.match: Match | None = None
        self.deal: Deal | None = None
        self._decision = ""

    def run(self) -> None:
        """Play the record to its end.

        Raises:
            Differs: at the first line that the rules do not bear out.
        """
        if self.record.header.position is not None:
            self._run_scenario(self.record.header.position)
        else:
            self._run_match()

    def _differ(self, line: int, says: str, rules: str, column: int = 1) -> Differs:
        table = self.deal.table if self.deal else None
        return Differs(Difference(line, says, rules, self._decision, table, column))

    def _differ_at(self, line: Line, rules: str, at: int = 0) -> Differs:
        """Differ on a line of a deal; ``at`` is the place of the word at fault in its text."""
        return self._differ(line.number, line.text, rules, line.column + at)

    def _differ_in_header(self, key: str, says: str, rules: str) -> Differs:
        line, column = place_in_header(self.record.head, (key,))
        return self._differ(line, says, rules, column)

    def _run_match(self) -> None:
        header = self.record.header
        try:
            self.match = Match(self.book, header.seed, lot=parse_cards(header.lot) if header.lot else None)
        except (ValueError, StopIteration):
            raise self._differ_in_header("lot", _lot(header.lot), "a lot that settles who deals") from None
        self._check_lot(self.match)
        for section in self.record.sections:
            if self.match.is_over:
                raise self._differ(section.number, section.title, "the match is over")
            self._run_deal(self.match, section)

    def _check_lot(self, match: Match) -> None:
        """Hold the lot against the seed, where the cards of the first deal were shuffled from it too."""
        header = self.record.header
        order = next((line.entry.order for section in self.record.sections[:1] for line in section.lines
                      if isinstance(line.entry, Shuffled)), None)  # fmt: skip
        drawn = Match(self.book, header.seed)
        if header.lot and match.lot != drawn.lot and order is not None:
            pack = self.book.pack(self.book.players).cards
            if Chance(header.seed, 1, 1).shuffle(pack) == order:
                lot = " ".join(card.text for card in drawn.lot)
                raise self._differ_in_header("lot", _lot(header.lot), _lot(lot))

    def _run_deal(self, match: Match, section: Section) -> None:
        self._decision = ""
        lines = list(section.lines)
        orders = [
            line.entry.order
            for line in lines
            if isinstance(line.entry, Shuffled) and None not in line.entry.order
        ]
        if match.deal is not None:
            raise self._differ(section.number, section.title, "the deal before is not over")
        try:
            deal = match.begin_deal(orders)  # type: ignore[arg-type]
        except ValueError as error:
            shuffle = next((line for line in lines if isinstance(line.entry, Shuffled)), None)
            if shuffle is not None:
                raise self._differ_at(shuffle, str(error)) from None
            raise self._differ(section.number, section.title, str(error)) from None
        self.deal = deal
        self._begun(section, heading(match)[2:].strip())
        place = self._compare(lines, 0, deal.log, section.number)
        while place < len(lines):
            place = self._next(match, deal, lines, place)

    def _begun(self, section: Section, title: str) -> None:
        if section.title != title:
            raise self._differ(section.number, section.title, title, 4 + departs(section.title, title))

    def _next(self, match: Match, deal: Deal, lines: list[Line], place: int) -> int:
        """Play the line at ``place`` and what belongs to it; return the place after it."""
        line = lines[place]
        resigned = re.fullmatch(rf"(\d+) {RESIGN}", line.text)
        if resigned is not None and match.deal is not None:
            side = int(resigned[1])
            if side >= len(match.sides):
                raise self._differ_at(line, "there is no such side")
            self._decision = line.text
            match.resign(side)
            self._done(line, line.text)
            return self._compare_texts(lines, place + 1, self._closing(match), line.number)
        if not isinstance(line.entry, Decision) or deal.is_over:
            raise self._differ_at(line, "nothing more" if deal.is_over else "a decision")
        before = len(deal.log)
        self._play(deal, line, line.entry)
        self._done(line, str(deal.log[before]))
        place = self._compare(lines, place + 1, deal.log[before + 1 :], line.number)
        if deal.is_over:
            match.end_deal()
            place = self._compare_texts(lines, place, self._closing(match), line.number)
        return place

    def _done(self, line: Line, text: str) -> None:
        """A decision was played that is written ``text``."""

    def _closing(self, match: Match) -> list[str]:
        """The lines that follow the end of a deal."""
        closing = []
        if match.deal is None and match.rounds and not match.round_in_play:
            resigned = match.sheet is not None and match.sheet.reason == RESIGNED
            closing += [] if resigned else [round_line(len(match.rounds), match.rounds[-1])]
        return closing + (match_lines(match.sheet) if match.sheet else [])

    def _play(self, deal: Deal, line: Line, decision: Decision) -> None:
        self._decision = line.text
        if decision.seat != deal.seat:
            raise self._differ_at(line, f"seat {deal.seat} must act, in step '{deal.table.step}'")
        try:
            deal.play(deal.by_face(decision.action))
        except IllegalAction as error:
            raise self._differ_at(line, f"illegal: {error}", line.text.index(" ") + 1) from None
        except Exception as error:
            # A position may state what no play leads to, such as an answer to nobody's knock;
            # in a match only a recorded shuffle can be wrong.
            if not self.record.is_scenario and not isinstance(error, ValueError):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise self._differ_at(line, f"this cannot be played on: {fault}") from None

    def _compare(self, lines: list[Line], place: int, log: Sequence[LogEntry], at: int) -> int:
        assert self.deal is not None
        texts = [text.strip() for text in log_lines(log, self.deal.table.layout.everyone)]
        return self._compare_texts(lines, place, texts, at)

    def _compare_texts(self, lines: list[Line], place: int, texts: list[str], at: int) -> int:
        for text in texts:
            if place == len(lines):
                if self.lenient:
                    return place
                raise self._differ(at, "the end of the deal", text)
            if lines[place].text != text:
                raise self._differ_at(lines[place], text, departs(lines[place].text, text))
            at = lines[place].number
            place += 1
        return place

    def _run_scenario(self, position: Position) -> None:
        try:
            deal = self.deal = stand(self.book, position, self.record.header.seed)
        except BadPosition as error:
            raise self._bad_position(error) from None
        lines = [line for section in self.record.sections for line in section.lines]
        place = 0
        while place < len(lines):
            line = lines[place]
            place += 1
            if line.text.startswith("?"):
                expected = line.text[1:].strip()
                failure = failure_of(deal, expected)
                if failure is not None:
                    raise self._differ_at(line, failure.is_now, line.text.rindex(expected) + failure.at)
            elif isinstance(line.entry, Decision):
                before = len(deal.log)
                self._play(deal, line, line.entry)
                if place < len(lines) and _is_fact(lines[place]):
                    place = self._compare(lines, place, deal.log[before + 1 :], line.number)
            else:
                raise self._differ_at(line, "a decision or an expectation")

    def _bad_position(self, error: BadPosition) -> Differs:
        path = ("position", *error.path)
        # Of a name that is wrong the name is at fault, and not what it is given.
        of_key = not error.word and len(error.path) == 2 and error.path[0] in ("zones", "known", "unknown")
        line, column = place_in_header(self.record.head, path, error.word, of_key=of_key)
        said = self.record.head[line - 1].strip() if self.record.head else ""
        return self._differ(line, said, str(error), column)


def departs(says: str, rules: str) -> int:
    """Return where in ``says`` the first word begins that is another in ``rules``."""
    words = zip(re.finditer(r"\S+", says), rules.split(), strict=False)
    other = next((found.start() for found, word in words if found[0] != word), None)
    if other is not None:
        return other
    # One of them goes on where the other ends.
    return len(says) if len(says) < len(rules) else len(rules.rstrip()) + 1


def _lot(cards: str) -> str:
    return f'lot = "{cards}"'


def _is_fact(line: Line) -> bool:
    return line.entry is not None and not isinstance(line.entry, Decision)


def verify(record: Record, book: Rulebook) -> Difference | None:
    """Play a record again under the rules; return the first difference, None where it holds."""
    try:
        Replay(record, book).run()
    except Differs as error:
        return error.difference
    return None
