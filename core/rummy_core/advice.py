"""Advice: what a bot would do in a player's place, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rummy_core.actions import Action
from rummy_core.views import View


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and one reason for it that the player can check with the cards in sight.

    ``reason`` is a sentence in which each card stands by its text in braces, such
    as ``{8H}`` or ``{TD}``, so that a screen writes it in its own way.
    """

    action: Action
    reason: str


@runtime_checkable
class Adviser(Protocol):
    """A bot that can give advice. It knows the view and nothing else."""

    def advise(self, view: View, actions: tuple[Action, ...]) -> Advice:
        """Return what ``choose`` would return for the same view, with the reason."""
