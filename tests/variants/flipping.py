"""Marking the tests that flip options, so that none is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar, get_args, get_origin

from rummy_core.options import VariantOptions

Test = TypeVar("Test", bound=Callable[..., None])


class Flips:
    """``@flips(option, *values)`` marks a test that shows what each of the values changes."""

    def __init__(self) -> None:
        self._flipped: dict[str, set[object]] = {}

    def __call__(self, option: str, *values: object) -> Callable[[Test], Test]:
        """Mark a test."""

        def mark(test: Test) -> Test:
            self._flipped.setdefault(option, set()).update(values)
            return test

        return mark

    def missing(self, options: type[VariantOptions]) -> list[str]:
        """The options, or values of a choice, that no test flips; and marks for what is no option."""
        found = []
        for name, field in options.model_fields.items():
            done = self._flipped.get(name, set()) - {field.default}
            choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
            wanted = {True, False} if field.annotation is bool else set(choices)
            found += [f"{name} = {value}" for value in wanted - {field.default} - done]
            if not done:
                found.append(name)
        return sorted(found + [name for name in self._flipped if name not in options.model_fields])
