"""Cards taken out of own melds that can spare them, for new melds that need them."""

from __future__ import annotations

import pytest

from rummy_core.borrowing import can_spare
from rummy_core.cards import card, mask_of, parse_cards
from rummy_core.catalogue import BotMaker
from rummy_core.events import Borrowed, Laid
from rummy_core.forcing import ForceStep
from rummy_core.melds import Ace, MeldRules, lay_out
from rummy_core.notation import parse_lying
from rummy_core.packs import Pack
from rummy_core.rulebook import Rulebook
from rummy_core.table import BadFact, evolve
from rummy_core.testing import Tally, check_deal, mixed
from rummy_core.turning_up import CardUpStep, PlayOnStep
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.simple_bot import SimpleBot
from tests.core.melding_game import melding_game
from tests.story import Story, facts, laid_out

OVER = MeldRules(gaps=(8, 9, 10))
SHORT = Pack(without=(8, 9, 10))


def borrowing_game(players: int = 2, *, borrows: bool = True) -> Rulebook:
    steps = (
        CardUpStep(name="draw", force="force", borrows=borrows),
        PlayOnStep(then="draw", borrows=borrows),
        ForceStep(offered="draw"),
    )
    return melding_game(*steps, rules=OVER, players=players, hand=8, pack=SHORT)


def at(
    hand: str, *melds: str, up: str = "AC", step: str = "draw", borrows: bool = True, of: int = 0
) -> Story:
    lying = [(of, one) for one in melds]
    book = borrowing_game(borrows=borrows)
    return laid_out(book, hands=(hand, "2D"), pile=up, melds=lying, step=step, seat=0, turn=3)


@pytest.mark.parametrize(
    ("meld", "spared"),
    [
        ("4S 5S 6S 7S", "4S 7S"),
        ("4S 5S 6S", ""),
        ("3S 4S 5S 6S 7S", "3S 7S"),
        ("KC KD KH KS", "KC KD KH KS"),
        ("KC KD KH", ""),
        ("6S 7S JS QS", "6S QS"),
        ("2S=5S 6S 7S JS", "2S JS"),
        ("6S 2S=7S JS QS", "6S QS"),
    ],
)
def test_what_a_meld_can_spare(meld: str, spared: str) -> None:
    rules = MeldRules(gaps=(8, 9, 10), wilds=(2,), ace=Ace.HIGH_OR_LOW)
    cards, named = parse_lying(meld)
    lying = lay_out(1, 0, rules.readings(cards, named)[0], by=0)
    assert {one.text for one in lying.cards if can_spare(rules, lying, one.bit)} == set(spared.split())


def test_both_ends_of_a_long_run_can_be_spared_together() -> None:
    five, four = "3S 4S 5S 6S 7S", "4S 5S 6S 7S"
    for text, spared in ((five, True), (four, False)):
        cards = parse_cards(text)
        lying = lay_out(1, 0, OVER.readings(cards)[0], by=0)
        assert can_spare(OVER, lying, mask_of((cards[0], cards[-1]))) is spared


def test_the_end_of_a_run_goes_into_a_set() -> None:
    """As bicyclecards.com tells it: the five is added to 6-7-J, and the jack melded with two more."""
    story = at("JH JD 2C", "6S 7S JS", up="5S").refuses("take JS with JH JD", "Only the card")
    story.does("take 5S on 1").offers("meld JS JD JH").does("meld JH JD JS")
    assert story.melds == ["5S 6S 7S", "JD JH JS"]
    assert story.hand(0) == {"2C"}
    fact, laid = [one for one in facts(story.deal) if isinstance(one, Borrowed | Laid)][-2:]
    assert fact == Borrowed(1, 0, card("JS"), "hand 0")
    assert isinstance(laid, Laid)
    assert laid.number == 2


def test_a_card_that_lies_up_is_melded_with_borrowed_cards() -> None:
    story = at("5H 2C", "5S 6S 7S JS", up="5D").offers_only("take 5D with 5S 5H", "pass")
    story.does("take 5D with 5H 5S")
    assert story.melds == ["6S 7S JS", "5D 5H 5S"]
    assert (story.hand(0), story.pile) == ({"2C"}, [])
    # Both from melds, so that no card of the hand is needed.
    story = at("2C", "5S 6S 7S JS", "5H 6H 7H JH", up="5D").does("take 5D with 5S 5H")
    assert story.melds == ["6S 7S JS", "6H 7H JH", "5D 5H 5S"]


def test_one_of_four_goes_into_a_run() -> None:
    story = at("6S 7S 2C", "JC JD JH JS", step="play").offers("meld 6S 7S JS").does("meld 6S 7S JS")
    assert story.melds == ["JC JD JH", "6S 7S JS"]


def test_what_cannot_be_borrowed() -> None:
    story = at("JH JD 2C 3C", "6S 7S JS", "KC KD KH KS", "4D 5D 6D 7D", step="play")
    story.refuses("meld JH JD JS", "Meld 1, 6S 7S JS, cannot spare the JS: what is left must be a meld")
    story.refuses("meld KC KD KS", "a card that does not lie in one yet")
    story.refuses("meld KC 2C 3C", "neither a set nor a run")
    at("QC QD QH", "6S 7S JS QS", step="play").refuses("meld QC QD QH QS", "The QS need not be borrowed")
    at("JH JD", "6S 7S JS QS", step="play").refuses("meld JH JD JS", "cannot spare the JS")
    at("JH JD", "6S 7S JS 5S", step="play", of=1).refuses("meld JH JD JS", "not in your hand")
    none = at("JH JD", "5S 6S 7S JS", step="play", borrows=False)
    none.refuses("meld JH JD JS", "not in your hand")
    assert none.offered_to("meld") == set()
    none = at("5H 2C", "5S 6S 7S JS", up="5D", borrows=False)
    none.offers_only("pass").refuses("take 5D with 5H 5S", "not in your hand")


def test_the_last_card_may_be_laid_with_borrowed_ones() -> None:
    assert at("5H", "5S 6S 7S JS", up="5D").does("take 5D with 5H 5S").ending == "out"


def test_a_fact_that_cannot_be() -> None:
    story = at("5H", "5S 6S 7S JS")
    for number, lent in ((2, "5S"), (1, "5H"), (0, "5S")):
        with pytest.raises(BadFact, match="cannot be borrowed"):
            evolve(story.table, Borrowed(number, 0, card(lent), "hand 0"))
    before = story.table.copy()
    with pytest.raises(BadFact, match="no zone"):
        evolve(story.table, Borrowed(1, 0, card("5S"), "hand 7"))
    assert story.table == before


@pytest.mark.parametrize(
    ("players", "bot", "borrowed"),
    [(2, SimpleBot, True), (2, GreedyBot, True), (2, mixed(SimpleBot), False), (3, mixed(GreedyBot), False)],
)
def test_borrowing_conforms(players: int, bot: BotMaker, borrowed: bool) -> None:
    tally = Tally()
    for seed in range(12):
        check_deal(borrowing_game(players), seed, [bot], closely=0.3, tally=tally)
    assert tally.events["Borrowed"] or not borrowed
