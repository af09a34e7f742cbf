"""Hands that a person asks about: cards as typed, and what is best done with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_cli.errors import CommandError
from rummy_cli.safe_text import safe

if TYPE_CHECKING:
    from rummy_core.arrangements import Defence
    from rummy_core.cards import Card
    from rummy_core.faces import Face
    from rummy_core.melds import Meld, Reading
    from rummy_core.rulebook import Rulebook

_LONGEST_WORD = 400  # cards may be written together


@dataclass(frozen=True, slots=True)
class Advice:
    """The best use of a hand.

    ``points`` is what its melds and lay-offs score, None where melds do not;
    ``deadwood`` is what the unmatched cards count. ``layoffs`` are cards, the numbers of their melds, and
    what they count as there. ``discards`` are all that are best where the hand is one card
    larger than dealt and the game discards; the rest then stands after the first of them, ``discard``.
    """

    deadwood: int
    points: int | None
    melds: tuple[Reading, ...]
    layoffs: tuple[tuple[Card, int, Face], ...]
    unmatched: tuple[Card, ...]
    discard: Card | None = None
    discards: tuple[Card, ...] = ()


def read_hand(book: Rulebook, hand: str, melds: str | None) -> tuple[tuple[Card, ...], list[Meld]]:
    """Return the cards of ``hand`` and the melds on the table, as typed.

    Raises:
        CommandError: for a card that is unknown or held more often than the
            pack has it, no card at all, too many, or a meld that is none or not a certain one.
    """
    from rummy_core.cards import parse_cards
    from rummy_core.limits import MAX_MELD_CARDS
    from rummy_core.notation import parse_lying

    pack = book.pack(book.players)
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
        lying = [parse_lying(group) for group in groups]
        if not held:
            raise CommandError("no cards; name at least one, such as 'AS 2S 3S'")
        named = [card.text for group, _ in lying for card in group]
        if len(held) + len(named) > MAX_MELD_CARDS:
            raise CommandError(f"{len(held) + len(named)} cards are too many; at most {MAX_MELD_CARDS}")
        # All are read at once: a face that lies in a meld too is the one of another deck.
        cards = pack.pick(parse_cards(" ".join((hand, *named))))
    except ValueError as error:
        raise CommandError(safe(str(error), 2 * _LONGEST_WORD)) from None
    rest = list(cards[len(held) :])
    table = []
    for number, (group, faces) in enumerate(lying, 1):
        table.append(meld_of(book, number, rest[: len(group)], faces))
        del rest[: len(group)]
    return cards[: len(held)], table


def meld_of(book: Rulebook, number: int, cards: Sequence[Card], faces: Sequence[Face | None]) -> Meld:
    """Return ``cards`` as a meld of that number, where ``faces`` are what some of them stand for.

    Raises:
        CommandError: if the game has no such meld, or if the cards can be read in more than one way.
    """
    from rummy_core.melds import lay_out, text_named

    rules = book.rules.meld_rules
    found = rules.readings(cards, faces)
    words = text_named(cards, faces)
    if not found:
        if any(faces) and rules.readings(cards):
            raise CommandError(f"{words} is not how these cards can lie")
        raise CommandError(f"{words} is neither a set nor a run in {safe(book.variant.title)}")
    if len(found) > 1 and rules.wilds:
        ways = " or ".join(f"'{_told(book, one)}'" for one in found[:4])
        raise CommandError(f"{words} can be read in more than one way: write {ways}")
    return lay_out(number, -1, found[0], by=-1)


def _told(book: Rulebook, one: Reading) -> str:
    """A meld as it is typed, with what each wild card stands for."""
    from rummy_core.meld_lists import action_of
    from rummy_core.melds import text_named

    action = action_of(book.rules.meld_rules, one, certain=False)
    return text_named(action.cards, action.faces)


def advise(book: Rulebook, hand: Sequence[Card], melds: Sequence[Meld]) -> Advice:
    """Return the best use of ``hand``, with lay-offs on ``melds`` where there are any.

    Raises:
        CommandError: if the hand can be melded in too many ways for the search.
    """
    from rummy_core.arrangements import TooManyWays
    from rummy_core.cards import cards_of, mask_of

    arranger = book.rules.arranger
    mask = mask_of(hand)
    try:
        if not _begins_with_discard(book, len(hand)):
            return _advice(book, melds, arranger.best_use(mask, melds))
        best = cards_of(arranger.best_throws(mask, melds))
        tried = [(card, arranger.best_use(mask ^ card.bit, melds)) for card in best]
    except TooManyWays as error:
        raise CommandError(f"{error}; name fewer cards") from None
    discard, left = min(tried, key=lambda one: (len(one[1].unmatched), len(one[1].melds)))
    return _advice(book, melds, left, discard, tuple(card for card, _ in tried))


def _begins_with_discard(book: Rulebook, cards: int) -> bool:
    """Whether a hand of so many cards is one card larger than dealt, in a game that discards."""
    from rummy_core.zones import DISCARD

    plan = book.hooks.deal_plan(seats=book.players, dealer=0)
    # Where one seat gets a card more, it begins with a discard.
    return cards == min(plan.hands) + 1 and any(zone.name == DISCARD for zone in plan.zones)


def _advice(
    book: Rulebook,
    melds: Sequence[Meld],
    use: Defence,
    discard: Card | None = None,
    discards: tuple[Card, ...] = (),
) -> Advice:
    layoffs = tuple(
        (card, number, counts) for (card, number), counts in zip(use.layoffs, use.faces, strict=True)
    )
    points = use.points if book.rules.card_values.melds_score else None
    return Advice(use.deadwood, points, use.readings, layoffs, use.unmatched, discard, discards)
