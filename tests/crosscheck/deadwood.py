"""Least deadwood and best discards of hands that OpenSpiel solved, solved again here.

A record is a hand of ten or eleven cards. Of ten the least deadwood must be equal; of eleven the
least deadwood after a discard, and the set of all discards that reach it.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from rummy_core.arrangements import arranger
from rummy_core.cards import cards_of, mask_of, parse_cards, text_of
from rummy_core.melds import MeldRules
from tests.crosscheck.deal_records import GZIP, BadRecord

IN_HAND: Final = (*(min(place % 13 + 1, 10) for place in range(52)), 0, 0)
"""Ace 1, pictures 10: what OpenSpiel counts."""


class Record(BaseModel):
    """A line of the file; fields that say more about a hand are passed over."""

    model_config = ConfigDict(frozen=True)

    n: int
    cards: str
    deadwood: int
    discards: str | None = None

    @model_validator(mode="after")
    def _is_a_hand(self) -> Record:
        for words in (self.cards, self.discards or ""):
            if mask_of(parse_cards(words)) >> 52:
                raise ValueError("a card is named twice")
        if len(parse_cards(self.cards)) != self.n:
            raise ValueError(f"there are not {self.n} cards")
        if self.n not in (10, 11) or (self.n == 11) != (self.discards is not None):
            raise ValueError("a hand has ten cards, or eleven and its best discards")
        return self

    @property
    def answer(self) -> str:
        """What the file says, in words to compare."""
        if self.discards is None:
            return f"deadwood {self.deadwood}"
        return _words(self.deadwood, mask_of(parse_cards(self.discards)))


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many hands there were, how many came out equal, and the first that did not, in words."""

    hands: int
    equal: int
    first: str

    def __str__(self) -> str:
        counts = f"{self.equal} of {self.hands} equal"
        return f"{counts}\n{self.first}" if self.first else counts


def compare_all(records: Iterable[Record]) -> Comparison:
    """Solve every hand again."""
    hands = equal = 0
    first = ""
    for record in records:
        hands += 1
        ours = solve(record)
        if ours == record.answer:
            equal += 1
        elif not first:
            first = f"record {hands}, {record.cards}: the file says {record.answer}; the rules say: {ours}"
    return Comparison(hands, equal, first)


def solve(record: Record) -> str:
    """Return what our rules say of a hand."""
    ours = arranger(MeldRules(), IN_HAND)
    hand = mask_of(parse_cards(record.cards))
    return f"deadwood {ours.deadwood(hand)}" if record.n == 10 else _words(*ours.best_discards(hand))


def _words(deadwood: int, discards: int) -> str:
    return f"deadwood {deadwood} after {text_of(cards_of(discards))}"


def read_records(path: Path) -> Iterator[Record]:
    """Read a file of hands, one a line, packed by gzip or not.

    Raises:
        BadRecord: naming the line that is at fault, or saying why the file cannot be read.
    """
    number = 0
    try:
        with path.open("rb") as file:
            packed = file.read(2) == GZIP
            file.seek(0)
            for line in gzip.GzipFile(fileobj=file) if packed else file:
                number += 1
                yield Record.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = "".join(f"{part}: " for part in fault["loc"])
        raise BadRecord(f"line {number}: {place}{fault['msg'].removeprefix('Value error, ')}") from None
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord(f"{path}: {reason}") from None
    if not number:
        raise BadRecord(f"{path}: there is no record in it")


def main(path: Path) -> int:
    """Compare the hands of a file, say how it came out, and return the exit code.

    Raises:
        BadRecord: if the file cannot be read as records of hands.
    """
    found = compare_all(read_records(path))
    print(found)
    return 1 if found.first else 0
