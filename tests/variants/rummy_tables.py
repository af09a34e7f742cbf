"""Tables and matches of Basic Rummy that its tests share."""

from __future__ import annotations

from typing import Any

from rummy_core.cards import Card, card, parse_cards, text_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.match import Match
from rummy_core.refills import REFILL_PLAYS, REFILLS, REFILLS_IDLE
from rummy_core.rulebook import Rulebook, rulebook
from rummy_variants.rummy import RUMMY
from tests.story import MatchStory, Story, counting, laid_out

FILLED_ONCE: dict[str, NoteValue] = {REFILLS: 1, REFILLS_IDLE: 1, REFILL_PLAYS: 0}
"""The notes of a deal whose stock has been made again once."""


def book(players: int = 2, preset: str | None = None, **options: Any) -> Rulebook:
    """The rulebook of Basic Rummy."""
    return rulebook(RUMMY, preset=preset, options=options, players=players)


def table(
    *hands: str | None,
    players: int = 2,
    seat: int = 0,
    step: str = "play",
    pile: str = "KH",
    preset: str | None = None,
    at: dict[str, Any] | None = None,
    **options: Any,
) -> Story:
    """A table at which ``seat`` must act; ``at`` says more of the position, the rest are options.

    Melds that lie there were laid in earlier turns.
    """
    rules = book(players, preset, **options)
    return laid_out(rules, hands=hands, step=step, seat=seat, pile=pile, dealer=players - 1, **(at or {}))


def dealt(players: int = 2, seed: int | str = 1, dealer: int = 0, **options: Any) -> Story:
    """A deal from its first shuffle."""
    return Story(Deal.begin(book(players, **options), Chance(seed), dealer=dealer))


class Played(MatchStory):
    """A match whose deals end as they are told to.

    - ``0 out, 1 left 19``: seat 0 discards its last card, having melded before; seat 1 is left with 19
    - ``0 rummy, 1 left 19``: seat 0 melds all at once
    - ``stalemate``
    """

    def __init__(self, players: int = 2, **options: Any) -> None:
        super().__init__(Match(book(players, **options), 1, lot=_lot(players)))

    def ended(self, dealer: int, result: str) -> Story:
        return ended(self.match.book, result, dealer)


def _lot(players: int) -> tuple[Card, ...]:
    """Player 0 draws the lowest card, and deals first."""
    return tuple(card(rank + "C") for rank in "23456789"[:players])


def ended(rules: Rulebook, result: str, dealer: int = 0) -> Story:
    """A deal that ended so."""
    seats = rules.players
    if result == "stalemate":
        story = laid_out(
            rules,
            hands=("2C", "3C", "4C", "5C", "6C", "7C")[:seats],
            stock="QC",
            pile="KD",
            melds=[(0, "9C 9D 9H 9S"), (1, "AC AD AH AS")],
            step="draw",
            seat=0,
            dealer=dealer,
        )
        return story.does("draw", "discard QC")
    first, *others = result.split(", ")
    winner, how = int(first.split()[0]), first.split()[1]
    hands: dict[int, tuple[Card, ...]] = {winner: parse_cards("KC" if how == "out" else "QC QD QH")}
    melded = parse_cards("JC JD JH")
    for one in others:
        owner, _, points = one.partition(" left ")
        held = (card for cards in hands.values() for card in cards)
        hands[int(owner)] = counting(int(points), rules, without=(*held, *melded))
    story = laid_out(
        rules,
        hands=[text_of(hands[seat]) for seat in range(seats)],
        melds=[(winner, text_of(melded))] if how == "out" else [],
        step="play",
        seat=winner,
        dealer=dealer,
    )
    return story.does("discard KC" if how == "out" else "meld QC QD QH")
