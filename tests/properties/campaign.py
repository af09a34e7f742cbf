"""A campaign: deals of Gin over random options, presets and seeds, every one checked by the kit.

    python -m tests.properties.campaign --deals 10000 --seed S

prints how often each event and ending was met, as the table of docs/testing.md.
"""

from __future__ import annotations

import argparse
import sys
import typing
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from rummy_core import catalogue
from rummy_core.actions import Action, Knock
from rummy_core.cards import Card
from rummy_core.catalogue import Bot, BotMaker
from rummy_core.options import BadOption
from rummy_core.rulebook import HouseRule, Rulebook, rulebook
from rummy_core.testing import Mixed, Tally, check_deal
from rummy_core.testing.policies import pick
from rummy_core.views import View
from rummy_variants.gin import GIN
from rummy_variants.gin_options import GinOptions

CLOSELY: Final = 0.15
"""The share of decisions looked at closely: with it 10,000 deals take some ten minutes."""

# Where a number is drawn: from what is played, what tries the rule most, and the whole range.
DRAWN: Final[dict[str, tuple[int, ...]]] = {
    "knock_limit": (0, 0, 10, 10, 10, 20, 40),
    "standstill": (0, 1, 2, 3, 5, 20, 20, 20),
    "big_gin": (0, 31, 50, 1000),
    "max_deals": (1, 2, 5, 500),
    "target": (1, 50, 100, 150),
    "upcard_draws": (3, 10, 50),
}

NAMED_SPREADS: Final = 0.3


class AnySpread:
    """Does what another bot does, but names the spread of some of its knocks: any, not the best."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self._bot = bot
        self._random = Random(f"{seed}/spread")

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        action = self._bot.choose(view, actions)
        if isinstance(action, Knock) and action.card and self._random.random() < NAMED_SPREADS:
            rest = view.hand_mask & ~action.card.bit
            ways: list[tuple[tuple[Card, ...], ...]] = [
                one.melds for one in view.rules.arranger.arrangements(rest, 5)
            ]
            return Knock(action.card, pick(self._random, ways))
        return action


def makers() -> tuple[tuple[str, BotMaker], ...]:
    """A third of the deals is played by each: random bots, simple ones, and both mixed."""
    simple, random = catalogue.bot("simple"), catalogue.bot("random")
    return (
        ("random", random),
        ("simple", simple),
        ("mixed", lambda seed: AnySpread(Mixed(simple(seed), seed), seed)),
    )


def some_options(rng: Random) -> dict[str, object]:
    """Draw every option of Gin from its type and bounds."""
    return {name: _some_value(name, field, rng) for name, field in GinOptions.model_fields.items()}


def some_house_options(rule: HouseRule, rng: Random) -> dict[str, object]:
    """Draw every option of a house rule."""
    return {name: _some_value(name, field, rng) for name, field in rule.options.model_fields.items()}


def _some_value(name: str, field: FieldInfo, rng: Random) -> object:
    if field.annotation is bool:
        return rng.random() < 0.5
    choices = typing.get_args(field.annotation)
    if choices:
        return pick(rng, choices)
    low = next(int(str(one.ge)) for one in field.metadata if isinstance(one, Ge))
    high = next(int(str(one.le)) for one in field.metadata if isinstance(one, Le))
    # The bounds themselves, now and then, and what lies between.
    drawn = [low, high, low + int(rng.random() * (high - low)), field.default, *DRAWN.get(name, ())]
    return pick(rng, drawn)


def house_rules() -> tuple[HouseRule, ...]:
    """The house rules of Gin that are installed here."""
    return tuple(catalogue.house_rule(one.name) for one in catalogue.plugins(catalogue.HOUSE_RULES))


def some_book(rng: Random) -> Rulebook:
    """Draw a game: a preset as it is, a preset with a house rule, or all options at random."""
    kind = rng.random()
    if kind < 0.2:
        return rulebook(GIN, preset=pick(rng, tuple(GIN.presets)))
    rules = [pick(rng, house_rules())] if kind < 0.3 else []
    pairs = [(rule, some_house_options(rule, rng)) for rule in rules]
    while True:
        options = some_options(rng)
        if rules:
            # Options named outright would undo what the house rule sets.
            options = {name: value for name, value in options.items() if name not in rules[0].sets}
        try:
            return rulebook(GIN, options=options, house_rules=pairs)
        except BadOption:
            # Options that do not go together: draw all of them again.
            continue


def deals(count: int, seed: str) -> Iterator[tuple[str, Rulebook, str, BotMaker, int]]:
    """The deals of a campaign: who plays, the game, the seed, the bots and the dealer."""
    players = makers()
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        name, maker = players[number % len(players)]
        yield name, some_book(rng), f"{seed}/{number}", maker, number // len(players) % 2


def campaign(count: int, seed: str, closely: float = CLOSELY, progress: bool = False) -> Tally:
    """Check ``count`` deals; the first fault ends it."""
    tally = Tally()
    for number, (_, book, one, maker, dealer) in enumerate(deals(count, seed), 1):
        check_deal(book, one, [maker], dealer=dealer, closely=closely, tally=tally)
        if progress and number % 500 == 0:
            print(f"{number} deals", file=sys.stderr, flush=True)
    return tally


def cases(tally: Tally) -> dict[str, int]:
    """The cases of Gin's rules that options bring about, by name."""
    notes, actions = tally.notes, tally.actions
    return {
        "knock in the first turn with eleven cards": sum(
            count
            for (step, verb), count in actions.items()
            if step == "first discard" and verb.startswith("knock")
        ),
        "discard retaken to knock (gra)": notes["draw", "must_knock"],
        "last discard taken to knock": notes["last discard", "must_knock"],
        "last discard left": actions["last discard", "pass"],
        "big gin declared": actions["discard", "go out"]
        + actions["first discard", "go out"]
        + actions["last knock", "go out"],
        "knock with a spread that is named": sum(
            count for (_, verb), count in actions.items() if verb == "knock, spread named"
        ),
        "upcard taken": actions["upcard", "take"],
        "both refused the upcard": actions["draw from stock", "draw"],
        "card came straight back (gra)": notes["draw", "returned"],
        "meld laid by the opponent": actions["answer", "meld"],
        "card laid off by the opponent": actions["answer", "lay"],
        "best answer asked for": actions["answer", "best"],
    }


ENDINGS: Final = (
    "knock",
    "undercut",
    "tie",
    "gin",
    "big gin",
    "gin stopped",
    "stock",
    "standstill",
    "upcard limit",
    "repeated move",
)
EVENTS: Final = (
    "DealBegan",
    "Shuffled",
    "Moved",
    "Shown",
    "Laid",
    "StepBegan",
    "Noted",
    "Scored",
    "DealEnded",
)


def never_met(tally: Tally) -> list[str]:
    """What a campaign did not meet, of all that must be met."""
    met = {
        **{name: tally.events[name] for name in EVENTS},
        **{name: tally.endings[name] for name in ENDINGS},
        **cases(tally),
    }
    return [name for name, count in met.items() if not count]


def table(tally: Tally) -> str:
    """The tally as tables in Markdown."""
    parts = [
        _table("event", [(name, tally.events[name]) for name in EVENTS]),
        _table("ending", [(name, tally.endings[name]) for name in ENDINGS]),
        _table("case", list(cases(tally).items())),
        _table("property checked", sorted(tally.checks.items())),
        f"{tally.deals['dealt']:,} deals, {sum(tally.actions.values()):,} decisions; "
        f"{tally.deals['stopped']:,} deals without an end, where the standstill is off",
    ]
    return "\n\n".join(parts) + "\n"


def _table(title: str, rows: Sequence[tuple[str, int]]) -> str:
    return "\n".join([f"| {title} | times |", "|---|---:|", *(f"| {name} | {n:,} |" for name, n in rows)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a campaign and print its table; 1 where something was never met."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.campaign", description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--closely", type=float, default=CLOSELY, help="share of decisions looked at closely")
    chosen = parser.parse_args(arguments)
    tally = campaign(chosen.deals, chosen.seed, chosen.closely, progress=True)
    print(table(tally), end="")
    missing = never_met(tally)
    if missing:
        print(f"never met: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
