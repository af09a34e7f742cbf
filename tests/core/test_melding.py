"""The step of melding: exchanges, and what a meld may hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rummy_core.cards import CARDS, card, mask_of, parse_cards
from rummy_core.copies import settled
from rummy_core.events import Exchanged, Laid, Moved, NoteValue, Shown
from rummy_core.faces import face
from rummy_core.meld_lists import in_order
from rummy_core.melding import MeldStep
from rummy_core.notation import read_fact, write_fact
from rummy_core.positions import deal_at
from rummy_core.refills import REFILL_PLAYS, REFILLS, REFILLS_IDLE, Refill
from rummy_core.steps import DrawStep
from rummy_core.table import evolve
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.core.melding_game import WILD, melding_game
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
    for seed in range(3):
        check_deal(melding_game(step, players=3, hand=11), seed, [AnyLegal], closely=0.1, tally=tally)
    assert tally.events["Exchanged"]


# A wild card that stands for some face only where all others are natural.

QUEEN = replace(WILD, alone=((2, face(12, 3)),))
RULE = "may stand for the QS only where no other card of the meld is wild"


def with_queen(hand: str, *melds: tuple[int, str], step: MeldStep = ANYWHERE) -> Story:
    """As ``at``, where a deuce may stand for the queen of spades only by itself."""
    book = melding_game(step, rules=QUEEN)
    return laid_out(book, hands=(hand,), melds=melds, step="play", seat=0)


def test_such_a_card_stands_there_alone() -> None:
    story = with_queen("JS KS TS 2C 2D joker 9C").offers("meld JS 2C KS")
    story.allows("meld TS JS 2C=QS", "meld JS joker=QS 2C=KS").offers("meld TS JS joker=QS")
    story.refuses("meld 2C=KS 2D=QS JS", f"The 2D {RULE}")
    story.refuses("meld KS 2D=QS joker=JS", f"The 2D {RULE}")
    story.refuses("meld JS 2D=QS KS joker=AS", f"The 2D {RULE}")
    # Two deuces with a jack are the nine and the ten, the ten and the queen no more.
    offered = story.offered_to("meld")
    assert {"2C=9S 2D=TS JS", "2C=TS JS joker=QS", "TS JS 2C=QS"} <= offered
    assert {words for words in offered if "2C=QS" in words or "2D=QS" in words} == {"TS JS 2C=QS"}


def test_no_further_wild_card_comes_to_it_nor_it_to_one() -> None:
    lone = (0, "JS 2C=QS KS")
    story = with_queen("2D joker TS AS 9C", lone)
    assert story.offered_to("lay") == {"TS on 1", "AS on 1"}
    story.refuses("lay 2D=TS on 1", f"The 2C {RULE}").refuses("lay joker on 1", f"The 2C {RULE}")
    wild = (0, "9S joker=TS JS")
    story = with_queen("2D QS 9C", wild)
    assert story.offered_to("lay") == {"2D=8S on 1", "QS on 1"} or story.offered_to("lay") == {
        "2D on 1",
        "QS on 1",
    }
    story.refuses("lay 2D=QS on 1", f"The 2D {RULE}")


def test_a_wild_card_that_was_taken_out_binds_no_more() -> None:
    story = with_queen("QS TS 2D 9C", (0, "JS 2C=QS KS")).refuses("lay 2D=TS on 1", RULE)
    story.does("swap QS for 2C on 1").does("lay 2C=TS on 1", "lay 2D=9S on 1")
    assert story.melds == ["2D=9S 2C=TS JS QS KS"]
    # And a joker in its place takes none of its right to be the only one.
    story = with_queen("TS 2D 9C", (0, "9S joker=TS JS")).does("swap TS for joker on 1")
    story.offers("lay 2D=QS on 1", "lay joker=QS on 1")


def test_in_a_set_it_is_a_plain_queen() -> None:
    with_queen("QS QH 2C 2D 9C").offers("meld QH QS 2C", "meld QS 2C=Q 2D=Q")


# A stock that is filled at once, and not a third time in a row with nothing laid.

FILLED = Refill(shuffled=False, at_once=True)


def refilling(hand: str, refills: int, pile: str = "9C TD JH", plays: int = 0) -> Story:
    """Seat 0 draws the last card of the stock; so many refills have been made with nothing laid."""
    notes: dict[str, NoteValue] = {REFILLS: refills, REFILLS_IDLE: refills, REFILL_PLAYS: plays}
    book = melding_game(DrawStep(then="play", refill=FILLED, pass_ends="stock"), MeldStep(refill=FILLED))
    named = [*parse_cards(hand), *parse_cards(pile), card("KD")]
    left = Counter(one.text for one in book.pack(2).cards) - Counter(one.text for one in named)
    return laid_out(
        book,
        hands=(hand, " ".join(left.elements())),
        pile=pile,
        stock="KD",
        stock_left=1,
        step="draw",
        seat=0,
        deal_notes=notes if refills else None,
    )


def test_the_pile_is_turned_over_as_soon_as_the_stock_is_empty() -> None:
    story = refilling("4C 5D", 0).does("draw")
    assert (story.stock, story.pile, story.step) == (2, ["JH"], "play")
    # The oldest discard is on top.
    story.does("discard KD", "draw")
    assert "9C" in story.hand(1)


def test_a_pile_of_one_card_is_turned_over_after_the_discard() -> None:
    story = refilling("4C 5D", 0, pile="9C").does("draw")
    assert (story.stock, story.pile) == (0, ["9C"])
    story.does("discard KD")
    assert (story.stock, story.pile, story.seat) == (1, ["KD"], 1)


def test_a_third_refill_in_a_row_with_nothing_laid_is_not_made() -> None:
    story = refilling("4C 5D", 1).does("draw")
    assert (story.stock, story.note(REFILLS_IDLE)) == (2, 2)
    story = refilling("4C 5D", 2).does("draw")
    assert (story.stock, story.pile, story.note("last_turn")) == (0, ["9C", "TD", "JH"], True)
    story.does("discard KD")
    assert (story.ending, story.pile[-1]) == ("stock", "KD")


def test_the_turn_is_finished_then_whatever_is_laid_in_it() -> None:
    story = refilling("4C 4D 4H 5D", 2).does("draw", "meld 4C 4D 4H", "discard KD")
    assert (story.ending, story.points(0)) == ("stock", 3 - 1)
    story = refilling("4C 4D 4H", 2).does("draw", "meld 4C 4D 4H", "discard KD")
    assert (story.ending, story.points(0)) == ("out", 3)


def test_cards_laid_since_the_last_refill_begin_the_count_anew() -> None:
    story = refilling("4C 5D", 2, plays=7).does("draw")
    assert (story.stock, story.note(REFILLS_IDLE), story.note("last_turn")) == (2, 1, None)


def test_nothing_is_discarded_that_must_be_kept() -> None:
    kept = MeldStep(kept=mask_of(one for one in CARDS if one.text == "QS"))
    story = at("QS QS 9C", step=kept).refuses("discard QS", "only when you hold no other card")
    story.offers_only("discard 9C")
    at("QS QS", step=kept).offers_only("discard QS")


# The last card goes face down.


def last_card(hides: bool = True) -> Story:
    """Seat 1 is to go out with its last card."""
    book = melding_game(MeldStep(hides_last=hides), players=3)
    return laid_out(book, hands=(None, "KC", None), step="play", seat=1, dealer=0)


def test_a_last_discard_is_shown_to_nobody() -> None:
    story = last_card().does("discard KC")
    assert story.ending == "out"
    for looker in (0, 2):
        assert [str(entry) for entry in story.deal.events_for(looker)[:1]] == ["1 discard ?"]
        assert story.view(looker)["discard"].top is None
        (moved,) = (one for one in story.deal.events_for(looker) if isinstance(one, Moved))
        assert moved.cards == (None,)
    assert str(story.deal.events_for(1)[0]) == "1 discard KC"


def test_without_that_rule_it_is_seen_by_all() -> None:
    story = last_card(hides=False).does("discard KC")
    assert {str(story.deal.events_for(seat)[0]) for seat in range(3)} == {"1 discard KC"}


def test_a_discard_that_leaves_cards_lies_face_up() -> None:
    book = melding_game(MeldStep(hides_last=True), players=3)
    story = laid_out(book, hands=(None, "KC 2D"), step="play", seat=1).does("discard KC")
    assert story.pile[-1] == "KC"
    assert {str(story.deal.events_for(seat)[0]) for seat in range(3)} == {"1 discard KC"}


@pytest.mark.parametrize("seed", range(4))
def test_games_with_a_hidden_last_card_hold_every_property(seed: int) -> None:
    book = melding_game(MeldStep(hides_last=True), players=3, hand=3)
    check_deal(book, seed, [AnyLegal])


def test_which_of_two_equal_wild_cards_is_held_decides_nothing_about_others() -> None:
    first, second = (
        in_order((), mask_of([card("2C", 1), card("2H")])),
        in_order((), mask_of([card("2C", 1), card("2H", 1)])),
    )
    assert [one.text for one in first] == [one.text for one in second] == ["2C", "2H"]
    # A card that all know goes before both.
    assert in_order((card("2H").bit,), mask_of([card("2C"), card("2H")])) == parse_cards("2H 2C")


def test_a_set_of_wild_cards_holds_no_two_equal_ones_either_where_no_set_may() -> None:
    apart = melding_game(MeldStep(), rules=replace(WILD, equal_cards=False))
    story = laid_out(apart, hands=("2C 2C 2D 2H 9S",), step="play", seat=0)
    story.refuses("meld 2C 2C 2D", "holds no two equal cards").does("meld 2C 2D 2H")
    story.refuses("lay 2C on 1", "does not fit")
    story = laid_out(melding_game(MeldStep()), hands=("2C 2C 2D 9S",), step="play", seat=0)
    story.allows("meld 2C 2C 2D")


def test_sets_and_shown_hands_read_by_face_whichever_of_two_equal_cards_they_hold() -> None:
    book = melding_game(MeldStep())
    for first, second in ((0, 1), (1, 0)):
        held = (card("KD", first), card("KC", second), card("KS", first))
        rest = (card("9H", second), card("3S", first), card("4D", second))
        deal = deal_at(book, zones={"hand 0": held, "hand 1": rest}, step="play", seat=0)
        story = Story(deal).does("meld KS KC KD")
        assert story.melds == ["KC KD KS"]
        (shown,) = (one for one in facts(deal) if isinstance(one, Shown))
        assert [str(one) for one in shown.cards] == ["4D", "9H", "3S"]


def test_a_second_equal_wild_card_in_a_run_is_read_back_as_it_lies() -> None:
    """The first one counts as what it did, though the second lies below it and reads alike."""
    lying = (0, "8D 9D 2C=TD JD")
    story = at("2C KS", lying).does("lay 2C=7D on 1")
    (fact,) = (one for one in facts(story.deal) if isinstance(one, Laid))
    before = at("2C KS", lying).table
    assert settled(before, read_fact(write_fact(fact, 15), 15)) == fact
    evolve(before, fact)
    assert [str(meld) for meld in before.melds] == story.melds == ["2C=7D 8D 9D 2C=TD JD"]
