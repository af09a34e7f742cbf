"""Melds: what a set and a run are in a game, and melds lying on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import product

from rummy_core.cards import CARDS, DECK_SIZE, MAX_DECKS, Card, by_face, mask_of
from rummy_core.faces import ACE_HIGH, FACES, Face, face, lying_faces, other_face, told


class Ace(StrEnum):
    """Where an ace may stand in a meld."""

    LOW = "low"
    """A-2-3 only."""
    HIGH = "high"
    """Q-K-A only."""
    HIGH_OR_LOW = "high_or_low"
    """A-2-3 and Q-K-A, never K-A-2."""
    AROUND = "around"
    """Low, high, or inside a run: K-A-2."""
    NONE = "none"
    """In no meld at all, sets included."""


SET = "set"
RUN = "run"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A meld that is neither set nor run: certain ranks, one of each, laid whole and never extended.

    ``name`` is its kind; ``one_suit`` asks for one suit, else for one colour in both its suits.
    """

    name: str
    ranks: tuple[int, ...]
    one_suit: bool

    def matches(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are this pattern."""
        if len(cards) != len(self.ranks) or sorted(card.rank for card in cards) != sorted(self.ranks):
            return False
        suits = {card.suit for card in cards}
        if self.one_suit:
            return len(suits) == 1
        return suits in ({0, 3}, {1, 2})


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take cards for a meld: its kind, the cards in the order they lie, their faces."""

    kind: str
    cards: tuple[Card, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A place of a meld that is open: the face laid there, and the cards that may go there, as a mask.

    ``below`` says that it is the lower end of a run.
    """

    face: Face
    cards: int
    below: bool = False


@dataclass(frozen=True)
class MeldRules:
    """What is a meld in a game: data that the searches of the core read.

    ``max_set`` and ``max_run`` of 0 mean no limit but the pack's. ``equal_cards``
    allows two equal cards of several packs in a set, but with ``unlike_pairs`` not as
    a set by themselves. ``wilds`` are the ranks that
    stand for other cards (0 is the joker); ``max_wilds`` limits them in a meld (0: no
    limit), ``min_naturals`` is the least number of other cards beside them.
    ``wild_sets`` are the ranks of wild cards that may be melded among themselves,
    as what they are. ``alone`` holds (rank of a wild card, face) pairs: for that
    face such a card stands only where the meld has no other wild card.
    """

    min_set: int = 3
    max_set: int = 4
    min_run: int = 3
    max_run: int = 0
    ace: Ace = Ace.LOW
    equal_cards: bool = False
    unlike_pairs: bool = False
    wilds: tuple[int, ...] = ()
    max_wilds: int = 0
    min_naturals: int = 1
    wild_sets: tuple[int, ...] = ()
    alone: tuple[tuple[int, Face], ...] = ()
    patterns: tuple[Pattern, ...] = ()

    def __post_init__(self) -> None:
        if self.wilds and self.ace is Ace.AROUND:
            raise ValueError("runs round the corner are not played with wild cards")
        if self.wilds and self.min_naturals > min(self.min_set, self.min_run):
            # Else a meld could lie that a wild card fits only after a natural one.
            raise ValueError("no meld may be smaller than the natural cards that a wild card asks for")

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.__dataclass_fields__))

    def __hash__(self) -> int:
        # Every answer is remembered by these rules, and they have many fields.
        return self._hash

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The lowest and the highest place of a run."""
        low = 2 if self.ace in (Ace.HIGH, Ace.NONE) else 1
        return low, 13 if self.ace in (Ace.LOW, Ace.NONE) else ACE_HIGH

    @cached_property
    def wild_mask(self) -> int:
        """The wild cards of all decks, as a mask."""
        return mask_of(card for card in CARDS if card.rank in self.wilds)

    def kind_of(self, cards: Iterable[Card]) -> str | None:
        """Return the kind of the meld that ``cards`` make, a set before a run; None for no meld."""
        found = self.readings(cards)
        return found[0].kind if found else None

    def readings(
        self, cards: Iterable[Card], named: Sequence[Face | None] = (), kind: str | None = None
    ) -> tuple[Reading, ...]:
        """Return every way to take ``cards`` for a meld: as a set first, then runs, the highest first.

        ``named`` tells, card by card, what some of them stand for; ``kind`` asks for one kind only.
        """
        held = tuple(cards)
        found = _readings(self, held)
        if kind is not None:
            found = tuple(one for one in found if one.kind == kind)
        if any(named):
            wanted = {card: told(one) for card, one in zip(held, named, strict=True) if one is not None}
            found = tuple(lies for one in found if (lies := _as_named(self, one, wanted)) is not None)
        return found

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are a set."""
        size = len(cards)
        if size < self.min_set or (self.max_set and size > self.max_set):
            return False
        naturals = [card for card in cards if card.rank not in self.wilds]
        if not naturals:
            apart = self.equal_cards or not cards[0].rank or len({card.suit for card in cards}) == size
            return cards[0].rank in self.wild_sets and len({card.rank for card in cards}) == 1 and apart
        ranks = {card.rank for card in naturals}
        if len(ranks) != 1 or not self._enough_naturals(size, len(naturals)):
            return False
        if self.ace is Ace.NONE and 1 in ranks:
            return False
        if self.unlike_pairs and self.is_equal_pair(cards):
            return False
        if self.equal_cards or 0 in ranks:
            return True
        return size <= 4 and len({card.suit for card in naturals}) == len(naturals)

    @staticmethod
    def is_equal_pair(cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are two equal cards."""
        return len(cards) == 2 and cards[0].text == cards[1].text

    def _enough_naturals(self, size: int, naturals: int) -> bool:
        wilds = size - naturals
        return not wilds or (
            naturals >= self.min_naturals and (not self.max_wilds or wilds <= self.max_wilds)
        )

    def run_order(self, cards: Sequence[Card]) -> tuple[Card, ...] | None:
        """Return the cards of a run in the order they lie, or None if they are no run."""
        found = self.readings(cards, kind=RUN)
        return found[0].cards if found else None

    def order(self, cards: Sequence[Card]) -> tuple[Card, ...] | None:
        """Return the cards of a meld in the order they lie, or None if they are no meld."""
        found = self.readings(cards)
        return found[0].cards if found else None

    def grows(self, meld: Meld, card: Card) -> bool:
        """Whether ``card`` may be laid off on ``meld``."""
        return bool(self.fits(meld) & card.bit)

    def fits(self, meld: Meld) -> int:
        """The cards that may be laid off on ``meld``, as a mask."""
        return _fits(self, meld.kind, meld.cards, meld.faces)

    def openings(self, meld: Meld) -> tuple[Opening, ...]:
        """The open places of ``meld``."""
        return _openings(self, meld.kind, meld.cards, meld.faces)


@lru_cache(maxsize=16384)
def _readings(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Reading, ...]:
    if not cards or len(set(cards)) != len(cards):
        return ()
    found: list[Reading] = []
    if rules.is_set(cards):
        found.append(_as_set(rules, cards))
    found += _as_runs(rules, cards) if rules.ace is not Ace.AROUND else _around(rules, cards)
    for pattern in rules.patterns:
        if pattern.matches(cards):
            lies = tuple(sorted(cards, key=lambda card: -card.rank))
            found.append(Reading(pattern.name, lies, tuple(FACES[card.index] for card in lies)))
    return tuple(found)


def _as_named(rules: MeldRules, reading: Reading, wanted: Mapping[Card, Face]) -> Reading | None:
    """A reading in which cards lie as they are named; wild cards of one kind may change places for it."""
    counts = [told(one) for one in reading.faces]
    lies = list(reading.cards)
    places: dict[int, list[int]] = {}
    for place, card in enumerate(reading.cards):
        if card.rank in rules.wilds:
            places.setdefault(card.rank, []).append(place)
        elif wanted.get(card, counts[place]) != counts[place]:
            return None
    for open_places in places.values():
        alike = [reading.cards[place] for place in open_places]
        for card in sorted(alike, key=lambda card: card not in wanted):
            place = next((one for one in open_places if wanted.get(card, counts[one]) == counts[one]), -1)
            if place < 0:
                return None
            open_places.remove(place)
            lies[place] = card
    return Reading(reading.kind, tuple(lies), reading.faces)


def _as_set(rules: MeldRules, cards: tuple[Card, ...]) -> Reading:
    naturals = [card for card in cards if card.rank not in rules.wilds]
    if not naturals:
        lies = tuple(sorted(cards, key=by_face))
        return Reading(SET, lies, tuple(FACES[card.index] for card in lies))
    rank = naturals[0].rank
    wilds = [card for card in cards if card.rank in rules.wilds]
    lies = (*sorted(naturals, key=by_face), *sorted(wilds, key=by_face))
    return Reading(
        SET, lies, tuple(FACES[card.index] if card.rank not in rules.wilds else face(rank) for card in lies)
    )


def _as_runs(rules: MeldRules, cards: tuple[Card, ...]) -> list[Reading]:
    size = len(cards)
    if size < rules.min_run or (rules.max_run and size > rules.max_run):
        return []
    naturals = [card for card in cards if card.rank not in rules.wilds]
    wilds = [card for card in cards if card.rank in rules.wilds]
    suit = naturals[0].suit if naturals else -1
    if suit < 0 or any(card.suit != suit for card in naturals):
        return []
    if not rules._enough_naturals(size, len(naturals)):
        return []
    found = []
    low, high = rules.ends
    for places in _natural_places(rules, naturals):
        first, last = min(places), max(places)
        extra = size - (last - first + 1)
        for below in range(extra + 1):
            start = first - below
            if start < low or start + size - 1 > high:
                continue
            open_places = [place for place in range(start, start + size) if place not in places]
            for lying in _wilds_at(wilds, open_places):
                at = {**places, **lying}
                lies = tuple(at[place] for place in range(start, start + size))
                faces = tuple(face(place, suit) for place in range(start, start + size))
                if _may_stand(rules, lies, faces, len(wilds)):
                    found.append(Reading(RUN, lies, faces))
    if not wilds:
        # A whole suit: its ace is low.
        return found[:1]
    return sorted(found, key=lambda one: -one.faces[0].rank)


def _natural_places(rules: MeldRules, naturals: Sequence[Card]) -> list[dict[int, Card]]:
    """The ways in which natural cards of one suit can lie: an ace low, high, or one at each end."""
    ranks = [card.rank for card in naturals if card.rank != 1]
    aces = [card for card in naturals if card.rank == 1]
    low, high = rules.ends
    ends = [place for place in (1, ACE_HIGH) if low <= place <= high]
    if len(set(ranks)) != len(ranks) or len(aces) > len(ends):
        return []
    fixed = {card.rank: card for card in naturals if card.rank != 1}
    if len(aces) == 1:
        return [{**fixed, place: aces[0]} for place in ends]
    return [{**fixed, **dict(zip(ends, aces, strict=False))}]


def _wilds_at(wilds: Sequence[Card], places: Sequence[int]) -> list[dict[int, Card]]:
    """The ways to lay wild cards on places; those of one kind are alike and lie as they are given."""
    if len(wilds) != len(places):
        return []
    kinds = sorted({card.rank for card in wilds})
    if len(kinds) < 2:
        return [dict(zip(places, wilds, strict=True))]
    found = []
    for ranks in product(kinds, repeat=len(places)):
        if sorted(ranks) == sorted(card.rank for card in wilds):
            left = {kind: [card for card in wilds if card.rank == kind][::-1] for kind in kinds}
            found.append({place: left[rank].pop() for place, rank in zip(places, ranks, strict=True)})
    return found


def _may_stand(rules: MeldRules, lies: Sequence[Card], faces: Sequence[Face], wilds: int) -> bool:
    if wilds < 2 or not rules.alone:
        return True
    return not any((card.rank, one) in rules.alone for card, one in zip(lies, faces, strict=True))


def _around(rules: MeldRules, cards: tuple[Card, ...]) -> list[Reading]:
    """The run of natural cards that may turn the corner."""
    size = len(cards)
    ranks = {card.rank for card in cards}
    if not rules.min_run <= size <= (rules.max_run or 13):
        return []
    if len({card.suit for card in cards}) != 1 or len(ranks) != size or 0 in ranks:
        return []
    by_rank = {card.rank: card for card in cards}
    # A run that turns the corner starts after a gap; a whole suit starts at the ace.
    starts = [rank for rank in sorted(ranks) if rank == 1 or (rank + 11) % 13 + 1 not in ranks]
    for start in starts:
        places = [(start + step - 1) % 13 + 1 for step in range(size)]
        if ranks == set(places):
            lies = tuple(by_rank[place] for place in places)
            return [Reading(RUN, lies, lying_faces(True, lies, (None,) * size))]
    return []


@lru_cache(maxsize=16384)
def _fits(rules: MeldRules, kind: str, cards: tuple[Card, ...], faces: tuple[Face, ...]) -> int:
    found = 0
    for opening in _openings(rules, kind, cards, faces):
        found |= opening.cards
    return found


@lru_cache(maxsize=16384)
def _openings(
    rules: MeldRules, kind: str, cards: tuple[Card, ...], faces: tuple[Face, ...]
) -> tuple[Opening, ...]:
    wilds = [card for card in cards if card.rank in rules.wilds]
    naturals = len(cards) - len(wilds)
    if kind == SET:
        return _set_opening(rules, cards, faces[0].rank, len(wilds), naturals)
    if kind != RUN or (rules.max_run and len(cards) >= rules.max_run):
        return ()
    if rules.ace is Ace.AROUND:
        return _around_openings(rules, cards)
    low, high = rules.ends
    suit = faces[0].suit
    ends = ((faces[0].rank - 1, True), (faces[-1].rank + 1, False))
    found = []
    for place, below in ends:
        if low <= place <= high:
            there = face(place, suit)
            fitting = _copies(there.place) & ~(rules.wild_mask if (place - 1) % 13 + 1 in rules.wilds else 0)
            fitting |= _wilds_that_fit(rules, cards, faces, there, len(wilds))
            found.append(Opening(there, fitting & ~mask_of(cards), below))
    return tuple(found)


def _wilds_that_fit(
    rules: MeldRules, cards: tuple[Card, ...], faces: tuple[Face, ...], there: Face, wilds: int
) -> int:
    if not rules.wilds or (rules.max_wilds and wilds >= rules.max_wilds):
        return 0
    if any((card.rank, one) in rules.alone for card, one in zip(cards, faces, strict=True)):
        return 0
    barred = {rank for rank, one in rules.alone if wilds and one == there}
    return mask_of(card for card in CARDS if card.rank in rules.wilds and card.rank not in barred)


def _set_opening(
    rules: MeldRules, cards: tuple[Card, ...], rank: int, wilds: int, naturals: int
) -> tuple[Opening, ...]:
    size = len(cards)
    if rules.max_set and size >= rules.max_set:
        return ()
    there = face(rank)
    fitting = mask_of(card for card in CARDS if card.rank == rank)
    if not rules.equal_cards and rank:
        if size >= 4:
            return ()
        for card in cards:
            if card.rank == rank:
                fitting &= ~_copies(card.index % DECK_SIZE)
    if naturals and rules.wilds and (not rules.max_wilds or wilds < rules.max_wilds):
        fitting |= rules.wild_mask
    return (Opening(there, fitting & ~mask_of(cards)),)


def _around_openings(rules: MeldRules, cards: tuple[Card, ...]) -> tuple[Opening, ...]:
    if len(cards) >= 13:
        return ()
    suit = cards[0].suit
    below = face((cards[0].rank + 11) % 13 + 1, suit)
    above = face(cards[-1].rank % 13 + 1, suit)
    found = [Opening(below, _copies(below.place) & ~mask_of(cards), True)]
    if above != below:
        found.append(Opening(above, _copies(above.place) & ~mask_of(cards)))
    return tuple(found)


def _copies(place: int) -> int:
    """The cards of all decks with that number in their deck, as a mask."""
    return sum(1 << deck * DECK_SIZE + place for deck in range(MAX_DECKS))


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in a meld: what it counts as, who laid it, in which turn and in which play of the deal."""

    card: Card
    face: Face
    by: int
    turn: int
    play: int


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table.

    ``number`` names it, from 1 in the order of laying; ``owner`` is the side
    that may extend it where that matters, -1 where nobody's; ``placed`` holds
    the cards in the order they were laid, ``cards`` in the order they lie, with
    their ``faces``.
    """

    number: int
    kind: str
    owner: int
    cards: tuple[Card, ...]
    faces: tuple[Face, ...]
    placed: tuple[Placed, ...]

    @property
    def mask(self) -> int:
        """The cards as a mask."""
        return mask_of(self.cards)

    def __str__(self) -> str:
        return text_of_lying(self.cards, self.faces)

    @property
    def title(self) -> str:
        """The meld in words, such as ``set of kings`` or ``run of spades``."""
        first = self.faces[0]
        if self.kind == SET:
            return f"set of {RANK_NAMES[first.rank]}s".replace("sixs", "sixes")
        if self.kind == RUN:
            return f"run of {SUIT_NAMES[first.suit]}"
        return self.kind


def lay_out(number: int, owner: int, reading: Reading, by: int, turn: int = 1, play: int = 1) -> Meld:
    """Return a meld that was laid at once by one seat."""
    placed = tuple(
        Placed(card, counts, by, turn, play)
        for card, counts in zip(reading.cards, reading.faces, strict=True)
    )
    return Meld(number, reading.kind, owner, reading.cards, reading.faces, placed)


def text_of_lying(cards: Sequence[Card], faces: Sequence[Face]) -> str:
    """Return cards of a meld as text; where one counts as another, both: ``5H 2C=6H 7H``."""
    as_they_are = (other_face(card, one) for card, one in zip(cards, faces, strict=True))
    return text_named(cards, tuple(as_they_are))


def text_named(cards: Sequence[Card], named: Sequence[Face | None]) -> str:
    """Return cards as text, each with what it is told to stand for."""
    pairs = zip(cards, named or (None,) * len(cards), strict=True)
    return " ".join(card.text if one is None else f"{card.text}={one.text}" for card, one in pairs)


RANK_NAMES = (
    "joker", "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
