"""The house rule ``meld-before-pile``: nobody takes from the pile before he has melded.

Source: bicyclecards, a rummy with two packs, which excepts a card that is melded at once; our ruling leaves
that out, so that the first meld comes from the hand in every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_core.actions import Action, Refusal, Take, TakePile
from rummy_core.hooks import hookimpl
from rummy_core.notions import DISCARD_PILE, MELDS_ON_TABLE
from rummy_core.options import Options
from rummy_core.rulebook import HouseRule
from rummy_core.table import Table

NOT_YET = Refusal("You may take from the discard pile only when you have a meld of your own on the table.")


class MeldBeforePileOptions(Options):
    """Options of the house rule: none."""


class MeldBeforePileRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: MeldBeforePileOptions) -> None:
        self.options = options

    @hookimpl
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal] | None:
        """Refuse the pile to who has no meld of his side."""
        side = table.layout.side_of[table.seat]
        if any(meld.owner == side for meld in table.melds):
            return None
        return {action: NOT_YET for action in actions if isinstance(action, Take | TakePile)}


def describe(options: MeldBeforePileOptions) -> list[str]:
    """The rules in words."""
    return [
        "Only a player whose side has a meld on the table may take from the discard pile, or claim a card of "
        "it; before that he draws from the stock."
    ]


MELD_BEFORE_PILE = HouseRule(
    name="meld-before-pile",
    title="No taking from the pile before one's own meld",
    options=MeldBeforePileOptions,
    rules=MeldBeforePileRules,
    describe=describe,
    needs=frozenset({DISCARD_PILE, MELDS_ON_TABLE}),
)
