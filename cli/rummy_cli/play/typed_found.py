"""What a line that was typed is found to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummy_core.actions import Action


@dataclass(frozen=True, slots=True)
class Move:
    """A move, legal or not."""

    action: Action


@dataclass(frozen=True, slots=True)
class Aside:
    """A word that moves no card, with what followed it."""

    word: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Something that is neither, and what to say to it; empty for an empty line."""

    message: str = ""


Typed = Move | Aside | Unclear


def either(words: Sequence[str]) -> str:
    """Words that may be written, as a choice: ``'draw', 'take' or 'pass'``."""
    quoted = [f"'{word}'" for word in words]
    return ", ".join(quoted[:-1]) + f" or {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)
