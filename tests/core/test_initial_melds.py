"""Initial melds: the points they need, laid step by step, and what waits for them."""

from __future__ import annotations

from random import Random

import pytest

from rummy_core.cards import Card, cards_of, mask_of, text_of
from rummy_core.faces import Face
from rummy_core.initial_melds import InitialMeld
from rummy_core.meld_lists import ALL, melds_of
from rummy_core.melding import MeldStep
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.steps import DrawStep
from rummy_core.testing import AnyLegal, Tally, check_deal
from tests.core.melding_game import melding_game
from tests.story import Story, laid_out

RULES = MeldRules(ace=Ace.HIGH, wilds=(0,))
PACK = Pack(2, 2)


def pips(card: Card, counts: Face, kind: str) -> int:
    """An ace counts 11, pictures 10, a wild card as what it stands for."""
    return 11 if counts.rank in (1, 14) else min(counts.rank, 10)


FORTY = InitialMeld(40, pips)
PLAY = MeldStep(final_discard=True, exchanges=(0,), exchange_anywhere=True, obligations=(FORTY,))
OPENING = TakePileStep(fan=False, top_only=True, lay_off=False, final_discard=True, obligations=(FORTY,))


def at(
    hand: str,
    *melds: tuple[int, str],
    play: MeldStep = PLAY,
    draw: DrawStep = OPENING,
    step: str = "play",
    pile: str | None = None,
    sides: tuple[tuple[int, ...], ...] = (),
) -> Story:
    """Seat 0 is to play and holds ``hand``."""
    players = 4 if sides else 3
    book = melding_game(draw, play, rules=RULES, players=players, pack=PACK, sides=sides)
    return laid_out(book, hands=(hand,), melds=melds, pile=pile, step=step, seat=0, dealer=2)


def test_one_meld_or_several_reach_the_points() -> None:
    at("TH JH QH KH 2C").offers("meld TH JH QH KH").refuses("meld TH JH QH", "is 30").does("meld TH JH QH KH")
    story = at("5C 5D 5S 9H TH JH 2C").does("meld 5C 5D 5S").does("meld 9H TH JH")
    assert (story.melds, story.seat) == (["5C 5D 5S", "9H TH JH"], 0)
    story.does("discard 2C")


def test_what_cannot_reach_the_points_is_not_begun() -> None:
    story = at("5C 5D 5S 8H 9H TH 2C")
    assert story.offered_to("meld") == {"5C 5D 5S", "8H 9H TH"}
    story = at("5C 5D 5S 7H 8H 9H 2C")
    assert story.offered_to("meld") == set()
    story.refuses(
        "meld 5C 5D 5S",
        "Your first melds must come to 40 points, in one turn: 5C 5D 5S is 15, and with the rest of your "
        "hand you cannot make the 40 that are needed.",
    )


def test_once_begun_it_is_made_whole() -> None:
    story = at("5C 5D 5S 9H TH JH 2C 3C 4C KD", (1, "6C 7C 8C")).does("meld 5C 5D 5S")
    story.refuses("discard 2C", "Your first melds must come to 40 points and lack 25: lay more melds.")
    assert story.offered_to("discard") == set()
    story.does("meld 2C 3C 4C").refuses("discard KD", "lack 16")
    story.does("meld 9H TH JH").offers("discard KD")


def test_lay_offs_and_exchanges_wait_for_it() -> None:
    melds = ((1, "6C 7C 8C"), (2, "5H joker=6H 7H"))
    story = at("5C 6H 9H TH JH QH 2C", *melds)
    first = "Your first melds must come to 40 points, in one turn: then you may lay off and exchange."
    story.refuses("lay 5C on 1", first).refuses("swap 6H for joker on 2", first)
    assert (story.offered_to("lay"), story.offered_to("swap")) == (set(), set())
    begun = at("5C 6H 9H TH JH 4C 4D 4S 2C", *melds).does("meld 4C 4D 4S")
    begun.refuses("lay 5C on 1", first).does("meld 9H TH JH").offers("lay 5C on 1", "swap 6H for joker on 2")


def test_they_may_follow_in_the_same_turn_and_need_no_points_later() -> None:
    story = at("5C TH JH QH KH 2C 3D", (1, "6C 7C 8C")).does("meld TH JH QH KH")
    assert story.offered_to("lay") == {"5C on 1"}
    story.does("lay 5C on 1", "discard 2C")
    at("2C 3C 4C 9D", (0, "TH JH QH KH")).does("meld 2C 3C 4C", "discard 9D")


def test_melds_of_an_earlier_turn_are_enough_whatever_they_come_to() -> None:
    """A position may state melds that no play has led to; nobody is held to them."""
    at("2C 3C 4C 9D", (0, "5D 6D 7D")).does("meld 2C 3C 4C", "discard 9D")


@pytest.mark.parametrize("points", [0, 1])
def test_without_points_any_meld_does_but_there_must_be_one(points: int) -> None:
    play = MeldStep(obligations=(InitialMeld(points, pips),))
    story = at("2C 3C 4C 5C 9D KD", (1, "6C 7C 8C"), play=play)
    assert story.offered_to("lay") == set()
    story.refuses("lay 5C on 1", "first").does("meld 2C 3C 4C").does("lay 5C on 1", "discard 9D")


def test_a_wild_card_counts_as_what_it_stands_for() -> None:
    at("QH KH joker 4D 4C 4S 2C").offers("meld QH KH joker=AH").does("meld QH KH joker=AH", "meld 4C 4D 4S")
    at("QH KH joker 4D 4C 3S 2C").refuses("meld QH KH joker=AH", "is 31")
    story = at("2D 3D joker QH QC QS 9C")
    story.refuses("meld 2D 3D joker=4D", "is 9").refuses("meld QC QH QS", "is 30")


def test_wild_cards_may_be_barred_from_it() -> None:
    play = MeldStep(obligations=(InitialMeld(40, pips, wilds=False),))
    story = at("TH JH QH KH joker 7C 7D 2C", play=play)
    assert story.offered_to("meld") == {"TH JH QH KH"}
    story.refuses("meld 7C 7D joker", "7C 7D joker has a wild card; your first melds may have none.")
    story.does("meld TH JH QH KH", "meld 7C 7D joker")
    at("TH JH joker 7C 7D 7S 2C", play=play).refuses("meld 7C 7D 7S", "is 21")


def test_a_card_is_kept_for_the_discard() -> None:
    """Twenty and twenty make forty, but the last card cannot be laid and discarded."""
    play = MeldStep(final_discard=True, obligations=(InitialMeld(60, pips),))
    story = at("TC TD TS TH JH QH", play=play)
    assert story.offered_to("meld") == set()
    story.refuses("meld TC TD TS", "is 30")
    at("TC TD TS TH JH QH", play=MeldStep(obligations=(InitialMeld(60, pips),))).does("meld TC TD TS")
    # A card of the longer meld is held back.
    held = at("TC TD TS TH JH QH KH", play=play).does("meld TC TD TS")
    assert held.offered_to("meld") == {"TH JH QH", "JH QH KH"}
    assert (
        at("TC TD TS TH", play=MeldStep(final_discard=True, obligations=(FORTY,))).offered_to("meld") == set()
    )


def test_partners_open_together() -> None:
    story = at("2C 3C 4C 9D KD", (2, "TH JH QH KH"), sides=((0, 2), (1, 3)))
    story.does("meld 2C 3C 4C", "discard 9D")
    at("2C 3C 4C 9D KD", (1, "TH JH QH KH"), sides=((0, 2), (1, 3))).refuses("meld 2C 3C 4C", "is 9")


# The pile.


def test_the_top_card_alone_is_taken_to_open_with() -> None:
    story = at("TC TD 5C 5D 5S 2C", step="draw", pile="9C KH TS")
    assert story.offered_to("take") == {"TS with TC TD"}
    story.does("take TS with TC TD")
    assert (story.pile, story.melds) == (["9C", "KH"], ["TC TD TS"])
    story.refuses("discard 2C", "lack 10").does("meld 5C 5D 5S", "discard 2C")


def test_it_is_left_where_the_points_cannot_be_reached_with_it() -> None:
    story = at("TC TD 5C 5D 2C", step="draw", pile="9C KH TS")
    assert story.offered_to("take") == set()
    story.refuses("take TS with TC TD", "is 30").refuses(
        "take KH with TC TD", "Only the top card, the TS, may"
    )
    opened = at("TC TD 5C 5D 2C", (0, "JH QH KH AH"), step="draw", pile="9C KH TS")
    assert opened.offered_to("take") == {"TS with TC TD"}


def test_longer_melds_are_listed_where_they_may_be_needed() -> None:
    story = at("JH QH KH 2C 3C", step="draw", pile="TH")
    assert story.offered_to("take") == {"TH with JH QH KH"}
    story.does("take TH with JH QH KH", "discard 2C")


def test_the_whole_hand_cannot_be_used_up_with_it() -> None:
    story = at("TC TD 5C 5D 5S", step="draw", pile="TS")
    assert story.offered_to("take") == set()


def test_the_pile_may_be_for_those_who_have_melded() -> None:
    free = DrawStep(then="play", pile_needs_meld=True)
    reason = "only when you have a meld of your own"
    at("TC TD 2C", draw=free, step="draw", pile="TS").refuses("take", reason).offers_only("draw")
    at("TC TD 2C", (0, "4C 4D 4H"), draw=free, step="draw", pile="TS").offers_only("draw", "take")
    used = TakePileStep(fan=False, top_only=True, pile_needs_meld=True)
    story = at("TC TD 2C", draw=used, step="draw", pile="TS").offers_only("draw")
    story.refuses("take TS with TC TD", reason).refuses("take", reason)


def test_a_fan_has_no_top_card_alone() -> None:
    with pytest.raises(ValueError, match="top card only"):
        TakePileStep(top_only=True)


def test_obligations_need_any_number_of_melds() -> None:
    with pytest.raises(ValueError, match="no limit"):
        MeldStep(melds_a_turn=1, obligations=(FORTY,))


# Held against a search that tries everything.


def reachable(hand: int, need: int) -> bool:
    """Whether melds of ``hand`` come to so many points and leave a card, by trying all."""
    listed = melds_of(RULES, cards_of(hand), ALL)

    def tried(left: int, need: int, first: int) -> bool:
        if need <= 0:
            return bool(left)
        for place in range(first, len(listed)):
            one = listed[place]
            mask = mask_of(one.cards)
            if not mask & ~left:
                reading = RULES.readings(one.cards, one.faces)[0]
                if tried(left & ~mask, need - FORTY.points_of(reading), place + 1):
                    return True
        return False

    return tried(hand, need, 0)


def test_melds_are_legal_where_trying_everything_reaches_the_points() -> None:
    seen = {True: 0, False: 0}
    book = melding_game(OPENING, PLAY, rules=RULES, pack=PACK)
    near = [card for card in PACK.cards if card.rank in (0, 1, 9, 10, 11, 12, 13) and card.suit < 2]
    for seed in range(40):
        rng = Random(seed)
        cards = rng.sample(near, rng.choice((6, 7, 8)))
        story = laid_out(book, hands=(text_of(cards),), step="play", seat=0)
        held = story.table.hand(0)
        for one in melds_of(RULES, cards_of(held), ALL):
            gain = FORTY.points_of(RULES.readings(one.cards, one.faces)[0])
            rest = held & ~mask_of(one.cards)
            expected = bool(rest) and reachable(rest, 40 - gain)
            refusal = story.deal.why_illegal(one)
            assert (refusal is None) is expected, f"seed {seed}: {one} of {story.hand(0)}: {refusal}"
            seen[expected] += 1
    assert min(seen.values()) > 50, seen


@pytest.mark.parametrize(
    "play",
    [
        PLAY,
        MeldStep(obligations=(InitialMeld(20, pips, wilds=False),)),
        MeldStep(final_discard=True, obligations=(InitialMeld(0, pips),)),
    ],
    ids=["forty", "twenty, no wilds", "any"],
)
def test_conformance(play: MeldStep) -> None:
    draw = TakePileStep(
        fan=False,
        top_only=True,
        final_discard=play.final_discard,
        obligations=play.obligations,
        pass_ends="stock",
    )
    tally = Tally()
    book = melding_game(draw, play, rules=RULES, players=2, pack=PACK, hand=9)
    for seed in range(3):
        check_deal(book, seed, [AnyLegal], closely=0.1, tally=tally)
    assert tally.actions["play", "meld"]
