"""The command ``plugins``: what is installed, from metadata alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rummy_cli.layout import columns, heading, print_json, warn
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.catalogue import Plugin


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """List the games, house rules, bots and commands that are installed.

    Nothing is imported: names and versions come from what the installed
    distributions say of themselves.
    """
    from rummy_core.catalogue import KINDS, plugins

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
