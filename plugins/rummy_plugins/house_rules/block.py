"""The house rule ``block``: the discard pile never becomes the stock again.

Source: Block Rummy, as told by gamblingsites.org and others.
"""

from __future__ import annotations

from collections.abc import Generator

from rummy_core.hooks import hookimpl
from rummy_core.notions import NEW_STOCK
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.steps import Step, with_fields


class BlockOptions(Options):
    """Options of the house rule: none."""


def by_options(options: BlockOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game says how often the stock is made again, never is it."""
    return ByOptions({"refills": 0}) if takes(model, refills=0) else None


class BlockRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: BlockOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Leave the pile where it lies."""
        steps = yield
        return with_fields(steps, refill=None)


def describe(options: BlockOptions) -> list[str]:
    """The rules in words."""
    return [
        "The stock is not made again from the discard pile. Once it is used up, the deal ends with the first "
        "player who does not take from the pile, and is scored as the game says of such an end. This "
        "replaces what the game says of a new stock."
    ]


BLOCK = HouseRule(
    name="block",
    title="Block: no second stock",
    options=BlockOptions,
    rules=BlockRules,
    describe=describe,
    needs=frozenset({NEW_STOCK}),
    by_options=by_options,
)
