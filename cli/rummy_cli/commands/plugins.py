"""The command ``plugins``: what is installed, from metadata alone; who answers which hook; and checks."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from rummy_cli.errors import CommandError
from rummy_cli.layout import columns, heading, may_show_progress, paragraph, print_json, warn
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_cli.plugin_checks import Check
    from rummy_cli.plugin_hooks import Answering
    from rummy_core.catalogue import Plugin

ALL: Final = ""
CORE: Final = "core"
NO_HOOK: Final = "no hook: it sets options alone"


@click.command()
@click.option(
    "--hooks",
    metavar="[NAME]",
    is_flag=False,
    flag_value=ALL,
    default=None,
    help="Import them and list who answers which hook, of the game or house rule NAME one by one.",
)
@click.option(
    "--check",
    "checked",
    metavar="NAME",
    help="Check a game, house rule, bot or ./FILE.py by playing; the exit status is 1 at a fault.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(hooks: str | None, checked: str | None, as_json: bool) -> None:
    """List the games, house rules, bots and commands that are installed.

    Nothing is imported, unless --hooks or --check asks for it: names and
    versions come from what the installed distributions say of themselves.
    RUMMY_PLUGINS and 'rummy --no-plugin NAME' leave plugins out.
    """
    if hooks is not None and checked is not None:
        raise CommandError("--hooks and --check are two commands; leave one of them out")
    if checked is not None:
        _check(checked, as_json)
    elif hooks is not None:
        _list_hooks(hooks, as_json)
    else:
        _list(as_json)


def _list(as_json: bool) -> None:
    from rummy_core.catalogue import KINDS, ONLY, WITHOUT, installed, plugins, unknown_names

    found = plugins()
    if as_json:
        print_json([_as_json(plugin, found) for plugin in found])
    else:
        for group, kind in KINDS.items():
            _print_kind(kind, [plugin for plugin in found if plugin.group == group])
    for name, owners in _claimed_twice(found).items():
        group, short = name
        which = " or ".join(f"{owner}:{short}" for owner in owners)
        warn(f"several distributions have a {KINDS[group]} '{safe(short)}'; ask for {safe(which)}")
    if left_out := len(installed()) - len(found):
        what = "1 plugin is" if left_out == 1 else f"{left_out} plugins are"
        click.echo(f"{what} left out by {ONLY} or --no-plugin.", err=True)
    for variable in (ONLY, WITHOUT):
        for word in unknown_names(os.environ.get(variable, "")):
            warn(f"{variable} names '{safe(word, 60)}', which nothing installed is called")


def _list_hooks(name: str, as_json: bool) -> None:
    from rummy_cli.plugin_hooks import answering

    found = answering(name or None)
    if name and any(one.fault for one in found):
        raise CommandError("; ".join(one.fault for one in found if one.fault))
    if as_json:
        print_json([_hooks_json(one) for one in found])
    elif name:
        for one in found:
            _print_each_hook(one)
    else:
        _print_hooks(found)
    for one in found:
        if one.fault:
            warn(f"{one.fault}; it is left out")


def _check(name: str, as_json: bool) -> None:
    from rummy_cli.plugin_checks import check
    from rummy_cli.plugin_hooks import named
    from rummy_core.catalogue import BOTS, HOUSE_RULES, VARIANTS

    checks = []
    for plugin in named(name, (VARIANTS, HOUSE_RULES, BOTS)):
        with _going_on(f"checking the {plugin.kind} {safe(plugin.name, 60)}"):
            checks.append(check(plugin))
    if as_json:
        print_json([one.as_json() for one in checks])
    else:
        for one in checks:
            what = f"{one.plugin.kind} {safe(one.plugin.name, 60)}"
            if one.report:
                click.echo(f"The {what} does not hold.\n{one.report}")
            else:
                click.echo(paragraph(f"The {what} holds: {_played(one)}."))
                if one.unseen:
                    click.echo(paragraph(_unseen(one.unseen)))
    if any(one.report for one in checks):
        raise click.exceptions.Exit(1)


def _played(check: Check) -> str:
    games = ", ".join(safe(name, 60) for name in check.games)
    return f"{check.deals} {'deal' if check.deals == 1 else 'deals'} of {games}"


@contextlib.contextmanager
def _going_on(what: str) -> Iterator[None]:
    """Say on stderr what goes on; on a terminal with the seconds, and gone in the end."""
    if not may_show_progress():
        click.echo(f"{what} ...", err=True)
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    shown = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield


# --- hooks


def _hooks_json(one: Answering) -> dict[str, object]:
    data: dict[str, object] = {
        "name": one.plugin.name,
        "kind": one.plugin.kind,
        "version": one.plugin.version,
        "distribution": one.plugin.distribution,
        "aliases": list(one.aliases),
    }
    if one.fault:
        return data | {"error": one.fault}
    return data | {
        "hooks": {hook: list(who) for hook, who in one.answers.items()},
        "wraps": sorted(one.wraps),
    }


def _print_hooks(found: Sequence[Answering]) -> None:
    names = Counter((one.plugin.group, one.plugin.name) for one in found)
    for kind in dict.fromkeys(one.plugin.kind for one in found):
        rows = []
        for one in found:
            plugin = one.plugin
            if plugin.kind == kind and one.name:
                shared = names[plugin.group, plugin.name] > 1
                typed = f"{plugin.distribution}:{plugin.name}" if shared else plugin.name
                rows.append((safe(typed, 60), _in_short(one) or NO_HOOK))
        if rows:
            click.echo(heading(f"{kind[:1].upper()}{kind[1:]}s") + "\n" + columns(sorted(rows), "  ") + "\n")
    click.echo(paragraph("All else the core answers. 'rummy plugins --hooks NAME' tells it hook by hook."))


def _in_short(one: Answering) -> str:
    """The hooks that it answers first, then those of a game below it; the core left out."""
    by_first: dict[str, list[str]] = {one.name: []}
    for hook, who in one.answers.items():
        if who and who[0] != CORE:
            by_first.setdefault(who[0], []).append(f"{hook} (wraps)" if hook in one.wraps else hook)
    own, *below = by_first.items()
    return "; ".join(
        [", ".join(own[1]), *(f"as {safe(base, 60)}: {', '.join(some)}" for base, some in below)]
    )


def _print_each_hook(one: Answering) -> None:
    from rummy_cli.plugin_hooks import with_arguments

    owner = safe(" ".join(filter(None, (one.plugin.distribution, one.plugin.version))), 60)
    click.echo(heading(f"{safe(one.plugin.name, 60)}, a {one.plugin.kind} of {owner}"))
    rows = []
    for hook, who in one.answers.items():
        told = ", then ".join(safe(name, 60) for name in who) or "nobody"
        if hook in one.wraps:
            told += ", adjusting the answer of those after it"
        rows.append((with_arguments(hook), told))
    click.echo((columns(rows, "  ") if rows else f"  {NO_HOOK}") + "\n")


# --- the list


def _same(one: Plugin, other: Plugin) -> bool:
    return (one.group, one.target, one.distribution) == (other.group, other.target, other.distribution)


def _beside(one: Plugin, other: Plugin) -> bool:
    """Whether two games are of one module, as a game and its preset are: that is all metadata tells."""
    where = [(plugin.group, plugin.distribution, plugin.target.partition(":")[0]) for plugin in (one, other)]
    return other.kind == "game" and where[0] == where[1]


def _as_json(plugin: Plugin, found: tuple[Plugin, ...]) -> dict[str, object]:
    return {
        "name": plugin.name,
        "kind": plugin.kind,
        "version": plugin.version,
        "distribution": plugin.distribution,
        "aliases": [one.name for one in found if _same(one, plugin) and one.name != plugin.name],
        "target": plugin.target,
    }


def _print_kind(kind: str, found: list[Plugin]) -> None:
    if not found:
        return
    click.echo(heading(f"{kind[:1].upper()}{kind[1:]}s"))
    rows = []
    told: list[Plugin] = []
    # The shortest name of a plugin is the one people type; the others are its aliases.
    for plugin in sorted(found, key=lambda one: (len(one.name), one.name)):
        if plugin in told:
            continue
        same = [one for one in found if _same(one, plugin) and one != plugin]
        beside = [one for one in found if _beside(one, plugin) and one not in (*same, plugin)]
        told += [*same, *beside]
        also = "; ".join(
            f"{words} {', '.join(safe(one.name) for one in some)}"
            for words, some in (("also", same), ("of the same module:", beside))
            if some
        )
        owner = " ".join(filter(None, (plugin.distribution, plugin.version)))
        rows.append((safe(plugin.name, 60), safe(owner, 60), also))
    click.echo(columns(sorted(rows), "  ") + "\n")


def _claimed_twice(found: tuple[Plugin, ...]) -> dict[tuple[str, str], list[str]]:
    """Return the owners of each name that several distributions have."""
    owners: dict[tuple[str, str], list[str]] = {}
    for plugin in found:
        owners.setdefault((plugin.group, plugin.name), []).append(plugin.distribution)
    return {name: some for name, some in owners.items() if len(some) > 1}


def _unseen(options: Sequence[str]) -> str:
    """Say which options showed in none of the deals."""
    if len(options) == 1:
        return f"No deal showed this option: {options[0]}. Test it."
    return f"No deal showed these options: {', '.join(options)}. Test each."
