"""Playthroughs: one short match of every preset as it was played once, golden.

``<game>_<preset>.rummy`` and ``<game>_<house rule>.rummy`` were played by bots from the seeds below, and
are written by a command:

    python -m tests.playthroughs            # what would change, if anything; exit 1 where something would
    python -m tests.playthroughs --write    # plays them again and writes them

A test verifies each, fact by fact, and never writes one. So a change of a rule shows as a record that no
longer holds; where the change is meant, ``--write`` and the diff show what it does to play. Bots may change
and the old records still hold. Records whose names are not in the list below were written by hand.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rummy_cli.main import main

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match that bots play: how it is asked for, and what is to be seen in it."""

    name: str
    flags: str
    bots: str
    seed: int
    shows: tuple[str, ...]
    game: str = "gin"

    @property
    def path(self) -> Path:
        """The golden record."""
        return FOLDER / f"{self.name}.rummy"

    def played(self) -> str:
        """The match, played now."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = Path(folder) / "match.rummy"
            words = f"play {self.game} --auto --plain --deals 2 {self.flags} --bots {self.bots}"
            words += f" --seed {self.seed}"
            if main([*words.split(), "--save", str(path)]) != 0:
                raise RuntimeError(f"{self.name} cannot be played")
            return path.read_text(encoding="utf-8")


RUN, SET = "lay-off on a run", "lay-off on a set"
PLAYTHROUGHS: Final = (
    Playthrough("gin_default", "", "greedy,simple", 119, ("gin", "knock", RUN)),
    Playthrough("gin_gin25", "--preset gin25", "simple,greedy", 23, ("undercut", "knock", SET)),
    Playthrough("gin_all25", "--preset all25", "greedy,greedy", 25, ("knock", RUN, SET)),
    Playthrough("gin_gamecolony", "--preset gamecolony", "simple,simple", 1296, ("stock", "last discard")),
    Playthrough("gin_double_all", "--preset double_all", "simple,greedy", 13, ("undercut", "knock")),
    Playthrough("gin_straight", "--preset straight", "greedy,simple", 40, ("stock", "gin")),
    Playthrough("gin_round_the_corner", "--preset round_the_corner", "greedy,simple", 145,
                ("gin", "run round the corner", RUN)),
    Playthrough("gin_eaai", "--preset eaai", "simple,simple", 136, ("undercut", "knock", RUN, SET)),
    Playthrough("gin_openspiel", "--with openspiel", "simple,simple", 480, ("undercut", "last knock")),
)  # fmt: skip
