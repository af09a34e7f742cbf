"""Gin's options: each value flips what is legal, how a deal ends, or what is scored.

A test that is marked ``@flips(option, values)`` plays one position under the default and under each of
these values; it is run again with the option ignored, and must fail. ``tests/test_none_missing.py`` walks the
options and fails where none does.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from rummy_core.options import BadOption
from rummy_core.rulebook import rulebook
from rummy_variants.gin import GIN
from rummy_variants.gin_options import GinOptions
from rummy_variants.gin_words import describe
from tests.story import MatchStory, Story, gin, gin_book, gin_dealt, gin_match, gin_options
from tests.variants.flipping import Flips

flips = Flips(GIN)


# Nine cards in three melds and the ten of spades.
TEN_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
GIN_HAND = "AC 2C 3C 4C 5D 6D 7D 8H 9H TH"
LOOSE = "KC QD JC 9S 8D 8C 6S 5C 2H KH"
# Nothing here fits the other two hands; it has no meld and no card below three but the ace.
OTHER = "3D 4S 7C TC AD 4H 7S TD AH JS"
COURT = "QC QD QH QS KC KD KH"


def drawn(hand0: str, stock: str = "KS", **options: Any) -> Story:
    """Seat 0 has drawn."""
    return gin(hand0=hand0, stock=stock, step="draw", seat=0, **options).does("draw")


def knocked(hand0: str, hand1: str, **options: Any) -> Story:
    """Seat 0 has drawn the jack of hearts and knocked with it; seat 1 has given its best answer."""
    story = drawn(hand0, "JH", hand1=hand1, **options)
    return story.does("knock JH", "best")


def the_match_of(*results: str, **options: Any) -> MatchStory:
    return gin_match(**options).plays(*results)


# --- what is legal


@flips("knock_limit", 0, 9, 20)
def test_option_knock_limit() -> None:
    drawn(TEN_LEFT).offers("knock KS")
    drawn(TEN_LEFT, knock_limit=9).refuses(
        "knock KS", "you would have 10 deadwood, and a knock needs 9 or less"
    )
    drawn(TEN_LEFT, knock_limit=0).refuses("knock KS", "a knock needs none at all")
    drawn("AC 2C 3C 4D 5D 6D TH 2H 2S 3S", knock_limit=20).offers("knock KS")
    drawn("AC 2C 3C 4D 5D 6D TH 2H 2S 3S").refuses("knock KS", "you would have 17 deadwood")


@flips("same_card_discard", "gra")
def test_option_same_card_discard() -> None:
    position = {"hand0": LOOSE, "hand1": OTHER, "pile": "5H", "step": "draw", "seat": 0}
    gin(**position).does("take").refuses("discard 5H", "just taken")
    story = gin(**position, same_card_discard="gra").does("take").offers("discard 5H")
    # And who threw it may not have it back, but to knock.
    story.does("discard KC", "take", "discard KC").refuses("take", "only to knock")


@flips("start", "eleven_cards")
def test_option_start() -> None:
    story = gin_dealt(seed=3)
    assert (len(story.hand(0)), len(story.hand(1)), len(story.pile), story.step) == (10, 10, 1, "upcard")
    story.offers_only("take", "pass")
    story = gin_dealt(seed=3, start="eleven_cards")
    assert (len(story.hand(0)), len(story.hand(1)), len(story.pile), story.step) == (
        11,
        10,
        0,
        "first discard",
    )
    assert len(story.offered) == 11
    # The dealer, with ten, takes a usual turn.
    story.does(story.offered[0])
    assert (story.seat, story.step) == (1, "draw")


@flips("eleven_card_knock", True)
def test_option_eleven_card_knock() -> None:
    position = {"hand0": f"{TEN_LEFT} KS", "hand1": LOOSE, "start": "eleven_cards"}
    gin(**position).refuses("knock KS", "this first turn is a discard only")
    story = gin(**position, eleven_card_knock=True).offers("knock KS", "discard KS").does("knock KS", "best")
    assert story.ending == "knock"


def test_option_eleven_card_knock_with_big_gin() -> None:
    eleven = "5H 6H 7H 8H 9H KC KD KS 2C 2D 2H"
    story = gin(hand0=eleven, start="eleven_cards", eleven_card_knock=True, big_gin=31).does(
        "big gin", "done"
    )
    assert story.ending == "big gin"


@flips("last_discard", "may_take", "may_take_and_return")
def test_option_last_discard() -> None:
    position = {"hand1": TEN_LEFT, "stock": "KS", "stock_left": 3}
    story = drawn(LOOSE, **position).does("discard KS")
    assert (story.ending, story.void) == ("stock", True)
    # Ten is left whichever card goes, but the king just taken may not be that card.
    story = drawn(LOOSE, **position, last_discard="may_take").does("discard KS", "take")
    story.refuses("knock KS", "just taken").does("knock TS", "best")
    assert story.ending == "knock"
    story = drawn(LOOSE, **position, last_discard="may_take_and_return").does("discard KS", "take")
    story.does("knock KS", "best")
    assert story.ending == "knock"


def test_option_last_discard_and_return_makes_more_cards_worth_taking() -> None:
    # Nine left and the king must be kept: only turning it down again is a knock.
    hand1 = "AC 2C 3C 4D 5D 6D 7H 8H 9H 9C"
    position = {"hand1": hand1, "stock": "KS", "stock_left": 3, "knock_limit": 9}
    drawn(LOOSE, **position, last_discard="may_take").does("discard KS").refuses(
        "take", "deadwood is too high"
    )
    story = drawn(LOOSE, **position, last_discard="may_take_and_return").does("discard KS", "take")
    story.offers_only("knock KS")


@flips("ace", "around")
def test_option_ace() -> None:
    hand = "KH AH 2H 9C 9D 9S 4D 5D 6D 7D"
    drawn(hand).refuses("knock KS", "you would have 13 deadwood")
    story = drawn(hand, hand1="3H QC QH 2C 6C 8S TS JD JC 4S", ace="around").does("knock KS")
    assert story.deadwood(0) == 0
    story = drawn(f"{hand.removesuffix(' 7D')} 3S", hand1="3H QC QH 2C 6C 8S TS JD JC 4S", ace="around")
    story.does("knock KS")
    run = story.melds.index("KH AH 2H") + 1
    story.offers(f"lay QH on {run}", f"lay 3H on {run}")


@flips("layoff_on_gin", True)
def test_option_layoff_on_gin() -> None:
    hands = {"hand0": GIN_HAND, "hand1": f"{COURT} 5C 8D 9S"}
    story = drawn(**hands).does("knock KS")
    story.refuses("lay 5C on 1", "Nothing may be laid off on a knocker who has no deadwood").does("best")
    assert story.points(0) == 5 + 8 + 9 + 20
    story = (
        drawn(**hands, layoff_on_gin=True).does("knock KS").offers("lay 5C on 1", "lay 8D on 2").does("best")
    )
    assert story.points(0) == 9 + 20


def test_option_layoff_on_gin_stops_the_score_at_zero() -> None:
    hands = {"hand0": GIN_HAND, "hand1": f"{COURT} 5C 8D 9D"}
    story = drawn(**hands, layoff_on_gin=True).does("knock KS", "best")
    assert (story.ending, story.void, story.lines) == ("gin stopped", True, [])
    assert knocked(GIN_HAND, f"{COURT} 5C 8D 9D").points(0) == 22 + 20


def test_option_layoff_on_gin_leaves_big_gin_closed() -> None:
    eleven = "5H 6H 7H 8H 9H KC KD KS 2C 2D"
    hand1 = "TH JH QH 4H 3H AH QS QD QC 2S"
    story = drawn(eleven, "2H", hand1=hand1, layoff_on_gin=True, big_gin=31).does("big gin")
    story.refuses("lay TH on 3", "Nothing may be laid off").does("best")
    assert (story.ending, story.points(0)) == ("big gin", 4 + 3 + 1 + 2 + 31)


def test_option_layoff_on_gin_does_not_stop_big_gin() -> None:
    eleven = "5H 6H 7H 8H 9H KC KD KS 2C 2D"
    hand1 = "3S 4S 5S 6C 7C 8C JC JD JH JS"
    story = drawn(eleven, "2H", hand1=hand1, layoff_on_gin=True, big_gin=31).does("big gin", "best")
    assert (story.deadwood(1), story.ending, story.points(0)) == (0, "big gin", 31)


@flips("big_gin", 31, 50)
def test_option_big_gin() -> None:
    hands = {
        "hand0": "5H 6H 7H 8H 9H KC KD KS 2C 2D",
        "stock": "2H",
        "hand1": "KH TH 4H AC 3D QD JS 8S 7C 6C",
    }
    drawn(**hands).refuses("big gin", "Going out without a discard is not played here")
    for bonus in (31, 50):
        story = drawn(**hands, big_gin=bonus).does("big gin", "done")
        assert story.lines[-1] == (0, "big gin", bonus)
        # It need not be said: with a discard it is plain gin.
        story = drawn(**hands, big_gin=bonus).does("knock 9H", "done")
        assert story.lines[-1] == (0, "gin", 20)


# --- how a deal ends


@flips("standstill", 0, 2)
def test_option_standstill() -> None:
    def turns(limit: int, most: int) -> int:
        """Both players take what the other threw; how many turns the deal lasts, ``most`` at most."""
        story = gin(hand0=LOOSE, hand1=OTHER, pile="9C", step="draw", seat=0, standstill=limit)
        for played in range(most):
            if story.is_over:
                assert (story.ending, story.void) == ("standstill", True)
                return played
            story.does("take")
            story.does(f"discard {min(story.offered_to('discard') - {str(story.note('taken'))})}")
        return most

    assert turns(0, 300) == 300
    assert turns(2, 300) <= 4
    assert turns(2, 300) < turns(20, 300) <= 40


@flips("undercut_on_tie", False)
def test_option_undercut_on_tie() -> None:
    hands = ("AC 2C 3C 4D 5D 6D 7S 8H 9H TH", f"{COURT} 4S 2S AS")
    story = knocked(*hands)
    assert (story.ending, story.points(1)) == ("undercut", 10)
    story = knocked(*hands, undercut_on_tie=False)
    assert (story.ending, story.void, story.points(1)) == ("tie", True, 0)


# --- what a deal scores


@flips("gin_bonus", 0, 25)
def test_option_gin_bonus() -> None:
    hands = (GIN_HAND, f"{COURT} 9S 3S 2S")
    assert knocked(*hands).points(0) == 34
    assert knocked(*hands, gin_bonus=25).points(0) == 39
    assert knocked(*hands, gin_bonus=0).points(0) == 14


@flips("undercut_bonus", 0, 20, 25)
def test_option_undercut_bonus() -> None:
    hands = (TEN_LEFT, f"{COURT} 5S 2S AS")
    assert [knocked(*hands, undercut_bonus=bonus).points(1) for bonus in (0, 10, 20, 25)] == [2, 12, 22, 27]
    assert knocked(*hands).points(1) == 12


@flips("ace_deadwood", 15)
def test_option_ace_deadwood() -> None:
    hand = "AS 2C 3C 4C 5D 6D 7D 8H 9H TH"
    assert drawn(hand, hand1=LOOSE).does("knock KS").deadwood(0) == 1
    drawn(hand, ace_deadwood=15).refuses("knock KS", "you would have 15 deadwood")
    assert knocked(GIN_HAND, f"{COURT} AS 5S 9S").points(0) == 15 + 20
    assert knocked(GIN_HAND, f"{COURT} AS 5S 9S", ace_deadwood=15).points(0) == 29 + 20


@flips("extra_boxes", True)
def test_option_extra_boxes() -> None:
    gin_hands = (GIN_HAND, f"{COURT} 9S 3S 2S")
    undercut = (TEN_LEFT, f"{COURT} 5S 2S AS")
    plain = (TEN_LEFT, f"{COURT} 9S 8S 2S")
    assert [knocked(*hands).sheet.boxes for hands in (gin_hands, undercut, plain)] == [(1, 0), (0, 1), (1, 0)]
    boxes = [knocked(*hands, extra_boxes=True).sheet.boxes for hands in (gin_hands, undercut, plain)]
    assert boxes == [(3, 0), (0, 2), (1, 0)]
    match = the_match_of("1 undercuts by 5", "0 gins against 90", extra_boxes=True)
    assert match.finals == (110 + 100 + 60, 15 + 40)


# --- matches


@flips("box_bonus", 0, 25)
def test_option_box_bonus() -> None:
    results = ("0 knocks for 50", "1 knocks for 10", "0 knocks for 50")
    assert the_match_of(*results).finals == (240, 30)
    assert the_match_of(*results, box_bonus=25).finals == (250, 35)
    assert the_match_of(*results, box_bonus=0).finals == (200, 10)


@flips("box_timing", "at_once")
def test_option_box_timing() -> None:
    results = ("0 knocks for 30", "0 knocks for 30")
    assert not the_match_of(*results).is_over
    match = the_match_of(*results, box_timing="at_once")
    assert match.is_over
    assert match.sheet.points == (100, 0)
    # They are counted once: nothing is added for them at the end.
    assert match.finals == (100 + 200, 0)
    story = knocked(TEN_LEFT, f"{COURT} 9S 8S 2S", box_timing="at_once")
    assert story.lines == [(0, "deadwood 19 - 10", 9), (0, "1 box at 20", 20)]
    assert story.sheet.boxes == ()


def test_option_box_timing_with_extra_boxes() -> None:
    story = knocked(GIN_HAND, f"{COURT} 9S 3S 2S", box_timing="at_once", extra_boxes=True, box_bonus=25)
    assert story.points(0) == 14 + 20 + 75


@flips("game_bonus", 0, 250)
def test_option_game_bonus() -> None:
    results = ("0 knocks for 50", "1 knocks for 10", "0 knocks for 50")
    assert the_match_of(*results).finals[0] == 100 + 100 + 40
    assert the_match_of(*results, game_bonus=250).finals[0] == 100 + 250 + 40
    assert the_match_of(*results, game_bonus=0).finals[0] == 100 + 40


@flips("target", 150, 200, 250, 300)
def test_option_target() -> None:
    for target in (100, 150, 200, 250, 300):
        match = gin_match(target=target)
        for _ in range(target // 50):
            assert not match.is_over
            match.plays("0 knocks for 50")
        assert match.sheet.reason == f"target {target} reached"


@flips("shutout", "score_doubled", "all_doubled")
def test_option_shutout() -> None:
    results = ("0 knocks for 60", "0 knocks for 50")
    assert the_match_of(*results).finals == (110 + 200 + 40, 0)
    assert the_match_of(*results, shutout="score_doubled").finals == ((110 + 100) * 2 + 40, 0)
    assert the_match_of(*results, shutout="all_doubled").finals == ((110 + 100 + 40) * 2, 0)


@pytest.mark.parametrize("shutout", ["bonus_doubled", "score_doubled", "all_doubled"])
def test_option_shutout_costs_nothing_when_the_loser_has_scored(shutout: str) -> None:
    match = the_match_of("0 knocks for 60", "1 knocks for 1", "0 knocks for 50", shutout=shutout)
    assert match.finals == (110 + 100 + 40, 1 + 20)


@flips("shutout_test", "no_deal_won")
def test_option_shutout_test() -> None:
    # With an undercut worth nothing a deal can be won without a point.
    results = ("0 knocks for 60", "1 undercuts by 0", "0 knocks for 50")
    match = the_match_of(*results, undercut_bonus=0)
    assert match.finals == (110 + 200 + 40, 20)
    match = the_match_of(*results, undercut_bonus=0, shutout_test="no_deal_won")
    assert match.finals == (110 + 100 + 40, 20)


@flips("next_dealer", "winner", "alternate")
def test_option_next_dealer() -> None:
    results = ("0 knocks for 5", "0 gins against 5", "void", "1 undercuts by 5", "1 knocks for 5")

    def dealers(choice: str) -> list[int]:
        match = the_match_of(*results, first_dealer=0, next_dealer=choice)
        return [*match.dealers, match.next_dealer]

    # A void deal is dealt again by the same player, whoever deals.
    assert dealers("loser") == [0, 1, 1, 1, 0, 0]
    assert dealers("winner") == [0, 0, 0, 0, 1, 1]
    assert dealers("alternate") == [0, 1, 0, 0, 1, 0]


@flips("hollywood", True)
def test_option_hollywood() -> None:
    results = ("0 knocks for 60", "0 knocks for 50")
    assert the_match_of(*results).is_over
    match = the_match_of(*results, hollywood=True)
    assert not match.is_over
    assert match.columns == [(110, 0), (50, 0), (0, 0)]


@flips("max_deals", 1, 3)
def test_option_max_deals() -> None:
    results = ("0 knocks for 5", "void", "1 knocks for 20")
    assert not the_match_of(*results).is_over
    assert the_match_of(*results, max_deals=3).sheet.reason == "3 deals played"
    assert the_match_of(results[0], max_deals=1).sheet.winner == 0


# --- all of them


@pytest.mark.parametrize("field", GinOptions.model_fields)
def test_every_option_says_what_it_means_and_where_it_comes_from(field: str) -> None:
    info = GinOptions.model_fields[field]
    assert info.description
    assert isinstance(info.json_schema_extra, dict)
    assert info.json_schema_extra["source"]


@pytest.mark.parametrize("field", GinOptions.model_fields)
def test_the_rules_in_words_change_with_every_option(field: str) -> None:
    besides: dict[str, object] = {"start": "eleven_cards"} if field == "eleven_card_knock" else {}
    usual = describe(gin_options(**besides), 2)
    for value in flips.values(field) - {GinOptions.model_fields[field].default}:
        assert describe(gin_options(**{field: value}, **besides), 2) != usual


# --- presets

PRESETS: dict[str, dict[str, object]] = {
    "default": {},
    "gin25": {"gin_bonus": 25, "undercut_bonus": 20},
    "all25": {"gin_bonus": 25, "undercut_bonus": 25, "box_bonus": 25},
    "gamecolony": {
        "gin_bonus": 25,
        "undercut_bonus": 20,
        "box_bonus": 25,
        "shutout": "score_doubled",
        "shutout_test": "no_deal_won",
        "next_dealer": "alternate",
        "last_discard": "may_take_and_return",
    },
    "double_all": {"gin_bonus": 25, "undercut_bonus": 20, "box_bonus": 25, "shutout": "all_doubled"},
    "straight": {"knock_limit": 0},
    "round_the_corner": {
        "ace": "around",
        "ace_deadwood": 15,
        "layoff_on_gin": True,
        "undercut_bonus": 20,
        "target": 125,
    },
    "eaai": {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "box_bonus": 0,
        "game_bonus": 0,
        "next_dealer": "alternate",
    },
}
"""What each preset changes of the default, from the rules (and for ``eaai`` from the contest's)."""

DEFAULTS = {
    "standstill": 20,
    "max_deals": 500,
    "knock_limit": 10,
    "gin_bonus": 20,
    "undercut_bonus": 10,
    "box_bonus": 20,
    "box_timing": "end",
    "game_bonus": 100,
    "target": 100,
    "shutout": "bonus_doubled",
    "shutout_test": "no_points",
    "next_dealer": "loser",
    "start": "upcard",
    "last_discard": "void_at_once",
    "same_card_discard": "forbidden",
    "eleven_card_knock": False,
    "ace": "low",
    "ace_deadwood": 1,
    "layoff_on_gin": False,
    "big_gin": 0,
    "extra_boxes": False,
    "hollywood": False,
    "undercut_on_tie": True,
}


def test_the_presets_are_those_of_the_rules() -> None:
    assert set(GIN.presets) == set(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_the_numbers_of_its_source(preset: str) -> None:
    assert gin_options(preset).model_dump() == {**DEFAULTS, **PRESETS[preset]}


# (gin against 14, an undercut by 3, a shutout at 110 points with four deals won)
PLAYED = {
    "default": (34, 13, 110 + 200 + 80),
    "gin25": (39, 23, 110 + 200 + 80),
    "all25": (39, 28, 110 + 200 + 100),
    "gamecolony": (39, 23, (110 + 100) * 2 + 100),
    "double_all": (39, 23, (110 + 100 + 100) * 2),
    "straight": (34, None, 110 + 200 + 80),
    "round_the_corner": (34, 23, None),
    "eaai": (39, 28, 110),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_in_play(preset: str) -> None:
    gin_points, undercut, shutout = PLAYED[preset]
    match = gin_match(preset=preset).plays("0 gins against 14", "1 undercuts by 3")
    if undercut is None:
        drawn(TEN_LEFT, preset=preset).refuses("knock KS", "needs none at all")
        undercut = 13
    assert match.points == [(gin_points, 0), (0, undercut)]
    match = gin_match(preset=preset).plays(*["0 knocks for 30"] * 3, "0 knocks for 20")
    if shutout is None:
        assert not match.is_over
        match.plays("0 knocks for 20")
        shutout = 130 + 200 + 100
    assert match.finals == (shutout, 0)


def test_the_preset_gamecolony_alternates_the_deal_and_turns_the_last_card_down() -> None:
    match = gin_match(preset="gamecolony", first_dealer=0).plays("0 knocks for 3", "0 knocks for 3")
    assert [*match.dealers, match.next_dealer] == [0, 1, 0]
    story = drawn(LOOSE, hand1=TEN_LEFT, stock_left=3, preset="gamecolony").does("discard KS", "take")
    story.offers("knock KS", "knock TS")


def test_the_preset_round_the_corner_lays_off_on_gin() -> None:
    story = knocked(GIN_HAND, f"{COURT} 5C AS 9S", preset="round_the_corner")
    assert story.hand(1) == {"AS", "9S"}
    assert story.points(0) == 15 + 9 + 20


def test_the_preset_double_all_doubles_boxes_too() -> None:
    match = gin_match(preset="double_all").plays("0 gins against 75")
    assert match.finals == ((100 + 100 + 25) * 2, 0)


def test_options_named_go_over_the_preset() -> None:
    options = gin_options("gamecolony", gin_bonus=30)
    assert (options.gin_bonus, options.undercut_bonus) == (30, 20)


# --- what is refused


def numbers() -> Iterable[tuple[str, int, int]]:
    for field, info in GinOptions.model_fields.items():
        if info.annotation is int:
            low = next(one.ge for one in info.metadata if hasattr(one, "ge"))
            high = next(one.le for one in info.metadata if hasattr(one, "le"))
            yield field, low, high


@pytest.mark.parametrize(("field", "low", "high"), list(numbers()))
def test_numbers_have_bounds(field: str, low: int, high: int) -> None:
    # A big gin worth less than gin is refused for that: let gin be worth nothing.
    besides = {"gin_bonus": 0} if field == "big_gin" else {}
    for value in (low, high):
        assert getattr(gin_options(**{field: value}, **besides), field) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadOption, match=rf"^option {field} = {value}: "):
            gin_options(**{field: value}, **besides)


def test_every_number_has_bounds() -> None:
    assert {field for field, _, _ in numbers()} == {
        field for field, value in DEFAULTS.items() if type(value) is int and field != "ace_deadwood"
    }


@pytest.mark.parametrize("field", DEFAULTS)
def test_a_value_that_is_none_is_refused_in_one_line(field: str) -> None:
    with pytest.raises(BadOption, match=field) as refused:
        gin_options(**{field: "no such value"})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("field", DEFAULTS)
def test_values_may_be_typed_as_text(field: str) -> None:
    # What ``--set option=value`` hands over.
    default = DEFAULTS[field]
    typed = str(default).lower() if isinstance(default, bool) else str(default)
    assert gin_options(**{field: typed}) == gin_options()


def test_the_ace_counts_fifteen_also_when_typed_as_text() -> None:
    assert gin_options(ace_deadwood="15").ace_deadwood == 15
    with pytest.raises(BadOption, match="ace_deadwood"):
        gin_options(ace_deadwood="11")


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(BadOption, match="no option 'undercut'"):
        gin_options(undercut=25)


def test_an_unknown_preset_is_refused_and_the_presets_named() -> None:
    with pytest.raises(BadOption, match=r"gin has no preset 'gin26'; it has default, gin25"):
        rulebook(GIN, preset="gin26")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"eleven_card_knock": True}, "eleven_card_knock needs start = eleven_cards"),
        ({"big_gin": 19}, "big_gin = 19 is worth less than gin_bonus = 20"),
        ({"big_gin": 31, "gin_bonus": 40}, "big_gin = 31 is worth less than gin_bonus = 40"),
    ],
)
def test_g_20_bad_combinations_are_refused_in_one_line(options: dict[str, object], line: str) -> None:
    with pytest.raises(BadOption, match=f"^{line}") as refused:
        gin_book(**options)
    assert "\n" not in str(refused.value)


def test_g_20_what_has_no_effect_is_accepted() -> None:
    assert gin_options("straight", undercut_bonus=25, undercut_on_tie=False)
    assert gin_options(eleven_card_knock=True, start="eleven_cards")
    assert gin_options(big_gin=20)
    assert gin_options(big_gin=0, gin_bonus=1000)


def test_options_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        gin_options().gin_bonus = 25
    assert hash(gin_options()) == hash(gin_options())


def test_a_number_of_any_size_is_refused_in_few_words() -> None:
    with pytest.raises(BadOption, match=r"^option knock_limit = a number too large to write: "):
        rulebook(GIN, options={"knock_limit": 10**4000})
