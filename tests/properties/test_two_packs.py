"""The kit on a game with two packs: equal cards are one card in every rule and text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from rummy_core.actions import DISCARDS, Action
from rummy_core.cards import Card, card, cards_of, mask_of
from rummy_core.chance import Chance
from rummy_core.events import TURN, Event, Moved, Noted
from rummy_core.flow import finish, next_turn
from rummy_core.hooks import DealPlan, MatchState, hookimpl
from rummy_core.melding import MeldStep
from rummy_core.options import VariantOptions
from rummy_core.packs import Pack
from rummy_core.positions import deal_at
from rummy_core.records import Position
from rummy_core.refills import REFILLS, Refill
from rummy_core.replay import stand
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.scoring import MatchSheet, NotOver, ScoreLine, ScoreSheet
from rummy_core.steps import TAKEN, DiscardStep, DrawStep, Step
from rummy_core.table import Table
from rummy_core.testing import AnyLegal, ConformanceError, check_deal, check_match
from rummy_core.testing.legality import _no_more, check_unlisted
from rummy_core.zones import DISCARD, STOCK, discard_pile, hands, stock
from tests.core.melding_game import melding_game
from tests.story import said
from tests.variants.fortune_tables import arlington
from tests.variants.skarney_tables import skarney


@dataclass(frozen=True, slots=True)
class OneOfEach(DiscardStep):
    """Discard; of equal cards in hand the lowest is listed. The deal ends with the stock."""

    def actions(self, table: Table) -> list[Action]:
        first = {card.text: card for card in reversed(cards_of(table.hand(table.seat)))}
        return [DISCARDS[card.index] for card in sorted(first.values())]

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        card = action.card  # type: ignore[union-attr]
        yield Moved((card,), table.layout.hands[table.seat], DISCARD, table.layout.everyone)
        yield from next_turn(table, self.then) if table.masks[STOCK] else finish(table, "stock")


@dataclass(frozen=True, slots=True)
class EndsWithStock(DiscardStep):
    """What ships, until the stock is used up."""

    def pass_on(self, table: Table, card: Card) -> Iterable[Event]:
        return next_turn(table, self.then) if table.masks[STOCK] else finish(table, "stock")


@dataclass(frozen=True, slots=True)
class TellsThePack(OneOfEach):
    """Says which of the two packs a card is from."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield Noted("pack", action.card.deck, TURN)  # type: ignore[union-attr]
        yield from OneOfEach.decide(self, table, action, chance)


@dataclass(frozen=True, slots=True)
class TellsWhichWasTaken(OneOfEach):
    """Says which pack a card is from that all saw being taken."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        taken = table.turn_notes.get(TAKEN)
        if isinstance(taken, Card):
            yield Noted("pack", taken.deck, TURN)
        yield from OneOfEach.decide(self, table, action, chance)


@dataclass(frozen=True, slots=True)
class KeepsTheFirstPack(OneOfEach):
    """Lets only cards of the second pack go, where there are any."""

    def actions(self, table: Table) -> list[Action]:
        listed = OneOfEach.actions(self, table)
        second = [action for action in listed if action.card.deck]  # type: ignore[union-attr]
        return second or listed


class ThrowAway:
    """Draw and discard with two packs until the stock is used up."""

    discard: DiscardStep = OneOfEach(same_card=True)

    def __init__(self, options: VariantOptions) -> None:
        self.options = options

    @hookimpl
    def pack(self) -> Pack:
        return Pack(2)

    @hookimpl
    def steps(self) -> tuple[Step, ...]:
        return (DrawStep(), self.discard)

    @hookimpl
    def deal_plan(self, seats: int, dealer: int) -> DealPlan:
        first = (dealer + 1) % seats
        return DealPlan((stock(), discard_pile(seats), *hands(seats)), (8,) * seats, first, "draw")

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        left = [table.hand(seat).bit_count() for seat in range(table.layout.seats)]
        return ScoreSheet(ending, tuple(ScoreLine(seat, "cards left", n) for seat, n in enumerate(left)))

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        points = tuple(sum(one.points[side] for one in match.rounds) for side in range(len(match.sides)))
        return MatchSheet(points, (), points, -1, "one deal is enough")


def throw_away(discard: Step | None = None, players: int = 3) -> Rulebook:
    """The game, with another discard."""

    class Rules(ThrowAway):
        pass

    if isinstance(discard, DiscardStep):
        Rules.discard = discard
    variant = Variant(
        "throw away", "Throw Away", VariantOptions, Rules, _describe, (2, 5), 3, {"default": {}}
    )
    return rulebook(variant, players=players)


def _describe(options: VariantOptions, players: int) -> Sequence[str]:
    return ["Throw cards away."]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_with_two_packs_conforms(players: int) -> None:
    tally = check_deal(throw_away(players=players), 1, [AnyLegal], dealer=players - 1, closely=0.5)
    assert tally.checks["equal cards swapped change nothing"] > 20
    assert tally.endings == {"stock": 1}


@pytest.mark.parametrize(
    ("discard", "prop"),
    [
        (TellsThePack(same_card=True), "non-interference: the masked events"),
        (TellsWhichWasTaken(same_card=True), "equal cards swapped change nothing"),
        # It may be asked for the other copy as well, and does what no listed action does.
        (KeepsTheFirstPack(same_card=True), "an unlisted action does what listed ones do"),
    ],
)
def test_a_rule_that_tells_equal_cards_apart_is_found(discard: DiscardStep, prop: str) -> None:
    with pytest.raises(ConformanceError) as raised:
        check_deal(throw_away(discard), 1, [AnyLegal])
    assert raised.value.prop == prop


def test_a_match_with_two_packs_conforms() -> None:
    check_match(throw_away(), 1, [AnyLegal])


def test_what_ships_lists_equal_cards_once() -> None:
    deal = deal_at(
        throw_away(EndsWithStock(same_card=True)),
        zones={"hand 0": (card("9H"), card("9H", 1), card("KC"), card("2D", 1))},
        step="discard",
        seat=0,
    )
    assert [str(action) for action in deal.legal_actions()] == ["discard KC", "discard 9H", "discard 2D"]
    check_deal(throw_away(EndsWithStock(same_card=True)), 1, [AnyLegal])


def test_the_copy_most_widely_known_is_played_and_then_the_lowest() -> None:
    first, second = card("9H"), card("9H", 1)
    for known, played in (({1: [second]}, second), ({}, first)):
        deal = deal_at(
            throw_away(EndsWithStock(same_card=True)),
            zones={"hand 0": (first, second)},
            known=known,
            step="discard",
            seat=0,
        )
        deal.play(deal.by_face(DISCARDS[first.index]))
        assert deal.table.top("discard") is played


def test_of_two_jokers_the_list_has_the_one_that_its_words_mean() -> None:
    """The second joker of the first deck and the first of the second, which no rule tells apart."""
    story = skarney("joker joker 5C 6C 9H KD", step="play", stock="joker", contract="none")
    for action in story.deal.legal_actions():
        assert story.deal.by_face(said(str(action))) == action, action


def test_the_twin_of_the_card_just_taken_may_be_thrown() -> None:
    taken, twin = card("9H"), card("9H", 1)
    deal = deal_at(
        throw_away(EndsWithStock()),
        zones={"hand 0": (taken, twin)},
        step="discard",
        seat=0,
        turn_notes={"taken": taken},
    )
    assert deal.why_illegal(DISCARDS[taken.index]) is None
    deal.play(DISCARDS[taken.index])
    assert deal.table.top("discard") is twin


def test_cards_of_a_scenario_are_copies_in_the_order_they_are_named() -> None:
    position = Position(zones={"hand 0": "9H 9H KC", "discard": "KC"}, step="discard", seat=0)
    table = stand(throw_away(), position, "0").table
    assert table.hand(0) == mask_of([card("9H"), card("9H", 1), card("KC")])
    assert table.top("discard") is card("KC", 1)


def test_own_cards_melded_while_their_equals_come_up_with_the_pile() -> None:
    """Listed is a shorter meld, then a card laid off: which of two sixes that is stays open."""
    deal = arlington.drawing("6C 8C 9C JC KS", "9C 9H 6C TH 7C").deal
    action = said("take 7C with 6C 8C 9C")
    assert action not in deal.legal_actions()
    check_unlisted(deal, [action], deal.legal_actions())


def test_a_list_that_tells_more_than_its_twin_does_not_do() -> None:
    hidden, six = (((), ()),), ((("6C",), ()),)
    assert _no_more(hidden, six, copies=True)
    assert not _no_more(six, hidden, copies=True)
    assert not _no_more(hidden, six, copies=False)


def test_a_stock_made_again_of_some_copies_is_verified() -> None:
    """The record names faces; their other copies lie in hands and melds."""
    draw = DrawStep(then="play", refill=Refill(limit=2), pass_ends="stock")
    book = melding_game(draw, MeldStep(), players=4, hand=20, pack=Pack(2))
    tally = check_match(book, "refilled", [AnyLegal])
    assert tally.notes["draw", REFILLS]
