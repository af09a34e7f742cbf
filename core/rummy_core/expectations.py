"""Expectations: what a scenario says must hold at a point of a deal.

=============================  ==================================================
``legal ACTION``               the acting seat may do it
``illegal ACTION: WORDS``      it may not, and the reason holds these words
``actions N``                  so many actions are listed as legal
``deadwood SEAT = N``          the least deadwood of that hand
``melds SEAT = A B C, D E F``  the melds of its best arrangement, in any order
``best SEAT = N``              the points of its best use beside the table's melds
``zone NAME = CARDS``          what lies there; from the bottom where ordered
``known SEAT NAME = CARDS``    what that seat knows of what lies there
``meld N = CARDS``             what lies in that meld
``seat N`` / ``step NAME``     who must act, and in which step
``turn N``                     which turn of the deal it is
``points SIDE = N``            the points of the finished deal
``ended WORDS``                how the deal ended
``score SIDE +N: REASON``      a line of the score sheet
=============================  ==================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rummy_core.cards import Card, mask_of, parse_cards
from rummy_core.deal import Deal
from rummy_core.notation import BadText, parse_action, parse_lying
from rummy_core.words import BadWord, nearest, place_of


@dataclass(frozen=True, slots=True)
class Failure:
    """How it is where an expectation fails, and at which place of its text."""

    is_now: str
    at: int


def read_expectation(text: str) -> None:
    """Check that ``text`` is an expectation, whatever the deal.

    Raises:
        BadText: with the place of the word that is not understood.
    """
    kind, match = _read(text)
    for name, reader in _READERS.items():
        part = match.groupdict().get(name)
        if part is None or part.strip() == "none":
            continue
        try:
            reader(part)
        except ValueError as error:
            raise BadText(f"{kind.word}: {error}", at=match.start(name) + place_of(error, part)) from None


def failure_of(deal: Deal, text: str) -> Failure | None:
    """Return how an expectation fails; None where it holds."""
    try:
        kind, match = _read(text)
    except BadText as error:
        return Failure(str(error), place_of(error, text))
    try:
        is_now = kind.check(deal, match)
    except (ValueError, KeyError, IndexError, AssertionError) as error:
        at = place_of(error, text) if isinstance(error, BadWord) else match.start(match.lastindex or 0)
        return Failure(f"this cannot be asked here: {error}", at)
    return Failure(is_now, match.start(match.lastindex or 0)) if is_now else None


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of expectation: its word, how it is written, and what the rules say where it fails.

    The last group of ``pattern`` is what is compared.
    """

    word: str
    form: str
    pattern: re.Pattern[str]
    check: Callable[[Deal, re.Match[str]], str]


def _read(text: str) -> tuple[_Kind, re.Match[str]]:
    word = (text.split() or [""])[0]
    kind = _KINDS.get(word)
    if kind is None:
        raise BadText(f"the expectation {text!r} is not known{nearest(word, _KINDS)}", word)
    match = kind.pattern.fullmatch(text)
    if match is None:
        behind = re.match(r"\s*\S+\s*", text)
        at = behind.end() if behind and behind.end() < len(text) else 0
        raise BadText(f"{text!r} is not an expectation; write '{kind.form}'", at=at)
    return kind, match


def _legal(deal: Deal, match: re.Match[str]) -> str:
    refusal = deal.why_illegal(parse_action(match["action"]))
    return f"illegal: {refusal}" if refusal else ""


def _illegal(deal: Deal, match: re.Match[str]) -> str:
    refusal = deal.why_illegal(parse_action(match["action"]))
    if refusal is None:
        return "legal"
    wanted = (match["words"] or "").strip()
    return "" if wanted.lower() in str(refusal).lower() else f"illegal: {refusal}"


def _hand(deal: Deal, match: re.Match[str]) -> int:
    return deal.table.hand(_seat(deal, match))


def _seat(deal: Deal, match: re.Match[str]) -> int:
    seat = int(match["seat"])
    if seat >= deal.table.layout.seats:
        raise BadWord(f"there is no seat {seat}", at=match.start("seat"))
    return seat


def _deadwood(deal: Deal, match: re.Match[str]) -> str:
    return _number(deal.rules.arranger.deadwood(_hand(deal, match)), match["number"])


def _melds(deal: Deal, match: re.Match[str]) -> str:
    best = deal.rules.arranger.arrange(_hand(deal, match)).melds
    wanted = [
        mask_of(parse_cards(part)) for part in match["melds"].split(",") if part.strip() not in ("", "none")
    ]
    if sorted(mask_of(meld) for meld in best) == sorted(wanted):
        return ""
    return ", ".join(" ".join(map(str, meld)) for meld in best) or "none"


def _best(deal: Deal, match: re.Match[str]) -> str:
    hand = _hand(deal, match)
    if not deal.rules.card_values.melds_score:
        raise ValueError("melds do not score in this game; ask for the deadwood")
    return _number(deal.rules.arranger.best_use(hand, deal.table.melds).points, match["number"])


def _zone_name(deal: Deal, match: re.Match[str]) -> str:
    name: str = match["zone"]
    zones = deal.table.layout.zone
    if name not in zones:
        near = nearest(name, zones) or f"; there are {', '.join(zones)}"
        raise BadWord(f"there is no zone {name!r}{near}", at=match.start("zone"))
    return name


def _zone(deal: Deal, match: re.Match[str]) -> str:
    name = _zone_name(deal, match)
    return _cards(deal, name, deal.table.cards(name), match["cards"])


def _known(deal: Deal, match: re.Match[str]) -> str:
    seat, name = _seat(deal, match), _zone_name(deal, match)
    known = deal.table.known[seat]
    cards = tuple(card for card in deal.table.cards(name) if card.bit & known)
    return _cards(deal, name, cards, match["cards"])


def _cards(deal: Deal, zone: str, cards: tuple[Card, ...], text: str) -> str:
    here, there = [card.text for card in cards], [card.text for card in _listed(text)]
    same = here == there if zone in deal.table.orders else sorted(here) == sorted(there)
    return "" if same else " ".join(here) or "none"


def _listed(text: str) -> tuple[Card, ...]:
    return parse_cards("" if text == "none" else text)


def _meld(deal: Deal, match: re.Match[str]) -> str:
    meld = deal.table.meld(int(match["meld"]))
    if meld is None:
        return "there is no such meld"
    cards, named = parse_lying(match["lying"])
    if named:
        return "" if " ".join(match["lying"].replace(",", " ").split()) == str(meld) else str(meld)
    return "" if sorted(map(str, meld.cards)) == sorted(map(str, cards)) else str(meld)


def _score(deal: Deal, match: re.Match[str]) -> str:
    lines = [f"{line.side} {line.points:+d}: {line.reason}" for line in deal.sheet.lines]
    return "" if match["line"] in lines else "; ".join(lines) or "no score"


def _points(deal: Deal, match: re.Match[str]) -> str:
    side = int(match["side"])
    if side >= len(deal.table.layout.sides):
        raise BadWord(f"there is no side {side}", at=match.start("side"))
    return _number(deal.sheet.points(side), match["number"])


def _same(is_now: str, wanted: str) -> str:
    return "" if is_now == wanted else is_now


def _number(is_now: int, wanted: str) -> str:
    return "" if is_now == int(wanted) else str(is_now)


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "action": parse_action,
    "cards": _listed,
    "lying": parse_lying,
    "melds": lambda text: [parse_cards(part) for part in text.split(",") if part.strip() != "none"],
}
"""What the parts of an expectation must be, by the name of their group."""

_KINDS: Final[dict[str, _Kind]] = {
    form.split()[0]: _Kind(form.split()[0], form, re.compile(r"\w+ +" + pattern), check)
    for form, pattern, check in (
        ("legal ACTION", r"(?P<action>.+)", _legal),
        ("illegal ACTION: WORDS", r"(?P<action>[^:]+)(?::(?P<words>.*))?", _illegal),
        ("actions N", r"(?P<number>\d{1,6})",
         lambda deal, m: _number(len(deal.legal_actions()), m["number"])),
        ("deadwood SEAT = N", r"(?P<seat>\d{1,2}) = (?P<number>\d{1,4})", _deadwood),
        ("melds SEAT = A B C, D E F", r"(?P<seat>\d{1,2}) = (?P<melds>.*)", _melds),
        ("best SEAT = N", r"(?P<seat>\d{1,2}) = (?P<number>\d{1,6})", _best),
        ("zone NAME = CARDS", r"(?P<zone>[^=]+) = (?P<cards>.+)", _zone),
        ("known SEAT NAME = CARDS", r"(?P<seat>\d{1,2}) (?P<zone>[^=]+) = (?P<cards>.+)", _known),
        ("meld N = CARDS", r"(?P<meld>\d{1,3}) = (?P<lying>.+)", _meld),
        ("seat N", r"(?P<number>\d{1,2})", lambda deal, m: _number(deal.seat, m["number"])),
        ("step NAME", r"(?P<step>.+)", lambda deal, m: _same(deal.table.step or "over", m["step"])),
        ("turn N", r"(?P<number>\d{1,7})", lambda deal, m: _number(deal.table.turn, m["number"])),
        ("points SIDE = N", r"(?P<side>\d{1,2}) = (?P<number>-?\d{1,6})", _points),
        ("ended WORDS", r"(?P<ending>.+)",
         lambda deal, m: _same(deal.table.ending or "not yet", m["ending"])),
        ("score SIDE +N: REASON", r"(?P<line>.+)", _score),
    )
}  # fmt: skip

FORMS: Final = tuple(kind.form for kind in _KINDS.values())
"""How each expectation is written."""
