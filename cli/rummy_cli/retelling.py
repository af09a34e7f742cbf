"""A record told again from its facts alone, to everyone or as one player saw it.

No rule is asked and no plugin imported: a record is told where its game is not
installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.play.saying_again import styled
from rummy_cli.play.telling import Teller
from rummy_cli.safe_text import safe
from rummy_core.actions import Decision
from rummy_core.deal import LogEntry, entry_for
from rummy_core.events import DealBegan, DealEnded, Moved, Scored
from rummy_core.notation import write_fact
from rummy_core.records import RESIGN, Line, Record, Section
from rummy_core.replay import Differs, facts
from rummy_core.table import Table
from rummy_core.zones import DISCARD, HAND, solo

EVERYONE: Final = -1
_SEATS: Final = 100  # a record may name any seat of two digits
_NOWHERE: Final = 64  # a seat that no event names: it sees what nobody is said to see


@dataclass(slots=True)
class Beat:
    """The opening of a deal, or a decision and what it caused.

    ``number`` counts decisions over the whole record and is 0 for an opening.
    ``entries`` are masked, ``closing`` are the lines that are neither decision
    nor fact; ``end`` is the place behind them in the section. ``sentences``
    say all of it.
    """

    section: int
    number: int
    end: int = 0
    entries: list[LogEntry] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


class Retelling:
    """Tells ``record``; ``seat`` is the player whose eyes are used, or ``EVERYONE``."""

    def __init__(self, record: Record, cards: CardText, seat: int = EVERYONE) -> None:
        self.record = record
        self.cards = cards
        self.seat = seat
        self.players = [self._player(number) for number in range(_SEATS)]
        self._tellers = [self._teller(section) for section in record.sections]

    @property
    def masked(self) -> bool:
        """Whether what one player did not see is hidden."""
        return self.seat != EVERYONE

    def _player(self, number: int) -> str:
        seats = self.record.header.seats
        name = safe(seats[number], 24) if number < len(seats) else ""
        return name or f"Seat {number}"

    def _teller(self, section: Section) -> Teller:
        players = self._players_of(section)
        names = [self.players[player] for player in players] + self.players[len(players) :]
        me = players.index(self.seat) if self.seat in players else EVERYONE
        return Teller(names, me, self.cards, None)

    def _players_of(self, section: Section) -> list[int]:
        """Which player of the match sits on each seat, from the heading of the deal."""
        found = re.search(r"\bplayers ([\d ]+)", section.title)
        numbers = [int(word) for word in found[1].split() if len(word) <= 2] if found else []
        return numbers or list(range(self.record.header.players))

    def seat_in(self, section: int) -> int:
        """The seat whose eyes are used in a deal, ``EVERYONE`` for all."""
        me = self._tellers[section].me
        return _NOWHERE if self.seat != EVERYONE and me == EVERYONE else me

    def name(self, section: int, seat: int) -> str:
        """Who sits on a seat in a deal."""
        return self._tellers[section].who(seat) if 0 <= seat < _SEATS else f"Seat {seat}"

    def beats(self) -> Iterator[Beat]:
        """Yield the beats in order.

        Raises:
            Differs: where a fact cannot follow from those before it; what came
                before has then been yielded.
        """
        number = 0
        for place, section in enumerate(self.record.sections):
            for beat in self._beats_of(place, section, number):
                number = max(number, beat.number)
                yield beat

    def _beats_of(self, place: int, section: Section, number: int) -> Iterator[Beat]:
        played = iter(()) if self.record.is_scenario else facts(section)
        beat = Beat(place, 0)
        for end, line in enumerate(section.lines, 1):
            if _begins(line):
                if beat.end or not beat.number:
                    yield self._told(beat)
                number += 1
                beat = Beat(place, number)
            if line.entry is None:
                beat.closing.append(line.text)
            else:
                try:
                    next(played, None)
                except Differs:
                    yield self._told(beat)
                    raise
                then = section.lines[end].entry if end < len(section.lines) else None
                beat.entries.append(self._seen(line.entry, place, then))
            beat.end = end
        yield self._told(beat)

    def table_after(self, beat: Beat) -> Table | None:
        """Return the table after a beat; None in a scenario, whose start only the rules know."""
        if self.record.is_scenario:
            return None
        section = self.record.sections[beat.section]
        played = list(facts(Section(section.number, section.title, section.lines[: beat.end])))
        return played[-1][1] if played else None

    def texts(self, beat: Beat) -> list[str]:
        """Return the lines of the record that a beat tells, masked."""
        everyone = (1 << sum(map(len, self._sides(beat.section)))) - 1
        entries = [
            str(entry) if isinstance(entry, Decision) else write_fact(entry, everyone)
            for entry in beat.entries
        ]
        return entries + beat.closing

    def _seen(self, entry: LogEntry, section: int, then: LogEntry | None) -> LogEntry:
        seat = self.seat_in(section)
        return entry if seat == EVERYONE else entry_for(entry, seat, then)

    def _sides(self, section: int) -> tuple[tuple[int, ...], ...]:
        for line in self.record.sections[section].lines:
            if isinstance(line.entry, DealBegan):
                return line.entry.sides
        return solo(self.record.header.players)

    def _told(self, beat: Beat) -> Beat:
        if beat.number:
            beat.sentences = [told.sentence for told in self._tellers[beat.section].tell(beat.entries)]
        else:
            title = safe(self.record.sections[beat.section].title)
            beat.sentences = [f"{title[:1].upper()}{title[1:]}.", *self._opening(beat.entries, beat.section)]
        beat.sentences += self._score(beat.entries, beat.section)
        beat.sentences += [self._closing(text) for text in beat.closing]
        return beat

    def _opening(self, entries: Sequence[LogEntry], section: int) -> list[str]:
        """Say who is dealt what, and what is turned up."""
        told = []
        for event in entries:
            if not isinstance(event, Moved):
                continue
            shown = [card for card in event.cards if card is not None]
            cards = f": {self.cards.row(shown)}" if shown else ""
            many = f"{len(event.cards)} card{'' if len(event.cards) == 1 else 's'}"
            owner = re.fullmatch(rf"{HAND} (\d{{1,2}})", event.target)
            if owner is not None:
                who = self.name(section, int(owner[1]))
                told.append(f"{who} {'get' if who == 'You' else 'gets'} {many}{cards}.")
            else:
                pile = "discard pile" if event.target == DISCARD else safe(event.target, 40)
                told.append(f"Turned up on the {pile}{cards or f': {many}'}.")
        return told

    def _score(self, entries: Sequence[LogEntry], section: int) -> list[str]:
        told = []
        for event in entries:
            if isinstance(event, Scored):
                reason = styled(safe(event.reason), self.cards)
                told.append(f"{self._side(event.side, section)} {event.points:+d}: {reason}.")
            elif isinstance(event, DealEnded):
                won = self._side(event.winner, section) if event.winner >= 0 else "nobody"
                void = ", and does not count" if event.void else ""
                told.append(f"The deal is over: {safe(event.ending)}, won by {won}{void}.")
        return told

    def _side(self, side: int, section: int) -> str:
        sides = self._sides(section)
        if side < len(sides) and len(sides[side]) == 1:
            return self._tellers[section].names[sides[side][0]]
        return f"Side {side}"

    def _closing(self, text: str) -> str:
        """Say a line that stands between deals, or is no move."""
        for pattern, said in (
            (r"(?P<by>\d{1,2}) resign", "{by} resigns."),
            (r"(?P<round>round \d+): points (?P<points>[-\d ]+);.*", "{round}: {points}."),
            (r"match: (?P<reason>.+); points .*; won by (?P<by>\w+)",
             "The match is over: {reason}, won by {by}."),
            (r"match: (?P<column>column \d+): points (?P<points>[-\d ]+); .*; won by nobody",
             "{column}: {points}."),
            (r"match: (?P<column>column \d+): points (?P<points>[-\d ]+); .*; won by (?P<by>\d+)",
             "{column}: {points}, won by {by}."),
            (r"match: side (?P<by>\d+) (?P<line>.+)", "{by} {line}."),
            (r"match: totals (?P<points>[-\d ]+)", "Totals: {points}."),
            (r"\?\s*(?P<line>.+)", "Expected: {line}."),
        ):  # fmt: skip
            found = re.fullmatch(pattern, text)
            if found is not None:
                return said.format_map(
                    {key: self._part(key, part) for key, part in found.groupdict().items()}
                )
        return safe(text)

    def _part(self, key: str, text: str) -> str:
        if key == "points":
            each = enumerate(text.split())
            return ", ".join(f"{self._match_side(str(side))} {points[:12]}" for side, points in each)
        if key == "by":
            return self._match_side(text)
        return safe(text.capitalize() if key in ("round", "column") else text)

    def _match_side(self, number: str) -> str:
        """A side of the match: its player, where each plays for himself."""
        if not number.isdecimal() or len(number) > 2:
            return safe(number, 24)
        players, sides = self.record.header.players, self._match_sides()
        # Partners sit opposite each other.
        names = self.players[int(number) : players : sides] if sides else []
        return " and ".join(names) or f"Side {number}"

    def _match_sides(self) -> int:
        """How many sides the match has, from the points of a round."""
        for section in self.record.sections:
            for line in section.lines:
                found = re.match(r"(?:round \d+: |match: .*; )points ([-\d ]+)", line.text)
                if line.entry is None and found is not None:
                    return len(found[1].split())
        return self.record.header.players


def _begins(line: Line) -> bool:
    """Whether a line is a player's doing, with which something new begins."""
    return isinstance(line.entry, Decision) or (
        line.entry is None and re.fullmatch(rf"\d+ {RESIGN}", line.text) is not None
    )
