"""What the strongest bot would do, with a reason, from the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_cli.choosing import chosen_bot
from rummy_cli.errors import sentence
from rummy_cli.faces import CardText
from rummy_cli.play.melds_told import laying_words
from rummy_cli.play.pile_told import pile
from rummy_cli.play.players import best_bot
from rummy_cli.play.saying_again import with_cards
from rummy_core.actions import (
    Action,
    Discard,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Offer,
    PassOn,
    Spread,
    TakePile,
)
from rummy_core.advice import Adviser
from rummy_core.cards import Card, mask_of
from rummy_core.table_points import points_in_hand
from rummy_core.views import View


def hint_lines(view: View, actions: Sequence[Action], cards: CardText) -> list[str]:
    """Return why the strongest bot does what it does, where it says so, and what to type for that.

    The line to type ends without a full stop: it can be typed as it stands.
    """
    bot = chosen_bot(best_bot())("hint")
    if not isinstance(bot, Adviser):
        action = bot.choose(view, tuple(actions))
        return [f"Hint: {_plain_reason(view, action, cards)}", f"Type: {move_words(action, cards)}"]
    advice = bot.advise(view, tuple(actions))
    reason = sentence(with_cards(advice.reason, cards).strip())
    return [f"Hint: {reason}", f"Type: {move_words(advice.action, cards)}"]


def _plain_reason(view: View, action: Action, cards: CardText) -> str:
    """What can be seen of a move that nobody gives a reason for."""
    values = view.rules.card_values
    if isinstance(action, Discard | PassOn | Offer) and action.card is not None:
        points = points_in_hand(values, action.card.bit)
        return sentence(f"{cards.the(action.card)} counts {points} in your hand")
    if isinstance(action, LayMeld | LayOff):
        laid = mask_of(action.cards if isinstance(action, LayMeld) else [action.card])
        return f"It takes {points_in_hand(values, laid)} points out of your hand."
    if isinstance(action, TakePile):
        count = len(pile(view)) - pile(view).index(action.card)
        return f"{count} {'card' if count == 1 else 'cards'} of the pile, of which one is used at once."
    return "A legal move; no more is known of it."


def move_words(action: Action, cards: CardText) -> str:
    """A move in words that can be typed: ``discard Q♦``, ``knock the six of spades``."""
    if isinstance(action, Discard):
        return f"discard {cards.the(action.card)}"
    if isinstance(action, Knock) and action.card is not None:
        return f"knock {cards.the(action.card)}{_with(action.melds, cards)}"
    if isinstance(action, GoOut):
        return f"go out{_with(action.melds, cards)}" if action.melds else "big gin"
    if isinstance(action, LayMeld | LayOff | TakePile | Exchange | Force):
        return laying_words(action, cards)
    if isinstance(action, Offer):
        return f"offer {cards.the(action.card)}"
    if isinstance(action, PassOn) and action.card is not None:
        return f"pass on {cards.the(action.card)}"
    return str(action)


def _with(melds: Spread | None, cards: CardText) -> str:
    if melds is None:
        return ""
    return " with " + (", ".join(_apart(meld, cards) for meld in melds) or "nothing")


def _apart(meld: Sequence[Card], cards: CardText) -> str:
    """The cards of a meld, each by itself: only so can they be typed."""
    return " ".join(map(cards.one, meld))
