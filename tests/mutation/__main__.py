"""Try the changes and tell which no test noticed: ``python -m tests.mutation [MODULE...] [--share 0.2]``.

Each change runs in a process of its own that is forked before the packages are loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.abc
import importlib.util
import io
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

from tests.mutation import GUARDS, KILLED

ROOT: Final = Path(__file__).parents[2]
SECONDS: Final = 240
"""A change that takes so long hangs, which is noticed."""


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module with other code."""

    def __init__(self, name: str, path: str, code: str) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.code, self.path, "exec"), module.__dict__)


def noticed(module: str, code: str) -> int:
    """Fork a process that tests the changed code; return its number."""
    child = os.fork()
    if child:
        return child
    status = 3
    try:
        os.setsid()
        name = ".".join(Path(module).with_suffix("").parts[1:])
        sys.meta_path.insert(0, Changed(name, str(ROOT / module), code))
        import pytest

        os.chdir(ROOT)
        quiet = io.StringIO()
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            arguments = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-seed=0"]
            # Some plugins were loaded before the processes parted.
            arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
            # File by file: most changes are noticed by the first, and the others need not be read.
            for guard in GUARDS[module]:
                status = int(pytest.main([*arguments, "--no-header", "--tb=no", guard]))
                if status:
                    break
    finally:
        os._exit(status)


def results(chosen: Sequence[tuple[str, str, str]], jobs: int) -> Iterator[tuple[str, str, str]]:
    """Try each (module, title, code), so many at a time; yield module, title and what came of it."""
    waiting = list(chosen)[::-1]
    running: dict[int, tuple[str, str, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            module, title, code = waiting.pop()
            running[noticed(module, code)] = module, title, time.monotonic()
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            for number, (_, _, began) in running.items():
                if time.monotonic() - began > SECONDS:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(number, signal.SIGKILL)
            time.sleep(0.05)
            continue
        module, title, _ = running.pop(child)
        code_of = os.waitstatus_to_exitcode(status)
        yield module, title, "survived" if code_of == 0 else "hung" if code_of < 0 else "killed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try them and print the survivors; 1 where too few changes were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="words that the paths of modules hold; all without")
    parser.add_argument("--share", type=float, default=1.0, help="share of the changes that are tried")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="a file for a line of JSON a change")
    asked = parser.parse_args(arguments)
    modules = [one for one in GUARDS if not asked.modules or any(word in one for word in asked.modules)]
    # Once for each group of tests.
    first = {GUARDS[module]: module for module in modules}.values()
    whole = [(module, module, (ROOT / module).read_text(encoding="utf-8")) for module in first]
    broken = [module for module, _, result in results(whole, asked.jobs) if result != "survived"]
    if broken:
        print(f"the tests fail without any change to {', '.join(sorted(broken))}", file=sys.stderr)
        return 1
    chosen = list(_chosen(modules, asked.seed, asked.share))
    counts = {module: [0, 0] for module in modules}
    for module, title, result in results(chosen, asked.jobs):
        counts[module][result != "survived"] += 1
        if result == "survived":
            print(f"survived  {title}", flush=True)
        if asked.out is not None:
            with asked.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"module": module, "change": title, "result": result}) + "\n")
    for module, (alive, dead) in counts.items():
        print(f"{module}: {dead} of {alive + dead} noticed")
    dead, all_of = sum(one[1] for one in counts.values()), sum(map(sum, counts.values()))
    print(f"{dead} of {all_of} noticed" + (f", {100 * dead / all_of:.1f} %" if all_of else ""))
    return 0 if all_of and dead >= KILLED * all_of else 1


def _chosen(modules: Sequence[str], seed: str, share: float) -> Iterator[tuple[str, str, str]]:
    """The changes to try, found in a process of its own: this one must not load the packages."""
    read, write = os.pipe()
    if not os.fork():
        os.close(read)
        from tests.mutation.mutants import mutants

        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            for module in modules:
                source = (ROOT / module).read_text(encoding="utf-8").splitlines()
                for one in mutants(ROOT, module, seed):
                    if Random(f"{seed}/{one}").random() < share:
                        now = one.code.splitlines()[one.line - 1].strip()
                        title = f"{one}: {source[one.line - 1].strip()}  ->  {now}"
                        pipe.write(json.dumps([module, title, one.code]) + "\n")
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        for line in pipe:
            yield tuple(json.loads(line))
    os.wait()


if __name__ == "__main__":
    # What the tests need beside the packages is loaded once, before the processes part.
    import hypothesis  # noqa: F401
    import pluggy  # noqa: F401
    import pydantic  # noqa: F401
    import pytest  # noqa: F401

    raise SystemExit(main())
