"""Scores: whole points for sides that there are, with reasons; none for a deal that does not count."""

from __future__ import annotations

from typing import Final

from rummy_core.events import Scored
from rummy_core.scoring import ScoreSheet
from rummy_core.table import Table
from rummy_core.testing.failures import Fault, Property

SCORES: Final = Property(
    "scores are whole and add up",
    "a line is for a side that there is, in whole points, with a reason; a void deal has none",
)


def check_scored(event: Scored, table: Table) -> None:
    """Check a line as it is scored."""
    if event.side not in range(len(table.layout.sides)):
        raise Fault(SCORES, f"{event} is for a side that there is not")
    # A bool is an int too.
    if type(event.points) is not int or not event.reason.strip():
        raise Fault(SCORES, f"{event} has no whole points or no reason")


def check_sheet(sheet: ScoreSheet, table: Table) -> None:
    """Check the sheet of a deal that has ended."""
    sides = range(len(table.layout.sides))
    if sheet.lines != table.scores:
        raise Fault(SCORES, "the lines of the sheet are not those that were scored")
    if sheet.winner != -1 and sheet.winner not in sides:
        raise Fault(SCORES, f"side {sheet.winner} won, which there is not")
    if len(sheet.boxes) not in (0, len(sides)):
        raise Fault(SCORES, f"boxes {sheet.boxes} are not one count a side")
    if sheet.void and (sheet.lines or sheet.winner != -1 or any(sheet.boxes)):
        raise Fault(SCORES, "a void deal has points, a winner or boxes")
    if not sheet.ending.strip():
        raise Fault(SCORES, "the deal ended, and its sheet does not say how")
