"""The command ``check``: records and scenarios against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy_cli.choosing import chosen_game
from rummy_cli.errors import CommandError
from rummy_cli.layout import columns, print_json
from rummy_cli.reading import record_paths
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_cli.checking import Finding
    from rummy_core.rulebook import Variant


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--game", metavar="FILE.py", help="The local file of the game, for records played from one.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(paths: Sequence[Path], game: str | None, as_json: bool) -> None:
    """Verify records and scenarios against the rules.

    PATHs are files, or folders in which every *.rummy file is taken. Each is
    played again, and every fact compared. The exit status is 1 if one differs,
    2 if a file is no record; one whose game is not installed is skipped.
    """
    from rummy_cli.checking import DIFFERS, UNREADABLE, check_file

    files = record_paths(paths)
    local = _local(game)
    findings = []
    for file in files:
        finding = check_file(file, local)
        findings.append(finding)
        if not as_json:
            _print_finding(finding)
    counts = Counter(finding.result for finding in findings)
    if as_json:
        print_json(
            {"files": len(findings), **_counts(counts), "findings": [one.as_json() for one in findings]}
        )
    elif len(findings) > 1 or not counts[UNREADABLE]:
        click.echo(_summary(counts))
    if counts[DIFFERS] or counts[UNREADABLE]:
        raise click.exceptions.Exit(1 if counts[DIFFERS] else 2)


def _local(game: str | None) -> tuple[Variant, str] | None:
    if game is None:
        return None
    chosen = chosen_game(game)
    if chosen.file_hash is None:
        raise CommandError(f"--game '{safe(game)}' is not a file such as ./my_rules.py")
    return chosen.variant, chosen.file_hash


def _counts(counts: Counter[str]) -> dict[str, int]:
    from rummy_cli.checking import DIFFERS, HOLDS, SKIPPED, UNREADABLE

    return {result: counts[result] for result in (HOLDS, DIFFERS, SKIPPED, UNREADABLE)}


def _summary(counts: Counter[str]) -> str:
    whole = sum(counts.values())
    words = {"holds": ("holds", "hold"), "differs": ("differs", "differ"), "skipped": ("skipped",) * 2,
             "unreadable": ("no record", "no records")}  # fmt: skip
    parts = [f"{count} {words[name][count != 1]}" for name, count in _counts(counts).items() if count]
    return f"{whole} {'file' if whole == 1 else 'files'}: {', '.join(parts)}"


def _print_finding(finding: Finding) -> None:
    from rummy_cli.checking import DIFFERS, SKIPPED, UNREADABLE

    if finding.result == UNREADABLE:
        click.echo(f"error: {finding.reason}", err=True)
    elif finding.result == SKIPPED:
        click.echo(f"{finding.file}: skipped, {finding.reason}")
    elif finding.result == DIFFERS:
        after = f", after '{finding.decision}'" if finding.decision else ""
        click.echo(f"{finding.file}: line {finding.line}{after}")
        rows = [("the file says", finding.says), ("the rules say", finding.rules)]
        if finding.reason:
            rows.append(("note", finding.reason))
        click.echo(columns(rows, "  "))
