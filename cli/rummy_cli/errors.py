"""What a command says when it cannot go on."""

from __future__ import annotations

from collections.abc import Iterable

from rummy_cli.safe_text import safe

_LONGEST_COMPARED = 64  # a comparison takes quadratic time, and a word may be a pasted page


class CommandError(Exception):
    """Ends a command: ``message`` becomes the one line ``error: ...``.

    Exit code 2 is bad usage or a file that cannot be read as ours, 1 a check or
    comparison that failed. Text that is not ours goes through `safe` first, so
    that one long name cannot push the reason out of the line.
    """

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


def sentence(message: str) -> str:
    """Return a message as a sentence, for someone who goes on."""
    end = "" if message.endswith((".", "?")) else "."
    return message[:1].upper() + message[1:] + end


def nearest(word: str, names: Iterable[str]) -> str:
    """Return ``; did you mean 'play'?`` for the name nearest to ``word``, or nothing.

    Case does not matter; a beginning that only one name has counts as near.
    """
    from difflib import get_close_matches  # only errors need it, and --help is timed

    folded = {name.casefold(): name for name in names}
    wanted = word.casefold()[:_LONGEST_COMPARED]
    begun = [name for name in folded if wanted and name.startswith(wanted)]
    found = begun if len(begun) == 1 else get_close_matches(wanted, folded, n=1)
    return f"; did you mean '{safe(folded[found[0]])}'?" if found else ""
