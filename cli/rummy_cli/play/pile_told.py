"""The discard pile in words: fanned with numbers, or squared with its top, and what each pickup needs."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_cli.faces import CardText
from rummy_cli.play.melds_told import use_words
from rummy_core.actions import Action, TakePile
from rummy_core.cards import Card
from rummy_core.pile_taking import TakePileStep
from rummy_core.views import View
from rummy_core.zones import DISCARD

_SHOWN_USES = 3


def is_fanned(view: View) -> bool:
    """Whether any card of the discard pile may be the lowest one taken, so that all are of use to see."""
    steps = view.rules.steps.values()
    return DISCARD in view and any(isinstance(step, TakePileStep) and step.fan for step in steps)


def takes_whole(view: View) -> bool:
    """Whether the discard pile is taken whole, so that its size is of use to see."""
    steps = view.rules.steps.values()
    return DISCARD in view and any(isinstance(step, TakePileStep) and step.whole for step in steps)


def takes_top(view: View) -> bool:
    """Whether the top card alone is taken and used, so that what lies below it stays."""
    steps = view.rules.steps.values()
    return DISCARD in view and any(isinstance(step, TakePileStep) and step.top_only for step in steps)


def pile(view: View) -> tuple[Card, ...]:
    """The cards of the discard pile that the seat sees, from the bottom."""
    return view[DISCARD].cards if DISCARD in view else ()


def fan_words(view: View, text: CardText) -> str:
    """The fanned pile, each card with its number: ``pile 1:4♣ 2:9♥``."""
    numbered = (f"{number}:{text.one(card)}" for number, card in enumerate(pile(view), 1))
    return "pile " + (" ".join(numbered) or "empty")


def pickups(view: View, actions: Sequence[Action]) -> dict[int, list[TakePile]]:
    """The legal ways to use each card of the pile, by its place from the bottom, the top card first."""
    place = {card: number for number, card in enumerate(pile(view), 1)}
    found: dict[int, list[TakePile]] = {}
    for action in actions:
        if isinstance(action, TakePile) and action.card in place:
            found.setdefault(place[action.card], []).append(action)
    return dict(sorted(found.items(), reverse=True))


def pickup_lines(
    view: View, actions: Sequence[Action], text: CardText, *, all_uses: bool = False
) -> list[str]:
    """What each pickup gives and needs: ``take 2 = 9♥ 9♦ K♠: 9♥ is used at once, with 9♠ 9♣ or on #1``."""
    lines = []
    lying = pile(view)
    for place, ways in pickups(view, actions).items():
        shown = ways if all_uses else ways[:_SHOWN_USES]
        uses = [use_words(one, text) for one in shown]
        more = [f"{len(ways) - len(shown)} ways more"] if len(ways) > len(shown) else []
        used = " or ".join([*uses, *more])
        if is_fanned(view):
            taken = text.row(lying[place - 1 :])
            once = f"{text.the(ways[0].card)} is used at once, " if place < len(lying) else ""
            lines.append(f"take {place} = {taken}: {once}{used}")
        elif takes_top(view):
            lines.append(f"take {text.the(ways[0].card)} {used}")
        else:
            count = len(lying)
            whole = "the whole pile" if count > 1 else "the pile"
            cards = f", {count} cards" if count > 1 else ""
            lines.append(f"take = {whole}{cards}: {text.the(ways[0].card)} is used at once, {used}")
    return lines


def pickup_typed(view: View, action: TakePile, text: CardText) -> str:
    """A pickup as it can be typed: ``take 2 with 9♠ 9♣``."""
    place = pile(view).index(action.card) + 1
    counts = action.use.faces[0] if hasattr(action.use, "faces") and action.use.faces else None
    one = f"{place}" if is_fanned(view) and counts is None else text.standing_for(action.card, counts)
    return f"take {one} {use_words(action, text).replace('#', '')}"
