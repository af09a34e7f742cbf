"""Games that are wrong on purpose, and how their fault is looked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rummy_core.catalogue import BotMaker
from rummy_core.hooks import hookimpl
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.steps import Step
from rummy_core.testing import AnyLegal, check_deal
from rummy_variants.gin import GIN, GinRules


def gin_with(*steps: Step, rules: type[GinRules] = GinRules, **options: object) -> Rulebook:
    """Gin with steps of its own in place of those of the same name."""
    own = {step.name: step for step in steps}

    class Faulty(rules):  # type: ignore[valid-type, misc]
        @hookimpl
        def steps(self) -> tuple[Step, ...]:
            return tuple(own.get(step.name, step) for step in GinRules.steps(self))

    faulty: Variant = replace(GIN, name="faulty gin", rules=Faulty)
    return rulebook(faulty, options=options)


@dataclass(frozen=True, slots=True)
class Case:
    """A faulty game and the property that must be named."""

    prop: str
    make: Callable[[], Rulebook]
    deals: int = 30
    bot: BotMaker = AnyLegal
    closely: float = 1.0


def play_until_found(case: Case) -> None:
    book = case.make()
    for seed in range(case.deals):
        check_deal(book, seed, [case.bot], dealer=seed % 2, closely=case.closely)
