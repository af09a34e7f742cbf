"""Oklahoma Gin: Gin in which the upcard says how low a knock must be, and a spade counts double.

Rules as told by pagat.com (Gin Rummy, Oklahoma Gin), GameColony and bicyclecards.com; the table of
options names the source of each. Gin answers all that does not differ.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import model_validator

from rummy_core.cards import SUITS, Card
from rummy_core.events import NoteValue
from rummy_core.hooks import hookimpl
from rummy_core.knocking import COUNTS_DOUBLE, KNOCK_LIMIT, UPCARD
from rummy_core.options import option
from rummy_core.rulebook import Variant
from rummy_core.scoring import ScoreLine, ScoreSheet
from rummy_core.table import Table
from rummy_core.zones import DISCARD
from rummy_variants import gin_words
from rummy_variants.gin import EXTRA_BOXES, GIN
from rummy_variants.gin_match import unfit, with_boxes, without_boxes
from rummy_variants.gin_options import SharedGinOptions

SPADES = SUITS.index("S")
HIGHEST = 10


class OklahomaOptions(SharedGinOptions):
    """Options of Oklahoma Gin: Gin's, but for those that the upcard settles."""

    left_out: ClassVar[Mapping[str, str]] = {
        "knock_limit": "knock_limit is no option of Oklahoma Gin: the upcard of each deal sets it",
        "start": "start is no option of Oklahoma Gin: without an upcard there is no limit to knock by",
        "eleven_card_knock": "eleven_card_knock is no option of Oklahoma Gin: an upcard is always offered",
    }

    target: int = option(150, "points that end the game", "pagat, Oklahoma Gin", ge=1, le=100_000)
    extra_boxes: bool = option(
        False,
        "extra boxes, two for gin and one for an undercut; four and two where a spade doubles",
        "pagat, Oklahoma Gin; rummytalk",
    )
    ace_upcard: Literal["one", "gin_only"] = option(
        "one",
        "with an ace turned up a knock may have one point, or must be gin",
        "pagat, Oklahoma Gin; GameColony and bicyclecards: gin_only",
    )
    spade_doubles: bool = option(
        True,
        "a spade turned up doubles the score of the deal, bonuses included",
        "pagat, Oklahoma Gin; bicyclecards: an option; GameColony: off",
    )
    spade_doubles_box: bool = option(
        False, "a spade doubles the ordinary box of the deal as well", "played; pagat: the box stays one"
    )

    @model_validator(mode="after")
    def _check_spade(self) -> OklahomaOptions:
        if self.spade_doubles_box and not self.spade_doubles:
            raise ValueError("spade_doubles_box needs spade_doubles: without it a spade means nothing")
        return self


class OklahomaRules:
    """What Oklahoma answers otherwise than Gin."""

    def __init__(self, options: OklahomaOptions) -> None:
        self.options = options

    @hookimpl
    def deal_notes(self, table: Table) -> Mapping[str, NoteValue]:
        """The upcard sets limit and doubling before anybody takes it. (Oklahoma, facts 1 and 2; O-6)

        Where a position has an empty pile nobody knows what was turned up: ten, unless it says so.
        """
        pile = table.cards(DISCARD)
        if not pile:
            return {KNOCK_LIMIT: HIGHEST}
        upcard = pile[0]
        notes: dict[str, NoteValue] = {UPCARD: upcard, KNOCK_LIMIT: self._limit(upcard)}
        if self.options.spade_doubles and upcard.suit == SPADES:
            notes[COUNTS_DOUBLE] = True
        return notes

    def _limit(self, upcard: Card) -> int:
        """The Gin value of the upcard; an ace is always low here. (Oklahoma, fact 1; O-3, G-19)"""
        if upcard.rank == 1 and self.options.ace_upcard == "gin_only":
            return 0
        return min(upcard.rank, HIGHEST)

    @hookimpl(wrapper=True)
    def score_deal(self, table: Table) -> Generator[None, ScoreSheet, ScoreSheet]:
        """Double what a deal on a spade is worth. (Oklahoma, fact 2; O-1, O-4)"""
        sheet = yield
        if sheet.winner < 0 or COUNTS_DOUBLE not in table.deal_notes:
            return sheet
        points = without_boxes(self.options, sheet)
        again = ScoreLine(sheet.winner, "a spade was turned up: doubled", points.points(sheet.winner))
        extra = 2 * EXTRA_BOXES.get(sheet.ending, 0) if self.options.extra_boxes else 0
        ordinary = 2 if self.options.spade_doubles_box else 1
        return with_boxes(self.options, replace(points, lines=(*points.lines, again)), ordinary + extra)


def describe(options: OklahomaOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    ace = "an ace 1" if options.ace_upcard == "one" else "an ace allows gin only"
    limit = (
        f"The first upcard sets the knock limit of the deal, for both players and whoever takes it: pictures "
        f"10, {ace}, others their pips."
    )
    return [
        *gin_words.aim(options, players),
        *gin_words.play(options),
        limit,
        *gin_words.knock(options, "is within the limit"),
        *gin_words.score(options, players, spade=_spade(options)),
        *gin_words.match(options, players),
    ]


def _spade(options: OklahomaOptions) -> tuple[str, ...]:
    if not options.spade_doubles:
        return ()
    spade = "If the upcard is a spade, the score of the deal is doubled, bonuses included"
    if options.spade_doubles_box and options.extra_boxes:
        return (f"{spade}; and so are all its boxes.",)
    if options.spade_doubles_box:
        return (f"{spade}; and so is its box.",)
    if options.extra_boxes:
        return (f"{spade}; and so are the extra boxes, but not the ordinary one.",)
    return (f"{spade}; its box is not.",)


OKLAHOMA = Variant(
    name="oklahoma",
    title="Oklahoma Gin",
    options=OklahomaOptions,
    rules=OklahomaRules,
    describe=describe,
    players=GIN.players,
    default_players=2,
    unfit=unfit,
    base=GIN,
    presets={
        "default": {},
        "boxes": {"extra_boxes": True},
        "gamecolony": {
            **GIN.presets["gamecolony"],
            "ace_upcard": "gin_only",
            "spade_doubles": False,
            "target": 100,
        },
    },
)
