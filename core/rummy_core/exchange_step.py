"""The step in which natural cards are exchanged for wild cards in melds of other sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import DONE, Action, Done, Draw, Exchange, Refusal, Take
from rummy_core.chance import Chance
from rummy_core.events import Event
from rummy_core.exchanging import exchange, exchanges_of, refuse_exchange, stood_for
from rummy_core.flow import Skippable, go_to
from rummy_core.melds import Meld
from rummy_core.steps import DRAWN
from rummy_core.table import Table

EXCHANGE_FIRST: Final = Refusal("Exchange what you like for wild cards first, then say 'done'.")


@dataclass(frozen=True, slots=True)
class ExchangeStep(Skippable):
    """Exchange natural cards for wild cards in the melds of other sides, as often as one likes.

    It is skipped where no wild card lies there that any card could take the place of, as all see.
    """

    name: str = "exchange"
    then: str = "play"

    def skipped(self, table: Table) -> Iterable[Event]:
        """Go on at once where no meld of another side has a wild card that stands for another."""
        rules = table.rules.meld_rules
        for meld in _others_melds(table):
            if any(stood_for(rules, meld, wild) for wild in meld.cards):
                return ()
        return go_to(table, self.then)

    def actions(self, table: Table) -> Sequence[Action]:
        """List the exchanges, and being done."""
        return [*exchanges_of(table, table.hand(table.seat), _others_melds(table)), DONE]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no exchange, and one in a meld of the own side."""
        if isinstance(action, Done):
            return None
        if isinstance(action, Exchange):
            meld = table.meld(action.meld)
            if meld is not None and meld.owner == table.layout.side_of[table.seat]:
                return Refusal(
                    f"Meld {meld.number} is of your own side; wild cards are taken from other sides only."
                )
            return refuse_exchange(table, action)
        return DRAWN if isinstance(action, Draw | Take) else EXCHANGE_FIRST

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Exchange and ask again, or go on."""
        if isinstance(action, Exchange):
            return (exchange(table, table.seat, action),)
        return go_to(table, self.then)


def _others_melds(table: Table) -> list[Meld]:
    side = table.layout.side_of[table.seat]
    return [meld for meld in table.melds if meld.owner != side]
