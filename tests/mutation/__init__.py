"""Mutation testing: small changes to melds, scoring and visibility, each of which some test must notice.

``python -m tests.mutation`` changes one operator, number or word at a time in the modules below and runs the
tests that guard them; it needs the extra ``mutation``. Of changes of one kind at one place one is tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MELDS: Final = (
    "tests/core/test_melds.py",
    "tests/core/test_values.py",
    "tests/core/test_meld_lists_brute.py",
    "tests/scenarios",
)
SCORING: Final = (
    "tests/core/test_scoring.py",
    "tests/core/test_values.py",
    "tests/core/test_match.py",
    "tests/scenarios",
)
VISIBILITY: Final = (
    "tests/core/test_views.py",
    "tests/core/test_values.py",
    "tests/core/test_deal.py",
    "tests/scenarios",
)

GUARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "core/rummy_core/melds.py": MELDS,
    "core/rummy_core/readings.py": MELDS,
    "core/rummy_core/openings.py": MELDS,
    "core/rummy_core/scoring.py": SCORING,
    "core/rummy_core/table_points.py": ("tests/core/test_table_points.py", *SCORING),
    "core/rummy_core/targets.py": ("tests/core/test_targets.py", *SCORING),
    "core/rummy_core/columns.py": ("tests/core/test_columns.py", *SCORING),
    "core/rummy_core/zones.py": ("tests/core/test_zones.py", *VISIBILITY),
    "core/rummy_core/views.py": VISIBILITY,
    "core/rummy_core/events.py": ("tests/core/test_borrowing.py", *VISIBILITY),
}
"""Each module that is changed, with the tests that guard it, the quickest first."""

KILLED: Final = 0.9
"""The share of changes that must be noticed."""
