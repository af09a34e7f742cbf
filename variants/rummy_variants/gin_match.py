"""Gin's matches: who sits down with whom, what a round is worth, and how the game is settled.

For two, for three of whom the dealer sits out, and for two sides of two at two tables; with one
score or with Hollywood's three columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rummy_core.columns import Column, columns_of
from rummy_core.hooks import MatchState
from rummy_core.scoring import (
    NOT_OVER,
    DealResult,
    MatchSheet,
    NotOver,
    RoundResult,
    ScoreLine,
    ScoreSheet,
    Seating,
    each_two_settle,
    leader,
    total_boxes,
    total_points,
)
from rummy_core.targets import by_target
from rummy_variants.gin_options import SharedGinOptions

COLUMNS: Final = 3
PARTNERS: Final = ((0, 2), (1, 3))
ROUND_TABLES: Final = (((0, 1), (2, 3)), ((0, 3), (2, 1)))
"""The two tables of odd and of even rounds; the first player of each is of side 0."""


def unfit(options: SharedGinOptions, players: int) -> str:
    """Why these options cannot be played by so many; empty where they can. (Gin, G-20)"""
    if players == 3 and options.hollywood:
        return "hollywood is for two players or two sides: with three there are no columns"
    if players == 3 and options.next_dealer != "loser":
        return f"next_dealer = {options.next_dealer} is not for three players: the loser deals and sits out"
    if players == 4 and options.box_timing == "at_once":
        return "box_timing = at_once is not for four players: a box is won when both tables have played"
    return ""


# Who plays.


def seatings(options: SharedGinOptions, match: MatchState) -> tuple[Seating, ...]:
    """Who plays the next round, and who deals. (Gin, fact 2; G-13, G-14)"""
    if match.players == 3:
        return (_two_of_three(match),)
    dealer = _side_of(match, match.first_dealer)
    for one in match.rounds:
        if one.winner < 0:
            continue
        if options.next_dealer == "alternate":
            dealer = 1 - dealer
        else:
            dealer = one.winner if options.next_dealer == "winner" else 1 - one.winner
    if match.players == 2:
        return (Seating((0, 1), dealer),)
    counted = sum(not one.void for one in match.rounds)
    return tuple(Seating(pair, dealer) for pair in ROUND_TABLES[counted % 2])


def _two_of_three(match: MatchState) -> Seating:
    """The dealer sits out, and the loser deals next: the player on his left begins. (Gin, G-13)"""
    dealer = match.first_dealer
    for one in match.rounds:
        if one.winner >= 0:
            (dealer,) = (player for player in one.deals[0].seating.players if player != one.winner)
    return Seating(((dealer + 1) % 3, (dealer + 2) % 3), dealer=1, sitting_dealer=dealer)


def _side_of(match: MatchState, player: int) -> int:
    return next(side for side, players in enumerate(match.sides) if player in players)


# What is won.


def with_boxes(options: SharedGinOptions, sheet: ScoreSheet, count: int) -> ScoreSheet:
    """Write so many boxes for the winner of a deal: beside the points, or as points at once."""
    if options.box_timing == "at_once":
        each = options.box_bonus
        line = ScoreLine(sheet.winner, _boxes(count, each), count * each)
        return replace(sheet, lines=(*sheet.lines, line))
    return replace(sheet, boxes=tuple(count if side == sheet.winner else 0 for side in range(2)))


def without_boxes(options: SharedGinOptions, sheet: ScoreSheet) -> ScoreSheet:
    """Take away what :func:`with_boxes` wrote."""
    if options.box_timing == "at_once":
        return replace(sheet, lines=sheet.lines[:-1])
    return replace(sheet, boxes=())


def score_tables(match: MatchState, deals: Sequence[DealResult]) -> RoundResult:
    """The difference of two tables goes to the side with more, with one box. (Gin, G-9, G-14, G-15)

    Extra boxes stay with the side of the player who earned them.
    """
    scores = [0, 0]
    boxes = [0, 0]
    for deal in deals:
        for seat, player in enumerate(deal.seating.players):
            side = _side_of(match, player)
            scores[side] += deal.sheet.points(seat)
            if deal.sheet.winner == seat:
                boxes[side] += deal.sheet.boxes[seat] - 1
    ahead = leader(scores)
    if ahead >= 0:
        boxes[ahead] += 1
    points = tuple(scores[side] - min(scores) for side in range(2))
    void = all(deal.sheet.void for deal in deals)
    return RoundResult(tuple(deals), points, tuple(boxes), ahead, void)


# The end of the game.


def columns(options: SharedGinOptions, match: MatchState) -> tuple[Column, ...]:
    """Hollywood's columns, each a game to the target. (Gin, Hollywood scoring)"""
    if not options.hollywood:
        return ()
    return columns_of(match.rounds, len(match.sides), COLUMNS, options.target)


def score_match(options: SharedGinOptions, match: MatchState, stopped: str) -> MatchSheet | NotOver:
    """Game bonus, shutout and boxes, once someone has reached the target. (Gin, fact 12; G-8, G-12)"""
    if options.hollywood:
        return _score_columns(options, match, stopped)
    sheet = by_target(match, options.target, stopped)
    if isinstance(sheet, NotOver):
        return sheet
    reached = sheet.winner >= 0 and sheet.points[sheet.winner] >= options.target
    lines = _settled(options, match, match.rounds, sheet.winner if reached else -1)
    totals = _totals(sheet.points, lines)
    payments = each_two_settle(totals) if match.players == 3 else ()
    return replace(sheet, lines=lines, totals=totals, payments=payments)


def _score_columns(options: SharedGinOptions, match: MatchState, stopped: str) -> MatchSheet | NotOver:
    """Each column settled like a game of its own; the highest sum of all three has won."""
    found = columns(options, match)
    over = all(one.is_closed for one in found)
    if not over and not stopped:
        return NOT_OVER
    lines = tuple(
        replace(line, reason=f"column {number}: {line.reason}")
        for number, one in enumerate(found, 1)
        for line in _settled(options, match, one.rounds, one.winner)
    )
    points = tuple(sum(one.points[side] for one in found) for side in range(len(match.sides)))
    totals = _totals(points, lines)
    reason = f"target {options.target} reached in every column" if over else stopped
    return MatchSheet(points, lines, totals, leader(totals), reason, found)


def _totals(points: Sequence[int], lines: Sequence[ScoreLine]) -> tuple[int, ...]:
    added = [sum(line.points for line in lines if line.side == side) for side in range(len(points))]
    return tuple(map(sum, zip(points, added, strict=True)))


def _settled(
    options: SharedGinOptions, match: MatchState, rounds: Sequence[RoundResult], winner: int
) -> tuple[ScoreLine, ...]:
    """What is added to the points of a game of ``rounds``; ``winner`` reached the target, or is -1."""
    sides = range(len(match.sides))
    points, boxes = total_points(rounds, len(sides)), total_boxes(rounds, len(sides))
    losers = [side for side in sides if side != winner]
    shutout = winner >= 0 and not any(_has_scored(options, match, rounds, side) for side in losers)
    lines = _game_bonus(options, winner, points[winner], shutout) if winner >= 0 else []
    for side in sides:
        doubled = 2 if shutout and side == winner and options.shutout == "all_doubled" else 1
        each = options.box_bonus * doubled
        if boxes[side] * each:
            lines.append(ScoreLine(side, _boxes(boxes[side], each), boxes[side] * each))
    return tuple(lines)


def _has_scored(
    options: SharedGinOptions, match: MatchState, rounds: Sequence[RoundResult], side: int
) -> bool:
    if options.shutout_test == "no_points":
        return any(one.points[side] for one in rounds)
    return any(
        deal.sheet.winner >= 0 and deal.seating.players[deal.sheet.winner] in match.sides[side]
        for one in rounds
        for deal in one.deals
    )


def _game_bonus(options: SharedGinOptions, winner: int, points: int, shutout: bool) -> list[ScoreLine]:
    bonus = options.game_bonus
    lines = [ScoreLine(winner, "game bonus", bonus)] if bonus else []
    if shutout and options.shutout != "bonus_doubled":
        lines.append(ScoreLine(winner, "shutout: points and game bonus doubled", points + bonus))
    elif shutout and bonus:
        lines.append(ScoreLine(winner, "shutout: game bonus doubled", bonus))
    return lines


def _boxes(count: int, each: int) -> str:
    return f"{count} {'box' if count == 1 else 'boxes'} at {each}"
