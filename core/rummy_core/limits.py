"""Limits on what a stranger may hand us, in one place."""

from typing import Final

MAX_FILE_BYTES: Final = 16 * 2**20
MAX_LINE_BYTES: Final = 4096
MAX_MELD_CARDS: Final = 120
