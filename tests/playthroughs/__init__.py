"""Playthroughs: one short match of every preset as it was played once, golden.

``<game>_<preset>.rummy``, ``<game>_<house rule>.rummy`` and those for more players were played by bots
from the seeds below, and are written by a command:

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
    game: str = ""
    """The game, where the name does not begin with it."""

    @property
    def path(self) -> Path:
        """The golden record."""
        return FOLDER / f"{self.name}.rummy"

    def played(self) -> str:
        """The match, played now."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = Path(folder) / "match.rummy"
            game = self.game or self.name.partition("_")[0]
            words = f"play {game} --auto --plain --deals 2 {self.flags} --bots {self.bots}"
            words += f" --seed {self.seed}"
            if main([*words.split(), "--save", str(path)]) != 0:
                raise RuntimeError(f"{self.name} cannot be played")
            return path.read_text(encoding="utf-8")


RUN, SET = "lay-off on a run", "lay-off on a set"
PILE: Final = "the pile is taken"
BACK: Final = "a wild card is taken back"
SPADE: Final = "a spade was turned up: doubled"
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
    Playthrough("gin_three", "--players 3 --deals 3", "greedy,simple", 230,
                ("players 0 1, dealer 1", "players 2 0, dealer 1", "gin", "undercut", "knock")),
    Playthrough("gin_four", "--players 4 --deals 4", "greedy,simple", 108,
                ("players 2 3, dealer 1", "players 0 3, dealer 0", "gin", "undercut", "knock", RUN, SET)),
    Playthrough("gin_hollywood", "--set hollywood=true --target 25 --deals 9", "greedy,simple", 11,
                ("a column closes", "undercut", "knock", RUN)),
    Playthrough("oklahoma_default", "", "greedy,simple", 2, (SPADE, "knock", RUN)),
    Playthrough("oklahoma_boxes", "--preset boxes", "greedy,greedy", 210, (SPADE, "gin", "undercut", SET)),
    Playthrough("oklahoma_gamecolony", "--preset gamecolony", "simple,greedy", 2, ("gin", "knock")),
    Playthrough("oklahoma_four", "--players 4 --preset boxes", "greedy,simple", 7,
                (SPADE, "players 2 3, dealer 1", "gin", "knock")),
    Playthrough("fortune_default", "", "greedy,simple", 2, ("out", PILE), "fortune"),
    Playthrough("fortune_common", "--preset common --players 2", "greedy,simple", 2,
                ("out", PILE), "fortune"),
    Playthrough("fortune_eight", "--players 8", "simple,greedy", 10, ("stock", PILE), "fortune"),
    Playthrough("arlington_default", "--players 3", "greedy,simple", 3, ("going out", PILE), "arlington"),
    Playthrough("arlington_scarne", "--preset scarne", "greedy,simple", 2, ("going out", PILE), "arlington"),
    Playthrough("arlington_joker", "--preset joker --players 2", "greedy,simple", 2,
                ("out", BACK), "arlington"),
    Playthrough("arlington_offered", "--players 3 --preset joker --set opening_upcard=offered "
                "--set joker_reclaim=anyone --set concealed_bonus=250", "simple,greedy", 2,
                ("upcard", "draw from stock", PILE, BACK), "arlington"),
    Playthrough("skarney_default", "", "greedy,simple", 2,
                ("players 0 1 2 3, dealer 2", "hand 1 won", "hand 2 won", "out", "contract", RUN, SET),
                game="skarney"),
    Playthrough("skarney_singles", "--preset singles --deals 1", "greedy,simple,simple", 2,
                ("players 0 1 2 3, dealer 1", "hand 1 won", "out", "answer offer"), game="skarney"),
    Playthrough("skarney_three", "--players 3 --deals 1", "greedy,simple", 4,
                ("players 0 1 2, dealer 1", "hand 1 won", "out"), game="skarney"),
    Playthrough("skarney_no_jokers", "--preset no_jokers --deals 1", "greedy,simple", 2,
                ("exchange", "contract", "hand 1 won", "out"), game="skarney"),
    Playthrough("skarney_free", "--preset free --deals 1", "greedy,simple", 1,
                ("exchange", "play", "hand 1 won", "out"), game="skarney"),
    Playthrough("gin_openspiel", "--with openspiel", "simple,simple", 480, ("undercut", "last knock")),
    Playthrough("500_ace-bonus", "--players 2 --deals 1 --with ace-bonus", "simple,greedy", 1,
                ("out", RUN, SET)),
    Playthrough("fortune_block", "--players 2 --deals 1 --with block", "random", 2,
                ("stock", PILE)),
    Playthrough("rummy_first-meld-points", "--deals 1 --with first-meld-points", "simple,greedy", 14,
                ("out", RUN, SET)),
    Playthrough("oklahoma_gin-only", "--deals 1 --with gin-only", "greedy,simple", 1,
                ("gin",)),
    Playthrough("rummy_going-out-bonus", "--deals 1 --with going-out-bonus", "greedy,simple", 2,
                ("bonus for going out", RUN)),
    Playthrough("gin_high-low-aces", "--deals 2 --with high-low-aces", "greedy,simple", 2,
                ("knock", RUN)),
    Playthrough("rummy_jokers", "--deals 1 --with jokers", "greedy,simple", 1,
                ("out", RUN, SET)),
    Playthrough("fortune_last-card-discarded", "--players 2 --deals 1"
                " --with last-card-discarded", "greedy,simple", 1,
                ("out", PILE)),
    Playthrough("500_meld-before-lay-off", "--players 3 --deals 1"
                " --with meld-before-lay-off", "greedy,simple", 3,
                ("out", RUN, SET)),
    Playthrough("fortune_meld-before-pile", "--players 2 --deals 1"
                " --with meld-before-pile", "greedy,simple", 1,
                ("out", PILE)),
    Playthrough("arlington_natural-deuces", "--players 2 --deals 1 --with natural-deuces", "greedy,simple", 1,
                ("going out", PILE)),
    Playthrough("fortune_natural-first-meld", "--players 2 --deals 1"
                " --with natural-first-meld", "greedy,simple", 1,
                ("out", PILE)),
    Playthrough("500_one-meld-a-turn", "--deals 1 --with one-meld-a-turn", "greedy,simple", 4,
                ("out", RUN, SET)),
    Playthrough("rummy_round-the-corner", "--deals 1 --with round-the-corner", "greedy,simple", 6,
                ("run round the corner",)),
    Playthrough("gin_spade-doubles", "--deals 1 --with spade-doubles", "greedy,simple", 20,
                (SPADE, "knock")),
    Playthrough("rummy_unmelded-penalty", "--players 3 --deals 1 --with unmelded-penalty", "greedy,simple", 2,
                ("no card laid: the hand counts double",)),
    Playthrough("iceberg_winner-deals", "--players 3 --deals 2 --with winner-deals", "greedy,simple", 1,
                ("out",)),
    Playthrough("iceberg_going-rummy", "--deals 1 --with going-rummy", "greedy,simple", 1,
                ("went rummy: all in one turn",)),
    Playthrough("rummy_rummy-call", "--players 3 --deals 1 --with rummy-call", "random,simple", 2,
                ("claim", "out")),
    Playthrough("rummy_stack", "--players 3 --deals 1 --with unmelded-penalty --with jokers"
                " --with rummy-call --with spade-doubles", "random,simple", 22,
                ("claim", SPADE, "no card laid: the hand counts double")),
    Playthrough("rummy_default", "", "greedy,simple", 25, ("out", RUN, SET)),
    Playthrough("rummy_penalty", "--preset penalty --players 3", "greedy,simple", 22,
                ("out", "left in hand", RUN, SET)),
    Playthrough("rummy_one_meld", "--preset one_meld --players 4", "greedy,simple", 9,
                ("out", RUN, SET)),
    Playthrough("rummy_block", "--set refills=0 --players 5 --deals 1", "simple,random", 14,
                ("stock", RUN, SET)),
    Playthrough("500_default", "--deals 1", "random", 41, ("out", RUN, SET)),
    Playthrough("500_traditional", "--preset traditional --players 3 --deals 1", "random", 43,
                ("out", RUN, SET)),
    Playthrough("500_partnership", "--preset partnership --players 4 --deals 1", "random", 4,
                ("out", RUN, SET)),
    Playthrough("500_six", "--players 6 --set rummy_call=true --set jokers_wild=2 --deals 1", "random", 57,
                ("out", "claim", RUN, SET)),
    Playthrough("persian_default", "--deals 1", "random", 25, ("out", RUN, SET)),
    Playthrough("persian_two_deals", "--preset two_deals", "random", 22, ("stock", RUN, SET)),
    Playthrough("persian_sets", "--set double_quartet=sets --set top_card_free=true --deals 1", "random", 51,
                ("out", RUN, SET)),
    Playthrough("iceberg_default", "", "greedy,simple", 25, ("out", "last ace", RUN, SET)),
    Playthrough("iceberg_moderate", "--preset moderate --players 3 --deals 1", "greedy,simple", 12,
                ("out", RUN, SET)),
    Playthrough("iceberg_four", "--players 4 --deals 1", "random", 4, ("last ace", RUN, SET)),
)  # fmt: skip
