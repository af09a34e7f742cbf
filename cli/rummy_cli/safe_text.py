"""Text that is not ours, made fit to show.

Names, paths, header values, plugin metadata and error messages come from
anyone. Shown as they are, they could move the cursor, turn the line around,
hide a part of it, or be read as markup.
"""

from __future__ import annotations

from typing import Final

DEFAULT_LIMIT: Final = 200

_NAMED_ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

# Printable by Unicode's categories, and yet nothing is seen: fillers, joiners,
# the blank Braille cell and the variation selectors.
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)

# Written languages put up to three marks on one letter; a pile of them paints
# over the lines above and below.
_MOST_MARKS: Final = 3


def safe(text: str, limit: int = DEFAULT_LIMIT) -> str:
    r"""Return ``text`` as one line in which everything can be seen.

    Control characters, bidirectional and zero-width marks, lone surrogates and
    all else that does not print become escapes such as ``\x1b`` and ``\u202e``;
    odd spaces become spaces. At most ``limit`` characters are returned, the
    last one ``…`` where more stood.

    >>> print(safe("a\x1b[2Jb\nc"))
    a\x1b[2Jb\nc
    """
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    from unicodedata import category  # most text is plain ASCII

    pieces: list[str] = []
    size = marks = 0
    for char in text[: limit + 1]:
        kind = category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind == "Zs":
            piece = " "
        elif char.isprintable() and char not in _UNSEEN and marks <= _MOST_MARKS:
            piece = char
        else:
            piece = _escape(char)
        pieces.append(piece)
        size += len(piece)
    if size <= limit and len(text) <= limit:
        return "".join(pieces)
    while size > limit - 1:
        size -= len(pieces.pop())
    return "".join(pieces) + "…"


def _escape(char: str) -> str:
    code = ord(char)
    if char in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
