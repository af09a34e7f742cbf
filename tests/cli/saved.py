"""Saved matches and a command line, for the tests of commands that read records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rummy_cli.main import main
from rummy_core.match import Match
from rummy_core.records import deal_lines, header_of, match_lines, round_line, write_header
from rummy_core.rulebook import rulebook
from rummy_plugins.simple_bot import SimpleBot
from rummy_variants.gin import GIN


@dataclass(frozen=True, slots=True)
class Done:
    """What a command line came to."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line that it ended with."""
        assert self.out == ""
        assert self.err.startswith("error: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("error: ").rstrip("\n")


class Rummy:
    """The command ``rummy``, as typed in a pipe."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *args: str | Path) -> Done:
        self._capsys.readouterr()
        status = main([str(one) for one in args])
        out, err = self._capsys.readouterr()
        for text in (out, err):
            assert not set(text) & set(map(chr, [*range(10), *range(11, 32), 0x7F, 0x202E])), repr(text)
        return Done(status, out, err)


@cache
def match_text(seed: str = "5", end: int = 0, **options: object) -> str:
    """A whole match between two simple bots as a record, or its first ``end`` deals."""
    match = Match(rulebook(GIN, options=options), seed)
    text = write_header(header_of(match, seats=["Ada", "Ben"], bots=["simple"] * 2, version="0.1.0")) + "\n"
    while match.sheet is None and (not end or match.deals_played < end):
        deal = match.begin_deal()
        bots = [SimpleBot(f"{seed}/{seat}") for seat in range(2)]
        while not deal.is_over:
            deal.play(bots[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
        text += "\n".join(deal_lines(match, deal)) + "\n"
        match.end_deal()
        text += round_line(len(match.rounds), match.rounds[-1]) + "\n"
    return text + "".join(line + "\n" for line in (match_lines(match.sheet) if match.sheet else []))


def save(folder: Path, text: str, name: str = "match.rummy") -> Path:
    """Write a record into ``folder``."""
    path = folder / name
    path.write_bytes(text.encode())
    return path


def changed(text: str, old: str, new: str) -> str:
    """``text`` with the first ``old`` in it changed."""
    assert old in text
    return text.replace(old, new, 1)


SCENARIO = """# rummykit record
format = 1
variant = "gin"
players = 2

[position]
step = "draw"
seat = 0

[position.zones]
"hand 0" = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
stock = "KS"

== deal
? seat 0
? deadwood 0 = 10
0 draw
? legal knock KS
? illegal knock 9H: needs 10 or less
0 knock KS
? step answer
"""


class Outside:
    """A folder in which a test installs distributions of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, distribution: str, entries: str, version: str = "1.0") -> None:
        """Install a distribution with these entry points."""
        info = self.folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", "utf-8"
        )
        (info / "entry_points.txt").write_text(entries, "utf-8")

    def module(self, name: str, source: str) -> None:
        """Write a module that can be imported."""
        (self.folder / f"{name}.py").write_text(source, "utf-8")
