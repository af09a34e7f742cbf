"""Deals of Skarney that stand as a test says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.match import Match
from rummy_core.notation import parse_lying
from rummy_core.numbering import DEAL_NUMBER
from rummy_core.packs import Pack
from rummy_core.rulebook import Rulebook, rulebook
from rummy_variants.skarney import SKARNEY
from tests.story import Story, laid_out

JUNK = ("JS 7C 4D", "JD TC 6S", "TS 4H AD", "JH 6C 4C")
"""Hands without a meld, for seats that do not matter."""


def skarney_book(players: int = 4, preset: str | None = None, **options: object) -> Rulebook:
    """The rulebook of Skarney with these options."""
    return rulebook(SKARNEY, preset=preset, options=options, players=players)


def skarney(
    *hands: str,
    melds: Sequence[tuple[int, str]] = (),
    step: str = "draw",
    seat: int = 0,
    hand: int = 1,
    stock: str = "",
    stock_left: int | None = None,
    turn: int = 9,
    notes: Mapping[str, NoteValue] | None = None,
    turn_notes: Mapping[str, NoteValue] | None = None,
    known: Mapping[int, str] | None = None,
    players: int = 4,
    preset: str | None = None,
    **options: object,
) -> Story:
    """Hand number ``hand`` of Skarney; seats without a hand have cards that make no meld.

    Melds lie there from an earlier turn. With ``stock_left`` the stock has so many cards, and the rest of the
    pack lies in the hand of the last seat, else it lies in the stock.
    """
    held = [*hands, *JUNK[len(hands) :]][:players]
    if stock_left is not None:
        held[-1] += (
            f" {_others((*held, stock, *(cards for _, cards in melds)), stock_left - len(stock.split()))}"
        )
    story = laid_out(
        skarney_book(players, preset, **options),
        hands=held,
        melds=melds,
        step=step,
        seat=seat,
        stock=stock,
        turn=1,
        deal_notes={DEAL_NUMBER: hand, **(notes or {})},
        turn_notes=turn_notes,
        known=known,
    )
    story.table.turn = turn
    return story


def _others(named: Sequence[str], left: int) -> str:
    """The cards of the pack that are not named, but for so many."""
    rest = Counter(card.text for card in Pack(2, 4).cards)
    rest -= Counter(card.text for words in named for card in parse_lying(words)[0])
    return " ".join([*rest.elements()][left:])


def skarney_dealt(seed: int | str = 1, players: int = 4, dealer: int = 0, **options: object) -> Story:
    """A deal of Skarney from its first shuffle."""
    return Story(Deal.begin(skarney_book(players, **options), Chance(seed), dealer=dealer))


def skarney_match(
    seed: int | str = 1, players: int = 4, preset: str | None = None, **options: object
) -> Match:
    """A match of Skarney."""
    return Match(skarney_book(players, preset, **options), seed)
