"""Cards turned up: each is offered round the table, used at once or let go, and comes to no hand.

A card of the stock is turned up on the discard pile. Who uses it lays it at once and discards a
card, which is offered in its place; when all have let one go the next player turns another up. So
a hand never grows, and who discards his last card plays on without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from rummy_core.actions import PASS, Action, Discard, LayMeld, Pass, Refusal, Take, TakePile
from rummy_core.borrowing import borrow, borrowed_by, borrowing_melds, borrowing_melds_with, refuse_borrowing
from rummy_core.cards import Card
from rummy_core.chance import Chance
from rummy_core.events import TURN, Event, Moved, Noted, StepBegan
from rummy_core.flow import ask, begin, end_deal, next_seat, next_turn
from rummy_core.laying import Lays, as_taking, lay
from rummy_core.melding import OUT, STOCK_OUT, MeldStep
from rummy_core.pile_taking import TakePileStep
from rummy_core.table import Table
from rummy_core.zones import DISCARD, STOCK

THROWN: Final = "thrown"
"""Note of the turn: the seat that discarded the card on offer; none where it was turned up."""
LET_GO: Final = "let go"
"""Note of the turn: the seat that has just let the card on offer go, though a meld of its own takes it."""

USE_OR_PASS: Final = Refusal("A card lies face up: use it at once, or pass.")


@dataclass(frozen=True, slots=True)
class CardUpStep(TakePileStep):
    """Use the card that lies face up, or let it go to the next seat.

    It is laid straight from the pile, in a new meld with cards of the hand or on a meld; then its player
    goes on in the step ``then``. All are asked, first the player who turned it up, but for one who has
    discarded it. Without a stock to turn the next card from the deal ends. ``force`` names the step in which
    the others may force the card on who lets it go though a meld of his own takes it. With ``borrows`` a new
    meld may have cards that own melds can spare.
    """

    name: str = "card up"
    fan: bool = False
    top_only: bool = True
    own_melds: bool = True
    force: str = ""
    borrows: bool = False

    def actions(self, table: Table) -> Sequence[Action]:
        """List the ways to use the card, and passing."""
        return [*self._takings(table, table.orders[DISCARD]), PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no use of the card."""
        if isinstance(action, Pass):
            return None
        top = table.top(DISCARD)
        if isinstance(action, TakePile) and action.card is not top:
            return Refusal(f"Only the card that lies face up, the {top}, may be used.")
        if isinstance(action, TakePile) and self._borrows(table, action):
            assert isinstance(action.use, LayMeld)
            own = table.hand(table.seat) | action.card.bit
            return refuse_borrowing(table, own, action.use, as_taking(action))
        # super() without arguments does not find the class of a slotted dataclass.
        return (
            TakePileStep.refuse(self, table, action) if isinstance(action, Take | TakePile) else USE_OR_PASS
        )

    def _borrows(self, table: Table, action: TakePile) -> bool:
        """Whether the card is to be used in a meld with cards that lie in others."""
        use = action.use
        if not self.borrows or not isinstance(use, LayMeld) or action.card not in use.cards:
            return False
        return bool(borrowed_by(table, table.seat, use.cards))

    def _takings(self, table: Table, pile: tuple[Card, ...]) -> Iterator[TakePile]:
        yield from TakePileStep._takings(self, table, pile)
        if self.borrows:
            for meld in borrowing_melds_with(table, table.hand(table.seat), pile[-1]):
                yield TakePile(pile[-1], meld)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the card, or ask the next seat; let go by all it stays on the pile."""
        return self._use(table, action) if isinstance(action, TakePile) else self._let_go(table)

    def _use(self, table: Table, action: TakePile) -> Iterator[Event]:
        seat = table.seat
        if isinstance(action.use, LayMeld):
            yield from borrow(table, seat, action.use.cards)
        yield replace(lay(table, seat, action.use), source=DISCARD)
        yield from play_on(table, self.then, seat)

    def _let_go(self, table: Table) -> Iterator[Event]:
        seat = table.seat
        if self.force and fits_own(table, seat):
            yield Noted(LET_GO, seat, TURN)
            yield from ask(table, self.force, next_seat(table, seat))
        else:
            yield from offer_on(table, self.name, seat)


def fits_own(table: Table, seat: int) -> bool:
    """Whether the card that lies face up can be laid off on a meld of the seat's side."""
    side, card = table.layout.side_of[seat], table.orders[DISCARD][-1]
    rules = table.rules.meld_rules
    return any(meld.owner == side and rules.fits(meld) & card.bit for meld in table.melds)


def play_on(table: Table, step: str, seat: int) -> Iterator[Event]:
    """The turn of who has laid the card goes on; without cards in hand he is out."""
    yield from begin(table, StepBegan(step, seat, seat, table.turn))
    if not table.hand(seat):
        yield from end_deal(table, OUT)


def offer_on(table: Table, step: str, seat: int) -> Iterator[Event]:
    """Offer the card that ``seat`` has let go to the next, or turn another up."""
    asked = next_seat(table, seat)
    last = table.turn_notes.get(THROWN, table.player)
    assert isinstance(last, int)
    if asked != last:
        yield from ask(table, step, asked)
    elif not table.masks[STOCK]:
        yield from end_deal(table, STOCK_OUT)
    else:
        turning = next_seat(table, last)
        yield StepBegan(step, turning, turning, table.turn + 1)
        yield Moved((table.orders[STOCK][-1],), STOCK, DISCARD, table.layout.everyone)


@dataclass(frozen=True, slots=True)
class PlayOnStep(MeldStep):
    """Meld and lay off after a card was used, then discard: that card is offered to all others in turn.

    Who discards his last card is not out: he has yet to use one more. With ``borrows`` a new meld may have
    cards that own melds can spare.
    """

    then: str = "card up"
    own_melds: bool = True
    borrows: bool = False

    def lays(self, table: Table, hand: int) -> list[Lays]:
        """List the melds, those with borrowed cards too, and the lay-offs of ``hand``."""
        found = MeldStep.lays(self, table, hand)
        return [*found, *borrowing_melds(table, hand)] if self.borrows else found

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no meld, does not fit, or cannot be borrowed."""
        if self.borrows and isinstance(action, LayMeld) and borrowed_by(table, table.seat, action.cards):
            return refuse_borrowing(table, table.hand(table.seat), action)
        return MeldStep.refuse(self, table, action)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the cards and go on, or discard and offer that card."""
        if isinstance(action, Discard):
            return self._throw(table, action)
        lent = borrow(table, table.seat, action.cards) if isinstance(action, LayMeld) else ()
        return chain(lent, MeldStep.decide(self, table, action, chance))

    def _throw(self, table: Table, action: Discard) -> Iterator[Event]:
        seat = table.seat
        yield Moved((action.card,), table.layout.hands[seat], DISCARD, table.layout.everyone)
        yield from next_turn(table, self.then)
        yield Noted(THROWN, seat, TURN)
