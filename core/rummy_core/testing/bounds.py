"""Bounds: how long a deal may take at most.

Turns. A turn that draws nothing from the stock and lays nothing is idle, and so
many idle turns in a row as the option ``standstill`` says, for each seat, end the deal. Every
other turn draws a card from the stock or lays one. Each of the P cards of the pack
is laid once at most, and again at most once for each card that is laid in its place:
2 P times in all. It is drawn once at most from each filling of the stock (once,
and once more for each time that the pile is turned over). So with F fillings at
most 2 P + P * F turns are not idle, before and after each of them fewer than
S = ``standstill`` * seats are, and the deal ends within (2 P + P * F + 1) * S turns.
Where the pile is turned over without a limit, it is so no more than twice in a row with
nothing laid, hence F is at most 2 (2 P + 1).

Decisions. Within a turn a step asks a seat again only after a card was laid: so
there are at most (steps * seats) + (cards laid in the turn) decisions in it.

With ``standstill`` 0 random play has no bound, since two players may for ever take
each other's discards. Then a deal is given up, without a fault, after ``CAP`` decisions for
each card of the pack: some fifty times what random play of a deal takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy_core.deal import Deal
from rummy_core.refills import MOST_IDLE
from rummy_core.steps import DrawStep
from rummy_core.testing.failures import Fault, Property

CAP: Final = 100
ENDS: Final = Property(
    "a deal ends within its bound",
    "a step that neither draws nor lays must not ask again for ever: give it an exit that passes the "
    "turn, and let the standstill count",
)


@dataclass(frozen=True, slots=True)
class Bound:
    """The most turns of a deal and decisions of a turn; ``cap`` is 0 where the turns are bounded."""

    turns: int
    decisions: int
    cap: int

    @classmethod
    def of(cls, deal: Deal) -> Bound:
        """The bound of a deal."""
        layout = deal.table.layout
        pack = len(layout.pack)
        drawn = [step.refill for step in deal.rules.steps.values() if isinstance(step, DrawStep)]
        most = MOST_IDLE * (2 * pack + 1)
        refills = max((most if way.limit < 0 else way.limit for way in drawn if way), default=0)
        standstill = deal.rules.standstill * layout.seats
        return cls(
            (2 * pack + pack * (refills + 1) + 1) * standstill,
            len(deal.rules.steps) * layout.seats,
            0 if standstill else CAP * pack,
        )

    def check(self, turn: int, in_turn: int, laid: int) -> None:
        """Check a deal that is in ``turn``, with so many decisions made and cards laid in it."""
        if not self.cap and turn > self.turns:
            raise Fault(ENDS, f"turn {turn} began; {self.turns} are the most there can be")
        if in_turn > self.decisions + laid:
            raise Fault(
                ENDS,
                f"{in_turn} decisions in turn {turn}, in which {laid} cards were laid; "
                f"{self.decisions + laid} are the most there can be",
            )
