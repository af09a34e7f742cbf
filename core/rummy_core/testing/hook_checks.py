"""Hooks: a rule answers questions that there are, with the arguments that they have, as they are specified.

A method whose name or argument is misspelt would be refused by the rulebook in the words of the
plugin system, and one without its mark would never be asked; here each is told in the author's.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from rummy_core import hooks, steps
from rummy_core.hooks import PROJECT, RuleSpec
from rummy_core.rulebook import HouseRule, Rulebook, Variant
from rummy_core.testing.failures import Fault, Property
from rummy_core.words import nearest

HOOKS: Final = Property(
    "hooks are answered as they are specified",
    "the hooks, with their arguments, are listed in docs/hooks.md and by `rummy plugins --hooks`",
)

SPECIFIED: Final = {name: function for name, function in vars(RuleSpec).items() if not name.startswith("_")}


def check_hooks(owner: Variant | HouseRule, rules: object) -> None:
    """Check the class of the object that answers the hooks of a game or a house rule.

    Raises:
        Fault: naming the method that is at fault.
    """
    for name, method in inspect.getmembers(type(rules), inspect.isfunction):
        mark = getattr(method, f"{PROJECT}_impl", None)
        if mark is None:
            if name in SPECIFIED:
                raise Fault(HOOKS, f"{owner.name}: {name} is a hook, and without @hookimpl nobody asks it")
            continue
        known = mark.get("specname") or name
        if known not in SPECIFIED:
            raise Fault(HOOKS, f"{owner.name}: there is no hook {known!r}{nearest(known, SPECIFIED)}")
        _check_arguments(f"{owner.name}: {name}", known, method)
        _check_annotations(f"{owner.name}: {name}", known, method, wraps=bool(mark.get("wrapper")))


def _check_arguments(place: str, hook: str, method: Callable[..., object]) -> None:
    told = _arguments(SPECIFIED[hook])
    for argument in _arguments(method):
        if argument not in told:
            has = ", ".join(told) or "none"
            near = nearest(argument, told)
            raise Fault(HOOKS, f"{place} asks for {argument!r}; the hook's arguments are {has}{near}")


def _arguments(method: Callable[..., object]) -> list[str]:
    return list(inspect.signature(method).parameters)[1:]


def _check_annotations(place: str, hook: str, method: Callable[..., object], *, wraps: bool) -> None:
    given, wanted = _annotations(method), _annotations(SPECIFIED[hook])
    for argument in _arguments(method):
        if argument in given and not _agree(given[argument], wanted[argument]):
            told = f"{_word(given[argument])}; the hook gives {_word(wanted[argument])}"
            raise Fault(HOOKS, f"{place} annotates {argument!r} as {told}")
    if "return" not in given:
        return
    answer = given["return"]
    if wraps:
        if not inspect.isgeneratorfunction(method):
            raise Fault(HOOKS, f"{place} is a wrapper and no generator: it must yield once")
        parts = typing.get_args(answer)
        answer = parts[2] if len(parts) == 3 else Any
    if not _agree(answer, wanted["return"]):
        told = f"{_word(answer)}; the hook returns {_word(wanted['return'])}"
        raise Fault(HOOKS, f"{place} is annotated to return {told}")


def _annotations(method: Callable[..., object]) -> dict[str, Any]:
    """The annotations that can be read; a name that is imported for type checkers alone is no fault."""
    names = {**vars(steps), **vars(hooks), **getattr(method, "__globals__", {})}
    found = {}
    for name, written in inspect.get_annotations(method).items():
        alone = types.SimpleNamespace(__annotations__={name: written})
        with suppress(NameError):
            found.update(typing.get_type_hints(alone, names))
    return found


def _agree(given: Any, wanted: Any) -> bool:
    """Whether what is annotated may be what is specified: every part of a union a kind of one there."""
    if Any in (given, wanted) or given is object:
        return True
    return all(any(_is_kind(one, other) for other in _parts(wanted)) for one in _parts(given))


def _parts(annotation: Any) -> tuple[Any, ...]:
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        return typing.get_args(annotation)
    return (annotation,)


def _is_kind(given: Any, wanted: Any) -> bool:
    if given is None or wanted is None or isinstance(given, typing.TypeVar):
        return isinstance(given, typing.TypeVar) or given in (wanted, types.NoneType)
    one, other = (typing.get_origin(each) or each for each in (given, wanted))
    if not isinstance(one, type) or not isinstance(other, type):
        return True
    return issubclass(one, other)


def _word(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")


def check_answers(book: Rulebook) -> None:
    """Check that what is asked once a rulebook is answered by the kind of thing that is specified.

    Raises:
        Fault: naming the hook and what it was answered.
    """
    asked: dict[str, dict[str, Any]] = {
        "match_sides": {"players": book.players},
        "pack": {"seats": book.players},
        "card_values": {},
        "meld_rules": {},
        "steps": {},
    }
    for name, arguments in asked.items():
        answer = getattr(book.hooks, name)(**arguments)
        wanted = _annotations(SPECIFIED[name])["return"]
        kinds = tuple(typing.get_origin(one) or one for one in _parts(wanted) if one is not types.NoneType)
        if not isinstance(answer, kinds):
            who = book.answers()[name][0]
            words = " or ".join(map(_word, kinds))
            raise Fault(HOOKS, f"{who}: {name} returned {answer!r}, which is no {words}")
