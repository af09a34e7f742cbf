"""Tables of Iceberg that its tests share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.rulebook import Rulebook, rulebook
from rummy_variants.iceberg import ICEBERG
from tests.story import Story, laid_out

SAMPLE_HANDS = ("9S 8S 7S JH 3H QD AD", "KS JS 3S QH JD 8D JC", "6S TD 9D 4D 2D KC QC")
SAMPLE_STOCK = "3C 6C AC QS"
SAMPLE_PLAY = (
    "draw", "meld 9S 8S 7S", "pass on JH",
    "draw", "meld JD JC", "pass on 8D",
    "draw", "lay JH on 2", "lay 6S on 1", "pass on 2D",
    "draw", "meld 3H 3C", "meld QD QS", "pass on 8D",
)  # fmt: skip
"""The inventor's sample hand for three, A, B and C on seats 0, 1 and 2."""


def book(players: int = 3, preset: str | None = None, **options: Any) -> Rulebook:
    """The rulebook of Iceberg."""
    return rulebook(ICEBERG, preset=preset, options=options, players=players)


def table(
    *hands: str | None,
    players: int = 3,
    seat: int = 0,
    step: str = "play",
    stock: str = "",
    melds: Sequence[tuple[int, str]] = (),
    zones: Mapping[str, str] | None = None,
    preset: str | None = None,
    **options: Any,
) -> Story:
    """A table at which ``seat`` must act; ``zones`` are places of passed cards and of aces."""
    return laid_out(
        book(players, preset, **options),
        hands=hands,
        zones=zones,
        stock=stock,
        melds=melds,
        step=step,
        seat=seat,
        dealer=players - 1,
    )


def sample(**options: Any) -> Story:
    """The sample hand, played to its end."""
    story = table(*SAMPLE_HANDS, stock=SAMPLE_STOCK, step="draw", **options)
    return story.does(*SAMPLE_PLAY)


def dealt(players: int = 3, seed: int | str = 1, dealer: int = 0, **options: Any) -> Story:
    """A deal from its first shuffle."""
    return Story(Deal.begin(book(players, **options), Chance(seed), dealer=dealer))
