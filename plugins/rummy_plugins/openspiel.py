"""OpenSpiel: gin by the rules of DeepMind's ``gin_rummy``, so that its deals can be played over.

Source: ``open_spiel/games/gin_rummy`` of OpenSpiel 2.0.2 (``gin_rummy.cc``), read and run. Where
that program departs from the rules it means to play, the rules stay: a third card may be laid off
on one end of a run, every knock within the limit is open, and a card that fits a set and a run goes
to one of them.

OpenSpiel plays single deals, and player 0 always acts first: seat 1 deals.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from rummy_core.actions import Action, Take
from rummy_core.cards import Card
from rummy_core.chance import Chance
from rummy_core.events import DEAL, TURN, Event, Noted
from rummy_core.flow import finish
from rummy_core.hooks import hookimpl
from rummy_core.knocking import KnockStep
from rummy_core.options import Options, option
from rummy_core.rulebook import HouseRule
from rummy_core.steps import TAKEN, DrawStep, OfferUpcard, Step
from rummy_core.table import Table

UPCARDS_TAKEN: Final = "upcards_taken"
"""Note of the deal: how many upcards were taken, the first offer not counted."""
THROWN_BACK: Final = "thrown_back"
"""Note of the turn: the card that the player before took and threw back at once."""
UPCARD_LIMIT: Final = "upcard limit"
"""The ending of a deal in which an upcard was taken once too often."""
REPEATED_MOVE: Final = "repeated move"
"""The ending of a deal in which both players threw the same upcard back in succession."""


class OpenSpielOptions(Options):
    """Options of the house rule."""

    upcard_draws: int = option(
        50,
        "the take of an upcard that ends the deal as a draw; the offer of the first one does not count",
        "OpenSpiel, gin_rummy, kMaxNumDrawUpcardActions: 50",
        ge=1,
        le=1000,
    )


@dataclass(frozen=True, slots=True)
class CountedDraw(DrawStep):
    """Draw; the take that reaches ``upcard_draws`` ends the deal, and the card is not taken.

    OpenSpiel, gin_rummy, ``ApplyDrawAction``.
    """

    upcard_draws: int = 50

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        """Count the takes of an upcard, and end the deal at the last."""
        if isinstance(action, Take):
            before = table.deal_notes.get(UPCARDS_TAKEN, 0)
            assert isinstance(before, int)
            if before + 1 >= self.upcard_draws:
                yield from finish(table, UPCARD_LIMIT)
                return
            yield Noted(UPCARDS_TAKEN, before + 1, DEAL)
        # super() without arguments does not find the class of a slotted dataclass.
        yield from DrawStep.decide(self, table, action, chance)


@dataclass(frozen=True, slots=True)
class ThrowBackStep(KnockStep):
    """Discard or knock; the card just taken may go back, but not from both players in succession.

    The first upcard, taken when it was offered, counts like any other. OpenSpiel, gin_rummy,
    ``ApplyDiscardAction``.
    """

    def pass_on(self, table: Table, card: Card) -> Iterator[Event]:
        """Pass the turn on, or end the deal where the player before did the same."""
        back = table.turn_notes.get(TAKEN) is card
        if back and THROWN_BACK in table.turn_notes:
            yield from finish(table, REPEATED_MOVE)
            return
        yield from KnockStep.pass_on(self, table, card)
        if back and table.sheet is None:
            yield Noted(THROWN_BACK, card, TURN)


class OpenSpielRules:
    """The house rule as answers to the hooks."""

    def __init__(self, options: OpenSpielOptions) -> None:
        self.options = options

    @hookimpl(wrapper=True)
    def steps(self) -> Generator[None, tuple[Step, ...], tuple[Step, ...]]:
        """Count the takes of an upcard, and let the card taken be thrown back."""
        steps = yield
        after_draw = {step.then for step in steps if isinstance(step, DrawStep | OfferUpcard)}
        return tuple(self._rewired(step, after_draw) for step in steps)

    def _rewired(self, step: Step, after_draw: set[str]) -> Step:
        if isinstance(step, DrawStep) and step.from_pile:
            return _turned_into(CountedDraw, step, upcard_draws=self.options.upcard_draws)
        # The knock with the very last discard is no answer to a draw: it keeps the rule of its option.
        if isinstance(step, KnockStep) and step.name in after_draw:
            return _turned_into(ThrowBackStep, step, same_card=True, note_returned=False)
        return step


S = TypeVar("S", CountedDraw, ThrowBackStep)


def _turned_into(kind: type[S], step: DrawStep | KnockStep, **changes: Any) -> S:
    """Return a step of ``kind`` that is wired like ``step``."""
    wired = {one.name: getattr(step, one.name) for one in fields(step)}
    return kind(**{**wired, **changes})


def describe(options: OpenSpielOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [
        "The card just taken from the pile may be thrown back in the same turn, and the other may then "
        "take it for any use. This replaces what the game says of it.",
        "If both players throw the same card back in succession, the deal is void at the second: "
        "a repeated move.",
        f"The {_nth(options.upcard_draws)} take of an upcard in a deal, by either player, ends it: the card "
        "is not taken and the deal is void. The offer of the first upcard does not count.",
    ]


def _nth(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


OPENSPIEL = HouseRule(
    name="openspiel",
    title="OpenSpiel's gin",
    options=OpenSpielOptions,
    rules=OpenSpielRules,
    describe=describe,
    sets={
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "undercut_on_tie": False,
        "last_discard": "may_take_and_return",
        "standstill": 0,
    },
    needs=frozenset({"knock", "upcard", "discard pile"}),
)
