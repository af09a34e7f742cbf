"""Tallies: what was met while deals were checked, so that a check of nothing is seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

from rummy_core.actions import Action, LayOff, TakePile
from rummy_core.events import Event, Noted


@dataclass(slots=True)
class Tally:
    """How often each thing was met.

    ``events`` by kind, ``endings`` by name, ``actions`` by step and verb (played
    ones), ``notes`` by key and the step they were made in, ``checks`` by property.
    ``deals`` counts ``dealt``, ``finished`` and, with the standstill off, ``stopped``.
    """

    deals: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    notes: Counter[tuple[str, str]] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add what another tally counted."""
        for one in fields(self):
            getattr(self, one.name).update(getattr(other, one.name))

    def event(self, event: Event, step: str) -> None:
        """Count an event that happened in ``step``."""
        self.events[type(event).__name__] += 1
        if isinstance(event, Noted):
            self.notes[step, event.key] += 1

    def action(self, action: Action, step: str) -> None:
        """Count an action that was played in ``step``."""
        self.actions[step, verb(action)] += 1


def verb(action: Action) -> str:
    """Return what an action does, without its cards."""
    if isinstance(action, TakePile) and isinstance(action.use, LayOff):
        return "take, laid off"
    words = str(action)
    two = next((one for one in ("go out", "pass on") if words.startswith(one)), "")
    name = two or words.split()[0]
    return f"{name}, spread named" if getattr(action, "melds", None) is not None else name
