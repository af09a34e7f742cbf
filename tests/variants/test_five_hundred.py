"""500 Rum: its facts, rulings and examples. ``r_5`` is ruling R-5, ``w_r10`` the worked example W-R10."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from rummy_core import catalogue
from rummy_core.cards import mask_of, parse_cards
from rummy_core.events import Noted, Shown
from rummy_core.match import Match
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, rulebook
from rummy_core.scoring import NOT_OVER, MatchSheet
from rummy_variants.five_hundred import FIVE_HUNDRED, PARTNERSHIP_500, describe
from tests.story import Story, facts
from tests.variants.five_hundred_tables import after, book, dealt, table

CASES = {
    case["id"]: case
    for line in (Path(__file__).parents[1] / "data/field_cases.jsonl").read_text("utf-8").splitlines()
    if (case := json.loads(line))
}
CLUBS_FROM_TWO = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"


def out(hand: str, *others: str, **more: object) -> Story:
    """Seat 0 melds all but the last card of ``hand``, one meld, and goes out with a discard."""
    *meld, last = hand.split()
    story = table(hand, *(others or ("3D",)), **more)  # type: ignore[arg-type]
    return story.does(f"meld {' '.join(meld)}", f"discard {last}")


# --- fact 1: players, packs, hands


@pytest.mark.parametrize(
    ("players", "cards", "hand"), [(2, 52, 13), (3, 52, 7), (4, 52, 7), (5, 104, 7), (6, 104, 7)]
)
def test_fact_1_cards_and_hands(players: int, cards: int, hand: int) -> None:
    story = dealt(players)
    assert [len(story.table.cards(f"hand {seat}")) for seat in range(players)] == [hand] * players
    assert len(story.table.layout.pack) == cards
    assert (len(story.pile), story.stock) == (1, cards - players * hand - 1)
    assert story.table.layout.sides == tuple((seat,) for seat in range(players))


@pytest.mark.parametrize("players", [1, 7])
def test_fact_1_two_to_six_players(players: int) -> None:
    with pytest.raises(BadRules, match=f"500 Rum is for 2 to 6 players, not {players}"):
        book(players)


# --- fact 2: melds


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("QH KH AH", "run"),
        ("AH 2H 3H", "run"),
        ("KH AH 2H", None),
        ("3H 4H 5H 6H 7H 8H 9H TH", "run"),
        ("KC KD KH", "set"),
        ("KC KD KH KS", "set"),
        ("KC KD", None),
        ("4H 5H", None),
        ("2C 5H 6H", None),
    ],
)
def test_fact_2_melds(cards: str, kind: str | None) -> None:
    assert book().rules.meld_rules.kind_of(parse_cards(cards)) == kind


# --- facts 3 and 4: the pile


def test_fact_3_all_cards_of_the_pile_lie_open() -> None:
    story = table("9S 9C", "3D", pile="4C 9H 9D KS", step="draw")
    for seat in range(2):
        pile = story.view(seat)["discard"]
        assert [str(card) for card in pile.order or ()] == ["4C", "9H", "9D", "KS"]


def test_fact_4_stock_or_pile_and_not_both() -> None:
    story = table("9S 9C 2H", "3D", pile="4C 9H 9D KS", step="draw")
    story.refuses("meld 9S 9C 2H", "Draw first").refuses("discard 2H", "Draw first").does("draw")
    story.refuses("take 9H with 9S 9C", "You have drawn already")


def test_w_r10_the_lowest_card_is_melded_and_all_above_come_along() -> None:
    story = table("9S 9C 2H 6D", "3D", pile="4C 9H 9D KS", step="draw")
    assert story.offered_to("take") == {"9D with 9C 9S", "9H with 9C 9S"}
    story.does("take 9H with 9S 9C")
    assert (story.melds, story.hand(0), story.pile) == (["9C 9H 9S"], {"2H", "6D", "9D", "KS"}, ["4C"])
    assert story.known_hand(1, 0) == {"9D", "KS"}
    story.offers("lay 9D on 1", "discard 9D", "discard KS")


# --- facts 5 to 8: melding, discarding, going out, scoring


def test_fact_5_and_w_r5_who_lays_a_card_scores_it() -> None:
    story = table("5C 6C 7C 9C KD", "8C 2D", stock="QH JH", pile="KH")
    story.does("meld 5C 6C 7C", "discard KD", "draw", "lay 8C on 1", "discard QH", "draw", "lay 9C on 1")
    story.does("discard JH")
    assert story.lines == [
        (0, "melded", 20),
        (0, "left in hand", 0),
        (1, "melded", 5),
        (1, "left in hand", -5),
    ]
    assert story.ending == "out"


def test_fact_6_a_turn_ends_with_a_discard() -> None:
    story = table("5C 6C 7C 2D KD", "8C 2H", pile="KH").does("meld 5C 6C 7C").refuses("draw", "drawn already")
    story.refuses("pass", "nothing to pass on").refuses("done", "a discard ends your turn").does("discard KD")
    assert (story.seat, story.step, story.pile) == (1, "draw", ["KH", "KD"])


def test_fact_7_out_with_a_discard_or_without() -> None:
    for last in ("meld 5C 6C 7C", None):
        story = table("5C 6C 7C KD" if last is None else "5C 6C 7C", "8C 2H")
        story.does("meld 5C 6C 7C")
        if last is None:
            story.does("discard KD")
        assert (story.ending, story.winner, story.points(0)) == ("out", 0, 15)
        # The others' hands are shown for the count.
        assert [len(one.cards) for one in facts(story.deal) if isinstance(one, Shown)] == [2]


def test_fact_8_and_w_r4_less_than_nothing() -> None:
    melds = [(0, "AC AD AH"), (0, "TC TD TH"), (0, "3S 4S 5S")]
    held = "KC KD KH KS QC QD QH QS JC"
    story = table(held, "2H", melds=melds, seat=1, values="traditional").does("discard 2H")
    assert story.lines[:2] == [(0, "melded", 87), (0, "left in hand", -90)]
    assert (story.points(0), story.points(1), story.winner) == (-3, 0, 1)


# --- fact 9: partners


def test_fact_9_and_w_r8_partners_count_together() -> None:
    melds = [(0, "KC KD KH"), (0, "QC QD QH"), (2, "8S 9S TS"), (2, "2C 2D 2H")]
    story = table(
        "JC JD", "3D", "AC AD AH", "3H", pile="4C", melds=melds, seat=1, players=4, preset="partnership"
    )
    assert story.table.layout.sides == ((0, 2), (1, 3))
    story.does("discard 3D")
    assert story.lines[:2] == [(0, "melded 60 + 35", 95), (0, "left in hand 20 + 45", -65)]
    assert (story.points(0), story.points(1), story.winner) == (30, -5, 1)


def test_fact_9_a_match_of_sides() -> None:
    rules = book(4, "partnership")
    assert Match(rules, 1).sides == ((0, 2), (1, 3))
    sheet = after(rules, (500, 20))
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.totals) == (0, (500, 20))


# --- rulings


@pytest.mark.parametrize(
    ("meld", "simplified", "traditional"),
    [
        pytest.param("JS QS KS AS", 45, 45, id="W-R1"),
        pytest.param("AH 2H 3H", 15, 6, id="W-R2"),
        pytest.param("AC AD AH", 45, 45, id="W-R3"),
        pytest.param("2C 2D 2H", 15, 6, id="twos"),
        pytest.param("TC TD TH", 30, 30, id="tens"),
        pytest.param("7C 8C 9C", 15, 24, id="low cards"),
        pytest.param(f"AC {CLUBS_FROM_TWO}", 85, 85, id="R-2 a whole suit"),
    ],
)
def test_r_1_and_r_2_values(meld: str, simplified: int, traditional: int) -> None:
    for values, points in (("simplified", simplified), ("traditional", traditional)):
        assert out(f"{meld} KD", values=values).lines[0] == (0, "melded", points)


def test_r_1_an_ace_in_hand() -> None:
    for values in ("simplified", "traditional"):
        assert out("JS QS KS 2H", "AS", values=values).points(1) == -15


def test_r_2_an_ace_at_each_end() -> None:
    """Fourteen cards, one by one; the ace laid first keeps its value."""
    story = table("AC AC KD", "3D", melds=[(1, CLUBS_FROM_TWO)], players=5, pile="4H")
    story.does("lay AC on 1 low").offers("lay AC on 1").does("lay AC on 1", "discard KD")
    assert story.lines[0] == (0, "melded", 20)
    rules = book(5).rules.meld_rules
    (both,) = rules.readings(parse_cards(f"AC {CLUBS_FROM_TWO} AC"))
    assert [counts.rank for counts in (both.faces[0], both.faces[-1])] == [1, 14]


def test_r_3_an_ace_keeps_the_value_of_its_end() -> None:
    story = table("AH 2H 3H 4H KD", "3D").does("meld AH 2H 3H", "lay 4H on 1", "discard KD")
    assert story.lines[0] == (0, "melded", 20)


def test_w_r11_and_r_16_an_ace_names_its_end() -> None:
    for end, points in (("low", 5), ("high", 15)):
        story = table("AC KD", "3D", melds=[(1, CLUBS_FROM_TWO)])
        story.refuses("lay AC on 1", "at both ends").does(f"lay AC on 1 {end}", "discard KD")
        assert story.lines[0] == (0, "melded", points)
    for end, points in (("low", 1), ("high", 15)):
        story = table("AC KD", "3D", melds=[(1, CLUBS_FROM_TWO)], values="traditional")
        assert story.does(f"lay AC on 1 {end}", "discard KD").lines[0] == (0, "melded", points)


def test_r_16_a_run_with_an_ace_grows_at_the_other_end() -> None:
    table("4H JS KD", "3D", melds=[(1, "AH 2H 3H"), (1, "QS KS AS")]).offers("lay 4H on 1", "lay JS on 2")


def test_r_5_without_a_stock() -> None:
    at = {"pile": "KD 4C", "step": "draw", "stock_left": 0}
    story = table("KS KC 3D", "9D 9H 5S", **at).refuses("draw", "The stock is empty")  # type: ignore[arg-type]
    story.offers("take KD with KC KS", "pass").does("take KD with KS KC", "discard 3D", "pass")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("stock", -1, 25, -15)
    table("KS KC 3D", "9D", pile="KD 4C", step="draw").refuses("pass", "You must draw")


def test_r_6_partners_on_a_partners_meld() -> None:
    story = table("8S KD", "3D", "9S", "3H", pile="4C", melds=[(2, "5S 6S 7S")], players=4, sides="partners")
    story.does("lay 8S on 1", "discard KD")
    assert story.lines[:2] == [(0, "melded 5 + 15", 20), (0, "left in hand 0 + 5", -5)]


def test_w_r12_and_r_7_not_out_before_the_rest_is_taken() -> None:
    story = table("9S 9C", "3D", pile="9H KS", step="draw").does("take 9H with 9S 9C")
    assert (story.is_over, story.hand(0)) == (False, {"KS"})
    assert story.does("discard KS").ending == "out"
    # With nothing above he is out; or by laying off what came along.
    assert table("9S 9C", "3D", pile="9H", step="draw").does("take 9H with 9S 9C").ending == "out"
    story = table("9S 9C", "3D", pile="9H 9D", step="draw").does("take 9H with 9S 9C", "lay 9D on 1")
    assert story.ending == "out"


def test_r_8_a_card_that_came_along_may_be_discarded() -> None:
    story = table("9S 9C 2H", "3D", pile="9H KS", step="draw").does("take 9H with 9S 9C").offers("discard KS")
    assert not [one for one in facts(story.deal) if isinstance(one, Noted)]


def test_r_10_two_over_the_target() -> None:
    rules = book(3)
    sheet = after(rules, (515, 520, 430))
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.reason) == (1, "target 500 reached")
    assert after(rules, (499, 0, -20)) is NOT_OVER
    # Equal at the top they play on, and whoever is over 500 then wins with the highest total.
    assert after(rules, (515, 515, 430)) is NOT_OVER
    sheet = after(rules, (515, 515, 430), (-20, 10, 90))
    assert isinstance(sheet, MatchSheet)
    assert sheet.winner == 1


def test_r_13_partners_see_no_more_than_others() -> None:
    story = dealt(4, sides="partners")
    for looker in range(4):
        for owner in range(4):
            assert bool(story.known_hand(looker, owner)) == (looker == owner)


def test_r_17_the_upcard_may_be_used_and_the_deal_moves_left() -> None:
    story = table("9S 9C 2H", "3D", pile="9H", step="draw").offers("take 9H with 9C 9S")
    assert dealt(3, dealer=1).seat == 2
    match = Match(book(3), 1, lot=parse_cards("2C 5D 9H"))
    dealers = []
    for _ in range(4):
        deal = match.begin_deal()
        dealers.append(deal.table.layout.dealer)
        match.deal = table("2H", "3D", "4D", players=3).does("discard 2H").deal
        match.end_deal()
    assert dealers == [0, 1, 2, 0]
    assert story.seat == 0


def test_r_18_what_does_not_go_together() -> None:
    for players in (2, 3, 5, 6):
        with pytest.raises(BadOption, match=f"sides = partners is for four players, not {players}"):
            book(players, sides="partners")
    book(4, sides="partners")
    for name in ("persian_length", "persian_ace", "double_quartet"):
        with pytest.raises(BadOption, match=f"no option '{name}'"):
            book(**{name: "sets"})
    # Without effect, and accepted.
    assert len(book(2, distinct_suits=True).pack(2)) == 52


def test_a_standstill_is_scored_as_a_used_up_stock() -> None:
    story = table("8S 2D", "3D 4D", pile="KH", step="draw", top_card_free=True, standstill=1)
    story.does("take", "discard 8S", "take", "discard 4D")
    assert (story.ending, story.winner, story.points(0), story.points(1)) == ("standstill", -1, -15, -10)


# --- field cases


def test_rb_11_the_most_cards_that_can_be_melded() -> None:
    """Four sevens were kept together, and the eight and nine of spades left out."""
    rules = book().rules.meld_rules
    hand = parse_cards(CASES["RB-11"]["setup"]["hand"])
    melds = [
        mask_of(group)
        for size in range(3, len(hand) + 1)
        for group in combinations(hand, size)
        if rules.kind_of(group)
    ]
    most = max(
        mask.bit_count()
        for count in (1, 2)
        for some in combinations(melds, count)
        if (mask := sum(some)).bit_count() == sum(one.bit_count() for one in some)
    )
    assert most == CASES["RB-11"]["expected"]["melded_cards"]
    # And so they can be laid.
    story = table("7S 7H 7D 7C 8S 9S", "3D", pile="KH")
    assert story.does("meld 7C 7D 7H", "meld 7S 8S 9S").ending == "out"


def test_rb_57_equal_totals_over_the_target_decide_nothing() -> None:
    """The winner was the first after a sort."""
    scores = CASES["RB-57"]["setup"]["scores_after_hand"]
    assert after(book(3), tuple(scores.values())) is NOT_OVER


def test_rb_51_a_lay_off_scores_for_its_player() -> None:
    """It was credited to the owner of the meld."""
    expected = CASES["RB-51"]["expected"]
    story = table("2D", "8S KD", melds=[(0, "5S 6S 7S")], seat=1, values="traditional")
    story.does("lay 8S on 1", "discard KD")
    assert [line for line in story.lines if line[1] == "melded"] == [
        (0, "melded", expected["A"]),
        (1, "melded", expected["B"]),
    ]


# --- the game itself


def test_names_and_presets() -> None:
    assert list(FIVE_HUNDRED.presets) == ["default", "traditional", "partnership"]
    for name in ("500", "500-rum", "rummy-500"):
        assert catalogue.variant(name) is FIVE_HUNDRED
    assert catalogue.variant("partnership-500") == PARTNERSHIP_500
    assert (PARTNERSHIP_500.default_preset, PARTNERSHIP_500.default_players) == ("partnership", 4)
    assert rulebook(FIVE_HUNDRED, preset="partnership").players == 4
    assert book(variant=PARTNERSHIP_500).sides == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("options", "players", "words"),
    [
        ({}, 2, "Two players, 52 cards."),
        ({}, 2, "Each gets thirteen cards"),
        ({}, 5, "Five players, two packs of 52 cards."),
        ({}, 5, "Each gets seven cards"),
        ({}, 2, "No card is wild."),
        ({"sides": "partners"}, 4, "Four players in two sides, partners opposite"),
        ({"sides": "partners"}, 4, "Each side scores the cards melded and laid off of both partners"),
        ({"jokers_wild": 1}, 2, "52 cards and one joker."),
        ({"jokers_wild": 2}, 5, "two packs of 52 cards and two jokers."),
        ({"jokers_wild": 2}, 2, "A joker stands for any card"),
        (
            {"values": "traditional"},
            2,
            "Aces count 15, but 1 low in a run; tens and pictures 10, 2 to 9 their pips",
        ),
        ({"pickup_use": "meld"}, 2, "must be laid in a new meld at once"),
        ({"pickup_meld_from": "pickup"}, 2, "with cards of your hand or those taken with it"),
        ({"top_card_free": True}, 2, "The top card alone may be taken without use"),
        ({"rummy_call": True}, 2, "A discard that can be laid off as it stands may be claimed"),
        ({"final_discard": True}, 2, "Who discards his last card is out; melds may not use it up."),
        ({"target": 1000}, 2, "The first to reach 1000 wins"),
        ({"max_set": 4}, 2, "sets (three or four of a rank)"),
        ({"stock_end": "immediate"}, 2, "ends with the turn in which the last stock card is drawn"),
        ({"distinct_suits": True}, 5, "The cards of a set differ in suit."),
        ({"standstill": 7}, 2, "So do 7 turns a player in a row"),
        ({"max_deals": 9}, 2, "If nobody gets there in 9 deals"),
    ],
)
def test_words(options: dict[str, object], players: int, words: str) -> None:
    rules = book(players, **options)
    assert words in " ".join(describe(rules.options, players))  # type: ignore[arg-type]
    if options:
        assert words not in " ".join(describe(book(2).options, players))  # type: ignore[arg-type]


def test_words_that_are_not_said() -> None:
    assert "turns a player in a row" not in " ".join(describe(book(standstill=0).options, 2))  # type: ignore[arg-type]
