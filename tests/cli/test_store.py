"""Files: foreign ones stay, a match survives a kill, a full disk and a second process."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy_cli import home, store
from rummy_cli.errors import CommandError
from rummy_cli.store import (
    Journal,
    drop_torn_last_line,
    match_paths,
    read_text_limited,
    write_new,
    write_text,
)
from rummy_core.limits import MAX_FILE_BYTES, MAX_LINE_BYTES

HEADER = "# rummykit record 1\n"


def is_ours(line: str) -> bool:
    return line.startswith("# rummykit record")


def fails_with(code: int) -> OSError:
    return OSError(code, os.strerror(code))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "match.rummy"


# --- whole files


def test_a_new_file_is_written_for_its_owner_alone(record: Path) -> None:
    write_text(record, HEADER + "10♥\n", is_ours=is_ours)
    assert record.read_text(encoding="utf-8") == HEADER + "10♥\n"
    assert os.listdir(record.parent) == [record.name]  # noqa: PTH208
    if os.name == "posix":
        assert record.stat().st_mode & 0o777 == 0o600


def test_a_new_file_is_written_in_pieces_or_not_at_all(record: Path) -> None:
    def pieces(broken: bool) -> Iterator[str]:
        yield "one\n"
        if broken:
            raise KeyboardInterrupt
        yield "two\n"

    with pytest.raises(KeyboardInterrupt):
        write_new(record, pieces(broken=True))
    assert os.listdir(record.parent) == []  # noqa: PTH208
    write_new(record, pieces(broken=False))
    assert record.read_text() == "one\ntwo\n"
    with pytest.raises(CommandError, match="exists already"):
        write_new(record, pieces(broken=True))
    assert record.read_text() == "one\ntwo\n"


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("content", [b"", b"my thesis\n", b"\n" + HEADER.encode(), b"\xff\xfe\x00"])
def test_a_foreign_file_is_never_overwritten(record: Path, content: bytes, force: bool) -> None:
    record.write_bytes(content)
    with pytest.raises(CommandError, match="not a record of ours"):
        write_text(record, HEADER, is_ours=is_ours, force=force)
    assert record.read_bytes() == content


def test_another_record_is_overwritten_with_force_only(record: Path) -> None:
    write_text(record, HEADER + "old\n", is_ours=is_ours)
    with pytest.raises(CommandError, match="--force"):
        write_text(record, HEADER + "new\n", is_ours=is_ours)
    assert record.read_text() == HEADER + "old\n"
    write_text(record, HEADER + "new\n", is_ours=is_ours, force=True)
    assert record.read_text() == HEADER + "new\n"


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("there", [False, True])
def test_a_link_is_not_followed(record: Path, force: bool, there: bool) -> None:
    target = record.with_name("target.rummy")
    if there:
        target.write_text(HEADER)
    record.symlink_to(target)
    with pytest.raises(CommandError, match="is a link"):
        write_text(record, HEADER + "new\n", is_ours=is_ours, force=force)
    assert record.is_symlink()
    assert target.exists() == there
    assert not there or target.read_text() == HEADER


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_folder_and_a_pipe_are_refused(tmp_path: Path, record: Path) -> None:
    with pytest.raises(CommandError, match="not a file"):
        write_text(tmp_path, HEADER, is_ours=is_ours)
    os.mkfifo(record)
    with pytest.raises(CommandError, match="not a file"):
        write_text(record, HEADER, is_ours=is_ours)
    with pytest.raises(CommandError, match="not a file"):
        read_text_limited(record)


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^cannot write '.*': No such file or directory$"):
        write_text(tmp_path / "no" / "match.rummy", HEADER, is_ours=is_ours)


def test_a_file_that_appears_meanwhile_stays(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_sync", lambda fd: record.write_text("foreign\n"))
    with pytest.raises(CommandError, match="by someone else"):
        write_text(record, HEADER, is_ours=is_ours)
    assert record.read_text() == "foreign\n"


def test_without_hard_links_a_new_file_is_renamed(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(self: Path, target: Path) -> None:
        raise fails_with(errno.EPERM)

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write_text(record, HEADER, is_ours=is_ours)
    assert record.read_text() == HEADER


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_leaves_the_old_file_and_no_litter(
    record: Path, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if there:
        record.write_text(HEADER + "old\n")

    def full(fd: int, data: bytes) -> int:
        raise fails_with(errno.ENOSPC)

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(CommandError, match="No space left"):
            write_text(record, HEADER + "new\n", is_ours=is_ours, force=True)
    assert [path.name for path in record.parent.iterdir()] == [record.name] * there
    assert not there or record.read_text() == HEADER + "old\n"


def test_text_that_no_file_can_hold(record: Path) -> None:
    with pytest.raises(CommandError, match=r"\\udcff"):
        write_text(record, "a\udcff", is_ours=is_ours)
    assert not record.exists()


def test_an_error_names_the_path_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        read_text_limited(tmp_path / "a\n\x1b[31m.rummy")
    assert "\n" not in caught.value.message
    assert r"a\n\x1b[31m.rummy" in caught.value.message


# --- reading


def test_a_file_is_read_as_it_is(record: Path) -> None:
    record.write_bytes("a\r\n10♥\n\nend".encode())
    assert read_text_limited(record) == "a\r\n10♥\n\nend"


def test_limits_of_a_file_and_of_a_line(record: Path) -> None:
    record.write_bytes(b"x" * MAX_LINE_BYTES + b"\n")
    assert len(read_text_limited(record)) == MAX_LINE_BYTES + 1
    record.write_bytes(b"a\n\n" + b"x" * (MAX_LINE_BYTES + 1) + b"\n")
    with pytest.raises(CommandError, match="line 3: longer than 4096 bytes"):
        read_text_limited(record)
    line = b"x" * 1023 + b"\n"
    record.write_bytes(line * (MAX_FILE_BYTES // 1024))
    assert len(read_text_limited(record)) == MAX_FILE_BYTES
    record.write_bytes(line * (MAX_FILE_BYTES // 1024) + b"\n")
    with pytest.raises(CommandError, match="larger than 16 MiB"):
        read_text_limited(record)


def test_bytes_that_are_no_text_are_named_by_line(record: Path) -> None:
    record.write_bytes(b"a\nb\n\xffc\n")
    with pytest.raises(CommandError, match="line 3: not UTF-8"):
        read_text_limited(record)


def test_a_character_cut_off_at_the_end_is_part_of_the_torn_line(record: Path) -> None:
    record.write_bytes("a\n10♥".encode()[:-1])
    text = read_text_limited(record)
    assert text == "a\n10\ufffd"
    assert drop_torn_last_line(text)[0] == "a\n"


@pytest.mark.parametrize(("text", "whole"), [("", ""), ("a\n", "a\n"), ("a\nb", "a\n"), ("b", "")])
def test_a_torn_last_line_is_dropped_with_a_note(text: str, whole: str) -> None:
    left, note = drop_torn_last_line(text)
    assert left == whole
    assert ("cut off" in note) == (text != whole)


# --- a running match


@pytest.fixture
def journal(record: Path) -> Iterator[Journal]:
    begun = Journal.create(record, HEADER)
    yield begun
    begun.close()


def test_each_block_is_on_disk_when_append_returns(journal: Journal, record: Path) -> None:
    assert record.read_text() == HEADER
    assert journal.append("0 draw\n= drew\n") == ""
    assert record.read_text() == HEADER + "0 draw\n= drew\n"
    assert journal.saved
    if os.name == "posix":
        assert record.stat().st_mode & 0o777 == 0o600


def test_half_a_line_is_no_block(journal: Journal) -> None:
    with pytest.raises(ValueError, match="whole lines"):
        journal.append("0 dr")


def test_a_match_makes_its_folder(tmp_path: Path) -> None:
    record = tmp_path / "data" / "matches" / "gin.rummy"
    Journal.create(record, HEADER).close()
    assert record.read_text() == HEADER


def test_a_match_does_not_replace_a_file(record: Path) -> None:
    record.write_text("mine\n")
    with pytest.raises(CommandError, match="exists already"):
        Journal.create(record, HEADER)
    record.unlink()
    record.symlink_to(record.with_name("elsewhere"))
    with pytest.raises(CommandError, match="exists already"):
        Journal.create(record, HEADER)
    assert not record.with_name("elsewhere").exists()


def test_a_match_is_resumed_behind_its_whole_lines(record: Path) -> None:
    record.write_bytes((HEADER + "0 draw\n1 discard 10♥").encode()[:-1])
    journal, text, note = Journal.resume(record)
    assert text == HEADER + "0 draw\n"
    assert "1 discard 10" in note
    assert journal.append("1 knock 4C\n") == ""
    assert journal.close() == ""
    assert record.read_text() == HEADER + "0 draw\n1 knock 4C\n"


def test_a_match_that_is_a_link_is_not_resumed(record: Path) -> None:
    target = record.with_name("target")
    target.write_text(HEADER)
    record.symlink_to(target)
    with pytest.raises(CommandError, match="is a link"):
        Journal.resume(record)
    with pytest.raises(CommandError, match="No such file"):
        Journal.resume(record.with_name("none"))


def test_a_match_being_played_is_not_overwritten(journal: Journal, record: Path) -> None:
    with pytest.raises(CommandError, match="being played"):
        write_text(record, HEADER, is_ours=is_ours, force=True)
    journal.close()
    write_text(record, HEADER + "new\n", is_ours=is_ours, force=True)


def test_a_full_disk_is_said_once_and_play_goes_on(
    journal: Journal, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def nearly_full(fd: int, data: bytes) -> int:
        if len(data) < 6:
            raise fails_with(errno.ENOSPC)
        return real(fd, data[:6])

    monkeypatch.setattr(store, "RETRY_SECONDS", 0.0)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", nearly_full)
        first = journal.append("0 draw\n= drew the ♥\n")
        assert "No space left on device" in first
        assert "\n" not in first
        assert journal.append("1 draw\n") == ""
        assert journal.warning == first
        assert not journal.saved
        assert record.read_text() == HEADER  # and not half a decision
    assert "saved again" in journal.append("2 draw\n")
    assert journal.warning == ""
    assert record.read_text(encoding="utf-8") == HEADER + "0 draw\n= drew the ♥\n1 draw\n2 draw\n"


def test_a_failing_disk_is_not_asked_at_every_decision(
    journal: Journal, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    def failing(fd: int) -> None:
        nonlocal tries
        tries += 1
        raise fails_with(errno.EIO)

    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with monkeypatch.context() as patched:
        patched.setattr(store, "_sync", failing)
        for turn in range(50):
            journal.append(f"{turn} draw\n")
        assert tries == 1
        now += store.RETRY_SECONDS
        journal.append("50 draw\n")
        assert tries == 2
    assert journal.close() == ""
    assert record.read_text() == HEADER + "".join(f"{turn} draw\n" for turn in range(51))


def test_what_was_never_saved_is_said_at_the_end(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(fd: int) -> None:
        raise fails_with(errno.EIO)

    with monkeypatch.context() as patched:
        patched.setattr(store, "_sync", failing)
        journal.append("0 draw\n")
        assert "not saved" in journal.close()


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT])
def test_a_match_begins_where_nothing_can_be_written(
    record: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refused(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise fails_with(code)
        return real(path, flags, mode)

    monkeypatch.setattr(store, "RETRY_SECONDS", 0.0)
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refused)
        journal = Journal.create(record, HEADER)
        assert os.strerror(code) in journal.warning
        assert journal.append("0 draw\n") == ""
        assert not record.exists()
    assert "saved again" in journal.append("1 draw\n")
    journal.close()
    assert record.read_text() == HEADER + "0 draw\n1 draw\n"


def test_a_match_begins_where_a_file_stands_for_the_folder(tmp_path: Path) -> None:
    (tmp_path / "matches").write_text("")
    journal = Journal.create(tmp_path / "matches" / "gin.rummy", HEADER)
    assert "Not a directory" in journal.warning
    assert "Not a directory" in journal.close()


def test_a_read_only_match_is_resumed_in_memory(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record.write_text(HEADER)
    real = os.open

    def read_only(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise fails_with(errno.EROFS)
        return real(path, flags, mode)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", read_only)
        journal, text, _ = Journal.resume(record)
    assert text == HEADER
    assert "Read-only file system" in journal.warning
    assert journal.append("0 draw\n") == ""
    assert "Read-only file system" in journal.close()
    assert record.read_text() == HEADER


def test_a_file_system_without_sync_or_locks_still_saves(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def unsupported(*args: object) -> None:
        raise fails_with(errno.ENOTSUP)

    monkeypatch.setattr(os, "fsync", unsupported)
    monkeypatch.setattr(fcntl, "flock", unsupported)
    journal = Journal.create(record, HEADER)
    assert (journal.warning, journal.close()) == ("", "")
    assert record.read_text() == HEADER


# --- other processes

RESUME = """
import sys
from pathlib import Path
from rummy_cli.errors import CommandError
from rummy_cli.store import Journal
try:
    Journal.resume(Path(sys.argv[1]))
except CommandError as error:
    print(error.message)
"""

PLAY = """
import sys
from pathlib import Path
from rummy_cli.store import Journal
path = Path(sys.argv[1])
journal = Journal.resume(path)[0] if path.exists() else Journal.create(path, "# rummykit record 1\\n")
turn = 0
while True:
    journal.append(f"{turn} draw\\n= drew {turn} of hearts ♥\\n" + f"= filler {'x' * 500}\\n" * 20)
    turn += 1
"""


def test_a_second_process_is_refused(journal: Journal, record: Path) -> None:
    run = [sys.executable, "-c", RESUME, str(record)]
    assert "being played in another window" in subprocess.run(run, capture_output=True, text=True).stdout
    journal.close()
    done = subprocess.run(run, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_match_resumes_with_whole_lines(record: Path) -> None:
    moments = random.Random(7)
    for _ in range(5):
        size = record.stat().st_size if record.exists() else 0
        player = subprocess.Popen([sys.executable, "-c", PLAY, str(record)])
        try:
            deadline = time.monotonic() + 30
            while not record.exists() or record.stat().st_size < size + moments.randrange(10**4, 10**5):
                assert player.poll() is None
                assert time.monotonic() < deadline
        finally:
            player.send_signal(signal.SIGKILL)
            player.wait()
        journal, text, _ = Journal.resume(record)  # the lock is gone with its process
        journal.close()
        header, *lines = text.splitlines()
        assert header + "\n" == HEADER
        assert lines
        for line in lines:
            turn, _, rest = line.partition(" ")
            assert rest == "draw" or (turn == "=" and rest.startswith(("drew ", "filler x")))
            assert not rest.startswith("filler") or len(rest) == 507


# --- the data folder


def test_matches_are_listed_newest_first(tmp_path: Path) -> None:
    assert match_paths(tmp_path) == []
    folder = home.matches_folder(tmp_path)
    folder.mkdir(parents=True)
    for age, name in enumerate(["b.rummy", "a.rummy", "c.rummy"]):
        (folder / name).write_text(HEADER)
        os.utime(folder / name, (1000 - age, 1000 - age))
    (folder / "notes.txt").write_text("")
    (folder / "folder.rummy").mkdir()
    (folder / "link.rummy").symlink_to(folder / "a.rummy")
    assert [path.name for path in match_paths(tmp_path)] == ["b.rummy", "a.rummy", "c.rummy"]


def test_the_data_folder_is_chosen_and_not_made(tmp_path: Path) -> None:
    chosen = tmp_path / "rummy"
    assert home.home_folder({"RUMMY_HOME": str(chosen)}) == chosen
    assert not chosen.exists()
    assert home.home_folder({"RUMMY_HOME": ""}).name == "rummykit"
    assert home.home_folder({"RUMMY_HOME": "here"}) == Path.cwd() / "here"
    with pytest.raises(CommandError, match="RUMMY_HOME"):
        home.home_folder({"RUMMY_HOME": "~nobody-of-this-name/x"})
