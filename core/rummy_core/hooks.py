"""Hooks: the questions that a rule plugin may answer.

Each is asked when a rulebook is made, when a deal begins, or when one is
scored; never per card. Where ``firstresult`` is set the plugin registered last
answers first (house rule, then game, then the core's default), and None means
"no opinion". A house rule adjusts an answer with ``@hookimpl(wrapper=True)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pluggy

from rummy_core.actions import Action, Refusal
from rummy_core.columns import Column
from rummy_core.events import NoteValue
from rummy_core.melds import MeldRules
from rummy_core.packs import Pack
from rummy_core.scoring import CardValues, DealResult, MatchSheet, NotOver, RoundResult, ScoreSheet, Seating
from rummy_core.table import Table
from rummy_core.zones import Zone

if TYPE_CHECKING:
    from rummy_core.steps import Step

PROJECT = "rummy.rules"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@dataclass(frozen=True, slots=True)
class DealPlan:
    """How a deal begins.

    ``zones`` begins with the stock; ``hands`` holds the cards dealt to each
    seat; ``upcard`` turns the next card up on the discard pile; ``first`` acts
    first, in the step ``step``.
    """

    zones: tuple[Zone, ...]
    hands: tuple[int, ...]
    first: int
    step: str
    upcard: bool = True
    sides: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the hooks of a match are told: players, finished rounds, and who deals first."""

    players: int
    sides: tuple[tuple[int, ...], ...]
    rounds: tuple[RoundResult, ...]
    first_dealer: int


class RuleSpec:
    """The rulebook's hooks, in the order they are asked."""

    @hookspec(firstresult=True)
    def match_sides(self, players: int) -> tuple[tuple[int, ...], ...] | None:
        """Return the sides of a match of so many players.

        Asked once a match. Default: everyone for himself.
        """

    @hookspec(firstresult=True)
    def pack(self, seats: int) -> Pack | None:
        """Return the pack for a deal of so many seats. Asked once a rulebook. Default: 52 cards."""

    @hookspec(firstresult=True)
    def card_values(self) -> CardValues | None:
        """Return what cards count in hand. Asked once a rulebook. Default: pictures 10, ace 1."""

    @hookspec(firstresult=True)
    def meld_rules(self) -> MeldRules | None:
        """Return what a meld is. Asked once a rulebook. Default: sets of 3 or 4, runs of 3 or more."""

    @hookspec(firstresult=True)
    def steps(self) -> tuple[Step, ...] | None:
        """Return the steps, wired by the names of their exits. Asked once a rulebook. No default."""

    @hookspec(firstresult=True)
    def seatings(self, match: MatchState) -> tuple[Seating, ...] | None:
        """Return who plays the next round: a seating for each of its deals.

        Asked before each round. Default: all play, and the deal passes left.
        """

    @hookspec(firstresult=True)
    def round_notes(self, match: MatchState) -> Mapping[str, NoteValue] | None:
        """Return the public notes with which every deal of the next round begins.

        They tell a deal what hangs on the rounds before, such as its number. Asked before each
        round; a deal that is played by itself has none. Default: none.
        """

    @hookspec(firstresult=True)
    def deal_plan(self, seats: int, dealer: int) -> DealPlan | None:
        """Return how a deal begins.

        Asked once a rulebook for each number of seats and dealer, so it can
        depend on nothing else. No default.
        """

    @hookspec(firstresult=True)
    def deal_notes(self, table: Table) -> Mapping[str, NoteValue] | None:
        """Return the public notes of a deal whose cards have been dealt.

        Asked once a deal, before its first step. Default: none.
        """

    @hookspec
    def refusals(self, table: Table, actions: Sequence[Action]) -> Mapping[Action, Refusal] | None:
        """Return a refusal for each of ``actions`` that this rule forbids.

        Every answer counts. Asked with a whole list of actions that the step
        allows, or with the one that is being played; nobody answering costs nothing.
        """

    @hookspec(firstresult=True)
    def score_deal(self, table: Table, ending: str) -> ScoreSheet | None:
        """Return the score sheet of a deal that ends so. Asked once a deal. No default."""

    @hookspec(firstresult=True)
    def score_round(self, match: MatchState, deals: Sequence[DealResult]) -> RoundResult | None:
        """Return what a finished round is worth.

        Asked once a round, when its last deal is over. Default: the sums of its deals.
        """

    @hookspec(firstresult=True)
    def score_columns(self, match: MatchState) -> tuple[Column, ...] | None:
        """Return the columns in which the score is kept. Asked whenever it is shown. Default: none."""

    @hookspec(firstresult=True)
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver | None:
        """Return the sheet of a match that is over, else ``NOT_OVER``.

        Asked after each round. ``stopped`` is empty, or says why the match must
        end now, target or not. No default.
        """


class RuleHooks(Protocol):
    """The hooks as they are called: by keyword, every answer typed."""

    def match_sides(self, *, players: int) -> tuple[tuple[int, ...], ...]: ...  # noqa: D102
    def pack(self, *, seats: int) -> Pack: ...  # noqa: D102
    def card_values(self) -> CardValues: ...  # noqa: D102
    def meld_rules(self) -> MeldRules: ...  # noqa: D102
    def steps(self) -> tuple[Step, ...]: ...  # noqa: D102
    def seatings(self, *, match: MatchState) -> tuple[Seating, ...]: ...  # noqa: D102
    def round_notes(self, *, match: MatchState) -> Mapping[str, NoteValue]: ...  # noqa: D102
    def deal_plan(self, *, seats: int, dealer: int) -> DealPlan: ...  # noqa: D102
    def deal_notes(self, *, table: Table) -> Mapping[str, NoteValue]: ...  # noqa: D102
    def score_deal(self, *, table: Table, ending: str) -> ScoreSheet: ...  # noqa: D102
    def score_round(self, *, match: MatchState, deals: Sequence[DealResult]) -> RoundResult: ...  # noqa: D102
    def score_columns(self, *, match: MatchState) -> tuple[Column, ...]: ...  # noqa: D102
    def score_match(self, *, match: MatchState, stopped: str) -> MatchSheet | NotOver: ...  # noqa: D102
