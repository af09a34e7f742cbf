"""Where matches, settings and statistics live."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe


def home_folder(env: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder: ``$RUMMY_HOME``, or this system's place for such data.

    Nothing is created.
    """
    chosen = env.get("RUMMY_HOME")
    if not chosen:
        from platformdirs import user_data_path  # a few ms that most commands can do without

        return user_data_path("rummykit", appauthor=False)
    try:
        return Path(chosen).expanduser().absolute()
    except RuntimeError as error:
        raise CommandError(f"RUMMY_HOME: {safe(str(error))}") from None


def matches_folder(home: Path | None = None) -> Path:
    """Return the folder of matches played, in ``home`` or the data folder."""
    return (home_folder() if home is None else home) / "matches"
