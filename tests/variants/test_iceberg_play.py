"""Iceberg: the deal, the turn, melds and the end (facts 1 to 6, rulings IC-4 to IC-12 and IC-16 to IC-19)."""

from __future__ import annotations

import pytest

from rummy_core.actions import Decision
from rummy_core.cards import cards_of
from rummy_core.rulebook import BadRules
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.variants.iceberg_tables import SAMPLE_HANDS, SAMPLE_PLAY, SAMPLE_STOCK, book, dealt, sample, table

# The deal.


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_seven_cards_each_of_one_pack_or_two(players: int, decks: int) -> None:
    """Fact 1; six players are a ruling (IC-18)."""
    story = dealt(players)
    assert [len(story.deal.table.cards(f"hand {seat}")) for seat in range(players)] == [7] * players
    assert story.stock == 52 * decks - 7 * players
    assert "discard" not in story.table.masks


@pytest.mark.parametrize("players", [1, 7])
def test_for_two_to_six(players: int) -> None:
    with pytest.raises(BadRules, match=f"Iceberg is for 2 to 6 players, not {players}"):
        book(players)


def test_left_of_the_dealer_begins_and_turns_go_to_the_left() -> None:
    story = dealt(3, dealer=1)
    assert (story.seat, story.step) == (2, "draw")
    story.does("draw")
    story.does(story.offered[-1])
    assert (story.seat, story.table.turn) == (0, 2)


# The turn.


def test_a_turn_is_pick_up_draw_aces_melds_and_a_card_passed_on() -> None:
    """Fact 2."""
    story = table("AC 8D 2C", "7H", "9S", step="draw", stock="AD", zones={"passed 0": "8H", "passed 2": ""})
    story.offers_only("draw").does("draw")
    assert story.hand(0) == {"8D", "8H", "2C"}
    assert [one.text for one in story.table.cards("exposed 0")] == ["AC", "AD"]
    story.does("meld 8D 8H").refuses("discard 2C", "no discard pile").does("pass on 2C")
    assert story.ending == "out"


def test_cards_go_to_the_right_against_the_turn() -> None:
    """Fact 3: from A to C, from B to A, from C to B."""
    story = table(*SAMPLE_HANDS, step="draw", stock=SAMPLE_STOCK)
    places = []
    for words in SAMPLE_PLAY[:10]:
        story.does(words)
        if words.startswith("pass on"):
            places.append([zone for zone in ("passed 0", "passed 1", "passed 2") if story.table.masks[zone]])
    assert places == [["passed 2"], ["passed 0", "passed 2"], ["passed 0", "passed 1"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_in_the_first_round_only_the_last_player_finds_a_card(players: int) -> None:
    """IC-6."""
    story = dealt(players, dealer=players - 1)
    found = []
    for _ in range(players):
        found.append(bool(story.table.masks[f"passed {story.seat}"]))
        story.does("draw")
        story.does(next(one for one in story.offered if one.startswith("pass on")))
    assert found == [False] * (players - 1) + [True]


def test_the_card_picked_up_may_be_passed_on_again() -> None:
    """IC-7, and A does so in the sample hand."""
    story = table("2C 5D", "7H", "9S", step="draw", stock="KC", zones={"passed 0": "8D"})
    story.does("draw").offers("pass on 8D")


def test_a_passed_card_is_known_to_its_giver_alone_until_it_is_picked_up() -> None:
    """IC-16."""
    story = table("2C 5D", "7H KC", "9S", stock="3C 4C").does("pass on 2C")
    assert [story.view(seat)["passed 2"].cards != () for seat in range(3)] == [True, False, False]
    heard = [str(one) for one in story.deal.events_for(2) if isinstance(one, Decision)]
    assert heard == ["0 pass on ?"]
    story.does("draw", "pass on KC", "draw")
    assert "2C" in story.hand(2)
    assert story.known_hand(0, 2) == {"2C"}
    assert story.known_hand(1, 2) == set()


# Melds.


def test_pairs_sets_runs_and_special_melds() -> None:
    """Fact 4; runs go from 2 to the king (IC-10)."""
    hand = "2C 3C 4C KC KD QH JH TH AC"
    story = table(hand, "7H", "9S").offers("meld KC KD", "meld 2C 3C 4C", "meld TH JH QH")
    story.refuses("meld AC 2C 3C", "Aces are in no meld").refuses("meld 2C 4C", "neither a set nor a run")
    story.does("meld TH JH QH").refuses("lay AC on 1", "does not fit")


def test_longer_melds_may_be_laid_at_once() -> None:
    story = table("5H 6H 7H 8H 9C 9D 9S 2C", "7C", "9H")
    story.allows("meld 5H 6H 7H 8H", "meld 9C 9D 9S").does("meld 5H 6H 7H 8H")
    assert story.melds == ["5H 6H 7H 8H"]


def test_a_run_has_twelve_cards_at_most_and_a_set_all_of_its_rank() -> None:
    """IC-10."""
    suit = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    story = table(f"{suit} AC 2H", "7H", "9S")
    story.does(f"meld {suit}").refuses("lay AC on 1", "does not fit")
    eights = "8C 8C 8D 8D 8H 8H 8S"
    story = table(f"{eights} 8S 2C", "7H", "9S", "TS", players=4).does(f"meld {eights}", "lay 8S on 1")
    assert story.melds[0].count("8") == 8


def test_melds_of_one_rank_lie_side_by_side_and_the_player_chooses() -> None:
    """IC-9."""
    story = table("8S 2C", "7H", "9S", melds=((1, "8C 8D"), (2, "8H 8C")), players=4)
    assert story.offered_to("lay") == {"8S on 1", "8S on 2"}


def test_anybody_adds_to_any_meld_before_melding_himself() -> None:
    """IC-19."""
    table("9S 2C", "7H", "9S", melds=((2, "9C 9D"), (1, "6S 7S 8S")), players=4).offers(
        "lay 9S on 1", "lay 9S on 2"
    )


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("KH JH 9H 7H 5H 3H", "odd-one-suit"),
        ("QS TS 8S 6S 4S 2S", "even-one-suit"),
        ("KH JD 9H 7H 5H 3H", "odd-one-colour"),
        ("QC TS 8S 6S 4S 2S", "even-one-colour"),
    ],
)
def test_special_melds(cards: str, kind: str) -> None:
    """IC-11."""
    story = table(f"{cards} 2H", "7C", "9C").does(f"meld {cards}")
    (meld,) = story.table.melds
    assert meld.kind == kind
    assert story.deal.rules.meld_rules.fits(meld) == 0


def test_a_special_meld_is_of_one_colour() -> None:
    table("KH JD 9H 7H 5H 3S 2H", "7C", "9C").refuses("meld KH JD 9H 7H 5H 3S", "neither a set nor a run")


# The end.


def test_out_with_or_without_a_card_passed_on() -> None:
    """Fact 6."""
    assert table("2C", "7H", "9S").does("pass on 2C").ending == "out"
    assert table("8C 8D", "7H", "9S").does("meld 8C 8D").ending == "out"


def test_one_card_after_melding_must_be_passed_on() -> None:
    """IC-13."""
    table("8C 8D 2C", "7H", "9S").does("meld 8C 8D").offers_only("pass on 2C")


def test_the_last_ace_is_the_eighth_of_two_packs() -> None:
    """IC-17."""
    seven = "AC AD AH AS AC AD AH"
    story = table(
        "2C 5D", "7H", "9S", "TS", players=4, step="draw", stock="AS", zones={"exposed 1": seven[:11]}
    )
    assert not story.does("draw", "pass on 2C").is_over
    story = table("2C 5D", "7H", "9S", "TS", players=4, step="draw", stock="AS", zones={"exposed 1": seven})
    assert story.does("draw", "pass on 2C").ending == "last ace"


def test_the_stock_outlasts_every_deal() -> None:
    """IC-12: whoever draws the last card of the stock has put the last ace down."""
    tally = Tally()
    for seed in range(12):
        check_deal(book(2 + seed % 5), seed, [AnyLegal], closely=0.0, tally=tally)
    assert set(tally.endings) <= {"out", "last ace"}
    # Nobody ever melds here, so that the stock is drawn as far as it can be.
    story = dealt(2, seed=3)
    while not story.is_over:
        story.does("draw")
        story.does(next(one for one in story.offered if one.startswith("pass on")))
    assert story.ending == "last ace"


def test_all_hands_are_shown_at_the_end() -> None:
    story = sample()
    assert story.known_hand(0, 1) == story.hand(1) != set()
    assert not cards_of(story.view(0)["passed 1"].mask)
