"""Stacks of house rules: several at once, with options and in an order drawn at random."""

from __future__ import annotations

from functools import cache
from random import Random

from rummy_core import catalogue
from rummy_core.options import BadOption, make_options
from rummy_core.rulebook import BadRules, HouseRule, Rulebook, Stacked, Variant, rulebook
from rummy_core.testing.drawn_options import Drawn, draw_options
from rummy_core.testing.policies import pick

MOST = 5


@cache
def house_rules(variant: Variant) -> tuple[HouseRule, ...]:
    """The house rules that are installed here and go with a game as it is."""
    found = []
    for one in catalogue.plugins(catalogue.HOUSE_RULES):
        rule = catalogue.house_rule(one.name)
        try:
            rulebook(variant, house_rules=[rule])
        except (BadRules, BadOption):
            continue
        found.append(rule)
    return tuple(found)


Pairs = list[tuple[HouseRule, dict[str, object]]]


def some_pairs(variant: Variant, rng: Random, drawn: Drawn, most: int = MOST) -> Pairs:
    """Draw up to ``most`` house rules in any order, each with options as they are by default or drawn."""
    free = list(house_rules(variant))
    pairs: Pairs = []
    for _ in range(1 + int(rng.random() * most)):
        if free:
            rule = pick(rng, free)
            free.remove(rule)
            options = draw_options(rule.options, rng, drawn) if rng.random() < 0.5 else {}
            pairs.append((rule, options))
    return pairs


def set_by(variant: Variant, pairs: Pairs) -> set[str]:
    """The options that house rules set: named outright these would contradict or undo them."""
    stacked = [Stacked(rule, make_options(rule.options, values)) for rule, values in pairs]
    return {name for one in stacked for name in one.sets(variant)}


def some_stack(variant: Variant, rng: Random, drawn: Drawn, most: int = MOST) -> Rulebook:
    """Draw a game with a stack of house rules, for any number of players, by a preset or drawn options.

    What is refused is drawn again.
    """
    low, high = variant.players
    while True:
        players = low + int(rng.random() * (high - low + 1))
        try:
            pairs = some_pairs(variant, rng, drawn, most)
            fixed = set_by(variant, pairs)
            own = draw_options(variant.options, rng, drawn) if rng.random() < 0.3 else {}
            return rulebook(
                variant,
                preset=pick(rng, tuple(variant.presets)),
                options={name: one for name, one in own.items() if name not in fixed},
                house_rules=pairs,
                players=players,
            )
        except (BadOption, BadRules):
            continue


def in_another_order(book: Rulebook, rng: Random) -> Rulebook:
    """The same game with its house rules named in another order."""
    rules = list(book.house_rules)
    mixed = []
    while rules:
        one = pick(rng, rules)
        rules.remove(one)
        mixed.append((one.rule, one.options.model_dump()))
    return rulebook(book.variant, options=book.options.model_dump(), house_rules=mixed, players=book.players)
