"""Deals: one deal played out, action by action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from typing import TYPE_CHECKING

from rummy_core.actions import Action, Decision, Discard, DiscardUnseen, IllegalAction, Refusal, heard
from rummy_core.cards import Card
from rummy_core.chance import Chance
from rummy_core.copies import meant
from rummy_core.events import (
    DEAL,
    DealBegan,
    Event,
    Moved,
    Noted,
    NoteValue,
    Shuffled,
    StepBegan,
    masked,
)
from rummy_core.hooks import DealPlan
from rummy_core.scoring import ScoreSheet
from rummy_core.table import EVOLVE, BadFact, Table
from rummy_core.views import View, view_of
from rummy_core.zones import DISCARD, STOCK, Layout

if TYPE_CHECKING:
    from rummy_core.rulebook import Rulebook

LogEntry = Decision | Event

OVER = Refusal("The deal is over.")


class Deal:
    """A deal in play: the table, its rules, its chance, and the log of what happened.

    Make one with :meth:`begin`, or from a table with :meth:`at`.
    """

    __slots__ = ("_actions", "_origin", "book", "chance", "log", "rules", "table")

    def __init__(
        self,
        book: Rulebook,
        table: Table,
        chance: Chance,
        log: list[LogEntry],
        origin: Table | None = None,
    ) -> None:
        self.book = book
        self.rules = book.rules
        self.table = table
        self.table.rules = self.rules
        self.chance = chance
        self.log = log
        self._origin = origin
        self._actions: tuple[Action, ...] | None = None

    @classmethod
    def begin(
        cls,
        book: Rulebook,
        chance: Chance,
        *,
        seats: int | None = None,
        dealer: int = 0,
        notes: Mapping[str, NoteValue] | None = None,
    ) -> Deal:
        """Shuffle, deal and turn the upcard as the rulebook plans it.

        ``notes`` are those that the match gives to the deals of its next round.
        """
        count = book.players if seats is None else seats
        plan, layout = book.plan(count, dealer)
        begun = DealBegan(layout.pack, layout.zones, layout.sides, dealer)
        deal = cls(book, Table(layout), chance, [begun])
        for event in _deal_cards(deal.table, plan, chance):
            deal._happen(event)
        for key, value in (notes or {}).items():
            deal._happen(Noted(key, value, DEAL))
        for key, value in book.hooks.deal_notes(table=deal.table).items():
            deal._happen(Noted(key, value, DEAL))
        deal._happen(StepBegan(plan.step, plan.first, plan.first, 1))
        return deal

    @classmethod
    def at(cls, book: Rulebook, table: Table, chance: Chance) -> Deal:
        """A deal that stands at ``table``, with an empty log."""
        return cls(book, table, chance, [], table.copy())

    def copy(self) -> Deal:
        """Return a deal that is equal and goes on apart from this one."""
        return Deal(self.book, self.table.copy(), self.chance.copy(), self.log.copy(), self._origin)

    @property
    def seat(self) -> int:
        """The seat that must act, -1 when the deal is over."""
        return self.table.seat

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self.table.sheet is not None

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the finished deal.

        Raises:
            ValueError: while the deal goes on.
        """
        if self.table.sheet is None:
            raise ValueError("the deal is not over")
        return self.table.sheet

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the acting seat may do; nothing when the deal is over."""
        if self._actions is None:
            table = self.table
            listed = [] if table.sheet else self.rules.steps[table.step].actions(table)
            if self.rules.vetoes:
                vetoed = self.rules.vetoed(table, listed)
                listed = [action for action in listed if action not in vetoed]
            self._actions = tuple(listed)
        return self._actions

    def why_illegal(self, action: Action) -> Refusal | None:
        """Why the acting seat may not do ``action``; None where it may."""
        table = self.table
        if table.sheet is not None:
            return OVER
        rules = self.rules
        refusal = rules.steps[table.step].refuse(table, action)
        if refusal is not None and table.layout.has_copies:
            action, refusal = self._twin(action, refusal)
        if refusal is None and rules.vetoes:
            return rules.vetoed(table, (action,)).get(action)
        return refusal

    def by_face(self, action: Action) -> Action:
        """Return what a text that names faces means: of equal cards the copy that goes first.

        That is the first that the rules do not refuse, in the order of
        :func:`rummy_core.copies.meant`; ``action`` itself where no cards are equal or the deal is over.
        """
        if not self.table.layout.has_copies or self.is_over:
            return action
        step = self.rules.steps[self.table.step]
        asked = list(meant(self.table, action))
        return next((one for one in asked if step.refuse(self.table, one) is None), asked[0])

    def _twin(self, action: Action, refused: Refusal) -> tuple[Action, Refusal | None]:
        """What :meth:`by_face` returns for an action that is refused, and why that is refused."""
        step = self.rules.steps[self.table.step]
        first: tuple[Action, Refusal] | None = None
        for one in meant(self.table, action):
            refusal = refused if one == action else step.refuse(self.table, one)
            if refusal is None:
                return one, None
            first = first or (one, refusal)
        return first or (action, refused)

    def play(self, action: Action) -> None:
        """Play ``action`` for the acting seat.

        Raises:
            IllegalAction: with the rule that refuses it; nothing is changed.
        """
        table = self.table
        if table.sheet is not None:
            raise IllegalAction(OVER)
        # What why_illegal asks, written out: the step is looked up once for both questions.
        rules = self.rules
        step = rules.steps[table.step]
        refusal = step.refuse(table, action)
        if refusal is not None and table.layout.has_copies:
            action, refusal = self._twin(action, refusal)
        if refusal is None and rules.vetoes:
            refusal = rules.vetoed(table, (action,)).get(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._actions = None
        log = self.log
        log.append(Decision(table.seat, action))
        for event in step.decide(table, action, self.chance):
            EVOLVE[type(event)](table, event)
            log.append(event)

    def _happen(self, event: Event) -> None:
        EVOLVE[type(event)](self.table, event)
        self.log.append(event)

    def view(self, seat: int) -> View:
        """What ``seat`` knows now."""
        return view_of(self.table, seat)

    def events_for(self, seat: int, start: int = 0) -> list[LogEntry]:
        """The log from entry ``start`` as ``seat`` saw it, as copies."""
        return [copy(entry) for entry in entries_for(self.log[start:], seat)]

    def why_no_undo(self, seat: int) -> Refusal | None:
        """Why ``seat`` cannot take its last decision back; None where it can."""
        last = self._last_decision()
        if last is None:
            return Refusal("There is nothing to take back.")
        decision = self.log[last]
        assert isinstance(decision, Decision)
        if decision.seat != seat:
            return Refusal("Another player has acted since.")
        if self.is_over:
            return OVER
        if any(isinstance(entry, Shuffled) for entry in self.log[last:]):
            return Refusal("Cards were shuffled since.")
        if self.table.known[seat] & ~self._table_before(last).known[seat]:
            return Refusal("You have seen a new card since; what was seen cannot be unseen.")
        return None

    def undo(self) -> None:
        """Take the last decision back, by playing the ones before it again."""
        last = self._last_decision()
        if last is None:
            raise ValueError("there is nothing to take back")
        self.table = self._table_before(last)
        self.chance.shuffles -= sum(isinstance(entry, Shuffled) for entry in self.log[last:])
        del self.log[last:]
        self._actions = None

    def _last_decision(self) -> int | None:
        for place in range(len(self.log) - 1, -1, -1):
            if isinstance(self.log[place], Decision):
                return place
        return None

    def _table_before(self, end: int) -> Table:
        """The table as it was before log entry ``end``."""
        table = self._origin.copy() if self._origin else table_of(self.log[0])
        table.rules = self.rules
        for entry in self.log[:end]:
            if not isinstance(entry, Decision | DealBegan):
                EVOLVE[type(entry)](table, entry)
        return table


def table_of(begun: LogEntry) -> Table:
    """The table at the beginning of a deal, before a card was moved."""
    if not isinstance(begun, DealBegan):
        raise BadFact("a deal begins with its pack, zones and sides")
    return Table(Layout(begun.pack, begun.zones, begun.sides, begun.dealer))


def entries_for(entries: Sequence[LogEntry], seat: int) -> list[LogEntry]:
    """Part of a log as ``seat`` saw it."""
    following = chain(entries[1:], (None,))
    return [entry_for(entry, seat, then) for entry, then in zip(entries, following, strict=True)]


def entry_for(entry: LogEntry, seat: int, then: LogEntry | None = None) -> LogEntry:
    """A log entry as ``seat`` saw it; ``then`` is the entry that follows it.

    What a decision did tells whether its card lies face down.
    """
    if not isinstance(entry, Decision):
        return masked(entry, seat)
    if entry.seat == seat:
        return entry
    if isinstance(entry.action, Discard) and isinstance(then, Moved) and not then.seen >> seat & 1:
        return Decision(entry.seat, DiscardUnseen())
    return Decision(entry.seat, heard(entry.action))


def _deal_cards(table: Table, plan: DealPlan, chance: Chance) -> Iterator[Event]:
    """Shuffle and deal one card at a time, from the dealer's left; then the upcard."""
    yield Shuffled(STOCK, chance.shuffle(table.cards(STOCK)), 0)
    order = table.orders[STOCK][::-1]
    for seat, cards in deal_out(order, plan.hands, table.layout.dealer):
        yield Moved(cards, STOCK, table.layout.hands[seat], 1 << seat)
    if plan.upcard:
        top = table.orders[STOCK][-1]
        yield Moved((top,), STOCK, DISCARD, table.layout.everyone)


def deal_out(order: Sequence[Card], hands: Sequence[int], dealer: int) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the cards of each seat when ``order``, top first, is dealt one at a time."""
    seats = len(hands)
    clockwise = [(dealer + step) % seats for step in range(1, seats + 1)]
    if len(set(hands)) == 1:
        size = hands[0]
        return [(seat, tuple(order[place : seats * size : seats])) for place, seat in enumerate(clockwise)]
    dealt: dict[int, list[Card]] = {seat: [] for seat in clockwise}
    top = iter(order)
    for card_number in range(max(hands)):
        for seat in clockwise:
            if card_number < hands[seat]:
                dealt[seat].append(next(top))
    return [(seat, tuple(cards)) for seat, cards in dealt.items()]
