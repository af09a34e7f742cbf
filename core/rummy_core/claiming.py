"""Claiming: a discard that can be laid off as it stands, by whoever is asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import PASS, Action, LayOff, Pass, Refusal, Take, TakePile
from rummy_core.chance import Chance
from rummy_core.events import Event
from rummy_core.flow import ask, next_seat, next_turn
from rummy_core.laying import as_taking, lay_off, lay_offs_of, refuse_lay_off, refuse_without_meld
from rummy_core.table import Table
from rummy_core.zones import DISCARD

NO_NEW_MELD: Final = Refusal("A discard is claimed by laying it off as it stands; it makes no new meld.")


@dataclass(frozen=True, slots=True)
class ClaimStep:
    """Lay the card just discarded off on a meld, or pass it by.

    Each seat but the discarder is asked, from the left of him; the first that claims the card has
    laid it. Nothing is drawn or discarded for it, and the turn passes on as it would have.
    ``lay_off_needs_meld`` lets only those claim whose side has melded.
    """

    name: str = "claim"
    then: str = "draw"
    lay_off_needs_meld: bool = False

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds that take the card, and passing."""
        return [*([] if self._lacks_meld(table) else claims(table)), PASS]

    def _lacks_meld(self, table: Table) -> Refusal | None:
        """Refuse a claim to who has melded nothing, where that is asked."""
        return refuse_without_meld(table) if self.lay_off_needs_meld else None

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is not the card on offer, or does not take it."""
        if isinstance(action, Pass):
            return None
        card = table.orders[DISCARD][-1]
        if not isinstance(action, TakePile):
            how = f"say on which meld, such as '{claims(table)[0]}'"
            if isinstance(action, Take):
                return Refusal(f"The {card} is claimed by laying it off: {how}.")
            return Refusal(f"The {card} was just discarded: claim it, or pass; {how}.")
        if not isinstance(action.use, LayOff):
            return NO_NEW_MELD
        if action.card is not card or action.use.card is not card:
            return Refusal(f"Only the card just discarded, the {card}, may be claimed.")
        return refuse_lay_off(table, action.use, card.bit, as_taking(action)) or self._lacks_meld(table)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the card off, or ask the next; when all have been asked the turn passes on."""
        if isinstance(action, TakePile):
            return self._claim(table, action)
        asked = next_seat(table, table.seat)
        if asked == table.player:
            return next_turn(table, self.then, hands_count=True)
        return ask(table, self.name, asked)

    def _claim(self, table: Table, action: TakePile) -> Iterator[Event]:
        assert isinstance(action.use, LayOff)
        yield lay_off(table, table.seat, action.use, DISCARD)
        yield from next_turn(table, self.then, hands_count=True)


def claims(table: Table) -> list[TakePile]:
    """Every way to lay the top of the discard pile off as it stands."""
    card = table.orders[DISCARD][-1]
    rules = table.rules.meld_rules
    return [
        TakePile(card, use)
        for meld in table.melds
        if rules.fits(meld) & card.bit
        for use in lay_offs_of(rules, meld, card)
    ]


def open_to_claims(table: Table, step: str, then: str) -> Iterable[Event]:
    """After a discard: ask the others, or where it fits no meld, as all can see, pass the turn on."""
    if claims(table):
        return ask(table, step, next_seat(table, table.player))
    return next_turn(table, then, hands_count=True)
