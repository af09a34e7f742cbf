"""Ctrl-C and other signals: they end a match between decisions, never within one."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(Exception):
    """A signal that ends the match; ``exit_code`` is what a shell expects of it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.exit_code = 128 + signum


class Stopping:
    """Holds signals back while a decision is played and saved.

    They take effect while something is waited for, inside `waiting`: at once
    when they come there, else when it is next entered.
    """

    def __init__(self) -> None:
        self._waiting = False
        self._pending = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Stopping:
        for name in _NAMES:
            signum = getattr(signal, name, None)
            # Only the main thread may do this; a match run elsewhere has no signals.
            with contextlib.suppress(ValueError):
                if signum is not None:
                    self._before[signum] = signal.signal(signum, self._came)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for signum, before in self._before.items():
            signal.signal(signum, before)

    def _came(self, signum: int, frame: FrameType | None) -> None:
        # A second one does not wait for what hangs.
        if self._waiting or self._pending:
            self._waiting = False
            raise Stopped(signum)
        self._pending = signum

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a signal end what is done inside.

        Raises:
            Stopped: when one comes, or came before.
        """
        if self._pending:
            raise Stopped(self._pending)
        self._waiting = True
        try:
            yield
        finally:
            self._waiting = False
