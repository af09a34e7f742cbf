"""`rummy new`: what it makes plays, is tested and passes as it stands; what it cannot make leaves nothing."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.saved import Done, Outside, Rummy
from tests.core.test_public import PUBLIC, imported

from rummy_cli import new_project
from rummy_cli.new_project import LONGEST_NAME
from rummy_core import catalogue

ROOT = Path(__file__).parents[2]
RUMMY = ("-c", "import sys; from rummy_cli.main import main; sys.exit(main())")
LONGEST = "a" + "-a" * (LONGEST_NAME // 2 - 1) + "a"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to make things in."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))
    return folder


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def entry_points_of(project: Path) -> str:
    """The entry points of a project as an installer would write them."""
    data = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    groups = data["project"]["entry-points"].items()
    return "".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in groups
    )


def installed(project: Path, others: Outside) -> dict[str, str]:
    """Let a project be found as if it were installed, here and with the environment that is returned."""
    others.install(project.name, entry_points_of(project))
    found = os.pathsep.join([str(others.folder), str(project)])
    return os.environ | {"PYTHONPATH": found}


def run(*args: str | Path, env: dict[str, str], cwd: Path) -> Done:
    done = subprocess.run([sys.executable, *args], env=env, cwd=cwd, capture_output=True, text=True)
    return Done(done.returncode, done.stdout, done.stderr)


# --- what is made


def test_a_game_is_a_small_distribution(rummy: Rummy, here: Path) -> None:
    done = rummy("new", "seven-card")
    assert (done.status, done.err) == (0, "")
    assert files(here) == [
        "seven-card/README.md",
        "seven-card/pyproject.toml",
        "seven-card/seven_card.py",
        "seven-card/tests/going_out.rummy",
        "seven-card/tests/test_seven_card.py",
    ]
    assert all(name in done.out for name in files(here))
    data = tomllib.loads((here / "seven-card/pyproject.toml").read_text("utf-8"))["project"]
    assert data["entry-points"] == {"rummy.variants": {"seven-card": "seven_card:GAME"}}
    assert {one.partition(">")[0] for one in data["optional-dependencies"]["test"]} == {
        "pytest",
        "hypothesis",
    }


def test_a_house_rule_is_one_too(rummy: Rummy, here: Path) -> None:
    assert rummy("new", "long-runs", "--house-rule").status == 0
    data = tomllib.loads((here / "long-runs/pyproject.toml").read_text("utf-8"))["project"]
    assert data["entry-points"] == {"rummy.house_rules": {"long-runs": "long_runs:RULE"}}


def test_it_needs_the_core_up_to_its_next_minor_version(rummy: Rummy, here: Path) -> None:
    rummy("new", "ox")
    data = tomllib.loads((here / "ox/pyproject.toml").read_text("utf-8"))["project"]
    major, minor = catalogue.find(catalogue.VARIANTS, "gin").version.split(".")[:2]
    assert data["dependencies"] == [f"rummykit>={major}.{minor},<{major}.{int(minor) + 1}"]


@pytest.mark.parametrize("how", [[], ["--house-rule"], ["--file"]])
def test_it_needs_only_what_is_public(rummy: Rummy, here: Path, how: list[str]) -> None:
    assert rummy("new", "ox", *how).status == 0
    for path in here.rglob("*.py"):
        assert imported(path)
        assert imported(path) <= PUBLIC


@pytest.mark.parametrize(
    ("args", "last"),
    [
        (["seven-card"], "rummy play seven-card --auto"),
        (["long-runs", "--house-rule"], "rummy play gin --with long-runs --auto"),
    ],
)
def test_the_next_three_commands_are_told(rummy: Rummy, args: list[str], last: str) -> None:
    _, _, told = rummy("new", *args).out.partition("Next:\n")
    install, test, play = told.splitlines()
    assert install.endswith(f' -m pip install -e "./{args[0]}[test]"')
    assert test.endswith(f" -m pytest {args[0]}")
    assert play.strip() == last


def test_no_sign_of_the_template_is_left(rummy: Rummy, here: Path) -> None:
    for args in (["seven-card"], ["long-runs", "--house-rule"], ["my_rules", "--file"]):
        assert rummy("new", *args).status == 0
    for name in files(here):
        text = (here / name).read_text("utf-8")
        assert "$" not in text, name
        assert text.endswith("\n"), name


def test_a_single_file_is_played_as_it_is(rummy: Rummy, here: Path) -> None:
    done = rummy("new", "my_rules", "--file")
    assert (done.status, done.err) == (0, "")
    assert files(here) == ["my_rules.py"]
    assert "rummy play ./my_rules.py --auto\n" in done.out
    played = rummy("play", "./my_rules.py", "--auto", "--seed", "1", "--deals", "1", "--plain")
    assert played.status == 0
    assert "wins the match" in played.out or "draw" in played.out


def test_nothing_is_asked_and_no_terminal_is_needed(here: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from rummy_cli.main import main; main(['new', 'seven-card'])"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=here,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (here / "seven-card").is_dir()


# --- what is made holds


@pytest.mark.parametrize(
    ("args", "play"),
    [
        (["seven-card"], ["seven-card", "--auto", "--deals", "2"]),
        (["long-runs", "--house-rule"], ["gin", "--with", "long-runs", "--auto", "--deals", "2"]),
    ],
    ids=["game", "house rule"],
)
def test_it_is_found_plays_and_passes_its_tests(
    rummy: Rummy, others: Outside, here: Path, args: list[str], play: list[str]
) -> None:
    rummy("new", *args)
    project = here / args[0]
    env = installed(project, others)
    played = run(*RUMMY, "play", *play, "--seed", "1", env=env, cwd=here)
    assert played.status == 0, played.err
    tested = run("-m", "pytest", "-v", "-p", "no:cacheprovider", project, env=env, cwd=here)
    assert tested.status == 0, tested.out
    assert ".rummy::holds PASSED" in tested.out
    assert "test_it_is_found_under_its_name PASSED" in tested.out


@pytest.mark.parametrize("name", ["ox", LONGEST])
@pytest.mark.parametrize("how", [[], ["--house-rule"]], ids=["game", "house rule"])
def test_what_is_made_is_formatted_and_linted(rummy: Rummy, here: Path, name: str, how: list[str]) -> None:
    if importlib.util.find_spec("ruff") is None:
        pytest.skip("needs ruff, of the extra 'check'")
    assert rummy("new", name, *how).status == 0
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
    chosen = ["--select", ",".join(ours["select"]), "--ignore", ",".join(ours["ignore"])]
    env = dict(os.environ)
    for command in (["format", "--check", "."], ["check", *chosen, "--per-file-ignores", "tests/**:D", "."]):
        done = run("-m", "ruff", *command, "--no-cache", env=env, cwd=here / name)
        assert done.status == 0, done.out + done.err


@pytest.mark.long
@pytest.mark.parametrize("how", [[], ["--house-rule"]], ids=["game", "house rule"])
def test_what_is_made_has_strict_types(rummy: Rummy, here: Path, how: list[str]) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("needs mypy, of the extra 'check'")
    rummy("new", "ox", *how)
    done = run("-m", "mypy", "--strict", ".", env=dict(os.environ), cwd=here / "ox")
    assert done.status == 0, done.out


@pytest.mark.long
@pytest.mark.parametrize("how", [[], ["--house-rule"]], ids=["game", "house rule"])
def test_it_installs_into_a_fresh_environment(here: Path, how: list[str]) -> None:
    """All from an installed wheel, as its README says; pip fetches what it needs from a registry."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert run("-m", "venv", "venv", env=env, cwd=here).status == 0
    folder = here / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def does(program: str, *words: str | Path) -> None:
        done = subprocess.run([folder / program, *words], env=env, cwd=here, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    does("python", "-m", "pip", "install", "-q", ROOT)
    does("rummy", "new", "ox", *how)
    does("python", "-m", "pip", "install", "-q", "-e", "./ox[test]")
    does("rummy", "play", *(["gin", "--with", "ox"] if how else ["ox"]), "--auto", "--deals", "2")
    does("python", "-m", "pytest", "-q", "ox")
    does("python", "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", "./ox")
    does("python", "-c", "import ox; assert 'site-packages' in ox.__file__")


# --- what cannot be made


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["gin"], "'gin' cannot be the name: rummykit {version} has a game of that name"),
        (["gin-rummy"], "'gin-rummy' cannot be the name: rummykit {version} has a game of that name"),
        (["openspiel"], "'openspiel' cannot be the name: rummykit {version} has a house rule of that name"),
        (["greedy", "--file"], "'greedy' cannot be the name: rummykit {version} has a bot of that name"),
        (["class"], "'class' cannot be the name: it is a word of Python"),
        (["json"], "'json' cannot be the name: the module json comes with Python"),
        (["pluggy"], "'pluggy' cannot be the name: the distribution pluggy "),
        (["rummy-core"], "'rummy-core' cannot be the name: a module rummy_core is installed"),
        (["con"], "'con' cannot be the name: Windows keeps it for a device"),
        (["conftest"], "'conftest' cannot be the name: tools take a module of that name for something else"),
        (["a/b"], "'a/b' is a path; write a name, and it is made in this folder"),
        (["a\\b"], "'a\\b' is a path; write a name, and it is made in this folder"),
        (["."], "'.' is a path; write a name, and it is made in this folder"),
        (["../up"], "'../up' is a path; "),
        (["Seven Card"], "'Seven Card' is no name for a distribution: "),
        (["seven_card"], "; 'seven-card' would do"),
        (["seven--card"], "; 'seven-card' would do"),
        (["My Rules.py", "--file"], "'My Rules.py' is no name for a game: "),
        (["My Rules.py", "--file"], "; 'my_rules' would do"),
        (["7-card"], "'7-card' is no name for a distribution: "),
        (["x\x1b[2J"], r"'x\x1b[2J' is no name for a distribution: "),
        (["é"], "'é' is no name for a distribution: "),
        ([""], "'' is no name for a distribution: "),
        (["a" * (LONGEST_NAME + 1)], f"' is longer than {LONGEST_NAME} characters"),
        ([], "missing argument 'NAME'"),
        (["seven-card", "--file", "--house-rule"], "--file makes a game; "),
        (["seven-card", "eight"], "got unexpected extra argument (eight)"),
    ],
)
def test_a_name_that_cannot_be_is_one_line(rummy: Rummy, here: Path, args: list[str], said: str) -> None:
    done = rummy("new", "--", *args) if args and args[0] == "" else rummy("new", *args)
    version = catalogue.find(catalogue.VARIANTS, "gin").version
    assert done.status == 2
    assert said.replace("{version}", version) in done.error
    assert files(here) == []
    assert list(here.iterdir()) == []


def test_no_name_is_offered_that_would_be_refused(rummy: Rummy) -> None:
    assert "would do" not in rummy("new", "Gin").error
    assert "would do" not in rummy("new", "__").error


@pytest.mark.parametrize("args", [["seven-card"], ["seven-card", "--house-rule"]])
@pytest.mark.parametrize("there", ["folder", "file", "link to nothing"])
def test_what_is_there_stays(rummy: Rummy, here: Path, there: str, args: list[str]) -> None:
    path = here / "seven-card"
    if there == "folder":
        path.mkdir()
    elif there == "file":
        path.write_text("mine")
    else:
        path.symlink_to(here / "nothing")
    assert rummy("new", *args).error == "'seven-card' exists already and is not overwritten"
    assert [one.name for one in here.iterdir()] == ["seven-card"]
    assert there != "file" or path.read_text() == "mine"
    assert there != "folder" or list(path.iterdir()) == []


def test_a_file_that_is_there_stays(rummy: Rummy, here: Path) -> None:
    (here / "mine.py").write_text("mine")
    assert rummy("new", "mine", "--file").error == "'mine.py' exists already and is not overwritten"
    assert (here / "mine.py").read_text() == "mine"


def test_of_what_fails_on_the_way_nothing_is_left(
    rummy: Rummy, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full at the third file."""
    write, written = Path.write_text, []

    def full(path: Path, *args: object, **more: object) -> int:
        written.append(path)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        return write(path, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", full)
    assert rummy("new", "seven-card").error == "cannot make the folder 'seven-card': No space left on device"
    assert len(written) == 3
    assert list(here.iterdir()) == []


def test_a_name_that_is_installed_but_left_out_is_taken_all_the_same(
    rummy: Rummy, monkeypatch: pytest.MonkeyPatch, others: Outside
) -> None:
    others.install("other-dist", "[rummy.variants]\nmine = outside_nowhere:X\n")
    monkeypatch.setenv("RUMMY_PLUGINS", "")
    assert "other-dist 1.0 has a game of that name" in rummy("new", "mine").error


def test_each_template_is_used() -> None:
    named = {f"{kind}/{name}.tmpl" for kind, names in new_project._FILES.items() for name in names}
    assert named == set(files(Path(new_project.__file__).parent / "templates"))
