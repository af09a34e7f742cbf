"""The house rule ``natural-deuces``: deuces are twos and stand for nothing else.

Source: pagat, Rummy and 500 Rummy, in which a two is a card like others. What it then counts where it was
wild is our ruling: as much as a three.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rummy_core.cards import CARDS, Card
from rummy_core.faces import FACES, Face
from rummy_core.hooks import hookimpl
from rummy_core.melds import MeldRules
from rummy_core.notions import DEUCE, WILD_DEUCES
from rummy_core.offering import AnswerOffer
from rummy_core.options import Options
from rummy_core.rulebook import HouseRule
from rummy_core.scoring import CardValues
from rummy_core.steps import Step

TWOS = tuple(card.index for card in CARDS[:52] if card.rank == DEUCE)


class NaturalDeucesOptions(Options):
    """Options of the house rule: none."""


class NaturalDeucesRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: NaturalDeucesOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def card_values(self) -> Generator[None, CardValues, CardValues]:
        """Count a deuce like a three."""
        values = yield
        in_hand = list(values.in_hand)
        for two in TWOS:
            in_hand[two] = in_hand[two + 1]
        counts = values.melded
        if counts is None:
            return replace(values, in_hand=tuple(in_hand))

        def melded(card: Card, face: Face, kind: str) -> int:
            if card.rank != DEUCE:
                return counts(card, face, kind)
            three = CARDS[card.index + 1]
            return counts(three, FACES[three.index], kind)

        return replace(values, in_hand=tuple(in_hand), melded=melded)

    # Before other house rules change what runs are: not all they say goes with wild cards.
    @hookimpl(wrapper=True, trylast=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        """Take the deuce from the wild cards, and what was said of it as one."""
        rules = yield
        return replace(
            rules,
            wilds=_without_deuce(rules.wilds),
            wild_sets=_without_deuce(rules.wild_sets),
            alone=tuple(one for one in rules.alone if one[0] != DEUCE),
        )

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Where cards are offered, a deuce is no stop card either."""
        steps = yield
        return tuple(
            replace(step, stops=_without_deuce(step.stops)) if isinstance(step, AnswerOffer) else step
            for step in steps
        )


def _without_deuce(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank for rank in ranks if rank != DEUCE)


def describe(options: NaturalDeucesOptions) -> list[str]:
    """The rules in words."""
    return [
        "Deuces are twos: they stand for no other card, are melded with others like any card, and count what "
        "threes count, melded and in hand. Where cards are offered they stop nobody's draw. This replaces "
        "what the game says of wild deuces."
    ]


NATURAL_DEUCES = HouseRule(
    name="natural-deuces",
    title="Deuces are not wild",
    options=NaturalDeucesOptions,
    rules=NaturalDeucesRules,
    describe=describe,
    needs=frozenset({WILD_DEUCES}),
)
