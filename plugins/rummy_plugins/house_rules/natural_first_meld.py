"""The house rule ``natural-first-meld``: the first meld of a side has no wild card.

Source: Indian Rummy, in which the first life is a run without a joker; as a rule
of the first meld it is our ruling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_core.actions import Action, LayMeld, Refusal, TakePile
from rummy_core.hooks import hookimpl
from rummy_core.notions import MELDING_AT_WILL, MELDS_ON_TABLE, WILD_CARDS
from rummy_core.options import Options
from rummy_core.rulebook import HouseRule
from rummy_core.table import Table


class NaturalFirstMeldOptions(Options):
    """Options of the house rule: none."""


class NaturalFirstMeldRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: NaturalFirstMeldOptions) -> None:
        self.options = options

    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal] | None:
        """Refuse a first meld with a wild card."""
        side = table.layout.side_of[table.seat]
        if any(meld.owner == side for meld in table.melds):
            return None
        wilds = table.rules.meld_rules.wild_mask
        found = {}
        for action in actions:
            meld = action.use if isinstance(action, TakePile) else action
            if isinstance(meld, LayMeld):
                wild = next((card for card in meld.cards if card.bit & wilds), None)
                if wild is not None:
                    found[action] = Refusal(
                        f"The first meld of a side has no wild card, and the {wild} is one."
                    )
        return found


def describe(options: NaturalFirstMeldOptions) -> list[str]:
    """The rules in words."""
    return [
        "The first meld that a side lays in a deal has no wild card; those after it may. Where a contract is "
        "asked for, that is the first of its melds."
    ]


NATURAL_FIRST_MELD = HouseRule(
    name="natural-first-meld",
    title="No wild card in the first meld",
    options=NaturalFirstMeldOptions,
    rules=NaturalFirstMeldRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE, WILD_CARDS, MELDING_AT_WILL}),
)
