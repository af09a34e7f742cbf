"""The house rule ``round-the-corner``: runs go on from the king over the ace to the two.

Source: rummy-games.com, Round the Corner; catsatcards.com, Rummy, "Around the Corner".
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rummy_core.hooks import hookimpl
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import ACES_IN_RUNS, NO_WILD_CARDS
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule


class RoundTheCornerOptions(Options):
    """Options of the house rule: none."""


def by_options(options: RoundTheCornerOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has the corner by option, that is it; where it has high aces, they go with the corner."""
    if takes(model, ace="around"):
        return ByOptions({"ace": "around"})
    for name in ("ace", "persian_ace"):
        if takes(model, **{name: "high_or_low"}):
            return ByOptions({name: "high_or_low"}, hooks=True)
    return None


class RoundTheCornerRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: RoundTheCornerOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        """Let runs turn the corner."""
        rules = yield
        return replace(rules, ace=Ace.AROUND)


def describe(options: RoundTheCornerOptions) -> list[str]:
    """The rules in words."""
    return [
        "Aces are high, low, or inside a run: A-2-3, Q-K-A and K-A-2 are runs. No run has a card twice. This "
        "goes beyond what the game says of aces in runs."
    ]


ROUND_THE_CORNER = HouseRule(
    name="round-the-corner",
    title="Runs go round the corner",
    options=RoundTheCornerOptions,
    rules=RoundTheCornerRules,
    describe=describe,
    needs=frozenset({ACES_IN_RUNS, NO_WILD_CARDS}),
    conflicts=frozenset({"high-low-aces"}),
    by_options=by_options,
)
