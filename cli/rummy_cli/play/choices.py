"""What may be done now, in keys and words: the line under a table, and the whole list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy_cli.faces import CardText
from rummy_core.actions import (
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
    Take,
)
from rummy_core.cards import mask_of
from rummy_core.knocking import KNOCK_LIMIT
from rummy_core.steps import TAKEN
from rummy_core.views import View
from rummy_core.zones import DISCARD


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind of move: its key, its words, what it does, and what stands beside its key.

    ``note`` stands behind key and words alike, ``deed`` is what a player is told to do.
    """

    key: str
    words: str
    what: str
    label: str = ""
    note: str = ""
    deed: str = ""

    @property
    def beside_key(self) -> str:
        """What stands beside the key: ``knock (10 or less)``."""
        return f"{self.label} {self.note}".strip()

    @property
    def in_words(self) -> str:
        """The choice without its key: ``knock CARD (10 or less)``."""
        return f"{self.words} {self.note}".strip()


def choices(view: View, actions: Sequence[Action], cards: CardText) -> list[Choice]:
    """Return every legal kind of move once."""
    kinds = {type(action) for action in actions}
    found: list[Choice] = []
    if Draw in kinds:
        found.append(Choice("d", "draw", "from the stock", "draw", deed="draw from the stock"))
    if Take in kinds:
        top = view[DISCARD].top
        card = cards.the(top) if top else "the top of the pile"
        found.append(Choice("t", "take", card, "take", card, f"take {card}"))
    if Pass in kinds:
        found.append(Choice("p", "pass", "let it lie", "pass", deed="pass"))
    if Discard in kinds:
        found.append(Choice("x CARD", "discard CARD", "throw it", "discard", deed="discard a card"))
    if Knock in kinds:
        limit = view.note(KNOCK_LIMIT)
        what = f"{limit} or less" if limit else "gin only"
        found.append(Choice("k CARD", "knock CARD", what, "knock", f"({what})", "knock"))
    if ginning(view, actions):
        found.append(Choice("gin", "gin", "no deadwood left", "you have it", deed="go gin"))
    if GoOut in kinds:
        found.append(Choice("big gin", "big gin", "all melded, no discard", "all melded", "", "go big gin"))
    if LayMeld in kinds:
        found.append(Choice("m CARDS", "meld CARDS", "a set or run", "meld", deed="meld"))
    if LayOff in kinds:
        found.append(Choice("l CARD on N", "lay CARD on N", "lay off on meld N", "lay off", deed="lay off"))
    if LayBest in kinds:
        left = least_left(view, actions)
        found.append(
            Choice("b", "best", f"lay all that helps, {left} left", "best", f"({left} left)", "lay the best")
        )
    if Done in kinds:
        left = points_left(view)
        found.append(Choice("done", "done", f"lay no more, {left} left", "", f"({left} left)", "be done"))
    return found


def ginning(view: View, actions: Sequence[Action]) -> list[Knock]:
    """Return the knocks that leave no deadwood at all."""
    deadwood = view.rules.arranger.deadwood
    hand = view.hand_mask
    return [
        action
        for action in actions
        if isinstance(action, Knock) and action.card is not None and not deadwood(hand ^ action.card.bit)
    ]


def least_left(view: View, actions: Sequence[Action]) -> int:
    """Return the deadwood after the best answer to a knock."""
    open_melds = {action.meld for action in actions if isinstance(action, LayOff)}
    melds = [meld for meld in view.melds if meld.number in open_melds]
    return view.rules.arranger.defence(view.hand_mask, melds).deadwood


def points_left(view: View) -> int:
    """Return the deadwood where nothing more is laid."""
    return view.rules.arranger.points(view.hand_mask)


def standing(view: View, actions: Sequence[Action]) -> str:
    """How the hand stands in numbers: its deadwood, or what the best discard leaves."""
    if any(isinstance(action, Discard | Knock) for action in actions):
        least, _ = view.rules.arranger.best_discards(view.hand_mask)
        return f"deadwood {least} after the best discard"
    return f"deadwood {view.rules.arranger.deadwood(view.hand_mask)}"


def remarks(view: View, actions: Sequence[Action], cards: CardText) -> list[str]:
    """What binds the player now, though no line of choices shows it."""
    taken = view.turn_notes.get(TAKEN)
    found: list[str] = []
    thrown = mask_of([action.card for action in actions if isinstance(action, Discard)])
    knocked = mask_of([action.card for action in actions if isinstance(action, Knock) and action.card])
    if taken is not None and (thrown | knocked) and isinstance(taken, type(view.hand[0])):
        if not thrown:
            found.append("You took it to knock: a knock is all that is left to do.")
        elif not (thrown | knocked) & taken.bit & view.hand_mask and taken.bit & view.hand_mask:
            found.append(f"{_capital(cards.the(taken))} may not be thrown back this turn.")
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


RANKS_IN_WORDS: Final = "2 to 10, j, q, k or a"
SUITS_IN_WORDS: Final = "c, d, h or s"

ALWAYS: tuple[Choice, ...] = (
    Choice("h", "hint", "what a strong player would do, and why"),
    Choice("s", "sort", "lay your hand out by melds, rank or suit"),
    Choice("u", "undo", "take your last move back if you saw nothing new"),
    Choice("", "hand", "your cards again"),
    Choice("", "table", "the whole table again"),
    Choice("", "pile", "the discard pile"),
    Choice("", "score", "the score, deal by deal"),
    Choice("", "turn", "whose turn it is, and for what"),
    Choice("", "repeat", "the last thing said, again"),
    Choice("", "log", "all that happened in this deal"),
    Choice("", "rules", "the rules as they are played here"),
    Choice("", "save", "where the match is saved; save FILE copies it"),
    Choice("", "resign", "give the match up"),
    Choice("q", "quit", "stop here; you are told how to go on"),
    Choice("?", "help", "this list"),
)


def help_lines(view: View, actions: Sequence[Action], cards: CardText) -> list[str]:
    """Return every legal move with its cards, then every other word that can be typed."""
    lines = ["Now you may type:"]
    for choice in choices(view, actions, cards):
        lines.append(f"  {_both(choice)}: {choice.what}{_with_cards(choice, view, actions, cards)}")
    lines.append("And always:")
    lines += [f"  {_both(choice)}: {choice.what}" for choice in ALWAYS]
    lines += [
        "A word may be cut short where only one begins so.",
        "A card is written as its rank and suit:",
        f"  rank: {RANKS_IN_WORDS}",
        f"  suit: {SUITS_IN_WORDS}",
    ]
    return lines


def _both(choice: Choice) -> str:
    if not choice.key or choice.key == choice.words:
        return choice.words
    return f"{choice.words} ({choice.key})"


def _with_cards(choice: Choice, view: View, actions: Sequence[Action], cards: CardText) -> str:
    """The cards with which a kind of move is legal."""
    if choice.words == "discard CARD":
        return ": " + _row([action.card for action in actions if isinstance(action, Discard)], cards)
    if choice.words == "knock CARD":
        return ": " + _row(
            [action.card for action in actions if isinstance(action, Knock) and action.card], cards
        )
    if choice.words == "gin":
        return ": " + _row([action.card for action in ginning(view, actions) if action.card], cards)
    if choice.words == "lay CARD on N":
        pairs = [action for action in actions if isinstance(action, LayOff)]
        return ": " + ", ".join(f"{cards.one(one.card)} on {one.meld}" for one in pairs)
    if choice.words == "meld CARDS":
        melds = [action for action in actions if isinstance(action, LayMeld)]
        return ": " + "; ".join(" ".join(map(cards.one, one.cards)) for one in melds) + "; or a longer one"
    return ""


def _row(found: Sequence[object], cards: CardText) -> str:
    return ", ".join(cards.one(card) for card in found)  # type: ignore[arg-type]
