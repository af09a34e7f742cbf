"""Command lines that a person can type again: quoted words, and what programs are called."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path


def typed_in_a_shell(words: Sequence[str]) -> str:
    """Return a command line as it is typed, each word quoted where the shell needs that."""
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


def rummy_program() -> str:
    """Return what the shell calls this program: ``rummy`` where it finds it, else as it was typed."""
    typed, found = sys.argv[0], shutil.which("rummy")
    if Path(typed).stem != "rummy" or (found and Path(found).exists() and Path(found).samefile(typed)):
        return "rummy"
    return typed


def python_program() -> str:
    """Return what the shell calls the Python that runs this: ``python`` where it finds it, else its path."""
    running, found = Path(sys.executable), shutil.which("python")
    if found and Path(found).parent.resolve() == running.parent.resolve():
        return "python"
    here = Path.cwd()
    return str(running.relative_to(here) if running.is_relative_to(here) else running)
