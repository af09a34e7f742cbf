"""`rummy melds` in games of two packs with wild cards, in which melds score."""

from pathlib import Path
from random import Random

import pytest
from tests.cli.saved import Rummy

from rummy_core.cards import text_of
from rummy_core.packs import Pack

GAME = """
from dataclasses import replace
from rummy_core.hooks import hookimpl
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.scoring import CardValues
from rummy_variants.gin import GIN, GinRules

def melded(card, face, kind):
    return {0: 50, 1: 5, 14: 15}.get(face.rank, 5 if face.rank < 10 else 10)

class Rules(GinRules):
    @hookimpl
    def pack(self):
        return Pack(2, 4)
    @hookimpl
    def meld_rules(self):
        return MeldRules(ace=Ace.HIGH_OR_LOW, equal_cards=True, wilds=WILDS, wild_sets=WILDS, min_set=3)
    @hookimpl
    def card_values(self):
        return CardValues.by_rank((15, 20, *(5,) * 7, *(10,) * 4), joker=50, melded=SCORES)

GAME = replace(GIN, name="wild", title="Wild", rules=Rules)
"""


@pytest.fixture
def wild(tmp_path: Path) -> Path:
    """A game with deuces wild in which melds score."""
    file = tmp_path / "wild.py"
    file.write_text(GAME.replace("WILDS", "(2,)").replace("SCORES", "melded"))
    return file


def test_points_and_what_is_left(rummy: Rummy, wild: Path) -> None:
    found = rummy("melds", wild, "QS KS 2C 8D 8D 8H 4C", "--json").json
    assert found == {
        "points": 50,
        "in_hand": 5,
        "melds": [["8D", "8D", "8H"], ["QS", "KS", {"card": "2C", "as": "AS"}]],
        "unmatched": ["4C"],
    }


def test_a_wild_card_goes_where_it_counts_most(rummy: Rummy, wild: Path) -> None:
    low = rummy("melds", wild, "3H 4H 5H 2C", "--json").json
    assert low["points"] == 20
    high = rummy("melds", wild, "TS QS 2C 5D", "--json").json
    assert high["melds"] == [["TS", {"card": "2C", "as": "JS"}, "QS"]]


def test_wild_cards_among_themselves(rummy: Rummy, wild: Path) -> None:
    found = rummy("melds", wild, "2C 2C 2D", "--json").json
    assert found["melds"] == [["2C", "2C", "2D"]]


def test_lay_offs_with_wild_cards(rummy: Rummy, wild: Path) -> None:
    found = rummy("melds", wild, "8H 2D KC", "--on", "5H 2C=6H 7H, KS KD 2H", "--json").json
    assert found["melds"] == found["unmatched"] == []
    assert found["layoffs"] == [
        {"card": "8H", "on": 1},
        {"card": "2D", "on": 1, "as": "9H"},
        {"card": "KC", "on": 2},  # now it has four cards, and takes no deuce
    ]
    assert found["points"] == 20


def test_what_is_not_certain_is_asked_for(rummy: Rummy, wild: Path) -> None:
    said = rummy("melds", wild, "8H", "--on", "5H 6H 2C").error
    assert said == ("5H 6H 2C can be read in more than one way: write '5H 6H 2C=7H' or '2C=4H 5H 6H'")
    assert rummy("melds", wild, "8H", "--on", "5H 6H 2C=7H", "--json").json["points"] == 5
    assert "9S" in rummy("melds", wild, "9S", "--on", "5H 6H 2C=4H", "--json").json["unmatched"]


@pytest.mark.parametrize(
    ("hand", "on", "said"),
    [
        ("8H", "5H 2C=9H 7H", "5H 2C=9H 7H is not how these cards can lie"),
        ("8H", "5H 2C=ZZ 7H", "'ZZ' is no face"),
        ("8H", "5H 2C2D=6H 7H", "'2C2D=6H' is not a card and what it stands for"),
        ("8H", "5H 9C 7H", "5H 9C 7H is neither a set nor a run in Wild"),
        ("8H 8H 8H", None, "8H is named 3 times; the pack has 2"),
        ("8H 8H", "8H 8S 8C", "8H is named 3 times; the pack has 2"),
        ("joker joker joker joker joker", None, "joker is named 5 times; the pack has 4"),
        ("8Z", None, "'8Z' is not a card"),
    ],
)
def test_what_cannot_be_is_one_line(rummy: Rummy, wild: Path, hand: str, on: str | None, said: str) -> None:
    done = rummy("melds", wild, hand, *(("--on", on) if on else ()))
    assert done.status == 2
    assert said in done.error


def test_the_best_discards(rummy: Rummy, wild: Path) -> None:
    found = rummy("melds", wild, "5C 5D 5S 8C 8D 8H QS KS 2C KD 3C", "--json").json
    assert found["discards"] == ["KD"]
    assert found["points"] == 65
    assert found["unmatched"] == ["3C"]


def test_equal_cards_are_told_once_to_people(rummy: Rummy, wild: Path) -> None:
    out = rummy("melds", wild, "5C 5D 5S 8C 8D 8H QS KS 2C 3D 3D", "--ascii").out
    assert [line.split() for line in out.splitlines()] == [
        ["set", "of", "fives", "5C", "5D", "5S"],
        ["set", "of", "eights", "8C", "8D", "8H"],
        ["run", "of", "spades", "QS", "KS", "2C=AS"],
        ["unmatched", "3D"],
        ["points", "65"],
        ["in", "hand", "5"],
        ["discard", "3D"],
    ]


def test_deadwood_with_wild_cards_where_melds_do_not_score(rummy: Rummy, tmp_path: Path) -> None:
    file = tmp_path / "wild.py"
    file.write_text(GAME.replace("WILDS", "(0, 2)").replace("SCORES", "None"))
    found = rummy("melds", file, "5C joker 5D 9H 2S JH AS", "--json").json
    assert found == {
        "deadwood": 15,
        "melds": [
            ["5C", "5D", {"card": "2S", "as": "5"}],
            ["9H", {"card": "joker", "as": "TH"}, "JH"],
        ],
        "unmatched": ["AS"],
    }


KIT = Pack(2, 4).cards


@pytest.mark.parametrize("size", [40, 100])
@pytest.mark.parametrize("wilds", ["(2,)", "(0, 2)", "()"])
def test_any_hand_has_an_answer_or_a_refusal(rummy: Rummy, tmp_path: Path, size: int, wilds: str) -> None:
    file = tmp_path / "wild.py"
    file.write_text(GAME.replace("WILDS", wilds).replace("SCORES", "melded"))
    cards = Random(size).sample(KIT, size)
    done = rummy("melds", file, text_of(cards), "--json")
    if done.status:
        assert done.error == (
            "these cards can be melded in too many ways to find the best of them; name fewer cards"
        )
    else:
        laid = [one if isinstance(one, str) else one["card"] for meld in done.json["melds"] for one in meld]
        assert sorted(laid + done.json["unmatched"]) == sorted(card.text for card in cards)


def test_points_where_they_hang_on_how_many_cards_lie_there(rummy: Rummy) -> None:
    four = rummy("melds", "iceberg", "8S 8H 8D 8C 5D 5C 9H", "--json").json
    assert (four["points"], four["in_hand"]) == (30 + 40 + 10, 10)
    assert rummy("melds", "iceberg", "KH JH 9H 7H 5H 3H", "--json").json["points"] == 700
    laid = rummy("melds", "iceberg", "5S 4S KC 2C", "--on", "6S 7S 8S 9S, KD KH", "--json").json
    assert (laid["points"], laid["in_hand"]) == (50 + 60 + 20, 10)
    assert "deadwood" not in rummy("melds", "iceberg", "5S 4S KC 2C").out


def test_the_longer_meld_is_found_where_it_counts_more(rummy: Rummy) -> None:
    # Four eights and a run to the seven would be 220: the eighth of hearts is worth 60 in the run.
    long = rummy("melds", "iceberg", "3H 4H 5H 6H 7H 8H 5C 5D 5S 8C 8D 8S", "--json").json
    assert long["points"] == 30 + 30 + 180
    assert long["melds"] == [["5C", "5D", "5S"], ["8C", "8D", "8S"], ["3H", "4H", "5H", "6H", "7H", "8H"]]
    # Four at once count double, five do not: the fifth card is better left, or laid off later.
    four = rummy("melds", "persian", "9H TH JH QH KH", "--json").json
    assert (four["points"], four["in_hand"]) == (80, 5)
    laid = rummy("melds", "persian", "9H", "--on", "TH JH QH KH", "--json").json
    assert laid["points"] == 5


@pytest.mark.parametrize(
    ("game", "hand", "melds"),
    [
        ("500-rum", "7H 8H 9H AS KS QS 3D", ["7H 8H 9H", "QS KS AS"]),
        ("fortune", "7H 2C 9H AS KS QS 3D", ["7H 2C=8H 9H", "QS KS AS"]),
        ("arlington", "2C 2D 2H JD", ["2C 2D 2H"]),
        ("persian", "joker joker joker 7C 7D 7H", ["joker joker joker", "7C 7D 7H"]),
        ("skarney", "4H 4C joker 9D", ["4C 4H joker=4"]),
        ("iceberg", "KH JH 9H 7H 5H 3H 4D 4S", ["4D 4S", "KH JH 9H 7H 5H 3H"]),
        ("basic-rummy", "7H 8H 9H 2C 2D 2H", ["2C 2D 2H", "7H 8H 9H"]),
    ],
)
def test_every_game_has_an_answer(rummy: Rummy, game: str, hand: str, melds: list[str]) -> None:
    found = rummy("melds", game, hand, "--json").json
    told = [
        " ".join(one if isinstance(one, str) else f"{one['card']}={one['as']}" for one in meld)
        for meld in found["melds"]
    ]
    assert told == melds
