"""Packs that lack ranks, and runs that pass over those."""

import pytest

from rummy_core.cards import mask_of, parse_cards
from rummy_core.contracts import ContractStep
from rummy_core.events import DealBegan
from rummy_core.melding import MeldStep
from rummy_core.melds import Ace, MeldRules
from rummy_core.notation import BadText, read_fact, write_fact
from rummy_core.packs import Pack
from rummy_core.rulebook import Rulebook
from rummy_core.steps import DrawStep
from rummy_core.testing import AnyLegal, Tally, check_deal
from rummy_core.zones import hands, stock
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.hand_reading import ANY, groups, outs
from rummy_plugins.simple_bot import SimpleBot
from tests.core.melding_game import melding_game
from tests.story import laid_out

SHORT = Pack(without=(8, 9, 10))
OVER = MeldRules(gaps=(8, 9, 10))


def short_game(rules: MeldRules = OVER, pack: Pack = SHORT) -> Rulebook:
    return melding_game(DrawStep(then="play", pass_ends="stock"), MeldStep(), rules=rules, pack=pack)


def test_a_pack_without_some_ranks() -> None:
    assert len(SHORT) == 40
    assert {card.rank for card in SHORT.cards} == {1, 2, 3, 4, 5, 6, 7, 11, 12, 13}
    assert len(Pack(2, 2, (2,))) == 98
    with pytest.raises(ValueError, match="9H is not in the pack"):
        SHORT.pick(parse_cards("9H"))


@pytest.mark.parametrize("ranks", [(0,), (14,), (8, 8), tuple(range(1, 14))])
def test_what_cannot_be_left_out(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ranks left out of a pack"):
        Pack(without=ranks)


def test_a_record_says_which_ranks_are_left_out() -> None:
    began = DealBegan(SHORT, (stock(), *hands(2)), ((0,), (1,)), 1)
    text = write_fact(began, 3)
    assert text.startswith("begins: decks 1, jokers 0, without 8 9 T; dealer 1; ")
    assert read_fact(text, 3) == began
    with pytest.raises(BadText, match="ranks left out"):
        read_fact(text.replace("8 9 T", "8 8"), 3)


def test_melds_and_lay_offs_over_the_gap() -> None:
    story = laid_out(short_game(), hands=("6S 7S JS QS 2H",), step="play", seat=0)
    assert story.offered_to("meld") == {"6S 7S JS", "7S JS QS"}
    story.does("meld 6S 7S JS").offers("lay QS on 1")
    story.does("lay QS on 1")
    assert story.melds == ["6S 7S JS QS"]


def test_the_best_use_of_a_hand_over_the_gap() -> None:
    arranger = short_game().rules.arranger
    hand = sum(card.bit for card in parse_cards("6S 7S JS QS QH QD 2H"))
    found = arranger.arrange(hand)
    assert {" ".join(map(str, meld)) for meld in found.melds} == {"6S 7S JS", "QD QH QS"}
    assert [card.text for card in found.unmatched] == ["2H"]


def test_a_run_does_not_pass_over_a_rank_that_the_pack_has() -> None:
    """With equal cards, where the fast search does not answer."""
    rules = MeldRules(equal_cards=True, gaps=(8, 9, 10))
    arranger = short_game(rules, Pack(2, without=(8, 9, 10))).rules.arranger
    for text, unmatched in (
        ("5S 5S 6S 7S QS", "5S QS"),
        ("5S 5S 6S 7S JS", "5S"),
        ("5S 5S 6S 7S KS", "5S KS"),
    ):
        found = arranger.arrange(mask_of(Pack(2).pick(parse_cards(text))))
        assert sorted(card.text for card in found.unmatched) == unmatched.split()


def test_bots_see_runs_over_the_gap() -> None:
    worth = (1,) * 54
    hand = sum(card.bit for card in parse_cards("7S JS QS 3H 4H"))
    assert [group.cards for group in groups(OVER, hand, worth)] == [
        sum(c.bit for c in parse_cards("7S JS QS"))
    ]
    seven = parse_cards("7S")[0]
    waiting = sum(card.bit for card in parse_cards("7S JS"))
    unseen = SHORT_MASK & ~waiting
    assert outs(OVER, seven, waiting, unseen, ANY) == sum(card.bit for card in parse_cards("6S QS"))


SHORT_MASK = sum(card.bit for card in SHORT.cards)


def test_a_contract_of_runs_over_the_gap() -> None:
    step = ContractStep(then="play", melds=(2,))
    for rules, offered in ((OVER, {"6S 7S JS"}), (MeldRules(), set())):
        book = melding_game(step, MeldStep(), rules=rules, pack=SHORT)
        story = laid_out(book, hands=("6S 7S JS JH QH KH",), step="contract", seat=0)
        assert story.offered_to("meld") >= offered
        assert ("6S 7S JS" in story.offered_to("meld")) is bool(offered)


@pytest.mark.parametrize("bot", [AnyLegal, SimpleBot, GreedyBot])
@pytest.mark.parametrize(
    ("rules", "pack"),
    [
        (OVER, SHORT),
        (MeldRules(gaps=(12,), ace=Ace.HIGH_OR_LOW, wilds=(0,), equal_cards=True), Pack(2, 2, (12,))),
    ],
)
def test_a_short_pack_conforms(bot: type, rules: MeldRules, pack: Pack) -> None:
    tally = Tally()
    for seed in range(3):
        check_deal(short_game(rules, pack), seed, [bot], closely=0.3, tally=tally)
    assert tally.deals["finished"] == 3
