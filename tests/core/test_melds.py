"""What a set and a run are, where an ace may stand, and which cards a meld takes."""

import json
from pathlib import Path
from typing import Any

import pytest

from rummy_core.cards import CARDS, card, mask_of, parse_cards, text_of
from rummy_core.melds import Ace, Meld, MeldRules, Pattern, lay_out, text_of_lying
from rummy_core.notation import parse_lying

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
