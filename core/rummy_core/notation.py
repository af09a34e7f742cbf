"""Notation: actions and facts as text, and back.

An action reads as its words (``discard TD``, ``knock 4C with 5S 6S 7S``; they are read
in ``action_text``). A fact is one line of plain words. Both are written and read here and
nowhere else, so that a record says what a person would say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Final

from rummy_core.action_text import BadText, parse_action, parse_lying
from rummy_core.cards import RANKS, Card, card, parse_cards
from rummy_core.events import (
    Borrowed,
    DealBegan,
    DealEnded,
    Event,
    Exchanged,
    Laid,
    Moved,
    Noted,
    NoteValue,
    Scored,
    Shown,
    Shuffled,
    StepBegan,
)
from rummy_core.faces import lying_faces
from rummy_core.melds import RUN, text_of_lying
from rummy_core.packs import Pack
from rummy_core.words import BadWord, nearest, place_in, place_of
from rummy_core.zones import Zone


def write_seats(mask: int, everyone: int) -> str:
    """The seats of a mask in words: ``all``, ``none`` or their numbers."""
    if mask == everyone:
        return "all"
    return " ".join(str(seat) for seat in range(mask.bit_length()) if mask >> seat & 1) or "none"


def read_seats(text: str, everyone: int) -> int:
    """The mask of seats that ``text`` names."""
    if text == "all":
        return everyone
    mask = 0
    for word in text.split() if text != "none" else ():
        if not word.isdecimal() or len(word) > 2 or not everyone >> int(word) & 1:
            raise BadText(f"there is no seat {word!r}", word)
        mask |= 1 << int(word)
    return mask


def _write_cards(cards: Iterable[Card | None]) -> str:
    return " ".join("?" if one is None else one.text for one in cards) or "nothing"


def _read_cards(text: str) -> tuple[Card | None, ...]:
    if text == "nothing":
        return ()
    words = text.split()
    if "?" in words:
        return tuple(None if word == "?" else card(word) for word in words)
    return parse_cards(text)


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def write_value(value: NoteValue) -> str:
    """A note's value as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
    return str(value)


def read_value(text: str) -> NoteValue:
    """The note's value that ``text`` says."""
    fixed: dict[str, NoteValue] = {"yes": True, "no": False, "none": None}
    if text in fixed:
        return fixed[text]
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if re.fullmatch(r"-?\d{1,18}", text):
        return int(text)
    return card(text)


def _write_zone(zone: Zone, everyone: int) -> str:
    marks = [zone.kind, f"seen by {write_seats(zone.viewers, everyone)}"]
    if zone.owner >= 0:
        marks.append(f"owner {zone.owner}")
    marks += [word for word, on in (("ordered", zone.ordered), ("squared", zone.squared)) if on]
    return f"{zone.name} ({', '.join(marks)})"


def _read_zone(text: str, everyone: int) -> Zone:
    match = re.fullmatch(
        r"([^(),;]{1,40}) \(([^(),;]{1,40}), seen by ([\w ]+)"
        r"(?:, owner (\d{1,2}))?(, ordered)?(, squared)?\)",
        text,
    )
    if match is None:
        raise BadText(f"{text!r} is not a zone", text)
    owner = -1 if match[4] is None else int(match[4])
    if owner >= everyone.bit_length():
        raise BadText(f"there is no seat {owner}", f"owner {match[4]}")
    return Zone(match[1], match[2], owner, read_seats(match[3], everyone), bool(match[5]), bool(match[6]))


def write_fact(event: Event, everyone: int) -> str:
    """An event as one line of text."""
    return _WRITERS[type(event)](event, everyone)


def _write_began(event: DealBegan, everyone: int) -> str:
    zones = ", ".join(_write_zone(zone, everyone) for zone in event.zones)
    sides = " / ".join(" ".join(map(str, side)) for side in event.sides)
    pack = event.pack
    without = f", without {' '.join(RANKS[rank - 1] for rank in pack.without)}" if pack.without else ""
    return (
        f"begins: decks {pack.decks}, jokers {pack.jokers}{without}; dealer {event.dealer}; "
        f"sides {sides}; zones {zones}"
    )


def _write_laid(event: Laid, everyone: int) -> str:
    return (
        f"laid {_write_cards(event.cards)} from {event.source} by {event.by}: meld {event.number}, "
        f"{event.kind} of side {event.owner}, lies {text_of_lying(event.lies, event.faces)}"
    )


def _write_ended(event: DealEnded, everyone: int) -> str:
    winner = "nobody" if event.winner < 0 else str(event.winner)
    boxes = " ".join(map(str, event.boxes)) or "none"
    return f"ended: {event.ending}; won by {winner}; boxes {boxes}; {'void' if event.void else 'counts'}"


def _write_shuffled(event: Shuffled, everyone: int) -> str:
    order = _write_cards(event.order[::-1])
    return f"shuffled {event.zone}, seen by {write_seats(event.seen, everyone)}, top first: {order}"


_WRITERS: Final[dict[type, Callable[[Any, int], str]]] = {
    DealBegan: _write_began,
    Shuffled: _write_shuffled,
    Moved: lambda event, everyone: (
        f"moved {_write_cards(event.cards)} from {event.source} to {event.target}, "
        f"seen by {write_seats(event.seen, everyone)}"
    ),
    Shown: lambda event, everyone: (
        f"shown {_write_cards(event.cards)} in {event.zone} to {write_seats(event.seen, everyone)}"
    ),
    Laid: _write_laid,
    Exchanged: lambda event, everyone: (
        f"exchanged {event.card} from {event.source} by {event.by} for {event.wild} in meld {event.number}"
    ),
    Borrowed: lambda event, everyone: (
        f"borrowed {event.card} from meld {event.number} by {event.by} to {event.target}"
    ),
    StepBegan: lambda event, everyone: (
        f"step {event.step}: seat {event.seat}, player {event.player}, turn {event.turn}"
    ),
    Noted: lambda event, everyone: f"noted for the {event.scope}: {event.key} = {write_value(event.value)}",
    Scored: lambda event, everyone: f"scored side {event.side} {event.points:+d}: {event.reason}",
    DealEnded: _write_ended,
}


def _read_began(match: re.Match[str], everyone: int) -> Event:
    try:
        sides = tuple(tuple(int(seat) for seat in side.split()) for side in match["sides"].split(" / "))
    except ValueError:
        raise BadText(f"{match['sides']!r} are no sides", match["sides"]) from None
    seats = sum(len(side) for side in sides)
    if not 0 < seats <= 16:
        raise BadText(f"{seats} seats are too many or too few", match["sides"])
    zones = re.split(r"(?<=\)), ", match["zones"])
    return DealBegan(
        Pack(int(match["decks"]), int(match["jokers"]), _read_ranks(match["without"] or "")),
        tuple(_read_zone(zone, (1 << seats) - 1) for zone in zones),
        sides,
        int(match["dealer"]),
    )


def _read_ranks(text: str) -> tuple[int, ...]:
    return tuple(RANKS.index(word) + 1 for word in text.split())


def _read_laid(match: re.Match[str]) -> Event:
    lies, named = parse_lying(match["lies"])
    faces = lying_faces(match["kind"] == RUN, lies, named or (None,) * len(lies))
    return Laid(
        int(match["number"]), match["kind"], int(match["owner"]), int(match["by"]), match["source"],
        _cards(match["cards"]), lies, faces,
    )  # fmt: skip


def _read_ended(match: re.Match[str], everyone: int) -> Event:
    winner = -1 if match["winner"] == "nobody" else int(match["winner"])
    boxes = () if match["boxes"] == "none" else tuple(map(int, match["boxes"].split()))
    return DealEnded(match["ending"], winner, boxes, match["counts"] == "void")


# A line comes from anyone: with words that end at the first "from", and names that
# are short, no line takes more time than its length.
_UP_TO: Final = r"(?:(?!{0} )\S+ )*?(?!{0} )\S+"
_ZONE: Final = r"[^(),;]{1,40}"

_READERS: Final[list[tuple[re.Pattern[str], Callable[[re.Match[str], int], Event]]]] = [
    (re.compile(pattern), reader)
    for pattern, reader in (
        (
            rf"moved (?P<cards>{_UP_TO.format('from')}) from (?P<source>{_ZONE}) "
            rf"to (?P<target>{_ZONE}), seen by (?P<seen>[\w ]+)",
            lambda m, every: Moved(
                _read_cards(m["cards"]), m["source"], m["target"], read_seats(m["seen"], every)
            ),
        ),
        (
            r"step (?P<step>[^:;,]{1,40}): seat (?P<seat>\d{1,2}), player (?P<player>\d{1,2}), "
            r"turn (?P<turn>\d{1,7})",
            lambda m, every: StepBegan(m["step"], int(m["seat"]), int(m["player"]), int(m["turn"])),
        ),
        (
            r"noted for the (?P<scope>turn|deal): (?P<key>[\w ]{1,40}) = (?P<value>.+)",
            lambda m, every: Noted(m["key"], read_value(m["value"]), m["scope"]),
        ),
        (
            rf"shown (?P<cards>{_UP_TO.format('in')}) in (?P<zone>{_ZONE}) to (?P<seen>[\w ]+)",
            lambda m, every: Shown(_read_cards(m["cards"]), m["zone"], read_seats(m["seen"], every)),
        ),
        (
            rf"laid (?P<cards>{_UP_TO.format('from')}) from (?P<source>{_ZONE}) "
            r"by (?P<by>\d{1,2}): meld (?P<number>\d{1,3}), "
            r"(?P<kind>[\w-]{1,20}) of side (?P<owner>-?\d{1,2}), lies (?P<lies>.+)",
            lambda m, every: _read_laid(m),
        ),
        (
            rf"exchanged (?P<card>\S+) from (?P<source>{_ZONE}) by (?P<by>\d{{1,2}}) "
            r"for (?P<wild>\S+) in meld (?P<number>\d{1,3})",
            lambda m, every: Exchanged(
                int(m["number"]), int(m["by"]), m["source"], card(m["card"]), card(m["wild"])
            ),
        ),
        (
            rf"borrowed (?P<card>\S+) from meld (?P<number>\d{{1,3}}) by (?P<by>\d{{1,2}}) "
            rf"to (?P<target>{_ZONE})",
            lambda m, every: Borrowed(int(m["number"]), int(m["by"]), card(m["card"]), m["target"]),
        ),
        (
            r"scored side (?P<side>\d{1,2}) (?P<points>[+-]\d{1,9}): (?P<reason>.+)",
            lambda m, every: Scored(int(m["side"]), m["reason"], int(m["points"])),
        ),
        (
            r"ended: (?P<ending>.+); won by (?P<winner>nobody|\d{1,2}); "
            r"boxes (?P<boxes>none|[\d ]+); (?P<counts>void|counts)",
            _read_ended,
        ),
        (
            rf"shuffled (?P<zone>{_ZONE}), seen by (?P<seen>[\w ]+), top first: (?P<order>.+)",
            lambda m, every: Shuffled(
                m["zone"], _read_cards(m["order"])[::-1], read_seats(m["seen"], every)
            ),
        ),
        (
            r"begins: decks (?P<decks>\d), jokers (?P<jokers>\d)"
            rf"(?:, without (?P<without>[{RANKS}](?: [{RANKS}])*))?; "
            r"dealer (?P<dealer>\d{1,2}); sides (?P<sides>[\d /]+); zones (?P<zones>.+)",
            _read_began,
        ),
    )
]  # fmt: skip


FORMS: Final = (
    "begins: decks N, jokers N; dealer SEAT; sides SEATS; zones ZONES",
    "shuffled ZONE, seen by SEATS, top first: CARDS",
    "moved CARDS from ZONE to ZONE, seen by SEATS",
    "shown CARDS in ZONE to SEATS",
    "laid CARDS from ZONE by SEAT: meld N, KIND of side SIDE, lies CARDS",
    "exchanged CARD from ZONE by SEAT for CARD in meld N",
    "borrowed CARD from meld N by SEAT to ZONE",
    "step NAME: seat SEAT, player SEAT, turn N",
    "noted for the turn: NAME = VALUE",
    "noted for the deal: NAME = VALUE",
    "scored side SIDE POINTS: REASON",
    "ended: WORDS; won by SIDE; boxes N; counts",
)
"""How each fact is written, in the order in which they come in a deal."""


def read_fact(text: str, everyone: int) -> Event:
    """Return the event that a line of text says; the inverse of :func:`write_fact`.

    Raises:
        BadText: if the line is no fact.
    """
    for pattern, reader in _READERS:
        match = pattern.fullmatch(text)
        if match is not None:
            try:
                return reader(match, everyone)
            except ValueError as error:
                raise BadText(str(error), at=_fault_in(match, error)) from None
    raise _no_fact(text)


def _fault_in(match: re.Match[str], error: ValueError) -> int:
    """Where in a fact the word begins that cannot be read."""
    text: str = match.string
    seen = match.groupdict().get("seen")
    # A number of a seat may be that of a zone too, and who saw the cards is said last.
    if seen is not None and isinstance(error, BadWord) and error.word.isdecimal():
        return match.start("seen") + place_of(error, seen)
    return place_of(error, text)


def _no_fact(text: str) -> BadText:
    """Say how a fact that begins so is written, and where this one departs from it."""
    verb = (text.split() or [""])[0]
    same = [form for form in FORMS if form.split()[0].rstrip(":") == verb.rstrip(":")]
    if not same:
        near = nearest(verb, [form.split()[0].rstrip(":") for form in FORMS])
        return BadText(f"{text!r} is not a fact{near}", verb)
    # What stands between the words to fill in must be there in turn; where it is not, that is at fault.
    at = 0
    for part in re.findall(r"[^A-Z]+", same[0]):
        found = text.find(part, at)
        if found < 0:
            words = re.findall(r"[a-z]+", part)
            like = get_close_matches(words[0], text[at:].split(), n=1) if words else []
            at += place_in(text[at:], like[0]) if like else 0
            break
        at = found + len(part)
    return BadText(f"{text!r} is not a fact; write '{' or '.join(same)}'", at=min(at, len(text) - 1))


__all__ = [
    "BadText", "parse_action", "parse_lying", "read_fact", "read_seats", "read_value", "write_fact",
    "write_seats", "write_value",
]  # fmt: skip
