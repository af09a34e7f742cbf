"""Conquian for two or three: forty cards, each turned up for all, used at once or let go, or forced.

Rules as told by R. F. Foster (Complete Hoyle, 1897, Conquian), by pagat.com (Conquian, in Mexico and in
the United States) and by bicyclecards.com; the table of options names the source of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from pydantic import model_validator

from rummy_conquian.words import describe, longest_run
from rummy_core import (
    OUT,
    CardUpStep,
    CardValues,
    DealPlan,
    ForceStep,
    MatchSheet,
    MatchState,
    MeldRules,
    NoteValue,
    NotOver,
    Pack,
    PlayOnStep,
    ScoreLine,
    ScoreSheet,
    Step,
    Table,
    Variant,
    VariantOptions,
    by_target,
    discard_pile,
    hands,
    hookimpl,
    in_hand,
    option,
    stock,
)

CARRIED: Final = "drawn deals"
"""Note of the deal: how many deals before it were drawn, one after another, so that their stakes lie."""
COURTS: Final = (11, 12, 13)
MIDDLE: Final = (8, 9, 10)
ONE_EACH: Final = (1,) * 13
POINTS: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class ConquianOptions(VariantOptions):
    """Options of Conquian."""

    pack: Literal["without_8_9_10", "without_courts"] = option(
        "without_8_9_10",
        "what is left out of 52 cards: eights, nines and tens, so that a jack follows a seven; or the courts",
        "Foster: the Spanish pack, in America the second; pagat and bicyclecards: the first",
    )
    hand_size: Literal[10, 9, 8] = option(
        10,
        "cards dealt to each; who has melded one more has won; for three players 8",
        "Foster, bicyclecards and pagat for the United States: 10; coololdgames: 9; pagat for Mexico: 8",
    )
    forcing: bool = option(
        True,
        "a card may be forced on who lets it go though a meld of his takes it",
        "Foster, pagat and bicyclecards; Wikipedia does not have it",
    )
    borrowing: bool = option(
        True,
        "a new meld may have the end of a run of four or more, or one of four of a kind, of one's own",
        "Foster; pagat and bicyclecards: any cards, as long as melds remain; coololdgames does not have it",
    )
    scoring: Literal["stake", "cards"] = option(
        "stake",
        "what a deal is worth: a stake of each loser, or what his hand counts",
        "Foster, pagat and bicyclecards: a stake; Wikipedia: pictures 10, aces 15, others their pips",
    )
    drawn_stakes: Literal["carried", "returned"] = option(
        "carried",
        "the stakes of a drawn deal are added to those of the next, or not",
        "Foster: carried; gathertogethergames: a tie and no more",
    )
    target: int = option(
        5, "points that end the match", "our ruling: in the sources each deal is a game", ge=1, le=100_000
    )

    @model_validator(mode="after")
    def _check(self) -> ConquianOptions:
        if self.scoring == "cards" and self.drawn_stakes != "carried":
            raise ValueError("drawn_stakes = returned needs scoring = stake: cards are counted, not staked")
        return self


class ConquianRules:
    """Conquian as answers to the hooks."""

    def __init__(self, options: ConquianOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        """Forty cards. (Foster, Cards)"""
        return Pack(without=COURTS if self.options.pack == "without_courts" else MIDDLE)

    @hookimpl
    def card_values(self) -> CardValues:
        """Each card one, or the usual points. (Wikipedia)"""
        return CardValues.by_rank(POINTS if self.options.scoring == "cards" else ONE_EACH)

    @hookimpl
    def meld_rules(self) -> MeldRules:
        """Sets of three or four, runs of three or more; the ace is low. (Foster, Objects; pagat)"""
        gaps = () if self.options.pack == "without_courts" else MIDDLE
        return MeldRules(max_run=longest_run(self.options.hand_size), gaps=gaps)

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        """Use the card that lies up or let it go, or be forced; then meld and discard. (Foster)"""
        options = self.options
        up = CardUpStep(force="force" if options.forcing else "", borrows=options.borrowing)
        play = PlayOnStep(borrows=options.borrowing)
        return (up, play, ForceStep()) if options.forcing else (up, play)

    @hookimpl
    def round_notes(self, match: MatchState) -> Mapping[str, NoteValue]:
        """How many deals were drawn since the last one that was won. (Foster, Stakes)"""
        drawn = 0
        for one in match.rounds:
            drawn = 0 if one.winner >= 0 else drawn + 1
        return {CARRIED: drawn} if self._stakes_lie else {}

    @property
    def _stakes_lie(self) -> bool:
        return self.options.scoring == "stake" and self.options.drawn_stakes == "carried"

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        """Ten cards each; the dealer's left turns the first card up. (Foster, Dealing)"""
        return DealPlan(
            zones=(stock(), discard_pile(seats, squared=True), *hands(seats)),
            hands=(self.options.hand_size,) * seats,
            first=(dealer + 1) % seats,
            step="card up",
        )

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """A stake of each loser, and those that lie; or what they hold. (Foster, Stakes; Wikipedia)"""
        if ending != OUT:
            return ScoreSheet(ending)
        winner = table.seat
        losers = [seat for seat in range(table.layout.seats) if seat != winner]
        if self.options.scoring == "cards":
            left = [in_hand(table, seat) for seat in losers]
            reason = f"left in hand {' + '.join(map(str, left))}"
            return ScoreSheet(ending, (ScoreLine(winner, reason, sum(left)),), winner)
        lines = [ScoreLine(winner, "stake" if len(losers) == 1 else "stakes", len(losers))]
        drawn = table.deal_notes.get(CARRIED, 0)
        assert isinstance(drawn, int)
        if drawn:
            reason = "stake of the drawn deal" if drawn == 1 else f"stakes of {drawn} drawn deals"
            lines.append(ScoreLine(winner, reason, drawn * len(losers)))
        return ScoreSheet(ending, tuple(lines), winner)

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        """The highest total at or over the target."""
        return by_target(match, self.options.target, stopped)


CONQUIAN = Variant(
    name="conquian",
    title="Conquian",
    options=ConquianOptions,
    rules=ConquianRules,
    describe=describe,
    players=(2, 3),
    default_players=2,
    by_players={3: {"hand_size": 8}},
    presets={
        "default": {},
        "mexican": {"hand_size": 8},
        "cards": {"scoring": "cards", "target": 100},
    },
)

TERCERILLA = replace(CONQUIAN, default_players=3)
