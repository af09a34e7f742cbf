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

from rummy_core.actions import Action, Decision, heard
from rummy_core.cards import Card, text_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal, LogEntry, entry_for
from rummy_core.events import Event, Laid, Moved, Shown, Shuffled
from rummy_core.imagine import imagine
from rummy_core.table import Table, evolve
from rummy_core.testing.failures import Fault
from rummy_core.testing.legality import ACCEPTED, play
from rummy_core.views import View, view_of

SAME_VIEW: Final = "non-interference: the view"
SAME_ACTIONS: Final = "non-interference: the legal actions"
SAME_REFUSALS: Final = "non-interference: the refusals"
SAME_EVENTS: Final = "non-interference: the masked events"


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


def _difference(view: View, imagined: View) -> str:
    places = [name for name in view.zones if view[name] != imagined[name]]
    if places:
        return f"{places[0]} is {view[places[0]]} here, {imagined[places[0]]} there"
    names = [name for name in View.__slots__ if name not in ("rules", "_zones")]
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
    same = _same_there(other, action)
    if same is None:
        return False
    here, there = deal.copy(), other.copy()
    play(here, action)
    try:
        there.play(same)
    except Exception as error:
        # The rules may be at fault only on the imagined table; that is a table as good as any.
        raise Fault(ACCEPTED, f"{str(same)!r} fails on an imagined table: {error!r}") from error
    here_log, there_log = here.log[len(deal.log) :], there.log
    parted = _parted(deal.table, here_log, there_log, seat)
    if parted is not None:
        raise Fault(
            SAME_EVENTS,
            f"after {str(action)!r} of seat {deal.seat}, seat {seat} sees {parted[0]} here and {parted[1]} "
            f"where it knew the same",
        )
    return True


def _same_there(other: Deal, action: Action) -> Action | None:
    """The action on the imagined table: the same, or one that the others hear as the same."""
    if other.why_illegal(action) is None:
        return action
    if heard(action) == action:
        return None
    return next((one for one in other.legal_actions() if heard(one) == heard(action)), None)


def _parted(
    table: Table, here: Sequence[LogEntry], there: Sequence[LogEntry], seat: int
) -> tuple[object, object] | None:
    """Where two logs part for ``seat`` before a card is new to it; None where they do not.

    Where no card is new to the end, it sees the same table in the end too: what it
    knows follows from what it saw.
    """
    now = table.copy()
    for one, two in zip_longest(here, there):
        known = now.known[seat]
        seen_one = None if one is None else entry_for(one, seat)
        seen_two = None if two is None else entry_for(two, seat)
        if any(turned & ~known for turned in (_turned(seen_one), _turned(seen_two))):
            return None
        # The decision is the same by choice, or is heard as the same.
        if seen_one != seen_two and not (isinstance(one, Decision) and isinstance(two, Decision)):
            return seen_one or "nothing more", seen_two or "nothing more"
        if one is not None and not isinstance(one, Decision):
            evolve(now, one)
    return None


def _turned(entry: LogEntry | None) -> int:
    """The cards that an event, as it was seen, shows."""
    cards: Sequence[Card | None] = ()
    if isinstance(entry, Moved | Shown | Laid):
        cards = entry.cards
    elif isinstance(entry, Shuffled):
        cards = entry.order
    mask = 0
    for card in cards:
        if card is not None:
            mask |= card.bit
    return mask


TOLD: Final = "events tell what is known"


class Follower:
    """What a seat can know from the masked events alone, as a reader of its log would reckon it.

    The table's own knowledge, which views are made of, may hold nothing more and
    nothing less.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._seat = seat
        self._zones = table.layout.zone
        self._place: dict[Card, str] = {}
        if self._zones[table.layout.zones[0].name].viewers >> seat & 1:
            self._place = dict.fromkeys(table.layout.pack.cards, table.layout.zones[0].name)

    def follow(self, event: Event) -> None:
        """Take in an event as the seat saw it."""
        if isinstance(event, Shuffled):
            self._forget(event.zone)
            self._put(event.order, event.zone)
        elif isinstance(event, Moved):
            # A card that left an unordered zone unseen may be any of those known there.
            if None in event.cards and not self._zones[event.source].ordered:
                self._forget(event.source)
            self._put(event.cards, event.target)
        elif isinstance(event, Shown):
            self._put(event.cards, event.zone)
        elif isinstance(event, Laid):
            self._put(event.cards, "melds")

    def _forget(self, zone: str) -> None:
        self._place = {card: place for card, place in self._place.items() if place != zone}

    def _put(self, cards: Sequence[Card | None], zone: str) -> None:
        for card in cards:
            if card is not None:
                self._place[card] = zone

    def check(self, table: Table) -> None:
        """Check that the table holds for the seat what it can know."""
        known = 0
        for card, place in self._place.items():
            known |= card.bit
            if place != "melds" and not table.masks[place] & card.bit:
                raise Fault(TOLD, f"seat {self._seat} saw the {card} go to {place}; it is not there")
        if known != table.known[self._seat]:
            more = [card for card in table.layout.pack.cards if table.known[self._seat] & ~known & card.bit]
            less = [card for card in table.layout.pack.cards if known & ~table.known[self._seat] & card.bit]
            raise Fault(
                TOLD,
                f"seat {self._seat} is held to know {text_of(more) or 'nothing'} that no event told it, "
                f"and not to know {text_of(less) or 'nothing'} that one did",
            )
