"""A deal of each game as a state machine: played, asked, taken back, copied and read again in any order.

The model is the list of tables that were: what is taken back must stand there again, and neither a question
nor a copy may change anything.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rummy_core import Chance, Deal, catalogue
from rummy_core.actions import Action, Decision, IllegalAction
from rummy_core.cards import text_of
from rummy_core.copies import settled
from rummy_core.deal import table_of
from rummy_core.hooks import MatchState
from rummy_core.imagine import imagine
from rummy_core.notation import BadText, parse_action, read_fact
from rummy_core.records import log_lines
from rummy_core.rulebook import rulebook
from rummy_core.table import Table, evolve
from rummy_core.testing.conservation import check_conserved
from rummy_core.testing.legality import some_actions
from rummy_core.views import view_of
from tests.properties.games import GAMES

number = st.integers(0, 10**9)


class DealMachine(RuleBasedStateMachine):
    """A deal that is used as a player, a program and a file reader would use it."""

    game: ClassVar[str] = ""

    @initialize(seed=number, more=st.integers(0, 10))
    def begin(self, seed: int, more: int) -> None:
        variant = catalogue.variant(self.game)
        low, high = variant.players
        book = rulebook(variant, players=low + more % (high - low + 1))
        seating = book.hooks.seatings(match=MatchState(book.players, book.sides, (), 0))[0]
        self.deal = Deal.begin(book, Chance(seed), seats=len(seating.players), dealer=seating.dealer)
        self.before: list[Table] = []

    @property
    def table(self) -> Table:
        return self.deal.table

    @precondition(lambda self: not self.deal.is_over)
    @rule(which=number)
    def play(self, which: int) -> None:
        listed = self.deal.legal_actions()
        assert listed
        self.before.append(self.table.copy())
        self.deal.play(listed[which % len(listed)])

    @precondition(lambda self: not self.deal.is_over)
    @rule(which=number)
    def play_what_is_typed(self, which: int) -> None:
        """Play what may not be listed, as it is read from a text."""
        asked = some_actions(self.deal, Random(which))
        action = self.deal.by_face(_typed(asked[which % len(asked)]))
        refusal = self.deal.why_illegal(action)
        table, said = self.table.copy(), len(self.deal.log)
        if refusal is None:
            self.before.append(table)
            self.deal.play(action)
            return
        with pytest.raises(IllegalAction) as raised:
            self.deal.play(action)
        assert raised.value.refusal == refusal
        assert (self.table, len(self.deal.log)) == (table, said)

    @precondition(lambda self: self.before)
    @rule()
    def take_back(self) -> None:
        last = next(one for one in reversed(self.deal.log) if isinstance(one, Decision))
        if self.deal.why_no_undo(last.seat) is None:
            self.deal.undo()
            assert self.table == self.before.pop()

    @precondition(lambda self: not self.deal.is_over)
    @rule(which=number)
    def play_on_a_copy(self, which: int) -> None:
        table, said = self.table.copy(), len(self.deal.log)
        twin = self.deal.copy()
        rng = Random(which)
        for _ in range(5):
            if not twin.is_over:
                listed = twin.legal_actions()
                twin.play(listed[int(rng.random() * len(listed))])
        assert (self.table, len(self.deal.log)) == (table, said)

    @rule(seat=number, which=number)
    def imagine(self, seat: int, which: int) -> None:
        """A table that a seat imagines looks the same to it."""
        view = self.deal.view(seat % self.table.layout.seats)
        imagined = imagine(view, Random(which))
        check_conserved(imagined)
        assert view_of(imagined, view.seat) == view

    @rule()
    def read_again(self) -> None:
        """The log, written and read, comes to the same table without rules."""
        everyone = self.table.layout.everyone
        facts = [line.strip() for line in log_lines(self.deal.log, everyone) if line.startswith(" ")]
        table = table_of(self.deal.log[0])
        for text in facts[1:]:
            evolve(table, settled(table, read_fact(text, everyone)))
        if self.table.layout.has_copies:
            # Of equal cards a text need not mean the copy that was played.
            assert _as_told(table) == _as_told(self.table)
        else:
            assert table == self.table

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "deal"):
            check_conserved(self.table)
            assert self.deal.is_over == (self.table.sheet is not None)
            assert bool(self.deal.legal_actions()) != self.deal.is_over


def _as_told(table: Table) -> tuple[object, ...]:
    """Where things stand by what the cards read."""
    zones = {name: text_of(table.cards(name)).split() for name in table.masks}
    lying = [sorted(cards) if name not in table.orders else cards for name, cards in zones.items()]
    notes = [{key: str(value) for key, value in one.items()} for one in (table.turn_notes, table.deal_notes)]
    return (
        lying,
        [*map(str, table.melds)],
        table.step,
        table.seat,
        table.turn,
        notes,
        table.scores,
        table.sheet,
    )


def _typed(action: Action) -> Action:
    try:
        return parse_action(str(action))
    except BadText:
        # A meld of no cards can be asked for and not be written.
        return action


def run(game: str, examples: int) -> None:
    machine = type(f"Deal of {game}", (DealMachine,), {"game": game})
    # A failure prints the steps that lead to it, and a seed that hypothesis meets again.
    chosen = settings(
        max_examples=examples,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=(Phase.generate, Phase.shrink),
    )
    run_state_machine_as_test(machine, settings=chosen)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_deal_may_be_used_in_any_order(game: str) -> None:
    run(game, 12)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_deal_may_be_used_in_any_order_at_length(game: str) -> None:
    run(game, 400)
