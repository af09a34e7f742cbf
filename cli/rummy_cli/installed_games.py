"""The games that are installed, each with all the names it answers to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.catalogue import Plugin
    from rummy_core.rulebook import Variant


@dataclass(slots=True)
class InstalledGame:
    """A game, and the names under which it is found.

    ``aliases`` has for each further name the preset that it starts from, empty
    where it is the game's own. ``shared`` tells that another distribution has
    a game of this name.
    """

    name: str
    variant: Variant
    distribution: str
    version: str
    aliases: dict[str, str] = field(default_factory=dict)
    shared: bool = False

    @property
    def also(self) -> str:
        """The further names in words, each with the preset that it starts from."""
        names = self.aliases.items()
        return ", ".join(
            safe(alias) + (f" (preset {safe(preset)})" if preset else "") for alias, preset in names
        )

    @property
    def typed(self) -> str:
        """The name a person types."""
        return f"{self.distribution}:{self.name}" if self.shared else self.name


def installed_games() -> tuple[list[InstalledGame], list[str]]:
    """Load every game; return them by name, and what is wrong with those that do not load."""
    from rummy_core import catalogue

    entries = catalogue.plugins(catalogue.VARIANTS)
    loaded: list[tuple[Plugin, Variant]] = []
    faults = []
    for plugin in entries:
        try:
            loaded.append((plugin, catalogue.variant(f"{plugin.distribution}:{plugin.name}")))
        except catalogue.BadPlugin as error:
            faults.append(safe(str(error), 400))
    games: list[InstalledGame] = []
    for plugin, variant in sorted(loaded, key=_main_name_first):
        game = next(_same_game(games, plugin, variant), None)
        if game is None:
            found = InstalledGame(plugin.name, variant, plugin.distribution, plugin.version)
            found.shared = sum(one.name == plugin.name for one in entries) > 1
            games.append(found)
        else:
            own = variant.default_preset == game.variant.default_preset
            game.aliases[plugin.name] = "" if own else variant.default_preset
    return sorted(games, key=lambda game: (game.name, game.distribution)), faults


def _main_name_first(pair: tuple[Plugin, Variant]) -> tuple[bool, str]:
    plugin, variant = pair
    return plugin.name != variant.name, plugin.name


def _same_game(games: list[InstalledGame], plugin: Plugin, variant: Variant) -> Iterator[InstalledGame]:
    for game in games:
        if (game.variant.name, game.distribution) == (variant.name, plugin.distribution):
            yield game
