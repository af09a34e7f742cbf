"""Reading what is typed, a line at a time."""

from __future__ import annotations

import io
import sys
from typing import TextIO

from rummy_cli.play.stopping import Stopping
from rummy_cli.safe_text import safe


class Keyboard:
    """Where lines come from. What is not typed at a terminal is echoed, so that a transcript reads."""

    def __init__(self, stopping: Stopping, stream: TextIO | None = None, out: TextIO | None = None) -> None:
        self._stopping = stopping
        self._in = sys.stdin if stream is None else stream
        self._out = sys.stdout if out is None else out
        if isinstance(self._in, io.TextIOWrapper):
            # A byte that is no character makes a wrong word, not an error.
            self._in.reconfigure(errors="replace")
        self._echo = self._in is not None and not self._in.isatty()

    def line(self, prompt: str) -> str:
        """Write ``prompt`` and return the next line.

        Raises:
            EOFError: where input has ended.
            Stopped: where a signal comes while it is waited for.
        """
        self._out.write(prompt)
        self._out.flush()
        with self._stopping.waiting():
            line = self._in.readline() if self._in is not None else ""
        if not line:
            self._out.write("\n")
            self._out.flush()
            raise EOFError
        if self._echo:
            self._out.write(safe(line.rstrip("\r\n")) + "\n")
        return line.rstrip("\r\n")
