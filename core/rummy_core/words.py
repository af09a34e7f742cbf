"""Words that are not understood: which one it is, where it stands, and what may have been meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST_COMPARED = 64  # a comparison takes quadratic time, and a word may be a pasted page


class BadWord(ValueError):
    """Text that cannot be read; ``word`` is the part at fault, empty where it is the whole.

    ``at`` is where in the text that word begins, -1 where its first place is meant.
    """

    def __init__(self, message: str, word: str = "", at: int = -1) -> None:
        super().__init__(message)
        self.word = word
        self.at = at


def place_of(error: ValueError, text: str) -> int:
    """Return where in ``text`` the word stands that ``error`` is about, 0 where it does not say."""
    if not isinstance(error, BadWord):
        return 0
    return error.at if error.at >= 0 else place_in(text, error.word)


def place_in(text: str, word: str) -> int:
    """Return where ``word`` stands in ``text``: a whole word before a part of one; 0 where it does not."""
    whole = re.search(rf"(?<![^\s=,/(\"']){re.escape(word)}(?![^\s=,/):;\"'])", text)
    return whole.start() if whole else max(text.find(word), 0)


def nearest(word: str, names: Iterable[str]) -> str:
    """Return ``; did you mean 'draw'?`` for the name nearest to ``word``, or nothing."""
    close = get_close_matches(word.lower()[:_LONGEST_COMPARED], sorted(set(names)), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
