"""The flags of `rummy play`: who plays, which game, and what is refused in one line."""

from pathlib import Path

import pytest
from tests.cli.saved import Outside
from tests.cli.table import Table, rummy, types

from rummy_cli.main import main
from rummy_cli.play.players import Player, seat_players


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gni", "no game 'gni'; did you mean 'gin'?"),
        ("gin --bots gredy", "no bot 'gredy'; did you mean 'greedy'?"),
        ("gin --bots simple,simple", "2 bots are named for 1 free seats"),
        ("gin --seat 2", "there is no seat 2; the seats are 0 to 1"),
        ("gin --seat 1 --hotseat", "leave out --seat"),
        ("gin --auto --seat 1", "leave out --seat"),
        ("gin --json", "add --auto"),
        ("gin --force", "--force goes with --save FILE"),
        ("gin --set knock_limt=3", "did you mean 'knock_limit'?"),
        ("gin --set knock_limit", "write --set option=value"),
        ("gin --set knock_limit=x", "knock_limit"),
        ("gin --preset gin52", "did you mean 'gin25'?"),
        ("gin --preset zzz", "it has default, gin25"),
        ("gin --with opnspiel", "did you mean 'openspiel'?"),
        ("gin --set openspiel.upcard_draws=3", "add it with --with openspiel"),
        ("gin --with openspiel --set openspil.upcard_draws=3", "did you mean 'openspiel'?"),
        ("gin --with openspiel --set openspiel.upcard_drws=3", "did you mean 'upcard_draws'?"),
        ("gin --players 5", "is for 2 to 4 players, not 5"),
        ("gin --players 3 --set hollywood=true", "hollywood is for two players or two sides"),
        ("oklahoma --set knock_limit=5", "knock_limit is no option of Oklahoma Gin: the upcard of each deal"),
        ("gin --deals 0", "max_deals"),
        ("gin --target 0", "target"),
        ("gin --names A,B,C", "3 names are given for 2 players"),
        ("gin --names A,a", "two players have one name"),
        ("gin --names AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "longer than"),
        ("./none.py", "none.py"),
        ("gin --resume --seed 3", "--resume takes the game"),
        ("gin --resume", "there is no unfinished match of gin"),
    ],
)
def test_bad_wishes_are_one_line(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *line.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert said in err


def test_who_sits_where() -> None:
    assert seat_players(2, bots="simple") == (Player("Player"), Player("Computer", "simple"))
    assert seat_players(2, bots="simple", seat=1) == (Player("Computer", "simple"), Player("Player"))
    assert seat_players(2, hotseat=True) == (Player("Player 1"), Player("Player 2"))
    assert seat_players(4, bots="simple,random") == (
        Player("Player"),
        Player("Computer 1", "simple"),
        Player("Computer 2", "random"),
        Player("Computer 3", "random"),
    )
    assert seat_players(3, bots="simple", hotseat=True)[1:] == (
        Player("Player 2"),
        Player("Computer", "simple"),
    )
    assert [one.bot for one in seat_players(2, bots="simple,random", auto=True)] == ["simple", "random"]


def test_play_alone_lists_the_games_and_asks() -> None:
    done = rummy("--plain", typed="\ngni\ng\ngin\nquit\n")
    assert done.returncode == 0
    assert "gin: Gin Rummy, also called gin-rummy, straight-gin (preset straight)\n" in done.stdout
    assert "straight-gin: " not in done.stdout
    assert "There is no game 'gni'; did you mean 'gin'?\n" in done.stdout
    assert "'g' could be gin, gin-rummy." in done.stdout
    assert "Aim: " in done.stdout
    assert rummy("--plain").returncode == 0


def test_the_first_screen_says_the_aim_in_three_lines_with_the_numbers_in_force() -> None:
    lines = Table(types([]), settings=("knock_limit=5", "target=70")).run().text.splitlines()
    assert "first to 70 wins" in lines[0]
    assert "5 or less" in lines[1]
    assert lines[2].startswith("Type d to draw")
    straight = Table(types([]), variant="straight-gin").run().text.splitlines()
    assert straight[1].startswith("Go gin")


def test_the_person_may_sit_on_another_seat() -> None:
    table = Table(types(["quit"]), seat=1, bots="simple").run()
    assert 'bots = ["simple", ""]' in table.record


def test_a_game_from_a_local_file_is_recorded_by_its_hash(tmp_path: Path) -> None:
    rules = tmp_path / "my_rules.py"
    rules.write_text(
        "from dataclasses import replace\n"
        "from rummy_variants import gin\n"
        "MINE = replace(gin.GIN, name='mine', title='My gin')\n"
    )
    done = rummy(str(rules), "--seed", "7", "--plain", typed="pass\n")
    assert done.returncode == 0, done.stderr
    path = Path(done.stdout.splitlines()[-2].removeprefix("The match is saved: "))
    assert 'file = "' in path.read_text()
    assert rummy("--resume", str(path), "--plain").returncode == 2
    again = rummy(str(rules), "--resume", str(path), "--plain")
    assert again.returncode == 0, again.stderr
    rules.write_text(rules.read_text() + "# changed\n")
    assert rummy(str(rules), "--resume", str(path), "--plain").returncode == 2


def test_a_bot_that_fails_ends_the_match_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from rummy_cli.errors import CommandError
    from rummy_plugins.simple_bot import SimpleBot

    def fails(self: object, view: object, actions: object) -> None:
        raise RuntimeError("out of ideas")

    table = Table(types(["pass", "draw"]), bots="simple")
    monkeypatch.setattr(SimpleBot, "choose", fails)
    with pytest.raises(CommandError, match="the bot 'simple' failed: RuntimeError: out of ideas"):
        table.run()


def test_a_broken_game_is_named_in_the_list(others: Outside) -> None:
    others.install("bad-dist", "[rummy.variants]\nlost = outside_nowhere:X\n")
    done = rummy("--plain", typed="straight-gin\nquit\n")
    assert "cannot be played: game 'lost' of bad-dist is broken" in done.stdout
    assert "Go gin" in done.stdout
