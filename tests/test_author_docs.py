"""The pages for authors: every snippet of the tutorial and the cookbook is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.author_docs import follow, parts, write_files

HERE = Path(sys.executable).parent
WHOLE_GAMES = """
import recipes
from careful import Careful
from rummy_core import Variant
from rummy_core.testing import check_variant

for one in vars(recipes).values():
    if isinstance(one, Variant) and one is not recipes.PARLOUR:
        tally = check_variant(one, deals=3, matches=1, tries=0, bots=[Careful])
        print(one.name, tally.deals["finished"])
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which the commands of this one are found, with a home of its own."""
    path = os.pathsep.join((str(HERE), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "RUMMY_HOME": str(tmp_path / "home"), "PYTHONPATH": ""}


def test_the_tutorial_does_what_it_says(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    done = follow("tutorial.md", folder, environment)
    assert {one.split()[1] for one in done if one.startswith("rummy")} == {
        "rules", "play", "melds", "simulate", "new"
    }  # fmt: skip
    assert any(one.startswith("pytest") for one in done)
    assert len((folder / "parlour.py").read_text(encoding="utf-8").splitlines()) < 70, "about sixty lines"


def test_the_recipes_are_sound_games(tmp_path: Path, environment: dict[str, str]) -> None:
    for page in ("tutorial.md", "cookbook.md"):
        write_files(page, tmp_path)
    run = subprocess.run(
        [sys.executable, "-c", WHOLE_GAMES], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == 7


def test_a_match_is_stepped_from_python(tmp_path: Path, environment: dict[str, str]) -> None:
    for page in ("tutorial.md", "cookbook.md"):
        write_files(page, tmp_path)
    run = subprocess.run(
        [sys.executable, "stepping.py"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "winner: side" in run.stdout


@pytest.mark.parametrize("page", ["tutorial.md", "cookbook.md"])
def test_no_snippet_is_left_out(page: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / "authors" / page).read_text(encoding="utf-8")
    assert text.count("```python") == sum(bool(one.file) for one in parts(page))
