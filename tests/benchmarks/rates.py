"""How a rate is measured: both sides in turn, several times, medians and paired ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 25

Work = Callable[[int], int]
"""Does so many pieces of work (deals, hands) and returns how many it counted (decisions, hands)."""


@dataclass(frozen=True)
class Rate:
    """Pieces a second of two sides, and the ratio of each pair of runs."""

    name: str
    ours: float
    theirs: float | None
    ratio: float | None
    spread: tuple[float, float] | None
    goal: float | None

    def row(self) -> str:
        """One line of the table."""
        theirs = f"{self.theirs:>13,.0f}" if self.theirs else f"{'-':>13}"
        ratio = f"{self.ratio:>7.2f}" if self.ratio else f"{'-':>7}"
        spread = f"{self.spread[0]:.2f}-{self.spread[1]:.2f}" if self.spread else "-"
        goal = f"{self.goal:g}" if self.goal else "-"
        return f"{self.name:<42}{self.ours:>13,.0f}{theirs}{ratio}{spread:>12}{goal:>6}"


HEADING = f"{'':<42}{'ours/s':>13}{'OpenSpiel/s':>13}{'ratio':>7}{'range':>12}{'goal':>6}"


def side_by_side(
    name: str,
    ours: Work,
    theirs: Work | None,
    sizes: tuple[int, int],
    goal: float | None,
    reps: int = REPEATS,
) -> Rate:
    """Run both in turn and compare what each counted a second of processor time.

    Processor time and not the clock: other programs on the machine then
    disturb both sides least.
    """
    ours(max(1, sizes[0] // 10))
    if theirs:
        theirs(max(1, sizes[1] // 10))
    mine: list[float] = []
    other: list[float] = []
    for _ in range(reps):
        mine.append(_rate(ours, sizes[0]))
        if theirs:
            other.append(_rate(theirs, sizes[1]))
    if not other:
        return Rate(name, statistics.median(mine), None, None, None, goal)
    ratios = [one / two for one, two in zip(mine, other, strict=True)]
    spread = (min(ratios), max(ratios))
    return Rate(
        name, statistics.median(mine), statistics.median(other), statistics.median(ratios), spread, goal
    )


def _rate(work: Work, size: int) -> float:
    began = time.process_time()
    counted = work(size)
    return counted / (time.process_time() - began)
