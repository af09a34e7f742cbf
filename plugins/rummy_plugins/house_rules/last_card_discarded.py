"""The house rule ``last-card-discarded``: going out takes a discard.

Source: Parlett, and house rules at pagat, Rummy.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.notions import CARD_ENDS_TURN, MELDS_ON_TABLE
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.steps import Step, with_fields


class LastCardDiscardedOptions(Options):
    """Options of the house rule: none."""


def by_options(options: LastCardDiscardedOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has the rule under either name, that is it."""
    for name in ("final_discard_required", "final_discard"):
        if takes(model, **{name: True}):
            return ByOptions({name: True})
    return None


class LastCardDiscardedRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: LastCardDiscardedOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Let no step use up the hand but by its discard."""
        steps = yield
        return with_fields(steps, final_discard=True)


def describe(options: LastCardDiscardedOptions) -> list[str]:
    """The rules in words."""
    return [
        "The last card of a hand must be discarded, or passed on where that ends a turn: nobody goes out by "
        "a meld or a lay-off, and one card must be kept back for it."
    ]


LAST_CARD_DISCARDED = HouseRule(
    name="last-card-discarded",
    title="The last card must be discarded",
    options=LastCardDiscardedOptions,
    rules=LastCardDiscardedRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE, CARD_ENDS_TURN}),
    by_options=by_options,
)
