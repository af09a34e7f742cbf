"""Play where the next card on a meld counts the more the longer it is, for whoever lays it.

A pair on the table is a third card's worth to anybody, so a pair waits in the hand for its third until
the end is near; everything else is laid where it counts most. The card that is passed on is the one with the
least to hope for: sets, runs, the runs of the table and the special melds all speak for a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from rummy_core.actions import Action, LayMeld, LayOff
from rummy_core.advice import Advice
from rummy_core.cards import CARDS, Card, cards_of
from rummy_core.faces import FACES
from rummy_core.melds import RUN, Meld, Opening, Pattern, Placed, Reading, lay_out
from rummy_core.passing_on import PassOnStep
from rummy_core.views import View, opponents
from rummy_plugins.hand_reading import RUNS, links, rank_mask
from rummy_plugins.melding_play import MeldingPlay, named, row

TURNS: Final = 3.0
"""How many draws are reckoned with for a card to find company."""
NEAR_OUT: Final = 3
"""With how many cards of another the end is near."""
FEW_OWN: Final = 5
"""With how many cards of the own hand its end is near."""
MISSING: Final = 2
"""How many cards a special meld may lack to be hoped for."""


def melds_grow(view: View) -> bool:
    """Whether cards count by their place in a meld, in a game in which cards are passed on."""
    steps = view.rules.steps.values()
    return view.rules.card_values.by_size is not None and any(isinstance(one, PassOnStep) for one in steps)


class GrowingPlay(MeldingPlay):
    """Chooses actions for one view of a game in which melds count by length."""

    # Laying.

    def _lay(self, actions: Sequence[Action]) -> Advice | None:
        lays = [one for one in actions if isinstance(one, LayMeld | LayOff)]
        if not self._end_is_near():
            lays = [one for one in lays if not self._is_pair(one)]
        if not lays:
            return None
        best = max(lays, key=self._rank)
        points = self.points_of(best)
        if isinstance(best, LayMeld):
            return Advice(best, f"Lay {row(best.cards)}: that brings {points} points now.")
        meld = self._meld(best.meld)
        reason = f"as card {len(meld.cards) + 1} there it counts {points}"
        return Advice(best, f"Lay the {named(best.card)} on the {meld.title}: {reason}.")

    def _end_is_near(self) -> bool:
        """Whether somebody may be out soon."""
        view = self.view
        fewest = min(view[view.layout.hands[seat]].count for seat in opponents(view))
        return fewest <= NEAR_OUT or self.hand.bit_count() <= FEW_OWN

    def _is_pair(self, one: LayMeld | LayOff) -> bool:
        """Whether a pair is laid that the hand has no third card for."""
        if not isinstance(one, LayMeld) or len(one.cards) > 2:
            return False
        return (self.hand & rank_mask(one.cards[0].rank)).bit_count() == 2

    def _rank(self, one: LayMeld | LayOff) -> tuple[float, int]:
        """The points for each card that is laid: so cards go where they count most."""
        cards = len(one.cards) if isinstance(one, LayMeld) else 1
        return self.points_of(one) / cards, cards

    def points_of(self, one: LayMeld | LayOff) -> int:
        """The points that a lay brings."""
        if isinstance(one, LayMeld):
            return self._whole(self.rules.readings(one.cards, one.faces)[0])
        return self._next(self._meld(one.meld), one.card)

    def _meld(self, number: int) -> Meld:
        return next(meld for meld in self.view.melds if meld.number == number)

    def _whole(self, reading: Reading) -> int:
        """The points of a meld that is laid at once."""
        meld = lay_out(0, 0, reading, 0)
        return sum(self.view.rules.card_values.of_placed(meld, one) for one in meld.placed)

    def _next(self, meld: Meld, card: Card) -> int:
        """What ``card`` would count as the next card of ``meld``."""
        last = Placed(card, FACES[card.index], self.view.seat, self.view.turn, self.view.plays)
        return self.view.rules.card_values.of_placed(replace(meld, placed=(*meld.placed, last)), last)

    # What a card may still bring.

    def _keep(self, card: Card) -> float:
        return self.hope(card)

    def _why_throw(self, card: Card) -> str:
        if not self.hope(card):
            return "nothing in your hand or on the table goes with it, and nothing can come"
        return f"it has least to hope for among your cards, about {self.hope(card):.0f} points"

    def hope(self, card: Card) -> float:
        """The points that a card of the hand may yet bring, by what is held and what may come."""
        hand = self.hand & ~card.bit
        return (
            self._on_table(card)
            + self._in_sets(card, hand)
            + self._in_runs(card, hand)
            + self._beside_runs(card, hand)
            + max((self._in_special(one, card, hand) for one in self.rules.patterns), default=0.0)
        )

    def _odds(self, cards: int, hand: int = 0) -> float:
        """The chance to have one of ``cards`` in time: held, or drawn."""
        if cards & hand:
            return 1.0
        return min(1.0, (cards & self.unseen).bit_count() * TURNS / max(1, self.unseen.bit_count()))

    def _on_table(self, card: Card) -> int:
        """What it counts on the best meld of the table."""
        fitting = (meld for meld in self.view.melds if self.rules.fits(meld) & card.bit)
        return max((self._next(meld, card) for meld in fitting), default=0)

    def _in_sets(self, card: Card, hand: int) -> float:
        """For a set with the others of its rank: what is held counts beside what may come."""
        mates = rank_mask(card.rank) & ~card.bit
        return self._pair * ((mates & hand != 0) + self._odds(mates))

    def _in_runs(self, card: Card, hand: int) -> float:
        """For each run with a card of the hand."""
        return self._run * sum(
            self._odds(two, hand) for one, two in links(self.rules, RUNS)[card.index] if one & hand
        )

    @cached_property
    def _pair(self) -> int:
        """The points of a pair."""
        return self._whole(self.rules.readings([CARDS[12], CARDS[25]])[0])

    @cached_property
    def _run(self) -> int:
        """The points of a smallest run."""
        return self._whole(self.rules.readings(CARDS[4 : 4 + self.rules.min_run], kind=RUN)[0])

    def _beside_runs(self, card: Card, hand: int) -> float:
        """For runs of the table that one card between would bring it to: both are laid then."""
        total = 0.0
        for meld in self.view.melds:
            for opening in self.rules.openings(meld) if meld.kind == RUN else ():
                if _is_next_but_one(card, opening):
                    both = 2 * self._next(meld, card)
                    total += both * self._odds(opening.cards, hand)
        return total

    def _in_special(self, pattern: Pattern, card: Card, hand: int) -> float:
        """For a special meld that lacks little, and of which this card is not held twice."""
        if card.rank not in pattern.ranks:
            return 0.0
        suits = [card.suit] if pattern.one_suit else [card.suit, 3 - card.suit]
        chances = []
        for rank in pattern.ranks:
            fitting = sum(one.bit for one in cards_of(rank_mask(rank)) if one.suit in suits)
            if rank != card.rank:
                chances.append(self._odds(fitting, hand))
            elif fitting & hand:
                return 0.0
        open_places = [chance for chance in chances if chance < 1]
        if len(open_places) > MISSING:
            return 0.0
        worth = self._special[pattern.name] / (1 + len(open_places))
        for chance in open_places:
            worth *= chance
        return worth

    @cached_property
    def _special(self) -> dict[str, int]:
        """The points of each special meld by its name."""
        found = {}
        for pattern in self.rules.patterns:
            # In one colour the first card has the one suit, the others the other.
            other = 0 if pattern.one_suit else 3
            cards = [
                CARDS[rank - 1 + 13 * (other if place else 0)] for place, rank in enumerate(pattern.ranks)
            ]
            found[pattern.name] = self._whole(self.rules.readings(cards, kind=pattern.name)[0])
        return found


def _is_next_but_one(card: Card, opening: Opening) -> bool:
    """Whether a card goes on a run once its open place is filled."""
    beyond = opening.face.rank + (-1 if opening.below else 1)
    return card.suit == opening.face.suit and card.rank == beyond
