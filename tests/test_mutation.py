"""Mutation testing: what is changed and what is not, and the whole run behind the marker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import GUARDS
from tests.mutation.__main__ import ROOT

MODULE = '''"""A module."""

from __future__ import annotations


def least(one: int | None, other: int = 3) -> int | None:
    """The lesser."""
    return one if one is not None and one < other else other
'''


def test_what_is_changed_and_tested_is_there() -> None:
    assert all((ROOT / path).exists() for module, guards in GUARDS.items() for path in (module, *guards))


def test_a_place_is_changed_once_in_a_kind_and_annotations_never(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray", reason="the extra mutation is not installed")
    from tests.mutation.mutants import mutants

    (tmp_path / "module.py").write_text(MODULE)
    found = list(mutants(tmp_path, "module.py", "1"))
    changed = [one.code.splitlines()[one.line - 1] for one in found]
    assert len({one.code for one in found}) == len(found) >= 4
    assert all("def least(one: int | None, other: int = " in one.code for one in found)
    assert any("one is not None" not in line for line in changed if "return" in line)
    assert [str(one) for one in mutants(tmp_path, "module.py", "1")] == [str(one) for one in found]


@pytest.mark.long
def test_changes_are_noticed() -> None:
    pytest.importorskip("cosmic_ray", reason="the extra mutation is not installed")
    done = subprocess.run([sys.executable, "-m", "tests.mutation"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
