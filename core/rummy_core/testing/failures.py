"""Failures: what a check found, and where to find it again."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_core.rulebook import Rulebook


class Property(str):
    """The name of something that every game must satisfy; ``hint`` says what a failure often comes from."""

    hint: str

    def __new__(cls, name: str, hint: str) -> Property:
        """Return the name with its hint."""
        made = super().__new__(cls, name)
        made.hint = hint
        return made


class Fault(Exception):
    """A property that does not hold here, in words; the deal adds where that is."""

    def __init__(self, prop: str, found: str) -> None:
        super().__init__(f"{prop}: {found}")
        self.prop = prop
        self.found = found


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fault was found: the game, what was dealt, and the decisions that led there.

    ``dealt`` is empty where no card was needed to find it; ``again`` is a call that meets it again.
    """

    game: str
    dealt: str
    decisions: tuple[str, ...]
    again: str

    @property
    def decision(self) -> int:
        """How many decisions had been made."""
        return len(self.decisions)


class ConformanceError(AssertionError):
    """A game does not do what every game must.

    ``prop`` names the property that fails, ``found`` says how, ``place`` where, and ``hint``
    what it may come from; ``scenario`` is the text of one in which it is met, empty where there is none.
    """

    def __init__(self, prop: str, found: str, place: Place, scenario: str = "") -> None:
        last = f" ({place.decisions[-1]})" if place.decisions else ""
        hint = prop.hint if isinstance(prop, Property) else ""
        lines = [
            f"{prop}: {found}",
            f"  game: {place.game}",
            *([f"  dealt: {place.dealt}", f"  after decision {place.decision}{last}"] if place.dealt else []),
            f"  again: {place.again}",
            *([f"  hint: {hint}"] if hint else []),
            *(["  as a scenario:", "", *scenario.splitlines()] if scenario else []),
        ]
        super().__init__("\n".join(lines))
        self.prop = prop
        self.found = found
        self.place = place
        self.hint = hint
        self.scenario = scenario


def game_of(book: Rulebook) -> str:
    """Return what makes a rulebook, as it is called: only what differs from the defaults."""
    parts = [book.variant.name]
    options = book.options.model_dump(exclude_defaults=True)
    if options:
        parts.append(f"options={options!r}")
    for stacked in book.house_rules:
        parts.append(f"with {stacked.rule.name} {stacked.options.model_dump(exclude_defaults=True)!r}")
    return ", ".join([*parts, f"players={book.players}"])
