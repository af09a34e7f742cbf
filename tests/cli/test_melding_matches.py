"""Every melding game that is installed, played at the keyboard: on both screens, typed as it is told."""

import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len
from tests.cli.table import Table, holds, rummy, types

from rummy_cli.installed_games import installed_games
from rummy_cli.play.hints import move_words
from rummy_cli.play.melds_told import knocks
from rummy_cli.play.session import Session
from rummy_core.actions import Action, Decision
from rummy_core.rulebook import rulebook
from rummy_core.testing import AnyLegal
from rummy_core.testing.policies import pick

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
GAMES = [
    game.variant.name
    for game in installed_games()[0]
    if not knocks(rulebook(game.variant, players=game.variant.default_players).rules)
]
MOVES = 30
LOOKS = (
    "help",
    "hint",
    "table",
    "log",
    "pile",
    "score",
    "hand",
    "turn",
    "rules",
    "sort",
    "x 1j",
    "meld",
    "lay",
    "take",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path))


class Anyone:
    """Types any legal move in the words in which a hint says it, and looks around now and then."""

    def __init__(self, seed: str, moves: int = MOVES, looks: bool = False) -> None:
        self.random = Random(seed)
        self.bot = AnyLegal(seed)
        self.left = moves
        self.looks = looks
        self.asked: Action | None = None

    def __call__(self, session: Session, prompt: str) -> str:
        deal = session.match.deal
        if self.asked is not None and deal is not None and not session.screen.asks_back:  # type: ignore[attr-defined]
            text = session.screen.cards
            words = sorted(str(self.asked).split())  # a meld may be told in another order
            played = (str(entry.action) for entry in deal.log if isinstance(entry, Decision))
            assert words in [sorted(one.split()) for one in played], (
                f"{move_words(self.asked, text)!r} was typed, and {self.asked} was not played"
            )
            self.asked = None
        if session.screen.asks_back:  # type: ignore[attr-defined]
            return "yes"
        if prompt.strip().startswith("Enter") or deal is None or deal.is_over:
            return ""
        if self.looks and self.random.random() < 0.5:
            return pick(self.random, LOOKS)
        self.left -= 1
        if self.left < 0:
            raise EOFError
        self.asked = self.bot.choose(deal.view(deal.seat), deal.legal_actions())
        return move_words(self.asked, session.screen.cards)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("style", ["signs", "letters", "words"])
def test_every_move_is_played_as_it_is_told(game: str, style: str) -> None:
    table = Table(Anyone(game + style), variant=game, bots="random", deals=1, style=style)
    table.run()
    assert holds(table.save.path)
    assert "deadwood" not in table.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20)])
@pytest.mark.parametrize("most", [False, True])
def test_no_screen_is_left_whatever_is_looked_at(game: str, width: int, height: int, most: bool) -> None:
    variant = next(one.variant for one in installed_games()[0] if one.variant.name == game)
    players = variant.players[1 if most else 0]
    table = Table(
        Anyone(f"{game} {players}", looks=True), rich=True, width=width, height=height,
        variant=game, bots="random", players=players, deals=1,
    ).run()  # fmt: skip
    for screen in table.text.split("\x1b[2J\x1b[H"):
        shown = CODES.sub("", screen)
        for line in shown.splitlines():
            assert cell_len(line.partition(" > ")[0]) <= width, line
        assert len(shown.splitlines()) <= height, shown
        assert "deadwood" not in shown
        assert "…" not in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_stopped_goes_on_and_an_undo_is_kept(game: str) -> None:
    first = Table(Anyone(game, moves=7), variant=game, bots="random", deals=1)
    first.run()
    told = len(first.session.match.deal.log) if first.session.match.deal else 0
    again = Table(types(["table", "undo", "log"]), resume=str(first.save.path))
    again.run()
    assert "The match goes on." in again.text
    assert again.session.match.deal is None or len(again.session.match.deal.log) <= told
    assert holds(first.save.path)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_one_keyboard_see_only_their_own_hand(game: str) -> None:
    anyone = Anyone(game, moves=25)

    def typist(session: Session, prompt: str) -> str:
        if "type ready" in table.text[-120:]:
            covered = CODES.sub("", table.text[table.text.rfind("\x1b[2J") :])
            assert not re.search(r"(?<![A-Z0-9])(?:10|[2-9ATJQK])[CDHS](?![A-Z0-9])", covered)
            return "ready"
        return anyone(session, prompt)

    names = "Ann,Ben,Cy,Dora"
    table = Table(
        typist, rich=True, style="letters", variant=game, hotseat=True, names=names, players=4, deals=1
    )
    table.run()
    assert "type ready" in table.text


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_alone_in_sentences(game: str) -> None:
    done = rummy(
        game, "--auto", "--plain", "--bots", "random", "--deals", "1", "--seed", "3", "--names", "8H,[b]x"
    )
    assert done.returncode == 0
    assert "Deal 1" in done.stdout or "deal 1" in done.stdout
    assert "[b]x" in done.stdout
    assert done.stderr == ""
