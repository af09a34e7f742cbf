"""What is typed to lay cards: melds, lay-offs, pickups of the pile, exchanges of wild cards.

A wild card takes its face from the one way to read what is typed; where there are
more, they are listed and asked back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.play.hand_order import by_suit
from rummy_cli.play.pile_told import is_fanned, pickups, pile
from rummy_cli.play.typed_cards import card_meant, in_notation, no_card, read_card, read_lying, read_rank
from rummy_cli.play.typed_found import Move, Typed, Unclear, either
from rummy_core.actions import (
    TAKE,
    Action,
    Done,
    Exchange,
    Force,
    LayBest,
    LayMeld,
    LayOff,
    Take,
    TakePile,
)
from rummy_core.cards import Card
from rummy_core.faces import Face, face
from rummy_core.laying import lay_offs_of
from rummy_core.meld_lists import action_of, naming_first
from rummy_core.melding import MeldStep
from rummy_core.notation import BadText, parse_action
from rummy_core.pile_taking import TakePileStep
from rummy_core.views import View

_MANY: Final = 6
_LAY: Final = re.compile(
    r"(?:off )?(?P<card>[^=]+?)(?:=(?P<face>\S+))?(?P<on>(?: on)?(?: meld)?)"
    r"(?: #?(?P<meld>\d{1,3}))?(?: (?P<end>low|high)|=(?P<later>\S+))?",
    re.IGNORECASE,
)
_TAKE: Final = re.compile(
    r"(?P<card>[^=]*?)(?:=(?P<face>\S+))?(?: (?P<deep>\d{1,3}) deep)?"
    r"(?:(?:^| )on (?:meld )?#?(?P<meld>\d{1,3})(?: (?P<end>low|high))?|(?:^| )with (?P<others>.+))?",
    re.IGNORECASE,
)
_FORCE: Final = re.compile(
    r"(?P<card>\S+)??(?:(?:^| )on (?:meld )?#?(?P<meld>\d{1,3})(?: (?P<end>low|high))?)?", re.IGNORECASE
)
_SWAP: Final = re.compile(
    r"(?P<card>.+?)(?: for (?:the )?(?P<wild>.+?))?(?: on (?:meld )?#?(?P<meld>\d{1,3}))?", re.IGNORECASE
)


def lays(actions: Sequence[Action]) -> bool:
    """Whether this is a step in which cards are laid."""
    return any(isinstance(action, LayMeld | LayOff | LayBest | Done) for action in actions)


def which_card(verb: str, cards: Sequence[Card], text: CardText) -> Unclear:
    """Ask for a card, of those with which it may be done."""
    these = ", ".join(map(text.one, by_suit(dict.fromkeys(cards))))
    return Unclear(f"Which card? Write '{verb} CARD'" + (f": {these}." if these else "."))


def _typed(view: View, action: Action) -> str:
    """A move in the letters in which it is quickest typed; a card of a fanned pile by its number."""
    words = str(action).lower()
    if not isinstance(action, TakePile) or not is_fanned(view) or "=" in words.partition(" with ")[0]:
        return words
    place = pile(view).index(action.card) + 1
    return re.sub(r"^take \S+(?: \d+ deep)?", f"take {place}", words)


def _ways(words: Sequence[str]) -> str:
    # Where some need fewer wild cards told they come first.
    shown = sorted(dict.fromkeys(words), key=lambda one: one.count("="))
    if len(shown) > _MANY:
        return f"{', '.join(f'{one!r}' for one in shown[:_MANY])} ...; ? lists all {len(shown)}"
    return either(shown)


# Melds.


def meld(rest: str, view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``meld 5h 2c 7h``, ``meld 5h 2c=6h 7h``."""
    legal = [action for action in actions if isinstance(action, LayMeld)]
    if not rest and lays(actions) and not legal:
        return Unclear("You have nothing to meld now.")
    if not rest and lays(actions):
        some = _ways([_typed(view, one) for one in legal])
        return Unclear("Which cards? Write 'meld CARDS', one after another" + (f": {some}." if some else "."))
    try:
        found, named = read_lying(rest, view.layout.pack, view.hand)
    except ValueError:
        return Unclear(no_card(rest)) if lays(actions) else Move(LayMeld(view.hand))
    read = _certain(view, found or view.hand, named, None, text)
    return Move(read) if isinstance(read, LayMeld) else read


def _certain(
    view: View,
    found: tuple[Card, ...],
    named: tuple[Face | None, ...],
    first: Card | None,
    text: CardText,
) -> LayMeld | Unclear:
    """The one way to lay these cards; ``first`` is the card of the pile that goes first."""
    rules = view.rules.meld_rules
    readings = rules.readings(found, named) or rules.readings(found, _in_suit(view, found, named))
    if not readings:
        return LayMeld(found, named)
    alone = len(rules.readings(found)) == 1 or not rules.wilds
    ways = [action_of(rules, one, certain=alone) for one in readings]
    if first is not None:
        ways = [naming_first(first, one) for one in ways]
    if len(ways) > 1 and rules.wilds:
        words = [_typed(view, one if first is None else TakePile(first, one)) for one in ways]
        row = " ".join(map(text.one, found))
        return Unclear(f"{row} can be read in {len(words)} ways: write {_ways(words)}.")
    return ways[0]


def _in_suit(view: View, found: Sequence[Card], named: Sequence[Face | None]) -> tuple[Face | None, ...]:
    """What cards are said to count as, where a rank alone is said in the suit of the natural cards."""
    wilds = view.rules.meld_rules.wilds
    suit = next((card.suit for card in found if card.rank not in wilds), -1)
    return tuple(face(one.rank, suit) if one is not None and one.suit < 0 else one for one in named)


# Lay-offs.


def lay(rest: str, view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``lay 8s on 1``, ``lay 2c=jh on 3``, ``lay ac on 1 high``."""
    match = _LAY.fullmatch(in_notation(rest))
    laying = lays(actions) or isinstance(view.rules.steps[view.step], MeldStep)
    offs = [action for action in actions if isinstance(action, LayOff)]
    if match is None and laying and not offs:
        return Unclear("None of your cards can be laid off now.")
    if match is None and laying:
        return which_card("lay", [action.card for action in offs], text)
    found = card_meant(match["card"] if match else "", view, text)
    if isinstance(found, Unclear):
        return found if laying or not view.hand else Move(LayOff(view.hand[0], 1))
    assert match is not None
    if match["meld"]:
        return _on_meld(found, match, view, text)
    if not laying:
        return Move(LayOff(found, 1))
    fitting = [action for action in offs if action.card.text == found.text]
    these = _ways([_typed(view, action) for action in fitting])
    if len(fitting) == 1 and not match["on"]:
        return Move(fitting[0])
    if len(fitting) > 1:
        where = (
            "more than one meld" if len({one.meld for one in fitting}) > 1 else "there in more than one way"
        )
        return Unclear(f"{text.one(found)} fits {where}: write {these}.")
    if not fitting and any(card.text == found.text for card in view.hand):
        return Unclear(f"{_capital(text.the(found))} cannot be laid off now.")
    if not fitting:
        return Unclear(f"{_capital(text.the(found))} is not in your hand.")
    return Unclear(f"On which meld? Write {these}.")


def _on_meld(found: Card, match: re.Match[str], view: View, text: CardText) -> Typed:
    number = int(match["meld"])
    counts = match["face"] or match["later"]
    face, end = f"={counts}" if counts else "", f" {match['end']}" if match["end"] else ""
    try:
        asked = parse_action(f"lay {found.text}{face} on {number}{end}")
    except BadText:
        return Unclear(f"'{counts}' is no card or rank that {text.the(found)} could count as.")
    assert isinstance(asked, LayOff)
    lying = next((one for one in view.melds if one.number == number), None)
    if lying is not None and asked.face is None:
        ways = lay_offs_of(view.rules.meld_rules, lying, found)
        if len(ways) > 1:
            words = _ways([_typed(view, one) for one in ways])
            return Unclear(f"{text.one(found)} fits at both ends: write {words}.")
    return Move(asked)


# The pile.


def take(rest: str, view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``take``, ``take 2 with 9s 9c``, ``take 9h on 3``: the top alone, or a card that is used at once."""
    legal = [action for action in actions if isinstance(action, TakePile)]
    lying = pile(view)
    # Begun and not gone on with: what could follow is told.
    words = re.sub(r"\s*\b(with|on)$", "", in_notation(rest, spades=True))
    match = _TAKE.fullmatch(words)
    if not words or match is None or not lying:
        return _take_any(legal, view, actions, text)
    place = _place(match, lying)
    if isinstance(place, Unclear):
        return place
    card = lying[place - 1]
    above = any(one.text == card.text for one in lying[place:])
    deep = len(lying) - place + 1 if above else 0
    if match["meld"]:
        return _take_on(card, deep, match, view, text)
    if match["others"]:
        return _take_with(card, deep, match, view, text)
    if place == len(lying) and Take in map(type, actions):
        return Move(TAKE)
    ways = [one for one in legal if one.card is card]
    if len(ways) == 1:
        return Move(ways[0])
    if ways:
        said = _ways([_typed(view, one) for one in ways])
        return Unclear(f"{_capital(text.the(card))} is used at once: write {said}.")
    if not legal and not _may_take(view):
        return Move(TAKE)
    return Unclear(f"{_capital(text.the(card))} must be used at once, and you have no use for it now.")


def _take_any(legal: Sequence[TakePile], view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``take`` alone, or with what is no card of the pile."""
    if Take in map(type, actions) or not (legal or _may_take(view)):
        return Move(TAKE)
    if not legal:
        return Unclear("What is taken from the pile must be used at once, and you have no use for it now.")
    if len(legal) == 1:
        return Move(legal[0])
    said = _ways([_typed(view, one) for ones in pickups(view, actions).values() for one in ones])
    return Unclear(f"Which card, and how is it used? Write {said}.")


def _may_take(view: View) -> bool:
    """Whether this is a step in which a card of the pile could be taken, if it were of use."""
    return bool(pile(view)) and isinstance(view.rules.steps[view.step], TakePileStep)


def _place(match: re.Match[str], lying: Sequence[Card]) -> int | Unclear:
    """The place in the pile that is meant, from the bottom: its number, its card, or else its top."""
    named = match["card"].strip()
    if not named or named.lower() in ("pile", "whole pile", "top", "top card", "card"):
        return len(lying)
    if named.isdecimal():
        if 1 <= int(named) <= len(lying):
            return int(named)
        return Unclear(f"There is no card {named} in the pile; its top is number {len(lying)}.")
    found = read_card(named)
    if found is None:
        return Unclear(no_card(named))
    if match["deep"]:
        return min(max(len(lying) - int(match["deep"]) + 1, 1), len(lying))
    places = [place for place, one in enumerate(lying, 1) if one.text == found.text]
    if not places:
        return Unclear(f"There is no {found.text} to take: the discard pile does not hold it.")
    return places[-1]


def _take_on(card: Card, deep: int, match: re.Match[str], view: View, text: CardText) -> Typed:
    number = int(match["meld"])
    counts = f"={match['face']}" if match["face"] else ""
    end = f" {match['end']}" if match["end"] else ""
    try:
        asked = parse_action(f"take {card.text}{counts} on {number}{end}")
    except BadText:
        return Unclear(f"'{match['face']}' is no card or rank.")
    assert isinstance(asked, TakePile)
    assert isinstance(asked.use, LayOff)
    lying = next((one for one in view.melds if one.number == number), None)
    if lying is not None and asked.use.face is None:
        ways = lay_offs_of(view.rules.meld_rules, lying, card)
        if len(ways) > 1:
            words = _ways([_typed(view, TakePile(card, one, deep)) for one in ways])
            return Unclear(f"{_capital(text.the(card))} fits at both ends: write {words}.")
    use = LayOff(card, number, asked.use.face)
    return Move(TakePile(card, use, deep))


def _take_with(card: Card, deep: int, match: re.Match[str], view: View, text: CardText) -> Typed:
    own = card.text + (f"={match['face']}" if match["face"] else "")
    try:
        cards, named = read_lying(f"{own} {match['others']}", view.layout.pack, (*view.hand, *pile(view)))
    except ValueError:
        return Unclear(no_card(match["others"]))
    # The card of the pile itself, and of the others the copies that it leaves.
    rest = [_another(one, card, cards[0]) for one in cards[1:]]
    read = _certain(view, (card, *rest), named, card, text)
    if isinstance(read, Unclear):
        return read
    if read.cards[0] is not card:
        read = LayMeld((card, *rest), named)
    return Move(TakePile(card, read, deep))


def _another(one: Card, taken: Card, first: Card) -> Card:
    """``one``, or the first copy where it is the very card that is taken from the pile."""
    return first if one is taken else one


def force(rest: str, view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``force``, ``force on 2``, ``force 7s on 2``: the card that was let go, on whose meld takes it."""
    legal = [action for action in actions if isinstance(action, Force)]
    match = _FORCE.fullmatch(in_notation(rest))
    top = pile(view)[-1] if pile(view) else None
    if not legal:
        return Move(Force(LayOff(top, 1))) if top else Unclear("There is no card to force.")
    assert top is not None
    card = top if match is None or not match["card"] else read_card(match["card"])
    if match is None or card is None:
        return Unclear(f"Write {_ways([_typed(view, one) for one in legal])}.")
    fitting = [
        one
        for one in legal
        if one.use.card.text == card.text
        and (not match["meld"] or one.use.meld == int(match["meld"]))
        and (not match["end"] or str(one).endswith(f" {match['end'].lower()}"))
    ]
    if len(fitting) == 1:
        return Move(fitting[0])
    if fitting:
        words = _ways([_typed(view, one) for one in fitting])
        return Unclear(f"{_capital(text.the(top))} fits in more than one way: write {words}.")
    return Move(Force(LayOff(top if card.text == top.text else card, int(match["meld"] or 1))))


# Exchanges.


def swap(rest: str, view: View, actions: Sequence[Action], text: CardText) -> Typed:
    """``swap 4c for joker on 3``; what goes without saying may be left out."""
    legal = [action for action in actions if isinstance(action, Exchange)]
    match = _SWAP.fullmatch(in_notation(rest))
    card = read_card(match["card"]) if match else None
    if not legal:
        held = card or (view.hand[0] if view.hand else None)
        first = next((one for one in view.melds), None)
        if held is None or first is None:
            return Unclear("There is no wild card on the table that you could take for one of yours.")
        return Move(Exchange(held, first.cards[0], int(match["meld"] or 1) if match else 1))
    fitting = [one for one in legal if match is None or _swap_meant(one, match, card)]
    if not fitting and match and card and match["meld"] and (wild := _wild_meant(view, match)):
        return Move(Exchange(card, wild, int(match["meld"])))
    if len(fitting) == 1 and rest:
        return Move(fitting[0])
    said = _ways([_typed(view, one) for one in fitting or legal])
    return Unclear(f"{'Which? Write' if fitting else 'That cannot be swapped; you may write'} {said}.")


def _swap_meant(one: Exchange, match: re.Match[str], card: Card | None) -> bool:
    if card is None or one.card.text != card.text:
        return False
    if match["meld"] and int(match["meld"]) != one.meld:
        return False
    if not match["wild"]:
        return True
    wild = read_card(match["wild"])
    return wild.text == one.wild.text if wild else read_rank(match["wild"]) == one.wild.rank


def _wild_meant(view: View, match: re.Match[str]) -> Card | None:
    """The card of the meld named that may be meant by a wild one."""
    named = match["wild"] or ""
    wild, rank = read_card(named), read_rank(named)
    for meld in view.melds:
        if meld.number == int(match["meld"]):
            there = (one for one in meld.cards if (one.text == wild.text if wild else one.rank == rank))
            return next(there, wild)
    return wild


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
