"""How a match stands, told to one of its players: its deal, its dealer, its sides and its score."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_cli.play.players import Player
from rummy_cli.play.scene import Line, MatchLine, score_rows
from rummy_cli.play.score_screens import deal_result, ending_words, round_lines
from rummy_cli.safe_text import safe
from rummy_core.match import Match
from rummy_core.scoring import Seating, total_boxes


def deal_title(match: Match) -> str:
    """Which deal is in play: its number, or where a round has several its round and table."""
    if len(match.seatings) > 1:
        return f"round {len(match.rounds) + 1}, table {match.dealt_in_round + 1}"
    return f"deal {match.deals_played + 1}"


def side_names(match: Match, players: Sequence[Player], me: int) -> list[str]:
    """What the sides are called when player ``me`` is told, -1 for one who watches; ``you`` comes first."""
    return [
        " and ".join(["you"] * (me in side) + [players[one].shown for one in side if one != me])
        for side in match.sides
    ]


def dealer_words(seating: Seating, players: Sequence[Player], me: int) -> str:
    """Who deals, and sits out where he does."""
    if seating.sitting_dealer >= 0:
        return f"{players[seating.sitting_dealer].shown} deals and sits out"
    return "you deal" if seating.dealt_by == me else f"{players[seating.dealt_by].shown} deals"


def match_line(match: Match, players: Sequence[Player], me: int, *, ended: bool = False) -> MatchLine:
    """What stands above a table, told to player ``me``; between deals no deal and no dealer."""
    names = side_names(match, players, me)
    boxes = total_boxes(match.rounds, len(match.sides))
    return MatchLine(
        safe(match.book.variant.title),
        getattr(match.book.options, "target", None),
        "" if ended else deal_title(match),
        "" if ended else dealer_words(match.seating, players, me),
        tuple(zip(names, match.totals, boxes, strict=True)),
        tuple(
            (column.is_closed, tuple(zip(names, column.points, column.boxes, strict=True)))
            for column in match.columns
        ),
    )


def score_lines(match: Match, players: Sequence[Player], me: int) -> list[str]:
    """The score, and every finished round: how its deals ended, and who scored."""
    lines = [row.sentence for row in score_rows(match_line(match, players, me, ended=True))]
    names = side_names(match, players, me)
    for number, result in enumerate(match.rounds, 1):
        name = "Round" if len(result.deals) > 1 else "Deal"
        endings = " and ".join(ending_words(deal.sheet.ending) for deal in result.deals)
        scored = [f"{side} {points:+d}" for side, points in zip(names, result.points, strict=True) if points]
        lines.append(f"{name} {number}: {endings}, {', '.join(scored) or 'nobody scores'}.")
    return lines


def seated_names(seating: Seating, players: Sequence[Player]) -> list[str]:
    """Who sits on each seat of a deal."""
    return [players[player].shown for player in seating.players]


def round_sheet(match: Match, players: Sequence[Player], me: int, title: str) -> list[Line]:
    """The deals of the last round that bots played alone, what the round is worth, and the score.

    ``title`` is what the deal is called, where it is the only one of its round.
    """
    result = match.rounds[-1]
    lines: list[Line] = []
    for number, one in enumerate(result.deals, 1):
        if one.seating.sitting_dealer == me >= 0:
            lines.append("You dealt, and sat out.")
        if all(players[player].bot for player in one.seating.players):
            name = f"table {number}" if len(result.deals) > 1 else title
            lines.append(deal_result(name, one.sheet, seated_names(one.seating, players)))
    score = score_rows(match_line(match, players, me, ended=True))
    return [*lines, *round_lines(result, side_names(match, players, me)), *score]
