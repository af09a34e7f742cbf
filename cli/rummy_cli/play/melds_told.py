"""Melds on the table in a line: what wild cards count as, who laid what, and whom it scores for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from rummy_cli.faces import CardText
from rummy_cli.play.telling import Teller
from rummy_core.actions import Action, Exchange, Force, LayMeld, LayOff, TakePile
from rummy_core.cards import Card
from rummy_core.faces import Face, other_face
from rummy_core.knocking import KnockStep
from rummy_core.melds import Meld
from rummy_core.rulebook import DealRules
from rummy_core.table_points import laid
from rummy_core.views import View


def knocks(rules: DealRules) -> bool:
    """Whether this is a game of knocking, in which hands are counted by their deadwood."""
    return any(isinstance(step, KnockStep) for step in rules.steps.values())


def deadwood_of(rules: DealRules) -> Callable[[int], int] | None:
    """What counts cards left in hand as deadwood; None where nobody knocks."""
    return rules.arranger.points if knocks(rules) else None


def melds_belong(rules: DealRules) -> bool:
    """Whether a meld is its side's, which alone adds to it; else each card is its layer's."""
    return any(getattr(step, "own_melds", False) for step in rules.steps.values())


def lying(cards: Sequence[Card], faces: Sequence[Face], text: CardText) -> str:
    """The cards of a meld as they lie: ``5♥ 2♣=6♥ 7♥``."""
    return text.lying(cards, map(other_face, cards, faces))


def meld_text(meld: Meld, text: CardText) -> str:
    """A meld as it lies; a ``+`` parts what different players laid: ``5♦ 6♦ 7♦ + 8♦``."""
    by = {one.card: one.by for one in meld.placed}
    pairs = zip(meld.cards, meld.faces, strict=True)
    groups = [list(group) for _, group in groupby(pairs, key=lambda pair: by[pair[0]])]
    plus = " and " if text.style == "words" else " + "
    return plus.join(
        lying([card for card, _ in group], [counts for _, counts in group], text) for group in groups
    )


def shares(view: View, meld: Meld, teller: Teller) -> list[tuple[str, int | None]]:
    """Whose a meld is, or who laid cards in it, each with its points there; None where melds do not score."""
    values = view.rules.card_values
    scores = values.melds_score
    if meld.owner >= 0 and melds_belong(view.rules):
        points = sum(values.of_placed(meld, one) for one in meld.placed) if scores else None
        return [(side_called(view, meld.owner, teller), points)]
    found: dict[int, int] = {}
    for one in meld.placed:
        found[one.by] = found.get(one.by, 0) + values.of_placed(meld, one)
    return [(teller.called(seat), points if scores else None) for seat, points in found.items()]


def side_called(view: View, side: int, teller: Teller) -> str:
    """What a side's melds are called in a line: ``yours``, ``theirs``, or their player's name."""
    seats = view.layout.sides[side]
    if teller.me in seats:
        return "yours"
    if len(view.layout.sides) == 2 and teller.me >= 0 and len(seats) > 1:
        return "theirs"
    return " and ".join(map(teller.called, seats))


def share_words(view: View, meld: Meld, teller: Teller) -> str:
    """Who scores how much in a meld: ``you 15, Ben 5``."""
    return ", ".join(
        name if points is None else f"{name} {points}" for name, points in shares(view, meld, teller)
    )


def meld_words(view: View, meld: Meld, teller: Teller) -> str:
    """A meld at a glance: ``#2 5♦ 6♦ 7♦ + 8♦ (you 15, Ben 5)``."""
    return f"#{meld.number} {meld_text(meld, teller.cards)} ({share_words(view, meld, teller)})"


def meld_sentence(view: View, meld: Meld, teller: Teller) -> str:
    """A meld in a sentence, with what each one who laid a card there scores."""
    said = meld_text(meld, teller.cards)
    return f"Meld {meld.number}: {said} ({share_words(view, meld, teller)})."


def melded(view: View, seat: int) -> int | None:
    """The points on the table of a seat, or of its side where melds belong to sides; None without any."""
    if not view.rules.card_values.melds_score:
        return None
    if melds_belong(view.rules):
        side = view.layout.side_of[seat]
        return laid(view, lambda meld, one: meld.owner == side)
    return laid(view, lambda meld, one: one.by == seat)


def laying_words(action: Action, text: CardText) -> str:
    """A laying, a pickup or an exchange in words that can be typed: ``meld 5♥ 2♣=6♥ 7♥``."""
    if isinstance(action, LayMeld):
        return f"meld {_typed(action.cards, action.faces, text)}"
    if isinstance(action, LayOff):
        return f"lay {_on(action, text)}"
    if isinstance(action, Force):
        return f"force {_on(action.use, text)}"
    if isinstance(action, TakePile):
        if isinstance(action.use, LayOff):
            return f"take {_on(action.use, text, action.deep)}"
        return f"take {_deep(action, text)} with {_with(action.use, text)}"
    assert isinstance(action, Exchange)
    return f"swap {text.the(action.card)} for {text.the(action.wild)} on {action.meld}"


def swap_words(action: Exchange, text: CardText) -> str:
    """An exchange that can be made now, at a glance: ``swap 8♣ for 2♥ on #5``."""
    return f"swap {text.one(action.card)} for {text.one(action.wild)} on #{action.meld}"


def use_words(action: TakePile, text: CardText) -> str:
    """How a card of the pile is used: ``with 9♠ 9♣``, ``on #3``."""
    if isinstance(action.use, LayOff):
        end = _end(action.use)
        return f"on {'meld ' if text.style == 'words' else '#'}{action.use.meld}{end}"
    return f"with {_with(action.use, text)}"


def _on(action: LayOff, text: CardText, deep: int = 0) -> str:
    card, counts = action.card, action.face
    own = counts is None or other_face(card, counts) is None
    one = text.standing_for(card, None if own else counts)
    below = f" {deep} deep" if deep else ""
    return f"{one}{below} on {action.meld}{_end(action)}"


def _end(action: LayOff) -> str:
    counts = action.face
    if counts is None or counts.rank not in (1, 14) or counts.suit < 0:
        return ""
    return " low" if counts.rank == 1 else " high"


def _deep(action: TakePile, text: CardText) -> str:
    assert isinstance(action.use, LayMeld)
    counts = action.use.faces[0] if action.use.faces else None
    below = f" {action.deep} deep" if action.deep else ""
    return f"{text.standing_for(action.card, counts)}{below}"


def _with(use: LayMeld, text: CardText) -> str:
    return _typed(use.cards[1:], use.faces[1:], text)


def _typed(cards: Sequence[Card], faces: Sequence[Face | None], text: CardText) -> str:
    """Cards each by itself: only so can they be typed."""
    parts = [
        text.one(card) if counts is None else text.standing_for(card, counts).removeprefix("the ")
        for card, counts in zip(cards, faces or (None,) * len(cards), strict=True)
    ]
    return " ".join(parts)
