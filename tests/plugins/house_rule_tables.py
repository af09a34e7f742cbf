"""The vocabulary for stories of house rules: a game, the house rules it is played with, and how it stands."""

from __future__ import annotations

from typing import Any

from tests.story import Story, laid_out

from rummy_core import catalogue
from rummy_core.rulebook import Rulebook, rulebook

PLAYERS = {"persian": 4}
FREE = {"skarney": {"contract": "none"}}
"""Options with which a game melds from the first turn on."""
MELDING = ("500", "arlington", "fortune", "iceberg", "persian", "rummy", "skarney")
"""The games in which melds are laid in the course of play."""
SCORING = tuple(game for game in MELDING if game != "rummy")

Rule = str | tuple[str, dict[str, object]]


def book(game: str, *rules: Rule, players: int | None = None, **options: object) -> Rulebook:
    """A game with house rules: their names, or names with options."""
    named = [(one, {}) if isinstance(one, str) else one for one in rules]
    return rulebook(
        catalogue.variant(game),
        options={**FREE.get(game, {}), **options},
        house_rules=[(catalogue.house_rule(name), values) for name, values in named],
        players=players or PLAYERS.get(game, 2),
    )


def playing(
    game: str,
    *rules: Rule,
    hand: str,
    other: str | None = None,
    options: dict[str, object] | None = None,
    step: str = "play",
    **position: Any,
) -> Story:
    """Seat 0, with ``hand``, is to meld or to do what ``step`` says; seat 1 holds ``other``."""
    of = book(game, *rules, **(options or {}))
    # A game that has a pile has a card on it.
    if game not in ("iceberg", "skarney"):
        position.setdefault("pile", "4D")
    return laid_out(of, hands=(hand, other), step=step, seat=0, dealer=1, **position)


NINES = "meld 9C 9D 9S"


def out_with_nines(game: str, *rules: Rule, other: str = "KC QD", **more: Any) -> Story:
    """Seat 0 melds three nines and is out with his next card; seat 1 holds ``other``."""
    last = {"skarney": "", "iceberg": "KD"}.get(game, "KD")
    story = playing(game, *rules, hand=f"9C 9D 9S {last}", other=other, **more).does(NINES)
    if last:
        story.does(f"pass on {last}" if game == "iceberg" else f"discard {last}")
    assert story.is_over
    return story


def side_points(story: Story) -> list[int]:
    """The points of each side."""
    return [story.points(side) for side in range(len(story.table.layout.sides))]
