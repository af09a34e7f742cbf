"""500 Rum for two to six, each for himself or four in two sides: score what you meld, lose what you hold.

Rules as told by Howard Fosdick (Scoring Rummies, 500 Rummy and 500 Partnership Rummy); other ways to
play by pagat.com (500 Rum), academickids, Meggiesoft and gamedesire; the table of options names the source
of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rummy_core.cards import Card
from rummy_core.claiming import ClaimStep
from rummy_core.faces import Face
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import OUT, STOCK_OUT, MeldStep
from rummy_core.melds import RUN, Ace, MeldRules
from rummy_core.notions import (
    ACES_IN_RUNS,
    CARD_ENDS_TURN,
    DISCARD_PILE,
    HANDS_SCORE,
    LAY_OFFS_ANYWHERE,
    MELDS_OF_THREE,
    MELDS_ON_TABLE,
    MELDS_SCORE,
    UPCARD,
)
from rummy_core.options import VariantOptions, option
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.rulebook import Variant
from rummy_core.scoring import CardValues, MatchSheet, NotOver, ScoreLine, ScoreSheet
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.table_points import in_hand, laid_by
from rummy_core.targets import by_target
from rummy_core.zones import discard_pile, hands, stock
from rummy_variants.five_hundred_words import describe

HAND_SIZE = 7
HAND_OF_TWO = 13
TWO_PACKS_FROM = 5
"""The number of players from which a second pack is shuffled in. (500, fact 1)"""
PARTNERS = ((0, 2), (1, 3))
JOKER = 15
SIMPLIFIED = (15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)
TRADITIONAL = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class SharedFiveHundredOptions(VariantOptions):
    """Options of 500 Rum and of the games played like it."""

    values: Literal["simplified", "traditional"] = option(
        "simplified",
        "what cards count: 2 to 9 are 5 and a low ace 5, or their pips and a low ace 1; other aces 15, tens "
        "and pictures 10",
        "Fosdick, 500 Rummy; pagat, academickids: traditional",
    )
    pickup_use: Literal["meld_or_lay_off", "meld"] = option(
        "meld_or_lay_off",
        "the lowest card taken from the pile may be laid off too, or must make a new meld",
        "our ruling: Fosdick says meld and not a new one; academickids, bicycle: lay-offs too",
    )
    pickup_meld_from: Literal["hand", "pickup"] = option(
        "hand",
        "what that card is melded with: cards of the hand, or also cards taken with it",
        "Fosdick, 500 Rummy: melded first, then the rest is taken; Meggiesoft: pickup",
    )
    top_card_free: bool = option(
        False,
        "the top card of the pile alone may be taken without use, and is then not discarded that turn",
        "Fosdick, 500 Rummy: no; pagat, Meggiesoft, gamedesire: yes",
    )
    rummy_call: bool = option(
        False, "a discard that can be laid off as it stands may be claimed by the others", "pagat, 500 Rum"
    )
    final_discard: bool = option(
        False,
        "going out takes a discard: the hand may not be used up by melding or laying off",
        "Fosdick, 500 Rummy: as one desires; both are played",
    )
    target: int = option(500, "points that end the game", "Fosdick, 500 Rummy; 1000", ge=1, le=100_000)
    max_set: Literal[0, 4] = option(
        0, "most cards of a set; 0: no limit", "Fosdick, 500 Rummy; academickids: 4"
    )
    stock_end: Literal["until_no_pickup", "immediate"] = option(
        "until_no_pickup",
        "without a stock the deal ends when a player does not take from the pile, or with the turn in which "
        "the last card was drawn",
        "our ruling; Meggiesoft, gamedesire: immediate",
    )
    distinct_suits: bool = option(
        False, "no two equal cards in a set; without effect on one pack", "our ruling; pagat, 500 Rum: yes"
    )

    @property
    def partners(self) -> bool:
        """Whether four play in two sides."""
        return True

    @property
    def wild_jokers(self) -> int:
        """How many jokers stand for other cards."""
        return 0


class FiveHundredOptions(SharedFiveHundredOptions):
    """Options of 500 Rum."""

    sides: Literal["solo", "partners"] = option(
        "solo", "everyone for himself, or four players in two sides", "Fosdick, 500 Partnership Rummy"
    )
    jokers_wild: int = option(
        0,
        "jokers that stand for any card, 15 each; a meld has a natural card",
        "Fosdick, 500 Rummy: some play one or two; pagat: 15",
        ge=0,
        le=2,
    )

    @property
    def partners(self) -> bool:
        """Whether four play in two sides."""
        return self.sides == "partners"

    @property
    def wild_jokers(self) -> int:
        """How many jokers stand for other cards."""
        return self.jokers_wild


def unfit(options: FiveHundredOptions, players: int) -> str:
    """Why these options cannot be played by so many; empty where they can. (500, R-18)"""
    if options.partners and players != 4:
        return f"sides = partners is for four players, not {players}"
    return ""


def values_of(options: SharedFiveHundredOptions, joker: int) -> CardValues:
    """What cards count: a low ace little, in a run only. (500, option values; R-1 to R-3)"""
    traditional = options.values == "traditional"
    points = TRADITIONAL if traditional else SIMPLIFIED
    low_ace = 1 if traditional else 5

    def melded(card: Card, counts: Face, kind: str) -> int:
        if card.rank == 0:
            return joker
        return low_ace if kind == RUN and counts.rank == 1 else points[card.rank - 1]

    return CardValues.by_rank(points, joker, melded)


class FiveHundredRules:
    """500 Rum as answers to the hooks."""

    def __init__(self, options: SharedFiveHundredOptions) -> None:
        self.options = options

    @hookimpl
    def match_sides(self) -> tuple[tuple[int, ...], ...] | None:
        """Partners sit opposite; else everyone for himself. (500, facts 1 and 9)"""
        return PARTNERS if self.options.partners else None

    @hookimpl
    def pack(self, seats: int) -> Pack:
        """One pack, two for five and six players. (500, fact 1; R-14)"""
        return Pack(2 if seats >= TWO_PACKS_FROM else 1, self.options.wild_jokers)

    @hookimpl
    def card_values(self) -> CardValues:
        """Fosdick's simplified values, or the traditional ones. (500, option values)"""
        return values_of(self.options, JOKER)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets and runs of three and more, aces high or low. (500, fact 2; R-9, R-14)"""
        return MeldRules(
            max_set=self.options.max_set,
            ace=Ace.HIGH_OR_LOW,
            equal_cards=not self.options.distinct_suits,
            wilds=(0,) if self.options.wild_jokers else (),
        )

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Draw or take from the fanned pile, meld and lay off, discard. (500, facts 4 to 7; R-4 to R-8)"""
        options = self.options
        take = TakePileStep(
            lay_off=options.pickup_use == "meld_or_lay_off",
            with_above=options.pickup_meld_from == "pickup",
            top_free=options.top_card_free,
            final_discard=options.final_discard,
            pass_ends=STOCK_OUT,
        )
        claim = ClaimStep()
        play = MeldStep(
            final_discard=options.final_discard,
            ends_without_stock=options.stock_end == "immediate",
            claim=claim.name if options.rummy_call else "",
        )
        return (take, play, claim) if options.rummy_call else (take, play)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Thirteen cards for two, else seven, and an upcard. (500, facts 1 and 3; R-17)"""
        size = HAND_OF_TWO if seats == 2 else HAND_SIZE
        return DealPlan(
            zones=(stock(), discard_pile(seats), *hands(seats)),
            hands=(size,) * seats,
            first=(dealer + 1) % seats,
            step="draw",
            sides=PARTNERS if self.options.partners else (),
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """What each has melded less what he holds, partners together. (500, facts 8 and 9; R-6)

        The deal is won by the side that went out, by nobody where it ended otherwise.
        """
        lines: list[ScoreLine] = []
        for number, side in enumerate(table.layout.sides):
            lines.append(score_line(number, "melded", [laid_by(table, seat) for seat in side]))
            left = score_line(number, "left in hand", [-in_hand(table, seat) for seat in side])
            lines.append(replace(left, hands=side))
        winner = table.layout.side_of[table.seat] if ending == OUT else -1
        return ScoreSheet(ending, tuple(lines), winner)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total at or over the target wins; equal ones play on. (500, fact 8; R-10)"""
        return by_target(match, self.options.target, stopped)


def score_line(side: int, what: str, points: Sequence[int]) -> ScoreLine:
    """A line for a side of ``points`` by player; those of partners are told one by one."""
    parts = " + ".join(str(abs(one)) for one in points)
    return ScoreLine(side, what if len(points) == 1 else f"{what} {parts}", sum(points))


FIVE_HUNDRED = Variant(
    name="500",
    title="500 Rum",
    options=FiveHundredOptions,
    rules=FiveHundredRules,
    describe=describe,
    players=(2, 6),
    default_players=2,
    unfit=unfit,
    presets={
        "default": {},
        "traditional": {"values": "traditional"},
        "partnership": {"sides": "partners"},
    },
    notions=frozenset(
        {
            UPCARD,
            DISCARD_PILE,
            MELDS_ON_TABLE,
            LAY_OFFS_ANYWHERE,
            CARD_ENDS_TURN,
            MELDS_OF_THREE,
            ACES_IN_RUNS,
            MELDS_SCORE,
            HANDS_SCORE,
        }
    ),
)

PARTNERSHIP_500 = replace(FIVE_HUNDRED, default_preset="partnership", default_players=4)
