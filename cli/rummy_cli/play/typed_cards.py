"""Cards as they are typed: in signs, letters or words, and what wild ones are to count as."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.play.choices import RANKS_IN_WORDS, SUITS_IN_WORDS
from rummy_cli.play.typed_found import Unclear
from rummy_cli.safe_text import safe
from rummy_core.cards import Card, card
from rummy_core.copies import number_copies
from rummy_core.faces import Face
from rummy_core.melds import RANK_NAMES, SUIT_NAMES
from rummy_core.notation import parse_lying
from rummy_core.packs import Pack
from rummy_core.views import View

# 'k h' is no card: it may be a knock with a slip of the finger.
_CARD_IN_WORDS: Final = re.compile(
    rf"(?:the )?(?:({'|'.join(RANK_NAMES[1:])}|10|[2-9atjqk]) of ({'|'.join(SUIT_NAMES)}|[cdhs♣♦♥♠])"
    r"|(10|[2-9]) ([cdhs♣♦♥♠]))",
    re.IGNORECASE,
)
_RANK_SIGNS: Final = "-a23456789tjqk"
_BETWEEN_CARDS: Final = re.compile(rf"(?<![a-z]){_CARD_IN_WORDS.pattern}(?![a-z])", re.IGNORECASE)
_EQUALS: Final = re.compile(r"\s*=\s*|\s+as\s+(?:an?|the)\s+", re.IGNORECASE)
_AS_ALONE: Final = re.compile(r"(?<=\S)\s+as\s+(?=\S)", re.IGNORECASE)
_SIGNS: Final = str.maketrans("♣♦♥♠", "cdhs")
_RANK_ALONE: Final = re.compile(rf"=({'|'.join(RANK_NAMES[1:])})s?\b", re.IGNORECASE)


def read_card(text: str) -> Card | None:
    """Return the card that ``text`` names, in signs or in words; None where it names none."""
    try:
        return card("joker" if text.lower() == "the joker" else text)
    except ValueError:
        pass
    match = _CARD_IN_WORDS.fullmatch(" ".join(text.split()))
    return None if match is None else card(_short(match))


def _short(match: re.Match[str]) -> str:
    """A card that was found in words, as rank and suit letter or sign."""
    rank, suit = (match[1] or match[3]).lower(), (match[2] or match[4]).lower()
    short = rank if rank not in RANK_NAMES else _RANK_SIGNS[RANK_NAMES.index(rank)]
    return short + suit[0]


def all_short(text: str) -> str:
    """``text`` with every card in it that is named in words, such as ``six of clubs``, made short."""
    return _BETWEEN_CARDS.sub(_short, text)


def read_rank(text: str) -> int:
    """The rank that ``text`` names without a suit, in signs or in words; 0 where it names none."""
    word = text.lower().removeprefix("the ")
    if word in RANK_NAMES[1:]:
        return RANK_NAMES.index(word)
    return _RANK_SIGNS.index("t" if word == "10" else word) if word in {*_RANK_SIGNS[1:], "10"} else 0


def no_card(text: str) -> str:
    """Say how cards are written. None is named: whoever looks may take it for one that lies somewhere."""
    return f"'{safe(text, 40)}' is not a card: write its rank ({RANKS_IN_WORDS}) and suit ({SUITS_IN_WORDS})."


def in_notation(text: str, *, spades: bool = False) -> str:
    """``text`` in short: ``2c=6h`` for ``the two of clubs as the six of hearts``.

    ``spades`` says that the ace of spades may be among them.
    """
    said = _EQUALS.sub("=", text)
    # 'as' alone is the ace of spades where that may be meant.
    short = all_short(said if spades else _AS_ALONE.sub("=", said))
    short = _RANK_ALONE.sub(lambda match: f"={_RANK_SIGNS[RANK_NAMES.index(match[1].lower())]}", short)
    short = re.sub(r"\b(?:the|and)\b", " ", short, flags=re.IGNORECASE)
    return " ".join(short.translate(_SIGNS).split())


def read_lying(
    text: str, pack: Pack, held: Iterable[Card] = ()
) -> tuple[tuple[Card, ...], tuple[Face | None, ...]]:
    """Return the cards of a meld, one of two equal ones as the second copy, and what is said they count as.

    ``held`` are the cards that may be meant.

    Raises:
        ValueError: if part of ``text`` is no card or face.
    """
    spades = any(one.text == "AS" for one in held)
    cards, named = parse_lying(in_notation(text, spades=spades))
    return number_copies(pack, [cards])[0], named


def card_meant(rest: str, view: View, text: CardText) -> Card | Unclear:
    """The card that ``rest`` names; of a rank alone it is asked which card of the hand is meant."""
    found = read_card(rest)
    if found is not None:
        return found
    rank = read_rank(rest)
    held = [one for one in view.hand if one.rank == rank]
    if held:
        its = "its suit" if len(held) == 1 else "the suit"
        return Unclear(f"Which {RANK_NAMES[held[0].rank]}? You hold {text.row(held)}: write {its} too.")
    return Unclear(no_card(rest))
