"""Knocking: ending a deal with a spread hand, and the answer of the opponent.

A player who has drawn may discard and go on, or lay a card face down and
spread the hand when its deadwood is within the limit. The opponent then melds
and lays off on the knocker's melds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_core.actions import (
    DONE,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    PASS,
    TAKE,
    Action,
    Discard,
    Done,
    Draw,
    GoOut,
    Knock,
    LayBest,
    LayMeld,
    LayOff,
    Pass,
    Refusal,
    Spread,
    Take,
)
from rummy_core.cards import Card, PerCard, cards_of, mask_of
from rummy_core.chance import Chance
from rummy_core.copies import one_of_each
from rummy_core.events import DEAL, TURN, Event, Moved, Noted, StepBegan
from rummy_core.flow import ask, begin, finish, go_to, next_seat, show_hand
from rummy_core.laying import lay_new, lay_off, refuse_lay_off, refuse_meld
from rummy_core.melds import Meld
from rummy_core.steps import RETURNED, DiscardStep, DrawStep, discards, take_top
from rummy_core.table import Table
from rummy_core.zones import DISCARD, STOCK

KNOCK_LIMIT: Final = "knock_limit"
"""Note of the deal: the most deadwood a knock may have."""
UPCARD: Final = "upcard"
"""Note of the deal: the first upcard, where it sets the limit of a knock."""
COUNTS_DOUBLE: Final = "counts_double"
"""Note of the deal: its score is doubled."""
KNOCKER: Final = "knocker"
"""Note of the deal: the seat that knocked."""
KNOCK_COUNT: Final = "knock_count"
"""Note of the deal: the knocker's deadwood when he knocked."""
WENT_OUT: Final = "went_out"
"""Note of the deal: the knocker melded every card without a discard."""
MUST_KNOCK: Final = "must_knock"
"""Note of the turn: the pile was taken on the condition to knock."""
KNOCKED: Final = "knock"
"""The ending that is scored after a knock."""
NO_STOCK: Final = "stock"
"""The ending when the stock is used up."""

NOT_BEFORE_A_DRAW: Final = Refusal("A knock follows a draw; this first turn is a discard only.")


STOCK_USED_UP: Final = Refusal(
    "The last cards of the stock are not drawn: take the discard to knock, or pass."
)
ANSWER_NOW: Final = Refusal("A knock is being answered: meld, lay off, or be done.")

knocks: Final[PerCard[Action]] = PerCard(lambda card: KNOCKS[card.index])
"""The knocks with the cards in a mask."""


def knock_limit(table: Table) -> int:
    """The most deadwood that a knock may have in this deal."""
    limit = table.deal_notes[KNOCK_LIMIT]
    assert isinstance(limit, int)
    return limit


@dataclass(frozen=True, slots=True)
class KnockStep(DiscardStep):
    """Discard, or knock with deadwood within the limit of the deal.

    ``knocks`` off allows the discard alone. ``after_draw`` off is for a turn
    that begins with the discard. ``go_out`` allows a hand that is
    wholly melded to be spread without a discard. When a discard leaves
    ``last_stock`` cards in the stock or fewer, the deal ends, or goes to the
    step ``at_last`` where one is named.
    """

    answer: str = "answer"
    knocks: bool = True
    go_out: bool = False
    last_stock: int = 0
    at_last: str = ""
    after_draw: bool = True

    def actions(self, table: Table) -> Sequence[Action]:
        """List the discards, then the knocks, then going out."""
        hand = table.masks[table.layout.hands[table.seat]]
        free = hand & ~self.barred(table)
        if table.layout.has_copies:
            free = one_of_each(table, free)
        listed = () if MUST_KNOCK in table.turn_notes else discards.of(free)
        if self.knocks:
            within = table.rules.arranger.discards_within(hand, knock_limit(table))
            if within:
                listed += knocks.of(within & free)
                if self.go_out and not table.rules.arranger.deadwood(hand):
                    listed += (GO_OUT,)
        return listed

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse too much deadwood, a spread that is none, or a card that may not go."""
        if isinstance(action, Discard):
            if MUST_KNOCK in table.turn_notes:
                return Refusal("The card was taken on the condition to knock with it: knock now.")
            return self.refuse_card(table, action.card.bit)
        if isinstance(action, Knock):
            return self._refuse_knock(table, action)
        if isinstance(action, GoOut):
            return self._refuse_go_out(table, action)
        if isinstance(action, Draw | Take) and not self.after_draw:
            return Refusal("Nothing is drawn in this first turn: you were dealt the card to discard.")
        return DiscardStep.refuse(self, table, action)

    def _refuse_knock(self, table: Table, action: Knock) -> Refusal | None:
        if not self.knocks:
            return NOT_BEFORE_A_DRAW
        if action.card is None:
            return Refusal("Name the card to lay face down when you knock.")
        refusal = self.refuse_card(table, action.card.bit)
        if refusal is not None:
            return refusal
        rest = table.hand(table.seat) ^ action.card.bit
        refusal, count = _count_spread(table, rest, action.melds)
        limit = knock_limit(table)
        if refusal is None and count > limit:
            need = f"{limit} or less" if limit else "none at all"
            return Refusal(
                f"Not yet: after the {action.card} you would have {count} deadwood, and a knock needs {need}."
            )
        return refusal

    def _refuse_go_out(self, table: Table, action: GoOut) -> Refusal | None:
        if not self.go_out:
            return Refusal("Going out without a discard is not played here.")
        if not self.knocks:
            return NOT_BEFORE_A_DRAW
        refusal, left = _count_spread(table, table.hand(table.seat), action.melds)
        if refusal is None and left:
            return Refusal(
                f"All cards must be melded to go out without a discard; {left} deadwood would be left."
            )
        return refusal

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Discard and pass the turn on, or spread the hand and let the opponent answer."""
        if not isinstance(action, Discard):
            return self._spread(table, action)
        if self.last_stock and table.masks[STOCK].bit_count() <= self.last_stock:
            return self._stock_ends(table, action.card)
        return DiscardStep.decide(self, table, action, chance)

    def _spread(self, table: Table, action: Action) -> Iterator[Event]:
        seat = table.seat
        hand = table.layout.hands[seat]
        assert isinstance(action, Knock | GoOut)
        if isinstance(action, Knock):
            assert action.card is not None
            # Face down: only the knocker has seen it.
            yield Moved((action.card,), hand, DISCARD, 1 << seat)
        else:
            yield Noted(WENT_OUT, True, DEAL)
        yield Noted(KNOCKER, seat, DEAL)
        # First of all: the melds that are laid, and the count, tell of the other cards.
        yield from show_hand(table, seat)
        melds = action.melds
        for cards in table.rules.arranger.spread(table.hand(seat)).melds if melds is None else melds:
            yield lay_new(table, seat, cards)
        yield Noted(KNOCK_COUNT, table.rules.arranger.points(table.hand(seat)), DEAL)
        yield from ask(table, self.answer, next_seat(table, seat))

    def _stock_ends(self, table: Table, card: Card) -> Iterator[Event]:
        yield Moved((card,), table.layout.hands[table.seat], DISCARD, table.layout.everyone)
        if self.at_last:
            seat = next_seat(table, table.seat)
            yield from begin(table, StepBegan(self.at_last, seat, seat, table.turn + 1))
        else:
            yield from finish(table, NO_STOCK)

    def can_knock_with(self, table: Table, card: Card) -> bool:
        """Whether the acting seat could knock here if it took ``card`` from the pile."""
        hand = table.hand(table.seat) | card.bit
        within = table.rules.arranger.discards_within(hand, knock_limit(table))
        if within and self.go_out and not table.rules.arranger.deadwood(hand):
            return True
        return bool(within if self.same_card else within & ~card.bit)


def _count_spread(table: Table, hand: int, melds: Spread | None) -> tuple[Refusal | None, int]:
    """Why ``melds`` cannot be spread from ``hand``, and the deadwood they leave."""
    if melds is None:
        return None, table.rules.arranger.deadwood(hand)
    for cards in melds:
        refusal = refuse_meld(table, hand, cards)
        if refusal is not None:
            return refusal, 0
        hand ^= mask_of(cards)
    return None, table.rules.arranger.points(hand)


def _take_to_knock(table: Table, then: str) -> tuple[Event, ...]:
    """Take the top of the pile on the condition to knock."""
    return (*take_top(table), Noted(MUST_KNOCK, True, TURN), *go_to(table, then))


def _knock_step(table: Table, name: str) -> KnockStep:
    step = table.rules.steps[name]
    assert isinstance(step, KnockStep)
    return step


@dataclass(frozen=True, slots=True)
class RetakeStep(DrawStep):
    """Draw; one's own discard that came straight back may be retaken only to knock."""

    def actions(self, table: Table) -> Sequence[Action]:
        """List the piles that can be drawn from."""
        # super() without arguments does not find the class of a slotted dataclass.
        listed = DrawStep.actions(self, table)
        return [action for action in listed if not self._barred(table, action)]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse to retake what came straight back, unless to knock."""
        if self._barred(table, action):
            return Refusal(
                "You threw that card and it came straight back: you may retake it only to knock this turn."
            )
        return DrawStep.refuse(self, table, action)

    def _barred(self, table: Table, action: Action) -> bool:
        card = table.turn_notes.get(RETURNED)
        if not isinstance(action, Take) or not isinstance(card, Card):
            return False
        return not _knock_step(table, self.then).can_knock_with(table, card)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Draw as usual; a card retaken obliges to knock."""
        if isinstance(action, Take) and RETURNED in table.turn_notes:
            return _take_to_knock(table, self.then)
        return DrawStep.decide(self, table, action, chance)


@dataclass(frozen=True, slots=True)
class LastDiscardStep:
    """The stock is used up: the last discard may be taken to knock, or the deal ends."""

    name: str = "last discard"
    then: str = "last knock"

    def actions(self, table: Table) -> Sequence[Action]:
        """List passing, and taking where a knock is possible with the card."""
        return [action for action in (TAKE, PASS) if self.refuse(table, action) is None]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse the stock, and a card that does not let the player knock."""
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Take):
            return STOCK_USED_UP
        top = table.orders[DISCARD][-1]
        if _knock_step(table, self.then).can_knock_with(table, top):
            return None
        return Refusal(f"You may take the {top} now only to knock with it, and your deadwood is too high.")

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Take the card to knock, or end the deal."""
        if isinstance(action, Take):
            return _take_to_knock(table, self.then)
        return finish(table, NO_STOCK)


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """The opponent of a knocker melds, and lays off on the knocker's melds.

    ``lay_off_on_gin`` allows lay-offs also where the knocker has no deadwood,
    but never on a hand that went out without a discard.
    """

    name: str = "answer"
    lay_off_on_gin: bool = False

    def may_lay_off(self, table: Table) -> bool:
        """Whether the knocker's melds are open."""
        if table.deal_notes[KNOCK_COUNT]:
            return True
        return self.lay_off_on_gin and WENT_OUT not in table.deal_notes

    def targets(self, table: Table) -> list[Meld]:
        """The melds that the acting seat may lay off on: its own, and the knocker's if open."""
        own = table.layout.side_of[table.seat]
        return [meld for meld in table.melds if meld.owner == own or self.may_lay_off(table)]

    def actions(self, table: Table) -> Sequence[Action]:
        """List the best answer, single lay-offs, the smallest melds, and being done."""
        hand = table.hand(table.seat)
        fits = table.rules.meld_rules.fits
        listed: list[Action] = [LAY_BEST]
        for meld in self.targets(table):
            listed += [LayOff(card, meld.number) for card in cards_of(fits(meld) & hand)]
        listed += [LayMeld(cards) for cards in table.rules.arranger.melds_in(hand, smallest=True)]
        listed.append(DONE)
        return listed

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        """Refuse what is no meld, does not fit, or lies on closed melds."""
        if isinstance(action, LayBest | Done):
            return None
        if isinstance(action, LayMeld):
            return refuse_meld(table, table.hand(table.seat), action.cards)
        if not isinstance(action, LayOff):
            return ANSWER_NOW
        meld = table.meld(action.meld)
        if meld is not None and meld not in self.targets(table):
            return Refusal("Nothing may be laid off on a knocker who has no deadwood.")
        return refuse_lay_off(table, action)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        """Lay what is asked; when done, show the hand and score the deal."""
        seat = table.seat
        if isinstance(action, LayMeld):
            return (lay_new(table, seat, action.cards), *go_to(table, self.name))
        if isinstance(action, LayOff):
            return (lay_off(table, seat, action), *go_to(table, self.name))
        return self._end(table, seat, isinstance(action, LayBest))

    def _end(self, table: Table, seat: int, best_first: bool) -> Iterator[Event]:
        yield from show_hand(table, seat)
        if best_first:
            best = table.rules.arranger.defence(table.hand(seat), self.targets(table))
            for cards in best.melds:
                yield lay_new(table, seat, cards)
            for card, number in best.layoffs:
                yield lay_off(table, seat, LayOff(card, number))
        yield from finish(table, KNOCKED)
