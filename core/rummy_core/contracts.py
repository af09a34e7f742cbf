"""Contracts: so many melds of one kind and size, laid at once by one player, before anything else.

They are laid one after another. A meld is legal only if the rest can still be made from
the hand, so that no contract is left half laid; the list stays short, where that of
whole contracts has thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from rummy_core.actions import DONE, Action, Done, Draw, Exchange, LayMeld, Refusal, Take
from rummy_core.cards import DECK_SIZE, MAX_DECKS, Card, mask_of
from rummy_core.chance import Chance
from rummy_core.events import Event
from rummy_core.flow import Skippable, end_deal, go_to
from rummy_core.lay_step import TOO_LATE
from rummy_core.laying import lay_new, reading_of, refuse_meld
from rummy_core.meld_lists import in_order, melds_of
from rummy_core.melding import OUT
from rummy_core.melds import RUN, SET, Ace, Meld, MeldRules
from rummy_core.numbering import deal_number
from rummy_core.steps import DRAWN
from rummy_core.table import Notes, Table

SIZE: Final = 3
"""How many cards each meld of a contract has."""
KINDS: Final = (SET, RUN)
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
CONTRACT_FIRST: Final = Refusal(
    "Lay your contract first, or say 'done'; only then may you lay anything else."
)
CAN_BE_MADE: Final = Refusal("You hold a contract, and must lay it now.")

_NEVER: Final = 1000
"""More wild cards than there are."""

# What is held of a suit is one number, with a field of so many bits for each rank, ace first.
_BITS: Final = 6
_ONES: Final = sum(1 << _BITS * rank for rank in range(13))
_FIELDS: Final = tuple(
    sum(1 << _BITS * rank for rank in range(13) if ranks >> rank & 1) for ranks in range(1 << 13)
)


def can_make(rules: MeldRules, hand: int, kind: str, count: int) -> bool:
    """Whether so many melds of one kind, each of three cards, can be made of ``hand`` together."""
    if count * SIZE > hand.bit_count():
        return False
    wilds = (hand & rules.wild_mask).bit_count()
    suits = _suits(hand & ~rules.wild_mask)
    if kind == SET:
        return _together(_costs_of_sets(rules, suits, count), count) <= wilds
    return _together([_costs_of_runs(rules, held, count) for held in suits], count) <= wilds


def _suits(mask: int) -> list[int]:
    """How many of each rank are held in each suit."""
    suits = [0] * 4
    for deck in range(MAX_DECKS):
        for suit in range(4):
            suits[suit] += _FIELDS[mask >> deck * DECK_SIZE + suit * 13 & 0x1FFF]
    return suits


def _most_wilds(rules: MeldRules) -> int:
    """The most wild cards in a meld of a contract."""
    if not rules.wilds:
        return 0
    most = SIZE - max(rules.min_naturals, 1)
    return min(most, rules.max_wilds) if rules.max_wilds else most


def _together(costs: Iterable[Sequence[int]], count: int) -> int:
    """The fewest wild cards for ``count`` melds, where each part needs so many for 0, 1, 2 ... of them."""
    best = [0] + [_NEVER] * count
    for cost in costs:
        best = [
            min(best[melds - here] + cost[here] for here in range(min(melds, len(cost) - 1) + 1))
            for melds in range(count + 1)
        ]
    return best[count]


def _costs_of_sets(rules: MeldRules, suits: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """The fewest wild cards for 0, 1, 2 ... sets of each rank, as far as there can be so many."""
    natural = SIZE - _most_wilds(rules)
    together = sum(suits)
    for rank in range(1 if rules.ace is Ace.NONE else 0, 13):
        if together >> _BITS * rank & (1 << _BITS) - 1 < natural:
            continue
        held = [suit >> _BITS * rank & (1 << _BITS) - 1 for suit in suits]
        cost = [0]
        for sets in range(1, count + 1):
            # Without equal cards in a set each suit goes into each set once.
            free = sum(held) if rules.equal_cards else sum(min(one, sets) for one in held)
            if free < natural * sets:
                break
            cost.append(max(SIZE * sets - free, 0))
        yield tuple(cost)


@lru_cache(maxsize=16384)
def _costs_of_runs(rules: MeldRules, held: int, count: int) -> tuple[int, ...]:
    """The fewest wild cards for 0, 1, 2 ... runs of one suit, as far as there can be so many."""
    shapes = _shapes(rules.places, _most_wilds(rules))
    cost = [0]
    for runs in range(1, count + 1):
        least = _least_wilds(held, shapes, 0, runs)
        if least >= _NEVER:
            break
        cost.append(least)
    return tuple(cost)


Shapes = tuple[tuple[int, int], ...]
"""The runs of three in a suit: the natural cards that one takes, and its wild cards."""


@lru_cache(maxsize=16)
def _shapes(ranks: tuple[int, ...], most: int) -> Shapes:
    found = []
    for begin in range(len(ranks) - SIZE + 1):
        places = [(place - 1) % 13 for place in ranks[begin : begin + SIZE]]
        for wilds in range(most + 1):
            for natural in combinations(places, SIZE - wilds):
                found.append((sum(1 << _BITS * place for place in natural), wilds))
    return tuple(found)


@lru_cache(maxsize=65536)
def _least_wilds(held: int, shapes: Shapes, first: int, runs: int) -> int:
    """The fewest wild cards for so many runs, of the shapes from ``first`` on."""
    best = _NEVER
    # A field of six bits counts to more than there are decks: the ranks that are held at all.
    there = (held | held >> 1 | held >> 2 | held >> 3) & _ONES
    for number in range(first, len(shapes)):
        taken, wilds = shapes[number]
        if wilds >= best or taken & ~there:
            continue
        more = _least_wilds(held - taken, shapes, number, runs - 1) if runs > 1 else 0
        best = min(best, wilds + more)
    return best


def contract_of(melds: tuple[int, ...], notes: Notes) -> int:
    """How many melds the contract of a deal has; of ``melds`` the last goes on for ever."""
    return melds[min(deal_number(notes), len(melds)) - 1]


@dataclass(frozen=True, slots=True)
class ContractStep(Skippable):
    """Lay the contract of one's side, or be done.

    ``melds`` are how many melds it has, deal by deal of a match. Its melds are of three
    cards and of one kind. ``then`` follows once it is laid, ``declined`` where it is not, and ``down`` where
    the side has it already; the step is skipped there, and where a hand has too few cards.
    ``compulsory`` lets nobody decline who can lay it.
    """

    name: str = "contract"
    then: str = "offer"
    declined: str = "offer"
    down: str = "play"
    melds: tuple[int, ...] = (3,)
    compulsory: bool = False

    def skipped(self, table: Table) -> Iterable[Event]:
        """Go on where the side has its contract, or the hand is too small for one."""
        if self._laid(table):
            return go_to(table, self.down)
        if table.hand(table.seat).bit_count() < SIZE * contract_of(self.melds, table.deal_notes):
            return go_to(table, self.declined)
        return ()

    def _laid(self, table: Table) -> list[Meld]:
        """The melds of the own side: in this step they are those of the contract."""
        side = table.layout.side_of[table.seat]
        return [meld for meld in table.melds if meld.owner == side]

    def actions(self, table: Table) -> Sequence[Action]:
        """List the melds with which the contract can be made, and being done where nothing is laid."""
        found = list(self._first_melds(table))
        if self._laid(table) or (found and self.compulsory):
            return found
        return [*found, DONE]

    def _first_melds(self, table: Table) -> Iterator[Action]:
        rules = table.rules.meld_rules
        hand = table.hand(table.seat)
        laid = self._laid(table)
        left = contract_of(self.melds, table.deal_notes) - len(laid)
        wanted = [meld.kind for meld in laid[:1]] or KINDS
        kinds = [kind for kind in wanted if can_make(rules, hand, kind, left)]
        if not kinds:
            return
        # Melds that take the same from the hand are judged once: which wild card, and of a set which suits.
        judged: dict[tuple[object, ...], bool] = {}
        for action in melds_of(rules, in_order(table.known, hand)):
            naturals = [card for card in action.cards if card.rank not in rules.wilds]
            ranks = {card.rank for card in naturals}
            alike = len(ranks) == 1 and rules.equal_cards
            taken = (*ranks, len(naturals)) if alike else tuple(card.text for card in naturals)
            if len(action.cards) == SIZE:
                if taken not in judged:
                    judged[taken] = self._why_not(table, action, kinds, left) is None
                if judged[taken]:
                    yield action

    def _why_not(self, table: Table, action: LayMeld, kinds: Sequence[str], left: int) -> Refusal | None:
        """Why a meld is none with which the contract can be made."""
        rules = table.rules.meld_rules
        words = " ".join(card.text for card in action.cards)
        if len(action.cards) != SIZE:
            return Refusal(f"{words} has {len(action.cards)} cards; those of a contract have three, no more.")
        if _all_wild(rules, action.cards):
            return Refusal(f"{words} are wild cards alone; they are no part of a contract.")
        kind = reading_of(rules, action.cards, action.faces).kind
        if kind not in kinds:
            return Refusal(f"{words} is a {kind}; the contract you have begun is of {kinds[0]}s.")
        rest = table.hand(table.seat) & ~mask_of(action.cards)
        if can_make(rules, rest, kind, left - 1):
            return None
        asked = f"{NUMBERS[left]} {kind}s" if left > 1 else f"a {kind}"
        return Refusal(
            f"The contract asks for {asked} of three; with {words} your hand cannot make it whole."
        )

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no part of a contract that can be made whole, and stopping half way."""
        laid = self._laid(table)
        left = contract_of(self.melds, table.deal_notes) - len(laid)
        if isinstance(action, LayMeld):
            refusal = refuse_meld(table, table.hand(table.seat), action.cards, action.faces)
            return refusal or self._why_not(table, action, [one.kind for one in laid[:1]] or KINDS, left)
        if laid and not isinstance(action, Draw | Take):
            more = f"{NUMBERS[left]} more {laid[0].kind}{'s' if left > 1 else ''}"
            return Refusal(f"Your contract lacks {more}: lay it whole.")
        if isinstance(action, Done):
            able = self.compulsory and any(
                can_make(table.rules.meld_rules, table.hand(table.seat), kind, left) for kind in KINDS
            )
            return CAN_BE_MADE if able else None
        if isinstance(action, Exchange):
            return TOO_LATE
        return DRAWN if isinstance(action, Draw | Take) else CONTRACT_FIRST

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay a meld and ask for the next until the contract is whole, or go on without it."""
        if isinstance(action, LayMeld):
            return self._lay(table, action)
        return go_to(table, self.declined)

    def _lay(self, table: Table, action: LayMeld) -> Iterator[Event]:
        yield lay_new(table, table.seat, action.cards, action.faces)
        if len(self._laid(table)) < contract_of(self.melds, table.deal_notes):
            return
        if table.hand(table.seat):
            yield from go_to(table, self.then)
        else:
            yield from end_deal(table, OUT)


def _all_wild(rules: MeldRules, cards: Sequence[Card]) -> bool:
    return all(card.rank in rules.wilds for card in cards)
