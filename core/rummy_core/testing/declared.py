"""What a game or house rule says of itself: sentences, options with bounds and sources, presets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_core.options import BadOption, VariantOptions
from rummy_core.rulebook import BadRules, HouseRule, Variant, rulebook
from rummy_core.testing.failures import Fault, Property

SAYS: Final = Property(
    "a game says what it is",
    "make each option with `option(default, description, source, ge=..., le=...)`; `describe` returns "
    "sentences, one rule in each",
)


def check_declared(owner: Variant | HouseRule) -> None:
    """Check options, presets and sentences of a game or house rule.

    Raises:
        Fault: naming what is missing or wrong.
    """
    if not owner.title.strip():
        raise Fault(SAYS, f"{owner.name} has no title")
    if isinstance(owner, Variant) and not issubclass(owner.options, VariantOptions):
        raise Fault(SAYS, f"{owner.options.__name__} is no VariantOptions, which every game's options are")
    for name, field in owner.options.model_fields.items():
        source = field.json_schema_extra.get("source") if isinstance(field.json_schema_extra, dict) else None
        if not field.description or not source:
            raise Fault(SAYS, f"option {name!r} has no description or no source")
        try:
            hash(field.default)
        except TypeError:
            raise Fault(SAYS, f"option {name!r} is a {type(field.default).__name__}: use a tuple") from None
    if isinstance(owner, HouseRule):
        _check_sentences(owner.describe(owner.options()))
        return
    low, high = owner.players
    if not 1 <= low <= owner.default_players <= high:
        raise Fault(SAYS, f"{owner.default_players} players are not {low} to {high}")
    for preset in owner.presets:
        try:
            book = rulebook(owner, preset=preset)
        except (BadOption, BadRules) as error:
            raise Fault(SAYS, f"preset {preset!r} makes no game: {error}") from error
        _check_sentences(owner.describe(book.options, book.players))


def _check_sentences(said: Sequence[str]) -> None:
    if isinstance(said, str) or not all(isinstance(one, str) and one.strip() for one in said) or not said:
        raise Fault(SAYS, f"describe returns sentences, not {said!r}")
    if any("\n" in one for one in said):
        raise Fault(SAYS, "a sentence of describe has more than one line")
