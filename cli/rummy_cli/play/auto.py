"""Matches that bots play alone: told in sentences, or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy_cli.errors import CommandError
from rummy_cli.faces import CardText
from rummy_cli.play.bot_moves import bot_move
from rummy_cli.play.players import Player, bots_of_deal, catch_up
from rummy_cli.play.saving import Save, closing_lines
from rummy_cli.play.scene import Line
from rummy_cli.play.score_screens import deal_sheet
from rummy_cli.play.stopping import Stopping
from rummy_cli.play.telling import Teller
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.records import heading, log_lines

Ended = Callable[[Deal, int], None]
Warn = Callable[[str], None]


def play_alone(
    match: Match, players: Sequence[Player], save: Save, stopping: Stopping, ended: Ended, warn: Warn
) -> None:
    """Play a match to its end; ``ended`` is told each deal and its number.

    A deal is written down when it has been played: there is no prompt to lose one at.

    Raises:
        CommandError: where a person sits at the table.
        Stopped: where a signal comes.
    """
    if not all(player.bot for player in players):
        raise CommandError("--auto is played by bots alone, and a person plays this match")
    while not match.is_over:
        deal = match.deal
        written = len(deal.log) if deal else 0
        lines = []
        if deal is None:
            deal = match.begin_deal()
            lines.append(heading(match))
        number = match.deals_played + 1
        bots = bots_of_deal(match, players)
        catch_up(bots, deal)
        while not deal.is_over:
            seat = deal.seat
            deal.play(bot_move(bots[seat], players[match.seating.players[seat]].bot, deal, stopping))
        lines += log_lines(deal.log[written:], deal.table.layout.everyone)
        match.end_deal()
        warn(save.append([*lines, *closing_lines(match)]))
        ended(deal, number)


def told_deal(
    match: Match, players: Sequence[Player], cards: CardText, deal: Deal, number: int
) -> list[Line]:
    """A deal in sentences, then its sheet. Nobody plays against anybody here: all cards are told."""
    names = [player.shown for player in players]
    seated = [names[player] for player in match.rounds[-1].deals[-1].seating.players]
    teller = Teller(seated, -1, cards, match.book.rules.arranger.points)
    sides = [" and ".join(seated[seat] for seat in side) for side in deal.table.layout.sides]
    score = [
        f"{' and '.join(names[one] for one in side)} {points}"
        for side, points in zip(match.sides, match.totals, strict=True)
    ]
    told = [one.sentence for one in teller.tell(deal.log)]
    return [*told, *deal_sheet(number, deal.view(0), teller, deal.sheet, sides, score)]


def match_data(match: Match, record: str | None) -> dict[str, object]:
    """A finished match as data; ``record`` is the file that holds it, if one does."""
    assert match.sheet is not None
    deals = [
        {
            "lines": [
                {"side": line.side, "reason": line.reason, "points": line.points} for line in deal.sheet.lines
            ],
            "ended": deal.sheet.ending,
        }
        for one in match.rounds
        for deal in one.deals
    ]
    return {
        "variant": match.book.variant.name,
        "seed": str(match.seed),
        "totals": list(match.sheet.totals),
        "winner": match.sheet.winner if match.sheet.winner >= 0 else None,
        "deals": deals,
        "record": record,
    }
