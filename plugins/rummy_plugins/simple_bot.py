"""The simple bot: no memory and no plan, a fixed policy that other bots are measured against.

Where hands are spread at a knock it takes the upcard only if it joins a meld, throws one
of the cards that leave the least deadwood, knocks at the first chance, and lays off
what fits. Where melds are laid in the course of play it lays all that it can, takes from the
pile what lets it lay more, and throws what goes with nothing.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from rummy_core.actions import DISCARDS, GO_OUT, KNOCKS, LAY_BEST, TAKE, Action
from rummy_core.arrangements import Arranger
from rummy_core.cards import Card
from rummy_core.knocking import KNOCK_LIMIT, MUST_KNOCK, KnockStep, LastDiscardStep
from rummy_core.steps import TAKEN, DrawStep, OfferUpcard
from rummy_core.views import View
from rummy_core.zones import DISCARD
from rummy_plugins.melding_play import Manner, Manners
from rummy_plugins.playing import play_of

MeldsOfCard = tuple[tuple[int, tuple[int, ...]], ...]
"""For each card by index: all cards it can meld with at once, and the choices among them, as masks."""


SIMPLE: Final = Manners(
    scoring=Manner(foresight=False, draw=3.0, wary=0.0, dear=0.0),
    race=Manner(foresight=False, draw=3.0, wary=0.0, dear=0.2),
)
"""How it plays where melds are laid in the course of play."""


class SimpleBot:
    """Plays the simple policy; ``seed`` decides among discards that are equally good."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return what the policy says.

        ``actions`` is read only where the view does not settle what is legal: a
        list of discards and knocks costs more than the choice.
        """
        if KNOCK_LIMIT not in view.deal_notes:
            return play_of(view, SIMPLE, self._below).advise(actions).action
        rules = view.rules
        step = rules.steps[view.step]
        if isinstance(step, KnockStep):
            chosen = self._throw(view, step)
            return self._allowed(view, actions, chosen) if rules.vetoes else chosen
        if isinstance(step, DrawStep | OfferUpcard):
            if len(actions) == 1:
                return actions[0]
            top = view[DISCARD].top
            wanted = top is not None and joins_meld(rules.arranger, view.hand_mask, top)
            return TAKE if wanted else next(action for action in actions if action is not TAKE)
        if isinstance(step, LastDiscardStep):
            # The card may be taken only by one who can then knock.
            return TAKE if TAKE in actions else actions[0]
        if LAY_BEST in actions:
            return LAY_BEST
        return self._any_of(actions)

    def _throw(self, view: View, step: KnockStep) -> Action:
        """Knock or discard with a card that leaves the least deadwood."""
        hand = view.hand_mask
        arranger = view.rules.arranger
        least, cards = arranger.best_discards(hand)
        limit = view.deal_notes[KNOCK_LIMIT]
        assert isinstance(limit, int)
        notes = view.turn_notes
        if TAKEN in notes:
            taken = notes[TAKEN]
            assert isinstance(taken, Card)
            least, cards = without_taken(view, step, taken, least, cards)
        if not (step.knocks and least <= limit):
            return DISCARDS[self._one_of(cards)]
        if step.go_out and not least and not arranger.deadwood(hand):
            return GO_OUT
        return KNOCKS[self._one_of(cards)]

    def _allowed(self, view: View, actions: tuple[Action, ...], chosen: Action) -> Action:
        """Return ``chosen``, or where a house rule forbids it any other action."""
        return chosen if chosen in actions else self._any_of(actions)

    def _one_of(self, cards: int) -> int:
        """Return the index of one card of a mask."""
        count = cards.bit_count()
        if count > 1:
            for _ in range(int(self._random.random() * count)):
                cards &= cards - 1
            cards &= -cards
        return cards.bit_length() - 1

    def _any_of(self, actions: tuple[Action, ...]) -> Action:
        return actions[self._below(len(actions))]

    def _below(self, count: int) -> int:
        return int(self._random.random() * count)


def without_taken(view: View, step: KnockStep, taken: Card, least: int, cards: int) -> tuple[int, int]:
    """Return the least deadwood and its discards without the card just taken.

    It stays among them where it may be thrown and a knock that was promised
    with it is not possible otherwise.
    """
    if cards != taken.bit:
        return least, cards & ~taken.bit
    limit = view.deal_notes[KNOCK_LIMIT]
    others, rest = least_among(view, view.hand_mask ^ taken.bit)
    assert isinstance(limit, int)
    if step.same_card and MUST_KNOCK in view.turn_notes and others > limit:
        return least, cards
    return others, rest


def least_among(view: View, candidates: int) -> tuple[int, int]:
    """Return the least deadwood after discarding one of ``candidates``, and all that reach it."""
    hand = view.hand_mask
    deadwood = view.rules.arranger.deadwood
    least = 1 << 30
    cards = 0
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        left = deadwood(hand ^ bit)
        if left < least:
            least, cards = left, bit
        elif left == least:
            cards |= bit
    return least, cards


def joins_meld(arranger: Arranger, hand: int, card: Card) -> bool:
    """Whether ``card`` is part of a meld that can be made with cards of ``hand``."""
    near, choices = melds_of_card(arranger)[card.index]
    near &= hand
    return any(near & choice == choice for choice in choices) if near else False


@cache
def melds_of_card(arranger: Arranger) -> MeldsOfCard:
    """Return, for each card of the deck, what it melds with; only melds of the smallest size."""
    rules = arranger.rules
    found: list[list[int]] = [[] for _ in range(52)]
    for mask, cards in arranger.melds.items():
        least = rules.min_set if cards[0].rank == cards[-1].rank else rules.min_run
        if len(cards) == least:
            for card in cards:
                found[card.index].append(mask ^ card.bit)
    near = [0] * 52
    for index, choices in enumerate(found):
        for choice in choices:
            near[index] |= choice
    return tuple((mask, tuple(choices)) for mask, choices in zip(near, found, strict=True))
