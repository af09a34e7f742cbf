"""Deals that OpenSpiel plays now, and our rules beside it step by step. Needs OpenSpiel.

It plays a deal from a seed; then both go through it again together. At every decision these must be
the same: who acts in which phase, every action that is legal, both hands, the pile, the stock, the
knock limit, the least deadwood, what each player sees and which cards he is known to hold; at the
end the ending, the deadwood and the points. What OpenSpiel is known to do wrong is a ``Fault``; each
is recognised by what it does, counted, and nothing else is forgiven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random
from typing import Any, Final

import pyspiel

from rummy_core.cards import Card, card, cards_of, mask_of, text_of
from rummy_core.zones import DISCARD, STOCK
from tests.crosscheck.deal_records import (
    DRAWING,
    KNOCK_CARD,
    KNOCK_MELDS,
    LAY_OFFS,
    MUST_DRAW,
    OFFER,
    OWN_MELDS,
    THROWING,
    WALL,
    Params,
    Record,
    Said,
)
from tests.crosscheck.deal_replay import Differs, Offer, Replay, check_deal, offer

GIN: Final = pyspiel.gin_rummy
UTILS: Final = GIN.GinRummyUtils(13, 4, 10)
CARDS_OF_IT: Final = tuple(card(UTILS.card_string(number).upper()) for number in range(52))
NUMBERS: Final = {one: number for number, one in enumerate(CARDS_OF_IT)}
MELDS: Final[dict[int, list[int]]] = dict(UTILS.int_to_meld)
PHASES: Final = {
    OFFER: GIN.FIRST_UPCARD,
    MUST_DRAW: GIN.FIRST_UPCARD,
    DRAWING: GIN.DRAW,
    THROWING: GIN.DISCARD,
    WALL: GIN.WALL,
    KNOCK_CARD: GIN.KNOCK,
    KNOCK_MELDS: GIN.KNOCK,
    LAY_OFFS: GIN.LAYOFF,
    OWN_MELDS: GIN.LAYOFF,
}
IN_TURNS: Final = (OFFER, MUST_DRAW, DRAWING, THROWING, WALL)
"""The phases before a knock."""


class Fault(StrEnum):
    """What OpenSpiel is known to do wrong."""

    ELEVEN = "the least deadwood of eleven cards is too high, and a legal knock may not be offered"
    THIRD = "a third lay-off on one end of a run is not offered"
    WALL = "after a knock with the last discard the deadwood told is still the least one, until a card goes"
    SHOWN = "the knocker sees the other hand while it lays off"


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that OpenSpiel played: as a record, and as the actions that lead through it, cards included."""

    record: Record
    actions: tuple[int, ...]


def _cards(numbers: Sequence[int]) -> tuple[Card, ...]:
    return tuple(CARDS_OF_IT[number] for number in numbers)


def offer_of(state: Any, action: int) -> Offer:
    """What an action of OpenSpiel is called in a record."""
    phase, in_lay_offs = state.current_phase(), not state.finished_layoffs()
    if action >= GIN.MELD_ACTION_BASE:
        return offer("meld", *_cards(MELDS[action - GIN.MELD_ACTION_BASE]))
    if action == GIN.DRAW_UPCARD_ACTION:
        return offer("draw upcard")
    if action == GIN.DRAW_STOCK_ACTION:
        return offer("draw stock")
    if action == GIN.KNOCK_ACTION:
        return offer("knock with upcard" if phase == GIN.WALL else "knock")
    if action == GIN.PASS_ACTION:
        after_knock = "done laying off" if in_lay_offs and phase == GIN.LAYOFF else "done melding"
        return offer({GIN.FIRST_UPCARD: "pass upcard", GIN.WALL: "pass at wall"}.get(phase, after_knock))
    return offer(
        {GIN.KNOCK: "knock discard", GIN.LAYOFF: "layoff"}.get(phase, "discard"), CARDS_OF_IT[action]
    )


# --- OpenSpiel plays


class Player:
    """Some player of gin, drawn from ``rng``: how sensible, how patient, how fond of laying cards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sense = rng.choice([0.0, 0.9, 1.0, 1.0])
        self.patience = rng.choice([0, 3, 10, 10])
        self.lays = rng.choice([0.5, 0.9, 1.0])

    def __call__(self, state: Any) -> int:
        """Choose one of the legal actions."""
        legal: list[int] = state.legal_actions()
        if self.rng.random() >= self.sense:
            return self.rng.choice(legal)
        phase, hand = state.current_phase(), state.hands()[state.current_player()]
        if phase == GIN.DISCARD:
            if GIN.KNOCK_ACTION in legal and _least(hand) <= self.patience:
                return int(GIN.KNOCK_ACTION)
            throws = [action for action in legal if action != GIN.KNOCK_ACTION]
            self.rng.shuffle(throws)
            return min(throws, key=lambda one: UTILS.min_deadwood([held for held in hand if held != one]))
        if GIN.DRAW_UPCARD_ACTION in legal:
            better = _least([*hand, state.upcard()]) < UTILS.min_deadwood(hand)
            return int(GIN.DRAW_UPCARD_ACTION) if better else legal[-1]
        if len(legal) > 1 and GIN.PASS_ACTION in legal and self.rng.random() < self.lays:
            legal.remove(GIN.PASS_ACTION)
        return self.rng.choice(legal)


class Taker:
    """A player who takes every upcard and keeps it for a turn: so a deal comes to the limit of takes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def __call__(self, state: Any) -> int:
        """Choose one of the legal actions."""
        legal: list[int] = state.legal_actions()
        if state.current_phase() == GIN.DISCARD:
            other = set(legal) - {state.prev_upcard(), GIN.KNOCK_ACTION}
            return self.rng.choice(sorted(other))
        return legal[0]


def _least(eleven: Sequence[int]) -> int:
    return min(UTILS.min_deadwood([held for held in eleven if held != thrown]) for thrown in eleven)


def play(
    seed: str,
    *,
    oklahoma: bool = False,
    stacked: Sequence[Card] = (),
    choose: Callable[[Any], int] | None = None,
) -> Played:
    """Let OpenSpiel play a deal from a seed.

    ``stacked`` cards come first: two hands, the upcard, the stock. ``choose`` plays for both.
    """
    rng = Random(seed)
    state = _begin(oklahoma)
    kind = Taker if rng.random() < 0.05 else Player
    players = [choose or kind(rng) for _ in range(2)]
    coming = [NUMBERS[one] for one in stacked]
    dealt: list[Card] = []
    actions: list[int] = []
    decisions: list[str] = []
    counts: list[int] = []
    while not state.is_terminal():
        if state.is_chance_node():
            action = coming.pop(0) if coming else rng.choice(state.legal_actions())
            dealt.append(CARDS_OF_IT[action])
            if decisions and decisions[-1].endswith("draw stock"):
                decisions[-1] += f" {dealt[-1].text}"
        else:
            action = players[state.current_player()](state)
            decisions.append(_said(state, action))
            counts.append(len(state.legal_actions()))
        actions.append(action)
        state.apply_action(action)
    knocker = state.knocked().index(True) if any(state.knocked()) else None
    won, lost = map(int, state.returns())
    record = Record(
        params=Params(oklahoma=oklahoma),
        policy="live",
        seed=0,
        hands=(" ".join(one.text for one in dealt[:10]), " ".join(one.text for one in dealt[10:20])),
        upcard=dealt[20].text,
        stock=" ".join(one.text for one in dealt[21:]),
        knock_limit=state.knock_card(),
        decisions=tuple(decisions),
        legal_counts=tuple(counts),
        end="knock" if knocker is not None else _ending(decisions[-1]),
        knocker=knocker,
        deadwood=None if knocker is None else tuple(state.deadwood()),
        returns=(won, lost),
    )
    return Played(record, tuple(actions))


def _begin(oklahoma: bool) -> Any:
    return _game(oklahoma).new_initial_state()


@cache
def _game(oklahoma: bool) -> Any:
    return pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma})


def _said(state: Any, action: int) -> str:
    word, cards = offer_of(state, action)
    named = CARDS_OF_IT[state.upcard()].text if word.endswith("upcard") and word != "pass upcard" else ""
    texts = _text(cards) or named
    return f"{state.current_player()} {word} {texts}".rstrip()


def _ending(last: str) -> str:
    if "pass at wall" in last:
        return "wall"
    return "upcard draw limit" if "draw upcard" in last else "repeated move"


# --- both beside each other


class Lockstep(Replay):
    """A deal that both go through together."""

    def __init__(self, played: Played) -> None:
        super().__init__(played.record)
        self.state = _begin(played.record.params.oklahoma)
        self.actions = list(played.actions)
        self.faults: Counter[Fault] = Counter()

    def _check_offers(self, phase: str, said: Said, count: int) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.actions.pop(0))
        for what, theirs, ours in self._facts(phase):
            if theirs != ours:
                raise Differs(f"{what} {theirs} before {said.text!r}", str(ours))
        self._check_deadwood(phase)
        self._check_seen(phase)
        self._check_legal(phase)
        self.state.apply_action(self.actions.pop(0))

    def _facts(self, phase: str) -> Iterator[tuple[str, Any, Any]]:
        """What both say of the table: what it is, what OpenSpiel says, what we say."""
        state, table = self.state, self.table
        yield "player", state.current_player(), table.seat
        yield "phase", state.current_phase(), PHASES[phase]
        yield "knock limit", state.knock_card(), self.record.knock_limit
        yield "cards of the stock", state.stock_size(), table.masks[STOCK].bit_count()
        for seat, hand in enumerate(state.hands()):
            yield f"hand {seat}", _text(_mask(hand)), _text(self._hand(seat))
        if phase in IN_TURNS:
            pile = [*state.discard_pile(), *([] if state.upcard() is None else [state.upcard()])]
            yield "pile", text_of(_cards(pile)), text_of(table.cards(DISCARD))
            for seat, known in enumerate(state.known_cards()):
                seen = self.deal.view(1 - seat)[table.layout.hands[seat]].mask
                yield f"known of hand {seat}", _text(_mask(known)), _text(seen)

    def _hand(self, seat: int) -> int:
        """A hand; while a knock is being said, without what was said of it."""
        hand = self.table.hand(seat)
        if self.knocking and seat == self.table.seat:
            thrown = () if self.thrown is None else (self.thrown,)
            return hand ^ mask_of((*thrown, *self._laid_cards))
        return hand

    def _check_deadwood(self, phase: str) -> None:
        for seat, theirs in enumerate(self.state.deadwood()):
            hand = self._hand(seat)
            if phase not in IN_TURNS:
                ours = self.arranger.points(hand)
                if theirs != ours and self._still_the_least(hand, theirs):
                    self.faults[Fault.WALL] += 1
                    continue
            elif hand.bit_count() == 11:
                ours = self.arranger.best_discards(hand)[0]
                if self._eleven_too_high(hand, theirs):
                    self.faults[Fault.ELEVEN] += 1
                    continue
            else:
                ours = self.arranger.deadwood(hand)
            if theirs != ours:
                raise Differs(f"deadwood {theirs} of {_text(hand)}", str(ours))

    def _eleven_too_high(self, hand: int, theirs: int) -> bool:
        """Whether it put down the most points of eleven cards first, and then threw the dearest left."""
        least, whole = self.arranger.best_discards(hand)[0], self.arranger.deadwood(hand)
        if theirs <= least:
            return False
        melds = [mask_of(meld) for meld in self.arranger.melds_in(hand)]
        left = [rest for rest in _left_over(hand, melds) if self.arranger.points(rest) == whole]
        return theirs in {
            whole - max(self.arranger.points(one.bit) for one in cards_of(rest)) for rest in left
        }

    def _still_the_least(self, hand: int, theirs: int) -> bool:
        """Whether it did not count all cards of a hand, of which none went since the knock at the wall."""
        at_the_wall = any("knock with upcard" in text for text in self.record.decisions)
        return at_the_wall and hand.bit_count() >= 10 and theirs == _least_by_it(hand)

    def _check_seen(self, phase: str) -> None:
        for seat in range(2):
            seen = self.state.to_observation_struct(seat)
            own, other = (_named(seen.hands[whose]) for whose in (seat, 1 - seat))
            if own != self._hand(seat):
                raise Differs(f"that seat {seat} sees {_text(own)}", "other cards in its hand")
            if phase in (KNOCK_CARD, KNOCK_MELDS):
                continue  # a knock is said at once here: half of one is seen by nobody
            more = other & ~self.deal.view(seat)[self.table.layout.hands[1 - seat]].mask
            if not more:
                continue
            if phase in IN_TURNS or seat == self.table.seat:
                raise Differs(f"that seat {seat} sees {_text(more)}", "it does not")
            self.faults[Fault.SHOWN] += 1

    def _check_legal(self, phase: str) -> None:
        theirs = {offer_of(self.state, action) for action in self.state.legal_actions()}
        ours = self.offers()
        more, missing = theirs - ours, ours - theirs
        if not more and missing:
            third = {offer("layoff", one) for one in self._third_on_one_end()} if phase == LAY_OFFS else set()
            if missing == third:
                self.faults[Fault.THIRD] += 1
                return
            if missing in ({offer("knock")}, {offer("knock with upcard")}) and self._knock_overlooked(phase):
                self.faults[Fault.ELEVEN] += 1
                return
        if more or missing:
            raise Differs(f"legal {_listed(more) or 'no more'}", f"legal {_listed(missing) or 'no more'}")

    def _knock_overlooked(self, phase: str) -> bool:
        """Whether the limit is kept by the least deadwood, and not by what it takes for that."""
        eleven = self._hand(self.table.seat)
        if phase == WALL:
            upcard = self.table.top(DISCARD)
            assert upcard is not None
            eleven |= upcard.bit
        theirs = _least_by_it(eleven)
        return theirs > self.record.knock_limit and self._eleven_too_high(eleven, theirs)


def _left_over(hand: int, melds: Sequence[int]) -> Iterator[int]:
    """What each way to put melds down leaves of a hand."""
    yield hand
    for number, meld in enumerate(melds):
        if meld & hand == meld:
            yield from _left_over(hand ^ meld, melds[number + 1 :])


def _least_by_it(hand: int) -> int:
    """What OpenSpiel takes for the least deadwood of a hand."""
    found: int = UTILS.min_deadwood([NUMBERS[one] for one in cards_of(hand)])
    return found


def _mask(numbers: Sequence[int]) -> int:
    return mask_of(_cards(numbers))


def _text(mask: int) -> str:
    return text_of(cards_of(mask))


def _named(texts: Sequence[str]) -> int:
    return mask_of(card(text.upper()) for text in texts if text != "XX")


def _listed(offers: set[Offer]) -> str:
    return ", ".join(sorted(f"{word} {_text(cards)}".strip() for word, cards in offers))


def compare(played: Played) -> Counter[Fault]:
    """Go through a deal with both; return the faults of OpenSpiel that showed.

    Raises:
        Differs: at the first difference that is none of them.
    """
    check_deal(played.record)
    both = Lockstep(played)
    both.run()
    return both.faults


def compare_all(seed: str, deals: int) -> tuple[Counter[Fault], Counter[str]]:
    """Play deals, a third of them Oklahoma; return the faults that showed, and how the deals ended.

    Raises:
        AssertionError: at the first difference, saying how to meet it again.
    """
    faults: Counter[Fault] = Counter()
    endings: Counter[str] = Counter()
    for number in range(deals):
        name, oklahoma = f"{seed}/{number}", number % 3 == 0
        played = play(name, oklahoma=oklahoma)
        try:
            faults += compare(played)
        except Differs as found:
            raise AssertionError(
                f"OpenSpiel says {found.said}; the rules say: {found.rules}\n"
                f"  after: {'; '.join(played.record.decisions)}\n"
                f"  again: compare(play({name!r}, oklahoma={oklahoma}))"
            ) from None
        endings[played.record.end] += 1
    return faults, endings
