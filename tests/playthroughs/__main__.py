"""``python -m tests.playthroughs [--write]``: the golden records, played again."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.playthroughs import PLAYTHROUGHS


def main(words: Sequence[str]) -> int:
    """Tell which records would change, or write them; return the exit code."""
    if list(words) not in ([], ["--write"]):
        print("error: write nothing, or --write", file=sys.stderr)
        return 2
    changed = 0
    for one in PLAYTHROUGHS:
        text = one.played()
        if one.path.exists() and one.path.read_text(encoding="utf-8") == text:
            continue
        changed += 1
        if words:
            one.path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{one.path.name}: {'written' if words else 'would change'}")
    print(f"{len(PLAYTHROUGHS) - changed} of {len(PLAYTHROUGHS)} as they were")
    return 1 if changed and not words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
