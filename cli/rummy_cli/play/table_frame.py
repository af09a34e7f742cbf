"""What a table shows, from roomy to compact: the others, the piles, the melds, one's own hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rummy_cli.play.choices import standing
from rummy_cli.play.deal_facts import fact_lines, stop_words
from rummy_cli.play.hand_order import MELDS, grouped
from rummy_cli.play.melds_told import knocks, meld_words, melded, melds_belong, swap_words
from rummy_cli.play.pile_told import pickup_lines
from rummy_cli.play.saying_again import before_words, upcard_words, zone_words
from rummy_cli.play.scene import Scene
from rummy_core.actions import Exchange
from rummy_core.cards import cards_of


@dataclass(frozen=True, slots=True)
class Form:
    """How much room a table takes.

    ``airy`` leaves empty lines between its parts; with ``one_row`` a player and what he did last share
    a row, in a ``flow`` the others stand one behind another, without what they did; ``needs`` is how many
    pickups are told; ``score`` is whether the score stands above.
    """

    airy: bool = False
    one_row: bool = False
    flow: bool = False
    needs: int = 3
    score: bool = True


FORMS: Final = (
    Form(airy=True),
    Form(),
    Form(one_row=True),
    Form(one_row=True, needs=1),
    Form(flow=True, needs=0),
    Form(flow=True, needs=0, score=False),
)
"""The roomiest first."""


@dataclass(frozen=True, slots=True)
class Part:
    """A row of a table: a label, a text that may be broken between its groups, a figure at the right."""

    label: str
    text: str
    right: str = ""


GAP: Final = Part("", "")


def table_parts(scene: Scene, form: Form) -> Iterator[Part]:
    """The rows of a table between its head and its choices; ``GAP`` where it may have an empty line."""
    view, cards = scene.view, scene.cards
    yield from _others(scene, form)
    yield GAP
    zones = [zone_words(view, zone, cards) for zone in view.layout.zones if zone.owner < 0]
    yield Part("", "     ".join([*zones, *filter(None, [upcard_words(view, cards)])]))
    yield from (Part("", line) for line in fact_lines(view, scene.teller, cards))
    yield from _needs(scene, form.needs)
    if knocks(view.rules):
        for meld in view.melds:
            whose = scene.teller.called(meld.placed[0].by)
            yield Part("", f"meld {meld.number}  {cards.row(meld.cards)}  ({whose})")
    elif view.melds:
        yield Part("table", "   ".join(meld_words(view, meld, scene.teller) for meld in view.melds))
        swaps = [swap_words(one, cards) for one in scene.actions if isinstance(one, Exchange)]
        yield from [Part("", "   ".join(swaps))] if swaps else []
    yield GAP
    groups = [cards.row(group) for group in grouped(view, scene.order)]
    separator = " | " if scene.order == MELDS else "   "
    before = before_words(view, view.seat, cards)
    stop = stop_words(view, view.seat)
    yield from [Part("before you", before)] if before else []
    yield from [Part("", f"you: {stop}")] if stop else []
    yield Part("you", separator.join(groups) or "no cards", standing(view, scene.actions))


def _others(scene: Scene, form: Form) -> Iterator[Part]:
    names = scene.teller.names
    seats = [seat for seat in range(scene.view.layout.seats) if seat != scene.view.seat]
    if form.flow:
        yield Part("cards", "   ".join(f"{names[seat]}: {_other(scene, seat, short=True)}" for seat in seats))
        return
    for seat in seats:
        text, last = _other(scene, seat), scene.last.get(seat, "")
        if form.one_row and last:
            yield Part(names[seat], f"{text}   {last}")
        else:
            yield Part(names[seat], text)
            if last:
                yield Part("", last)


def _other(scene: Scene, seat: int, *, short: bool = False) -> str:
    """What another player holds, as far as it is known, and has on the table."""
    view = scene.view
    count = view[view.layout.hands[seat]].count
    known = cards_of(view.known_hand(seat))
    words = f"{count}" if short else f"{count} card" if count == 1 else f"{count} cards"
    if known and short:
        words += f" with {scene.cards.row(known)}"
    elif known and len(known) == count:
        words += f": {scene.cards.row(known)}"
    elif known:
        words += f", among them {scene.cards.row(known)} (known to you)"
    before = before_words(view, seat, scene.cards)
    words += "".join(f", {one}" for one in (before, stop_words(view, seat)) if one)
    side = view.layout.side_of
    partner = side[seat] == side[view.seat]
    down = melded(view, seat)
    # What belongs to a side is told once, that of the own side beside the own hand.
    once = not partner and seat == min(view.layout.sides[side[seat]])
    if down and (once or not melds_belong(view.rules)):
        words += f", {down} melded"
    return f"{words}, your partner" if partner else words


def _needs(scene: Scene, most: int) -> Iterator[Part]:
    """What pickups of the pile give and need."""
    lines = pickup_lines(scene.view, scene.actions, scene.cards)
    for line in lines[:most]:
        yield Part("", line)
    if most and len(lines) > most:
        yield Part("", f"and {len(lines) - most} more: ? lists all")
