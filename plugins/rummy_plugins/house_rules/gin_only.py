"""The house rule ``gin-only``: a knock needs a hand without deadwood.

Source: GameColony, Gin Only; Straight Gin.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from rummy_core.events import NoteValue
from rummy_core.hooks import hookimpl
from rummy_core.knocking import KNOCK_LIMIT
from rummy_core.notions import KNOCK
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.table import Table


class GinOnlyOptions(Options):
    """Options of the house rule: none."""


def by_options(options: GinOnlyOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has its limit by option, none is it."""
    return ByOptions({"knock_limit": 0}) if takes(model, knock_limit=0) else None


class GinOnlyRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: GinOnlyOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def deal_notes(self, table: Table) -> Generator[None, Mapping[str, NoteValue], Mapping[str, NoteValue]]:
        """Allow no deadwood, whatever else the limit would be."""
        notes = yield
        return {**notes, KNOCK_LIMIT: 0}


def describe(options: GinOnlyOptions) -> list[str]:
    """The rules in words."""
    return [
        "A knock needs a hand without deadwood: only gin ends a deal. This replaces what the game says of "
        "the limit."
    ]


GIN_ONLY = HouseRule(
    name="gin-only",
    title="Gin only",
    options=GinOnlyOptions,
    rules=GinOnlyRules,
    describe=describe,
    needs=frozenset({KNOCK}),
    by_options=by_options,
)
