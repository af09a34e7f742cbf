"""Initial melds: the first melds of a side must come to so many points, laid in one turn.

They are laid one after another. A meld is legal only if the points can still be reached with the rest of
the hand, and until they lie the turn goes on: nothing is left half laid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rummy_core.actions import LayMeld, Refusal
from rummy_core.arrangements import Defence, arranger
from rummy_core.cards import DECK_SIZE, cards_of, mask_of
from rummy_core.events import Event
from rummy_core.laying import Lays, reading_of
from rummy_core.melds import MeldRules, Reading
from rummy_core.obligations import CanEnd
from rummy_core.packs import Pack
from rummy_core.scoring import Melded
from rummy_core.table import Table
from rummy_core.views import View

_NOTHING_LEFT = (0,) * DECK_SIZE


@lru_cache(maxsize=4096)
def _best(rules: MeldRules, pack: Pack, worth: Melded, hand: int) -> Defence:
    # A hand that can be melded in too many ways is answered by the best found: always the same one.
    return arranger(rules, _NOTHING_LEFT, pack, worth).best_use(hand, left_counts=False, exact=False)


@dataclass(frozen=True, slots=True)
class InitialMeld:
    """So many ``points`` that the first melds of a side must come to; with 0 any meld does.

    ``worth`` gives the points of a card there: of the card, what it counts as, and the kind of the
    meld. ``wilds`` says whether wild cards may be among them. Lay-offs and exchanges come after.
    """

    points: int
    worth: Melded
    wilds: bool = True

    def lacking(self, table: Table | View, side: int) -> int:
        """The points that a side must still meld; 0 once its first melds lie."""
        own = [meld for meld in table.melds if meld.owner == side]
        if not own:
            return max(self.points, 1)
        if any(one.turn < table.turn for meld in own for one in meld.placed):
            # A turn does not end half way.
            return 0
        laid = sum(self.worth(one.card, one.face, meld.kind) for meld in own for one in meld.placed)
        return max(self.points - laid, 0)

    def is_begun(self, table: Table | View, side: int) -> bool:
        """Whether a side has laid melds in this turn that are not enough yet."""
        return self.lacking(table, side) > 0 and any(meld.owner == side for meld in table.melds)

    def points_of(self, reading: Reading) -> int:
        """The points of a meld."""
        cards = zip(reading.cards, reading.faces, strict=True)
        return sum(self.worth(card, counts, reading.kind) for card, counts in cards)

    def best(self, table: Table | View, hand: int) -> Defence:
        """The melds of ``hand`` that come to most points together."""
        rules = table.rules.meld_rules
        return _best(rules, table.layout.pack, self.worth, hand if self.wilds else hand & ~rules.wild_mask)

    # As an obligation.

    def owed(self, table: Table) -> Refusal | None:
        """Why the turn may not end: the melds laid are not enough."""
        side = table.layout.side_of[table.seat]
        if not self.is_begun(table, side):
            return None
        return Refusal(
            f"Your first melds must come to {self.points} points and lack {self.lacking(table, side)}: "
            "lay more melds."
        )

    def bars(self, table: Table, lays: Lays, hand: int, can_end: CanEnd) -> Refusal | None:
        """Why a meld is none with which the points can be reached; before that nothing else is laid."""
        lacking = self.lacking(table, table.layout.side_of[table.seat])
        if not lacking:
            return None
        if not isinstance(lays, LayMeld):
            return Refusal(f"{self._first()}: then you may lay off and exchange.")
        words = " ".join(card.text for card in lays.cards)
        rules = table.rules.meld_rules
        if not self.wilds and mask_of(lays.cards) & rules.wild_mask:
            return Refusal(f"{words} has a wild card; your first melds may have none.")
        gain = self.points_of(reading_of(rules, lays.cards, lays.faces))
        if gain >= lacking or self._reaches(table, hand, mask_of(lays.cards), gain, lacking - gain, can_end):
            return None
        return Refusal(
            f"{self._first()}: {words} is {gain}, and with the rest of your hand "
            f"you cannot make the {lacking} that {'are' if lacking != 1 else 'is'} needed."
        )

    def all_sizes(self, table: Table) -> bool:
        """Whether a longer meld may be needed for its points."""
        return self.lacking(table, table.layout.side_of[table.seat]) > 0

    def noted(self, table: Table, lays: Lays) -> Iterable[Event]:
        """Nothing: the melds on the table tell it."""
        return ()

    def _first(self) -> str:
        if self.points < 1:
            return "Lay a meld of your own first"
        return f"Your first melds must come to {self.points} points, in one turn"

    def _reaches(self, table: Table, hand: int, laid: int, gain: int, need: int, can_end: CanEnd) -> bool:
        """Whether a hand less what is ``laid``, worth ``gain``, melds to ``need`` points and can then end."""
        whole = self.best(table, hand)
        if whole.points < need + gain:
            return False
        rest = hand & ~laid
        kept = [one for one in whole.readings if not mask_of(one.cards) & laid]
        left = rest & ~mask_of(card for one in kept for card in one.cards)
        if sum(map(self.points_of, kept)) >= need and can_end(left):
            # The best melds of the whole hand go on after this one.
            return True
        best = self.best(table, rest)
        if best.points < need:
            return False
        left = rest & ~mask_of(card for one in best.readings for card in one.cards)
        return can_end(left) or any(
            can_end(left | card.bit) and self.best(table, rest & ~card.bit).points >= need
            for card in cards_of(rest & ~left)
        )
