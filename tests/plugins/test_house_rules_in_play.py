"""House rules that change what may be played: each in every kind of game that it fits."""

from __future__ import annotations

import pytest
from tests.plugins.house_rule_tables import MELDING, NINES, book, playing
from tests.story import Story
from tests.variants.flipping import Flips

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.offering import AnswerOffer
from rummy_plugins.house_rules.first_meld_points import FIRST_MELD_POINTS
from rummy_plugins.house_rules.jokers import JOKERS
from rummy_plugins.house_rules.one_meld_a_turn import ONE_MELD_A_TURN

WITH_WILDS = ("arlington", "fortune", "skarney")
WITH_PILE = ("500", "arlington", "fortune", "persian", "rummy")
PILE_MELD = ("500", "arlington", "fortune", "persian")

# natural-first-meld


@pytest.mark.parametrize("game", WITH_WILDS)
def test_the_first_meld_has_no_wild_card_and_later_ones_may(game: str) -> None:
    hand = "5C 5D 2H 9C 9D 9S KD 8H"
    playing(game, hand=hand).allows("meld 5C 5D 2H")
    story = playing(game, "natural-first-meld", hand=hand)
    story.refuses("meld 5C 5D 2H", "The first meld of a side has no wild card, and the 2H is one.")
    story.does(NINES).does("meld 5C 5D 2H")


def test_a_wild_card_melded_as_itself_is_none_either() -> None:
    story = playing("arlington", "natural-first-meld", hand="2C 2D 2H 9C 9D 9S KD")
    story.refuses("meld 2C 2D 2H", "no wild card")


@pytest.mark.parametrize("game", ["arlington", "fortune"])
def test_nor_is_the_pile_taken_for_a_first_meld_with_a_wild_card(game: str) -> None:
    def stands(melds: list[tuple[int, str]]) -> Story:
        return playing(game, "natural-first-meld", hand="6S 2D 6C KD", pile="6H", step="draw", melds=melds)

    stands([]).refuses("take 6H with 6S 2D", "no wild card").allows("take 6H with 6S 6C")
    stands([(0, "JH QH KH")]).allows("take 6H with 6S 2D")
    stands([(1, "JH QH KH")]).refuses("take 6H with 6S 2D", "no wild card")


def test_where_a_contract_is_asked_for_its_first_meld_is_natural() -> None:
    hand = "5C 5D 2H 9C 9D 9S QC QD joker KD 8H"
    story = playing("skarney", "natural-first-meld", hand=hand, step="contract",
                    options={"contract": "required"})  # fmt: skip
    story.refuses("meld 5C 5D 2H", "no wild card")
    story.does(NINES, "meld 5C 5D 2H", "meld QC QD joker")


def test_wild_cards_that_another_house_rule_or_an_option_brings_are_wild_cards() -> None:
    for story in (
        playing("500", "natural-first-meld", hand="5C 5D joker 9C 9D 9S KD", options={"jokers_wild": 1}),
        playing("rummy", "natural-first-meld", "jokers", hand="5C 5D joker 9C 9D 9S KD"),
    ):
        story.refuses("meld 5C 5D joker", "no wild card").does(NINES, "meld 5C 5D joker")


# natural-deuces


@pytest.mark.parametrize("game", WITH_WILDS)
def test_deuces_stand_for_nothing_else_and_meld_as_twos(game: str) -> None:
    hand = "5C 5D 2H 2C 2S 9D 3H 4H"
    playing(game, hand=hand).allows("meld 5C 5D 2H")
    story = playing(game, "natural-deuces", hand=hand)
    story.refuses("meld 5C 5D 2H", "neither a set nor a run").allows("meld 2H 3H 4H")
    story.does("meld 2H 2C 2S")
    values = story.deal.rules.card_values
    assert values.in_hand[1] == values.in_hand[2] == 5
    (meld,) = story.table.melds
    assert sum(values.of_placed(meld, one) for one in meld.placed) == 15


def test_a_natural_deuce_stops_nobody() -> None:
    def stops(*rules: str) -> tuple[int, ...]:
        step = book("skarney", *rules).rules.steps["answer offer"]
        assert isinstance(step, AnswerOffer)
        return step.stops

    assert (stops(), stops("natural-deuces")) == ((1, 2, 0), (1, 0))


# one-meld-a-turn


@pytest.mark.parametrize("game", MELDING)
def test_one_new_meld_a_turn(game: str) -> None:
    hand = "5C 5D 5S 9C 9D 9S KD 8H"
    playing(game, hand=hand).does(NINES).allows("meld 5C 5D 5S")
    story = playing(game, "one-meld-a-turn", hand=hand).does(NINES)
    story.refuses("meld 5C 5D 5S", "one new meld a turn")
    assert story.offered_to("meld") == set()


@Flips(ONE_MELD_A_TURN)("melds", 2)
def test_or_two_of_them() -> None:
    hand = "5C 5D 5S 9C 9D 9S JD JH JS 8H"
    story = playing("fortune", ("one-meld-a-turn", {"melds": 2}), hand=hand)
    story.does(NINES, "meld 5C 5D 5S").refuses("meld JD JH JS", "2 new melds a turn")


@pytest.mark.parametrize("game", PILE_MELD)
def test_a_meld_with_a_card_of_the_pile_is_that_one(game: str) -> None:
    story = playing(game, "one-meld-a-turn", hand="6S 6C 9C 9D 9S KD", pile="6H", step="draw")
    story.does("take 6H with 6S 6C").refuses(NINES, "one new meld a turn")
    assert story.does("discard KD").seat == 1


def test_a_contract_is_laid_whole_and_one_meld_follows() -> None:
    hand = "5C 5D 5S 9C 9D 9S JD JH JS 8H 8C 8D 7C 7D 7H KC"
    story = playing("skarney", "one-meld-a-turn", hand=hand, step="contract",
                    options={"contract": "required", "play_after_contract_same_turn": True})  # fmt: skip
    story.does(NINES, "meld 5C 5D 5S", "meld JD JH JS").refuses("meld 7C 7D 7H", "one new meld a turn")


# meld-before-lay-off


@pytest.mark.parametrize("game", ["500", "iceberg", "persian", "rummy"])
def test_no_lay_off_before_a_meld_of_ones_own(game: str) -> None:
    table = [(1, "5H 6H 7H")]
    hand = "8H 9C 9D 9S KD TC"
    playing(game, hand=hand, melds=table).allows("lay 8H on 1")
    story = playing(game, "meld-before-lay-off", hand=hand, melds=table)
    story.refuses("lay 8H on 1", "only when you have a meld of your own")
    story.does(NINES).does("lay 8H on 1")


@pytest.mark.parametrize("game", ["500", "persian"])
def test_nor_is_a_card_of_the_pile_laid_off(game: str) -> None:
    def stands(*melds: tuple[int, str]) -> Story:
        return playing(
            game, "meld-before-lay-off", hand="9C KD TC", pile="8H", step="draw",
            melds=[(1, "5H 6H 7H"), *melds],
        )  # fmt: skip

    stands().refuses("take 8H on 1", "a meld of your own")
    assert "take 8H on 1" not in stands().offered
    stands((0, "JC QC KC")).offers("take 8H on 1")


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (game, named)
        for game, other in (
            ("500", "meld-before-lay-off"),
            ("rummy", "meld-before-lay-off"),
            ("rummy", "first-meld-points"),
        )
        for named in (("rummy-call", other), (other, "rummy-call"))
    ],
)
def test_nor_is_a_discard_claimed_in_whatever_order_the_rules_are_named(
    game: str, rules: tuple[str, str]
) -> None:
    def stands(owner: int) -> Story:
        return playing(game, *rules, hand="8H 9C KD TC", melds=[(owner, "5H 6H 7H")]).does("discard 8H")

    story = stands(0).offers_only("pass")
    story.refuses("take 8H on 1", "a meld of your own")
    stands(1).offers_only("pass", "take 8H on 1")


# last-card-discarded


@pytest.mark.parametrize("game", [one for one in MELDING if one != "skarney"])
def test_the_last_card_is_discarded(game: str) -> None:
    assert playing(game, hand="9C 9D 9S").does(NINES).is_over
    playing(game, "last-card-discarded", hand="9C 9D 9S").refuses(NINES, "The last card must be discarded")
    story = playing(game, "last-card-discarded", hand="9C 9D 9S KD").does(NINES)
    assert story.does("pass on KD" if game == "iceberg" else "discard KD").is_over


@pytest.mark.parametrize("game", PILE_MELD)
def test_nor_does_the_pile_take_it(game: str) -> None:
    def stands(*rules: str) -> Story:
        return playing(game, *rules, hand="6S 6C", pile="6H", step="draw")

    assert stands().does("take 6H with 6S 6C").ending == "out"
    stands("last-card-discarded").refuses("take 6H with 6S 6C", "The last card must be discarded")


# rummy-call


@pytest.mark.parametrize("game", ["500", "persian", "rummy"])
def test_a_discard_that_fits_is_claimed_and_the_turn_stays(game: str) -> None:
    table = [(0, "5H 6H 7H")]
    hand = "8H KD TC JC"
    assert playing(game, hand=hand, melds=table).does("discard 8H").step == "draw"
    story = playing(game, "rummy-call", hand=hand, melds=table).does("discard 8H")
    assert (story.step, story.seat) == ("claim", 1)
    held = story.hand(1)
    story.offers_only("pass", "take 8H on 1").does("take 8H on 1")
    assert (story.melds, story.pile, story.hand(1)) == (["5H 6H 7H 8H"], ["4D"], held)
    assert (story.step, story.seat) == ("draw", 1)


def test_a_discard_that_nobody_claims_stays_on_the_pile() -> None:
    story = playing("rummy", "rummy-call", hand="8H KD TC", melds=[(0, "5H 6H 7H")]).does(
        "discard 8H", "pass"
    )
    assert (story.step, story.seat, story.pile[-1]) == ("draw", 1, "8H")


# jokers


@pytest.mark.parametrize(
    ("game", "number"), [("rummy", 2), ("fortune", 2), ("500", 2), ("arlington", 1), ("skarney", 4)]
)
def test_jokers_are_in_the_pack_and_stand_for_any_card(game: str, number: int) -> None:
    assert book(game, "jokers").pack(2).jokers == number
    story = playing(game, "jokers", hand="5C 5D joker 9C KD TC").does("meld 5C 5D joker")
    assert story.melds == ["5C 5D joker=5"]


@Flips(JOKERS)("number", 4)
def test_so_many_of_them() -> None:
    assert book("rummy", ("jokers", {"number": 4})).pack(2).jokers == 4
    assert len(book("rummy", ("jokers", {"number": 4})).pack(2)) == 56


@Flips(JOKERS)("points", 25)
def test_a_joker_has_a_value_melded_and_in_hand() -> None:
    rules = ("jokers", {"points": 25})
    story = playing("rummy", rules, hand="9C 9D 9S KD", other="joker 3C").does(NINES, "discard KD")
    assert story.points(0) == (25 + 3) * 2
    story = playing("fortune", rules, hand="5C 5D joker KD", other="joker 3C")
    story.does("meld 5C 5D joker", "discard KD")
    assert (story.points(0), story.points(1)) == (5 + 5 + 25, -25 - 5)


def test_what_a_game_settles_of_its_jokers_is_left_to_it() -> None:
    with pytest.raises(
        ValueError, match=r"jokers\.points = 25: what its jokers count the game settles itself"
    ):
        book("500", ("jokers", {"points": 25}))
    with pytest.raises(ValueError, match=r"jokers\.number = 2: this game plays with one joker or none"):
        book("arlington", ("jokers", {"number": 2}))
    with pytest.raises(ValueError, match="jokers_wild = 3"):
        book("500", ("jokers", {"number": 3}))


# round-the-corner and high-low-aces


@pytest.mark.parametrize("game", ["500", "persian", "rummy"])
def test_runs_go_round_the_corner(game: str) -> None:
    hand = "QC KC AC 2C 3C 9D"
    playing(game, hand=hand).refuses("meld KC AC 2C", "neither a set nor a run")
    story = playing(game, "round-the-corner", hand=hand).offers("meld KC AC 2C").allows("meld QC KC AC 2C")
    story.does("meld KC AC 2C", "lay 3C on 1", "lay QC on 1")
    assert story.melds == ["QC KC AC 2C 3C"]


@pytest.mark.parametrize("game", ["gin", "oklahoma"])
def test_they_do_in_a_hand_that_knocks(game: str) -> None:
    hand = "KC AC 2C 5D 5H 5S 7C 7D 7H 8S JD"
    playing(game, hand=hand, step="discard", deal_notes={"knock_limit": 10}).refuses("knock JD", "deadwood")
    story = playing(game, "round-the-corner", hand=hand, step="discard", deal_notes={"knock_limit": 10})
    story.offers("knock JD")


@pytest.mark.parametrize("game", ["rummy", "persian"])
def test_aces_are_high_or_low(game: str) -> None:
    hand = "QC KC AC AD 2D 3D 9D"
    shut = "meld QC KC AC" if game == "rummy" else "meld AD 2D 3D"
    high: dict[str, object] = {"persian_ace": "high"} if game == "persian" else {}
    playing(game, hand=hand, options=high).refuses(shut, "neither")
    playing(game, "high-low-aces", hand=hand).allows("meld QC KC AC", "meld AD 2D 3D")


@pytest.mark.parametrize("game", ["gin", "oklahoma"])
def test_high_aces_count_in_a_hand_that_knocks(game: str) -> None:
    hand = "QC KC AC 5D 5H 5S 7C 7D 7H 8S JD"
    playing(game, hand=hand, step="discard", deal_notes={"knock_limit": 10}).refuses("knock JD", "deadwood")
    playing(game, "high-low-aces", hand=hand, step="discard", deal_notes={"knock_limit": 10}).offers(
        "knock JD"
    )


# block


@pytest.mark.parametrize("game", ["arlington", "fortune", "rummy"])
def test_without_a_second_stock_the_deal_ends_when_nobody_takes_the_pile(game: str) -> None:
    def stands(*rules: str) -> Story:
        story = playing(
            game, *rules, hand="8H KD TC", other="3C 4S 7D", pile="5C KC 9H JD", stock="6S", stock_left=1,
            step="draw",
        )  # fmt: skip
        return story.does("draw", "discard TC")

    assert "draw" in stands().offered
    story = stands("block")
    assert "draw" not in story.offered
    assert story.does("pass").ending == "stock"


# meld-before-pile


@pytest.mark.parametrize("game", WITH_PILE)
def test_nobody_takes_from_the_pile_before_he_has_melded(game: str) -> None:
    take = "take" if game == "rummy" else "take 6H with 6C 6S"

    def stands(*melds: tuple[int, str]) -> Story:
        return playing(
            game, "meld-before-pile", hand="6S 6C KD TC", pile="6H", step="draw", melds=list(melds)
        )

    stands().offers_only("draw").refuses(take, "only when you have a meld of your own")
    stands((1, "JC QC KC")).refuses(take, "only when you have a meld of your own")
    stands((0, "JC QC KC")).offers(take)


# gin-only


@pytest.mark.parametrize("game", ["gin", "oklahoma"])
def test_a_knock_needs_gin(game: str) -> None:
    assert book(game, "gin-only").options.model_dump().get("knock_limit", 0) == 0
    deal = Deal.begin(book(game, "gin-only"), Chance(1))
    assert deal.table.deal_notes["knock_limit"] == 0
    hand = "KC KD KH 5D 5H 5S 7C 7D 7H AS JD"
    playing(game, hand=hand, pile="9D", step="discard").offers("knock JD")
    story = playing(game, "gin-only", hand=hand, pile="9D", step="discard")
    story.refuses("knock JD", "a knock needs none")


# first-meld-points


@pytest.mark.parametrize("game", ["500", "persian", "rummy"])
def test_the_first_melds_come_to_thirty_points_in_one_turn(game: str) -> None:
    hand = "3C 3D 3S 9C 9D 9S KD TC"
    table = [(1, "TH JH QH")]
    playing(game, hand=hand).allows("meld 3C 3D 3S", NINES)
    story = playing(game, "first-meld-points", hand=hand, melds=table)
    story.allows(NINES, "meld 3C 3D 3S")  # 27 and 9
    story.does(NINES).refuses("discard KD", "must come to 30 points and lack 3").does("meld 3C 3D 3S")
    assert story.does("discard KD").seat == 1
    alone = playing(game, "first-meld-points", hand="9C 9D 9S KD TC")
    alone.refuses(NINES, "30 points")
    assert alone.offered_to("meld") == set()


@Flips(FIRST_MELD_POINTS)("points", 27)
def test_or_to_another_number() -> None:
    story = playing("500", ("first-meld-points", {"points": 27}), hand="9C 9D 9S KD TC").does(NINES)
    assert story.does("discard KD").seat == 1
