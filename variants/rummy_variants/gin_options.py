"""Gin's options, and those of them that its relatives share."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from rummy_core.options import VariantOptions, option


class SharedGinOptions(VariantOptions):
    """Options of every game of the Gin kind: all of Gin's that need no opening of a certain form."""

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
        100,
        "points that end the game",
        "pagat, Gin: 100, four players 125; GameColony: 150 to 300",
        ge=1,
        le=100_000,
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
    hollywood: bool = option(
        False,
        "Hollywood scoring: three columns, each a game of its own; a first win is entered in one, a second "
        "in two, later ones in all",
        "rummy-games.com; ginrummy.cards; Scarne, as told by pokerwiner",
    )
    undercut_on_tie: bool = option(
        True, "equal counts are an undercut; if not, nobody scores", "pagat, Gin; other programs: off"
    )

    @model_validator(mode="after")
    def _check_big_gin(self) -> SharedGinOptions:
        if 0 < self.big_gin < self.gin_bonus:
            raise ValueError(f"big_gin = {self.big_gin} is worth less than gin_bonus = {self.gin_bonus}")
        return self

    @property
    def deals_eleven(self) -> bool:
        """Whether the non-dealer gets eleven cards and no card is turned up."""
        return False

    @property
    def eleven_may_knock(self) -> bool:
        """Whether the first turn with eleven cards dealt may be a knock."""
        return False


class GinOptions(SharedGinOptions):
    """Options of Gin Rummy."""

    knock_limit: int = option(
        10, "most deadwood a knock may have; 0: gin only (Straight Gin)", "pagat, Gin; GameColony, Gin Only",
        ge=0, le=100,
    )  # fmt: skip
    start: Literal["upcard", "eleven_cards"] = option(
        "upcard",
        "an upcard is offered, or the non-dealer gets eleven cards and only discards first",
        "pagat, Gin, variations",
    )
    eleven_card_knock: bool = option(
        False, "with eleven cards dealt, the first discard may be a knock", "pagat, Gin, read both ways"
    )

    @model_validator(mode="after")
    def _check_eleven(self) -> GinOptions:
        if self.eleven_card_knock and self.start != "eleven_cards":
            raise ValueError("eleven_card_knock needs start = eleven_cards: without it there is no such turn")
        return self

    @property
    def deals_eleven(self) -> bool:
        """Whether the non-dealer gets eleven cards and no card is turned up."""
        return self.start == "eleven_cards"

    @property
    def eleven_may_knock(self) -> bool:
        """Whether the first turn with eleven cards dealt may be a knock."""
        return self.eleven_card_knock
