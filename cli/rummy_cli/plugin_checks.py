"""The conformance kit run on a plugin: a game, a house rule, a bot, or a local file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from rummy_cli.installed_games import installed_games
from rummy_cli.plugin_hooks import imported
from rummy_cli.safe_text import safe
from rummy_core.actions import Action
from rummy_core.catalogue import BOTS, BadPlugin, BotMaker, Plugin
from rummy_core.rulebook import HouseRule, Variant, rulebook

if TYPE_CHECKING:
    from rummy_core.views import View

DEALS_A_GAME: Final = 2
"""Deals of each game that a bot is checked by."""
_LONGEST_LINE: Final = 2000


@dataclass(frozen=True, slots=True)
class Check:
    """What the kit says of a plugin: ``report`` is empty where it holds.

    ``games`` names the games it was played with, ``deals`` is how many deals were. ``unseen`` are options of
    a game that showed in none of the deals tried for them: one that nothing reads, or that tells but rarely.
    """

    plugin: Plugin
    deals: int = 0
    games: tuple[str, ...] = ()
    report: str = ""
    unseen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The check as data."""
        return {
            "name": self.plugin.name,
            "kind": self.plugin.kind,
            "version": self.plugin.version,
            "distribution": self.plugin.distribution,
            "holds": not self.report,
            "deals": self.deals,
            "games": list(self.games),
            "unseen_options": list(self.unseen),
            "report": self.report,
        }


class BotFault(Exception):
    """What a bot does and no bot may, in words."""


def check(plugin: Plugin) -> Check:
    """Import a plugin and run the kit on it."""
    from rummy_core.testing import ConformanceError

    try:
        found = imported(plugin)
        if plugin.group == BOTS:
            return _check_bot(plugin, cast("BotMaker", found))
        return _check_rules(plugin, found)
    except (BadPlugin, ConformanceError, BotFault) as error:
        return Check(plugin, report=_safe_lines(str(error)))


def _check_rules(plugin: Plugin, found: object) -> Check:
    from rummy_core.testing import check_house_rule, check_variant, house_rule_fits

    assert isinstance(found, Variant | HouseRule)
    games = (
        [found] if isinstance(found, Variant) else [game for game in _games() if house_rule_fits(game, found)]
    )
    unseen: tuple[str, ...] = ()
    if isinstance(found, Variant):
        # An option that does not show may tell but rarely: it is named, and no fault.
        met = check_variant(found, tries=0)
        unseen = _unseen_options(found)
    else:
        met = check_house_rule(found, games=games)
    return Check(plugin, met.deals["dealt"], tuple(game.name for game in games), unseen=unseen)


def _unseen_options(game: Variant) -> tuple[str, ...]:
    """The options that changed nothing in the deals that the kit tries for each."""
    from rummy_core.testing import ConformanceError, check_variant
    from rummy_core.testing.effects import EFFECT

    found = []
    for option in game.options.model_fields:
        others = [name for name in game.options.model_fields if name != option]
        try:
            check_variant(game, deals=0, matches=0, without_effect=others)
        except ConformanceError as error:
            if error.prop != EFFECT:
                raise
            found.append(option)
    return tuple(found)


def _games() -> list[Variant]:
    """Every game that is in use and whole: of a broken one, nobody else's check fails."""
    return [game.variant for game in installed_games()[0]]


# --- bots


class _NotForIt(Exception):
    """A bot says that it does not play a game."""


class _Watched:
    """A bot whose errors are told with the place where they were met."""

    def __init__(self, maker: BotMaker, seed: str, game: str) -> None:
        self._place = f"in {game}, as the bot of the seed {seed!r}"
        self._decision = 0
        self._bot = self._asked(maker, seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return what the bot chooses."""
        self._decision += 1
        chosen = self._asked(self._bot.choose, view, actions)
        if not isinstance(chosen, Action):
            raise BotFault(f"a bot returns an action: {chosen!r} is none\n  {self._where(view)}")
        return chosen

    def _asked(self, call: Callable[..., Any], *given: Any) -> Any:
        try:
            return call(*given)
        except NotImplementedError as error:
            raise _NotForIt from error
        except (Exception, SystemExit) as error:
            where = self._where(given[0]) if self._decision else self._place
            raise BotFault(f"a bot answers: {type(error).__name__}: {error}\n  {where}") from error

    def _where(self, view: View) -> str:
        return f"{self._place}, at its decision {self._decision}, in the step {view.step!r}"


def _check_bot(plugin: Plugin, maker: BotMaker) -> Check:
    """Let a bot play a match of each game twice: its choices are legal and come from its seed alone."""
    from rummy_core.testing import check_match

    deals = 0
    played = []
    for game in _games():
        book = rulebook(game, options={"max_deals": DEALS_A_GAME})
        try:
            met = check_match(book, f"check/{game.name}", [_watched(maker, game.name)])
        except _NotForIt:
            continue
        deals += met.deals["dealt"]
        played.append(game.name)
    if not played:
        raise BotFault("a bot plays a game: it says of each that is installed that it does not")
    return Check(plugin, deals, tuple(played))


def _watched(maker: BotMaker, game: str) -> BotMaker:
    return lambda seed: _Watched(maker, seed, game)


def _safe_lines(text: str) -> str:
    return "\n".join(safe(line, _LONGEST_LINE) for line in text.splitlines())
