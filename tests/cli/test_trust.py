"""Trust: files and names come from strangers. Each line of the design's section 12 has its tests.

A running match, its lock and how files are written are in test_store.py; shown text in
test_safe_text.py; what `--help`, completion and the list of plugins import in test_main.py and
test_plugins.py; damaged saves in test_check.py.
"""

import bz2
import gzip
import hashlib
import io
import os
import pickle
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.saved import SCENARIO, Done, Rummy, changed, match_text, save

from rummy_core.limits import MAX_FILE_BYTES, MAX_LINE_BYTES

SMALL = {"target": 10}
READERS = [["check"], ["replay"], ["check", "--json"], ["replay", "--json"]]
DIFF, PERFT = ["diff"], ["perft", "--depth", "1", "--from"]


def read_by(rummy: Rummy, reader: list[str], path: Path) -> Done:
    """What a command comes to that reads a record; ``diff`` reads it twice."""
    if reader == PERFT:
        return rummy(*reader, path)
    return rummy(reader[0], *(path, path)[: 2 if reader == DIFF else 1], *reader[1:])


# --- a file is data


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A module that tells when it is imported."""
    sprung = tmp_path / "sprung"
    (tmp_path / "evil.py").write_text(f"open({str(sprung)!r}, 'w').close()\n")
    return sprung


@pytest.mark.parametrize("reader", [*READERS, DIFF])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('variant = "gin"', 'variant = "./evil.py"'),
        ('variant = "gin"', 'variant = "{folder}/evil.py"'),
        ('variant = "gin"', 'variant = "evil"'),
        ('variant = "gin"', 'variant = "evil:GAME"'),
        ('variant = "gin"', 'variant = "gin"\nfile = "{hash}"'),
        ('variant = "gin"', 'variant = "./evil.py"\nfile = "{hash}"'),
        ("players = 2", 'players = 2\nhouse_rules = ["./evil.py"]'),
        ("players = 2", 'players = 2\nhouse_rules = ["evil"]'),
        ("players = 2", 'players = 2\nhouse_rules = ["evil:RULE"]'),
        ('bots = ["simple", "simple"]', 'bots = ["./evil.py", "evil:BOT"]'),
    ],
)
def test_a_record_never_runs_what_it_names(
    rummy: Rummy,
    tmp_path: Path,
    trap: Path,
    monkeypatch: pytest.MonkeyPatch,
    reader: list[str],
    old: str,
    new: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    source = (tmp_path / "evil.py").read_bytes()
    new = new.replace("{folder}", str(tmp_path)).replace("{hash}", hashlib.sha256(source).hexdigest())
    path = save(tmp_path, changed(match_text("5", **SMALL), old, new))
    done = read_by(rummy, reader, path)
    assert done.status == 0
    assert done.err == ""
    assert not trap.exists()
    assert "evil" not in sys.modules
    if "bots" not in old and reader == ["check"]:
        assert "1 file: 1 skipped" in done.out


def test_a_game_from_a_file_runs_only_if_the_person_gives_that_file(rummy: Rummy, tmp_path: Path) -> None:
    game = tmp_path / "mine.py"
    game.write_text(
        "from dataclasses import replace\nfrom rummy_variants.gin import GIN\n"
        "MINE = replace(GIN, name='mine')\n"
    )
    other = tmp_path / "other.py"
    other.write_text(game.read_text() + "\n")
    digest = hashlib.sha256(game.read_bytes()).hexdigest()
    text = changed(match_text("5", **SMALL), 'variant = "gin"', f'variant = "mine"\nfile = "{digest}"')
    path = save(tmp_path, text)
    assert "give that file again" in rummy("check", path).out
    assert "not the one" in rummy("check", path, "--game", other).out
    assert rummy("check", path, "--game", game).out == "1 file: 1 holds\n"
    assert "not a file" in rummy("check", path, "--game", "gin").error


class _Bomb:
    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, ...]]:
        return Path.touch, (Path("sprung"),)  # type: ignore[return-value]


def archive() -> bytes:
    """A small file that is large when unpacked."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("match.rummy", b"0" * 10**7)
    return packed.getvalue()


FOREIGN = {
    "pickle": lambda: pickle.dumps(_Bomb()),
    "pickle as text": lambda: pickle.dumps({"a": 1}, protocol=0),
    "zip": archive,
    "gzip": lambda: gzip.compress(match_text("5", **SMALL).encode()),
    "bzip2": lambda: bz2.compress(b"0" * 10**7),
    "program": lambda: Path(sys.executable).read_bytes()[:100_000],
    "empty": lambda: b"",
    "line end": lambda: b"\n",
    "zeros": lambda: b"\0" * 5000,
    "utf-16": lambda: match_text("5", **SMALL).encode("utf-16"),
    "latin-1": lambda: b"# rummykit record\n\xe9\n",
    "html": lambda: b"<html>\n",
    "python": lambda: b"__import__('os').system('true')\n",
    "mark of order": lambda: b"\xef\xbb\xbf# rummykit record\n",
    "header only": lambda: b"# rummykit record\n",
    "no game": lambda: b"# rummykit record\nformat = 1\n",
    "newer format": lambda: b'# rummykit record\nformat = 2\nvariant = "gin"\nplayers = 2\n',
    "unknown field": lambda: b'# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\nrun = "x"\n',
    "format string": lambda: b"# rummykit record {0.__class__} %s %n\nformat = {}\n",
    "not toml": lambda: b"# rummykit record\nformat = [1\n",
    "no deal": lambda: b'# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n\n0 draw\n',
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("reader", [["check"], ["replay"], ["replay", "--json"], DIFF, PERFT])
def test_a_file_that_is_no_record_is_one_line(
    rummy: Rummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, reader: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "match.rummy"
    path.write_bytes(FOREIGN[kind]())
    done = read_by(rummy, reader, path)
    assert done.status == 2
    assert str(path) in done.error
    assert not (tmp_path / "sprung").exists()


# --- limits


def sized(lines: int, length: int) -> bytes:
    return b"# rummykit record\n" + (b"#" * (length - 1) + b"\n") * lines


@pytest.mark.parametrize("reader", [["check"], ["replay"], DIFF, PERFT])
def test_a_file_or_line_over_the_limit_is_refused_at_once(
    rummy: Rummy, tmp_path: Path, reader: list[str]
) -> None:
    path = tmp_path / "match.rummy"
    path.write_bytes(sized(MAX_FILE_BYTES // MAX_LINE_BYTES + 1, MAX_LINE_BYTES))
    begun = time.process_time()
    assert "larger than 16 MiB" in read_by(rummy, reader, path).error
    path.write_bytes(sized(1, MAX_LINE_BYTES + 2))
    assert "line 2: longer than 4096 bytes" in read_by(rummy, reader, path).error
    os.truncate(path, 2**40)  # a hole: nothing is on the disk, and nothing is read to its end
    assert "larger than 16 MiB" in read_by(rummy, reader, path).error
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "line",
    [
        "a = " + "[" * 2000 + "]" * 2000,
        "a = " + "{a=" * 900 + "1" + "}" * 900,
        "a" + ".a" * 2000 + " = 1",
        "[options.a" + ".a" * 2000 + "]",
        "[house_options.a" + ".a" * 1900 + "]\nb = 1",
        "house_options.a = " + "[" * 50 + "]" * 50,
        "options.target = 0x" + "f" * 4000,
        "house_options.a.b = 0x" + "f" * 4000,
        "players = 0x" + "f" * 4000,
        "options.target = 1979-05-27",
        "house_options.a.b = 07:32:00",
        "options.target = 1e999",
        "seats = [" + '"x", ' * 500 + "]",
        'seed = "' + "x" * 4000 + '"',
        'lot = "ZZ"',
        'lot = "joker"',
        'lot = "AS"',
        'lot = "AS AS AS AS AS"',
        'variant = "' + "x" * 4000 + '"',
    ],
)
@pytest.mark.parametrize("reader", [*READERS, DIFF, PERFT])
def test_a_deep_large_or_odd_header_is_one_line_at_most(
    rummy: Rummy, tmp_path: Path, reader: list[str], line: str
) -> None:
    name = line.split(" ")[0]
    plain = '# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n'
    text = "".join(one + "\n" for one in plain.split("\n")[:-1] if not one.startswith(f"{name} ="))
    body = match_text("5", **SMALL)
    path = save(tmp_path, f"{text}{line}\n\n{body[body.index('==') :]}")
    done = read_by(rummy, reader, path)
    assert done.err.count("\n") <= 1
    assert "should not happen" not in done.err + done.out
    assert len(done.err) < 1200
    if reader == ["check"] and "house_options" not in line and "seats" not in line:
        assert done.status in (1, 2)


@pytest.mark.parametrize(
    "line",
    [
        "moved " + " from to from to" * 250,
        "moved " + " from  to " * 400 + ", seen by all!",
        "laid " + " from by from by" * 250,
        "shown " + " in  to " * 500 + "!",
        "shuffled " + ", seen by all" * 300,
        "ended: " + "; won by 0" * 400,
        "noted for the deal: a = " + '"' * 4000,
        "begins: decks 1, jokers 0; dealer 0; sides 0 / 1; zones " + "), " * 1300,
        "begins: decks 1, jokers 0; dealer 0; sides " + "0 / " * 1000 + "; zones x",
        "moved 2C from stock to hand 0, seen by 000" + "9" * 4000,
        "moved " + "2C " * 1300 + "from stock to hand 0, seen by all",
        "step draw: seat " + "9" * 4000,
    ],
)
def test_a_line_takes_no_longer_than_its_length(rummy: Rummy, tmp_path: Path, line: str) -> None:
    text = match_text("5", **SMALL)
    place = text.index("\n", text.index("\n1 draw")) + 1
    path = save(tmp_path, f"{text[:place]}  {line}\n{text[place:]}")
    begun = time.process_time()
    done = rummy("check", path)
    assert done.status in (1, 2)
    assert re.search(r"line \d+", done.out + done.err)
    assert rummy("replay", path).status in (0, 1, 2)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ('step = "answer"', "0 done"),
        ('step = "answer"', "0 best"),
        ('step = "answer"', "? legal lay 8S on 1"),
        ('step = "answer"\ndeal_notes = { knocker = 77, knock_count = 3 }', "0 best"),
        ('step = "answer"\ndeal_notes = { knocker = "x", knock_count = "y" }', "0 done"),
        ('step = "discard"\ndeal_notes = { knock_limit = "x" }', "? legal knock AS"),
        ('step = "nowhere"', "? seat 0"),
        ('step = "draw"\nseat = 9', "? seat 9"),
        ('step = "draw"\nstock = 99', "? seat 0"),
        ('step = "draw"\nmelds = [{ seat = 0, cards = "5S 6S 8S" }]', "? seat 0"),
        ('step = "draw"\nmelds = [{ seat = "a", cards = "5S 6S 7S" }]', "? seat 0"),
        ('step = "draw"\nknown = { x = "AS" }', "? seat 0"),
        ('step = "draw"\nzones = { nowhere = "AS" }', "? seat 0"),
        ('step = "draw"\nzones = { discard = "AS AS" }', "? seat 0"),
        ('step = "draw"\nzones = { discard = "joker" }', "? seat 0"),
        ('step = "draw"', "? zone nowhere = AS"),
        ('step = "draw"', "? deadwood 9 = 1"),
        ('step = "draw"', "? points 0 = 1"),
        ('step = "draw"', "0 knock joker"),
        ('step = "draw"', "9 draw"),
        ('step = "draw"', "  moved 2C from stock to hand 0, seen by 0"),
    ],
)
def test_a_scenario_that_cannot_be_is_told(rummy: Rummy, tmp_path: Path, position: str, line: str) -> None:
    head = '# rummykit record\nformat = 1\nvariant = "gin"\nplayers = 2\n'
    path = save(tmp_path, f"{head}\n[position]\n{position}\n\n== deal\n{line}\n")
    done = rummy("check", path)
    assert done.status == 1
    assert re.search(r"line \d+", done.out)
    assert done.err == ""
    assert rummy("replay", path).status in (0, 1)


# --- what is no plain file


@pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and links")
@pytest.mark.parametrize("reader", ["check", "replay"])
def test_a_pipe_folder_device_or_link_is_no_trap(rummy: Rummy, tmp_path: Path, reader: str) -> None:
    fifo = tmp_path / "fifo.rummy"
    os.mkfifo(fifo)
    assert "not a file" in rummy(reader, fifo).error
    assert "not a file" in rummy(reader, "/dev/zero").error
    if reader == "replay":
        assert "not a file" in rummy(reader, tmp_path).error
    dangling = tmp_path / "dangling.rummy"
    dangling.symlink_to(tmp_path / "nowhere")
    assert "No such file" in rummy(reader, dangling).error
    loop = tmp_path / "loop.rummy"
    loop.symlink_to(loop)
    assert "cannot read" in rummy(reader, loop).error
    link = tmp_path / "link.rummy"
    link.symlink_to(save(tmp_path, SCENARIO))
    assert rummy(reader, link).status == 0
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "round").symlink_to(tmp_path)
    save(tmp_path / "in", SCENARIO)
    if reader == "check":
        assert rummy(reader, tmp_path / "in").out == "1 file: 1 holds\n"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read(rummy: Rummy, tmp_path: Path) -> None:
    path = save(tmp_path, SCENARIO)
    path.chmod(0)
    assert "Permission denied" in rummy("check", path).error


# --- text that is not ours

ODD = [
    "\x1b[2J\x1b]0;x\x07",
    "\u202egnp.exe",
    "[/bold][red]",
    "a\u0000b",
    "\u200b\u2066",
    "{0} %s",
    "\U000e0001",
]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "field", ["seats", "variant", "house_rules", "seed", "heading", "ending", "reason", "zone"]
)
def test_names_of_strangers_are_shown_safely(rummy: Rummy, tmp_path: Path, field: str, odd: str) -> None:
    text = match_text("5", **SMALL)
    quoted = '"' + "".join(f"\\U{ord(char):08x}" if not char.isprintable() else char for char in odd) + '"'
    raw = re.sub(r"[();,:\n]", " ", odd)
    text = {
        "seats": lambda: changed(text, '"Ada"', quoted),
        "variant": lambda: changed(text, '"gin"', quoted),
        "house_rules": lambda: changed(text, "players = 2", f"players = 2\nhouse_rules = [{quoted}]"),
        "seed": lambda: changed(text, 'seed = "5"', f"seed = {quoted}"),
        "heading": lambda: changed(text, "== deal 1", f"== {raw} deal 1"),
        "ending": lambda: changed(text, "ended: knock", f"ended: {raw}"),
        "reason": lambda: changed(text, ": deadwood", f": {raw} deadwood"),
        "zone": lambda: text.replace("discard,", f"{raw},").replace("discard (", f"{raw} ("),
    }[field]()
    path = save(tmp_path, text)
    for reader in (["check"], ["replay"], ["replay", "--seat", "0"], ["replay", "--to", "3"], *READERS[2:]):
        done = read_by(rummy, reader, path)
        assert done.status in (0, 1, 2)
        assert not set(done.out + done.err) & set("\x1b\x07\x00\u202e\u200b\u2066\U000e0001")
        assert "should not happen" not in done.err
        assert done.err.count("\n") <= 1


def test_a_path_is_shown_safely(rummy: Rummy, tmp_path: Path) -> None:
    folder = tmp_path / "\x1b[31m\u202e[bold]\n"
    folder.mkdir()
    path = save(folder, "junk")
    for reader in READERS[:2]:
        assert r"\x1b[31m\u202e[bold]\n" in rummy(*reader, path).error
    save(folder, changed(SCENARIO, "= 10", "= 11"))
    assert r"\x1b[31m\u202e[bold]\n" in rummy("check", path).out
    assert rummy("check", tmp_path / "none\x1b\n").error.count("\\x1b") == 1


def test_a_name_in_markup_is_a_name(rummy: Rummy, tmp_path: Path) -> None:
    done = rummy("replay", save(tmp_path, changed(match_text("5", **SMALL), '"Ada"', '"[/bold]"')))
    assert done.status == 0
    assert "gin: [/bold], Ben" in done.out


# --- options


@pytest.mark.parametrize("command", [["rules"], ["melds"], ["simulate", "--deals", "1"]])
@pytest.mark.parametrize(
    "setting",
    ["knock_limit=101", "knock_limit=-1", "knock_limit=1e9", "knock_limit=" + "9" * 5000, "target=nan",
     "ace=\x1b[2J", "ace=__import__('os')", "next_dealer={0.__class__}", "box_bonus=\u0661\u202e", "x" * 5000,
     "=1", "big_gin=5"],
)  # fmt: skip
def test_option_values_are_bounded_by_their_model(rummy: Rummy, command: list[str], setting: str) -> None:
    cards = ["AS"] if command == ["melds"] else []
    done = rummy(command[0], "gin", *cards, *command[1:], "--set", setting)
    assert done.status == 2
    assert len(done.error) < 1000


# --- nothing beyond ours is imported


def test_reading_imports_no_plugin_that_is_not_asked_for(tmp_path: Path) -> None:
    path = save(tmp_path, match_text("5", **SMALL))
    script = (
        "import sys; from rummy_cli.main import main; main(sys.argv[1:]); "
        "print([name for name in sys.modules if name.startswith(('rummy_variants.', 'rummy_plugins.'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "replay", str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
