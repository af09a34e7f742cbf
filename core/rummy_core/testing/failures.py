"""Failures: what a check found, and where to find it again."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_core.rulebook import Rulebook


class Fault(Exception):
    """A property that does not hold here, in words; the deal adds where that is."""

    def __init__(self, prop: str, found: str) -> None:
        super().__init__(f"{prop}: {found}")
        self.prop = prop
        self.found = found


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fault was found: the game, what was dealt, and the decisions that led there."""

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

    ``prop`` names the property that fails, ``found`` says how, ``place`` where.
    """

    def __init__(self, prop: str, found: str, place: Place) -> None:
        last = f" ({place.decisions[-1]})" if place.decisions else ""
        lines = (
            f"{prop}: {found}",
            f"  game: {place.game}",
            f"  dealt: {place.dealt}",
            f"  after decision {place.decision}{last}",
            f"  again: {place.again}",
        )
        super().__init__("\n".join(lines))
        self.prop = prop
        self.found = found
        self.place = place


def game_of(book: Rulebook) -> str:
    """Return what makes a rulebook, as it is called: only what differs from the defaults."""
    parts = [book.variant.name]
    options = book.options.model_dump(exclude_defaults=True)
    if options:
        parts.append(f"options={options!r}")
    for stacked in book.house_rules:
        parts.append(f"with {stacked.rule.name} {stacked.options.model_dump(exclude_defaults=True)!r}")
    return ", ".join([*parts, f"players={book.players}"])
