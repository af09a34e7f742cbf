"""Nothing is lost: saving, resuming, signals, a kill at any moment, a full disk, a second window."""

import errno
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.table import RUN, Table, by_simple, holds, rummy, types

from rummy_cli import store
from rummy_cli.errors import CommandError
from rummy_cli.main import main
from rummy_cli.play.saving import unfinished
from rummy_cli.play.session import Session


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def stops_after(lines: int) -> object:
    """A typist who plays on, and whose input ends after so many lines."""
    left = lines

    def typist(session: Session, prompt: str) -> str:
        nonlocal left
        left -= 1
        if left < 0:
            raise EOFError
        return by_simple(session, prompt)

    return typist


def stopped(lines: int, **wishes: object) -> Table:
    return Table(stops_after(lines), **wishes).run()  # type: ignore[arg-type]


def test_every_decision_is_on_disk_before_the_next_prompt() -> None:
    def typist(session: Session, prompt: str) -> str:
        assert session.save.path.read_text(encoding="utf-8") == session.save.text
        return by_simple(session, prompt)

    assert Table(typist, deals=1).run().session.match.is_over


@pytest.mark.parametrize("bots", ["simple", "random"])
def test_a_match_that_was_stopped_goes_on_as_it_would_have(bots: str) -> None:
    whole = Table(target=25, bots=bots).run().record
    rng = random.Random(3)
    for _ in range(4):
        table = stopped(rng.randrange(1, 60), target=25, bots=bots)
        for _ in range(40):
            if table.session.match.is_over:
                break
            table = Table(stops_after(rng.randrange(1, 60)), resume=str(table.save.path)).run()  # type: ignore[arg-type]
        assert table.save.path.read_text() == whole
        assert holds(table.save.path)


@pytest.mark.parametrize("seed", range(4))
def test_a_record_cut_anywhere_in_its_last_decision_is_completed(seed: int) -> None:
    whole = Table(deals=2, target=1000).run().record
    lines = whole.splitlines(keepends=True)
    first = next(place for place, line in enumerate(lines) if line.startswith("0 "))
    rng = random.Random(seed)
    for place in sorted(rng.sample(range(first, len(lines) - 1), 12)):
        path = Path(os.environ["RUMMY_HOME"]) / f"cut-{seed}-{place}.rummy"
        path.parent.mkdir(exist_ok=True)
        torn = lines[place][: rng.randrange(len(lines[place]) - 1)]
        path.write_text("".join(lines[:place]) + torn, encoding="utf-8")
        table = Table(resume=str(path)).run()
        assert path.read_text(encoding="utf-8") == whole
        assert table.session.match.is_over


def test_kill_at_random_moments_loses_at_most_the_unanswered_prompt(home: Path) -> None:
    script = Table(target=15).run().keyboard.typed
    whole = (home / "matches" / "gin-7.rummy").read_text(encoding="utf-8")
    rng = random.Random(11)
    path = home / "killed.rummy"
    args = ["gin", "--seed", "7", "--target", "15", "--bots", "simple", "--plain"]
    args += ["--save", str(path), "--force"]
    for _ in range(6):
        path.unlink(missing_ok=True)
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", RUN, "play", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, encoding="utf-8",
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in script))
        process.stdin.flush()
        prompts = rng.randrange(1, 30)
        said = ""
        while said.count("> ") < prompts:
            part = process.stdout.read(1)
            assert part
            said += part
        time.sleep(rng.random() / 100)
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        kept = path.read_text(encoding="utf-8")
        assert whole.startswith(kept.rpartition("\n")[0])
        # Every decision that an answer on the screen showed is there.
        assert kept.count("\n0 ") >= said.count("\nYou d") + said.count("\nYou t")
        table = Table(resume=str(path)).run()
        assert path.read_text(encoding="utf-8") == whole
        assert table.session.match.is_over


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_tidily(name: str, code: int, home: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", RUN, "play", "gin", "--seed", "7", "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("pass\n")
    process.stdin.flush()
    said = ""
    while said.count("> ") < 2:
        said += process.stdout.read(1)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert err == ""
    path = home / "matches" / "gin-7.rummy"
    assert f"The match is saved: {path}" in out
    assert holds(path)


def test_the_end_of_input_and_quit_are_no_errors(home: Path) -> None:
    for typed in ("pass\nquit\n", ""):
        done = rummy("gin", "--seed", "7", "--plain", typed=typed)
        assert done.returncode == 0
        assert done.stderr == ""
        assert "The match is saved: " in done.stdout


def test_a_full_disk_is_one_line_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    full = False
    write = os.write

    def limited(fd: int, data: bytes) -> int:
        if full and fd > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(fd, data)

    monkeypatch.setattr(store.os, "write", limited)
    monkeypatch.setattr(store, "RETRY_SECONDS", 0.0)
    prompts = 0

    def typist(session: Session, prompt: str) -> str:
        nonlocal full, prompts
        prompts += 1
        full = 3 < prompts < 8
        return by_simple(session, prompt)

    table = Table(typist, deals=1).run()
    assert table.text.count("The match is not saved, cannot write") == 1
    assert table.text.count("The match is saved again") == 1
    assert holds(table.save.path)
    assert table.save.path.read_text() == table.record


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="a folder that even root cannot write")
def test_a_folder_that_cannot_be_written_is_one_line_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RUMMY_HOME", "/proc/nowhere")
    done = rummy("gin", "--seed", "7", "--plain", "--deals", "1", typed="pass\nquit\n")
    assert done.returncode == 0
    begins, ends = (line for line in done.stdout.splitlines() if "The match is not saved" in line)
    assert begins.endswith("; play goes on.")
    assert ends.endswith("; what is not on disk is lost.")
    assert "play goes on" not in ends
    assert "Traceback" not in done.stderr


def test_a_second_process_is_refused_the_match(home: Path) -> None:
    table = Table(types(["pass"]))
    with pytest.raises(CommandError, match="another window"):
        Table(resume=str(table.save.path))
    assert main(["play", "gin", "--resume"]) == 2
    table.save.close()


def test_resume_takes_the_newest_unfinished_match_of_the_game(home: Path) -> None:
    Table(deals=1, seed="1").run()
    stopped(3, seed="2")
    stopped(3, seed="3")
    newest = [path.stem for path, _ in unfinished("gin")]
    assert sorted(newest) == ["gin-2", "gin-3"]
    assert Table(types([]), resume="", variant="gin").run().save.path.stem == newest[0]
    done = rummy("--resume", "gin", "--plain", typed="")
    assert done.returncode == 0
    assert "The match goes on." in done.stdout


def test_an_unfinished_match_is_offered_and_never_replaced(home: Path) -> None:
    left = stopped(3, seed="2").save.path
    before = left.read_bytes()
    done = rummy("gin", "--plain", typed="\nperhaps\nno\n")
    assert "A match of Gin Rummy is not finished: deal 1, Player 0, Computer 0." in done.stdout
    assert done.stdout.count("Go on with it? Yes or no?") == 3
    assert left.read_bytes() == before
    assert len(list((home / "matches").iterdir())) == 2
    done = rummy("gin", "--plain", typed="yes\n")
    assert "The match goes on." in done.stdout
    # A match of a seed of one's own is asked for outright: nothing is asked, nothing replaced.
    done = rummy("gin", "--plain", "--seed", "2", typed="")
    assert "Go on with it?" not in done.stdout
    assert left.read_bytes() == before
    assert "gin-2-2.rummy" in done.stdout


def test_what_cannot_be_resumed_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = Table(deals=1).run().save.path
    cases = {
        "no record": "hello\n",
        "a scenario": '# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n[position]\n== deal\n',
        "no deal": '# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n',
        "no game": over.read_text().replace('variant = "gin"', 'variant = "./x.py"', 1),
        "changed": over.read_text().replace("discard ", "discard K", 1),
    }
    for name, text in cases.items():
        path = tmp_path / f"{name}.rummy"
        path.write_text(text)
        assert main(["play", "--resume", str(path)]) == 2, name
    assert main(["play", "--resume", str(over)]) == 2
    assert main(["play", "--resume", str(tmp_path / "none.rummy")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == len(cases) + 2
    assert all(line.startswith("error: ") for line in errors)


def test_save_never_overwrites_what_is_not_a_record(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("my thesis\n")
    for force in ([], ["--force"]):
        done = rummy("gin", "--seed", "7", "--plain", "--save", str(thesis), *force)
        assert done.returncode == 2
        assert "is not a record of ours" in done.stderr
    assert thesis.read_text() == "my thesis\n"
    kept = tmp_path / "kept.rummy"
    assert rummy("gin", "--seed", "7", "--plain", "--save", str(kept)).returncode == 0
    before = kept.read_text()
    done = rummy("gin", "--seed", "8", "--plain", "--save", str(kept))
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert kept.read_text() == before
    assert rummy("gin", "--seed", "8", "--plain", "--save", str(kept), "--force").returncode == 0
    assert 'seed = "8"' in kept.read_text()


def test_save_writes_a_copy_that_verifies(tmp_path: Path) -> None:
    copy = tmp_path / "copy.rummy"
    table = Table(types(["pass", f"save {copy}", f"save {copy}", "save"])).run()
    assert holds(copy)
    assert copy.read_text() == table.record
    assert f"'{copy}' exists already; name another file." in table.text
    assert str(table.save.path) in table.text


def goes_on(said: str) -> list[str]:
    """The words that ``said`` tells to type, as a shell would part them."""
    (line,) = (one for one in said.splitlines() if one.startswith("Go on with it: "))
    return shlex.split(line.removeprefix("Go on with it: "))


def takes_up(said: str) -> Path:
    """Type what was printed; return the record in which the match goes on."""
    program, command, *args = goes_on(said)
    assert (program, command) == ("rummy", "play")
    done = rummy(*args, "--plain", typed="")
    assert done.returncode == 0, done.stderr
    assert "The match goes on." in done.stdout
    return Path(done.stdout.splitlines()[-2].removeprefix("The match is saved: "))


@pytest.mark.parametrize("name", ["kept.rummy", "Ann's match.rummy", "-x $HOME.rummy", "kept.txt"])
def test_what_is_printed_at_the_end_goes_on_with_that_match(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = rummy("gin", "--seed", "7", "--plain", f"--save={name}", typed="pass\n").stdout
    stopped(3, seed="newer")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert takes_up(said) == tmp_path / name


def test_what_is_printed_goes_on_with_a_match_that_is_not_the_newest(home: Path) -> None:
    said = rummy("gin", "--seed", "7", "--plain", typed="pass\n").stdout
    for seed in ("1", "2"):
        stopped(3, seed=seed)
    assert takes_up(said) == home / "matches" / "gin-7.rummy"


def test_what_is_printed_names_the_file_of_a_local_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    (folder / "mine.py").write_text(
        "from dataclasses import replace\n"
        "from rummy_variants import gin\n"
        "MINE = replace(gin.GIN, name='mine', title='My gin')\n"
    )
    monkeypatch.chdir(folder)
    said = rummy("./mine.py", "--seed", "7", "--plain", typed="pass\n").stdout
    assert goes_on(said)[2] == str(folder / "mine.py")
    monkeypatch.chdir(tmp_path)
    path = takes_up(said)
    assert path == takes_up(rummy(*goes_on(said)[2:], "--plain", typed="").stdout)


def test_a_path_that_cannot_be_shown_is_not_offered_to_be_typed(tmp_path: Path) -> None:
    said = rummy("gin", "--plain", "--save", str(tmp_path / "a\x1bb.rummy"), typed="").stdout
    assert "Go on with it: 'rummy play --resume FILE', FILE being that file.\n" in said
    assert "\x1b" not in said


def test_the_program_is_called_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", [".venv/bin/rummy", "play"])
    said = rummy("gin", "--plain", typed="").stdout
    assert goes_on(said)[0] == ".venv/bin/rummy"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="a folder that even root cannot write")
def test_json_names_no_record_where_none_was_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMY_HOME", "/proc/nowhere")
    assert main(["play", "gin", "--auto", "--json", "--deals", "1", "--bots", "simple"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["record"] is None
    assert "warning: the match is not saved" in err
    assert "play goes on" not in err


def test_save_into_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = rummy("gin", "--plain", "--save", str(tmp_path / "no" / "foo.rummy"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: there is no folder '{tmp_path / 'no'}'\n"
    assert not (tmp_path / "no").exists()
