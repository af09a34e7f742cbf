"""Matches that bots play alone: told in sentences, or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy_cli.errors import CommandError
from rummy_cli.faces import CardText
from rummy_cli.play.bot_moves import bot_move
from rummy_cli.play.match_told import deal_title, match_line, side_names
from rummy_cli.play.melds_told import deadwood_of
from rummy_cli.play.players import Player, bots_of_deal, catch_up
from rummy_cli.play.saving import Save, closing_lines
from rummy_cli.play.scene import Line, score_rows
from rummy_cli.play.score_screens import deal_sheet, round_lines
from rummy_cli.play.stopping import Stopping
from rummy_cli.play.telling import Teller
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.records import heading, log_lines
from rummy_core.scoring import Seating

Ended = Callable[[Deal, str, Seating], None]
Warn = Callable[[str], None]


def play_alone(
    match: Match, players: Sequence[Player], save: Save, stopping: Stopping, ended: Ended, warn: Warn
) -> None:
    """Play a match to its end; ``ended`` is told each deal, what it is called and who played it.

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
        title, seating = deal_title(match), match.seating
        bots = bots_of_deal(match, players)
        catch_up(bots, deal)
        while not deal.is_over:
            seat = deal.seat
            deal.play(bot_move(bots[seat], players[match.seating.players[seat]].bot, deal, stopping))
        lines += log_lines(deal.log[written:], deal.table.layout.everyone)
        match.end_deal()
        warn(save.append([*lines, *closing_lines(match)]))
        ended(deal, title, seating)


def told_deal(
    match: Match, players: Sequence[Player], cards: CardText, deal: Deal, title: str, seating: Seating
) -> list[Line]:
    """A deal in sentences, its sheet, and with the last of a round the score.

    Nobody plays against anybody here: all cards are told.
    """
    names = [player.shown for player in players]
    seated = [names[player] for player in seating.players]
    teller = Teller(seated, -1, cards, deadwood_of(match.book.rules))
    told: list[Line] = [one.sentence for one in teller.tell(deal.log)]
    alone = len(match.seatings) == 1
    if len(seated) < len(names):
        out = names[seating.sitting_dealer] if seating.sitting_dealer >= 0 else ""
        told.insert(0, f"{' and '.join(seated)} play{f'; {out} deals and sits out' if out else ''}.")
    sides = [" and ".join(seated[seat] for seat in side) for side in deal.table.layout.sides]
    told += deal_sheet(title, deal.view(0), teller, deal.sheet, sides, alone=alone)
    if not match.round_in_play:
        told += round_lines(match.rounds[-1], side_names(match, players, -1))
        told += score_rows(match_line(match, players, -1, ended=True))
    return told


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
    columns = [
        {
            "points": list(one.points),
            "boxes": list(one.boxes),
            "winner": one.winner if one.is_closed else None,
        }
        for one in match.sheet.columns
    ]
    payments = [{"from": one.payer, "to": one.payee, "points": one.points} for one in match.sheet.payments]
    return {
        "variant": match.book.variant.name,
        "seed": str(match.seed),
        "totals": list(match.sheet.totals),
        "winner": match.sheet.winner if match.sheet.winner >= 0 else None,
        "deals": deals,
        **({"columns": columns} if columns else {}),
        **({"payments": payments} if payments else {}),
        "record": record,
    }
