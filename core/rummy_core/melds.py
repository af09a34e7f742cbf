"""Melds: what a set and a run are in a game, and melds lying on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rummy_core.cards import CARDS, Card, mask_of
from rummy_core.faces import ACE_HIGH, Face, other_face, told
from rummy_core.meld_parts import RUN, SET, Ace, Opening, Pattern, Reading
from rummy_core.openings import fits_on, openings_of
from rummy_core.readings import as_named, as_told, readings_of


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
    face such a card stands only where the meld has no other wild card. ``gaps`` are ranks
    that runs pass over, such as those that the pack has not: without 8, 9 and 10 a jack follows a seven.
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
    gaps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.gaps and self.ace is Ace.AROUND:
            raise ValueError("runs round the corner pass over no rank")
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
    def places(self) -> tuple[int, ...]:
        """The places of a run from the lowest to the highest: ranks, and 14 for an ace above the king."""
        low, high = self.ends
        return tuple(place for place in range(low, high + 1) if (place - 1) % 13 + 1 not in self.gaps)

    @cached_property
    def place_numbers(self) -> Mapping[int, int]:
        """Where each of ``places`` stands among them."""
        return {place: number for number, place in enumerate(self.places)}

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
        found = readings_of(self, held)
        if kind is not None:
            found = tuple(one for one in found if one.kind == kind)
        if any(named):
            wanted = {card: told(one) for card, one in zip(held, named, strict=True) if one is not None}
            found = tuple(lies for one in found if (lies := as_named(self, one, wanted)) is not None)
            if len({as_told(one) for one in found}) == 1:
                # An ace is told alike low and high: it is at the end at which it is written.
                found = tuple(one for one in found if one.cards == held) or found
        return found

    def is_set(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are a set."""
        size = len(cards)
        if size < self.min_set or (self.max_set and size > self.max_set):
            return False
        naturals = [card for card in cards if card.rank not in self.wilds]
        if not naturals:
            kinds = {card.rank for card in cards}
            apart = self.equal_cards or kinds == {0} or len({card.suit for card in cards}) == size
            return len(kinds) == 1 and kinds <= {*self.wild_sets} and apart
        ranks = {card.rank for card in naturals}
        if len(ranks) != 1 or not self.enough_naturals(size, len(naturals)):
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

    def enough_naturals(self, size: int, naturals: int) -> bool:
        """Whether a meld of so many cards, so many of them natural, keeps the limits on wild cards."""
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
        return fits_on(self, meld.kind, meld.cards, meld.faces)

    def openings(self, meld: Meld) -> tuple[Opening, ...]:
        """The open places of ``meld``."""
        return openings_of(self, meld.kind, meld.cards, meld.faces)


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
    their ``faces``; ``mask`` has them all.
    """

    number: int
    kind: str
    owner: int
    cards: tuple[Card, ...]
    faces: tuple[Face, ...]
    placed: tuple[Placed, ...]
    mask: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", mask_of(self.cards))

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


def lay_out(number: int, owner: int, reading: Reading, by: int, play: int = 0) -> Meld:
    """Return a meld that was laid at once by one seat, in no turn that is known."""
    placed = tuple(
        Placed(card, counts, by, 0, play) for card, counts in zip(reading.cards, reading.faces, strict=True)
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

__all__ = [
    "RANK_NAMES", "RUN", "SET", "SUIT_NAMES", "Ace", "Meld", "MeldRules", "Opening", "Pattern", "Placed",
    "Reading", "lay_out", "text_named", "text_of_lying",
]  # fmt: skip
