"""Games of outside authors in ``plugins/examples``: each a distribution of its own that nothing here knows.

Every folder there with a ``pyproject.toml`` is one. The everyday tests look at their files; the long ones
build wheels, install them into a fresh environment, and play there. Where that cannot be done they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.author_docs import follow

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "plugins" / "examples"
PACKAGES = ("core/rummy_core", "variants/rummy_variants", "plugins/rummy_plugins", "cli/rummy_cli")


@dataclass(frozen=True, slots=True)
class Example:
    """One distribution, as its own ``pyproject.toml`` says."""

    path: Path

    @property
    def settings(self) -> Mapping[str, Any]:
        return tomllib.loads((self.path / "pyproject.toml").read_text(encoding="utf-8"))

    @property
    def distribution(self) -> str:
        return str(self.settings["project"]["name"])

    @property
    def games(self) -> Mapping[str, str]:
        """The games by the names that a person types, and where they are."""
        found: Mapping[str, str] = self.settings["project"]["entry-points"]["rummy.variants"]
        return found

    @property
    def modules(self) -> set[str]:
        return {target.partition(":")[0].partition(".")[0] for target in self.games.values()}

    @property
    def names(self) -> set[str]:
        """Every name by which the distribution or a game of it could be known."""
        return {self.distribution, *self.modules, *self.games}

    def files(self, pattern: str) -> list[Path]:
        return sorted(self.path.rglob(pattern))


EXAMPLES = [Example(path.parent) for path in sorted(FOLDER.glob("*/pyproject.toml"))]
each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.path.name)


def test_there_are_examples() -> None:
    assert EXAMPLES
    assert all(one.path.name == one.distribution for one in EXAMPLES)


def said(name: str) -> re.Pattern[str]:
    """A name as a word, with hyphens, blanks or nothing between its parts."""
    return re.compile(r"(?<![a-z0-9])" + "[-_ ]?".join(re.split("[-_ ]", name.lower())) + r"(?![a-z0-9])")


def lines_that_name(names: set[str]) -> Iterator[str]:
    """The lines of the four packages in which one of ``names`` stands."""
    patterns = [said(name) for name in names]
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if any(pattern.search(line.lower()) for pattern in patterns):
                    yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


@each
def test_no_line_of_the_four_packages_names_it(example: Example) -> None:
    assert list(lines_that_name(example.names)) == []


def test_a_name_would_be_found() -> None:
    assert any(
        line.startswith("variants/rummy_variants/fortune.py") for line in lines_that_name({"fortune-rummy"})
    )
    assert said("two-decks").search("class TwoDecks of twodecks".lower())


@each
def test_it_has_all_that_a_distribution_of_a_game_has(example: Example) -> None:
    project = example.settings["project"]
    assert example.settings["build-system"]["build-backend"] == "hatchling.build"
    assert "rummykit" in " ".join(project["dependencies"])
    assert project["license"]
    readme = (example.path / project["readme"]).read_text(encoding="utf-8")
    assert all(f"rummy play {name}" in readme for name in list(example.games)[:1])
    assert example.files("tests/**/test_*.py")
    texts = [path.read_text(encoding="utf-8") for path in example.files("tests/**/*.rummy")]
    assert any("\n[position]\n" in text for text in texts), "no scenario"
    assert any("\n[position]\n" not in text and "\nmatch: " in text for text in texts), "no golden match"


def test_the_everyday_tests_do_not_collect_theirs() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["pytest"]["ini_options"]["testpaths"] == ["tests"]
    assert FOLDER.relative_to(ROOT).parts[0] != "tests"


@each
def test_types_are_checked_strictly(example: Example) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"]
    assert example.modules <= set(settings["packages"])
    assert (example.path / "src").relative_to(ROOT).as_posix() in settings["mypy_path"].split(":")


# In a fresh environment.


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment into which wheels are installed, and a folder to work in."""

    path: Path
    work: Path

    def program(self, name: str) -> str:
        scripts = self.path / ("Scripts" if os.name == "nt" else "bin")
        return str(scripts / (f"{name}.exe" if os.name == "nt" else name))

    def runs(self, *command: str, cwd: Path | None = None) -> str:
        """Run a program of the environment; its output, where it went well."""
        return run(
            [self.program(command[0]), *command[1:]], cwd or self.work, RUMMY_HOME=str(self.work / "home")
        )


def run(command: Sequence[str], cwd: Path, **more: str) -> str:
    """Run a command apart from this process's own settings; its output, where it went well."""
    own = {name for name in os.environ if name.startswith(("PYTEST_", "PYTHON", "RUMMY_", "VIRTUAL_ENV"))}
    env = {name: value for name, value in os.environ.items() if name not in own} | more
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with rummykit and every example, each from the wheel built of it."""
    folder = tmp_path_factory.mktemp("examples")
    wheels = folder / "wheels"
    sources = [ROOT, *(one.path for one in EXAMPLES)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "wheel", "-q", "--no-deps", "-w", str(wheels), *map(str, sources)], folder)
    built = sorted(wheels.glob("*.whl"))
    assert len(built) == len(sources), built
    environment = Environment(folder / "venv", folder)
    venv.create(environment.path, with_pip=True)
    wanted = [f"{wheel}[test]" if not wheel.name.startswith("rummykit-") else str(wheel) for wheel in built]
    environment.runs("python", "-m", "pip", "--disable-pip-version-check", "install", "-q", *wanted)
    return environment


@pytest.mark.long
@each
def test_it_is_listed_told_and_played_where_it_is_installed(example: Example, fresh: Environment) -> None:
    listed = fresh.runs("rummy", "variants")
    assert example.distribution in listed
    assert "holds" in fresh.runs("rummy", "plugins", "--check", next(iter(example.games)))
    for name in example.games:
        assert re.search(rf"\b{re.escape(name)}\b", listed), listed
        assert fresh.runs("rummy", "rules", name)
        told = fresh.runs("rummy", "play", name, "--auto", "--seed", "1", "--plain")
        assert "The match is over" in told
        assert fresh.runs(
            "rummy", "simulate", name, "--matches", "2", "--bots", "simple,random", "--seed", "1"
        )


@pytest.mark.long
@each
def test_its_own_tests_pass_there(example: Example, fresh: Environment, tmp_path: Path) -> None:
    # A copy without the sources, so that what is tested is what was installed.
    shutil.copy(example.path / "pyproject.toml", tmp_path)
    shutil.copytree(example.path / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    told = fresh.runs("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path)
    passed = re.search(r"(\d+) passed", told)
    assert passed, told
    assert int(passed[1]) > len(example.files("tests/**/*.rummy"))
    assert "skipped" not in told


@pytest.mark.long
def test_the_tutorial_holds_in_an_empty_folder_where_the_wheel_is_installed(
    fresh: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
    scripts = str(Path(fresh.program("rummy")).parent)
    path = os.pathsep.join((scripts, own["PATH"]))
    assert follow("tutorial.md", folder, {**own, "PATH": path, "RUMMY_HOME": str(tmp_path / "home")})
