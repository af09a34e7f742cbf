"""The vocabulary of the tests of `rummy play`: a match at a keyboard of the test's own."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from rummy_cli.faces import CardText
from rummy_cli.main import main
from rummy_cli.play.asides import Ending
from rummy_cli.play.asking import Keyboard
from rummy_cli.play.plain_screen import PlainScreen
from rummy_cli.play.scene import Scene, Screen
from rummy_cli.play.session import Session
from rummy_cli.play.stopping import Stopping
from rummy_cli.play.table_screen import TableScreen
from rummy_cli.play.table_talk import Wishes, set_up
from rummy_core.library import book_for
from rummy_core.records import read_record
from rummy_core.replay import verify
from rummy_plugins.simple_bot import SimpleBot

RUN = "import sys; from rummy_cli.main import main; sys.exit(main(sys.argv[1:]))"

Typist = Callable[[Session, str], str]
"""Types the next line, given the session and the prompt."""


class Typing(Keyboard):
    """A keyboard at which a typist of the test sits; what he types is kept as a script."""

    def __init__(self, out: io.StringIO, typist: Typist) -> None:
        super().__init__(Stopping(), io.StringIO(), out)
        self.typist = typist
        self.session: Session | None = None
        self.typed: list[str] = []
        self.prompts: list[str] = []

    def line(self, prompt: str) -> str:
        self._out.write(prompt)
        self.prompts.append(prompt)
        assert self.session is not None
        line = self.typist(self.session, prompt)
        self.typed.append(line)
        self._out.write(line + "\n")
        return line


class Asking:
    """Knows whether a question is being asked back; mixed into a screen."""

    asks_back = False

    def question(self, lines: Sequence[str], question: str, over: Scene | None = None) -> str:
        self.asks_back = question.endswith("Yes or no?")
        try:
            return super().question(lines, question, over)  # type: ignore[misc, no-any-return]
        finally:
            self.asks_back = False


class AskingTable(Asking, TableScreen):
    pass


class AskingPlain(Asking, PlainScreen):
    pass


def by_simple(session: Session, prompt: str) -> str:
    """Type what the simple bot would do, each word as a record writes it."""
    deal = session.match.deal
    if session.screen.asks_back:  # type: ignore[attr-defined]
        return "yes"
    if deal is None:
        return ""
    return str(SimpleBot("typist").choose(deal.view(deal.seat), deal.legal_actions()))


class Table:
    """A session on a screen of text, rich or plain, of any width and height."""

    def __init__(
        self,
        typist: Typist = by_simple,
        *,
        rich: bool = False,
        width: int = 80,
        height: int = 24,
        style: str = "",
        colour: bool = False,
        **wishes: object,
    ) -> None:
        self.out = io.StringIO()
        self.keyboard = Typing(self.out, typist)
        cards = CardText(style or ("signs" if rich else "words"), colour)  # type: ignore[arg-type]
        self.screen: Screen
        if rich:
            console = Console(
                file=self.out, width=width, height=height, force_terminal=True,
                highlight=False, markup=False, emoji=False,
                color_system="standard" if colour else None,
            )  # fmt: skip
            self.screen = AskingTable(self.keyboard, cards, console)
        else:
            self.screen = AskingPlain(self.keyboard, cards, self.out)
        if "resume" not in wishes:
            wishes = {"variant": "gin", "seed": "7", **wishes}
            if not wishes.get("hotseat"):
                wishes.setdefault("bots", "simple")
        made = set_up(Wishes(**wishes), self.screen)  # type: ignore[arg-type]
        self.session = Session(made.match, made.players, made.save, self.screen, Stopping(), made.opening)
        self.save = made.save
        self.keyboard.session = self.session

    def run(self) -> Table:
        """Play until the match or what the typist has to say ends."""
        try:
            self.session.run()
        except (EOFError, Ending):
            pass
        finally:
            self.save.close()
        return self

    @property
    def text(self) -> str:
        return self.out.getvalue()

    @property
    def record(self) -> str:
        return self.save.text


def types(lines: Iterable[str]) -> Typist:
    """A typist with a list of lines; input ends where the list does."""
    left = iter(lines)

    def typist(session: Session, prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return typist


def holds(path: Path) -> bool:
    """Whether a record on disk verifies under the rules."""
    record = read_record(path.read_text(encoding="utf-8"))
    return verify(record, book_for(record.header)) is None


@dataclass
class Done:
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


def rummy(*args: str, typed: str | Sequence[str] = "", encoding: str = "utf-8", **env: str) -> Done:
    """Run `rummy play`, its input and output in memory."""
    text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    streams = [io.BytesIO(text.encode()), io.BytesIO(), io.BytesIO()]
    names = ("stdin", "stdout", "stderr")
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(names, streams, strict=True):
            patch.setattr(sys, name, io.TextIOWrapper(stream, encoding=encoding, newline="\n"))
        for key, value in env.items():
            patch.setenv(key, value)
        code = main(["play", *args])
        said = []
        for name in names[1:]:
            stream = getattr(sys, name)
            stream.flush()
            said.append(stream.buffer.getvalue().decode(encoding))
    return Done(code, *said)
