"""Arlington, or Oklahoma Rummy: Fortune Rummy with higher stakes, a bonus for going out, and a joker.

Rules as told by Fosdick (Scoring Rummies, Arlington); his lost table of values is filled with
Parlett's figures (Penguin Book of Card Games). Fortune answers all that does not differ.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import model_validator

from rummy_core.cards import CARDS, Card
from rummy_core.faces import ACE_HIGH, Face
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import OUT
from rummy_core.melds import SET, MeldRules
from rummy_core.options import option
from rummy_core.packs import Pack
from rummy_core.pile_offers import OfferPile
from rummy_core.pile_taking import TakePileStep
from rummy_core.rulebook import Variant
from rummy_core.scoring import CardValues, MatchSheet, NotOver, ScoreLine, ScoreSheet, total_boxes
from rummy_core.steps import DrawStep, Step
from rummy_core.table import Table
from rummy_core.targets import by_target
from rummy_variants.arlington_words import UPCARD_REFUSED, describe
from rummy_variants.fortune import (
    DEUCE,
    FORTUNE,
    FROM_HAND,
    QUEENS_OF_SPADES,
    SPADE_QUEEN,
    STOCK_OUT,
    FortuneOptions,
    card_lines,
    dealt,
    melds_of,
    pips,
    play_step,
    refill_of,
    sheet_of,
)

HAND_SIZE = 13
JOKER = 0
GOING_OUT = 100
OFFERED, REFUSED = "upcard", "draw from stock"


class ArlingtonOptions(FortuneOptions):
    """Options of Arlington: Fortune's, and its own."""

    queen_discard_ban: bool = option(
        True,
        "the queen of spades may be discarded only by who holds nothing else",
        "Fosdick, Arlington: always; off in Fortune",
    )
    target: int = option(1000, "points that end the game", "Fosdick, Arlington", ge=1, le=100_000)
    pickup: Literal["two_from_hand", "any_use"] = option(
        "two_from_hand",
        "what the top discard must do to open the pile: make a new meld with two cards of the hand; or be "
        "laid at once anyhow, also on one's own melds",
        "Fosdick, Arlington: Parlett and pagat; Scarne and the USPC: any use",
    )
    joker: bool = option(
        False, "one joker is added: wild, 100 melded and 200 in hand", "Fosdick, Arlington, optional rule"
    )
    joker_reclaim: Literal["owner_only", "anyone"] = option(
        "owner_only",
        "who may take the joker back for the card it stands for: who melded it, or anyone",
        "Fosdick, Arlington, optional rule",
    )
    concealed_bonus: int = option(
        0,
        "bonus for melding the whole hand in one turn, not the first, with nothing melded before; kept "
        "apart, it does not count to the target",
        "Parlett: 250; not in Fosdick",
        ge=0,
        le=10_000,
    )
    game_bonus: int = option(
        0, "points for winning the game", "Parlett: 200; not in Fosdick", ge=0, le=10_000
    )
    opening_upcard: Literal["ordinary", "offered"] = option(
        "ordinary",
        "the first turn is like any other; or the upcard is first offered round the table",
        "Fosdick, Arlington; Parlett and pokerwiner: offered",
    )
    ace_value: Literal["twenty", "high_low"] = option(
        "twenty", "what a melded ace counts: 20; or 10, and 5 in A-2-3", "Parlett; high_low as in Fortune"
    )
    ace_hand: Literal["as_ace_value", "ten"] = option(
        "as_ace_value",
        "what an ace in hand counts: 20, or 10 where ace_value is high_low; or always 10",
        "Fosdick, Arlington: as above, read either way",
    )
    deuce_as_spade_queen: Literal[10, 50] = option(
        10,
        "what a deuce counts that stands for the queen of spades",
        "our ruling, as in Fortune; Parlett: 50",
    )

    @model_validator(mode="after")
    def _check_joker(self) -> ArlingtonOptions:
        if self.joker_reclaim != "owner_only" and not self.joker:
            raise ValueError("joker_reclaim = anyone needs joker = true: there is no joker to take back")
        return self


class ArlingtonRules:
    """What is other in Arlington, as answers to the hooks."""

    def __init__(self, options: ArlingtonOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        """Two packs of 52, and the joker by option. (Arlington, options)"""
        return Pack(2, 1 if self.options.joker else 0)

    @hookimpl
    def card_values(self) -> CardValues:
        """The values melded and in hand. (Arlington, facts 2 and 5; AR-1 to AR-3)"""
        return CardValues(tuple(self._in_hand(card) for card in CARDS[:54]), self._melded)

    def _in_hand(self, card: Card) -> int:
        if card.rank == JOKER:
            return 200
        if card.bit & QUEENS_OF_SPADES:
            return 100
        if card.rank == 1:
            twenty = self.options.ace_value == "twenty" and self.options.ace_hand == "as_ace_value"
            return 20 if twenty else 10
        return 20 if card.rank == DEUCE else pips(card.rank)

    def _melded(self, card: Card, counts: Face, kind: str) -> int:
        if card.rank == JOKER:
            return 100
        if card.bit & QUEENS_OF_SPADES:
            return 50
        if kind == SET and counts.rank == DEUCE:
            return 25
        if counts.rank in (1, ACE_HIGH):
            if self.options.ace_value == "twenty":
                return 20
            return 5 if counts.rank == 1 and kind != SET else 10
        if counts == SPADE_QUEEN:
            return self.options.deuce_as_spade_queen
        return pips(counts.rank)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Fortune's, sets of deuces, the queen of spades' deuce. (Arlington, facts 2 and 3; AR-5)"""
        return replace(
            melds_of(self.options),
            wilds=(JOKER, DEUCE) if self.options.joker else (DEUCE,),
            wild_sets=(DEUCE,),
            alone=((DEUCE, SPADE_QUEEN),),
        )

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Fortune's turn; pile, joker and first upcard by option. (AR-6, AR-8, AR-14, AR-16)"""
        options = self.options
        refill = refill_of(options)
        any_use = options.pickup == "any_use"
        draw = TakePileStep(
            fan=False,
            lay_off=any_use,
            own_melds=True,
            from_hand=0 if any_use else FROM_HAND,
            refill=refill,
            pass_ends=STOCK_OUT,
        )
        play = replace(
            play_step(options),
            exchanges=(JOKER,) if options.joker else (),
            exchange_anywhere=options.joker_reclaim == "anyone",
        )
        if options.opening_upcard == "ordinary":
            return (draw, play)
        offer = OfferPile(name=OFFERED, fan=False, lay_off=False, from_hand=draw.from_hand, refused=REFUSED)
        stock_only = DrawStep(
            name=REFUSED, then=play.name, from_pile=False, pile_closed=UPCARD_REFUSED, refill=refill
        )
        return (offer, stock_only, draw, play)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Thirteen cards each and an upcard; the dealer's left begins. (Arlington, fact 1; AR-16)"""
        return dealt(
            seats, dealer, HAND_SIZE, OFFERED if self.options.opening_upcard == "offered" else "draw"
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Cards melded minus cards in hand, and 100 for going out. (Arlington, fact 6; AR-15)"""
        seats = table.layout.seats
        lines = card_lines(table)
        concealed = [0] * seats
        if ending == OUT:
            lines.append(ScoreLine(table.seat, "going out", GOING_OUT))
            concealed[table.seat] = int(_is_concealed(table))
        boxes = tuple(concealed) if self.options.concealed_bonus else ()
        return sheet_of(ending, lines, seats, boxes)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total at or over the target; bonuses come after. (Arlington, fact 1; AR-10)"""
        sheet = by_target(match, self.options.target, stopped)
        if isinstance(sheet, NotOver):
            return sheet
        sides = range(len(match.sides))
        lines = []
        if self.options.game_bonus and sheet.winner >= 0 and max(sheet.points) >= self.options.target:
            lines.append(ScoreLine(sheet.winner, "game bonus", self.options.game_bonus))
        each = self.options.concealed_bonus
        for side, count in enumerate(total_boxes(match.rounds, len(sides))):
            if count * each:
                lines.append(ScoreLine(side, f"{count} concealed at {each}", count * each))
        added = [sum(line.points for line in lines if line.side == side) for side in sides]
        totals = tuple(one + more for one, more in zip(sheet.points, added, strict=True))
        return replace(sheet, lines=tuple(lines), totals=totals)


def _is_concealed(table: Table) -> bool:
    """Whether who goes out has laid every card of his melds in this turn, and has had a turn before."""
    own = [meld for meld in table.melds if meld.owner == table.seat]
    in_one_turn = all(one.turn == table.turn for meld in own for one in meld.placed)
    return in_one_turn and bool(own) and table.turn > table.layout.seats


ARLINGTON = Variant(
    name="arlington",
    title="Arlington",
    options=ArlingtonOptions,
    rules=ArlingtonRules,
    describe=describe,
    players=(2, 7),
    default_players=4,
    base=FORTUNE,
    presets={"default": {}, "scarne": {"pickup": "any_use"}, "joker": {"joker": True}},
)
