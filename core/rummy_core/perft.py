"""Perft: how many sequences of actions there are, and how many actions at each decision.

The word is that of chess programs. A rule that changes what is legal anywhere near
the positions counted changes a number, so that numbers kept from an earlier day guard the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from rummy_core.actions import Action
from rummy_core.deal import Deal


def perft(deal: Deal, depth: int) -> int:
    """Count the sequences of exactly ``depth`` actions from where ``deal`` stands; it is not changed.

    Actions are those that are listed, so equal cards make one. A sequence that ends the
    deal counts at its own length and at no greater one. The count of depth 0 is 1. The positions
    looked at are those that the count of ``depth - 1`` counts.
    """
    if depth <= 0:
        return 1
    actions = deal.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(_after(deal, action), depth - 1) for action in actions)


def divide(deal: Deal, depth: int) -> Iterator[tuple[Action, int]]:
    """The count of ``depth`` under each first action, in the order of the list."""
    if depth > 0:
        for action in deal.legal_actions():
            yield action, perft(_after(deal, action), depth - 1)


def _after(deal: Deal, action: Action) -> Deal:
    """``deal`` one action on, without its log: nothing here looks back."""
    twin = Deal(deal.book, deal.table.copy(), deal.chance.copy(), [])
    twin.play(action)
    return twin


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision of a playthrough: who acted in which step, out of how many actions, and how."""

    seat: int
    step: str
    count: int
    action: Action


def playthrough(deal: Deal, seed: str) -> Iterator[Choice]:
    """Play ``deal`` on to its end by :func:`picked`; yield each decision before it is played.

    No bot has a part in it, so that the same rules always give the same choices.
    """
    number = 0
    while actions := deal.legal_actions():
        table = deal.table
        action = picked(actions, f"{seed}/{number}")
        yield Choice(table.seat, table.step, len(actions), action)
        deal.play(action)
        number += 1


def picked(actions: Sequence[Action], key: str) -> Action:
    """Pick one of ``actions`` by ``key``: a kind of action first, so that melds and knocks are not rare.

    It hangs on what the actions say and not on their order, and is mostly the same where
    others are listed beside it: a change shows where it is and not all over.
    """
    texts = {str(action): action for action in actions}
    kind = min({text.split()[0] for text in texts}, key=lambda word: _lot(key, word))
    text = min((one for one in texts if one.split()[0] == kind), key=lambda one: _lot(key, one))
    return texts[text]


def _lot(key: str, text: str) -> bytes:
    return blake2b(f"{key}/{text}".encode(), digest_size=8).digest()


def hash_of(counts: Sequence[int]) -> str:
    """Twelve hexadecimal digits that stand for a list of counts."""
    return blake2b(" ".join(map(str, counts)).encode(), digest_size=6).hexdigest()
