"""Speed, side by side in one run: ``python -m tests.benchmarks``.

Prints this engine and OpenSpiel, where that is installed (extra ``oracle``), on
the same rules and policies, and what starting the command line costs.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.benchmarks import ours
from tests.benchmarks.rates import HEADING, side_by_side


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
    """The most memory that a whole match in the terminal takes."""
    rummy = str(Path(sys.executable).with_name("rummy"))
    env = {**os.environ, "RUMMY_PLAIN": "1"}
    subprocess.run([rummy, "play", "gin", "--auto", "--seed", "1"], check=True, capture_output=True, env=env)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"rummy play, a whole match: {peak / 1024:.0f} MiB at most")


def main() -> None:
    """Print the table."""
    theirs = None
    if importlib.util.find_spec("pyspiel") is not None:
        from tests.benchmarks import theirs as theirs
    print(f"Python {platform.python_version()}, one thread, medians of 7 runs in turn")
    print(HEADING)
    rows = [
        (
            "random deals",
            ours.RandomDeals(count_decisions=False),
            theirs and theirs.RandomDeals(count_decisions=False),
            (300, 100),
            3,
        ),
        (
            "random decisions",
            ours.RandomDeals(count_decisions=True),
            theirs and theirs.RandomDeals(count_decisions=True),
            (300, 100),
            3,
        ),
        ("simple against itself, deals", ours.SimpleDeals(), theirs and theirs.SimpleDeals(), (300, 150), 3),
        ("least deadwood of ten, own value", ours.Deadwood(), theirs and theirs.Deadwood(), (20_000, 20_000), 2.5),
        ("least deadwood of ten, list of cards", ours.DeadwoodOfCards(), theirs and theirs.Deadwood(), (20_000, 20_000), None),
        ("best discards of eleven (goal 400,000/s)", ours.BestDiscards(), None, (20_000, 0), None),
    ]  # fmt: skip
    for name, mine, other, sizes, goal in rows:
        print(side_by_side(name, mine, other, sizes, goal).row())
    _start()
    _memory()


if __name__ == "__main__":
    main()
