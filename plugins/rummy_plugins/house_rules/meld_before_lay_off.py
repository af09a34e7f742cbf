"""The house rule ``meld-before-lay-off``: only who has melded may lay off.

Source: optional rules of Rummy, as told by many pages, such as gamblingcity.com; bicyclecards.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.notions import LAY_OFFS_ANYWHERE
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.steps import Step, with_fields


class MeldBeforeLayOffOptions(Options):
    """Options of the house rule: none."""


def by_options(options: MeldBeforeLayOffOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game asks for a meld by option, that is it."""
    asked = {"layoff_needs_own_meld": True}
    return ByOptions(asked) if takes(model, **asked) else None


class MeldBeforeLayOffRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: MeldBeforeLayOffOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Ask for a meld wherever cards are laid off: in turn, from the pile, and by a claim."""
        steps = yield
        return with_fields(steps, lay_off_needs_meld=True)


def describe(options: MeldBeforeLayOffOptions) -> list[str]:
    """The rules in words."""
    return [
        "Only a player whose side has a meld on the table may lay cards off, on his own melds or on those of "
        "others; nor may he take or claim a card for that before."
    ]


MELD_BEFORE_LAY_OFF = HouseRule(
    name="meld-before-lay-off",
    title="No lay-off before one's own meld",
    options=MeldBeforeLayOffOptions,
    rules=MeldBeforeLayOffRules,
    describe=describe,
    needs=frozenset({LAY_OFFS_ANYWHERE}),
    by_options=by_options,
)
