"""Actions as text: what a record says that a player asked for, read back.

The inverse of ``str(action)``; a person may write it as well.
"""

from __future__ import annotations

import re
from typing import Final

from rummy_core.actions import (
    ACCEPT,
    DISCARDS,
    DONE,
    DRAW,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    OFFERS,
    PASS,
    PASSES_ON,
    TAKE,
    Action,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Spread,
    TakePile,
)
from rummy_core.cards import Card, card, parse_cards
from rummy_core.faces import ACE_HIGH, Face, face, parse_face
from rummy_core.words import BadWord, nearest, place_of


class BadText(BadWord):
    """A line that is no action or fact."""


_PLAIN: Final[dict[str, Action]] = {
    "draw": DRAW,
    "take": TAKE,
    "pass": PASS,
    "best": LAY_BEST,
    "done": DONE,
    "accept": ACCEPT,
    "go out": GO_OUT,
    "big gin": GO_OUT,
    "yes": ACCEPT,
    "no": PASS,
    "draw card": DRAW,
    "draw stock": DRAW,
    "draw from stock": DRAW,
    "take card": TAKE,
    "take pile": TAKE,
    "take from pile": TAKE,
}
_ALSO: Final = {"throw": "discard"}
VERBS: Final = (
    *("draw", "take", "pass", "discard", "throw", "knock", "go out", "big gin", "meld", "lay", "best"),
    *("done", "swap", "offer", "accept", "yes", "no", "force"),
)
"""The words that an action begins with."""


def parse_action(text: str) -> Action:
    """Return the action that ``text`` says; the inverse of ``str(action)``.

    Raises:
        BadText: naming the word that is not understood.
    """
    words = " ".join(text.split())
    plain = re.sub(r" from the (?=stock$|pile$)", " from ", words.lower())
    if plain in _PLAIN:
        return _PLAIN[plain]
    verb, _, rest = words.partition(" ")
    verb = _ALSO.get(verb.lower(), verb.lower())
    try:
        found = _with_cards(verb, rest)
    except ValueError as error:
        begun = re.match(r"\s*\S+\s+", text)
        behind = begun.end() if begun else 0
        raise BadText(f"{verb}: {error}", at=behind + place_of(error, text[behind:])) from None
    if found is None and verb in _PLAIN and rest:
        raise BadText(f"{verb!r} stands alone; what is {rest!r}?", rest.split()[0])
    if found is None:
        near = "" if verb in VERBS else nearest(words.lower(), VERBS) or nearest(verb, VERBS)
        raise BadText(f"{text!r} is not an action{near}", words.split()[0] if words else "")
    return found


def _with_cards(verb: str, rest: str) -> Action | None:
    """The action of a verb and the cards behind it; None where there is none."""
    if verb == "discard":
        return DISCARDS[card(rest).index]
    if verb == "knock":
        return _knock(rest)
    if verb == "go" and rest.lower().startswith("out with "):
        return GoOut(_spread(rest[len("out with ") :]))
    if verb == "meld" and rest:
        return LayMeld(*parse_lying(rest))
    if verb == "lay":
        return _lay(rest)
    if verb == "force":
        return Force(_lay(rest, "force"))
    if verb == "take" and rest:
        return _take(rest)
    if verb == "swap":
        return _swap(rest)
    if verb == "offer":
        return OFFERS[card(rest).index]
    if verb == "pass" and rest:
        return PASSES_ON[card(re.sub("^on ", "", rest, flags=re.IGNORECASE)).index]
    return None


def _knock(rest: str) -> Action:
    one, *melds = re.split(" with ", rest, maxsplit=1, flags=re.IGNORECASE)
    known = KNOCKS[card(one).index]
    return Knock(known.card, _spread(melds[0])) if melds else known


def _spread(text: str) -> Spread:
    if text.strip().lower() == "nothing":
        return ()
    return tuple(parse_cards(part) for part in re.split(r"[,/]", text))


def _lay(rest: str, verb: str = "lay") -> LayOff:
    match = re.fullmatch(rf"(?:off )?{_CARD}{_ON}", rest, re.IGNORECASE)
    if match is None:
        raise BadText(f"write '{verb} CARD on NUMBER', such as '{verb} 8S on 1'")
    return _lay_off(match)


_CARD: Final = r"(?P<card>[^\s=]+)(?:=(?P<face>\S+))?"
_ON: Final = r" (?:on )?(?:meld )?#?(?P<meld>\d{1,3})(?: (?P<end>low|high))?"


def _lay_off(match: re.Match[str]) -> LayOff:
    one = card(match["card"])
    counts = parse_face(match["face"]) if match["face"] else None
    if match["end"]:
        rank = ACE_HIGH if match["end"].lower() == "high" else 1
        counts = face(rank, one.suit if counts is None else counts.suit)
    return LayOff(one, int(match["meld"]), counts)


def _take(rest: str) -> Action:
    match = re.fullmatch(
        rf"{_CARD}(?: (?P<deep>\d{{1,3}}) deep)?(?:{_ON}| with (?P<others>.+))", rest, re.IGNORECASE
    )
    if match is None:
        raise BadText("write 'take CARD with CARDS' or 'take CARD on NUMBER', such as 'take 9H with 9S 9C'")
    deep = int(match["deep"] or 0)
    if match["meld"]:
        off = _lay_off(match)
        return TakePile(off.card, off, deep)
    own = match["card"] + (f"={match['face']}" if match["face"] else "")
    use = LayMeld(*parse_lying(f"{own} {match['others']}"))
    return TakePile(use.cards[0], use, deep)


def _swap(rest: str) -> Action:
    match = re.fullmatch(r"(\S+) for (?:the )?(\S+) on (?:meld )?#?(\d{1,3})", rest, re.IGNORECASE)
    if match is None:
        raise BadText("write 'swap CARD for WILD on NUMBER', such as 'swap 4C for joker on 3'")
    return Exchange(card(match[1]), card(match[2]), int(match[3]))


def parse_lying(text: str) -> tuple[tuple[Card, ...], tuple[Face | None, ...]]:
    """Return the cards of a meld and the faces named beside them, ``5H 2C=6H 7H``; no faces where none is.

    Raises:
        BadWord: if part of the text is no card or face.
    """
    cards: list[str] = []
    named: list[Face | None] = []
    for word in text.replace(",", " ").split():
        one, equals, counts = word.partition("=")
        held = parse_cards(one)
        if equals and len(held) != 1:
            raise BadWord(f"{word!r} is not a card and what it stands for, such as 2C=6H", word)
        cards += [card.text for card in held]
        named += [parse_face(counts) if equals else None for _ in held]
    return parse_cards(" ".join(cards)), tuple(named) if any(named) else ()
