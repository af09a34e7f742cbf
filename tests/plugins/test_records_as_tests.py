"""Records as tests: a file dropped into a folder of tests is one, told by its line where it fails."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

GIN = """\
# rummykit record
format = 1
variant = "gin"
players = 2
"""
HEADER = f"""{GIN}
[position]
step = "discard"
seat = 0

[position.zones]
"hand 0" = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS KD"

== ten points are few enough
"""
HOLDS = f"""{HEADER}? deadwood 0 = 20
0 knock KD
? ended not yet
"""


QUIET = ("-rs", "-p", "no:randomly", "-p", "no:hypothesispytest", "-p", "no:cacheprovider")


def told(pytester: pytest.Pytester, *texts: str | bytes, **counts: int) -> str:
    """What is told of files that are the only tests there: ``ruling0.rummy`` and so on."""
    for number, text in enumerate(texts):
        data = text.encode() if isinstance(text, str) else text
        (pytester.path / f"ruling{number}.rummy").write_bytes(data)
    result = pytester.runpytest_inprocess(*QUIET)
    result.assert_outcomes(**counts)
    return result.stdout.str()


def test_a_file_that_holds_is_one_test(pytester: pytest.Pytester) -> None:
    (pytester.mkdir("rulings") / "ten.rummy").write_text(HOLDS, encoding="utf-8")
    (pytester.path / "rulings" / "ten.txt").write_text("no record", encoding="utf-8")
    result = pytester.runpytest_inprocess("-v", *QUIET)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["rulings/ten.rummy::holds PASSED*"])


def test_matches_that_were_recorded_hold(pytester: pytest.Pytester) -> None:
    folder = Path(__file__).parents[1] / "playthroughs"
    told(
        pytester, *((folder / f"{name}.rummy").read_bytes() for name in ("gin_default", "500_six")), passed=2
    )


def test_what_differs_is_told_by_line_and_the_move_before(pytester: pytest.Pytester) -> None:
    wrong = HOLDS.replace("0 knock", "0 discard").replace("? ended", "? points 1 = 62\n? ended")
    first = HOLDS.replace("= 20", "= 10")
    text = told(pytester, wrong, first, failed=2)
    assert (
        "\nruling0.rummy: line 16, column 14, after '0 discard KD'\n"
        "  the file says  ? points 1 = 62\n"
        "  the rules say  this cannot be asked here: the deal is not over\n"
    ) in text
    assert (
        "\nruling1.rummy: line 14, column 16\n  the file says  ? deadwood 0 = 10\n  the rules say  20\n"
        in text
    )
    assert "records_as_tests.py" not in text  # no way through our code
    assert "revision" not in text


def test_another_revision_of_the_rules_is_told_of_what_differs(pytester: pytest.Pytester) -> None:
    other = HOLDS.replace("players = 2", "players = 2\nrevision = 900")
    text = told(pytester, other, other.replace("= 20", "= 10"), passed=1, failed=1)
    assert "  note           the file is of revision 900 of the rules, installed is " in text


def test_what_is_not_installed_is_skipped(pytester: pytest.Pytester) -> None:
    headers = {
        'variant = "canasta"': "no game 'canasta'",
        'variant = "gin"\nhouse_rules = ["canasta"]': "no house rule 'canasta'",
        'variant = "./game.py"': "no game './game.py' is installed",
        f'variant = "mine"\nfile = "{"0" * 64}"': "mine was played from a local file",
    }
    files = [HOLDS.replace('variant = "gin"', header) for header in headers]
    text = told(pytester, *files, skipped=len(files))
    for number, reason in enumerate(headers.values()):
        assert f": ruling{number}.rummy: {reason}" in text


def test_what_cannot_be_read_fails_with_its_place(pytester: pytest.Pytester) -> None:
    files: list[tuple[str | bytes, str]] = [
        ("", "line 1, column 1: this is not a record"),
        (f"{GIN}wine = = 3\n", "line 5, column 8: header: "),
        (f"{GIN}wine = 3\n", "line 5, column 1: header: there is no 'wine'"),
        (f"{HOLDS}    moved KC\n", "line 17, column 11: "),
        (f"{HOLDS}0 dance\n", "line 17, column 3: "),
        (HOLDS.encode() + b"# \xff\n", "line 17, column 3: not UTF-8 text"),
        (HOLDS[:-1], "line 16, column 16: the last line has no end"),
        (f"{GIN}[options]\nknock_limit = 900\n", "line 6, column 15: header: "),
        (f"{GIN}[options]\nwine = 9\n", "line 6, column 1: header: "),
        (GIN.replace("players = 2", "players = 7"), "line 4, column 11: header: "),
    ]
    text = told(pytester, *(one for one, _ in files), failed=len(files))
    for number, (_, reason) in enumerate(files):
        assert f"\nruling{number}.rummy: {reason}" in text
    assert "During handling" not in text


def test_rules_that_fail_show_where(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    # The author of a game needs the way through his own code.
    def in_his_rules(*_: object) -> None:
        raise LookupError("no such trick")

    monkeypatch.setattr("rummy_core.replay.verify", in_his_rules)
    text = told(pytester, HOLDS, failed=1)
    assert "in_his_rules" in text
    assert "LookupError: no such trick" in text


def test_files_can_be_left_out_as_any_other_test(pytester: pytest.Pytester) -> None:
    (pytester.path / "ruling.rummy").write_text(HOLDS, encoding="utf-8")
    for words in (["-k", "nothing"], ["--ignore-glob=*.rummy"], ["-p", "no:rummykit"]):
        pytester.runpytest_inprocess(*QUIET, *words).assert_outcomes(passed=0, deselected=words[0] == "-k")
    pytester.makeconftest('collect_ignore_glob = ["*.rummy"]')
    pytester.runpytest_inprocess(*QUIET).assert_outcomes(passed=0)


# In every pytest run where the distribution is installed.


def test_nothing_of_rummy_is_loaded_where_no_file_is(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import sys

        def test_loaded(request):
            assert request.config.pluginmanager.has_plugin("rummykit")
            loaded = sorted(name for name in sys.modules if name.startswith("rummy_"))
            assert loaded == ["rummy_plugins", "rummy_plugins.records_as_tests"]
            assert not {"pydantic", "click", "rich"} & sys.modules.keys()
    """)
    pytester.runpytest_subprocess("-p", "no:randomly").assert_outcomes(passed=1)


def test_who_plays_needs_no_pytest() -> None:
    program = "import sys; sys.modules['pytest'] = None; from rummy_cli.main import main; main(['plugins'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "openspiel" in done.stdout
