"""Policies: who plays the deals that are checked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from rummy_core.actions import Action
from rummy_core.catalogue import Bot, BotMaker
from rummy_core.notation import parse_action
from rummy_core.views import View

T = TypeVar("T")


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one of ``items``; not ``rng.choice``, whose result may differ between versions of Python."""
    return items[int(rng.random() * len(items))]


class AnyLegal:
    """Plays any listed action, each as likely as the next."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return one of ``actions``."""
        return pick(self._random, actions)


class Mixed:
    """Does what another bot would, with probability ``share``, else anything legal.

    It comes where a good player never does, and farther than random play.
    """

    def __init__(self, bot: Bot, seed: str, share: float = 0.7) -> None:
        self._bot = bot
        self._any = AnyLegal(f"{seed}/any")
        self._random = Random(f"{seed}/mixed")
        self._share = share

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return the bot's choice or another."""
        bot = self._bot if self._random.random() < self._share else self._any
        return bot.choose(view, actions)


def mixed(maker: BotMaker, share: float = 0.7) -> BotMaker:
    """Return a maker of bots that mix the bots of ``maker`` with random play."""
    return lambda seed: Mixed(maker(seed), seed, share)


class Told:
    """Plays the decisions it was told, whatever its seat; then the first listed action."""

    def __init__(self, words: Sequence[str]) -> None:
        self._actions = [parse_action(one) for one in words]
        self._next = 0

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return the next action told."""
        self._next += 1
        return self._actions[self._next - 1] if self._next <= len(self._actions) else actions[0]


def told(words: str) -> BotMaker:
    """Return a maker for ``words`` such as ``"draw; discard TD"``; all seats share them."""
    bot = Told([one.strip() for one in words.split(";") if one.strip()])
    return lambda seed: bot
