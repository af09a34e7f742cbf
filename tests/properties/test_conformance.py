"""What every game must satisfy, checked by the kit on every game.

The seed of the everyday deals is fixed; set RUMMY_PROPERTY_SEED to deal others. A failure
says its own seed, options and decisions, and how to meet it again.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from rummy_core import catalogue
from rummy_core.rulebook import rulebook
from rummy_core.testing import PROPERTIES, AnyLegal, Tally, check_deal, check_match, mixed
from rummy_variants.gin import GIN
from tests.properties.campaign import campaign, deals, never_met, some_book, table
from tests.properties.games import GAMES

SEED = os.environ.get("RUMMY_PROPERTY_SEED", "everyday")


@pytest.mark.parametrize("part", range(6))
def test_random_games_hold_every_property(part: int) -> None:
    tally = campaign(40, f"{SEED}/{part}", closely=0.2)
    assert tally.deals["dealt"] == 40
    assert set(tally.checks) == set(PROPERTIES), "a property was not checked at all"


OTHERS = sorted(name for name in GAMES if name != "gin")


def test_every_game_is_checked() -> None:
    assert {catalogue.variant(one.name).name for one in catalogue.plugins(catalogue.VARIANTS)} == set(GAMES)


@pytest.mark.parametrize("game", OTHERS)
def test_random_deals_of_every_game_hold_every_property(game: str) -> None:
    variant = catalogue.variant(game)
    tally = campaign(15, f"{SEED}/{game}", closely=0.05, variant=variant)
    assert tally.deals["dealt"] == 15
    assert set(tally.endings) <= set(GAMES[game].endings)


@pytest.mark.parametrize("game", OTHERS)
def test_a_match_of_every_game_ends(game: str) -> None:
    variant = catalogue.variant(game)
    few = rulebook(variant, options={"max_deals": 2})
    check_match(few, f"{SEED}/{game}", [mixed(catalogue.bot("simple"))], closely=0.02)


@pytest.mark.parametrize("preset", sorted(GIN.presets))
def test_every_preset_holds_every_property(preset: str) -> None:
    book = rulebook(GIN, preset=preset)
    for seed in range(2):
        check_deal(book, f"{SEED}/{preset}/{seed}", [AnyLegal, mixed(catalogue.bot("simple"))], dealer=seed)


def test_everything_is_looked_at_in_one_deal() -> None:
    tally = check_deal(rulebook(GIN), SEED, [AnyLegal])
    decisions = sum(tally.actions.values())
    assert tally.checks["non-interference: the view"] == decisions
    assert tally.checks["cards are conserved"] == decisions + 1


@pytest.mark.parametrize("number", range(6))
def test_random_matches_end_and_leave_records_that_hold(number: int) -> None:
    rng = Random(f"{SEED}/match/{number}")
    book = some_book(rng)
    while not book.options.standstill:
        book = some_book(rng)
    few = {**book.options.model_dump(), "max_deals": 4}
    pairs = [(one.rule, one.options.model_dump()) for one in book.house_rules]
    short = rulebook(GIN, options=few, house_rules=pairs, players=book.players)
    check_match(short, f"{SEED}/{number}", [mixed(catalogue.bot("simple"))], closely=0.05)


@pytest.mark.parametrize("game", ["gin", "oklahoma"])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (3, {"last_discard": "may_take", "box_timing": "at_once"}),
        (4, {"extra_boxes": True}),
        (4, {"max_deals": 1, "undercut_on_tie": False}),
        (2, {"hollywood": True, "target": 30, "box_timing": "at_once"}),
        (4, {"hollywood": True, "target": 30, "extra_boxes": True}),
    ],
)
def test_matches_of_three_of_sides_and_in_columns_end_and_hold(
    game: str, players: int, options: dict[str, object]
) -> None:
    book = rulebook(catalogue.variant(game), options=options, players=players)
    bots = [catalogue.bot("greedy"), mixed(catalogue.bot("simple"))]
    check_match(book, f"{SEED}/{game}/{players}", bots, closely=0.02)


@pytest.mark.parametrize("preset", sorted(GIN.presets))
def test_a_match_of_every_preset_ends(preset: str) -> None:
    check_match(rulebook(GIN, preset=preset), f"{SEED}/{preset}", [catalogue.bot("simple")])


def test_a_campaign_deals_the_same_twice() -> None:
    first, second = ([(name, book, seed) for name, book, seed, _, _ in deals(20, SEED)] for _ in range(2))
    assert first == second


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_ten_thousand_deals(game: str) -> None:
    seed = os.environ.get("RUMMY_PROPERTY_SEED", "1")
    tally: Tally = campaign(10_000, seed, variant=catalogue.variant(game))
    print(table(tally, GAMES[game]))
    assert tally.deals["dealt"] == 10_000
    assert never_met(tally, GAMES[game]) == []
    assert set(tally.endings) <= set(GAMES[game].endings)
