"""Findings as JUnit XML, which build servers read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from rummy_cli.store import check_folder, write_text

if TYPE_CHECKING:
    from rummy_cli.checking import Finding

_FIRST_LINE: Final = "<?xml version='1.0' encoding='utf-8'?><!-- rummy check -->"


def write_junit(path: Path, findings: Sequence[Finding]) -> None:
    """Write ``findings`` to ``path``; only a file that this wrote before is overwritten.

    Raises:
        CommandError: where the file may not or cannot be written.
    """
    check_folder(path)
    text = f"{_FIRST_LINE}\n{junit_text(findings)}\n"
    write_text(path, text, is_ours=lambda line: line == _FIRST_LINE, force=True)


def junit_text(findings: Sequence[Finding]) -> str:
    """Return one test case for each finding; what they say is fit to show, and so fit for XML."""
    from rummy_cli.checking import DIFFERS, SKIPPED, UNREADABLE

    tags = {DIFFERS: "failure", SKIPPED: "skipped", UNREADABLE: "error"}
    counts = {
        name: str(sum(finding.result == result for finding in findings))
        for result, name in ((DIFFERS, "failures"), (UNREADABLE, "errors"), (SKIPPED, "skipped"))
    }
    suite = ElementTree.Element("testsuite", {"name": "rummy check", "tests": str(len(findings)), **counts})
    for finding in findings:
        case = ElementTree.SubElement(suite, "testcase", {"classname": "rummy check", "name": finding.file})
        if finding.result in tags:
            message = finding.reason if finding.result != DIFFERS else f"the rules say {finding.rules}"
            told = ElementTree.SubElement(case, tags[finding.result], {"message": message})
            told.text = "\n".join(_lines(finding))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode")


def _lines(finding: Finding) -> list[str]:
    if not finding.line:
        return [finding.reason]
    rows = [
        (f"line {finding.line}, column {finding.column}", ""),
        ("after", finding.decision),
        ("the file says", finding.says),
        ("the rules say", finding.rules),
        ("note", finding.reason),
        *finding.table,
    ]
    return [
        f"{label}: {text}" if text else label for label, text in rows if text or label.startswith("line ")
    ]
