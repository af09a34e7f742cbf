"""``python -m tests.playthroughs [--write]``: the golden records, played again and counted."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.pins import pins_text, read_pins
from tests.playthroughs import PLAYTHROUGHS
from tests.playthroughs.counts import COMMENT, FILE, changes, counts


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
    now = counts()
    others = changes(read_pins(FILE), now)
    print("\n".join([*others, f"actions counted at the decisions of {len(now)}, {len(others)} changes"]))
    if words:
        FILE.write_text(pins_text(now, COMMENT), encoding="utf-8", newline="\n")
    return 1 if (changed or others) and not words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
