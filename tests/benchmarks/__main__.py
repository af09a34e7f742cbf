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


def _nobody(name: str, **kwargs: object) -> None:
    """The other side, where it is not installed."""


def main() -> None:
    """Print the table."""
    theirs = None
    if importlib.util.find_spec("pyspiel") is not None:
        from tests.benchmarks import theirs as theirs
    print(f"Python {platform.python_version()}, one thread, medians of 25 runs in turn")
    print(HEADING)
    other = (lambda name, *args, **kwargs: getattr(theirs, name)(*args, **kwargs)) if theirs else _nobody
    rows = [
        (
            "random deals",
            ours.RandomDeals(count_decisions=False),
            other("RandomDeals", count_decisions=False),
            (60, 20),
            3.0,
        ),
        (
            "random decisions",
            ours.RandomDeals(count_decisions=True),
            other("RandomDeals", count_decisions=True),
            (60, 20),
            3.0,
        ),
        ("simple against itself, deals", ours.SimpleDeals(), other("SimpleDeals"), (60, 30), 3.0),
        ("least deadwood of ten, own value", ours.Deadwood(), other("Deadwood"), (5_000, 5_000), 2.5),
        ("least deadwood of ten, list", ours.DeadwoodOfCards(), other("Deadwood"), (5_000, 5_000), None),
        ("best discards of eleven (goal 400,000)", ours.BestDiscards(), None, (5_000, 0), None),
    ]
    for name, mine, other, sizes, goal in rows:
        print(side_by_side(name, mine, other, sizes, goal).row())
    _start()
    _memory()


if __name__ == "__main__":
    main()
