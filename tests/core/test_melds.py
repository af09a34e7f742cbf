"""What a set and a run are, where an ace may stand, and which cards a meld takes."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rummy_core.cards import CARDS, card, cards_of, mask_of, parse_cards, text_of
from rummy_core.faces import ACE_HIGH, face
from rummy_core.melds import Ace, Meld, MeldRules, Pattern, lay_out, text_named, text_of_lying
from rummy_core.notation import parse_lying
from rummy_core.openings import fits_on, openings_of
from rummy_core.readings import readings_of

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "deadwood_facts.json").read_text(encoding="utf-8")
)


def laid(text: str, rules: MeldRules, number: int = 1) -> Meld:
    """A meld on the table, its cards laid at once by seat 0."""
    (reading,) = rules.readings(parse_cards(text))
    return lay_out(number, 0, reading, by=0)


@pytest.mark.parametrize("fact", FACTS["is_meld"], ids=lambda fact: fact["cards"])
def test_openspiel_facts(fact: dict[str, Any]) -> None:
    kind = MeldRules().kind_of(parse_cards(fact["cards"]))
    assert (kind == "run", kind == "set") == (fact["run"], fact["set"])


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("7C 7D 7S", "set"),
        ("7C 7D 7H 7S", "set"),
        ("7C 7D", None),
        ("7C 7D 8H", None),
        ("7C 7D 7C", None),  # the same face of two packs
        ("9H TH JH", "run"),
        ("JH 9H TH", "run"),
        ("9H TH JS", None),
        ("9H TH QH", None),
        ("9H TH", None),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "run"),
        ("9H 9H TH JH", None),
        ("TH JH joker", None),
        ("joker joker joker", "set"),
        ("", None),
    ],
)
def test_kind(cards: str, kind: str | None) -> None:
    assert MeldRules().kind_of(parse_cards(cards)) == kind


SHORT = MeldRules(gaps=(8, 9, 10))
"""Melds of a pack without 8, 9 and 10, in which a jack follows a seven."""


@pytest.mark.parametrize(
    ("cards", "lies"),
    [
        ("JS 6S 7S", "6S 7S JS"),
        ("7S QS JS KS", "7S JS QS KS"),
        ("AS 2S 3S 4S 5S 6S 7S JS QS KS", "AS 2S 3S 4S 5S 6S 7S JS QS KS"),
        ("6S 7S QS", None),
        ("7S 8S 9S", None),
        ("QS KS AS", None),
        ("8S 8H 8C", "8C 8H 8S"),
    ],
)
def test_runs_that_pass_over_ranks(cards: str, lies: str | None) -> None:
    order = SHORT.order(parse_cards(cards))
    assert (order and text_of(order)) == lies


def test_what_follows_a_rank_that_is_passed_over() -> None:
    assert SHORT.fits(laid("5S 6S 7S", SHORT)) & mask_of(CARDS[:52]) == mask_of(parse_cards("4S JS"))
    assert SHORT.fits(laid("JS QS KS", SHORT)) & mask_of(CARDS[:52]) == mask_of(parse_cards("7S"))
    with pytest.raises(ValueError, match="pass over no rank"):
        MeldRules(gaps=(8,), ace=Ace.AROUND)


@pytest.mark.parametrize(
    ("cards", "low", "high_or_low", "around"),
    [
        ("3S 2S AS", "AS 2S 3S", "AS 2S 3S", "AS 2S 3S"),
        ("AS QS KS", None, "QS KS AS", "QS KS AS"),
        ("AS 2S KS", None, None, "KS AS 2S"),
        ("AS 2S QS KS", None, None, "QS KS AS 2S"),
        ("AS 2S 3S KS QS JS", None, None, "JS QS KS AS 2S 3S"),
        ("AS 2S 3S QS", None, None, None),
        (
            "AH 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            None,
            "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
            "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
        ),
        (
            "2H AH 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
        ),
    ],
)
def test_where_an_ace_stands(
    cards: str, low: str | None, high_or_low: str | None, around: str | None
) -> None:
    for ace, order in ((Ace.LOW, low), (Ace.HIGH_OR_LOW, high_or_low), (Ace.AROUND, around)):
        found = MeldRules(ace=ace).run_order(parse_cards(cards))
        assert (None if found is None else text_of(found)) == order


def test_lengths() -> None:
    rules = MeldRules(min_set=2, max_set=3, min_run=4, max_run=5)
    assert rules.kind_of(parse_cards("7C 7D")) == "set"
    assert rules.kind_of(parse_cards("7C 7D 7H 7S")) is None
    assert rules.kind_of(parse_cards("4S 5S 6S")) is None
    assert rules.kind_of(parse_cards("4S 5S 6S 7S 8S")) == "run"
    assert rules.kind_of(parse_cards("4S 5S 6S 7S 8S 9S")) is None


@pytest.mark.parametrize(
    ("meld", "rules", "fits"),
    [
        ("5S 6S 7S", MeldRules(), "4S 8S"),
        ("AS 2S 3S", MeldRules(), "4S"),
        ("JS QS KS", MeldRules(), "TS"),
        ("JS QS KS", MeldRules(ace=Ace.HIGH_OR_LOW), "AS TS"),
        ("QS KS AS", MeldRules(ace=Ace.HIGH_OR_LOW), "JS"),
        ("QS KS AS", MeldRules(ace=Ace.AROUND), "2S JS"),
        ("5S 6S 7S", MeldRules(max_run=3), ""),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", MeldRules(ace=Ace.AROUND), ""),
        ("7C 7D 7S", MeldRules(), "7H"),
        ("7C 7D 7S", MeldRules(max_set=3), ""),
        ("7C 7D", MeldRules(min_set=2), "7H 7S"),
        ("7C 7D 7H 7S", MeldRules(), ""),
    ],
)
def test_cards_that_fit(meld: str, rules: MeldRules, fits: str) -> None:
    table = laid(meld, rules)
    wanted = parse_cards(fits)
    assert [one for one in parse_cards(ALL) if rules.grows(table, one)] == list(wanted)


def test_rb_37_a_run_grows_card_by_card() -> None:
    """After one lay-off the next card in line was refused; and 3S before 4S stays illegal."""
    rules = MeldRules()
    assert not rules.grows(laid("5S 6S 7S", rules), card("3S"))
    assert rules.grows(laid("5S 6S 7S", rules), card("4S"))
    assert rules.grows(laid("4S 5S 6S 7S", rules), card("3S"))


ALL = " ".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")


@pytest.mark.parametrize(
    ("named", "lies"),
    [
        ("2C=7H 2D=6H 5H", "5H 2D=6H 2C=7H"),
        ("2C 2D=6H 5H", "5H 2D=6H 2C=7H"),
        ("5H 2C=6H 2D=7H", "5H 2C=6H 2D=7H"),
        ("5H joker=6H 2D=7H 2C=8H", "5H joker=6H 2D=7H 2C=8H"),
        ("2C=5 5H 2D=5", "5H 2C=5 2D=5"),
        ("2C=7H 2D=7H 5H", None),
        ("5H joker=6H 2D=6H", None),
        ("5H=6H 2C=7H 2D=5H", None),
    ],
)
def test_wild_cards_of_one_kind_lie_as_they_are_named(named: str, lies: str | None) -> None:
    rules = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, wilds=(0, 2), equal_cards=True)
    found = rules.readings(*parse_lying(named))
    assert [text_of_lying(one.cards, one.faces) for one in found[:1]] == ([] if lies is None else [lies])


@pytest.mark.parametrize(
    "named",
    [
        "joker=AC 2C=2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        "2C=2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC joker=AC",
        "2D=AC 2C=2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        "2C=2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D=AC",
    ],
)
def test_a_wild_card_for_the_ace_of_a_whole_suit_is_at_the_end_where_it_is_written(named: str) -> None:
    rules = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, wilds=(0, 2), equal_cards=True)
    found = rules.readings(*parse_lying(named))
    assert [text_of_lying(one.cards, one.faces) for one in found] == [named.replace("2C=2C", "2C")]
    # Where it might be any other card the order says nothing.
    assert len(rules.readings(*parse_lying("5H 2C=6H joker"))) == 2


def test_a_set_lies_the_same_whichever_of_equal_cards_are_in_it() -> None:
    rules = MeldRules(max_set=0, equal_cards=True, wilds=(2,))
    for hearts in (card("4H"), card("4H", 1)):
        for deuce in (card("2S"), card("2S", 1)):
            held = (deuce, card("4C"), hearts, card("4C", 1), card("2C", 1))
            assert text_of(rules.readings(held)[0].cards) == "4C 4C 4H 2C 2S"


def test_a_pattern_has_one_card_of_each_rank() -> None:
    with pytest.raises(ValueError, match="names a rank twice"):
        Pattern("pairs", (6, 5, 3, 3), one_suit=False)


WILD = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0, wilds=(0, 2), equal_cards=True)


def ways(words: str, rules: MeldRules = WILD) -> list[str]:
    """Every way to take cards for a meld, as it lies."""
    return [text_of_lying(one.cards, one.faces) for one in rules.readings(parse_cards(words))]


def test_a_set_is_told_before_runs_and_the_highest_run_first() -> None:
    assert ways("5H 2C 2D") == ["5H 2C=5 2D=5", "5H 2C=6H 2D=7H", "2C=4H 5H 2D=6H", "2C=3H 2D=4H 5H"]
    assert WILD.kind_of(parse_cards("5H 2C 2D")) == "set"
    assert text_of(WILD.run_order(parse_cards("5H 2C 2D")) or ()) == "5H 2C 2D"
    assert text_of(WILD.order(parse_cards("2C 5H 2D")) or ()) == "5H 2C 2D"
    assert text_of(WILD.order(parse_cards("joker KH QH")) or ()) == "QH KH joker"


def test_wild_cards_of_one_kind_lie_as_they_are_given() -> None:
    assert ways("5H 2D 2C joker")[1:4] == [
        "5H joker=6H 2D=7H 2C=8H",
        "5H 2D=6H joker=7H 2C=8H",
        "5H 2D=6H 2C=7H joker=8H",
    ]


def test_a_run_with_wild_cards_lies_within_its_suit() -> None:
    assert ways("QH KH joker") == ["QH KH joker=AH", "joker=JH QH KH"]
    assert ways("QH KH joker", MeldRules(wilds=(0,))) == ["joker=JH QH KH"]
    assert ways("3H AH joker") == ["AH joker=2H 3H"]
    assert ways("KH AH joker") == ["joker=QH KH AH"]
    assert ways("3H 4H joker", MeldRules(ace=Ace.HIGH, wilds=(0,))) == ["3H 4H joker=5H", "joker=2H 3H 4H"]
    assert ways("AH 3H joker", MeldRules(ace=Ace.HIGH, wilds=(0,))) == []
    assert ways("5H 6S joker") == []
    assert ways("5H 8H joker") == []
    assert ways("5H 5H 6H joker") == []


def test_an_ace_at_each_end_of_a_run_of_two_packs() -> None:
    long = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    assert ways(long, MeldRules(ace=Ace.HIGH_OR_LOW)) == [long]
    assert ways(long, MeldRules()) == []
    assert ways(f"{long} AH", MeldRules(ace=Ace.HIGH_OR_LOW)) == []


def test_no_ace_is_melded_where_aces_are_in_no_meld() -> None:
    rules = MeldRules(ace=Ace.NONE)
    assert [rules.kind_of(parse_cards(words)) for words in ("AC AD AH", "AC 2C 3C", "QC KC AC")] == [None] * 3
    assert [rules.kind_of(parse_cards(words)) for words in ("2C 3C 4C", "JC QC KC", "2C 2D 2H")] == [
        "run",
        "run",
        "set",
    ]


def test_runs_round_the_corner_are_not_played_with_wild_cards() -> None:
    with pytest.raises(ValueError, match="round the corner"):
        MeldRules(ace=Ace.AROUND, wilds=(0,))


@pytest.mark.parametrize(
    ("cards", "equal_cards", "is_one"),
    [
        ("2C 2D 2H", False, True),
        ("2C 2D 2D", False, False),
        ("2C 2D 2D", True, True),
        ("joker joker joker", False, True),
        ("joker joker 2C", True, False),
        ("2C 2D joker", True, False),
        ("3C 3D 3H", False, False),
    ],
)
def test_sets_of_wild_cards_alone(cards: str, equal_cards: bool, is_one: bool) -> None:
    rules = MeldRules(wilds=(0, 2, 3), wild_sets=(0, 2), equal_cards=equal_cards)
    assert (rules.kind_of(parse_cards(cards)) is not None) is is_one


def test_limits_on_wild_cards() -> None:
    two_naturals = MeldRules(wilds=(2,), min_naturals=2, max_set=0)
    assert [two_naturals.kind_of(parse_cards(words)) for words in ("5C 5D 2C", "5C 2C 2D")] == ["set", None]
    one_wild = MeldRules(wilds=(2,), max_wilds=1, max_set=0)
    assert [one_wild.kind_of(parse_cards(words)) for words in ("5C 5D 2C", "5C 5D 2C 2D")] == ["set", None]


def test_a_set_without_equal_cards_has_four_at_most() -> None:
    rules = MeldRules(max_set=0, wilds=(0,))
    assert rules.kind_of(parse_cards("7C 7D 7H joker")) == "set"
    assert rules.kind_of(parse_cards("7C 7D 7H 7S joker")) is None
    assert rules.fits(laid("7C 7D 7H joker", rules)) == 0
    assert rules.kind_of(parse_cards("7C 7C joker")) is None


def test_two_equal_cards_are_a_set_by_themselves_unless_pairs_are_unlike() -> None:
    rules = MeldRules(min_set=2, equal_cards=True)
    unlike = MeldRules(min_set=2, equal_cards=True, unlike_pairs=True)
    for words, pair, unlike_pair in (
        ("7C 7C", "set", None),
        ("7C 7D", "set", "set"),
        ("7D 7C", "set", "set"),
        ("7C 7C 7D", "set", "set"),
    ):
        cards = parse_cards(words)
        assert (rules.kind_of(cards), unlike.kind_of(cards)) == (pair, unlike_pair)


def test_a_wild_card_that_stands_alone_for_a_face() -> None:
    queen = face(12, 3)
    rules = MeldRules(wilds=(0, 2), ace=Ace.HIGH_OR_LOW, max_set=0, equal_cards=True, alone=((0, queen),))
    # No other wild card may be beside a joker that is the queen of spades; a deuce may be she.
    assert ways("JS KS joker", rules) == ["JS joker=QS KS"]
    assert ways("TS KS joker 2C", rules) == ["TS joker=JS 2C=QS KS"]
    assert not rules.grows(laid("JS joker KS", rules), card("2H"))
    assert rules.grows(laid("JS joker KS", rules), card("TS"))
    # At an open place too: beside a wild card a joker may come in as the eight, not as the queen.
    assert [bool(one.cards & card("joker").bit) for one in rules.openings(laid("9S TS JS", rules))] == [
        True
    ] * 2
    (lies,) = rules.readings(*parse_lying("9S TS 2C=JS"))
    below, above = rules.openings(lay_out(1, 0, lies, by=0))
    assert [bool(one.cards & card("joker").bit) for one in (below, above)] == [True, False]
    assert [bool(one.cards & card("2H").bit) for one in (below, above)] == [True, True]


# --- open places


def places(words: str, rules: MeldRules) -> list[tuple[str, bool, str]]:
    """The open places of a meld: the face, whether it is the lower end, the cards of one deck that fit."""
    cards, named = parse_lying(words)
    lies = lay_out(1, 0, rules.readings(cards, named)[0], by=0)
    return [
        (one.face.text, one.below, " ".join(each.text for each in CARDS[:53] if each.bit & one.cards))
        for one in rules.openings(lies)
    ]


def test_the_open_places_of_a_run() -> None:
    assert places("5S 6S 7S", MeldRules()) == [("4S", True, "4S"), ("8S", False, "8S")]
    assert places("AS 2S 3S", MeldRules()) == [("4S", False, "4S")]
    assert places("JS QS KS", MeldRules()) == [("TS", True, "TS")]
    assert places("JS QS KS", MeldRules(ace=Ace.HIGH_OR_LOW)) == [("TS", True, "TS"), ("AS", False, "AS")]
    assert places("2S 3S 4S", MeldRules(ace=Ace.HIGH)) == [("5S", False, "5S")]
    assert places("3S 4S 5S", MeldRules(max_run=3)) == []
    assert places("3S 4S 5S", MeldRules(max_run=4)) == [("2S", True, "2S"), ("6S", False, "6S")]


def test_the_open_places_of_a_run_round_the_corner() -> None:
    rules = MeldRules(ace=Ace.AROUND)
    assert places("KS AS 2S", rules) == [("QS", True, "QS"), ("3S", False, "3S")]
    assert places("JS QS KS", rules) == [("TS", True, "TS"), ("AS", False, "AS")]
    assert places("AS 2S 3S", rules) == [("KS", True, "KS"), ("4S", False, "4S")]
    assert places("QS KS AS", rules) == [("JS", True, "JS"), ("2S", False, "2S")]
    # One card is lacking: it has one place.
    assert places("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", rules) == [("2S", True, "2S")]
    # An ace is high where it lies above a king, with nothing above it.
    for words, ranks in (("AS KS QS", [12, 13, 14]), ("AS KS 2S", [13, 1, 2]), ("3S 2S AS", [1, 2, 3])):
        (lies,) = rules.readings(parse_cards(words))
        assert [one.rank for one in lies.faces] == ranks
    # No card is twice in a run.
    assert rules.readings(parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")) == ()
    assert rules.readings(parse_cards("AS 2S 2S 3S")) == ()
    whole = laid("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", rules)
    assert rules.fits(whole) == 0


def test_the_open_place_of_a_set() -> None:
    assert places("7C 7D 7S", MeldRules()) == [("7", False, "7H")]
    assert places("7C 7D 7S", MeldRules(equal_cards=True)) == [("7", False, "7H")]
    assert rules_fit("7C 7D 7S", MeldRules(equal_cards=True, max_set=0)) == "7H 7C 7D 7H 7S 7C 7D 7H 7S"
    assert rules_fit("7C 7D 7S", MeldRules(max_set=0)) == "7H 7H 7H"
    assert places("7C 7D 7H 7S", MeldRules(max_set=0)) == []


def rules_fit(words: str, rules: MeldRules) -> str:
    """The cards of all decks that may be laid off on a meld."""
    return text_of(cards_of(rules.fits(laid(words, rules))))


def test_where_wild_cards_fit() -> None:
    wild = "2C 2D 2H 2S joker"
    rules = MeldRules(ace=Ace.HIGH_OR_LOW, wilds=(0, 2), wild_sets=(0, 2))
    assert places("7C 7D 7S", rules) == [("7", False, "2C 2D 2H 7H 2S joker")]
    assert places("5S 6S 7S", rules) == [
        ("4S", True, "2C 2D 2H 2S 4S joker"),
        ("8S", False, "2C 2D 2H 2S 8S joker"),
    ]
    # A deuce at its own place is one of the wild cards, and so limited as they are.
    assert places("3S 4S 5S", rules)[0] == ("2S", True, wild)
    one_wild = MeldRules(ace=Ace.HIGH_OR_LOW, wilds=(0, 2), max_wilds=1)
    assert places("joker=3S 4S 5S", one_wild) == [("2S", True, ""), ("6S", False, "6S")]
    assert places("7C 7D joker=7", one_wild) == [("7", False, "7H 7S")]
    assert places("3S 4S 5S", one_wild)[0] == ("2S", True, wild)
    assert places("7C 7D 7S", one_wild) == [("7", False, "2C 2D 2H 7H 2S joker")]
    # Among themselves they take only their like.
    assert places("2C 2D 2S", rules) == [("2", False, "2H")]
    jokers = laid("joker joker joker", rules)
    assert rules_fit("joker joker joker", rules) == "joker joker joker"
    assert rules.openings(jokers)[0].face.text == "joker"


@pytest.mark.parametrize("words", ["7C 7D 7S", "5S 6S 7S"])
def test_a_kind_is_known_by_its_text(words: str) -> None:
    meld = laid(words, MeldRules())
    # As read from a record: equal, and not the same object.
    read = replace(meld, kind="".join(list(meld.kind)))
    assert read.kind is not meld.kind
    assert MeldRules().openings(read) == MeldRules().openings(meld) != ()
    assert read.title == meld.title


def test_a_pattern_is_laid_whole() -> None:
    rules = MeldRules(patterns=(Pattern("suit", (7, 5, 3), one_suit=True),))
    meld = laid("3C 7C 5C", rules)
    assert (meld.kind, str(meld), meld.title) == ("suit", "7C 5C 3C", "suit")
    assert rules.openings(meld) == ()


# --- as it lies and is told


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("KC KD KH", "set of kings"),
        ("6C 6D 6H", "set of sixes"),
        ("AC AD AH", "set of aces"),
        ("5S 6S 7S", "run of spades"),
        ("5C 6C 7C", "run of clubs"),
    ],
)
def test_a_meld_in_words(words: str, title: str) -> None:
    assert laid(words, MeldRules()).title == title


def test_a_meld_is_laid_at_once_by_one_seat() -> None:
    (reading,) = MeldRules().readings(parse_cards("5S 7S 6S"))
    meld = lay_out(3, 1, reading, by=2)
    assert (meld.number, meld.kind, meld.owner, str(meld)) == (3, "run", 1, "5S 6S 7S")
    assert meld.mask == mask_of(parse_cards("5S 6S 7S"))
    # In no turn and no play of the deal, unless it is said.
    assert {(one.by, one.turn, one.play) for one in meld.placed} == {(2, 0, 0)}
    assert {one.play for one in lay_out(3, 1, reading, by=2, play=4).placed} == {4}
    assert "mask" not in repr(meld)


def test_what_cards_stand_for_is_told_of_each_or_of_none() -> None:
    with pytest.raises(ValueError, match="shorter"):
        WILD.readings(parse_cards("5H 2C 2D"), (face(5, 2),))
    with pytest.raises(ValueError, match="shorter"):
        text_of_lying(parse_cards("5H 6H"), (face(5, 2),))
    assert text_named(parse_cards("5H 2C"), ()) == "5H 2C"
    assert text_named(parse_cards("5H 2C"), (None, face(6, 2))) == "5H 2C=6H"


def test_answers_are_kept() -> None:
    rules = MeldRules(max_run=9)
    meld = laid("5S 6S 7S", rules)
    asked = (rules, meld.kind, meld.cards, meld.faces)
    for answers, words in ((fits_on, asked), (openings_of, asked), (readings_of, (rules, meld.cards))):
        answers(*words)
        before = answers.cache_info().hits
        answers(*words)
        assert answers.cache_info().hits == before + 1


def test_no_meld_is_smaller_than_the_natural_cards_that_a_wild_card_asks_for() -> None:
    with pytest.raises(ValueError, match="no meld may be smaller than the natural cards"):
        MeldRules(wilds=(2,), min_naturals=4)


def test_an_ace_that_is_passed_over_is_so_at_both_ends() -> None:
    rules = MeldRules(gaps=(1,), ace=Ace.HIGH_OR_LOW)
    assert rules.places == tuple(range(2, 14))
    assert places("JS QS KS", rules) == [("TS", True, "TS")]


def test_an_ace_laid_off_above_a_king_is_high_as_one_that_is_melded_there() -> None:
    rules = MeldRules(ace=Ace.AROUND)
    (lies,) = rules.readings(parse_cards("JH QH KH"))
    meld = lay_out(1, 0, lies, 0)
    assert [one.face.rank for one in rules.openings(meld)] == [10, ACE_HIGH]
