"""Cards: physical cards, their text, and sets of cards as bit masks.

A card is one physical object of a pack, interned: two names for it are the same
Python object. Sets of cards are plain integers, one bit a card, so that a hand
is compared, joined and searched with integer arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar, final

from rummy_core.words import BadWord

T = TypeVar("T")

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
MAX_DECKS: Final = 3
DECK_SIZE: Final = 54  # 52 suited cards, then two jokers

SUIT_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}


@final
class Card:
    """One physical card.

    ``rank`` is 1 (ace) to 13 (king), 0 for a joker; ``suit`` is 0 to 3 in the
    order clubs, diamonds, hearts, spades, -1 for a joker; ``deck`` tells equal
    cards of several packs apart. ``index`` numbers all cards; ``bit`` is
    ``1 << index``, the card in a mask.
    """

    __slots__ = ("bit", "deck", "index", "rank", "suit", "text")

    index: int
    rank: int
    suit: int
    deck: int
    bit: int
    text: str

    def __init__(self, index: int) -> None:
        deck, place = divmod(index, DECK_SIZE)
        joker = place >= 52
        fields: dict[str, int | str] = {
            "index": index,
            "deck": deck,
            "rank": 0 if joker else place % 13 + 1,
            "suit": -1 if joker else place // 13,
            "bit": 1 << index,
            "text": "joker" if joker else RANKS[place % 13] + SUITS[place // 13],
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})" if self.deck == 0 else f"Card({self.text!r}, deck={self.deck})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _card_at, (self.index,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


CARDS: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(MAX_DECKS * DECK_SIZE))
_BY_TEXT: Final = {card.text: card for card in CARDS[:52]}


def _card_at(index: int) -> Card:
    return CARDS[index]


def card(text: str, deck: int = 0) -> Card:
    """Return the card that ``text`` names: ``TH``, ``10h``, ``t♥`` or ``joker``.

    Raises:
        BadWord: if the text names no card. Nothing is guessed.
    """
    word = text.strip()
    if word.lower() == "joker":
        return CARDS[deck * DECK_SIZE + 52]
    suit = SUIT_SIGNS.get(word[-1:], word[-1:].upper())
    rank = word[:-1].upper()
    found = _BY_TEXT.get(("T" if rank == "10" else rank) + suit)
    if found is None:
        raise BadWord(f"{text!r} is not a card; write rank and suit, such as TH, 10h or AS", word)
    return found if deck == 0 else CARDS[deck * DECK_SIZE + found.index]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that ``text`` lists, in order.

    Cards stand apart (``AS TD 10d``, commas allowed) or together (``AsAcAd``).
    A face named twice is the same face of the next pack.

    Raises:
        BadWord: if part of the text is not a card, or a face is named more
            often than there are packs.
    """
    faces = [one for word in text.replace(",", " ").split() for one in _split_word(word)]
    decks: dict[Card, int] = {}
    found: list[Card] = []
    for face in faces:
        nth = decks.get(face, 0)
        decks[face] = nth + 1
        # A deck has two jokers.
        deck, second = divmod(nth, 2) if face.rank == 0 else (nth, 0)
        if deck >= MAX_DECKS:
            raise BadWord(f"{face} is named {nth + 1} times; no game here has so many", face.text)
        found.append(CARDS[face.index + deck * DECK_SIZE + second])
    return tuple(found)


def _split_word(word: str) -> list[Card]:
    """Read one word that holds a card, or several written together."""
    try:
        return [card(word)]
    except ValueError:
        pass
    parts: list[Card] = []
    rest = word
    while rest:
        size = 5 if rest[:5].lower() == "joker" else 3 if rest.startswith("10") else 2
        try:
            parts.append(card(rest[:size]))
        except ValueError:
            told = f"{word!r} is not a card; write rank and suit, such as TH, 10h or AS"
            raise BadWord(told, word) from None
        rest = rest[size:]
    return parts


def by_face(card: Card) -> tuple[int, int]:
    """A key that sorts cards by face before pack, so that which of two equal ones it is decides nothing.

    The two jokers of a deck are equal too.
    """
    return min(card.index % DECK_SIZE, 52), card.index


ALIKE: Final = (
    tuple(sum(one.bit for one in CARDS if one.text == card.text) for card in CARDS[:DECK_SIZE]) * MAX_DECKS
)
"""For each card the mask of all that read the same."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of ``cards``."""
    mask = 0
    for one in cards:
        mask |= one.bit
    return mask


_PARTS: Final = tuple(
    part << deck * DECK_SIZE
    for deck in range(MAX_DECKS)
    for part in (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39, 3 << 52)
)
"""The suits and the jokers of each deck."""


class PerCard(dict[int, tuple[T, ...]]):
    """Something for each card of a mask: ``PerCard(make).of(mask)``, lowest index first.

    What belongs to the cards of one suit of a deck is kept, so that a hand is put
    together from a few parts: at most 8,192 of them a suit.
    """

    def __init__(self, make: Callable[[Card], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, mask: int) -> tuple[T, ...]:
        found = []
        rest = mask
        while rest:
            low = rest & -rest
            found.append(self._make(CARDS[low.bit_length() - 1]))
            rest ^= low
        self[mask] = kept = tuple(found)
        return kept

    def of(self, mask: int) -> tuple[T, ...]:
        """Return what belongs to the cards of ``mask``."""
        if mask >> 52:
            return tuple([one for part in _PARTS if mask & part for one in self[mask & part]])
        return (
            *self[mask & 0x1FFF],
            *self[mask & 0x1FFF << 13],
            *self[mask & 0x1FFF << 26],
            *self[mask & 0x1FFF << 39],
        )


_cards: Final = PerCard(lambda one: one)


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of ``mask``, lowest index first."""
    return _cards.of(mask)


def text_of(cards: Iterable[Card]) -> str:
    """Return ``cards`` as text, such as ``AS TD``."""
    return " ".join(one.text for one in cards)
