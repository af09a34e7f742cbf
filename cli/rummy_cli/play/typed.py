"""What a person types: a move, another word, or something that is asked back.

Nothing unclear is ever made into a move, but where a kind of move is not legal at all, its word
is one whatever is missing: the rules then say why it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rummy_cli.errors import nearest
from rummy_cli.faces import CardText
from rummy_cli.play.choices import RANKS_IN_WORDS, SUITS_IN_WORDS, ginning
from rummy_cli.safe_text import safe
from rummy_core.actions import (
    DISCARDS,
    DONE,
    DRAW,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    PASS,
    TAKE,
    Action,
    Discard,
    Done,
    GoOut,
    Knock,
    LayBest,
    LayMeld,
    LayOff,
)
from rummy_core.cards import Card, card, parse_cards
from rummy_core.melds import RANK_NAMES, SUIT_NAMES
from rummy_core.notation import BadText, parse_action
from rummy_core.views import View


@dataclass(frozen=True, slots=True)
class Move:
    """A move, legal or not."""

    action: Action


@dataclass(frozen=True, slots=True)
class Aside:
    """A word that moves no card, with what followed it."""

    word: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Something that is neither, and what to say to it; empty for an empty line."""

    message: str = ""


Typed = Move | Aside | Unclear

MOVES: Final = (
    *("draw", "take", "pass", "discard", "knock", "gin", "big gin", "go out"),
    *("lay", "meld", "best", "done"),
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
    "q": "quit",
    "?": "help",
    "throw": "discard",
}
_PLAIN: Final[dict[str, Action]] = {"draw": DRAW, "take": TAKE, "pass": PASS, "best": LAY_BEST, "done": DONE}
_TWO_WORDS: Final = {"big": "big gin", "go": "go out"}
_LONGEST: Final = 400
# 'k h' is no card: it may be a knock with a slip of the finger.
_CARD_IN_WORDS: Final = re.compile(
    rf"(?:the )?(?:({'|'.join(RANK_NAMES[1:])}|10|[2-9atjqk]) of ({'|'.join(SUIT_NAMES)}|[cdhs♣♦♥♠])"
    r"|(10|[2-9]) ([cdhs♣♦♥♠]))",
    re.IGNORECASE,
)
_RANK_SIGNS: Final = "-a23456789tjqk"
_LAY: Final = re.compile(
    r"(?:off )?(?P<card>.+?)(?P<on>(?: on)?(?: meld)?)(?: #?(?P<meld>\d{1,3}))?", re.IGNORECASE
)
_BETWEEN_CARDS: Final = re.compile(rf"(?<![a-z]){_CARD_IN_WORDS.pattern}(?![a-z])", re.IGNORECASE)


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
    if found in _PLAIN:
        if rest and found in ("draw", "take", "pass", "done", "best"):
            return _plain_with_more(found, rest, view)
        return Move(_PLAIN[found])
    return _WITH_CARDS[found](rest, view, actions, cards)


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
    # Where nothing can be laid off, l is as well the beginning of log.
    if typed in KEYS and (typed != "l" or any(isinstance(action, LayOff) for action in actions)):
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
        return Unclear(f"'{safe(word, 40)}' could be {_or(begun)}: write a letter more.")
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
        if KEYS.get(verb, verb) in ("discard", "knock", "lay", "gin") and read_card(rest):
            return f"{verb} {rest.lower()}"
    return ""


def _possible(actions: Sequence[Action]) -> set[str]:
    words = {str(action).partition(" ")[0] for action in actions}
    if "knock" in words:
        words.add("gin")
    if any(isinstance(action, GoOut) for action in actions):
        words |= {"big gin", "go out"}
    return words


def read_card(text: str) -> Card | None:
    """Return the card that ``text`` names, in signs or in words; None where it names none."""
    try:
        return card(text)
    except ValueError:
        pass
    match = _CARD_IN_WORDS.fullmatch(" ".join(text.split()))
    return None if match is None else card(_short(match))


def _short(match: re.Match[str]) -> str:
    """A card that was found in words, as rank and suit letter or sign."""
    rank, suit = (match[1] or match[3]).lower(), (match[2] or match[4]).lower()
    short = rank if rank not in RANK_NAMES else _RANK_SIGNS[RANK_NAMES.index(rank)]
    return short + suit[0]


def _all_short(text: str) -> str:
    """``text`` with every card in it that is named in words, such as ``six of clubs``, made short."""
    return _BETWEEN_CARDS.sub(_short, text)


def _bare(bare: Card, actions: Sequence[Action], cards: CardText) -> Typed:
    """A card alone is a discard where it can be nothing else."""
    verbs = {str(action).partition(" ")[0] for action in actions if getattr(action, "card", None) is not None}
    short = bare.text.lower()
    if "discard" not in verbs:
        return Unclear(f"What about {cards.the(bare)}? Say what to do with it; ? lists what can be typed.")
    if Knock(bare) in actions:
        return Unclear(
            f"You could discard {cards.the(bare)} or knock with it: write 'x {short}' or 'k {short}'."
        )
    return Move(DISCARDS[bare.index])


def _which_card(verb: str, cards: Sequence[Card], text: CardText) -> Unclear:
    these = ", ".join(map(text.one, cards))
    return Unclear(f"Which card? Write '{verb} CARD'" + (f": {these}." if these else "."))


def _card_meant(rest: str, view: View, text: CardText) -> Card | Unclear:
    """The card that ``rest`` names; of a rank alone it is asked which card of the hand is meant."""
    found = read_card(rest)
    if found is not None:
        return found
    rank = _rank(rest)
    held = [one for one in view.hand if one.rank == rank]
    if held:
        its = "its suit" if len(held) == 1 else "the suit"
        return Unclear(f"Which {RANK_NAMES[held[0].rank]}? You hold {text.row(held)}: write {its} too.")
    return Unclear(_no_card(rest))


def _rank(text: str) -> int:
    """The rank that ``text`` names without a suit, in signs or in words; 0 where it names none."""
    word = text.lower().removeprefix("the ")
    if word in RANK_NAMES[1:]:
        return RANK_NAMES.index(word)
    return _RANK_SIGNS.index("t" if word == "10" else word) if word in {*_RANK_SIGNS[1:], "10"} else 0


def _no_card(text: str) -> str:
    """Say how cards are written. None is named: whoever looks may take it for one that lies somewhere."""
    return f"'{safe(text, 40)}' is not a card: write its rank ({RANKS_IN_WORDS}) and suit ({SUITS_IN_WORDS})."


def _discard(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = [action.card for action in actions if isinstance(action, Discard)]
    if not rest and legal:
        return _which_card("discard", legal, cards)
    found = _card_meant(rest, view, cards)
    if isinstance(found, Unclear):
        return found if legal or not view.hand else Move(DISCARDS[view.hand[0].index])
    return Move(DISCARDS[found.index])


def _knock(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = [action.card for action in actions if isinstance(action, Knock) and action.card]
    if not rest and legal:
        return _which_knock(legal, view, cards)
    one, with_melds, melds = rest.partition(" with ")
    found = _card_meant(one, view, cards)
    if isinstance(found, Unclear):
        return found if legal else Move(_nearest_knock(view, actions))
    if not with_melds:
        return Move(KNOCKS[found.index])
    try:
        return Move(parse_action(f"knock {found.text} with {_all_short(melds)}"))
    except BadText:
        return Unclear(_no_card(melds)) if legal else Move(KNOCKS[found.index])


def _which_knock(legal: Sequence[Card], view: View, cards: CardText) -> Unclear:
    """Ask with which card to knock, the best first."""
    left = {one: view.rules.arranger.deadwood(view.hand_mask ^ one.bit) for one in legal}
    these = ", ".join(f"{cards.the(one)} leaves {left[one]}" for one in sorted(legal, key=left.__getitem__))
    return Unclear(f"Which card? {these[:1].upper()}{these[1:]}.")


def _gin(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    legal = ginning(view, actions)
    knocks = any(isinstance(action, Knock) for action in actions)
    if rest:
        found = _card_meant(rest, view, cards)
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
        return Move(parse_action(f"go out {_all_short(rest)}"))
    except BadText:
        possible = any(isinstance(action, GoOut) for action in actions)
        return Unclear(_no_card(rest)) if possible else Move(GO_OUT)


def _lay(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    match = _LAY.fullmatch(rest)
    offs = [action for action in actions if isinstance(action, LayOff)]
    if match is None and _lays(actions):
        return _which_card("lay", [action.card for action in offs], cards)
    found = _card_meant(match["card"] if match else "", view, cards)
    if isinstance(found, Unclear):
        return found if _lays(actions) or not view.hand else Move(LayOff(view.hand[0], 1))
    assert match is not None
    if match["meld"]:
        return Move(LayOff(found, int(match["meld"])))
    if not _lays(actions):
        return Move(LayOff(found, 1))
    fitting = [action for action in offs if action.card is found]
    these = " or ".join(f"'{str(action).lower()}'" for action in fitting)
    if len(fitting) == 1 and not match["on"]:
        return Move(fitting[0])
    if len(fitting) > 1:
        return Unclear(f"{cards.one(found)} fits more than one meld: write {these}.")
    return Unclear("On which meld? Write " + (these or "'lay CARD on NUMBER'") + ".")


def _lays(actions: Sequence[Action]) -> bool:
    """Whether this is a step in which cards are laid."""
    return any(isinstance(action, LayMeld | LayOff | LayBest | Done) for action in actions)


def _meld(rest: str, view: View, actions: Sequence[Action], cards: CardText) -> Typed:
    if not rest and _lays(actions):
        return Unclear("Which cards? Write 'meld CARDS', one after another.")
    try:
        found = parse_cards(_all_short(rest)) or view.hand
    except ValueError:
        return Unclear(_no_card(rest)) if _lays(actions) else Move(LayMeld(view.hand))
    return Move(LayMeld(view.rules.meld_rules.order(found) or found))


_WITH_CARDS: Final[dict[str, Callable[[str, View, Sequence[Action], CardText], Typed]]] = {
    "discard": _discard,
    "knock": _knock,
    "gin": _gin,
    "big gin": _go_out,
    "go out": _go_out,
    "lay": _lay,
    "meld": _meld,
}


def _or(words: Sequence[str]) -> str:
    quoted = [f"'{word}'" for word in words]
    return ", ".join(quoted[:-1]) + f" or {quoted[-1]}"


def yes_or_no(line: str) -> bool | None:
    """Return what an answer says, None where it is neither yes nor no."""
    word = line.strip().lower()
    if word in ("y", "ye", "yes"):
        return True
    return False if word in ("n", "no") else None
