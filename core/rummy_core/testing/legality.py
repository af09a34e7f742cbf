"""Legality: what is listed may be played, and what is not is refused or comes to the same.

Actions are compared as they are said: of two equal cards one is listed, and a
meld is the same in whatever order its cards are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
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
    DiscardUnseen,
    Exchange,
    Force,
    GoOut,
    IllegalAction,
    Knock,
    LayMeld,
    LayOff,
    PassOn,
    Refusal,
    Spread,
    TakePile,
)
from rummy_core.cards import CARDS, Card, cards_of
from rummy_core.deal import Deal
from rummy_core.faces import face
from rummy_core.melds import MeldRules
from rummy_core.table import BadFact, Table
from rummy_core.testing.conservation import CONSERVED
from rummy_core.testing.failures import Fault, Property
from rummy_core.testing.policies import pick
from rummy_core.zones import DISCARD

OFFERED: Final = Property(
    "every state offers an action or an ending",
    "where nothing can be done the step must offer `pass` or `done`, or the deal must end",
)
NO_TWO: Final = Property(
    "no two listed actions are the same",
    "the list holds each action once, a meld in one order, one of equal cards",
)
ACCEPTED: Final = Property(
    "each listed action is accepted",
    "`actions` and `refuse` must judge alike: what is listed is not refused",
)
UNCHANGED: Final = Property(
    "a refusal changes nothing",
    "`refuse` must only look, give the same reason each time, and say it in words",
)
AS_LISTED: Final = Property(
    "an unlisted action does what listed ones do",
    "what `refuse` lets through must be listed, or be reached by listed actions one after another",
)
UNDO: Final = Property(
    "an undo takes a decision back",
    "what a decision did must be in its events; each shuffle is a `Shuffled`",
)

_JOKER: Final = CARDS[53]
_SEARCHED: Final = 500
"""Positions looked at for a sequence of listed actions; a meld of five cards takes about ten."""


def said(action: Action, rules: MeldRules) -> str:
    """Return an action as it counts: the cards of a meld in no order, wild cards of one kind alike."""
    if isinstance(action, LayMeld):
        named = action.faces or (None,) * len(action.cards)
        words = (
            _label(card, rules) + (f"={one}" if one else "")
            for card, one in zip(action.cards, named, strict=True)
        )
        return f"meld {' '.join(sorted(words))}"
    if isinstance(action, LayOff) and action.card.rank in rules.wilds:
        return str(action).replace(action.card.text, _label(action.card, rules), 1)
    if isinstance(action, TakePile):
        deep = f" {action.deep} deep" if action.deep else ""
        return f"take {action.card}{deep}: {said(action.use, rules)}"
    return str(action)


def _label(card: Card, rules: MeldRules) -> str:
    """A card as it counts in a meld: no rule tells wild cards of one kind apart."""
    return f"wild{card.rank}" if card.rank in rules.wilds else card.text


def check_listed(deal: Deal) -> tuple[Action, ...]:
    """Check that something is listed, nothing twice; return the list."""
    table = deal.table
    if not 0 <= table.seat < table.layout.seats or table.step not in deal.rules.steps:
        raise Fault(OFFERED, f"seat {table.seat} must act in step {table.step!r}")
    listed = deal.legal_actions()
    if not listed:
        raise Fault(OFFERED, f"seat {table.seat} can do nothing in step {table.step!r}")
    words = [said(action, deal.rules.meld_rules) for action in listed]
    if len(set(words)) < len(words):
        twice = next(one for one in words if words.count(one) > 1)
        raise Fault(NO_TWO, f"{twice!r} is listed {words.count(twice)} times in step {table.step!r}")
    return listed


def check_accepted(deal: Deal, listed: Sequence[Action]) -> None:
    """Check that no listed action is refused when it is asked for."""
    for action in listed:
        refusal = deal.why_illegal(action)
        if refusal is not None:
            raise Fault(ACCEPTED, f"{str(action)!r} is listed, and refused: {refusal}")


def play(deal: Deal, action: Action) -> None:
    """Play a legal action; an error is a fault of the rules."""
    try:
        deal.play(action)
    except BadFact as error:
        raise Fault(CONSERVED, f"{str(action)!r} moves what cannot move: {error}") from error
    except Exception as error:
        raise Fault(ACCEPTED, f"{str(action)!r} may be played, and fails: {error!r}") from error


def check_undo(deal: Deal, action: Action) -> None:
    """Check that an action which may be undone leaves no trace."""
    copy = deal.copy()
    play(copy, action)
    if copy.why_no_undo(deal.seat) is None:
        copy.undo()
        if copy.table != deal.table or copy.log != deal.log or copy.chance.shuffles != deal.chance.shuffles:
            raise Fault(UNDO, f"{str(action)!r} taken back leaves another deal than before it")


def check_unlisted(deal: Deal, actions: Sequence[Action], listed: Sequence[Action]) -> None:
    """Check each of ``actions`` that is not listed: refused without a trace, or nothing new.

    Of equal cards those are asked for that a text would mean: another copy may be known to others.
    """
    actions = [deal.by_face(action) for action in actions]
    before = deal.table.copy()
    rules = deal.rules.meld_rules
    offered = {said(action, rules) for action in listed}
    refused: list[tuple[Action, Refusal]] = []
    for action in actions:
        if said(action, rules) not in offered:
            refusal = deal.why_illegal(action)
            if refusal is None:
                _check_as_listed(deal, action, listed)
            else:
                refused.append((action, refusal))
    twin = deal.copy()
    for action, refusal in refused:
        _check_refused(twin, action, refusal)
    # Comparing tables costs more than a refusal: which one it was is only asked where one did.
    if twin.table != before or twin.log != deal.log or deal.table != before:
        for action, refusal in refused:
            twin = deal.copy()
            twin.table = before.copy()
            _check_refused(twin, action, refusal)
            if twin.table != before or twin.log != deal.log:
                raise Fault(UNCHANGED, f"the refusal of {str(action)!r} changed the table")
        raise Fault(UNCHANGED, "asking for what is not listed changed the table")


def _check_refused(deal: Deal, action: Action, refusal: Refusal) -> None:
    if not str(refusal).strip():
        raise Fault(UNCHANGED, f"{str(action)!r} is refused without a reason")
    try:
        deal.play(action)
    except IllegalAction as error:
        if error.refusal != refusal:
            raise Fault(UNCHANGED, f"{str(action)!r}: {refusal}; when it is played: {error}") from None
    else:
        raise Fault(UNCHANGED, f"{str(action)!r} is refused ({refusal}), and can be played")


def _check_as_listed(deal: Deal, action: Action, listed: Sequence[Action]) -> None:
    after = deal.copy()
    play(after, action)
    if isinstance(action, Knock | GoOut) and action.melds is not None:
        _check_spread(deal, action, after, listed)
    elif not _reached(deal, action, after.table):
        raise Fault(AS_LISTED, f"{str(action)!r} is accepted, and no listed actions come to the same")


def _check_spread(deal: Deal, action: Knock | GoOut, after: Deal, listed: Sequence[Action]) -> None:
    """Check a spread that is named: it changes how the cards lie, and nothing else.

    It is no listed action, since there may be many; the same without it is one.
    """
    bare: Action = GO_OUT if isinstance(action, GoOut) else Knock(action.card)
    if bare not in listed:
        raise Fault(AS_LISTED, f"{str(action)!r} is accepted, and {str(bare)!r} is not listed")
    plain = deal.copy()
    play(plain, bare)
    if _spread_out(plain.table) != _spread_out(after.table):
        raise Fault(AS_LISTED, f"{str(action)!r} changes more than the spread of {str(bare)!r}")


def _spread_out(table: Table) -> tuple[object, ...]:
    """Return where things stand, hands and the melds of their owners taken together."""
    layout = table.layout
    hands = [table.hand(seat) for seat in range(layout.seats)]
    for meld in table.melds:
        for one in meld.placed:
            hands[one.by] |= one.card.bit
    others = {name: mask for name, mask in table.masks.items() if name not in layout.hands}
    return hands, others, table.orders, table.step, table.seat, table.player, table.turn, table.ending


def _reached(deal: Deal, meant: Action, wanted: Table) -> bool:
    """Whether some sequence of listed actions comes to ``wanted``, which ``meant`` comes to at once."""
    aim, told = _outcome(wanted), _known(wanted)
    seen = {(_outcome(deal.table), _known(deal.table))}
    queue = [deal]
    rules = deal.rules.meld_rules
    cards = {_label(card, rules) for card in _cards_in(meant)}
    for here in queue:
        for action in here.legal_actions():
            if isinstance(action, Knock | GoOut):
                continue
            # What lays another card cannot come to the same.
            if cards and not {_label(card, rules) for card in _cards_in(action)} <= cards:
                continue
            following = here.copy()
            play(following, action)
            outcome, known = _outcome(following.table), _known(following.table)
            if outcome == aim and _no_more(known, told, wanted.layout.has_copies):
                return True
            same_step = (following.seat, following.table.turn) == (deal.seat, deal.table.turn)
            if (outcome, known) not in seen and same_step and len(queue) < _SEARCHED:
                seen.add((outcome, known))
                queue.append(following)
    return False


def _known(table: Table) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return what each seat knows of each zone."""
    rules = table.rules.meld_rules
    return tuple(tuple(_alike(mask & seat, rules) for mask in table.masks.values()) for seat in table.known)


def _no_more(
    known: tuple[tuple[tuple[str, ...], ...], ...],
    told: tuple[tuple[tuple[str, ...], ...], ...],
    copies: bool,
) -> bool:
    """Whether ``known`` is as much as ``told``, or with equal cards no more.

    Who melds his own card while its equal comes up with the pile shows that he then holds that; who
    takes the pile first and lays the card off leaves open which of the two it was.
    """
    if known == told or not copies:
        return known == told
    zones = zip(chain.from_iterable(known), chain.from_iterable(told), strict=True)
    return all(Counter(one) <= Counter(other) for one, other in zones)


def _outcome(table: Table) -> tuple[object, ...]:
    """Return where things stand, whatever the order in which melds were laid and whoever knows."""
    rules = table.rules.meld_rules
    melds = sorted(
        (meld.owner, meld.kind, tuple(sorted(map(str, meld.faces))), _alike(meld.mask, rules))
        for meld in table.melds
    )
    zones = {name: _alike(mask, rules) for name, mask in table.masks.items()}
    return (
        tuple(zones.items()), tuple(table.orders.items()), tuple(melds),
        table.step, table.seat, table.player, table.turn, table.progress, table.idle,
        tuple(table.turn_notes.items()), tuple(table.deal_notes.items()),
        tuple(table.scores), table.sheet,
    )  # fmt: skip


def _alike(mask: int, rules: MeldRules) -> tuple[str, ...]:
    return tuple(sorted(_label(card, rules) for card in cards_of(mask)))


def _cards_in(action: Action) -> tuple[Card, ...]:
    """The cards that an action lays or takes."""
    if isinstance(action, LayMeld):
        return action.cards
    if isinstance(action, LayOff):
        return (action.card,)
    if isinstance(action, TakePile):
        return (action.card, *_cards_in(action.use))
    return ()


def some_actions(deal: Deal, rng: Random) -> list[Action]:
    """Return actions of every kind to ask about, legal and not, such as a player may type."""
    table = deal.table
    hand = cards_of(table.hand(table.seat))
    pack = table.layout.pack.cards
    held = pick(rng, hand or pack)
    other = pick(rng, pack)
    numbers = range(len(table.melds) + 2)
    asked: list[Action] = [DRAW, TAKE, PASS, DONE, LAY_BEST, GO_OUT, Knock(None), DiscardUnseen()]
    asked += [made[card.index] for made in (DISCARDS, KNOCKS) for card in (held, other)]
    asked += [DISCARDS[_JOKER.index], KNOCKS[_JOKER.index]]
    asked += [LayOff(held, number) for number in numbers]
    asked += [LayOff(other, pick(rng, numbers)), LayOff(_JOKER, pick(rng, numbers)), LayOff(held, -1)]
    asked += [LayMeld(cards) for cards in _groups(hand, deal.rules.meld_rules, rng)]
    asked += [LayMeld(()), LayMeld((held,)), LayMeld((held, held, held)), LayMeld((other, held, _JOKER))]
    asked += [LayMeld(cards) for cards in _with_wilds(hand, deal.rules.meld_rules, rng)]
    asked += [LayOff(held, pick(rng, numbers), face(pick(rng, range(1, 15)), pick(rng, range(-1, 4))))]
    asked += [
        ACCEPT,
        *(made[card.index] for made in (OFFERS, PASSES_ON) for card in (held, other)),
        PassOn(None),
    ]
    asked += [Exchange(held, pick(rng, meld.cards), meld.number) for meld in table.melds]
    asked += [Exchange(other, _JOKER, pick(rng, numbers))]
    asked += _takings(deal, hand, numbers, rng)
    asked += [LayMeld(cards) for cards in _borrowings(deal, hand)]
    asked += [
        Force(LayOff(card, pick(rng, numbers))) for card in (*deal.table.orders.get(DISCARD, ())[-1:], other)
    ]
    asked += [
        action for spread in _spreads(deal, held, rng) for action in (Knock(held, spread), GoOut(spread))
    ]
    return asked


def _groups(hand: Sequence[Card], rules: MeldRules, rng: Random) -> Iterator[tuple[Card, ...]]:
    """Cards of a hand that may make melds: by rank, by suit in a row, and any three."""
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    yield from (tuple(cards[::-1]) for cards in by_rank.values() if len(cards) > 2)
    row: list[Card] = []
    for card in hand:
        if row and (card.suit, card.rank) != (row[-1].suit, _next_rank(rules, row[-1])):
            row = []
        row.append(card)
        if len(row) > 2:
            yield tuple(row)
    if len(hand) > 2:
        yield tuple(pick(rng, hand) for _ in range(3))


def _next_rank(rules: MeldRules, card: Card) -> int:
    """The rank that follows a card in a run."""
    return next((place for place in rules.places if place > card.rank), 0)


def _borrowings(deal: Deal, hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Cards that lie at an end of a meld, with those of the hand that have their rank or are near in suit."""
    for meld in deal.table.melds:
        for card in (meld.cards[0], meld.cards[-1]):
            yield (card, *(one for one in hand if one.rank == card.rank))
            yield (
                card,
                *(one for one in hand if one.suit == card.suit and 0 < abs(one.rank - card.rank) <= 2),
            )


def _with_wilds(hand: Sequence[Card], rules: MeldRules, rng: Random) -> Iterator[tuple[Card, ...]]:
    """Groups of natural cards with as many wild cards as there are, or some of them."""
    wilds = [card for card in hand if card.rank in rules.wilds]
    if not wilds:
        return
    naturals = [card for card in hand if card.rank not in rules.wilds]
    for _ in range(3):
        few = [pick(rng, naturals)] if naturals else []
        yield (*few, *wilds[: 2 + len(naturals) % 3])
    yield tuple(wilds)
    for cards in list(_groups(naturals, rules, rng))[:4]:
        yield (*cards, wilds[-1])
        yield (*cards[:2], *wilds[-2:])


def _takings(deal: Deal, hand: Sequence[Card], numbers: Sequence[int], rng: Random) -> Iterator[Action]:
    """Ways to take a card of the pile and use it, legal and not."""
    pile = deal.table.orders.get(DISCARD, ())
    if not pile:
        yield TakePile(_JOKER, LayOff(_JOKER, 1))
        return
    for card in (pile[-1], pick(rng, pile)):
        yield TakePile(card, LayOff(card, pick(rng, numbers)))
        yield TakePile(card, LayMeld((card, *hand[:2])))
        same = [one for one in hand if one.rank == card.rank]
        near = [one for one in hand if one.suit == card.suit and abs(one.rank - card.rank) <= 2]
        yield TakePile(card, LayMeld((card, *same)))
        yield TakePile(card, LayMeld((card, *near)))


def _spreads(deal: Deal, card: Card, rng: Random) -> Iterator[Spread]:
    """Spreads for a knock with ``card``: none, a best one, a part of it, and what is none."""
    yield ()
    rest = deal.table.hand(deal.seat) & ~card.bit
    # The search for arrangements is for packs of one deck without jokers.
    if not rest or rest >> 52 or deal.rules.meld_rules.wilds:
        return
    ways = list(deal.rules.arranger.arrangements(rest, 3))
    best = pick(rng, ways).melds
    yield best
    yield best[1:]
    yield (*best, *best[:1])
    yield (*best, (card, card, card))
