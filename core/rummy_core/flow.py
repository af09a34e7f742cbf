"""Flow: how a step ends, how a turn passes on, and how a deal ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy_core.cards import by_face, cards_of
from rummy_core.events import DealEnded, Event, Scored, Shown, StepBegan
from rummy_core.table import Table

STANDSTILL = "standstill"


class Skippable:
    """A step that is not always played.

    It may be skipped on facts alone that all seats know: else the skip would tell what a hand holds.
    """

    __slots__ = ()

    def skipped(self, table: Table) -> Iterable[Event]:
        """What happens instead once the step has begun; nothing where it is played."""
        return ()


def go_to(table: Table, step: str) -> Iterable[Event]:
    """Go to another step of the same seat and turn."""
    return begin(table, StepBegan(step, table.seat, table.player, table.turn))


def begin(table: Table, began: StepBegan) -> Iterable[Event]:
    """Begin a step; what happens instead where it is skipped is settled when it has begun."""
    return _begin_or_skip(table, began) if table.rules.skips else (began,)


def _begin_or_skip(table: Table, began: StepBegan) -> Iterator[Event]:
    yield began
    step = table.rules.steps[began.step]
    if isinstance(step, Skippable):
        yield from step.skipped(table)


def ask(table: Table, step: str, seat: int) -> Iterable[Event]:
    """Ask another seat within the turn."""
    return begin(table, StepBegan(step, seat, table.player, table.turn))


def next_seat(table: Table, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % table.layout.seats


def next_turn(table: Table, step: str, *, hands_count: bool = False) -> Iterable[Event]:
    """Pass the turn on to the next seat; at a standstill the deal ends instead.

    ``hands_count`` says that hands are then scored, so that they are shown.
    """
    if not table.progress:
        # So many turns a player; the turn that is ending counts too.
        limit = table.rules.standstill * table.layout.seats
        if limit and table.idle + 1 >= limit:
            return end_deal(table, STANDSTILL) if hands_count else finish(table, STANDSTILL)
    seat = (table.player + 1) % table.layout.seats
    return begin(table, StepBegan(step, seat, seat, table.turn + 1))


def finish(table: Table, ending: str) -> Iterator[Event]:
    """Score the deal and end it."""
    sheet = table.rules.score_deal(table, ending)
    for line in sheet.lines:
        yield Scored(line.side, line.reason, line.points)
    yield DealEnded(sheet.ending, sheet.winner, sheet.boxes, sheet.void)


def show_hand(table: Table, seat: int) -> Iterator[Event]:
    """Show the cards left in a hand to all."""
    cards = tuple(sorted(cards_of(table.hand(seat)), key=by_face))
    if cards:
        yield Shown(cards, table.layout.hands[seat], table.layout.everyone)


def end_deal(table: Table, ending: str) -> Iterator[Event]:
    """Show all hands for the count, score the deal and end it."""
    for seat in range(table.layout.seats):
        yield from show_hand(table, seat)
    yield from finish(table, ending)
