"""Passing on: a turn ends with a card laid face down for a neighbour, who picks it up in his own turn.

The card goes to the right, against the turn, and lies there known to its giver alone. There
is no discard pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import PASSES_ON, Action, Discard, Draw, Pass, PassOn, Refusal, Take, TakePile
from rummy_core.cards import PerCard
from rummy_core.chance import Chance
from rummy_core.copies import one_of_each
from rummy_core.events import Event, Moved
from rummy_core.exposing import all_exposed, expose
from rummy_core.flow import end_deal, go_to, next_turn
from rummy_core.melding import OUT, PLAY_NOW, MeldStep
from rummy_core.steps import DrawStep, draw_top
from rummy_core.table import Table
from rummy_core.zones import Zone

PASSED: Final = "passed"

NO_PILE: Final = Refusal(
    "There is no discard pile: a card is passed on face down, such as with 'pass on 8D'."
)
NAME_IT: Final = Refusal("Say which card you pass on, such as with 'pass on 8D'.")
PASS_ON_NOW: Final = Refusal("Meld or lay off what you like; a card passed on ends your turn.")
PICK_UP_FIRST: Final = Refusal("Draw first; the card passed on to you comes to your hand with it.")


def passed_to(seat: int, seats: int) -> Zone:
    """The place at the left of ``seat`` where its neighbour lays a card face down: seen by the giver."""
    return Zone(f"{PASSED} {seat}", PASSED, owner=seat, viewers=1 << (seat + 1) % seats, ordered=True)


def receiver(table: Table, seat: int) -> int:
    """Who gets the card that ``seat`` passes on: its neighbour on the right."""
    return (seat - 1) % table.layout.seats


def pick_up(table: Table) -> Iterator[Event]:
    """Take the card that was passed on to the acting seat, if there is one, to its hand."""
    place, hand = f"{PASSED} {table.seat}", table.layout.hands[table.seat]
    for card in table.cards(place):
        yield Moved((card,), place, hand, table.sees(card, place, hand))


@dataclass(frozen=True, slots=True)
class PickUpStep(DrawStep):
    """Pick up the card that was passed on, if there is one, then draw the top of the stock.

    Those of ``exposes``, cards as a mask, that the player then holds he puts face up before him. Who
    has no card left then is out.
    """

    then: str = "play"
    from_pile: bool = False
    pile_closed: str = "There is no discard pile: draw from the stock."
    exposes: int = 0

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse all but drawing."""
        if isinstance(action, Draw | Take | TakePile | Pass):
            return DrawStep.refuse(self, table, action)
        return PICK_UP_FIRST

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Pick up, draw, expose."""
        if isinstance(action, Draw):
            return self._pick_up_and_draw(table)
        return DrawStep.decide(self, table, action, chance)

    def _pick_up_and_draw(self, table: Table) -> Iterator[Event]:
        yield from pick_up(table)
        yield draw_top(table)
        yield from expose(table, self.exposes)
        yield from go_to(table, self.then) if table.hand(table.seat) else end_deal(table, OUT)


@dataclass(frozen=True, slots=True)
class PassOnStep(MeldStep):
    """Meld and lay off as often as one likes; a card passed on ends the turn, an empty hand the deal.

    The deal ends, with the word ``exposed_ends``, after the turn in which the last of ``exposes``, cards as a
    mask, was put face up; where it is 0 none are.
    """

    exposes: int = 0
    exposed_ends: str = "all exposed"

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds, the lay-offs, then the cards that may be passed on."""
        hand = table.hand(table.seat)
        free = one_of_each(table, hand) if table.layout.has_copies else hand
        return [*self.lays(table, hand), *passes_on.of(free)]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no meld, does not fit, or is not held."""
        if isinstance(action, PassOn) and action.card is not None:
            return self.refuse_card(table, action.card.bit)
        if isinstance(action, Pass | PassOn):
            return NAME_IT
        if isinstance(action, Discard):
            return NO_PILE
        refusal = MeldStep.refuse(self, table, action)
        return PASS_ON_NOW if refusal is PLAY_NOW else refusal

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the cards and go on, or pass a card and the turn on; without cards the deal is over."""
        if isinstance(action, PassOn):
            return self._pass_on(table, action)
        return MeldStep.decide(self, table, action, chance)

    def _pass_on(self, table: Table, action: PassOn) -> Iterator[Event]:
        assert action.card is not None
        hand, place = table.layout.hands[table.seat], f"{PASSED} {receiver(table, table.seat)}"
        yield Moved((action.card,), hand, place, table.sees(action.card, hand, place))
        ending = self.ending(table)
        yield from end_deal(table, ending) if ending else next_turn(table, self.then, hands_count=True)

    def ending(self, table: Table) -> str:
        """How the deal ends with the turn that is over; empty where it goes on."""
        if not table.hand(table.seat):
            return OUT
        if self.exposes and all_exposed(table, self.exposes):
            return self.exposed_ends
        return MeldStep.ending(self, table)


passes_on: Final[PerCard[Action]] = PerCard(lambda card: PASSES_ON[card.index])
"""Passing on each of the cards in a mask."""
