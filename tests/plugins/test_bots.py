"""The bots: each sentence of what they are said to do, told as a small story."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.story import Story, gin, gin_book

from rummy_core import catalogue
from rummy_core.actions import DRAW, GO_OUT, LAY_BEST, PASS, TAKE, Action, Discard, Knock, Refusal
from rummy_core.advice import Adviser
from rummy_core.cards import card, parse_cards
from rummy_core.catalogue import Bot
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.hooks import hookimpl
from rummy_core.imagine import imagine
from rummy_core.knocking import MUST_KNOCK
from rummy_core.match import Match
from rummy_core.options import BadOption, Options
from rummy_core.rulebook import HouseRule, Rulebook, rulebook
from rummy_core.steps import TAKEN
from rummy_core.views import view_of
from rummy_plugins.greedy_bot import GreedyBot
from rummy_plugins.openspiel import OPENSPIEL
from rummy_plugins.random_bot import RandomBot
from rummy_plugins.simple_bot import SimpleBot
from rummy_variants.gin import GIN
from rummy_variants.oklahoma import OKLAHOMA

BOTS = [RandomBot, SimpleBot, GreedyBot]
bots = pytest.mark.parametrize("make", BOTS)
players = pytest.mark.parametrize("make", [SimpleBot, GreedyBot])

# Two runs, a set and KC, which joins nothing.
NEARLY_GIN = "AC 2C 3C 4D 5D 6D 7H 7S 7C KC"
# No meld and much deadwood; 9H 9S wait for a nine.
SCATTERED = "KC QD 9H 9S 7D 5C 4H 3S 2D AH"


def chosen(make: Any, story: Story, seed: str = "a") -> Action:
    deal = story.deal
    action: Action = make(seed).choose(deal.view(deal.seat), deal.legal_actions())
    assert deal.why_illegal(action) is None
    return action


def chosen_with_many_seeds(make: Any, story: Story) -> set[Action]:
    return {chosen(make, story, str(seed)) for seed in range(60)}


def after_draw(hand: str, taken: str | None = None, **more: Any) -> Story:
    notes: dict[str, Any] = {} if taken is None else {TAKEN: card(taken)}
    notes.update(more.pop("turn_notes", {}))
    return gin(hand0=hand, step=more.pop("step", "discard"), seat=0, turn_notes=notes, **more)


@bots
def test_the_catalogue_has_every_bot_by_its_name(make: type) -> None:
    assert catalogue.bot(make.__name__.removesuffix("Bot").lower()) is make


def test_random_plays_every_legal_action() -> None:
    story = gin(hand0=NEARLY_GIN + " 4C", step="discard", seat=0)
    assert chosen_with_many_seeds(RandomBot, story) == set(story.deal.legal_actions())


# Simple.


def test_simple_takes_the_upcard_if_it_joins_a_set() -> None:
    assert chosen(SimpleBot, gin(hand0=SCATTERED, pile="9C", step="draw", seat=0)) is TAKE


def test_simple_takes_the_upcard_if_it_joins_a_run() -> None:
    assert (
        chosen(SimpleBot, gin(hand0="KC QD 9H 9S 7D 6D 4H 3S 2D AH", pile="5D", step="draw", seat=0)) is TAKE
    )


def test_simple_takes_the_upcard_if_it_lengthens_a_meld() -> None:
    assert (
        chosen(SimpleBot, gin(hand0="KC QD 9H 9S 9D 6D 4H 3S 2D AH", pile="9C", step="draw", seat=0)) is TAKE
    )


def test_simple_draws_when_the_upcard_only_lowers_deadwood() -> None:
    assert chosen(SimpleBot, gin(hand0=SCATTERED, pile="AS", step="draw", seat=0)) is DRAW


def test_simple_passes_an_offered_upcard_that_joins_no_meld() -> None:
    assert chosen(SimpleBot, gin(hand0=SCATTERED, pile="AS", seat=0)) is PASS


def test_simple_knows_runs_round_the_corner() -> None:
    hand = "KC AC 9H 9S 7D 5C 4H 3S 2D AH"
    assert chosen(SimpleBot, gin(hand0=hand, pile="2C", step="draw", seat=0)) is DRAW
    assert chosen(SimpleBot, gin(hand0=hand, pile="2C", step="draw", seat=0, ace="around")) is TAKE


def test_simple_throws_any_of_the_cards_that_leave_the_least_deadwood() -> None:
    story = after_draw(SCATTERED + " JH")
    assert chosen_with_many_seeds(SimpleBot, story) == {Discard(one) for one in parse_cards("KC QD JH")}


def test_simple_never_throws_the_card_just_taken() -> None:
    # Without the ban the king just taken would be thrown as often as the queen.
    hand = "QD KC 9H 9S 7D 5C 4H 3S 2D AH AD"
    for same_card in ("forbidden", "gra"):
        story = after_draw(hand, taken="KC", same_card_discard=same_card)
        assert chosen_with_many_seeds(SimpleBot, story) == {Discard(card("QD"))}


def test_simple_throws_the_next_best_where_the_card_just_taken_is_best() -> None:
    story = after_draw("KC 8D 9H 9S 7D 5C 4H 3S 2D AH AD", taken="KC", same_card_discard="gra")
    assert chosen_with_many_seeds(SimpleBot, story) == {Discard(card("9H")), Discard(card("9S"))}


def test_simple_knocks_at_the_first_chance_with_the_least_deadwood() -> None:
    story = after_draw("AC 2C 3C 4D 5D 6D 7H 7S 4S 2H KC")
    assert chosen(SimpleBot, story) == Discard(card("KC"))
    story = after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C 4S KC")
    assert chosen_with_many_seeds(SimpleBot, story) == {Knock(card("KC"))}


@players
def test_gin_is_declared(make: Any) -> None:
    assert chosen(make, after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C 7D KC")) == Knock(card("KC"))


@players
def test_big_gin_is_declared_where_it_is_played(make: Any) -> None:
    hand = "AC 2C 3C 4C 5D 6D 7D 8S 9S TS JS"
    assert chosen(make, after_draw(hand, big_gin=31)) is GO_OUT
    assert isinstance(chosen(make, after_draw(hand)), Knock)


@players
def test_a_pile_taken_to_knock_is_knocked_with(make: Any) -> None:
    # Only the card taken can be laid down again: nothing else brings the hand within the limit.
    hand = "AC 2C 3C 4D 5D 6D TH TS TC TD KC"
    story = after_draw(
        hand,
        taken="KC",
        step="last knock",
        last_discard="may_take_and_return",
        knock_limit=0,
        turn_notes={MUST_KNOCK: True},
    )
    assert chosen(make, story) == Knock(card("KC"))


@players
def test_the_last_discard_is_taken_only_to_knock(make: Any) -> None:
    low = gin(hand0=NEARLY_GIN, pile="7D", step="last discard", seat=0, last_discard="may_take")
    assert chosen(make, low) is TAKE
    high = gin(hand0=SCATTERED, pile="9C", step="last discard", seat=0, last_discard="may_take")
    assert chosen(make, high) is PASS


@players
def test_the_first_turn_with_eleven_cards_is_a_discard(make: Any) -> None:
    hand = "AC 2C 3C 4D 5D 6D 7H 7S 7C 4S KC"
    story = gin(hand0=hand, step="first discard", seat=0, start="eleven_cards")
    assert chosen(make, story) == Discard(card("KC"))
    story = gin(hand0=hand, step="first discard", seat=0, start="eleven_cards", eleven_card_knock=True)
    assert chosen(make, story) == Knock(card("KC"))


@players
def test_the_defender_melds_and_lays_off_what_fits(make: Any) -> None:
    story = after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C KH KC", hand1="8H 9H TH 4C 7D QS QD QH 2S 3S")
    story.does("knock KC")
    assert chosen(make, story) is LAY_BEST


# Greedy.


def test_greedy_keeps_the_pair_that_waits_for_unseen_cards() -> None:
    # 9H 9S leave the hand last: the lone king and queen promise nothing.
    story = after_draw(SCATTERED + " 6S")
    assert chosen(GreedyBot, story) in {Discard(card("KC")), Discard(card("QD"))}


def test_greedy_keeps_from_the_opponent_what_goes_with_the_cards_he_took() -> None:
    hand = "KC QD 9H TC 7D 5C 4H 3S 2D AH AD"
    free = after_draw(hand, hand1="2S 3C 4C 5S 6H 7S 8C 8H TS JS")
    taken = after_draw(hand, hand1="KH KS 2S 3C 4C 5S 6H 7S 8C 8H", known={0: "KH KS"})
    assert Discard(card("KC")) in chosen_with_many_seeds(GreedyBot, free)
    assert Discard(card("KC")) not in chosen_with_many_seeds(GreedyBot, taken)


def test_greedy_takes_a_low_card_for_a_high_one() -> None:
    hand = "KC QD JS TH 9D 8C 7S 5H 4D 2C"
    story = gin(hand0="AC 2C 3C 4D 5D 6D QH JS 2H 8H", pile="AS", step="draw", seat=0)
    assert chosen(GreedyBot, story) is TAKE
    assert chosen(GreedyBot, gin(hand0=hand, pile="6S", step="draw", seat=0)) is DRAW


def test_greedy_does_not_knock_where_an_undercut_is_likely() -> None:
    hand = "AC 2C 3C 4D 5D 6D 7H TS TC 2S KC"
    early = after_draw(hand, knock_limit=100)
    early.deal.table.turn = 1
    late = after_draw(hand, knock_limit=100)
    late.deal.table.turn = 30
    assert isinstance(chosen(GreedyBot, early), Knock)
    assert isinstance(chosen(GreedyBot, late), Discard)


def test_greedy_gives_advice() -> None:
    assert isinstance(GreedyBot("a"), Adviser)


@pytest.mark.parametrize(
    ("story", "reason"),
    [
        (
            lambda: gin(hand0="8C 8S KC QD 6D 5C 4H 3S 2D AH", pile="8H", step="draw", seat=0),
            "Take it: it makes a set with {8C} {8S}; deadwood can go from 57 to 31 by throwing the {",
        ),
        (
            lambda: gin(hand0=SCATTERED, pile="KD", step="draw", seat=0),
            "Draw: the {KD} would not lower your deadwood of 60.",
        ),
        (
            lambda: after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C 4S KC"),
            "Knock with 4 and lay down the {KC}: in turn 1 an opponent usually has about 42.",
        ),
        (
            lambda: after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C 7D KC"),
            "Gin: without the {KC} every card is melded.",
        ),
        (
            lambda: after_draw("AC 2C 3C 4D 5D 6D QH QS 9S 9H KC"),
            "Throw the {KC}: that leaves 38 deadwood, and no other discard leaves less",
        ),
    ],
)
def test_a_reason_has_the_cards_and_numbers_of_the_hand(story: Callable[[], Story], reason: str) -> None:
    deal = story().deal
    advice = GreedyBot("a").advise(deal.view(deal.seat), deal.legal_actions())
    assert advice.reason.startswith(reason)


def test_a_reason_names_what_the_defender_lays_off() -> None:
    story = after_draw("AC 2C 3C 4D 5D 6D 7H 7S 7C KH KC", hand1="8H 9H TH 4C 7D QS QD QH 2S 3S")
    story.does("knock KC")
    advice = GreedyBot("a").advise(story.deal.view(1), story.deal.legal_actions())
    assert advice.reason in {
        "Lay down your melds and lay off {4C} and {7D}: 5 deadwood is left.",
        "Lay down your melds and lay off {7D} and {4C}: 5 deadwood is left.",
    }


# All of them, under all rules.


def any_book(rng: Random) -> Rulebook:
    """Gin or Oklahoma under a preset and some options at random, by the house rule openspiel at times."""
    choices: dict[str, tuple[object, ...]] = {
        "knock_limit": (0, 5, 10, 50),
        "start": ("upcard", "eleven_cards"),
        "eleven_card_knock": (False, True),
        "last_discard": ("void_at_once", "may_take", "may_take_and_return"),
        "same_card_discard": ("forbidden", "gra"),
        "ace": ("low", "around"),
        "ace_deadwood": (1, 15),
        "layoff_on_gin": (False, True),
        "big_gin": (0, 31, 50),
        "standstill": (3, 20),
        "ace_upcard": ("one", "gin_only"),
        "spade_doubles": (False, True),
    }
    while True:
        options = {}
        game = OKLAHOMA if rng.random() < 0.3 else GIN
        for _ in range(3):
            name = sorted(choices)[int(rng.random() * len(choices))]
            options[name] = choices[name][int(rng.random() * len(choices[name]))]
        preset = sorted(game.presets)[int(rng.random() * len(game.presets))]
        try:
            return rulebook(
                game, preset=preset, options=options, house_rules=[OPENSPIEL] if rng.random() < 0.2 else []
            )
        except BadOption:
            continue


@bots
@pytest.mark.parametrize("seed", range(12))
def test_every_choice_is_legal_the_same_twice_and_made_from_the_view_alone(make: Any, seed: int) -> None:
    rng = Random(f"any rules {seed}")
    deal = Deal.begin(any_book(rng), Chance(seed), dealer=seed % 2)
    first, again, blind = ([make(f"{seed} {seat}") for seat in range(2)] for _ in range(3))
    other = RandomBot(f"{seed}")
    mixed = seed % 3 == 0  # comes where a bot alone never does
    while not deal.is_over:
        seat = deal.seat
        view, actions = deal.view(seat), deal.legal_actions()
        action = first[seat].choose(view, actions)
        assert deal.why_illegal(action) is None, f"{action} in {deal.table.step}, seed {seed}"
        assert again[seat].choose(view, actions) == action
        # The same view of another table, and of another view object.
        hidden = Deal.at(deal.book, imagine(view, rng), Chance("imagined"))
        assert blind[seat].choose(view_of(hidden.table, seat), hidden.legal_actions()) == action
        deal.play(other.choose(view, actions) if mixed and rng.random() < 0.3 else action)


@pytest.mark.parametrize("seed", range(8))
def test_advice_agrees_with_play_and_names_only_cards_the_seat_can_know(seed: int) -> None:
    rng = Random(f"advice {seed}")
    deal = Deal.begin(any_book(rng), Chance(seed), dealer=seed % 2)
    bot = GreedyBot(f"{seed}")
    while not deal.is_over:
        view, actions = deal.view(deal.seat), deal.legal_actions()
        advice = bot.advise(view, actions)
        assert bot.choose(view, actions) == advice.action
        named = {card(text) for text in re.findall(r"\{(\w+)\}", advice.reason)}
        assert not any(one.bit & view.unseen for one in named), advice.reason
        assert "{" not in re.sub(r"\{[A2-9TJQK][CDHS]\}", "", advice.reason)
        assert advice.reason.endswith(".")
        deal.play(advice.action)


@bots
def test_a_house_rule_that_forbids_a_choice_is_kept(make: Any) -> None:
    class NoKings:
        @hookimpl
        def refusals(self, table: Any, actions: Any) -> Any:
            kings = [one for one in actions if getattr(one, "card", None) and one.card.rank == 13]
            return dict.fromkeys(kings, Refusal("Kings are kept."))

    no_kings = HouseRule("no-kings", "Kings are kept", Options, lambda _: NoKings(), lambda _: [])
    book = rulebook(GIN, house_rules=[no_kings])
    for seed in range(10):
        deal = Deal.begin(book, Chance(seed))
        pair = make("a"), make("b")
        for _ in range(40):
            if not deal.is_over:
                deal.play(pair[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))


def test_seeds_make_a_difference() -> None:
    story = after_draw(SCATTERED + " JH")
    for make in BOTS:
        assert len(chosen_with_many_seeds(make, story)) > 1


@pytest.mark.long
def test_greedy_wins_at_least_55_percent_of_2000_seat_swapped_matches_against_simple() -> None:
    matches = 2000
    won = 0
    for number in range(matches):
        # Each seed is played twice, with the seats changed.
        greedy = number % 2
        match = Match(gin_book(), f"swapped {number // 2}")
        pair: list[Bot] = [GreedyBot(f"{number}"), SimpleBot(f"{number}")]
        if greedy:
            pair.reverse()
        while not match.is_over:
            deal = match.begin_deal()
            seated = [pair[player] for player in match.seating.players]
            while not deal.is_over:
                deal.play(seated[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
            match.end_deal()
        assert match.sheet is not None
        won += match.sheet.winner == greedy
    half = 1.96 * (won / matches * (1 - won / matches) / matches) ** 0.5
    assert won >= 0.55 * matches, f"{won} of {matches} matches won, {won / matches:.1%} ± {half:.1%}"
