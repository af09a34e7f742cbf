"""`rummy plugins`: what is installed, without an import; who answers which hook; checks; what is left out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.author_docs import write_files
from tests.cli.saved import SCENARIO, Outside, Rummy, save


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
    assert "House rules\n  ace-bonus" in done.out


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


# --- who answers which hook


BROKEN = "raise RuntimeError('no [licence]\x1b[2J')\n"
HOUSE = """
from rummy_core import HouseRule, MeldRules, Options, hookimpl

class Rules:
    def __init__(self, options):
        pass

    @hookimpl(wrapper=True)
    def meld_rules(self):
        return (yield)

    @hookimpl
    def deal_notes(self, table):
        return None

RULE = HouseRule("outside-rule", "Outside", Options, Rules, lambda options: [])
"""
GAME = """
from dataclasses import replace
from rummy_variants.gin import GIN

class Rules:
    def __init__(self, options):
        pass

class Odd:
    def __init__(self, options):
        raise ValueError("odd rules")

OUTSIDE = replace(GIN, name="outside", base=GIN, rules=Rules)
ODD = replace(GIN, name="odd", rules=Odd)
"""


def test_hooks_of_all_games_and_house_rules(rummy: Rummy) -> None:
    done = rummy("plugins", "--hooks", "--json")
    assert (done.status, done.err) == (0, "")
    by_name = {(one["kind"], one["name"]): one for one in done.json}
    assert by_name["game", "gin"]["hooks"]["card_values"] == ["gin", "core"]
    assert by_name["game", "oklahoma"]["hooks"]["deal_notes"] == ["oklahoma", "gin", "core"]
    assert {"gin-rummy", "straight-gin"} <= set(by_name["game", "gin"]["aliases"])
    assert by_name["house rule", "openspiel"]["hooks"] == {"steps": ["openspiel"]}
    assert by_name["house rule", "openspiel"]["wraps"] == ["steps"]
    assert by_name["bot", "simple"]["hooks"] == {}


def test_hooks_for_people(rummy: Rummy) -> None:
    done = rummy("plugins", "--hooks")
    assert (done.status, done.err) == (0, "")
    text = " ".join(done.out.split())
    assert " oklahoma deal_notes, score_deal; as gin: match_sides, " in text
    assert "openspiel steps (wraps)" in text
    assert "straight-gin" not in text
    assert "Bots" not in done.out


def test_a_house_rule_that_sets_options_alone_is_listed(rummy: Rummy, others: Outside) -> None:
    others.install("other-dist", "[rummy.house_rules]\nsetting = outside_rule:SETTING\n")
    others.module(
        "outside_rule",
        "from rummy_core import HouseRule, Options\n"
        "SETTING = HouseRule('setting', 'S', Options, lambda o: object(), lambda o: [], {'gin_bonus': 30})\n",
    )
    assert "setting no hook: it sets options alone" in " ".join(rummy("plugins", "--hooks").out.split())
    assert "  no hook: it sets options alone\n" in rummy("plugins", "--hooks", "setting").out


def test_names_that_two_have_are_told_with_their_distribution(rummy: Rummy, others: Outside) -> None:
    others.install("other-dist", "[rummy.variants]\ngin = outside_game:OUTSIDE\n")
    others.module("outside_game", GAME)
    done = rummy("plugins", "--hooks")
    assert "\n  other-dist:gin " in done.out
    assert "\n  rummykit:gin " in done.out
    assert "\n  gin " not in done.out


def test_the_hooks_of_one_in_the_order_they_are_asked(rummy: Rummy, others: Outside) -> None:
    others.install("other-dist", "[rummy.house_rules]\noutside-rule = outside_rule:RULE\n")
    others.module("outside_rule", HOUSE)
    done = rummy("plugins", "--hooks", "rummykit:oklahoma")
    title, *rows = done.out.strip().splitlines()
    assert title.startswith("oklahoma, a game of rummykit ")
    answers = dict(row.strip().split("  ", 1) for row in rows)
    assert answers["deal_notes(table)"].strip() == "oklahoma, then gin, then core"
    assert answers["refusals(table, actions)"].strip() == "nobody"
    assert list(answers)[:3] == ["match_sides(players)", "pack(seats)", "card_values()"]
    told = rummy("plugins", "--hooks", "outside-rule").out
    assert "meld_rules()       outside-rule, adjusting the answer of those after it\n" in told
    assert "deal_notes(table)  outside-rule\n" in told


def test_hooks_of_a_local_file(rummy: Rummy, others: Outside) -> None:
    others.module("mine", GAME.replace('"outside"', '"mine"').partition("ODD =")[0])
    done = rummy("plugins", "--hooks", others.folder / "mine.py", "--json")
    assert done.json[0]["hooks"]["steps"] == ["gin"]
    assert "there is no file" in rummy("plugins", "--hooks", "./nowhere.py").error


def test_broken_plugins_are_listed_with_their_error(rummy: Rummy, others: Outside) -> None:
    others.install(
        "bad-dist",
        "[rummy.variants]\nlost = outside_lost:GAME\nodd = outside_game:ODD\n"
        "[rummy.bots]\nbadbot = outside_lost:BOT\n[rummy.commands]\nbadcommand = outside_game:GIN\n",
    )
    others.module("outside_lost", BROKEN)
    others.module("outside_game", GAME)
    done = rummy("plugins", "--hooks")
    assert done.status == 0
    assert done.err.splitlines() == [
        "warning: game 'odd' of bad-dist is broken: ValueError: odd rules; it is left out",
        r"warning: game 'lost' of bad-dist is broken: RuntimeError: no [licence]\x1b[2J; it is left out",
        r"warning: bot 'badbot' of bad-dist is broken: RuntimeError: no [licence]\x1b[2J; it is left out",
        "warning: command 'badcommand' of bad-dist is not a click command; it is left out",
    ]
    assert "gin " in done.out
    faults = {
        one["name"]: one["error"] for one in rummy("plugins", "--hooks", "--json").json if "error" in one
    }
    assert set(faults) == {"lost", "odd", "badbot", "badcommand"}
    assert "game 'lost' of bad-dist is broken" in rummy("plugins", "--hooks", "lost").error


@pytest.mark.parametrize("flag", ["--hooks", "--check"])
@pytest.mark.parametrize("name", ["gim", "rummykit:nothing", "other:gin", "x\x1b"])
def test_a_name_that_nothing_has_is_one_line(rummy: Rummy, flag: str, name: str) -> None:
    done = rummy("plugins", flag, name)
    assert done.status == 2
    assert done.error.startswith("no game")
    assert ("did you mean 'gin'?" in done.error) == (name == "gim")


def test_of_two_distributions_with_one_name_both_are_named(rummy: Rummy, others: Outside) -> None:
    others.install("other-dist", "[rummy.variants]\ngin = outside_game:OUTSIDE\n")
    others.module("outside_game", GAME)
    for flag in ("--hooks", "--check"):
        done = rummy("plugins", flag, "gin")
        told = "two distributions have a game 'gin'; ask for other-dist:gin or rummykit:gin"
        assert (done.status, done.error) == (2, told)
    assert "other-dist" in rummy("plugins", "--hooks", "other-dist:gin").out
    assert rummy("--no-plugin", "other-dist", "plugins", "--hooks", "gin").status == 0


def test_hooks_and_check_are_two_commands(rummy: Rummy) -> None:
    assert "--hooks and --check are two commands" in rummy("plugins", "--check", "gin", "--hooks").error


# --- checks


BOTS = """
from random import Random

class Timid:
    '''Plays two games alone, and says so.'''
    def __init__(self, seed):
        pass

    def choose(self, view, actions):
        if type(view.rules.options).__name__ not in ("GinOptions", "OklahomaOptions"):
            raise NotImplementedError
        return actions[0]

class Nobody(Timid):
    def choose(self, view, actions):
        raise NotImplementedError

class Silent(Timid):
    def choose(self, view, actions):
        return None

class Failing(Timid):
    def choose(self, view, actions):
        raise KeyError("[bold]\x1b")

class Unmade(Timid):
    def __init__(self, seed):
        raise KeyError("no seed")

class Cheating(Timid):
    def choose(self, view, actions):
        from rummy_core import Discard, card
        return Discard(card("KS"))

class Moody(Timid):
    '''Its choices come from elsewhere than its seed.'''
    chance = Random(1)

    def choose(self, view, actions):
        return actions[int(self.chance.random() * len(actions))]
"""


@pytest.fixture
def bots(others: Outside) -> None:
    names = ("timid", "nobody", "silent", "failing", "unmade", "cheating", "moody")
    entries = "".join(f"{name} = outside_bots:{name.capitalize()}\n" for name in names)
    others.install("bot-dist", f"[rummy.bots]\n{entries}")
    others.module("outside_bots", BOTS)


@pytest.mark.usefixtures("bots")
def test_a_bot_is_checked_by_the_games_it_plays(rummy: Rummy) -> None:
    done = rummy("plugins", "--check", "timid")
    assert (done.status, done.err) == (0, "checking the bot timid ...\n")
    assert done.out == "The bot timid holds: 4 deals of gin, oklahoma.\n"
    (data,) = rummy("plugins", "--check", "bot-dist:timid", "--json").json
    assert (data["holds"], data["games"], data["kind"]) == (True, ["gin", "oklahoma"], "bot")


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nobody", "it says of each that is installed that it does not"),
        ("silent", "a bot returns an action: None is none\n  in 500, as the bot of the seed"),
        ("failing", r"a bot answers: KeyError: '[bold]\x1b'" + "\n  in 500, as the bot of the seed"),
        ("unmade", "a bot answers: KeyError: 'no seed'\n  in 500, as the bot of the seed"),
        ("cheating", "was chosen and is refused"),
        ("moody", "same seed, same game"),
    ],
)
def test_what_a_bot_does_wrong_is_told(rummy: Rummy, name: str, told: str) -> None:
    done = rummy("plugins", "--check", name)
    assert done.status == 1
    assert done.out.startswith(f"The bot {name} does not hold.\n")
    assert told in done.out.replace("\\\\", "\\")
    (data,) = rummy("plugins", "--check", name, "--json").json
    assert not data["holds"]


UNFAIR = """
from dataclasses import replace
from rummy_core import hookimpl, ScoreLine, ScoreSheet
from rummy_variants.rummy import RUMMY, RummyRules

class Rules(RummyRules):
    @hookimpl
    def score_deal(self, table, ending):
        return ScoreSheet(ending, (ScoreLine(7, "for nobody", 1),), 0)

GAME = replace(RUMMY, name="unfair", rules=Rules)
"""


def test_a_fault_of_a_game_is_told_with_the_report_of_the_kit(rummy: Rummy, others: Outside) -> None:
    others.module("unfair", UNFAIR)
    done = rummy("plugins", "--check", others.folder / "unfair.py")
    assert done.status == 1
    assert done.err.startswith("checking the game ")
    assert "does not hold.\n" in done.out
    assert "scores" in done.out
    assert "\n  game: unfair" in done.out


UNREAD = """
from dataclasses import replace
import parlour
from rummy_core import option

class Options(parlour.ParlourOptions):
    '''With one more.'''
    loud: bool = option(False, "nothing reads it", "these tests")

GAME = replace(parlour.PARLOUR, name="unread", options=Options)
"""


def test_an_option_that_no_deal_shows_is_named_and_no_fault(rummy: Rummy, others: Outside) -> None:
    write_files("tutorial.md", others.folder)
    others.module("unread", UNREAD)
    done = rummy("plugins", "--check", others.folder / "unread.py")
    assert done.status == 0
    assert " holds: " in done.out
    assert "No deal showed this option: loud. Test it.\n" in done.out


def test_rules_that_cannot_be_made_do_not_hold(rummy: Rummy, others: Outside) -> None:
    others.install("odd-dist", "[rummy.variants]\nodd = outside_game:ODD\n")
    others.module("outside_game", GAME)
    done = rummy("plugins", "--check", "odd")
    assert done.status == 1
    assert "the rules answer: ValueError('odd rules')" in done.out


def test_a_plugin_that_is_broken_does_not_hold(rummy: Rummy, others: Outside) -> None:
    others.install("bad-dist", "[rummy.house_rules]\nlost = outside_lost:RULE\n")
    others.module("outside_lost", BROKEN)
    done = rummy("plugins", "--check", "lost")
    assert done.status == 1
    assert r"house rule 'lost' of bad-dist is broken: RuntimeError: no [licence]\x1b[2J" in done.out


def test_a_house_rule_is_checked_though_another_plugin_is_broken(rummy: Rummy, others: Outside) -> None:
    others.install(
        "bad-dist", "[rummy.variants]\nlost = outside_lost:GAME\n[rummy.bots]\nworse = outside_lost:X\n"
    )
    others.module("outside_lost", BROKEN)
    done = rummy("plugins", "--check", "openspiel")
    assert done.status == 0, done.out
    assert "The house rule openspiel holds: " in done.out


# --- what is left out


def test_what_is_left_out_is_not_listed_and_said_to_be(rummy: Rummy, others: Outside) -> None:
    others.install(
        "other-dist", "[rummy.variants]\nmine = outside_game:OUTSIDE\nalso-mine = outside_game:OUTSIDE\n"
    )
    assert "mine" in rummy("plugins").out
    done = rummy("--no-plugin", "mine", "plugins")
    assert "mine" not in done.out
    assert done.err == "2 plugins are left out by RUMMY_PLUGINS or --no-plugin.\n"
    assert "mine" not in {one["name"] for one in rummy("--no-plugin", "mine", "plugins", "--json").json}
    assert "mine" in rummy("plugins").out, "the next command line has it again"


@pytest.mark.parametrize(
    "line", ["play mine --auto", "rules mine", "melds mine 4C", "perft mine", "plugins --check mine"]
)
def test_a_name_that_is_left_out_is_refused_with_the_reason(
    rummy: Rummy, others: Outside, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    others.install("other-dist", "[rummy.variants]\nmine = outside_game:OUTSIDE\n")
    done = rummy("--no-plugin", "other-dist", *line.split())
    told = "game 'mine' of other-dist is left out: --no-plugin or RUMMY_NO_PLUGIN names it"
    assert (done.status, done.error) == (2, told)
    monkeypatch.setenv("RUMMY_PLUGINS", "another,one")
    told = "game 'mine' of other-dist is left out: RUMMY_PLUGINS does not name it"
    assert (rummy(*line.split()).error) == told


def test_house_rules_and_bots_are_left_out_too(rummy: Rummy) -> None:
    done = rummy("--no-plugin", "openspiel", "rules", "gin", "--with", "openspiel")
    assert done.error.startswith("house rule 'openspiel' of rummykit is left out")
    done = rummy("--no-plugin", "greedy", "play", "gin", "--auto", "--bots", "greedy")
    assert done.error.startswith("bot 'greedy' of rummykit is left out")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("gim", "did you mean 'gin'?"),
        ("rummykut", "did you mean 'rummykit'?"),
        ("gin,xyzzy", "'rummy plugins'"),
        ("", "'rummy plugins'"),
    ],
)
def test_a_name_to_leave_out_that_nothing_has_is_one_line(rummy: Rummy, name: str, near: str) -> None:
    done = rummy("--no-plugin", name, "variants")
    assert done.status == 2
    wrong = name.rpartition(",")[2]
    assert done.error.startswith(f"no plugin and no distribution '{wrong}'; {near}")


def test_a_name_in_the_environment_that_nothing_has_is_a_warning(
    rummy: Rummy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUMMY_PLUGINS", "rummykit, gim")
    done = rummy("plugins")
    assert (done.status, done.err) == (
        0,
        "warning: RUMMY_PLUGINS names 'gim', which nothing installed is called\n",
    )


def test_a_command_that_is_left_out_is_gone_from_help_and_completion(
    rummy: Rummy, others: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    others.install(
        "tool-dist", "[rummy.commands]\nhello = outside_tool:hello\nhelp-me = outside_tool:hello2\n"
    )
    others.module("outside_tool", "import click\n@click.command()\ndef hello():\n    click.echo('hello')\n")

    def completed(words: str) -> str:
        with monkeypatch.context() as patch:
            patch.setenv("_RUMMY_COMPLETE", "bash_complete")
            patch.setenv("COMP_WORDS", words)
            patch.setenv("COMP_CWORD", str(len(words.split()) - 1))
            return rummy().out

    assert "plain,hello\n" in completed("rummy hel")
    assert "hello" not in completed("rummy --no-plugin hello hel")
    assert "help-me" in completed("rummy --no-plugin hello hel")
    assert "hello" in rummy("--help").out
    assert rummy("hello").out == "hello\n"
    assert rummy("--no-plugin", "hello", "hello").error == (
        "command 'hello' of tool-dist is left out: --no-plugin or RUMMY_NO_PLUGIN names it"
    )
    monkeypatch.setenv("RUMMY_PLUGINS", "")
    assert "hello" not in rummy("--help").out
    assert completed("rummy hel").strip() == ""
    assert "outside_tool" not in rummy("plugins", "--json").out


def test_checking_leaves_out_what_is_left_out_in_each_process(rummy: Rummy, tmp_path: Path) -> None:
    for name in ("a.rummy", "b.rummy"):
        save(tmp_path, SCENARIO, name)
    for jobs in ("1", "2"):
        done = rummy("--no-plugin", "gin", "check", tmp_path, "--jobs", jobs)
        assert "2 files: 2 skipped" in done.out
        assert "game 'gin' of rummykit is left out" in done.out


def test_no_plugin_is_imported_to_leave_one_out() -> None:
    script = (
        "import json, sys; from rummy_cli.main import main; main('--no-plugin gin plugins --json'.split()); "
        "print(json.dumps([name for name in sys.modules if name.startswith(('rummy_v', 'rummy_p'))]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == []
