"""The command ``diff``: where two records part."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.faces import card_text
from rummy_cli.layout import columns, heading, paragraph, print_json
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_cli.comparing import Parting, Said, Side, Stated


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.option("--ascii", "ascii_only", is_flag=True, help="Write cards with letters: TH.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(a: Path, b: Path, ascii_only: bool, as_json: bool) -> None:
    """Find where two records part: what their headers state, and the first line of play.

    No rule is asked, and the game need not be installed. Comments and decisions
    that were taken back are left out. The exit status is 0 where both say the same,
    1 where they differ, 2 if a file is no record.
    """
    from rummy_cli.comparing import headers_part, play_parts, side_of

    sides = side_of(a), side_of(b)
    stated = headers_part(*sides)
    parting = play_parts(*sides)
    differ = bool(stated or parting)
    if as_json:
        print_json(_as_json(sides, stated, parting))
    elif not differ:
        click.echo(f"equal: {_size(sides[0])}")
    else:
        _print(sides, stated, parting, ascii_only)
    if differ:
        raise click.exceptions.Exit(1)


def _size(side: Side) -> str:
    from rummy_cli.comparing import decisions

    deals, played = len(side.record.sections), decisions(side)
    return f"{deals} deal{'' if deals == 1 else 's'}, {played:,} decision{'' if played == 1 else 's'}"


def _print(sides: tuple[Side, Side], stated: list[Stated], parting: Parting | None, ascii_only: bool) -> None:
    click.echo(columns([("A", sides[0].file), ("B", sides[1].file)]))
    if stated:
        click.echo("\n" + heading("The headers differ"))
        for one in stated:
            click.echo(paragraph(one.name, "  ", "  "))
            click.echo(columns(_both(one.a, one.b, "not stated"), "    "))
    if parting is None:
        click.echo(f"\nThe play is the same: {_size(sides[0])}.")
        return
    click.echo("\n" + heading(f"The play parts in {parting.deal}"))
    click.echo(paragraph(_after(parting), "  ", "  "))
    click.echo(columns(_both(parting.a, parting.b, "ends here"), "    "))
    if parting.table is not None:
        click.echo("\n" + heading("The table there") + "\n" + _table(sides[0], parting, ascii_only))


def _after(parting: Parting) -> str:
    if parting.after:
        return f"after decision {parting.decision}, '{parting.after}'"
    return "before the first decision of the deal" if parting.decision else "before the first decision"


def _both(a: Said | None, b: Said | None, missing: str) -> list[tuple[str, str, str]]:
    rows = []
    for name, said in (("A", a), ("B", b)):
        rows.append((name, f"line {said.line}" if said else "", said.text if said else missing))
    return rows


def _table(side: Side, parting: Parting, ascii_only: bool) -> str:
    from rummy_cli.positions_shown import position_rows
    from rummy_cli.retelling import EVERYONE, Retelling

    table = parting.table
    assert table is not None
    cards = card_text(sys.stdout, ascii_only=ascii_only, colour=False)
    retelling = Retelling(side.record, cards)

    def name(seat: int) -> str:
        return retelling.name(parting.section, seat)

    rows = columns(position_rows(table, EVERYONE, cards, name), "  ")
    if table.sheet is not None:
        return f"{rows}\nThe deal is over."
    return f"{rows}\nTurn {table.turn}: {name(table.seat)} to act, step '{safe(table.step, 40)}'."


def _as_json(sides: tuple[Side, Side], stated: list[Stated], parting: Parting | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "equal": not stated and parting is None,
        "a": sides[0].file,
        "b": sides[1].file,
        "header": [{"name": one.name} | _pair(one.a, one.b) for one in stated],
        "play": None,
    }
    if parting is not None:
        found["play"] = {
            "deal": parting.deal,
            "decision": parting.decision,
            "after": parting.after,
            **_pair(parting.a, parting.b),
            "position": _position(parting),
        }
    return found


def _pair(a: Said | None, b: Said | None) -> dict[str, Any]:
    return {"a": a.as_json() if a else None, "b": b.as_json() if b else None}


def _position(parting: Parting) -> dict[str, Any] | None:
    from rummy_cli.positions_shown import position_json
    from rummy_cli.retelling import EVERYONE

    return None if parting.table is None else position_json(parting.table, EVERYONE)
