"""The command ``simulate``: bots play many deals, and what happens is counted."""

from __future__ import annotations

import importlib.metadata
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.choosing import chosen_bot, chosen_seed, game_options, seed_option
from rummy_cli.errors import CommandError
from rummy_cli.layout import columns, heading, print_json
from rummy_cli.safe_text import safe
from rummy_cli.store import write_new

if TYPE_CHECKING:
    from rummy_cli.simulation import Plan
    from rummy_cli.tallies import Tally
    from rummy_core.rulebook import Rulebook

_TWO_SIDED_95 = 1.96  # standard errors


@click.command()
@click.argument("variant")
@click.option("--deals", type=click.IntRange(1, 10**9), metavar="N", help="Play N deals, each by itself.")
@click.option("--matches", type=click.IntRange(1, 10**9), metavar="N", help="Play N whole matches.")
@click.option(
    "--bots", default="simple", metavar="A,B", show_default=True, help="Bots by seat; the last is repeated."
)
@game_options
@seed_option
@click.option("--swap", is_flag=True, help="Play the same cards again with every bot on every seat.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Use N processes; same numbers."
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write a line of JSON a deal.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    variant: str,
    deals: int | None,
    matches: int | None,
    bots: str,
    settings: Sequence[str],
    preset: str | None,
    house_rules: Sequence[str],
    players: int | None,
    seed: str | None,
    swap: bool,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let bots play many deals and count what happens.

    The same seed gives the same numbers with any number of processes. Means
    come with their standard error; a void deal counts in them with no points.
    """
    from rummy_cli.simulation import Plan

    count = deals or matches
    if deals and matches:
        raise CommandError("--deals and --matches exclude each other; give one of them")
    if count is None:
        raise CommandError("say how much to play: --deals N or --matches N")
    plan = Plan(
        variant, tuple(settings), preset, tuple(house_rules), players,
        (), chosen_seed(seed), matches is not None, swap,
    )  # fmt: skip
    book = plan.book()
    plan = _with_bots(plan, bots, book.players)
    begun = time.perf_counter()
    tally = _counted(plan, book, count, jobs, out)
    found = _header(plan, book) | tally.as_json(swap=swap) | {"seconds": time.perf_counter() - begun}
    if as_json:
        print_json(found)
    else:
        _print_counts(found)


def _with_bots(plan: Plan, bots: str, players: int) -> Plan:
    from dataclasses import replace

    names = [name.strip() for name in bots.split(",")]
    if len(names) > players:
        raise CommandError(f"{len(names)} bots for {players} seats")
    for name in names:
        chosen_bot(name)
    names += names[-1:] * (players - len(names))
    return replace(plan, bots=tuple(names))


def _counted(plan: Plan, book: Rulebook, count: int, jobs: int, out: Path | None) -> Tally:
    """Play it all; write the lines of the deals to ``out`` as they come."""
    from rummy_cli.simulation import play_all
    from rummy_cli.tallies import Tally

    whole = Tally(book.players)
    what = "matches" if plan.matches else "deals"

    def lines() -> Iterator[str]:
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=count, label=what, file=sys.stderr, hidden=hidden) as bar:
            for part in play_all(plan, count, min(jobs, count), with_lines=out is not None):
                whole.merge(part.tally)
                yield from part.lines
                bar.update(part.end - part.first)

    if out is None:
        for _ in lines():
            pass
    else:
        write_new(out, lines())
    return whole


def _header(plan: Plan, book: Rulebook) -> dict[str, Any]:
    return {
        "variant": book.variant.name,
        "options": book.options.model_dump(mode="json"),
        "house_rules": [one.rule.name for one in book.house_rules],
        "house_options": {one.rule.name: one.options.model_dump(mode="json") for one in book.house_rules},
        "bots": list(plan.bots),
        "seed": plan.seed,
        "swap": plan.swap,
        "version": importlib.metadata.version("rummykit"),
    }


def _print_counts(found: dict[str, Any]) -> None:
    rules = "".join(f" + {safe(name)}" for name in found["house_rules"])
    click.echo(heading(f"{safe(found['variant'])}{rules}, seed {safe(found['seed'])}"))
    deals, seconds = found["deals"], found["seconds"]
    games = f"{found['matches']:,} matches, {deals:,} deals" if found["matches"] else f"{deals:,} deals"
    pace = f", {deals / seconds:,.0f} deals a second" if seconds else ""
    rows = [("played", f"{games}, {found['decisions']:,} decisions in {seconds:.1f} s{pace}")]
    place = "bot" if found["swap"] else "seat"
    for number, name in enumerate(found["bots"]):
        rows.append((f"{place} {number}, {safe(name)}", _wins(found, number)))
    for ending, count in sorted(found["ended"].items(), key=lambda item: -item[1]):
        rows.append((f"ended: {safe(ending)}", f"{count:,} ({100 * count / deals:.1f} %)"))
    for key, value in found.items():
        if isinstance(value, dict) and "mean" in value:
            rows.append((key.replace("_", " "), _mean(value, signed=key.startswith("score"))))
    click.echo(columns(rows, "  "))


def _wins(found: dict[str, Any], number: int) -> str:
    unit = "match" if found["matches"] else "deal"
    key = ("match_" if found["matches"] else "") + ("wins_by_bot" if found["swap"] else "wins")
    won = found[key][number]
    many = f"{won:,} {unit}" if won == 1 else f"{won:,} {unit}{'es' if unit == 'match' else 's'}"
    share = found["win_share"][number]
    low, high = share_between(share)
    return f"won {many}, {100 * share['mean']:.2f} % (95 %: {100 * low:.2f} to {100 * high:.2f})"


def share_between(share: dict[str, Any]) -> tuple[float, float]:
    """Return Wilson's interval, which holds the true share 95 times of 100 and is always possible.

    Games with the same cards hang together: for how many independent ones
    they stand is told by the standard error, where it tells anything.
    """
    p, z2 = share["mean"], _TWO_SIDED_95**2
    n = p * (1 - p) / share["se"] ** 2 + 1 if share["se"] else share["n"]
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    near = math.sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return max(0.0, middle - near), min(1.0, middle + near)


def _mean(mean: dict[str, Any], *, signed: bool) -> str:
    """Return a mean in words, with the interval that holds the true one 95 times of 100.

    What is counted is never below nothing, unless it is ``signed``.
    """
    value = mean["mean"]
    if mean["se"] is None:
        return f"{value:.2f}"
    near = _TWO_SIDED_95 * mean["se"]
    low = value - near if signed else max(0.0, value - near)
    return f"{value:.2f} (95 %: {low:.2f} to {value + near:.2f})"
