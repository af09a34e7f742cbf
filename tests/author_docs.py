"""The pages for authors, done literally: files are written and commands run in the order they stand."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).parents[1] / "docs" / "authors"

_PART = re.compile(
    r"<!-- add to (?P<file>\S+) -->\n```python\n(?P<code>.*?)```|```sh\n(?P<words>.*?)```", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Part:
    """Text that is added to a file, or a command that is typed."""

    text: str
    file: str = ""


def parts(page: str) -> Iterator[Part]:
    """What a reader of the page does, one thing after the other."""
    for found in _PART.finditer((PAGES / page).read_text(encoding="utf-8")):
        if found["file"]:
            yield Part(found["code"], found["file"])
        else:
            yield from (Part(line) for line in found["words"].splitlines())


def write_files(page: str, folder: Path) -> None:
    """Write the files of a page into a folder."""
    for one in parts(page):
        if one.file:
            with (folder / one.file).open("a", encoding="utf-8") as file:
                file.write(one.text)


def follow(page: str, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Do what a page says in ``folder``; return the commands that were run.

    Raises:
        AssertionError: with what a command said, where it did not end well.
    """
    done = []
    for one in parts(page):
        if one.file:
            with (folder / one.file).open("a", encoding="utf-8") as file:
                file.write(one.text)
            continue
        run = subprocess.run(
            one.text,
            shell=True,
            cwd=folder,
            env=dict(environment),
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert run.returncode == 0, f"{one.text}\n{run.stdout}\n{run.stderr}"
        done.append(one.text)
    return done
