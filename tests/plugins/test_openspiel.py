"""The house rule ``openspiel``: each point in which OpenSpiel's gin is another game than gin.

Where that program is at fault, the rule here is the right one; ``fault`` is in the name of those tests.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.story import Story, faces, gin
from tests.variants.flipping import Flips

from rummy_core.cards import CARDS, Card, mask_of, parse_cards
from rummy_core.catalogue import house_rule, variant
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import NoteValue
from rummy_core.knocking import KNOCKED
from rummy_core.options import BadOption
from rummy_core.positions import deal_at
from rummy_core.rulebook import BadRules, Rulebook, rulebook
from rummy_core.zones import DISCARD, STOCK
from rummy_plugins.openspiel import (
    OPENSPIEL,
    REPEATED_MOVE,
    UPCARD_LIMIT,
    UPCARDS_TAKEN,
    OpenSpielOptions,
    describe,
)
from rummy_variants.gin import GIN

flips = Flips(OPENSPIEL)

# No meld, and nothing that could make a knock.
HAND0 = "KC QD JC 9S 8D 8C 6S 5C 2H KH"
HAND1 = "KD QC JS 9H 8S 7D 6C 4H 2D TD"

FACTS = json.loads((Path(__file__).parents[1] / "data" / "deadwood_facts.json").read_text(encoding="utf-8"))
SHOWDOWNS = {one["name"]: one for one in FACTS["showdowns"]}


def book(upcard_draws: int = 50, **options: Any) -> Rulebook:
    """The rulebook of Gin under the house rule."""
    return rulebook(GIN, options=options, house_rules=[(OPENSPIEL, {"upcard_draws": upcard_draws})])


def openspiel(
    *,
    hand0: str = HAND0,
    hand1: str = HAND1,
    pile: str = "3S",
    stock: str = "",
    step: str = "draw",
    seat: int = 0,
    stock_left: int | None = None,
    melds: Sequence[tuple[int, str]] = (),
    deal_notes: dict[str, NoteValue] | None = None,
    upcard_draws: int = 50,
    **options: Any,
) -> Story:
    """A deal that stands so; ``stock`` in the order it will be drawn, ``pile`` with its top last."""
    cards = {"hand 0": hand0, "hand 1": hand1, DISCARD: pile}
    zones: dict[str, tuple[Card, ...]] = {name: parse_cards(text) for name, text in cards.items()}
    return Story(
        deal_at(
            book(upcard_draws, **options),
            zones={**zones, STOCK: parse_cards(stock)[::-1]},
            step=step,
            seat=seat,
            dealer=1,
            stock=stock_left,
            melds=[(owner, parse_cards(text)) for owner, text in melds],
            deal_notes=deal_notes,
        )
    )


# --- what it is


def test_it_is_found_by_its_name() -> None:
    assert house_rule("openspiel") is OPENSPIEL


def test_it_presets_the_options_of_gin_and_an_option_named_outright_goes_over_it() -> None:
    preset = book().options.model_dump()
    assert {name: preset[name] for name in OPENSPIEL.sets} == {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "undercut_on_tie": False,
        "last_discard": "may_take_and_return",
        "standstill": 0,
    }
    assert book(gin_bonus=20).options.model_dump() == {**preset, "gin_bonus": 20}


@pytest.mark.parametrize(("game", "notion"), [("rummy", "knock"), ("skarney", "discard pile, knock, upcard")])
def test_it_asks_for_a_game_with_a_knock_an_upcard_and_a_pile(game: str, notion: str) -> None:
    with pytest.raises(BadRules, match=f"house rule openspiel needs {notion}, which {game} has not$"):
        rulebook(variant(game), house_rules=[OPENSPIEL])


def test_it_asks_for_an_upcard_which_the_options_may_take_away() -> None:
    with pytest.raises(BadRules, match="openspiel needs upcard, which gin has not as it is played here"):
        book(start="eleven_cards")


@pytest.mark.parametrize("draws", [0, 1001])
def test_the_bounds_of_its_option(draws: int) -> None:
    with pytest.raises(BadOption, match=f"option upcard_draws = {draws}"):
        book(upcard_draws=draws)


@pytest.mark.parametrize(
    ("draws", "words"),
    [(50, "The 50th take"), (1, "The 1st"), (2, "The 2nd"), (3, "The 3rd"), (112, "The 112th")],
)
def test_its_rules_in_words_have_the_numbers_of_its_options(draws: int, words: str) -> None:
    assert any(words in line for line in describe(OpenSpielOptions(upcard_draws=draws)))


def test_player_0_acts_first_where_seat_1_deals() -> None:
    deal = Deal.begin(book(), Chance(1), dealer=1)
    assert (deal.seat, deal.table.step) == (0, "upcard")


# --- the card just taken may go back


def test_the_card_just_taken_may_be_thrown_back() -> None:
    story = openspiel().does("take")
    assert len(story.offered_to("discard")) == 11
    story.offers("discard 3S").does("discard 3S")
    assert (story.step, story.seat, story.pile[-1]) == ("draw", 1, "3S")


def test_without_the_house_rule_it_may_not() -> None:
    gin(hand0=HAND0, hand1=HAND1, pile="3S", step="draw", seat=0).does("take").refuses(
        "discard 3S", "may not go back this turn"
    )


def test_both_in_succession_make_a_repeated_move_and_the_deal_is_void() -> None:
    story = openspiel().does("take", "discard 3S", "take", "discard 3S")
    assert (story.ending, story.void, story.winner, story.lines) == (REPEATED_MOVE, True, -1, [])
    assert story.pile[-1] == "3S"
    assert (story.hand(0), story.hand(1)) == (faces(HAND0), faces(HAND1))


def test_a_throw_back_counts_no_longer_once_another_card_was_thrown() -> None:
    story = openspiel().does("take", "discard 3S", "take", "discard KD", "take", "discard KD")
    assert (story.step, story.seat) == ("draw", 1)
    story.does("take", "discard KD")
    assert story.ending == REPEATED_MOVE


def test_a_throw_back_counts_no_longer_once_the_stock_was_drawn_from() -> None:
    story = openspiel(stock="4C").does("take", "discard 3S", "draw", "discard 4C", "take", "discard 4C")
    assert (story.step, story.seat) == ("draw", 1)


def test_throwing_the_first_upcard_back_counts_as_well() -> None:
    story = openspiel(step="upcard").does("take", "discard 3S")
    assert not story.is_over
    assert story.does("take", "discard 3S").ending == REPEATED_MOVE


def test_what_came_straight_back_may_be_taken_again_for_any_use() -> None:
    # Under same_card_discard = gra its first discarder could retake it only to knock.
    story = openspiel(same_card_discard="gra").does("draw", "discard KC", "take", "discard KC", "take")
    story.does("discard QD")
    assert (story.step, story.seat) == ("draw", 1)


def test_that_a_card_was_thrown_back_is_public() -> None:
    story = openspiel().does("take", "discard 3S")
    assert story.view(0).turn_notes == story.view(1).turn_notes != {}


# --- the upcard limit


def taken_in_turn(story: Story, times: int) -> None:
    """Take the upcard and throw another card, ``times`` times in all."""
    for _ in range(times):
        taken = story.pile[-1]
        story.does("take")
        story.does(f"discard {min(story.offered_to('discard') - {taken})}")


def test_the_50th_upcard_is_not_taken_and_the_deal_is_void() -> None:
    story = openspiel()
    taken_in_turn(story, 49)
    top, hand = story.pile[-1], story.hand(1)
    story.offers("take").does("take")
    assert (story.ending, story.void, story.lines) == (UPCARD_LIMIT, True, [])
    assert (story.pile[-1], story.hand(1)) == (top, hand)


def test_no_standstill_ends_the_deal_before() -> None:
    story = openspiel()
    taken_in_turn(story, 30)
    assert not story.is_over
    stands_still = openspiel(standstill=10)
    taken_in_turn(stands_still, 20)  # ten a player
    assert stands_still.ending == "standstill"


@flips("upcard_draws", 3)
def test_the_number_is_an_option() -> None:
    story = openspiel(upcard_draws=3)
    taken_in_turn(story, 2)
    assert story.does("take").ending == UPCARD_LIMIT


def test_a_card_drawn_from_the_stock_between_does_not_begin_the_count_again() -> None:
    story = openspiel(upcard_draws=2, stock="4C").does("take", "discard KC", "draw", "discard 4C", "take")
    assert story.ending == UPCARD_LIMIT


def test_the_offer_of_the_first_upcard_does_not_count() -> None:
    story = openspiel(step="upcard", upcard_draws=1).does("take", "discard KC")
    assert not story.is_over
    assert story.does("take").ending == UPCARD_LIMIT


def test_the_count_is_public() -> None:
    story = openspiel(deal_notes={UPCARDS_TAKEN: 20}).does("take")
    assert [story.view(seat).deal_notes[UPCARDS_TAKEN] for seat in (0, 1)] == [21, 21]


# --- two cards left in the stock

SEVENS = "7C 7D 7H 9C 9D 9H QC QD QH 2S"
OTHERS = "KC KD JC JD TH 8S 6S 5S 4C 3H"


def at_the_wall(**options: Any) -> Story:
    """Seat 1 has thrown the king of hearts, and two cards are left."""
    story = openspiel(
        hand0=SEVENS, hand1=OTHERS, pile="AC", stock="KH", seat=1, step="draw", stock_left=3, **options
    )
    story.does("draw", "discard KH")
    assert (story.step, story.seat, story.stock) == ("last discard", 0, 2)
    return story


def test_with_two_cards_left_the_next_player_passes_and_the_deal_is_void() -> None:
    story = at_the_wall().offers_only("take", "pass").does("pass")
    assert (story.ending, story.void, story.lines) == ("stock", True, [])


def test_or_knocks_with_the_last_discard_and_may_turn_that_very_card_down() -> None:
    story = at_the_wall().does("take")
    assert story.offered_to("discard") == set()
    story.offers("knock KH", "knock 2S").does("knock KH", "best")
    # 2 against 86: no lay-off fits.
    assert (story.ending, story.points(0)) == (KNOCKED, story.deadwood(1) - 2)


def test_it_is_no_option_where_no_knock_would_come_of_it() -> None:
    at_the_wall(knock_limit=1).offers_only("pass").refuses("take", "only to knock with it")


# --- scores


def knocked(knocker_left: str, other: str, **options: Any) -> Story:
    """Seat 0 throws the eight of clubs and knocks with three aces and ``knocker_left``."""
    story = openspiel(hand0=f"AC AD AH 8C {knocker_left}", hand1=other, step="discard", **options)
    return story.does("knock 8C with AC AD AH", "done")


def test_equal_counts_score_nothing() -> None:
    story = knocked("4S 5D", "9C")
    assert (story.ending, story.void, story.lines) == ("tie", True, [])
    undercut = knocked("4S 5D", "9C", undercut_on_tie=True)
    assert (undercut.points(0), undercut.points(1)) == (0, 25)


def test_a_lower_count_is_an_undercut_for_25() -> None:
    story = knocked("4S 5D", "8D")
    assert (story.ending, story.points(0), story.points(1)) == ("undercut", 0, 1 + 25)


def test_gin_scores_25_and_cannot_be_undercut() -> None:
    assert knocked("", "8D").points(0) == 8 + 25
    # OpenSpiel also gives the bonus against a hand without a card left.
    story = openspiel(hand0="AC AD AH 8C", hand1="2C 2D 2H", step="discard")
    story.does("knock 8C", "meld 2C 2D 2H", "done")
    assert (story.points(0), story.points(1)) == (25, 0)


def test_own_melds_may_stay_unlaid_and_count() -> None:
    story = openspiel(hand0="AC AD AH 8C 2S", hand1="2C 2D 2H", step="discard").does("knock 8C", "done")
    assert (story.deadwood(1), story.points(0)) == (6, 4)


# --- its faults, where the rule stays right


def test_fault_1_a_knock_with_the_lower_of_two_arrangements_is_legal() -> None:
    # OpenSpiel counts 11 here, by dropping a card from the arrangement with most points melded.
    story = openspiel(hand0="3C 6C 3D 5D 6D 5H 6H 4S 5S 6S 7S", hand1="KC KD KH", step="discard")
    story.offers("knock 7S").does("knock 7S")
    assert story.deadwood(0) == 10


def test_fault_2_a_third_card_may_be_laid_off_on_one_end_of_a_run() -> None:
    story = openspiel(hand0="5S 6S 7S 2D KC", hand1="8S 9S TS JS 4S 3S 2S AS", step="discard", pile="").does(
        "knock KC"
    )
    for card in ["8S", "9S", "TS", "JS", "4S", "3S", "2S", "AS"]:
        story.offers(f"lay {card} on 1").does(f"lay {card} on 1")
    assert story.melds == ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"]


def test_fault_a_card_that_fits_a_set_and_a_run_goes_to_one_of_them() -> None:
    def shown() -> Story:
        hand = "JS QS KS TC TD TH 2D KC"
        story = openspiel(hand0=hand, hand1="TS 9S 4C 4D", step="discard")
        return story.does("knock KC with JS QS KS, TC TD TH").offers("lay TS on 1", "lay TS on 2")

    shown().does("lay TS on 1").offers("lay 9S on 1")
    shown().does("lay TS on 2").refuses("lay 9S on 1", "does not fit")


def test_a_run_longer_than_five_may_be_spread_as_one_or_as_two_melds() -> None:
    hand = "2S 3S 4S 5S 6S 7S 8S KD"
    for spread in ("2S 3S 4S 5S 6S 7S 8S", "2S 3S 4S, 5S 6S 7S 8S"):
        story = openspiel(hand0=hand, hand1="9S AS", pile="", step="discard").does(f"knock KD with {spread}")
        assert story.deadwood(0) == 0


# --- the hands that OpenSpiel's own test rests on


def showdown(facts: dict[str, Any]) -> Story:
    """Bring a showdown to the answer: seat 0 has knocked as the facts say."""
    ten, other = parse_cards(facts["knocker_hand"]), parse_cards(facts["other_hand"])
    thrown = facts.get("knock_discard")
    options: dict[str, Any] = {"undercut_bonus": facts["undercut_bonus"]} if "undercut_bonus" in facts else {}
    if thrown is None:
        # Any card that neither holds.
        seen = mask_of((*ten, *other))
        thrown = next(card.text for card in CARDS[:52] if not card.bit & seen)
        story = openspiel(
            hand0=f"{facts['knocker_hand']} {thrown}",
            hand1=facts["other_hand"],
            pile="",
            step="discard",
            **options,
        )
        return story.does(f"knock {thrown} with {facts['knocker_melds'].replace(' /', ',')}")
    story = openspiel(
        hand0=facts["knocker_hand"],
        hand1=facts["other_hand"],
        pile=facts["taken_discard"],
        step="last discard",
        stock_left=2,
        **options,
    )
    return story.does("take", f"knock {thrown}")


ANSWERED = [name for name, facts in SHOWDOWNS.items() if "other_hand" in facts]


@pytest.mark.parametrize("name", ANSWERED)
def test_the_showdowns_that_openspiel_tests(name: str) -> None:
    facts = SHOWDOWNS[name]
    story = showdown(facts)
    assert story.deadwood(0) == facts["knocker_deadwood"]
    for card in facts.get("layoffs", "").split():
        # A run before a set, which takes nothing further.
        targets = [one for one in story.offered if one.startswith(f"lay {card} ")]
        story.does(min(targets, key=lambda one: len({face[0] for face in _lies(story, one)}) == 1))
    if "other_melds" in facts:
        melds = facts["other_melds"].split(" / ")
        story.does(*(f"meld {meld}" for meld in melds), "done")
    else:
        story.does("best")
    assert story.deadwood(1) == facts["other_deadwood"]
    assert story.points(0) - story.points(1) == facts["knocker_score"]


def _lies(story: Story, words: str) -> list[str]:
    """The cards of the meld that ``words`` names."""
    return story.melds[int(words.split()[-1]) - 1].split()


@pytest.mark.parametrize("name", ANSWERED)
def test_the_best_answer_in_those_showdowns_is_as_good(name: str) -> None:
    story = showdown(SHOWDOWNS[name]).does("best")
    assert story.points(0) - story.points(1) == SHOWDOWNS[name]["knocker_score"]


def test_no_lay_off_on_gin_by_the_50th_card() -> None:
    facts = SHOWDOWNS["gin on the 50th card: no layoffs"]
    card, _, meld = facts["layoff_refused"].partition(" on ")
    story = showdown(facts)
    number = story.melds.index(meld) + 1
    story.refuses(f"lay {card} on {number}", "no deadwood")


def test_an_ace_upcard_of_oklahoma_asks_for_gin() -> None:
    facts = SHOWDOWNS["Oklahoma, ace upcard: 1 point is too many, gin is needed"]
    assert facts["may_knock"] is False
    assert facts["upcard"] in facts["hand_11"].split()
    story = openspiel(
        hand0=facts["hand_11"], hand1="KC KD", pile="", step="discard", knock_limit=facts["knock_limit"]
    )
    assert story.offered_to("knock") == set()
    story.refuses("knock KH", "none at all")


def test_the_limits_of_openspiel() -> None:
    limits = FACTS["limits_of_openspiel"]
    options = book().options.model_dump()
    assert options["gin_bonus"] == limits["default_gin_bonus"]
    assert options["undercut_bonus"] == limits["default_undercut_bonus"]
    assert options["knock_limit"] == limits["default_knock_limit"]
    draws = rulebook(GIN, house_rules=[OPENSPIEL]).house_rules[0].options.model_dump()["upcard_draws"]
    assert draws == limits["draws_of_upcard_until_a_draw_game"]
    left = limits["stock_left_when_the_last_decision_comes"]
    assert at_the_wall().stock == left
