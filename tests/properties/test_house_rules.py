"""Stacks of house rules in any order: every property of the kit, and that the order plays no part.

The seed of the everyday deals is fixed; set RUMMY_PROPERTY_SEED to deal others.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from rummy_core import catalogue
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.rulebook import Rulebook, rulebook
from rummy_core.testing import AnyLegal, check_deal, check_match, mixed
from tests.properties.campaign import seats_of
from tests.properties.games import DRAWN, GAMES
from tests.properties.stacks import in_another_order, some_stack

SEED = os.environ.get("RUMMY_PROPERTY_SEED", "everyday")
EVERY = sorted(GAMES)


def stack_of(game: str, seed: str) -> Rulebook:
    """A game with house rules, drawn from ``seed``."""
    return some_stack(catalogue.variant(game), Random(seed), {**DRAWN, **GAMES[game].drawn})


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("number", range(2))
def test_a_stack_of_house_rules_holds_every_property(game: str, number: int) -> None:
    seed = f"{SEED}/{game}/{number}"
    book = stack_of(game, seed)
    makers = [AnyLegal, mixed(catalogue.bot("simple"))]
    check_deal(book, seed, makers, dealer=0, seats=seats_of(book), closely=0.02)


def played(book: Rulebook, seed: str) -> Deal:
    """A deal played to its end by anything legal, or for as long as no standstill would allow."""
    deal = Deal.begin(book, Chance(seed), seats=seats_of(book))
    bots = [AnyLegal(f"{seed}/{seat}") for seat in range(deal.table.layout.seats)]
    for _ in range(3000):
        if deal.is_over:
            break
        deal.play(bots[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
    return deal


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("number", range(6))
def test_the_order_in_which_house_rules_are_named_plays_no_part(game: str, number: int) -> None:
    seed = f"{SEED}/order/{game}/{number}"
    book = stack_of(game, seed)
    other = in_another_order(book, Random(f"{seed}/mixed"))
    assert other.pack(book.players) == book.pack(book.players), book
    assert other.rules.meld_rules == book.rules.meld_rules
    assert other.rules.card_values.in_hand == book.rules.card_values.in_hand
    assert other.rules.steps == book.rules.steps
    one, two = played(book, seed), played(other, seed)
    sides = range(len(one.table.layout.sides))
    assert (one.table.ending, one.table.plays, one.is_over) == (
        two.table.ending,
        two.table.plays,
        two.is_over,
    )
    if one.is_over:
        assert [one.sheet.points(side) for side in sides] == [two.sheet.points(side) for side in sides]
        assert (one.sheet.winner, one.sheet.boxes) == (two.sheet.winner, two.sheet.boxes)


@pytest.mark.parametrize("game", ["500", "gin", "rummy"])
def test_a_match_with_a_stack_of_house_rules_ends_and_leaves_a_record_that_holds(game: str) -> None:
    book = stack_of(game, f"{SEED}/match/{game}")
    few = {**book.options.model_dump(), "max_deals": 2, "standstill": 5}
    pairs = [(one.rule, one.options.model_dump()) for one in book.house_rules if one.rule.name != "openspiel"]
    short = rulebook(book.variant, options=few, house_rules=pairs, players=book.players)
    check_match(short, f"{SEED}/{game}", [mixed(catalogue.bot("simple"))], closely=0.01)


@pytest.mark.long
@pytest.mark.parametrize("game", EVERY)
def test_three_hundred_stacks(game: str) -> None:
    seed = os.environ.get("RUMMY_PROPERTY_SEED", "1")
    for number in range(300):
        one = f"stack/{seed}/{game}/{number}"
        book = stack_of(game, one)
        check_deal(book, one, [AnyLegal, mixed(catalogue.bot("simple"))], seats=seats_of(book), closely=0.02)
