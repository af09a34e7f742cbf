"""Notions: each that can be read off a rulebook is, and what games declare is true of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rummy_core import notions
from rummy_core.catalogue import variant
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.notions import HANDS_SCORE, NOTIONS, declared_notions, has_notion
from rummy_core.rulebook import Variant, rulebook
from rummy_core.zones import DISCARD
from tests.perft import games, house_rules

GAMES = games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_declares_what_can_be_read_off_it_as_it_is_played_by_default(game: Variant) -> None:
    book = rulebook(game)
    read = {
        word for word, notion in NOTIONS.items() if notion.holds and notion.declared and notion.holds(book)
    }
    assert {word for word in declared_notions(book) if NOTIONS[word].holds} == read


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_declares_no_word_of_its_own_making(game: Variant) -> None:
    """Words outside the vocabulary are for games of others; ours are in it, with a meaning."""
    assert game.notions <= {word for word, notion in NOTIONS.items() if notion.declared}


def test_every_word_of_the_vocabulary_is_had_by_a_game_or_asked_for_by_a_house_rule() -> None:
    used = set().union(*(game.notions for game in GAMES), *(rule.needs for rule in house_rules()))
    assert set(NOTIONS) <= used


def test_every_word_has_a_name_in_the_module() -> None:
    names = {value for name, value in vars(notions).items() if name.isupper() and isinstance(value, str)}
    assert names - {DISCARD} == set(NOTIONS)


def test_games_name_notions_by_the_vocabulary_and_never_by_text() -> None:
    for path in sorted(Path(notions.__file__).parents[2].glob("variants/rummy_variants/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "notions":
                written = [one for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
                assert written == [], path.name


@pytest.mark.parametrize(
    ("game", "options", "players", "word", "has"),
    [
        ("gin", {}, None, "upcard", True),
        ("gin", {"start": "eleven_cards"}, None, "upcard", False),
        ("500", {}, None, "wild cards", False),
        ("500", {"jokers_wild": 1}, None, "wild cards", True),
        ("500", {"jokers_wild": 1}, None, "a pack without jokers", False),
        ("persian", {}, None, "a pack without jokers", False),
        ("persian", {}, None, "a game without wild cards", True),
        ("500", {}, 4, "everyone for himself", True),
        ("500", {"sides": "partners"}, 4, "everyone for himself", False),
        ("gin", {}, 4, "everyone for himself", False),
        ("rummy", {}, None, "the highest total wins", True),
        ("rummy", {"scoring": "penalty"}, None, "the highest total wins", False),
        ("rummy", {"refills": 0}, None, "a stock that is made again", False),
        ("rummy", {"refills": -1}, None, "a stock that is made again", True),
        ("skarney", {}, None, "contract", True),
        ("skarney", {"contract": "none"}, None, "contract", False),
        ("skarney", {}, None, "melding at will", True),
        ("skarney", {"contract_compulsory": True}, None, "melding at will", False),
        ("iceberg", {}, None, "sets and runs of three alone", False),
        ("iceberg", {}, None, "aces in runs", False),
        ("fortune", {}, None, "lay-offs on any meld", False),
        ("fortune", {}, None, "wild deuces", True),
        ("gin", {}, None, "melds on the table", False),
        ("gin", {}, None, "a word that nobody knows", False),
    ],
)
def test_a_notion_is_read_off_with_the_options_in_force(
    game: str, options: dict[str, object], players: int | None, word: str, has: bool
) -> None:
    assert has_notion(rulebook(variant(game), options=options, players=players), word) is has


@pytest.mark.parametrize(
    "game",
    [one for one in GAMES if HANDS_SCORE in declared_notions(rulebook(one))],
    ids=lambda game: game.name,
)
def test_hands_that_score_are_told_in_their_lines(game: Variant) -> None:
    """At the beginning of a deal all cards are in hands, or nobody would have to pay for any."""
    book = rulebook(game)
    deal = Deal.begin(book, Chance(1))
    out = deal.table.layout.hands[0]
    deal.table.masks[out] = 0
    deal.table.seat = 0
    sheet = deal.rules.score_deal(deal.table, "out")
    counted = {seat for line in sheet.lines for seat in line.hands}
    side_of = deal.table.layout.side_of
    assert {seat for seat in range(deal.table.layout.seats) if side_of[seat] != side_of[0]} <= counted
