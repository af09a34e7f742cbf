"""Conservation: every card lies in one place, and is seen to move by those who must see it."""

from __future__ import annotations

from typing import Final

from rummy_core.cards import cards_of, mask_of, text_of
from rummy_core.events import Event, Moved
from rummy_core.notation import write_seats
from rummy_core.table import Table
from rummy_core.testing.failures import Fault, Property

CONSERVED: Final = Property(
    "cards are conserved",
    "cards move by events alone (`Moved`, `Laid`, `Exchanged`, `Borrowed`), each out of the place where "
    "it lies; never change a table's masks or orders",
)
SEEN: Final = Property(
    "a move is seen by those who can see it",
    "say in `Moved.seen` who sees the card: all who see into one of the two zones; to show it to others "
    "is a `Shown` of its own",
)


def check_conserved(table: Table) -> None:
    """Check that each card of the pack is in exactly one zone or meld, and that orders agree."""
    together = 0
    twice = 0
    for mask in (*table.masks.values(), *[meld.mask for meld in table.melds]):
        twice |= together & mask
        together |= mask
    if twice:
        raise Fault(CONSERVED, f"{text_of(cards_of(twice))} lies in two places")
    pack = table.layout.pack_mask
    if together != pack:
        lost = text_of(cards_of(pack & ~together))
        raise Fault(CONSERVED, f"lost: {lost or 'none'}; too many: {text_of(cards_of(together & ~pack))}")
    for name, order in table.orders.items():
        mask = table.masks[name]
        if len(order) != mask.bit_count() or mask_of(order) != mask:
            raise Fault(CONSERVED, f"the order of {name}, {text_of(order)}, is not that of its cards")
    for meld in table.melds:
        if len(meld.placed) != len(meld.cards) or mask_of([one.card for one in meld.placed]) != meld.mask:
            raise Fault(CONSERVED, f"meld {meld.number} lies with other cards than were laid")
    for seat, known in enumerate(table.known):
        if known & ~pack:
            raise Fault(CONSERVED, f"seat {seat} knows cards that are not in the pack")


def check_seen(table: Table, event: Event) -> None:
    """Check who sees the cards of a move that is about to happen.

    They must see it who see into an unordered zone on either side, and who knew the
    card in its place in an ordered one: they can tell which card went, said or not.
    They may see it for whom one of the zones is open, and who knew the cards where
    they lay, such as one that was offered; to show a card to others is an event of its own.
    """
    if not isinstance(event, Moved):
        return
    zone = table.layout.zone
    source, target = zone[event.source], zone[event.target]
    must = 0 if source.ordered else source.viewers
    may = source.viewers | target.viewers
    must |= 0 if target.ordered else target.viewers
    for seat, known in enumerate(table.known):
        told_of = [card is not None and bool(known & card.bit) for card in event.cards]
        if source.ordered and any(told_of):
            must |= 1 << seat
            may |= 1 << seat
        elif all(told_of):
            may |= 1 << seat
    everyone = table.layout.everyone
    if must & ~event.seen:
        blind = write_seats(must & ~event.seen, everyone)
        raise Fault(SEEN, f"{event} is hidden from {blind}, who can tell which card it is")
    if event.seen & ~may:
        told = write_seats(event.seen & ~may, everyone)
        raise Fault(SEEN, f"{event} is told to {told}, who can see into neither zone")
