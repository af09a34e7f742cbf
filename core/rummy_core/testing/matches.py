"""Matches: a match played to its end, its record written, read and verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_core.actions import Decision
from rummy_core.catalogue import BotMaker
from rummy_core.events import DealBegan
from rummy_core.match import Match
from rummy_core.records import (
    FIRST_LINE,
    Record,
    deal_lines,
    header_of,
    log_lines,
    match_lines,
    read_record,
    round_line,
    write_header,
)
from rummy_core.replay import Differs, facts, verify
from rummy_core.rulebook import Rulebook
from rummy_core.testing.deals import SAME_SEED, CheckedDeal
from rummy_core.testing.failures import ConformanceError, Fault, Place, Property, game_of
from rummy_core.testing.tally import Tally

MATCH_ENDS: Final = Property(
    "a match ends within max_deals",
    "`score_match` must return a sheet once the target is reached, and where `stopped` says why it must end",
)
RECORD_HOLDS: Final = Property(
    "the record of a match verifies",
    "the match played again from its record went otherwise: a rule hangs on something that is neither "
    "on the table nor in an option",
)
RECORD_TOLD: Final = Property(
    "the record of a match replays from its facts alone",
    "a fact does not follow from those before it: change the table by events alone",
)
RECORD_EQUAL: Final = Property(
    "a record reads back byte for byte",
    "what a record writes must be read as the same: look for a note or a reason with odd signs",
)
TOTALS: Final = Property(
    "totals are the sums of lines",
    "totals are sums of the lines that were scored, and the match sheet has a line for whatever is added",
)


def check_match(
    book: Rulebook,
    seed: int | str,
    players: Sequence[BotMaker],
    *,
    closely: float = 0.0,
    tally: Tally | None = None,
) -> Tally:
    """Play a match, each deal checked as by ``check_deal``, and check its sheets and its record.

    It is played twice: the same seed gives the same record.

    Raises:
        ConformanceError: at the first property that does not hold.
    """
    counts = Tally() if tally is None else tally
    match, text = _played(book, seed, players, closely, counts)
    try:
        _check_totals(match)
        _check_record(book, text)
        _, second = _played(book, seed, players, 0.0, Tally())
        if second != text:
            raise Fault(SAME_SEED, _first_difference(text, second))
    except Fault as fault:
        again = f"check_match(book, {str(seed)!r}, players)"
        place = Place(game_of(book), f"a match from seed {str(seed)!r}", (), again)
        raise ConformanceError(fault.prop, fault.found, place) from fault
    counts.checks.update((MATCH_ENDS, RECORD_HOLDS, RECORD_TOLD, RECORD_EQUAL, TOTALS, SAME_SEED))
    return counts


def _played(
    book: Rulebook, seed: int | str, players: Sequence[BotMaker], closely: float, tally: Tally
) -> tuple[Match, str]:
    match = Match(book, seed)
    lines: list[str] = []
    while not match.is_over:
        number = match.deals_played + 1
        again = f"check_match(book, {str(seed)!r}, players, closely={closely}), deal {number}: {{words}}"
        checked = CheckedDeal(book, match.begin_deal, f"{seed}/{number}", players, closely, tally, again)
        checked.play_out()
        with checked.told():
            if not checked.deal.is_over:
                raise Fault(MATCH_ENDS, "a deal did not end, since the standstill is off; match it with one")
            # A round that has begun is played out.
            if number > book.options.max_deals and not match.round_in_play:
                raise Fault(MATCH_ENDS, f"deal {number} was played; {book.options.max_deals} are the most")
            lines += deal_lines(match, checked.deal)
            match.end_deal()
        if not match.round_in_play:
            lines.append(round_line(len(match.rounds), match.rounds[-1]))
    assert match.sheet is not None
    lines += match_lines(match.sheet)
    return match, write_header(header_of(match)) + "\n".join(lines) + "\n"


def _check_totals(match: Match) -> None:
    sides = range(len(match.sides))
    side_of = {player: side for side, members in enumerate(match.sides) for player in members}
    sheet = match.sheet
    assert sheet is not None
    for one in match.rounds:
        if len(one.points) != len(sides) or len(one.boxes) != len(sides):
            raise Fault(TOTALS, f"a round has {len(one.points)} points for {len(sides)} sides")
        if len(one.deals) > 1:
            # Deals played together are compared by the game's own rule.
            continue
        points = [0] * len(sides)
        (deal,) = one.deals
        for line in deal.sheet.lines:
            points[side_of[deal.seating.players[line.side]]] += line.points
        if tuple(points) != one.points:
            raise Fault(TOTALS, f"a round is worth {one.points}, the lines of its deal {tuple(points)}")
    kept = sheet.columns or match.rounds
    if tuple(sum(one.points[side] for one in kept) for side in sides) != sheet.points:
        raise Fault(TOTALS, f"the match has {sheet.points} points, which its rounds do not come to")
    for column in sheet.columns:
        if tuple(sum(one.points[side] for one in column.rounds) for side in sides) != column.points:
            raise Fault(TOTALS, f"a column has {column.points} points, which its rounds do not come to")
    for side in sides:
        added = sum(line.points for line in sheet.lines if line.side == side)
        if sheet.totals[side] != sheet.points[side] + added:
            raise Fault(TOTALS, f"side {side}: {sheet.points[side]} and {added} are not {sheet.totals[side]}")
    if sheet.winner not in (-1, *sides) or not sheet.reason.strip():
        raise Fault(TOTALS, "the match sheet has no winner that there is, or does not say why it ended")


def _check_record(book: Rulebook, text: str) -> None:
    record = read_record(text)
    written = rewritten(record)
    if written != text:
        raise Fault(RECORD_EQUAL, _first_difference(text, written))
    difference = verify(record, book)
    if difference is not None:
        raise Fault(RECORD_HOLDS, str(difference))
    try:
        for section in record.sections:
            for _ in facts(section):
                pass
    except Differs as error:
        raise Fault(RECORD_TOLD, str(error)) from error


def rewritten(record: Record) -> str:
    """Return the text of a record from what was read of it."""
    everyone = (1 << record.header.players) - 1
    lines: list[str] = []
    for section in record.sections:
        lines.append(f"== {section.title}")
        for line in section.lines:
            if isinstance(line.entry, DealBegan):
                # Not all players of the match need sit at the table.
                everyone = (1 << sum(map(len, line.entry.sides))) - 1
            known = line.entry is not None and not isinstance(line.entry, Decision)
            lines += log_lines([line.entry], everyone) if known and line.entry else [line.text]
    assert write_header(record.header).startswith(FIRST_LINE)
    return write_header(record.header) + "\n".join(lines) + "\n"


def _first_difference(one: str, two: str) -> str:
    pairs = zip(one.splitlines(), two.splitlines(), strict=False)
    for number, (first, second) in enumerate(pairs, 1):
        if first != second:
            return f"line {number}: {first!r} became {second!r}"
    return f"{len(one.splitlines())} lines became {len(two.splitlines())}"
