"""The best arrangement of a hand: against brute force, facts, reported faults and the rules' examples."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rummy_core.arrangements import Arrangement, Arranger, Defence, arranger
from rummy_core.cards import CARDS, Card, card, cards_of, mask_of, parse_cards, text_of
from rummy_core.melds import Ace, Meld, MeldRules, lay_out
from tests.core import brute_force
from tests.core.brute_force import face

DATA = Path(__file__).parents[1] / "data"
FACTS: dict[str, Any] = json.loads((DATA / "deadwood_facts.json").read_text(encoding="utf-8"))
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in map(json.loads, (DATA / "field_cases.jsonl").read_text(encoding="utf-8").splitlines())
}
PACK = CARDS[:52]
OVER_GAPS = [one for one in PACK if one.rank in (6, 7, 11, 12)]

PIPS = (*(min(place % 13 + 1, 10) for place in range(52)), 0, 0)
ACE_15 = (*(15 if place % 13 == 0 else min(place % 13 + 1, 10) for place in range(52)), 0, 0)
# Each suit differs, and some cards count nothing.
ODD = (*((place * 7 + place // 13 * 5) % 11 for place in range(52)), 0, 0)

RULES = [
    MeldRules(),
    MeldRules(ace=Ace.HIGH_OR_LOW),
    MeldRules(ace=Ace.AROUND),
    MeldRules(max_set=3),
    MeldRules(max_run=3),
    MeldRules(max_run=4, ace=Ace.AROUND),
    MeldRules(max_run=5, ace=Ace.HIGH_OR_LOW),
    MeldRules(min_set=2, min_run=4),
    MeldRules(min_set=4, min_run=2),
    MeldRules(min_set=2, max_set=2, min_run=3, max_run=3, ace=Ace.AROUND),
    MeldRules(min_run=5, max_run=6, ace=Ace.AROUND),
    MeldRules(gaps=(8, 9, 10)),
    MeldRules(gaps=(3, 12), ace=Ace.HIGH_OR_LOW),
]
VALUES = [PIPS, ACE_15, ODD]

arrangers = st.builds(arranger, st.sampled_from(RULES), st.sampled_from(VALUES))


def near(first: int, width: int) -> list[Card]:
    """All cards of some neighbouring ranks, round the corner too: where sets and runs fight for cards."""
    ranks = {(first + step) % 13 + 1 for step in range(width)}
    return [one for one in PACK if one.rank in ranks]


def hands(most: int, width: int = 5) -> st.SearchStrategy[list[Card]]:
    dense = st.integers(0, 12).flatmap(
        lambda first: st.lists(st.sampled_from(near(first, width)), min_size=1, max_size=most, unique=True)
    )
    loose = st.lists(st.sampled_from(PACK), min_size=1, max_size=most, unique=True)
    # Neighbours where runs pass over ranks.
    parted = st.lists(st.sampled_from(OVER_GAPS), min_size=1, max_size=most, unique=True)
    return dense | loose | parted


def value_in(ours: Arranger) -> Callable[[brute_force.Face], int]:
    return lambda one: ours.points(1 << (one[1] * 13 + one[0] - 1))


def faces(cards: Sequence[Card]) -> list[brute_force.Face]:
    return [face(one) for one in cards]


def gin() -> Arranger:
    return arranger(MeldRules(), PIPS)


def mask(text: str) -> int:
    return mask_of(parse_cards(text))


def texts(melds: Sequence[Sequence[Card]]) -> list[str]:
    return [text_of(meld) for meld in melds]


def on_table(*texts: str, rules: MeldRules | None = None) -> list[Meld]:
    """Melds on the table, numbered from 1."""
    rules = rules or MeldRules()
    found = []
    for number, text in enumerate(texts, 1):
        (reading,) = rules.readings(parse_cards(text))
        found.append(lay_out(number, 0, reading, by=0, play=number))
    return found


def check_whole(found: Arrangement | Defence, hand: int, ours: Arranger) -> None:
    """Every card of the hand is in one place, every meld is one, and the count is right."""
    placed = [one for meld in found.melds for one in meld] + list(found.unmatched)
    if isinstance(found, Defence):
        placed += [one for one, _ in found.layoffs]
    assert sorted(placed) == list(cards_of(hand))
    for meld in found.melds:
        assert ours.rules.order(meld) == meld
    assert found.deadwood == ours.points(mask_of(found.unmatched))


# --- against brute force


@settings(deadline=None)
@given(arrangers, hands(9))
def test_arrange_and_deadwood(ours: Arranger, cards: list[Card]) -> None:
    hand = mask_of(cards)
    found = ours.arrange(hand)
    check_whole(found, hand, ours)
    wanted = brute_force.best(faces(cards), ours.rules, value_in(ours))
    assert (found.deadwood, len(found.unmatched), len(found.melds)) == wanted
    assert ours.deadwood(hand) == wanted[0]


@settings(deadline=None, max_examples=60)
@given(arrangers, hands(20, 6))
def test_deadwood_of_larger_hands(ours: Arranger, cards: list[Card]) -> None:
    hand = mask_of(cards)
    wanted = brute_force.deadwood(faces(cards), ours.rules, value_in(ours))
    assert ours.deadwood(hand) == wanted
    found = ours.arrange(hand)
    check_whole(found, hand, ours)
    assert found.deadwood == wanted


@settings(deadline=None)
@given(arrangers, hands(12), st.integers(-1, 40))
def test_discards(ours: Arranger, cards: list[Card], limit: int) -> None:
    hand = mask_of(cards)
    left = {
        one: brute_force.deadwood(
            [each for each in faces(cards) if each != face(one)], ours.rules, value_in(ours)
        )
        for one in cards
    }
    least = min(left.values())
    assert ours.best_discards(hand) == (least, mask_of(one for one in cards if left[one] == least))
    assert ours.discards_within(hand, limit) == mask_of(one for one in cards if left[one] <= limit)
    assert ours.discards_within(hand, least) == ours.best_discards(hand)[1]


@settings(deadline=None, max_examples=20)
@given(arrangers, st.integers(0, 12))
def test_discards_of_a_hand_too_large_for_the_quick_way(ours: Arranger, first: int) -> None:
    cards = near(first, 5)
    hand = mask_of(cards)
    left = {one: ours.deadwood(hand ^ one.bit) for one in cards}
    least = min(left.values())
    assert ours.best_discards(hand) == (least, mask_of(one for one in cards if left[one] == least))


@settings(deadline=None)
@given(arrangers, hands(9))
def test_melds_in(ours: Arranger, cards: list[Card]) -> None:
    hand = mask_of(cards)
    held = set(faces(cards))
    wanted = {meld for meld in brute_force.all_melds(ours.rules) if meld <= held}
    found = ours.melds_in(hand)
    assert {frozenset(faces(meld)) for meld in found} == wanted
    assert len(found) == len(wanted)
    assert all(ours.rules.order(meld) == meld for meld in found)
    smallest = {meld for meld in wanted if not any(part < meld for part in wanted)}
    assert {frozenset(faces(meld)) for meld in ours.melds_in(hand, smallest=True)} == smallest


@settings(deadline=None)
@given(arrangers, hands(9))
def test_arrangements_and_spread(ours: Arranger, cards: list[Card]) -> None:
    hand = mask_of(cards)
    value = value_in(ours)
    ways = {
        frozenset(part): brute_force.ranked(part, faces(cards), value)
        for part in brute_force.partitions(faces(cards), ours.rules)
    }
    least = min(ways.values())[0]
    wanted = {way for way, (deadwood, _, _) in ways.items() if deadwood == least}
    found = list(ours.arrangements(hand, 10_000))
    assert {frozenset(frozenset(faces(meld)) for meld in one.melds) for one in found} == wanted
    assert len(found) == len(wanted)
    for one in found[:20]:
        check_whole(one, hand, ours)
    assert list(ours.arrangements(hand, 2)) == found[:2]

    spread = ours.spread(hand)
    check_whole(spread, hand, ours)
    part = tuple(frozenset(faces(meld)) for meld in spread.melds)
    fits = {way: brute_force.fitting(tuple(way), faces(cards), ours.rules) for way in wanted}
    assert (fits[frozenset(part)], *ways[frozenset(part)]) == min((fits[way], *ways[way]) for way in wanted)


@st.composite
def showdowns(draw: st.DrawFn) -> tuple[Arranger, list[Meld], list[Card]]:
    """Melds on the table, and the hand of a player who may lay off."""
    ours = draw(arrangers)
    pool = near(draw(st.integers(0, 12)), 7)
    melds: list[Meld] = []
    held = mask_of(pool)
    for number in range(1, draw(st.integers(0, 3)) + 1):
        open_to = ours.melds_in(held)
        if open_to:
            cards = draw(st.sampled_from(open_to))
            held ^= mask_of(cards)
            melds.append(lay_out(number, 0, ours.rules.readings(cards)[0], by=0, play=number))
    left = cards_of(held)
    hand = draw(st.lists(st.sampled_from(left), max_size=9, unique=True)) if left else []
    return ours, melds, hand


@settings(deadline=None)
@given(showdowns())
def test_defence(showdown: tuple[Arranger, list[Meld], list[Card]]) -> None:
    ours, melds, cards = showdown
    hand = mask_of(cards)
    found = ours.defence(hand, melds)
    check_whole(found, hand, ours)
    table = {meld.number: meld for meld in melds}
    for one, number in found.layoffs:
        meld = table[number]
        assert ours.rules.grows(meld, one)
        (reading,) = ours.rules.readings((*meld.cards, one), kind=meld.kind)
        table[number] = lay_out(number, 0, reading, by=0)
    value = value_in(ours)
    left = brute_force.after_lay_offs(
        faces(cards), [frozenset(faces(meld.cards)) for meld in melds], ours.rules
    )
    wanted = min(brute_force.best(sorted(rest), ours.rules, value)[:2] for rest in left)
    assert (found.deadwood, len(found.unmatched)) == wanted
    alone = ours.defence(hand, melds, may_lay_off=False)
    assert (alone.melds, alone.unmatched) == (ours.arrange(hand).melds, ours.arrange(hand).unmatched)
    assert alone.layoffs == ()


@given(hands(20))
@example([])
@example(list(PACK))
def test_points(cards: list[Card]) -> None:
    assert gin().points(mask_of(cards)) == sum(PIPS[one.index] for one in cards)


def test_an_empty_hand() -> None:
    ours = arranger(MeldRules(), PIPS)
    assert ours.deadwood(0) == ours.points(0) == 0
    assert ours.arrange(0) == ours.spread(0) == Arrangement((), (), 0)


def test_any_number_of_cards_is_answered_within_two_seconds() -> None:
    seed = 20240611
    random = Random(seed)
    for size in (52, 49, 45, 42, 38):
        hand = mask_of(random.sample(PACK, size))
        for ours in (gin(), arranger(MeldRules(max_run=4, ace=Ace.AROUND), ACE_15)):
            began = time.process_time()
            ours.arrange(hand)
            ours.best_discards(hand)
            assert time.process_time() - began < 2, (seed, size)


def test_the_whole_pack() -> None:
    whole = mask_of(PACK)
    assert gin().arrange(whole).deadwood == 0
    assert len(gin().arrange(whole).melds) == 4
    assert gin().best_discards(whole) == (0, whole)


# --- facts of OpenSpiel's own tests


@pytest.mark.parametrize("fact", FACTS["deadwood"], ids=lambda fact: fact["cards"])
def test_deadwood_facts(fact: dict[str, Any]) -> None:
    hand = mask(fact["cards"])
    if "deadwood" in fact:
        assert gin().deadwood(hand) == gin().arrange(hand).deadwood == fact["deadwood"]
    else:
        deadwood, thrown = gin().best_discards(hand)
        assert deadwood == fact["after_best_discard"]
        melds = [mask(meld) for meld in fact["melds"].split(" / ")]
        assert all(meld in gin().melds for meld in melds)
        assert gin().points(hand ^ sum(melds) ^ thrown) == deadwood


@pytest.mark.parametrize("fact", FACTS["meld_count"], ids=lambda fact: fact["cards"])
def test_meld_counts(fact: dict[str, Any]) -> None:
    found = gin().melds_in(mask(fact["cards"]))
    assert sum(len(meld) <= 5 for meld in found) == fact["melds_of_3_to_5"]


def test_counts_of_the_pack() -> None:
    melds = [meld for meld in gin().melds_in(mask_of(PACK)) if len(meld) <= 5]
    counts = FACTS["counts"]
    runs = [len(meld) for meld in melds if meld[0].suit == meld[1].suit]
    assert len(melds) == counts["melds_of_3_to_5_cards_in_52"]
    assert len(melds) - len(runs) == counts["sets"]
    assert [runs.count(size) for size in (3, 4, 5)] == [counts[f"runs_of_{size}"] for size in (3, 4, 5)]
    small = mask_of(one for one in PACK if one.rank <= 10 and one.suit < 3)
    assert sum(len(meld) <= 5 for meld in gin().melds_in(small)) == counts["melds_in_10_ranks_by_3_suits"]


SHOWDOWNS = {one["name"]: one for one in FACTS["showdowns"]}


@pytest.mark.parametrize("name", [name for name, one in SHOWDOWNS.items() if "knocker_melds" in one])
def test_showdowns(name: str) -> None:
    fact = SHOWDOWNS[name]
    assert gin().deadwood(mask(fact["knocker_hand"])) == fact["knocker_deadwood"]
    found = gin().defence(mask(fact["other_hand"]), on_table(*fact["knocker_melds"].split(" / ")))
    assert found.deadwood == fact["other_deadwood"]
    assert {one for one, _ in found.layoffs} == set(parse_cards(fact["layoffs"]))
    assert {mask_of(meld) for meld in found.melds} == {
        mask(meld) for meld in fact["other_melds"].split(" / ")
    }
    if "keeping_both_sets" in fact:
        assert gin().deadwood(mask(fact["other_hand"])) == fact["keeping_both_sets"]


def test_showdown_after_gin_without_lay_offs() -> None:
    fact = SHOWDOWNS["gin on the 50th card: no layoffs"]
    eleven = mask(f"{fact['knocker_hand']} {fact['taken_discard']}")
    assert gin().discards_within(eleven, 0) & card(fact["knock_discard"]).bit
    spread = gin().spread(eleven ^ card(fact["knock_discard"]).bit)
    assert spread.deadwood == fact["knocker_deadwood"]
    other = mask(fact["other_hand"])
    assert (
        gin().defence(other, on_table(*texts(spread.melds)), may_lay_off=False).deadwood
        == fact["other_deadwood"]
    )


def test_showdown_with_a_limit_of_nothing() -> None:
    fact = SHOWDOWNS["Oklahoma, ace upcard: 1 point is too many, gin is needed"]
    assert bool(gin().discards_within(mask(fact["hand_11"]), fact["knock_limit"])) == fact["may_knock"]
    assert gin().discards_within(mask(fact["hand_11"]), 1) == 0


# --- faults that users of other programs reported


@pytest.mark.parametrize("name", ["RB-01", "RB-03", "RB-05", "RB-07", "RB-13"])
def test_rb_01_03_05_07_13_deadwood(name: str) -> None:
    case = CASES[name]
    hand = mask(case["setup"]["hand"])
    found = gin().arrange(hand)
    check_whole(found, hand, gin())
    assert gin().deadwood(hand) == found.deadwood == case["expected"]["deadwood"]
    if "one_spread" in case["expected"]:
        assert set(texts(found.melds)) == set(case["expected"]["one_spread"])
    if "unmatched" in case["expected"]:
        assert text_of(found.unmatched) == case["expected"]["unmatched"]


def test_rb_09_eleven_cards_all_melded() -> None:
    assert gin().deadwood(mask(CASES["RB-09"]["setup"]["hand"])) == 0


def test_rb_15_and_rb_105_best_discards() -> None:
    least, cards = gin().best_discards(mask(CASES["RB-15"]["setup"]["hand"]))
    assert least == CASES["RB-15"]["expected"]["deadwood"]
    assert card(CASES["RB-15"]["expected"]["discard"]) in cards_of(cards)
    setup = CASES["RB-105"]["setup"]
    least, cards = gin().best_discards(mask(f"{setup['hand']} {setup['drawn']}"))
    assert least == CASES["RB-105"]["expected"]["deadwood"]
    assert card(CASES["RB-105"]["expected"]["discard"]) in cards_of(cards)


def test_rb_17_eleven_in_a_row() -> None:
    hand = mask(CASES["RB-17"]["setup"]["hand"])
    assert gin().deadwood(hand) == CASES["RB-17"]["expected"]["deadwood"]
    assert len(gin().melds_in(hand)) == CASES["RB-17"]["expected"]["candidate_melds"]
    assert len(gin().arrange(hand).melds) == 1


def test_rb_37_lay_offs_in_a_chain() -> None:
    found = gin().defence(mask(CASES["RB-37"]["setup"]["defender_deadwood"]), on_table("5S 6S 7S"))
    assert found.layoffs == ((card("4S"), 1), (card("3S"), 1))
    assert gin().defence(mask("3S"), on_table("5S 6S 7S")).layoffs == ()


def test_rb_39_the_lay_off_that_lets_the_next_card_go() -> None:
    case = CASES["RB-39"]
    found = gin().defence(mask(case["setup"]["defender"]), on_table(*case["setup"]["knocker"]["melds"]))
    assert found.deadwood == case["expected"]["defender_deadwood"]
    assert found.layoffs == ((card("TS"), 3), (card("9S"), 3))


def test_rb_41_and_w_g19_the_spread_matters() -> None:
    setup = CASES["RB-41"]["setup"]
    spread = gin().spread(mask(setup["knocker"]["hand"]))
    assert texts(spread.melds) == ["5C 5D 5S", "6C 6D 6S", "7C 7D 7S"]
    other = mask(setup["defender"])
    assert gin().defence(other, on_table(*texts(spread.melds))).deadwood == 3
    assert gin().defence(other, on_table("5S 6S 7S", "5C 6C 7C", "5D 6D 7D")).deadwood == 0


# --- worked examples of the rules


def test_w_g8_a_card_that_fits_a_set_and_a_run() -> None:
    found = gin().arrange(mask("7H 7C 7S 8H 9H"))
    assert found.deadwood == 14
    assert texts(found.melds) == ["7H 8H 9H"]


def test_w_g9_melds_and_lay_offs_are_chosen_together() -> None:
    found = gin().defence(mask("8S 8H 8D 8C 9S KC KD KH AC 2D"), on_table("5S 6S 7S", "QC QD QH", "4H 4D 4C"))
    assert found.deadwood == 3
    assert found.layoffs == ((card("8S"), 1), (card("9S"), 1))
    assert texts(found.melds) == ["8C 8D 8H", "KC KD KH"]
    assert text_of(found.unmatched) == "AC 2D"


# --- what is preferred among equals


def test_one_long_run_rather_than_two_short_ones() -> None:
    assert texts(gin().arrange(mask("2S 3S 4S 5S 6S 7S")).melds) == ["2S 3S 4S 5S 6S 7S"]


def test_a_run_longer_than_allowed_is_split() -> None:
    ours = arranger(MeldRules(max_run=4), PIPS)
    assert [len(meld) for meld in ours.arrange(mask("2S 3S 4S 5S 6S 7S 8S")).melds] == [4, 3]
    assert ours.deadwood(mask("2S 3S 4S 5S 6S")) == 2


def test_equal_hands_get_the_very_same_answer() -> None:
    ours = arranger(MeldRules(), PIPS)
    hand = mask("4C 4D 4H 5C 5D 5H 6C 6D 6H KS")
    assert ours.arrange(hand) is ours.arrange(hand)
    assert ours.spread(hand) is ours.spread(hand)
    assert Arranger(MeldRules(), PIPS).arrange(hand) == ours.arrange(hand)
    assert arranger(MeldRules(), PIPS) is ours


def test_the_oldest_answers_are_forgotten() -> None:
    ours = Arranger(MeldRules(), PIPS)
    first = ours.arrange(1)
    for hand in range(2, 5000):
        ours.arrange(hand)
    assert ours.arrange(1) is not first
    assert ours.arrange(4999) is ours.arrange(4999)
