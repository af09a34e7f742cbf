"""A table as it stands, for everyone or for one seat: rows for a screen, or JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rummy_cli.faces import CardText
from rummy_cli.play.melds_told import meld_text
from rummy_cli.retelling import EVERYONE
from rummy_cli.safe_text import safe
from rummy_core.cards import Card
from rummy_core.table import Table


def cards_seen(table: Table, zone: str, seat: int) -> list[Card | None]:
    """Return the cards of a zone, None for each that ``seat`` does not know.

    From the bottom where the zone has an order; else what is known comes first.
    """
    known = _known(table, seat)
    cards = [card if card.bit & known else None for card in table.cards(zone)]
    return cards if zone in table.orders else sorted(cards, key=lambda card: card is None)


def _known(table: Table, seat: int) -> int:
    if seat == EVERYONE:
        return table.layout.pack_mask
    return table.known[seat] if seat < len(table.known) else 0


def position_rows(
    table: Table, seat: int, cards: CardText, name: Callable[[int], str]
) -> list[tuple[str, str]]:
    """Return what stands on the table as pairs: a zone or meld, and its cards."""
    rows = []
    for zone in table.layout.zones:
        seen = cards_seen(table, zone.name, seat)
        known = [card for card in seen if card is not None]
        label = safe(zone.name, 40)
        if zone.owner >= 0:
            label = name(zone.owner)
            if zone.name not in table.layout.hands:
                if not seen:
                    continue
                label += f", {safe(zone.kind, 40)}"
        rows.append((label, _row(seen, known, cards, ordered=zone.name in table.orders)))
    for meld in table.melds:
        by = ", ".join(name(seat) for seat in dict.fromkeys(one.by for one in meld.placed))
        rows.append((f"meld {meld.number}", f"{meld_text(meld, cards)}  {by}".rstrip()))
    return rows


def who_acts(table: Table, name: Callable[[int], str]) -> str:
    """Say who must act, in which turn and step."""
    if table.sheet is not None:
        return "The deal is over."
    return f"Turn {table.turn}: {name(table.seat)} to act, step '{safe(table.step, 40)}'."


def _row(seen: list[Card | None], known: list[Card], cards: CardText, *, ordered: bool) -> str:
    many = f"{len(seen)} card{'' if len(seen) == 1 else 's'}"
    if not known:
        return many
    if ordered:
        listed = " ".join("?" if card is None else cards.one(card) for card in reversed(seen))
        return f"{many}, top first: {listed}"
    among = "among them" if len(known) < len(seen) else ""
    return f"{many}{', ' if among else ':'}{among} {cards.row(known)}"


def position_json(table: Table, seat: int) -> dict[str, Any]:
    """Return what stands on the table; cards that ``seat`` does not know are null."""
    return {
        "zones": {
            zone.name: [card.text if card else None for card in cards_seen(table, zone.name, seat)]
            for zone in table.layout.zones
        },
        "melds": [
            {
                "number": meld.number,
                "kind": meld.kind,
                "side": meld.owner,
                "cards": [one.text for one in meld.cards],
                "faces": [one.text for one in meld.faces],
            }
            for meld in table.melds
        ],
        "seat": table.seat,
        "step": table.step,
        "turn": table.turn,
    }
