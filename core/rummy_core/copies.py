"""Equal cards: which copy is meant where only a face is said.

Equal cards of several packs are one card in every rule and text. Of two in a hand
the copy most widely known is listed, then the lowest, so that the play never
tells that a second is held; a text means the copy that this rule, or the order
of the zone it leaves, picks. Who asks for a certain copy plays that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from rummy_core.actions import (
    DISCARDS,
    KNOCKS,
    OFFERS,
    PASSES_ON,
    Action,
    Discard,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Offer,
    PassOn,
    TakePile,
)
from rummy_core.cards import ALIKE, DECK_SIZE, Card, cards_of, mask_of
from rummy_core.chance import as_named
from rummy_core.events import Borrowed, Event, Exchanged, Laid, Moved, Noted, Shown, Shuffled
from rummy_core.faces import told
from rummy_core.melds import Meld
from rummy_core.packs import Pack
from rummy_core.table import Table
from rummy_core.zones import DISCARD


@cache
def copies_in(pack: Pack, face: str) -> tuple[Card, ...]:
    """The cards of a pack that read ``face``, lowest first."""
    return tuple(card for card in pack.cards if card.text == face)


def number_copies(pack: Pack, groups: Iterable[Sequence[Card]]) -> list[tuple[Card, ...]]:
    """Return ``groups`` with the first card of a face as its first copy, the next as its second, and so on.

    Where a face is named more often than the pack has it the card stays as it is.
    """
    named: dict[str, int] = {}
    found = []
    for group in groups:
        cards = []
        for card in group:
            there = copies_in(pack, card.text)
            nth = named.get(card.text, 0)
            named[card.text] = nth + 1
            cards.append(there[nth] if nth < len(there) else card)
        found.append(tuple(cards))
    return found


def by_width(table: Table, card: Card, mask: int) -> tuple[Card, ...]:
    """The copies of ``card`` in ``mask``, the most widely known first, then the lowest."""
    there = cards_of(mask & ALIKE[card.index])
    if len(there) < 2:
        return there
    return tuple(sorted(there, key=lambda one: -sum(bool(known & one.bit) for known in table.known)))


def one_of_each(table: Table, mask: int) -> int:
    """Return ``mask`` with one of equal cards: the copy that would be played."""
    kept = 0
    for card in cards_of(mask):
        kept |= by_width(table, card, mask)[0].bit
    return kept


def meant(table: Table, action: Action) -> Iterator[Action]:
    """The actions that ``action`` can mean when it names faces, the one that goes first first."""
    hand = table.hand(table.seat)
    if isinstance(action, Discard):
        yield from (DISCARDS[card.index] for card in by_width(table, action.card, hand))
    elif isinstance(action, Knock) and action.card is not None:
        for card in by_width(table, action.card, hand):
            melds = action.melds and _picked(table, hand & ~card.bit, action.melds)
            yield KNOCKS[card.index] if melds is None else Knock(card, melds)
    elif isinstance(action, LayOff):
        yield from (replace(action, card=card) for card in by_width(table, action.card, hand))
    elif isinstance(action, LayMeld):
        yield replace(action, cards=_picked(table, hand, (action.cards,))[0])
    elif isinstance(action, Offer):
        yield from (OFFERS[card.index] for card in by_width(table, action.card, hand))
    elif isinstance(action, PassOn) and action.card is not None:
        yield from (PASSES_ON[card.index] for card in by_width(table, action.card, hand))
    elif isinstance(action, Exchange):
        meld = table.meld(action.meld)
        wilds = [one for one in (meld.cards if meld else ()) if one.text == action.wild.text]
        for card in by_width(table, action.card, hand):
            yield from (Exchange(card, wild, action.meld) for wild in wilds)
    elif isinstance(action, TakePile):
        yield from _taking(table, hand, action)
    elif isinstance(action, Force):
        top = table.top(DISCARD) if DISCARD in table.orders else None
        if top is not None and top.text == action.use.card.text:
            yield Force(replace(action.use, card=top))
    elif isinstance(action, GoOut) and action.melds is not None:
        yield GoOut(_picked(table, hand, action.melds))
    yield action


def _taking(table: Table, hand: int, action: TakePile) -> Iterator[TakePile]:
    """What is meant by taking a card of the pile: the one so deep, or the topmost of equal ones."""
    pile = table.orders.get(DISCARD, ())
    if action.deep:
        asked = pile[len(pile) - action.deep : len(pile) - action.deep + 1]
    else:
        asked = tuple([card for card in pile[::-1] if card.text == action.card.text][:1])
    for card in asked:
        if isinstance(action.use, LayOff):
            if action.use.card.text == card.text:
                yield replace(action, card=card, use=replace(action.use, card=card))
            continue
        if [one.text for one in action.use.cards[:1]] != [card.text]:
            # The card taken leads the meld that it makes; of another meld no copy is meant.
            continue
        above = mask_of(pile[pile.index(card) + 1 :])
        # Cards that lay above are known to all, and go first where they may be used.
        others = _picked(table, hand | above, (action.use.cards[1:],))[0]
        yield replace(action, card=card, use=replace(action.use, cards=(card, *others)))
        others = _picked(table, hand, (action.use.cards[1:],))[0]
        yield replace(action, card=card, use=replace(action.use, cards=(card, *others)))


def _picked(table: Table, mask: int, melds: Iterable[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """Pick a copy out of ``mask`` for each card; one that is not there stays as it is."""
    found = []
    for meld in melds:
        cards = []
        for card in meld:
            there = by_width(table, card, mask)
            cards.append(there[0] if there else card)
            mask &= ~cards[-1].bit
        found.append(tuple(cards))
    return tuple(found)


def _from_zone(table: Table, cards: Sequence[Card | None], zone: str) -> tuple[Card | None, ...]:
    """Pick copies out of a zone: the topmost where it has an order."""
    if zone not in table.orders:
        return _picked(table, table.masks.get(zone, 0), [[card for card in cards if card]])[0]
    left = list(table.orders[zone])
    found = []
    for card in cards:
        place = max((n for n, one in enumerate(left) if card and one.text == card.text), default=-1)
        found.append(card if place < 0 else left.pop(place))
    return tuple(found)


def settled(table: Table, event: Event) -> Event:
    """Return an event read from text with the copies that it means at ``table``."""
    if not table.layout.has_copies:
        return event
    if isinstance(event, Shuffled):
        there = table.orders.get(event.zone, ())
        try:
            return replace(event, order=as_named(there, event.order))
        except ValueError:
            return event
    if isinstance(event, Moved):
        return replace(event, cards=_from_zone(table, event.cards, event.source))
    if isinstance(event, Shown):
        return replace(event, cards=_from_zone(table, event.cards, event.zone))
    if isinstance(event, Laid):
        cards = _laid_from(table, event)
        return replace(event, cards=tuple(cards), lies=_lying(table.meld(event.number), cards, event))
    if isinstance(event, Exchanged):
        (card,) = _from_zone(table, (event.card,), event.source)
        return replace(event, card=card or event.card, wild=_exchanged(table, event))
    if isinstance(event, Borrowed):
        meld = table.meld(event.number)
        same = [card for card in (meld.cards if meld else ()) if card.text == event.card.text]
        return replace(event, card=next(iter(same), event.card))
    if isinstance(event, Noted) and isinstance(event.value, Card):
        return replace(event, value=noted(table, event.value, table.seat))
    return event


def _laid_from(table: Table, event: Laid) -> list[Card]:
    """The cards that are laid: those of their zone, and of those that are not there the ones in hand."""
    found = [card for card in _from_zone(table, event.cards, event.source) if card]
    there, hands = table.masks.get(event.source, 0), table.layout.hands
    others = [card for card in found if not card.bit & there]
    hand = table.hand(event.by) if others and 0 <= event.by < len(hands) else 0
    own = iter(_picked(table, hand, (others,))[0])
    return [card if card.bit & there else next(own) for card in found]


def _lying(old: Meld | None, laid: Sequence[Card], event: Laid) -> tuple[Card, ...]:
    """The cards of a meld as they then lie: one that lay there counts as what it did before."""
    there = [] if old is None else list(zip(old.cards, map(told, old.faces), strict=True))
    new = list(laid)
    found = []
    for card, counts in zip(event.lies, map(told, event.faces), strict=True):
        before = next((one for one in there if one[0].text == card.text and one[1] == counts), None)
        now = next((one for one in new if one.text == card.text), None)
        if before is not None:
            there.remove(before)
            found.append(before[0])
        elif now is not None:
            new.remove(now)
            found.append(now)
        else:
            found.append(card)
    return tuple(found)


def _exchanged(table: Table, event: Exchanged) -> Card:
    """The wild card that is exchanged: of equal ones that which stands for the card laid."""
    meld = table.meld(event.number)
    if meld is None:
        return event.wild
    same = [
        (card, counts)
        for card, counts in zip(meld.cards, meld.faces, strict=True)
        if card.text == event.wild.text
    ]
    exact = [
        card for card, counts in same if counts.suit >= 0 and counts.place == event.card.index % DECK_SIZE
    ]
    return next(iter(exact + [card for card, _ in same]), event.wild)


def noted(table: Table, card: Card, seat: int) -> Card:
    """The copy that a note means: in the hand of ``seat``, or else on top of an open zone."""
    held = by_width(table, card, table.hand(seat)) if seat >= 0 else ()
    tops = (order[-1] for order in table.orders.values() if order and order[-1].text == card.text)
    return next(iter((*held, *tops)), card)
