"""Kalooki for two to six: two packs with jokers, first melds of forty points, and jokers to take back.

Rules as told by John McLeod (pagat.com, Kaluki in Europe and North America: Kalookie in Britain, after the
rules of two London and Portsmouth clubs), by Christos Efstathiades (Kalooki.md of his game online), by
equal-chance.co.uk and rummyroyal.co.uk (Kalooki, Kalooki 40), and for the form with 51 points by
rummychief.com, cardgamesplanet.com and ginplayeronline.com. The options name the source of each.

Points that they leave open, as we play them:

K-1. First melds are laid one after another in a turn; one is legal only if the rest can still be made.
K-2. Who has come down may lay off and take jokers in the same turn, with any card that is his by then.
K-3. A joker in a set is the rank, in no suit of its own; one that lies between is the card it stands for.
K-4. A set gives its joker up for both cards that it lacks: one is laid off on it, the next takes the joker's
     place. A set that had four cards before the turn is closed; of two jokers in a set two cards free one.
K-5. A joker taken is laid before anything else, and nobody takes one that he cannot lay and still discard.
K-6. The last card is discarded always; a hand is never laid down whole.
K-7. A card taken from the pile to be kept is not discarded in the same turn.
K-8. The stock is made again of the discards but the top one, as often as something was laid since or twice in
     a row without. A deal that then cannot go on, and one at a standstill, brings nobody points.
K-9. If the last deal puts all over the limit the fewest points win; those who tie play on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import model_validator

from rummy_core import (
    ACE_HIGH,
    OUT,
    RUN,
    STOCK_OUT,
    Ace,
    Card,
    CardValues,
    DealPlan,
    DrawStep,
    Face,
    InitialMeld,
    LaidAgain,
    MatchSheet,
    MatchState,
    MeldRules,
    MeldStep,
    NoteValue,
    NotOver,
    Obligation,
    Pack,
    Refill,
    ScoreLine,
    ScoreSheet,
    Seating,
    Step,
    Table,
    TakePileStep,
    Variant,
    VariantOptions,
    after_deals,
    buy_ins,
    by_elimination,
    discard_pile,
    hands,
    hookimpl,
    in_hand,
    laid_all_now,
    option,
    seated,
    standing_notes,
    stock,
)
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
    WILD_CARDS,
)
from rummy_kalooki.words import describe

JOKER = 0
ACE = 11
PIPS = (ACE, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
AT_ONCE = "kalooki"
"""The ending when a player who had laid nothing lays his whole hand in one turn."""


class KalookiOptions(VariantOptions):
    """Options of Kalooki."""

    opening: int = option(
        40,
        "points that a player's first melds must come to, laid in one turn; 0: any meld",
        "pagat and others: 40; Kalooki 51: 51",
        ge=0,
        le=100,
    )
    opening_jokers: bool = option(
        True,
        "jokers may be among the first melds, as the cards they stand for",
        "pagat; without them: our ruling, after games in which the first melds must be pure",
    )
    discard: Literal["meld", "any_use", "free"] = option(
        "meld",
        "the top discard is taken only to be melded at once; or to be melded or laid off; or freely",
        "Efstathiades: to be melded, never as a lay-off; cardgamesplanet: freely",
    )
    discard_before_opening: bool = option(
        True,
        "who has no melds yet may take a discard, on the same terms: one that must be melded opens",
        "Efstathiades, rummyroyal: as part of the first melds; adda52, Kalooki 40: not at all",
    )
    joker_reclaim: Literal["two_cards", "one_card", "none"] = option(
        "two_cards",
        "a joker in a set is taken for both cards that the set lacks, or for either; in a run always for the "
        "card it stands for; or jokers stay where they lie",
        "pagat, equal-chance: two; Efstathiades: both ways are popular; none: our ruling",
    )
    joker_use: Literal["new_meld", "any_use", "kept"] = option(
        "new_meld",
        "a joker taken is laid at once, in a new meld; or there or as a lay-off; or may be kept",
        "Efstathiades: a new meld; pagat: used elsewhere; kept: our ruling, as in other rummies",
    )
    jokers: Literal[2, 4] = option(2, "jokers in the two packs", "pagat: 2; ginplayeronline, ludopoli: 4")
    joker_points: Literal[15, 25] = option(15, "what a joker in hand counts", "pagat: 15; rummychief: 25")
    ace: Literal["high", "high_or_low"] = option(
        "high",
        "runs end with Q-K-A and never begin with A-2-3; or an ace is low too and then counts 1 in a meld",
        "Efstathiades: high; rummychief, ginplayeronline: 1 or 11",
    )
    hand_size: int = option(13, "cards dealt to each", "all sources: 13", ge=7, le=15)
    upcard: bool = option(
        True, "a card is turned up and begins the discard pile", "pagat: yes; Efstathiades: we prefer not to"
    )
    limit: int = option(
        150,
        "who has more points than this is out, and the last one left wins",
        "pagat, Efstathiades",
        ge=1,
        le=100_000,
    )
    buy_ins: int = option(
        0,
        "how often a player who goes over the limit comes back, with the highest total that is not over; "
        "not when two are left",
        "pagat and Efstathiades: for a stake, once or twice; we play for points, so none",
        ge=0,
        le=10,
    )
    deals: int = option(
        0,
        "deals after which the fewest points win, and nobody drops out; 0: it goes by the limit",
        "our ruling, for a match of known length",
        ge=0,
        le=1000,
    )
    kalooki_doubles: bool = option(
        False,
        "penalties count double when the whole hand is laid in one turn",
        "pagat pays double for a kalookie; double points: our reading",
    )

    @model_validator(mode="after")
    def _check(self) -> KalookiOptions:
        if self.buy_ins and self.deals:
            raise ValueError(
                f"buy_ins = {self.buy_ins} needs deals = 0: nobody drops out of {self.deals} deals"
            )
        if self.joker_use != "new_meld" and self.joker_reclaim == "none":
            raise ValueError(f"joker_use = {self.joker_use} needs jokers that are taken: see joker_reclaim")
        return self


def points_melded(card: Card, counts: Face, kind: str) -> int:
    """The points of a card in first melds: a joker is what it stands for, a low ace 1."""
    if counts.rank in (1, ACE_HIGH):
        return 1 if counts.rank == 1 and kind == RUN else ACE
    return PIPS[counts.rank - 1]


class KalookiRules:
    """Kalooki as answers to the hooks."""

    def __init__(self, options: KalookiOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        """Two packs and the jokers."""
        return Pack(2, self.options.jokers)

    @hookimpl
    def card_values(self) -> CardValues:
        """What cards left in hand count: an ace 11, pictures 10, a joker by option."""
        return CardValues.by_rank(PIPS, joker=self.options.joker_points)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets of three or four suits, runs of three or more; jokers for any card. (K-3)"""
        return MeldRules(ace=Ace.HIGH if self.options.ace == "high" else Ace.HIGH_OR_LOW, wilds=(JOKER,))

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Draw, or take the top discard; then meld, lay off, take jokers, discard. (K-1, K-2, K-4 to K-8)"""
        options = self.options
        duties: tuple[Obligation, ...] = (
            InitialMeld(options.opening, points_melded, wilds=options.opening_jokers),
        )
        taken = () if options.joker_reclaim == "none" else (JOKER,)
        if taken and options.joker_use != "kept":
            duties = (*duties, LaidAgain(lay_off=options.joker_use == "any_use"))
        play = MeldStep(
            final_discard=True,
            exchanges=taken,
            exchange_anywhere=True,
            exchange_for_two=options.joker_reclaim == "two_cards",
            obligations=duties,
        )
        closed = not options.discard_before_opening
        refill = Refill()
        if options.discard == "free":
            draw = DrawStep(then="play", pile_needs_meld=closed, refill=refill, pass_ends=STOCK_OUT)
            return (draw, play)
        draw = TakePileStep(
            fan=False,
            top_only=True,
            lay_off=options.discard == "any_use",
            pile_needs_meld=closed,
            final_discard=True,
            obligations=duties,
            refill=refill,
            pass_ends=STOCK_OUT,
        )
        return (draw, play)

    @hookimpl
    def seatings(self, match: MatchState) -> tuple[Seating, ...] | None:
        """All who are not over the limit; the deal passes left among them. (K-9)"""
        return None if self.options.deals else (seated(match, self.options.limit),)

    @hookimpl
    def round_notes(self, match: MatchState) -> Mapping[str, NoteValue] | None:
        """The totals, where a deal must know them for the sake of those who come back."""
        options = self.options
        return standing_notes(match, seated(match, options.limit)) if options.buy_ins else None

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Thirteen cards each and one turned up; the dealer's left begins."""
        return DealPlan(
            zones=(stock(), discard_pile(seats, squared=True), *hands(seats)),
            hands=(self.options.hand_size,) * seats,
            first=(dealer + 1) % seats,
            step="draw",
            upcard=self.options.upcard,
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """Each of the others writes what he holds; who called up nothing. (K-8)"""
        if ending != OUT:
            return ScoreSheet(ending)
        options, winner = self.options, table.seat
        kalooki = laid_all_now(table, winner)
        lines: list[ScoreLine] = []
        for seat in range(table.layout.seats):
            if seat == winner:
                continue
            points = in_hand(table, seat)
            lines.append(ScoreLine(seat, "left in hand", points, (seat,)))
            if kalooki and options.kalooki_doubles:
                lines.append(ScoreLine(seat, "doubled for kalooki", points))
        if options.buy_ins:
            lines += buy_ins(table, lines, options.limit, options.buy_ins)
        return ScoreSheet(AT_ONCE if kalooki else ending, tuple(lines), winner)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The last one under the limit, or the fewest points after so many deals. (K-9)"""
        if self.options.deals:
            return after_deals(match, self.options.deals, stopped, lowest=True)
        return by_elimination(match, self.options.limit, stopped)


KALOOKI = Variant(
    name="kalooki",
    title="Kalooki",
    options=KalookiOptions,
    rules=KalookiRules,
    describe=describe,
    players=(2, 6),
    default_players=4,
    presets={
        "default": {},
        "fifty_one": {"opening": 51, "ace": "high_or_low", "joker_points": 25, "discard": "free"},
        "six_deals": {"deals": 6},
    },
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
            WILD_CARDS,
            HANDS_SCORE,
        }
    ),
)
