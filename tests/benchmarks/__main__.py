"""Speed, side by side in one run: ``python -m tests.benchmarks``.

Prints this engine and OpenSpiel, where that is installed (extra ``oracle``), on
the same rules and policies, and what starting the command line costs.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks import ours
from tests.benchmarks.rates import HEADING, REPEATS, Rate, Work, side_by_side


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def _start() -> None:
    """What ``rummy --help`` costs beside importing click, in turn."""
    rummy = str(Path(sys.executable).with_name("rummy"))
    helps, clicks = [], []
    for _ in range(15):
        helps.append(_seconds([rummy, "--help"]))
        clicks.append(_seconds([sys.executable, "-c", "import click"]))
    took, base = statistics.median(helps), statistics.median(clicks)
    print(f"rummy --help: {took:.3f} s, {took / base:.2f} times 'import click' ({base:.3f} s)")


def _memory() -> None:
    """The most memory that a whole match in the terminal takes, from the kernel's own count."""
    program = (
        "import os, sys; from rummy_cli.main import main; main(['play', 'gin', '--seed', '1', '--plain'])\n"
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(peak[0] if peak else 0, file=sys.stderr)\n"
    )
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", program],
            input="hint\nbest\ndraw\npass\n" * 50,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "RUMMY_HOME": home},
        )
    print(f"rummy play: {int(done.stderr.split()[-1]) / 1024:.0f} MiB at most")


def _listing() -> None:
    """What listing costs at the largest hands of 500."""
    for step, what in (("draw", "what to draw or take"), ("play", "what to lay or discard")):
        took = ours.listing_500(step)
        median, most = statistics.median(took), took[len(took) * 95 // 100]
        print(
            f"listing, 40-card 500 hand, {what}: median {median:.1f} ms, 95 % within {most:.1f} ms (goal 5)"
        )


def _other_side() -> Any:
    """The module that drives OpenSpiel; None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    from tests.benchmarks import theirs

    return theirs


def _rows(theirs: Any) -> Iterator[Rate]:
    """Measure each row: our work, theirs, how much of each a run does, and the goal for the ratio."""

    def their(name: str, **how: bool) -> Work | None:
        return getattr(theirs, name)(**how) if theirs else None

    for name, decisions in (("random deals", False), ("random decisions", True)):
        mine = ours.RandomDeals(count_decisions=decisions)
        yield side_by_side(name, mine, their("RandomDeals", count_decisions=decisions), (60, 20), 3)
    yield side_by_side("simple against itself, deals", ours.SimpleDeals(), their("SimpleDeals"), (60, 30), 3)
    hands = (5_000, 5_000)
    yield side_by_side("least deadwood of ten, own value", ours.Deadwood(), their("Deadwood"), hands, 2.5)
    yield side_by_side("least deadwood of ten, list", ours.DeadwoodOfCards(), their("Deadwood"), hands, None)
    yield side_by_side("best discards of eleven (goal 400,000)", ours.BestDiscards(), None, hands, None)
    for game, size, wilds, count in (
        ("500-rum", 7, 0, 100),
        ("500-rum", 13, 0, 100),
        ("500-rum", 40, 0, 3),
        ("fortune", 11, 1, 50),
        ("fortune", 13, 3, 10),
        ("fortune", 25, 5, 1),
        ("skarney", 11, 1, 50),
        ("skarney", 15, 3, 10),
        ("iceberg", 7, 0, 100),
    ):
        name = f"best use of {size} cards, {wilds} wild, {game}"
        yield side_by_side(name, ours.BestUse(game, size, wilds), None, (count, count), None)


def main() -> None:
    """Print the table."""
    print(f"Python {platform.python_version()}, one thread, medians of {REPEATS} runs in turn")
    print(HEADING)
    for row in _rows(_other_side()):
        print(row.row())
    _listing()
    _start()
    _memory()


if __name__ == "__main__":
    main()
