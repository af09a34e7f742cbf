"""Files, kept safe: nothing foreign is overwritten, and nothing that was played is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rummy_cli.errors import CommandError
from rummy_cli.home import matches_folder
from rummy_cli.safe_text import safe
from rummy_core.limits import MAX_FILE_BYTES, MAX_LINE_BYTES

RETRY_SECONDS: Final = 2.0  # between two tries of a journal to write what it holds in memory

# Flags that some systems lack. A pipe is opened without waiting for its other
# end, and then refused.
_BINARY: Final = getattr(os, "O_BINARY", 0)
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)

if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> bool:
        """Lock the open file ``fd`` unless another process has; the system unlocks it at the end."""
        # Windows keeps others from reading a locked byte, so it is one that no record reaches.
        os.lseek(fd, 2 * MAX_FILE_BYTES, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(fd: int) -> bool:
        """Lock the open file ``fd`` unless another process has; the system unlocks it at the end."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True  # a file system without locks must not keep anyone from playing
        return True


def read_text_limited(path: Path) -> str:
    """Return the text of the file ``path``, at most 16 MiB in lines of at most 4 KiB.

    Where a write was cut off within a character, the character is ``U+FFFD`` in
    a last line that has no end.

    Raises:
        CommandError: where it cannot be read, is too large or is not UTF-8.
    """
    fd = _open_regular(path, os.O_RDONLY)
    try:
        return _read(fd, path)
    finally:
        os.close(fd)


def drop_torn_last_line(text: str) -> tuple[str, str]:
    """Return the whole lines of ``text``, and a note where a last line without an end was dropped."""
    whole, newline, torn = text.rpartition("\n")
    if not torn:
        return text, ""
    return whole + newline, f"the last line was cut off and is left out: {safe(torn, 40)}"


def write_text(
    path: Path,
    text: str,
    *,
    is_ours: Callable[[str], bool],
    force: bool = False,
    instead: str = "--force overwrites it",
) -> None:
    """Write the whole file ``path``, or leave it as it was.

    ``is_ours`` tells from a first line whether a file is one of ours. A file
    that is not is never overwritten, nor is a link followed; one of ours is
    with ``force``, unless a match is being played in it. Without it,
    ``instead`` is what can be done.

    Raises:
        CommandError: where the file may not or cannot be written.
    """
    data = _encoded(text, path)
    there = _check_overwriting(path, is_ours, force, instead)
    _write_fresh(path, (data,), there)


def check_folder(path: Path) -> None:
    """Refuse a file whose folder is not there: a slip of the finger makes no folders.

    Raises:
        CommandError: naming the folder.
    """
    if not path.parent.is_dir():
        raise CommandError(f"there is no folder {_quoted(path.parent)}")


def write_new(path: Path, pieces: Iterable[str]) -> None:
    """Write the new file ``path`` from ``pieces`` as they come; nothing is left where they break off.

    Raises:
        CommandError: where there is a file already or no folder for it, which is
            told before the first piece is asked for, or it cannot be written.
    """
    check_folder(path)
    if os.path.lexists(path):
        raise CommandError(f"{_quoted(path)} exists already and is not overwritten")
    _write_fresh(path, (_encoded(piece, path) for piece in pieces), there=False)


def _write_fresh(path: Path, parts: Iterable[bytes], there: bool) -> None:
    """Write a new file beside ``path``, then let it take the name."""
    fresh = path.with_name(f".rummy-{secrets.token_hex(8)}.tmp")
    try:
        fd = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _NO_LINKS | _BINARY, 0o600)
        try:
            try:
                for part in parts:
                    _write_all(fd, part)
                _sync(fd)
            finally:
                os.close(fd)
            if there:
                fresh.replace(path)
            else:
                _rename_new(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except FileExistsError:
        raise CommandError(f"{_quoted(path)} has just been written by someone else") from None
    except OSError as error:
        raise CommandError(f"cannot write {_quoted(path)}: {error.strerror}") from None


def match_paths(home: Path | None = None) -> list[Path]:
    """Return the records of matches in the data folder, or in ``home``, newest first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(matches_folder(home)) as entries:
        for entry in entries:
            if entry.name.endswith(".rummy") and entry.is_file(follow_symlinks=False):
                changed = entry.stat(follow_symlinks=False).st_mtime_ns
                found.append((changed, entry.name, Path(entry.path)))
    return [path for _, _, path in sorted(found, reverse=True)]


class Journal:
    """The record of a running match, on disk before the next prompt.

    It is locked: a second process is refused the match, while the lock of a
    killed one is gone with it. Where the disk is full or the folder read-only,
    what is appended is kept in memory and written as soon as that works again;
    until then ``warning`` says why.
    """

    path: Path
    warning: str

    def __init__(self, path: Path, fd: int | None = None, size: int = 0) -> None:
        self.path = path
        self.warning = ""
        self._fd = fd
        self._size = size  # whole and on disk; what stands behind it is torn
        self._torn = fd is not None
        self._pending = bytearray()
        self._retry_at = 0.0

    @classmethod
    def create(cls, path: Path, text: str) -> Journal:
        """Begin the record of a new match with the lines ``text``.

        Look at ``warning`` afterwards: a match begins without a disk too.

        Raises:
            CommandError: if the file is there already.
        """
        journal = cls(path)
        journal._pending += _encoded(text, path)
        try:
            journal._write()
        except FileExistsError:
            raise CommandError(f"{_quoted(path)} exists already") from None
        except OSError as error:
            journal._go_on_in_memory(error)
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Journal, str, str]:
        """Go on with the record ``path``; return it, its whole lines, and a note on a torn one.

        Raises:
            CommandError: if the file cannot be read, is a link, or another
                process plays this match.
        """
        trouble: OSError | None = None
        try:
            fd = _open_regular(path, os.O_RDWR | _NO_LINKS)
        except _ReadOnlyError as error:
            trouble = error.reason
            fd = _open_regular(path, os.O_RDONLY | _NO_LINKS)
        try:
            if not _lock(fd):
                raise CommandError(f"the match {_quoted(path)} is being played in another window")
            text, note = drop_torn_last_line(_read(fd, path))
        except BaseException:
            os.close(fd)
            raise
        journal = cls(path, fd, len(text.encode()))
        if trouble:
            journal._go_on_in_memory(trouble)
        return journal, text, note

    @property
    def saved(self) -> bool:
        """Whether all that was appended is on disk."""
        return not self._pending

    def append(self, lines: str) -> str:
        """Add whole ``lines``; return one line where saving stops or works again, else nothing."""
        if not lines.endswith("\n"):
            raise ValueError("a journal takes whole lines")
        self._pending += _encoded(lines, self.path)
        if self.warning and time.monotonic() < self._retry_at:
            return ""
        return self._save()

    def close(self) -> str:
        """Write what is left and let go of the match; return the warning where that fails."""
        if self._pending:
            self._save()
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
        return self.warning if self._pending else ""

    def _save(self) -> str:
        failed = bool(self.warning)
        try:
            self._write()
        except OSError as error:
            self._go_on_in_memory(error)
            return "" if failed else self.warning
        self.warning = ""
        return f"the match is saved again, in {_quoted(self.path)}" if failed else ""

    def _go_on_in_memory(self, error: OSError) -> None:
        if not self.warning:
            reason = f"cannot write {_quoted(self.path)}: {error.strerror}"
            self.warning = f"the match is not saved, {reason}"
        self._retry_at = time.monotonic() + RETRY_SECONDS

    def _write(self) -> None:
        """Put what is pending behind the whole lines on disk."""
        if self._fd is None:
            self._fd = _create_locked(self.path)
        if self._torn:
            os.ftruncate(self._fd, self._size)
        self._torn = True
        try:
            os.lseek(self._fd, self._size, os.SEEK_SET)
            _write_all(self._fd, self._pending)
            _sync(self._fd)
        except OSError:
            with contextlib.suppress(OSError):  # half a decision may stand there; nobody should find it
                os.ftruncate(self._fd, self._size)
            raise
        self._torn = False
        self._size += len(self._pending)
        self._pending.clear()


class _ReadOnlyError(Exception):
    """A file may be read, perhaps, but not written."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


def _open_regular(path: Path, flags: int) -> int:
    """Open a file that is there, and is a file."""
    try:
        fd = os.open(path, flags | _NO_WAIT | _BINARY)
    except OSError as error:
        if flags & os.O_RDWR and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise _ReadOnlyError(error) from None
        if flags & _NO_LINKS and path.is_symlink():
            raise CommandError(f"{_quoted(path)} is a link; name the file itself") from None
        raise CommandError(f"cannot read {_quoted(path)}: {error.strerror}") from None
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise CommandError(f"cannot read {_quoted(path)}: not a file")


def _create_locked(path: Path) -> int:
    """Create the file ``path`` and its folder, and lock it."""
    with contextlib.suppress(FileExistsError):  # a file in the place of the folder fails below
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | _NO_LINKS | _BINARY, 0o600)
    if not _lock(fd):
        os.close(fd)
        raise FileExistsError(errno.EEXIST, "another process has taken it")
    _sync_folder(path.parent)
    return fd


def _read(fd: int, path: Path) -> str:
    """Read the open file ``fd`` within the limits; ``path`` is for messages."""
    os.lseek(fd, 0, os.SEEK_SET)
    data = bytearray()
    try:
        while len(data) <= MAX_FILE_BYTES and (part := os.read(fd, 2**20)):
            data += part
    except OSError as error:
        raise CommandError(f"cannot read {_quoted(path)}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise CommandError(f"{_quoted(path)} is larger than {MAX_FILE_BYTES // 2**20} MiB")
    for number, line in enumerate(data.split(b"\n"), start=1):
        if len(line) > MAX_LINE_BYTES:
            raise CommandError(f"{_quoted(path)}, line {number}: longer than {MAX_LINE_BYTES} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data.decode(errors="replace")
        number = data.count(b"\n", 0, error.start) + 1
        raise CommandError(f"{_quoted(path)}, line {number}: not UTF-8 text") from None


def _check_overwriting(path: Path, is_ours: Callable[[str], bool], force: bool, instead: str) -> bool:
    """Refuse to overwrite what must stay; return whether there is a file at all."""
    if not os.path.lexists(path):
        return False
    fd = _open_regular(path, os.O_RDONLY | _NO_LINKS)
    try:
        first, _, _ = os.read(fd, MAX_LINE_BYTES).partition(b"\n")
        if not is_ours(first.decode(errors="replace")):
            raise CommandError(f"{_quoted(path)} is not a record of ours and is not overwritten")
        if not force:
            raise CommandError(f"{_quoted(path)} exists already; {instead}")
        if not _lock(fd):
            raise CommandError(f"{_quoted(path)} is a match that is being played")
    finally:
        os.close(fd)
    return True


def _rename_new(fresh: Path, path: Path) -> None:
    """Rename ``fresh`` to ``path``, which must not have appeared meanwhile."""
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        raise
    except OSError:
        fresh.replace(path)  # a file system without hard links


def _write_all(fd: int, data: bytes | bytearray) -> None:
    rest = bytes(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _sync(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP):
            raise  # those three: there is nothing to sync on such a file system


def _sync_folder(folder: Path) -> None:
    """Make a new name in ``folder`` last, where the system can do that."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _encoded(text: str, path: Path) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        bad = safe(text[error.start])
        raise CommandError(f"{_quoted(path)} cannot hold the character {bad}") from None


def _quoted(path: Path) -> str:
    return f"'{safe(str(path))}'"
