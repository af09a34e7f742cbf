"""Expectations: what a scenario says must hold at a point of a deal.

=============================  ==================================================
``legal ACTION``               the acting seat may do it
``illegal ACTION: WORDS``      it may not, and the reason holds these words
``deadwood SEAT = N``          the least deadwood of that hand
``melds SEAT = A B C, D E F``  the melds of its best arrangement, in any order
``zone NAME = CARDS``          what lies there; from the bottom where ordered
``meld N = CARDS``             what lies in that meld
``seat N`` / ``step NAME``     who must act, and in which step
``points SIDE = N``            the points of the finished deal
``ended WORDS``                how the deal ended
``score SIDE +N: REASON``      a line of the score sheet
=============================  ==================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rummy_core.cards import mask_of, parse_cards
from rummy_core.deal import Deal
from rummy_core.notation import parse_action


def check_expectation(deal: Deal, text: str) -> str:
    """Return what the rules say where an expectation fails; empty where it holds."""
    for pattern, check in _CHECKS:
        match = re.fullmatch(pattern, text)
        if match is not None:
            try:
                return check(deal, match)
            except (ValueError, KeyError, IndexError, AssertionError) as error:
                return f"this cannot be asked here: {error}"
    return "this expectation is not known"


def _legal(deal: Deal, match: re.Match[str]) -> str:
    refusal = deal.why_illegal(parse_action(match[1]))
    return f"illegal: {refusal}" if refusal else ""


def _illegal(deal: Deal, match: re.Match[str]) -> str:
    refusal = deal.why_illegal(parse_action(match[1]))
    if refusal is None:
        return "legal"
    wanted = (match[2] or "").strip()
    return "" if wanted.lower() in str(refusal).lower() else f"illegal: {refusal}"


def _deadwood(deal: Deal, match: re.Match[str]) -> str:
    return _number(deal.rules.arranger.deadwood(deal.table.hand(int(match[1]))), match[2])


def _melds(deal: Deal, match: re.Match[str]) -> str:
    best = deal.rules.arranger.arrange(deal.table.hand(int(match[1]))).melds
    wanted = [mask_of(parse_cards(part)) for part in match[2].split(",") if part.strip() not in ("", "none")]
    if sorted(mask_of(meld) for meld in best) == sorted(wanted):
        return ""
    return ", ".join(" ".join(map(str, meld)) for meld in best) or "none"


def _zone(deal: Deal, match: re.Match[str]) -> str:
    name, wanted = match[1], parse_cards(match[2] if match[2] != "none" else "")
    cards = deal.table.cards(name)
    here, there = [card.text for card in cards], [card.text for card in wanted]
    same = here == there if name in deal.table.orders else sorted(here) == sorted(there)
    return "" if same else " ".join(map(str, cards)) or "none"


def _meld(deal: Deal, match: re.Match[str]) -> str:
    meld = deal.table.meld(int(match[1]))
    if meld is None:
        return "there is no such meld"
    return "" if sorted(map(str, meld.cards)) == sorted(map(str, parse_cards(match[2]))) else str(meld)


def _score(deal: Deal, match: re.Match[str]) -> str:
    lines = [f"{line.side} {line.points:+d}: {line.reason}" for line in deal.sheet.lines]
    return "" if match[1] in lines else "; ".join(lines) or "no score"


def _same(is_now: str, wanted: str) -> str:
    return "" if is_now == wanted else is_now


def _number(is_now: int, wanted: str) -> str:
    return "" if is_now == int(wanted) else str(is_now)


_CHECKS: Final[list[tuple[str, Callable[[Deal, re.Match[str]], str]]]] = [
    (r"legal (.+)", _legal),
    (r"illegal ([^:]+)(?::(.*))?", _illegal),
    (r"deadwood (\d{1,2}) = (\d{1,4})", _deadwood),
    (r"melds (\d{1,2}) = (.*)", _melds),
    (r"zone (.+) = (.+)", _zone),
    (r"meld (\d{1,3}) = (.+)", _meld),
    (r"seat (\d{1,2})", lambda deal, m: _number(deal.seat, m[1])),
    (r"step (.+)", lambda deal, m: _same(deal.table.step or "over", m[1])),
    (r"points (\d{1,2}) = (-?\d{1,6})", lambda deal, m: _number(deal.sheet.points(int(m[1])), m[2])),
    (r"ended (.+)", lambda deal, m: _same(deal.table.ending or "not yet", m[1])),
    (r"score (.+)", _score),
]
