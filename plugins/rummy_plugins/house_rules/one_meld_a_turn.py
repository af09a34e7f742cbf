"""The house rule ``one-meld-a-turn``: no more than one new meld in a turn.

Source: pagat, Rummy; other pages tell it as one of two ways to play.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.notions import MELDS_ON_TABLE
from rummy_core.options import Options, VariantOptions, option, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.steps import Step, with_fields


class OneMeldATurnOptions(Options):
    """Options of the house rule."""

    melds: int = option(1, "new melds that may be laid in a turn", "pagat, Rummy: 1", ge=1, le=10)


def by_options(options: OneMeldATurnOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game limits the melds of a turn, that is it."""
    limit = {"melds_per_turn": options.melds}
    return ByOptions(limit) if takes(model, **limit) else None


class OneMeldATurnRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: OneMeldATurnOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Limit the melds of each step in which melds are laid."""
        steps = yield
        return with_fields(steps, melds_a_turn=self.options.melds)


def describe(options: OneMeldATurnOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    many = "one new meld" if options.melds == 1 else f"{options.melds} new melds"
    return [
        f"A player lays {many} in a turn and no more, one with a card of the pile included. Cards may still "
        "be laid off as the game says, and a contract is laid whole."
    ]


ONE_MELD_A_TURN = HouseRule(
    name="one-meld-a-turn",
    title="One new meld a turn",
    options=OneMeldATurnOptions,
    rules=OneMeldATurnRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE}),
    by_options=by_options,
)
