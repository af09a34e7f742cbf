"""One more turn in Iceberg (IC-3): the pass over ranks, held against every play in every order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_core.cards import Card, mask_of, parse_cards
from rummy_core.melds import Ace, Meld, MeldRules, lay_out
from rummy_core.rulebook import rulebook
from rummy_variants import iceberg_turn
from rummy_variants.iceberg import ICEBERG
from rummy_variants.iceberg_points import SPECIALS
from rummy_variants.iceberg_turn import Turn, laid_in_that_turn, one_more_turn
from tests.variants.iceberg_brute_force import ALL_CARDS, best_by_trying

VALUES = {"odd-one-suit": 700, "even-one-suit": 700, "odd-one-colour": 350, "even-one-colour": 350}


def rules(unlike_pairs: bool = False) -> MeldRules:
    return MeldRules(
        min_set=2, max_set=0, ace=Ace.NONE, equal_cards=True, unlike_pairs=unlike_pairs, patterns=SPECIALS
    )


def lying(*melds: str) -> tuple[Meld, ...]:
    """Melds on a table."""
    found = []
    for number, text in enumerate(melds, 1):
        (reading,) = rules().readings(parse_cards(text))
        found.append(lay_out(number, 0, reading, 0))
    return tuple(found)


def turn(hand: str, *melds: str) -> tuple[int, int]:
    found = one_more_turn(mask_of(parse_cards(hand)), lying(*melds), VALUES)
    return found.points, found.cards


@pytest.mark.parametrize(
    ("hand", "melds", "points", "cards"),
    [
        ("", [], 0, 0),
        ("4D KC", ["9C 9D 9H"], 0, 0),
        ("8C 8D", [], 10, 2),
        ("5S 4S", ["6S 7S 8S 9S"], 50 + 60, 2),
        ("9S 4D", ["9C 9D 9H"], 40, 1),
        # The nine is a fourth nine or a third spade, and then the ten a fourth: the dearer way counts.
        ("7S 8S 9S TS", ["9C 9D 9H"], 70, 4),
        ("7S 8S 9S", ["9C 9D 9H"], 40, 1),
        # A row that two runs wait for goes to the longer one as a whole.
        ("6H 7H", ["3H 4H 5H", "8H 9H TH JH QH"], 60 + 70, 2),
        # Of one rank all go to the longer set.
        ("9S", ["9C 9D", "9C 9D 9H"], 40, 1),
        ("KH JH 9H 7H 5H 3H", [], 700, 6),
        ("KH JH 9H 7H 5H 3D", [], 350, 6),
        ("KH JH 9H 7H 5H 3S", [], 0, 0),
        ("QS TS 8S 6S 4S 2S", [], 700, 6),
        ("QC TS 8S 6S 4S 2S", [], 350, 6),
        ("AC AD AH", [], 0, 0),
        ("2C KC AC", [], 0, 0),
    ],
)  # fmt: skip
def test_one_more_turn(hand: str, melds: list[str], points: int, cards: int) -> None:
    assert turn(hand, *melds) == (points, cards)


@pytest.mark.parametrize(
    ("hand", "melds", "laid"),
    [
        ("5S 4S KC", ["6S 7S 8S 9S"], "4S 5S"),
        ("7S 8S 9S 2C", ["9C 9D 9H"], "9S"),
        ("KC KD KH QH JH 4D", [], "KC KD JH QH KH"),
        ("AC 8C 8D", [], "8C 8D"),
        ("2C KC AC", [], ""),
    ],
)
def test_the_cards_that_one_more_turn_lays(hand: str, melds: list[str], laid: str) -> None:
    found = laid_in_that_turn(mask_of(parse_cards(hand)), lying(*melds), VALUES)
    assert found == mask_of(parse_cards(laid))


def test_other_values_make_another_turn() -> None:
    hand = mask_of(parse_cards("KH JH 9H 7H 5H 3H KC JC 9C"))
    assert one_more_turn(hand, (), VALUES) == Turn(700, 6)
    assert one_more_turn(hand, (), {**VALUES, "odd-one-suit": 0}) == Turn(30, 6)


def test_two_equal_cards_are_a_pair_only_where_pairs_may_be_of_one_suit() -> None:
    hand = mask_of(parse_cards("8C 8C"))
    assert one_more_turn(hand, (), VALUES) == Turn(10, 2)
    assert one_more_turn(hand, (), VALUES, unlike_pairs=True) == Turn(0, 0)
    three = mask_of(parse_cards("8C 8C 8D"))
    assert one_more_turn(three, (), VALUES, unlike_pairs=True) == Turn(30, 3)


# Against every play in every order.


def some_melds(random: Random, cards: list[Card], count: int) -> tuple[Meld, ...]:
    """Melds out of ``cards``, which they are taken from."""
    melds: list[Meld] = []
    for _ in range(count):
        if not cards:
            break
        first = cards[int(random.random() * len(cards))]
        near = [
            card
            for card in cards
            if (card.rank == first.rank if random.random() < 0.4 else card.suit == first.suit)
        ]
        low, size = first.rank, 3 + int(random.random() * 3)
        run = {card.rank: card for card in near if card.suit == first.suit and low <= card.rank < low + size}
        same = [card for card in near if card.rank == first.rank][: 2 + int(random.random() * 2)]
        for group in (tuple(run.values()), tuple(same)):
            readings = rules().readings(group)
            if readings:
                melds.append(lay_out(len(melds) + 1, 0, readings[0], 0))
                for card in group:
                    cards.remove(card)
                break
    return tuple(melds)


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    decks=st.integers(1, 2),
    # Few ranks and suits: there sets, runs and the melds on the table fight for the cards.
    low=st.integers(2, 9),
    ranks=st.integers(4, 8),
    suits=st.integers(1, 4),
    count=st.integers(1, 7),
    melds=st.integers(0, 4),
    unlike=st.booleans(),
)
def test_the_pass_over_ranks_finds_what_every_order_of_play_finds(
    seed: int, decks: int, low: int, ranks: int, suits: int, count: int, melds: int, unlike: bool
) -> None:
    random = Random(seed)
    pool = [
        card
        for card in ALL_CARDS
        if card.deck < decks and low <= card.rank < low + ranks and card.suit < suits
    ]
    cards = [card for _, card in sorted((random.random(), card) for card in pool)]
    table = some_melds(random, cards, melds)
    hand = mask_of(cards[:count])
    expected = best_by_trying(rules(unlike), hand, table, VALUES)
    found = one_more_turn(hand, table, VALUES, unlike)
    assert (found.points, found.cards) == expected, f"{cards[:count]} beside {[*map(str, table)]}"
    laid = laid_in_that_turn(hand, table, VALUES, unlike)
    assert (laid & ~hand, laid.bit_count()) == (0, found.cards)
    assert one_more_turn(laid, table, VALUES, unlike) == found
    # The search of the core, which knows no Iceberg, comes to the same.
    book = rulebook(ICEBERG, options={"pair_distinct_suits": unlike}, players=4)
    use = book.rules.arranger.best_use(hand, table, left_counts=False)
    assert (use.points, hand.bit_count() - len(use.unmatched)) == expected


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    family=st.sampled_from(["odd", "even"]),
    suits=st.sampled_from([(0, 3), (1, 2)]),
    values=st.tuples(*[st.sampled_from([0, 10, 60, 350, 700])] * 4),
)
def test_special_melds_are_weighed_against_all_else(
    seed: int, family: str, suits: tuple[int, int], values: tuple[int, int, int, int]
) -> None:
    random = Random(seed)
    parity = 1 if family == "odd" else 0
    pool = [card for card in ALL_CARDS if card.suit in suits and card.rank % 2 == parity]
    by_rank: dict[int, list[Card]] = {}
    for card in pool:
        by_rank.setdefault(card.rank, []).append(card)
    held = [cards[int(random.random() * len(cards))] for cards in by_rank.values()]
    others = [card for card in ALL_CARDS if card not in held]
    held += [others[int(random.random() * len(others))]]
    points = dict(zip((one.name for one in SPECIALS), values, strict=True))
    expected = best_by_trying(rules(), mask_of(held), (), points)
    found = one_more_turn(mask_of(held), (), points)
    assert (found.points, found.cards) == expected, held


# Any hand has an answer; those that a deal can bring about have the exact one.


def hands_of_26() -> list[int]:
    """Hands as large as a deal can bring about, where sets, runs and special melds fight for each card."""
    random = Random("26")
    found = [
        mask_of(card for card in ALL_CARDS if card.deck == 0 and card.suit in (1, 2)),
        mask_of(card for card in ALL_CARDS if card.deck == 0 and card.rank % 2),
        mask_of(card for card in ALL_CARDS if card.suit == 2),
    ]
    for decks in (1, 2):
        few = [card for card in ALL_CARDS if card.deck < decks]
        for share in (2, 6):
            pool = sorted(few, key=lambda card: (card.suit in (1, 2)) * share + random.random() * 8)
            found.append(mask_of(pool[-26:]))
    return found


@pytest.mark.parametrize("number", range(7))
def test_no_hand_of_a_deal_comes_near_the_bound(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = hands_of_26()[number]
    bounded = one_more_turn(hand, (), VALUES)
    monkeypatch.setattr(iceberg_turn, "MOST_TRIED", 1_000)
    assert one_more_turn(hand, (), VALUES) == bounded


def test_two_whole_packs_have_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iceberg_turn, "MOST_TRIED", 200)
    found = one_more_turn(mask_of(ALL_CARDS), (), VALUES)
    assert found.points > 0
    assert found.cards <= 96
