"""Positions as a record states them: read into a deal, and written from a table.

Written they need no rules. Read they do: what a meld is, which notes a game has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rummy_core.cards import Card, by_face, card, parse_cards, text_of
from rummy_core.copies import number_copies
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.melds import Meld
from rummy_core.notation import parse_lying
from rummy_core.positions import BadPosition, LyingMeld, deal_at
from rummy_core.records import Header, Position, write_header
from rummy_core.rulebook import Rulebook
from rummy_core.table import Notes, Table
from rummy_core.words import BadWord

_MELD = {"seat", "cards", "by", "turns", "plays"}


def stand(book: Rulebook, position: Position, seed: str) -> Deal:
    """Return a deal that stands at the position of a scenario.

    Raises:
        BadPosition: naming what is wrong with the position, and where in it.
    """
    seats = book.players if position.seats is None else position.seats
    for name, seat in (
        ("dealer", position.dealer), ("seat", position.seat or 0), ("player", position.player or 0)
    ):  # fmt: skip
        if seat >= seats:
            raise BadPosition(f"there is no seat {seat}", name)
    lying = [_read_meld(meld, number, seats) for number, meld in enumerate(position.melds)]
    groups = [
        *(_cards(text, "zones", name) for name, text in position.zones.items()),
        *(meld.cards for meld in lying),
    ]
    stated = number_copies(book.pack(seats), groups)
    zones = dict(zip(position.zones, stated, strict=False))
    laid = stated[len(zones) :]
    return deal_at(
        book,
        zones=zones,
        step=position.step,
        seat=position.seat,
        player=position.player,
        seats=seats,
        dealer=position.dealer,
        turn=position.turn,
        plays=position.plays,
        idle=position.idle,
        progress=position.progress,
        melds=[
            LyingMeld(meld.seat, cards, meld.named, meld.by, meld.turns, meld.plays)
            for meld, cards in zip(lying, laid, strict=True)
        ],
        turn_notes={key: _note(value) for key, value in position.turn_notes.items()},
        deal_notes={key: _note(value) for key, value in position.deal_notes.items()},
        known=_read_known(position, "known", zones, seats),
        unknown=_read_known(position, "unknown", zones, seats),
        complete=position.complete,
        stock=position.stock,
        seed=seed,
    )


def _cards(text: str, *path: str | int) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except BadWord as error:
        raise BadPosition(str(error), *path, word=error.word) from None


def _read_meld(meld: dict[str, str | int], number: int, seats: int) -> LyingMeld:
    path = "melds", number
    if not {"seat", "cards"} <= set(meld) <= _MELD:
        odd = next((name for name in meld if name not in _MELD), "")
        raise BadPosition("a meld is written as { seat = 0, cards = '5S 6S 7S' }", *path, word=odd)
    seat = meld["seat"]
    if not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadPosition(f"there is no seat {seat!r} to lay a meld", *path, "seat")
    try:
        cards, named = parse_lying(str(meld["cards"]))
    except BadWord as error:
        raise BadPosition(str(error), *path, "cards", word=error.word) from None
    numbers = {}
    for name in ("by", "turns", "plays"):
        words = str(meld.get(name, "")).split()
        fit = all(word.isdecimal() and len(word) < 8 for word in words)
        if not fit or len(words) not in (0, 1, len(cards)):
            raise BadPosition(f"{name} has one number, or one for each card of the meld", *path, name)
        numbers[name] = [int(word) for word in (words * len(cards) if len(words) == 1 else words)]
    if any(by >= seats for by in numbers["by"]):
        raise BadPosition(f"there is no seat {max(numbers['by'])}", *path, "by")
    return LyingMeld(seat, cards, named, **numbers)


def _read_known(
    position: Position, field: str, zones: dict[str, tuple[Card, ...]], seats: int
) -> dict[int, list[Card]]:
    """The cards of ``known`` or ``unknown`` by seat: stated for a seat, or for a seat and a zone."""
    found: dict[int, list[Card]] = {}
    for name, text in getattr(position, field).items():
        match = re.fullmatch(r"(\d{1,2})(?: (.+))?", name)
        if match is None or int(match[1]) >= seats:
            raise BadPosition(f"there is no seat {name!r} to know cards", field, name)
        cards = _cards(text, field, name)
        if match[2] is not None:
            if match[2] not in zones:
                raise BadPosition(f"the zone {match[2]!r} is not stated", field, name)
            cards = _lying_there(cards, zones[match[2]], field, name)
        found.setdefault(int(match[1]), []).extend(cards)
    return found


def _lying_there(cards: Sequence[Card], there: Sequence[Card], *path: str) -> tuple[Card, ...]:
    """The cards of a zone that are meant, of equal ones the topmost."""
    left = list(there)
    found = []
    for one in cards:
        place = max((n for n, other in enumerate(left) if other.text == one.text), default=-1)
        if place < 0:
            raise BadPosition(f"the {one} does not lie there", *path, word=one.text)
        found.append(left.pop(place))
    return tuple(found)


def _note(value: str | int | bool) -> NoteValue:
    if not isinstance(value, str):
        return value
    try:
        return card(value)
    except ValueError:
        return value


def position_of(table: Table, players: int | None = None) -> Position:
    """Return the position at which ``table`` stands, every card of it stated.

    ``players`` is the number of the match, of whom not all need sit at this table.
    What a position cannot say is left out: which of two equal cards lies where beyond
    what its order tells, a note that says ``none``, and what later shuffles will bring.

    Raises:
        BadPosition: if the deal is over.
    """
    if table.sheet is not None:
        raise BadPosition("the deal is over; a position is one in which someone must act")
    layout = table.layout
    return Position(
        complete=True,
        zones={zone.name: text_of(_in_order(table, zone.name)) for zone in layout.zones},
        step=table.step,
        seat=table.seat,
        player=None if table.player == table.seat else table.player,
        seats=None if layout.seats == players else layout.seats,
        dealer=layout.dealer,
        turn=table.turn,
        plays=table.plays,
        idle=table.idle,
        progress=table.progress,
        melds=[_meld(table, meld) for meld in table.melds],
        known=_known(table, hidden=False),
        unknown=_known(table, hidden=True),
        turn_notes=_notes(table.turn_notes),
        deal_notes=_notes(table.deal_notes),
    )


def _in_order(table: Table, zone: str) -> Sequence[Card]:
    # Equal cards are told together, whichever packs they are of.
    return table.cards(zone) if zone in table.orders else sorted(table.cards(zone), key=by_face)


def _meld(table: Table, meld: Meld) -> dict[str, str | int]:
    placed = {one.card: one for one in meld.placed}
    lying = [placed[card] for card in meld.cards]
    seat = meld.placed[0].by
    if table.layout.side_of[seat] != meld.owner:
        # Another side has taken out the card that was laid first.
        seat = table.layout.sides[meld.owner][0]
    found: dict[str, str | int] = {"seat": seat, "cards": str(meld)}
    for name, numbers in (
        ("by", [one.by for one in lying]),
        ("turns", [one.turn for one in lying]),
        ("plays", [one.play for one in lying]),
    ):
        if set(numbers) == {seat} and name == "by":
            continue
        found[name] = numbers[0] if len(set(numbers)) == 1 else " ".join(map(str, numbers))
    return found


def _known(table: Table, *, hidden: bool) -> dict[str, str]:
    """What seats know beyond what a zone shows them or, ``hidden``, what they do not know of that."""
    found = {}
    for seat, known in enumerate(table.known):
        for zone in table.layout.zones:
            shows = bool(zone.viewers >> seat & 1)
            mask = table.masks[zone.name] & (~known if hidden else known)
            if mask and shows == hidden:
                cards = [one for one in _in_order(table, zone.name) if one.bit & mask]
                found[f"{seat} {zone.name}"] = text_of(cards)
    return found


def _notes(notes: Notes) -> dict[str, str | int | bool]:
    return {
        key: value.text if isinstance(value, Card) else value
        for key, value in notes.items()
        if value is not None
    }


def scenario_of(header: Header, table: Table, title: str) -> str:
    """Return the text of a scenario that starts where ``table`` stands in a match with ``header``.

    Who sat at the table and what the match was drawn from are left out: a scenario holds for anyone.

    Raises:
        BadPosition: if the deal is over.
    """
    position = position_of(table, header.players)
    kept = header.model_copy(
        update={"position": position, "seats": [], "bots": [], "seed": "0", "lot": ""},
    )
    expected = (f"seat {table.seat}", f"step {table.step}", f"turn {table.turn}")
    body = "".join(f"? {one}\n" for one in expected)
    return f"{write_header(kept)}\n== {title}\n{body}"
