"""Work shared out among processes, its results in the order of the tasks."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Final, TypeVar

R = TypeVar("R")

_AHEAD: Final = 4  # tasks a process that wait ready


def done_in_order(work: Callable[..., R], tasks: Iterable[tuple[Any, ...]], jobs: int) -> Iterator[R]:
    """Yield ``work(*task)`` for each of ``tasks``, from ``jobs`` processes; one works here.

    What a task raises is raised here; no process outlives that, or this one.
    """
    if jobs == 1:
        for task in tasks:
            yield work(*task)
        return
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            # The first task starts the processes.
            with contextlib.nullcontext() if waiting else _children_ignore_interrupts():
                waiting.append(executor.submit(work, *task))
            if len(waiting) >= _AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        # Nobody waits for a slow task in another process.
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Let this process end when the one that began it is gone, killed perhaps."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def _children_ignore_interrupts() -> Iterator[None]:
    """Let processes begun here ignore Ctrl-C, which a terminal sends to all: this one ends them."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which alone is interrupted
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
