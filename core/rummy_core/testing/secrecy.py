"""Secrecy: non-interference, the one property that holds whatever a game hides.

From what a seat knows a second table is imagined, on which everything hidden may
lie elsewhere. The seat must not be able to tell the two tables apart: not by its view,
not by what it may do, not by why it may not, and not by what it sees of anybody's
action, up to the first card that is turned to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Final

from rummy_core.actions import Action, Decision, Discard, heard
from rummy_core.cards import Card
from rummy_core.chance import Chance
from rummy_core.deal import Deal, LogEntry, entries_for, table_of
from rummy_core.events import Borrowed, Exchanged, Laid, Moved, Shown, Shuffled
from rummy_core.imagine import imagine
from rummy_core.notation import write_fact
from rummy_core.table import evolve
from rummy_core.testing.failures import Fault, Property
from rummy_core.testing.legality import ACCEPTED, play
from rummy_core.views import View, view_of

SAME_VIEW: Final = Property(
    "non-interference: the view",
    "something of a hidden card got into what a seat sees: a note, an order, a count by kind",
)
SAME_ACTIONS: Final = Property(
    "non-interference: the legal actions",
    "`actions` looks at cards that the acting seat cannot see, such as another hand or the stock",
)
SAME_REFUSALS: Final = Property(
    "non-interference: the refusals",
    "`refuse`, or the words of a refusal, look at cards that the acting seat cannot see",
)
SAME_EVENTS: Final = Property(
    "non-interference: the masked events",
    "what happens, or whom it is told, hangs on hidden cards: a step is skipped by what a hand holds, a "
    "note says it, or `seen` has a seat too many",
)
SAME_NOTES: Final = Property(
    "non-interference: the notes of a deal",
    "`deal_notes` are public: they may tell only what lies face up",
)


def check_secrecy(
    deal: Deal, seat: int, asked: Sequence[Action], tried: Sequence[Action], rng: Random
) -> int:
    """Check that ``seat`` cannot tell the table from one it imagines; return how many actions were tried.

    ``asked`` are put to both tables where the seat acts, ``tried`` are listed
    actions that are played on both where both allow them.
    """
    view = view_of(deal.table, seat)
    table = imagine(view, rng)
    imagined = view_of(table, seat)
    if imagined != view:
        raise Fault(SAME_VIEW, f"seat {seat} would see another table: {_difference(view, imagined)}")
    other = Deal.at(deal.book, table, Chance(f"imagined {rng.random()}"))
    if seat == deal.seat:
        _check_own(deal, other, asked)
    return sum(_check_tried(deal, other, seat, action) for action in tried)


def check_notes(deal: Deal, rng: Random) -> None:
    """Check that the notes with which a deal begins follow, for every seat, from what it saw dealt.

    Later they are taken for granted: an imagined table has the notes of the real one.
    """
    table = table_of(deal.log[0])
    table.rules = deal.rules
    for entry in deal.log:
        if isinstance(entry, Shuffled | Moved | Shown):
            evolve(table, entry)
    noted = deal.book.hooks.deal_notes(table=table)
    for seat in range(table.layout.seats):
        imagined = deal.book.hooks.deal_notes(table=imagine(view_of(table, seat), rng))
        if noted != imagined:
            raise Fault(
                SAME_NOTES, f"{dict(noted)} here, {dict(imagined)} where seat {seat} would know the same"
            )


def _difference(view: View, imagined: View) -> str:
    places = [name for name in view.zones if view[name] != imagined[name]]
    if places:
        return f"{places[0]} is {view[places[0]]} here, {imagined[places[0]]} there"
    names = [name for name in View.FIELDS if name not in ("rules", "_zones")]
    return ", ".join(name for name in names if getattr(view, name) != getattr(imagined, name))


def _check_own(deal: Deal, other: Deal, asked: Sequence[Action]) -> None:
    here, there = deal.legal_actions(), other.legal_actions()
    if here != there:
        only = [str(one) for one in (*here, *there) if (one in here) != (one in there)]
        told = ", ".join(only) or "their order"
        raise Fault(SAME_ACTIONS, f"seat {deal.seat} would be offered others where it knows the same: {told}")
    for action in asked:
        why, why_there = deal.why_illegal(action), other.why_illegal(action)
        if why != why_there:
            raise Fault(
                SAME_REFUSALS,
                f"{str(action)!r}: {why or 'legal'}; where seat {deal.seat} knows the same: "
                f"{why_there or 'legal'}",
            )


def _check_tried(deal: Deal, other: Deal, seat: int, action: Action) -> bool:
    here, there = deal.copy(), other.copy()
    play(here, action)
    same = _same_there(other, action, seat, here.log[len(deal.log) :])
    if same is None:
        return False
    try:
        there.play(same)
    except Exception as error:
        # The rules may be at fault only on the imagined table; that is a table as good as any.
        raise Fault(ACCEPTED, f"{str(same)!r} fails on an imagined table: {error!r}") from error
    if _same_until_turned(deal, here, there, seat, action):
        now, then = here.view(seat), there.view(seat)
        if now != then:
            raise Fault(
                SAME_VIEW,
                f"after {str(action)!r} of seat {deal.seat}, which showed seat {seat} no card, it would see "
                f"another table: {_difference(now, then)}",
            )
    return True


def _same_there(other: Deal, action: Action, seat: int, log: Sequence[LogEntry]) -> Action | None:
    """The action on the imagined table: the same, or one that ``seat`` hears as the same.

    ``log`` is what the action brought about on the real one.
    """
    if other.why_illegal(action) is None:
        return action
    if isinstance(action, Discard) and isinstance(log[1], Moved) and not log[1].seen >> seat & 1:
        # Its card lay face down.
        return next((one for one in other.legal_actions() if isinstance(one, Discard)), None)
    if heard(action) == action:
        return None
    return next((one for one in other.legal_actions() if heard(one) == heard(action)), None)


def _same_until_turned(deal: Deal, here: Deal, there: Deal, seat: int, action: Action) -> bool:
    """Check that ``seat`` saw the same in both, up to a card that is new to it; whether there was none."""
    now = deal.table.copy()
    log = here.log[len(deal.log) :]
    for one, seen, seen_there in zip_longest(log, entries_for(log, seat), entries_for(there.log, seat)):
        known = now.known[seat]
        if any(_turned(entry) & ~known for entry in (seen, seen_there)):
            return False
        if seen == seen_there:
            said = said_there = ""
        else:
            said, said_there = (_said(entry, deal.table.layout.everyone) for entry in (seen, seen_there))
        if said != said_there:
            raise Fault(
                SAME_EVENTS,
                f"after {str(action)!r} of seat {deal.seat}, seat {seat} sees {said!r} here, and "
                f"{said_there!r} where it knew the same",
            )
        if not isinstance(one, Decision):
            evolve(now, one)
    return True


def _said(entry: LogEntry | None, everyone: int) -> str:
    """An entry as it is told: equal cards are told alike."""
    if entry is None:
        return "nothing more"
    return str(entry) if isinstance(entry, Decision) else write_fact(entry, everyone)


def _turned(entry: LogEntry | None) -> int:
    """The cards that an event, as it was seen, shows."""
    cards: Sequence[Card | None] = ()
    if isinstance(entry, Moved | Shown | Laid):
        cards = entry.cards
    elif isinstance(entry, Shuffled):
        cards = entry.order
    elif isinstance(entry, Exchanged):
        cards = (entry.card, entry.wild)
    elif isinstance(entry, Borrowed):
        cards = (entry.card,)
    mask = 0
    for card in cards:
        if card is not None:
            mask |= card.bit
    return mask
