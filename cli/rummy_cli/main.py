"""The command ``rummy``: finds a command, runs it, and turns what went wrong into one line.

This module and what it imports are all that ``rummy --help`` loads, and its time
is watched: what only some commands need is imported inside them.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from rummy_cli.errors import CommandError, nearest
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from click.shell_completion import CompletionItem

DONE: Final = 0
BAD_USAGE: Final = 2
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141  # what a shell reports of any program that its pipe ended

COMMAND_GROUP: Final = "rummy.commands"

# What rummy_core.catalogue reads; its import would take longer than --help may.
ONLY: Final = "RUMMY_PLUGINS"
WITHOUT: Final = "RUMMY_NO_PLUGIN"

# The help text of each command stands here, for --help to import none of them.
COMMANDS: Final = {
    "variants": "List the games.",
    "rules": "Show the rules of a game, its options and house rules.",
    "play": "Play a match.",
    "melds": "Find the best melds, deadwood and discards of a hand.",
    "replay": "Show a recorded match again.",
    "check": "Verify records and scenarios against the rules.",
    "diff": "Find where two records part.",
    "perft": "Count the legal actions of a game.",
    "simulate": "Let bots play many deals and count what happens.",
    "plugins": "List and check the games, house rules and bots installed.",
    "new": "Make a game or house rule of your own.",
}

_LONGEST_ERROR: Final = 1000
_NO_NUMBER: Final = re.compile(r"is not a valid integer( range)?$")


class LazyGroup(click.Group):
    """A group that imports a command when it is invoked.

    Help and completion show names and short texts without an import; commands
    of other distributions are known by name from their metadata.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return our commands in the order of help, then those of plugins."""
        return [*COMMANDS, *outside_commands()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command ``cmd_name``: ours before that of a plugin."""
        if cmd_name in COMMANDS:
            command: click.Command = importlib.import_module(f"rummy_cli.commands.{cmd_name}").command
            return command
        return _load_outside(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that ``args`` begin with, or name the nearest one."""
        name = args[0]
        if ctx.resilient_parsing and name not in COMMANDS:
            # A plugin is not imported to complete behind its command.
            return name, click.Command(name, add_help_option=False), args[1:]
        command = self.get_command(ctx, name)
        if command is None:
            raise CommandError(f"no command '{safe(name)}'{nearest(name, self.list_commands(ctx))}")
        return name, command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their short texts."""
        with formatter.section("Commands"):
            formatter.write_dl([(safe(name), _short_help(name)) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option of the group."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=_short_help(name))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _short_help(name: str) -> str:
    return COMMANDS.get(name, "From a plugin.")


def outside_commands() -> list[str]:
    """Return the names of commands that other distributions bring, sorted.

    Their entry points are read as text: ``importlib.metadata`` finds the same
    in 60 ms, more than the rest of ``rummy --help``. It loads the one invoked.
    """
    names: set[str] = set()
    for folder in sys.path:
        with contextlib.suppress(OSError), os.scandir(folder or os.curdir) as entries:
            for entry in entries:
                if entry.name.endswith((".dist-info", ".egg-info")):
                    names.update(_names_in(f"{entry.path}/entry_points.txt"))
    if names and (ONLY in os.environ or os.environ.get(WITHOUT)):
        from rummy_core import catalogue

        names &= {plugin.name for plugin in catalogue.plugins(COMMAND_GROUP)}
    return sorted(names - COMMANDS.keys())


def _names_in(path: str) -> Iterator[str]:
    """Read the names that one distribution gives commands."""
    # pathlib alone would take 9 ms to import.
    with (
        contextlib.suppress(OSError),
        open(path, encoding="utf-8", errors="replace") as lines,  # noqa: PTH123
    ):
        inside = False
        for line in lines:
            name, equals, _ = line.strip().partition("=")
            if name.startswith("["):
                inside = name == f"[{COMMAND_GROUP}]"
            elif inside and equals and not name.startswith(("#", ";")):
                yield name.strip()


def _load_outside(name: str) -> click.Command | None:
    """Load the command of a plugin, given as ``NAME`` or ``DISTRIBUTION:NAME``."""
    from importlib.metadata import entry_points

    wanted, _, bare = name.rpartition(":")
    found = {
        entry.dist.name if entry.dist else "": entry for entry in entry_points(group=COMMAND_GROUP, name=bare)
    }
    if wanted:
        found = {owner: entry for owner, entry in found.items() if owner == wanted}
    if not found:
        return None
    found = _in_use(bare, found)
    if len(found) > 1:
        choices = " or ".join(f"'{safe(owner)}:{safe(bare)}'" for owner in sorted(found))
        raise CommandError(f"several plugins have a command '{safe(bare)}'; write {choices}")
    ((owner, entry),) = found.items()
    try:
        command = entry.load()
    except (Exception, SystemExit) as error:
        raise CommandError(
            f"command '{safe(bare)}' of {safe(owner)} cannot be loaded: {_bare_reason(error)}"
        ) from error
    if not isinstance(command, click.Command):
        raise CommandError(f"command '{safe(bare)}' of {safe(owner)} is not a click command")
    return command


def _in_use(name: str, found: dict[str, EntryPoint]) -> dict[str, EntryPoint]:
    """Return those of the commands ``found`` that are not left out, by their distribution."""
    if ONLY not in os.environ and not os.environ.get(WITHOUT):
        return found
    from rummy_core import catalogue

    plugins = [one for one in catalogue.installed(COMMAND_GROUP) if one.name == name]
    used = {one.distribution for one in plugins if not catalogue.why_left_out(one)} & found.keys()
    if not used:
        reasons = {one.distribution: catalogue.why_left_out(one) for one in plugins}
        owner = min(found)
        raise CommandError(f"command '{safe(name)}' of {safe(owner)} is left out: {reasons[owner]}")
    return {owner: found[owner] for owner in used}


def _leave_out(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> None:
    """Put the plugins that are not to be used where the catalogue looks, of each process of this command."""
    if not names:
        return
    from rummy_core import catalogue

    if not ctx.resilient_parsing:
        for name in [one for one in names if not one.strip()] or catalogue.unknown_names(",".join(names)):
            known = [word for one in catalogue.installed() for word in (one.name, one.distribution)]
            near = nearest(name, known) or "; 'rummy plugins' lists them"
            raise CommandError(f"no plugin and no distribution '{safe(name)}'{near}")
    os.environ[WITHOUT] = ",".join(filter(None, (os.environ.get(WITHOUT), *names)))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--no-plugin",
    metavar="NAME",
    multiple=True,
    expose_value=False,
    is_eager=True,
    callback=_leave_out,
    help="Do as if the plugin or distribution NAME were not installed; may be repeated.",
)
@click.version_option(package_name="rummykit", message="rummykit %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, write and guard card games of the rummy family.

    'rummy play' deals the cards; 'rummy COMMAND --help' tells more of a command.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status.

    0: done, also when input ends. 1: a check or comparison failed. 2: bad
    usage, or a file that is not ours. 130: Ctrl-C. Anything that goes wrong is
    one line on stderr; with ``RUMMY_TRACEBACK`` set, an error that is our
    fault or a plugin's shows where it came from.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal cannot write must not end a match.
        sys.stdout.reconfigure(errors="backslashreplace")
    with _environment_kept():
        status, complaint = _run(sys.argv[1:] if args is None else args)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        status = OUTPUT_CLOSED
        _discard_stdout()
    except OSError as error:
        status, complaint = BAD_USAGE, _bare_reason(error)
        _discard_stdout()
    if complaint:
        with contextlib.suppress(OSError):
            click.echo(f"error: {safe(complaint, _LONGEST_ERROR)}", err=True)
    return status


def _run(args: Sequence[str]) -> tuple[int, str]:
    """Run a command line; return the exit status and the complaint, if there is one."""
    try:
        if completion := os.environ.get("_RUMMY_COMPLETE"):
            from click.shell_completion import shell_complete

            return shell_complete(cli, {}, "rummy", "_RUMMY_COMPLETE", completion), ""
        with cli.make_context("rummy", list(args)) as ctx:
            cli.invoke(ctx)
    except click.exceptions.Exit as ended:
        return ended.exit_code, ""
    except EOFError:
        return DONE, ""
    except (KeyboardInterrupt, click.Abort) as stopped:
        # A prompt of click's turns the end of input into the same Abort.
        return DONE if isinstance(stopped.__context__, EOFError) else INTERRUPTED, ""
    except CommandError as error:
        return error.exit_code, error.message
    except click.UsageError as error:
        return BAD_USAGE, _usage_line(error)
    except click.ClickException as error:
        return BAD_USAGE, _sentence(error.format_message())
    except BrokenPipeError:
        return OUTPUT_CLOSED, ""
    except OSError as error:
        return BAD_USAGE, _bare_reason(error)
    except Exception as error:
        if os.environ.get("RUMMY_TRACEBACK"):
            raise
        return BAD_USAGE, f"this should not happen: {_bare_reason(error)} (RUMMY_TRACEBACK=1 shows where)"
    return DONE, ""


@contextlib.contextmanager
def _environment_kept() -> Iterator[None]:
    """Forget in the end what a command line left out: the next one in this process does not."""
    before = os.environ.get(WITHOUT)
    try:
        yield
    finally:
        os.environ.pop(WITHOUT, None)
        if before is not None:
            os.environ[WITHOUT] = before


def _discard_stdout() -> None:
    """Send what is left in the buffer nowhere: the interpreter flushes once more as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _usage_line(error: click.UsageError) -> str:
    """Say what is wrong with a command line, with the nearest right word or where help is."""
    ctx = error.ctx
    if ctx is None:
        return _sentence(error.format_message())
    if isinstance(error, click.NoSuchOption):
        options = [name for param in ctx.command.get_params(ctx) for name in _option_names(param)]
        near = nearest(error.option_name, options)
        line = f"no option '{safe(error.option_name)}' in '{safe(ctx.command_path)}'"
    elif isinstance(error, click.exceptions.NoArgsIsHelpError):
        line, near = "missing command", ""
    else:
        line, near = _sentence(error.format_message()), _near_choice(error)
    return f"{line}{near}" if near else f"{line}; see '{safe(ctx.command_path)} --help'"


def _option_names(param: click.Parameter) -> Iterable[str]:
    return (*param.opts, *param.secondary_opts) if isinstance(param, click.Option) else ()


def _near_choice(error: click.UsageError) -> str:
    """Return the choice nearest to a value that is none."""
    if not isinstance(error, click.BadParameter) or error.param is None:
        return ""
    # An error holds no value; the message of a choice begins with it, quoted.
    quoted = error.message.split("'")
    if not isinstance(error.param.type, click.Choice) or len(quoted) < 2:
        return ""
    return nearest(quoted[1], map(str, error.param.type.choices))


def _sentence(text: str) -> str:
    """Return a message of click's as the rest of our line."""
    line = _NO_NUMBER.sub("is not a whole number", " ".join(text.split()).removesuffix("."))
    return line[:1].lower() + line[1:] if line[1:2].islower() else line


def _bare_reason(error: BaseException) -> str:
    """Return why ``error`` was raised, without a traceback."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: '{safe(str(error.filename))}'" if error.filename else error.strerror
    text = safe(" ".join(str(error).split()))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
