"""Rules broken on purpose: the list is up to date, and each break is caught."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.guards import BREAKS, Break
from tests.guards.__main__ import ROOT, caught, copy_to


@pytest.mark.parametrize("one", BREAKS, ids=lambda one: one.rule)
def test_what_is_broken_stands_there_once(one: Break) -> None:
    text = (ROOT / one.file).read_text()
    assert text.count(one.old) == 1
    ast.parse(text.replace(one.old, one.new))
    assert all((ROOT / path).exists() for path in one.guard if path.startswith("tests/"))


@pytest.mark.long
@pytest.mark.parametrize("one", BREAKS, ids=lambda one: one.rule)
def test_a_broken_rule_is_caught(one: Break, tmp_path: Path) -> None:
    copy_to(tmp_path)
    found, what = caught(one, tmp_path)
    assert found, what
