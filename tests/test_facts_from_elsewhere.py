"""No fact that came from elsewhere lies unused: a test or a scenario is named after it, or reads it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CASES = {
    case["id"]
    for case in map(json.loads, (HERE / "data/field_cases.jsonl").read_text(encoding="utf-8").splitlines())
}
FACTS = json.loads((HERE / "data/deadwood_facts.json").read_text(encoding="utf-8"))

REMARKS = {"about", "why", "note", "name"}


@cache
def sources() -> dict[str, str]:
    """The text of every module of tests but this one, by its path below ``tests``."""
    paths = (path for path in HERE.rglob("*.py") if path != Path(__file__))
    return {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def cases_named() -> set[str]:
    """The field cases that a test or a scenario is named after."""
    tests = re.findall(r"def test_rb((?:_\d+)+)", "\n".join(sources().values()))
    scenarios = (re.search(r"_rb((?:_\d+)+)_", path.name) for path in (HERE / "scenarios").glob("*.rummy"))
    numbers = [*tests, *(one[1] for one in scenarios if one)]
    return {f"RB-{number}" for one in numbers for number in one.split("_") if number}


def keys_of(facts: Any) -> Iterator[str]:
    for one in facts if isinstance(facts, list) else [facts]:
        yield from one.keys() - REMARKS


def test_each_field_case_is_held_and_no_other_is_named() -> None:
    assert len(CASES) == 56
    assert cases_named() == CASES


@pytest.mark.parametrize(
    ("group", "key"), sorted({(name, key) for name in FACTS.keys() - REMARKS for key in keys_of(FACTS[name])})
)
def test_each_fact_is_read_by_a_test(group: str, key: str) -> None:
    readers = "\n".join(text for text in sources().values() if "deadwood_facts.json" in text)
    # A key may be put together, as those of the runs of 3, 4 and 5.
    written = rf'{re.escape(key)}"|{re.escape(re.sub("[0-9]$", "", key))}{{'
    assert re.search(rf'FACTS\["{group}"\]', readers)
    assert re.search(rf'(\[|get\()f?"({written})', readers), f"no test reads {key!r} of {group!r}"
