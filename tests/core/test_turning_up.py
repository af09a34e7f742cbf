"""Cards turned up and offered round the table, and cards forced on who lets them go."""

from __future__ import annotations

import pytest

from rummy_core.actions import Force, LayOff
from rummy_core.cards import card, cards_of
from rummy_core.copies import settled
from rummy_core.events import Laid, Moved
from rummy_core.faces import FACES
from rummy_core.forcing import ForceStep
from rummy_core.melding import OUT, STOCK_OUT
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.rulebook import Rulebook
from rummy_core.table import BadFact, evolve
from rummy_core.testing import AnyLegal, Tally, check_deal
from rummy_core.turning_up import CardUpStep, PlayOnStep
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.simple_bot import SimpleBot
from tests.core.melding_game import melding_game
from tests.story import Story, facts, laid_out

RULES = MeldRules()


def turning_game(
    players: int = 3, *, forcing: bool = True, decks: int = 1, rules: MeldRules = RULES
) -> Rulebook:
    up = CardUpStep(name="draw", force="force" if forcing else "")
    steps = (up, PlayOnStep(then="draw"), ForceStep(offered="draw"))
    return melding_game(*steps, rules=rules, players=players, hand=6, pack=Pack(decks))


def at(
    *hands: str,
    pile: str,
    melds: tuple[tuple[int, str], ...] = (),
    stock: str = "",
    stock_left: int | None = None,
    thrown: int | None = None,
    seat: int = 0,
    players: int = 3,
    forcing: bool = True,
    decks: int = 1,
) -> Story:
    """Seat 0 is asked first about a card that it has turned up, or ``thrown`` has discarded."""
    return laid_out(
        turning_game(players, forcing=forcing, decks=decks),
        hands=hands,
        pile=pile,
        melds=melds,
        stock=stock,
        stock_left=stock_left,
        turn_notes=None if thrown is None else {"thrown": thrown},
        step="draw",
        seat=seat,
        turn=3,
    )


# Offered round the table.


def test_a_card_turned_up_is_offered_to_all_the_player_first() -> None:
    story = at("2C 5D", "7H 7D", "9S", pile="4C 7S", stock="KH QH")
    story.offers_only("pass").refuses("take 7S with 2C 5D", "neither a set nor a run").does("pass")
    assert (story.seat, story.step, story.table.player, story.table.turn) == (1, "draw", 0, 3)
    story.does("pass")
    assert story.seat == 2
    story.does("pass")
    # All have let it go: it stays, and the next player turns another up.
    assert (story.pile, story.seat, story.table.player, story.table.turn) == (["4C", "7S", "KH"], 1, 1, 4)
    assert all(card("KH").bit & known for known in story.table.known)
    story.does("pass", "pass", "pass")
    assert (story.pile[-1], story.seat) == ("QH", 2)


def test_a_card_is_used_straight_from_the_pile_and_comes_to_no_hand() -> None:
    story = at("2C 5D", "7H 7D 3S 4S", "9S", pile="4C 7S").does("pass")
    story.offers_only("take 7S with 7D 7H", "pass").does("take 7S with 7H 7D")
    assert (story.melds, story.pile, story.hand(1)) == (["7D 7H 7S"], ["4C"], {"3S", "4S"})
    assert (story.seat, story.step, story.table.player) == (1, "play", 1)
    assert not any(isinstance(one, Moved) and one.target == "hand 1" for one in facts(story.deal))
    (laid,) = (one for one in facts(story.deal) if isinstance(one, Laid))
    assert (laid.source, laid.by, {one.text for one in laid.cards}) == ("discard", 1, {"7S", "7H", "7D"})


def test_a_discard_is_offered_to_all_but_who_threw_it() -> None:
    story = at("2C 5D", "7H 7D 3S 4S", "9S", pile="4C 7S", stock="KH").does("pass", "take 7S with 7D 7H")
    story.offers_only("discard 3S", "discard 4S").does("discard 4S")
    assert (story.seat, story.table.player, story.table.turn, story.table.note("thrown")) == (2, 2, 4, 1)
    story.does("pass").does("pass")
    # The player at the left of who threw it turns the next card up.
    assert (story.pile[-1], story.seat, story.table.player) == ("KH", 2, 2)
    assert story.table.note("thrown") is None


def test_only_the_card_that_lies_up_and_only_at_once() -> None:
    story = at("7H 7D 4H 4D", "2C", "9C", pile="4C 7S", melds=((1, "8S 9S TS"),))
    story.refuses("draw", "use it at once, or pass").refuses("discard 7H", "use it at once")
    story.refuses("take", "used at once").refuses(
        "take 4C with 4H 4D", "Only the card that lies face up, the 7S"
    )
    story.refuses("meld 7H 7D 7S", "use it at once").refuses("take 7S on 1", "belongs to the other side")
    story.refuses("take KS with 7H 7D", "Only the card that lies face up")


def test_after_its_use_more_may_be_laid_before_the_discard() -> None:
    story = at("7H 7D 4H 4D 4S 8H KC", "2C", "9S", pile="7S").does("take 7S with 7D 7H")
    story.offers("meld 4D 4H 4S", "discard KC").does("meld 4D 4H 4S", "discard KC")
    assert story.hand(0) == {"8H"}


# The end.


def test_who_has_laid_all_cards_with_the_one_he_used_is_out() -> None:
    assert at("7H 7D", "2C", "9S", pile="7S").does("take 7S with 7D 7H").ending == OUT
    story = at("7H 7D 8S", "2C", "9S", pile="7S").does("take 7S with 7D 7H")
    assert not story.is_over
    story = at("7H 7D 7C", "2C", "9S", pile="7S").does("take 7S with 7D 7H", "lay 7C on 1")
    assert (story.ending, story.table.seat) == (OUT, -1)


def test_who_discards_his_last_card_plays_on_and_needs_one_more() -> None:
    story = at("7H 7D 8S", "2C", "9S", pile="7S", stock="KH 7C").does("take 7S with 7D 7H", "discard 8S")
    assert not story.is_over
    story.does("pass", "pass").does("pass", "pass", "pass").does("pass")
    assert (story.pile[-1], story.seat, story.hand(0)) == ("7C", 0, set())
    story.offers_only("take 7C on 1", "pass")
    assert story.does("take 7C on 1").ending == OUT


def test_without_a_card_to_turn_up_the_deal_ends() -> None:
    story = at("2C", "7H", "9S", pile="7S", stock_left=0).does("pass", "pass")
    assert not story.is_over
    assert story.does("pass").ending == STOCK_OUT


# Forcing.


SEVENS = ((0, "7C 7D 7H"),)


def test_a_card_let_go_may_be_forced_on_whose_meld_takes_it() -> None:
    story = at("KC QD", "2C", "9S", pile="4C 7S", melds=SEVENS).does("pass")
    assert (story.seat, story.step, story.table.note("let go")) == (1, "force", 0)
    story.offers_only("force 7S on 1", "pass").does("force 7S on 1")
    assert (story.melds, story.pile) == (["7C 7D 7H 7S"], ["4C"])
    assert story.table.melds[0].placed[-1].by == 0
    assert (story.seat, story.step, story.table.player) == (0, "play", 0)
    story.offers_only("discard KC", "discard QD").does("discard KC")
    assert (story.seat, story.table.note("thrown")) == (1, 0)


def test_each_other_may_force_it_and_then_it_is_offered_on() -> None:
    story = at("KC QD", "2C", "9S", pile="4C 7S", melds=SEVENS).does("pass", "pass")
    assert (story.seat, story.step) == (2, "force")
    story.does("pass")
    assert (story.seat, story.step, story.table.player) == (1, "draw", 0)


def test_what_cannot_be_forced() -> None:
    melds = (*SEVENS, (1, "8S 9S TS"))
    story = at("KC QD", "2C", "9H", pile="4C 7S", melds=melds).does("pass")
    story.refuses("force 7S on 2", "does not belong to who let the 7S go").refuses(
        "force 4C on 1", "Only the card"
    )
    story.refuses("force 7S on 3", "no meld 3").refuses(
        "lay 7S on 1", "such as with 'force 7S on 1', or pass"
    )
    story.refuses("take 7S on 1", "force it").offers_only("force 7S on 1", "pass")
    # Nothing to force: no meld of his takes the card, or that is not played.
    assert at("KC QD", "2C", "9H", pile="4C 8S", melds=SEVENS).does("pass").step == "draw"
    assert at("KC QD", "2C", "9H", pile="4C 7S", melds=SEVENS, forcing=False).does("pass").step == "draw"


def test_a_discard_may_be_forced_too_and_by_who_threw_it() -> None:
    story = at("KC QD", "2C", pile="4C 7S", melds=SEVENS, thrown=1, players=2).does("pass")
    assert (story.seat, story.step) == (1, "force")
    story.does("force 7S on 1")
    assert (story.seat, story.step) == (0, "play")
    story = at("KC QD", "2C", pile="4C 7S", melds=SEVENS, thrown=1, players=2, stock="3S").does(
        "pass", "pass"
    )
    # The player who has refused it turns the next card up.
    assert (story.pile[-1], story.seat, story.step) == ("3S", 0, "draw")


def test_a_forced_card_may_put_its_player_out() -> None:
    story = at("", "2C", "9S", pile="7S", melds=SEVENS).does("pass", "force 7S on 1")
    assert story.ending == OUT
    assert story.deal.log[-1].ending == OUT  # type: ignore[union-attr]


def test_where_a_card_fits_several_melds_who_forces_it_chooses() -> None:
    melds = (*SEVENS, (0, "4S 5S 6S"))
    story = at("KC QD", "2C", "9S", pile="7S", melds=melds).does("pass")
    story.offers_only("force 7S on 1", "force 7S on 2", "pass").does("force 7S on 2")
    assert story.melds == ["7C 7D 7H", "4S 5S 6S 7S"]


# Equal cards, and facts.


def test_of_two_packs_the_card_that_lies_up_is_the_one_that_is_used() -> None:
    story = at("7S 7H 2C", "2C", "9S", pile="4C 7S", decks=2)
    book = turning_game(decks=2, rules=MeldRules(equal_cards=True))
    story = laid_out(book, hands=("7S 7H 2C 3D", "2C", "9S"), pile="4C 7S", step="draw", seat=0)
    top = story.table.orders["discard"][-1]
    story.does("take 7S with 7S 7H")
    assert story.hand(0) == {"2C", "3D"}
    assert top.bit & story.table.melds[0].mask
    (laid,) = (one for one in facts(story.deal) if isinstance(one, Laid))
    before = laid_out(book, hands=("7S 7H 2C 3D", "2C", "9S"), pile="4C 7S", step="draw", seat=0).table
    first = tuple(card(one.text) for one in laid.cards)
    read = Laid(1, "set", 0, 0, "discard", first, first, tuple(FACES[one.index] for one in first))
    settled_fact = settled(before, read)
    assert isinstance(settled_fact, Laid)
    assert set(settled_fact.cards) == set(laid.cards)
    story = laid_out(book, hands=("2C", "3D", "9S"), pile="7S", melds=((0, "7C 7D 7H"),), step="draw", seat=0)
    story.does("pass")
    twin = next(one for one in cards_of(story.table.layout.pack_mask) if one.text == "7S" and one is not top)
    assert story.deal.by_face(Force(LayOff(twin, 1))) == Force(LayOff(story.table.orders["discard"][-1], 1))


def test_what_neither_lies_there_nor_is_held_cannot_be_laid() -> None:
    story = at("7H 7D", "7C", "9S", pile="7S")
    cards = tuple(map(card, ("7C", "7H", "7S")))
    for by in (0, 9):
        laid = Laid(1, "set", 0, by, "discard", cards, cards, tuple(FACES[one.index] for one in cards))
        with pytest.raises(BadFact, match="not all in discard"):
            evolve(story.table, laid)


@pytest.mark.parametrize("bot", [AnyLegal, SimpleBot, GreedyBot])
@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 2)])
def test_turning_up_conforms(players: int, decks: int, bot: type) -> None:
    tally = Tally()
    rules = MeldRules(equal_cards=decks == 2, ace=Ace.HIGH_OR_LOW)
    for seed in range(4):
        check_deal(turning_game(players, decks=decks, rules=rules), seed, [bot], closely=0.3, tally=tally)
    assert set(tally.endings) <= {OUT, STOCK_OUT}
