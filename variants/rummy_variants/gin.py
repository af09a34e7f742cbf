"""Gin Rummy for two to four, and Straight Gin: knock with little deadwood, or go gin.

Rules as told by pagat.com (Gin Rummy) and GameColony (gin rules); the table of
options names the source of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rummy_core.columns import Column
from rummy_core.events import NoteValue
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.knocking import (
    KNOCK_COUNT,
    KNOCK_LIMIT,
    KNOCKED,
    KNOCKER,
    WENT_OUT,
    AnswerStep,
    KnockStep,
    LastDiscardStep,
    RetakeStep,
)
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import ACES_IN_RUNS, DISCARD_PILE, KNOCK, MELDS_OF_THREE, UPCARD
from rummy_core.rulebook import Variant
from rummy_core.scoring import (
    CardValues,
    DealResult,
    MatchSheet,
    NotOver,
    RoundResult,
    ScoreLine,
    ScoreSheet,
    Seating,
)
from rummy_core.steps import DrawStep, OfferUpcard, Step
from rummy_core.table import Table
from rummy_core.zones import discard_pile, hands, stock
from rummy_variants import gin_match
from rummy_variants.gin_match import PARTNERS
from rummy_variants.gin_options import GinOptions, SharedGinOptions
from rummy_variants.gin_words import describe

HAND_SIZE = 10
LAST_STOCK = 2
PIPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
EXTRA_BOXES = {"undercut": 1, "gin": 2, "big gin": 2}
"""Boxes beside the ordinary one, by the ending of the deal, where they are played. (Oklahoma, options)"""


class GinRules:
    """Gin as answers to the hooks."""

    def __init__(self, options: SharedGinOptions) -> None:
        self.options = options

    @hookimpl
    def card_values(self) -> CardValues:
        """Pips, pictures 10, the ace by option. (Gin, facts 1)"""
        return CardValues.by_rank((self.options.ace_deadwood, *PIPS))

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets of three or four, runs of three or more. (Gin, fact 4)"""
        return MeldRules(ace=Ace.AROUND if self.options.ace == "around" else Ace.LOW)

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Offer, draw, discard or knock, answer. (Gin, facts 5 to 10)"""
        options = self.options
        gra = options.same_card_discard == "gra"
        take_last = options.last_discard != "void_at_once"
        discard = KnockStep(
            same_card=gra,
            note_returned=gra,
            go_out=options.big_gin > 0,
            last_stock=LAST_STOCK,
            at_last="last discard" if take_last else "",
        )
        first = KnockStep(
            name="first discard",
            knocks=options.eleven_may_knock,
            go_out=options.big_gin > 0,
            after_draw=False,
        )
        back = gra or options.last_discard == "may_take_and_return"
        last = KnockStep(name="last knock", same_card=back, go_out=options.big_gin > 0)
        return (
            OfferUpcard(),
            DrawStep(name="draw from stock", from_pile=False, pile_closed=UPCARD_REFUSED),
            first,
            RetakeStep() if gra else DrawStep(),
            discard,
            LastDiscardStep(),
            last,
            AnswerStep(lay_off_on_gin=options.layoff_on_gin),
        )

    @hookimpl
    def match_sides(self, players: int) -> tuple[tuple[int, ...], ...] | None:
        """Four play as two sides, partners opposite. (Gin, four players)"""
        return PARTNERS if players == 4 else None

    @hookimpl
    def seatings(self, match: MatchState) -> tuple[Seating, ...]:
        """Two seats, two of three players, or two tables. (Gin, fact 2; G-13, G-14)"""
        return gin_match.seatings(self.options, match)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Ten cards each and an upcard, or eleven for the non-dealer. (Gin, fact 3)"""
        if seats != 2:
            raise ValueError(f"a deal of gin is played by two, not {seats}; more players take turns")
        first = 1 - dealer
        eleven = self.options.deals_eleven
        return DealPlan(
            zones=(stock(), discard_pile(seats), *hands(seats)),
            hands=tuple(HAND_SIZE + (eleven and seat == first) for seat in range(seats)),
            first=first,
            step="first discard" if eleven else "upcard",
            upcard=not eleven,
        )

    @hookimpl
    def deal_notes(self) -> Mapping[str, NoteValue]:
        """The knock limit. (Gin, fact 7)"""
        assert isinstance(self.options, GinOptions), "who has no such option answers this himself"
        return {KNOCK_LIMIT: self.options.knock_limit}

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Difference, gin, or undercut; nothing for a void deal. (Gin, facts 10 and 11)"""
        if ending != KNOCKED:
            return ScoreSheet(ending, void=True)
        knocker = table.deal_notes[KNOCKER]
        count = table.deal_notes[KNOCK_COUNT]
        assert isinstance(knocker, int)
        assert isinstance(count, int)
        other = 1 - knocker
        theirs = table.rules.arranger.points(table.hand(other))
        if count == 0:
            return self._gin(knocker, theirs, WENT_OUT in table.deal_notes)
        if count < theirs:
            line = ScoreLine(knocker, f"deadwood {theirs} - {count}", theirs - count)
            return self._won("knock", knocker, (line,))
        if count == theirs and not self.options.undercut_on_tie:
            return ScoreSheet("tie", void=True)
        lines = (
            ScoreLine(other, f"deadwood {count} - {theirs}", count - theirs),
            ScoreLine(other, "undercut", self.options.undercut_bonus),
        )
        return self._won("undercut", other, lines)

    def _gin(self, knocker: int, theirs: int, went_out: bool) -> ScoreSheet:
        if theirs == 0 and self.options.layoff_on_gin and not went_out:
            return ScoreSheet("gin stopped", void=True)
        name = "big gin" if went_out else "gin"
        bonus = self.options.big_gin if went_out else self.options.gin_bonus
        lines = (ScoreLine(knocker, f"deadwood {theirs} - 0", theirs), ScoreLine(knocker, name, bonus))
        return self._won(name, knocker, lines)

    def _won(self, ending: str, side: int, lines: tuple[ScoreLine, ...]) -> ScoreSheet:
        """A deal won by ``side``: one box, and the extra ones where they are played."""
        extra = EXTRA_BOXES.get(ending, 0) if self.options.extra_boxes else 0
        return gin_match.with_boxes(self.options, ScoreSheet(ending, lines, side), 1 + extra)

    @hookimpl
    def score_round(self, match: MatchState, deals: Sequence[DealResult]) -> RoundResult | None:
        """The difference of two tables, where there are two. (Gin, G-9, G-14, G-15)"""
        return gin_match.score_tables(match, deals) if len(deals) > 1 else None

    @hookimpl
    def score_columns(self, match: MatchState) -> tuple[Column, ...]:
        """Hollywood's columns. (Gin, Hollywood scoring)"""
        return gin_match.columns(self.options, match)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """Game bonus, shutout and boxes, once someone has reached the target. (Gin, fact 12)"""
        return gin_match.score_match(self.options, match, stopped)


UPCARD_REFUSED = "Both refused the upcard: you must draw from the stock."


GIN = Variant(
    name="gin",
    title="Gin Rummy",
    options=GinOptions,
    rules=GinRules,
    describe=describe,
    players=(2, 4),
    default_players=2,
    by_players={4: {"target": 125}},
    unfit=gin_match.unfit,
    presets={
        "default": {},
        "gin25": {"gin_bonus": 25, "undercut_bonus": 20},
        "all25": {"gin_bonus": 25, "undercut_bonus": 25, "box_bonus": 25},
        "gamecolony": {
            "gin_bonus": 25,
            "undercut_bonus": 20,
            "box_bonus": 25,
            "shutout": "score_doubled",
            "shutout_test": "no_deal_won",
            "next_dealer": "alternate",
            "last_discard": "may_take_and_return",
        },
        "double_all": {"gin_bonus": 25, "undercut_bonus": 20, "box_bonus": 25, "shutout": "all_doubled"},
        "straight": {"knock_limit": 0},
        "round_the_corner": {
            "ace": "around",
            "ace_deadwood": 15,
            "layoff_on_gin": True,
            "gin_bonus": 20,
            "undercut_bonus": 20,
            "box_bonus": 20,
            "target": 125,
        },
        "eaai": {
            "gin_bonus": 25,
            "undercut_bonus": 25,
            "box_bonus": 0,
            "game_bonus": 0,
            "next_dealer": "alternate",
        },
    },
    notions=frozenset({KNOCK, UPCARD, DISCARD_PILE, MELDS_OF_THREE, ACES_IN_RUNS}),
)

STRAIGHT_GIN = replace(GIN, default_preset="straight")
