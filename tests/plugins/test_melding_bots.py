"""The bots in games of melding on the table: each sentence of what they are said to do, told as a story."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from tests.story import Story
from tests.variants import five_hundred_tables as five_hundred
from tests.variants import rummy_tables as rummy
from tests.variants.fortune_tables import arlington, fortune

from rummy_core import catalogue
from rummy_core.actions import Action
from rummy_core.cards import card
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.imagine import imagine
from rummy_core.rulebook import Rulebook, rulebook
from rummy_core.views import view_of
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.random_bot import RandomBot
from rummy_plugins.simple_bot import SimpleBot

GAMES = {"rummy": 2, "500": 2, "persian": 4, "fortune": 2, "arlington": 2}
"""The games whose bots are told here, and how many play."""

both = pytest.mark.parametrize("make", [SimpleBot, GreedyBot])
games = pytest.mark.parametrize("game", GAMES)


def chosen(make: Any, story: Story, seed: str = "a") -> str:
    """What the bot does, in the words of the table."""
    deal = story.deal
    action: Action = make(seed).choose(deal.view(deal.seat), deal.legal_actions())
    assert deal.why_illegal(action) is None
    return str(action)


def chosen_with_many_seeds(make: Any, story: Story) -> set[str]:
    return {chosen(make, story, str(seed)) for seed in range(40)}


def turn_of(make: Any, story: Story) -> list[str]:
    """All that the bot does until its turn is over."""
    seat, done = story.seat, []
    while not story.is_over and story.seat == seat:
        done.append(chosen(make, story))
        story.does(done[-1])
    return done


def reason(story: Story) -> str:
    deal = story.deal
    return GreedyBot("a").advise(deal.view(deal.seat), deal.legal_actions()).reason


def book_of(game: str) -> Rulebook:
    return rulebook(catalogue.variant(game), players=GAMES[game])


# Laying.


@both
def test_all_that_can_be_laid_is_laid(make: Any) -> None:
    story = five_hundred.table("9C 9D 9H 4S 5S 6S KD 2H", "3D 3H", pile="JC", melds=[(1, "QD JD TD")])
    done = turn_of(make, story)
    assert {"meld 9C 9D 9H", "meld 4S 5S 6S", "lay KD on 1"} == set(done[:-1])
    assert done[-1] == "discard 2H"


@both
def test_a_meld_of_natural_cards_comes_before_one_with_a_wild_card(make: Any) -> None:
    story = fortune.playing("8C 8D 8H KC KD 2S 4H 6S", other="3C 3D 5H 7S 9C JD")
    assert chosen(make, story) == "meld 8C 8D 8H"


@both
def test_a_wild_card_completes_the_dearer_pair(make: Any) -> None:
    story = fortune.playing("KC KD 2S 4H 4D 6S 9H", other="3C 3D 5H 7S 9C JD")
    assert chosen(make, story) == "meld KC KD 2S"


@both
def test_the_queen_of_spades_is_laid_as_soon_as_she_can_be(make: Any) -> None:
    """She costs 100 in hand, and counts 50 on the table."""
    story = arlington.playing("QS QD 2C KC KD 5H 7D", other="3C 3D 5H 7S 9C JD")
    assert "QS" in chosen(make, story)


@both
def test_a_wild_card_is_kept_while_there_is_much_to_make_of_it(make: Any) -> None:
    """It would fit the run on the table."""
    story = fortune.playing("2S 4C 6D 9H JS KC", melds=[(0, "6H 7H 8H")], other="3C 3D 5H 7S 9C JD")
    assert turn_of(make, story) == ["lay 9H on 1", chosen_discard(story)]


def chosen_discard(story: Story) -> str:
    return f"discard {story.pile[-1]}"


def test_simple_lays_a_wild_card_off_when_it_has_few_cards() -> None:
    story = fortune.playing("2S 4C KD", melds=[(0, "6H 7H 8H")], other="3C 3D 5H 7S 9C JD")
    assert chosen(SimpleBot, story).startswith("lay 2S")


def test_greedy_keeps_a_wild_card_until_it_goes_out_with_it() -> None:
    """With another card it may be a meld at the next draw; laid off it is only gone."""
    hand = "2S 4C KD"
    story = fortune.playing(hand, melds=[(0, "6H 7H 8H")], other="3C 3D 5H 7S 9C JD")
    assert chosen(GreedyBot, story).startswith("discard")
    out = fortune.playing("2S 4C", melds=[(0, "6H 7H 8H")], other="3C 3D 5H 7S 9C JD")
    assert turn_of(GreedyBot, out)[-1] == "discard 4C"
    assert out.is_over


def test_greedy_gives_up_a_wild_card_when_another_is_about_to_go_out() -> None:
    story = fortune.playing("2S 4C KD", melds=[(0, "6H 7H 8H")], other="3C")
    assert chosen(GreedyBot, story).startswith("lay 2S")


# Drawing.


@both
def test_the_pile_is_taken_when_it_brings_melds(make: Any) -> None:
    story = five_hundred.table("9S 9C 4H 7D JS QS", "3D 3H 3S 6C 2D 8C", pile="9H KS 4D 4C", step="draw")
    assert chosen(make, story).startswith("take 9H with")


@both
def test_the_whole_pile_is_taken_when_its_top_card_opens_it(make: Any) -> None:
    story = fortune.drawing("6S 6C 9D TD 4C 4H JH", "KC KH JD 4S 6H", other="3C 3D 5H 7S 9C JS")
    assert chosen(make, story) == "take 6H with 6C 6S"


@both
def test_a_pile_that_brings_nothing_is_left(make: Any) -> None:
    story = five_hundred.table("9S 9C 4H 7D JS QS", "3D 3H 3S 6C 2D 8C", pile="2H TC KD 5D", step="draw")
    assert chosen(make, story) == "draw"


@both
def test_the_top_card_is_taken_in_rummy_when_it_makes_a_meld(make: Any) -> None:
    assert chosen(make, rummy.table("7C 8C KD QH 2S 4H", "3D", pile="9C", step="draw")) == "take"
    assert chosen(make, rummy.table("7C 8C KD QH 2S 4H", "3D", pile="JC", step="draw")) == "draw"


# Throwing.


@both
def test_what_goes_with_nothing_is_thrown(make: Any) -> None:
    story = rummy.table("7C 8C 5D 6D QH QS KD", "3D 3H 3S 9S JS TC", pile="2H")
    assert chosen_with_many_seeds(make, story) == {"discard KD"}


@both
def test_of_useless_cards_the_dear_one_is_thrown_where_melds_do_not_score(make: Any) -> None:
    story = rummy.table("7C 8C 5D 6D KH 2S", "3D 3H 3S 9S JS TC", pile="9H")
    assert chosen_with_many_seeds(make, story) == {"discard KH"}


def test_of_useless_cards_greedy_throws_the_cheap_one_where_melds_score() -> None:
    """The dear one may yet bring as much as it costs, and brings more."""
    story = five_hundred.table("7C 8C 5D 6D KH 2S", "3D 3H 3S 9S JS TC", pile="9H")
    assert chosen_with_many_seeds(GreedyBot, story) == {"discard 2S"}


def test_of_useless_cards_simple_throws_any_where_melds_score() -> None:
    story = five_hundred.table("7C 8C 5D 6D KH 2S", "3D 3H 3S 9S JS TC", pile="9H")
    assert chosen_with_many_seeds(SimpleBot, story) == {"discard 2S", "discard KH"}


@both
def test_a_wild_card_is_never_thrown(make: Any) -> None:
    story = fortune.playing("2S 4C 9D KD JH", other="3C 3D 5H 7S 9C JD")
    assert not any("2S" in one for one in chosen_with_many_seeds(make, story))


def test_greedy_does_not_throw_what_another_can_meld() -> None:
    """He took the nine and ten of clubs, so that a jack of clubs is his; a queen of diamonds is not."""
    hands = "5H 6H 2S 3S JC QD", "9C TC 4D 7S"
    known = rummy.table(*hands, pile="KH", at={"known": {0: "9C TC"}})
    assert chosen(GreedyBot, known) == "discard QD"
    assert chosen(SimpleBot, known) in ("discard JC", "discard QD")
    unknown = rummy.table("5H 6H 2S 3S JC QD", "9D TD 4D 7S", pile="KH", at={"known": {0: "9D TD"}})
    assert chosen(GreedyBot, unknown) == "discard JC"


def test_greedy_prefers_the_pair_that_can_still_be_completed() -> None:
    """Two of the other kings lie on the table: nothing unseen makes a set of this pair."""
    melds = [(1, "JH QH KH"), (1, "JS QS KS")]
    story = rummy.table("KC KD 8C 8D 5H", "3D 3S 9S 4S TC", pile="2H", at={"melds": melds})
    assert chosen(GreedyBot, story) in ("discard KC", "discard KD")


# Reasons.


def test_a_reason_names_what_is_thrown_and_why() -> None:
    story = rummy.table("7C 8C 5D 6D QH QS KD", "3D 3H 3S 9S JS TC", pile="2H")
    assert reason(story) == "Throw the {KD}: nothing in your hand goes with it."


def test_a_reason_counts_the_cards_that_would_help() -> None:
    story = rummy.table("7C 8C 5D 6D QH QS", "3D 3H 3S 9S JS TC", pile="2H")
    waits = "2 cards that may yet come would meld it, and it promises least of what you hold."
    assert re.fullmatch(r"Throw the \{\w+\}: " + waits, reason(story))


def test_a_reason_for_the_pile_names_what_is_laid_at_once() -> None:
    story = fortune.drawing("6S 6C 9D TD 4C 4H JH", "KC KH JD 4S 6H", other="3C 3D 5H 7S 9C JS")
    assert re.match(
        r"Take 5 cards from the pile: \{6H\} \{6C\} \{6S\} lie at once, and your cards are worth about \d+",
        reason(story),
    )


def test_a_reason_for_a_claim_calls_it_so() -> None:
    story = five_hundred.table(
        "8S KD 3C", "4D 5D", players=3, melds=[(0, "9S TS JS")], pile="KH", rummy_call=True
    ).does("discard 8S")
    assert chosen(GreedyBot, story) == "take 8S on 1"
    assert re.fullmatch(
        r"Claim the \{8S\}: it fits, and your cards are worth about \d+ points more\.", reason(story)
    )


# From the view alone.


@both
@games
@pytest.mark.parametrize("seed", range(2))
def test_every_choice_is_legal_and_made_from_the_view_alone(make: Any, game: str, seed: int) -> None:
    """The same on a table whose hidden cards are imagined, and where others play as they like."""
    rng = Random(f"{game} {seed}")
    seats = GAMES[game]
    deal = Deal.begin(book_of(game), Chance(f"{game} {seed}"), dealer=seed)
    first, blind = ([make(f"{seed} {seat}") for seat in range(seats)] for _ in range(2))
    other = RandomBot(f"{seed}")
    while not deal.is_over:
        seat = deal.seat
        view, actions = deal.view(seat), deal.legal_actions()
        action = first[seat].choose(view, actions)
        assert deal.why_illegal(action) is None, f"{action} in {view.step}"
        hidden = Deal.at(deal.book, imagine(view, rng), Chance("imagined"))
        assert blind[seat].choose(view_of(hidden.table, seat), hidden.legal_actions()) == action
        deal.play(other.choose(view, actions) if seed and rng.random() < 0.2 else action)


@games
def test_greedy_uses_no_chance(game: str) -> None:
    deal = Deal.begin(book_of(game), Chance(f"{game} again"), dealer=0)
    one, two = GreedyBot("one"), GreedyBot("two")
    while not deal.is_over:
        view, actions = deal.view(deal.seat), deal.legal_actions()
        action = one.choose(view, actions)
        assert two.choose(view, actions) == action
        deal.play(action)


@games
def test_advice_agrees_with_play_and_names_only_cards_the_seat_can_know(game: str) -> None:
    deal = Deal.begin(book_of(game), Chance(f"{game} advice"), dealer=0)
    bot = GreedyBot("a")
    while not deal.is_over:
        view, actions = deal.view(deal.seat), deal.legal_actions()
        advice = bot.advise(view, actions)
        assert bot.choose(view, actions) == advice.action
        named = re.findall(r"\{(\w+)\}", advice.reason)
        own = {one.text for one in (*view.hand, *view["discard"].cards)}
        assert all(card(text).text in own for text in named), advice.reason
        assert advice.reason.endswith(".")
        deal.play(advice.action)
