"""What may be done now, in keys and words: the line under a table, and the whole list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.play.deal_facts import offered_card
from rummy_cli.play.hand_order import by_suit
from rummy_cli.play.melds_told import knocks, laying_words, melded
from rummy_cli.play.pile_told import is_fanned, pickup_typed, pile, takes_top
from rummy_core.actions import (
    LAY_BEST,
    Accept,
    Action,
    Discard,
    Done,
    Draw,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayBest,
    LayMeld,
    LayOff,
    Offer,
    Pass,
    PassOn,
    Take,
    TakePile,
)
from rummy_core.cards import Card, mask_of
from rummy_core.claiming import ClaimStep
from rummy_core.knocking import KNOCK_LIMIT
from rummy_core.steps import TAKEN
from rummy_core.table_points import points_in_hand
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
        return f"{self.words} {self.beside_words}".strip()

    @property
    def beside_words(self) -> str:
        """What stands behind the words: the note, with the label where the words do not say it."""
        return f"({self.label} {self.note})" if self.note and self.label not in self.words else self.note


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
    if TakePile in kinds:
        found.append(_pickup(view, [one for one in actions if isinstance(one, TakePile)], cards))
    if Accept in kinds:
        offered = offered_card(view)
        card = cards.the(offered) if offered else "it"
        found.append(Choice("y", "yes", f"accept {card}", "take", card, f"accept {card}"))
    if Force in kinds:
        found.append(_forcing([one for one in actions if isinstance(one, Force)], cards))
    if Pass in kinds:
        found.append(
            Choice("n", "no", "let it go by", "no", deed="refuse it") if Accept in kinds else _passing(view)
        )
    if Exchange in kinds:
        found.append(
            Choice("w CARD", "swap CARD for WILD on N", "for the wild card", "swap", deed="swap a wild card")
        )
    if LayMeld in kinds:
        found.append(Choice("m CARDS", "meld CARDS", "a set or run", "meld", deed="meld"))
    if LayOff in kinds:
        found.append(Choice("l CARD on N", "lay CARD on N", "lay off on meld N", "lay off", deed="lay off"))
    if Discard in kinds:
        found.append(Choice("x CARD", "discard CARD", "throw it", "discard", deed="discard a card"))
    if PassOn in kinds:
        found.append(
            Choice("p CARD", "pass on CARD", "face down to your neighbour", "pass on", deed="pass a card on")
        )
    if Offer in kinds:
        found.append(Choice("o CARD", "offer CARD", "to the others in turn", "offer", deed="offer a card"))
    if Knock in kinds:
        limit = view.note(KNOCK_LIMIT)
        what = f"{limit} or less" if limit else "gin only"
        found.append(Choice("k CARD", "knock CARD", what, "knock", f"({what})", "knock"))
    if ginning(view, actions):
        found.append(Choice("gin", "gin", "no deadwood left", "you have it", deed="go gin"))
    if GoOut in kinds:
        found.append(Choice("big gin", "big gin", "all melded, no discard", "all melded", "", "go big gin"))
    if LayBest in kinds:
        left = least_left(view, actions)
        found.append(
            Choice("b", "best", f"lay all that helps, {left} left", "best", f"({left} left)", "lay the best")
        )
    if Done in kinds and LAY_BEST in actions:
        left = points_left(view)
        found.append(Choice("done", "done", f"lay no more, {left} left", "", f"({left} left)", "be done"))
    elif Done in kinds:
        found.append(Choice("done", "done", "go on to what comes next", "", deed="be done"))
    return found


def _passing(view: View) -> Choice:
    if getattr(view.rules.steps[view.step], "pass_ends", ""):
        what = "take nothing: the deal ends"
        return Choice("p", "pass", what, "pass", "(the deal ends)", "pass, which ends the deal")
    return Choice("p", "pass", "let it lie", "pass", deed="pass")


def _forcing(ways: Sequence[Force], cards: CardText) -> Choice:
    """Forcing a card that was let go; the meld is named where there is more than one."""
    card = cards.the(ways[0].use.card)
    words = "force" if len(ways) == 1 else "force on N"
    key = words.replace("force", "f")
    return Choice(key, words, f"have {card} laid by who let it go", "force", card, f"force {card}")


def _pickup(view: View, ways: Sequence[TakePile], cards: CardText) -> Choice:
    """Taking part or the whole of the pile for a card that is used at once, or claiming its top."""
    if isinstance(view.rules.steps[view.step], ClaimStep):
        top = cards.the(ways[0].card)
        return Choice("t on N", "take on N", f"lay {top} off on meld N", f"claim {top}", deed=f"claim {top}")
    uses = dict.fromkeys("on MELD" if isinstance(one.use, LayOff) else "with CARDS" for one in ways)
    how = " or ".join(sorted(uses, reverse=True))
    if takes_top(view):
        card = cards.the(ways[0].card)
        return Choice(f"t {how}", f"take {how}", f"use {card} at once", "use", card, f"use {card}")
    if is_fanned(view):
        words = f"take N {how}"
        return Choice("t N", words, "that card and all above it", "from the pile", deed="take from the pile")
    lying = pile(view)
    note = f"the pile, {cards.the(lying[-1])}" + (f" and {len(lying) - 1} more" if len(lying) > 1 else "")
    return Choice("t with CARDS", "take with CARDS", note, "take the pile", deed="take the pile")


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
    """Return the points in hand where nothing more is laid."""
    return points_in_hand(view.rules.card_values, view.hand_mask)


def standing(view: View, actions: Sequence[Action]) -> str:
    """How the hand stands in numbers.

    Where one knocks that is its deadwood, or what the best discard leaves; else what the
    hand counts, and what has been melded.
    """
    if not knocks(view.rules):
        down = melded(view, view.seat)
        return f"{points_left(view)} in hand" + ("" if down is None else f", {down} melded")
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
    Choice("", "pile", "what lies on the table: stock, pile and melds"),
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
    if choice.words == "gin":
        return ": " + _row([action.card for action in ginning(view, actions) if action.card], cards)
    kind = _WITH_ONE_CARD.get(choice.words)
    if kind is not None:
        held = [getattr(action, "card", None) for action in actions if isinstance(action, kind)]
        return ": " + _row(by_suit(one for one in held if one is not None), cards)
    if choice.words.startswith("force"):
        return ": " + "; ".join(laying_words(one, cards) for one in actions if isinstance(one, Force))
    if choice.words.startswith("take "):
        ways = [pickup_typed(view, one, cards) for one in actions if isinstance(one, TakePile)]
        return ": " + "; ".join(ways)
    laid = {"lay CARD on N": LayOff, "meld CARDS": LayMeld, "swap CARD for WILD on N": Exchange}
    if choice.words not in laid:
        return ""
    ways = [
        laying_words(one, cards).partition(" ")[2] for one in actions if isinstance(one, laid[choice.words])
    ]
    return ": " + "; ".join(ways) + ("; or a longer one" if choice.words == "meld CARDS" else "")


_WITH_ONE_CARD: Final[dict[str, type[Action]]] = {
    "discard CARD": Discard,
    "knock CARD": Knock,
    "offer CARD": Offer,
    "pass on CARD": PassOn,
}


def _row(found: Sequence[Card], cards: CardText) -> str:
    return ", ".join(map(cards.one, found))
