"""The command ``check``: records and scenarios against the rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy_cli.layout import columns, may_show_progress, print_json
from rummy_cli.reading import record_paths

if TYPE_CHECKING:
    from rummy_cli.checking import Finding

_FILES_A_JOB = 60  # fewer are checked sooner than a process begins


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--game", metavar="FILE.py", help="The local file of the game, for records played from one.")
@click.option("--update", is_flag=True, help="Write records of matches again as their decisions play now.")
@click.option("--strict", is_flag=True, help="A file that is skipped is a failure too.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Use N processes; as many as processors."
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    paths: Sequence[Path],
    game: str | None,
    update: bool,
    strict: bool,
    jobs: int | None,
    junit: Path | None,
    as_json: bool,
) -> None:
    """Verify records and scenarios against the rules.

    PATHs are files, or folders in which every *.rummy file is taken. Each is
    played again, and every fact compared. The exit status is 1 if one differs,
    2 if a file is no record; one whose game is not installed is skipped.
    """
    from rummy_cli.checking import DIFFERS, RESULTS, SKIPPED, UNREADABLE
    from rummy_cli.junit import write_junit

    files = record_paths(paths)
    findings = list(_shown_going(_findings(files, game, update, jobs), len(files)))
    counts = Counter(finding.result for finding in findings)
    if junit is not None:
        write_junit(junit, findings)
    if as_json:
        kinds = {result: counts[result] for result in RESULTS}
        print_json({"files": len(findings), **kinds, "findings": [one.as_json() for one in findings]})
    else:
        for finding in findings:
            _print_finding(finding)
        if len(findings) > 1 or not counts[UNREADABLE]:
            click.echo(_summary(counts))
    if counts[DIFFERS] or (strict and counts[SKIPPED]):
        raise click.exceptions.Exit(1)
    if counts[UNREADABLE]:
        raise click.exceptions.Exit(2)


def _findings(files: Sequence[Path], game: str | None, update: bool, jobs: int | None) -> Iterator[Finding]:
    """Check the files, in their order whatever the processes."""
    from rummy_cli.checking import check_named, local_game
    from rummy_cli.processes import done_in_order

    local_game(game)
    wanted = min(os.cpu_count() or 1, len(files) // _FILES_A_JOB) if jobs is None else min(jobs, len(files))
    tasks = ((str(file), game, update) for file in files)
    return done_in_order(check_named, tasks, max(wanted, 1))


def _shown_going(findings: Iterable[Finding], count: int) -> Iterator[Finding]:
    """Show how far it is, beside the data and gone in the end."""
    if count < 2 or not may_show_progress():
        yield from findings
        return
    from rich import progress
    from rich.console import Console

    yield from progress.track(findings, "checking", count, console=Console(stderr=True), transient=True)


def _summary(counts: Counter[str]) -> str:
    from rummy_cli.checking import RESULTS

    whole = sum(counts.values())
    words = {"holds": ("holds", "hold"), "differs": ("differs", "differ"), "skipped": ("skipped",) * 2,
             "updated": ("updated",) * 2, "unreadable": ("no record", "no records")}  # fmt: skip
    parts = [f"{counts[name]} {words[name][counts[name] != 1]}" for name in RESULTS if counts[name]]
    return f"{whole} {'file' if whole == 1 else 'files'}: {', '.join(parts)}"


def _print_finding(finding: Finding) -> None:
    from rummy_cli.checking import DIFFERS, SKIPPED, UNREADABLE, UPDATED

    if finding.result == UNREADABLE:
        click.echo(f"error: {finding.reason}", err=True)
    elif finding.result == SKIPPED:
        click.echo(f"{finding.file}: skipped, {finding.reason}")
    elif finding.result == UPDATED:
        click.echo(f"{finding.file}: updated")
        for line in finding.changes:
            click.echo(f"  {line}")
    elif finding.result == DIFFERS:
        after = f", after '{finding.decision}'" if finding.decision else ""
        click.echo(f"{finding.file}: line {finding.line}, column {finding.column}{after}")
        rows = [("the file says", finding.says), ("the rules say", finding.rules)]
        if finding.reason:
            rows.append(("note", finding.reason))
        click.echo(columns(rows, "  "))
        if finding.table:
            click.echo(columns(finding.table, "    "))
            click.echo(f"    {finding.acts}")
