"""A campaign: deals of a game over random options, presets, players and seeds, every one checked by the kit.

    python -m tests.properties.campaign --game gin --deals 10000 --seed S

prints how often each event and ending was met, as the tables of docs/testing.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from rummy_core import catalogue
from rummy_core.actions import Action, Knock
from rummy_core.cards import Card
from rummy_core.catalogue import Bot, BotMaker
from rummy_core.hooks import MatchState
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, Rulebook, Variant, rulebook
from rummy_core.testing import Mixed, Tally, check_deal
from rummy_core.testing.drawn_options import draw_options
from rummy_core.testing.policies import pick
from rummy_core.views import View
from rummy_variants.gin import GIN
from tests.properties.games import DRAWN, GAMES, Game
from tests.properties.stacks import house_rules, some_stack

CLOSELY: Final = 0.15
"""The share of decisions looked at closely: with it 10,000 deals take some ten minutes."""

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


def some_options(variant: Variant, rng: Random) -> dict[str, object]:
    """Draw every option of a game from its type and bounds."""
    return draw_options(variant.options, rng, {**DRAWN, **GAMES[variant.name].drawn})


def some_book(rng: Random, variant: Variant = GIN) -> Rulebook:
    """Draw a game: a preset as it is, a preset with a stack of house rules, or all options at random."""
    kind = rng.random()
    drawn = {**DRAWN, **GAMES[variant.name].drawn}
    if 0.2 <= kind < 0.3 and house_rules(variant):
        return some_stack(variant, rng, drawn)
    low, high = variant.players
    while True:
        players = low + int(rng.random() * (high - low + 1))
        try:
            if kind < 0.2:
                return rulebook(variant, preset=pick(rng, tuple(variant.presets)), players=players)
            return rulebook(variant, options=some_options(variant, rng), players=players)
        except (BadOption, BadRules):
            # Options or players that do not go together: draw all of them again.
            continue


def deals(
    count: int, seed: str, variant: Variant = GIN
) -> Iterator[tuple[str, Rulebook, str, BotMaker, int]]:
    """The deals of a campaign: who plays, the game, the seed, the bots and the dealer."""
    players = makers()
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        name, maker = players[number % len(players)]
        book = some_book(rng, variant)
        yield name, book, f"{seed}/{number}", maker, number // len(players) % seats_of(book)


def seats_of(book: Rulebook) -> int:
    """How many seats the deals of a match have."""
    state = MatchState(book.players, book.sides, (), 0)
    return len(book.hooks.seatings(match=state)[0].players)


def campaign(
    count: int, seed: str, closely: float = CLOSELY, progress: bool = False, variant: Variant = GIN
) -> Tally:
    """Check ``count`` deals; the first fault ends it."""
    tally = Tally()
    for number, (_, book, one, maker, dealer) in enumerate(deals(count, seed, variant), 1):
        check_deal(book, one, [maker], dealer=dealer, seats=seats_of(book), closely=closely, tally=tally)
        if progress and number % 500 == 0:
            print(f"{number} deals", file=sys.stderr, flush=True)
    return tally


def never_met(tally: Tally, game: Game = GAMES["gin"]) -> list[str]:
    """What a campaign did not meet, of all that must be met."""
    met = {
        **{name: tally.events[name] for name in game.events},
        **{name: tally.endings[name] for name in game.endings},
        **game.cases(tally),
    }
    return [name for name, count in met.items() if not count]


def table(tally: Tally, game: Game = GAMES["gin"]) -> str:
    """The tally as tables in Markdown."""
    cases = game.cases(tally)
    parts = [
        _table("event", [(name, tally.events[name]) for name in game.events]),
        _table("ending", [(name, tally.endings[name]) for name in game.endings]),
        *([_table("case", list(cases.items()))] if cases else []),
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
    parser.add_argument("--game", choices=sorted(GAMES), default="gin")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--closely", type=float, default=CLOSELY, help="share of decisions looked at closely")
    chosen = parser.parse_args(arguments)
    game = GAMES[chosen.game]
    variant = catalogue.variant(chosen.game)
    tally = campaign(chosen.deals, chosen.seed, chosen.closely, progress=True, variant=variant)
    print(table(tally, game), end="")
    missing = never_met(tally, game)
    unknown = sorted(set(tally.endings) - set(game.endings))
    if unknown:
        print(f"met, and not in the list: {', '.join(unknown)}", file=sys.stderr)
    if missing:
        print(f"never met: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
