"""Every game as it is played: its speed, and how its deals go.

    python -m tests.benchmarks.games              # speed of random and of simple play, and of listing
    python -m tests.benchmarks.games --deals 2000 # turns, decisions and endings of deals between simple bots
    python -m tests.benchmarks.games --hands 300  # listing for large hands with five wild cards (goal: 5 ms)
    python -m tests.benchmarks.games --hands 300 --held 15  # the same for hands of 15 cards as they come

The tables of docs/performance.md and docs/testing.md.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from rummy_core import Chance, Deal, Rulebook, rulebook
from rummy_core.actions import Action
from rummy_core.catalogue import VARIANTS, bot, plugins, variant
from rummy_core.hooks import MatchState
from rummy_core.positions import deal_at
from rummy_core.testing.policies import pick

SECONDS: Final = 4.0
"""How long each speed is measured."""

Chooser = Callable[[Deal, Sequence[Action]], Action]


def books() -> Iterator[Rulebook]:
    """Every game that is installed here, as it is played by default."""
    names = sorted({variant(one.name).name for one in plugins(VARIANTS)})
    for name in names:
        yield rulebook(variant(name))


def seats_of(book: Rulebook) -> int:
    """How many seats a deal has."""
    return len(book.hooks.seatings(match=MatchState(book.players, book.sides, (), 0))[0].players)


def played(
    book: Rulebook, seed: object, choose: Chooser, listing: list[float] | None = None
) -> tuple[Deal, int]:
    """Play a deal and return it with its number of decisions; add what each list of actions took."""
    deal = Deal.begin(book, Chance(f"games/{seed}"), seats=seats_of(book), dealer=0)
    decisions = 0
    while not deal.is_over:
        began = time.perf_counter()
        actions = deal.legal_actions()
        if listing is not None:
            listing.append(time.perf_counter() - began)
        deal.play(choose(deal, actions))
        decisions += 1
    return deal, decisions


def _random(seed: object) -> Chooser:
    rng = Random(str(seed))
    return lambda deal, actions: pick(rng, actions)


def _bots(name: str, seats: int, seed: object) -> Chooser:
    players = [bot(name)(f"{seed}/{seat}") for seat in range(seats)]
    return lambda deal, actions: players[deal.seat].choose(deal.view(deal.seat), tuple(actions))


def _speed(book: Rulebook, make: Callable[[object], Chooser]) -> tuple[float, float, float]:
    """Deals and decisions a second, and the 95th percentile of listing in milliseconds."""
    listing: list[float] = []
    deals = decisions = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += played(book, deals, make(deals), listing)[1]
        deals += 1
    took = time.process_time() - began
    slowest = statistics.quantiles(listing, n=20)[-1] if len(listing) > 1 else 0.0
    return deals / took, decisions / took, slowest * 1e3


def speeds() -> None:
    """Print the speed of each game."""
    print(
        "| game | random deals/s | decisions/s | simple deals/s | greedy ms a move | listing, 95 % within |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for book in books():
        seats = seats_of(book)
        deals, decisions, listing = _speed(book, _random)
        simple, _, more = _speed(book, lambda seed, n=seats: _bots("simple", n, seed))  # type: ignore[misc]
        _, greedy, _ = _speed(book, lambda seed, n=seats: _bots("greedy", n, seed))  # type: ignore[misc]
        print(
            f"| {book.variant.name} | {deals:,.1f} | {decisions:,.0f} | {simple:,.1f} "
            f"| {1e3 / greedy:.2f} ms | {max(listing, more):.2f} ms |",
            flush=True,
        )


def lengths(count: int) -> None:
    """Print how so many deals of each game go between simple bots."""
    print("| game | players | turns: median (5 to 95 %) | decisions: median | endings |")
    print("|---|---:|---:|---:|---|")
    for book in books():
        seats = seats_of(book)
        turns, decisions = [], []
        endings: Counter[str] = Counter()
        for number in range(count):
            deal, made = played(book, number, _bots("simple", seats, number))
            turns.append(deal.table.turn)
            decisions.append(made)
            endings[deal.sheet.ending] += 1
        cuts = statistics.quantiles(turns, n=20)
        ways = ", ".join(f"{name} {100 * one / count:.1f} %" for name, one in endings.most_common())
        print(
            f"| {book.variant.name} | {seats} | {statistics.median(turns):g} ({cuts[0]:g} to {cuts[-1]:g}) "
            f"| {statistics.median(decisions):g} | {ways} |",
            flush=True,
        )


HELD: Final = 25
WILD: Final = 5


def large_hands(count: int, held: int) -> None:
    """Print what listing takes for so many random hands of 25 cards, five of them wild, where melds score.

    With ``held`` they have so many cards, and wild ones as they come.
    """
    told = f"{held} cards" if held else f"{HELD} cards, {WILD} wild"
    print(f"| game | step | {told}: median | 95 % within | most listed |")
    print("|---|---|---:|---:|---:|")
    for book in books():
        rng = Random(f"large hands/{book.variant.name}")
        cards = book.pack(seats_of(book)).cards
        wilds = [card for card in cards if card.rank in book.rules.meld_rules.wilds]
        others = [card for card in cards if card not in wilds]
        if len(wilds) < WILD or len(cards) < 4 * HELD:
            continue
        for step in [name for name in ("draw", "contract", "play") if name in book.rules.steps]:
            took, listed = [], []
            for number in range(count):
                hand = (*rng.sample(wilds, WILD), *rng.sample(others, HELD - WILD))
                if held:
                    hand = tuple(rng.sample(cards, held))
                deal = deal_at(book, zones={"hand 0": hand}, step=step, seat=0, seed=number)
                began = time.process_time()
                listed.append(len(deal.legal_actions()))
                took.append((time.process_time() - began) * 1e3)
            slow = statistics.quantiles(took, n=20)[-1]
            print(
                f"| {book.variant.name} | {step} | {statistics.median(took):.2f} ms | {slow:.2f} ms "
                f"| {max(listed)} |",
                flush=True,
            )


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.games", description=__doc__)
    parser.add_argument("--deals", type=int, default=0, help="deals of each game to play between simple bots")
    parser.add_argument("--hands", type=int, default=0, help="large hands with wild cards to list for")
    parser.add_argument(
        "--held", type=int, default=0, help="with --hands: hands of so many cards, any of them"
    )
    chosen = parser.parse_args()
    if chosen.deals:
        lengths(chosen.deals)
    elif chosen.hands:
        large_hands(chosen.hands, chosen.held)
    else:
        speeds()


if __name__ == "__main__":
    main()
