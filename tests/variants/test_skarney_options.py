"""Skarney's options: each value flips what is legal, how a hand ends, or what is scored."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_core.cards import parse_cards
from rummy_core.catalogue import variant
from rummy_core.hooks import MatchState
from rummy_core.numbering import DEAL_NUMBER
from rummy_core.options import BadOption
from rummy_core.rulebook import rulebook
from rummy_core.scoring import DealResult, RoundResult, ScoreSheet, Seating
from rummy_variants.skarney import SKARNEY, SkarneyOptions
from rummy_variants.skarney_words import describe
from tests.story import Story
from tests.variants.flipping import Flips
from tests.variants.skarney_tables import skarney, skarney_book, skarney_match

flips = Flips(SKARNEY)
LOOSE = ("3C 7D JS", "4C 8D JC", "3D 7S JH", "4H 8S JD")
SETS = "5C 5D 5H 8C 8D 8S QC QD QH"
FIVES = (0, "5C 5D 5H")


# --- who plays with whom


@flips("sides", "solo")
def test_sides_decide_whose_melds_may_grow() -> None:
    def at(**options: object) -> Story:
        return skarney("8H 5S 3C", melds=[FIVES, (2, "8C 8D 8S")], step="play", **options)  # type: ignore[arg-type]

    at().allows("lay 8H on 2")
    at(sides="solo").refuses("lay 8H on 2", "belongs to the other side")


def test_two_and_three_play_alone_without_being_told() -> None:
    for players in (2, 3):
        assert skarney_book(players).options.sides == "solo"  # type: ignore[attr-defined]
    assert skarney_book(4).options.sides == "partners"  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [2, 3])
def test_sk_28_partners_are_four(players: int) -> None:
    with pytest.raises(BadOption, match=f"sides = partners is for four players, not {players}"):
        skarney_book(players, sides="partners")


def test_the_alias_for_singles_carries_its_preset() -> None:
    singles = variant("skarney-singles")
    assert rulebook(singles).options.sides == "solo"  # type: ignore[attr-defined]
    assert rulebook(singles, players=2).sides == ((0,), (1,))


# --- the cards


@flips("jokers", 0)
def test_jokers_are_in_the_pack_or_not() -> None:
    assert len(skarney_book().pack(4)) == 108
    without = skarney_book(jokers=0).pack(4)
    assert len(without) == 104
    assert not [card for card in without.cards if card.rank == 0]


@flips("max_set", 4)
def test_a_set_has_four_cards_at_most() -> None:
    def at(**options: object) -> Story:
        return skarney("KC KD KH KS KC 3C 5S", melds=[(0, "5C 5D 5H 5S")], step="play", **options)  # type: ignore[arg-type]

    at().offers("meld KC KC KD KH KS", "lay 5S on 1")
    at(max_set=4).offers("meld KC KD KH KS").refuses("meld KC KC KD KH KS", "a set has 4 cards at most")
    at(max_set=4).refuses("lay 5S on 1", "does not fit")


# --- the contract


@flips("contract", "none")
def test_without_contract_any_meld_is_laid_from_the_first_turn() -> None:
    def at(**options: object) -> Story:
        return skarney("5C 5D 5H 8C 9C TC JC KC 3H 4S 6S", stock="7D", **options).does("draw")  # type: ignore[arg-type]

    at().refuses("meld 5C 5D 5H", "The contract asks for three sets of three")
    story = at(contract="none").does("meld 5C 5D 5H", "meld 8C 9C TC JC")
    assert len(story.melds) == 2


def test_sk_22_the_shutout_is_then_of_a_side_without_a_meld() -> None:
    story = skarney("8C 8D 8S", *LOOSE[1:], step="play", hand=5, contract="none").does("meld 8C 8D 8S")
    assert story.lines[-2:] == [(0, "hand 5 won", 300), (0, "shutout", 200)]
    story = skarney("8C 8D 8S", *LOOSE[1:], melds=[(1, "KC KD KH")], step="play", contract="none")
    assert "shutout" not in [reason for _, reason, _ in story.does("meld 8C 8D 8S").lines]


@flips("play_after_contract_same_turn", True)
def test_new_melds_may_follow_the_contract_in_its_turn() -> None:
    def laid(**options: object) -> Story:
        story = skarney(f"{SETS} KC KD KS KH 5S", *LOOSE[1:], step="contract", **options)  # type: ignore[arg-type]
        return story.does("meld 5C 5D 5H", "meld 8C 8D 8S", "meld QC QD QH")

    assert laid().step == "offer"
    story = laid(play_after_contract_same_turn=True)
    story.offers("meld KC KD KH KS")
    # SK-21: the melds of the contract stay at three until the next turn.
    story.refuses("lay 5S on 1", "was laid this turn and does not grow before your next")


@flips("contract_compulsory", True)
def test_who_holds_a_contract_must_lay_it() -> None:
    def at(words: str, **options: object) -> Story:
        return skarney(words, step="contract", **options)  # type: ignore[arg-type]

    at(f"{SETS} 3S 4S").offers("done")
    story = at(f"{SETS} 3S 4S", contract_compulsory=True)
    story.refuses("done", "You hold a contract, and must lay it now").offers("meld 5C 5D 5H")
    at(f"{SETS[:-3]} 3S 4S 6H", contract_compulsory=True).offers_only("done")


@pytest.mark.parametrize("option", ["play_after_contract_same_turn", "contract_compulsory"])
def test_sk_28_without_a_contract_there_is_none_to_lay(option: str) -> None:
    with pytest.raises(BadOption, match=f"{option} needs contract = required"):
        skarney_book(contract="none", **{option: True})


# --- ties, offers, ends


@flips("tie_hand", "advance")
def test_a_tied_hand_is_dealt_again_or_the_next_is_played() -> None:
    numbers = {}
    for tie in ("replay", "advance"):
        match = skarney_match(tie_hand=tie)
        deal = match.begin_deal()
        tied = skarney("", "", "", "", tie_hand=tie)
        sheet = tied.deal.rules.score_deal(tied.table, "stock")
        assert sheet.ending == "tie"
        deal.table.sheet = sheet
        match.end_deal()
        numbers[tie] = (match.begin_deal().table.note(DEAL_NUMBER), match.seating.dealer - match.first_dealer)
        assert match.totals == (0, 0)
    assert numbers["replay"] == (1, 0)
    assert numbers["advance"][0] == 2
    assert numbers["advance"][1] % 4 == 1


def accepted(**options: object) -> Story:
    """Seat 0 has offered the jack of spades, seat 1 has taken it and drawn the king."""
    story = skarney(*LOOSE, step="offer", stock="KC KD KH KS QC", **options)  # type: ignore[arg-type]
    return story.does("offer JS", "accept", "draw")


@flips("no_return_offer", True)
def test_a_card_just_accepted_is_not_offered_at_once() -> None:
    accepted().offers("offer JS")
    story = accepted(no_return_offer=True).refuses("offer JS", "was accepted since your last turn")
    assert "JS" not in story.offered_to("offer")
    # A turn later it may be.
    story.does("offer KC", "pass", "pass", "pass", "draw", "offer 3D", "pass", "pass", "pass")
    story.does("draw", "offer 4H", "pass", "pass", "pass", "draw", "offer 3C", "pass", "pass", "pass", "draw")
    assert story.seat == 1
    story.offers("offer JS")


def test_who_has_nothing_else_offers_it_all_the_same() -> None:
    hands = ("AS 3C", "9S", "3D")
    table = {"step": "offer", "players": 3, "melds": [(1, "9C 9D 9H")], "no_return_offer": True}
    story = skarney(*hands, **table).does("offer AS", "accept")  # type: ignore[arg-type]
    # The ace cost the draw; with the nine laid off it would be the last card, of which none is offered.
    story.does("done").offers_only("offer 9S")
    notes = {"accepted 1 from 0": parse_cards("JS")[0], "accepted 1 from 2": parse_cards("QS")[0]}
    story = skarney("3C 4D", "JS QS", step="offer", seat=1, players=3, notes=notes, no_return_offer=True)
    story.offers_only("offer JS", "offer QS")


@flips("standstill", 0, 1)
def test_standstill_ends_a_hand_in_which_nothing_happens() -> None:
    def at(standstill: int, idle: int) -> Story:
        hands = ("AC 7D JS", "4C 8D JC", *LOOSE[2:])
        story = skarney(*hands, step="offer", melds=[FIVES, (1, "KC KD KH")], standstill=standstill)
        story.table.idle = idle
        return story.does("offer AC", "accept", "done", "offer 4C", "pass", "pass", "pass")

    assert at(1, 2).ending == "standstill"
    assert not at(0, 500).is_over
    assert not at(20, 2).is_over
    assert at(20, 78).ending == "standstill"


@flips("max_deals", 1)
def test_max_deals_ends_a_match() -> None:
    deal = DealResult(Seating((0, 1, 2, 3), 0), ScoreSheet("out", winner=0))
    played = MatchState(4, ((0, 2), (1, 3)), (RoundResult((deal,), (100, 0), (0, 0), 0, False),), 0)
    assert skarney_book(max_deals=1).options.max_deals == 1
    for stopped, over in (("", False), ("1 deal played", True)):
        sheet = skarney_book(max_deals=1).hooks.score_match(match=played, stopped=stopped)
        assert hasattr(sheet, "winner") is over
    match = skarney_match(max_deals=1)
    deal_in_play = match.begin_deal()
    deal_in_play.table.sheet = ScoreSheet("out", winner=0)
    match.end_deal()
    assert match.is_over


# --- all of them


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("jokers", 2),
        ("max_set", 3),
        ("sides", "three"),
        ("contract", "some"),
        ("tie_hand", "never"),
        ("hands", 3),
    ],
)
def test_values_that_no_option_takes_are_refused(option: str, value: Any) -> None:
    with pytest.raises(BadOption, match=option):
        skarney_book(**{option: value})


def test_a_number_is_read_as_typed() -> None:
    assert skarney_book(jokers="0", max_set="4").options.jokers == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "players", "said"),
    [
        ({"sides": "solo"}, 3, "Three players, each alone"),
        ({"jokers": 0}, 4, "two packs without jokers"),
        ({"contract": "none"}, 4, "Then lay any melds you like."),
        ({"max_set": 4}, 4, "sets (three or four of a rank"),
        ({"play_after_contract_same_turn": True}, 4, "new melds may follow in that turn"),
        ({"contract_compulsory": True}, 4, "Who holds one must lay it"),
        ({"tie_hand": "advance"}, 4, "a hand that is tied scores nothing"),
        ({"no_return_offer": True}, 4, "A card accepted is not offered in your next turn"),
        ({"max_deals": 12}, 4, "After 12 deals"),
    ],
)
def test_the_rules_in_words_follow_the_options(options: dict[str, Any], players: int, said: str) -> None:
    plain = "\n".join(describe(SkarneyOptions(), 4))
    assert said not in plain
    assert said in "\n".join(describe(SkarneyOptions(**options), players))


def test_the_words_tell_no_standstill_where_there_is_none() -> None:
    assert "turns a player in a row" in "\n".join(describe(SkarneyOptions(), 4))
    assert "turns a player in a row" not in "\n".join(describe(SkarneyOptions(standstill=0), 4))


def test_the_presets_are_those_of_the_sources() -> None:
    assert SKARNEY.presets == {
        "default": {},
        "singles": {"sides": "solo"},
        "no_jokers": {"jokers": 0},
        "free": {"contract": "none"},
    }
