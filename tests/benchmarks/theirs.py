"""What OpenSpiel does in the benchmarks, through its Python API; imported only where it is installed."""

from __future__ import annotations

from random import Random

import pyspiel

from tests.benchmarks.ours import hands

GAME = pyspiel.load_game("gin_rummy")
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


class RandomDeals:
    """Whole deals of random legal actions; chance outcomes are equally likely in this game."""

    def __init__(self, *, count_decisions: bool) -> None:
        self.rng = Random(1)
        self.count_decisions = count_decisions

    def __call__(self, deals: int) -> int:
        """Play so many deals; count deals or decisions."""
        decisions = 0
        rng = self.rng
        for _ in range(deals):
            state = GAME.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(actions[int(rng.random() * len(actions))])
        return decisions if self.count_decisions else deals


class SimpleDeals:
    """Whole deals of its simple bot against itself."""

    def __init__(self) -> None:
        self.rng = Random(1)
        params = GAME.get_parameters()
        self.bots = [pyspiel.make_simple_gin_rummy_bot(params, seat) for seat in range(2)]

    def __call__(self, deals: int) -> int:
        """Play so many deals."""
        rng = self.rng
        for _ in range(deals):
            for one in self.bots:
                one.restart()
            state = GAME.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                else:
                    state.apply_action(self.bots[state.current_player()].step(state))
        return deals


class Deadwood:
    """Its least deadwood of ten cards."""

    def __init__(self) -> None:
        self.hands = [
            [UTILS.card_int(card[0] + card[1].lower()) for card in hand] for hand in hands(20_000, 10, 10)
        ]

    def __call__(self, count: int) -> int:
        """Count the deadwood of so many hands."""
        deadwood = UTILS.min_deadwood
        for hand in self.hands[:count]:
            deadwood(hand)
        return min(count, len(self.hands))
