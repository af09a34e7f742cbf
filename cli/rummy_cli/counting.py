"""What is counted: the deal that a seed or a scenario opens, and the counts within a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rummy_cli.errors import CommandError
from rummy_cli.reading import read_file, shown
from rummy_cli.safe_text import safe
from rummy_core.deal import Deal
from rummy_core.library import NotInstalled, book_for
from rummy_core.match import Match
from rummy_core.options import BadOption
from rummy_core.perft import Choice, divide, playthrough
from rummy_core.records import RecordError
from rummy_core.rulebook import BadRules, Rulebook
from rummy_core.stated_positions import stand

_LONG: Final = 400


@dataclass(frozen=True, slots=True)
class Opening:
    """A deal to count from: its rulebook and the seed of its cards; ``file`` where a scenario stated it."""

    book: Rulebook
    seed: str
    deal: Deal
    file: str = ""


def opening(book: Rulebook, seed: str) -> Opening:
    """The first deal of the match of ``seed``, as ``rummy play`` deals it."""
    return Opening(book, seed, Match(book, seed).begin_deal())


def opening_of(path: Path) -> Opening:
    """The position that a scenario states, before its moves.

    Raises:
        CommandError: if the file is no scenario, its game is not installed, or its position cannot be.
    """
    file = shown(path)
    try:
        _, record = read_file(path)
        if record.header.position is None:
            raise CommandError(f"'{file}' is a match; only a scenario states a position to count from")
        book = book_for(record.header)
        deal = stand(book, record.header.position, record.header.seed)
    except (RecordError, NotInstalled, BadOption, BadRules) as error:
        raise CommandError(f"'{file}': {safe(str(error), _LONG)}") from None
    except ValueError as error:
        raise CommandError(f"'{file}': position: {safe(str(error), _LONG)}") from None
    return Opening(book, record.header.seed, deal, file)


def counts_by_depth(deal: Deal, depth: int, limit: int) -> Iterator[tuple[int, int, list[tuple[str, int]]]]:
    """Yield for each depth up to ``depth``: the depth, its count, and the count under each first action.

    Raises:
        CommandError: before a depth for which more than ``limit`` positions were to be looked at.
    """
    positions = 1
    for one in range(1, depth + 1):
        if positions > limit:
            raise CommandError(
                f"depth {one} takes {positions:,} positions, more than {limit:,}; --limit N allows more"
            )
        parts = [(str(action), count) for action, count in divide(deal, one)]
        positions = sum(count for _, count in parts)
        yield one, positions, parts


def choices_along(opened: Opening, limit: int) -> list[Choice]:
    """Play the deal to its end as its seed picks; return its decisions.

    Raises:
        CommandError: if it goes on for more than ``limit`` decisions.
    """
    choices: list[Choice] = []
    for choice in playthrough(opened.deal, opened.seed):
        if len(choices) == limit:
            raise CommandError(f"the deal goes on after {limit:,} decisions; --limit N allows more")
        choices.append(choice)
    return choices
