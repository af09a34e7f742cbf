"""What a campaign of each game must meet: its events, its endings, and the cases of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rummy_core.testing import Tally

# Where a number is drawn: from what is played, what tries the rule most, and the whole range.
DRAWN: Final[Mapping[str, tuple[object, ...]]] = {
    "knock_limit": (0, 0, 10, 10, 10, 20, 40),
    "standstill": (0, 1, 2, 3, 5, 20, 20, 20),
    "big_gin": (0, 31, 50, 1000),
    "max_deals": (1, 2, 5, 500),
    "target": (1, 50, 100, 150),
    "upcard_draws": (3, 10, 50),
}

ALWAYS: Final = ("DealBegan", "Shuffled", "Moved", "StepBegan", "Scored", "DealEnded")
"""Events that every game has."""


def _none(tally: Tally) -> dict[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """What must be met: events and endings by name, and cases as counts of a tally.

    ``drawn`` are values that its options are drawn from, in place of those of ``DRAWN``.
    """

    endings: tuple[str, ...]
    events: tuple[str, ...] = (*ALWAYS, "Shown", "Laid", "Noted")
    cases: Callable[[Tally], dict[str, int]] = _none
    drawn: Mapping[str, tuple[object, ...]] = field(default_factory=dict)


def _gin_cases(tally: Tally) -> dict[str, int]:
    """The cases of Gin's rules that options bring about."""
    notes, actions = tally.notes, tally.actions
    return {
        "knock in the first turn with eleven cards": sum(
            count
            for (step, verb), count in actions.items()
            if step == "first discard" and verb.startswith("knock")
        ),
        "discard retaken to knock (gra)": notes["draw", "must_knock"],
        "last discard taken to knock": notes["last discard", "must_knock"],
        "last discard left": actions["last discard", "pass"],
        "big gin declared": actions["discard", "go out"]
        + actions["first discard", "go out"]
        + actions["last knock", "go out"],
        "knock with a spread that is named": sum(
            count for (_, verb), count in actions.items() if verb == "knock, spread named"
        ),
        "upcard taken": actions["upcard", "take"],
        "both refused the upcard": actions["draw from stock", "draw"],
        "card came straight back (gra)": notes["draw", "returned"],
        "meld laid by the opponent": actions["answer", "meld"],
        "card laid off by the opponent": actions["answer", "lay"],
        "best answer asked for": actions["answer", "best"],
    }


_KNOCKS: Final = ("knock", "undercut", "tie", "gin", "big gin", "gin stopped", "stock", "standstill")


def _upcard_cases(tally: Tally) -> dict[str, int]:
    """The cases of Gin without those of the start with eleven cards."""
    return {name: count for name, count in _gin_cases(tally).items() if "eleven cards" not in name}


def _rummy_cases(tally: Tally) -> dict[str, int]:
    """The cases of melding in turn, of a stock that is made again, and of one that is not."""
    notes, actions = tally.notes, tally.actions
    return {
        "meld laid": actions["play", "meld"],
        "card laid off": actions["play", "lay"],
        "new melds counted": notes["play", "melds_laid"],
        "stock made again": notes["draw", "refills"],
        "nothing taken when the stock was used up": actions["draw", "pass"],
    }


def _pile_cases(tally: Tally) -> dict[str, int]:
    """The cases of Fortune: taking the pile, filling the stock, and its last turn."""
    notes, actions = tally.notes, tally.actions
    return {
        "the pile taken": actions["draw", "take"],
        "the stock filled again": notes["draw", "refills"] + notes["play", "refills"],
        "the last turn of the stock": notes["play", "last_turn"] + notes["draw", "last_turn"],
        "a card laid off": actions["play", "lay"],
    }


def _joker_cases(tally: Tally) -> dict[str, int]:
    """The cases of Arlington: those of Fortune, the joker, and the first upcard offered."""
    actions = tally.actions
    return {
        **_pile_cases(tally),
        "the pile taken for a lay-off": actions["draw", "take, laid off"],
        "the joker taken back": actions["play", "swap"],
        "the first upcard taken": actions["upcard", "take"],
        "the first upcard passed": actions["upcard", "pass"],
        "drawn after all refused": actions["draw from stock", "draw"],
    }


def _five_hundred_cases(tally: Tally) -> dict[str, int]:
    """The cases of taking from a fanned pile, of claims, and of a stock that is used up."""
    actions = tally.actions
    return {
        "meld laid": actions["play", "meld"],
        "card laid off": actions["play", "lay"],
        "card of the pile melded, or the free top card taken": actions["draw", "take"],
        "card of the pile laid off": actions["draw", "take, laid off"],
        "nothing taken when the stock was used up": actions["draw", "pass"],
        "discard claimed": actions["claim", "take, laid off"],
        "discard passed by": actions["claim", "pass"],
    }


def _skarney_cases(tally: Tally) -> dict[str, int]:
    """The cases of Skarney's rules."""
    notes, actions = tally.notes, tally.actions
    return {
        "contract declined": actions["contract", "done"],
        "meld of a contract": actions["contract", "meld"],
        "new meld": actions["play", "meld"],
        "card laid off": actions["play", "lay"],
        "wild card taken": actions["exchange", "swap"],
        "exchange declined": actions["exchange", "done"],
        "offer accepted": actions["answer offer", "accept"],
        "offer refused": actions["answer offer", "pass"],
        "draw stopped": notes["answer offer", "stopped 0"],
        "one card left": notes["offer", "one card"],
    }


def _iceberg_cases(tally: Tally) -> dict[str, int]:
    """The cases of melding and of cards that are passed on."""
    actions = tally.actions
    return {
        "meld laid": actions["play", "meld"],
        "card laid off": actions["play", "lay"],
        "card passed on": actions["play", "pass on"],
    }


GAMES: Final[Mapping[str, Game]] = {
    "gin": Game(endings=(*_KNOCKS, "upcard limit", "repeated move"), cases=_gin_cases),
    "oklahoma": Game(endings=(*_KNOCKS, "upcard limit", "repeated move"), cases=_upcard_cases),
    "rummy": Game(
        endings=("out", "going rummy", "stock", "stalemate", "standstill"),
        cases=_rummy_cases,
        drawn={
            **DRAWN,
            "hand_size": (2, 3, 4, 6, 7, 10),
            "refills": (0, 1, 2, -1),
            "melds_per_turn": (0, 1, 2),
        },
    ),
    "fortune": Game(endings=("out", "stock"), cases=_pile_cases),
    "arlington": Game(
        endings=("out", "stock"), events=(*ALWAYS, "Shown", "Laid", "Noted", "Exchanged"), cases=_joker_cases
    ),
    "500": Game(endings=("out", "stock", "standstill"), cases=_five_hundred_cases),
    "persian": Game(endings=("out", "stock", "standstill"), cases=_five_hundred_cases),
    "skarney": Game(
        endings=("out", "stock", "tie", "standstill"),
        events=(*ALWAYS, "Shown", "Laid", "Exchanged", "Noted"),
        cases=_skarney_cases,
    ),
    "iceberg": Game(
        endings=("out", "last ace"),
        events=(*ALWAYS, "Shown", "Laid"),
        cases=_iceberg_cases,
        drawn={**DRAWN, "special_values": ((0, 0, 0, 0), (700, 10, 350, 10_000), (1, 2, 3, 4))},
    ),
}
"""By the name of the game; a game without an entry fails a test."""
