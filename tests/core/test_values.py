"""Values: what is said once and stays, so that tables, copies and views may share it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from types import ModuleType

import pytest

from rummy_core import columns, events, melds, scoring, zones


def of_module(*modules: ModuleType) -> list[type]:
    """The dataclasses that are written in ``modules``."""
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == module.__name__
    ]


VALUES = of_module(columns, melds, scoring, zones)
FACTS = of_module(events)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_a_value_is_not_changed(kind: type) -> None:
    one = object.__new__(kind)
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(one, field.name, None)


# Rules of melds keep what was worked out from them.
@pytest.mark.parametrize(
    "kind", sorted({*VALUES, *FACTS} - {melds.MeldRules}, key=lambda kind: kind.__name__)
)
def test_nothing_stands_beside_the_fields(kind: type) -> None:
    """A name that is no field, written by mistake, fails."""
    with pytest.raises(AttributeError):
        object.__setattr__(object.__new__(kind), "wine", "red")
