"""Fortune's options: each value flips what is legal, how a deal ends, or what is scored."""

from __future__ import annotations

import pytest

from rummy_core.options import BadOption
from rummy_variants.fortune import FORTUNE, FortuneOptions, describe
from tests.variants.flipping import Flips
from tests.variants.fortune_tables import fortune
from tests.variants.matches import played, totals_end

flips = Flips(FORTUNE)


@flips("queen_discard_ban", True)
def test_option_queen_discard_ban() -> None:
    fortune.playing("QS QS 9C").offers("discard QS")
    story = fortune.playing("QS QS 9C", queen_discard_ban=True).offers_only("discard 9C")
    story.refuses("discard QS", "The QS may be discarded only when you hold no other card")


@flips("max_set", 0)
def test_option_max_set() -> None:
    hand = "7C 7D 7H 7S 7C 2D 9S"
    fortune.playing(hand).refuses("meld 7C 7D 7H 7S 7C", "a set has 4 cards at most")
    fortune.playing(hand, max_set=0).allows("meld 7C 7D 7H 7S 7C", "meld 7C 7D 7H 7S 7C 2D")
    lying = ((0, "7C 7D 7H 7S"),)
    fortune.playing("7C 9S", melds=lying).refuses("lay 7C on 1", "does not fit")
    fortune.playing("7C 9S", melds=lying, max_set=0).offers("lay 7C on 1")


@flips("max_run", 4)
def test_option_max_run() -> None:
    """RB-85 asks the same of Arlington."""
    hand = "5C 6C 7C 8C 9C KS"
    fortune.playing(hand).allows("meld 5C 6C 7C 8C 9C")
    story = fortune.playing(hand, max_run=4).refuses("meld 5C 6C 7C 8C 9C", "a run has 4 cards at most")
    story.does("meld 5C 6C 7C 8C").refuses("lay 9C on 1", "does not fit")


@flips("stock_refill", "shuffle")
def test_option_stock_refill() -> None:
    pile = "9C TD JH QC 4S 5S 6S 8D 8C AH AD KC"
    orders = []
    for way in ("turn_over", "shuffle"):
        story = fortune.with_last_stock_card("4C 9H", pile, stock_refill=way).does("draw")
        orders.append([card.text for card in story.table.cards("stock")])
        seen = story.view(0)["stock"].cards
        assert len([card for card in seen if card]) == (11 if way == "turn_over" else 0)
    turned, shuffled = orders
    assert turned == pile.split()[-2::-1]
    assert turned != shuffled
    assert sorted(turned) == sorted(shuffled)


@flips("min_naturals", 2)
def test_option_min_naturals() -> None:
    hand = "6H 7H 2C 2D 9S"
    fortune.playing(hand).offers("meld 2C=5H 6H 2D=7H").allows("meld 6H 2C=6 2D=6")
    story = fortune.playing(hand, min_naturals=2).offers("meld 6H 7H 2C=8H")
    story.refuses("meld 6H 2C=7H 2D=8H", "needs 2 natural cards among the wild ones")
    story.allows("meld 6H 7H 2C=8H 2D=9H")


@flips("distinct_suits", True)
def test_option_distinct_suits() -> None:
    hand = "7C 7C 7D 9S 2D"
    fortune.playing(hand).allows("meld 7C 7C 7D", "meld 7C 7C 2D")
    story = fortune.playing(hand, distinct_suits=True).allows("meld 7C 7D 2D")
    story.refuses("meld 7C 7C 7D", "a set holds no two equal cards")
    story.refuses("meld 7C 7C 2D", "a set holds no two equal cards")
    lying = ((0, "7C 7D 7H"),)
    fortune.playing("7C 9S", melds=lying).offers("lay 7C on 1")
    fortune.playing("7C 9S", melds=lying, distinct_suits=True).refuses("lay 7C on 1", "does not fit")


@flips("target", 100, 1000)
def test_option_target() -> None:
    for target in (100, 500, 1000):
        book = fortune.book(target=target)
        assert totals_end(book, (target - 1, -50)) is None
        sheet = totals_end(book, (target, -50))
        assert sheet is not None
        assert (sheet.winner, sheet.totals, sheet.reason) == (0, (target, -50), f"target {target} reached")


@flips("max_deals", 1)
def test_option_max_deals() -> None:
    match = played(fortune.book(max_deals=1, target=2000), 1)
    assert match.sheet is not None
    assert match.sheet.reason == "1 deal played"
    assert not played(fortune.book(target=2000), 1).is_over
    sheet = totals_end(fortune.book(max_deals=2), (90, 40), stopped="2 deals played")
    assert sheet is not None
    assert (sheet.winner, sheet.reason) == (0, "2 deals played")


@flips.unreached("standstill", 0, 1)
def test_option_standstill_is_never_reached() -> None:
    """Every turn draws from the stock or, for the pile, lays cards; who does neither ends the deal."""
    for limit in (0, 1, 20):
        story = fortune.drawing("9S 9C 4H", "JC 9H", other="4C TD", standstill=limit)
        story.does("take 9H with 9S 9C", "discard JC")
        assert not story.is_over
        story.does("draw", "discard TD")
        assert not story.is_over
        assert story.table.idle == 0
    story = fortune.with_last_stock_card("9S 4H", "6H", card="", standstill=1).does("pass")
    assert story.ending == "stock"


def test_equal_totals_at_the_top_play_on() -> None:
    book = fortune.book(players=3)
    assert totals_end(book, (520, 520, 480)) is None
    sheet = totals_end(book, (520, 530, 480))
    assert sheet is not None
    assert sheet.winner == 1
    draw = totals_end(book, (300, 300, 100), stopped="500 deals played")
    assert draw is not None
    assert draw.winner == -1


@pytest.mark.parametrize(
    ("option", "value"),
    [("max_set", 3), ("max_run", 5), ("min_naturals", 0), ("stock_refill", "burn"), ("target", 0)],
)
def test_a_value_that_is_not_played_is_refused(option: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"option {option} = "):
        fortune.book(**{option: value})


def test_numbers_may_be_typed() -> None:
    options = fortune.book(max_set="0", max_run="4", min_naturals="2").options
    assert (options.max_set, options.max_run, options.min_naturals) == (0, 4, 2)  # type: ignore[attr-defined]


def test_presets() -> None:
    assert set(FORTUNE.presets) == {"default", "common"}
    assert fortune.book().options == FortuneOptions()
    assert fortune.book(preset="common").options == FortuneOptions(queen_discard_ban=True)


def test_the_words_tell_each_option() -> None:
    plain = describe(FortuneOptions(), 4)
    changed = {
        "queen_discard_ban": True, "max_set": 0, "max_run": 4, "stock_refill": "shuffle", "min_naturals": 2,
        "distinct_suits": True, "target": 300, "max_deals": 7,
    }  # fmt: skip
    for name, value in changed.items():
        assert describe(FortuneOptions(**{name: value}), 4) != plain, name  # type: ignore[arg-type]
    assert changed.keys() | {"standstill"} == FortuneOptions.model_fields.keys()
    assert describe(FortuneOptions(), 8)[0].startswith("Eight players")
