"""The deal of Gin, and the rules of the opening.

``fact_07`` is fact 7 of the section on Gin, ``g_02`` its ruling G-2, ``convention`` one of those that
hold in every game.
"""

import pytest

from rummy_core.cards import parse_cards
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.melds import RUN, SET
from rummy_core.rulebook import BadRules, check_players
from rummy_variants.gin import GIN
from tests.story import Story, gin, gin_book, gin_dealt, gin_match
from tests.variants.hands import LOOSE, TEN_LEFT

# --- fact 1: two players, 52 cards, ace low


def test_fact_01_two_players_and_52_cards() -> None:
    book = gin_book()
    assert book.players == 2
    assert len(book.pack(2)) == 52
    for many in (1, 5):
        with pytest.raises(BadRules, match=f"for 2 to 4 players, not {many}"):
            check_players(GIN, many)


def test_fact_01_the_ace_is_low_in_runs() -> None:
    story = gin(hand0="AS 2S 3S QH KH AH 4D 5D 6D 7D", stock="KC", step="draw", seat=0)
    story.does("draw")
    story.refuses("knock KC with QH KH AH, AS 2S 3S, 4D 5D 6D 7D", "QH KH AH is neither a set nor a run")
    story.refuses("knock KC", "you would have 21 deadwood")


def test_fact_01_no_run_turns_the_corner() -> None:
    story = gin(hand0="KH AH 2H 9C 9D 9S 4D 5D 6D 7D", stock="KC", step="draw", seat=0)
    story.does("draw")
    story.refuses("knock KC with KH AH 2H, 9C 9D 9S, 4D 5D 6D 7D", "KH AH 2H is neither a set nor a run")


def test_fact_01_an_ace_counts_one_and_pictures_ten() -> None:
    story = gin(hand0="AC 2D 3H", hand1="JC QD KH", step="draw", seat=0)
    assert (story.deadwood(0), story.deadwood(1)) == (6, 30)


# --- fact 2: who deals


@pytest.mark.parametrize(
    ("lot", "dealer"),
    [("2C KD", 0), ("KD 2C", 1), ("AS 2S", 0), ("5C 5D 9C 8D", 1), ("5C 5D 9C 9D 3C 4D", 0)],
)
def test_fact_02_the_lower_card_deals_first_and_equal_ranks_draw_again(lot: str, dealer: int) -> None:
    match = Match(gin_book(), 1, lot=parse_cards(lot))
    assert match.first_dealer == dealer
    assert match.begin_deal().table.layout.dealer == dealer


def test_fact_02_the_loser_of_a_deal_deals_the_next() -> None:
    match = gin_match(first_dealer=0).plays(
        "0 knocks for 5", "0 knocks for 5", "1 knocks for 5", "0 gins against 5"
    )
    assert match.dealers == [0, 1, 1, 0]
    assert match.next_dealer == 1


def test_fact_02_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    match = gin_match(first_dealer=1).plays("void", "void", "1 knocks for 5", "void")
    assert match.dealers == [1, 1, 1, 0]
    assert match.next_dealer == 0


# --- fact 3: the deal


def test_fact_03_ten_each_an_upcard_and_31_in_the_stock() -> None:
    story = gin_dealt(seed=7)
    assert len(story.hand(0)) == len(story.hand(1)) == 10
    assert len(story.pile) == 1
    assert story.stock == 31


def test_fact_03_cards_are_dealt_one_at_a_time_and_the_21st_is_turned_up() -> None:
    chance = Chance(1)
    pack = gin_book().pack(2).cards
    # The last of an order lies on top: AC is dealt first, to the non-dealer.
    chance.recorded = [pack[::-1]]
    story = Story(Deal.begin(gin_book(), chance, dealer=1))
    assert story.hand(0) == {card.text for card in pack[0:20:2]}
    assert story.hand(1) == {card.text for card in pack[1:20:2]}
    assert story.pile == [pack[20].text]
    story.does("pass", "pass", "draw")
    assert pack[21].text in story.hand(0)


# --- fact 4: melds


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("7C 7D 7H", SET),
        ("7C 7D 7H 7S", SET),
        ("7C 7D", None),
        ("4C 5C 6C", RUN),
        ("AC 2C 3C", RUN),
        ("JC QC KC", RUN),
        ("4C 5C", None),
        ("4C 5C 7C", None),
        ("4C 5C 6D", None),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", RUN),
        ("QC KC AC", None),
        ("KC AC 2C", None),
    ],
)
def test_fact_04_sets_of_three_or_four_and_runs_of_three_or_more(cards: str, kind: str | None) -> None:
    assert gin_book().rules.meld_rules.kind_of(parse_cards(cards)) == kind


def test_fact_04_melds_stay_hidden_until_the_knock() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0)
    assert story.known_hand(1, 0) == set()
    story.refuses("meld AC 2C 3C", "Draw first")
    story.does("draw")
    story.refuses("meld AC 2C 3C", "nothing is laid now")
    story.does("knock KS")
    assert story.melds == ["AC 2C 3C", "4D 5D 6D", "7H 8H 9H"]


def test_fact_04_a_card_belongs_to_one_meld_only() -> None:
    story = gin(hand0="7C 7D 7H 8H 9H 2S 3S 4S 5S AD", stock="KC", step="draw", seat=0).does("draw")
    story.refuses("knock KC with 7C 7D 7H, 7H 8H 9H, 2S 3S 4S 5S", "The 7H is not free in your hand.")


# --- fact 5: the opening


def test_fact_05_the_non_dealer_is_offered_the_upcard_first() -> None:
    story = gin(pile="5H", dealer=1)
    assert (story.seat, story.step) == (0, "upcard")
    story.offers_only("take", "pass")
    story.refuses("draw", "The upcard comes first")
    story.refuses("discard KC", "The upcard comes first")
    assert gin(pile="5H", dealer=0).seat == 1


def test_fact_05_who_takes_the_upcard_discards_and_the_other_plays() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H").does("take")
    assert (story.seat, story.step) == (0, "discard")
    story.does("discard KC")
    assert (story.seat, story.step) == (1, "draw")
    story.offers_only("draw", "take")


def test_fact_05_the_dealer_may_take_what_the_non_dealer_lets_go() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H").does("pass")
    assert (story.seat, story.step) == (1, "upcard")
    story.offers_only("take", "pass").does("take")
    assert "5H" in story.hand(1)
    story.refuses("discard 5H", "just taken")
    story.does("discard TS")
    assert (story.seat, story.step) == (0, "draw")
    story.offers_only("draw", "take")


def test_fact_05_after_two_passes_the_non_dealer_must_draw_from_the_stock() -> None:
    story = gin(hand0=LOOSE, pile="5H", stock="3H").does("pass", "pass")
    assert story.seat == 0
    story.offers_only("draw")
    story.refuses("take", "Both refused the upcard")
    story.refuses("pass", "nothing to pass on")
    story.does("draw")
    assert "3H" in story.hand(0)
    story.does("discard 3H")
    # From then on either pile is open.
    assert story.pile == ["5H", "3H"]
    story.offers_only("draw", "take")


# --- rulings


def test_g_03_the_first_turn_with_eleven_cards_is_a_discard_only() -> None:
    story = gin(hand0=f"{TEN_LEFT} KS", start="eleven_cards")
    assert (story.seat, story.step) == (0, "first discard")
    assert story.offered_to("knock") == set()
    story.refuses("knock KS", "A knock follows a draw; this first turn is a discard only")
    story.does("discard KS")
    assert (story.seat, story.step) == (1, "draw")
    story.offers_only("draw", "take")


def test_g_03_nothing_is_drawn_in_the_first_turn_with_eleven_cards() -> None:
    story = gin(hand0=f"{TEN_LEFT} KS", start="eleven_cards")
    for words in ("draw", "take"):
        story.refuses(words, "Nothing is drawn in this first turn")


def test_g_03_nor_does_anyone_go_out_with_eleven_cards_dealt() -> None:
    eleven = "5H 6H 7H 8H 9H KC KD KS 2C 2D 2H"
    story = gin(hand0=eleven, start="eleven_cards", big_gin=31)
    story.refuses("big gin", "this first turn is a discard only")


def test_g_11_the_stock_ends_the_eleven_card_start_as_well() -> None:
    story = gin_dealt(start="eleven_cards")
    assert (len(story.hand(0)), len(story.hand(1)), story.pile, story.stock) == (11, 10, [], 31)
    story = gin(
        hand0=LOOSE, hand1=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0, start="eleven_cards"
    )
    story.does("draw", "discard KS")
    assert story.ending == "stock"
