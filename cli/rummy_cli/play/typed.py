"""What a person types: a move, another word, or something that is asked back.

Nothing unclear is ever made into a move, but where a kind of move is not legal at all, its word
is one whatever is missing: the rules then say why it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rummy_cli.errors import nearest
from rummy_cli.faces import CardText
from rummy_cli.play.choices import ginning
from rummy_cli.play.pile_told import is_fanned, takes_top, takes_whole
from rummy_cli.play.typed_cards import all_short, card_meant, no_card, read_card
from rummy_cli.play.typed_found import Aside, Move, Typed, Unclear, either
from rummy_cli.play.typed_lays import force, lay, meld, swap, take, which_card
from rummy_cli.safe_text import safe
from rummy_core.actions import (
    ACCEPT,
    DISCARDS,
    DONE,
    DRAW,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    OFFERS,
    PASS,
    PASSES_ON,
    TAKE,
    Action,
    Discard,
    GoOut,
    Knock,
    LayOff,
    Offer,
    PassOn,
)
from rummy_core.cards import Card
from rummy_core.notation import BadText, parse_action
from rummy_core.views import View

MOVES: Final = (
    *("draw", "take", "pass", "discard", "knock", "gin", "big gin", "go out"),
    *("lay", "meld", "best", "done"),
    *("swap", "offer", "accept", "yes", "no", "force"),
)
ASIDES: Final = (
    *("hint", "sort", "undo", "hand", "table", "pile", "score", "turn", "repeat"),
    *("log", "rules", "save", "resign", "quit", "exit", "help"),
)
KEYS: Final = {
    "d": "draw",
    "t": "take",
    "p": "pass",
    "x": "discard",
    "k": "knock",
    "l": "lay",
    "m": "meld",
    "b": "best",
    "h": "hint",
    "s": "sort",
    "u": "undo",
    "w": "swap",
    "f": "force",
    "o": "offer",
    "y": "yes",
    "n": "no",
    "q": "quit",
    "?": "help",
    "throw": "discard",
}
_PLAIN: Final[dict[str, Action]] = {
    "draw": DRAW,
    "take": TAKE,
    "pass": PASS,
    "best": LAY_BEST,
    "done": DONE,
    "accept": ACCEPT,
    "yes": ACCEPT,
    "no": PASS,
}
_OF_ONE_CARD: Final[dict[type[Action], Sequence[Action]]] = {
    Discard: DISCARDS,
    PassOn: PASSES_ON,
    Offer: OFFERS,
}
_TWO_WORDS: Final = {"big": "big gin", "go": "go out"}
_LONGEST: Final = 400


def read_typed(line: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    """Return what ``line`` asks for at a step with these legal ``actions``."""
    text = " ".join(line[:_LONGEST].replace("\0", " ").split())
    if not text:
        return Unclear()
    bare = read_card(text)
    if bare is not None:
        return _bare(bare, actions, cards)
    word, _, rest = text.partition(" ")
    found = _word(word, rest, actions)
    if isinstance(found, Unclear):
        return found
    if found in _TWO_WORDS.values():
        rest = re.sub(r"^(gin|out)\b ?", "", rest, flags=re.IGNORECASE)
    if found in ASIDES:
        return Aside("quit" if found == "exit" else found, rest)
    if found == "take" and (is_fanned(view) or takes_whole(view) or takes_top(view)):
        return take(rest, view, actions, cards)
    if found == "pass" and (rest or PASS not in actions) and _kinds(actions) & {PassOn}:
        return _one_card("pass on", rest.removeprefix("on").strip(), view, actions, cards)
    if found in _PLAIN:
        if rest:
            return _plain_with_more(found, rest, view)
        return Move(_PLAIN[found])
    return _WITH_CARDS[found](rest, view, actions, cards)


def _kinds(actions: Sequence[Action]) -> set[type[Action]]:
    return {type(action) for action in actions}


def _plain_with_more(found: str, rest: str, view: View) -> Typed:
    """A word that needs no card: the one it means may be named, no other."""
    named = read_card(rest)
    top = view["discard"].top if "discard" in view else None
    if found == "take" and named is not None and top is not None and named.text == top.text:
        return Move(TAKE)
    if rest.lower() in ("card", "stock", "from stock", "from the stock", "pile", "from the pile"):
        from_pile = rest.lower().endswith("pile")
        if (found == "draw" and not from_pile) or (found == "take" and (from_pile or rest == "card")):
            return Move(_PLAIN[found])
    return Unclear(f"'{found}' stands alone; what is '{safe(rest, 40)}'?")


def _word(word: str, rest: str, actions: Sequence[Action]) -> str | Unclear:
    """Return the whole word that ``word`` is, or begins alone."""
    typed = word.lower()
    # Where nothing can be laid off and no card is named, l is as well the beginning of log.
    if typed in KEYS and (typed != "l" or rest or any(isinstance(action, LayOff) for action in actions)):
        return KEYS[typed]
    if typed in (*MOVES, *ASIDES):
        return typed
    if typed in _TWO_WORDS and not rest:
        return _TWO_WORDS[typed]
    if typed in _TWO_WORDS and _TWO_WORDS[typed].startswith(f"{typed} {rest.split()[0].lower()}"):
        return _TWO_WORDS[typed]
    begun = [whole for whole in (*MOVES, *ASIDES) if whole.startswith(typed) and whole != "exit"]
    if len(begun) > 1:
        possible = _possible(actions)
        begun = [whole for whole in begun if whole in ASIDES or whole in possible]
    if len(begun) == 1:
        return begun[0]
    if begun:
        return Unclear(f"'{safe(word, 40)}' could be {either(begun)}: write a letter more.")
    near = nearest(word, (*MOVES, *ASIDES)).removeprefix("; ")
    if apart := _apart(word):
        near = f"did you mean '{apart}'?"
    if near:
        return Unclear(f"There is no word '{safe(word, 40)}'; {near}")
    return Unclear(f"There is no word '{safe(word, 40)}'. ? lists what can be typed.")


def _apart(word: str) -> str:
    """``x kh`` for ``xkh``, the word for a move and its card without a blank between; else nothing."""
    for place in range(1, len(word)):
        verb, rest = word[:place].lower(), word[place:]
        if KEYS.get(verb, verb) in ("discard", "knock", "lay", "gin", "offer") and read_card(rest):
            return f"{verb} {rest.lower()}"
    return ""


def _possible(actions: Sequence[Action]) -> set[str]:
    words = {str(action).partition(" ")[0] for action in actions}
    if "knock" in words:
        words.add("gin")
    if any(isinstance(action, GoOut) for action in actions):
        words |= {"big gin", "go out"}
    if ACCEPT in actions:
        words |= {"yes", "no"}
    return words


def _bare(bare: Card, actions: Sequence[Action], cards: CardText) -> Typed:
    """A card alone is what a single card is there for: a discard, or to be passed on or offered."""
    kinds = [kind for kind in (Discard, PassOn, Offer) if kind in _kinds(actions)]
    short = bare.text.lower()
    if len(kinds) != 1:
        return Unclear(f"What about {cards.the(bare)}? Say what to do with it; ? lists what can be typed.")
    if Knock(bare) in actions:
        return Unclear(
            f"You could discard {cards.the(bare)} or knock with it: write 'x {short}' or 'k {short}'."
        )
    offs = [one for one in actions if isinstance(one, LayOff) and one.card.text == bare.text]
    if offs and kinds == [Discard]:
        return Unclear(
            f"You could discard {cards.the(bare)} or lay it off: write 'x {short}' or 'lay {short}'."
        )
    return Move(_OF_ONE_CARD[kinds[0]][bare.index])


def _discard(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = [action.card for action in actions if isinstance(action, Discard)]
    if not rest and legal:
        return which_card("discard", legal, cards)
    found = card_meant(rest, view, cards)
    if isinstance(found, Unclear):
        return found if legal or not view.hand else Move(DISCARDS[view.hand[0].index])
    return Move(DISCARDS[found.index])


def _knock(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = [action.card for action in actions if isinstance(action, Knock) and action.card]
    if not rest and legal:
        return _which_knock(legal, view, cards)
    one, with_melds, melds = rest.partition(" with ")
    found = card_meant(one, view, cards)
    if isinstance(found, Unclear):
        return found if legal else Move(_nearest_knock(view, actions))
    if not with_melds:
        return Move(KNOCKS[found.index])
    try:
        return Move(parse_action(f"knock {found.text} with {all_short(melds)}"))
    except BadText:
        return Unclear(no_card(melds)) if legal else Move(KNOCKS[found.index])


def _which_knock(legal: Sequence[Card], view: View, cards: CardText) -> Unclear:
    """Ask with which card to knock, the best first."""
    left = {one: view.rules.arranger.deadwood(view.hand_mask ^ one.bit) for one in legal}
    these = ", ".join(f"{cards.the(one)} leaves {left[one]}" for one in sorted(legal, key=left.__getitem__))
    return Unclear(f"Which card? {these[:1].upper()}{these[1:]}.")


def _gin(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = ginning(view, actions)
    knocks = any(isinstance(action, Knock) for action in actions)
    if rest:
        found = card_meant(rest, view, cards)
        if isinstance(found, Unclear):
            return found if knocks else Move(_nearest_knock(view, actions))
        left = view.rules.arranger.deadwood(view.hand_mask & ~found.bit)
        if knocks and left and found.bit & view.hand_mask:
            return Unclear(f"That is not gin: after {cards.the(found)} you would have {left} deadwood.")
        return Move(KNOCKS[found.index])
    if not legal and knocks:
        least, _ = view.rules.arranger.best_discards(view.hand_mask)
        return Unclear(f"That is not gin yet: your best discard leaves {least} deadwood.")
    if not legal:
        return Move(_nearest_knock(view, actions))
    if len(legal) > 1:
        these = " or ".join(f"'gin {action.card.text.lower()}'" for action in legal if action.card)
        return Unclear(f"You have gin with more than one card to lay face down: write {these}.")
    return Move(legal[0])


def _nearest_knock(view: View, actions: Sequence[Action]) -> Knock:
    """The knock that leaves least, where none is legal: the rules say what is in its way."""
    thrown = [action.card for action in actions if isinstance(action, Discard)]
    deadwood = view.rules.arranger.deadwood
    hand = view.hand_mask
    best = min(thrown or view.hand, key=lambda one: deadwood(hand ^ one.bit), default=None)
    return Knock(best)


def _go_out(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    if not rest:
        return Move(GO_OUT)
    try:
        return Move(parse_action(f"go out {all_short(rest)}"))
    except BadText:
        possible = any(isinstance(action, GoOut) for action in actions)
        return Unclear(no_card(rest)) if possible else Move(GO_OUT)


def _one_card(verb: str, rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    """A card of the hand that is offered, or passed on."""
    kind, every = (Offer, OFFERS) if verb == "offer" else (PassOn, PASSES_ON)
    legal = [action.card for action in actions if isinstance(action, kind) and action.card]
    if not rest and legal:
        return which_card(verb, legal, cards)
    found = card_meant(rest, view, cards)
    if isinstance(found, Unclear):
        return found if legal or not view.hand else Move(every[view.hand[0].index])
    return Move(every[found.index])


def _offer(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    return _one_card("offer", rest, view, actions, cards)


_WITH_CARDS: Final[dict[str, Callable[[str, View, Sequence[Action], CardText], Typed]]] = {
    "discard": _discard,
    "knock": _knock,
    "gin": _gin,
    "big gin": _go_out,
    "go out": _go_out,
    "lay": lay,
    "meld": meld,
    "swap": swap,
    "offer": _offer,
    "force": force,
}


def yes_or_no(line: str) -> bool | None:
    """Return what an answer says, None where it is neither yes nor no."""
    word = line.strip().lower()
    if word in ("y", "ye", "yes"):
        return True
    return False if word in ("n", "no") else None
