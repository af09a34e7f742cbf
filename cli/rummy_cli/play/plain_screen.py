"""The plain screen: sentences, one fact a line, nothing drawn and nothing redrawn."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Final, TextIO

from rummy_cli.faces import CardText
from rummy_cli.play.asking import Keyboard
from rummy_cli.play.choices import Choice, choices
from rummy_cli.play.scene import Line, Row, Scene
from rummy_core.actions import Discard, Knock

_COVER_LINES: Final = 60
_STILL_THERE: Final = "What was said before can still be scrolled to: sentences cannot hide a hand for good."


class PlainScreen:
    """Says what changed since it last asked; the prompt is the last line.

    On a terminal sentences are broken between words; elsewhere each is one line.
    """

    def __init__(self, keyboard: Keyboard, cards: CardText, out: TextIO | None = None) -> None:
        self.cards = cards
        self._keyboard = keyboard
        self._out = sys.stdout if out is None else out
        self._warned = False

    def say(self, line: str) -> None:
        """Say one line at once."""
        self._out.write(line + "\n")
        self._out.flush()

    def page(self, lines: Sequence[Line]) -> None:
        """Say lines, one after another."""
        width = shutil.get_terminal_size().columns if self._out.isatty() else 0
        for line in lines:
            said = " ".join((line.sentence if isinstance(line, Row) else line).split())
            if said:
                rows = textwrap.wrap(said, width, break_on_hyphens=False) if width else [said]
                self._out.write("\n".join(rows) + "\n")
        self._out.flush()

    def prompt(self, scene: Scene, messages: Sequence[str]) -> str:
        """Say the news, then ask with the choices in words."""
        news = [told.sentence for told in scene.news]
        self.page([*scene.opening, *scene.start, *news, *messages])
        return self._keyboard.line(prompt_words(scene))

    def question(self, lines: Sequence[str], question: str) -> str:
        """Say ``lines`` and ask."""
        self.page(lines)
        return self._keyboard.line(f"{question} > ")

    def cover(self) -> None:
        """Push the last hand out of sight, where somebody looks; say once that this is all it does."""
        if not self._out.isatty():
            return
        self._out.write("\n" * _COVER_LINES)
        if not self._warned:
            self._warned = True
            self.page([_STILL_THERE])

    def leave(self) -> None:
        """Nothing: sentences stay where they are."""


def prompt_words(scene: Scene) -> str:
    """The prompt: the step, how the hand stands where that helps, and each choice in words."""
    view = scene.view
    offered = [_in_words(one, scene) for one in choices(view, scene.actions, scene.cards)]
    offered += ["undo"] if scene.can_undo else []
    step = view.step.capitalize()
    if any(isinstance(action, Discard | Knock) for action in scene.actions):
        step += f" (the best leaves {view.rules.arranger.best_discards(view.hand_mask)[0]})"
    return f"{step}: {', '.join(offered)}, hint or help. > "


def _in_words(choice: Choice, scene: Scene) -> str:
    """A choice as it is typed, with what it does where the word does not say it."""
    if choice.words == "knock CARD":
        return f"knock CARD ({choice.what})"
    if choice.words == "done":
        return f"done {choice.label}"
    return choice.label if choice.words in ("take", "best") else choice.words
