"""Basic Rummy for two to six: meld on the table, lay off on anybody's melds, and be the first without cards.

Rules as told by a page named Rummy Rules (Basic Rummy, or Traditional Rummy), by pagat.com and
bicyclecards.com (Rummy) and by Parlett; the table of options names the source of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

from pydantic import model_validator

from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import OUT, STOCK_OUT, MeldStep, laid_all_now
from rummy_core.melds import Ace, MeldRules
from rummy_core.notions import (
    ACES_IN_RUNS,
    CARD_ENDS_TURN,
    DISCARD_PILE,
    HANDS_SCORE,
    LAY_OFFS_ANYWHERE,
    MELDS_OF_THREE,
    MELDS_ON_TABLE,
    NEW_STOCK,
    UPCARD,
)
from rummy_core.options import VariantOptions, option
from rummy_core.refills import Refill
from rummy_core.rulebook import Variant
from rummy_core.scoring import (
    CardValues,
    MatchSheet,
    NotOver,
    ScoreLine,
    ScoreSheet,
    Seating,
)
from rummy_core.steps import DrawStep, Step
from rummy_core.table import Table
from rummy_core.table_points import in_hand
from rummy_core.targets import after_deals, by_target
from rummy_core.zones import discard_pile, hands, stock
from rummy_variants.rummy_words import describe

CARDS = 52
LOW_ACE = 1
PIPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
STALEMATE = "stalemate"
"""The ending when nobody can go out any more."""
GOING_RUMMY = "going rummy"
"""The ending when a player who had laid nothing goes out, where that counts double."""


class RummyOptions(VariantOptions):
    """Options of Basic Rummy."""

    melds_per_turn: int = option(
        0,
        "new melds that may be laid in a turn; 0: any number",
        "Rummy Rules: any number, in some versions 1; pagat: 1",
        ge=0,
        le=10,
    )
    scoring: Literal["winner_takes_all", "penalty"] = option(
        "winner_takes_all",
        "who goes out scores what all others hold; or each of them writes his own, and the lowest wins",
        "Rummy Rules: the first, in some variations the second",
    )
    going_rummy: bool = option(
        True,
        "going out without having laid a card before counts double",
        "Rummy Rules",
    )
    stock_refill: Literal["shuffle", "turn_over"] = option(
        "shuffle",
        "how the discard pile becomes the stock again, all but its top card: shuffled or as it lies",
        "Rummy Rules: shuffled; pagat, bicyclecards and Parlett: turned over",
    )
    refills: int = option(
        1,
        "how often the stock is made again before a stalemate; -1: any number, 0: never (block rummy)",
        "Rummy Rules: once; other pages: any number, or never",
        ge=-1,
        le=100,
    )
    final_discard_required: bool = option(
        False,
        "the last card must be discarded; if not, melding or laying off all is going out too",
        "Rummy Rules: not; Parlett, and house rules at pagat: required",
    )
    layoff_needs_own_meld: bool = option(
        False, "only who has a meld on the table may lay off", "Rummy Rules: all may; other pages: not"
    )
    ace: Literal["low", "high_or_low"] = option(
        "low",
        "aces low only (A-2-3), or high as well (Q-K-A)",
        "Rummy Rules: low; bicyclecards and Parlett: both",
    )
    ace_points: Literal[11, 15] = option(
        15,
        "what an ace in hand counts where it may be high; a low one counts 1",
        "bicyclecards: 15; Parlett: 11",
    )
    target: int = option(
        100,
        "points that end the match; for three players 150, four 200, five 250, six 300",
        "Rummy Rules; five and six players: our ruling, one more step each",
        ge=1,
        le=100_000,
    )
    deals: int = option(
        0,
        "deals after which the match ends, whatever the totals; 0: it goes to the target",
        "pagat, Rummy",
        ge=0,
        le=10_000,
    )
    hand_size: int = option(
        10,
        "cards dealt to each; to three or four players 7, to five or six 6",
        "Rummy Rules; five and six players: bicyclecards",
        ge=2,
        le=24,
    )
    next_dealer: Literal["left", "winner"] = option(
        "left",
        "who deals next: the player to the left, or with two players who went out",
        "pagat, Rummy: left; bicyclecards: the winner of two",
    )
    discard_visible_top_only: bool = option(
        True,
        "of the discard pile only the top card may be looked at",
        "our ruling: what was seen may be remembered",
    )

    @model_validator(mode="after")
    def _check(self) -> RummyOptions:
        if self.ace == "low" and self.ace_points != 15:
            raise ValueError(
                f"ace_points = {self.ace_points} needs ace = high_or_low: a low ace counts {LOW_ACE}"
            )
        return self


def unfit(options: RummyOptions, players: int) -> str:
    """Why these options are not for so many players; empty where they are. (Basic Rummy, options)"""
    if options.next_dealer == "winner" and players != 2:
        return f"next_dealer = winner is for two players, not {players}: with more the deal passes left"
    if CARDS - 1 - players * options.hand_size < players:
        return (
            f"hand_size = {options.hand_size} is too much for {players} players: "
            "the stock would have fewer cards than there are players"
        )
    return ""


@dataclass(frozen=True, slots=True)
class RummyTurn(MeldStep):
    """Meld, lay off and discard; a turn that leaves nobody a way to go out ends the deal.

    (Basic Rummy, facts 2, 3, 4 and 6)
    """

    def ending(self, table: Table) -> str:
        """How the deal ends with the turn that is over: a stalemate where nobody can go out."""
        return MeldStep.ending(self, table) or (STALEMATE if nobody_can_go_out(table) else "")


def nobody_can_go_out(table: Table) -> bool:
    """Whether everybody holds one card and none that is off the table fits a meld on it.

    Who holds one card draws one and has two, too few for a meld: only a lay-off gets rid of them. Hands,
    stock and pile are all that is off the table, so all know the answer. (Basic Rummy, fact 6; B-3)
    """
    if any(table.hand(seat).bit_count() != 1 for seat in range(table.layout.seats)):
        return False
    rules = table.rules.meld_rules
    laid = reduce(or_, (meld.mask for meld in table.melds), 0)
    return not any(rules.fits(meld) & table.layout.pack_mask & ~laid for meld in table.melds)


class RummyRules:
    """Basic Rummy as answers to the hooks."""

    def __init__(self, options: RummyOptions) -> None:
        self.options = options

    @hookimpl
    def card_values(self) -> CardValues:
        """Pips, pictures 10, the ace by option. (Basic Rummy, fact 7)"""
        ace = LOW_ACE if self.options.ace == "low" else self.options.ace_points
        return CardValues.by_rank((ace, *PIPS))

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets of three or four, runs of three or more. (Basic Rummy, facts 1 and 2; B-6)"""
        return MeldRules(ace=Ace.LOW if self.options.ace == "low" else Ace.HIGH_OR_LOW)

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Draw, then meld, lay off and discard. (Basic Rummy, facts 2 to 5)"""
        options = self.options
        refill = Refill(shuffled=options.stock_refill == "shuffle", limit=options.refills)
        return (
            DrawStep(then="play", refill=refill, pass_ends=STOCK_OUT),
            RummyTurn(
                melds_a_turn=options.melds_per_turn,
                final_discard=options.final_discard_required,
                lay_off_needs_meld=options.layoff_needs_own_meld,
                hides_last=True,
            ),
        )

    @hookimpl
    def seatings(self, match: MatchState) -> tuple[Seating, ...] | None:
        """The deal passes left, after a stalemate as well; or the winner of two deals. (B-7, B-10)"""
        if self.options.next_dealer == "left":
            return None
        dealer = match.first_dealer
        for one in match.rounds:
            dealer = one.winner if one.winner >= 0 else (dealer + 1) % match.players
        return (Seating(tuple(range(match.players)), dealer),)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Ten cards each for two, seven or six for more, and one turned up. (Basic Rummy, fact 1)"""
        pile = discard_pile(seats, squared=self.options.discard_visible_top_only)
        return DealPlan(
            zones=(stock(), pile, *hands(seats)),
            hands=(self.options.hand_size,) * seats,
            first=(dealer + 1) % seats,
            step="draw",
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """What the others hold, doubled for going rummy; nothing at a stalemate.

        (Facts 5 to 8; B-5, B-8, B-10, B-12)
        """
        if ending != OUT:
            return ScoreSheet(ending)
        winner = table.seat
        left = {seat: in_hand(table, seat) for seat in range(table.layout.seats) if seat != winner}
        doubled = self.options.going_rummy and laid_all_now(table, winner)
        lines: list[ScoreLine] = []
        if self.options.scoring == "penalty":
            for seat, points in left.items():
                lines.append(ScoreLine(seat, "left in hand", points, (seat,)))
                if doubled:
                    lines.append(ScoreLine(seat, "doubled, as the winner went rummy", points))
        else:
            points = sum(left.values())
            each = " + ".join(map(str, left.values()))
            lines.append(ScoreLine(winner, f"left in hand {each}", points, tuple(left)))
            if doubled:
                lines.append(ScoreLine(winner, "doubled for going rummy", points))
        return ScoreSheet(GOING_RUMMY if doubled else ending, tuple(lines), winner)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total wins at the target, the lowest under penalties. (Fact 7; B-8, B-11)"""
        lowest = self.options.scoring == "penalty"
        deals = self.options.deals
        if deals:
            return after_deals(match, deals, stopped, lowest=lowest)
        return by_target(match, self.options.target, stopped, lowest=lowest)


RUMMY = Variant(
    name="rummy",
    title="Basic Rummy",
    options=RummyOptions,
    rules=RummyRules,
    describe=describe,
    players=(2, 6),
    default_players=2,
    presets={
        "default": {},
        "penalty": {"scoring": "penalty"},
        "one_meld": {"melds_per_turn": 1},
    },
    by_players={
        3: {"hand_size": 7, "target": 150},
        4: {"hand_size": 7, "target": 200},
        5: {"hand_size": 6, "target": 250},
        6: {"hand_size": 6, "target": 300},
    },
    unfit=unfit,
    notions=frozenset(
        {
            UPCARD,
            DISCARD_PILE,
            NEW_STOCK,
            MELDS_ON_TABLE,
            LAY_OFFS_ANYWHERE,
            CARD_ENDS_TURN,
            MELDS_OF_THREE,
            ACES_IN_RUNS,
            HANDS_SCORE,
        }
    ),
)
