"""The random bot: any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random

from rummy_core.actions import Action
from rummy_core.views import View


class RandomBot:
    """Plays any legal action by chance, drawn from ``seed`` alone."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return one of ``actions``."""
        # Not rng.choice, whose result may differ between versions of Python.
        return actions[int(self._random.random() * len(actions))]
