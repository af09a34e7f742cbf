"""Melding on the table in the course of play: lay melds, lay off, discard, and go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Pass, Refusal, Take, TakePile
from rummy_core.cards import by_face, cards_of, mask_of
from rummy_core.chance import Chance
from rummy_core.claiming import open_to_claims
from rummy_core.copies import one_of_each
from rummy_core.events import TURN, Event, Moved, Noted
from rummy_core.exchanging import WHY_CLOSED, exchange, exchanges_of, is_closed, refuse_exchange
from rummy_core.flow import end_deal, next_turn
from rummy_core.laying import (
    Lays,
    lay,
    lay_offs_of,
    refuse_lay_off,
    refuse_meld,
    refuse_others_meld,
    refuse_without_meld,
)
from rummy_core.meld_lists import ALL, SMALLEST, in_order, melds_of
from rummy_core.melds import Meld
from rummy_core.obligations import Obligation, barred, still_owed
from rummy_core.refills import LAST_TURN, Refill, refill_at_once
from rummy_core.steps import DRAWN, NO_OFFER, DiscardStep, discards
from rummy_core.table import Table, evolve
from rummy_core.zones import DISCARD, STOCK

OUT: Final = "out"
"""The ending when a player has no cards left; ``table.seat`` is who."""
STOCK_OUT: Final = "stock"
"""The ending when the stock is used up."""
MELDS_LAID: Final = "melds_laid"
"""Note of the turn: how many new melds the player has laid."""

NO_SWAP: Final = Refusal("Wild cards are not taken out of melds in this game.")


def open_melds(table: Table, own_only: bool) -> list[Meld]:
    """The melds that the acting seat may add to."""
    if not own_only:
        return list(table.melds)
    side = table.layout.side_of[table.seat]
    return [meld for meld in table.melds if meld.owner == side]


def melds_laid_now(table: Table) -> int:
    """How many new melds the acting seat has laid in this turn, one with a card of the pile included."""
    begun = (meld.placed[0] for meld in table.melds)
    return sum(first.turn == table.turn and first.by == table.seat for first in begun)


def laid_all_now(table: Table, seat: int) -> bool:
    """Whether ``seat`` has laid no card in an earlier turn."""
    return all(one.by != seat or one.turn == table.turn for meld in table.melds for one in meld.placed)


def refuse_another_meld(table: Table, melds_a_turn: int) -> Refusal | None:
    """Refuse a new meld to who has laid as many as ``melds_a_turn`` in this turn; 0: any number."""
    if melds_a_turn and melds_laid_now(table) >= melds_a_turn:
        many = "one new meld" if melds_a_turn == 1 else f"{melds_a_turn} new melds"
        return Refusal(f"You may lay {many} a turn, and have.")
    return None


def lay_offs_from(table: Table, hand: int, melds: Iterable[Meld]) -> list[LayOff]:
    """List the single lay-offs of ``hand`` on ``melds``; of cards that are alike one."""
    rules = table.rules.meld_rules
    found: list[LayOff] = []
    for meld in melds:
        fitting = rules.fits(meld) & hand
        if not fitting:
            continue
        seen: set[object] = set()
        for card in (
            in_order(table.known, fitting) if table.layout.has_copies or rules.wilds else cards_of(fitting)
        ):
            kind: object = ("wild", card.rank) if card.bit & rules.wild_mask else card.text
            if kind in seen:
                continue
            seen.add(kind)
            found += lay_offs_of(rules, meld, card)
    return found


@dataclass(frozen=True, slots=True)
class MeldStep(DiscardStep):
    """Meld and lay off as often as one likes; a discard ends the turn, an empty hand the deal.

    ``own_melds`` allows lay-offs on melds of the player's own side only,
    ``lay_off_needs_meld`` only to one whose side has melded; ``melds_a_turn`` limits new
    melds (0: any number). With ``final_discard`` the last card must be discarded.
    ``hides_last`` lays that discard face down. ``kept`` holds cards, as a mask, that may be
    discarded only by who holds no others. ``sizes`` is how long the listed melds are.
    ``exchanges`` are the ranks of wild cards that may be taken out of a meld for the card they stand
    for: one of the own side, or with ``exchange_anywhere`` of any. With ``exchange_for_two`` a set
    gives one up only for two cards, of which the first is laid off on it in the same turn.
    ``obligations`` are what must be done before the turn ends; they need any number of melds a turn.
    ``ends_without_stock`` ends the deal after the turn in which the stock was used up.
    ``claim`` names the step in which the others may claim the discard.
    """

    name: str = "play"
    own_melds: bool = False
    lay_off_needs_meld: bool = False
    melds_a_turn: int = 0
    final_discard: bool = False
    hides_last: bool = False
    kept: int = 0
    sizes: int = SMALLEST
    exchanges: tuple[int, ...] = ()
    exchange_anywhere: bool = False
    exchange_for_two: bool = False
    obligations: tuple[Obligation, ...] = ()
    ends_without_stock: bool = False
    refill: Refill | None = None
    claim: str = ""

    def __post_init__(self) -> None:
        if self.obligations and self.melds_a_turn:
            raise ValueError("what must be melded in a turn goes with no limit on the melds of a turn")

    # What may be discarded.

    def barred(self, table: Table) -> int:
        """The cards that may not be discarded now, as a mask."""
        return self.barred_of(table, table.hand(table.seat))

    def barred_of(self, table: Table, hand: int) -> int:
        """The cards of ``hand`` that could not be discarded if that were all."""
        barred = DiscardStep.barred(self, table)
        if self.kept and hand & ~self.kept:
            barred |= self.kept
        return barred & hand

    def refuse_card(self, table: Table, bit: int) -> Refusal | None:
        """Refuse to part with a card."""
        refusal = DiscardStep.refuse_card(self, table, bit)
        if refusal is None and self.barred(table) & bit:
            (card,) = cards_of(bit)
            return Refusal(f"The {card} may be discarded only when you hold no other card.")
        return refusal

    # What may be laid.

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds, the lay-offs, then the discards."""
        hand = table.hand(table.seat)
        free = 0 if still_owed(self.obligations, table) else hand & ~self.barred(table)
        thrown = discards.of(one_of_each(table, free) if table.layout.has_copies else free)
        return [*self.lays(table, hand), *thrown]

    def lays(self, table: Table, hand: int) -> list[Lays]:
        """List the melds, the lay-offs and the exchanges of ``hand``."""
        laid: list[Lays] = []
        if self.why_no_more_melds(table) is None:
            every_size = any(one.all_sizes(table) for one in self.obligations)
            sizes = ALL if every_size else self.sizes
            laid += melds_of(table.rules.meld_rules, in_order(table.known, hand), sizes)
        if self.why_no_lay_offs(table) is None:
            laid += lay_offs_from(table, hand, open_melds(table, self.own_melds))
        if self.exchanges:
            melds = open_melds(table, not self.exchange_anywhere)
            giving = [meld for meld in melds if not (self.exchange_for_two and is_closed(table, meld))]
            laid += exchanges_of(table, hand, giving, self.exchanges)
        return [action for action in laid if not self.strands(table, action)]

    def why_no_more_melds(self, table: Table) -> Refusal | None:
        """Why no new meld may be laid now."""
        return refuse_another_meld(table, self.melds_a_turn)

    def why_no_lay_offs(self, table: Table) -> Refusal | None:
        """Why nothing may be laid off now."""
        return refuse_without_meld(table) if self.lay_off_needs_meld else None

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no meld, does not fit, or leaves a hand that cannot end its turn."""
        if isinstance(action, LayMeld):
            hand = table.hand(table.seat)
            refusal = refuse_meld(table, hand, action.cards, action.faces) or self.why_no_more_melds(table)
            return refusal or self._refuse_stranding(table, action)
        if isinstance(action, LayOff):
            refusal = refuse_lay_off(table, action) or self.why_no_lay_offs(table)
            if refusal is None and self.own_melds:
                refusal = refuse_others_meld(table, action.meld)
            return refusal or self._refuse_stranding(table, action)
        if isinstance(action, Draw | Take | TakePile):
            return DRAWN
        if isinstance(action, Exchange):
            return self._refuse_exchange(table, action)
        if isinstance(action, Discard):
            return self.refuse_card(table, action.card.bit) or still_owed(self.obligations, table)
        return NO_OFFER if isinstance(action, Pass) else PLAY_NOW

    def _refuse_exchange(self, table: Table, action: Exchange) -> Refusal | None:
        if not self.exchanges:
            return NO_SWAP
        refusal = refuse_exchange(table, action, self.exchanges)
        if refusal is None and not self.exchange_anywhere:
            refusal = refuse_others_meld(table, action.meld)
        if refusal is None and self.exchange_for_two:
            meld = table.meld(action.meld)
            refusal = WHY_CLOSED if meld is not None and is_closed(table, meld) else None
        return refusal or self._refuse_stranding(table, action)

    # What would leave a player unable to end his turn.

    def strands(self, table: Table, action: Lays) -> bool:
        """Whether laying this would leave cards, or an obligation, with which the turn cannot end."""
        return self._refuse_stranding(table, action) is not None

    def _can_end(self, table: Table) -> Callable[[int], bool]:
        """Whether the turn could end with certain cards left: by a discard, or without any."""
        return lambda left: bool(left & ~self.barred_of(table, left)) or not (left or self.final_discard)

    def _refuse_stranding(self, table: Table, action: Lays) -> Refusal | None:
        if self.obligations:
            hand = table.hand(table.seat)
            refusal = barred(self.obligations, table, action, hand, self._can_end(table))
            if refusal is not None:
                return refusal
        laid = mask_of(action.cards) if isinstance(action, LayMeld) else action.card.bit
        left = table.hand(table.seat) & ~laid
        if isinstance(action, Exchange):
            left |= action.wild.bit
        if not left:
            return LAST_IS_DISCARDED if self.final_discard else None
        if left & ~self.barred_of(table, left):
            return None
        # Rare, so that a copy is not too dear: can one of the rest be laid off then?
        after = table.copy()
        evolve(after, _laying(after, action))
        for off in lay_offs_from(after, left, open_melds(after, self.own_melds)):
            rest = left & ~off.card.bit
            if (rest and rest & ~self.barred_of(after, rest)) or (not rest and not self.final_discard):
                return None
        return Refusal(
            f"That would leave you {' '.join(card.text for card in sorted(cards_of(left), key=by_face))}, "
            "which you could neither discard nor lay this turn."
        )

    # What happens.

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay the cards and go on, or discard and pass the turn on; without cards the deal is over."""
        if isinstance(action, Discard):
            return self._discard(table, action, chance)
        assert isinstance(action, Lays)
        return self._lay(table, action)

    def _lay(self, table: Table, action: Lays) -> Iterator[Event]:
        if isinstance(action, LayMeld) and self.melds_a_turn:
            yield Noted(MELDS_LAID, melds_laid_now(table) + 1, TURN)
        for one in self.obligations:
            yield from one.noted(table, action)
        yield _laying(table, action)
        if not table.hand(table.seat):
            yield from end_deal(table, OUT)

    def _discard(self, table: Table, action: Discard, chance: Chance) -> Iterator[Event]:
        seat = table.seat
        hand = table.layout.hands[seat]
        last = table.hand(seat) == action.card.bit
        seen = 1 << seat if last and self.hides_last else table.layout.everyone
        yield Moved((action.card,), hand, DISCARD, seen)
        if last:
            yield from end_deal(table, OUT)
            return
        yield from refill_at_once(table, self.refill, chance)
        ending = self.ending(table)
        if ending:
            yield from end_deal(table, ending)
        elif self.claim:
            yield from open_to_claims(table, self.claim, self.then)
        else:
            yield from next_turn(table, self.then, hands_count=True)

    def ending(self, table: Table) -> str:
        """How the deal ends with the turn that is over; empty where it goes on."""
        used_up = self.ends_without_stock and not table.masks[STOCK]
        return STOCK_OUT if used_up or LAST_TURN in table.turn_notes else ""


PLAY_NOW: Final = Refusal("Meld or lay off what you like; a discard ends your turn.")
LAST_IS_DISCARDED: Final = Refusal("The last card must be discarded: keep one back to end your turn with.")


def _laying(table: Table, action: Lays) -> Event:
    return (
        exchange(table, table.seat, action)
        if isinstance(action, Exchange)
        else lay(table, table.seat, action)
    )
