"""Break the rules one by one and see each caught: ``python -m tests.guards [WORD...]``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.guards import BREAKS, Break

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("core", "variants", "plugins", "cli", "tests", "docs", "README.md", "pyproject.toml")
PACKAGES: Final = ("core", "variants", "plugins", "cli")
CAUGHT: Final = 1
"""The status of a test run in which a test failed."""


def copy_to(folder: Path) -> None:
    """Copy the project where it may be broken."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)


def caught(one: Break, folder: Path) -> tuple[bool, str]:
    """Break a rule in the copy, run its guard there, and mend it; return whether a test failed, and which."""
    path = folder / one.file
    whole = path.read_text()
    path.write_text(whole.replace(one.old, one.new))
    try:
        done = _run(one.guard, folder)
    finally:
        path.write_text(whole)
    failed = [line.split(" - ")[0].removeprefix("FAILED ") for line in done.stdout.splitlines()
              if line.startswith("FAILED ")]  # fmt: skip
    return done.returncode == CAUGHT and bool(failed), failed[0] if failed else done.stdout[-300:]


def _run(guard: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(str(folder / name) for name in PACKAGES)
    return subprocess.run(
        [
            sys.executable,
            "-B",
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:randomly",
            *guard,
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def main(words: Sequence[str]) -> int:
    """Tell of each broken rule what caught it; 1 where none did."""
    chosen = [one for one in BREAKS if not words or any(word in one.rule for word in words)]
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        for one in chosen:
            found, what = caught(one, folder)
            missed += not found
            print(f"{'caught' if found else 'MISSED'}  {one.rule}: {what}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed or not chosen else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
