"""The greedy bot: looks one draw ahead, remembers what the opponent took, and can say why.

It weighs each discard by the deadwood to expect after the next draw, by the
chances of a knock and of a new meld at that draw, and by the danger that the
opponent melds the card. Nothing but the view is used, and nothing of chance:
``seed`` only orders cards that are equally good, so that advice and play agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from rummy_core.actions import DISCARDS, GO_OUT, KNOCKS, LAY_BEST, PASS, TAKE, Action, Discard, Knock, LayOff
from rummy_core.advice import Advice
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.knocking import KNOCK_LIMIT, LastDiscardStep
from rummy_core.views import View, opponents
from rummy_core.zones import DISCARD
from rummy_plugins.melding_play import Manner, Manners
from rummy_plugins.playing import play_of
from rummy_plugins.simple_bot import joins_meld, melds_of_card

# Weights in points of deadwood. They were fitted to the scores of 6,000 deals against the
# simple bot (35,000 discards, least squares), then varied in duplicate deals (half to double): no
# other setting scored measurably more.
KNOCK_CHANCE: Final = 60.0
"""Worth of being sure to have a knock after the next draw."""
MELD_CHANCE: Final = 60.0
"""Worth of being sure to better the hand with a meld at the next draw; it is open at later draws too."""
DANGER: Final = 8.0
"""Cost of a discard that the opponent is sure to meld: about what a meld saves him."""
TAKE_MARGIN: Final = 3.0
"""How far an upcard that makes no meld must beat a draw: taking it gives up the chances of the draw."""
WINDOW: Final = 10
"""Discards that leave so much more than the least are not weighed, to save time; 16 scored no better."""

USUAL_DEADWOOD: Final = (42, 30, 23, 18, 16, 14, 13)
"""Mean deadwood of the opponent, lay-offs made, at a knock in turns 1-3, 4-7, 8-11 and so on.

From 6,000 deals of the simple bot against itself. There a knock within 10 paid in
all of these turns, and waiting for gin scored no more than knocking at once.
"""
TURNS_EACH: Final = 4
UNDERCUT_MARGIN: Final = 4
"""How far the usual deadwood must be above a knock: below that undercuts eat up what knocks win."""


# Varied one by one in duplicate deals against the simple bot.
GREEDY: Final = Manners(
    scoring=Manner(
        foresight=True, draw=0.0, wary=8.0, dear=-0.3, left_over=0.2, burden=0.0, base=5.0, late=0.5
    ),
    race=Manner(foresight=True, draw=3.0, wary=3.0, dear=0.05, base=20.0, late=0.5),
)
"""How it plays where melds are laid in the course of play."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a hand of ten promises at the next draw."""

    deadwood: int
    expected: float
    knocks: float
    melds: int
    worth: float


class GreedyBot:
    """Plays what is best one draw ahead; ``seed`` decides between equals."""

    def __init__(self, seed: str) -> None:
        rng = Random(seed)
        self._order = [rng.random() for _ in range(52)]

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return the action that ``advise`` names."""
        return self.advise(view, actions).action

    def advise(self, view: View, actions: tuple[Action, ...]) -> Advice:
        """Return the best of ``actions`` and a reason that the player can check."""
        if len(actions) == 1:
            return Advice(actions[0], "It is all that you can do now.")
        if KNOCK_LIMIT not in view.deal_notes:
            return play_of(view, GREEDY, _first_of).advise(actions)
        if LAY_BEST in actions:
            return _answer(view, any(isinstance(action, LayOff) for action in actions))
        if GO_OUT in actions:
            return Advice(GO_OUT, "All your cards are melded: spread them without a discard.")
        look = _Look(view)
        if TAKE in actions:
            if isinstance(view.rules.steps[view.step], LastDiscardStep):
                return self._last_discard(look)
            return self._draw(look, actions)
        knocks = mask_of(a.card for a in actions if isinstance(a, Knock) and a.melds is None and a.card)
        discards = mask_of(action.card for action in actions if isinstance(action, Discard))
        if knocks:
            least, cards = look.least(look.hand, knocks)
            if not discards or least == 0 or least + UNDERCUT_MARGIN <= look.usual:
                return self._knock(look, cards, least)
        if discards:
            return self._discard(look, discards)
        # A step of another game: the first thing on the list is legal.
        return Advice(actions[0], "Nothing speaks for anything else.")

    def _first(self, cards: int) -> Card:
        """Return the card of a mask that comes first in this bot's order."""
        return min(cards_of(cards), key=lambda card: self._order[card.index])

    def _draw(self, look: _Look, actions: tuple[Action, ...]) -> Advice:
        """Take the upcard where it makes a knock, betters the melds or beats a draw by far."""
        other = next(action for action in actions if action is not TAKE)
        top = look.view[DISCARD].top
        assert top is not None
        hand = look.hand
        now = look.deadwood(hand)
        # The card that was taken is not thrown, and never has to be weighed.
        after, cards = look.least(hand | top.bit, hand)
        throw = self._first(cards)
        kept = look.view.rules.arranger.arrange((hand | top.bit) ^ throw.bit)
        meld = next((one for one in kept.melds if top in one), None)
        change = f"deadwood can go from {now} to {after} by throwing the {_named(throw)}"
        outlook = look.outlook(hand, look.joining(hand))
        if after < now:
            why = f"it makes {_meld_text(meld, top)}; " if meld else ""
            if after <= look.limit:
                return Advice(TAKE, f"Take it: {why}{change}, which is enough to knock.")
            if joins_meld(look.view.rules.arranger, hand, top):
                return Advice(TAKE, f"Take it: {why}{change}.")
            if after + TAKE_MARGIN <= outlook.expected:
                draw = f"a draw from the stock would leave {outlook.expected:.0f} on average"
                return Advice(TAKE, f"Take it: {change}; {draw}.")
        verb = "Pass" if other is PASS else "Draw"
        if after >= now:
            reason = f"the {_named(top)} would not lower your deadwood of {now}"
        else:
            reason = (
                f"the {_named(top)} makes no meld and lowers deadwood only from {now} to {after}; "
                f"a draw leaves {outlook.expected:.0f} on average"
            )
        return Advice(other, f"{verb}: {reason}.")

    def _last_discard(self, look: _Look) -> Advice:
        """Take the last discard to knock, unless an undercut is likely; to pass makes the deal void."""
        top = look.view[DISCARD].top
        assert top is not None
        count, _ = look.least(look.hand | top.bit, look.hand)
        if count > look.limit:
            # It is offered for a knock all the same: to be thrown back as the knock's discard.
            count = look.deadwood(look.hand)
        if count and count + UNDERCUT_MARGIN > look.usual:
            why = f"an opponent usually has about {look.usual} now"
            return Advice(
                PASS, f"Pass: the {_named(top)} lets you knock with no less than {count}, and {why}."
            )
        return Advice(
            TAKE, f"Take the {_named(top)}: you can knock with {count}; to pass makes the deal void."
        )

    def _knock(self, look: _Look, cards: int, count: int) -> Advice:
        """Knock with the card that leaves the least."""
        card = self._first(cards)
        if count == 0:
            return Advice(KNOCKS[card.index], f"Gin: without the {_named(card)} every card is melded.")
        turn = look.view.turn
        return Advice(
            KNOCKS[card.index],
            f"Knock with {count} and lay down the {_named(card)}: "
            f"in turn {turn} an opponent usually has about {look.usual}.",
        )

    def _discard(self, look: _Look, allowed: int) -> Advice:
        """Throw the card whose loss promises most for the next draw."""
        hand = look.hand
        least, cheapest = look.least(hand, allowed)
        joining = look.joining(hand)
        weighed: list[tuple[float, float, Card, Outlook]] = []
        for card in cards_of(allowed):
            rest = hand ^ card.bit
            if look.deadwood(rest) <= least + WINDOW:
                outlook = look.outlook(rest, joining)
                worth = outlook.worth - DANGER * look.danger(card)
                weighed.append((worth, self._order[card.index], card, outlook))
        _, _, card, outlook = max(weighed, key=lambda one: one[:2])
        reason = self._why_throw(look, card, outlook, weighed, cheapest)
        return Advice(DISCARDS[card.index], f"Throw the {_named(card)}: {reason}{look.use_of(card)}.")

    def _why_throw(
        self,
        look: _Look,
        card: Card,
        outlook: Outlook,
        weighed: list[tuple[float, float, Card, Outlook]],
        cheapest: int,
    ) -> str:
        """Say what the discard leaves, and what speaks for it where another leaves less."""
        if card.bit & cheapest:
            return f"that leaves {outlook.deadwood} deadwood, and no other discard leaves less"
        cheap = self._first(cheapest)
        other = next(one for _, _, thrown, one in weighed if thrown is cheap)
        less = f"the {_named(cheap)} would leave {other.deadwood} instead of {outlook.deadwood}"
        if outlook.melds > other.melds:
            better = f"{outlook.melds} unseen cards then make a better meld for you, not {other.melds}"
        elif look.danger(card) < look.danger(cheap):
            better = "the opponent has more use for that"
        else:
            better = (
                f"after the next draw that is {outlook.expected:.1f} on average, not {other.expected:.1f}"
            )
        return f"{less}, but {better}"


class _Look:
    """One view, with what is asked of it again and again."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = view.hand_mask
        self.unseen = view.unseen
        self.deadwood = view.rules.arranger.deadwood
        limit = view.deal_notes.get(KNOCK_LIMIT)
        self.limit = limit if isinstance(limit, int) else -1
        self.usual = USUAL_DEADWOOD[min(view.turn // TURNS_EACH, len(USUAL_DEADWOOD) - 1)]
        self._values = view.rules.card_values.in_hand
        self._counts: dict[int, int] = {}
        for card in cards_of(self.unseen):
            value = self._values[card.index]
            self._counts[value] = self._counts.get(value, 0) + 1
        self._known = 0
        hidden = 0
        for seat in opponents(view):
            zone = view[view.layout.hands[seat]]
            self._known |= zone.mask
            hidden += zone.count - zone.mask.bit_count()
        self._held = hidden / max(1, self.unseen.bit_count())

    def least(self, hand: int, candidates: int) -> tuple[int, int]:
        """Return the least deadwood after one of ``candidates`` is thrown, and all that leave it."""
        least, cards = self.view.rules.arranger.best_discards(hand)
        if cards & candidates:
            return least, cards & candidates
        left = {card.bit: self.deadwood(hand ^ card.bit) for card in cards_of(candidates)}
        least = min(left.values())
        return least, sum(bit for bit, one in left.items() if one == least)

    def joining(self, hand: int) -> list[Card]:
        """Return the unseen cards that would join a meld of ``hand``."""
        arranger = self.view.rules.arranger
        return [card for card in cards_of(self.unseen) if joins_meld(arranger, hand, card)]

    def outlook(self, hand: int, joining: list[Card]) -> Outlook:
        """Say what ten cards promise; ``joining`` holds all cards that join a meld of them, or more."""
        arranger = self.view.rules.arranger
        now = self.deadwood(hand)
        without_one = arranger.best_discards(hand)[0]
        counts = self._counts.copy()
        total = knocks = melds = 0
        for card in joining:
            if joins_meld(arranger, hand, card):
                counts[self._values[card.index]] -= 1
                left = arranger.best_discards(hand | card.bit)[0]
                melds += left < now
                total += left
                knocks += left <= self.limit
        # A card that joins no meld is thrown, or kept in place of the dearest one.
        for value, count in counts.items():
            left = min(now, without_one + value)
            total += count * left
            knocks += count * (left <= self.limit)
        size = max(1, self.unseen.bit_count())
        worth = (KNOCK_CHANCE * knocks + MELD_CHANCE * melds - total) / size
        return Outlook(now, total / size, knocks / size, melds, worth)

    def danger(self, card: Card) -> float:
        """The chance that the opponent can meld ``card``, as if his hidden cards were any."""
        safe = 1.0
        for choice in melds_of_card(self.view.rules.arranger)[card.index][1]:
            chance = 1.0
            for one in cards_of(choice & ~self._known):
                chance *= self._held if one.bit & self.unseen else 0.0
            safe *= 1.0 - chance
        return 1.0 - safe

    def use_of(self, card: Card) -> str:
        """Say what use the opponent has for ``card``, as far as was seen."""
        choices = melds_of_card(self.view.rules.arranger)[card.index][1]
        possible = [choice for choice in choices if not choice & ~(self._known | self.unseen)]
        if not possible:
            return "; the opponent can make no meld with it"
        near = 0
        for choice in possible:
            near |= choice & self._known
        if not self._known:
            return ""
        if near:
            return f"; your hand gains more by it than the opponent, who took {_names(near)}"
        return "; as far as seen the opponent holds nothing that goes with it"


def _first_of(count: int) -> int:
    return 0


def _answer(view: View, may_lay_off: bool) -> Advice:
    """Meld and lay off for the least deadwood."""
    best = view.rules.arranger.defence(view.hand_mask, view.melds, may_lay_off)
    what = "Lay down your melds"
    if best.layoffs:
        laid = " and ".join(_named(card) for card, _ in best.layoffs)
        what = f"{what} and lay off {laid}" if best.melds else f"Lay off {laid}"
    return Advice(LAY_BEST, f"{what}: {best.deadwood} deadwood is left.")


def _meld_text(meld: tuple[Card, ...], card: Card) -> str:
    kind = "a set" if meld[0].rank == meld[-1].rank else "a run"
    return f"{kind} with {' '.join(_named(one) for one in meld if one is not card)}"


def _named(card: Card) -> str:
    return "{" + card.text + "}"


def _names(mask: int) -> str:
    return " and ".join(_named(card) for card in cards_of(mask))
