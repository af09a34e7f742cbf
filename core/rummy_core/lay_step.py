"""The step of melding and laying off in a game without discards: it ends when the player says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import DONE, Action, Done, Draw, Exchange, LayMeld, LayOff, Refusal, Take
from rummy_core.chance import Chance
from rummy_core.events import Event
from rummy_core.flow import end_deal, go_to
from rummy_core.laying import lay, refuse_lay_off, refuse_meld, refuse_others_meld
from rummy_core.meld_lists import SMALLEST, in_order, melds_of
from rummy_core.melding import OUT, lay_offs_from, open_melds, refuse_another_meld
from rummy_core.melds import Meld
from rummy_core.steps import DRAWN
from rummy_core.table import Table

SAY_DONE: Final = Refusal("Meld or lay off what you like, then say 'done'.")
TOO_LATE: Final = Refusal("Wild cards are exchanged before anything is melded.")


@dataclass(frozen=True, slots=True)
class LayStep:
    """Meld and lay off as often as one likes until one is done; an empty hand ends the deal.

    ``own_melds`` allows lay-offs on melds of the player's own side only; ``lay_offs`` is how many
    cards a player may add to one meld in a turn, 0 for any number. ``older_melds`` keeps melds that were
    laid in this turn as they are; ``sizes`` is how long the listed melds are. ``melds_a_turn`` limits
    new melds (0: any number).
    """

    name: str = "play"
    then: str = "offer"
    own_melds: bool = False
    lay_offs: int = 0
    older_melds: bool = False
    sizes: int = SMALLEST
    melds_a_turn: int = 0

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds, the lay-offs, and being done."""
        hand = table.hand(table.seat)
        laid: list[Action] = []
        if refuse_another_meld(table, self.melds_a_turn) is None:
            laid += melds_of(table.rules.meld_rules, in_order(table.known, hand), self.sizes)
        growing = [
            meld for meld in open_melds(table, self.own_melds) if self._why_closed(table, meld) is None
        ]
        return [*laid, *lay_offs_from(table, hand, growing), DONE]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no meld, what does not fit, and a meld that may not grow now."""
        if isinstance(action, Done):
            return None
        if isinstance(action, LayMeld):
            refusal = refuse_meld(table, table.hand(table.seat), action.cards, action.faces)
            return refusal or refuse_another_meld(table, self.melds_a_turn)
        if isinstance(action, LayOff):
            return refuse_lay_off(table, action) or self._refuse_adding(table, action.meld)
        if isinstance(action, Exchange):
            return TOO_LATE
        return DRAWN if isinstance(action, Draw | Take) else SAY_DONE

    def _refuse_adding(self, table: Table, number: int) -> Refusal | None:
        meld = table.meld(number)
        assert meld is not None
        refusal = refuse_others_meld(table, number) if self.own_melds else None
        return refusal or self._why_closed(table, meld)

    def _why_closed(self, table: Table, meld: Meld) -> Refusal | None:
        """Why nothing more may be added to a meld this turn."""
        if self.older_melds and all(one.turn == table.turn for one in meld.placed):
            return Refusal(f"Meld {meld.number} was laid this turn and does not grow before your next.")
        added = sum(one.turn == table.turn and one.by == table.seat for one in meld.placed)
        if self.lay_offs and added >= self.lay_offs:
            cards = "one card" if self.lay_offs == 1 else f"{self.lay_offs} cards"
            return Refusal(
                f"You may add {cards} a turn to a meld, and have added them to meld {meld.number}."
            )
        return None

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the cards and ask again, or go on; without cards the deal is over."""
        if isinstance(action, LayMeld | LayOff):
            return self._lay(table, action)
        return go_to(table, self.then)

    def _lay(self, table: Table, action: LayMeld | LayOff) -> Iterator[Event]:
        yield lay(table, table.seat, action)
        if not table.hand(table.seat):
            yield from end_deal(table, OUT)
