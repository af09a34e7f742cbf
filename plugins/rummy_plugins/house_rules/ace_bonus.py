"""The house rule ``ace-bonus``: aces earn a bonus.

Source: Fosdick, Iceberg: 20 for each ace; for games that meld aces, those that are melded.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rummy_core.cards import Card
from rummy_core.faces import Face
from rummy_core.hooks import hookimpl
from rummy_core.notions import ACES_IN_RUNS, MELDS_SCORE
from rummy_core.options import Options, VariantOptions, option, takes
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.scoring import CardValues

ACE = 1


class AceBonusOptions(Options):
    """Options of the house rule."""

    points: int = option(20, "points that an ace earns", "Fosdick, Iceberg: 20", ge=1, le=1000)


def by_options(options: AceBonusOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has a bonus of 20 by option, that is it, and it has no other."""
    return ByOptions({"aces": f"plus{options.points}"}) if takes(model, aces="plus20") else None


class AceBonusRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: AceBonusOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def card_values(self) -> Generator[None, CardValues, CardValues]:
        """Let a melded ace count more, for whoever scores the card."""
        values = yield
        counts, bonus = values.melded, self.options.points

        def melded(card: Card, face: Face, kind: str) -> int:
            points = counts(card, face, kind) if counts else 0
            return points + bonus if card.rank == ACE else points

        return replace(values, melded=melded)


def describe(options: AceBonusOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [
        f"An ace on the table counts {options.points} more than the game says, for whoever scores it. Cards "
        "that stand for an ace and aces left in hand count as before."
    ]


ACE_BONUS = HouseRule(
    name="ace-bonus",
    title="A bonus for aces",
    options=AceBonusOptions,
    rules=AceBonusRules,
    describe=describe,
    needs=frozenset({MELDS_SCORE, ACES_IN_RUNS}),
    by_options=by_options,
)
