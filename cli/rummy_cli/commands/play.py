"""``rummy play``: a match in the terminal."""

from __future__ import annotations

import click

from rummy_cli.choosing import game_options, seed_option


@click.command("play", short_help="Play a match.")
@click.argument("variant", required=False)
@click.option("--bots", metavar="A,B", help="Bots for the seats that no person sits on, in order.")
@click.option("--seat", type=int, metavar="N", help="Your seat, counted from 0.")
@click.option("--auto", is_flag=True, help="Bots play alone.")
@click.option("--hotseat", is_flag=True, help="Several people take turns at this keyboard.")
@click.option("--names", metavar="ANN,BEN", help="What the players are called, by seat.")
@click.option("--deals", type=int, metavar="N", help="End after so many deals.")
@click.option("--target", type=int, metavar="N", help="Play up to so many points.")
@click.option("--save", metavar="FILE", help="Keep the record of the match in this file.")
@click.option("--force", is_flag=True, help="With --save: overwrite another record.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Go on with the newest unfinished match, or with this one.",
)
@click.option("--plain", is_flag=True, help="Sentences instead of a drawn table.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Write TH for 10♥.")
@click.option(
    "--cards",
    type=click.Choice(["words", "short"]),
    help="How cards are written with --plain; usually words.",
)
@click.option("--json", "as_json", is_flag=True, help="With --auto: print the match as JSON.")
@game_options
@seed_option
@click.pass_context
def command(ctx: click.Context, /, **given: object) -> None:
    """Play a match of VARIANT against the computer, or with --hotseat against each other.

    Everything is saved after each move; 'rummy play --resume' goes on with the newest match.
    """
    # The table and the engine are not imported for --help.
    from rummy_cli.play.table_talk import Wishes, play

    ctx.exit(play(Wishes(**given)))  # type: ignore[arg-type]
