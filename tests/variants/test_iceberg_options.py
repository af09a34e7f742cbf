"""Iceberg's options: each value flips what is legal, who begins, or what is scored."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_core.match import Match
from rummy_core.options import BadOption
from rummy_variants.iceberg import ICEBERG, IcebergOptions, describe
from tests.story import Story
from tests.variants.flipping import Flips
from tests.variants.iceberg_tables import book, dealt, sample, table
from tests.variants.test_iceberg_score import match_of

flips = Flips(ICEBERG)


@flips("aces", "plus20")
def test_option_aces() -> None:
    """IC-15, IC-20: 20 an ace in place of the multiplier, never both."""
    assert [sample().points(seat) for seat in range(3)] == [100, -120, -20]
    assert [sample(aces="plus20").points(seat) for seat in range(3)] == [70, -120, 10]


@flips("target", 100)
def test_option_target() -> None:
    assert str(type(match_of((4990, 0))).__name__) == "NotOver"
    assert str(type(match_of((4990, 0), target=100)).__name__) == "MatchSheet"


@flips("special_values", (1, 2, 3, 4))
@pytest.mark.parametrize(
    ("number", "cards"),
    [
        (0, "KH JH 9H 7H 5H 3H"),
        (1, "QS TS 8S 6S 4S 2S"),
        (2, "KH JD 9H 7H 5H 3H"),
        (3, "QC TS 8S 6S 4S 2S"),
    ],
)
def test_option_special_values(number: int, cards: str) -> None:
    for values in ((700, 700, 350, 350), (1, 2, 3, 4)):
        story = table(cards, "7C", "9C", special_values=values).does(f"meld {cards}")
        assert story.points(0) == values[number]
        # And one more turn costs as much.
        story = table("7C", cards, "9C", special_values=values).does("pass on 7C")
        assert story.points(1) == -60 - max(values[number], 0)


@flips("first_player", "right")
@pytest.mark.parametrize("dealer", range(4))
def test_option_first_player(dealer: int) -> None:
    assert dealt(4, dealer=dealer).seat == (dealer + 1) % 4
    assert dealt(4, dealer=dealer, first_player="right").seat == (dealer - 1) % 4


@flips("pair_distinct_suits", True)
def test_option_pair_distinct_suits() -> None:
    def at(**options: Any) -> Story:
        return table("8C 8C 2D", "7H 7H", "9S", "TS", players=4, **options)

    at().offers("meld 8C 8C")
    at(pair_distinct_suits=True).refuses("meld 8C 8C", "a pair has two suits").offers_only(
        "pass on 8C", "pass on 2D"
    )
    # One more turn knows it too.
    for distinct, points in ((False, -30), (True, -20)):
        story = table("2D", "7H 7H", "9S", "TS", players=4, pair_distinct_suits=distinct)
        assert story.does("pass on 2D").points(1) == points
    # A third card makes a set of them, at once or later.
    story = table("8C 8C 8D 2D", "7H", "9S", "TS", players=4, pair_distinct_suits=True)
    story.allows("meld 8C 8C 8D").does("meld 8C 8D", "lay 8C on 1")


@flips("hold_penalty", "non_playables")
def test_option_hold_penalty() -> None:
    """IC-1: the sample hand charges 10 for every card, the text read otherwise for those that fit nowhere."""
    story = sample(hold_penalty="non_playables")
    # B could lay three of his five cards, C one of his.
    assert [story.points(seat) for seat in range(3)] == [100, 10 - 20 - 80, (60 - 40 - 20) * 2]
    assert (1, "2 cards not playable at 10", -20) in story.lines


@flips("max_deals", 1)
def test_option_max_deals() -> None:
    for limit in (1, 2):
        match = Match(book(2, max_deals=limit), 1)
        deal = match.begin_deal()
        while not deal.is_over:
            deal.play(deal.legal_actions()[-1])
        match.end_deal()
        assert match.is_over == (limit == 1)
        assert match.sheet is None or match.sheet.reason == "1 deal played"


@flips.unreached("standstill", 0, 1)
def test_standstill_never_comes() -> None:
    """Every turn draws from the stock, so that the option, which all games have, changes nothing here."""
    stories = [dealt(2, seed=5, standstill=limit) for limit in (0, 1, 20)]
    for story in stories:
        while not story.is_over:
            story.does("draw")
            story.does(next(one for one in story.offered if one.startswith("pass on")))
    assert len({tuple(map(str, story.deal.log)) for story in stories}) == 1
    assert stories[0].ending == "last ace"


# --- every option


@pytest.mark.parametrize("name", sorted(IcebergOptions.model_fields))
def test_every_option_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    facts_of = IcebergOptions.model_json_schema()["properties"][name]
    assert facts_of["description"]
    assert facts_of["source"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"special_values": "1,2,3"}, "special_values: there are 4 values, such as 700,700,350,350"),
        ({"special_values": (1, 2, 3, 4, 5)}, "special_values: there are 4 values"),
        ({"special_values": "a,b,c,d"}, "option special_values.0 = 'a': input should be a valid integer"),
        (
            {"special_values": (-1, 2, 3, 4)},
            "option special_values.0 = -1: input should be greater than or equal to 0",
        ),
        ({"special_values": 7}, "option special_values = 7"),
        ({"aces": "both"}, "option aces = 'both'"),
        ({"target": 0}, "option target = 0"),
    ],
)
def test_a_bad_value_is_refused_in_one_line(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        book(2, **options)
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("typed", ["1,2,3,4", "1/2/3/4", " 1, 2,3, 4"])
def test_special_values_are_read_as_typed(typed: str) -> None:
    assert book(2, special_values=typed).options.special_values == (1, 2, 3, 4)  # type: ignore[attr-defined]


# --- presets and words


def test_presets() -> None:
    assert book(2, "moderate").options == book(2, aces="plus20").options
    assert ICEBERG.default_players == 2


def told(players: int = 2, **options: Any) -> str:
    return " ".join(describe(IcebergOptions(**options), players))


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (2, {}, "Two players, a pack of 52 cards, seven cards each."),
        (5, {}, "Five players, two packs, 104 cards, seven cards each."),
        (3, {}, "face down for your neighbour on the right"),
        (2, {}, "face down for the other player"),
        (2, {"first_player": "right"}, "at the dealer's right begins"),
        (2, {"pair_distinct_suits": True}, "two of a rank in different suits"),
        (2, {"special_values": (1, 2, 3, 4)}, "1 in one suit and 3 in one colour, Q-10-8-6-4-2 2 and 4"),
        (2, {"hold_penalty": "non_playables"}, "that one more turn could not lay costs 10"),
        (2, {"aces": "plus20"}, "each ace before you adds 20"),
        (2, {"target": 700}, "The first to reach 700 wins"),
        (2, {"max_deals": 9}, "in 9 deals"),
    ],
)  # fmt: skip
def test_the_rules_in_words_have_the_numbers_of_the_options(
    players: int, options: dict[str, Any], words: str
) -> None:
    assert words in told(players, **options)
