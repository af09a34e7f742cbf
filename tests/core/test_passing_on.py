"""Cards passed on face down to the neighbour on the right, and cards that must be put face up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_core.actions import Decision
from rummy_core.cards import CARDS, card, mask_of
from rummy_core.events import Moved
from rummy_core.exposing import exposed_before, exposed_by
from rummy_core.melding import STOCK_OUT
from rummy_core.melds import MeldRules
from rummy_core.packs import Pack
from rummy_core.passing_on import PassOnStep, PickUpStep, passed_to
from rummy_core.positions import BadPosition, deal_at
from rummy_core.rulebook import Rulebook
from rummy_core.testing import AnyLegal, Tally, check_deal
from rummy_core.zones import Zone
from tests.core.melding_game import melding_game
from tests.story import Story, laid_out

KINGS = mask_of(one for one in CARDS if one.rank == 13)


def places(seats: int) -> tuple[Zone, ...]:
    return (
        *(passed_to(seat, seats) for seat in range(seats)),
        *(exposed_before(seat, seats) for seat in range(seats)),
    )


def passing_game(players: int = 3, decks: int = 1) -> Rulebook:
    """Kings are put face up, and the last of them ends the deal."""
    steps = (PickUpStep(exposes=KINGS, pass_ends=STOCK_OUT), PassOnStep(exposes=KINGS, exposed_ends="kings"))
    rules = MeldRules(equal_cards=True)
    return melding_game(*steps, players=players, rules=rules, pack=Pack(decks), places=places)


def at(*hands: str, step: str = "draw", stock: str = "", decks: int = 1, **zones: str) -> Story:
    """Seat 0 is to act of three."""
    there = {name.replace("_", " "): cards for name, cards in zones.items()}
    book = passing_game(decks=decks)
    return laid_out(book, hands=hands, zones=there, stock=stock, step=step, seat=0, dealer=2)


def lying(story: Story, zone: str) -> list[str]:
    return [one.text for one in story.table.cards(zone)]


# Passing on.


def test_a_card_goes_face_down_to_the_right_and_the_turn_to_the_left() -> None:
    story = at("2C 5D", "7H", "9S", step="play").does("pass on 2C")
    assert (lying(story, "passed 2"), story.seat, story.step) == (["2C"], 1, "draw")
    assert [story.view(seat)["passed 2"].mask for seat in range(3)] == [card("2C").bit, 0, 0]


def test_it_is_heard_and_told_without_its_name() -> None:
    story = at("2C 5D", "7H", "9S", step="play").does("pass on 2C")
    for seat, words in ((0, "0 pass on 2C"), (1, "0 pass on ?"), (2, "0 pass on ?")):
        log = story.deal.events_for(seat)
        assert [str(one) for one in log if isinstance(one, Decision)] == [words]
        (moved,) = (one for one in log if isinstance(one, Moved))
        assert moved.cards == ((card("2C"),) if seat == 0 else (None,))


def test_its_receiver_picks_it_up_when_he_draws_and_the_giver_knows_where_it_is() -> None:
    story = at("5D 7D", "7H", "9S", passed_0="2C", stock="3H").does("draw")
    assert (lying(story, "passed 0"), story.hand(0)) == ([], {"2C", "3H", "5D", "7D"})
    assert story.known_hand(1, 0) == {"2C"}
    assert story.known_hand(2, 0) == set()
    # Which one of his cards he passes on then the giver does not see.
    story.does("pass on 5D")
    assert story.known_hand(1, 0) == set()


def test_what_is_no_passing_on_is_told_so() -> None:
    story = at("2C 5D", "7H", "9S", step="play")
    story.refuses("pass on 9S", "not in your hand").refuses("pass", "Say which card")
    story.refuses("discard 2C", "no discard pile").refuses("accept", "a card passed on ends your turn")
    story.offers_only("pass on 2C", "pass on 5D")
    story = at("2C 5D", "7H", "9S")
    story.refuses("take", "no discard pile").refuses("pass on 2C", "Draw first").refuses("pass", "must draw")
    story.offers_only("draw")


def test_the_last_card_passed_on_or_laid_is_out() -> None:
    assert at("2C", "7H", "9S", step="play").does("pass on 2C").ending == "out"
    assert at("2C 2D 2H", "7H", "9S", step="play").does("meld 2C 2D 2H").ending == "out"


def test_of_two_equal_cards_one_is_listed() -> None:
    at("2C 2C 5D", "7H", "9S", step="play", decks=2).offers_only("pass on 2C", "pass on 5D")


def test_without_a_stock_a_pass_ends_the_deal() -> None:
    rest = " ".join(one.text for one in CARDS[:52] if one.text not in ("5D", "7H", "9S"))
    story = at("5D", "7H", "9S", exposed_0=rest)
    story.refuses("draw", "stock is empty").offers_only("pass")
    assert story.does("pass").ending == STOCK_OUT


# Exposing.


def test_cards_to_be_exposed_are_put_down_after_the_draw_and_all_see_them() -> None:
    story = at("KC 5D", "7H", "9S", passed_0="2C", stock="KD").does("draw")
    assert (story.hand(0), story.step) == ({"2C", "5D"}, "play")
    assert exposed_by(story.table, 0) == card("KC").bit | card("KD").bit
    assert all(story.view(seat)["exposed 0"].mask.bit_count() == 2 for seat in range(3))


def test_who_holds_nothing_else_is_out() -> None:
    assert at("KC", "7H", "9S", stock="KD").does("draw").ending == "out"


def test_the_turn_of_the_last_one_is_played_to_its_end() -> None:
    story = at("KC 5D 2C", "7H", "9S", exposed_1="KH KS", stock="KD").does("draw")
    assert story.step == "play"
    assert story.does("pass on 2C").ending == "kings"
    story = at("KC 5D 2C", "7H", "9S", exposed_1="KH", stock="KD").does("draw", "pass on 2C")
    assert not story.is_over


def test_of_two_packs_all_count() -> None:
    story = at("KC 5D", "7H", "9S", exposed_1="KH KS KD", stock="3H", decks=2).does("draw", "pass on 5D")
    assert not story.is_over
    eight = "KC KD KH KS KD KH KS"
    story = at("KC 5D", "7H", "9S", exposed_1=eight, stock="3H", decks=2).does("draw", "pass on 5D")
    assert story.ending == "kings"


# The kit, and a position.


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 2)])
def test_passing_on_conforms(players: int, decks: int) -> None:
    tally = Tally()
    for seed in range(3):
        check_deal(passing_game(players, decks), seed, [AnyLegal], closely=0.3, tally=tally)
    assert tally.actions["play", "pass on"]
    assert set(tally.endings) <= {"out", "kings"}


def test_the_rest_of_a_stock_has_no_pile_to_go_to() -> None:
    with pytest.raises(BadPosition, match="there is no discard pile"):
        deal_at(passing_game(), zones={}, stock=3)


# Pairs.


def test_two_equal_cards_are_a_pair_unless_pairs_are_unlike() -> None:
    pairs = MeldRules(min_set=2, max_set=0, equal_cards=True)
    unlike = replace(pairs, unlike_pairs=True)
    step = PassOnStep(name="play")
    for rules, melds in ((pairs, {"8C 8C", "8C 8D"}), (unlike, {"8C 8D"})):
        book = melding_game(PickUpStep(), step, rules=rules, pack=Pack(2), places=places)
        story = laid_out(book, hands=("8C 8C 8D 2S 5H", "7H"), step="play", seat=0)
        assert story.offered_to("meld") == melds
        story.allows("meld 8C 8C 8D")
        if rules is unlike:
            story.refuses("meld 8C 8C", "a pair has two suits")


def test_cards_are_passed_on_where_none_are_put_face_up() -> None:
    def places(seats: int) -> tuple[Zone, ...]:
        return tuple(passed_to(seat, seats) for seat in range(seats))

    steps = (PickUpStep(pass_ends=STOCK_OUT), PassOnStep())
    book = melding_game(*steps, players=2, rules=MeldRules(), pack=Pack(), places=places)
    story = laid_out(book, hands=("2C 5D", "7H"), step="play", seat=0, dealer=1).does("pass on 2C")
    assert (lying(story, "passed 1"), story.seat, story.step) == (["2C"], 1, "draw")
