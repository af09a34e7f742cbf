"""What can be asked of a table in words: the hand, the pile, the score, whose turn it is."""

from __future__ import annotations

import re
from typing import Final

from rummy_cli.faces import CardText
from rummy_cli.play.choices import choices, standing
from rummy_cli.play.deal_facts import fact_lines, stop_words
from rummy_cli.play.hand_order import MELDS, grouped, in_melds
from rummy_cli.play.melds_told import knocks, laying_words, meld_sentence, melded
from rummy_cli.play.pile_told import fan_words, is_fanned, pickup_lines, pile, takes_whole
from rummy_cli.play.scene import Scene, match_words
from rummy_core.actions import Exchange
from rummy_core.cards import Card, card, cards_of
from rummy_core.knocking import COUNTS_DOUBLE, KNOCK_LIMIT, UPCARD
from rummy_core.views import View
from rummy_core.zones import DISCARD, HAND, Zone


def hand_lines(scene: Scene, order: str = "") -> list[str]:
    """The hand as a sentence, its melds apart, and how it stands."""
    view = scene.view
    order = order or scene.order
    if not view.hand:
        return ["You hold no cards."]
    groups = grouped(view, order)
    if order == MELDS:
        best, unmatched = in_melds(view)
        melds = [scene.cards.row(group) for group in best]
        rest = scene.cards.row(unmatched) if unmatched else ""
        said = [f"{one};" for one in melds]
        text = " ".join(said) + (f" and unmatched {rest}" if rest and said else rest)
    else:
        text = "; ".join(scene.cards.row(group) for group in groups)
    text = text.rstrip(";")
    return [f"Your hand: {text}.", f"{standing(view, scene.actions).capitalize()}."]


def others_lines(scene: Scene) -> list[str]:
    """What each other player holds, as far as it is known, and did last."""
    view = scene.view
    lines = []
    for seat, zone in enumerate(view.layout.hands):
        if seat == view.seat:
            continue
        known = cards_of(view.known_hand(seat))
        among = f", among them {scene.cards.row(known)}" if known else ""
        count = view[zone].count
        cards = f"{count} card" if count == 1 else f"{count} cards"
        down = melded(view, seat)
        lines.append(f"{scene.teller.who(seat)} holds {cards}{among}.")
        lines += [f"{scene.teller.who(seat)} has {down} points on the table."] if down else []
        before = before_words(view, seat, scene.cards)
        lines += [f"Before {scene.teller.called(seat)} lies {before}."] if before else []
        stop = stop_words(view, seat)
        lines += [f"{scene.teller.who(seat)}: {stop}."] if stop else []
        if seat in scene.last:
            lines.append(f"Last: {scene.teller.who(seat)} {scene.last[seat]}.")
    return lines


def own_lines(scene: Scene) -> list[str]:
    """What lies before the player himself besides melds."""
    before = before_words(scene.view, scene.view.seat, scene.cards)
    stop = stop_words(scene.view, scene.view.seat)
    return [f"Before you lies {before}."] * bool(before) + [f"You: {stop}."] * bool(stop)


def standing_lines(scene: Scene) -> list[str]:
    """What the deal stands at besides its cards, in sentences."""
    said = fact_lines(scene.view, scene.teller, scene.cards)
    return [f"{one[:1].upper()}{one[1:]}{'' if one.endswith('?') else '.'}" for one in said]


def pile_lines(view: View, cards: CardText) -> list[str]:
    """Every zone that is nobody's hand: how many cards, and those that lie open."""
    lines = []
    for zone in view.layout.zones:
        if zone.owner >= 0:
            continue
        seen = view[zone.name]
        name = "discard pile" if zone.name == DISCARD else zone.name
        count = f"{seen.count} card" if seen.count == 1 else f"{seen.count} cards"
        line = f"The {name} has {count}"
        # A pile that is turned over for a stock may be remembered, but lies face down.
        if zone.viewers >> view.seat & 1 and seen.order and seen.top is not None:
            line += f", {cards.the(seen.top)} on top"
            under = [card for card in reversed(seen.order[:-1]) if card is not None]
            if zone.name == DISCARD and is_fanned(view):
                numbered = (f"{n} {cards.the(one)}" for n, one in enumerate(pile(view), 1))
                line += f"; from the bottom: {', '.join(numbered)}"
            elif under and not zone.squared:
                line += f"; below it {', '.join(map(cards.the, under))}"
        elif zone.viewers == view.layout.everyone and seen.count:
            line += ", the top one face down"
        lines.append(line + ".")
    return lines


def before_words(view: View, seat: int, cards: CardText) -> str:
    """What lies before a player, neither hand nor meld: ``exposed: A♠``, ``passed: a card face down``."""
    said = []
    for zone in view.layout.zones:
        seen = view[zone.name]
        if zone.owner != seat or zone.kind == HAND or not seen.count:
            continue
        hidden = seen.count - seen.mask.bit_count()
        parts = [cards.row(seen.cards)] if seen.mask else []
        parts += [f"{'a card' if hidden == 1 else f'{hidden} cards'} face down"] if hidden else []
        said.append(f"{zone.kind}: {' and '.join(parts)}")
    return ", ".join(said)


def upcard_lines(view: View, cards: CardText) -> list[str]:
    """What the first upcard settled for the deal, where it settles the limit of a knock."""
    upcard = view.deal_notes.get(UPCARD)
    if not isinstance(upcard, Card):
        return []
    limit = view.deal_notes.get(KNOCK_LIMIT)
    knock = f"a knock needs {limit} or less" if limit else "only gin counts"
    double = ", and the deal counts double" if COUNTS_DOUBLE in view.deal_notes else ""
    return [f"{cards.the(upcard).capitalize()} was turned up: {knock}{double}."]


def upcard_words(view: View, cards: CardText) -> str:
    """The same at a glance: ``4♠ turned up: knock with 4 or less, counts double``."""
    upcard = view.deal_notes.get(UPCARD)
    if not isinstance(upcard, Card):
        return ""
    limit = view.deal_notes.get(KNOCK_LIMIT)
    knock = f"knock with {limit} or less" if limit else "gin only"
    double = ", counts double" if COUNTS_DOUBLE in view.deal_notes else ""
    return f"{cards.one(upcard)} turned up: {knock}{double}"


def zone_words(view: View, zone: Zone, cards: CardText) -> str:
    """A zone at a glance: ``stock 23``, ``discard pile K♣``."""
    seen = view[zone.name]
    name = "discard pile" if zone.name == DISCARD else zone.name
    if zone.viewers != view.layout.everyone:
        return f"{name} {seen.count}"
    if zone.name == DISCARD and is_fanned(view):
        return fan_words(view, cards)
    if not seen.count:
        return f"{name} empty"
    if zone.name == DISCARD and takes_whole(view) and seen.top and seen.count > 1:
        return f"{name} {cards.one(seen.top)} and {seen.count - 1} below"
    return f"{name} {cards.one(seen.top) if seen.top else 'face down'}"


def meld_lines(view: View, scene: Scene) -> list[str]:
    """The melds on the table, with their numbers and whose they are."""
    if not knocks(view.rules):
        return [meld_sentence(view, meld, scene.teller) for meld in view.melds]
    return [
        f"Meld {meld.number}, {scene.teller.whose(meld.placed[0].by)}: {scene.cards.row(meld.cards)}."
        for meld in view.melds
    ]


def need_lines(scene: Scene) -> list[str]:
    """What each pickup of the pile gives and needs, in sentences."""
    said = pickup_lines(scene.view, scene.actions, scene.cards)
    return [f"{one[:1].upper()}{one[1:]}." for one in said]


def swap_lines(scene: Scene) -> list[str]:
    """The wild cards on the table that can be swapped for now, in sentences."""
    swaps = [action for action in scene.actions if isinstance(action, Exchange)]
    return [f"You may {laying_words(one, scene.cards)}." for one in swaps]


def table_lines(scene: Scene) -> list[str]:
    """The whole table in sentences."""
    return [
        f"{match_words(scene.match)}.".replace(" · ", ", "),
        *others_lines(scene),
        *own_lines(scene),
        *pile_lines(scene.view, scene.cards),
        *upcard_lines(scene.view, scene.cards),
        *standing_lines(scene),
        *need_lines(scene),
        *meld_lines(scene.view, scene),
        *swap_lines(scene),
        *hand_lines(scene),
    ]


def turn_lines(scene: Scene) -> list[str]:
    """Whose turn it is, and for what."""
    *deeds, last = (one.deed for one in choices(scene.view, scene.actions, scene.cards))
    return [f"It is your turn: {', '.join(deeds)}{', or ' if deeds else ''}{last}."]


_FACE: Final = "(?:[A2-9TJQK][CDHS]|joker)"


def _in_a_row(one: str) -> re.Pattern[str]:
    """Find cards that stand side by side, with the article before them."""
    return re.compile(rf"(?:\b([Tt]he) )?({one}(?: {one})*)")


_BARE: Final = _in_a_row(rf"\b{_FACE}\b")
_IN_BRACES: Final = _in_a_row(rf"\{{{_FACE}\}}")


def styled(text: str, cards: CardText) -> str:
    """Write the cards that a refusal names, such as ``QD``, in the style of the screen."""
    return _written(_BARE, text, cards)


def with_cards(text: str, cards: CardText) -> str:
    """Write the cards that stand in braces, such as ``{8H}``, in the style of the screen."""
    return _written(_IN_BRACES, text, cards)


def _written(pattern: re.Pattern[str], text: str, cards: CardText) -> str:
    def row(match: re.Match[str]) -> str:
        shown = cards.row(card(face.strip("{}")) for face in match[2].split())
        begins = match[1] == "The" or match.start() == 0
        return shown[:1].upper() + shown[1:] if begins else shown

    return pattern.sub(row, text)
