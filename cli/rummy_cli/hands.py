"""Hands that a person asks about: cards as typed, and what is best done with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.cards import Card
    from rummy_core.melds import Meld
    from rummy_core.rulebook import Rulebook

_LONGEST_WORD = 400  # cards may be written together


@dataclass(frozen=True, slots=True)
class Advice:
    """The best use of a hand.

    ``discards`` are all that are best where the hand is one card larger than
    dealt; the rest then stands after the first of them, ``discard``.
    """

    deadwood: int
    melds: tuple[tuple[Card, ...], ...]
    layoffs: tuple[tuple[Card, int], ...]
    unmatched: tuple[Card, ...]
    discard: Card | None = None
    discards: tuple[Card, ...] = ()


def read_hand(book: Rulebook, hand: str, melds: str | None) -> tuple[tuple[Card, ...], list[Meld]]:
    """Return the cards of ``hand`` and the melds on the table, as typed.

    Raises:
        CommandError: for a card that is unknown or held more often than the
            pack has it, no card at all, too many, or a meld that is none.
    """
    from rummy_core.cards import parse_cards
    from rummy_core.limits import MAX_MELD_CARDS

    pack = book.pack(book.players)
    if pack.decks > 1:
        raise CommandError("melds of a game with more than one pack are not searched yet")
    if pack.jokers:
        raise CommandError("melds of a game with jokers are not searched yet")
    for word in (*hand.split(), *(melds or "").split()):
        if len(word) > _LONGEST_WORD:
            raise CommandError(
                f"'{safe(word, 40)}' is not a card; write rank and suit, such as TH, 10h or AS"
            )
    groups = [part for part in re.split(r"[,/]", melds or "") if part.strip()]
    if melds is not None and not groups:
        raise CommandError("--on names no meld; write --on '5S 6S 7S, KC KD KS'")
    try:
        held = parse_cards(hand)
        sizes = [len(parse_cards(group)) for group in groups]
        if not held:
            raise CommandError("no cards; name at least one, such as 'AS 2S 3S'")
        if len(held) + sum(sizes) > MAX_MELD_CARDS:
            raise CommandError(f"{len(held) + sum(sizes)} cards are too many; at most {MAX_MELD_CARDS}")
        # All are read at once: a face that lies in a meld too is the one of another deck.
        cards = pack.pick(parse_cards(" ".join((hand, *groups))))
    except ValueError as error:
        raise CommandError(safe(str(error), 2 * _LONGEST_WORD)) from None
    rest = list(cards[len(held) :])
    table = []
    for number, size in enumerate(sizes, 1):
        table.append(meld_of(book, number, rest[:size]))
        del rest[:size]
    return cards[: len(held)], table


def meld_of(book: Rulebook, number: int, cards: Sequence[Card]) -> Meld:
    """Return ``cards`` as a meld of that number.

    Raises:
        CommandError: if the game has no such meld.
    """
    from rummy_core.cards import text_of
    from rummy_core.melds import lay_out

    found = book.rules.meld_rules.readings(cards)
    if not found:
        raise CommandError(f"{text_of(cards)} is neither a set nor a run in {safe(book.variant.title)}")
    return lay_out(number, -1, found[0], by=-1)


def advise(book: Rulebook, hand: Sequence[Card], melds: Sequence[Meld]) -> Advice:
    """Return the best use of ``hand``, with lay-offs on ``melds`` where there are any."""
    from rummy_core.cards import mask_of

    mask = mask_of(hand)
    if len(hand) != _dealt(book) + 1:
        return _standing(book, mask, melds)
    tried = [(card, _standing(book, mask ^ card.bit, melds)) for card in sorted(hand)]
    least = min(left.deadwood for _, left in tried)
    best = [(card, left) for card, left in tried if left.deadwood == least]
    discard, left = min(best, key=lambda one: (len(one[1].unmatched), len(one[1].melds)))
    discards = tuple(card for card, _ in best)
    return Advice(left.deadwood, left.melds, left.layoffs, left.unmatched, discard, discards)


def _dealt(book: Rulebook) -> int:
    """Return how many cards the game deals; where one seat gets one more, it begins with a discard."""
    return min(book.hooks.deal_plan(seats=book.players, dealer=0).hands)


def _standing(book: Rulebook, mask: int, melds: Sequence[Meld]) -> Advice:
    arranger = book.rules.arranger
    if melds:
        joint = arranger.defence(mask, melds)
        return Advice(joint.deadwood, joint.melds, joint.layoffs, joint.unmatched)
    best = arranger.arrange(mask)
    return Advice(best.deadwood, best.melds, (), best.unmatched)
