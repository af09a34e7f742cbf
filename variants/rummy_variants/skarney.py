"""Skarney, for four in two sides or for two to four each alone: contracts, offers, and stop cards.

Rules as told by Michael Fosdick (Scoring Rummies) after John Scarne; the table of options names
the source of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pydantic import model_validator

from rummy_core.cards import Card
from rummy_core.contracts import ContractStep
from rummy_core.events import NoteValue
from rummy_core.exchange_step import ExchangeStep
from rummy_core.faces import Face
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.lay_step import LayStep
from rummy_core.meld_lists import ALL
from rummy_core.melding import OUT
from rummy_core.melds import SET, Ace, MeldRules
from rummy_core.notions import (
    ACES_IN_RUNS,
    CONTRACT,
    HANDS_SCORE,
    MELDS_OF_THREE,
    MELDS_ON_TABLE,
    MELDS_SCORE,
    OFFER,
    WILD_CARDS,
    WILD_DEUCES,
)
from rummy_core.numbering import DEAL_NUMBER, deal_number, next_number
from rummy_core.offering import AnswerOffer, OfferStep, StoppableDraw
from rummy_core.options import VariantOptions, option
from rummy_core.packs import Pack
from rummy_core.rulebook import Variant
from rummy_core.scoring import (
    NOT_OVER,
    CardValues,
    MatchSheet,
    NotOver,
    ScoreLine,
    ScoreSheet,
    leader,
    total_points,
)
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.table_points import in_hand, laid_of
from rummy_core.zones import hands, solo, stock
from rummy_variants.skarney_words import describe

HAND_SIZE = 11
HANDS = 7
CONTRACTS = (3, 3, 3, 4, 4, 4, 4)
"""How many melds the contract of each hand has. (Skarney, fact 3)"""
BONUSES = (100, 100, 100, 200, 300, 400, 500)
"""What each hand is worth to who wins it. (Skarney, fact 8)"""
SHUTOUT = 200
TIE = "tie"
"""The ending of a hand in which nobody goes out and the highest score is shared. (Skarney, fact 9)"""
JOKER, DEUCE = 0, 2
STOPS = (1, DEUCE, JOKER)
IN_HAND = (15, 50, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)
PARTNERS = ((0, 2), (1, 3))


class SkarneyOptions(VariantOptions):
    """Options of Skarney."""

    sides: Literal["partners", "solo"] = option(
        "partners",
        "four play as two sides, partners opposite; or each plays alone, as two and three always do",
        "Fosdick, Skarney and SkarneySingles",
    )
    jokers: Literal[0, 4] = option(4, "jokers in the pack", "Fosdick, Skarney, alternate rule 1")
    contract: Literal["required", "none"] = option(
        "required",
        "a side lays its contract before anything else, or melds as it likes from the first turn",
        "Fosdick, Skarney, alternate rule 2",
    )
    max_set: Literal[0, 4] = option(
        0, "most cards in a set; 0: no limit", "Fosdick: three or more; bestfreenewgames, Skarney: 3 or 4"
    )
    play_after_contract_same_turn: bool = option(
        False,
        "new melds may follow in the turn in which the contract is laid",
        "Fosdick, Skarney, play, 3: told as one or the other",
    )
    contract_compulsory: bool = option(
        False,
        "who holds a contract must lay it",
        "Fosdick, Skarney, play, 3, taken word for word; melding is else free in all rummies",
    )
    tie_hand: Literal["replay", "advance"] = option(
        "replay",
        "a hand that does not count is dealt again by the same dealer, or the next is played",
        "Fosdick says only that it does not count; to deal it again is our ruling",
    )
    no_return_offer: bool = option(
        False,
        "a card accepted from an offer is not offered in the taker's next turn",
        "Fosdick, Skarney Gin has such a rule; Skarney is silent",
    )

    @model_validator(mode="after")
    def _check(self) -> SkarneyOptions:
        if self.contract == "none":
            for name in ("play_after_contract_same_turn", "contract_compulsory"):
                if getattr(self, name):
                    raise ValueError(f"{name} needs contract = required: without it there is no contract")
        return self


def unfit(options: SkarneyOptions, players: int) -> str:
    """Why the options do not go with so many players. (Skarney, SK-28)"""
    if options.sides == "partners" and players != 4:
        return f"sides = partners is for four players, not {players}; they play with sides = solo"
    return ""


def points_melded(card: Card, face: Face, kind: str) -> int:
    """Points of a card in a meld: a wild card melded as itself counts double. (Skarney, fact 7)"""
    if card.rank not in (JOKER, DEUCE):
        return IN_HAND[card.rank - 1]
    points = 100 if card.rank == JOKER else 50
    alone = kind == SET and face.rank == card.rank
    return points if alone else points // 2


class SkarneyRules:
    """Skarney as answers to the hooks."""

    def __init__(self, options: SkarneyOptions) -> None:
        self.options = options

    @hookimpl
    def match_sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Two sides, partners opposite, or each alone. (Skarney, facts 1 and 10)"""
        return PARTNERS if self.options.sides == "partners" else solo(players)

    @hookimpl
    def pack(self) -> Pack:
        """Two decks and four jokers. (Skarney, fact 1)"""
        return Pack(2, self.options.jokers)

    @hookimpl
    def card_values(self) -> CardValues:
        """Points in hand, and in melds. (Skarney, fact 7)"""
        return CardValues.by_rank(IN_HAND, joker=100, melded=points_melded)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets, runs with the ace high or low, one wild card in each; wild cards alone. (Skarney, fact 2)"""
        return MeldRules(
            max_set=self.options.max_set,
            ace=Ace.HIGH_OR_LOW,
            equal_cards=True,
            wilds=(JOKER, DEUCE),
            max_wilds=1,
            wild_sets=(JOKER, DEUCE),
        )

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Draw, exchange, contract or play, offer, answer. (Skarney, fact 4)"""
        options = self.options
        required = options.contract == "required"
        contract = ContractStep(
            then="play" if options.play_after_contract_same_turn else "offer",
            melds=CONTRACTS,
            compulsory=options.contract_compulsory,
        )
        return (
            StoppableDraw(then="exchange", pile_closed=NO_PILE),
            ExchangeStep(then="contract" if required else "play"),
            *((contract,) if required else ()),
            LayStep(own_melds=True, lay_offs=2, older_melds=True, sizes=ALL),
            OfferStep(no_return=options.no_return_offer),
            AnswerOffer(stops=STOPS, notes_accepted=options.no_return_offer),
        )

    @hookimpl
    def round_notes(self, match: MatchState) -> Mapping[str, NoteValue]:
        """The number of the hand, which its contract and bonus hang on. (Skarney, facts 3 and 8; SK-18)"""
        return {DEAL_NUMBER: next_number(match)}

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Eleven cards each and no upcard; the dealer's left begins. (Skarney, fact 1; SK-17)"""
        return DealPlan(
            zones=(stock(), *hands(seats)),
            hands=(HAND_SIZE,) * seats,
            first=(dealer + 1) % seats,
            step="draw",
            upcard=False,
            sides=self.match_sides(seats),
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Melds less hands, the hand bonus and the shutout; nothing for a tie. (Skarney, facts 7 to 9)"""
        sides = table.layout.sides
        number = deal_number(table.deal_notes)
        out = table.layout.side_of[table.seat] if ending == OUT else -1
        lines: list[ScoreLine] = []
        for side, seats in enumerate(sides):
            held = 0 if side == out else sum(in_hand(table, seat) for seat in seats)
            counted = (
                ScoreLine(side, "melds", laid_of(table, side)),
                ScoreLine(side, "cards in hand", -held, seats),
            )
            lines += [line for line in counted if line.points]
        winner = out
        if out < 0:
            net = [sum(line.points for line in lines if line.side == side) for side in range(len(sides))]
            winner = leader(net)
            if winner < 0:
                return ScoreSheet(TIE, void=self.options.tie_hand == "replay")
        bonus = BONUSES[min(number, HANDS) - 1]
        lines.append(ScoreLine(winner, f"hand {number} won", bonus))
        if out >= 0 and all(meld.owner == out for meld in table.melds):
            lines.append(ScoreLine(winner, "shutout", SHUTOUT))
        return ScoreSheet(ending, tuple(lines), winner)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total after seven hands; a tie plays on. (Skarney, fact 1; SK-19)"""
        points = total_points(match.rounds, len(match.sides))
        winner = leader(points)
        played = next_number(match) - 1
        over = played >= HANDS and winner >= 0
        if not over and not stopped:
            return NOT_OVER
        return MatchSheet(points, (), points, winner, f"{played} hands played" if over else stopped)


NO_PILE = "There is no discard pile in this game: draw from the stock."

SOLO: Mapping[str, object] = {"sides": "solo"}

SKARNEY = Variant(
    name="skarney",
    title="Skarney",
    options=SkarneyOptions,
    rules=SkarneyRules,
    describe=describe,
    players=(2, 4),
    default_players=4,
    by_players={2: SOLO, 3: SOLO},
    unfit=unfit,
    presets={
        "default": {},
        "singles": SOLO,
        "no_jokers": {"jokers": 0},
        "free": {"contract": "none"},
    },
    notions=frozenset(
        {
            CONTRACT,
            OFFER,
            MELDS_ON_TABLE,
            MELDS_OF_THREE,
            ACES_IN_RUNS,
            WILD_CARDS,
            WILD_DEUCES,
            MELDS_SCORE,
            HANDS_SCORE,
        }
    ),
)

SKARNEY_SINGLES = replace(SKARNEY, default_preset="singles")
