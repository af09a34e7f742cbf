"""The plain screen: sentences, one fact a line, nothing drawn and nothing redrawn."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Final, TextIO

from rummy_cli.faces import CardText
from rummy_cli.play.asking import Keyboard
from rummy_cli.play.choices import choices
from rummy_cli.play.melds_told import knocks
from rummy_cli.play.scene import Line, Row, Scene
from rummy_core.actions import Discard, Knock

_MARK: Final = " > "
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
        for line in lines:
            said = " ".join((line.sentence if isinstance(line, Row) else line).split())
            if said:
                self._out.write(self._broken(said) + "\n")
        self._out.flush()

    def _broken(self, said: str, spare: int = 0) -> str:
        """Break a sentence between words on a terminal, with ``spare`` columns left free."""
        if not self._out.isatty():
            return said
        width = max(shutil.get_terminal_size().columns - spare, 10)
        return "\n".join(textwrap.wrap(said, width, break_on_hyphens=False))

    def _asked(self, prompt: str) -> str:
        """Ask, with the mark where typing begins behind the last word."""
        return self._keyboard.line(self._broken(prompt, len(_MARK)) + _MARK)

    def prompt(self, scene: Scene, messages: Sequence[str]) -> str:
        """Say the news, then ask with the choices in words."""
        news = [told.sentence for told in scene.news]
        self.page([*scene.opening, *scene.start, *news, *messages])
        return self._asked(prompt_words(scene))

    def question(self, lines: Sequence[str], question: str, over: Scene | None = None) -> str:
        """Say ``lines`` and ask."""
        self.page(lines)
        return self._asked(question)

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
    offered = [one.in_words for one in choices(view, scene.actions, scene.cards)]
    offered += ["undo"] if scene.can_undo else []
    step = view.step.capitalize()
    if knocks(view.rules) and any(isinstance(action, Discard | Knock) for action in scene.actions):
        step += f" (the best leaves {view.rules.arranger.best_discards(view.hand_mask)[0]})"
    return f"{step}: {', '.join(offered)}, hint or help."
