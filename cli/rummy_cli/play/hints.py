"""What the strongest bot would do, with a reason, from the view alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rummy_cli.choosing import chosen_bot
from rummy_cli.faces import CardText
from rummy_cli.play.players import best_bot
from rummy_core.actions import Action, Discard, Draw, GoOut, Knock, LayBest, LayOff, Pass, Take
from rummy_core.advice import Adviser
from rummy_core.cards import card
from rummy_core.views import View


def hint_lines(view: View, actions: Sequence[Action], cards: CardText) -> list[str]:
    """Return the move of the strongest bot, and its reason where it gives one."""
    bot = chosen_bot(best_bot())("hint")
    if not isinstance(bot, Adviser):
        return [f"Hint: {move_words(bot.choose(view, tuple(actions)), cards)}."]
    advice = bot.advise(view, tuple(actions))
    lines = [f"Hint: {move_words(advice.action, cards)}."]
    reason = with_cards(advice.reason, cards).strip()
    if reason:
        lines.append(reason[:1].upper() + reason[1:].rstrip(".") + ".")
    return lines


def with_cards(text: str, cards: CardText) -> str:
    """Write the cards that stand in braces, such as ``{8H}``, in the style of the screen."""

    def written(match: re.Match[str]) -> str:
        try:
            found = card(match[2])
        except ValueError:
            return match[0]
        shown = cards.the(found) if match[1] or cards.style == "words" else cards.one(found)
        return shown[:1].upper() + shown[1:] if match[1] == "The" else shown

    return re.sub(r"(?:\b([Tt]he) )?\{([^{}]{2,5})\}", written, text)


def move_words(action: Action, cards: CardText) -> str:
    """A move as advice: ``discard Q♦``."""
    if isinstance(action, Discard):
        return f"discard {cards.the(action.card)}"
    if isinstance(action, Knock) and action.card is not None:
        return f"knock with {cards.the(action.card)} face down"
    if isinstance(action, GoOut):
        return "big gin, with every card melded"
    if isinstance(action, LayOff):
        return f"lay {cards.the(action.card)} on meld {action.meld}"
    plain = {Draw: "draw from the stock", Take: "take the top of the pile", Pass: "pass", LayBest: "best"}
    return plain.get(type(action)) or str(action)
