"""A deal on the engine: what a play keeps, what a log is worth, what can be taken back, who knows what.

Told with Gin, and of the engine: nothing here is a rule of that game.
"""

from __future__ import annotations

from random import Random

import pytest

from rummy_core.actions import (
    DISCARDS,
    DONE,
    DRAW,
    LAY_BEST,
    PASS,
    TAKE,
    IllegalAction,
    Knock,
    LayMeld,
    LayOff,
)
from rummy_core.cards import CARDS, Card, card, cards_of, mask_of, parse_cards, text_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal, deal_out, table_of
from rummy_core.events import (
    DEAL,
    TURN,
    DealBegan,
    Event,
    Exchanged,
    Laid,
    Moved,
    Noted,
    Shown,
    Shuffled,
    StepBegan,
)
from rummy_core.faces import FACES
from rummy_core.imagine import imagine
from rummy_core.packs import Pack
from rummy_core.positions import BadPosition, deal_at
from rummy_core.table import BadFact, Table, evolve
from rummy_core.views import View, view_of
from rummy_core.zones import Layout, Zone, discard_pile, stock
from tests.story import Story, check_conserved, decisions, facts, gin, gin_book, gin_dealt

TEN_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
LOOSE = "KC QD JC 9S 8D 8C 6S 5C 2H KH"
OTHER = "3D 4S 7C TC AD 4H 7S TD AH JS"

# Each with other steps, so that random play meets all of them.
GAMES: tuple[dict[str, object], ...] = (
    {},
    {"same_card_discard": "gra", "big_gin": 31},
    {"start": "eleven_cards", "eleven_card_knock": True, "last_discard": "may_take"},
    {"ace": "around", "layoff_on_gin": True, "last_discard": "may_take_and_return", "knock_limit": 60},
)


def laid(
    number: int, kind: str, owner: int, by: int, source: str, cards: tuple[Card, ...], lies: tuple[Card, ...]
) -> Laid:
    """The fact that natural cards were laid."""
    return Laid(number, kind, owner, by, source, cards, lies, tuple(FACES[card.index] for card in lies))


def played_at_random(seed: int, game: int, most: int = 10_000) -> Story:
    """A deal of random legal actions, knocks a little preferred so that they come up."""
    print(f"seed {seed}, game {GAMES[game]}")
    rng = Random(seed)
    story = gin_dealt(f"deal {seed}", **GAMES[game])  # type: ignore[arg-type]
    for _ in range(most):
        if story.is_over:
            break
        listed = story.deal.legal_actions()
        knocks = [action for action in listed if isinstance(action, Knock)]
        story.deal.play(rng.choice(knocks) if knocks and rng.random() < 0.3 else rng.choice(listed))
    return story


every_game = pytest.mark.parametrize("game", range(len(GAMES)))
some_seeds = pytest.mark.parametrize("seed", range(3))


# --- a refusal changes nothing

ASKED = [
    DRAW,
    TAKE,
    PASS,
    DONE,
    LAY_BEST,
    *DISCARDS[:52],
    *(Knock(one) for one in CARDS[:52:5]),
    Knock(None),
    Knock(card("KS"), (parse_cards("AC 2C 3C"),)),
    Knock(card("KS"), (parse_cards("AC 2C 4C"),)),
    LayMeld(parse_cards("7C 7D 7H")),
    LayMeld(()),
    LayOff(card("7C"), 1),
    LayOff(card("7C"), 0),
    LayOff(card("7C"), -1),
    LayOff(card("7C"), 99),
    # Cards of another pack, and a joker: no card of this game.
    DISCARDS[54],
    DISCARDS[52],
    Knock(CARDS[54]),
    LayOff(CARDS[60], 1),
]


@every_game
@some_seeds
def test_what_is_refused_changes_nothing_and_what_is_not_is_listed(seed: int, game: int) -> None:
    print(f"seed {seed}, game {GAMES[game]}")
    rng = Random(seed)
    story = gin_dealt(f"deal {seed}", **GAMES[game])  # type: ignore[arg-type]
    while not story.is_over:
        deal = story.deal
        listed = deal.legal_actions()
        assert len(set(listed)) == len(listed) > 0
        assert all(deal.why_illegal(action) is None for action in listed)
        before, logged = deal.table.copy(), len(deal.log)
        for action in rng.sample(ASKED, 12):
            refusal = deal.why_illegal(action)
            if refusal is None:
                assert action in listed
                continue
            assert action not in listed
            with pytest.raises(IllegalAction) as refused:
                deal.play(action)
            assert refused.value.refusal == refusal
            assert str(refused.value) == refusal.rule
        assert deal.table == before
        assert len(deal.log) == logged
        deal.play(rng.choice(listed))


def test_everything_is_refused_when_the_deal_is_over() -> None:
    story = gin(hand0=TEN_LEFT, stock="KS", step="draw", seat=0).does("draw", "knock KS", "best")
    assert story.deal.legal_actions() == ()
    assert story.seat == -1
    for words in ("draw", "take", "pass", "discard KS", "knock KS", "best", "done", "go out"):
        story.refuses(words, "The deal is over")


def test_the_sheet_of_a_deal_that_goes_on_is_not_to_be_had() -> None:
    with pytest.raises(ValueError, match="the deal is not over"):
        _ = gin_dealt().sheet


# --- cards are conserved


@every_game
@some_seeds
def test_cards_are_conserved_after_every_event(seed: int, game: int) -> None:
    story = played_at_random(seed, game)
    table = table_of(story.deal.log[0])
    for event in facts(story.deal)[1:]:
        evolve(table, event)
        check_conserved(table)


# --- the log replays


@every_game
@some_seeds
def test_the_log_replays_to_the_same_table(seed: int, game: int) -> None:
    story = played_at_random(seed, game)
    began, *rest = facts(story.deal)
    table = table_of(began)
    for event in rest:
        evolve(table, event)
    assert table == story.table
    assert table.ending == story.ending != ""


@every_game
def test_the_decisions_played_again_give_the_same_log(game: int) -> None:
    story = played_at_random(11, game)
    again = gin_dealt("deal 11", **GAMES[game])  # type: ignore[arg-type]
    for said in decisions(story.deal):
        seat, _, words = said.partition(" ")
        assert again.seat == int(seat)
        again.does(words)
    assert again.deal.log == story.deal.log


def test_a_log_from_a_stated_position_begins_empty_and_replays_over_it() -> None:
    story = gin(hand0=TEN_LEFT, stock="KS", step="draw", seat=0)
    table = story.table.copy()
    assert story.deal.log == []
    story.does("draw", "knock KS", "best")
    for event in facts(story.deal):
        evolve(table, event)
    assert table == story.table


# --- copies


@every_game
@some_seeds
def test_a_copy_goes_on_apart(seed: int, game: int) -> None:
    story = played_at_random(seed, game, most=9)
    if story.is_over:
        return
    deal = story.deal
    twin = deal.copy()
    assert twin.table == deal.table
    assert twin.log == deal.log
    stood, logged = deal.table.copy(), len(deal.log)
    rng = Random(seed)
    while not twin.is_over:
        twin.play(rng.choice(twin.legal_actions()))
    assert deal.table == stood
    assert len(deal.log) == logged
    # The same plays give the same deal.
    rng = Random(seed)
    while not deal.is_over:
        deal.play(rng.choice(deal.legal_actions()))
    assert deal.table == twin.table
    assert deal.log == twin.log


def test_a_table_copy_shares_nothing_that_changes() -> None:
    table = gin(hand0=TEN_LEFT, stock="KS", step="draw", seat=0).does("draw").table
    twin = table.copy()
    assert twin == table
    evolve(twin, Moved((card("KS"),), "hand 0", "discard", 3))
    evolve(twin, Noted("said", True, DEAL))
    evolve(twin, Noted("said", True, TURN))
    evolve(twin, Shown((card("AC"),), "hand 0", 3))
    evolve(twin, laid(1, "run", 0, 0, "hand 0", parse_cards("AC 2C 3C"), parse_cards("AC 2C 3C")))
    assert "KS" in text_of(cards_of(table.hand(0)))
    assert table.note("said") is None
    assert table.melds == ()
    assert not table.known[1] & card("AC").bit


# --- taking back


def test_undo_takes_the_last_decision_back() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0)
    before = story.table.copy()
    story.does("take")
    assert story.deal.why_no_undo(0) is None
    story.deal.undo()
    assert story.table == before
    assert story.deal.log == []
    story.offers("take", "draw")


def test_undo_of_a_discard_before_the_other_has_acted() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0).does("take")
    before = story.table.copy()
    story.does("discard KC")
    assert story.deal.why_no_undo(0) is None
    story.deal.undo()
    assert story.table == before
    story.does("discard KH")
    assert story.pile[-1] == "KH"


def test_undo_is_refused_across_a_decision_of_another_seat() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0).does("take", "discard KC")
    assert str(story.deal.why_no_undo(1)) == "Another player has acted since."
    story.does("take")
    assert str(story.deal.why_no_undo(0)) == "Another player has acted since."
    assert story.deal.why_no_undo(1) is None


def test_undo_is_refused_when_a_new_card_was_seen() -> None:
    story = gin(hand0=LOOSE, stock="3S", step="draw", seat=0).does("draw")
    assert "seen a new card" in str(story.deal.why_no_undo(0))


def test_undo_is_refused_across_a_shuffle() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0).does("take")
    stock = story.table.cards("stock")
    event = Shuffled("stock", stock[::-1], 0)
    evolve(story.table, event)
    story.deal.log.append(event)
    assert str(story.deal.why_no_undo(0)) == "Cards were shuffled since."


def test_undo_is_refused_when_nothing_was_done_or_the_deal_is_over() -> None:
    story = gin_dealt()
    assert str(story.deal.why_no_undo(0)) == "There is nothing to take back."
    with pytest.raises(ValueError, match="nothing to take back"):
        story.deal.undo()
    story = gin(hand0=TEN_LEFT, stock="KS", step="draw", seat=0).does("draw", "knock KS", "best")
    assert str(story.deal.why_no_undo(1)) == "The deal is over."


def test_undo_goes_back_to_the_shuffle_and_no_further() -> None:
    story = gin_dealt("undo")
    start, dealt = story.table.copy(), len(story.deal.log)
    story.does("pass", "pass")
    story.deal.undo()
    story.deal.undo()
    assert story.table == start
    assert len(story.deal.log) == dealt
    assert "nothing" in str(story.deal.why_no_undo(0))


def test_lay_offs_are_taken_back_one_by_one() -> None:
    story = gin(
        hand0="5S 6S 7S KC KD KH 2C 2D 2H 4C",
        hand1="8S 9S JC JD JH 9H 9D QS TD 3D",
        stock="QH",
        step="draw",
        seat=0,
    ).does("draw", "knock QH")
    answering = story.table.copy()
    story.does("lay 8S on 3", "lay 9S on 3")
    for _ in range(2):
        assert story.deal.why_no_undo(1) is None
        story.deal.undo()
    assert story.table == answering
    assert str(story.deal.why_no_undo(1)) == "Another player has acted since."


# --- evolve refuses what cannot be


def table_in_play() -> Table:
    """Seat 0 holds eleven cards; a meld of sevens lies on the table."""
    story = gin(
        hand0=f"{TEN_LEFT} KS", hand1=LOOSE, pile="QS", melds=[(1, "7C 7D 7S")], step="discard", seat=0
    )
    return story.table


IMPOSSIBLE: dict[str, Event] = {
    "a second beginning": DealBegan(Pack(), (), ((0,), (1,)), 0),
    "a card that is not there": Moved(parse_cards("KC"), "hand 0", "discard", 3),
    "a card from the wrong zone": Moved(parse_cards("KS"), "hand 1", "discard", 3),
    "a card twice": Moved((card("KS"), card("KS")), "hand 0", "discard", 3),
    "to no zone": Moved(parse_cards("KS"), "hand 0", "hand 7", 3),
    "from no zone": Moved(parse_cards("KS"), "hand 7", "discard", 3),
    "a masked move": Moved((None,), "hand 0", "discard", 0),
    "a masked move of two": Moved((None, None), "hand 0", "discard", 0),
    "a masked showing": Shown((None,), "hand 0", 0),
    "a masked shuffle": Shuffled("stock", (None,) * 27, 0),
    "a shuffle of other cards": Shuffled("stock", parse_cards("KS"), 0),
    "a shuffle of no zone": Shuffled("hand 7", parse_cards("KS"), 0),
    "a shuffle of a hand": Shuffled("hand 1", parse_cards(LOOSE), 0),
    "showing what is not there": Shown(parse_cards("KC"), "hand 0", 3),
    "laying what is not there": laid(2, "run", 0, 0, "hand 1", *[parse_cards("AC 2C 3C")] * 2),
    "laying from no zone": laid(2, "run", 0, 0, "hand 7", *[parse_cards("AC 2C 3C")] * 2),
    "a meld number left out": laid(3, "run", 0, 0, "hand 0", *[parse_cards("AC 2C 3C")] * 2),
    "a meld number below one": laid(0, "run", 0, 0, "hand 0", *[parse_cards("AC 2C 3C")] * 2),
    "a meld that lies otherwise": laid(
        2, "run", 0, 0, "hand 0", parse_cards("AC 2C 3C"), parse_cards("AC 2C 4D")
    ),
    "a meld with a face too few": Laid(
        2,
        "run",
        0,
        0,
        "hand 0",
        *[parse_cards("AC 2C 3C")] * 2,
        tuple(FACES[one.index] for one in parse_cards("AC 2C")),
    ),
    "a lay-off that makes a card another": Laid(
        1,
        "set",
        1,
        0,
        "hand 0",
        parse_cards("7H"),
        parse_cards("7C 7D 7H 7S"),
        tuple(FACES[one.index] for one in parse_cards("7C 8D 7H 7S")),
    ),
    "an exchange in no meld": Exchanged(2, 0, "hand 0", card("7H"), card("7D")),
    "an exchange for what does not lie there": Exchanged(1, 0, "hand 0", card("7H"), card("8D")),
    "an exchange for what is not held": Exchanged(1, 0, "hand 0", card("KC"), card("7D")),
    "a lay-off that loses a card": laid(1, "set", 1, 0, "hand 0", parse_cards("7H"), parse_cards("7C 7D 7H")),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_evolve_refuses(what: str) -> None:
    with pytest.raises(BadFact):
        evolve(table_in_play(), IMPOSSIBLE[what])


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_evolve_refuses_leaves_the_table_as_it_was(what: str) -> None:
    table = table_in_play()
    before = table.copy()
    with pytest.raises(BadFact):
        evolve(table, IMPOSSIBLE[what])
    assert table == before


def test_a_move_of_no_card_moves_nothing() -> None:
    # A seat that is dealt none; once it looked at the first card of none.
    table = table_in_play()
    masks, orders = table.masks.copy(), table.orders.copy()
    evolve(table, Moved((), "stock", "hand 0", 3))
    assert (table.masks, table.orders) == (masks, orders)


def test_a_deal_begins_with_its_beginning() -> None:
    with pytest.raises(BadFact, match="a deal begins with its pack"):
        table_of(StepBegan("draw", 0, 0, 1))


# --- who knows what


def known(story: Story, looker: int, owner: int) -> set[str]:
    return story.known_hand(looker, owner)


def test_a_hand_is_known_to_its_owner_alone() -> None:
    story = gin_dealt(5)
    assert known(story, 0, 1) == known(story, 1, 0) == set()
    assert known(story, 0, 0) == story.hand(0)
    assert known(story, 1, 1) == story.hand(1)


def test_a_card_taken_from_the_pile_stays_known_until_it_is_played() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", stock="2D 3H 6C 5D", step="draw", seat=0)
    story.does("take", "discard KC", "draw", "discard AD", "draw", "discard 3H")
    # It lived through a draw and a discard that all saw.
    assert known(story, 1, 0) == {"9C"}
    story.does("draw", "discard 6C", "draw", "discard 9C")
    assert known(story, 1, 0) == set()
    assert story.view(1)["discard"].top is card("9C")


def test_a_card_drawn_from_the_stock_is_known_to_who_drew_it() -> None:
    story = gin(hand0=LOOSE, stock="3S", step="draw", seat=0).does("draw")
    assert "3S" in known(story, 0, 0)
    assert known(story, 1, 0) == set()
    drawn = story.deal.events_for(1)[1]
    assert isinstance(drawn, Moved)
    assert drawn.cards == (None,)
    drawn = story.deal.events_for(0)[1]
    assert isinstance(drawn, Moved)
    assert drawn.cards == (card("3S"),)


def test_a_knock_discard_face_down_is_known_to_the_knocker_alone() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="KS", step="draw", seat=0).does("draw", "knock KS")
    assert story.view(0)["discard"].order[-1] is card("KS")  # type: ignore[index]
    assert story.view(1)["discard"].order[-1] is None  # type: ignore[index]
    assert card("KS").bit & story.view(1).unseen
    # That one seat knows it is public.
    assert story.view(1)["discard"].hidden == ((1, 1),)
    assert next(str(entry) for entry in story.deal.events_for(1) if "knock" in str(entry)) == "0 knock ?"


def test_a_face_down_card_makes_the_other_forget_what_he_knew_of_that_hand() -> None:
    # Seat 1 saw seat 0 take 9H; the card laid face down might be it.
    story = gin(hand0="AC 2C 3C 4D 5D 6D 7H 8H TS KS", hand1=LOOSE, pile="9H", step="draw", seat=0)
    story.does("take")
    assert known(story, 1, 0) == {"9H"}
    table = story.table.copy()
    evolve(table, Moved((card("KS"),), "hand 0", "discard", 1))
    assert view_of(table, 1).known_hand(0) == 0
    assert not table.known[1] & card("9H").bit
    # Once the hand is shown, all that is left of it is known again.
    story.does("knock KS")
    assert known(story, 1, 0) == {"TS"}
    assert table.known[0] & card("9H").bit


def test_a_discard_that_all_see_makes_nobody_forget() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0, known={1: "KH"})
    story.does("take", "discard KC")
    assert known(story, 1, 0) == {"9C", "KH"}


def test_what_is_known_of_me_is_known_to_me() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0).does("take")
    view = story.view(0)
    assert text_of(cards_of(view["hand 0"].mask & view.shared[1])) == "9C"
    assert story.view(1)["hand 0"].hidden == ((1, 10),)


def test_a_card_shown_is_known_where_it_lies() -> None:
    table = table_in_play()
    evolve(table, Shown(parse_cards("AC 2C"), "hand 0", 2))
    assert view_of(table, 1).known_hand(0) == mask_of(parse_cards("AC 2C"))


def test_a_shuffle_clears_what_was_known_of_a_zone() -> None:
    table = table_in_play()
    bottom = table.cards("stock")[0]
    evolve(table, Shown((bottom,), "stock", 1))
    assert view_of(table, 0)["stock"].order[0] is bottom  # type: ignore[index]
    evolve(table, Shuffled("stock", table.cards("stock")[::-1], 0))
    assert view_of(table, 0)["stock"].cards == ()


def test_a_card_known_in_the_stock_is_known_when_it_is_drawn() -> None:
    # Whoever knows the top card knows which one went.
    story = gin(hand0=LOOSE, stock="3S", step="draw", seat=0, known={1: "3S"})
    assert story.view(1)["stock"].top is card("3S")
    story.does("draw")
    assert known(story, 1, 0) == {"3S"}


def test_the_pile_is_seen_in_order_and_the_stock_not_at_all() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C 5H QS", step="draw", seat=0).does("take", "discard KC")
    for seat in (0, 1):
        view = story.view(seat)
        assert text_of(view["discard"].cards) == "9C 5H KC"
        assert view["discard"].order == view["discard"].cards
        assert view["stock"].order == (None,) * 29
        assert (view["stock"].count, view["stock"].cards, view["stock"].top) == (29, (), None)
        assert view["stock"].hidden == ((0, 29),)


# --- views


@every_game
@some_seeds
def test_views_hold_no_hidden_card(seed: int, game: int) -> None:
    print(f"seed {seed}, game {GAMES[game]}")
    rng = Random(seed)
    story = gin_dealt(f"deal {seed}", **GAMES[game])  # type: ignore[arg-type]
    while True:
        table = story.table
        for seat in (0, 1):
            view = story.view(seat)
            for zone in view.zones:
                seen = view[zone]
                assert seen.count == table.masks[zone].bit_count()
                assert seen.mask == table.masks[zone] & table.known[seat]
                assert seen.count == len(seen.cards) + sum(count for _, count in seen.hidden)
                if seen.order is not None:
                    there = table.cards(zone)
                    assert seen.order == tuple(one if one.bit & table.known[seat] else None for one in there)
            assert not view.unseen & table.known[seat]
            assert view.hand_mask == table.hand(seat)
        if story.is_over:
            break
        story.deal.play(rng.choice(story.deal.legal_actions()))


@every_game
@some_seeds
def test_an_imagined_table_gives_the_same_view(seed: int, game: int) -> None:
    print(f"seed {seed}, game {GAMES[game]}")
    rng = Random(seed)
    story = gin_dealt(f"deal {seed}", **GAMES[game])  # type: ignore[arg-type]
    while True:
        for seat in (0, 1):
            view = story.view(seat)
            table = imagine(view, rng)
            check_conserved(table)
            assert view_of(table, seat) == view
            assert table.known[seat] == story.table.known[seat]
        if story.is_over:
            break
        acting = story.seat
        imagined = Deal.at(story.deal.book, imagine(story.view(acting), rng), Chance("imagined"))
        assert imagined.legal_actions() == story.deal.legal_actions()
        story.deal.play(rng.choice(story.deal.legal_actions()))


def test_imagining_deals_the_hidden_cards_at_random() -> None:
    view = gin_dealt(9).view(0)
    rng = Random(9)
    hands = {imagine(view, rng).hand(1) for _ in range(50)}
    assert len(hands) == 50
    assert imagine(view, Random(3)) == imagine(view, Random(3))


def test_a_view_is_a_snapshot_that_cannot_be_changed() -> None:
    story = gin(hand0=LOOSE, pile="9C", step="draw", seat=0)
    view = story.view(0)
    twin = story.view(0)
    story.does("take")
    assert view == twin
    assert view != story.view(0)
    assert text_of(view["discard"].cards) == "9C"
    assert view.note("taken") is None
    with pytest.raises(AttributeError, match="a view cannot be changed"):
        view.seat = 1
    with pytest.raises(AttributeError, match="a view cannot be changed"):
        del view.seat
    with pytest.raises(KeyError):
        _ = view["meadow"]
    assert "stock" in view
    assert "meadow" not in view


@every_game
def test_two_tables_that_differ_in_hidden_cards_alone_look_the_same(game: int) -> None:
    story = played_at_random(2, game, most=6)
    seat = 0
    view = story.view(seat)
    other = imagine(view, Random(1))
    assert other != story.table
    assert repr(view_of(other, seat)) == repr(view)
    assert view_of(other, seat) == view


@every_game
@some_seeds
def test_the_masked_log_tells_what_was_seen_then(seed: int, game: int) -> None:
    story = played_at_random(seed, game)
    for seat in (0, 1):
        told = story.deal.events_for(seat)
        assert len(told) == len(story.deal.log)
        for event, full in zip(told, story.deal.log, strict=True):
            if isinstance(full, Moved | Shown | Shuffled):
                cards = full.order if isinstance(full, Shuffled) else full.cards
                seen = event.order if isinstance(event, Shuffled) else event.cards  # type: ignore[union-attr]
                assert seen == (cards if full.seen >> seat & 1 else (None,) * len(cards))
            elif isinstance(full, Laid | StepBegan | Noted):
                assert event == full


def test_what_becomes_known_later_does_not_open_the_older_log() -> None:
    story = gin(hand0=TEN_LEFT, hand1=LOOSE, stock="QS KS", step="draw", seat=0)
    story.does("draw", "discard QS")
    drawn = story.deal.events_for(1)[1]
    assert isinstance(drawn, Moved)
    # Seat 1 has seen the queen since, and still not that it was she who was drawn.
    assert drawn.cards == (None,)


def test_events_for_gives_what_came_since() -> None:
    story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0).does("take")
    start = len(story.deal.log)
    story.does("discard KC")
    assert next(str(entry) for entry in story.deal.events_for(1, start)) == "0 discard KC"
    assert len(story.deal.events_for(1, start)) == len(story.deal.log) - start


# --- dealing


@pytest.mark.parametrize(
    ("hands", "dealer", "dealt"),
    [
        ((2, 2), 1, {0: "AC 3C", 1: "2C 4C"}),
        ((2, 2), 0, {1: "AC 3C", 0: "2C 4C"}),
        ((3, 2), 1, {0: "AC 3C 5C", 1: "2C 4C"}),
        ((2, 2, 2), 1, {2: "AC 4C", 0: "2C 5C", 1: "3C 6C"}),
        ((1, 0, 2), 0, {1: "", 2: "AC 3C", 0: "2C"}),
    ],
)
def test_cards_go_round_one_at_a_time_from_the_dealers_left(
    hands: tuple[int, ...], dealer: int, dealt: dict[int, str]
) -> None:
    order = CARDS[:13]
    assert {seat: text_of(cards) for seat, cards in deal_out(order, hands, dealer)} == dealt


def test_dealing_shows_each_hand_to_its_owner_and_the_upcard_to_all() -> None:
    story = gin_dealt(4)
    for seat in (0, 1):
        seen = [entry for entry in story.deal.events_for(seat) if isinstance(entry, Moved)]
        hidden = [event.target for event in seen if None in event.cards]
        assert hidden == [f"hand {1 - seat}"]
        shuffle = next(entry for entry in story.deal.events_for(seat) if isinstance(entry, Shuffled))
        assert set(shuffle.order) == {None}


# --- stated positions


def test_a_position_deals_what_is_not_stated() -> None:
    deal = deal_at(gin_book(), zones={"hand 0": parse_cards(TEN_LEFT)}, seed=1)
    assert deal.table.hand(1).bit_count() == 10
    assert len(deal.table.cards("discard")) == 1
    assert len(deal.table.cards("stock")) == 31
    check_conserved(deal.table)
    again = deal_at(gin_book(), zones={"hand 0": parse_cards(TEN_LEFT)}, seed=1)
    assert again.table == deal.table


def test_a_position_states_how_many_are_left_in_the_stock() -> None:
    deal = deal_at(gin_book(), zones={"stock": parse_cards("KS QS")}, stock=5)
    assert len(deal.table.cards("stock")) == 5
    assert text_of(deal.table.cards("stock")[-2:]) == "KS QS"
    check_conserved(deal.table)


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        ({"zones": {"hand 0": parse_cards("KS"), "hand 1": parse_cards("KS")}}, "the KS is stated twice"),
        ({"zones": {"meadow": parse_cards("KS")}}, "there is no zone 'meadow'"),
        ({"zones": {"hand 0": (CARDS[52],)}}, "the joker is not in the pack"),
        ({"zones": {"hand 0": parse_cards("KS KS")}}, "the KS is not in the pack"),
        ({"zones": {}, "step": "dance"}, "there is no step 'dance'"),
        ({"zones": {}, "stock": 40}, "the stock cannot have 40 cards"),
        ({"zones": {}, "melds": [(0, parse_cards("KS QS TS"))]}, "KS QS TS is neither a set nor a run"),
    ],
)
def test_a_position_that_cannot_be_is_refused(stated: dict[str, object], fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        deal_at(gin_book(), **stated)  # type: ignore[arg-type]


def test_the_views_that_the_tests_compare_can_differ() -> None:
    view = gin_dealt(1).view(0)
    assert isinstance(view, View)
    assert view != gin_dealt(2).view(0)
    assert isinstance(card("AS"), Card)


@pytest.mark.parametrize(
    ("zones", "sides", "dealer", "told"),
    [
        ((stock(),), ((0,), (0,)), 0, "sides must hold the seats 0 to 1 once each"),
        ((stock(),), ((0,), (2,)), 0, "sides must hold the seats 0 to 1 once each"),
        ((stock(),), ((0,), (1,)), 2, "there is no seat 2 to deal"),
        (
            (stock(), discard_pile(2), stock()),
            ((0,), (1,)),
            0,
            "two zones have one name: stock, discard",
        ),
    ],
)
def test_a_layout_that_cannot_be_is_told(
    zones: tuple[Zone, ...], sides: tuple[tuple[int, ...], ...], dealer: int, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Layout(Pack(), zones, sides, dealer)
