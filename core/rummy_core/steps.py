"""Steps: the one notion of flow. A step says what its seat may do, and what then happens.

Steps are frozen data: a game wires them by the names of their exits, and a
house rule replaces one or changes a field. Here are those of drawing and
discarding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Final, Protocol

from rummy_core.actions import (
    DISCARDS,
    DRAW,
    PASS,
    TAKE,
    Action,
    Discard,
    Draw,
    Pass,
    Refusal,
    Take,
    TakePile,
)
from rummy_core.cards import Card, PerCard
from rummy_core.chance import Chance
from rummy_core.copies import one_of_each
from rummy_core.events import TURN, Event, Moved, Noted, StepBegan
from rummy_core.flow import begin, end_deal, go_to, next_seat, next_turn
from rummy_core.refills import Refill, can_refill, refill_at_once, refilled
from rummy_core.table import Table
from rummy_core.zones import DISCARD, STOCK

TAKEN: Final = "taken"
"""Note of the turn: the card just taken from the discard pile."""
RETURNED: Final = "returned"
"""Note of the turn: the player's own last discard, which came straight back to the pile."""
OFFERED: Final = "offered"
"""Note of the turn: the card taken was the first upcard, which nobody had discarded."""


class Step(Protocol):
    """What a step answers. Only one seat acts in it: ``table.seat``."""

    @property
    def name(self) -> str:
        """The name that exits use, and that a view shows."""

    def actions(self, table: Table) -> Sequence[Action]:
        """List the legal actions; no two are the same."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Why ``action`` is illegal, decided directly; None where it is legal."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """What a legal action brings about; each event is applied before the next is asked for."""


def with_fields(steps: Iterable[Step], **changes: object) -> tuple[Step, ...]:
    """The steps, each with those of ``changes`` that it has a field for."""
    return tuple(_with_fields(step, changes) for step in steps)


def _with_fields(step: Step, changes: Mapping[str, object]) -> Step:
    if not is_dataclass(step):
        return step
    own = {one.name for one in fields(step)}
    return replace(step, **{name: value for name, value in changes.items() if name in own})


DRAW_FIRST: Final = Refusal("Draw first: take the top of the discard pile or draw from the stock.")
DRAW_FROM_STOCK: Final = Refusal("Draw first: the top card of the stock.")
DRAWN: Final = Refusal("You have drawn already.")
PILE_NEEDS_MELD: Final = Refusal(
    "You may take from the discard pile only when you have a meld of your own on the table."
)
NO_OFFER: Final = Refusal("There is nothing to pass on now.")
STOCK_LEFT: Final = Refusal("You must draw: the stock has cards.")
STOCK_TO_COME: Final = Refusal("You must draw: the discard pile makes a new stock.")
UPCARD_FIRST: Final = Refusal(
    "The upcard comes first: take it or pass; the stock opens when all have passed."
)
DISCARD_NOW: Final = Refusal("Your turn ends with a discard; nothing is laid now.")


def take_top(table: Table) -> tuple[Event, ...]:
    """Take the top of the discard pile to the acting seat's hand; it is noted."""
    card = table.orders[DISCARD][-1]
    hand = table.layout.hands[table.seat]
    return (Moved((card,), DISCARD, hand, table.layout.everyone), Noted(TAKEN, card, TURN))


def draw_top(table: Table) -> Moved:
    """Draw the top of the stock to the acting seat's hand."""
    hand = table.layout.hands[table.seat]
    card = table.orders[STOCK][-1]
    return Moved((card,), STOCK, hand, table.sees(card, STOCK, hand))


@dataclass(frozen=True, slots=True)
class DrawStep:
    """Draw the top of the stock, or take the top of the discard pile.

    With ``pile_needs_meld`` only a side that has a meld on the table takes from the pile. An
    empty stock is filled again as ``refill`` says. Where it cannot be, a player who
    takes nothing passes, and the deal ends as ``pass_ends`` says; without that
    word nobody may pass.
    """

    name: str = "draw"
    then: str = "discard"
    from_pile: bool = True
    pile_closed: str = "The discard pile is closed now: draw from the stock."
    pile_needs_meld: bool = False
    refill: Refill | None = None
    pass_ends: str = ""

    def actions(self, table: Table) -> Sequence[Action]:
        """List the piles that can be drawn from."""
        listed: list[Action] = []
        if table.masks[STOCK] or self._can_refill(table):
            listed.append(DRAW)
        if self.from_pile and table.masks[DISCARD] and self.why_no_pile(table) is None:
            listed.append(TAKE)
        if self.pass_ends and DRAW not in listed:
            listed.append(PASS)
        return listed

    def why_no_pile(self, table: Table) -> Refusal | None:
        """Why nothing may be taken from the pile, whatever lies there."""
        side = table.layout.side_of[table.seat]
        if self.pile_needs_meld and not any(meld.owner == side for meld in table.melds):
            return PILE_NEEDS_MELD
        return None

    def _can_refill(self, table: Table) -> bool:
        return self.refill is not None and can_refill(table, self.refill)

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse an empty or closed pile."""
        if isinstance(action, Draw):
            return None if table.masks[STOCK] or self._can_refill(table) else Refusal("The stock is empty.")
        if isinstance(action, Take) and self.from_pile:
            return self.why_no_pile(table) if table.masks[DISCARD] else Refusal("The discard pile is empty.")
        if isinstance(action, Take | TakePile) and not self.from_pile:
            return Refusal(self.pile_closed)
        if isinstance(action, Pass):
            if not self.pass_ends:
                return NO_OFFER
            if table.masks[STOCK]:
                return STOCK_LEFT
            return STOCK_TO_COME if self._can_refill(table) else None
        return DRAW_FIRST if self.from_pile else DRAW_FROM_STOCK

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Move the card to the hand; one from the pile is noted."""
        if isinstance(action, Pass):
            return end_deal(table, self.pass_ends)
        then = go_to(table, self.then)
        if isinstance(action, Take):
            return chain(take_top(table), then)
        if self.refill is not None:
            return chain(self._draw_refilling(table, self.refill, chance), then)
        return chain((draw_top(table),), then)

    def _draw_refilling(self, table: Table, refill: Refill, chance: Chance) -> Iterator[Event]:
        if not table.masks[STOCK]:
            yield from refilled(table, refill, chance)
        yield draw_top(table)
        yield from refill_at_once(table, refill, chance)


@dataclass(frozen=True, slots=True)
class OfferUpcard:
    """The first upcard is offered once round; if all let it go, the first seat draws."""

    name: str = "upcard"
    then: str = "discard"
    refused: str = "draw from stock"

    def actions(self, table: Table) -> Sequence[Action]:
        """List taking and passing."""
        return [TAKE, PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse the stock: the upcard comes first."""
        return None if isinstance(action, Take | Pass) else UPCARD_FIRST

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Take the upcard, or offer it to the next seat."""
        seat = table.seat
        if isinstance(action, Take):
            return chain(take_top(table), (Noted(OFFERED, True, TURN),), go_to(table, self.then))
        nobody_left = seat == table.layout.dealer
        asked = next_seat(table, seat)
        step = self.refused if nobody_left else self.name
        return begin(table, StepBegan(step, asked, asked, table.turn))


@dataclass(frozen=True, slots=True)
class DiscardStep:
    """Lay a card face up on the discard pile; the turn passes on.

    ``same_card`` allows the card just taken from the pile; ``note_returned``
    tells the player who threw that card that it came straight back.
    """

    name: str = "discard"
    then: str = "draw"
    same_card: bool = False
    note_returned: bool = False

    def barred(self, table: Table) -> int:
        """The card that may not be discarded this turn, as a mask."""
        taken = table.turn_notes.get(TAKEN)
        return 0 if self.same_card or taken is None else taken.bit  # type: ignore[union-attr]

    def actions(self, table: Table) -> Sequence[Action]:
        """List a discard for each card of the hand that is not barred."""
        free = table.hand(table.seat) & ~self.barred(table)
        return discards.of(one_of_each(table, free) if table.layout.has_copies else free)

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse a card that is not held, or was just taken."""
        if isinstance(action, Discard):
            return self.refuse_card(table, action.card.bit)
        if isinstance(action, Draw | Take):
            return DRAWN
        return NO_OFFER if isinstance(action, Pass) else DISCARD_NOW

    def refuse_card(self, table: Table, bit: int) -> Refusal | None:
        """Refuse to part with a card."""
        if not table.masks[table.layout.hands[table.seat]] & bit:
            return Refusal("That card is not in your hand.")
        if not self.same_card:
            taken = table.turn_notes.get(TAKEN)
            if taken is not None and taken.bit == bit:  # type: ignore[union-attr]
                return Refusal(
                    f"The {taken} was just taken from the discard pile; it may not go back this turn."
                )
        return None

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Move the card to the pile and pass the turn on."""
        assert isinstance(action, Discard)
        gone = Moved((action.card,), table.layout.hands[table.seat], DISCARD, table.layout.everyone)
        return chain((gone,), self.pass_on(table, action.card))

    def pass_on(self, table: Table, card: Card) -> Iterable[Event]:
        """Pass the turn on after ``card`` was discarded."""
        if self.note_returned and table.turn_notes.get(TAKEN) is card and OFFERED not in table.turn_notes:
            return self._return(table, card)
        return next_turn(table, self.then)

    def _return(self, table: Table, card: Card) -> Iterator[Event]:
        yield from next_turn(table, self.then)
        if table.sheet is None:
            yield Noted(RETURNED, card, TURN)


discards: Final[PerCard[Action]] = PerCard(lambda card: DISCARDS[card.index])
"""The discards of the cards in a mask."""
