"""Tests that flip options: marked, so that none is forgotten, and each run once more with its option ignored.

A mark cannot be had by mention alone. The test must play by each value that it claims, and it must fail
where every rulebook is made as if nobody had set the option: then what it asserts hangs on the option.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import pytest

from rummy_core.options import Options
from rummy_core.rulebook import HouseRule, Rulebook, Stacked, Variant

Test = TypeVar("Test", bound=Callable[..., None])

books: Final = importlib.import_module("rummy_core.rulebook")  # the package has a function of that name


@dataclass(frozen=True, slots=True)
class Flip:
    """A mark: a test, in a module, that shows what each value of an option changes, or why none does."""

    option: str
    values: tuple[object, ...]
    module: str
    test: str
    reached: bool = True


FLIPS: Final[dict[str, list[Flip]]] = {}
"""All marks of the test modules that were imported, by game or house rule."""


class Flips:
    """``@flips(option, *values)`` marks a test of ``owner``, a game or house rule."""

    def __init__(self, owner: Variant | HouseRule) -> None:
        self.owner = owner

    def __call__(self, option: str, *values: object) -> Callable[[Test], Test]:
        """Mark a test, and let each run of it show that it hangs on the option."""

        def mark(test: Test) -> Test:
            self._note(Flip(option, values, test.__module__, test.__name__))

            @wraps(test)
            def proved(*args: Any, **named: Any) -> None:
                __tracebackhide__ = True
                self._plays(option, values, lambda: test(*args, **named))
                with _ignored(self.owner, option):
                    try:
                        test(*args, **named)
                    except (Exception, pytest.fail.Exception):
                        return
                pytest.fail(f"the test passes where {option} is ignored: it does not flip it")

            return proved  # type: ignore[return-value]

        return mark

    def unreached(self, option: str, *values: object) -> Callable[[Test], Test]:
        """Mark a test that shows why an option that every game has comes to nothing in this one."""

        def mark(test: Test) -> Test:
            self._note(Flip(option, values, test.__module__, test.__name__, reached=False))

            @wraps(test)
            def proved(*args: Any, **named: Any) -> None:
                __tracebackhide__ = True
                self._plays(option, values, lambda: test(*args, **named))

            return proved  # type: ignore[return-value]

        return mark

    def _note(self, flip: Flip) -> None:
        if flip.option not in self.owner.options.model_fields:
            raise ValueError(f"{self.owner.name} has no option {flip.option!r}")
        FLIPS.setdefault(self.owner.name, []).append(flip)

    def _plays(self, option: str, values: tuple[object, ...], test: Callable[[], None]) -> None:
        """Run a test, which must play by each of the values."""
        __tracebackhide__ = True
        with _watched(self.owner, option) as played:
            test()
        unplayed = [value for value in values if value not in played]
        assert not unplayed, f"the test plays nothing by {option} = {unplayed}"

    def values(self, option: str) -> set[object]:
        """The values of an option that tests have flipped."""
        marks = FLIPS.get(self.owner.name, [])
        return {value for one in marks if one.option == option for value in one.values}

    def missing(self) -> list[str]:
        """The options, or values of a choice, that no test flips.

        What an overlay does not declare anew, the tests of its base flip.
        """
        base = self.owner.base if isinstance(self.owner, Variant) else None
        declared = self.owner.options.__annotations__
        found = []
        for name, field in self.owner.options.model_fields.items():
            done = self.values(name) - {field.default}
            if base and name in base.options.model_fields and name not in declared:
                done |= Flips(base).values(name)
            choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
            wanted = {True, False} if field.annotation is bool else set(choices)
            found += [f"{name} = {value}" for value in wanted - {field.default} - done]
            if not done:
                found.append(name)
        return sorted(found)


Made = Callable[[Variant, Any, tuple[Stacked, ...], int], Rulebook]


@contextmanager
def _watched(owner: Variant | HouseRule, option: str) -> Iterator[list[object]]:
    """Note the values of an option by which rulebooks are made."""
    played: list[object] = []

    def noted(options: Options) -> Options:
        played.append(getattr(options, option))
        return options

    with _made_with(owner, noted):
        yield played


@contextmanager
def _ignored(owner: Variant | HouseRule, option: str) -> Iterator[None]:
    """Make every rulebook as if nobody had set an option."""
    default = owner.options.model_fields[option].default
    with _made_with(owner, lambda options: options.model_copy(update={option: default})):
        yield


@contextmanager
def _made_with(owner: Variant | HouseRule, change: Callable[[Options], Options]) -> Iterator[None]:
    """Let rulebooks be made with the options of ``owner`` changed."""
    make: Made = books._rulebook

    def made(variant: Variant, options: Any, rules: tuple[Stacked, ...], players: int) -> Rulebook:
        if isinstance(owner, Variant):
            options = change(options) if isinstance(options, owner.options) else options
        else:
            rules = tuple(
                replace(one, options=change(one.options)) if one.rule == owner else one for one in rules
            )
        return make(variant, options, rules, players)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(books, "_rulebook", made)
        yield
