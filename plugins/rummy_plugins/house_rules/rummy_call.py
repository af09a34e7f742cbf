"""The house rule ``rummy-call``: a discard that fits a meld may be claimed by the others.

Source: pagat, 500 Rummy; catsatcards.com, Rummy, "Call Rummy".
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rummy_core.claiming import ClaimStep
from rummy_core.hooks import hookimpl
from rummy_core.melding import MeldStep
from rummy_core.notions import DISCARD_PILE, LAY_OFFS_ANYWHERE
from rummy_core.options import Options, VariantOptions, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.steps import Step


class RummyCallOptions(Options):
    """Options of the house rule: none."""


def by_options(options: RummyCallOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has the call by option, that is it."""
    return ByOptions({"rummy_call": True}) if takes(model, rummy_call=True) else None


class RummyCallRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: RummyCallOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Ask the others after each discard that fits a meld."""
        steps = yield
        melding = [step for step in steps if isinstance(step, MeldStep)]
        # What is asked of lay-offs is asked of a claim too, by whichever house rule.
        claim = ClaimStep(then=melding[0].then, lay_off_needs_meld=melding[0].lay_off_needs_meld)
        return (*(replace(step, claim=claim.name) if step in melding else step for step in steps), claim)


def describe(options: RummyCallOptions) -> list[str]:
    """The rules in words."""
    return [
        "A discard that could be laid off as it stands may be claimed by the others, asked in turn from the "
        "left of who threw it. The first who claims it lays it off at once; nothing is drawn or discarded "
        "for it, and the turn passes on as it would have. A last card that goes out is not claimed."
    ]


RUMMY_CALL = HouseRule(
    name="rummy-call",
    title="Calling rummy on a discard",
    options=RummyCallOptions,
    rules=RummyCallRules,
    describe=describe,
    needs=frozenset({DISCARD_PILE, LAY_OFFS_ANYWHERE}),
    by_options=by_options,
)
