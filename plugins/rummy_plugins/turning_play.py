"""Play where cards are turned up, used at once or let go, and forced on who lets them go.

Who uses a card has one card less to lay; what its laying costs is the discard. So every card that
can be used is, and a card is forced where that leaves its player cards that he has yet to lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_core.actions import Action, Force, Pass
from rummy_core.advice import Advice
from rummy_core.cards import cards_of
from rummy_core.forcing import let_go_by
from rummy_core.turning_up import CardUpStep
from rummy_core.views import View
from rummy_plugins.melding_play import MeldingPlay, named

FEW: Final = 2
"""Cards in hand below which a forced card brings its player near to going out."""


def turns_up(view: View) -> bool:
    """Whether cards are turned up and offered round in the game of ``view``."""
    return any(isinstance(step, CardUpStep) for step in view.rules.steps.values())


class TurningPlay(MeldingPlay):
    """Chooses actions for one view of such a game."""

    def advise(self, actions: Sequence[Action]) -> Advice:
        """Return the action that this manner of play prefers, and why."""
        forced = [action for action in actions if isinstance(action, Force)]
        return self._force(forced, actions) if forced else super().advise(actions)

    def _force(self, ways: Sequence[Force], actions: Sequence[Action]) -> Advice:
        """Force what was let go, unless it brings its player to his last card or beyond."""
        view, card = self.view, named(ways[0].use.card)
        if view[view.layout.hands[let_go_by(view.turn_notes)]].count < FEW:
            passing = next(action for action in actions if isinstance(action, Pass))
            return Advice(passing, f"Let the {card} go: it would bring its player too near to going out.")
        best = max(ways, key=lambda one: len(view.melds[one.use.meld - 1].cards))
        return Advice(best, f"Force the {card}: who let it go must part with a card of his hand.")

    def _why_take(self, action: Action, taken: int, gain: float) -> str:
        (card,) = cards_of(taken)
        return f"Use the {named(card)}: whoever lays a card from the pile has one less to lay."
