"""Numbers kept from an earlier day in TOML, a few to a line so that a diff shows which, and compared."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

Pins = Mapping[str, Mapping[str, Any]]
"""By name of what was counted: lists of numbers, or a word, by name."""

_A_LINE: Final = 20


def read_pins(path: Path) -> Pins:
    """What a file keeps; nothing where there is no file."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def pins_text(pins: Pins, comment: str) -> str:
    """What ``read_pins`` reads."""
    lines = [f"# {line}" for line in comment.splitlines()]
    for name, values in pins.items():
        lines += ["", f'["{name}"]']
        for key, value in values.items():
            if isinstance(value, str):
                lines.append(f'"{key}" = "{value}"')
            elif len(value) <= _A_LINE:
                lines.append(f'"{key}" = [{", ".join(map(str, value))}]')
            else:
                rows = (value[first : first + _A_LINE] for first in range(0, len(value), _A_LINE))
                lines += [f'"{key}" = [', *(f"  {', '.join(map(str, row))}," for row in rows), "]"]
    return "\n".join(lines) + "\n"


def differences(pinned: Pins, now: Pins, where: Callable[[str, str, int], str]) -> Iterator[str]:
    """Say where numbers differ, a line for the first of each list; ``where`` names a number's place."""
    for name in dict.fromkeys([*pinned, *now]):
        if name not in now or name not in pinned:
            yield f"{name}: {'is not pinned' if name in now else 'is pinned, and there is none'}"
            continue
        for key in dict.fromkeys([*pinned[name], *now[name]]):
            before, after = pinned[name].get(key, []), now[name].get(key, [])
            if isinstance(before, str) or isinstance(after, str):
                if before != after:
                    yield f"{name}: {key}: pinned {before!r}, now {after!r}"
            elif (place := parting(before, after)) is not None:
                one, two = _there(before, place), _there(after, place)
                yield f"{name}: {where(name, key, place)}: pinned {one}, now {two}"


def parting(before: Sequence[int], after: Sequence[int]) -> int | None:
    """The first place at which two lists differ."""
    pairs = enumerate(zip_longest(before, after))
    return next((place for place, (one, two) in pairs if one != two), None)


def _there(numbers: Sequence[int], place: int) -> str:
    return str(numbers[place]) if place < len(numbers) else "no more"
