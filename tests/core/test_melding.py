"""The step of melding: exchanges, and what a meld may hold."""

from __future__ import annotations

import pytest

from rummy_core.copies import settled
from rummy_core.events import Exchanged
from rummy_core.melding import MeldStep
from rummy_core.notation import read_fact, write_fact
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.core.melding_game import melding_game
from tests.story import Story, facts, laid_out

SIDES = ((0, 2), (1, 3))
OWN = MeldStep(exchanges=(0,))
ANYWHERE = MeldStep(exchanges=(0, 2), exchange_anywhere=True)


def at(hand: str, *melds: tuple[int, str], step: MeldStep = ANYWHERE) -> Story:
    """Seat 0 has drawn and holds ``hand``; seats 0 and 2 are partners."""
    book = melding_game(step, players=4, sides=SIDES)
    return laid_out(book, hands=(hand,), melds=melds, step="play", seat=0, dealer=3)


# Exchanges within the step of melding.


def test_a_wild_card_is_taken_out_and_the_turn_goes_on() -> None:
    story = at("6H 6D KC", (1, "5H joker=6H 7H"))
    assert story.offered_to("swap") == {"6H for joker on 1"}
    story.does("swap 6H for joker on 1")
    assert (story.melds, story.hand(0)) == (["5H 6H 7H"], {"joker", "6D", "KC"})
    assert (story.seat, story.step, story.table.progress, story.table.plays) == (0, "play", True, 1)
    assert story.known_hand(3, 0) == {"joker"}


def test_the_card_in_its_place_is_its_layers_and_the_meld_its_owners() -> None:
    (meld,) = at("6H KC", (1, "5H joker=6H 7H")).does("swap 6H for joker on 1").table.melds
    assert meld.owner == 1
    assert [(one.card.text, one.by) for one in meld.placed] == [("5H", 1), ("6H", 0), ("7H", 1)]


def test_own_melds_only_unless_told_otherwise() -> None:
    """A partner's melds are the own side's."""
    melds = ((0, "4C joker=5C 6C"), (2, "5D joker=5 5S"), (3, "4C 2C=5C 6C"), (3, "TH joker=JH QH"))
    story = at("5C JH KD", *melds, step=OWN)
    assert story.offered_to("swap") == {"5C for joker on 1", "5C for joker on 2"}
    story.refuses("swap JH for joker on 4", "Meld 4 belongs to the other side")
    story.refuses("swap 5C for 2C on 3", "no wild card that may be exchanged")
    assert len(at("5C JH KD", *melds).offered_to("swap")) == 4
    at("5C JH KD", *melds, step=MeldStep()).refuses("swap 5C for joker on 1", "not taken out of melds")


def test_of_two_equal_wild_cards_the_one_in_that_place_is_meant() -> None:
    lying = (1, "5H 2C=6H 2C=7H 8H")
    story = at("7H KC", lying).does("swap 7H for 2C on 1")
    assert story.melds == ["5H 2C=6H 7H 8H"]
    # And so it is where the fact is read from a record, in which equal cards read alike.
    (fact,) = (one for one in facts(story.deal) if isinstance(one, Exchanged))
    before = at("7H KC", lying).table
    assert settled(before, read_fact(write_fact(fact, 15), 15)) == fact


@pytest.mark.parametrize("step", [OWN, ANYWHERE])
def test_exchanges_conform(step: MeldStep) -> None:
    tally = Tally()
    for seed in range(8):
        check_deal(melding_game(step, players=3, hand=11), seed, [AnyLegal], closely=0.2, tally=tally)
    assert tally.events["Exchanged"]
