"""Forcing: a card that a player lets go though a meld of his takes it may be forced on him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rummy_core.actions import PASS, Action, Force, LayOff, Pass, Refusal
from rummy_core.chance import Chance
from rummy_core.events import Event
from rummy_core.flow import ask, next_seat
from rummy_core.laying import lay_off, lay_offs_of, refuse_lay_off
from rummy_core.table import Notes, Table
from rummy_core.turning_up import LET_GO, offer_on, play_on
from rummy_core.zones import DISCARD


def let_go_by(notes: Notes) -> int:
    """The seat on which the card may be forced, by the notes of the turn."""
    seat = notes[LET_GO]
    assert isinstance(seat, int)
    return seat


@dataclass(frozen=True, slots=True)
class ForceStep:
    """Force the card that lies face up on who has let it go, or let it pass.

    All but him are asked in turn. The card is laid on one of his melds as if he had used it: he goes on
    in the step ``then``, which ends with a discard. Where nobody forces it, it is offered on in ``offered``.
    """

    name: str = "force"
    then: str = "play"
    offered: str = "card up"

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds on which the card can be forced, and passing."""
        card, rules = table.orders[DISCARD][-1], table.rules.meld_rules
        side = table.layout.side_of[let_go_by(table.turn_notes)]
        ways = [off for meld in table.melds if meld.owner == side for off in lay_offs_of(rules, meld, card)]
        return [*map(Force, ways), PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse another card, a meld that does not take it, and one of another player."""
        card = table.orders[DISCARD][-1]
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Force):
            return Refusal(
                f"The {card} was let go: force it, such as with '{self.actions(table)[0]}', or pass."
            )
        if action.use.card is not card:
            return Refusal(f"Only the card that was let go, the {card}, may be forced.")
        refusal = refuse_lay_off(table, action.use, card.bit, _saying)
        meld = table.meld(action.use.meld)
        if refusal is None and meld and meld.owner != table.layout.side_of[let_go_by(table.turn_notes)]:
            return Refusal(f"Meld {meld.number} does not belong to who let the {card} go.")
        return refusal

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the card for its player, or ask the next; when all have passed it is offered on."""
        seat = let_go_by(table.turn_notes)
        if isinstance(action, Force):
            return self._force(table, action.use, seat)
        asked = next_seat(table, table.seat)
        return offer_on(table, self.offered, seat) if asked == seat else ask(table, self.name, asked)

    def _force(self, table: Table, use: LayOff, seat: int) -> Iterator[Event]:
        yield lay_off(table, seat, use, DISCARD)
        yield from play_on(table, self.then, seat)


def _saying(use: object) -> Action:
    assert isinstance(use, LayOff)
    return Force(use)
