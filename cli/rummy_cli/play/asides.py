"""The words that move no card: hints, looking again, undo, saving and stopping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rummy_cli.errors import CommandError, nearest, sentence
from rummy_cli.play.choices import help_lines
from rummy_cli.play.hand_order import ORDERS
from rummy_cli.play.hints import hint_lines
from rummy_cli.play.match_told import score_lines
from rummy_cli.play.saying_again import (
    hand_lines,
    meld_lines,
    pile_lines,
    styled,
    table_lines,
    turn_lines,
)
from rummy_cli.play.scene import Scene
from rummy_cli.play.typed_found import Aside
from rummy_cli.safe_text import safe
from rummy_core.deal import Deal
from rummy_core.rulebook import Rulebook

if TYPE_CHECKING:
    from rummy_cli.play.session import Session


class Ending(Exception):
    """The person stops playing; the match can be taken up again."""


def answer_aside(session: Session, deal: Deal, scene: Scene, aside: Aside) -> bool:
    """Answer a word; return whether the table has changed, so that it must be asked anew.

    Raises:
        Ending: where the person quits.
    """
    try:
        return _ASIDES[aside.word](session, deal, scene, aside.rest)
    except CommandError as error:
        session.reply([sentence(error.message)])
        return False


Answer = Callable[["Session", Deal, Scene, str], bool]


def _says(lines: Callable[[Session, Deal, Scene], list[str]]) -> Answer:
    """A word that is answered by lines alone."""

    def answer(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
        session.reply(lines(session, deal, scene))
        return False

    return answer


def _sort(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
    """Lay the hand out in another way: the one named, or the next one."""
    names = [order for order in ORDERS if rest and order.startswith(rest.lower())]
    if rest and not names:
        raise CommandError(f"a hand is sorted by {', '.join(ORDERS)}{nearest(rest, ORDERS)}")
    session.order = names[0] if names else ORDERS[(ORDERS.index(session.order) + 1) % len(ORDERS)]
    scene.order = session.order
    scene.start = hand_lines(scene)[:1]
    session.reply([f"Sorted by {session.order}."])
    return False


def _undo(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
    seat = scene.view.seat
    refusal = session.take_back(deal, seat)
    if refusal:
        session.reply([f"That cannot be taken back. {styled(refusal, scene.cards)}"])
        return False
    session.reply(["Your last move is taken back."])
    return True


def _log(session: Session, deal: Deal, scene: Scene) -> list[str]:
    return session.log(deal, scene.teller)


def _score(session: Session, deal: Deal, scene: Scene) -> list[str]:
    return score_lines(session.match, session.players, session.match.seating.players[scene.view.seat])


def _rules(session: Session, deal: Deal, scene: Scene) -> list[str]:
    return rules_lines(session.match.book)


def rules_lines(book: Rulebook) -> list[str]:
    """The rules in words, with the numbers of the options in force."""
    lines = [f"{book.variant.title}, as it is played here:"]
    lines += book.variant.describe(book.options, book.players)
    for stacked in book.house_rules:
        lines += [f"House rule {stacked.rule.title}:", *stacked.rule.describe(stacked.options)]
    return [safe(line, 1000) for line in lines]


def _save(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
    """Say where the match is saved, or write a copy of its record."""
    if rest:
        session.save.copy_to(Path(rest).expanduser())
        session.reply([f"A copy is written to '{safe(rest)}'."])
    elif session.save.warning:
        session.reply([sentence(session.save.warning)])
    else:
        session.reply([f"All is saved, after every move, in '{safe(str(session.save.path))}'."])
    return False


def _resign(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
    if not session.sure("Give the whole match up?", scene):
        session.reply(["The match goes on."])
        return False
    session.resign(scene.view.seat)
    return True


def _quit(session: Session, deal: Deal, scene: Scene, rest: str) -> bool:
    raise Ending


_ASIDES: Final[dict[str, Answer]] = {
    "hint": _says(lambda session, deal, scene: hint_lines(scene.view, scene.actions, scene.cards)),
    "sort": _sort,
    "undo": _undo,
    "hand": _says(lambda session, deal, scene: hand_lines(scene)),
    "table": _says(lambda session, deal, scene: table_lines(scene)),
    "pile": _says(
        lambda session, deal, scene: [*pile_lines(scene.view, scene.cards), *meld_lines(scene.view, scene)]
    ),
    "score": _says(_score),
    "turn": _says(lambda session, deal, scene: turn_lines(scene)),
    "repeat": _says(lambda session, deal, scene: session.said),
    "log": _says(_log),
    "rules": _says(_rules),
    "save": _save,
    "resign": _resign,
    "quit": _quit,
    "help": _says(lambda session, deal, scene: help_lines(scene.view, scene.actions, scene.cards)),
}
