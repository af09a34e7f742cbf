"""The command ``replay``: a recorded match, told again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.errors import CommandError
from rummy_cli.faces import card_text
from rummy_cli.layout import columns, heading, paragraph, print_json, warn
from rummy_cli.reading import read_file, shown
from rummy_cli.safe_text import safe
from rummy_cli.store import drop_torn_last_line
from rummy_core.limits import MAX_LINE_BYTES

if TYPE_CHECKING:
    from rummy_cli.retelling import Beat, Retelling
    from rummy_core.records import Record


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(0, 15), metavar="N", help="Tell it as that player saw it.")
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after decision N and show the table.")
@click.option("--scenario", is_flag=True, help="Print the position after decision --to as a scenario.")
@click.option("--all", "whole", is_flag=True, help="Tell it all at once, on a terminal too.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Write cards with letters: TH.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    file: Path,
    seat: int | None,
    to: int | None,
    scenario: bool,
    whole: bool,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Show a recorded match again.

    The game need not be installed: what is told are the facts of the record.
    On a terminal you step through it: n next, p previous, d next deal, s the
    eyes of the next seat, q quit.
    """
    from rummy_cli.retelling import EVERYONE, Retelling

    record, note = _read(file)
    if seat is not None and seat >= record.header.players:
        raise CommandError(f"there is no seat {seat}; the seats are 0 to {record.header.players - 1}")
    if seat is not None and record.is_scenario:
        raise CommandError("a scenario states its position openly; --seat is for matches")
    if scenario and (to is None or seat is not None or as_json):
        raise CommandError("write '--to N --scenario'; a scenario states its position openly, as text")
    if scenario and record.is_scenario:
        raise CommandError("a scenario has its table from the rules; --scenario is for matches")
    cards = card_text(sys.stdout, ascii_only=ascii_only, colour=False)
    retelling = Retelling(record, cards, EVERYONE if seat is None else seat)
    beats, fault = _beats(retelling, to)
    last = beats[-1].number if beats else 0
    if to is not None and last < to and not fault:
        raise CommandError(f"'{shown(file)}' ends with decision {last}")
    if scenario and not fault:
        _print_scenario(retelling, beats)
    elif as_json:
        print_json(_as_json(retelling, beats, to, note))
    elif to is not None or whole or not _may_step():
        _print_all(retelling, beats, to)
    else:
        _step(retelling, beats)
    if note:
        # What the line would have said may be hidden from the one who looks.
        warn("the last line was cut off and is left out" if retelling.masked else note)
    if fault:
        raise CommandError(f"'{shown(file)}': {fault}", exit_code=1)


def _read(file: Path) -> tuple[Record, str]:
    """Read a record; return it with a note where its last line was cut off."""
    from rummy_core.records import RecordError

    try:
        text, record = read_file(file)
    except RecordError as error:
        raise CommandError(f"'{shown(file)}': {safe(str(error), 400)}") from None
    _, note = drop_torn_last_line(text) if record.torn else ("", "")
    return record, note


def _beats(retelling: Retelling, to: int | None) -> tuple[list[Beat], str]:
    """Return the beats up to decision ``to``, and why they end early."""
    from rummy_core.replay import Differs

    beats: list[Beat] = []
    last = -1
    try:
        for beat in retelling.beats():
            if to is not None and last == to:
                break
            beats.append(beat)
            last = max(last, beat.number)
    except Differs as error:
        where = f"line {error.difference.line} cannot follow from what stands before it"
        # What a fact says may be hidden from the one who looks.
        why = "" if retelling.masked else f": {safe(error.difference.rules, 300)}"
        return beats, where + why
    return beats, ""


def _print_all(retelling: Retelling, beats: list[Beat], to: int | None) -> None:
    click.echo(heading(_title(retelling)))
    for beat in beats:
        if beat.number == 0:
            click.echo("\n" + _wrapped(beat.sentences, "  ", heading_first=True))
        else:
            number = f"{beat.number:5}  "
            click.echo(_wrapped(beat.sentences or ["…"], " " * len(number), number))
    if to is not None and beats:
        click.echo("\n" + _position(retelling, beats[-1]))


def _wrapped(
    sentences: list[str], indent: str, first: str | None = None, *, heading_first: bool = False
) -> str:
    lines = []
    for place, sentence in enumerate(sentences):
        if heading_first and place == 0:
            lines.append(heading(sentence))
        else:
            lines.append(paragraph(sentence, indent, first if place == 0 else indent))
    return "\n".join(lines)


def _title(retelling: Retelling) -> str:
    header = retelling.record.header
    rules = "".join(f" + {safe(name, 60)}" for name in header.house_rules)
    people = ", ".join(retelling.players[: header.players])
    eyes = f", as {retelling.players[retelling.seat]} saw it" if retelling.masked else ""
    return f"{safe(header.variant)}{rules}: {people}{eyes}"


def _position(retelling: Retelling, beat: Beat) -> str:
    """Return the table after a beat, and who must act."""
    from rummy_cli.positions_shown import position_rows, who_acts

    table = retelling.table_after(beat)
    if table is None:
        return "A scenario is told without its table."
    section = beat.section

    def name(seat: int) -> str:
        return retelling.name(section, seat)

    rows = position_rows(table, retelling.seat_in(section), retelling.cards, name)
    return columns(rows, "  ") + "\n" + who_acts(table, name)


def _print_scenario(retelling: Retelling, beats: list[Beat]) -> None:
    """Print the position after the last beat, to be kept as a file of its own."""
    from rummy_core.positions import BadPosition
    from rummy_core.stated_positions import scenario_of

    beat = beats[-1]
    number = max(beat.number for beat in beats)
    table = retelling.table_after(beat)
    title = f"deal {beat.section + 1}, after decision {number}"
    try:
        text = "" if table is None else scenario_of(retelling.record.header, table, title)
    except BadPosition as error:
        raise CommandError(f"after decision {number} {error}") from None
    for line in text.splitlines():
        click.echo(safe(line, MAX_LINE_BYTES))


def _as_json(retelling: Retelling, beats: list[Beat], to: int | None, note: str) -> dict[str, Any]:
    from rummy_cli.positions_shown import position_json

    header = retelling.record.header.model_dump(mode="json", exclude_none=True)
    if retelling.masked:
        # Whoever has the seed can shuffle the same cards.
        del header["seed"]
    deals: list[dict[str, Any]] = []
    for beat in beats:
        if beat.number == 0:
            deals.append({"title": retelling.record.sections[beat.section].title, "beats": []})
        deals[-1]["beats"].append(
            {"decision": beat.number, "lines": retelling.texts(beat), "sentences": beat.sentences}
        )
    found: dict[str, Any] = {"header": header, "deals": deals}
    if to is not None and beats and (table := retelling.table_after(beats[-1])) is not None:
        found["position"] = position_json(table, retelling.seat_in(beats[-1].section))
    if note and not retelling.masked:
        found["torn"] = note
    return found


# --- step by step

# In small letters; the long ones are the arrows to the right and to the left.
_FORWARD = ("n", " ", "\r", "\n", "\x1b[c")
_BACK = ("p", "b", "\x7f", "\x1b[d")
_EYES = "s"
_QUIT = ("q", "\x04", "")


def _may_step() -> bool:
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("RUMMY_PLAIN")
    return sys.stdin.isatty() and sys.stdout.isatty() and not plain


def _step(retelling: Retelling, beats: list[Beat]) -> None:
    """Show one beat after another, forward and back, until the person has seen enough."""
    place = 0
    key = "n" if beats else "q"
    try:
        while key not in _QUIT:
            _show(retelling, beats, place)
            key = click.getchar().lower()
            if key in _FORWARD:
                place = min(place + 1, len(beats) - 1)
            elif key in _BACK:
                place = max(place - 1, 0)
            elif key == _EYES and not retelling.record.is_scenario:
                retelling, beats = _with_other_eyes(retelling)
            elif key == "d":
                deals = (after for after in range(place + 1, len(beats)) if beats[after].number == 0)
                place = next(deals, place)
    finally:
        click.echo()  # what the shell says next begins a line of its own


def _with_other_eyes(retelling: Retelling) -> tuple[Retelling, list[Beat]]:
    """Tell it as the next player saw it, and after the last as everyone sees it."""
    from rummy_cli.retelling import EVERYONE, Retelling

    seat = retelling.seat + 1
    players = retelling.record.header.players
    other = Retelling(retelling.record, retelling.cards, seat if seat < players else EVERYONE)
    return other, _beats(other, None)[0]


def _show(retelling: Retelling, beats: list[Beat], place: int) -> None:
    beat = beats[place]
    click.clear()
    click.echo(heading(_title(retelling)) + f"  ({place + 1} of {len(beats)})\n")
    click.echo(_wrapped(beat.sentences or ["…"], "  "))
    click.echo("\n" + _position(retelling, beat) + "\n")
    click.echo("n next   p previous   d next deal   s seat   q quit ", nl=False)
