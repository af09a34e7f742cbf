"""Fixtures of the tests of the command line."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.saved import Outside, Rummy

from rummy_core import catalogue


@pytest.fixture
def rummy(capsys: pytest.CaptureFixture[str]) -> Rummy:
    """The command line, as typed in a pipe."""
    return Rummy(capsys)


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    """A place for distributions of other authors; their modules are called ``outside_...``."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    catalogue._entries.cache_clear()
    yield Outside(folder)
    catalogue._entries.cache_clear()
    for name in [name for name in sys.modules if name.startswith("outside_")]:
        del sys.modules[name]
