"""Which play fits a game of melding, by its steps and by what its melds count."""

from __future__ import annotations

from collections.abc import Callable

from rummy_core.views import View
from rummy_plugins.contract_play import OfferingPlay, has_offers
from rummy_plugins.growing_melds import GrowingPlay, melds_grow
from rummy_plugins.melding_play import Manners, MeldingPlay
from rummy_plugins.turning_play import TurningPlay, turns_up


def play_of(view: View, manners: Manners, pick: Callable[[int], int]) -> MeldingPlay:
    """Return the play for the game of ``view``; ``pick`` chooses below a number among equals.

    Where cards are offered the bonus goes to who is out first, so that it is a race though melds score.
    """
    if has_offers(view):
        return OfferingPlay(view, manners.race, pick)
    if turns_up(view):
        return TurningPlay(view, manners.race, pick)
    manner = manners.of(view)
    if manner.foresight and melds_grow(view):
        return GrowingPlay(view, manner, pick)
    return MeldingPlay(view, manner, pick)
