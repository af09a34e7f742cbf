"""How a hand is best used, in any game: the one arranger of its rules.

``DealRules.arranger`` is where a caller finds it. Games of one deck without wild cards, in which melds do
not score, get the fast search alone; the others a search that falls back on it.
"""

from __future__ import annotations

from functools import lru_cache

from rummy_core.meld_search import TooManyWays
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.plain_arrangements import Arrangement, Arranger, Defence, InHand
from rummy_core.scoring import BySize, Melded
from rummy_core.wide_arrangements import WideArranger

_WHOLE_DECK = Pack()


@lru_cache(maxsize=256)
def arranger(
    rules: MeldRules,
    in_hand: InHand,
    pack: Pack = _WHOLE_DECK,
    melded: Melded | None = None,
    by_size: BySize | None = None,
) -> Arranger:
    """Return the one arranger of ``rules``.

    ``in_hand`` are the points of a card left in hand, by ``card.index % 54``, ``melded`` those of a card
    in a meld, and ``by_size`` is what the number of cards there adds, as in ``CardValues``.
    """
    plain = not rules.wilds and not rules.patterns and rules.ace is not Ace.NONE
    if plain and melded is None and by_size is None and pack.decks == 1 and not pack.jokers:
        return Arranger(rules, in_hand)
    return WideArranger(rules, in_hand, melded, by_size)


__all__ = ["Arrangement", "Arranger", "Defence", "InHand", "TooManyWays", "arranger"]
