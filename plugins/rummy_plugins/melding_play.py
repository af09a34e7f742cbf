"""Play in games of melding on the table: what to draw, lay, offer, pass on and throw.

One policy with knobs: the simple bot plays it by the cards of its own hand alone, the
greedy bot weighs what is still to come and what the others could do with a card.
Nothing but the view is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from rummy_core.actions import (
    Accept,
    Action,
    Discard,
    Done,
    Draw,
    Exchange,
    LayMeld,
    LayOff,
    Offer,
    Pass,
    PassOn,
    Take,
    TakePile,
)
from rummy_core.advice import Advice
from rummy_core.cards import DECK_SIZE, Card, cards_of, mask_of
from rummy_core.claiming import ClaimStep
from rummy_core.contracts import ContractStep
from rummy_core.melds import Meld
from rummy_core.offering import OFFERED_CARD
from rummy_core.views import View
from rummy_core.zones import DISCARD
from rummy_plugins.hand_reading import ANY, MADE, RUNS, SETS, Group, groups, links, outs, together, use

A = TypeVar("A", bound=Action)

WILD_KEPT: Final = 12.0
"""What a wild card in hand is worth, in points."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a bot plays: see the fields.

    ``foresight`` weighs cards by what could still complete them, not by company alone, and
    keeps wild cards until they are needed. ``draw`` is what drawing from the stock is worth, in points;
    ``left_over`` what a card that stays in hand costs, in its points, as it may yet be laid, and
    ``burden`` what each of them costs besides. ``wary`` is what a card costs, in points, that others
    are sure to use; ``dear`` how much its own points count for throwing it, below 0 against;
    ``late`` how much they do besides when another is about to go out. ``base`` is what any meld
    in sight is worth beside its points.
    """

    foresight: bool
    draw: float
    wary: float
    dear: float
    left_over: float = 0.4
    burden: float = 1.0
    base: float = 0.0
    late: float = 0.0


@dataclass(frozen=True, slots=True)
class Manners:
    """How a bot plays where melds score, and where only what the others hold does."""

    scoring: Manner
    race: Manner

    def of(self, view: View) -> Manner:
        """The manner that the game of a view asks for."""
        return self.scoring if view.rules.card_values.melds_score else self.race


class MeldingPlay:
    """Chooses actions for one view."""

    def __init__(self, view: View, manner: Manner, pick: Callable[[int], int]) -> None:
        self.view = view
        self.manner = manner
        self.rules = view.rules.meld_rules
        self.worth = view.rules.card_values.in_hand
        self.hand = view.hand_mask
        self.unseen = view.unseen
        self._fan = any(getattr(step, "fan", False) for step in view.rules.steps.values())
        self._whole_pile = any(getattr(step, "whole", False) for step in view.rules.steps.values())
        # What can still come to this hand: with an open pile its cards as well.
        self.to_come = self.unseen | (view[DISCARD].mask if self._fan else 0)
        self._pick = pick
        self.plan = contract_plan(view) if _contract_ahead(view) else ANY

    def advise(self, actions: Sequence[Action]) -> Advice:
        """Return the action that this manner of play prefers, and why."""
        if len(actions) == 1:
            return Advice(actions[0], "It is all that you can do now.")
        if swaps := _of(actions, Exchange):
            best = max(swaps, key=lambda one: self._points(one.wild))
            return Advice(best, f"Swap the {named(best.card)} for the wild card: it can stand anywhere.")
        lays = self._lay(actions)
        if lays is not None:
            return lays
        if _of(actions, Accept):
            return self._answer(actions)
        if any(isinstance(action, Draw | Take | TakePile) for action in actions):
            return self._draw(actions)
        thrown: list[Discard | PassOn | Offer] = [
            one for one in actions if isinstance(one, Discard | PassOn | Offer)
        ]
        if thrown:
            return self._throw(thrown)
        for kind in (Done, Pass):
            if done := _of(actions, kind):
                return Advice(done[0], "There is nothing more that helps.")
        return Advice(actions[self._pick(len(actions))], "Nothing speaks for anything else.")

    # Laying.

    def _lay(self, actions: Sequence[Action]) -> Advice | None:
        melds = _of(actions, LayMeld)
        if self.manner.foresight and any(isinstance(action, Discard | Done) for action in actions):
            melds = self._worth_laying(melds)
        if melds:
            best = self._best_meld(melds)
            return Advice(best, f"Lay {row(best.cards)}: what lies on the table cannot count against you.")
        offs = _of(actions, LayOff)
        natural = [one for one in offs if one.card.rank not in self.rules.wilds]
        chosen = natural or (offs if self._spends_wilds() else [])
        if not chosen:
            return None
        best_off = max(chosen, key=lambda one: self._points(one.card))
        return Advice(best_off, f"Lay off the {named(best_off.card)}: it fits, and is gone from your hand.")

    def _spends_wilds(self) -> bool:
        """Whether wild cards are laid off: with few cards left; with foresight to go out, or at the last."""
        if not self.manner.foresight:
            return self.hand.bit_count() <= FEW
        others = self.hand & ~self.rules.wild_mask
        return others.bit_count() <= 1 or self._urgency() > LAST

    def _worth_laying(self, melds: Sequence[LayMeld]) -> list[LayMeld]:
        """Without those that spend two wild cards where one would do later, unless time runs out."""
        longest = max((len(one.cards) for one in melds), default=0)
        if self._urgency() > HURRY or self.hand.bit_count() <= longest + 1:
            return list(melds)
        wild = self.rules.wild_mask
        return [
            one
            for one in melds
            if (mask_of(one.cards) & wild).bit_count() < 2 or not mask_of(one.cards) & ~wild
        ]

    def _best_meld(self, melds: Sequence[LayMeld]) -> LayMeld:
        """The meld that the plan for the whole hand begins with, the longest and dearest first."""
        planned = self._groups(self.hand)
        wild = self.rules.wild_mask

        def rank(one: LayMeld) -> tuple[bool, int, float, int]:
            mask = mask_of(one.cards)
            natural, wilds = mask & ~wild, (mask & wild).bit_count()
            fits = any(not natural & ~group.cards and wilds <= group.wilds for group in planned)
            return fits, -wilds, sum(self._points(card) for card in one.cards), len(one.cards)

        return max(melds, key=rank)

    def _groups(self, hand: int) -> list[Group]:
        return groups(self.rules, hand, self.worth, self.plan)

    @cached_property
    def _meldable(self) -> int:
        """The cards of the hand that are in its melds, as a mask."""
        return together(self._groups(self.hand))

    # Drawing.

    def estimate(self, hand: int) -> float:
        """What a hand is worth, in points: what it can lay, less what would stay."""
        laid = together(self._groups(hand))
        rest = hand & ~laid
        for meld in self._open_melds():
            laid |= rest & self.rules.fits(meld) & ~self.rules.wild_mask
        rest = hand & ~laid
        value = float(sum(self._points(card) for card in cards_of(laid)))
        for card in cards_of(rest):
            if card.rank in self.rules.wilds:
                value += WILD_KEPT
            else:
                value -= self.manner.left_over * self._points(card) + self.manner.burden
        return value

    def _open_melds(self) -> Iterable[Meld]:
        """The melds that this seat may add to, as the melding step says."""
        side = self.view.layout.side_of[self.view.seat]
        return [meld for meld in self.view.melds if not self._own_melds or meld.owner == side]

    @cached_property
    def _own_melds(self) -> bool:
        """Whether a player may add to melds of his own side only."""
        return any(getattr(step, "own_melds", False) for step in self.view.rules.steps.values())

    def _draw(self, actions: Sequence[Action]) -> Advice:
        now = self.estimate(self.hand)
        best: tuple[float, Action, int] | None = None
        pile = self.view[DISCARD].cards if DISCARD in self.view else ()
        uses: dict[tuple[Card, int], list[TakePile]] = {}
        for action in _of(actions, TakePile):
            uses.setdefault((action.card, action.deep), []).append(action)
        for (card, _), ways in uses.items():
            place = len(pile) - 1 - pile[::-1].index(card)
            taken = mask_of(pile[place:] if self._fan else pile if self._whole_pile else (card,))
            gain = self.estimate(self.hand | taken) - now
            if best is None or gain > best[0]:
                best = gain, self._best_use(ways), taken
        if take := _of(actions, Take):
            top = pile[-1]
            joins = self.joins(top)
            gain = self.estimate(self.hand | top.bit) - now if joins else -1.0
            if best is None or gain > best[0]:
                best = gain, take[0], top.bit
        draws = _of(actions, Draw)
        if best is not None and (best[0] > self.manner.draw or (not draws and best[0] > 0)):
            return Advice(best[1], self._why_take(best[1], best[2], best[0]))
        if draws:
            return Advice(draws[0], "Draw: nothing on the pile makes a meld that is worth its price.")
        passes = _of(actions, Pass)
        return Advice(passes[0] if passes else actions[0], "Nothing on the pile helps you.")

    def _why_take(self, action: Action, taken: int, gain: float) -> str:
        cards = cards_of(taken)
        worth = f"your cards are worth about {gain:.0f} points more"
        if isinstance(self.view.rules.steps[self.view.step], ClaimStep):
            return f"Claim the {named(cards[0])}: it fits, and {worth}."
        many = f"the {named(cards[0])}" if len(cards) == 1 else f"{len(cards)} cards"
        use = ""
        if isinstance(action, TakePile) and isinstance(action.use, LayMeld):
            use = f"{row(action.use.cards)} lie at once, and "
        elif isinstance(action, TakePile):
            use = f"the {named(action.card)} is laid off at once, and "
        return f"Take {many} from the pile: {use}{worth}."

    def joins(self, card: Card) -> bool:
        """Whether ``card`` can be melded with the hand at once, or laid off."""
        if card.rank in self.rules.wilds:
            return True
        if any(self.rules.fits(meld) & card.bit for meld in self._open_melds()):
            return True
        return bool(together(self._groups(self.hand | card.bit)) & card.bit)

    def _best_use(self, ways: Sequence[TakePile]) -> TakePile:
        """Lay a new meld with natural cards where one can, else lay off, else spend a wild card."""

        def rank(one: TakePile) -> tuple[int, int]:
            if isinstance(one.use, LayOff):
                return 0, 0
            wilds = sum(card.rank in self.rules.wilds for card in one.use.cards)
            return -wilds, sum(self._points(card) for card in one.use.cards)

        return max(ways, key=rank)

    # Throwing.

    def _answer(self, actions: Sequence[Action]) -> Advice:
        card = self._offered()
        accept = _of(actions, Accept)[0]
        if card is not None and self.joins(card):
            return Advice(accept, f"Accept the {named(card)}: it makes a meld with what you hold.")
        refuse = next(action for action in actions if action is not accept)
        return Advice(refuse, "Let it pass: it would only be one card more in your hand.")

    def _offered(self) -> Card | None:
        """The card that is offered."""
        card = self.view.note(OFFERED_CARD)
        return card if isinstance(card, Card) else None

    def _throw(self, actions: Sequence[Discard | PassOn | Offer]) -> Advice:
        weighed = [(self._keep(one.card), self._pick(1000), one) for one in actions if one.card is not None]
        _, _, best = min(weighed, key=lambda one: one[:2])
        assert best.card is not None
        verb = {Discard: "Throw", PassOn: "Pass on", Offer: "Offer"}[type(best)]
        return Advice(best, f"{verb} the {named(best.card)}: {self._why_throw(best.card)}.")

    def _keep(self, card: Card) -> float:
        """How much is lost with a card."""
        if card.rank in self.rules.wilds:
            return 1000.0 + self._points(card)
        if not self.manner.foresight:
            return self.useful(card) - self.manner.dear * self._points(card)
        return (
            self.prospect(card)
            + self.manner.wary * self.danger(card)
            - (self.manner.dear + self.manner.late * self._urgency()) * self._points(card)
        )

    def _urgency(self) -> float:
        """How near another side is to having no cards: 0 far off, 1 at the last."""
        view = self.view
        fewest = min(
            (
                view[view.layout.hands[seat]].count
                for seat, side in enumerate(view.layout.side_of)
                if side != view.layout.side_of[view.seat]
            ),
            default=10,
        )
        return max(0.0, 1.0 - fewest / 10)

    def prospect(self, card: Card) -> float:
        """The points that a card may yet bring, by what is unseen and would meld it."""
        total = 0.0
        size = max(1, self.unseen.bit_count())
        hand = self.hand & ~card.bit
        own = self._points(card)
        for one, two in links(self.rules, self.plan)[card.index]:
            held = one & hand
            if held:
                partner = self.worth[(held.bit_length() - 1) % DECK_SIZE]
                if two & hand & ~(held & -held):
                    total += MADE
                else:
                    outs = (two & self.to_come).bit_count()
                    total += outs * (self.manner.base + own + 2 * partner) / size
        return total

    def danger(self, card: Card) -> float:
        """The chance that some other hand melds a card with two of its own, as if hidden cards were any."""
        view = self.view
        if not self._own_melds and any(self.rules.fits(meld) & card.bit for meld in view.melds):
            return 1.0
        safe = 1.0
        size = max(1, self.unseen.bit_count())
        for seat in range(view.layout.seats):
            if view.layout.side_of[seat] == view.layout.side_of[view.seat]:
                continue
            zone = view[view.layout.hands[seat]]
            known = zone.mask
            hidden = (zone.count - known.bit_count()) / size
            for one, two in links(self.rules)[card.index]:
                first = 1.0 if one & known else min(1.0, hidden * (one & self.unseen).bit_count())
                second = 1.0 if two & known else min(1.0, hidden * (two & self.unseen).bit_count())
                safe *= 1.0 - first * second / 2
        return 1.0 - safe

    def useful(self, card: Card) -> float:
        """How well a card goes with the others of the hand."""
        if self.manner.foresight:
            return float(use(self.rules, card, self.hand, self.unseen, self.plan))
        made = MADE * bool(self._meldable & card.bit)
        return made + bool(use(self.rules, card, self.hand, self.unseen, self.plan))

    def _why_throw(self, card: Card) -> str:
        if card.rank in self.rules.wilds:
            return "you hold nothing but wild cards"
        if self.useful(card) == 0:
            return "nothing in your hand goes with it"
        if not self.manner.foresight:
            return "it goes least with what you hold"
        count = outs(self.rules, card, self.hand, self.to_come, self.plan).bit_count()
        waits = f"{count} card{'' if count == 1 else 's'} that may yet come would meld it"
        return f"{waits}, and it promises least of what you hold"

    def _points(self, card: Card) -> int:
        return self.worth[card.index % DECK_SIZE]


HURRY: Final = 0.5
"""How near another must be to going out before melds take two wild cards."""
LAST: Final = 0.85
"""How near another must be to going out before wild cards are laid off as if they were any."""
FEW: Final = 3
"""Cards in hand from which on a wild card is laid off rather than kept."""


def _contract_ahead(view: View) -> bool:
    """Whether the own side has yet to lay a contract."""
    if not any(isinstance(step, ContractStep) for step in view.rules.steps.values()):
        return False
    side = view.layout.side_of[view.seat]
    return not any(meld.owner == side for meld in view.melds)


def contract_plan(view: View) -> str:
    """Whether a hand has more sets or more runs to make of it."""
    rules, worth, hand = view.rules.meld_rules, view.rules.card_values.in_hand, view.hand_mask
    return max(
        (SETS, RUNS),
        key=lambda plan: (
            len(groups(rules, hand, worth, plan)),
            sum(use(rules, card, hand, view.unseen, plan) for card in cards_of(hand)),
        ),
    )


def _of(actions: Iterable[Action], kind: type[A]) -> list[A]:
    return [action for action in actions if isinstance(action, kind)]


def named(card: Card) -> str:
    """A card as it stands in a reason."""
    return "{" + card.text + "}"


def row(cards: Iterable[Card]) -> str:
    """Some cards as they stand in a reason."""
    return " ".join(map(named, cards))
