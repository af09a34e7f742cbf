"""Gin Rummy for two, and Straight Gin: knock with little deadwood, or go gin.

Rules as told by pagat.com (Gin Rummy) and GameColony (gin rules); the table of
options names the source of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import field_validator, model_validator

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
from rummy_core.options import VariantOptions, option
from rummy_core.rulebook import Variant
from rummy_core.scoring import (
    NOT_OVER,
    CardValues,
    MatchSheet,
    NotOver,
    ScoreLine,
    ScoreSheet,
    Seating,
    leader,
    total_boxes,
    total_points,
)
from rummy_core.steps import DrawStep, OfferUpcard, Step
from rummy_core.table import Table
from rummy_core.zones import discard_pile, hands, stock
from rummy_variants.gin_words import describe

HAND_SIZE = 10
LAST_STOCK = 2
PIPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class GinOptions(VariantOptions):
    """Options of Gin Rummy."""

    knock_limit: int = option(
        10, "most deadwood a knock may have; 0: gin only (Straight Gin)", "pagat, Gin; GameColony, Gin Only",
        ge=0, le=100,
    )  # fmt: skip
    gin_bonus: int = option(20, "points for going gin", "pagat, Gin: 20, some 25", ge=0, le=1000)
    undercut_bonus: int = option(
        10, "points for undercutting the knocker", "pagat, Gin: 10, some 20 or 25", ge=0, le=1000
    )
    box_bonus: int = option(20, "points at the end for each box", "pagat, Gin: 20, some 25", ge=0, le=1000)
    box_timing: Literal["end", "at_once"] = option(
        "end",
        "boxes are added when the game is over, or when they are won and count to the target",
        "pagat, Gin: at the end; both are played",
    )
    game_bonus: int = option(100, "points for winning the game", "pagat, Gin", ge=0, le=10_000)
    target: int = option(
        100, "points that end the game", "pagat, Gin; GameColony: 150 to 300", ge=1, le=100_000
    )
    shutout: Literal["bonus_doubled", "score_doubled", "all_doubled"] = option(
        "bonus_doubled",
        "what a loser without a score costs: the game bonus doubled; the winner's score and game bonus "
        "doubled; or boxes doubled as well",
        "pagat, Gin; GameColony; Fosdick, opening text",
    )
    shutout_test: Literal["no_points", "no_deal_won"] = option(
        "no_points", "what makes a shutout: the loser has no points, or has won no deal", "pagat; GameColony"
    )
    next_dealer: Literal["loser", "winner", "alternate"] = option(
        "loser", "who deals after a deal that counted", "pagat, Gin; GameColony: alternate"
    )
    start: Literal["upcard", "eleven_cards"] = option(
        "upcard",
        "an upcard is offered, or the non-dealer gets eleven cards and only discards first",
        "pagat, Gin, variations",
    )
    last_discard: Literal["void_at_once", "may_take", "may_take_and_return"] = option(
        "void_at_once",
        "when two stock cards are left after a discard: void; the other may take it to knock with another "
        "discard; or may knock turning that card down again",
        "pagat, Gin; GameColony, action on the 50th card",
    )
    same_card_discard: Literal["forbidden", "gra"] = option(
        "forbidden",
        "discarding the card just taken: forbidden; or allowed, its discarder may retake it only to knock",
        "pagat, Gin: Gin Rummy Association",
    )
    eleven_card_knock: bool = option(
        False, "with eleven cards dealt, the first discard may be a knock", "pagat, Gin, read both ways"
    )
    ace: Literal["low", "around"] = option(
        "low", "aces low only, or high, low and inside a run", "pagat; rummy-games.com, Round the Corner"
    )
    ace_deadwood: Literal[1, 15] = option(1, "what an unmatched ace counts", "pagat; rummy-games.com: 15")
    layoff_on_gin: bool = option(
        False,
        "lay-offs also on a gin hand; an opponent who gets to 0 stops its score",
        "rummy-games.com, Round the Corner",
    )
    big_gin: int = option(
        0,
        "bonus, in place of the gin bonus, for eleven melded cards without a discard; 0: not played",
        "spielegratis24: 31; Spanish rules: 50",
        ge=0,
        le=1000,
    )
    extra_boxes: bool = option(
        False, "two extra boxes for gin, one for an undercut", "pagat, Oklahoma; rummytalk"
    )
    undercut_on_tie: bool = option(
        True, "equal counts are an undercut; if not, nobody scores", "pagat, Gin; other programs: off"
    )

    @field_validator("ace_deadwood", mode="before")
    @classmethod
    def _as_typed(cls, value: object) -> object:
        # pydantic reads "10" for a number, but not for a choice of numbers.
        return int(value) if isinstance(value, str) and value.strip().isdecimal() else value

    @model_validator(mode="after")
    def _check(self) -> GinOptions:
        if self.eleven_card_knock and self.start != "eleven_cards":
            raise ValueError("eleven_card_knock needs start = eleven_cards: without it there is no such turn")
        if 0 < self.big_gin < self.gin_bonus:
            raise ValueError(f"big_gin = {self.big_gin} is worth less than gin_bonus = {self.gin_bonus}")
        return self


class GinRules:
    """Gin as answers to the hooks."""

    def __init__(self, options: GinOptions) -> None:
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
            knocks=options.eleven_card_knock,
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
    def seatings(self, match: MatchState) -> tuple[Seating, ...]:
        """Two seats; the loser deals next, unless the option says otherwise. (Gin, fact 2)"""
        dealer = match.first_dealer
        for one in match.rounds:
            winner = one.deals[0].sheet.winner
            if winner < 0:
                continue
            if self.options.next_dealer == "alternate":
                dealer = 1 - dealer
            else:
                dealer = winner if self.options.next_dealer == "winner" else 1 - winner
        return (Seating((0, 1), dealer),)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Ten cards each and an upcard, or eleven for the non-dealer. (Gin, fact 3)"""
        first = 1 - dealer
        eleven = self.options.start == "eleven_cards"
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
        return self._won("undercut", other, lines, extra=1)

    def _gin(self, knocker: int, theirs: int, went_out: bool) -> ScoreSheet:
        if theirs == 0 and self.options.layoff_on_gin and not went_out:
            return ScoreSheet("gin stopped", void=True)
        name = "big gin" if went_out else "gin"
        bonus = self.options.big_gin if went_out else self.options.gin_bonus
        lines = (ScoreLine(knocker, f"deadwood {theirs} - 0", theirs), ScoreLine(knocker, name, bonus))
        return self._won(name, knocker, lines, extra=2)

    def _won(self, ending: str, side: int, lines: tuple[ScoreLine, ...], extra: int = 0) -> ScoreSheet:
        """A deal won by ``side``: one box, and the extra ones where they are played."""
        count = 1 + extra if self.options.extra_boxes else 1
        if self.options.box_timing == "at_once":
            each = self.options.box_bonus
            return ScoreSheet(ending, (*lines, ScoreLine(side, _boxes(count, each), count * each)), side)
        return ScoreSheet(ending, lines, side, tuple(count if one == side else 0 for one in range(2)))

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """Game bonus, shutout and boxes, once someone has reached the target. (Gin, fact 12)"""
        sides = len(match.sides)
        points = total_points(match.rounds, sides)
        boxes = total_boxes(match.rounds, sides)
        winner = leader(points)
        reached = winner >= 0 and points[winner] >= self.options.target
        if not reached and not stopped:
            return NOT_OVER
        lines: list[ScoreLine] = []
        shutout = False
        if reached:
            losers = [side for side in range(sides) if side != winner]
            shutout = not any(self._has_scored(match, points, side) for side in losers)
            lines += self._game_bonus(winner, points[winner], shutout)
        for side in range(sides):
            doubled = 2 if shutout and side == winner and self.options.shutout == "all_doubled" else 1
            each = self.options.box_bonus * doubled
            if boxes[side] * each:
                lines.append(ScoreLine(side, _boxes(boxes[side], each), boxes[side] * each))
        totals = tuple(
            points[side] + sum(line.points for line in lines if line.side == side) for side in range(sides)
        )
        reason = f"target {self.options.target} reached" if reached else stopped
        return MatchSheet(points, tuple(lines), totals, winner, reason)

    def _has_scored(self, match: MatchState, points: Sequence[int], side: int) -> bool:
        if self.options.shutout_test == "no_points":
            return points[side] > 0
        return any(one.winner == side for one in match.rounds)

    def _game_bonus(self, winner: int, points: int, shutout: bool) -> list[ScoreLine]:
        bonus = self.options.game_bonus
        lines = [ScoreLine(winner, "game bonus", bonus)] if bonus else []
        if shutout and self.options.shutout != "bonus_doubled":
            lines.append(ScoreLine(winner, "shutout: points and game bonus doubled", points + bonus))
        elif shutout and bonus:
            lines.append(ScoreLine(winner, "shutout: game bonus doubled", bonus))
        return lines


def _boxes(count: int, each: int) -> str:
    return f"{count} {'box' if count == 1 else 'boxes'} at {each}"


UPCARD_REFUSED = "Both refused the upcard: you must draw from the stock."


GIN = Variant(
    name="gin",
    title="Gin Rummy",
    options=GinOptions,
    rules=GinRules,
    describe=describe,
    players=(2, 2),
    default_players=2,
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
    notions=frozenset({"knock", "upcard", "discard pile"}),
)

STRAIGHT_GIN = replace(GIN, default_preset="straight")
