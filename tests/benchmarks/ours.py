"""What this engine does in the benchmarks: the same rules and policies as the other side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from rummy_core import Card, Chance, Deal, Rulebook, arranger, mask_of, parse_cards, rulebook
from rummy_core.catalogue import bot, house_rule, variant
from rummy_core.defaults import PIPS
from rummy_core.melds import MeldRules
from rummy_core.positions import deal_at
from rummy_core.scoring import CardValues
from rummy_core.wide_arrangements import WideArranger

RANKS = "A23456789TJQK"
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]


def hands(count: int, size: int, seed: int) -> list[list[str]]:
    """Random hands as lists of card texts, the same for both sides."""
    rng = Random(seed)
    return [rng.sample(DECK, size) for _ in range(count)]


def openspiel_rules() -> Rulebook:
    """Gin by the other side's rules."""
    return rulebook(variant("gin"), house_rules=(house_rule("openspiel"),))


class RandomDeals:
    """Whole deals of random legal actions, every one listed, verified and applied."""

    def __init__(self, *, count_decisions: bool) -> None:
        self.book = openspiel_rules()
        self.rng = Random(1)
        self.number = 0
        self.count_decisions = count_decisions

    def __call__(self, deals: int) -> int:
        """Play so many deals; count deals or decisions."""
        decisions = 0
        rng = self.rng
        for _ in range(deals):
            self.number += 1
            deal = Deal.begin(self.book, Chance("benchmark", self.number), dealer=1)
            while not deal.is_over:
                actions = deal.legal_actions()
                deal.play(actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions if self.count_decisions else deals


class SimpleDeals:
    """Whole deals of the simple bot against itself, fed by views."""

    def __init__(self) -> None:
        self.book = openspiel_rules()
        self.bots = [bot("simple")(f"benchmark {seat}") for seat in range(2)]
        self.number = 0

    def __call__(self, deals: int) -> int:
        """Play so many deals."""
        for _ in range(deals):
            self.number += 1
            deal = Deal.begin(self.book, Chance("benchmark", self.number), dealer=1)
            while not deal.is_over:
                seat = deal.seat
                deal.play(self.bots[seat].choose(deal.view(seat), deal.legal_actions()))
        return deals


ARRANGER = arranger(MeldRules(), CardValues.by_rank(PIPS).in_hand)


def listing_500(step: str, hands_seen: int = 300) -> list[float]:
    """Milliseconds of processor time that each list takes for a random hand of 40 cards of 500, sorted.

    Five play with two packs; half of the other cards lie in the fanned pile.
    """
    book = rulebook(variant("500"), players=5)
    rng = Random(40)
    took = []
    for _ in range(hands_seen):
        cards = rng.sample(book.pack(5).cards, 72)
        deal = deal_at(book, zones={"hand 0": cards[:40], "discard": cards[40:]}, step=step, seat=0)
        began = time.process_time()
        deal.legal_actions()
        took.append((time.process_time() - began) * 1e3)
    return sorted(took)


class Deadwood:
    """Least deadwood of ten cards, from the engine's own value of a hand."""

    def __init__(self) -> None:
        self.hands = [mask_of(parse_cards(" ".join(hand))) for hand in hands(20_000, 10, 10)]

    def __call__(self, count: int) -> int:
        """Count the deadwood of so many hands."""
        deadwood = ARRANGER.deadwood
        for hand in self.hands[:count]:
            deadwood(hand)
        return min(count, len(self.hands))


class DeadwoodOfCards:
    """The same from a list of cards."""

    def __init__(self) -> None:
        self.hands: list[Sequence[Card]] = [parse_cards(" ".join(hand)) for hand in hands(20_000, 10, 10)]

    def __call__(self, count: int) -> int:
        """Count the deadwood of so many hands."""
        deadwood = ARRANGER.deadwood
        for hand in self.hands[:count]:
            deadwood(mask_of(hand))
        return min(count, len(self.hands))


class BestUse:
    """The best use of a hand, wild cards included, in a game where melds score.

    Every hand is asked about once, so that nothing is remembered from the last time; those that are beyond
    the bound of the search are answered as well as is known.
    """

    def __init__(self, game: str, size: int, wilds: int = 0) -> None:
        book = rulebook(variant(game))
        self.rules, self.values = book.rules.meld_rules, book.rules.card_values
        self.pack = book.pack(book.players)
        rng = Random(size)
        wild = [card for card in self.pack.cards if card.rank in self.rules.wilds]
        natural = [card for card in self.pack.cards if card.rank not in self.rules.wilds]
        self.hands = [
            mask_of(rng.sample(wild, wilds) + rng.sample(natural, size - wilds)) for _ in range(200)
        ]

    def __call__(self, count: int) -> int:
        """Find the best use of so many hands."""
        fresh = WideArranger(self.rules, self.values.in_hand, self.values.melded)
        for hand in self.hands[:count]:
            fresh.best_use(hand, exact=False)
        return min(count, len(self.hands))


class BestDiscards:
    """Every best discard of eleven cards."""

    def __init__(self) -> None:
        self.hands = [mask_of(parse_cards(" ".join(hand))) for hand in hands(20_000, 11, 11)]

    def __call__(self, count: int) -> int:
        """Find the best discards of so many hands."""
        best = ARRANGER.best_discards
        for hand in self.hands[:count]:
            best(hand)
        return min(count, len(self.hands))
