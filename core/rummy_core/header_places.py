"""Where in a record's header something stands: line and column of a key or of its value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rummy_core.words import place_in

Path = Sequence[str | int]

_NAME: Final = r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'"""
_ITEM: Final = r"""\"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,\[\]]+"""
_DOTTED: Final = rf"(?:{_NAME})(?:\s*\.\s*(?:{_NAME}))*"
_TABLE: Final = re.compile(rf"\s*\[\s*(?P<name>{_DOTTED})\s*\]")
_PAIR: Final = re.compile(rf"\s*(?P<name>{_DOTTED})\s*=\s*")


def place_in_header(
    lines: Sequence[str], path: Path, word: str = "", *, of_key: bool = False
) -> tuple[int, int]:
    """Return line and column of ``word`` in the value at ``path``, of the value, or of its key.

    Where the path leads nowhere it is the place of what comes nearest to it, at
    worst the beginning of the file.
    """
    number, start, length = _nearest_key(lines, path)
    if not length:
        return 1, 1
    text = lines[number]
    name = re.compile(r"\s*\[?\s*(?=\S)").match(text)
    key_at = name.end() if name else 0
    if start < 0 or (of_key and length == len(path)):
        # Of a dotted name the last part is meant.
        last = place_in(text, str(path[length - 1]))
        return number + 1, (last if of_key else key_at) + 1
    return _in_value(lines, number, start, path[length:], word)


def _nearest_key(lines: Sequence[str], path: Path) -> tuple[int, int, int]:
    """The line that states the most of ``path``, where its value begins (-1: it is a table), and how much."""
    best = (0, -1, 0)
    table: tuple[str, ...] = ()
    for number, line in enumerate(lines):
        if found := _TABLE.match(line):
            table = _parts(found["name"])
            here, start = table, -1
        elif found := _PAIR.match(line):
            here, start = (*table, *_parts(found["name"])), found.end()
        else:
            continue
        if len(here) > best[2] and here == tuple(map(str, path[: len(here)])):
            best = (number, start, len(here))
    return best


def _parts(name: str) -> tuple[str, ...]:
    return tuple(
        part[1:-1].replace('\\"', '"') if part[0] in "\"'" else part for part in re.findall(_NAME, name)
    )


def _in_value(lines: Sequence[str], number: int, start: int, inner: Path, word: str) -> tuple[int, int]:
    """Go into a list or an inline table, which may go over more lines."""
    text = lines[number]
    for step in inner:
        if isinstance(step, int) and "{" not in text[start:] and not text.rstrip().endswith("["):
            items = list(re.finditer(_ITEM, text[start:]))
            start += items[step].start() if step < len(items) else 0
        elif isinstance(step, int):
            for _ in range(step + 1):
                while (begins := text.find("{", start)) < 0 and number + 1 < len(lines):
                    number, start = number + 1, 0
                    text = lines[number]
                start = begins + 1
        else:
            found = re.compile(rf"{re.escape(step)}\s*=\s*").search(text, start)
            start = found.end() if found else start
    if word:
        start += place_in(text[start:], word)
    return number + 1, start + 1
