"""``python -m tests.crosscheck COMMAND FILE``: hold the engine against a file of another program.

Prints ``N of M equal`` and the first difference. Exit 0: all equal; 1: there is a difference;
2: bad usage, or a file that cannot be read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.crosscheck import deadwood, deals
from tests.crosscheck.deal_records import BadRecord

COMMANDS: Final[Mapping[str, Callable[[Path], int]]] = {"deadwood": deadwood.main, "deals": deals.main}


def main(words: Sequence[str]) -> int:
    """Run the command that ``words`` name; return the exit code."""
    if len(words) != 2 or words[0] not in COMMANDS:
        print(f"error: write {' or '.join(COMMANDS)}, and a file", file=sys.stderr)
        return 2
    try:
        return COMMANDS[words[0]](Path(words[1]))
    except BadRecord as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
