"""Counts of legal actions that are kept of every game, preset and number of players.

``python -m tests.perft`` says which have changed, exit 1 where some have; ``--write`` counts them again and
keeps them. Each is the opening of a deal, counted to a small depth, and the whole deal as
``rummy perft --along`` plays it, with a count for each decision. No bot has a part in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rummy_core import catalogue
from rummy_core.match import Match
from rummy_core.options import BadOption
from rummy_core.perft import Choice, perft, playthrough
from rummy_core.rulebook import BadRules, HouseRule, Rulebook, Variant, rulebook
from tests.pins import Pins, differences, pins_text, read_pins

FILE: Final = Path(__file__).parent / "data" / "perft.toml"
COMMENT: Final = "Counts of legal actions: written by `python -m tests.perft --write`, see docs/testing.md."
DISTRIBUTION: Final = "rummykit"
DEPTH: Final = 3


@dataclass(frozen=True)
class Opened:
    """What is counted: a game as it is played, from a seed of its own."""

    book: Rulebook
    preset: str

    @property
    def name(self) -> str:
        """Game, preset or house rule, and number of players."""
        rules = "".join(f" + {one.rule.name}" for one in self.book.house_rules)
        return f"{self.book.variant.name} {self.preset}{rules}, {self.book.players} players"

    @property
    def seed(self) -> str:
        """Other cards for each, so that presets that differ in scores alone do not count the same twice."""
        return f"{self.book.variant.name}-{self.preset}-{self.book.players}"

    @property
    def again(self) -> str:
        """The command that counts it."""
        rules = "".join(f" --with {one.rule.name}" for one in self.book.house_rules)
        return (
            f"rummy perft {self.book.variant.name} --preset {self.preset}{rules} "
            f"--players {self.book.players} --seed {self.seed}"
        )

    def choices(self) -> tuple[Choice, ...]:
        """The decisions of the deal played to its end."""
        return tuple(playthrough(Match(self.book, self.seed).begin_deal(), self.seed))


def games() -> list[Variant]:
    """The games of this distribution, each once."""
    names = [one.name for one in catalogue.plugins(catalogue.VARIANTS) if one.distribution == DISTRIBUTION]
    return list({game.name: game for game in map(catalogue.variant, names)}.values())


def house_rules() -> list[HouseRule]:
    """The house rules of this distribution."""
    names = [one.name for one in catalogue.plugins(catalogue.HOUSE_RULES) if one.distribution == DISTRIBUTION]
    return list(map(catalogue.house_rule, names))


@cache
def openings() -> tuple[Opened, ...]:
    """Every preset, the default preset for every number of players, and every house rule."""
    return tuple(_openings())


def _openings() -> Iterator[Opened]:
    for game in games():
        for preset in game.presets:
            yield Opened(rulebook(game, preset=preset), preset)
        usual = rulebook(game, preset="default").players
        for players in range(game.players[0], game.players[1] + 1):
            try:
                book = rulebook(game, preset="default", players=players)
            except BadOption:  # not for so many by default
                continue
            if players != usual:
                yield Opened(book, "default")
    for rule in house_rules():
        yield Opened(next(_with_rule(rule)), "default")


def _with_rule(rule: HouseRule) -> Iterator[Rulebook]:
    """The games that can be played with a house rule, first those in which its hooks answer."""
    fitting = []
    for game in games():
        try:
            fitting.append(rulebook(game, preset="default", house_rules=[rule]))
        except (BadOption, BadRules):  # a notion it needs is not there
            continue
    yield from sorted(fitting, key=lambda book: not book.house_rules[0].has_hooks(book.variant))


def counted(opened: Opened) -> dict[str, list[int] | str]:
    """The numbers of one game."""
    deal = Match(opened.book, opened.seed).begin_deal()
    return {
        "perft": [perft(deal, depth) for depth in range(1, DEPTH + 1)],
        "along": [one.count for one in opened.choices()],
    }


def counts() -> Pins:
    """All numbers, counted now."""
    return {one.name: counted(one) for one in openings()}


def changes(pinned: Pins, now: Pins) -> list[str]:
    """What differs from what is kept: which game, which number, and the command that counts it."""
    by_name = {one.name: one for one in openings()}

    def where(name: str, key: str, place: int) -> str:
        if key == "perft":
            return f"sequences of {place + 1}"
        choices = by_name[name].choices()
        if place >= len(choices):
            return f"decision {place + 1}"
        return f"decision {place + 1} (seat {choices[place].seat}, step '{choices[place].step}')"

    return [
        f"{line}\n  {by_name[name].again}" + ("" if ": sequences" in line else " --along")
        if (name := line.partition(":")[0]) in by_name
        else line
        for line in differences(pinned, now, where)
    ]


def main(words: Sequence[str]) -> int:
    """Tell which counts have changed, or keep what they are now; return the exit code."""
    if list(words) not in ([], ["--write"]):
        print("error: write nothing, or --write", file=sys.stderr)
        return 2
    now = counts()
    changed = changes(read_pins(FILE), now)
    print("\n".join([*changed, f"{len(now)} counted, {len(changed)} changes"]))
    if words:
        FILE.write_text(pins_text(now, COMMENT), encoding="utf-8", newline="\n")
    return 1 if changed and not words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
