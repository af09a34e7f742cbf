"""500's options: each value flips what is legal, how a deal ends, or what is scored.

A test that is marked ``@flips(option, values)`` plays one position under the default and under each of
these values; it is run again with the option ignored, and must fail. ``tests/test_none_missing.py`` walks the
options and fails where none does.
"""

from __future__ import annotations

import pytest

from rummy_core.options import BadOption
from rummy_core.scoring import NOT_OVER, MatchSheet
from rummy_variants.five_hundred import FIVE_HUNDRED
from tests.variants.five_hundred_tables import after, book, table
from tests.variants.flipping import Flips
from tests.variants.matches import played

flips = Flips(FIVE_HUNDRED)
SPADES = [(1, "5S 6S 7S")]


@flips("values", "traditional")
def test_option_values() -> None:
    for values, melded, held in (("simplified", 15, 30), ("traditional", 6, 33)):
        story = table("AH 2H 3H KD", "AS 8S TC", values=values).does("meld AH 2H 3H", "discard KD")
        assert (story.points(0), story.points(1)) == (melded, -held)


@flips("pickup_use", "meld")
def test_option_pickup_use() -> None:
    """A new meld alone will do, or a lay-off too."""
    table("KD 2H", "3D", pile="8S JD", melds=SPADES, step="draw").offers("take 8S on 1")
    story = table("KD 2H", "3D", pile="8S JD", melds=SPADES, step="draw", pickup_use="meld")
    story.refuses("take 8S on 1", "must make a new meld").offers_only("draw")
    story.does("draw").offers("discard KD")
    table("8C 8D 2H", "3D", pile="8S", melds=SPADES, step="draw", pickup_use="meld").offers(
        "take 8S with 8C 8D"
    )


@flips("pickup_meld_from", "pickup")
def test_option_pickup_meld_from_and_rb_73() -> None:
    """A check against the hand alone refused it; here that is the default."""
    at = {"pile": "2C 5H 6H 7H", "step": "draw"}
    story = table("KS QD 9C JC", "3D", **at)  # type: ignore[arg-type]
    story.refuses("take 5H with 6H 7H", "The 6H 7H are not in your hand").offers_only("draw")
    story = table("KS QD 9C JC", "3D", pickup_meld_from="pickup", **at)  # type: ignore[arg-type]
    story.offers("take 5H with 6H 7H").does("take 5H with 6H 7H")
    assert (story.melds, story.pile, story.hand(0)) == (["5H 6H 7H"], ["2C"], {"KS", "QD", "9C", "JC"})
    # Cards that lie below are not taken, and so not there.
    table("KS QD", "3D", pile="5H 6H 7H 2C", step="draw", pickup_meld_from="pickup").refuses(
        "take 7H with 5H 6H", "The 5H 6H are not in your hand"
    )


@flips("top_card_free", True)
def test_option_top_card_free_and_r_7() -> None:
    at = {"pile": "2C 9H", "melds": SPADES, "step": "draw"}
    table("8S KD", "3D", **at).refuses("take", "used at once")  # type: ignore[arg-type]
    story = table("8S KD", "3D", top_card_free=True, **at).offers("take").does("take")  # type: ignore[arg-type]
    assert story.hand(0) == {"8S", "KD", "9H"}
    story.refuses("discard 9H", "just taken")
    # Both others cannot be played, or the nine alone is left.
    story.does("lay 8S on 1").refuses("discard 9H", "just taken").does("discard KD")
    story = table("8S", "3D", top_card_free=True, **at).does("take")  # type: ignore[arg-type]
    story.refuses("lay 8S on 1", "neither discard nor lay").offers_only("discard 8S")
    # Deeper cards are used as ever.
    table("8S KD", "3D", top_card_free=True, **at).refuses("take 2C on 1", "does not fit")  # type: ignore[arg-type]


def test_r_7_the_twin_of_a_free_top_card_may_be_discarded() -> None:
    story = table("9H KD", "3D", pile="9H", step="draw", top_card_free=True, players=5).does("take")
    story.does("discard 9H")
    assert (story.pile, story.hand(0)) == (["9H"], {"9H", "KD"})
    assert story.known_hand(1, 0) == {"9H"}


@flips("rummy_call", True)
def test_option_rummy_call_and_r_15() -> None:
    at = {"players": 3, "melds": SPADES, "pile": "KH"}
    hands = ("8S KD 3C", "4D 5D", "4H 5H")
    story = table(*hands, **at).does("discard 8S")  # type: ignore[arg-type]
    assert (story.step, story.seat) == ("draw", 1)
    story = table(*hands, rummy_call=True, **at).does("discard 8S")  # type: ignore[arg-type]
    assert (story.step, story.seat) == ("claim", 1)
    story.offers_only("take 8S on 1", "pass").does("pass", "take 8S on 1")
    assert (story.step, story.seat, story.pile, story.hand(2)) == ("draw", 1, ["KH"], {"4H", "5H"})
    # He scores it who claimed it.
    last = {one.card.text: one.by for one in story.table.melds[0].placed}
    assert last["8S"] == 2
    # What fits nowhere is not asked about, nor a discard that ends the deal.
    story = table(*hands, rummy_call=True, **at).does("discard KD")  # type: ignore[arg-type]
    assert (story.step, story.seat) == ("draw", 1)
    assert table("8S", *hands[1:], rummy_call=True, **at).does("discard 8S").ending == "out"  # type: ignore[arg-type]


def test_r_15_the_turn_of_the_last_stock_card_ends_without_claims() -> None:
    story = table(
        "8S KD",
        "4D",
        melds=SPADES,
        stock="2C",
        stock_left=1,
        step="draw",
        rummy_call=True,
        stock_end="immediate",
    )
    assert story.does("draw", "discard 8S").ending == "stock"


@flips("final_discard", True)
def test_option_final_discard_and_rb_75() -> None:
    """Engines demanded one card for the discard, or did not: both are played."""
    assert table("8S", "3D", melds=SPADES).does("lay 8S on 1").ending == "out"
    story = table("8S", "3D", melds=SPADES, final_discard=True)
    story.refuses("lay 8S on 1", "The last card must be discarded").does("discard 8S")
    assert story.ending == "out"
    table("5C 6C 7C", "3D", final_discard=True).refuses("meld 5C 6C 7C", "keep one back")
    story = table("9S 9C", "3D", pile="4C 9H", step="draw", final_discard=True)
    story.refuses("take 9H with 9S 9C", "keep one back").offers_only("draw")
    table("9S 9C", "3D", pile="9H 4C", step="draw", final_discard=True).offers("take 9H with 9C 9S")


@flips("target", 1000)
def test_option_target() -> None:
    assert isinstance(after(book(), (500, 0)), MatchSheet)
    assert after(book(target=1000), (500, 0)) is NOT_OVER
    assert isinstance(after(book(target=1000), (500, 0), (500, 0)), MatchSheet)


@flips("max_set", 4)
def test_option_max_set() -> None:
    hand = "KC KC KD KH KS 2D"
    table(hand, "3D", players=5, pile="4H").allows("meld KC KC KD KH KS")
    story = table(hand, "3D", players=5, pile="4H", max_set=4)
    story.refuses("meld KC KC KD KH KS", "a set has 4 cards at most")
    story.does("meld KC KD KH KS").refuses("lay KC on 1", "does not fit")


@flips("stock_end", "immediate")
def test_option_stock_end_and_r_5() -> None:
    at = {"stock": "4C", "stock_left": 1, "step": "draw", "pile": "KD"}
    story = table("KS KC KH 3D 7H", "9D 9H", **at).does("draw", "meld KC KH KS", "discard 3D")  # type: ignore[arg-type]
    assert (story.step, story.seat, story.is_over) == ("draw", 1, False)
    story = table("KS KC KH 3D 7H", "9D 9H", stock_end="immediate", **at)  # type: ignore[arg-type]
    story.does("draw", "meld KC KH KS").does("discard 3D")
    assert (story.ending, story.points(0), story.points(1)) == ("stock", 20, -10)


@flips("distinct_suits", True)
def test_option_distinct_suits_r_9_and_rb_77() -> None:
    """A card was compared only with the first of the set."""
    story = table("KH KH KD KS KS KC", "3D", players=5, pile="4H")
    story.offers("meld KH KH KS", "meld KH KS KS").allows("meld KH KD KS KS", "meld KH KH KD KS")
    story = table("KH KH KD KS KS KC", "3D", players=5, pile="4H", distinct_suits=True)
    story.refuses("meld KH KD KS KS", "no two equal cards").refuses("meld KH KD KS KH", "no two equal cards")
    story.allows("meld KH KD KS KC").does("meld KH KD KS").refuses("lay KH on 1", "does not fit")


@flips("sides", "partners")
def test_option_sides() -> None:
    hands = ("KC KD KH 2D", "3D", "4D", "3S")
    for sides, points in (("solo", 30), ("partners", 25)):
        story = table(*hands, players=4, pile="5H", sides=sides).does("meld KC KD KH", "discard 2D")
        assert story.points(0) == points
    assert book(4).sides == ((0,), (1,), (2,), (3,))
    assert book(4, sides="partners").sides == ((0, 2), (1, 3))


@flips("jokers_wild", 1, 2)
def test_option_jokers_wild_and_r_14() -> None:
    assert len(book().pack(2)) == 52
    assert len(book(jokers_wild=1).pack(2)) == 53
    assert len(book(5, jokers_wild=2).pack(5)) == 106
    for values in ("simplified", "traditional"):
        story = table("5H joker 7H KD", "joker 3D", pile="4C", jokers_wild=2, values=values)
        story.does("meld 5H joker 7H", "discard KD")
        assert story.points(0) == {"simplified": 25, "traditional": 27}[values]
        assert story.points(1) == {"simplified": -20, "traditional": -18}[values]
    # Its face is fixed, it is not taken back, and a meld needs a natural card.
    story = table("5H joker 7H 6H KD", "3D", pile="4C", jokers_wild=2).does("meld 5H joker=6H 7H")
    story.refuses("swap 6H for joker on 1", "not taken out").refuses("lay 6H on 1", "does not fit")
    table("5H joker joker KD", "3D", pile="4C", jokers_wild=2).refuses(
        "meld 5H joker joker", "read in more than one way"
    ).offers("meld 5H joker=6H joker=7H", "meld 5H joker=5 joker=5")
    table("5H joker joker KD", "3D", pile="4C", jokers_wild=2).refuses(
        "meld joker joker", "neither a set nor a run"
    )


@flips("standstill", 1, 0)
def test_option_standstill() -> None:
    at = {"pile": "KH", "step": "draw", "top_card_free": True}
    moves = ("take", "discard 8S", "take", "discard 4D")
    assert not table("8S 2D", "3D 4D", **at).does(*moves).is_over  # type: ignore[arg-type]
    assert table("8S 2D", "3D 4D", standstill=1, **at).does(*moves).ending == "standstill"  # type: ignore[arg-type]
    story = table("8S 2D", "3D 4D", standstill=0, **at)  # type: ignore[arg-type]
    for _ in range(60):
        story.does("take")
        story.does(f"discard {sorted(story.offered_to('discard'))[0]}")
    assert not story.is_over


@flips("max_deals", 1)
def test_option_max_deals() -> None:
    match = played(book(max_deals=1), 1)
    assert match.sheet is not None
    assert match.sheet.reason == "1 deal played"
    assert not played(book(), 1).is_over
    sheet = after(book(max_deals=2), (100, 0), (0, 50), stopped="2 deals played")
    assert isinstance(sheet, MatchSheet)
    assert (sheet.winner, sheet.totals, sheet.reason) == (0, (100, 50), "2 deals played")
    assert after(book(), (100, 0), (0, 50)) is NOT_OVER


# --- bad values


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("values", "pips"),
        ("pickup_use", "none"),
        ("pickup_meld_from", "table"),
        ("target", 0),
        ("max_set", 3),
        ("stock_end", "never"),
        ("sides", "teams"),
        ("jokers_wild", 3),
        ("jokers_wild", -1),
    ],
)
def test_bad_values(option: str, value: object) -> None:
    with pytest.raises(BadOption, match=option):
        book(**{option: value})


def test_as_typed() -> None:
    assert (
        book(max_set="4", jokers_wild="2", rummy_call="true").options
        == book(max_set=4, jokers_wild=2, rummy_call=True).options
    )
