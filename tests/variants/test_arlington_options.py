"""Arlington's options: each value flips what is legal, how a deal ends, or what is scored."""

from __future__ import annotations

import pytest

from rummy_core.options import BadOption
from rummy_variants.arlington import ARLINGTON, ArlingtonOptions, describe
from tests.story import faces, laid_out
from tests.variants.flipping import Flips
from tests.variants.fortune_tables import arlington
from tests.variants.matches import played, totals_end

flips = Flips(ARLINGTON)


@flips("pickup", "any_use")
def test_option_pickup() -> None:
    """AR-8: the top card may be laid off on one's own meld, then the rest is taken."""
    melds = ((0, "6H 7H 8H"), (1, "9C 9D 9S"))
    story = arlington.drawing("4C", "KD 9H", melds=melds).offers_only("draw")
    story.refuses("take 9H on 1", "a lay-off does not do")
    story = arlington.drawing("4C", "KD 9H", melds=melds, pickup="any_use").offers_only(
        "draw", "take 9H on 1"
    )
    story.refuses("take 9H on 2", "belongs to the other side").does("take 9H on 1")
    assert (story.melds[0], story.hand(0)) == ("6H 7H 8H 9H", faces("4C KD"))
    arlington.drawing("9S 9C", "9H", pickup="any_use").offers("take 9H with 9C 9S")


@flips("joker", True)
def test_option_joker() -> None:
    assert (len(arlington.book().pack(2)), len(arlington.book(joker=True).pack(2))) == (104, 105)
    assert arlington.worth("9C TC joker=JC", joker=True) == 120
    assert arlington.left("joker", joker=True) == -200
    with pytest.raises(ValueError, match="not in the pack"):
        arlington.playing("joker 9C")


@flips("joker_reclaim", "anyone")
def test_option_joker_reclaim() -> None:
    melds = ((1, "9S joker=TS JS"),)
    story = arlington.playing("TS 4H", melds=melds, joker=True)
    story.refuses("swap TS for joker on 1", "Meld 1 belongs to the other side")
    story = arlington.playing(
        "TS 4H", melds=melds, other="8H 8C", stock="8D", joker=True, joker_reclaim="anyone"
    )
    story.does("swap TS for joker on 1", "discard 4H", "draw", "meld 8H 8C 8D")
    # The ten counts for the owner of the meld.
    assert story.lines[:2] == [(0, "left in hand", -200), (1, "melded", 60)]


def test_joker_reclaim_needs_a_joker() -> None:
    """AR-18."""
    with pytest.raises(BadOption, match="joker_reclaim = anyone needs joker = true"):
        arlington.book(joker_reclaim="anyone")


@flips("concealed_bonus", 250)
def test_option_concealed_bonus() -> None:
    """AR-10: the whole hand in one turn, none melded before, not in the first turn; apart from the points."""
    hand = "8C 9C TC 4D"
    story = arlington.playing(hand).does("meld 8C 9C TC", "discard 4D")
    assert story.sheet.boxes == ()
    story = arlington.playing(hand, concealed_bonus=250).does("meld 8C 9C TC", "discard 4D")
    assert (story.points(0), story.sheet.boxes) == (130, (1, 0))
    story = arlington.playing(hand, concealed_bonus=250, turn=2).does("meld 8C 9C TC", "discard 4D")
    assert story.sheet.boxes == (0, 0)
    story = arlington.playing("4D", melds=((0, "8C 9C TC"),), concealed_bonus=250)
    # What was laid before this turn was laid in another.
    story.table.turn += 1
    assert story.does("discard 4D").sheet.boxes == (0, 0)


def test_concealed_bonus_is_added_when_the_match_is_over() -> None:
    book = arlington.book(concealed_bonus=250)
    assert totals_end(book, (900, 100), boxes=(1, 0)) is None
    sheet = totals_end(book, (700, 1000), boxes=(2, 0))
    assert sheet is not None
    assert (sheet.winner, sheet.points, sheet.totals) == (1, (700, 1000), (1200, 1000))
    assert [(line.side, line.reason, line.points) for line in sheet.lines] == [(0, "2 concealed at 250", 500)]


@flips("game_bonus", 200)
def test_option_game_bonus() -> None:
    plain = totals_end(arlington.book(), (1000, 300))
    paid = totals_end(arlington.book(game_bonus=200), (1000, 300))
    assert plain is not None
    assert paid is not None
    assert (plain.totals, plain.lines) == ((1000, 300), ())
    assert (paid.totals, paid.lines[0].reason) == ((1200, 300), "game bonus")
    # A match that is stopped short of the target is no game won.
    short = totals_end(arlington.book(game_bonus=200), (900, 300), stopped="500 deals played")
    assert short is not None
    assert (short.totals, short.winner) == ((900, 300), 0)


@flips("opening_upcard", "offered")
def test_option_opening_upcard() -> None:
    """AR-16: once round from the dealer's left; who takes it meets the pickup rule and discards."""

    def opening(taker: int | None = None, **options: object):  # type: ignore[no-untyped-def]
        book = arlington.book(3, opening_upcard="offered", **options)
        hands = ["3C 4D 7S", "3D 4H 7C", "3H 4S 8C"]
        if taker is not None:
            hands[taker] = "6S 6D JC KD"
        return laid_out(book, hands=hands, pile="6H", step="upcard", seat=0, dealer=2)

    assert arlington.book(3).plan(3, 2)[0].step == "draw"
    assert arlington.book(3, opening_upcard="offered").plan(3, 2)[0].step == "upcard"
    story = opening(taker=1).offers_only("pass")
    for words in ("draw", "discard 3C", "meld 3C 4D 7S"):
        story.refuses(words, "The upcard comes first")
    story.does("pass").offers("take 6H with 6D 6S", "pass").does("take 6H with 6D 6S")
    assert (story.seat, story.step) == (1, "play")
    story.does("discard JC")
    assert (story.seat, story.step, story.table.turn) == (2, "draw", 2)
    # Refused by all: the dealer's left neighbour draws from the stock.
    story = opening().does("pass", "pass", "pass").offers_only("draw")
    assert (story.seat, story.step, story.table.player) == (0, "draw from stock", 0)
    story.refuses("take 6H with 3C 4D", "All refused the upcard").refuses("take", "All refused the upcard")
    story.does("draw", "discard 3C")
    assert (story.seat, story.step) == (1, "draw")
    # Who can take it may pass as well.
    assert opening(taker=0).does("pass").seat == 1


@flips("ace_value", "high_low")
def test_option_ace_value() -> None:
    def all_of(**options: object) -> list[int]:
        melds = ("AC 2C 3C", "QH KH AH", "AC AD AH", "2D=AC 2C=2C 3C", "QH KH 2C=AH")
        return [arlington.worth(one, **options) for one in melds] + [arlington.left("AC", **options)]

    assert all_of() == [30, 40, 60, 30, 40, -20]
    assert all_of(ace_value="high_low") == [15, 30, 30, 15, 30, -10]


@flips("ace_hand", "ten")
def test_option_ace_hand() -> None:
    """AR-2."""
    assert arlington.left("AC AD") == -40
    assert arlington.left("AC AD", ace_hand="ten") == -20
    assert arlington.worth("AC AD AH", ace_hand="ten") == 60


@flips("deuce_as_spade_queen", 50)
def test_option_deuce_as_spade_queen() -> None:
    assert arlington.worth("KS 2D=QS JS") == 30
    assert arlington.worth("KS 2D=QS JS", deuce_as_spade_queen=50) == 70
    assert arlington.worth("KS 2D=QS JS", deuce_as_spade_queen="50") == 70
    # In a set of queens it is a plain queen.
    assert arlington.worth("QS QH 2D", deuce_as_spade_queen=50) == 70


@flips("target", 500)
def test_option_target() -> None:
    assert totals_end(arlington.book(), (999, 300)) is None
    for target in (500, 1000):
        sheet = totals_end(arlington.book(target=target), (target, 300))
        assert sheet is not None
        assert sheet.reason == f"target {target} reached"


# Those it shares with Fortune.


@flips("queen_discard_ban", False)
def test_option_queen_discard_ban() -> None:
    arlington.playing("QS 9C").offers_only("discard 9C")
    arlington.playing("QS 9C", queen_discard_ban=False).offers_only("discard 9C", "discard QS")


@flips("max_set", 0)
def test_option_max_set() -> None:
    hand = "7C 7D 7H 7S 7C 9S"
    arlington.playing(hand).refuses("meld 7C 7D 7H 7S 7C", "a set has 4 cards at most")
    arlington.playing(hand, max_set=0).allows("meld 7C 7D 7H 7S 7C")
    lying = ((0, "2C 2D 2H 2S"),)
    arlington.playing("2C 9S", melds=lying).refuses("lay 2C on 1", "does not fit")
    arlington.playing("2C 9S", melds=lying, max_set=0).offers("lay 2C on 1")


@flips("max_run", 4)
def test_option_max_run() -> None:
    hand = "5C 6C 7C 8C 9C KS"
    arlington.playing(hand).allows("meld 5C 6C 7C 8C 9C")
    arlington.playing(hand, max_run=4).refuses("meld 5C 6C 7C 8C 9C", "a run has 4 cards at most")


@flips("stock_refill", "shuffle")
def test_option_stock_refill() -> None:
    pile = "9C TD JH QC 4S 5S 6S 8D 8C AH AD KC"
    turned, shuffled = (
        arlington.with_last_stock_card("4C 9H", pile, stock_refill=way).does("draw").table.cards("stock")
        for way in ("turn_over", "shuffle")
    )
    assert [card.text for card in turned] == pile.split()[-2::-1]
    assert {card.text for card in shuffled} == {card.text for card in turned}
    assert [card.text for card in shuffled] != [card.text for card in turned]


@flips("min_naturals", 2)
def test_option_min_naturals() -> None:
    """A set of deuces alone is exempt."""
    hand = "6H 2C 2D 2H 9S"
    arlington.playing(hand).offers("meld 6H 2C=6 2D=6")
    story = arlington.playing(hand, min_naturals=2).refuses("meld 6H 2C=6 2D=6", "needs 2 natural cards")
    story.offers("meld 2C 2D 2H")


@flips("distinct_suits", True)
def test_option_distinct_suits() -> None:
    hand = "7C 7C 7D 2C 2C 2D 9S"
    arlington.playing(hand).allows("meld 7C 7C 7D", "meld 2C 2C 2D")
    story = arlington.playing(hand, distinct_suits=True).refuses("meld 7C 7C 7D", "holds no two equal cards")
    story.refuses("meld 2C 2C 2D", "holds no two equal cards").offers("meld 7C 7D 2C")


@flips("max_deals", 1)
def test_option_max_deals() -> None:
    match = played(arlington.book(max_deals=1), 1)
    assert match.sheet is not None
    assert match.sheet.reason == "1 deal played"
    assert not played(arlington.book(), 1).is_over
    sheet = totals_end(arlington.book(max_deals=3), (90, 40), stopped="3 deals played")
    assert sheet is not None
    assert (sheet.winner, sheet.reason) == (0, "3 deals played")


@flips.unreached("standstill", 0, 1)
def test_option_standstill_is_never_reached() -> None:
    """Every turn draws from the stock or lays cards, also after the first upcard was offered in vain."""
    for limit in (0, 1, 20):
        book = arlington.book(2, opening_upcard="offered", standstill=limit)
        story = laid_out(book, hands=("3C 4D", "3D 4H"), pile="6H", step="upcard", seat=0, dealer=1)
        story.does("pass", "pass", "draw", "discard 3C", "draw", "discard 3D")
        assert (story.is_over, story.table.idle) == (False, 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [("pickup", "none"), ("deuce_as_spade_queen", 20), ("concealed_bonus", -1), ("ace_value", "11")],
)
def test_a_value_that_is_not_played_is_refused(option: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"option {option} = "):
        arlington.book(**{option: value})


def test_presets() -> None:
    assert set(ARLINGTON.presets) == {"default", "scarne", "joker"}
    assert arlington.book().options == ArlingtonOptions()
    assert arlington.book(preset="scarne").options == ArlingtonOptions(pickup="any_use")
    assert arlington.book(preset="joker").options == ArlingtonOptions(joker=True)


def test_the_words_tell_each_option() -> None:
    plain = describe(ArlingtonOptions(joker=True), 4)
    changed = {
        "queen_discard_ban": False, "max_set": 0, "max_run": 4, "stock_refill": "shuffle", "min_naturals": 2,
        "distinct_suits": True, "target": 300, "max_deals": 7, "pickup": "any_use", "joker": False,
        "joker_reclaim": "anyone", "concealed_bonus": 250, "game_bonus": 200, "opening_upcard": "offered",
        "ace_value": "high_low", "ace_hand": "ten", "deuce_as_spade_queen": 50,
    }  # fmt: skip
    for name, value in changed.items():
        assert describe(ArlingtonOptions(**{"joker": True, name: value}), 4) != plain, name  # type: ignore[arg-type]
    assert changed.keys() | {"standstill"} == ArlingtonOptions.model_fields.keys()
