"""Plain text that fits the terminal: wrapped paragraphs, aligned columns, and JSON.

What is printed here is the same in a pipe and on a terminal, but for the bold
of headings; it reads well at 60 columns.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

import click

WIDEST: Final = 100  # longer lines are hard to read
NARROWEST: Final = 40
_GAP: Final = 2


def width() -> int:
    """Return how wide a line may be: the terminal's width within bounds, 80 in a pipe."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def heading(text: str) -> str:
    """Return a heading: bold on a terminal that may show it."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return text if plain else click.style(text, bold=True)


def paragraph(text: str, indent: str = "", first: str | None = None) -> str:
    """Return ``text`` wrapped, each line after ``indent``, the first after ``first``."""
    lines = textwrap.wrap(
        text,
        width(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> str:
    """Return ``rows`` with their cells aligned; the last cell wraps in its column."""
    table = [tuple(row) for row in rows]
    if not table:
        return ""
    sizes = [max(map(cells, column)) for column in list(zip(*table, strict=True))[:-1]]
    lines = []
    for row in table:
        left = indent + "".join(
            cell + " " * (size - cells(cell) + _GAP) for cell, size in zip(row, sizes, strict=False)
        )
        room = " " * cells(left)
        lines.append(paragraph(row[-1], room, left) if row[-1] else left.rstrip())
    return "\n".join(lines)


def cells(text: str) -> int:
    """Return how many columns ``text`` takes on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # a wide script in a foreign name is rare, and rich slow to import

    return cell_len(text)


def print_json(value: Any) -> None:
    """Print ``value`` as JSON that shows no character a terminal would act on."""
    click.echo(json_text(value, indent=2))


def json_text(value: Any, indent: int | None = None) -> str:
    """Return ``value`` as JSON in printable ASCII."""
    # json escapes all but DEL.
    return json.dumps(value, indent=indent, ensure_ascii=True).replace("\x7f", "\\u007f")


def may_show_progress() -> bool:
    """Whether stderr is a terminal on which a line may be drawn again and again."""
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("RUMMY_PLAIN")
    return sys.stderr.isatty() and not plain


def warn(text: str) -> None:
    """Say ``text`` on stderr, beside the data."""
    click.echo(f"warning: {text}", err=True)
