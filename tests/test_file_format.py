"""docs/file-format.md: its examples hold, and its tables list what there is."""

from __future__ import annotations

import re

import pytest

from rummy_core import expectations, notation
from rummy_core.action_text import VERBS
from rummy_core.library import book_for
from rummy_core.notation import parse_action
from rummy_core.records import Header, Position, read_record
from rummy_core.replay import verify
from tests import documents

PAGE = (documents.ROOT / "docs" / "file-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```rummy\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def rows(name: str) -> list[list[str]]:
    """The cells of a table between its two marks, without the head."""
    (table,) = re.findall(rf"<!-- {name} -->\n(.*?)<!-- {name} -->", PAGE, re.DOTALL)
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


@pytest.mark.parametrize("place", range(2))
def test_each_example_holds(place: int) -> None:
    assert len(EXAMPLES) == 2
    record = read_record(EXAMPLES[place])
    assert record.is_scenario
    difference = verify(record, book_for(record.header))
    assert difference is None, str(difference)


@pytest.mark.parametrize(("name", "model"), [("header", Header), ("position", Position)])
def test_the_fields_are_listed_in_their_order(name: str, model: type[Header] | type[Position]) -> None:
    assert [row[0].strip("`") for row in rows(name)] == list(model.model_fields)
    for field, default, _ in rows(name):
        is_now = model.model_fields[field.strip("`")]
        if default == "needed":
            assert is_now.is_required()
        elif re.fullmatch(r'\d+|".*"|true|false', default):
            assert str(is_now.default).lower() == default.strip('"')


def test_the_expectations_are_listed() -> None:
    assert [row[0].strip("`") for row in rows("expectations")] == list(expectations.FORMS)


def test_the_facts_are_listed() -> None:
    assert [row[0].strip("`") for row in rows("facts")] == list(notation.FORMS)


def test_every_move_that_is_listed_is_read_and_every_verb_is_listed() -> None:
    told = {words for row in rows("moves") for cell in row for words in re.findall(r"`([^`]+)`", cell)}
    for words in told:
        parse_action(words)
    assert {verb for verb in VERBS if not any(words.startswith(verb) for words in told)} == set()


def test_what_is_not_read_is_not() -> None:
    (kept,) = re.findall(r"leave out or abbreviate \((.*?)\) is not read", PAGE)
    for words in re.findall(r"`([^`]+)`", kept):
        with pytest.raises(notation.BadText):
            parse_action(words)
