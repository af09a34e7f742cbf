"""Offering: a card of the hand is shown and goes to the first who accepts it; some stop the taker's draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rummy_core.actions import (
    ACCEPT,
    OFFERS,
    PASS,
    Accept,
    Action,
    Draw,
    Offer,
    Pass,
    Refusal,
    Take,
)
from rummy_core.cards import Card, cards_of
from rummy_core.chance import Chance
from rummy_core.copies import one_of_each
from rummy_core.events import DEAL, TURN, Event, Moved, Noted, Shown
from rummy_core.flow import Skippable, ask, end_deal, go_to, next_seat, next_turn
from rummy_core.laying import NOT_HELD
from rummy_core.melding import STOCK_OUT
from rummy_core.steps import DRAWN, NO_OFFER, DrawStep
from rummy_core.table import Notes, Table
from rummy_core.zones import STOCK

OFFERED_CARD: Final = "offered card"
"""Note of the turn: the card that is offered."""
ONE_CARD: Final = "one card"
"""Note of the turn: its player has said that one card is left to him."""

OFFER_NOW: Final = Refusal("Your turn ends with an offer: name the card you offer.")


NOT_YOUR_TURN: Final = Refusal("It is not your turn: accept the card that is offered, or pass.")


def stopped(seat: int) -> str:
    """Note of the deal: whether a seat has taken a stop card, and does not draw in its next turn."""
    return f"stopped {seat}"


def accepted(seat: int, giver: int) -> str:
    """Note of the deal: the card that a seat has accepted from another since its last turn."""
    return f"accepted {seat} from {giver}"


def is_stopped(notes: Notes, seat: int) -> bool:
    """Whether a seat skips its next draw, by the notes of the deal."""
    return notes.get(stopped(seat)) is True


@dataclass(frozen=True, slots=True)
class StoppableDraw(DrawStep, Skippable):
    """Draw the top of the stock; who has taken a stop card does not draw."""

    from_pile: bool = False

    def skipped(self, table: Table) -> Iterable[Event]:
        """Go on without a draw where a stop card was taken, which is then spent."""
        if not is_stopped(table.deal_notes, table.seat):
            return ()
        return chain((Noted(stopped(table.seat), False, DEAL),), go_to(table, self.then))


@dataclass(frozen=True, slots=True)
class OfferStep(Skippable):
    """Offer a card to the others in turn; with one card left nothing is offered.

    The turn then passes to ``next_turn``. Without a stock the deal ends instead of an offer.
    With ``no_return`` a card accepted since the last turn is not offered by who holds any other.
    """

    name: str = "offer"
    answer: str = "answer offer"
    next_turn: str = "draw"
    no_return: bool = False

    def skipped(self, table: Table) -> Iterable[Event]:
        """End the deal where the stock is used up, and say so where one card is left."""
        if not table.masks[STOCK]:
            return end_deal(table, STOCK_OUT)
        if table.hand(table.seat).bit_count() == 1:
            return self._one_card(table)
        return ()

    def _one_card(self, table: Table) -> Iterator[Event]:
        yield Noted(ONE_CARD, True, TURN)
        yield from _spent(table)
        yield from next_turn(table, self.next_turn, hands_count=True)

    def _barred(self, table: Table) -> int:
        """The cards that may not be offered now, as a mask."""
        if not self.no_return:
            return 0
        hand = table.hand(table.seat)
        barred = sum(card.bit for _, card in _just_accepted(table)) & hand
        return barred if hand & ~barred else 0

    def actions(self, table: Table) -> Sequence[Action]:
        """List an offer of each card; of equal ones one."""
        free = table.hand(table.seat) & ~self._barred(table)
        return [OFFERS[card.index] for card in cards_of(one_of_each(table, free))]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse a card that is not held, or has just been accepted."""
        if isinstance(action, Offer):
            if not table.hand(table.seat) & action.card.bit:
                return NOT_HELD
            if self._barred(table) & action.card.bit:
                return Refusal(f"The {action.card} was accepted since your last turn; offer another card.")
            return None
        if isinstance(action, Draw | Take):
            return DRAWN
        return NO_OFFER if isinstance(action, Pass) else OFFER_NOW

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        """Show the card to all, and ask the left neighbour."""
        assert isinstance(action, Offer)
        yield Shown((action.card,), table.layout.hands[table.seat], table.layout.everyone)
        yield Noted(OFFERED_CARD, action.card, TURN)
        yield from _spent(table)
        yield from ask(table, self.answer, next_seat(table, table.seat))


def _just_accepted(table: Table) -> list[tuple[str, Card]]:
    """The cards that the acting seat has accepted since its last turn, by their notes."""
    names = [accepted(table.seat, giver) for giver in range(table.layout.seats)]
    return [(name, card) for name in names if isinstance(card := table.deal_notes.get(name), Card)]


def _spent(table: Table) -> Iterator[Event]:
    """Forget what the acting seat had accepted before this turn."""
    for name, _ in _just_accepted(table):
        yield Noted(name, None, DEAL)


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept the card that is offered, or let it go to the next; refused by all it stays.

    ``stops`` are the ranks of stop cards: they are offered to the left neighbour only, who skips
    his next draw for one. With ``notes_accepted`` it is noted who has accepted which card.
    """

    name: str = "answer offer"
    next_turn: str = "draw"
    stops: tuple[int, ...] = ()
    notes_accepted: bool = False

    def actions(self, table: Table) -> Sequence[Action]:
        """List accepting and passing."""
        return [ACCEPT, PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse anything else: it is another's turn."""
        return None if isinstance(action, Accept | Pass) else NOT_YOUR_TURN

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        """Move the card to the taker, or ask the next; then the turn passes on."""
        card = table.turn_notes[OFFERED_CARD]
        assert isinstance(card, Card)
        taker = table.seat
        stop = card.rank in self.stops
        if isinstance(action, Accept):
            hands = table.layout.hands
            yield Moved((card,), hands[table.player], hands[taker], table.layout.everyone)
            if self.notes_accepted:
                yield Noted(accepted(taker, table.player), card, DEAL)
            if stop:
                yield Noted(stopped(taker), True, DEAL)
        elif not stop and next_seat(table, taker) != table.player:
            yield from ask(table, self.name, next_seat(table, taker))
            return
        yield from next_turn(table, self.next_turn, hands_count=True)
