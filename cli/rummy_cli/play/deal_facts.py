"""What a deal stands at besides its cards: what must be laid first and who has, offers, a card turned up."""

from __future__ import annotations

from rummy_cli.faces import CardText
from rummy_cli.play.melds_told import side_called
from rummy_cli.play.telling import Teller
from rummy_core.cards import Card
from rummy_core.contracts import NUMBERS, ContractStep, contract_of
from rummy_core.forcing import ForceStep, let_go_by
from rummy_core.initial_melds import InitialMeld
from rummy_core.offering import OFFERED_CARD, AnswerOffer, is_stopped
from rummy_core.turning_up import THROWN, CardUpStep
from rummy_core.views import View
from rummy_core.zones import DISCARD


def contract_words(view: View) -> str:
    """What each side must lay first: ``contract: four sets or four runs of three``."""
    step = next((step for step in view.rules.steps.values() if isinstance(step, ContractStep)), None)
    if step is None:
        return ""
    count = contract_of(step.melds, view.deal_notes)
    number = NUMBERS[count]
    return f"contract: {number} sets or {number} runs of three"


def initial_meld(view: View) -> InitialMeld | None:
    """What the first melds of a side must come to, where that is asked."""
    owed = (one for step in view.rules.steps.values() for one in getattr(step, "obligations", ()))
    return next((one for one in owed if isinstance(one, InitialMeld)), None)


def initial_words(view: View, teller: Teller) -> str:
    """What first melds need, what the hand has of it, and who has laid them.

    ``first melds: 40 points in one turn, you hold 32; down: Ben``.
    """
    first = initial_meld(view)
    sides = range(len(view.layout.sides))
    if first is None or not any(first.lacking(view, side) for side in sides):
        return ""
    begun = next((side for side in sides if first.is_begun(view, side)), -1)
    if begun >= 0:
        return f"first melds: {first.lacking(view, begun)} of {first.points} points still to lay"
    down = [side_called(view, side, teller) for side in sides if not first.lacking(view, side)]
    needed = f"{first.points} points in one turn" if first.points else "any"
    if teller.me == view.seat and first.points and first.lacking(view, view.layout.side_of[view.seat]):
        needed += f", you hold {first.best(view, view.hand_mask).points}"
    return f"first melds: {needed}; down: {', '.join(down) or 'nobody yet'}"


def contract_state(view: View, teller: Teller) -> str:
    """Which sides have laid their contract: ``down: yours``, ``down: nobody yet``."""
    laid = {meld.owner for meld in view.melds}
    sides = [side for side in range(len(view.layout.sides)) if side in laid]
    return f"down: {', '.join(side_called(view, side, teller) for side in sides) or 'nobody yet'}"


def offered_card(view: View) -> Card | None:
    """The card that is on offer now, while somebody must answer."""
    card = view.turn_notes.get(OFFERED_CARD)
    asked = isinstance(view.rules.steps.get(view.step), AnswerOffer)
    return card if asked and isinstance(card, Card) else None


def offer_words(view: View, teller: Teller, text: CardText) -> str:
    """An offer, and how it stands with each who is asked: ``Ada offers 9♦: Ben no, you?, then Cy``."""
    card = offered_card(view)
    if card is None:
        return ""
    seats = view.layout.seats
    step = view.rules.steps[view.step]
    assert isinstance(step, AnswerOffer)
    stop = card.rank in step.stops
    others = [(view.player + one) % seats for one in range(1, 2 if stop else seats)]
    place = others.index(view.acting)
    said = [
        *(f"{teller.called(seat)} no" for seat in others[:place]),
        f"{teller.called(view.acting)}?",
        *(f"then {teller.called(seat)}" for seat in others[place + 1 :]),
    ]
    stops = "; who takes it skips his next draw" if stop else ""
    verb = teller.does(view.player, "offer")
    return f"{teller.who(view.player)} {verb} {text.the(card)}: {', '.join(said)}{stops}"


def stop_words(view: View, seat: int) -> str:
    """What a seat that has taken a stop card is to know; nothing for another."""
    return "no draw next turn" if is_stopped(view.deal_notes, seat) else ""


def up_words(view: View, teller: Teller, text: CardText) -> str:
    """Where the card comes from that is to be used or let go, or who has let it go and may be forced."""
    step = view.rules.steps.get(view.step)
    top = view[DISCARD].top if DISCARD in view else None
    if top is None or not isinstance(step, CardUpStep | ForceStep):
        return ""
    if isinstance(step, ForceStep):
        whose = teller.whose(let_go_by(view.turn_notes))
        return (
            f"{teller.who(let_go_by(view.turn_notes))} let {text.the(top)} go, though it fits {whose} melds"
        )
    thrown = view.turn_notes.get(THROWN)
    if isinstance(thrown, int):
        return f"{teller.who(thrown)} discarded {text.the(top)}"
    return f"{teller.who(view.player)} turned up {text.the(top)}"


def fact_lines(view: View, teller: Teller, text: CardText) -> list[str]:
    """What the deal stands at, a fact a line."""
    words = contract_words(view)
    all_down = {meld.owner for meld in view.melds} >= set(range(len(view.layout.sides)))
    contract = f"{words}; {contract_state(view, teller)}" if words and not all_down else ""
    said = (
        contract,
        initial_words(view, teller),
        offer_words(view, teller, text),
        up_words(view, teller, text),
    )
    return [one for one in said if one]
