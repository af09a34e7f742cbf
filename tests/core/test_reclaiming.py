"""Wild cards taken out of melds: laid again at once, and out of sets for two cards only."""

from __future__ import annotations

import pytest

from rummy_core.melding import MeldStep
from rummy_core.melds import Ace, MeldRules
from rummy_core.obligations import Obligation
from rummy_core.packs import Pack
from rummy_core.reclaiming import TAKEN_OUT, LaidAgain
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.core.melding_game import melding_game
from tests.story import Story, laid_out

RULES = MeldRules(ace=Ace.HIGH, wilds=(0,))
RUN = (1, "5H joker=6H 7H")
NEW = LaidAgain()
ANYHOW = LaidAgain(lay_off=True)


def at(
    hand: str, *melds: tuple[int, str], duty: Obligation = NEW, for_two: bool = False, keeps: bool = True
) -> Story:
    """Seat 0 is to play and holds ``hand``."""
    play = MeldStep(
        final_discard=keeps,
        exchanges=(0,),
        exchange_anywhere=True,
        exchange_for_two=for_two,
        obligations=(duty,),
    )
    book = melding_game(play, rules=RULES, players=3, pack=Pack(2, 4))
    return laid_out(book, hands=(hand,), melds=melds, step="play", seat=0, dealer=2)


def test_it_is_laid_in_a_new_meld_before_anything_else() -> None:
    story = at("6H KC KD 8H 2C 3C 4C 9D", RUN).does("swap 6H for joker on 1")
    assert story.note(TAKEN_OUT) is not None
    first = "Lay the joker that you have taken first, in a new meld."
    story.refuses("discard 2C", first).refuses("meld 2C 3C 4C", first).refuses("lay 8H on 1", first)
    story.refuses("lay joker=8H on 1", first)
    assert {*story.offered_to("meld")} >= {"KC KD joker"}
    assert all("joker" in words for words in story.offered_to("meld"))
    assert story.offered_to("discard") == story.offered_to("lay") == set()
    story.does("meld KC KD joker", "lay 8H on 1", "meld 2C 3C 4C", "discard 9D")
    assert story.ending == "out"


def test_who_cannot_lay_it_may_not_take_it() -> None:
    told = "The joker may not be kept: you could not lay it again this turn, in a new meld."
    story = at("6H KC 9D", RUN)
    assert story.offered_to("swap") == set()
    story.refuses("swap 6H for joker on 1", told)
    # A card must be left for the discard.
    at("6H KC KD", RUN).refuses("swap 6H for joker on 1", told)
    at("6H KC KD", RUN, keeps=False).does("swap 6H for joker on 1", "meld KC KD joker")


def test_any_wild_card_that_reads_the_same_will_do() -> None:
    story = at("joker 6H KC KD 9D 2C", RUN).does("swap 6H for joker on 1")
    story.does("meld KC KD joker").offers("discard 9D", "discard joker")


def test_one_at_a_time() -> None:
    story = at("6H 6D KC KD QC QD 2C", RUN, (2, "5D joker=6D 7D")).does("swap 6H for joker on 1")
    story.refuses("swap 6D for joker on 2", "Lay the joker that you have taken first")
    story.does("meld KC KD joker", "swap 6D for joker on 2", "meld QC QD joker", "discard 2C")
    assert story.ending == "out"


def test_a_lay_off_may_do() -> None:
    story = at("6H KC 9D", RUN, duty=ANYHOW).does("swap 6H for joker on 1")
    assert story.offered_to("discard") == set()
    assert story.offered_to("lay") == {"joker=4H on 1", "joker=8H on 1"}
    story.refuses("discard KC", "Lay the joker that you have taken first.")
    story.does("lay joker=8H on 1", "discard KC")
    # It goes on the very meld it came from; the hand must not be used up.
    at("6H", RUN, duty=ANYHOW).refuses("swap 6H for joker on 1", "may not be kept")


def test_the_turn_may_end_once_it_lies_and_the_next_owes_nothing() -> None:
    story = at("6H KC KD 8H 2C", RUN).does("swap 6H for joker on 1", "meld KC KD joker", "discard 2C")
    assert (story.seat, story.note(TAKEN_OUT)) == (1, None)


# Two cards for one.


def test_a_set_of_three_gives_it_up_for_both_cards_that_it_lacks() -> None:
    closed = "A set gives up a wild card for two cards only: lay one off on it first, then exchange another."
    story = at("TC TH KC KD 9D", (1, "TS TD joker"), for_two=True)
    assert story.offered_to("swap") == set()
    story.refuses("swap TH for joker on 1", closed).does("lay TC on 1", "swap TH for joker on 1")
    assert story.melds[0] == "TD TS TH TC"
    story.does("meld KC KD joker", "discard 9D")


def test_a_set_that_was_full_before_the_turn_is_closed() -> None:
    story = at("TH KC KD 9D", (1, "TS TD TC joker"), for_two=True)
    assert story.offered_to("swap") == set()
    at("TH KC KD 9D", (1, "TS TD TC joker")).does("swap TH for joker on 1")


def test_of_two_in_a_set_two_cards_free_one() -> None:
    story = at("TC TH TD KC KD QC QD 9D", (1, "TS joker=T joker=T"), for_two=True)
    story.does("lay TC on 1", "swap TH for joker on 1", "meld KC KD joker")
    assert story.offered_to("swap") == set()
    story.refuses("swap TD for joker on 1", "for two cards only")


def test_a_run_gives_it_up_for_the_very_card() -> None:
    at("6H KC KD 9D", RUN, for_two=True).does("swap 6H for joker on 1")


def test_a_set_laid_this_turn_is_no_other() -> None:
    story = at("TS TD joker TC TH KC KD 9D", for_two=True).does("meld TS TD joker")
    story.refuses("swap TH for joker on 1", "for two cards only").does(
        "lay TC on 1", "swap TH for joker on 1"
    )


@pytest.mark.parametrize(("duty", "for_two"), [(NEW, True), (ANYHOW, False)], ids=["new meld", "anyhow"])
def test_conformance(duty: Obligation, for_two: bool) -> None:
    tally = Tally()
    play = MeldStep(
        final_discard=True,
        exchanges=(0,),
        exchange_anywhere=True,
        exchange_for_two=for_two,
        obligations=(duty,),
    )
    book = melding_game(play, rules=RULES, players=2, pack=Pack(1, 4), hand=10)
    for seed in range(12):
        check_deal(book, seed, [AnyLegal], closely=0.02, tally=tally)
    assert tally.actions["play", "swap"], tally.actions
