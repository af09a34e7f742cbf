"""Which house rules fit which games, and why the others are refused."""

from __future__ import annotations

import pytest
from tests.perft import games, house_rules

from rummy_core import catalogue
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, HouseRule, rulebook

EVERY = {game.name for game in games()}

# What each needs, word for word; where it fits is all else.
FITS = {
    "ace-bonus": "500 arlington fortune iceberg persian skarney",
    "block": "arlington fortune rummy",
    "first-meld-points": "500 persian rummy",
    "gin-only": "gin oklahoma",
    "going-out-bonus": "500 arlington fortune iceberg persian rummy skarney",
    "going-rummy": "500 arlington fortune iceberg persian rummy skarney",
    "high-low-aces": "gin oklahoma persian rummy",
    "jokers": "500 arlington fortune rummy skarney",
    "last-card-discarded": "500 arlington fortune iceberg persian rummy",
    "meld-before-lay-off": "500 iceberg persian rummy",
    "meld-before-pile": "500 arlington fortune persian rummy",
    "natural-deuces": "arlington fortune skarney",
    "natural-first-meld": "arlington fortune skarney",
    "one-meld-a-turn": "500 arlington fortune iceberg persian rummy skarney",
    "openspiel": "gin oklahoma",
    "round-the-corner": "500 gin oklahoma persian rummy",
    "rummy-call": "500 persian rummy",
    "spade-doubles": "500 arlington fortune gin oklahoma persian rummy",
    "unmelded-penalty": "500 arlington fortune iceberg persian rummy skarney",
    "winner-deals": "500 arlington fortune gin iceberg oklahoma rummy skarney",
}
AS_OPTION = {
    "ace-bonus": "iceberg",
    "block": "rummy",
    "gin-only": "gin",
    "going-rummy": "arlington rummy",
    "high-low-aces": "persian rummy",
    "jokers": "500 arlington skarney",
    "last-card-discarded": "500 persian rummy",
    "meld-before-lay-off": "rummy",
    "one-meld-a-turn": "rummy",
    "round-the-corner": "gin oklahoma",
    "rummy-call": "500 persian",
    "spade-doubles": "oklahoma",
    "winner-deals": "gin oklahoma rummy",
}


def fitting(rule: HouseRule) -> dict[str, bool]:
    """The games that take a house rule, and whether its hooks answer there."""
    found = {}
    for game in games():
        try:
            book = rulebook(game, house_rules=[rule])
        except (BadOption, BadRules):
            continue
        found[game.name] = book.house_rules[0].has_hooks(game)
    return found


@pytest.mark.parametrize("rule", house_rules(), ids=lambda rule: rule.name)
def test_a_house_rule_fits_these_games_and_no_others(rule: HouseRule) -> None:
    found = fitting(rule)
    assert " ".join(sorted(found)) == FITS[rule.name]
    assert " ".join(sorted(name for name, hooks in found.items() if not hooks)) == AS_OPTION.get(
        rule.name, ""
    )


def test_there_are_enough_that_are_more_than_one_game_s_option() -> None:
    assert len([rule for rule in house_rules() if len(fitting(rule)) > 1]) == len(FITS) >= 20


@pytest.mark.parametrize("rule", house_rules(), ids=lambda rule: rule.name)
def test_where_it_does_not_fit_it_is_refused_in_a_line_that_names_rule_game_and_reason(
    rule: HouseRule,
) -> None:
    for game in games():
        if game.name in FITS[rule.name].split():
            continue
        with pytest.raises(BadRules) as refused:
            rulebook(game, house_rules=[rule])
        told = str(refused.value)
        assert told.startswith(f"house rule {rule.name} needs ") or told == (
            f"house rule {rule.name} changes nothing in {game.name}"
        )
        assert told.endswith((f"in {game.name}", f"which {game.name} has not"))


@pytest.mark.parametrize(
    ("game", "names", "told"),
    [
        ("gin", ["high-low-aces", "round-the-corner"], "contradict each other"),
        ("500", ["first-meld-points", "one-meld-a-turn"], "contradict each other"),
        ("fortune", ["natural-deuces", "natural-first-meld"], "first-meld needs wild cards"),
        ("rummy", ["jokers", "round-the-corner"], "round-the-corner needs a game without wild cards"),
        ("500", ["natural-first-meld"], "natural-first-meld needs wild cards, which 500 has not"),
    ],
)  # fmt: skip
def test_what_contradicts_is_refused_in_any_order(game: str, names: list[str], told: str) -> None:
    for named in (names, names[::-1]):
        with pytest.raises(BadRules, match=told):
            rulebook(catalogue.variant(game), house_rules=[catalogue.house_rule(one) for one in named])


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("rummy", ["jokers", "natural-first-meld"]),
        ("skarney", ["natural-deuces", "natural-first-meld"]),
        ("arlington", ["natural-deuces", "round-the-corner"]),
        ("fortune", ["natural-deuces", "first-meld-points"]),
    ],
)
def test_what_one_needs_another_may_bring(game: str, names: list[str]) -> None:
    for named in (names, names[::-1]):
        rules = [catalogue.house_rule(one) for one in named]
        assert [one.rule for one in rulebook(catalogue.variant(game), house_rules=rules).house_rules] == rules


@pytest.mark.parametrize(
    ("game", "rule", "options", "players", "told"),
    [
        ("gin", "spade-doubles", {"start": "eleven_cards"}, 2,
         "needs upcard, which gin has not as it is played here"),
        ("500", "winner-deals", {"sides": "partners"}, 4, "needs everyone for himself, which 500 has not"),
        ("rummy", "going-out-bonus", {"scoring": "penalty"}, 2, "needs the highest total wins, which rummy"),
        ("rummy", "first-meld-points", {"melds_per_turn": 1}, 2, "needs any number of melds a turn"),
        ("rummy", "one-meld-a-turn", {"melds_per_turn": 2}, 2,
         "melds_per_turn = 2 contradicts house rule one-meld-a-turn, which is melds_per_turn = 1 in rummy"),
        ("oklahoma", "spade-doubles", {"spade_doubles": False}, 2,
         "spade_doubles = false contradicts house rule spade-doubles"),
        ("skarney", "natural-first-meld", {"contract_compulsory": True, "sides": "solo"}, 2,
         "needs melding at will, which skarney has not"),
    ],
)  # fmt: skip
def test_options_may_take_away_what_a_house_rule_needs_or_contradict_it(
    game: str, rule: str, options: dict[str, object], players: int, told: str
) -> None:
    with pytest.raises(BadRules, match=told):
        rulebook(
            catalogue.variant(game),
            options=options,
            house_rules=[catalogue.house_rule(rule)],
            players=players,
        )


@pytest.mark.parametrize("rule", house_rules(), ids=lambda rule: rule.name)
def test_a_house_rule_is_told_in_whole_sentences_and_has_its_sources(rule: HouseRule) -> None:
    sentences = rule.describe(rule.options())
    assert sentences
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
    for field in rule.options.model_json_schema().get("properties", {}).values():
        assert field["source"]
        assert field["description"]
