"""The command line around the commands: errors in one line, exit codes, what is imported."""

import importlib.metadata
import json
import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from rummy_cli import main as main_module
from rummy_cli.errors import CommandError, nearest
from rummy_cli.main import COMMANDS, main

RUN = "import sys; from rummy_cli.main import main; sys.exit(main(sys.argv[1:]))"


def rummy(*args: str, **options: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", RUN, *args], text=True, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Put a function in the place of the command ``play``."""

    def put(body: Callable[[], object]) -> None:
        @click.command("play")
        @click.argument("game", required=True)
        @click.option("--seed", type=int)
        @click.option("--cards", type=click.Choice(["words", "short"]))
        @click.option("--plain/--rich")
        def command(**given: object) -> None:
            body()

        module = types.ModuleType("rummy_cli.commands.play")
        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "rummy_cli.commands.play", module)

    put(lambda: None)
    return put


def raising(error: BaseException) -> Callable[[], None]:
    def body() -> None:
        raise error

    return body


def one_error(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("error: ").rstrip("\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pley", "no command 'pley'; did you mean 'play'?"),
        ("SIM", "no command 'SIM'; did you mean 'simulate'?"),
        ("zzz", "no command 'zzz'"),
        ("--versoin", "no option '--versoin' in 'rummy'; did you mean '--version'?"),
        ("play gin --sed 3", "no option '--sed' in 'rummy play'; did you mean '--seed'?"),
        ("play gin --palin", "no option '--palin' in 'rummy play'; did you mean '--plain'?"),
        ("play gin --ritch", "no option '--ritch' in 'rummy play'; did you mean '--rich'?"),
        ("play gin -z", "no option '-z' in 'rummy play'; see 'rummy play --help'"),
        ("play", "missing argument 'GAME'; see 'rummy play --help'"),
        ("play gin --seed", "option '--seed' requires an argument"),
        (
            "play gin --seed x",
            "invalid value for '--seed': 'x' is not a whole number; see 'rummy play --help'",
        ),
        (
            "play gin --cards wrods",
            "invalid value for '--cards': 'wrods' is not one of 'words', 'short'; did you mean 'words'?",
        ),
        ("play gin gin", "got unexpected extra argument (gin); see 'rummy play --help'"),
    ],
)
@pytest.mark.usefixtures("play")
def test_bad_usage_is_one_line_with_the_nearest_word(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    assert one_error(capsys) == said


def test_an_error_shows_no_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["a\x1b[2J\nb\u202e\udcff"]) == 2
    assert one_error(capsys) == r"no command 'a\x1b[2J\nb\u202e\udcff'"


def test_a_very_long_word_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["x" * 10**6]) == 2
    assert len(one_error(capsys)) < 300


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (CommandError("no game 'gni'"), 2, "no game 'gni'"),
        (CommandError("2 of 3 records differ", exit_code=1), 1, "2 of 3 records differ"),
        (CommandError("two\nlines\x1b"), 2, r"two\nlines\x1b"),
        (click.ClickException("Some thing."), 2, "some thing"),
        (click.UsageError("JSON needs a game"), 2, "JSON needs a game; see 'rummy play --help'"),
        (FileNotFoundError(2, "No such file", "a\nb"), 2, r"No such file: 'a\nb'"),
        (
            ZeroDivisionError("by\nzero"),
            2,
            "this should not happen: ZeroDivisionError: by zero (RUMMY_TRACEBACK=1 shows where)",
        ),
    ],
)
def test_an_error_in_a_command_is_one_line(
    play: Callable[[Callable[[], object]], None],
    error: Exception,
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(raising(error))
    assert main(["play", "gin"]) == status
    assert one_error(capsys) == said


def test_an_author_may_ask_for_the_traceback(
    play: Callable[[Callable[[], object]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(raising(ZeroDivisionError()))
    monkeypatch.setenv("RUMMY_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["play", "gin"])


def end_of_prompt(error: BaseException) -> Callable[[], None]:
    """End as a prompt of click's does."""

    def body() -> None:
        try:
            raise error
        except (KeyboardInterrupt, EOFError):
            raise click.Abort from None

    return body


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (lambda: None, 0),
        (lambda: 3, 0),
        (raising(click.exceptions.Exit(1)), 1),
        (raising(KeyboardInterrupt()), 130),
        (raising(EOFError()), 0),
        (end_of_prompt(KeyboardInterrupt()), 130),
        (end_of_prompt(EOFError()), 0),
        (raising(BrokenPipeError()), 141),
    ],
)
def test_exit_status_without_a_word(
    play: Callable[[Callable[[], object]], None],
    body: Callable[[], object],
    status: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(body)
    assert main(["play", "gin"]) == status
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("args", [[], ["-h"], ["--help"]])
def test_help_names_every_command(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(f"  {name} " in out and short in out for name, short in COMMANDS.items())


@pytest.mark.usefixtures("play")
def test_a_command_has_the_short_help_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "-h"]) == 0
    assert capsys.readouterr().out.startswith("Usage: rummy play ")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rummykit {importlib.metadata.version('rummykit')}\n"


# --- commands of other distributions


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install a distribution with the entry points given."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(distribution: str, entries: str) -> None:
        info = tmp_path / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entries)

    (tmp_path / "outside_rummy_a.py").write_text(
        "import click\n@click.command()\ndef hello():\n    click.echo('hello')\nnumber = 3\n"
        "@click.group()\ndef tools():\n    pass\n"
    )
    yield install
    sys.modules.pop("outside_rummy_a", None)


def test_a_plugin_brings_a_command(
    outside: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    outside(
        "hello-dist",
        "[console_scripts]\nother = x:y\n[rummy.commands]\n# no = x:y\nhello = outside_rummy_a:hello\n"
        "tools=outside_rummy_a:tools\n[z]\nlast = x:y\n",
    )
    assert main_module.outside_commands() == ["hello", "tools"]
    assert main(["--help"]) == 0
    assert "hello " in capsys.readouterr().out
    assert "outside_rummy_a" not in sys.modules
    assert main(["hello"]) == 0
    assert capsys.readouterr() == ("hello\n", "")
    assert main(["helo"]) == 2
    assert one_error(capsys) == "no command 'helo'; did you mean 'hello'?"


def test_a_group_of_a_plugin_wants_a_command(
    outside: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    outside("tools-dist", "[rummy.commands]\ntools = outside_rummy_a:tools\n")
    assert main(["tools"]) == 2
    assert one_error(capsys) == "missing command; see 'rummy tools --help'"


def test_our_command_is_not_taken_over(
    outside: Callable[[str, str], None],
    play: Callable[[Callable[[], object]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    outside("thief", "[rummy.commands]\nplay = no_such_module:command\n")
    assert main_module.outside_commands() == []
    assert main(["play", "gin"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_broken_plugin_is_named(
    outside: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    outside("bad-dist", "[rummy.commands]\nlost = no_such_module_here:x\nodd = json:dumps\n")
    assert main(["lost"]) == 2
    assert one_error(capsys).startswith("command 'lost' of bad-dist cannot be loaded: ModuleNotFoundError")
    assert main(["odd"]) == 2
    assert one_error(capsys) == "command 'odd' of bad-dist is not a click command"


def test_two_plugins_with_one_name_are_both_named(
    outside: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    outside("dist-a", "[rummy.commands]\nhello = outside_rummy_a:hello\n")
    outside("dist-b", "[rummy.commands]\nhello = outside_rummy_a:number\n")
    assert main(["hello"]) == 2
    assert one_error(capsys) == (
        "several plugins have a command 'hello'; write 'dist-a:hello' or 'dist-b:hello'"
    )
    assert main(["dist-a:hello"]) == 0
    assert capsys.readouterr() == ("hello\n", "")


# --- a process of its own


def test_help_imports_nothing_heavy_and_no_command() -> None:
    script = (
        "import json, sys; from rummy_cli.main import main; imported = sorted(sys.modules); "
        "status = main(['--help']); print(json.dumps([status, imported, sorted(sys.modules)]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    status, imported, helped = json.loads(done.stdout.splitlines()[-1])
    assert status == 0
    heavy = {"pydantic", "pluggy", "rich", "platformdirs", "importlib.metadata", "difflib", "pathlib"}
    assert not heavy & set(imported)
    assert not heavy & set(helped)
    ours = {name for name in helped if name.startswith("rummy_")}
    assert ours == {"rummy_cli", "rummy_cli.main", "rummy_cli.errors", "rummy_cli.safe_text"}


def test_completion_imports_no_command() -> None:
    script = (
        "import sys; from rummy_cli.main import main; main(); "
        "print([name for name in sys.modules if name.startswith('rummy_cli.commands')])"
    )
    env = os.environ | {"_RUMMY_COMPLETE": "bash_complete", "COMP_WORDS": "rummy pl", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.splitlines() == ["plain,play", "plain,plugins", "[]"]


def test_a_closed_pipe_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = rummy("--help", stdout=closed)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = rummy("--help", stdout=full)
    assert (done.returncode, done.stderr) == (
        2,
        "error: No space left on device\n",
    )


def test_a_terminal_that_cannot_write_a_name_does_not_end_the_command() -> None:
    script = "import sys; from rummy_cli.main import main; main(['-h']); print('Zo\\u00eb')"
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert done.stdout.splitlines()[-1] == "Zo\\xeb"


# --- nearest names


@pytest.mark.parametrize(
    ("word", "names", "hint"),
    [
        ("gni", ["gin", "skarney"], "; did you mean 'gin'?"),
        ("GIN", ["gin"], "; did you mean 'gin'?"),
        ("skar", ["gin", "Skarney"], "; did you mean 'Skarney'?"),
        ("zzz", ["gin"], ""),
        ("", ["gin"], ""),
        ("gin", [], ""),
        ("gin", ["gin\x1b"], r"; did you mean 'gin\x1b'?"),
    ],
)
def test_nearest(word: str, names: list[str], hint: str) -> None:
    assert nearest(word, names) == hint
