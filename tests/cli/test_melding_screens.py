"""What the screens of melding games show: melds and whom they score for, piles, pickups, wild cards."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.cli.melding_tables import (
    NAMES,
    at_borrowing,
    at_card_up,
    at_claim,
    at_force,
    at_opening,
    at_pile,
    at_play,
    at_the_table,
    fan,
    opening,
    whole,
    with_wilds,
)
from tests.cli.table import Table, types
from tests.story import laid_out

from rummy_cli.faces import CardText
from rummy_cli.play.choices import choices, help_lines, standing
from rummy_cli.play.deal_facts import fact_lines, offer_words
from rummy_cli.play.plain_screen import prompt_words
from rummy_cli.play.saying_again import table_lines, turn_lines
from rummy_cli.play.scene import Row
from rummy_cli.play.score_screens import deal_sheet
from rummy_cli.play.telling import Teller, Told
from rummy_cli.play.typed import read_typed
from rummy_cli.play.typed_found import Move
from rummy_core.actions import ACCEPT, PASS
from rummy_core.deal import Deal
from rummy_core.notation import parse_action
from rummy_core.rulebook import rulebook
from rummy_variants.iceberg import ICEBERG
from rummy_variants.skarney import SKARNEY

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
SIGNS = CardText("signs")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path))


def drawn(deal: Deal, width: int = 80, height: int = 24, style: str = "signs", **more: object) -> str:
    """The table as it stands on a screen before its player."""
    table = Table(types([]), rich=True, width=width, height=height, style=style)
    with pytest.raises(EOFError):
        table.screen.prompt(at_the_table(deal, table.screen.cards, **more), [])
    return CODES.sub("", table.text).rpartition("\x1b[2J")[2]


def told(deal: Deal, style: str = "signs") -> str:
    return " ".join(table_lines(at_the_table(deal, CardText(style))))  # type: ignore[arg-type]


def test_a_fanned_pile_stands_with_numbers_and_what_each_pickup_needs() -> None:
    shown = drawn(at_pile())
    assert "pile 1:4♥ 2:9♥ 3:9♦ 4:K♠" in shown
    assert "take 3 = 9♦ K♠: 9♦ is used at once, with 9♣ 9♠" in shown
    assert "take 2 = 9♥ 9♦ K♠: 9♥ is used at once, with 9♣ 9♠ or on #1" in " ".join(shown.split())
    assert "t N from the pile" in shown


def test_melds_stand_with_their_numbers_and_who_scores_what() -> None:
    deal = laid_out(
        fan(), hands=("8D KC 2D 2C", "3C 4C", "5S"), pile="4H 9H", melds=[(1, "JH QH KH"), (2, "5D 6D 7D")],
        step="play", seat=0,
    ).does("lay 8D on 2").deal  # fmt: skip
    shown = drawn(deal)
    assert "#1 J♥ Q♥ K♥ (Ben 3)   #2 5♦ 6♦ 7♦ + 8♦ (Cy 3, you 1)" in shown
    assert "3 in hand, 1 melded" in shown
    assert re.search(r"Ben\s+2 cards, 3 melded", shown)
    assert "Meld 2: 5♦ 6♦ 7♦ + 8♦ (Cy 3, you 1)." in told(deal)


def test_melds_of_sides_are_yours_or_theirs() -> None:
    deal = laid_out(
        whole(4, ((0, 2), (1, 3))), hands=("KC 2D", "3C", "4C", "5C"), pile="4H",
        melds=[(2, "4D 4S joker=4"), (1, "7C 2D=8C 9C")], step="play", seat=0,
    ).deal  # fmt: skip
    shown = drawn(deal)
    assert "#1 4♦ 4♠ joker=4 (yours 3)   #2 7♣ 2♦=8♣ 9♣ (theirs 3)" in shown
    assert re.search(r"Cy\s+1 card, your partner", shown)


def test_in_words_a_wild_card_is_told_with_what_it_counts_as() -> None:
    said = told(with_wilds(), "words")
    assert (
        "the seven of clubs, the two of diamonds as the eight of clubs and the nine of clubs (Ben 3)" in said
    )
    assert "the joker as a four (yours 3)" in said
    assert "deadwood" not in said


def test_a_pile_taken_whole_shows_its_top_and_how_many_lie_below() -> None:
    shown = drawn(with_wilds("QH QC KC 9D", step="draw"))
    assert "discard pile Q♦ and 2 below" in shown
    assert "take = the whole pile, 3 cards: Q♦ is used at once, with Q♣ Q♥" in shown


def test_swaps_are_among_the_choices() -> None:
    deal = with_wilds("4H KC 9D")
    assert "swap CARD for WILD on N" in drawn(deal)
    assert "swap 4♥ for joker on #1" in drawn(deal)
    assert "swap 8♥" not in drawn(with_wilds("8H KC 9D"))
    assert "You may swap 4♥ for joker on 1." in told(deal)
    assert "swap CARD for WILD on N" in prompt_words(at_the_table(deal, SIGNS))
    assert "swap a wild card" in turn_lines(at_the_table(deal, SIGNS))[0]


@pytest.mark.parametrize("deal", [at_pile(), at_play(), with_wilds()])
def test_a_hand_stands_at_what_it_counts_and_has_melded(deal: Deal) -> None:
    view = deal.view(0)
    words = standing(view, deal.legal_actions())
    assert words.startswith(f"{len(view.hand)} in hand, ")
    assert "melded" in words
    assert "deadwood" not in prompt_words(at_the_table(deal, SIGNS))


CROWD = [
    "AC AD AH", "2C 2D 2H 2S", "3C 3D 3H", "4C 5C 6C 7C", "8C 9C TC JC", "4D 5D 6D 7D", "8D 9D TD JD",
    "4S 5S 6S 7S",
]  # fmt: skip


def crowded(players: int, melds: int = len(CROWD)) -> Deal:
    """Many hands and many melds."""
    hands = ["QC QD QH KS TS 9S 8S", "KH", "KD", "KC", "JH", "TH", "9H", "8H"][:players]
    lying = [(number % players, cards) for number, cards in enumerate(CROWD[:melds])]
    return laid_out(fan(players), hands=hands, pile="QS JS", melds=lying, step="draw", seat=0).deal


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_two_to_eight_seats_with_many_melds_fit_one_screen(width: int, height: int, players: int) -> None:
    deal = crowded(players)
    last = dict.fromkeys(range(1, players), "draws from the stock and discards 9♣")
    shown = drawn(deal, width, height, last=last)
    lines = shown.splitlines()
    assert max(map(cell_len, lines)) <= width
    assert len(lines) <= height
    said = " ".join(shown.split())
    for number, meld in enumerate(CROWD, 1):
        assert f"#{number} " in said, meld
    for name in NAMES[1:players]:
        assert name in said
    for card in ("Q♣", "Q♦", "Q♥", "K♠", "10♠", "9♠", "8♠"):
        assert card in said
    assert "pile 1:Q♠ 2:J♠" in said
    assert said.endswith(">")


def test_a_table_too_long_for_the_screen_is_shown_a_screen_at_a_time() -> None:
    deal = crowded(8)
    table = Table(types(["", "d"]), rich=True, width=40, height=15, style="signs")
    scene = at_the_table(deal, table.screen.cards)
    answer = table.screen.prompt(scene, [])
    shown = [CODES.sub("", part) for part in table.text.split("\x1b[2J\x1b[H")][1:]
    assert answer == "d"
    assert len(shown) == 2
    assert all(len(part.splitlines()) <= 15 for part in shown)
    assert all("Draw:" in part for part in shown)
    assert "#8" in " ".join(shown)


def test_what_others_did_is_said_where_the_table_has_no_room_for_it() -> None:
    deal = crowded(8)
    table = Table(types(["", "d"]), rich=True, width=60, height=20, style="signs")
    did = [Told(1, "Ben draws from the stock.", "draws from the stock")]
    last = dict.fromkeys(range(1, 8), "draws from the stock")
    assert table.screen.prompt(at_the_table(deal, table.screen.cards, news=did, last=last), []) == ""
    assert "Ben draws from the stock." in CODES.sub("", table.text)


def test_what_another_did_is_one_sentence() -> None:
    story = laid_out(
        fan(), hands=("9S 9C KC 2D 7S", "3C 4C", "5S"), pile="4H 9H 9D KS", melds=[(1, "JH QH KH")],
        step="draw", seat=0,
    ).does("take 9H with 9S 9C", "discard 9D")  # fmt: skip
    teller = Teller(NAMES[:3], 1, SIGNS, None)
    assert [one.sentence for one in teller.tell(story.deal.events_for(1))] == [
        "Ann takes 9♥ 9♦ K♠ from the pile, melds 9♣ 9♥ 9♠ and discards 9♦."
    ]
    mine = Teller(NAMES[:3], 0, SIGNS, None)
    assert [one.sentence for one in mine.tell(story.deal.events_for(0))] == [
        "You take 9♥ 9♦ K♠ from the pile and meld 9♣ 9♥ 9♠.",
        "You discard 9♦.",
    ]


def test_an_exchange_and_a_wild_lay_off_are_told() -> None:
    story = laid_out(
        whole(), hands=("4H KC 9D 2C", "3C"), pile="4C", melds=[(0, "4S 4D joker=4"), (0, "TS JS QS")],
        step="play", seat=0,
    ).does("swap 4H for joker on 1", "lay 2C=9S on 2", "discard KC")  # fmt: skip
    told = Teller(NAMES[:2], 1, SIGNS, None).tell(story.deal.events_for(1))
    assert [one.sentence for one in told] == [
        "Ann swaps 4♥ for joker on meld 1, lays 2♣=9♠ on meld 2 and discards K♣."
    ]


def test_the_sheet_says_who_went_out_and_what_each_melded_and_holds() -> None:
    story = laid_out(
        fan(), hands=("9S 9C 9H 8D", "3C 4C", "5S"), pile="4H", melds=[(1, "JH QH KH"), (0, "5D 6D 7D")],
        step="play", seat=0,
    ).does("meld 9S 9C 9H", "lay 8D on 2")  # fmt: skip
    deal = story.deal
    assert deal.is_over
    teller = Teller(NAMES[:3], 0, SIGNS, None)
    last = teller.tell(deal.events_for(0))[-1]
    assert last.sentence == "You lay 8♦ on meld 2 and go out."
    said = [
        line if isinstance(line, str) else line.sentence
        for line in deal_sheet("deal 1", deal.view(0), teller, deal.sheet, ("you", "Ben", "Cy"))
    ]
    assert said[0] == "Deal 1: you went out."
    assert "You: 5♦ 6♦ 7♦ 8♦; 9♣ 9♥ 9♠; 7 melded, 0 in hand." in said
    assert "Ben: J♥ Q♥ K♥; in hand 3♣ 4♣; 3 melded, 2 in hand." in said


def test_a_meld_with_a_card_swapped_in_is_told_whole_with_who_laid_it() -> None:
    deal = laid_out(
        rulebook(SKARNEY, preset="singles", players=2),
        hands=("7C", "3C 4C"), melds=[(1, "2D=7C 8C 9C"), (0, "TS JS QS")], step="exchange", seat=0,
    ).does("swap 7C for 2D on 1", "done", "lay 2D=KS on 2").deal  # fmt: skip
    assert deal.is_over
    sheet = deal_sheet("deal 1", deal.view(0), Teller(NAMES[:2], 0, SIGNS, None), deal.sheet, ("you", "Ben"))
    said = " ".join(line if isinstance(line, str) else line.sentence for line in sheet)
    assert "You: 10♠ J♠ Q♠ 2♦=K♠; " in said
    assert "Ben: 7♣ 8♣ 9♣; in hand 3♣ 4♣; " in said
    assert "laid off" not in said


@pytest.mark.parametrize("deal", [at_pile(), at_play(), with_wilds(), with_wilds("4H KC 9D")])
@pytest.mark.parametrize(("width", "rows"), [(80, 1), (60, 2)])
def test_the_choices_of_a_melding_game_fit(deal: Deal, width: int, rows: int) -> None:
    shown = drawn(deal, width).splitlines()
    step = next(place for place, line in enumerate(shown) if line.startswith((" Draw:", " Play:")))
    lines = shown[step:-1]
    assert len(lines) <= rows
    assert max(map(cell_len, lines)) < width
    said = " ".join(lines)
    for one in choices(deal.view(0), deal.legal_actions(), SIGNS):
        assert one.words in said or f" {one.key} {one.beside_key}".rstrip() in f"{said} ", one.words


def skarney(melds: Sequence[tuple[int, str]]) -> Deal:
    """Four in two sides; Ann has drawn."""
    hands = ("4C 4D 4H 9S TS JS QC KC AC 2D joker", "5C 5D", "6C 6D", "7C 7D")
    book = rulebook(SKARNEY, players=4)
    return laid_out(book, hands=hands, step="contract", seat=0, melds=melds).deal


def test_the_contract_stands_there_until_all_have_laid_it() -> None:
    deal = skarney(melds=[(1, "8C 8D 8H")])
    shown = " ".join(drawn(deal).split())
    assert "contract: three sets or three runs of three; down: theirs" in shown
    assert "Contract: three sets or three runs of three; down: theirs." in told(deal)
    assert "down: nobody yet" in drawn(skarney([]))
    both = skarney(melds=[(1, "8C 8D 8H"), (2, "9C 9D 9H")])
    assert "contract:" not in drawn(both)


def test_first_melds_stand_there_with_what_the_hand_has_of_them() -> None:
    shown = " ".join(drawn(at_opening()).split())
    assert "first melds: 40 points in one turn, you hold 45; down: Ben" in shown
    assert "First melds: 40 points in one turn, you hold 45; down: Ben." in told(at_opening())
    begun = at_opening()
    begun.play(begun.by_face(parse_action("meld 8C 8D 8S")))
    assert "first melds: 16 of 40 points still to lay" in " ".join(drawn(begun).split())
    laid = laid_out(
        opening(), hands=("2C", "3C", "4C"), step="play", seat=0,
        melds=[(0, "TC TD TS TH"), (1, "JC JD JS JH"), (2, "QC QD QS QH")],
    ).deal  # fmt: skip
    assert "first melds" not in drawn(laid)


def test_the_top_card_alone_is_taken_to_be_used() -> None:
    shown = drawn(at_opening("draw"))
    assert "take 10♠ with 10♣ 10♦" in shown
    assert "discard pile 10♠" in shown
    assert "and 1 below" not in shown
    assert "t with CARDS use 10♠" in " ".join(shown.split())


@pytest.mark.parametrize("deal", [at_pile(), with_wilds()])
def test_a_deal_without_a_contract_says_nothing_of_one(deal: Deal) -> None:
    assert fact_lines(deal.view(0), Teller(NAMES, 0, SIGNS, None), SIGNS) == []


def test_an_offer_stands_there_with_who_refused_it_and_who_is_yet_asked() -> None:
    story = laid_out(
        rulebook(SKARNEY, players=4), hands=("4C 4D 9S", "5C 5D", "6C 6D", "7C 7D"), step="offer", seat=0
    ).does("offer 9S")  # fmt: skip
    teller = [Teller(NAMES[:4], seat, SIGNS, None) for seat in range(4)]
    assert offer_words(story.deal.view(1), teller[1], SIGNS) == "Ann offers 9♠: you?, then Cy, then Dora"
    scene = at_the_table(story.deal, SIGNS, seat=1)
    assert "accept 9♠" in turn_lines(scene)[0]
    assert prompt_words(scene) == "Answer offer: yes (take 9♠), no, hint or help."
    story.does("pass")
    assert offer_words(story.deal.view(2), teller[2], SIGNS) == "Ann offers 9♠: Ben no, you?, then Dora"
    said = [one.sentence for one in teller[2].tell(story.deal.events_for(2))]
    assert said[-2:] == ["Ann offers 9♠.", "Ben refuses 9♠."]
    assert read_typed("no", story.deal.view(2), story.deal.legal_actions(), SIGNS) == Move(PASS)
    for word in ("yes", "y", "accept"):
        assert read_typed(word, story.deal.view(2), story.deal.legal_actions(), SIGNS) == Move(ACCEPT)
    story.does("accept")
    assert offer_words(story.deal.view(2), teller[2], SIGNS) == ""


def test_a_stop_card_says_what_it_costs_and_who_skips_a_draw() -> None:
    story = laid_out(
        rulebook(SKARNEY, players=4), hands=("4C 4D AS", "5C 5D", "6C 6D", "7C 7D"), step="offer", seat=0
    ).does("offer AS")  # fmt: skip
    words = offer_words(story.deal.view(1), Teller(NAMES[:4], 1, SIGNS, None), SIGNS)
    assert words == "Ann offers A♠: you?; who takes it skips his next draw"


def iceberg() -> Deal:
    """Aces lie before two players, and a card has been passed to each neighbour."""
    return laid_out(
        rulebook(ICEBERG, players=3), hands=("4C 4D 9S", "5C 5D", "6C 6D"),
        zones={"exposed 0": "AS", "exposed 1": "AC AD", "passed 2": "KD", "passed 0": "QD", "passed 1": ""},
        step="draw", seat=0, known={0: "KD"},
    ).deal  # fmt: skip


def test_what_lies_before_players_is_shown_to_those_who_know_it() -> None:
    shown = " ".join(drawn(iceberg()).split())
    assert "before you passed: a card face down, exposed: A♠" in shown
    assert "2 cards, exposed: A♣ A♦" in shown
    assert "2 cards, passed: K♦" in shown
    said = told(iceberg())
    assert "Before Ben lies exposed: A♣ A♦." in said
    assert "Before you lies passed: a card face down, exposed: A♠." in said


def test_a_card_that_is_passed_on_is_named_to_its_giver_alone() -> None:
    story = laid_out(
        rulebook(ICEBERG, players=3), hands=("4C 4D 9S", "5C 5D", "6C 6D"), step="play", seat=0
    ).does("meld 4C 4D", "pass on 9S")  # fmt: skip
    by = [Teller(NAMES[:3], seat, SIGNS, None).tell(story.deal.events_for(seat)) for seat in range(3)]
    assert [one.sentence for one in by[0]] == ["You meld 4♣ 4♦.", "You pass 9♠ on to Cy and go out."]
    assert [one.sentence for one in by[1]] == ["Ann melds 4♣ 4♦, passes a card on to Cy and goes out."]


def test_a_claim_is_asked_for_and_told_as_one() -> None:
    deal = at_claim()
    shown = drawn(deal)
    assert "Claim:  t on N claim 8♠  p pass" in shown
    assert prompt_words(at_the_table(deal, SIGNS)) == "Claim: take on N, pass, hint or help."
    (turn,) = turn_lines(at_the_table(deal, SIGNS))
    assert turn == "It is your turn: claim 8♠, or pass."
    helped = help_lines(deal.view(0), deal.legal_actions(), SIGNS)
    assert "  take on N (t on N): lay 8♠ off on meld N: take 2 on 1; take 2 on 2" in helped
    before = len(deal.log)
    for action in deal.legal_actions():
        if str(action) == "take 8S on 2":
            deal.play(action)
            break
    told = Teller(NAMES, 1, SIGNS, None).tell(deal.log, before)
    assert [one.sentence for one in told] == ["Ann claims 8♠ for meld 2."]


def test_only_uses_that_are_possible_are_named_beside_the_pile() -> None:
    """Ann has no pair for a card of the pile, but it goes on a meld."""
    deal = laid_out(
        fan(), hands=("2D", "3C", "5S"), pile="4H KH", melds=[(1, "TH JH QH")], step="draw", seat=0
    ).deal
    assert "take N on MELD" in prompt_words(at_the_table(deal, SIGNS))
    assert "take N with CARDS or on MELD" in prompt_words(at_the_table(at_pile(), SIGNS))


def test_the_rows_of_a_sheet_begin_at_one_column_however_long_the_names_are() -> None:
    table = Table(types([]), rich=True)
    table.screen.page([Row("you", "8♣", "", ""), Row("Computer 1", "9♣", "", ""), Row("", "10♣", "", "")])
    rows = [row for row in CODES.sub("", table.text).splitlines() if "♣" in row]
    assert [re.search(r"\d", row.replace("Computer 1", " " * 10)).start() for row in rows] == [12, 12, 12]  # type: ignore[union-attr]


# Cards turned up, and forced.


def sentences(deal: Deal, me: int = 0) -> list[str]:
    """What happened in a deal, told to a seat."""
    return [one.sentence for one in Teller(NAMES, me, SIGNS, None).tell(deal.log)]


def test_a_card_that_lies_up_stands_with_where_it_comes_from_and_its_uses() -> None:
    shown = drawn(at_card_up())
    assert "You turned up 7♠" in shown
    assert "take 7♠ with 7♦ 7♥ or on #1" in shown
    assert "t with CARDS or on MELD use 7♠" in shown
    assert "Ben discarded 7♠." in told(at_card_up(thrown=True))
    assert "The discard pile has 2 cards, 7♠ on top; below it 9♠." in told(at_card_up())
    deal = at_card_up()
    assert turn_lines(at_the_table(deal, SIGNS)) == ["It is your turn: use 7♠, or pass."]
    assert prompt_words(at_the_table(deal, SIGNS)) == (
        "Draw: take with CARDS or on MELD (use 7♠), pass, hint or help."
    )


def test_a_card_that_may_be_forced_stands_with_who_let_it_go() -> None:
    shown = drawn(at_force("7C 7D 7H"))
    assert "Ben let 7♠ go, though it fits Ben's melds" in shown
    assert "f force 7♠" in shown
    assert "Ben let 7♠ go, though it fits Ben's melds." in told(at_force("7C 7D 7H"))


def test_what_happens_to_cards_turned_up_is_told() -> None:
    deal = at_card_up()
    for words in ("take 7S with 7D 7H", "discard KC"):
        deal.play(deal.by_face(parse_action(words)))
    assert sentences(deal) == ["You use 7♠ for 7♦ 7♥ 7♠.", "You discard K♣."]
    deal = laid_out(at_card_up().book, hands=("7H", "3C"), pile="7S", stock="KH", step="draw", seat=0).deal
    for _ in range(2):
        deal.play(PASS)
    assert sentences(deal) == ["You pass.", "Ben passes.", "Ben turns up K♥."]
    deal = at_force("7C 7D 7H")
    deal.play(parse_action("force 7S on 1"))
    assert sentences(deal) == ["Ben passes.", "You force 7♠ on meld 1."]
    assert sentences(deal, 1) == ["You pass.", "Ann forces 7♠ on meld 1."]
    deal = at_card_up()
    deal.play(parse_action("take 7S on 1"))
    assert sentences(deal) == ["You claim 7♠ for meld 1."]


def test_a_borrowed_card_is_told_with_the_meld_that_spared_it() -> None:
    deal = at_borrowing()
    deal.play(parse_action("meld JS JD JH"))
    assert sentences(deal) == ["You borrow J♠ from meld 1 and meld J♦ J♥ J♠."]
    assert "#1 8♠ 9♠ 10♠ (yours 3)   #2 J♦ J♥ J♠ (yours 3)" in drawn(deal)
