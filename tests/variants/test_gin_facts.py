"""Gin for two: the facts and rulings of the rules, one by one.

``fact_07`` is fact 7 of the section on Gin, ``g_02`` its ruling G-2, ``convention`` one of those that
hold in every game. Facts and rulings for three and four players and for Hollywood come with those.
"""

import pytest

from rummy_core.cards import cards_of, parse_cards, text_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.melds import RUN, SET
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, check_players, rulebook
from rummy_variants.gin import GIN, STRAIGHT_GIN
from tests.story import Story, faces, gin, gin_book, gin_dealt, gin_match, gin_options

# Nine cards in three melds and the ten of spades: knocks with 10 whatever is drawn and thrown.
TEN_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
# No meld, and no card that fits those of TEN_LEFT.
LOOSE = "KC QD JC 9S 8D 8C 6S 5C 2H KH"


# --- fact 1: two players, 52 cards, ace low


def test_fact_01_two_players_and_52_cards() -> None:
    book = gin_book()
    assert book.players == 2
    assert len(book.pack(2)) == 52
    for many in (1, 3, 4):
        with pytest.raises(BadRules, match=f"for 2 players, not {many}"):
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
    story.refuses("knock KC with 7C 7D 7H, 7H 8H 9H, 2S 3S 4S 5S", "Not all of 7H 8H 9H are free")


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


# --- fact 6: the turn


def test_fact_06_a_turn_is_one_draw_and_one_discard() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", stock="3H", step="draw", seat=0)
    story.refuses("discard KC", "Draw first")
    story.does("draw")
    story.refuses("draw", "drawn already")
    story.refuses("take", "drawn already")
    assert story.offered_to("discard") == faces(LOOSE) | {"3H"}
    story.refuses("discard AS", "not in your hand")
    story.does("discard KC")
    assert story.pile == ["5H", "KC"]
    assert len(story.hand(0)) == 10
    assert story.seat == 1


def test_fact_06_the_card_just_taken_may_not_be_thrown_back() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", step="draw", seat=0).does("take")
    story.refuses("discard 5H", "The 5H was just taken from the discard pile")
    assert story.offered_to("discard") == faces(LOOSE)


def test_fact_06_in_a_later_turn_it_may() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, pile="5H", stock="AS 4H", step="draw", seat=0)
    story.does("take", "discard KC", "draw", "discard AS", "draw", "discard 5H")
    assert story.pile[-1] == "5H"


def test_fact_06_a_card_drawn_from_the_stock_may_be_thrown_at_once() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, stock="3H", step="draw", seat=0).does("draw", "discard 3H")
    assert story.pile[-1] == "3H"


# --- fact 7: the knock


def test_fact_07_a_knock_with_exactly_ten_is_legal() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0).does("draw")
    story.offers("knock KS", "knock TS").does("knock KS")
    assert story.deadwood(0) == 10
    assert story.note("knock_count") == 10


def test_fact_07_a_knock_with_eleven_is_not() -> None:
    story = gin(hand0="AC 2C 3C 4D 5D 6D AH 2S 3H 5S", stock="KS", step="draw", seat=0).does("draw")
    story.refuses("knock KS", "after the KS you would have 11 deadwood, and a knock needs 10 or less")
    assert story.offered_to("knock") == set()


def test_fact_07_a_knock_follows_a_draw() -> None:
    story = gin(hand0=TEN_LEFT, step="draw", seat=0)
    story.refuses("knock TS", "Draw first")
    story = gin(hand0=TEN_LEFT, pile="KS")
    story.refuses("knock TS", "The upcard comes first")


def test_fact_07_the_discard_of_a_knock_is_face_down_and_ten_cards_are_exposed() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0).does("draw", "knock KS")
    assert story.pile[-1] == "KS"
    assert story.view(1)["discard"].top is None
    assert story.view(0)["discard"].top is parse_cards("KS")[0]
    assert story.melds == ["AC 2C 3C", "4D 5D 6D", "7H 8H 9H"]
    assert story.known_hand(1, 0) == {"TS"}


def test_fact_07_a_knock_is_allowed_in_the_first_turn() -> None:
    hand = "AC 2C 3C 5D 6D 7D 8H 9H TH KS"
    story = gin(hand0=hand, hand1="2S 5S 8S JS 2H 5H QH KH 8D JD", pile="4C").does("take", "knock KS")
    assert story.note("knock_count") == 0


def test_fact_07_a_knock_is_never_compulsory() -> None:
    story = gin(hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH", stock="KS", step="draw", seat=0).does("draw")
    story.offers("knock KS", "discard KS").does("discard KS")
    assert not story.is_over
    assert story.seat == 1


# --- fact 8: gin


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("AC 2C 3C 4C 5D 6D 7D 8H 9H TH", {"AC 2C 3C 4C", "5D 6D 7D", "8H 9H TH"}),
        ("AC 2C 3C 4C 5C 6D 7D 8D 9D TD", {"AC 2C 3C 4C 5C", "6D 7D 8D 9D TD"}),
        ("AC AD AH AS 5C 5D 5H 9C 9D 9H", {"AC AD AH AS", "5C 5D 5H", "9C 9D 9H"}),
        ("AC 2C 3C 4C 5C 6C 7C JD JH JS", {"AC 2C 3C 4C 5C 6C 7C", "JD JH JS"}),
    ],
)
def test_fact_08_gin_is_no_deadwood_in_melds_of_any_shape(hand: str, melds: set[str]) -> None:
    story = gin(hand0=hand, stock="KS", step="draw", seat=0).does("draw", "knock KS")
    assert story.deadwood(0) == 0
    assert sum(len(meld.split()) for meld in story.melds) == 10
    assert set(story.melds) == melds
    story.does("done")
    assert story.ending == "gin"


# --- fact 9: the answer

# Two of each kind: a run of spades, kings, twos; one point left.
KNOCKER = "5S 6S 7S KC KD KH 2C 2D 2H AD"


def answering(hand1: str, **options: object) -> Story:
    """Seat 0 has knocked with KNOCKER: meld 1 the twos, 2 the kings, 3 the run of spades."""
    story = gin(hand0=KNOCKER, hand1=hand1, stock="QH", step="draw", seat=0, **options)
    story.does("draw", "knock QH")
    assert story.melds == ["2C 2D 2H", "KC KD KH", "5S 6S 7S"]
    assert (story.seat, story.step) == (1, "answer")
    return story


def test_fact_09_the_opponent_lays_off_on_sets_and_on_either_end_of_runs() -> None:
    story = answering("KS 4S 8S 3S 9S 2S JD TD 9C 6D")
    story.offers("lay KS on 2", "lay 2S on 1", "lay 4S on 3", "lay 8S on 3")
    story.refuses("lay 3S on 3", "The 3S does not fit meld 3, 5S 6S 7S")
    story.refuses("lay JD on 2", "does not fit")
    story.does("lay KS on 2", "lay 4S on 3", "lay 3S on 3", "lay 8S on 3", "lay 9S on 3")
    assert story.melds == ["2C 2D 2H", "KC KD KH KS", "3S 4S 5S 6S 7S 8S 9S"]
    # The two of spades now fits both; it goes on one.
    story.offers("lay 2S on 1", "lay 2S on 3").does("lay 2S on 3", "done")
    assert story.melds[2] == "2S 3S 4S 5S 6S 7S 8S 9S"
    assert story.deadwood(1) == 10 + 10 + 9 + 6
    assert story.points(0) == 35 - 1


def test_fact_09_the_opponent_melds_too() -> None:
    story = answering("3D 4D 5D JC JD JH 9C 9H QS 8C")
    story.offers("meld 3D 4D 5D", "meld JC JD JH")
    story.refuses("meld 9C 9H QS", "neither a set nor a run")
    story.refuses("meld JC JD JS", "Not all of JC JD JS are free in your hand")
    story.does("meld 3D 4D 5D", "meld JC JD JH", "done")
    assert story.points(0) == 9 + 9 + 10 + 8 - 1


def test_fact_09_best_does_it_all_at_once() -> None:
    story = answering("KS 4S 8S 3D 4D 5D 9C 9H QS 8C").does("best")
    assert story.is_over
    assert story.hand(1) == faces("9C 9H QS 8C")
    assert story.points(0) == 9 + 9 + 10 + 8 - 1


def test_fact_09_nothing_is_laid_off_on_deadwood() -> None:
    # A pair of twos is left with the knocker; the third cannot make a set of them.
    story = gin(
        hand0="5S 6S 7S KC KD KH 9C TC JC 2D",
        hand1="2C 2H 3H 4C 6D 7H 8D JD QS TD",
        stock="QH",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock QH")
    assert story.known_hand(1, 0) == {"2D"}
    assert not any("2C" in words or "2H" in words for words in story.offered if words.startswith("lay"))
    story.refuses("lay 2C on 4", "There is no meld 4")
    story.refuses("meld 2C 2D 2H", "Not all of 2C 2D 2H are free in your hand")


def test_fact_09_nothing_is_laid_off_on_gin() -> None:
    story = gin(
        hand0="5S 6S 7S KC KD KH 9C TC JC QC",
        hand1="KS 4S 8S 8C 2H 3H 4H AD JD 6D",
        stock="QH",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock QH")
    assert story.offered_to("lay") == set()
    for words in ("lay KS on 1", "lay 8S on 2", "lay 8C on 3"):
        story.refuses(words, "Nothing may be laid off on a knocker who has no deadwood")
    story.offers("meld 2H 3H 4H").does("best")
    assert story.melds[3:] == ["2H 3H 4H"]
    assert story.points(0) == 10 + 4 + 8 + 8 + 1 + 10 + 6 + 20


def test_fact_09_the_knocker_never_lays_off() -> None:
    # The four of clubs would fit the opponent's run; it counts all the same.
    story = gin(
        hand0="5S 6S 7S KC KD KH 2C 2D 2H 4C",
        hand1="5C 6C 7C JC JD JH 9H 9D QS TD",
        stock="QH",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock QH", "meld 5C 6C 7C")
    assert story.seat == 1
    story.refuses("lay 4C on 4", "not in your hand")
    story.does("best")
    assert story.hand(0) == {"4C"}
    assert story.points(0) == 9 + 9 + 10 + 10 - 4
    story.refuses("lay 4C on 4", "The deal is over")


def test_fact_09_a_card_may_be_laid_off_on_ones_own_meld() -> None:
    story = answering("3D 4D 5D 6D JC 9C 9H QS 8C TC").does("meld 3D 4D 5D", "lay 6D on 4")
    assert story.melds[3] == "3D 4D 5D 6D"


def test_fact_09_who_answers_a_knock_is_not_told_that_he_has_drawn() -> None:
    story = answering("KS 4S 8S 3S 9S 2S JD TD 9C 6D")
    for words in ("draw", "take", "pass", "discard KS", "knock KS"):
        story.refuses(words, "A knock is being answered")


# --- fact 10: the last cards of the stock


def test_fact_10_void_when_the_third_last_card_is_followed_by_a_discard() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", stock_left=3, step="draw", seat=0)
    story.does("draw")
    assert story.stock == 2
    assert not story.is_over
    story.does("discard KS")
    assert (story.ending, story.void, story.winner) == ("stock", True, -1)
    assert (story.points(0), story.points(1)) == (0, 0)
    assert story.sheet.boxes == ()


def test_fact_10_the_drawer_of_the_third_last_card_may_knock() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", stock_left=3, step="draw", seat=0)
    story.does("draw", "knock KS", "best")
    assert story.ending == "knock"


def test_fact_10_with_three_cards_left_the_deal_goes_on() -> None:
    story = gin(hand0=LOOSE, hand1=TEN_LEFT, stock="KS 3H", stock_left=4, step="draw", seat=0)
    story.does("draw", "discard KS")
    assert not story.is_over
    story.does("draw", "discard 3H")
    assert story.ending == "stock"


# --- fact 11: the score of a deal


def test_fact_11_the_knocker_with_the_lower_count_scores_the_difference() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0).does("draw", "knock KS", "best")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("knock", 0, 78 - 10, 0)
    assert story.lines == [(0, "deadwood 78 - 10", 68)]
    assert story.sheet.boxes == (1, 0)


@pytest.mark.parametrize(("rest", "theirs"), [("7S 3H", 10), ("7S 2H", 9), ("AS AD", 2)])
def test_fact_11_an_equal_or_lower_count_undercuts(rest: str, theirs: int) -> None:
    story = gin(hand0=TEN_LEFT, hand1=f"QC QD QH QS KC KD KH KS {rest}", stock="9D", step="draw", seat=0)
    story.does("draw", "knock 9D", "best")
    assert story.deadwood(1) == theirs
    assert (story.ending, story.winner) == ("undercut", 1)
    assert (story.points(0), story.points(1)) == (0, 10 - theirs + 10)
    assert story.lines == [(1, f"deadwood 10 - {theirs}", 10 - theirs), (1, "undercut", 10)]
    assert story.sheet.boxes == (0, 1)


def test_fact_11_gin_scores_the_bonus_and_the_whole_count() -> None:
    story = gin(
        hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH",
        hand1="5C 8D JH QH 2S 3S 6S KC KD AD",
        stock="KS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock KS", "best")
    count = 5 + 8 + 10 + 10 + 2 + 3 + 6 + 10 + 10 + 1
    assert (story.ending, story.points(0)) == ("gin", count + 20)
    assert story.lines == [(0, f"deadwood {count} - 0", count), (0, "gin", 20)]
    assert story.sheet.boxes == (1, 0)


def test_fact_11_gin_cannot_be_undercut() -> None:
    story = gin(
        hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH",
        hand1="AS 2S 3S 4S QC QD QH JC JD JH",
        stock="KS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock KS", "best")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("gin", 0, 20, 0)


# --- fact 12: the game


def test_fact_12_the_first_to_reach_the_target_ends_the_game() -> None:
    match = gin_match().plays("0 knocks for 60", "1 knocks for 50", "0 knocks for 39")
    assert match.totals == (99, 50)
    assert not match.is_over
    match.plays("0 knocks for 1")
    assert match.sheet.winner == 0
    assert match.sheet.reason == "target 100 reached"


def test_fact_12_game_bonus_and_boxes_are_added_at_the_end() -> None:
    match = gin_match().plays("0 knocks for 60", "1 knocks for 50", "0 knocks for 40")
    assert match.lines == [(0, "game bonus", 100), (0, "2 boxes at 20", 40), (1, "1 box at 20", 20)]
    assert match.finals == (240, 70)


def test_fact_12_boxes_never_count_towards_the_target() -> None:
    match = gin_match().plays(*["0 knocks for 10"] * 9)
    assert match.totals == (90, 0)
    assert not match.is_over


def test_fact_12_bonuses_of_a_deal_do_count() -> None:
    match = gin_match().plays("0 gins against 80")
    assert match.is_over
    assert match.sheet.points == (100, 0)


def test_fact_12_a_loser_without_a_score_doubles_the_game_bonus() -> None:
    match = gin_match().plays("0 knocks for 60", "void", "0 knocks for 40")
    assert match.lines[:2] == [(0, "game bonus", 100), (0, "shutout: game bonus doubled", 100)]
    assert match.finals == (100 + 200 + 40, 0)


def test_fact_12_the_game_bonus_may_go_to_either_player() -> None:
    match = gin_match().plays("0 knocks for 90", "1 gins against 85")
    assert match.sheet.winner == 1
    assert match.finals == (90 + 20, 105 + 100 + 20)


# --- Straight


def test_straight_gin_allows_a_knock_only_with_nothing_left() -> None:
    story = gin(hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H AS", stock="TH", step="draw", seat=0, preset="straight")
    story.does("draw")
    story.refuses("knock TH", "you would have 18 deadwood, and a knock needs none at all")
    story.offers("knock AS").does("knock AS", "best")
    assert story.ending == "gin"


def test_straight_gin_refuses_a_single_point() -> None:
    story = gin(hand0="AC 2C 3C 4C 5C 6C 7C 8C 9C AS", stock="KH", step="draw", seat=0, preset="straight")
    story.does("draw").refuses("knock KH", "you would have 1 deadwood")


def test_straight_gin_is_a_game_of_its_own_name() -> None:
    assert rulebook(STRAIGHT_GIN).options == gin_options("straight")


# --- rulings


def test_g_01_melds_and_lay_offs_are_chosen_together() -> None:
    # Four eights in one set strand the nine: the eight of spades goes off with it instead.
    story = gin(
        hand0="5S 6S 7S QC QD QH 4H 4D 4C 3C",
        hand1="8S 8H 8D 8C 9S KC KD KH AC 2D",
        stock="JS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock JS", "best")
    assert story.deadwood(1) == 3
    assert "5S 6S 7S 8S 9S" in story.melds


def test_g_02_the_automatic_spread_does_not_look_at_the_opponent() -> None:
    block = "5S 6S 7S 5C 6C 7C 5D 6D 7D AS"
    spreads = set()
    for theirs in (
        "3S 4S 4C 4D 8S 8C 8D 5H 6H 7H",
        "5H 6H 7H 2C 9C JD QH KS TH TC",
        "8H 9H TH JH QH KH AC 2D 3C 9D",
    ):
        story = gin(hand0=block, hand1=theirs, stock="KD", step="draw", seat=0).does("draw", "knock KD")
        spreads.add(tuple(story.melds))
    assert spreads == {("5C 5D 5S", "6C 6D 6S", "7C 7D 7S")}


def test_g_02_by_hand_the_spread_is_free_within_the_limit() -> None:
    hands = {"hand0": "AS 2S 3S 7C 8C 9C TD JD QD AH", "hand1": "4S 5S 2C 2D 6H 6D 9H 9S KC KS"}
    story = gin(**hands, stock="KH", step="draw", seat=0).does("draw")
    twin = Story(story.deal.copy())
    story.does("knock KH", "best")
    assert story.points(0) == 54 - 1
    # Keeping the low spades in hand costs six and saves a lay-off of nine.
    twin.does("knock KH with 7C 8C 9C, TD JD QD", "best")
    assert twin.note("knock_count") == 7
    assert twin.points(0) == 63 - 7


def test_g_02_a_spread_by_hand_stays_within_the_limit() -> None:
    story = gin(hand0="AS 2S 3S 7C 8C 9C TD JD QD AH", stock="KH", step="draw", seat=0).does("draw")
    story.refuses("knock KH with AS 2S 3S, TD JD QD", "you would have 25 deadwood")
    story.refuses("knock KH with nothing", "you would have 61 deadwood")


def test_g_02_a_gin_hand_spread_with_deadwood_is_a_knock() -> None:
    story = gin(
        hand0="AC 2C 3C 4C 5D 6D 7D 8H 9H TH",
        hand1="5C 8D JH QH 2S 3S 6S KC KD AD",
        stock="KS",
        step="draw",
        seat=0,
    )
    story.does("draw", "knock KS with 5D 6D 7D, 8H 9H TH")
    assert story.note("knock_count") == 10
    story.offers("lay 8D on 1").does("lay 8D on 1", "done")
    assert story.ending == "knock"


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


def test_g_04_eleven_melded_cards_without_big_gin_are_gin() -> None:
    story = gin(hand0="5H 6H 7H 8H 9H KC KD KS 2C 2D", stock="2H", step="draw", seat=0).does("draw")
    story.refuses("big gin", "Going out without a discard is not played here")
    story.offers("knock 5H", "knock 9H").does("knock 9H", "best")
    assert story.ending == "gin"


def test_g_05_void_also_if_the_drawer_could_have_knocked() -> None:
    story = gin(hand0=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0).does("draw")
    story.offers("knock KS").does("discard KS")
    assert story.ending == "stock"


def test_g_05_drawing_from_the_pile_does_not_void() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", stock_left=3, step="draw", seat=0)
    story.does("take", "discard TS", "take", "discard KC")
    assert not story.is_over


@pytest.mark.parametrize("last_discard", ["may_take", "may_take_and_return"])
def test_g_06_the_last_discard_is_taken_only_to_knock(last_discard: str) -> None:
    story = gin(
        hand0=LOOSE,
        hand1="AC 2C 3C 4D 5D 6D 7H 8H TS JD",
        stock="9H",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard=last_discard,
    )
    story.does("draw", "discard 9H")
    assert (story.seat, story.step) == (1, "last discard")
    story.offers_only("take", "pass")
    story.refuses("draw", "The last cards of the stock are not drawn")
    story.does("take")
    assert story.offered_to("discard") == set()
    story.refuses("discard TS", "on the condition to knock")
    assert story.offered_to("knock") == {"JD", "TS"}
    story.refuses("knock 7H", "deadwood")
    story.does("knock JD", "best")
    assert (story.ending, story.winner) == ("knock", 1)


def test_g_06_declining_the_last_discard_is_void() -> None:
    story = gin(
        hand0=LOOSE,
        hand1="AC 2C 3C 4D 5D 6D 7H 8H TS JD",
        stock="9H",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard="may_take",
    )
    story.does("draw", "discard 9H", "pass")
    assert (story.ending, story.void) == ("stock", True)


def test_g_06_a_card_that_does_not_let_him_knock_is_not_offered() -> None:
    story = gin(
        hand0=f"{TEN_LEFT}",
        hand1=LOOSE,
        stock="KS",
        stock_left=3,
        step="draw",
        seat=0,
        last_discard="may_take",
    )
    story.does("draw", "discard KS")
    # He is asked all the same: that nobody asks would tell what he holds.
    assert story.step == "last discard"
    story.offers_only("pass")
    story.refuses("take", "only to knock with it")


def test_g_07_the_loser_of_an_undercut_is_the_knocker() -> None:
    match = gin_match(first_dealer=1).plays("1 undercuts by 3")
    assert match.next_dealer == 0


def test_g_10_the_knock_discard_is_not_the_card_just_taken() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", step="draw", seat=0).does("take")
    story.refuses("knock KS", "The KS was just taken from the discard pile")
    assert story.offered_to("knock") == {"TS"}


def test_g_10_except_for_gra() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, pile="KS", step="draw", seat=0, same_card_discard="gra")
    story.does("take").offers("knock KS", "knock TS")


@pytest.mark.parametrize(
    ("last_discard", "offered"), [("may_take", {"TS"}), ("may_take_and_return", {"KS", "TS"})]
)
def test_g_10_except_for_the_last_card_turned_down(last_discard: str, offered: set[str]) -> None:
    story = gin(
        hand0=LOOSE, hand1=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0, last_discard=last_discard
    )
    story.does("draw", "discard KS", "take")
    assert story.offered_to("knock") == offered


def test_g_10_before_the_last_card_it_still_binds() -> None:
    story = gin(hand0=TEN_LEFT, pile="KS", step="draw", seat=0, last_discard="may_take_and_return").does(
        "take"
    )
    story.refuses("knock KS", "just taken")


def test_g_11_the_stock_ends_the_eleven_card_start_as_well() -> None:
    story = gin_dealt(start="eleven_cards")
    assert (len(story.hand(0)), len(story.hand(1)), story.pile, story.stock) == (11, 10, [], 31)
    story = gin(
        hand0=LOOSE, hand1=TEN_LEFT, stock="KS", stock_left=3, step="draw", seat=0, start="eleven_cards"
    )
    story.does("draw", "discard KS")
    assert story.ending == "stock"


def test_g_12_who_reached_the_target_won_even_if_boxes_say_otherwise() -> None:
    match = gin_match(game_bonus=0).plays(*["1 knocks for 9"] * 10, "0 gins against 80")
    assert match.sheet.winner == 0
    assert match.finals == (100 + 20, 90 + 10 * 20)


def test_g_16_without_undercut_on_tie_nobody_scores_an_equal_count() -> None:
    match = gin_match(first_dealer=1, undercut_on_tie=False).plays("tie at 7")
    assert match.totals == (0, 0)
    assert match.next_dealer == 1
    story = gin(
        hand0=TEN_LEFT,
        hand1="QC QD QH QS KC KD KH KS 7S 3H",
        stock="9D",
        step="draw",
        seat=0,
        undercut_on_tie=False,
    )
    story.does("draw", "knock 9D", "best")
    assert (story.ending, story.void, story.winner, story.sheet.boxes) == ("tie", True, -1, ())


def test_g_16_a_lower_count_still_undercuts() -> None:
    story = gin(
        hand0=TEN_LEFT,
        hand1="QC QD QH QS KC KD KH KS 7S 2H",
        stock="9D",
        step="draw",
        seat=0,
        undercut_on_tie=False,
    )
    story.does("draw", "knock 9D", "best")
    assert (story.ending, story.points(1)) == ("undercut", 11)


def test_g_17_big_gin_is_said_instead_of_discarding() -> None:
    hands = {"hand0": "5H 6H 7H 8H 9H KC KD KS 2C 2D", "hand1": "KH TH 4H AC 3D QD JS 8S 7C 6C"}
    story = gin(**hands, stock="2H", step="draw", seat=0, big_gin=31, extra_boxes=True).does("draw")
    story.offers("big gin", "knock 9H", "discard 9H").does("big gin")
    assert sum(len(meld.split()) for meld in story.melds) == 11
    # No lay-off, as with gin; its bonus stands in place of the gin bonus.
    assert story.offered_to("lay") == set()
    story.refuses("lay KH on 2", "Nothing may be laid off")
    story.does("best")
    count = 10 + 10 + 4 + 1 + 3 + 10 + 10 + 8 + 7 + 6
    assert story.lines == [(0, f"deadwood {count} - 0", count), (0, "big gin", 31)]
    assert story.sheet.boxes == (3, 0)


def test_g_17_not_with_a_card_left_over() -> None:
    story = gin(hand0="5H 6H 7H 8H 9H KC KD KS 2C 2D", stock="AH", step="draw", seat=0, big_gin=31).does(
        "draw"
    )
    story.refuses("big gin", "All cards must be melded to go out without a discard; 5 deadwood would be left")


def test_g_17_a_spread_for_big_gin_names_every_card() -> None:
    story = gin(hand0="5H 6H 7H 8H 9H KC KD KS 2C 2D", stock="2H", step="draw", seat=0, big_gin=31).does(
        "draw"
    )
    story.refuses("go out with 5H 6H 7H 8H 9H, KC KD KS", "6 deadwood would be left")
    story.does("go out with 5H 6H 7H 8H 9H, KC KD KS, 2C 2D 2H")
    assert story.melds == ["5H 6H 7H 8H 9H", "KC KD KS", "2C 2D 2H"]


def test_g_17_the_eleventh_card_may_come_from_the_pile() -> None:
    story = gin(hand0="5H 6H 7H 8H 9H KC KD KS 2C 2D", pile="2H", step="draw", seat=0, big_gin=31).does(
        "take"
    )
    story.offers("big gin").does("big gin", "done")
    assert story.ending == "big gin"


def test_g_17_it_may_come_from_the_last_discard() -> None:
    story = gin(
        hand0="KH 8C JC 9S 8D 6C 6S 5C 3H 4D",
        hand1="5H 6H 7H 8H 9H KC KD KS 2C 2D",
        stock="2H",
        stock_left=3,
        step="draw",
        seat=0,
        big_gin=31,
        last_discard="may_take",
    )
    story.does("draw", "discard 2H", "take").offers("big gin").does("big gin", "done")
    assert (story.ending, story.winner) == ("big gin", 1)


GRA = {"same_card_discard": "gra"}


def test_g_18_a_card_that_came_straight_back_is_retaken_only_to_knock() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H", step="draw", seat=0, **GRA)
    story.does("draw", "discard KC", "take", "discard KC")
    story.offers_only("draw")
    story.refuses("take", "it came straight back: you may retake it only to knock this turn")


def test_g_18_to_knock_he_may_retake_it_and_must_knock() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0, **GRA)
    story.does("draw", "discard KS", "take", "discard KS").offers("take").does("take")
    assert story.offered_to("discard") == set()
    story.refuses("discard TS", "on the condition to knock")
    story.offers("knock KS", "knock TS").does("knock TS", "best")
    assert story.ending == "knock"


def test_g_18_the_ban_is_for_his_next_turn_only() -> None:
    story = gin(
        hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H JS 2S JH", step="draw", seat=0, **GRA
    )
    story.does("draw", "discard KC", "take", "discard KC", "draw", "discard KH")
    # The other may take what he threw; and it is no card of this seat's own.
    story.offers("take").does("take", "discard TC").offers("take", "draw")


def test_g_18_the_ban_is_for_that_card_only() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", stock="3H", step="draw", seat=0, **GRA)
    story.does("draw", "discard KC", "take", "discard TC").offers("take")


def test_g_18_the_upcard_was_thrown_by_nobody() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", **GRA)
    story.does("take", "discard 3H").offers("take", "draw").does("take", "discard 3H")
    # Now the non-dealer did throw it, and it came straight back.
    story.refuses("take", "came straight back")


def test_g_18_the_dealer_too_may_lay_the_upcard_back() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", **GRA)
    story.does("pass", "take", "discard 3H").offers("take", "draw")


def test_g_18_against_an_endless_exchange_there_is_standstill() -> None:
    story = gin(hand0=LOOSE, hand1="3C 4C 7C TC AD 4D 7D TD AH 4H", pile="3H", standstill=2, **GRA)
    for _ in range(100):
        if story.is_over:
            break
        story.does("take")
        own = sorted(story.offered_to("discard") - {str(story.note("taken"))})
        story.does(f"discard {own[0]}")
    assert story.ending == "standstill"


AROUND = {"ace": "around"}


@pytest.mark.parametrize(
    ("cards", "lies"),
    [
        ("QC KC AC", "QC KC AC"),
        ("KC AC 2C", "KC AC 2C"),
        ("AC 2C 3C", "AC 2C 3C"),
        ("QC KC AC 2C 3C", "QC KC AC 2C 3C"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"),
    ],
)
def test_g_19_an_ace_turns_the_corner(cards: str, lies: str) -> None:
    order = gin_book(**AROUND).rules.meld_rules.run_order(parse_cards(cards))
    assert order is not None
    assert text_of(order) == lies


def test_g_19_a_run_holds_no_card_twice() -> None:
    rules = gin_book(**AROUND).rules.meld_rules
    whole = parse_cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    assert rules.run_order((*whole, whole[0])) is None
    # A whole suit laid down takes no other card.
    story = gin(hand0="AC", melds=[(0, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")], step="draw", seat=0, **AROUND)
    assert cards_of(rules.fits(story.table.melds[0]) & story.table.layout.pack_mask) == parse_cards("AC")


def test_g_19_lay_offs_turn_the_corner_too() -> None:
    story = gin(
        hand0="KH AH 2H 9C 9D 9S 4D 5D 6D 3C",
        hand1="3H 4H QH JH 8S 7C TS 6C JD KC",
        stock="QS",
        step="draw",
        seat=0,
        **AROUND,
    )
    story.does("draw", "knock QS")
    run = story.melds.index("KH AH 2H") + 1
    story.offers(f"lay 3H on {run}", f"lay QH on {run}")
    story.does(f"lay 3H on {run}", f"lay QH on {run}", f"lay JH on {run}", f"lay 4H on {run}")
    assert story.melds[run - 1] == "JH QH KH AH 2H 3H 4H"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"eleven_card_knock": True}, "eleven_card_knock"),
        ({"big_gin": 19}, "big_gin"),
        ({"big_gin": 31, "gin_bonus": 50}, "big_gin"),
    ],
)
def test_g_20_options_that_do_not_go_together_are_refused(options: dict[str, object], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        gin_options(**options)


def test_g_20_straight_gin_with_undercut_options_is_accepted() -> None:
    assert gin_options("straight", undercut_bonus=25, undercut_on_tie=False).knock_limit == 0


# --- conventions


def feed_each_other(story: Story, turns: int) -> None:
    """Both players take what the other threw, for so many turns."""
    for _ in range(turns):
        story.does("take")
        taken = story.note("taken")
        story.does(f"discard {sorted(story.offered_to('discard') - {str(taken)})[0]}")


NO_KNOCK = {"hand0": LOOSE, "hand1": "3C 4C 7C TC AD 4D 7D TD AH 4H", "pile": "9C", "step": "draw", "seat": 0}


@pytest.mark.parametrize("standstill", [3, 20])
def test_convention_a_standstill_is_so_many_turns_a_player(standstill: int) -> None:
    story = gin(**NO_KNOCK, standstill=standstill)
    feed_each_other(story, 2 * standstill - 1)
    assert not story.is_over
    feed_each_other(story, 1)
    assert (story.ending, story.void) == ("standstill", True)


def test_convention_a_standstill_is_void() -> None:
    story = gin(**NO_KNOCK, standstill=3)
    while not story.is_over:
        feed_each_other(story, 1)
    assert (story.ending, story.void, story.winner, story.lines) == ("standstill", True, -1, [])


def test_convention_a_draw_from_the_stock_begins_the_count_again() -> None:
    story = gin(**NO_KNOCK, standstill=4, stock="2S 3S 5H 6H 7S 8S")
    for _ in range(4):
        feed_each_other(story, 3)
        story.does("draw")
        story.does(f"discard {sorted(story.offered_to('discard'))[0]}")
    assert not story.is_over


def test_convention_a_passed_upcard_is_no_turn() -> None:
    story = gin(hand0=LOOSE, hand1=NO_KNOCK["hand1"], pile="9C", standstill=1, stock="2S")
    story.does("pass", "pass", "draw", "discard 2S")
    assert not story.is_over


def test_convention_max_deals_ends_a_match_that_does_not_get_there() -> None:
    match = gin_match(max_deals=3).plays("0 knocks for 5", "void", "1 knocks for 20")
    assert match.sheet.winner == 1
    assert match.sheet.reason == "3 deals played"
    # Boxes as usual; nobody has won the game bonus.
    assert match.finals == (5 + 20, 20 + 20)


def test_convention_max_deals_with_equal_totals_is_a_draw() -> None:
    match = gin_match(max_deals=2).plays("0 knocks for 5", "1 knocks for 5")
    assert match.sheet.winner == -1
    match = gin_match(max_deals=1).plays("void")
    assert (match.sheet.winner, match.finals, match.sheet.reason) == (-1, (0, 0), "1 deal played")


def test_convention_the_target_reached_in_the_last_deal_counts() -> None:
    match = gin_match(max_deals=1).plays("0 gins against 90")
    assert match.sheet.reason == "target 100 reached"
    assert match.finals == (110 + 200 + 20, 0)


def test_convention_a_void_deal_scores_nothing_and_is_no_box() -> None:
    match = gin_match().plays("void", "0 gins against 80")
    assert match.points[0] == (0, 0)
    assert (0, "1 box at 20", 20) in match.lines


def test_convention_the_target_is_tested_when_a_deal_is_over() -> None:
    match = gin_match(target=1)
    assert not match.is_over
    match.plays("void")
    assert not match.is_over
    assert match.plays("1 knocks for 1").is_over


def test_convention_equal_at_the_top_plays_on() -> None:
    # In Gin only one player scores in a deal, so two can be level at the target only by a bonus of 0.
    match = gin_match(target=40, undercut_bonus=0, gin_bonus=0)
    match.plays("0 knocks for 30", "1 knocks for 30")
    assert not match.is_over
    assert match.plays("0 knocks for 10").sheet.winner == 0
