"""From the moves of a search back to cards: which are melded, laid off and left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rummy_core.cards import DECK_SIZE, Card, by_face, cards_of
from rummy_core.faces import FACES, Face, face
from rummy_core.meld_prices import Prices
from rummy_core.melds import RUN, SET, Meld, MeldRules, Reading
from rummy_core.run_ways import NATURAL, Move, Open
from rummy_core.set_ways import Part, SetWay, Suited
from rummy_core.whole_melds import WholeMeld


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card laid off on a meld of the table, and what it counts as there."""

    card: Card
    number: int
    face: Face


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to use a hand: melds, lay-offs in an order that works, and the cards left."""

    readings: tuple[Reading, ...]
    layoffs: tuple[LaidOff, ...]
    unmatched: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SetsMade:
    """The sets made at a rank: the wild cards used of each kind, and how all are parted."""

    rank: int
    used: tuple[int, ...]
    way: SetWay


@dataclass(frozen=True, slots=True)
class WildSetsMade:
    """Sets of wild cards of one rank alone: those used of each kind, and how they are parted.

    ``suited`` tells whether the parts go by suit; else all count as of the first.
    """

    used: tuple[int, ...]
    suited: bool
    way: SetWay


class Hand:
    """The cards of a hand, of those that are alike one pile each.

    ``naturals`` by place in a deck, jokers that are not wild at 52; ``wilds`` by kind: those of a rank
    that count the same in hand and as what they are, and fit the same sets of wild cards.
    """

    def __init__(self, rules: MeldRules, prices: Prices, mask: int) -> None:
        self.cards = cards_of(mask)
        self.naturals: dict[int, list[Card]] = {}
        kinds: dict[tuple[int, ...], list[Card]] = {}
        for card in self.cards:
            if card.rank in rules.wilds:
                left = prices.left[card.index % DECK_SIZE]
                suited = card.rank in rules.wild_sets and not rules.equal_cards
                suit = card.suit if suited else -1
                kind = card.rank, suit, left, prices.melded(card, FACES[card.index], SET)
                kinds.setdefault(kind, []).append(card)
            else:
                place = card.index % DECK_SIZE if card.rank else 52
                self.naturals.setdefault(place, []).append(card)
        # By suit before pack, so that a hand with the equal card of another pack is used alike.
        self.wilds = [sorted(kinds[kind], key=by_face) for kind in sorted(kinds)]

    def counts(self) -> dict[int, int]:
        """How many natural cards there are, by place."""
        return {place: len(cards) for place, cards in self.naturals.items()}


@dataclass(slots=True)
class _Growing:
    state: Open
    cards: list[tuple[Card, Face]] = field(default_factory=list)


class _Rebuilding:
    def __init__(self, hand: Hand, table: Mapping[int, Meld]) -> None:
        self.naturals = {place: list(cards) for place, cards in hand.naturals.items()}
        self.wilds = [list(cards) for cards in hand.wilds]
        self.table = table
        self.runs: list[list[_Growing]] = [[], [], [], []]
        self.melds: list[Reading] = []
        self.layoffs: list[LaidOff] = []

    def natural(self, place: int) -> Card:
        return self.naturals[place].pop(0)

    def whole(self, one: WholeMeld) -> None:
        cards = tuple(self.natural(place) for place in one.places)
        if one.number:
            self.layoffs += [
                LaidOff(card, one.number, counts) for card, counts in zip(cards, one.faces, strict=True)
            ]
        else:
            self.melds.append(Reading(one.kind, cards, one.faces))

    def sets(self, made: SetsMade) -> None:
        wild = [self.wilds[kind].pop(0) for kind, many in enumerate(made.used) for _ in range(many)]

        def taken(naturals: Suited, wilds: int) -> list[Card]:
            found = []
            for suit, many in enumerate(naturals):
                place = suit * 13 + made.rank - 1 if made.rank else 52
                found += [self.natural(place) for _ in range(many)]
            others = [wild.pop(0) for _ in range(wilds)]
            return [*sorted(found, key=by_face), *sorted(others, key=by_face)]

        for number, part in made.way.on:
            for card in taken(*part):
                natural = card.rank == made.rank
                counts = FACES[card.index] if natural else face(made.rank)
                self.layoffs.append(LaidOff(card, number, counts))
        for part in made.way.new:
            cards = taken(*part)
            faces = [FACES[card.index] if card.rank == made.rank else face(made.rank) for card in cards]
            self.melds.append(Reading(SET, tuple(cards), tuple(faces)))

    def wild_sets(self, made: WildSetsMade) -> None:
        piles: list[list[Card]] = [[], [], [], []]
        for kind, many in enumerate(made.used):
            for card in [self.wilds[kind].pop(0) for _ in range(many)]:
                piles[card.suit if made.suited else 0].append(card)

        def taken(part: Part) -> list[Card]:
            cards = [piles[suit].pop(0) for suit, many in enumerate(part[0]) for _ in range(many)]
            return sorted(cards, key=by_face)

        for number, part in made.way.on:
            self.layoffs += [LaidOff(card, number, FACES[card.index]) for card in taken(part)]
        for part in made.way.new:
            some = tuple(taken(part))
            self.melds.append(Reading(SET, some, tuple(FACES[card.index] for card in some)))

    def move(self, move: Move) -> None:
        suit, place, changes = move
        going = self.runs[suit]
        after: list[_Growing] = []
        for before, now, laid in changes:
            run = _Growing(Open(0, 0, 0, 0, False))
            if before is not None:
                run = next(one for one in going if one.state == before)
                going.remove(run)
            if laid is not None:
                card = (
                    self.natural(suit * 13 + (place - 1) % 13) if laid == NATURAL else self.wilds[laid].pop(0)
                )
                counts = FACES[card.index] if laid == NATURAL and place != 14 else face(place, suit)
                run.cards.append((card, counts))
            if now is not None:
                run.state = now
                after.append(run)
            elif before is not None:
                self._close(run, before.meld)
        self.runs[suit] = going + after

    def _close(self, run: _Growing, number: int) -> None:
        if not number:
            self.melds.append(
                Reading(RUN, tuple(card for card, _ in run.cards), tuple(counts for _, counts in run.cards))
            )
            return
        first = self.table[number].faces[0].rank
        below = [one for one in run.cards if one[1].rank < first]
        above = run.cards[len(below) :]
        self.layoffs += [LaidOff(card, number, counts) for card, counts in (*below[::-1], *above)]


def rebuilt(
    hand: Hand, table: Mapping[int, Meld], items: Iterable[WholeMeld | SetsMade | WildSetsMade | Move]
) -> Plan:
    """Return the plan that the items of a search make, in the order in which they were found."""
    done = _Rebuilding(hand, table)
    for item in items:
        if isinstance(item, WholeMeld):
            done.whole(item)
        elif isinstance(item, SetsMade):
            done.sets(item)
        elif isinstance(item, WildSetsMade):
            done.wild_sets(item)
        else:
            done.move(item)
    left = [card for cards in (*done.naturals.values(), *done.wilds) for card in cards]
    return Plan(tuple(sorted(done.melds, key=_order)), tuple(done.layoffs), tuple(sorted(left, key=by_face)))


def _order(one: Reading) -> tuple[int, tuple[int, ...]]:
    """Sets first, by rank, then runs by suit, then the rest."""
    first = one.faces[0]
    places = tuple(card.index % DECK_SIZE for card in one.cards)
    if one.kind == SET:
        return 0, (first.rank, len(places), *places)
    return 1 if one.kind == RUN else 2, (first.suit, first.rank, *places)
