"""From a record's header to the rulebook it was played by, among what is installed."""

from __future__ import annotations

import re

from rummy_core import catalogue
from rummy_core.header_places import place_in_header
from rummy_core.records import Header, Record
from rummy_core.rulebook import Rulebook, Variant, rulebook


class NotInstalled(Exception):
    """A record whose game or house rule is not installed here."""


def book_for(header: Header, local: tuple[Variant, str] | None = None) -> Rulebook:
    """Return the rulebook that a header names.

    A game from a local file is used only where its ``local`` file is given
    again and has the hash that the header states.

    Raises:
        NotInstalled: if the game or a house rule is not installed.
        BadOption, BadRules: if the header's options make no game.
    """
    if header.file is not None:
        if local is None:
            raise NotInstalled(f"{header.variant} was played from a local file; give that file again")
        if local[1] != header.file:
            raise NotInstalled(f"the file given is not the one that {header.variant} was played from")
        variant = local[0]
    else:
        variant = _installed(header.variant)
    try:
        rules = [catalogue.house_rule(name) for name in header.house_rules]
    except catalogue.BadPlugin as error:
        raise NotInstalled(str(error)) from None
    pairs = [(rule, header.house_options.get(rule.name, {})) for rule in rules]
    return rulebook(variant, options=header.options, house_rules=pairs, players=header.players)


def place_of_fault(record: Record, fault: str) -> tuple[int, int]:
    """Return line and column of the option, or whatever else of a header, that ``fault`` names."""
    header = record.header
    paths: list[tuple[str, ...]] = [
        *(("options", name) for name in header.options),
        *(("house_options", rule, name) for rule, names in header.house_options.items() for name in names),
        *((name,) for name in ("players", "house_rules", "variant")),
    ]
    words = re.findall(r"\w+", fault)
    path = next((path for word in words for path in paths if path[-1] == word), ("variant",))
    return place_in_header(record.head, path, of_key=fault.startswith("no option"))


def _installed(name: str) -> Variant:
    # A header comes from anyone: it never names a file to run.
    if name.endswith(".py"):
        raise NotInstalled(f"no game {name!r} is installed")
    try:
        return catalogue.variant(name)
    except catalogue.BadPlugin as error:
        raise NotInstalled(str(error)) from None
