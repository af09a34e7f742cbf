"""Oklahoma Gin: what differs from Gin. ``o_1`` is ruling O-1, ``w_o1`` the worked example W-O1."""

import typing
from collections.abc import Iterator

import pytest

from rummy_core import catalogue
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.events import Noted, StepBegan
from rummy_core.options import BadOption
from rummy_core.rulebook import rulebook
from rummy_variants.gin import GIN
from rummy_variants.gin_options import GinOptions, SharedGinOptions
from rummy_variants.oklahoma import OKLAHOMA, OklahomaOptions, describe
from tests.story import MatchStory, Story, facts, gin_book, gin_dealt, gin_match, oklahoma
from tests.variants.flipping import Flips

flips = Flips(OKLAHOMA)
GIN_HAND = "AC 2C 3C 4C 5D 6D 7D 8H 9H TH"
THREE_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H 3S"
FIVE_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H 5S"
THIRTY = "QC QD QH QS KC KD KH JC JD TS"
FIFTEEN = "KC KD KH QC QD QH QS 2S 5S 8S"
FOUR = "KC KD KH QC QD QH QS AS AD 2S"


def oklahoma_match(**more: object) -> MatchStory:
    return gin_match(variant=OKLAHOMA, **more)  # type: ignore[arg-type]


def knocked(hand0: str, hand1: str, upcard: str, **options: object) -> Story:
    """Seat 0 has drawn the king of spades and knocked with it; seat 1 has given its best answer."""
    story = oklahoma(upcard=upcard, hand0=hand0, hand1=hand1, stock="KS", step="draw", seat=0, **options)
    return story.does("draw", "knock KS", "best")


# --- facts 1 and 2: what the upcard settles


@pytest.mark.parametrize(
    ("upcard", "limit"),
    [("AC", 1), ("2D", 2), ("7H", 7), ("9C", 9), ("TD", 10), ("JC", 10), ("QH", 10), ("KD", 10)],
)
def test_fact_1_the_limit_is_the_value_of_the_upcard(upcard: str, limit: int) -> None:
    assert oklahoma(upcard=upcard).note("knock_limit") == limit


def test_fact_1_a_knock_within_ten_is_not_enough() -> None:
    story = oklahoma(
        upcard="7H", hand0="AC 2C 3C 4D 5D 6D 9H TH JH 8S", stock="KD", step="draw", seat=0
    ).does("draw")
    story.refuses("knock KD", "you would have 8 deadwood, and a knock needs 7 or less")


def test_fact_2_any_other_suit_doubles_nothing() -> None:
    for upcard in ("9C", "9D", "4H"):
        story = knocked(THREE_LEFT, FIFTEEN, upcard)
        assert (story.points(0), story.sheet.boxes) == (12, (1, 0))


def test_fact_2_a_void_deal_on_a_spade_is_void() -> None:
    match = oklahoma_match().plays("void", "0 knocks for 5 on 9S")
    assert match.totals == (10, 0)


def test_fact_3_it_is_played_to_150() -> None:
    match = oklahoma_match().plays("0 knocks for 60 on 9H", "0 knocks for 60 on 9H")
    assert not match.is_over
    match.plays("0 knocks for 30 on 9H")
    assert match.sheet.reason == "target 150 reached"
    assert match.finals == (150 + 200 + 60, 0)


def test_fact_4_all_else_is_gins() -> None:
    answers = rulebook(OKLAHOMA).answers()
    for hook in ("steps", "seatings", "deal_plan", "score_match", "score_round", "score_columns"):
        assert answers[hook] == rulebook(GIN).answers()[hook]
    assert answers["deal_notes"] == ["oklahoma", "gin", "core"]
    assert answers["score_deal"] == ["oklahoma", "gin"]


def test_fact_4_the_upcard_may_not_be_thrown_back_here_either() -> None:
    oklahoma(upcard="5H").does("take").refuses("discard 5H", "just taken")


# --- the worked examples


@pytest.mark.parametrize(
    ("preset", "points", "boxes"),
    [("default", 100, (1, 0)), ("boxes", 100, (5, 0)), ("gamecolony", 55, None)],
)
def test_w_o5_gin_on_the_ace_of_spades(preset: str, points: int, boxes: tuple[int, int] | None) -> None:
    story = knocked(GIN_HAND, THIRTY, "AS", preset=preset)
    assert story.points(0) == points
    assert story.sheet.boxes == (boxes or (1, 0))


def test_w_o5_with_a_bonus_of_25_and_extra_boxes() -> None:
    story = knocked(GIN_HAND, THIRTY, "AS", gin_bonus=25, extra_boxes=True)
    assert story.lines == [
        (0, "deadwood 30 - 0", 30),
        (0, "gin", 25),
        (0, "a spade was turned up: doubled", 55),
    ]
    assert (story.points(0), story.sheet.boxes) == (110, (1 + 4, 0))


def test_w_o6_an_undercut_on_a_spade() -> None:
    story = knocked(FIVE_LEFT, FOUR, "9S")
    assert (story.ending, story.points(1), story.sheet.boxes) == ("undercut", 22, (0, 1))
    assert knocked(FIVE_LEFT, FOUR, "9S", extra_boxes=True).sheet.boxes == (0, 1 + 2)
    assert knocked(FIVE_LEFT, FOUR, "9C", extra_boxes=True).sheet.boxes == (0, 1 + 1)


# --- rulings


def test_o_1_a_knock_has_no_extra_box() -> None:
    assert knocked(THREE_LEFT, FIFTEEN, "4S", extra_boxes=True).sheet.boxes == (1, 0)


def test_o_1_big_gin_is_a_gin_for_boxes_and_for_the_spade() -> None:
    story = oklahoma(
        upcard="AS",
        hand0=GIN_HAND,
        hand1=THIRTY,
        stock="JH",
        step="draw",
        seat=0,
        big_gin=50,
        extra_boxes=True,
    ).does("draw", "big gin", "best")
    assert (story.points(0), story.sheet.boxes) == (2 * (30 + 50), (5, 0))


@pytest.mark.parametrize("name", ["knock_limit", "start", "eleven_card_knock"])
def test_o_2_and_o_5_what_the_upcard_settles_is_no_option(name: str) -> None:
    with pytest.raises(BadOption, match=rf"^{name} is no option of Oklahoma Gin: ") as refused:
        rulebook(OKLAHOMA, options={name: GinOptions.model_fields[name].default})
    assert "\n" not in str(refused.value)


def test_o_4_bonuses_of_the_game_are_not_doubled() -> None:
    match = oklahoma_match().plays("0 knocks for 75 on 9S")
    assert match.lines == [
        (0, "game bonus", 100),
        (0, "shutout: game bonus doubled", 100),
        (0, "1 box at 20", 20),
    ]


def test_o_5_a_void_deal_is_dealt_again_with_a_new_upcard() -> None:
    first, again = (
        Story(Deal.begin(rulebook(OKLAHOMA), Chance("o5", number, 1), dealer=1)) for number in (1, 2)
    )
    assert first.note("upcard") != again.note("upcard")
    for story in (first, again):
        assert story.note("knock_limit") == min(story.note("upcard").rank, 10)  # type: ignore[union-attr]


def test_o_6_limit_and_doubling_are_in_every_view_all_deal_long() -> None:
    story = oklahoma(upcard="4S", hand0=THREE_LEFT, hand1=FIFTEEN, stock="KS")
    for words in ("take", "discard 4D", "draw", "discard KS"):
        story.does(words)
        for seat in range(2):
            notes = story.view(seat).deal_notes
            assert (str(notes["upcard"]), notes["knock_limit"], notes["counts_double"]) == ("4S", 4, True)


def test_o_6_they_are_settled_before_anybody_takes_the_upcard() -> None:
    story = gin_dealt(seed=3, variant=OKLAHOMA)
    assert str(story.note("upcard")) == story.pile[0]
    told = [event.key if isinstance(event, Noted) else type(event) for event in facts(story.deal)]
    assert told.index("upcard") < told.index("knock_limit") < told.index(StepBegan)


def test_o_7_extra_boxes_never_count_towards_the_target() -> None:
    match = oklahoma_match(extra_boxes=True).plays("0 gins against 50 on AS")
    assert (match.totals, match.boxes, match.is_over) == ((140, 0), (5, 0), False)


def test_a_position_with_an_empty_pile_may_say_the_limit_itself() -> None:
    assert oklahoma(upcard="").note("knock_limit") == 10
    story = oklahoma(upcard="", deal_notes={"knock_limit": 3, "counts_double": True})
    assert (story.note("knock_limit"), story.note("counts_double")) == (3, True)


# --- options


@pytest.mark.parametrize("options", [{"ace": "around"}, {"ace_deadwood": 15}])
def test_g_19_an_ace_turned_up_is_one_whatever_an_ace_counts(options: dict[str, object]) -> None:
    assert oklahoma(upcard="AC", **options).note("knock_limit") == 1


@flips("ace_upcard", "gin_only")
def test_option_ace_upcard() -> None:
    position = {"hand0": "2C 3C 4C 4D 5D 6D 7H 8H 9H AS", "stock": "KD", "step": "draw", "seat": 0}
    oklahoma(upcard="AC", **position).does("draw").offers("knock KD")
    story = oklahoma(upcard="AC", ace_upcard="gin_only", **position).does("draw")
    story.refuses("knock KD", "a knock needs none at all")


@flips("spade_doubles", False)
def test_option_spade_doubles() -> None:
    assert knocked(THREE_LEFT, FIFTEEN, "4S").points(0) == 24
    story = knocked(THREE_LEFT, FIFTEEN, "4S", spade_doubles=False)
    assert story.points(0) == 12
    assert "counts_double" not in story.view(0).deal_notes
    # Then a spade means nothing for boxes either.
    assert knocked(GIN_HAND, THIRTY, "AS", spade_doubles=False, extra_boxes=True).sheet.boxes == (3, 0)


@flips("spade_doubles_box", True)
def test_option_spade_doubles_box() -> None:
    assert knocked(THREE_LEFT, FIFTEEN, "4S").sheet.boxes == (1, 0)
    assert knocked(THREE_LEFT, FIFTEEN, "4S", spade_doubles_box=True).sheet.boxes == (2, 0)
    assert knocked(THREE_LEFT, FIFTEEN, "4H", spade_doubles_box=True).sheet.boxes == (1, 0)
    story = knocked(GIN_HAND, THIRTY, "AS", spade_doubles_box=True, extra_boxes=True)
    assert story.sheet.boxes == (6, 0)
    with pytest.raises(BadOption, match=r"^spade_doubles_box needs spade_doubles"):
        rulebook(OKLAHOMA, options={"spade_doubles_box": True, "spade_doubles": False})


@flips("extra_boxes", True)
def test_option_extra_boxes() -> None:
    assert knocked(GIN_HAND, THIRTY, "AH").sheet.boxes == (1, 0)
    assert knocked(GIN_HAND, THIRTY, "AH", extra_boxes=True).sheet.boxes == (3, 0)
    assert knocked(GIN_HAND, THIRTY, "AS", extra_boxes=True).sheet.boxes == (5, 0)


@flips("target", 100)
def test_option_target() -> None:
    assert oklahoma_match(target=100).plays("0 knocks for 50 on 9S").is_over
    assert not oklahoma_match().plays("0 knocks for 50 on 9S").is_over


def test_option_box_timing_doubles_no_box() -> None:
    story = knocked(THREE_LEFT, FIFTEEN, "4S", box_timing="at_once")
    assert story.lines == [
        (0, "deadwood 15 - 3", 12),
        (0, "a spade was turned up: doubled", 12),
        (0, "1 box at 20", 20),
    ]


def test_these_are_all_options_of_its_own() -> None:
    own = set(OklahomaOptions.__annotations__) - {"left_out"}
    assert own == {"ace_upcard", "spade_doubles", "spade_doubles_box", "extra_boxes", "target"}
    assert set(OklahomaOptions.model_fields) - set(SharedGinOptions.model_fields) == own - {
        "extra_boxes",
        "target",
    }
    assert set(GinOptions.model_fields) - set(OklahomaOptions.model_fields) == set(OklahomaOptions.left_out)


def other_values() -> Iterator[tuple[str, object]]:
    for field, info in OklahomaOptions.model_fields.items():
        choices = typing.get_args(info.annotation)
        if info.annotation is bool:
            yield field, not info.default
        elif choices:
            yield from ((field, value) for value in choices if value != info.default)
        else:
            yield field, 50 if field == "big_gin" else info.default + 1


@pytest.mark.parametrize(("field", "value"), list(other_values()))
def test_the_rules_in_words_change_with_every_option(field: str, value: object) -> None:
    assert describe(OklahomaOptions(**{field: value}), 2) != describe(OklahomaOptions(), 2)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "its box is not."),
        ({"extra_boxes": True}, "so are the extra boxes, but not the ordinary one."),
        ({"spade_doubles_box": True}, "so is its box."),
        ({"spade_doubles_box": True, "extra_boxes": True}, "so are all its boxes."),
    ],
)
def test_the_rules_in_words_tell_which_boxes_a_spade_doubles(options: dict[str, bool], told: str) -> None:
    line = next(one for one in describe(OklahomaOptions(**options), 2) if "is a spade" in one)
    assert line.endswith(told)
    boxes = knocked(GIN_HAND, THIRTY, "AS", **options).sheet.boxes[0]
    of_gin = 3 if options.get("extra_boxes") else 1
    doubled = {"its box is not.": 0, "so is its box.": 1, "so are all its boxes.": of_gin}
    assert boxes == of_gin + doubled.get(told, of_gin - 1)


# --- presets and names


def test_the_presets_are_those_of_the_rules() -> None:
    assert OKLAHOMA.presets == {
        "default": {},
        "boxes": {"extra_boxes": True},
        "gamecolony": {
            "gin_bonus": 25,
            "undercut_bonus": 20,
            "box_bonus": 25,
            "shutout": "score_doubled",
            "shutout_test": "no_deal_won",
            "next_dealer": "alternate",
            "last_discard": "may_take_and_return",
            "ace_upcard": "gin_only",
            "spade_doubles": False,
            "target": 100,
        },
    }


def test_the_preset_gamecolony_in_play() -> None:
    story = knocked(FIVE_LEFT, FOUR, "9S", preset="gamecolony")
    assert story.points(1) == 1 + 20
    match = oklahoma_match(preset="gamecolony").plays("0 gins against 80 on AS")
    assert match.finals == ((105 + 100) * 2 + 25, 0)


@pytest.mark.parametrize("name", ["oklahoma", "oklahoma-gin"])
def test_its_names(name: str) -> None:
    assert catalogue.variant(name) is OKLAHOMA


def test_gin_knows_nothing_of_a_spade() -> None:
    match = gin_match().plays("0 knocks for 5 on 9S")
    assert match.totals == (5, 0)
    assert gin_book().hooks.deal_notes(table=gin_dealt(seed=1).table) == {"knock_limit": 10}
