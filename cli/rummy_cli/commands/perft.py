"""The command ``perft``: how many actions are legal, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rummy_cli.choosing import chosen_book, chosen_seed, game_options, seed_option
from rummy_cli.errors import CommandError
from rummy_cli.layout import columns, heading, print_json
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_cli.counting import Opening

_A_ROW: Final = 10
_USUAL_DEPTH: Final = 3


@click.command()
@click.argument("variant", required=False)
@click.option("--depth", type=click.IntRange(1, 50), metavar="N", show_default=str(_USUAL_DEPTH),
              help="Count sequences of 1 to N actions.")  # fmt: skip
@click.option("--divide", "divided", is_flag=True, help="Show the count of depth N under each first action.")
@click.option("--along", is_flag=True, help="Count the actions at each decision of a deal played to its end.")
@game_options
@seed_option
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE",
              help="Count from the position that a scenario states.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1, 10**9), default=1_000_000, metavar="N", show_default=True,
              help="Give up where more than N positions were to be looked at.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    variant: str | None,
    depth: int | None,
    divided: bool,
    along: bool,
    settings: Sequence[str],
    preset: str | None,
    house_rules: Sequence[str],
    players: int | None,
    seed: str | None,
    file: Path | None,
    limit: int,
    as_json: bool,
) -> None:
    """Count the legal actions of a game: numbers that change when a rule does.

    From the first deal of the match of that seed, it counts how many sequences
    of so many actions there are. Equal cards make one action. A sequence that
    ends the deal counts at its own length and at no greater one.

    With --along the deal is played to its end, by picks that follow from the
    seed and no bot, and the legal actions at each decision are counted.
    """
    if along and (depth or divided):
        raise CommandError(f"--along counts to the end of the deal; leave out --{_which(depth)}")
    if file is None:
        from rummy_cli.counting import opening

        if variant is None:
            raise CommandError("say which game to count, or --from FILE; 'rummy variants' lists the games")
        book = chosen_book(
            variant, settings=settings, preset=preset, house_rules=house_rules, players=players
        )
        opened = opening(book, chosen_seed(seed))
    else:
        from rummy_cli.counting import opening_of

        if variant or settings or preset or house_rules or players or seed:
            raise CommandError("--from states the game, its options and the seed; give the file alone")
        opened = opening_of(file)
    found = _header(opened)
    if not as_json:
        click.echo(heading(_title(opened)))
    try:
        with _told(opened):
            if along:
                _count_along(opened, limit, found, as_json)
            else:
                _count_depths(opened, depth or _USUAL_DEPTH, divided, limit, found, as_json)
    finally:
        if as_json and ("counts" in found or found.get("perft")):
            print_json(found)


def _which(depth: int | None) -> str:
    return "depth" if depth else "divide"


@contextmanager
def _told(opened: Opening) -> Iterator[None]:
    """Say in a line where a position that a file states leads to what no play does."""
    try:
        yield
    except CommandError:
        raise
    except Exception as error:
        if not opened.file:
            raise
        fault = safe(f"{type(error).__name__}: {error}", 200)
        raise CommandError(f"'{opened.file}': this position cannot be played on: {fault}") from error


def _count_depths(
    opened: Opening, depth: int, divided: bool, limit: int, found: dict[str, Any], as_json: bool
) -> None:
    from rummy_cli.counting import counts_by_depth

    found["perft"] = []
    for number, count, parts in counts_by_depth(opened.deal, depth, limit):
        found["perft"].append(count)
        if not as_json:
            click.echo(f"  depth {number:<2}  {count:>15,}")
        if divided and number == depth:
            found["divide"] = dict(parts)
            if not as_json:
                click.echo(columns([(action, f"{many:,}") for action, many in parts], "  "))


def _count_along(opened: Opening, limit: int, found: dict[str, Any], as_json: bool) -> None:
    from rummy_cli.counting import choices_along
    from rummy_core.perft import hash_of

    choices = choices_along(opened, limit)
    counts = [one.count for one in choices]
    found["ending"] = ending = opened.deal.sheet.ending
    found["counts"] = counts
    found["decisions"] = [f"{one.seat} {one.action}" for one in choices]
    found["sum"] = sum(counts)
    found["hash"] = hash_of(counts)
    if not as_json:
        for first in range(0, len(counts), _A_ROW):
            row = "".join(f"{count:>5}" for count in counts[first : first + _A_ROW])
            click.echo(f"  {first + 1:>5} {row}")
        many = f"{len(counts):,} decision{'' if len(counts) == 1 else 's'}"
        click.echo(f"{many}, ended: {safe(ending)}; sum {sum(counts):,}, hash {found['hash']}")


def _header(opened: Opening) -> dict[str, Any]:
    book = opened.book
    header = {
        "variant": book.variant.name,
        "options": book.options.model_dump(mode="json"),
        "house_rules": [one.rule.name for one in book.house_rules],
        "house_options": {one.rule.name: one.options.model_dump(mode="json") for one in book.house_rules},
        "players": book.players,
        "seed": opened.seed,
    }
    return header | ({"file": opened.file} if opened.file else {})


def _title(opened: Opening) -> str:
    book = opened.book
    rules = "".join(f" + {safe(one.rule.name)}" for one in book.house_rules)
    where = f"from {opened.file}" if opened.file else f"seed {safe(opened.seed)}"
    return f"{safe(book.variant.name)}{rules}, {book.players} players, {where}"
