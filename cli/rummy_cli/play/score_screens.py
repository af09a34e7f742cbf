"""Score sheets, with the reasons for every point: of a deal, and of the match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rummy_cli.errors import sentence
from rummy_cli.play.hand_order import in_order
from rummy_cli.play.melds_told import knocks, lying, melded, melds_belong
from rummy_cli.play.saying_again import styled
from rummy_cli.play.scene import Line, Row
from rummy_cli.play.telling import Teller
from rummy_core.knocking import KNOCK_COUNT, KNOCKER
from rummy_core.melding import OUT
from rummy_core.melds import SET, Meld
from rummy_core.scoring import RESIGNED, MatchSheet, Payment, RoundResult, ScoreSheet
from rummy_core.table_points import points_in_hand
from rummy_core.views import View

_ENDINGS: Final = {
    OUT: "a player went out",
    "stock": "the stock is used up",
    "standstill": "a standstill, too many turns without a card from the stock",
}


def deal_sheet(
    title: str, view: View, teller: Teller, sheet: ScoreSheet, sides: Sequence[str], *, alone: bool = True
) -> list[Line]:
    """The sheet of a finished deal: the hands that the seat of ``view`` may see, and the points.

    ``sides`` are the names of the sides of the deal, which makes up a round
    ``alone`` or with others. Where ``teller`` tells it to no seat, several people
    look, and hands that were not shown to all are left out.
    """
    lines: list[Line] = [f"{_cap(title)}: {_headline(view, teller, sheet)}.", ""]
    rows = (_hand_row(view, teller, seat) for seat in range(view.layout.seats))
    lines += [row for row in rows if row is not None]
    for line in sheet.lines:
        side = sides[line.side]
        reason = styled(line.reason, teller.cards)
        said = f"{_cap(side)} {line.points:+d}: {reason}."
        lines.append(Row("", reason, f"{side} {line.points:+d}", said))
    if sheet.void:
        lines.append(f"Nobody scores: the deal is void{', and dealt again' if alone else ''}.")
    return lines


def deal_result(title: str, sheet: ScoreSheet, sides: Sequence[str]) -> str:
    """A deal that was not watched, in a line: who played whom, how it ended, and who scored."""
    scored = [f"{name} {points:+d}" for side, name in enumerate(sides) if (points := sheet.points(side))]
    ending = ending_words(sheet.ending)
    return f"{_cap(title)}, {' against '.join(sides)}: {ending}, {', '.join(scored) or 'nobody scores'}."


def ending_words(ending: str) -> str:
    """How a deal ended, of which no more is known than that word."""
    return _ENDINGS.get(ending, ending)


def round_lines(result: RoundResult, sides: Sequence[str]) -> list[Line]:
    """What a round of several deals is worth; ``sides`` are those of the match."""
    if len(result.deals) == 1:
        return []
    if result.void:
        return ["All its deals are void: the round is dealt again."]
    scored = [f"{name} {points:+d}" for name, points in zip(sides, result.points, strict=True) if points]
    score = ", ".join(scored) or "nobody scores"
    return [Row("", "the round", score, f"The round: {score}.")]


def _headline(view: View, teller: Teller, sheet: ScoreSheet) -> str:
    knocker = view.deal_notes.get(KNOCKER)
    if not isinstance(knocker, int):
        out = [seat for seat, zone in enumerate(view.layout.hands) if not view[zone].count]
        if sheet.ending == OUT and out:
            return f"{teller.called(out[0])} went out"
        return ending_words(sheet.ending)
    who = teller.called(knocker)
    count = view.deal_notes.get(KNOCK_COUNT)
    if sheet.ending == "undercut":
        other = teller.called(next(iter(view.layout.sides[sheet.winner])))
        return f"{who} knocked with {count}, and {other} undercut"
    if sheet.ending in ("gin", "big gin"):
        return f"{who} went {'gin' if sheet.ending == 'gin' else 'out with big gin'}"
    ending = "" if sheet.ending == "knock" else f": {sheet.ending}"
    return f"{who} knocked with {count}{ending}"


def _hand_row(view: View, teller: Teller, seat: int) -> Row | None:
    """What a seat laid, laid off and held at the end, where its hand is known."""
    zone = view[view.layout.hands[seat]]
    shown_to_all = all(known & zone.mask == zone.mask for known in view.shared)
    if zone.mask.bit_count() < zone.count or not (shown_to_all or seat == teller.me):
        return None
    row = teller.cards.row
    melds = [_own(view, meld, seat, teller) for meld in view.melds if _layer(view, meld) == seat]
    rest, points = in_order(zone.mask), points_in_hand(view.rules.card_values, zone.mask)
    if not shown_to_all and not melds and knocks(view.rules):
        best = view.rules.arranger.arrange(zone.mask)
        melds, rest, points = list(map(row, best.melds)), best.unmatched, best.deadwood
    off = [
        f"{laid} laid off on {teller.whose(_layer(view, meld))} {_kind(meld)}"
        for meld in view.melds
        if _layer(view, meld) != seat and (laid := _own(view, meld, seat, teller))
    ]
    counts, said_counts = _counts(view, seat, points)
    held = [row(rest)] if rest else []
    if not knocks(view.rules):
        held = [f"in hand {one}" for one in held]
    said = [*melds, *off, *([f"unmatched {one}" for one in held] if knocks(view.rules) else held)]
    who = teller.who(seat)
    return Row(
        teller.called(seat),
        "   ".join([*melds, *off, *held]),
        counts,
        f"{who}: {'; '.join([*said, said_counts])}.",
    )


def _counts(view: View, seat: int, points: int) -> tuple[str, str]:
    """What a seat's cards count at the end, as a figure and in a sentence."""
    if knocks(view.rules):
        return f"deadwood {points:2}", f"deadwood {points}"
    down = melded(view, seat)
    words = f"{points} in hand" if down is None else f"{down} melded, {points} in hand"
    return words, words


def _owners(view: View, meld: Meld) -> Collection[int]:
    """The seats whose meld it is: those of its side, or all where a meld is nobody's."""
    if meld.owner < 0 or not melds_belong(view.rules):
        return range(view.layout.seats)
    return view.layout.sides[meld.owner]


def _layer(view: View, meld: Meld) -> int:
    """The seat that laid a meld, though another may have put a card in for a wild one."""
    owners = _owners(view, meld)
    return next((one.by for one in meld.placed if one.by in owners), min(owners))


def _own(view: View, meld: Meld, seat: int, teller: Teller) -> str:
    """The cards of a meld that ``seat`` laid, in the order they lie.

    A card that another side put in for a wild one counts with the meld, so it is told with it.
    """
    owners, layer = _owners(view, meld), _layer(view, meld)
    by = {one.card: one.by if one.by in owners else layer for one in meld.placed}
    laid = {card for card, one in by.items() if one == seat}
    pairs = [pair for pair in zip(meld.cards, meld.faces, strict=True) if pair[0] in laid]
    return lying([card for card, _ in pairs], [counts for _, counts in pairs], teller.cards)


def _kind(meld: Meld) -> str:
    return "set" if meld.kind == SET else meld.kind


def match_sheet(sheet: MatchSheet, sides: Sequence[str], mine: int) -> list[Line]:
    """The sheet at the end of the match; ``mine`` is the side of the person, -1 for none."""
    lines: list[Line] = [sentence(f"The match is over: {sheet.reason}"), ""]
    for number, column in enumerate(sheet.columns, 1):
        won = f"won by {sides[column.winner]}" if column.is_closed else "open"
        score = [f"{name} {points}" for name, points in zip(sides, column.points, strict=True)]
        said = f"Column {number}, {won}: {', '.join(score)}."
        lines.append(Row(f"column {number}", won, "   ".join(score), said))
    lines += [""] if sheet.columns else []
    summed = "points of the columns" if sheet.columns else "points of the deals"
    for side, name in enumerate(sides):
        points = sheet.points[side]
        rows = [(summed, points), *((one.reason, one.points) for one in sheet.lines if one.side == side)]
        # Where nothing is added at the end of a match the total says all.
        for reason, count in rows if sheet.lines else ():
            if count or reason == summed:
                right = f"{count}" if reason == summed else f"{count:+d}"
                lines.append(Row(name, reason, right, f"{_cap(name)}: {reason}, {right}."))
        total = sheet.totals[side]
        lines.append(Row(name, "total", f"{total}", f"{_cap(name)}: total {total}."))
        lines += [""] if sheet.lines else []
    lines += [] if sheet.lines else [""]
    lines += [_payment(one, sides, mine) for one in sheet.payments]
    lines += [""] if sheet.payments else []
    lines.append(_verdict(sheet, sides, mine))
    return lines


def _payment(one: Payment, sides: Sequence[str], mine: int) -> Row:
    pays = f"{'pay' if one.payer == mine else 'pays'} {sides[one.payee]}"
    return Row(sides[one.payer], pays, f"{one.points}", f"{_cap(sides[one.payer])} {pays} {one.points}.")


def _verdict(sheet: MatchSheet, sides: Sequence[str], mine: int) -> str:
    if sheet.winner < 0:
        return "Nobody wins: a draw."
    others = [total for side, total in enumerate(sheet.totals) if side != sheet.winner]
    own = sheet.totals[sheet.winner]
    lead = min(others, default=0) - own if sheet.lowest else own - max(others, default=0)
    by = f" by {lead}" if lead > 0 else ""
    if lead < 0:
        # Who reached the target has won, and pays nonetheless where another has more boxes.
        by = f", though {-lead} behind"
    if sheet.reason == RESIGNED:
        by = ""
    if sheet.winner == mine:
        return f"{_cap(sides[mine])} win the match{by}. Well played!"
    several = " and " in sides[sheet.winner]
    return f"{_cap(sides[sheet.winner])} {'win' if several else 'wins'} the match{by}."


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
