"""Offering the first upcard round the table to whoever can take it from the pile as the game asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rummy_core.actions import PASS, Action, Draw, Pass, Refusal, Take, TakePile
from rummy_core.chance import Chance
from rummy_core.events import Event, StepBegan
from rummy_core.flow import begin, next_seat
from rummy_core.pile_taking import TakePileStep
from rummy_core.steps import UPCARD_FIRST
from rummy_core.table import Table


@dataclass(frozen=True, slots=True)
class OfferPile(TakePileStep):
    """The first upcard is offered once round, the dealer last, on the conditions of the pile.

    Who takes it plays on in the step ``then``, and play goes on at his left; if all let it go,
    the first seat goes to the step ``refused``. Nobody is passed over: that would tell his hand.
    """

    name: str = "upcard"
    refused: str = "draw from stock"

    def actions(self, table: Table) -> Sequence[Action]:
        """List the ways to take the upcard, and passing."""
        taking = TakePileStep.actions(self, table)
        return [*(action for action in taking if not isinstance(action, Draw | Pass)), PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse the stock: the upcard comes first."""
        if isinstance(action, Pass):
            return None
        return (
            TakePileStep.refuse(self, table, action) if isinstance(action, Take | TakePile) else UPCARD_FIRST
        )

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Take the upcard, or offer it to the next seat."""
        if not isinstance(action, Pass):
            return TakePileStep.decide(self, table, action, chance)
        seat = table.seat
        asked = next_seat(table, seat)
        step = self.refused if seat == table.layout.dealer else self.name
        return begin(table, StepBegan(step, asked, asked, table.turn))
