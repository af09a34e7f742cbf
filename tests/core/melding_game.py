"""A small game for tests of melding: any meld rules, any steps, each card a point on the table."""

from __future__ import annotations

from collections.abc import Callable

from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melds import Ace, MeldRules
from rummy_core.options import VariantOptions
from rummy_core.packs import Pack
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.scoring import CardValues, MatchSheet, NotOver, ScoreLine, ScoreSheet
from rummy_core.steps import DrawStep, Step
from rummy_core.table import Table
from rummy_core.table_points import in_hand, laid_of
from rummy_core.zones import Zone, discard_pile, hands, stock

WILD = MeldRules(ace=Ace.HIGH_OR_LOW, equal_cards=True, wilds=(0, 2), wild_sets=(2,))
TWO_DECKS = Pack(2, 4)
DRAW = DrawStep(then="play")


def melding_game(
    *steps: Step,
    rules: MeldRules = WILD,
    players: int = 2,
    sides: tuple[tuple[int, ...], ...] = (),
    hand: int = 7,
    pack: Pack = TWO_DECKS,
    places: Callable[[int], tuple[Zone, ...]] | None = None,
) -> Rulebook:
    """The game with these steps, a plain draw first where none is given.

    ``places`` makes zones for so many seats, in place of the discard pile.
    """

    class Rules:
        @hookimpl
        def match_sides(self) -> tuple[tuple[int, ...], ...] | None:
            return sides or None

        @hookimpl
        def pack(self) -> Pack:
            return pack

        @hookimpl
        def card_values(self) -> CardValues:
            return CardValues.by_rank((1,) * 13, joker=1, melded=lambda card, counts, kind: 1)

        @hookimpl
        def meld_rules(self) -> MeldRules:
            return rules

        @hookimpl
        def steps(self) -> tuple[Step, ...]:
            return steps if any(one.name == "draw" for one in steps) else (DRAW, *steps)

        @hookimpl
        def deal_plan(self, seats: int, dealer: int) -> DealPlan:
            between = (discard_pile(seats),) if places is None else places(seats)
            zones = (stock(), *between, *hands(seats))
            upcard = places is None
            return DealPlan(zones, (hand,) * seats, (dealer + 1) % seats, "draw", upcard, sides)

        @hookimpl
        def score_deal(self, table: Table, ending: str) -> ScoreSheet:
            lines = []
            for number, side in enumerate(table.layout.sides):
                left = sum(in_hand(table, seat) for seat in side)
                lines.append(ScoreLine(number, "melds and hand", laid_of(table, number) - left))
            return ScoreSheet(ending, tuple(lines))

        @hookimpl
        def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
            points = tuple(sum(one.points[side] for one in match.rounds) for side in range(len(match.sides)))
            return MatchSheet(points, (), points, -1, "one deal is enough")

    low, high = 2, 8
    variant = Variant(
        "melding", "Melding", VariantOptions, lambda _: Rules(), lambda _: [], (low, high), 2, {"default": {}}
    )
    return rulebook(variant, players=players)
