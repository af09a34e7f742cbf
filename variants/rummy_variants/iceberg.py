"""Iceberg, by Gordon Bower: the longer a meld, the more its next card counts for whoever lays it.

Rules as told by Rick Fosdick (Scoring Rummies, and his page of Iceberg) and by the inventor's
page; rummyrulebook.com for the special melds. The table of options names the source of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator

from rummy_core.cards import CARDS, cards_of, mask_of
from rummy_core.exposing import exposed_before, exposed_by
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import STOCK_OUT
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import (
    CARD_ENDS_TURN,
    EXPOSED_ACES,
    HANDS_SCORE,
    LAY_OFFS_ANYWHERE,
    MELDS_ON_TABLE,
    MELDS_SCORE,
    PASSED_CARD,
)
from rummy_core.options import VariantOptions, option
from rummy_core.packs import Pack
from rummy_core.passing_on import PassOnStep, PickUpStep, passed_to
from rummy_core.rulebook import Variant
from rummy_core.scoring import CardValues, MatchSheet, NotOver, ScoreLine, ScoreSheet, leader
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.table_points import laid_by
from rummy_core.targets import by_target
from rummy_core.zones import hands, stock
from rummy_variants.iceberg_points import IN_HAND, SPECIALS, iceberg_values
from rummy_variants.iceberg_turn import laid_in_that_turn, one_more_turn
from rummy_variants.iceberg_words import describe

HAND_SIZE: Final = 7
TWO_PACKS_FROM: Final = 4
ACES: Final = mask_of(card for card in CARDS if card.rank == 1)
ACE_POINTS: Final = 20
LAST_ACE: Final = "last ace"

Points = Annotated[int, Field(ge=0, le=10_000)]


class IcebergOptions(VariantOptions):
    """Options of Iceberg."""

    aces: Literal["multiplier", "plus20"] = option(
        "multiplier",
        "what aces do to the score of a deal: one doubles it, two triple it and so on; or each adds 20",
        "Fosdick, Iceberg: both; he recommends the second",
    )
    target: int = option(
        5000,
        "points that end the game",
        "Fosdick, Iceberg, for two players; for more no source",
        ge=1,
        le=100_000,
    )
    special_values: tuple[Points, Points, Points, Points] = option(
        (700, 700, 350, 350),
        "points of the special melds: K-J-9-7-5-3 and Q-10-8-6-4-2 in one suit, then each in one colour "
        "and both its suits",
        "bestfreenewgames.com, Iceberg, for the first; the others are our ruling",
    )
    first_player: Literal["left", "right"] = option(
        "left",
        "who begins: at the left or at the right of the dealer",
        "rummyrulebook.com; inventor's page: right",
    )
    pair_distinct_suits: bool = option(
        False, "a pair has two suits, which matters with two packs", "rummyrulebook.com: different suits"
    )
    hold_penalty: Literal["every_card", "non_playables"] = option(
        "every_card",
        "what costs 10: every card left in hand, or those alone that one more turn would not lay",
        "Fosdick, Iceberg: the sample hand and the inventor's page; the text read the other way",
    )

    @field_validator("special_values", mode="before")
    @classmethod
    def _as_typed_values(cls, value: object) -> object:
        # As typed: 700,700,350,350 or with strokes between.
        values = value.replace("/", ",").split(",") if isinstance(value, str) else value
        if isinstance(values, Sequence) and len(values) != len(SPECIALS):
            raise ValueError(f"there are {len(SPECIALS)} values, such as 700,700,350,350")
        return values


class IcebergRules:
    """Iceberg as answers to the hooks."""

    def __init__(self, options: IcebergOptions) -> None:
        self.options = options
        self._special_values = dict(zip((one.name for one in SPECIALS), options.special_values, strict=True))

    @hookimpl
    def pack(self, seats: int) -> Pack:
        """One pack for two or three, two for more. (Iceberg, fact 1; IC-18)"""
        return Pack(2 if seats >= TWO_PACKS_FROM else 1)

    @hookimpl
    def card_values(self) -> CardValues:
        """By place in the meld; 10 a card in hand. (Iceberg, facts 5 and 7)"""
        return iceberg_values(self._special_values)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Pairs, sets of any size, runs from 2 to king, special melds; no aces. (Iceberg, fact 4; IC-10)"""
        return MeldRules(
            min_set=2,
            max_set=0,
            ace=Ace.NONE,
            equal_cards=True,
            unlike_pairs=self.options.pair_distinct_suits,
            patterns=SPECIALS,
        )

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Pick up, draw, expose; meld and pass a card on. (Iceberg, facts 2 and 3)"""
        # The stock lasts: whoever draws its last card has exposed the last ace. (IC-12)
        return (
            PickUpStep(exposes=ACES, pass_ends=STOCK_OUT),
            PassOnStep(exposes=ACES, exposed_ends=LAST_ACE),
        )

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Seven cards each, no upcard and no discard pile. (Iceberg, facts 1 and 3)"""
        passed = (passed_to(seat, seats) for seat in range(seats))
        exposed = (exposed_before(seat, seats) for seat in range(seats))
        return DealPlan(
            zones=(stock(), *passed, *exposed, *hands(seats)),
            hands=(HAND_SIZE,) * seats,
            first=(dealer + (1 if self.options.first_player == "left" else -1)) % seats,
            step="draw",
            upcard=False,
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Cards laid, less cards in hand and what one more turn would earn; then aces. (Iceberg, fact 7)"""
        seats = range(table.layout.seats)
        lines = [line for seat in seats for line in self._score(table, seat)]
        points = [sum(line.points for line in lines if line.side == seat) for seat in seats]
        return ScoreSheet(ending, tuple(lines), leader(points))

    def _score(self, table: Table, seat: int) -> list[ScoreLine]:
        laid = laid_by(table, seat)
        lines = [ScoreLine(seat, "cards laid", laid)]
        hand = table.hand(seat)
        situation = hand, table.melds, self._special_values, self.options.pair_distinct_suits
        turn = one_more_turn(*situation)
        held = hand.bit_count()
        if self.options.hold_penalty == "non_playables":
            held -= turn.cards
        if held:
            which = "not playable" if self.options.hold_penalty == "non_playables" else "in hand"
            reason = f"{_count(held, 'card')} {which} at {IN_HAND}"
            lines.append(ScoreLine(seat, reason, -IN_HAND * held, (seat,)))
        if turn.cards:
            laid_then = sorted(cards_of(laid_in_that_turn(*situation)), key=lambda one: (one.rank, one.suit))
            cards = " ".join(card.text for card in laid_then)
            lines.append(ScoreLine(seat, f"one more turn would have laid {cards}", -turn.points))
        return lines + self._aces(seat, exposed_by(table, seat).bit_count(), sum(one.points for one in lines))

    def _aces(self, seat: int, aces: int, points: int) -> list[ScoreLine]:
        if not aces:
            return []
        if self.options.aces == "plus20":
            return [ScoreLine(seat, f"{_count(aces, 'ace')} at {ACE_POINTS}", ACE_POINTS * aces)]
        return [ScoreLine(seat, f"{_count(aces, 'ace')} at the {points} so far", points * aces)]

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total at or over the target wins. (Iceberg, fact 8; IC-14)"""
        return by_target(match, self.options.target, stopped)


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


ICEBERG = Variant(
    name="iceberg",
    title="Iceberg",
    options=IcebergOptions,
    rules=IcebergRules,
    describe=describe,
    players=(2, 6),
    default_players=2,
    presets={"default": {}, "moderate": {"aces": "plus20"}},
    notions=frozenset(
        {
            PASSED_CARD,
            EXPOSED_ACES,
            MELDS_ON_TABLE,
            LAY_OFFS_ANYWHERE,
            CARD_ENDS_TURN,
            MELDS_SCORE,
            HANDS_SCORE,
        }
    ),
)
