"""Taking from the discard pile: what may be taken, how it is used, and what comes with it."""

from __future__ import annotations

import pytest

from rummy_core.actions import LayMeld, LayOff, TakePile
from rummy_core.cards import card, parse_cards
from rummy_core.claiming import ClaimStep
from rummy_core.melding import MeldStep
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.steps import TAKEN
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.core.melding_game import melding_game
from tests.story import Story, laid_out, said

PLAIN = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, equal_cards=True)
FAN = TakePileStep(pass_ends="stock")
WHOLE = TakePileStep(fan=False, lay_off=False, own_melds=True, from_hand=2, pass_ends="stock")
PLAY = MeldStep()


def at(
    hand: str,
    pile: str,
    *melds: tuple[int, str],
    draw: TakePileStep = FAN,
    play: MeldStep = PLAY,
    decks: int = 2,
) -> Story:
    """Seat 0 is to draw."""
    book = melding_game(draw, play, rules=PLAIN, players=3, pack=Pack(decks))
    return laid_out(book, hands=(hand,), pile=pile, melds=melds, step="draw", seat=0, dealer=2)


def test_the_lowest_card_is_used_and_all_above_come_to_the_hand() -> None:
    story = at("9S 9C KD 2H", "4C 9H 9D KS").does("take 9H with 9S 9C")
    assert (story.melds, story.pile) == (["9C 9H 9S"], ["4C"])
    assert story.hand(0) == {"KD", "2H", "9D", "KS"}
    assert (story.seat, story.step) == (0, "play")
    story.offers("lay 9D on 1", "discard KS", "discard 9D")


def test_who_takes_more_cards_is_not_out_before_they_are_played() -> None:
    at("9S 9C", "9H").does("take 9H with 9S 9C").refuses("draw", "over")
    story = at("9S 9C", "9H KS").does("take 9H with 9S 9C")
    assert not story.is_over
    story.does("discard KS")
    assert story.ending == "out"


def test_cards_above_may_be_in_the_meld_only_where_that_is_played() -> None:
    words, reason = "take 5H with 6H 7H", "The 6H 7H are not in your hand"
    at("KS QD", "2C 5H 6H 7H").refuses(words, reason)
    at("KS 5C", "2C 5H 6H 7H").refuses("take 5H with 5C 5D 5D", "The 5D is not in your hand.")
    story = at("KS QD", "2C 5H 6H 7H", draw=TakePileStep(with_above=True)).offers(words).does(words)
    assert (story.hand(0), story.pile) == ({"KS", "QD"}, ["2C"])


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize(
    ("draw", "use", "told"),
    [
        (FAN, LayMeld(parse_cards("9S 9C 9D")), "The meld must hold the 9H, the lowest card that you take."),
        (FAN, LayOff(card("8D"), 1), "It is the 9H that must be laid off at once."),
        (WHOLE, LayMeld(parse_cards("9S 9C 9D")), "The meld must hold the 9H."),
    ],
)
def test_it_is_the_card_taken_that_is_used(
    draw: TakePileStep, use: LayMeld | LayOff, told: str, decks: int
) -> None:
    # Words cannot say it; a bot can.
    story = at("9S 9C 9D 8D 2H", "4C 9H", (1, "5D 6D 7D"), draw=draw, decks=decks)
    assert str(story.deal.why_illegal(TakePile(card("9H"), use))) == told


def test_of_equal_cards_the_one_from_the_pile_goes_first_where_it_may_be_used() -> None:
    """Listed, typed or read from a record, it is the same copy."""
    draw = TakePileStep(with_above=True)
    one = at("9S 9C KD", "4C 9H 9S", draw=draw)
    (listed,) = (action for action in one.deal.legal_actions() if str(action) == "take 9H with 9C 9S")
    assert one.deal.by_face(listed) == listed
    one.does("take 9H with 9C 9S")
    assert one.known_hand(1, 0) == set()
    # Without, the meld comes before the cards above are taken, and the nine that all know stays.
    two = at("9S 9C KD", "4C 9H 9S").does("take 9H with 9C 9S")
    assert two.known_hand(1, 0) == {"9S"}


def test_of_equal_cards_that_all_know_the_lowest_goes_first_wherever_it_lies() -> None:
    book = melding_game(TakePileStep(with_above=True), PLAY, rules=PLAIN, players=3, pack=Pack(2))
    everyone = dict.fromkeys(range(3), "9S")
    story = laid_out(book, hands=("9S KD",), pile="9H 9C 9S", known=everyone, step="draw", seat=0, dealer=2)
    (listed,) = (one for one in story.deal.legal_actions() if str(one) == "take 9H with 9S 9C")
    assert story.deal.by_face(said("take 9H with 9S 9C")) == listed


def test_of_equal_cards_in_the_pile_the_deeper_is_named() -> None:
    story = at("9S 9C KD", "4C 9H 5D 9H").offers("take 9H with 9C 9S", "take 9H 3 deep with 9C 9S")
    story.does("take 9H 3 deep with 9C 9S")
    assert (story.hand(0), story.pile) == ({"KD", "5D", "9H"}, ["4C"])


def test_a_lay_off_is_a_use_only_where_that_is_played() -> None:
    meld = (1, "5S 6S 7S")
    at("KD 2H", "8S JD", meld).offers("take 8S on 1").does("take 8S on 1", "discard JD")
    new = TakePileStep(lay_off=False)
    at("KD 2H", "8S JD", meld, draw=new).refuses("take 8S on 1", "a lay-off does not do")
    own = TakePileStep(own_melds=True)
    at("KD 2H", "8S JD", meld, draw=own).refuses("take 8S on 1", "belongs to the other side")
    at("KD 2H", "8S JD", (0, "5S 6S 7S"), draw=own).offers("take 8S on 1")


def test_the_top_card_is_taken_without_use_only_where_it_is_free() -> None:
    at("KD 2H", "4C 9H").refuses("take", "A card taken from the pile is used at once")
    story = at("KD 2H", "4C 9H", draw=TakePileStep(top_free=True)).offers("take")
    story.refuses("discard KD", "Draw first: take the top of the discard pile").does("take")
    assert story.note(TAKEN) == card("9H")
    story.refuses("discard 9H", "just taken")
    story.offers_only("discard KD", "discard 2H")


def test_with_a_free_top_card_no_play_may_leave_that_card_alone() -> None:
    draw = TakePileStep(top_free=True)
    story = at("8S", "4C 9H", (1, "5S 6S 7S"), draw=draw).does("take")
    story.refuses("lay 8S on 1", "which you could neither discard nor lay")
    at("8S", "4C 9S", (1, "5S 6S 7S"), draw=draw).does("take", "lay 8S on 1", "lay 9S on 1")


def test_where_the_last_card_is_discarded_the_hand_is_not_used_up() -> None:
    draw = TakePileStep(final_discard=True)
    at("9S 9C", "4C 9H", draw=draw).refuses("take 9H with 9S 9C", "keep one back")
    at("9S 9C", "9H 4C", draw=draw).offers("take 9H with 9C 9S")
    # The whole pile comes with it.
    whole = TakePileStep(fan=False, final_discard=True)
    at("9S 9C", "9H", draw=whole).refuses("take 9H with 9S 9C", "keep one back")
    at("9S 9C", "4C 9H", draw=whole).offers("take 9H with 9C 9S").does("take 9H with 9C 9S", "discard 4C")


def test_the_whole_pile_opens_with_its_top_card() -> None:
    story = at("9S 9C KD", "4C 9D 9H", draw=WHOLE)
    story.refuses("take 9D with 9S 9C", "Only the top card, the 9H, opens the pile")
    story.refuses("take 9H with 9S", "at least 2 cards")
    story.refuses("take 9H with KD 9S", "neither a set nor a run")
    story.does("take 9H with 9S 9C")
    assert (story.hand(0), story.pile) == ({"KD", "4C", "9D"}, [])


def test_what_is_not_in_the_pile_cannot_be_taken() -> None:
    at("9S 9C KD", "4C 9D").refuses("take 9H with 9S 9C", "not in the discard pile")
    at("9S 9C KD", "4C 9D").refuses("discard KD", "or from the discard pile with a card that you use at once")


def test_without_a_stock_a_player_takes_or_ends_the_deal() -> None:
    book = melding_game(FAN, PLAY, rules=PLAIN, players=3, pack=Pack(2))
    story = laid_out(book, hands=("KS KC 3D",), pile="KD 4C", stock_left=0, step="draw", seat=0, dealer=2)
    story.refuses("draw", "The stock is empty").offers("pass", "take KD with KC KS").does("pass")
    assert story.ending == "stock"
    at("KS KC 3D", "KD 4C").refuses("pass", "You must draw: the stock has cards.")


# Claiming a discard.

CLAIM = MeldStep(claim="claim")


def claimed(hand: str, *melds: tuple[int, str], players: int = 4) -> Story:
    """Seat 0 is to discard from ``hand``."""
    book = melding_game(FAN, CLAIM, ClaimStep(), rules=PLAIN, players=players, pack=Pack(2))
    return laid_out(book, hands=(hand,), pile="2D", melds=melds, step="play", seat=0, dealer=1)


def test_a_discard_that_fits_is_claimed_by_the_first_who_wants_it() -> None:
    story = claimed("8S KD 3C", (0, "5S 6S 7S"), (3, "8C 8D 8H")).does("discard 8S")
    assert (story.step, story.seat, story.table.player) == ("claim", 1, 0)
    story.offers_only("take 8S on 1", "take 8S on 2", "pass").does("pass")
    assert (story.step, story.seat) == ("claim", 2)
    story.does("take 8S on 2")
    assert (story.melds, story.pile) == (["5S 6S 7S", "8C 8D 8H 8S"], ["2D"])
    assert [(one.card.text, one.by) for one in story.table.melds[1].placed][-1] == ("8S", 2)
    # The turn is where it would have been.
    assert (story.step, story.seat, story.table.player) == ("draw", 1, 1)


def test_the_discarder_is_not_asked() -> None:
    story = claimed("8S KD 3C", (0, "5S 6S 7S"), players=2).does("discard 8S", "pass")
    assert (story.step, story.seat, story.pile) == ("draw", 1, ["2D", "8S"])


def test_what_fits_no_meld_is_not_asked_about() -> None:
    story = claimed("8S KD 3C", (0, "5S 6S 7S")).does("discard KD")
    assert (story.step, story.seat) == ("draw", 1)


def test_what_is_no_claim() -> None:
    story = claimed("8S KD 3C", (0, "5S 6S 7S")).does("discard 8S")
    story.refuses("take", "claimed by laying it off").refuses("draw", "claim it, or pass")
    story.refuses("take 2D on 1", "Only the card just discarded, the 8S")
    story.refuses("take 8S with 8C 8D", "makes no new meld")
    story.refuses("take 8S on 2", "no meld 2")


def test_a_claim_that_fits_both_ends_is_told_how_it_is_said() -> None:
    run = (0, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    claimed("AC KD 3C", run).does("discard AC").refuses(
        "take AC on 1", "at both ends: say 'take AC on 1 low' or 'take AC on 1 high'"
    )


@pytest.mark.parametrize(
    ("hand", "pile", "asked", "ways"),
    [
        ("5H 6H KD", "4C 2D", "take 2D with 5H 6H", ("take 2D=7H with 5H 6H", "take 2D=4H with 5H 6H")),
        ("2C 6H KD", "4C 5H", "take 5H with 2C 6H", ("take 5H with 6H 2C=7H", "take 5H with 2C=4H 6H")),
    ],
)
def test_a_meld_of_the_card_taken_that_can_be_read_in_two_ways_is_told_how_it_is_said(
    hand: str, pile: str, asked: str, ways: tuple[str, str]
) -> None:
    rules = MeldRules(ace=Ace.HIGH_OR_LOW, wilds=(2,))
    book = melding_game(FAN, PLAY, rules=rules, players=3, pack=Pack(2))
    story = laid_out(book, hands=(hand,), pile=pile, step="draw", seat=0, dealer=2)
    story.refuses(asked, f"more than one way: say '{ways[0]}' or '{ways[1]}'.").allows(*ways)


@pytest.mark.parametrize(
    "draw",
    [
        FAN,
        TakePileStep(with_above=True, pass_ends="stock"),
        TakePileStep(top_free=True, final_discard=True, pass_ends="stock"),
        WHOLE,
    ],
    ids=["fan", "with above", "top free", "whole"],
)
@pytest.mark.parametrize("claim", ["", "claim"])
def test_taking_and_claiming_conform(draw: TakePileStep, claim: str) -> None:
    play = MeldStep(claim=claim, final_discard=draw.final_discard, own_melds=draw.own_melds)
    book = melding_game(draw, play, ClaimStep(), rules=PLAIN, players=3, hand=9, pack=Pack(2))
    tally = Tally()
    for seed in range(2):
        check_deal(book, seed, [AnyLegal], closely=0.05, tally=tally)
    assert tally.actions["draw", "take"]
    assert bool(tally.actions["claim", "take, laid off"]) == bool(claim)


def test_an_ace_that_fits_both_ends_goes_to_the_one_that_is_named() -> None:
    run = (1, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    at("KD 2H", "AC 4D", run).offers("take AC on 1 low", "take AC on 1 high").refuses(
        "take AC on 1", "at both ends: say 'take AC on 1 low' or 'take AC on 1 high'"
    )
    for end, lies in (("low", f"AC {run[1]}"), ("high", f"{run[1]} AC")):
        assert at("KD 2H", "AC 4D", run).does(f"take AC on 1 {end}").melds == [lies]
