"""Skarney: the deal, the turn, contracts, exchanges and lay-offs (facts 1 to 4)."""

from __future__ import annotations

import pytest

from rummy_core.cards import parse_cards
from rummy_core.laying import why_no_meld
from rummy_core.notation import parse_lying
from tests.story import facts
from tests.variants.skarney_tables import JUNK, skarney, skarney_book, skarney_dealt

# Nine cards of three sets, and the same of three runs.
SETS = "5C 5D 5H 8C 8D 8S QC QD QH"
RUNS = "3C 4C 5C 7D 8D 9D TH JH QH"
FIVES = (0, "5C 5D 5H")
"""A meld of the side of seats 0 and 2: its contract lies already, as far as a test needs it."""
THEIRS = (1, "9C 9D joker")


# --- the deal (fact 1, SK-17)


def test_fact_1_eleven_cards_each_from_108_and_no_pile() -> None:
    story = skarney_dealt(dealer=1)
    assert [len(story.deal.view(seat).hand) for seat in range(4)] == [11] * 4
    assert story.stock == 108 - 44
    assert [zone.kind for zone in story.table.layout.zones] == ["stock"] + ["hand"] * 4
    story.refuses("take", "There is no discard pile in this game")


def test_sk_17_the_dealers_left_begins_and_the_deal_passes_left() -> None:
    for dealer in range(4):
        assert skarney_dealt(dealer=dealer).seat == (dealer + 1) % 4


def test_fact_1_partners_sit_opposite() -> None:
    assert skarney_dealt().table.layout.sides == ((0, 2), (1, 3))
    assert skarney_dealt(players=3, sides="solo").table.layout.sides == ((0,), (1,), (2,))


# --- melds (fact 2, field case RB-83)


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("JOKER JOKER JOKER", True),
        ("2C 2D 2H", True),
        ("2C JOKER 7H", False),
        ("2C 6H 7H", True),
    ],
)
def test_rb_83_melds_of_wild_cards_only(cards: str, valid: bool) -> None:
    rules = skarney_book().rules.meld_rules
    assert bool(rules.readings(parse_cards(cards))) is valid


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("3C joker 2D 3D 3H", "2 wild cards; a meld may have 1"),  # W-S8
        ("3S 2C 5S 6S 2D", "2 wild cards"),
        ("joker 2C 2D", "needs a natural card"),
        ("KC AC 3C", "neither"),
        ("QC KC AC 2C=2C", "not how these cards can lie"),
        ("5C 5D", "neither"),
    ],
)
def test_fact_2_what_is_no_meld(cards: str, reason: str) -> None:
    refusal = why_no_meld(skarney_book().rules.meld_rules, *parse_lying(cards))
    assert refusal is not None
    assert reason in refusal.rule


@pytest.mark.parametrize(
    "cards", ["3C joker 3D 3H", "AC 2C 3C", "QH KH AH", "AD AD AD", "4C 4C 4D", "2C 2C 2D", "5H joker=6H 7H"]
)
def test_fact_2_what_is_a_meld(cards: str) -> None:
    assert why_no_meld(skarney_book().rules.meld_rules, *parse_lying(cards)) is None


# --- contracts (fact 3, SK-1 to SK-4, SK-20, SK-27)


def test_fact_3_three_sets_of_three_are_the_contract_of_hand_one() -> None:
    story = skarney(f"{SETS} 3S 4S", step="contract")
    story.does("meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH")
    assert story.step == "offer"
    assert len(story.melds) == 3


def test_fact_3_three_runs_are_as_good() -> None:
    story = skarney(f"{RUNS} 3S 6D", step="contract")
    story.does("meld 3C 4C 5C", "meld 7D 8D 9D", "meld TH JH QH")
    assert story.step == "offer"


@pytest.mark.parametrize(("hand", "melds"), [(1, 3), (3, 3), (4, 4), (7, 4), (8, 4)])
def test_fact_3_hands_four_to_seven_ask_for_four(hand: int, melds: int) -> None:
    story = skarney(f"{SETS} KC KD KS 3S 6D", step="contract", hand=hand)
    sets = ["meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH", "meld KC KD KS"]
    story.does(*sets[:melds])
    assert story.step == "offer"


def test_fact_3_exactly_three_cards_in_each() -> None:
    story = skarney(f"{SETS} 5S 3S", step="contract")
    story.refuses("meld 5C 5D 5H 5S", "4 cards; those of a contract have three")


def test_sk_1_sets_and_runs_are_not_mixed() -> None:
    # Three sets, or two sets and a run with cards left over.
    story = skarney(f"{SETS} 3S 4S 5S", step="contract").does("meld 5C 5D 5H")
    story.refuses("meld 3S 4S 5S", "is a run; the contract you have begun is of sets")


def test_sk_2_no_meld_of_wild_cards_in_a_contract() -> None:
    story = skarney(f"{SETS} 2C 2D 2H", step="contract")
    story.refuses("meld 2C 2D 2H", "are wild cards alone; they are no part of a contract")


def test_each_meld_of_a_contract_may_hold_one_wild_card() -> None:
    story = skarney("5C 5D 2H 8C 8D joker QC QD 2S 3S 4S", step="contract")
    story.does("meld 5C 5D 2H", "meld 8C 8D joker", "meld QC QD 2S")
    assert story.step == "offer"


def test_a_meld_is_legal_only_if_the_rest_can_still_be_made() -> None:
    # With the fourth five wasted on the wild card the queens would lack a third.
    story = skarney("5C 5D 5H 8C 8D 8S QC QD joker 3S 4S", step="contract")
    story.refuses("meld 5C 5D joker", "with 5C 5D joker your hand cannot make it whole")
    story.offers("meld 5C 5D 5H", "meld QC QD joker")
    assert story.offered_to("meld") == {"5C 5D 5H", "8C 8D 8S", "QC QD joker"}


def test_nothing_else_is_done_until_a_contract_is_whole() -> None:
    story = skarney(f"{SETS} 3S 4S", step="contract").does("meld 5C 5D 5H")
    story.refuses("done", "Your contract lacks two more sets: lay it whole")
    story.refuses("offer 3S", "lay it whole")
    story.does("meld 8C 8D 8S")
    story.offers_only("meld QC QD QH")
    story.refuses("done", "Your contract lacks one more set: lay it whole")


def test_before_the_contract_nothing_else_is_laid() -> None:
    story = skarney("5C 5D 5H 8C 8D 3S 4S 6S JD JC KH", step="contract", melds=[THEIRS])
    story.refuses("meld 5C 5D 5H", "The contract asks for three sets of three")
    story.refuses("lay 9H on 1", "Lay your contract first")
    story.refuses("swap 9H for joker on 1", "exchanged before anything is melded")
    story.offers_only("done")


def test_sk_4_laying_a_contract_is_free() -> None:
    story = skarney(f"{SETS} 3S 4S", step="contract").does("done")
    assert story.step == "offer"


def test_sk_3_nothing_else_in_the_turn_of_the_contract() -> None:
    story = skarney(f"{SETS} KC KD KH", step="contract")
    story.does("meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH")
    assert story.step == "offer"
    story.refuses("meld KC KD KH", "Your turn ends with an offer")


def test_fact_3_one_partners_contract_serves_both() -> None:
    story = skarney(JUNK[0], JUNK[1], "KC KD KH 3S 4S", seat=2, melds=[FIVES]).does("draw")
    assert story.step == "play"
    story.offers("meld KC KD KH")


def test_fact_10_alone_each_needs_his_own() -> None:
    hand = "KC KD KH 3S 4S 7C 8C JD TD"
    story = skarney(JUNK[0], JUNK[1], hand, seat=2, melds=[FIVES], preset="singles").does("draw", "done")
    assert story.step == "offer"


def test_sk_20_several_sets_of_one_rank() -> None:
    story = skarney("5C 5D 5H 5C 5D 5H QC QD QH 3S 4S", step="contract")
    story.does("meld 5C 5D 5H", "meld 5C 5D 5H", "meld QC QD QH")
    assert story.step == "offer"


def test_sk_27_equal_cards_share_a_set() -> None:
    story = skarney("5C 5C 5H 8D 8D 8S QC QC QH 3S 6D", step="contract")
    story.does("meld 5C 5C 5H", "meld 8D 8D 8S", "meld QC QC QH")
    assert story.step == "offer"


def test_who_has_too_few_cards_for_a_contract_is_not_asked() -> None:
    story = skarney("5C 5D 5H 8C 8D 8S QC").does("draw")
    assert story.step == "offer"
    assert skarney("5C 5D 5H 8C 8D 8S QC QD").does("draw").step == "contract"
    assert skarney("5C 5D 5H 8C 8D 8S QC QD", hand=4).does("draw").step == "offer"


def test_a_contract_that_takes_the_last_card_goes_out() -> None:
    story = skarney(SETS, step="contract").does("meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH")
    assert story.ending == "out"
    assert story.winner == 0


# --- exchanges (fact 4b, SK-7, SK-23)


def test_fact_4_a_natural_card_for_a_wild_one_of_an_opponent() -> None:
    story = skarney("9H 9S 3C 4D", melds=[FIVES, THEIRS]).does("draw")
    assert story.step == "exchange"
    story.offers("swap 9H for joker on 2", "swap 9S for joker on 2")
    story.does("swap 9S for joker on 2")
    assert story.melds[1] == "9C 9D 9S"
    assert "joker" in story.hand(0)
    assert story.known_hand(3, 0) == {"joker"}


def test_sk_7_in_a_run_the_very_card() -> None:
    story = skarney("8D 8C 3C 4D", melds=[(1, "7C 2S=8C 9C")]).does("draw")
    story.offers("swap 8C for 2S on 1")
    story.refuses("swap 8D for 2S on 1", "The 8D is not what the 2S stands for")


def test_fact_4_never_in_melds_of_the_own_side() -> None:
    story = skarney("9H 9S 3C 4D", melds=[(0, "8C 8D joker"), THEIRS, (2, "TC TD 2H")]).does("draw")
    story.refuses("swap 8H for joker on 1", "of your own side")
    story.refuses("swap TH for 2H on 3", "of your own side")


def test_fact_4_special_melds_keep_their_wild_cards() -> None:
    story = skarney("9H 2S 3C 4D", melds=[FIVES, THEIRS, (1, "2C 2D 2H"), (3, "joker joker joker")])
    story.does("draw").refuses("swap 2S for 2C on 3", "No natural card can take the place of the 2C")
    story.refuses("swap 9H for joker on 4", "No natural card")


def test_sk_23_the_two_place_keeps_its_wild_card() -> None:
    story = skarney("2C 3C 4D", melds=[FIVES, THEIRS, (1, "AC joker=2C 3C")]).does("draw")
    story.refuses("swap 2C for joker on 3", "No natural card can take the place of the joker")


def test_sk_7_any_number_of_exchanges_also_before_the_own_contract() -> None:
    story = skarney("9H 6H 3C 4D 7S JC JH KD QS", melds=[THEIRS, (1, "6C 6D 2H")], stock="5S").does(
        "draw", "swap 9H for joker on 1", "swap 6H for 2H on 2", "done"
    )
    assert story.step == "contract"
    assert {"joker", "2H"} <= story.hand(0)


def test_sk_7_exchanges_come_before_melds() -> None:
    story = skarney("9H KC KD KH 3C", melds=[FIVES, THEIRS]).does("draw")
    story.refuses("meld KC KD KH", "Exchange what you like for wild cards first")
    story.does("done").refuses("swap 9H for joker on 2", "exchanged before anything is melded")


def test_an_exchange_is_asked_for_though_none_can_be_made() -> None:
    # Nobody may learn from a skip that no nine is held.
    story = skarney("3C 4D 6H", melds=[FIVES, THEIRS], stock="7H").does("draw")
    assert story.step == "exchange"
    story.offers_only("done")


def test_it_is_skipped_where_all_see_that_none_is_possible() -> None:
    story = skarney("3C 4D 6H", melds=[FIVES, (1, "9C 9D 9H"), (1, "2C 2D 2H")]).does("draw")
    assert story.step == "play"


# --- new melds and lay-offs (fact 4c, SK-5, SK-6, SK-16)


def test_sk_5_two_cards_a_turn_to_each_meld() -> None:
    story = skarney("5S 5C 5D 8H 8S 3C", melds=[FIVES, (2, "8C 8D 8S")], step="play")
    story.does("lay 5S on 1", "lay 5C on 1").refuses("lay 5D on 1", "You may add 2 cards a turn to a meld")
    story.does("lay 8H on 2")
    assert "lay 5D on 1" not in story.offered
    story.does("lay 8S on 2")


def test_sk_5_a_partner_may_add_two_more_in_his_turn() -> None:
    story = skarney("5S 5C 3C 4D", JUNK[1], "5D 5H 7C 9S", melds=[FIVES], step="play")
    story.does("lay 5S on 1", "lay 5C on 1", "done", "offer 3C", "pass", "pass", "pass")
    story.does("draw", "offer TC", "pass", "pass", "pass", "draw")
    assert story.seat == 2
    story.does("lay 5D on 1", "lay 5H on 1")


def test_sk_5_a_meld_of_this_turn_does_not_grow() -> None:
    story = skarney("KC KD KH KS 3C", melds=[FIVES], step="play").does("meld KC KD KH")
    story.refuses("lay KS on 2", "was laid this turn and does not grow before your next")
    assert story.offered == ["done"]


def test_sk_5_a_new_meld_has_any_size() -> None:
    story = skarney("KC KD KH KS KC 6H 7H 8H 9H TH JH 3C", melds=[FIVES], step="play")
    story.offers("meld KC KC KD KH KS", "meld KC KD KH KS", "meld 6H 7H 8H 9H TH JH", "meld 7H 8H 9H")
    story.does("meld KC KD KH KS KC", "meld 6H 7H 8H 9H TH JH")
    assert story.hand(0) == {"3C"}


def test_fact_4_no_lay_off_on_melds_of_others() -> None:
    story = skarney("9H 9S 3C", melds=[FIVES, (1, "9C 9D 9H")], step="play")
    story.refuses("lay 9S on 2", "belongs to the other side")


def test_fact_10_alone_not_on_the_meld_of_the_seat_opposite() -> None:
    story = skarney("8H 5S 3C", melds=[FIVES, (2, "8C 8D 8S")], step="play", preset="singles")
    story.refuses("lay 8H on 2", "belongs to the other side").offers("lay 5S on 1")


def test_sk_6_a_wild_card_is_laid_off_where_none_lies() -> None:
    story = skarney("2H joker 3C 2S", melds=[FIVES, (0, "8C 8D joker"), (0, "2C 2D 2H")], step="play")
    story.offers("lay 2H on 1", "lay joker on 1")
    story.refuses("lay 2H on 2", "does not fit")
    story.offers("lay 2H on 3").refuses("lay joker on 3", "does not fit")


def test_sk_16_a_wild_card_in_a_run_has_its_place() -> None:
    story = skarney("6H 7H joker 3C 4H", melds=[FIVES], step="play")
    story.refuses("meld 6H 7H joker", "can be read in more than one way")
    story.does("meld 6H 7H joker=8H")
    assert story.melds[1] == "6H 7H joker=8H"


def test_laying_the_last_card_goes_out() -> None:
    story = skarney("5S 5C", melds=[FIVES], step="play").does("lay 5S on 1", "lay 5C on 1")
    assert story.ending == "out"


# --- refusals


@pytest.mark.parametrize(
    ("step", "words", "reason"),
    [
        ("draw", "done", "Draw first: the top card of the stock."),
        ("exchange", "draw", "You have drawn already"),
        ("exchange", "offer 3C", "Exchange what you like for wild cards first"),
        ("contract", "draw", "You have drawn already"),
        ("play", "draw", "You have drawn already"),
        ("play", "offer 3C", "Meld or lay off what you like, then say 'done'."),
        ("offer", "offer KS", "That card is not in your hand"),
        ("offer", "pass", "There is nothing to pass on now"),
        ("offer", "draw", "You have drawn already"),
        ("offer", "done", "Your turn ends with an offer"),
    ],
)
def test_every_step_says_what_is_asked(step: str, words: str, reason: str) -> None:
    skarney("3C 4D 6H 9S", step=step).refuses(words, reason)


def test_the_whole_turn_as_facts() -> None:
    story = skarney("3C 4D 6H 9S", stock="7S").does("draw", "offer 7S", "pass", "accept")
    told = [type(one).__name__ for one in facts(story.deal)]
    assert told == [
        *("Moved", "StepBegan", "StepBegan", "StepBegan"),  # drawn; exchange and contract are skipped
        *("Shown", "Noted", "StepBegan", "StepBegan", "Moved", "StepBegan"),
    ]
