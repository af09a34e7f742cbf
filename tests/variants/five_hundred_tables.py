"""Tables and matches of 500 Rum and Persian Rummy that their tests share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.hooks import MatchState
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.scoring import MatchSheet, NotOver, RoundResult
from rummy_variants.five_hundred import FIVE_HUNDRED
from rummy_variants.persian import PERSIAN
from tests.story import Story, laid_out

OTHERS = ("3D", "3H", "3S")
"""Hands of other players that meld nothing."""


def book(
    players: int | None = None, preset: str | None = None, variant: Variant = FIVE_HUNDRED, **options: Any
) -> Rulebook:
    """The rulebook of 500 Rum, for two unless told otherwise, or of Persian Rummy."""
    return rulebook(variant, preset=preset, options=options, players=players)


def table(
    *hands: str | None,
    pile: str | None = None,
    melds: Sequence[tuple[int, str]] = (),
    players: int = 2,
    seat: int = 0,
    step: str = "play",
    stock: str = "",
    stock_left: int | None = None,
    preset: str | None = None,
    variant: Variant = FIVE_HUNDRED,
    **options: Any,
) -> Story:
    """A table at which ``seat`` must act; the last seat dealt."""
    return laid_out(
        book(players, preset, variant, **options),
        hands=hands,
        pile=pile,
        melds=melds,
        seat=seat,
        step=step,
        stock=stock,
        stock_left=stock_left,
        dealer=players - 1,
    )


def persian(hand: str, *others: str, **more: Any) -> Story:
    """A table of Persian Rummy; players whose hands are not named have a three each."""
    hands = (hand, *others, *OTHERS[len(others) :])
    return table(*hands, players=4, variant=PERSIAN, **more)


def dealt(players: int = 2, seed: int | str = 1, dealer: int = 0, **options: Any) -> Story:
    """A deal from its first shuffle."""
    return Story(Deal.begin(book(players, **options), Chance(seed), dealer=dealer))


def after(rules: Rulebook, *rounds: Sequence[int], stopped: str = "") -> MatchSheet | NotOver:
    """What the match comes to after rounds in which the sides scored so."""
    results = tuple(RoundResult((), tuple(points), (0,) * len(points), -1, False) for points in rounds)
    state = MatchState(rules.players, rules.sides, results, 0)
    return rules.hooks.score_match(match=state, stopped=stopped)
