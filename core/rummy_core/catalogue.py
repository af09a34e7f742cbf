"""The catalogue: which games, house rules and bots are installed.

Names, kinds, versions and distributions come from the metadata of installed
distributions, without an import; one plugin is loaded when it is asked for by
name. A name that two distributions claim is asked for as ``DIST:NAME``.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

from rummy_core.actions import Action
from rummy_core.rulebook import HouseRule, Variant
from rummy_core.views import View
from rummy_core.words import nearest

VARIANTS: Final = "rummy.variants"
HOUSE_RULES: Final = "rummy.house_rules"
BOTS: Final = "rummy.bots"
COMMANDS: Final = "rummy.commands"
KINDS: Final = {VARIANTS: "game", HOUSE_RULES: "house rule", BOTS: "bot", COMMANDS: "command"}

T = TypeVar("T")


class Bot(Protocol):
    """A player that sees views and nothing else."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return one of the legal actions, or another that is legal."""


BotMaker = Callable[[str], Bot]
"""Makes a bot from a seed, from which all its chance must come."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """What the metadata says of a plugin: its name, kind, where it is, and whose."""

    name: str
    group: str
    target: str
    distribution: str
    version: str

    @property
    def kind(self) -> str:
        """The kind in words."""
        return KINDS[self.group]


class BadPlugin(Exception):
    """A plugin that is not there, is claimed twice, or cannot be loaded."""


@cache
def _entries(group: str) -> tuple[tuple[Plugin, EntryPoint], ...]:
    found: dict[tuple[str, str], tuple[Plugin, EntryPoint]] = {}
    for entry in entry_points(group=group):
        dist = entry.dist
        plugin = Plugin(
            entry.name,
            group,
            entry.value,
            dist.name if dist else "",
            dist.version if dist else "",
        )
        # A distribution that is found on two paths is still one distribution.
        found.setdefault((plugin.name, plugin.distribution), (plugin, entry))
    return tuple(sorted(found.values(), key=lambda pair: (pair[0].name, pair[0].distribution)))


def plugins(group: str | None = None) -> tuple[Plugin, ...]:
    """What is installed, of one group or of all, sorted by name; nothing is imported."""
    groups = KINDS if group is None else (group,)
    return tuple(plugin for one in groups for plugin, _ in _entries(one))


def aliases(group: str, name: str) -> tuple[str, ...]:
    """Other names for the same plugin: entries with the same target."""
    targets = {plugin.target for plugin in plugins(group) if plugin.name == name}
    return tuple(one.name for one in plugins(group) if one.target in targets and one.name != name)


def _load(group: str, name: str) -> Any:
    dist, _, short = name.rpartition(":")
    found = [
        (plugin, entry)
        for plugin, entry in _entries(group)
        if plugin.name == short and (not dist or plugin.distribution == dist)
    ]
    if not found:
        raise BadPlugin(f"no {KINDS[group]} {name!r}{nearest(name, (p.name for p in plugins(group)))}")
    if len(found) > 1:
        both = " and ".join(f"{plugin.distribution}:{plugin.name}" for plugin, _ in found)
        raise BadPlugin(
            f"two distributions have a {KINDS[group]} {name!r}; ask for {both.replace(' and ', ' or ')}"
        )
    plugin, entry = found[0]
    try:
        return entry.load()
    except (Exception, SystemExit) as error:  # a plugin that ends the program is broken too
        raise BadPlugin(
            f"{plugin.kind} {name!r} of {plugin.distribution} is broken: {type(error).__name__}: {error}"
        ) from error


def _expect(kind: type[T], found: object, group: str, name: str) -> T:
    if not isinstance(found, kind):
        raise BadPlugin(f"{KINDS[group]} {name!r} is a {type(found).__name__}, not a {kind.__name__}")
    return found


def variant(name: str) -> Variant:
    """Load the game of that name, or from a local file such as ``./my_rules.py``.

    Raises:
        BadPlugin: if there is none, or it is broken.
    """
    if name.endswith(".py"):
        return load_file(Path(name))[0]
    return _expect(Variant, _load(VARIANTS, name), VARIANTS, name)


def house_rule(name: str) -> HouseRule:
    """Load the house rule of that name.

    Raises:
        BadPlugin: if there is none, or it is broken.
    """
    return _expect(HouseRule, _load(HOUSE_RULES, name), HOUSE_RULES, name)


def bot(name: str) -> BotMaker:
    """Load the maker of the bot of that name.

    Raises:
        BadPlugin: if there is none, or it is broken.
    """
    made = _load(BOTS, name)
    if not callable(made):
        raise BadPlugin(f"bot {name!r} is a {type(made).__name__}, not something that makes bots")
    return made  # type: ignore[no-any-return]


def load_file(path: Path) -> tuple[Variant, str]:
    """Load a game from a local file: its one ``Variant``, and the file's hash.

    Raises:
        BadPlugin: if it cannot be read or run, or holds no game.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadPlugin(f"{path}: {error.strerror or error}") from error
    digest = hashlib.sha256(source).hexdigest()
    module = ModuleType(f"rummy_local_{path.stem}_{digest[:12]}")
    module.__file__ = str(path)
    # dataclasses and pydantic look the names of annotations up there.
    sys.modules[module.__name__] = module
    try:
        # What is run is what was hashed, and nothing is written beside the file.
        exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise BadPlugin(f"{path} is broken: {type(error).__name__}: {error}") from error
    here = {id(one): one for one in vars(module).values() if isinstance(one, Variant)}
    # A file that builds on another game has that game in its names too.
    others = {id(one.base) for one in here.values()} | _loaded_games()
    own = [one for key, one in here.items() if key not in others]
    if len(own) != 1:
        raise BadPlugin(f"{path} holds {len(own)} games; one is needed")
    return own[0], digest


def _loaded_games() -> set[int]:
    """The installed games that have been imported, by ``id``."""
    entries = [entry for _, entry in _entries(VARIANTS) if entry.module in sys.modules]
    return {id(getattr(sys.modules[entry.module], entry.attr, None)) for entry in entries}
