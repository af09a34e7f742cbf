"""Side by side: two rulebooks play the same deals, and the first thing that differs is told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rummy_core.catalogue import BotMaker
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.rulebook import Rulebook
from rummy_core.scoring import MatchSheet, NotOver
from rummy_core.testing.legality import some_actions

_DEALS: Final = 3
"""Deals of a match that are compared."""
_ASKED: Final = 0.2
"""The share of decisions at which refusals are compared too."""


def difference(one: Rulebook, other: Rulebook, bots: Sequence[BotMaker], seed: str) -> str:
    """Return the first difference of a match by two rulebooks, in words; empty where there is none.

    Both are dealt the same cards, and what the bots choose by the first is played by both. Compared are
    who plays, actions, some refusals, facts and scores of the first deals of a match; a view follows
    from the facts.
    """
    match, beside = Match(one, seed), Match(other, seed)
    if (match.sides, match.lot) != (beside.sides, beside.lot):
        return "who plays on which side, or deals first"
    rng = Random(f"{seed}/asked")
    for number in range(1, _DEALS + 1):
        if match.is_over or beside.is_over:
            break
        first, second = match.begin_deal(), beside.begin_deal()
        if match.seating != beside.seating:
            return f"who plays deal {number}"
        players = [
            bots[min(seat, len(bots) - 1)](f"{seed}/{number}/{seat}")
            for seat in range(first.table.layout.seats)
        ]
        told = 0
        while True:
            found = _differ(first, second, told, rng)
            told = len(first.log)
            if found:
                return f"deal {number}: {found}"
            if first.is_over:
                break
            action = players[first.seat].choose(first.view(first.seat), first.legal_actions())
            first.play(action)
            refusal = second.why_illegal(action)
            if refusal is not None:
                return f"deal {number}: {str(action)!r}: {refusal}"
            second.play(action)
        match.end_deal()
        beside.end_deal()
        if match.totals != beside.totals:
            return f"the totals after deal {number}"
        if not match.round_in_play and _stopped(match) != _stopped(beside):
            return f"the sheet of a match that ends after deal {number}"
    if (match.is_over, match.sheet, match.columns) != (beside.is_over, beside.sheet, beside.columns):
        return "the end of the match"
    return ""


def _stopped(match: Match) -> MatchSheet | NotOver:
    return match.book.hooks.score_match(match=match.state, stopped="compared here")


def _differ(one: Deal, other: Deal, told: int, rng: Random) -> str:
    """What two deals differ in at this moment; as far as ``told`` their logs are the same."""
    new, beside = one.log[told:], other.log[told:]
    if new != beside:
        first = next((entry for entry, twin in zip(new, beside, strict=False) if entry != twin), None)
        return f"what happened: {'more in one than in the other' if first is None else first}"
    if one.is_over or other.is_over:
        return "" if (one.is_over, other.is_over) == (True, True) and one.sheet == other.sheet else "the end"
    if [str(action) for action in one.legal_actions()] != [str(action) for action in other.legal_actions()]:
        return "what may be played"
    if rng.random() < _ASKED:
        for action in some_actions(one, rng):
            if one.why_illegal(action) != other.why_illegal(action):
                return f"what may be played: {str(action)!r}"
    return ""
