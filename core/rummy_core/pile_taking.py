"""Taking part or the whole of the discard pile, on the condition to use a card of it at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rummy_core.actions import DRAW, PASS, TAKE, Action, LayMeld, LayOff, Refusal, Take, TakePile
from rummy_core.cards import Card, mask_of
from rummy_core.chance import Chance
from rummy_core.copies import by_width
from rummy_core.events import Event, Moved
from rummy_core.flow import end_deal, go_to
from rummy_core.laying import (
    as_taking,
    lay,
    lay_offs_of,
    refuse_lay_off,
    refuse_meld,
    refuse_others_meld,
    refuse_without_meld,
)
from rummy_core.meld_lists import ALL, SMALLEST, Holding, in_order, widely_known_first
from rummy_core.melding import LAST_IS_DISCARDED, OUT, open_melds
from rummy_core.obligations import Obligation, barred
from rummy_core.steps import DRAW_FIRST, DrawStep
from rummy_core.table import Table
from rummy_core.zones import DISCARD, STOCK

USE_FIRST: Final = Refusal(
    "Draw first: from the stock, or from the discard pile with a card that you use at once."
)


@dataclass(frozen=True, slots=True)
class TakePileStep(DrawStep):
    """Draw from the stock, or take a card of the pile and all above it, and use that card at once.

    ``fan`` lets any card of the pile be the lowest taken; else the top card is used and
    the whole pile taken, or with ``top_only`` that card alone. It is used in a new meld with at
    least ``from_hand`` other cards of the hand, or with ``lay_off`` on a meld, with ``own_melds`` on one
    of the own side only.
    ``with_above`` lets the meld have cards that lay above in the pile. ``top_free`` lets the top
    card alone be taken without use; it may then not be discarded this turn.
    ``sizes`` is how long the listed melds are. With ``final_discard`` the hand may not be used up.
    ``lay_off_needs_meld`` allows a lay-off only to one whose side has melded.
    ``obligations`` are those of the melding step that follows: the card is used as they allow.
    """

    then: str = "play"
    fan: bool = True
    top_only: bool = False
    lay_off: bool = True
    own_melds: bool = False
    with_above: bool = False
    from_hand: int = 0
    top_free: bool = False
    sizes: int = SMALLEST
    final_discard: bool = False
    lay_off_needs_meld: bool = False
    obligations: tuple[Obligation, ...] = ()

    def __post_init__(self) -> None:
        if self.fan and self.top_only:
            raise ValueError("a fanned pile is taken from any of its cards on, not the top card only")

    @property
    def whole(self) -> bool:
        """Whether the whole pile is taken, whichever card is used."""
        return not self.fan and not self.top_only

    def actions(self, table: Table) -> Sequence[Action]:
        """List the stock, and each card of the pile with each way to use it."""
        listed: list[Action] = []
        if table.masks[STOCK] or self._can_refill(table):
            listed.append(DRAW)
        pile = table.orders[DISCARD]
        if self.why_no_pile(table) is None:
            if self.top_free and pile:
                listed.append(TAKE)
            listed += self._takings(table, pile)
        if self.pass_ends and DRAW not in listed:
            listed.append(PASS)
        return listed

    def _takings(self, table: Table, pile: tuple[Card, ...]) -> Iterator[TakePile]:
        """Each card in reach with each way to use it, the top card first."""
        rules = table.rules.meld_rules
        hand = table.hand(table.seat)
        reach = pile[::-1] if self.fan else pile[-1:]
        holding = Holding(rules, in_order(table.known, hand))
        melds = open_melds(table, self.own_melds) if self.lay_off and not self._lacks_meld(table) else []
        sizes = ALL if any(one.all_sizes(table) for one in self.obligations) else self.sizes
        seen: set[str] = set()
        for number, card in enumerate(reach, 1):
            deep = number if card.text in seen else 0
            seen.add(card.text)
            uses: list[LayMeld | LayOff] = [*holding.melds_with(card, sizes)]
            for meld in melds:
                if rules.fits(meld) & card.bit:
                    uses += lay_offs_of(rules, meld, card)
            for use in uses:
                if not (
                    self._refuse_few(card, use, hand)
                    or self._refuse_using_up(pile, card, use, hand)
                    or self._refuse_owing(table, pile, card, use)
                ):
                    yield TakePile(card, use, deep)
            if self.with_above:
                # All know it, so that it goes before those of the hand that not all know.
                holding.put(card, widely_known_first(table.known))

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse a card that is not in reach, or is not used."""
        if isinstance(action, TakePile):
            return self.why_no_pile(table) or self._refuse_pile(table, action)
        if isinstance(action, Take):
            top = table.top(DISCARD)
            if top is None:
                return Refusal("The discard pile is empty.")
            return self.why_no_pile(table) or (None if self.top_free else _use_it(top))
        # super() without arguments does not find the class of a slotted dataclass.
        refusal = DrawStep.refuse(self, table, action)
        return USE_FIRST if refusal is DRAW_FIRST and not self.top_free else refusal

    def _refuse_pile(self, table: Table, action: TakePile) -> Refusal | None:
        pile = table.orders[DISCARD]
        if action.card not in pile:
            return Refusal(f"The {action.card} is not in the discard pile.")
        if not self.fan and action.card is not pile[-1]:
            what = "may be taken" if self.top_only else "opens the pile"
            return Refusal(f"Only the top card, the {pile[-1]}, {what}.")
        return self._refuse_use(table, action)

    def _refuse_use(self, table: Table, action: TakePile) -> Refusal | None:
        card, use = action.card, action.use
        pile = table.orders[DISCARD]
        above = mask_of(pile[pile.index(card) + 1 :])
        hand = table.hand(table.seat)
        if isinstance(use, LayOff):
            if not self.lay_off:
                return Refusal(
                    "The card must make a new meld with cards of your hand; a lay-off does not do."
                )
            if use.card is not card:
                return Refusal(f"It is the {card} that must be laid off at once.")
            refusal = refuse_lay_off(table, use, card.bit, as_taking(action)) or self._lacks_meld(table)
            if refusal is None and self.own_melds:
                refusal = refuse_others_meld(table, use.meld)
        elif card not in use.cards:
            lowest = ", the lowest card that you take" if self.fan else ""
            refusal = Refusal(f"The meld must hold the {card}{lowest}.")
        else:
            free = hand | card.bit | (above if self.with_above else 0)
            refusal = self._refuse_few(card, use, hand) or refuse_meld(
                table, free, use.cards, use.faces, as_taking(action)
            )
        refusal = refusal or self._refuse_using_up(pile, card, use, hand)
        return refusal or self._refuse_owing(table, pile, card, use)

    def _refuse_owing(
        self, table: Table, pile: tuple[Card, ...], card: Card, use: LayMeld | LayOff
    ) -> Refusal | None:
        """Refuse a use after which an obligation could not be met."""
        if not self.obligations:
            return None
        free = table.hand(table.seat) | mask_of(self._taken(pile, card))
        return barred(self.obligations, table, use, free, lambda left: bool(left) or not self.final_discard)

    def _lacks_meld(self, table: Table) -> Refusal | None:
        """Refuse a lay-off to who has melded nothing, where that is asked."""
        return refuse_without_meld(table) if self.lay_off_needs_meld else None

    def _refuse_few(self, card: Card, use: LayMeld | LayOff, hand: int) -> Refusal | None:
        """Refuse a meld with too few cards of the hand."""
        if isinstance(use, LayMeld) and (mask_of(use.cards) & hand).bit_count() < self.from_hand:
            return Refusal(f"The {card} must be melded with at least {self.from_hand} cards of your hand.")
        return None

    def _refuse_using_up(
        self, pile: tuple[Card, ...], card: Card, use: LayMeld | LayOff, hand: int
    ) -> Refusal | None:
        """Refuse a use that leaves no card for a discard."""
        used = mask_of(use.cards) if isinstance(use, LayMeld) else card.bit
        if self.final_discard and not (hand | mask_of(self._taken(pile, card))) & ~used:
            return LAST_IS_DISCARDED
        return None

    def _taken(self, pile: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
        """The cards that come to the hand with ``card``, which is the first of them."""
        if self.top_only:
            return (card,)
        return pile[pile.index(card) :] if self.fan else (card, *pile[:-1])

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Take the cards and use the lowest; one who then has none is out."""
        if isinstance(action, TakePile):
            return self._take_pile(table, action)
        return DrawStep.decide(self, table, action, chance)

    def _take_pile(self, table: Table, action: TakePile) -> Iterator[Event]:
        seat = table.seat
        hand = table.layout.hands[seat]
        pile = table.orders[DISCARD]
        # All at once: whoever takes the rest later is not out in between.
        taken = self._taken(pile, action.card)
        yield Moved(taken, DISCARD, hand, table.layout.everyone)
        use = _by_width(table, action, mask_of(taken))
        for one in self.obligations:
            yield from one.noted(table, use)
        yield lay(table, seat, use)
        if table.hand(seat):
            yield from go_to(table, self.then)
        else:
            yield from end_deal(table, OUT)


def _use_it(card: Card) -> Refusal:
    return Refusal(f"A card taken from the pile is used at once: say how, such as 'take {card} with CARDS'.")


def _by_width(table: Table, action: TakePile, taken: int) -> LayMeld | LayOff:
    """The use of a card, by that of its copies taken which goes first."""
    use = action.use
    if not table.layout.has_copies:
        return use
    free = taken & ~(mask_of(use.cards) if isinstance(use, LayMeld) else 0) | action.card.bit
    card = by_width(table, action.card, free)[0]
    if isinstance(use, LayOff):
        return replace(use, card=card)
    return replace(use, cards=tuple(card if one is action.card else one for one in use.cards))
