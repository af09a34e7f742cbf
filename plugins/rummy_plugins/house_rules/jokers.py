"""The house rule ``jokers``: wild jokers are added to the pack.

Source: pagat, 500 Rummy: two jokers, 15 each; bicyclecards, with two packs: 25.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Final

from rummy_core.cards import Card
from rummy_core.faces import Face
from rummy_core.hooks import hookimpl
from rummy_core.melds import MeldRules
from rummy_core.notions import MELDS_OF_THREE, MELDS_ON_TABLE, NO_JOKERS
from rummy_core.options import BadOption, Options, VariantOptions, option, takes
from rummy_core.packs import Pack
from rummy_core.rulebook import ByOptions, HouseRule
from rummy_core.scoring import CardValues

JOKER: Final = 0
JOKER_PLACES: Final = (52, 53)
"""Where the values of cards in hand have the jokers."""
USUAL: Final = 2
POINTS: Final = 15


class JokersOptions(Options):
    """Options of the house rule."""

    number: int = option(
        0,
        "jokers in the pack; 0: as many as the game adds by its own option, and two where it has none",
        "pagat, 500 Rummy: 2; as the game's own option has it",
        ge=0,
        le=4,
    )
    points: int = option(
        POINTS,
        "what a joker counts, melded and in hand",
        "pagat, 500 Rummy: 15; bicyclecards, with two packs: 25",
        ge=0,
        le=1000,
    )


def by_options(options: JokersOptions, model: type[VariantOptions]) -> ByOptions | None:
    """Where a game has wild jokers by an option of any name, that is it."""
    for name, usual in (("jokers_wild", USUAL), ("jokers", 4), ("joker", True)):
        if takes(model, **{name: usual}):
            if options.points != POINTS:
                raise BadOption(
                    f"jokers.points = {options.points}: what its jokers count the game settles itself"
                )
            number = options.number or usual
            if usual is True and number != 1:
                raise BadOption(f"jokers.number = {number}: this game plays with one joker or none")
            return ByOptions({name: True if usual is True else number})
    return None


class JokersRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: JokersOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def pack(self) -> Generator[None, Pack, Pack]:
        """Add the jokers."""
        pack = yield
        return replace(pack, jokers=self.options.number or USUAL)

    @hookimpl(wrapper=True)
    def card_values(self) -> Generator[None, CardValues, CardValues]:
        """Say what a joker counts, whatever it stands for."""
        values = yield
        points = self.options.points
        in_hand = tuple(
            points if place in JOKER_PLACES else value for place, value in enumerate(values.in_hand)
        )
        counts = values.melded
        if counts is None:
            return replace(values, in_hand=in_hand)

        def melded(card: Card, face: Face, kind: str) -> int:
            return points if card.rank == JOKER else counts(card, face, kind)

        return replace(values, in_hand=in_hand, melded=melded)

    @hookimpl(wrapper=True)
    def meld_rules(self) -> Generator[None, MeldRules, MeldRules]:
        """Make jokers wild."""
        rules = yield
        return replace(rules, wilds=(JOKER, *rules.wilds))


def describe(options: JokersOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    many = {0: "Jokers are", 1: "One joker is"}.get(options.number, f"{options.number} jokers are")
    usual = " (two, where the game does not say otherwise)" if not options.number else ""
    return [
        f"{many} added to the pack{usual}. A joker stands for any card in a meld that has a natural card "
        f"beside it; what it stands for is fixed when it is laid. It counts {options.points}, melded and in "
        "hand, where the game has no number for it."
    ]


JOKERS = HouseRule(
    name="jokers",
    title="Wild jokers in the pack",
    options=JokersOptions,
    rules=JokersRules,
    describe=describe,
    needs=frozenset({MELDS_ON_TABLE, MELDS_OF_THREE, NO_JOKERS}),
    by_options=by_options,
)
