"""Play where cards are offered and there is no discard pile: the contract first, then the way out.

Before the contract of the own side lies every card that goes with the plan is welcome. After it a hand
is to be emptied, and its last card must fit: who looks ahead holds one back that does, offers the others,
and takes a partner's useless cards off him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rummy_core.actions import Accept, Action, Done, LayMeld, LayOff
from rummy_core.advice import Advice
from rummy_core.cards import Card, cards_of
from rummy_core.lay_step import LayStep
from rummy_core.melds import Meld
from rummy_core.offering import AnswerOffer
from rummy_core.views import View
from rummy_plugins.hand_reading import ANY, together
from rummy_plugins.melding_play import MeldingPlay, named, row

CLOSE: Final = 4
"""With how many cards that fit nowhere the last card to lay is already held back."""
FOR_PARTNER: Final = 5.0
"""How much rather, in points, a card is offered that all may accept, and not the next alone."""
FITS: Final = 500.0
"""What it counts, in points, that a card fits a meld of the own side."""


def has_offers(view: View) -> bool:
    """Whether cards are offered in this game."""
    return any(isinstance(step, AnswerOffer) for step in view.rules.steps.values())


class OfferingPlay(MeldingPlay):
    """Chooses actions for one view of a game with offers."""

    @property
    def _shedding(self) -> bool:
        """Whether the hand is to be emptied: no contract is ahead."""
        return self.plan == ANY

    def _lay(self, actions: Sequence[Action]) -> Advice | None:
        lays = [one for one in actions if isinstance(one, LayMeld | LayOff)]
        if not lays or not self._shedding or not self.manner.foresight:
            return super()._lay(actions)
        stuck = self.left_over(self.hand)
        if not stuck:
            return self._go_out(lays)
        if stuck.bit_count() > CLOSE:
            return super()._lay(actions)
        kept = self._way_out()
        if kept is None:
            return super()._lay(actions)
        spare = [one for one in lays if not _cards(one) & kept.bit]
        if advice := super()._lay(spare):
            return advice
        done = next((one for one in actions if isinstance(one, Done)), None)
        if done is None:
            return None
        return Advice(
            done, f"Keep the {named(kept)}: it fits, and is to be your last card once the others are gone."
        )

    def _go_out(self, lays: Sequence[LayMeld | LayOff]) -> Advice:
        """Lay first what leaves all the rest to be laid, the new melds before what is added."""
        best = min(
            lays,
            key=lambda one: (
                self.left_over(self.hand & ~_cards(one), one).bit_count(),
                isinstance(one, LayOff),
                _cards(one) & self.rules.wild_mask != 0,
            ),
        )
        cards = best.cards if isinstance(best, LayMeld) else (best.card,)
        return Advice(best, f"Lay {row(cards)}: every card of your hand can be laid, and you are out.")

    def _way_out(self) -> Card | None:
        """The card to keep for the end: the one that costs least of those that fit a meld of the own side."""
        fitting = self._fitting() & self.hand
        return min(
            cards_of(fitting),
            key=lambda card: (card.rank in self.rules.wilds, self._points(card)),
            default=None,
        )

    def _fitting(self) -> int:
        """The cards that fit a meld of the own side, as a mask."""
        found = 0
        for meld in self._open_melds():
            found |= self.rules.fits(meld)
        return found

    # How far a hand can be laid.

    def left_over(self, hand: int, after: LayMeld | LayOff | None = None) -> int:
        """The cards of ``hand`` that would stay if all that can were laid now, as a mask."""
        melded = together(self._groups(hand))
        melds_first = self._after_lay_offs(hand & ~melded, after)
        if not melds_first or not melded:
            return melds_first
        rest = self._after_lay_offs(hand, after)
        rest &= ~together(self._groups(rest))
        return min(melds_first, rest, key=int.bit_count)

    def _after_lay_offs(self, hand: int, after: LayMeld | LayOff | None) -> int:
        """What of ``hand`` stays when all that fits is laid off, within what a turn allows."""
        for meld in self._open_melds():
            room = self._room(meld)
            if isinstance(after, LayOff) and after.meld == meld.number:
                meld, room = self._grown(meld, after.card), room - 1
            while room > 0 and (fitting := self.rules.fits(meld) & hand):
                natural = fitting & ~self.rules.wild_mask or fitting
                card = cards_of(natural)[0]
                meld, room = self._grown(meld, card), room - 1
                hand &= ~card.bit
        return hand

    def _room(self, meld: Meld) -> int:
        """How many cards may yet be added to a meld this turn."""
        step = next(one for one in self.view.rules.steps.values() if isinstance(one, LayStep))
        mine = self.view.player == self.view.seat
        now = [one for one in meld.placed if one.turn == self.view.turn and mine]
        if step.older_melds and len(now) == len(meld.placed):
            return 0
        return step.lay_offs - len(now) if step.lay_offs else len(self.view.hand)

    def _grown(self, meld: Meld, card: Card) -> Meld:
        """A meld with a card more."""
        place = next(one for one in self.rules.openings(meld) if one.cards & card.bit)
        cards, faces = (card,), (place.face,)
        if place.below:
            return replace(meld, cards=cards + meld.cards, faces=faces + meld.faces)
        return replace(meld, cards=meld.cards + cards, faces=meld.faces + faces)

    # Offers.

    def _answer(self, actions: Sequence[Action]) -> Advice:
        accept = next(one for one in actions if isinstance(one, Accept))
        card = self._offered()
        if card is None:
            return super()._answer(actions)
        if not self._shedding:
            if card.rank in self.rules.wilds or self.prospect(card) > 0:
                return Advice(accept, f"Accept the {named(card)}: it goes with your plan for the contract.")
            return super()._answer(actions)
        if self.manner.foresight:
            if card.rank in self._stops() and self.left_over(self.hand | card.bit):
                refuse = next(one for one in actions if one is not accept)
                return Advice(refuse, f"Let the {named(card)} go: it costs you the draw of your next turn.")
            if self._helps_partner():
                return Advice(accept, f"Accept the {named(card)}: your partner is nearer to going out.")
        return super()._answer(actions)

    def _stops(self) -> tuple[int, ...]:
        """The ranks of the cards that cost who accepts them a draw."""
        steps = self.view.rules.steps.values()
        return next(step.stops for step in steps if isinstance(step, AnswerOffer))

    def _helps_partner(self) -> bool:
        """Whether a partner offers, and has fewer cards than this hand."""
        view = self.view
        side = view.layout.side_of
        theirs = view[view.layout.hands[view.player]].count
        return side[view.player] == side[view.seat] and theirs <= self.hand.bit_count() + 1

    def _keep(self, card: Card) -> float:
        keep = super()._keep(card)
        if not (self._shedding and self.manner.foresight) or card.rank in self.rules.wilds:
            return keep
        # What fits is for the own side; of the rest the dearest goes.
        fits = FITS * bool(self._fitting() & card.bit)
        return keep + fits + FOR_PARTNER * (card.rank in self._stops()) - self._points(card)


def _cards(action: LayMeld | LayOff) -> int:
    if isinstance(action, LayOff):
        return action.card.bit
    return sum(card.bit for card in action.cards)
