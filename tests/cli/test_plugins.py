"""`rummy plugins`: what is installed, without an import."""

import json
import subprocess
import sys

from tests.cli.saved import Outside, Rummy


def test_json_names_each_entry(rummy: Rummy) -> None:
    done = rummy("plugins", "--json")
    assert (done.status, done.err) == (0, "")
    by_name = {(one["kind"], one["name"]): one for one in done.json}
    gin = by_name["game", "gin"]
    assert gin["distribution"] == "rummykit"
    assert gin["version"]
    assert gin["aliases"] == ["gin-rummy"]
    assert by_name["game", "gin-rummy"]["aliases"] == ["gin"]
    assert ("house rule", "openspiel") in by_name
    assert {"random", "simple", "greedy"} <= {name for kind, name in by_name if kind == "bot"}


def test_a_table_for_people(rummy: Rummy) -> None:
    done = rummy("plugins")
    assert (done.status, done.err) == (0, "")
    games = done.out.split("\n\n")[0]
    assert games.startswith("Games\n")
    assert "\n  gin " in games
    # Which preset it begins with only the game itself can say.
    assert "also gin-rummy; of the same module: straight-gin" in " ".join(done.out.split())
    assert "\n  straight-gin" not in done.out
    assert "House rules\n  openspiel" in done.out


def test_two_distributions_with_one_name_are_both_named(rummy: Rummy, others: Outside) -> None:
    others.install("other-dist", "[rummy.bots]\nsimple = outside_nowhere:X\n", "7")
    done = rummy("plugins")
    assert "other-dist 7" in done.out
    assert done.err == (
        "warning: several distributions have a bot 'simple'; ask for other-dist:simple or rummykit:simple\n"
    )
    assert done.status == 0
    assert [one["distribution"] for one in rummy("plugins", "--json").json if one["name"] == "simple"] == [
        "other-dist",
        "rummykit",
    ]


def test_metadata_is_shown_safely(rummy: Rummy, others: Outside) -> None:
    others.install("markup-dist", "[rummy.bots]\n[bold]\x1b[2J\u202ebot = outside_nowhere:X\n", "1\u202e")
    done = rummy("plugins")
    assert done.status == 0
    assert "\x1b" not in done.out


def test_nothing_is_imported() -> None:
    script = (
        "import json, sys; from rummy_cli.main import main; main(['plugins', '--json']); "
        "print(json.dumps([name for name in sys.modules if name.startswith(('rummy_v', 'rummy_p'))]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == []
