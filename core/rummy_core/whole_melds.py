"""Melds that a search sets aside before it goes through the ranks: patterns, runs that turn the corner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rummy_core.cards import CARDS, Card
from rummy_core.faces import FACES, Face, lying_faces
from rummy_core.meld_prices import LAID_OFF, MELD, Prices
from rummy_core.melds import RUN, Ace, Meld, MeldRules


@dataclass(frozen=True, slots=True)
class WholeMeld:
    """Cards that are laid at once, by their places in a deck and their faces.

    ``number`` is the meld of the table that they extend, in this order, or 0 for a new one.
    """

    kind: str
    places: tuple[int, ...]
    faces: tuple[Face, ...]
    cost: int
    number: int = 0


def whole_melds(
    rules: MeldRules, prices: Prices, held: Mapping[int, int], table: Sequence[Meld]
) -> tuple[WholeMeld, ...]:
    """Return what can be set aside of cards ``held`` so often, by place."""
    found: list[WholeMeld] = []
    for pattern in rules.patterns:
        ranks = sorted(pattern.ranks, reverse=True)
        suits = [[suit for suit in range(4) if held.get(suit * 13 + rank - 1)] for rank in ranks]
        for some in product(*suits):
            places = tuple(suit * 13 + rank - 1 for suit, rank in zip(some, ranks, strict=True))
            cards = [CARDS[place] for place in places]
            if pattern.matches(cards):
                faces = tuple(FACES[place] for place in places)
                found.append(_priced(prices, pattern.name, cards, faces))
    if rules.ace is Ace.AROUND:
        found += _round_the_corner(rules, prices, held)
        for meld in table:
            if meld.kind == RUN:
                found += _longer(rules, prices, held, meld)
    return tuple(found)


def choices_of(
    wholes: Sequence[WholeMeld], held: Mapping[int, int]
) -> Iterator[tuple[tuple[WholeMeld, ...], dict[int, int]]]:
    """Yield every choice of them that the cards suffice for, with the cards left; none first."""

    def ways(at: int, left: dict[int, int]) -> Iterator[tuple[tuple[WholeMeld, ...], dict[int, int]]]:
        yield (), left
        for place in range(at, len(wholes)):
            one = wholes[place]
            if all(left.get(card, 0) for card in one.places):
                rest = {card: count - (card in one.places) for card, count in left.items()}
                for more, last in ways(place, rest):
                    if not one.number or all(one.number != other.number for other in more):
                        yield (one, *more), last

    return ways(0, dict(held))


def _priced(
    prices: Prices,
    kind: str,
    cards: Sequence[Card],
    faces: Sequence[Face],
    number: int = 0,
    there: int = 0,
) -> WholeMeld:
    pairs = list(zip(cards, faces, strict=True))
    cost = sum(prices.melded(card, counts, kind) for card, counts in pairs)
    cost += prices.closed(kind, there, len(cards), sum(prices.worth(*pair, kind) for pair in pairs))
    cost += LAID_OFF * len(cards) if number else MELD
    return WholeMeld(kind, tuple(card.index for card in cards), tuple(faces), cost, number)


def _round_the_corner(rules: MeldRules, prices: Prices, held: Mapping[int, int]) -> Iterator[WholeMeld]:
    for suit in range(4):
        for start in range(3, 14):
            for size in range(rules.min_run, (rules.max_run or 13) + 1):
                places = [suit * 13 + (start - 1 + step) % 13 for step in range(size)]
                if start + size <= 15 or not all(held.get(place) for place in places):
                    continue
                cards = tuple(CARDS[place] for place in places)
                yield _priced(prices, RUN, cards, lying_faces(True, cards, (None,) * size))


def _longer(rules: MeldRules, prices: Prices, held: Mapping[int, int], meld: Meld) -> Iterator[WholeMeld]:
    """Every way to go on with a run of the table at both its ends."""
    suit = meld.cards[0].suit
    first, last = meld.cards[0].rank - 1, meld.cards[-1].rank - 1
    room = (rules.max_run or 13) - len(meld.cards)
    for below in range(room + 1):
        for above in range(room + 1 - below):
            down = [CARDS[suit * 13 + (first - step) % 13] for step in range(1, below + 1)]
            up = [CARDS[suit * 13 + (last + step) % 13] for step in range(1, above + 1)]
            if down or up:
                if not all(held.get(card.index) for card in (*down, *up)):
                    continue
                lies = (*down[::-1], *meld.cards, *up)
                faces = lying_faces(True, lies, (None,) * len(lies))
                there = dict(zip(lies, faces, strict=True))
                cards = (*down, *up)
                counts = [there[card] for card in cards]
                yield _priced(prices, RUN, cards, counts, meld.number, len(meld.cards))
