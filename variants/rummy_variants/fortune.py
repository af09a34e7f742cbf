"""Fortune Rummy: eight wild deuces, melds that score, and a discard pile that is taken whole.

Rules as told by Fosdick (Scoring Rummies, Fortune Rummy); the values that are lost in
it are those of the cardgames wiki's copy. The table of options names the source of each.
"""

from __future__ import annotations

from typing import Literal

from rummy_core.cards import CARDS, SUITS, Card, mask_of
from rummy_core.faces import ACE_HIGH, Face
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import MeldStep
from rummy_core.melds import SET, Ace, MeldRules
from rummy_core.notions import (
    ACES_IN_RUNS,
    CARD_ENDS_TURN,
    DISCARD_PILE,
    HANDS_SCORE,
    MELDS_OF_THREE,
    MELDS_ON_TABLE,
    MELDS_SCORE,
    NEW_STOCK,
    UPCARD,
    WILD_CARDS,
    WILD_DEUCES,
)
from rummy_core.options import VariantOptions, option
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.refills import Refill
from rummy_core.rulebook import Variant
from rummy_core.scoring import CardValues, MatchSheet, NotOver, ScoreLine, ScoreSheet, leader
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.table_points import in_hand, laid_of
from rummy_core.targets import by_target
from rummy_core.zones import discard_pile, hands, stock
from rummy_variants.fortune_words import describe

HAND_SIZE = 11
DEUCE = 2
SPADE_QUEEN = Face(12, SUITS.index("S"))
QUEENS_OF_SPADES = mask_of(card for card in CARDS if card.text == "QS")
FROM_HAND = 2
"""Cards of the hand that go with the top discard into the meld that opens the pile."""
STOCK_OUT = "stock"


class FortuneOptions(VariantOptions):
    """Options of Fortune Rummy."""

    queen_discard_ban: bool = option(
        False,
        "the queen of spades may be discarded only by who holds nothing else",
        "Fosdick, Fortune, variations: most play so",
    )
    max_set: Literal[4, 0] = option(
        4, "most cards in a set; 0: no limit", "Fosdick, Fortune: 4, a few play more"
    )
    max_run: Literal[0, 4] = option(
        0, "most cards in a run; 0: no limit", "Fosdick, Fortune: any number; cardgames wiki: 4"
    )
    stock_refill: Literal["turn_over", "shuffle"] = option(
        "turn_over",
        "how the discard pile becomes the new stock: turned over as it lies, or shuffled",
        "Fosdick, Fortune; shuffled in the variations",
    )
    min_naturals: Literal[1, 2] = option(
        1,
        "natural cards that a meld needs beside its wild ones",
        "our ruling: Fosdick bans melds of deuces alone; mpl.live's Oklahoma: 2",
    )
    distinct_suits: bool = option(
        False, "a set holds no two equal cards", "our ruling: sources do not say, two packs are played"
    )
    target: int = option(500, "points that end the game", "Fosdick, Fortune", ge=1, le=100_000)


class FortuneRules:
    """Fortune Rummy as answers to the hooks."""

    def __init__(self, options: FortuneOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        """Two packs of 52. (Fortune, fact 1)"""
        return Pack(2)

    @hookimpl
    def card_values(self) -> CardValues:
        """Tens and fives, the queen of spades 50. (Fortune, facts 2 and 7)"""
        return CardValues(tuple(_in_hand(card) for card in CARDS[:54]), melded)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets, runs with the ace high or low, deuces for any card. (Fortune, fact 2)"""
        return melds_of(self.options)

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Draw or take the pile, meld and lay off on one's own, discard. (Fortune, facts 3 to 6)"""
        return (draw_step(self.options), play_step(self.options))

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Eleven cards each and an upcard; the dealer's left begins. (Fortune, fact 1; F-10)"""
        return dealt(seats, dealer, HAND_SIZE)

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Cards melded minus cards in hand, without a bonus. (Fortune, facts 6 and 7)"""
        return sheet_of(ending, card_lines(table), table.layout.seats)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total at or over the target. (Fortune, fact 1)"""
        return by_target(match, self.options.target, stopped)


# What its relatives share.


def melds_of(options: FortuneOptions) -> MeldRules:
    """What a meld is with these options. (Fortune, fact 2; F-3, F-4, F-6)"""
    return MeldRules(
        max_set=options.max_set,
        max_run=options.max_run,
        ace=Ace.HIGH_OR_LOW,
        equal_cards=not options.distinct_suits,
        wilds=(DEUCE,),
        min_naturals=options.min_naturals,
    )


def refill_of(options: FortuneOptions) -> Refill:
    """The pile becomes the stock as soon as that is empty. (Fortune, fact 8; F-13)"""
    return Refill(shuffled=options.stock_refill == "shuffle", at_once=True)


def draw_step(options: FortuneOptions) -> TakePileStep:
    """Draw, or take the whole pile for a meld of its top card. (Fortune, fact 3; F-7, F-9, F-14)"""
    return TakePileStep(
        fan=False, lay_off=False, from_hand=FROM_HAND, refill=refill_of(options), pass_ends=STOCK_OUT
    )


def play_step(options: FortuneOptions) -> MeldStep:
    """Meld, lay off on one's own melds, discard. (Fortune, facts 4 to 6; F-11, F-17)"""
    return MeldStep(
        same_card=True,
        own_melds=True,
        kept=QUEENS_OF_SPADES if options.queen_discard_ban else 0,
        refill=refill_of(options),
    )


def dealt(seats: int, dealer: int, cards: int, step: str = "draw") -> DealPlan:
    """So many cards each and an upcard on a squared pile; the dealer's left begins with ``step``."""
    zones = (stock(), discard_pile(seats, squared=True), *hands(seats))
    return DealPlan(zones, (cards,) * seats, (dealer + 1) % seats, step)


def pips(rank: int) -> int:
    """What a card from two to king counts: eight and above 10, others 5."""
    return 10 if rank >= 8 else 5


def melded(card: Card, counts: Face, kind: str) -> int:
    """The points of a card in a meld. (Fortune, fact 2; F-3, F-5, F-12)"""
    if card.bit & QUEENS_OF_SPADES:
        return 50
    if counts.rank == 1:
        return 10 if kind == SET else 5
    return 10 if counts.rank == ACE_HIGH else pips(counts.rank)


def _in_hand(card: Card) -> int:
    if card.bit & QUEENS_OF_SPADES:
        return 50
    return 10 if card.rank in (1, DEUCE) else pips(card.rank)


def card_lines(table: Table) -> list[ScoreLine]:
    """What each has melded, and what is left in each hand."""
    lines = []
    for seat in range(table.layout.seats):
        if laid := laid_of(table, seat):
            lines.append(ScoreLine(seat, "melded", laid))
        if left := in_hand(table, seat):
            lines.append(ScoreLine(seat, "left in hand", -left, (seat,)))
    return lines


def sheet_of(ending: str, lines: list[ScoreLine], seats: int, boxes: tuple[int, ...] = ()) -> ScoreSheet:
    """The sheet of a deal, which who has the most points has won."""
    points = [sum(line.points for line in lines if line.side == seat) for seat in range(seats)]
    return ScoreSheet(ending, tuple(lines), leader(points), boxes)


FORTUNE = Variant(
    name="fortune",
    title="Fortune Rummy",
    options=FortuneOptions,
    rules=FortuneRules,
    describe=describe,
    players=(2, 8),
    default_players=4,
    presets={"default": {}, "common": {"queen_discard_ban": True}},
    notions=frozenset(
        {
            UPCARD,
            DISCARD_PILE,
            NEW_STOCK,
            MELDS_ON_TABLE,
            CARD_ENDS_TURN,
            MELDS_OF_THREE,
            ACES_IN_RUNS,
            WILD_CARDS,
            WILD_DEUCES,
            MELDS_SCORE,
            HANDS_SCORE,
        }
    ),
)
