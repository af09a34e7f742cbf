"""Persian Rummy: what differs from 500. ``r_11`` is ruling R-11, ``w_r7`` the worked example W-R7."""

from __future__ import annotations

import pytest

from rummy_core import catalogue
from rummy_core.cards import parse_cards
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules
from rummy_core.scoring import NOT_OVER, MatchSheet
from rummy_core.table_points import laid_by
from rummy_variants.five_hundred import FIVE_HUNDRED
from rummy_variants.persian import PERSIAN, describe
from tests.story import Story
from tests.variants.five_hundred_tables import after, book, persian
from tests.variants.flipping import Flips

flips = Flips(PERSIAN)
FOUR = "four laid at once, doubled"


def melded(story: Story, seat: int = 0) -> int:
    """What a seat has melded so far."""
    return laid_by(story.table, seat)


# --- fact 10


def test_fact_10_four_players_in_two_sides_and_four_jokers() -> None:
    rules = book(variant=PERSIAN)
    assert (rules.players, rules.sides) == (4, ((0, 2), (1, 3)))
    assert len(rules.pack(4)) == 56
    assert [card.text for card in rules.pack(4).cards].count("joker") == 4
    for players in (2, 3, 5):
        with pytest.raises(BadRules, match=f"Persian Rummy is for 4 players, not {players}"):
            book(players, variant=PERSIAN)


def test_fact_10_jokers_meld_with_jokers_only() -> None:
    story = persian("joker joker joker 4S 5S 5H 5D KD", melds=[(1, "7C 7D 7H"), (1, "9D TD JD")])
    for cards in ("4S 5S joker", "5S 5H joker", "joker joker 5S", "joker joker"):
        story.refuses(f"meld {cards}", "neither a set nor a run")
    story.refuses("lay joker on 1", "does not fit").refuses("lay joker on 2", "does not fit")
    story.offers("meld joker joker joker", "meld 5D 5H 5S")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("2C 2D 2H", 15, id="W-R6 three twos"),
        pytest.param("2C 2D 2H 2S", 40, id="W-R6 four twos"),
        pytest.param("joker joker joker joker", 160, id="W-R7 four jokers"),
        pytest.param("joker joker joker", 60, id="W-R7 three jokers"),
        pytest.param("6D 7D 8D 9D", 40, id="W-R9 a run of four"),
        pytest.param("6D 7D 8D 9D TD", 30, id="R-11 a run of five"),
        pytest.param("AC 2C 3C 4C", 40, id="a low ace"),
        pytest.param("JS QS KS AS", 90, id="a high ace"),
    ],
)
def test_w_r6_w_r7_and_w_r9_what_is_laid_at_once(cards: str, points: int) -> None:
    story = persian(f"{cards} KD", "4H").does(f"meld {cards}")
    assert melded(story) == points
    story.does("discard KD")
    assert sum(line for side, _, line in story.lines if side == 0) == points - 5


def test_w_r7_three_jokers_and_then_one() -> None:
    story = persian("joker joker joker joker KD").does("meld joker joker joker", "lay joker on 1")
    assert melded(story) == 80
    story = persian("joker joker joker KD 9C", "joker 4H", stock="8D").does(
        "meld joker joker joker", "discard KD"
    )
    story.does("draw", "lay joker on 1")
    assert (melded(story, 0), melded(story, 1)) == (60, 20)


def test_fact_10_the_doubling_has_a_line_of_its_own() -> None:
    story = persian("2C 2D 2H 2S KD", "4H", "9C").does("meld 2C 2D 2H 2S", "discard KD")
    assert story.lines == [
        (0, "melded 20 + 0", 20),
        (0, f"{FOUR} 20 + 0", 20),
        (0, "left in hand 0 + 5", -5),
        (1, "melded 0 + 0", 0),
        (1, "left in hand 5 + 5", -10),
    ]
    assert (story.points(0), story.winner) == (35, 0)


# --- rulings


def test_r_11_what_is_added_later_counts_single() -> None:
    story = persian("6D 7D 8D 9D TD KD").does("meld 6D 7D 8D 9D", "lay TD on 1")
    assert melded(story) == 50
    # Three, and one more, is not four at once.
    story = persian("2C 2D 2H 2S KD").does("meld 2C 2D 2H", "lay 2S on 1")
    assert melded(story) == 20


def test_r_11_a_meld_with_a_card_from_the_pile_is_laid_at_once() -> None:
    story = persian("9S 9C 9D KD", pile="9H 4C", step="draw")
    story.offers("take 9H with 9C 9D 9S", "take 9H with 9C 9S").does("take 9H with 9S 9C 9D")
    assert melded(story) == 40


def test_r_11_melds_of_four_are_listed() -> None:
    story = persian("2C 2D 2H 2S 6D 7D 8D 9D TD joker joker joker joker")
    story.offers(
        "meld 2C 2D 2H 2S", "meld 6D 7D 8D 9D", "meld joker joker joker joker", "meld joker joker joker"
    )
    assert "6D 7D 8D 9D TD" not in story.offered_to("meld")
    story.allows("meld 6D 7D 8D 9D TD")


def test_r_12_jokers_are_discarded_and_taken_up() -> None:
    story = persian("joker joker 4D 9C", "joker 5H 6C", pile="joker 8D", step="draw")
    story.does("take joker with joker joker", "discard 8D", "draw", "lay joker on 1")
    assert story.melds == ["joker joker joker joker"]
    persian("joker 4D").does("discard joker")


def test_r_18_what_500_has_and_persian_has_not() -> None:
    with pytest.raises(BadOption, match="four players in two sides play it"):
        book(variant=PERSIAN, sides="solo")
    with pytest.raises(BadOption, match="its jokers meld with jokers only"):
        book(variant=PERSIAN, jokers_wild=1)


# --- options


@flips("persian_length", "two_deals")
def test_option_persian_length() -> None:
    default, two = book(variant=PERSIAN), book(variant=PERSIAN, persian_length="two_deals")
    assert after(default, (300, 100), (100, 100)) is NOT_OVER
    assert after(two, (600, 100)) is NOT_OVER
    sheet = after(two, (300, 100), (100, 100))
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason, sheet.totals) == (0, "2 deals played", (400, 200))
    # Equal totals play a third deal; a match that is stopped is over all the same.
    assert after(two, (300, 100), (100, 300)) is NOT_OVER
    sheet = after(two, (300, 100), (100, 300), (0, 5))
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason) == (1, "3 deals played")
    assert isinstance(after(two, (300, 100), stopped="1 deal played"), MatchSheet)


@flips("persian_ace", "high")
def test_option_persian_ace_and_rb_89() -> None:
    """A-2-3 is a run in 500, and is none where aces are always high."""
    hand = "AC 2C 3C QC KC 4D"
    persian(hand).offers("meld AC 2C 3C", "meld QC KC AC")
    story = persian(hand, persian_ace="high").refuses("meld AC 2C 3C", "neither a set nor a run")
    story.offers("meld QC KC AC")
    # And an ace does not go below a two.
    persian("AC 4D", melds=[(1, "2C 3C 4C")]).offers("lay AC on 1")
    persian("AC 4D", melds=[(1, "2C 3C 4C")], persian_ace="high").refuses("lay AC on 1", "does not fit")


@flips("double_quartet", "sets")
def test_option_double_quartet_and_w_r9() -> None:
    run, jokers = "6D 7D 8D 9D", "joker joker joker joker"
    for which, of_run in (("any", 40), ("sets", 20)):
        assert melded(persian(f"{run} KD", double_quartet=which).does(f"meld {run}")) == of_run
        assert melded(persian(f"{jokers} KD", double_quartet=which).does(f"meld {jokers}")) == 160


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pickup_use": "meld"}, {"take 8S on 1"}),
        ({"top_card_free": True}, set()),
        ({"rummy_call": True}, set()),
        ({"final_discard": True}, set()),
    ],
)
def test_options_of_500_hold_here(options: dict[str, object], words: set[str]) -> None:
    at = {"pile": "8S JD", "melds": [(1, "5S 6S 7S")], "step": "draw"}
    usual = set(persian("KD 9C", **at).offered)
    told = set(persian("KD 9C", **at, **options).offered)
    assert usual - told == words
    assert ("take" in told) == bool(options.get("top_card_free"))
    story = persian("8S", melds=at["melds"], **options)
    assert ("lay 8S on 1" in story.offered) != bool(options.get("final_discard"))
    story = persian("8S 9C", melds=at["melds"], **options).does("discard 8S")
    assert (story.step == "claim") == bool(options.get("rummy_call"))


# --- the game itself


def test_names_and_presets() -> None:
    assert PERSIAN.base is FIVE_HUNDRED
    assert catalogue.variant("persian") is PERSIAN
    assert catalogue.variant("persian-rummy") is PERSIAN
    assert PERSIAN.presets == {
        "default": {},
        "two_deals": {"persian_length": "two_deals", "persian_ace": "high"},
    }


def test_values_in_hand() -> None:
    values = book(variant=PERSIAN).rules.card_values.in_hand
    assert [values[card.index] for card in parse_cards("joker AS KD 9C 2H")] == [20, 15, 10, 5, 5]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Four players in two sides, partners opposite, 52 cards and four jokers."),
        ({}, "Jokers are not wild: three or four of them are a set"),
        ({}, "A meld of exactly four cards laid at once counts double"),
        ({}, "The first to reach 500 wins"),
        ({"double_quartet": "sets"}, "A set of four laid at once counts double"),
        ({"persian_ace": "high"}, "Aces are high: Q-K-A is a run, A-2-3 is not."),
        ({"persian_ace": "high"}, "Aces count 15; tens and pictures 10"),
        ({"persian_length": "two_deals"}, "Two deals are a game, and the higher total wins"),
    ],
)
def test_words(options: dict[str, object], words: str) -> None:
    rules = book(variant=PERSIAN, **options)
    assert words in " ".join(describe(rules.options, 4))  # type: ignore[arg-type]
    if options:
        assert words not in " ".join(describe(book(variant=PERSIAN).options, 4))  # type: ignore[arg-type]
