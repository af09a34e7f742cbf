"""Games need of the core nothing but what it makes public."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import rummy_core

ROOT = Path(__file__).parents[2]
PUBLIC = set(rummy_core.__all__)
PUBLIC_MODULES = {"rummy_core.notions", "rummy_core.testing"}
"""Modules that are public as a whole: a vocabulary, and the kit."""

GAMES = [*ROOT.glob("variants/rummy_variants/*.py"), *ROOT.glob("plugins/examples/*/src/**/*.py")]


def imported(path: Path) -> set[str]:
    """The names that a module imports from the core, but for those of public modules."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "rummy_core":
            if node.module not in PUBLIC_MODULES:
                found |= {one.name for one in node.names}
        elif isinstance(node, ast.Import):
            assert not any(one.name.startswith("rummy_core.") for one in node.names), path
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_needs_only_what_is_public(path: Path) -> None:
    assert imported(path) <= PUBLIC


def test_what_is_public_is_there_and_documented() -> None:
    for name in rummy_core.__all__:
        one = getattr(rummy_core, name)
        if inspect.isclass(one) or inspect.isfunction(one):
            assert (one.__doc__ or "").strip(), name


def test_there_are_games_to_look_at() -> None:
    assert len(GAMES) > 15
    assert any(imported(path) for path in GAMES)
