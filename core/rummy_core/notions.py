"""Notions: the words in which a house rule says what it needs of a game.

A notion is read off the rulebook where that can be done, so that it is true with the options, players and
other house rules in force; else a game has it that declares it. Words that are not here may be declared and
needed too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rummy_core.contracts import ContractStep
from rummy_core.hooks import DealPlan, MatchState
from rummy_core.knocking import KnockStep
from rummy_core.lay_step import LayStep
from rummy_core.melding import MeldStep
from rummy_core.melds import Ace
from rummy_core.offering import OfferStep
from rummy_core.scoring import MatchSheet
from rummy_core.zones import DISCARD

if TYPE_CHECKING:
    from rummy_core.rulebook import Rulebook

DEUCE: Final = 2

UPCARD: Final = "upcard"
DISCARD_PILE: Final = "discard pile"
NEW_STOCK: Final = "a stock that is made again"
KNOCK: Final = "knock"
MELDS_ON_TABLE: Final = "melds on the table"
LAY_OFFS_ANYWHERE: Final = "lay-offs on any meld"
CARD_ENDS_TURN: Final = "a card that ends the turn"
MELDS_OF_THREE: Final = "sets and runs of three alone"
ACES_IN_RUNS: Final = "aces in runs"
WILD_CARDS: Final = "wild cards"
WILD_DEUCES: Final = "wild deuces"
MELDS_SCORE: Final = "melds that score"
HANDS_SCORE: Final = "hands that score"
CONTRACT: Final = "contract"
OFFER: Final = "offer"
PASSED_CARD: Final = "passed card"
EXPOSED_ACES: Final = "exposed aces"
NO_WILD_CARDS: Final = "a game without wild cards"
NO_JOKERS: Final = "a pack without jokers"
ANY_MELDS: Final = "any number of melds a turn"
MELDING_AT_WILL: Final = "melding at will"
NO_SIDES: Final = "everyone for himself"
HIGHEST_WINS: Final = "the highest total wins"


@dataclass(frozen=True, slots=True)
class Notion:
    """What a word means, and where it can be read off, whether a rulebook has it.

    ``declared`` is off where it hangs on options or players rather than on the game: no game declares it.
    """

    meaning: str
    holds: Callable[[Rulebook], bool] | None = None
    declared: bool = True


def has_notion(book: Rulebook, word: str) -> bool:
    """Whether a game has a notion as it is played by ``book``."""
    notion = NOTIONS.get(word)
    if notion is None or notion.holds is None:
        return word in declared_notions(book)
    return notion.holds(book)


def declared_notions(book: Rulebook) -> frozenset[str]:
    """The notions that the game of ``book`` declares, those of its base included."""
    variant, found = book.variant, book.variant.notions
    while variant.base is not None:
        variant = variant.base
        found |= variant.notions
    return found


def _plan(book: Rulebook) -> DealPlan:
    """How the first deal of a match begins."""
    seating = book.hooks.seatings(match=_begun(book))[0]
    return book.plan(len(seating.players), seating.dealer)[0]


def _begun(book: Rulebook) -> MatchState:
    return MatchState(book.players, book.sides, (), 0)


def _highest_wins(book: Rulebook) -> bool:
    sheet = book.hooks.score_match(match=_begun(book), stopped="asked what wins")
    return isinstance(sheet, MatchSheet) and not sheet.lowest


def _step(*kinds: type, **fields: object) -> Callable[[Rulebook], bool]:
    """Whether there is a step of these kinds in which these fields stand so."""

    def holds(book: Rulebook) -> bool:
        return any(
            isinstance(step, kinds) and all(getattr(step, name) == value for name, value in fields.items())
            for step in book.hooks.steps()
        )

    return holds


NOTIONS: Final[Mapping[str, Notion]] = MappingProxyType(
    {
        UPCARD: Notion("a card is turned up when the cards are dealt", lambda book: _plan(book).upcard),
        DISCARD_PILE: Notion(
            "cards are discarded on a pile", lambda book: DISCARD in {zone.name for zone in _plan(book).zones}
        ),
        NEW_STOCK: Notion(
            "the discard pile becomes the stock again when that is used up",
            lambda book: any(
                refill is not None and refill.limit != 0
                for refill in (getattr(step, "refill", None) for step in book.hooks.steps())
            ),
        ),
        KNOCK: Notion("a hand with little deadwood ends the deal by a knock", _step(KnockStep)),
        MELDS_ON_TABLE: Notion("melds are laid on the table in the course of play", _step(MeldStep, LayStep)),
        LAY_OFFS_ANYWHERE: Notion(
            "cards are laid off on whosever melds", _step(MeldStep, LayStep, own_melds=False)
        ),
        CARD_ENDS_TURN: Notion(
            "who melds ends his turn with a card, discarded or passed on", _step(MeldStep)
        ),
        MELDS_OF_THREE: Notion(
            "melds are sets and runs of three cards and more, and nothing else",
            lambda book: (
                min((rules := book.hooks.meld_rules()).min_set, rules.min_run) >= 3 and not rules.patterns
            ),
        ),
        ACES_IN_RUNS: Notion("aces are in runs", lambda book: book.hooks.meld_rules().ace is not Ace.NONE),
        WILD_CARDS: Notion("some cards stand for others", lambda book: bool(book.hooks.meld_rules().wilds)),
        WILD_DEUCES: Notion(
            "deuces stand for other cards", lambda book: DEUCE in book.hooks.meld_rules().wilds
        ),
        MELDS_SCORE: Notion("cards in melds have points", lambda book: book.hooks.card_values().melds_score),
        HANDS_SCORE: Notion(
            "cards left in hand are counted for or against somebody; the score sheet says in which line"
        ),
        CONTRACT: Notion("a side lays its contract before anything else", _step(ContractStep)),
        OFFER: Notion("a card is offered to the others at the end of a turn", _step(OfferStep)),
        PASSED_CARD: Notion("a card is passed on face down at the end of a turn"),
        EXPOSED_ACES: Notion("aces are put face up before who holds them"),
        NO_WILD_CARDS: Notion(
            "no card stands for another", lambda book: not book.hooks.meld_rules().wilds, declared=False
        ),
        NO_JOKERS: Notion(
            "no joker is in the pack", lambda book: not book.pack(book.players).jokers, declared=False
        ),
        ANY_MELDS: Notion(
            "as many new melds as one likes are laid in a turn",
            lambda book: not any(getattr(step, "melds_a_turn", 0) for step in book.hooks.steps()),
            declared=False,
        ),
        MELDING_AT_WILL: Notion(
            "nobody must lay a meld that he could keep",
            lambda book: not _step(ContractStep, compulsory=True)(book),
            declared=False,
        ),
        NO_SIDES: Notion(
            "no two players are partners",
            lambda book: all(len(side) == 1 for side in book.sides),
            declared=False,
        ),
        HIGHEST_WINS: Notion("the highest total wins the match", _highest_wins, declared=False),
    }
)
"""The vocabulary: what each word means."""
