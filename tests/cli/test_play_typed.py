"""What is typed: keys, words, beginnings, wrong words, and moves that are asked back."""

import re
from pathlib import Path

import pytest
from tests.cli.table import Table, by_simple, holds, types

from rummy_cli.faces import CardStyle, CardText
from rummy_cli.play.hints import move_words
from rummy_cli.play.saying_again import styled, with_cards
from rummy_cli.play.scene import MatchLine, Scene
from rummy_cli.play.session import Session, _question
from rummy_cli.play.telling import Teller
from rummy_cli.play.typed import read_typed, yes_or_no
from rummy_cli.play.typed_cards import read_card
from rummy_cli.play.typed_found import Aside, Move, Unclear
from rummy_core.actions import (
    DISCARDS,
    DONE,
    DRAW,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    PASS,
    TAKE,
    Action,
    Discard,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
)
from rummy_core.cards import card, parse_cards
from rummy_core.deal import Deal
from rummy_core.positions import deal_at
from rummy_core.rulebook import rulebook
from rummy_variants.gin import GIN

SIGNS = CardText("signs")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path))


LOOKING = ("hand", "table", "pile", "score", "turn", "repeat", "log", "rules", "save", "help", "?", "hint")


def deal(hand: str, step: str = "discard", *, discard: str = "KC", **more: object) -> Deal:
    options = more.pop("options", {})
    zones = {"hand 0": parse_cards(hand), "discard": parse_cards(discard)}
    book = rulebook(GIN, options=options)  # type: ignore[arg-type]
    return deal_at(book, zones=zones, step=step, seat=0, **more)  # type: ignore[arg-type]


def typed(line: str, at: Deal) -> Move | Aside | Unclear:
    return read_typed(line, at.view(0), at.legal_actions(), SIGNS)


LOW = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS KD"
HIGH = "AC 3C 5C 7D 9D JD 2H 4H QH TS KD"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("x KD", "discard KD"),
        ("discard 10s", "discard TS"),
        ("dis ts", "discard TS"),
        ("X  t♠", "discard TS"),
        ("discard ten of spades", "discard TS"),
        ("throw 10 s", "discard TS"),
        ("k kd", "knock KD"),
        ("kno KD", "knock KD"),
        ("knock kd with ac2c3c, 4d 5d 6d", "knock KD with AC 2C 3C, 4D 5D 6D"),
        ("d", "draw"),
        ("DRAW", "draw"),
        ("draw from the stock", "draw"),
        ("dr", "draw"),
        ("t", "take"),
        ("take KC", "take"),
        ("p", "pass"),
        ("pa", "pass"),
        ("m 7h8h9h", "meld 7H 8H 9H"),
        ("meld 9h 7h 8h", "meld 7H 8H 9H"),
        ("lay 8s on 1", "lay 8S on 1"),
        ("lay off 8s on meld 1", "lay 8S on 1"),
        ("lay 8s 1", "lay 8S on 1"),
        ("be", "best"),
        ("don", "done"),
        ("big gin", "go out"),
        ("go out", "go out"),
    ],
)
def test_keys_words_and_beginnings(line: str, move: str) -> None:
    found = typed(line, deal(LOW))
    assert isinstance(found, Move)
    assert str(found.action) == move


@pytest.mark.parametrize(
    ("line", "word"),
    [("h", "hint"), ("?", "help"), ("he", "help"), ("s", "sort"), ("u", "undo"), ("q", "quit"),
     ("exit", "quit"), ("l", "log"), ("lo", "log"), ("ru", "rules"), ("sc", "score"), ("tab", "table"),
     ("tu", "turn"), ("pi", "pile")],
)  # fmt: skip
def test_words_that_move_no_card(line: str, word: str) -> None:
    assert typed(line, deal(HIGH)) == Aside(word)


def test_l_with_a_card_is_a_lay_off_also_where_none_fits() -> None:
    at = deal(HIGH)
    found = typed("l qs 1", at)
    assert isinstance(found, Move)
    assert at.why_illegal(found.action)


@pytest.mark.parametrize("line", ["", "   ", "\t", "\0"])
def test_an_empty_line_asks_for_nothing(line: str) -> None:
    assert typed(line, deal(LOW)) == Unclear("")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tkae", "did you mean 'take'?"),
        ("kncok 4c", "did you mean 'knock'?"),
        ("r", "could be"),
        ("zzz", "? lists what can be typed"),
        ("x 1J", "'1J' is not a card"),
        ("x 1H", "'1H' is not a card"),
        ("1J", "There is no word"),
        ("k h", "'h' is not a card"),
        ("x", "Which card?"),
        ("k", "Which card?"),
        ("draw 9h", "stands alone"),
        ("take 9h", "stands alone"),
        ("discard 9h 8h", "is not a card"),
        ("knock kd with 1j", "not a card"),
        ("xkh", "did you mean 'x kh'?"),
        ("k8d", "did you mean 'k 8d'?"),
        ("K10♦", "did you mean 'k 10♦'?"),
        ("discardkd", "did you mean 'discard kd'?"),
        ("\x1b[A", "There is no word '\\x1b[A'"),
        ("x \u202e9h", "\\u202e"),
    ],
)
def test_what_is_unclear_is_asked_back_and_never_a_move(line: str, said: str) -> None:
    found = typed(line, deal(LOW))
    assert isinstance(found, Unclear)
    assert said in found.message


def test_a_bare_card_is_a_discard_only_where_it_can_be_nothing_else() -> None:
    assert typed("kd", deal(HIGH)) == Move(Discard(card("KD")))
    both = typed("kd", deal(LOW))
    assert isinstance(both, Unclear)
    assert "'x kd' or 'k kd'" in both.message
    drawing = typed("kd", deal("AC 3C 5C 7D 9D JD 2H 4H QH TS", "draw"))
    assert isinstance(drawing, Unclear)


def test_gin_needs_no_card_where_only_one_makes_it() -> None:
    assert typed("gin", deal("AC 2C 3C 4D 5D 6D 7H 8H 9H TH KD")) == Move(Knock(card("KD")))
    several = typed("gin", deal("AC 2C 3C 4C 4D 5D 6D 7D 7H 8H 9H"))
    assert isinstance(several, Unclear)
    assert "gin ac" in several.message
    none = typed("gin", deal(LOW))
    assert isinstance(none, Unclear)
    assert "not gin yet" in none.message
    wrong = typed("gin ac", deal("AC 2C 3C 4D 5D 6D 7H 8H 9H TH KD"))
    assert isinstance(wrong, Unclear)
    assert "not gin" in wrong.message


def test_b_and_g_mean_what_is_possible() -> None:
    at = deal("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH", options={"big_gin": 31})
    assert isinstance(typed("big", at), Move)
    assert typed("big gin", at) == Move(GoOut())
    assert isinstance(typed("g", at), Unclear)


def answering() -> Deal:
    melds = [(1, parse_cards("9S TS JS")), (1, parse_cards("8C 8D 8H"))]
    return deal("8S 2D 4H QS", "answer", melds=melds, deal_notes={"knocker": 1, "knock_count": 4})


def test_a_lay_off_finds_its_meld_where_only_one_fits() -> None:
    at = answering()
    assert typed("l qs", at) == Move(LayOff(card("QS"), 1))
    several = typed("lay 8s", at)
    assert isinstance(several, Unclear)
    assert "'lay 8s on 1' or 'lay 8s on 2'" in several.message
    for line, said in (
        ("meld", "You have nothing to meld now."),
        ("meld 1h", "not a card"),
        ("lay", "Which card?"),
        ("lay 2d", "2♦ cannot be laid off now."),
        ("lay 2h", "2♥ is not in your hand."),
        ("l qs on", "On which meld? Write 'lay qs on 1'."),
        ("l qs on meld", "On which meld? Write 'lay qs on 1'."),
        ("l 2d on", "2♦ cannot be laid off now."),
        ("l 8s on", "'lay 8s on 1' or 'lay 8s on 2'"),
        ("l q on 1", "Which queen? You hold Q♠"),
    ):
        unclear = typed(line, at)
        assert isinstance(unclear, Unclear)
        assert said in unclear.message
    assert typed("m 2d3d4d", at) == Move(LayMeld(parse_cards("2D 3D 4D")))


@pytest.mark.parametrize(
    ("word", "text"),
    [("10d", "TD"), ("TD", "TD"), ("td ", "TD"), ("as", "AS"), ("10♥", "TH"), ("ten of hearts", "TH"),
     ("The Queen of spades", "QS"), ("9 h", "9H")],
)  # fmt: skip
def test_cards_are_read(word: str, text: str) -> None:
    assert read_card(word) is card(text)


WAYS: tuple[Action, ...] = (
    DRAW, TAKE, PASS, DONE, LAY_BEST, GO_OUT, DISCARDS[card("TS").index], KNOCKS[card("AS").index],
    Knock(card("KD"), (parse_cards("AC 2C 3C"), parse_cards("7H 8H 9H TH"))), Knock(card("KD"), ()),
    GoOut((parse_cards("AC 2C 3C 4C 5C"), parse_cards("9C 9D 9H"), parse_cards("JS QS KS"))),
    LayMeld(parse_cards("AC 2C 3C")), LayMeld(parse_cards("TC TD TH")), LayOff(card("8S"), 12),
)  # fmt: skip


@pytest.mark.parametrize("style", ["signs", "letters", "words"])
@pytest.mark.parametrize("action", WAYS, ids=str)
def test_a_hint_can_be_typed_as_it_is_worded(action: Action, style: CardStyle) -> None:
    """In every step: also where its word is the beginning of another one, or the move is illegal."""
    text = CardText(style)
    steps = (deal(LOW), deal(HIGH), deal(HIGH, "draw"), deal(HIGH, "upcard"), answering())
    for at in steps:
        found = read_typed(move_words(action, text), at.view(0), at.legal_actions(), text)
        assert found == Move(action)


@pytest.mark.parametrize("style", ["signs", "letters", "words"])
def test_following_hints_plays_a_match(style: CardStyle) -> None:
    asked = ""

    def follows(session: Session, prompt: str) -> str:
        nonlocal asked
        if session.screen.asks_back:  # type: ignore[attr-defined]
            return "yes"
        if session.match.deal is None:
            return ""
        told = table.text.splitlines()[-2] if asked == "hint" else ""
        asked = told.removeprefix("Type: ") if told else "hint"
        assert told.startswith("Type: ") or asked == "hint"
        return asked

    table = Table(follows, style=style, target=20)
    assert table.run().session.match.is_over
    assert table.text.count("Hint: ") > 20


@pytest.mark.parametrize("style", ["signs", "letters", "words"])
def test_every_legal_move_can_be_typed_in_the_words_of_the_screen(style: CardStyle) -> None:
    text = CardText(style)

    def spells(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if deal is not None and not session.screen.asks_back:  # type: ignore[attr-defined]
            for action in deal.legal_actions():
                words = move_words(action, text)
                assert read_typed(words, deal.view(deal.seat), deal.legal_actions(), text) == Move(action)
        return by_simple(session, prompt)

    assert Table(spells, style=style, target=60, bots="random").run().session.match.is_over


@pytest.mark.parametrize(
    ("text", "style", "said"),
    [
        (
            "it makes a set with {6C} {6H}; go",
            "words",
            "it makes a set with the sixes of clubs and hearts; go",
        ),
        ("a run with {9S} {TS} {JS}.", "words", "a run with the nine, ten and jack of spades."),
        ("a run with {9S} {TS} {JS}.", "signs", "a run with 9♠ 10♠ J♠."),
        ("took {2C} and {KH}", "words", "took the two of clubs and the king of hearts"),
        ("The {2C} {KH} go", "words", "The two of clubs and the king of hearts go"),
        ("without the {2C} all", "letters", "without 2C all"),
        ("{zz} {2C}", "letters", "{zz} 2C"),
    ],
)
def test_the_cards_of_a_reason_are_read_as_a_sentence(text: str, style: CardStyle, said: str) -> None:
    assert with_cards(text, CardText(style)) == said


@pytest.mark.parametrize(
    ("text", "style", "said"),
    [
        ("5S 6S 8S is neither", "words", "The five, six and eight of spades is neither"),
        (
            "Not all of 5S 6H are free",
            "words",
            "Not all of the five of spades and the six of hearts are free",
        ),
        ("5S 6S 8S is neither", "signs", "5♠ 6♠ 8♠ is neither"),
        ("after the QD you would", "words", "after the queen of diamonds you would"),
        ("after the QD you would", "signs", "after Q♦ you would"),
        ("The QD was just taken", "letters", "QD was just taken"),
    ],
)
def test_the_cards_of_a_refusal_are_read_as_a_sentence(text: str, style: CardStyle, said: str) -> None:
    assert styled(text, CardText(style)) == said


@pytest.mark.parametrize("word", ["1J", "1H", "11h", "k h", "a", "hearts", "tent of hearts", "", "th of s"])
def test_near_cards_are_none(word: str) -> None:
    assert read_card(word) is None


@pytest.mark.parametrize(
    ("line", "says"), [("y", True), ("YES ", True), ("n", False), ("no", False), ("", None), ("k", None)]
)
def test_yes_and_no(line: str, says: bool | None) -> None:
    assert yes_or_no(line) is says


# At the table.


@pytest.mark.parametrize("rich", [False, True])
def test_rb_107_empty_lines_and_the_end_of_input_do_nothing(rich: bool) -> None:
    table = Table(types(["", "  ", "pass", "", "d", "", "   "]), rich=rich).run()
    assert table.record.endswith("seat 0, player 0, turn 2\n")


def test_an_illegal_move_is_answered_with_its_rule() -> None:
    table = Table(types(["d", "p", "t", "x td", "x 2c", "k 3d"])).run()
    assert "The upcard comes first" in table.text
    assert "The ten of diamonds was just taken from the discard pile" in table.text
    assert "That card is not in your hand." in table.text
    assert "Not yet: after the three of diamonds you would have" in table.text


def test_a_knock_asks_back_and_no_goes_on() -> None:
    deals: list[int] = []

    def typist(session: Session, prompt: str) -> str:

        from rummy_cli.play.session import Session

        assert isinstance(session, Session)
        if session.screen.asks_back:  # type: ignore[attr-defined]
            deals.append(1)
            return ("", "perhaps", "no")[len(deals) - 1] if len(deals) <= 3 else "yes"
        return by_simple(session, prompt)

    table = Table(typist, deals=1, bots="random").run()
    assert len(deals) >= 4
    assert "Say yes or no." in table.text
    assert "Nothing was laid; your turn goes on." in table.text


def test_undo_takes_back_what_showed_nothing_and_is_in_the_record() -> None:
    table = Table(types(["pass", "take", "undo", "draw", "undo", "u"])).run()
    assert "Your last move is taken back." in table.text
    assert "That cannot be taken back. You have seen a new card since" in table.text
    assert "0 take\n" in table.record
    assert "\n0 undo\n0 draw\n" in table.record
    assert holds(table.save.path)


@pytest.mark.parametrize("word", [*LOOKING, "sort", "sort suit", "sort rank"])
@pytest.mark.parametrize("rich", [False, True])
def test_each_word_answers_and_changes_nothing(word: str, rich: bool) -> None:
    table = Table(types([word, ""]), rich=rich, height=50).run()
    assert table.record.endswith("seat 0, player 0, turn 1\n")
    assert len(table.text.splitlines()) > 5


def test_rules_say_the_numbers_in_force() -> None:
    table = Table(
        types(["rules"]), settings=("knock_limit=7", "gin_bonus=33"), house_rules=("openspiel",)
    ).run()
    assert "deadwood is 7 or less" in table.text
    assert "Gin scores the opponent's deadwood and 33" in table.text
    assert "House rule OpenSpiel's gin:" in table.text


def test_help_lists_every_legal_action() -> None:
    table = Table(types(["pass", "draw", "help"])).run()
    deal = table.session.match.deal
    assert deal is not None
    said = table.text[table.text.index("Now you may type") :]
    for action in deal.legal_actions():
        assert isinstance(action, Discard)
        assert CardText("words").one(action.card) in said


def test_resign_asks_back_and_ends_the_match() -> None:
    table = Table(types(["resign", "no", "resign", "yes"])).run()
    assert table.session.match.is_over
    assert "The match goes on." in table.text
    assert "Computer wins the match" in table.text
    assert table.record.endswith("match: resigned; points 0 0; won by 1\nmatch: totals 0 0\n")
    assert holds(table.save.path)


def test_a_wrong_sort_is_told() -> None:
    assert "melds, rank, suit" in Table(types(["sort zzz"])).run().text


def test_before_a_knockers_hand_nothing_is_drawn_or_thrown() -> None:
    refusals: list[str] = []

    def typist(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if deal is not None and deal.table.step == "answer" and len(refusals) < 3:
            refusals.append(("draw", "x 2c", "knock 2c")[len(refusals)])
            return refusals[-1]
        return by_simple(session, prompt)

    table = Table(typist, seed="5", target=60).run()
    assert len(refusals) == 3
    assert table.text.count("A knock is being answered") == 3


@pytest.mark.parametrize("word", ["k", "knock", "gin"])
def test_a_knock_in_a_turn_that_begins_with_a_discard_is_answered_with_its_rule(word: str) -> None:
    """Also with a hand that could be knocked with: that is not what is in the way."""
    for hand in (HIGH, LOW, "AC 2C 3C 4D 5D 6D 7H 8H 9H TH KD"):
        at = deal(hand, "first discard", options={"start": "eleven_cards"})
        found = typed(word, at)
        assert isinstance(found, Move)
        assert "follows a draw" in str(at.why_illegal(found.action))


@pytest.mark.parametrize("word", ["k", "knock", "gin", "x", "discard", "m", "meld", "lay", "lay 8s"])
def test_a_word_without_its_card_in_a_step_without_it_is_answered_with_the_rule(word: str) -> None:
    at = deal("AC 3C 5C 7D 9D JD 2H 4H QH TS", "draw")
    found = typed(word, at)
    assert isinstance(found, Move)
    assert at.why_illegal(found.action)


def test_a_knock_without_a_card_says_how_far_the_best_one_is() -> None:
    at = deal(HIGH, turn_notes={"taken": card("KD")})
    found = typed("k", at)
    assert isinstance(found, Move)
    # The king was just taken: he is not the card to part with.
    assert "Not yet: after the " in str(at.why_illegal(found.action))


NO_CARD = " is not a card: write its rank (2 to 10, j, q, k or a) and suit (c, d, h or s)."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x k", "Which king? You hold K♦: write its suit too."),
        ("x king", "Which king? You hold K♦: write its suit too."),
        ("k the king", "Which king? You hold K♦: write its suit too."),
        ("x 10", "Which ten? You hold 10♠: write its suit too."),
        ("k t", "Which ten? You hold 10♠: write its suit too."),
        ("gin a", "Which ace? You hold A♣: write its suit too."),
        ("x q", f"'q'{NO_CARD}"),
        ("k h", f"'h'{NO_CARD}"),
        ("x 1", f"'1'{NO_CARD}"),
        ("x -", f"'-'{NO_CARD}"),
        ("k kd with 1", f"'1'{NO_CARD}"),
        ("k", "Which card? K♦ leaves 10, 10♠ leaves 10."),
    ],
)
def test_a_card_that_is_not_whole_is_asked_for_by_what_is_held(line: str, said: str) -> None:
    found = typed(line, deal(LOW))
    assert isinstance(found, Unclear)
    assert found.message == said


def test_all_cards_of_a_rank_are_named() -> None:
    at = deal("KC KD KS 3H 5C 7D 9D JD 2H 4H QH", discard="8C")
    found = typed("x k", at)
    assert found == Unclear("Which king? You hold K♣ K♦ K♠: write the suit too.")
    view, actions = at.view(0), at.legal_actions()
    said = read_typed("discard king", view, actions, CardText("words"))
    assert said == Unclear(
        "Which king? You hold the kings of clubs, diamonds and spades: write the suit too."
    )


def test_a_knock_without_its_card_tells_what_each_leaves_the_best_first() -> None:
    at = deal("AC 2C 3C 4D 5D 6D 7H 8H 9H 4S QH")
    assert typed("k", at) == Unclear("Which card? Q♥ leaves 4, 4♠ leaves 10.")
    said = read_typed("knock", at.view(0), at.legal_actions(), CardText("words"))
    assert said == Unclear("Which card? The queen of hearts leaves 4, the four of spades leaves 10.")


@pytest.mark.parametrize(
    "line",
    ["k 8d 9c", "k k", "knock zz", "k 2h with zz", "x 8d 9c", "x 10", "gin 8d", "gin 2h", "gin zz",
     "lay zz on", "lay 2h on", "m zz", "go out zz"],
)  # fmt: skip
def test_before_a_draw_its_rule_comes_first_whatever_follows_the_word(line: str) -> None:
    at = deal("AC 3C 5C 7D 9D JD 2H 4H QH TS", "draw")
    found = typed(line, at)
    assert isinstance(found, Move)
    assert str(at.why_illegal(found.action)).startswith("Draw first: ")


@pytest.mark.parametrize("rich", [False, True])
def test_done_asks_back_where_best_would_leave_less(rich: bool) -> None:
    asked: list[str] = []

    def typist(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if session.screen.asks_back:  # type: ignore[attr-defined]
            text = " ".join(table.text.split())
            if "best leaves" not in text[-90:]:
                return "yes"
            asked.append(text[-90:])
            return "no" if len(asked) == 1 else "yes"
        if deal is not None and deal.table.step == "answer":
            return "done"
        if deal is None and asked:
            raise EOFError
        return by_simple(session, prompt)

    table = Table(typist, rich=rich, seed="5", target=60)
    table.run()
    assert len(asked) == 2
    for text in asked:
        found = re.search(
            r"That leaves (\d+); best leaves (\d+)\. Be done all the same\? Yes or no\? >", text
        )
        assert found
        assert int(found[2]) < int(found[1])
    assert "Nothing was laid; your turn goes on." in table.text
    assert table.record.count(" done\n") == 1


def test_done_asks_nothing_back_where_best_leaves_no_less() -> None:
    at = deal("2D 4H QC", "answer", melds=[(1, parse_cards("8C 8D 8H"))],
              deal_notes={"knocker": 1, "knock_count": 4})  # fmt: skip
    cards = CardText("signs")
    scene = Scene(
        at.view(0), at.legal_actions(), Teller(["a", "b"], 0, cards, None), MatchLine("", 1, 1, "", ())
    )
    assert _question(scene, DONE) == ""
    scene = Scene(answering().view(0), answering().legal_actions(), scene.teller, scene.match)
    assert _question(scene, DONE) == "That leaves 24; best leaves 6. Be done all the same?"


@pytest.mark.parametrize("rich", [False, True])
def test_what_ends_with_a_question_gets_no_full_stop(rich: bool) -> None:
    table = Table(types(["sort rnak", "rsign", ""]), rich=rich).run()
    assert "did you mean 'rank'?" in table.text
    assert "?." not in table.text
