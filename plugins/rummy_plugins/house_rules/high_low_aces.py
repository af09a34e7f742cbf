"""The house rule ``high-low-aces``: an ace stands at either end of a run.

Source: bicyclecards and Parlett, Rummy; optional rules of many pages.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rummy_core.hooks import hookimpl
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import ACES_IN_RUNS
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule


class HighLowAcesOptions(Options):
    """Options of the house rule: none."""


def by_options(options: HighLowAcesOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has high and low aces by option, that is it."""
    for name in ("ace", "persian_ace"):
        if takes(model, **{name: "high_or_low"}):
            return ByOptions({name: "high_or_low"})
    return None


class HighLowAcesRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: HighLowAcesOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        """Let aces that stand at one end stand at the other too."""
        rules = yield
        return replace(rules, ace=Ace.HIGH_OR_LOW) if rules.ace in (Ace.LOW, Ace.HIGH) else rules


def describe(options: HighLowAcesOptions) -> list[str]:
    """The rules in words."""
    return [
        "An ace is high or low in runs: A-2-3 and Q-K-A are runs, K-A-2 is not. This replaces what the game "
        "says of aces in runs."
    ]


HIGH_LOW_ACES = HouseRule(
    name="high-low-aces",
    title="Aces high or low",
    options=HighLowAcesOptions,
    rules=HighLowAcesRules,
    describe=describe,
    needs=frozenset({ACES_IN_RUNS}),
    conflicts=frozenset({"round-the-corner"}),
    by_options=by_options,
)
