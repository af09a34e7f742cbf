"""Who answers which hook: every plugin that is in use, imported for the purpose."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from rummy_cli.errors import CommandError, nearest
from rummy_cli.safe_text import safe
from rummy_core import catalogue
from rummy_core.catalogue import COMMANDS, HOUSE_RULES, VARIANTS, BadPlugin, NoPlugin, Plugin
from rummy_core.hooks import RuleSpec
from rummy_core.rulebook import HOOKS, HouseRule, Variant, hooks_of, rulebook

LOCAL_FILE = "local file"


@dataclass(slots=True)
class Answering:
    """A plugin as it is when imported.

    ``name`` is what hooks know a game or house rule by. ``answers`` names for each hook who answers it,
    the first one first; ``wraps`` the hooks whose answer a house rule adjusts. ``aliases`` are its other
    names, those that start from a preset among them. ``fault`` says what is wrong with a plugin that is
    broken.
    """

    plugin: Plugin
    name: str = ""
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wraps: frozenset[str] = frozenset()
    aliases: list[str] = field(default_factory=list)
    fault: str = ""


def answering(name: str | None = None) -> list[Answering]:
    """Import what is in use, or what has that ``name``, and return who answers which hook.

    Of one name only games and house rules are meant: nothing else answers hooks.

    Raises:
        CommandError: if nothing has the name.
    """
    if name is not None:
        return [_answering(plugin) for plugin in named(name, (VARIANTS, HOUSE_RULES))]
    found: list[Answering] = []
    for one in map(_answering, sorted(catalogue.plugins(), key=_shortest_first)):
        same = next((other for other in found if one.name and _key(one) == _key(other)), None)
        if same is None:
            found.append(one)
        else:
            same.aliases.append(one.plugin.name)
    return found


def _shortest_first(plugin: Plugin) -> tuple[int, int, str]:
    return list(catalogue.KINDS).index(plugin.group), len(plugin.name), plugin.name


def _key(one: Answering) -> tuple[str, str, str]:
    return one.plugin.group, one.plugin.distribution, one.name


def named(name: str, groups: Sequence[str]) -> list[Plugin]:
    """Return the plugins of ``groups`` that ``name`` means: one of each group, or a local file.

    Raises:
        CommandError: if there is none, it is left out, or two distributions have it.
    """
    if name.endswith(".py"):
        path = Path(name)
        if not path.is_file():
            raise CommandError(f"there is no file '{safe(name)}'")
        return [Plugin(name, VARIANTS, name, LOCAL_FILE, "")]
    found = []
    for group in groups:
        try:
            found.append(catalogue.find(group, name))
        except NoPlugin:
            continue
        except BadPlugin as error:
            raise CommandError(safe(str(error), 400)) from None
    if not found:
        kinds = [catalogue.KINDS[group] for group in groups]
        known = sorted({one.name for group in groups for one in catalogue.plugins(group)})
        near = nearest(name, known) or "; 'rummy plugins' lists what there is"
        raise CommandError(f"no {', '.join(kinds[:-1])} or {kinds[-1]} '{safe(name)}'{near}")
    return found


def with_arguments(hook: str) -> str:
    """Return a hook with what it tells, as a method asks for it: ``deal_plan(seats, dealer)``."""
    _, *told = inspect.signature(getattr(RuleSpec, hook)).parameters
    return f"{hook}({', '.join(told)})"


def imported(plugin: Plugin) -> object:
    """Import a plugin or run a local file; return the game, house rule or whatever it is.

    Raises:
        BadPlugin: if it is broken.
    """
    if plugin.distribution == LOCAL_FILE:
        return catalogue.load_file(Path(plugin.name))[0]
    found = catalogue.loaded(plugin)
    if plugin.group == COMMANDS and not isinstance(found, click.Command):
        raise BadPlugin(f"command {plugin.name!r} of {plugin.distribution} is not a click command")
    return found


def _answering(plugin: Plugin) -> Answering:
    one = Answering(plugin)
    try:
        found = imported(plugin)
    except BadPlugin as error:
        one.fault = safe(str(error), 400)
        return one
    try:
        if isinstance(found, Variant):
            one.name, one.answers = found.name, rulebook(found).answers()
        elif isinstance(found, HouseRule):
            wraps = hooks_of(found)
            one.name, one.answers = found.name, {name: [found.name] for name in HOOKS if name in wraps}
            one.wraps = frozenset(name for name in wraps if wraps[name])
    except (Exception, SystemExit) as error:  # the rules are the plugin's own code
        told = safe(f"{type(error).__name__}: {error}", 300)
        one.fault = f"{plugin.kind} '{safe(plugin.name)}' of {safe(plugin.distribution)} is broken: {told}"
    return one
