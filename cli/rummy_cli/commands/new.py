"""The command ``new``: the beginning of a game or house rule of one's own."""

from __future__ import annotations

import click

from rummy_cli.errors import CommandError
from rummy_cli.layout import columns
from rummy_cli.shell_words import python_program, rummy_program, typed_in_a_shell


@click.command()
@click.argument("name")
@click.option("--house-rule", is_flag=True, help="Make a house rule, for any game.")
@click.option(
    "--file", "as_file", is_flag=True, help="Make the single file NAME.py, for 'rummy play ./NAME.py'."
)
def command(name: str, house_rule: bool, as_file: bool) -> None:
    """Make a game or house rule of your own.

    The folder NAME gets a small distribution: a game in one module, its
    options, tests and a scenario, that can be installed and played as it is.
    Nothing is asked, and nothing that is there is touched.
    """
    from rummy_cli.new_project import GAME, HOUSE_RULE, make_file, make_project

    if as_file and house_rule:
        raise CommandError("--file makes a game; a house rule is found by its entry point: leave out --file")
    if as_file:
        path = make_file(name)
        made = [path]
        steps = [["play", f"./{path}", "--auto"], ["plugins", "--check", f"./{path}"], ["play", f"./{path}"]]
    else:
        made = [f"{name}/{path}" for path in make_project(name, HOUSE_RULE if house_rule else GAME)]
        played = ["gin", "--with", name] if house_rule else [name]
        steps = [["play", *played, "--auto"]]
    click.echo("Made:\n" + columns([(one,) for one in made], "  ") + "\n")
    typed = [typed_in_a_shell([rummy_program(), *step]) for step in steps]
    if not as_file:
        python = typed_in_a_shell([python_program()])
        # In double quotes, which every shell takes.
        typed = [f'{python} -m pip install -e "./{name}[test]"', f"{python} -m pytest {name}", *typed]
    click.echo("Next:\n" + "\n".join(f"  {line}" for line in typed))
