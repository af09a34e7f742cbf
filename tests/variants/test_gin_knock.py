"""Knocking in Gin, going gin, and the answer.

``fact_07`` is fact 7 of the section on Gin, ``g_02`` its ruling G-2, ``convention`` one of those that
hold in every game.
"""

import pytest

from rummy_core.cards import cards_of, parse_cards, text_of
from rummy_core.rulebook import rulebook
from rummy_variants.gin import STRAIGHT_GIN
from tests.story import Story, faces, gin, gin_book, gin_options
from tests.variants.hands import LOOSE, TEN_LEFT

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
    story.refuses("meld JC JD JS", "The JS is not in your hand.")
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
    story.refuses("meld 2C 2D 2H", "The 2D is not in your hand.")


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


def test_g_04_eleven_melded_cards_without_big_gin_are_gin() -> None:
    story = gin(hand0="5H 6H 7H 8H 9H KC KD KS 2C 2D", stock="2H", step="draw", seat=0).does("draw")
    story.refuses("big gin", "Going out without a discard is not played here")
    story.offers("knock 5H", "knock 9H").does("knock 9H", "best")
    assert story.ending == "gin"


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
