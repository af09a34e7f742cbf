"""The search for the best use of any hand: against brute force over all kinds of rules."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rummy_core.arrangements import Arrangement, Arranger, Defence, arranger
from rummy_core.cards import CARDS, DECK_SIZE, Card, cards_of, mask_of, parse_cards
from rummy_core.faces import Face, face
from rummy_core.melds import Ace, Meld, MeldRules, Pattern, Reading, lay_out, text_of_lying
from rummy_core.packs import Pack
from rummy_core.scoring import BySize, Melded
from tests.core import wild_brute_force as brute

TWO = Pack(2, 4)
PIPS = (*(min(place % 13 + 1, 10) for place in range(52)), 0, 0)
DEAR = (*(20 if place % 13 == 1 else min(place % 13 + 1, 10) for place in range(52)), 50, 50)
# Each suit differs, and some cards count nothing.
ODD = (*((place * 7 + place // 13 * 5) % 11 for place in range(52)), 3, 3)
TEN = (10,) * 54


def by_face(card: Card, counts: Face, kind: str) -> int:
    """An ace low 5 and high 15, tens and pictures 10, the rest 5; a wild card half as much again."""
    points = 5 if 0 < counts.rank < 10 else 15 if counts.rank == 14 else 10
    return points + (points // 2 if card.rank in (0, 2) else 0)


def by_kind(card: Card, counts: Face, kind: str) -> int:
    """Sets count more than runs, and one face much."""
    if (counts.rank, counts.suit) == (12, 3):
        return 50
    return (counts.rank * 3 + max(counts.suit, 0)) % 8 + (4 if kind == "set" else 20 if kind == "red" else 0)


MELDED: list[Melded | None] = [None, by_face, by_kind]
PATTERNS = (Pattern("suit", (7, 5, 4), one_suit=True), Pattern("red", (6, 5, 4, 3), one_suit=False))
ALONE = ((2, face(12, 2)), (2, face(12, 3)), (0, face(5, 1)))

RULES = [
    MeldRules(equal_cards=True),
    MeldRules(equal_cards=False),
    MeldRules(max_set=0, equal_cards=True, ace=Ace.HIGH_OR_LOW),
    MeldRules(ace=Ace.HIGH, equal_cards=True),
    MeldRules(ace=Ace.NONE, min_set=2, max_set=0, equal_cards=True, patterns=PATTERNS),
    MeldRules(min_set=2, max_set=0, equal_cards=True, unlike_pairs=True),
    MeldRules(min_set=2, equal_cards=True, unlike_pairs=True, wilds=(0,), wild_sets=(0,)),
    MeldRules(min_set=2, wilds=(0, 2), wild_sets=(0, 2), ace=Ace.HIGH_OR_LOW),
    MeldRules(ace=Ace.AROUND, equal_cards=True),
    MeldRules(ace=Ace.AROUND, max_run=4),
    MeldRules(wilds=(2,), equal_cards=True, ace=Ace.HIGH_OR_LOW),
    MeldRules(wilds=(2,), min_naturals=2, ace=Ace.HIGH_OR_LOW),
    MeldRules(wilds=(0,), max_run=4, equal_cards=True),
    MeldRules(wilds=(0, 2), max_wilds=1, wild_sets=(0, 2), max_set=0, equal_cards=True, ace=Ace.HIGH_OR_LOW),
    MeldRules(wilds=(0, 2), max_wilds=2, wild_sets=(2,), max_set=3, ace=Ace.LOW),
    MeldRules(wilds=(2,), wild_sets=(2,), alone=ALONE, equal_cards=True, ace=Ace.HIGH_OR_LOW),
    MeldRules(wilds=(0, 2), alone=ALONE, min_naturals=2, ace=Ace.HIGH_OR_LOW, equal_cards=True),
    MeldRules(wilds=(3,), min_set=3, min_run=4, max_run=6, min_naturals=3, equal_cards=True),
    MeldRules(wilds=(0,), min_set=4, max_set=5, min_run=2, equal_cards=True, ace=Ace.HIGH),
    MeldRules(wilds=(0,), ace=Ace.NONE, patterns=PATTERNS, min_set=2, wild_sets=(0,)),
    MeldRules(equal_cards=True, gaps=(8, 9, 10)),
    MeldRules(wilds=(0,), wild_sets=(0,), max_set=0, equal_cards=True, ace=Ace.HIGH_OR_LOW, gaps=(3, 12)),
    MeldRules(wilds=(2,), max_wilds=1, ace=Ace.HIGH_OR_LOW, gaps=(8, 9, 10)),
]

some_rules = st.sampled_from(RULES)
some_values = st.sampled_from([PIPS, DEAR, ODD, TEN])
some_scores = st.sampled_from(MELDED)


def kit_of(rules: MeldRules, first: int, width: int) -> list[Card]:
    """The cards of two packs of neighbouring ranks, round the corner too, and the wild ones."""
    following = [rank for step in range(13) if (rank := (first + step) % 13 + 1) not in rules.gaps]
    ranks = {*following[:width], *rules.wilds}
    return [one for one in TWO.cards if one.rank in ranks]


@st.composite
def hands_under(draw: st.DrawFn, most: int, rules: MeldRules) -> list[Card]:
    kit = kit_of(rules, draw(st.integers(0, 12)), draw(st.integers(2, 5)))
    dense = draw(st.lists(st.sampled_from(kit), min_size=1, max_size=most, unique=True))
    wilds = [one for one in TWO.cards if one.rank in rules.wilds]
    if wilds and draw(st.booleans()):
        more = draw(st.lists(st.sampled_from(wilds), max_size=3, unique=True))
        dense = list(dict.fromkeys([*more, *dense]))[:most]
    return dense


@st.composite
def tables(draw: st.DrawFn, most: int, melds: int) -> tuple[MeldRules, list[Card], list[brute.Way]]:
    """Rules, a hand, and melds on the table of other cards."""
    rules = draw(some_rules)
    cards = draw(hands_under(most, rules))
    table: list[brute.Way] = []
    for _ in range(draw(st.integers(0, melds))):
        gone = {*cards, *(one for _, lying in table for one, _ in lying)}
        first = draw(st.integers(0, 12))
        rest = [one for one in kit_of(rules, first, 4) if one not in gone]
        some = draw(st.lists(st.sampled_from(rest), min_size=3, max_size=5, unique=True)) if rest else []
        found = [way for way in brute.melds_in(rules, some) if way[0] in ("set", "run")]
        if found:
            table.append(draw(st.sampled_from(found)))
    return rules, cards, table


def laid(table: Sequence[brute.Way]) -> list[Meld]:
    """Melds of the table from the brute force's own."""
    return [lay_out(number, 0, reading_of(way), by=0, play=number) for number, way in enumerate(table, 1)]


def reading_of(way: brute.Way) -> Reading:
    kind, lying = way
    return Reading(kind, tuple(card for card, _ in lying), tuple(face(*counts) for _, counts in lying))


def way_of(one: Reading | Meld) -> brute.Way:
    pairs = zip(one.cards, one.faces, strict=True)
    return one.kind, tuple((card, (counts.rank, counts.suit)) for card, counts in pairs)


def worth(ours: Arranger, found: Defence, table: Sequence[Meld], melded: Melded | None) -> int:
    """The points of a use, counted anew; every card is in one place and every meld and lay-off is legal."""
    rules = ours.rules
    points = 0
    for reading, cards in zip(found.readings, found.melds, strict=True):
        assert reading.cards == cards
        assert brute.is_meld(rules, *way_of(reading)), reading
        assert reading in rules.readings(cards, kind=reading.kind) or rules.ace is Ace.AROUND
        if melded:
            points += sum(melded(card, counts, reading.kind) for card, counts in _pairs(reading))
    growing = {meld.number: way_of(meld) for meld in table}
    for (card, number), counts in zip(found.layoffs, found.faces, strict=True):
        longer = [
            way
            for way in brute.longer(rules, growing[number], card)
            if dict(way[1])[card] == (counts.rank, counts.suit)
        ]
        assert longer, (str(card), number)
        growing[number] = longer[0]
        if melded:
            points += melded(card, counts, growing[number][0])
    return points


def _pairs(reading: Reading) -> list[tuple[Card, Face]]:
    return list(zip(reading.cards, reading.faces, strict=True))


def check_whole(found: Arrangement | Defence, hand: int, ours: Arranger) -> None:
    placed = [one for meld in found.melds for one in meld] + list(found.unmatched)
    if isinstance(found, Defence):
        placed += [one for one, _ in found.layoffs]
    assert sorted(placed) == list(cards_of(hand))
    assert found.deadwood == ours.points(mask_of(found.unmatched))


# --- against brute force


@settings(deadline=None, max_examples=400)
@given(st.data(), some_rules, some_values)
def test_least_deadwood(data: st.DataObject, rules: MeldRules, in_hand: tuple[int, ...]) -> None:
    cards = data.draw(hands_under(7, rules))
    ours = arranger(rules, in_hand, TWO)
    hand = mask_of(cards)
    found = ours.arrange(hand)
    check_whole(found, hand, ours)
    wanted = brute.best(rules, cards, in_hand)
    assert (found.deadwood, len(found.unmatched), 0, len(found.melds)) == wanted
    assert ours.deadwood(hand) == found.deadwood
    assert worth(ours, ours.defence(hand, ()), (), None) == 0


@settings(deadline=None, max_examples=400)
@given(tables(6, 2), some_values, some_scores, st.booleans())
def test_the_best_use_beside_melds_of_the_table(
    position: tuple[MeldRules, list[Card], list[brute.Way]],
    in_hand: tuple[int, ...],
    melded: Melded | None,
    left_counts: bool,
) -> None:
    rules, cards, table = position
    ours = arranger(rules, in_hand, TWO, melded)
    hand = mask_of(cards)
    found = ours.best_use(hand, laid(table), left_counts=left_counts)
    check_whole(found, hand, ours)
    points = worth(ours, found, laid(table), melded)
    assert points == found.points
    lost = found.deadwood if left_counts or melded is None else 0
    value = lost - points, len(found.unmatched), len(found.layoffs), len(found.melds)
    assert value == brute.best(rules, cards, in_hand, melded, left_counts, table)


def growing(kind: str, cards: int) -> int:
    """The next card counts the more; a pattern has its points with the first."""
    return 10 * cards * (cards - 1) // 2 if kind in ("set", "run") else 70 * bool(cards)


def uneven(kind: str, cards: int) -> int:
    """Some sizes are worth much, some nothing, and sets otherwise than runs."""
    return (0, 4, 11, 9, 30, 12, 40, 41)[min(cards, 7)] * (2 if kind == "run" else 1)


def quartets(kind: str, cards: int) -> int:
    """Four at once count twice, five of a run thrice."""
    return 2 if cards == 4 else 3 if (kind, cards) == ("run", 5) else 1


SIZES = [BySize(growing), BySize(uneven), BySize(times=quartets), BySize(uneven, quartets)]


@settings(deadline=None, max_examples=400)
@given(tables(7, 2), some_values, some_scores, st.sampled_from(SIZES), st.booleans())
def test_the_best_use_where_the_number_of_cards_in_a_meld_counts(
    position: tuple[MeldRules, list[Card], list[brute.Way]],
    in_hand: tuple[int, ...],
    melded: Melded | None,
    by_size: BySize,
    left_counts: bool,
) -> None:
    rules, cards, table = position
    assume(not (by_size.times and rules.wilds))
    ours = arranger(rules, in_hand, TWO, melded, by_size)
    hand = mask_of(cards)
    found = ours.best_use(hand, laid(table), left_counts=left_counts)
    check_whole(found, hand, ours)
    worth(ours, found, laid(table), melded)
    lost = found.deadwood if left_counts else 0
    value = lost - found.points, len(found.unmatched), len(found.layoffs), len(found.melds)
    assert value == brute.best(rules, cards, in_hand, melded, left_counts, table, by_size)


def test_what_is_laid_off_counts_once_where_cards_melded_at_once_count_several_times() -> None:
    # The deuce fits the run of clubs; as a pair with the other, four at once could be no dearer.
    rules = MeldRules(min_set=2, max_set=0, ace=Ace.NONE, equal_cards=True)
    ours = arranger(rules, PIPS, TWO, by_face, BySize(times=quartets))
    run = lay_out(1, 0, rules.readings(parse_cards("3C 4C 5C"))[0], by=0)
    found = ours.best_use(mask_of(parse_cards("2C 2D")), [run])
    assert (found.melds, found.layoffs, found.points) == ((parse_cards("2C 2D"),), (), 14)


def test_cards_that_count_several_times_are_not_searched_for_among_wild_ones() -> None:
    ours = arranger(MeldRules(wilds=(2,)), PIPS, TWO, by_face, BySize(times=quartets))
    with pytest.raises(ValueError, match="not searched for among wild ones"):
        ours.best_use(mask_of(CARDS[:4]))


@settings(deadline=None, max_examples=100)
@given(tables(6, 1), some_values, some_scores)
def test_best_throws(
    position: tuple[MeldRules, list[Card], list[brute.Way]],
    in_hand: tuple[int, ...],
    melded: Melded | None,
) -> None:
    rules, cards, table = position
    ours = arranger(rules, in_hand, TWO, melded)
    left = {
        one: brute.best(rules, [card for card in cards if card is not one], in_hand, melded, True, table)[0]
        for one in cards
    }
    least = min(left.values())
    wanted = mask_of(one for one in cards if left[one] == least)
    assert ours.best_throws(mask_of(cards), laid(table)) == wanted
    if not table and melded is None:
        assert ours.best_discards(mask_of(cards)) == (least, wanted)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(CARDS[:52]), min_size=1, max_size=30, unique=True))
def test_one_deck_without_wild_cards_as_the_fast_search(cards: list[Card]) -> None:
    hand = mask_of(cards)
    for ace in (Ace.LOW, Ace.HIGH_OR_LOW):
        fast = arranger(MeldRules(ace=ace), PIPS).arrange(hand)
        # The same rules, but every card scores nothing: so the search is asked.
        found = arranger(MeldRules(ace=ace), PIPS, melded=lambda card, counts, kind: 0).best_use(hand)
        assert found.deadwood == fast.deadwood
        assert (len(found.unmatched), len(found.melds)) == (len(fast.unmatched), len(fast.melds))


@settings(deadline=None, max_examples=60)
@given(st.data(), some_rules)
def test_equal_cards_swapped_change_nothing(data: st.DataObject, rules: MeldRules) -> None:
    cards = data.draw(hands_under(8, rules))
    swapped = [CARDS[(one.index + DECK_SIZE) % (2 * DECK_SIZE)] for one in cards]
    ours = arranger(rules, PIPS, TWO, by_face)
    for ask in (lambda hand: ours.best_use(hand), lambda hand: ours.arrange(hand)):
        one, other = ask(mask_of(cards)), ask(mask_of(swapped))
        # A set lies in the order of its cards, equal ones of two packs apart.
        assert [sorted(text_of_lying(each.cards, each.faces).split()) for each in one.readings] == [
            sorted(text_of_lying(each.cards, each.faces).split()) for each in other.readings
        ]
        assert sorted(map(str, one.unmatched)) == sorted(map(str, other.unmatched))
