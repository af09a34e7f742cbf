"""The catalogue: which games, house rules and bots are installed.

Names, kinds, versions and distributions come from the metadata of installed
distributions, without an import; one plugin is loaded when it is asked for by
name. A name that two distributions claim is asked for as ``DIST:NAME``.

What is installed and what is in use may differ: the environment says what is
left out, ``RUMMY_PLUGINS`` by naming all that is used and ``RUMMY_NO_PLUGIN``
by naming what is not. What is left out is as if it were not installed.
"""

from __future__ import annotations

import hashlib
import os
import re
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

ONLY: Final = "RUMMY_PLUGINS"
"""Names in the environment, with commas between: beside what is bundled these alone are used."""
WITHOUT: Final = "RUMMY_NO_PLUGIN"
"""Names in the environment, with commas between: these are not used, bundled or not."""
BUNDLED: Final = "rummykit"
"""The distribution whose plugins come with the program."""

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


class NoPlugin(BadPlugin):
    """A name that nothing installed has."""


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


def installed(group: str | None = None) -> tuple[Plugin, ...]:
    """All that is installed, left out or not, of one group or of all, sorted by name; nothing is imported."""
    groups = KINDS if group is None else (group,)
    return tuple(plugin for one in groups for plugin, _ in _entries(one))


def plugins(group: str | None = None) -> tuple[Plugin, ...]:
    """What is installed and in use, of one group or of all, sorted by name; nothing is imported."""
    return tuple(plugin for plugin in installed(group) if not why_left_out(plugin))


def aliases(group: str, name: str) -> tuple[str, ...]:
    """Other names for the same plugin: entries with the same target."""
    targets = {plugin.target for plugin in plugins(group) if plugin.name == name}
    return tuple(one.name for one in plugins(group) if one.target in targets and one.name != name)


def why_left_out(plugin: Plugin) -> str:
    """Why a plugin is not in use, in words; empty where it is."""
    without, only = os.environ.get(WITHOUT, ""), os.environ.get(ONLY)
    if without and _named(plugin, without):
        return f"--no-plugin or {WITHOUT} names it"
    if only is not None and plugin.distribution != BUNDLED and not _named(plugin, only):
        return f"{ONLY} does not name it"
    return ""


def unknown_names(names: str) -> list[str]:
    """Which of ``names``, with commas between, no plugin and no distribution with plugins has."""
    return [word for word in _words(names) if not any(_named(plugin, word) for plugin in installed())]


def _named(plugin: Plugin, names: str) -> bool:
    """Whether one of ``names`` is the plugin's, an alias of it, or its distribution's."""
    words = _words(names)
    if _as_compared(plugin.distribution) in map(_as_compared, words):
        return True
    same = (plugin.target, plugin.distribution)
    own = {one.name for one in installed(plugin.group) if (one.target, one.distribution) == same}
    return any(short in own | {f"{plugin.distribution}:{name}" for name in own} for short in words)


def _words(names: str) -> list[str]:
    return [word.strip() for word in names.split(",") if word.strip()]


def _as_compared(distribution: str) -> str:
    """The name of a distribution as installers compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def find(group: str, name: str) -> Plugin:
    """What the metadata says of the plugin of that name, or ``DIST:NAME``; nothing is imported.

    Raises:
        NoPlugin: if there is none.
        BadPlugin: if it is left out, or two distributions have one.
    """
    return _found(group, name)[0]


def _found(group: str, name: str) -> tuple[Plugin, EntryPoint]:
    dist, _, short = name.rpartition(":")
    there = [
        (plugin, entry)
        for plugin, entry in _entries(group)
        if plugin.name == short and (not dist or plugin.distribution == dist)
    ]
    if not there:
        raise NoPlugin(f"no {KINDS[group]} {name!r}{nearest(name, (p.name for p in plugins(group)))}")
    used = [(plugin, entry) for plugin, entry in there if not why_left_out(plugin)]
    if not used:
        plugin, _ = there[0]
        raise BadPlugin(
            f"{plugin.kind} {name!r} of {plugin.distribution} is left out: {why_left_out(plugin)}"
        )
    if len(used) > 1:
        which = " or ".join(f"{plugin.distribution}:{plugin.name}" for plugin, _ in used)
        raise BadPlugin(f"two distributions have a {KINDS[group]} {name!r}; ask for {which}")
    return used[0]


def _load(group: str, name: str) -> Any:
    plugin, entry = _found(group, name)
    try:
        return entry.load()
    except (Exception, SystemExit) as error:  # a plugin that ends the program is broken too
        told = f"{plugin.kind} {plugin.name!r} of {plugin.distribution}"
        raise BadPlugin(f"{told} is broken: {type(error).__name__}: {error}") from error


def loaded(plugin: Plugin) -> object:
    """Load what the metadata names: a game, a house rule, a maker of bots, or whatever a command is.

    Raises:
        BadPlugin: if it is broken, or not of its kind.
    """
    name = f"{plugin.distribution}:{plugin.name}"
    load = {VARIANTS: variant, HOUSE_RULES: house_rule, BOTS: bot}.get(plugin.group)
    return load(name) if load else _load(plugin.group, name)


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
