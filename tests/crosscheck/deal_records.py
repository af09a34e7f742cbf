"""Records of deals that OpenSpiel played, as lines of JSON: what they may say, and how they are read."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from rummy_core.cards import Card, card

LONGEST_MELD: Final = 5
"""OpenSpiel lays a longer run as two melds."""

GZIP: Final = b"\x1f\x8b"

# The phases of a deal as OpenSpiel counts its legal actions. The first five are steps of our rules.
OFFER: Final = "upcard"
MUST_DRAW: Final = "draw from stock"
DRAWING: Final = "draw"
THROWING: Final = "discard"
WALL: Final = "last discard"
KNOCK_CARD: Final = "the discard of a knock"
KNOCK_MELDS: Final = "the melds of a knock"
LAY_OFFS: Final = "lay-offs"
OWN_MELDS: Final = "the melds of the other player"
OVER: Final = "the deal is over"


@dataclass(frozen=True, slots=True)
class Word:
    """A kind of decision: how many cards it names, and in which phases it can be."""

    cards: range
    phases: tuple[str, ...]


NONE, ONE = range(1), range(1, 2)
WORDS: Final[Mapping[str, Word]] = {
    "pass upcard": Word(NONE, (OFFER,)),
    "draw upcard": Word(ONE, (OFFER, DRAWING)),
    "draw stock": Word(ONE, (MUST_DRAW, DRAWING)),
    "discard": Word(ONE, (THROWING,)),
    "knock": Word(NONE, (THROWING,)),
    "knock discard": Word(ONE, (KNOCK_CARD,)),
    "knock with upcard": Word(ONE, (WALL,)),
    "pass at wall": Word(NONE, (WALL,)),
    "meld": Word(range(3, LONGEST_MELD + 1), (KNOCK_MELDS, OWN_MELDS)),
    "layoff": Word(ONE, (LAY_OFFS,)),
    "done melding": Word(NONE, (KNOCK_MELDS, OWN_MELDS)),
    "done laying off": Word(NONE, (LAY_OFFS,)),
}
_SAID: Final = re.compile(r"([01]) ([a-z]+(?: [a-z]+)*)((?: [A23456789TJQK][CDHS])*)")


@dataclass(frozen=True, slots=True)
class Said:
    """A decision of a record: who, what, and with which cards."""

    text: str
    seat: int
    word: str
    cards: tuple[Card, ...]


class Params(BaseModel):
    """The parameters of OpenSpiel's game that the records use."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    oklahoma: bool = False


class Record(BaseModel):
    """A line of the file, as it is written; cards are read when they are asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    params: Params
    policy: str
    seed: int
    hands: tuple[str, str]
    upcard: str
    stock: str
    knock_limit: int = Field(ge=0, le=10)
    decisions: tuple[str, ...]
    legal_counts: tuple[int, ...]
    end: Literal["knock", "wall", "repeated move", "upcard draw limit"]
    knocker: Literal[0, 1] | None
    deadwood: tuple[int, int] | None
    returns: tuple[int, int]

    @field_validator("hands", "upcard", "stock")
    @classmethod
    def _name_cards(cls, value: str | tuple[str, str]) -> str | tuple[str, str]:
        for text in [value] if isinstance(value, str) else value:
            cards_in(text)
        return value

    @field_validator("hands")
    @classmethod
    def _ten_each(cls, hands: tuple[str, str]) -> tuple[str, str]:
        for seat, hand in enumerate(hands):
            if len(cards_in(hand)) != 10:
                raise ValueError(f"player {seat} has {len(cards_in(hand))} cards, not 10")
        return hands

    @field_validator("upcard")
    @classmethod
    def _one_card(cls, upcard: str) -> str:
        if len(cards_in(upcard)) != 1:
            raise ValueError(f"{upcard!r} is not one card")
        return upcard

    @field_validator("decisions")
    @classmethod
    def _known_words(cls, decisions: tuple[str, ...]) -> tuple[str, ...]:
        for text in decisions:
            said(text)
        return decisions

    @cached_property
    def dealt(self) -> tuple[Card, ...]:
        """The cards in the order they came from the pack, as far as they were seen."""
        hands = [cards_in(hand) for hand in self.hands]
        by_turns = [one for pair in zip(*hands, strict=True) for one in pair]
        return (*by_turns, *cards_in(self.upcard), *cards_in(self.stock))


@lru_cache(maxsize=65_536)
def cards_in(text: str) -> tuple[Card, ...]:
    """The cards that ``text`` names, apart.

    Raises:
        ValueError: if a word of it is no card.
    """
    return tuple(card(word) for word in text.split())


@lru_cache(maxsize=65_536)
def said(text: str) -> Said:
    """Read a decision.

    Raises:
        ValueError: if no decision is written so.
    """
    found = _SAID.fullmatch(text)
    word = WORDS.get(found[2]) if found else None
    if found is None or word is None:
        raise ValueError(f"{text!r} is not a decision")
    cards = cards_in(found[3])
    if len(cards) not in word.cards:
        raise ValueError(f"{text!r} names {len(cards)} cards")
    return Said(text, int(found[1]), found[2], cards)


class BadRecord(ValueError):
    """A line that is not a record of a deal, or a file that cannot be read."""


def read_record(line: str | bytes) -> Record:
    """Read a line of the file.

    Raises:
        BadRecord: saying in one line what is wrong with it.
    """
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        reason = fault["msg"].removeprefix("Value error, ")
        raise BadRecord(f"{place}: {reason}" if place else reason) from None


def read_records(path: Path) -> Iterator[Record]:
    """Read a file of records, one a line, packed by gzip or not.

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
                yield read_record(line)
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord(f"{path}: {reason}") from None
    if not number:
        raise BadRecord(f"{path}: there is no record in it")
