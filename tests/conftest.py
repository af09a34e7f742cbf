"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# No deadlines: the suite never asserts times, and a busy machine is no fault of the rules.
settings.register_profile("rummy", deadline=None, print_blob=True)
settings.load_profile("rummy")
