"""Options: one frozen model a game, with bounds and sources a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from rummy_core.words import nearest


def option(default: Any, description: str, source: str, **bounds: Any) -> Any:
    """An option's field: its default, meaning, where the rule comes from, and bounds."""
    return Field(default, description=description, json_schema_extra={"source": source}, **bounds)


class Options(BaseModel):
    """Options of a game or a house rule: frozen, and nothing unknown is taken.

    ``left_out`` says of options that a related game has why this one has them not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
    left_out: ClassVar[Mapping[str, str]] = {}

    @field_validator("*", mode="before")
    @classmethod
    def _as_typed(cls, value: object, info: ValidationInfo) -> object:
        # pydantic reads "10" for a number, but not for a choice of numbers.
        if isinstance(value, str) and value.strip().isdecimal() and info.field_name is not None:
            choices = get_args(cls.model_fields[info.field_name].annotation)
            return int(value) if int(value) in choices else value
        return value


class VariantOptions(Options):
    """What every game can be told."""

    standstill: int = option(
        20,
        "turns a player in a row without a draw from the stock or a card laid that end the deal; 0: never",
        "our ruling: no source stops an endless exchange of discards",
        ge=0,
        le=10_000,
    )
    max_deals: int = option(
        500,
        "deals after which a match that has not reached its target ends",
        "our ruling: no source stops such a match",
        ge=1,
        le=100_000,
    )


M = TypeVar("M", bound=Options)


class BadOption(ValueError):
    """An option that does not exist, or a value that it does not take."""


def make_options(model: type[M], *layers: Mapping[str, object]) -> M:
    """Return a model from ``layers`` of values, the later over the earlier.

    Values may be text as typed: ``true``, ``10``, ``alternate``.

    Raises:
        BadOption: naming the option and what is wrong with it, in one line.
    """
    values: dict[str, object] = {}
    for layer in layers:
        values.update(layer)
    for name in values:
        if name not in model.model_fields:
            near = nearest(name, model.model_fields)
            raise BadOption(model.left_out.get(name) or f"no option {name!r}{near}")
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise BadOption(_first_fault(error)) from None


def takes(model: type[Options], **values: object) -> bool:
    """Whether ``model`` has all these options, and each takes its value."""
    return all(name in model.model_fields and _takes(model, name, value) for name, value in values.items())


def _takes(model: type[Options], name: str, value: object) -> bool:
    field = model.model_fields[name]
    try:
        TypeAdapter(field.rebuild_annotation()).validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "value_error":
        return f"{place}: {fault['ctx']['error']}" if place else str(fault["ctx"]["error"])
    text = fault["msg"][0].lower() + fault["msg"][1:]
    return f"option {place} = {_brief(fault['input'])}: {text}"


def _brief(value: object) -> str:
    """A value that was refused, which may be anything of any size."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number too large to write"
    text = repr(value)
    return text if len(text) <= 100 else text[:99] + "…"
