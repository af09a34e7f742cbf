"""Imagined tables: a full table that one seat's view does not rule out.

Search bots and the tests of secrecy rest on it. It uses what was seen, and
nothing the rules imply; a game may narrow it.
"""

from __future__ import annotations

from random import Random

from rummy_core.cards import Card, cards_of
from rummy_core.table import Table
from rummy_core.views import View


def imagine(view: View, rng: Random) -> Table:
    """Return a table with the unseen cards dealt at random over the hidden places.

    ``view_of(table, view.seat)`` is equal to ``view``.
    """
    table = Table(view.layout)
    table.rules = view.rules
    unseen = list(cards_of(view.unseen))
    # Not rng.shuffle, whose result may differ between versions of Python.
    unseen = [card for _, card in sorted((rng.random(), card) for card in unseen)]
    known = list(view.shared)
    for name in view.zones:
        zone = view[name]
        mask = zone.mask
        dealt: list[Card] = []
        for seats, count in zone.hidden:
            for card in unseen[len(unseen) - count :]:
                mask |= card.bit
                dealt.append(card)
                for seat in range(view.layout.seats):
                    if seats >> seat & 1:
                        known[seat] |= card.bit
            del unseen[len(unseen) - count :]
        table.masks[name] = mask
        if zone.order is not None:
            places = iter(dealt)
            table.orders[name] = tuple(next(places) if card is None else card for card in zone.order)
    table.known = known
    table.melds = view.melds
    table.step = view.step
    table.seat = view.acting
    table.player = view.player
    table.turn = view.turn
    table.plays = view.plays
    table.idle = view.idle
    table.progress = view.progress
    table.turn_notes = view.turn_notes
    table.deal_notes = view.deal_notes
    table.scores = view.scores
    table.sheet = view.sheet
    return table
