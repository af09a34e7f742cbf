"""A card is one thing: it cannot be changed, and a copy of it is the card itself."""

from __future__ import annotations

import copy
import pickle

import pytest

from rummy_core.cards import CARDS, card
from rummy_core.faces import face


def test_a_card_cannot_be_changed() -> None:
    ace = card("AS")
    with pytest.raises(AttributeError, match="a card cannot be changed: rank"):
        ace.rank = 2
    with pytest.raises(AttributeError, match="a card cannot be changed: suit"):
        del ace.suit
    assert ace.text == "AS"


def test_a_copy_of_a_card_is_the_card() -> None:
    for one in (CARDS[0], CARDS[52], card("9H", 1)):
        assert copy.copy(one) is one
        assert copy.deepcopy([one])[0] is one
        # Processes hand each other cards so.
        assert pickle.loads(pickle.dumps(one)) is one


def test_a_face_of_no_rank_is_a_joker() -> None:
    assert [str(face(rank, suit)) for rank, suit in ((0, -1), (8, -1), (14, 3))] == ["joker", "8", "AS"]
