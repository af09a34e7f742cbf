"""The command ``variants``: the games that can be played."""

from __future__ import annotations

import click

from rummy_cli.installed_games import InstalledGame, installed_games
from rummy_cli.layout import columns, heading, print_json, warn
from rummy_cli.safe_text import safe


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """List the games, with their other names and presets."""
    games, faults = installed_games()
    if as_json:
        print_json([_as_json(game) for game in games])
    else:
        for game in games:
            _print_game(game)
        if not games:
            click.echo("No game is installed.")
    for fault in faults:
        warn(f"{fault}; it is left out")


def _as_json(game: InstalledGame) -> dict[str, object]:
    variant = game.variant
    return {
        "name": game.typed,
        "title": variant.title,
        "players": list(variant.players),
        "default_players": variant.default_players,
        "aliases": list(game.aliases),
        "alias_presets": {alias: preset for alias, preset in game.aliases.items() if preset},
        "presets": list(variant.presets),
        "version": game.version,
        "distribution": game.distribution,
        "revision": variant.revision,
    }


def _print_game(game: InstalledGame) -> None:
    variant = game.variant
    click.echo(f"{heading(safe(game.typed))}  {safe(variant.title)}, {players_of(variant.players)}")
    rows = []
    if game.aliases:
        rows.append(("also", game.also))
    if presets := [safe(preset) for preset in variant.presets if preset != "default"]:
        rows.append(("presets", ", ".join(presets)))
    rows.append(("from", safe(f"{game.distribution} {game.version}".strip())))
    click.echo(columns(rows, "  ") + "\n")


def players_of(players: tuple[int, int]) -> str:
    """Return for how many players a game is, in words."""
    low, high = players
    if low == high:
        return f"{low} player" if low == 1 else f"{low} players"
    return f"{low} to {high} players"
