"""What the screens look like: widths, letters for signs, colours, names, and two people at one keyboard."""

import io
import re
import time
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.cli.table import Table, Typing, by_simple, rummy, types

from rummy_cli.faces import CardStyle, CardText
from rummy_cli.play import session as session_module
from rummy_cli.play.choices import choices, help_lines
from rummy_cli.play.plain_screen import PlainScreen, prompt_words
from rummy_cli.play.saying_again import table_lines, turn_lines
from rummy_cli.play.scene import MatchLine, Scene
from rummy_cli.play.session import Session
from rummy_cli.play.telling import Teller
from rummy_core.actions import Action
from rummy_core.cards import parse_cards
from rummy_core.deal import Deal
from rummy_core.positions import deal_at
from rummy_core.rulebook import rulebook
from rummy_core.views import View
from rummy_plugins.simple_bot import SimpleBot
from rummy_variants.gin import GIN

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_HOME", str(tmp_path))


def screens(table: Table) -> list[str]:
    return [CODES.sub("", part) for part in table.text.split("\x1b[2J\x1b[H")]


ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"
"""A terminal keeps no earlier text of its alternate screen, and shows none of it on the normal one."""


def looks_around(every: int) -> object:
    """A typist who looks at everything now and then."""
    asides = ["help", "rules", "log", "table", "pile", "score", "hint", "sort", "x 1j", "turn", "save"]
    count = 0

    def typist(session: Session, prompt: str) -> str:
        nonlocal count
        count += 1
        if count % every and not session.screen.asks_back and session.match.deal:  # type: ignore[attr-defined]
            return asides[count % len(asides)]
        return by_simple(session, prompt)

    return typist


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (40, 15), (100, 40)])
@pytest.mark.parametrize("names", ["Ann,Bartholomew the Great", "馬克思主義者同志,Bo"])
def test_no_line_is_wider_than_the_screen_and_nothing_is_cut(width: int, height: int, names: str) -> None:
    table = Table(
        looks_around(3),  # type: ignore[arg-type]
        rich=True, width=width, height=height, names=names, deals=2,
    ).run()  # fmt: skip
    for screen in screens(table):
        for line in screen.splitlines():
            # What is typed stands behind the prompt and is the terminal's to break.
            shown = line.partition(" > ")[0]
            assert cell_len(shown) <= width, shown
        assert "…" not in screen
        if width >= 60:
            assert len(screen.splitlines()) <= height, screen


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20)])
def test_every_prompt_fits_with_the_whole_hand_on_one_screen(width: int, height: int) -> None:
    hands: list[set[str]] = []

    def typist(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if deal is not None and not session.screen.asks_back and prompt == " > ":  # type: ignore[attr-defined]
            screen = screens(table)[-1]
            assert len(screen.splitlines()) <= height
            for card in deal.view(0).hand:
                assert re.search(rf"(?<![A-Z0-9]){card.text}(?![A-Z0-9])", screen)
            hands.append(set(screen))
        return by_simple(session, prompt)

    table = Table(typist, rich=True, width=width, height=height, style="letters", deals=2)
    table.run()
    assert len(hands) > 10


def test_help_is_reached_whole_at_60_by_20() -> None:
    table = Table(types(["pass", "draw", "?", "", "", ""]), rich=True, width=60, height=20).run()
    pages = screens(table)
    assert all(len(page.splitlines()) <= 20 for page in pages)
    said = " ".join(" ".join(pages).split())
    for word in ("discard CARD (x CARD)", "hint (h)", "resign", "help (?)", "suit: c, d, h or s"):
        assert word in said


@pytest.mark.parametrize("rich", [False, True])
def test_no_line_of_help_but_one_with_cards_is_broken_at_60_columns(rich: bool) -> None:
    for deal in (answering(), knocking()):
        screen = Table(types([]), rich=rich, width=60).screen
        lines = help_lines(deal.view(0), deal.legal_actions(), screen.cards)
        assert [line for line in lines if len(line) > 59 and line.count(":") < 2] == []
        assert lines[-2:] == ["  rank: 2 to 10, j, q, k or a", "  suit: c, d, h or s"]


def test_a_move_may_be_typed_where_a_long_answer_stops() -> None:
    table = Table(types(["?", "pass"]), rich=True, width=60, height=20).run()
    assert "\n0 pass\n" in table.record


def test_suits_have_four_colours_and_always_their_sign() -> None:
    table = Table(types(["pass", "take", "x 8h"]), rich=True, colour=True).run()
    for sign, code in (("♣", "32"), ("♦", "94"), ("♥", "31")):
        assert re.search(rf"\x1b\[1;{code}m(10|[2-9AJQK]){sign}", table.text)


def test_letters_take_the_place_of_signs() -> None:
    table = Table(types(["pass", "take", "help", ""]), rich=True, style="letters").run()
    assert CODES.sub("", table.text).isascii()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--cards", "short", "--ascii"], "discards TD."),
        ([], "the ten of diamonds."),
        (["--ascii"], "discards TD."),
    ],
)
def test_plain_cards_in_words_or_short(flags: list[str], said: str) -> None:
    done = rummy("gin", "--seed", "7", "--plain", "--bots", "simple", *flags, typed="pass\n")
    assert said in done.stdout


def test_an_encoding_without_signs_gets_letters() -> None:
    done = rummy(
        "gin", "--seed", "7", "--plain", "--cards", "short", "--bots", "simple", typed="pass\n",
        encoding="ascii",
    )  # fmt: skip
    assert "discards TD." in done.stdout


ODD_NAMES = [
    "[/bold]", "[red]x", ":smile:", "\\", "a\x1b[2Jb", "x\u202ey", "8H",
    "[bold]", "[", "]", "a[b", "[/", "\\\\", "\\[bold]", "\\\\[/]", "[[x]]", "[@x=y]",
]  # fmt: skip


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_a_name(rich: bool, name: str) -> None:
    table = Table(types(["pass", "score", "log", "resign", "yes"]), rich=rich, names=f"Ann,{name}").run()
    shown = name.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    assert f"{shown} takes" in table.text or f" {shown} " in CODES.sub("", table.text)
    assert "\x1b[2Jb" not in table.text
    assert "\u202e" not in table.text


@pytest.mark.parametrize("rich", [False, True])
def test_two_people_cover_their_hands_from_each_other(rich: bool) -> None:
    asked = 0

    def typist(session: Session, prompt: str) -> str:
        nonlocal asked
        text = CODES.sub("", table.text[table.text.rfind("\x1b[2J") :]) if rich else ""
        if "ready" in prompt or "type ready" in table.text[-120:]:
            asked += 1
            deal = session.match.deal
            assert deal is not None
            for card in (*deal.view(0).hand, *deal.view(1).hand):
                assert not re.search(rf"(?<![A-Z0-9]){card.text}(?![A-Z0-9])", text)
            return ("", "draw", "ready")[min(asked - 1, 2)]
        return by_simple(session, prompt)

    table = Table(typist, rich=rich, style="letters", hotseat=True, names="Ann,Ben", deals=1)
    table.run()
    assert asked > 5
    assert table.session.match.is_over
    assert "Ben, type ready" in table.text
    assert "The hand stays covered until you type ready." in table.text
    assert "You draw " in table.text
    assert "Ann discards " in CODES.sub("", table.text) or "and discards " in table.text
    assert "Computer" not in table.text


def test_a_bot_that_takes_long_is_seen_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    chooses = SimpleBot.choose

    def slowly(self: SimpleBot, view: View, actions: tuple[Action, ...]) -> Action:
        time.sleep(0.1)
        return chooses(self, view, actions)

    monkeypatch.setattr(SimpleBot, "choose", slowly)
    monkeypatch.setattr(session_module, "THINKING_AFTER", 0.02)
    table = Table(types(["pass"])).run()
    assert "Computer is thinking ...\n" in table.text


@pytest.mark.parametrize("stops_at", [1, 2, 9, 10_000])
def test_no_hand_of_two_people_is_left_on_the_normal_screen(stops_at: int) -> None:
    """What a terminal keeps to be scrolled to is all that was not on the alternate screen."""
    lines = 0

    def typist(session: Session, prompt: str) -> str:
        nonlocal lines
        lines += 1
        if lines > stops_at:
            raise EOFError
        return "ready" if "type ready" in table.text[-120:] else by_simple(session, prompt)

    table = Table(typist, rich=True, style="letters", hotseat=True, names="Ann,Ben", deals=1)
    table.run()
    table.screen.leave()
    assert table.text.count(ALTERNATE) == table.text.count(NORMAL) == 1
    before, _, rest = table.text.partition(ALTERNATE)
    after = rest.partition(NORMAL)[2]
    assert not re.search(r"\b(10|[2-9ATJQK])[CDHS]\b", before)
    # The match sheet is there to be read, after the screen with the hands is gone.
    assert ("The match is over" in after) == table.session.match.is_over
    assert not re.search(r"\b(10|[2-9ATJQK])[CDHS]\b", after)


def test_one_person_keeps_what_was_on_the_screen() -> None:
    table = Table(rich=True, deals=1).run()
    table.screen.leave()
    assert ALTERNATE not in table.text
    assert NORMAL not in table.text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_sentences_on_a_terminal_say_that_what_was_said_is_still_there() -> None:
    out = Terminal()
    screen = PlainScreen(Typing(out, types([])), CardText("words"), out)
    screen.cover()
    screen.cover()
    gap, said, more = re.split(r"(What .* for\s+good\.\n)", out.getvalue(), flags=re.DOTALL)
    assert "can still be scrolled to" in said
    assert gap == more == "\n" * 60
    assert "\x1b" not in out.getvalue()
    piped = io.StringIO()
    PlainScreen(Typing(piped, types([])), CardText("words"), piped).cover()
    assert piped.getvalue() == ""


def to_the_pause(*typed: str, deals: int = 2, rich: bool = False, **wishes: object) -> Table:
    """Play to the pause after the first deal, type there, and let input end."""
    left = iter(typed)

    def typist(session: Session, prompt: str) -> str:
        if session.match.deal is not None:
            return "ready" if "type ready" in table.text[-120:] else by_simple(session, prompt)
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    table = Table(typist, rich=rich, deals=deals, **wishes)  # type: ignore[arg-type]
    return table.run()


def answers(table: Table) -> list[str]:
    """What was said to each line that was typed at the pause."""
    return CODES.sub("", table.text).split("look back")[1:]


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("deals", [1, 2])
def test_score_and_log_answer_at_the_pause_between_deals(rich: bool, deals: int) -> None:
    typed = ("score", "lo", "hint", "rules", "?", "he")
    score, log, wrong, rules, mark, word, _ = answers(to_the_pause(*typed, rich=rich, deals=deals, height=60))
    assert "Deal 1: " in score
    assert "Score: you " in score
    assert len(re.findall(r"\bYou (?:draw|discard|take|knock|pass)", log)) > 4
    assert "Only Enter, score, log, rules, help or quit here" in wrong
    assert "Gin Rummy, as it is played here:" in rules
    assert "deadwood is 10 or less" in " ".join(rules.split())
    for said in (mark, word):
        for line in ("score: the score, deal by deal", "log: all that", "rules: the rules", "help (?)"):
            assert line in said
        assert ("quit (q): stop here" in said) == (deals == 2)


def test_a_long_log_at_the_pause_stops_at_each_screen() -> None:
    table = to_the_pause("log", "", "", "score", rich=True, height=14, seed="5")
    shown = screens(table)
    first = next(place for place, screen in enumerate(shown) if "Enter: more, or answer" in screen)
    log = shown[first : first + 3]
    assert all(len(screen.splitlines()) <= 14 for screen in log[:2])
    # What is typed at a stop answers the question: after two screens of the log the score.
    assert "Score: you " in "".join(shown[first + 1 :])


def test_the_log_at_the_pause_tells_two_people_nothing_of_each_other() -> None:
    table = to_the_pause("log", hotseat=True, names="Ann,Ben", style="letters")
    log = answers(table)[0]
    assert "Ann draws from the stock" in log or "Ben draws from the stock" in log
    assert not re.search(r"draws (the )?[2-9ATJQK]+[CDHS]", log)
    assert "face down" not in log


def knocking(hand: str = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS KD", **options: object) -> Deal:
    """A turn in which a knock is possible, also with gin."""
    zones = {"hand 0": parse_cards(hand), "discard": parse_cards("KC")}
    return deal_at(rulebook(GIN, options=options), zones=zones, step="discard", seat=0)


def drawing() -> Deal:
    """The beginning of a turn."""
    zones = {"hand 0": parse_cards("AC 2C 3C 4D 5D 6D 7H 8H 9H TS"), "discard": parse_cards("KC")}
    return deal_at(rulebook(GIN), zones=zones, step="draw", seat=0)


def answering() -> Deal:
    """The answer to a knock with 4: three melds lie, and the hand can meld, lay off and hold cards."""
    return deal_at(
        rulebook(GIN),
        zones={"hand 0": parse_cards("8S QS 3C 3D 3H KD 5D 9C"), "hand 1": parse_cards("AD 3S")},
        step="answer",
        seat=0,
        dealer=0,
        melds=[(1, parse_cards("9S TS JS")), (1, parse_cards("8C 8D 8H"))],
        deal_notes={"knocker": 1, "knock_count": 4, "knock_limit": 10},
        known={0: parse_cards("AD 3S")},
    )


def at_the_table(deal: Deal, cards: CardText, **more: object) -> Scene:
    """The scene of seat 0."""
    return Scene(
        deal.view(0), deal.legal_actions(), Teller(["Ann", "Ben"], 0, cards, None),
        MatchLine("Gin Rummy", 100, 2, "you deal", (("you", 12, 1), ("Ben", 0, 0))), **more,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (0, 0)])
@pytest.mark.parametrize("style", ["signs", "letters", "words"])
def test_the_answer_to_a_knock_shows_melds_cards_counts_and_choices(
    width: int, height: int, style: CardStyle
) -> None:
    """At 80 and 60 columns, and in sentences."""
    rich = width > 0
    table = Table(types([]), rich=rich, width=width, height=height, style=style, names="Ann,Ben")
    deal, cards = answering(), CardText(style)
    scene = at_the_table(deal, cards)
    if not rich:
        scene.start = table_lines(scene)
    with pytest.raises(EOFError):
        table.screen.prompt(scene, [])
    said = CODES.sub("", table.text)
    if rich:
        assert max(map(cell_len, said.splitlines())) <= width
        assert len(said.splitlines()) <= height
    said = " ".join(said.split())
    for meld in deal.table.melds:
        assert cards.row(meld.cards) in said
    assert re.search(r"meld 1.*meld 2", said, re.IGNORECASE)
    assert cards.row(parse_cards("3C 3D 3H")) in said
    unmatched = parse_cards("5D 8S 9C QS KD")
    assert cards.row(unmatched) in said
    assert "deadwood 42" in said.lower()
    assert "2 cards" in said
    for word in ("meld", "lay", "best (24 left)", "done", "(51 left)", "hint"):
        assert word in said


GIN_HAND = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH KD"
BIG_GIN_HAND = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH"
PROMPTS = {
    "knock": knocking(),
    "knock, any limit": knocking(knock_limit=100),
    "gin": knocking(GIN_HAND),
    "gin only": knocking(GIN_HAND, knock_limit=0),
    "big gin": knocking(BIG_GIN_HAND, big_gin=31),
    "answer": answering(),
}


@pytest.mark.parametrize("kind", PROMPTS)
@pytest.mark.parametrize("undo", [False, True])
@pytest.mark.parametrize(("width", "rows"), [(100, 1), (80, 1), (60, 2)])
def test_a_prompt_is_one_row_at_80_columns_and_at_most_two_balanced_ones_at_60(
    kind: str, undo: bool, width: int, rows: int
) -> None:
    table = Table(types([]), rich=True, width=width)
    deal = PROMPTS[kind]
    with pytest.raises(EOFError):
        table.screen.prompt(at_the_table(deal, table.screen.cards, can_undo=undo), [])
    shown = screens(table)[-1].splitlines()
    step = next(place for place, line in enumerate(shown) if line.startswith((" Discard:", " Answer:")))
    lines = shown[step:-1]
    assert len(lines) <= rows
    assert max(map(cell_len, lines)) < width
    assert all(len(line) > 20 for line in lines)
    said = " ".join(lines)
    for choice in choices(deal.view(0), deal.legal_actions(), table.screen.cards):
        assert choice.words in said or f" {choice.key} {choice.beside_key} " in f"{said} ", choice.words
    assert " ?" in said
    assert ("undo" in said) == undo


def test_a_prompt_that_fits_on_one_row_is_not_parted() -> None:
    table = Table(types([]), rich=True, width=60)
    with pytest.raises(EOFError):
        table.screen.prompt(at_the_table(drawing(), table.screen.cards), [])
    assert " Draw:  d draw  t take K♣  h hint  s sort  ? more" in screens(table)[-1].splitlines()


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("kind", PROMPTS)
def test_a_plain_prompt_breaks_between_words_and_never_before_its_mark(
    monkeypatch: pytest.MonkeyPatch, columns: int, kind: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = Terminal()
    screen = PlainScreen(Typing(out, types([])), CardText("words"), out)
    scene = at_the_table(PROMPTS[kind], screen.cards, can_undo=True)
    words = f"{prompt_words(scene)} >"
    for ask in (lambda: screen.prompt(scene, []), lambda: screen.question([], words.removesuffix(" >"))):
        out.seek(0)
        out.truncate()
        with pytest.raises(AssertionError):  # nobody sits at this keyboard
            ask()
        lines = out.getvalue().removesuffix(" ").splitlines()
        assert max(map(len, lines)) <= columns
        assert " ".join(lines) == words
        assert len(lines[-1]) > len(" >")
        assert lines[-1].endswith(" >")
        assert lines[-1] != ">"


def test_a_question_of_the_table_is_never_broken_before_its_mark() -> None:
    for length in range(50, 62):
        table = Table(types([]), rich=True, width=60)
        with pytest.raises(EOFError):
            table.screen.question([], f"{'x' * (length - 5)} yes?")
        lines = screens(table)[-1].splitlines()
        assert max(map(cell_len, lines)) <= 60
        assert lines[-1].endswith("yes? > ")


def test_before_a_question_what_was_said_is_taken_from_the_table() -> None:
    asked: list[str] = []

    def typist(session: Session, prompt: str) -> str:
        deal = session.match.deal
        if session.screen.asks_back:  # type: ignore[attr-defined]
            asked.append(screens(table)[-1])
            return ("", "no")[len(asked) - 1]
        if asked:
            raise EOFError
        if deal is not None and "knock" in " ".join(map(str, deal.legal_actions())):
            return "x zz" if "is not a card" not in screens(table)[-1] else by_simple(session, prompt)
        return by_simple(session, prompt)

    table = Table(typist, rich=True, target=60)
    table.run()
    first, again = asked
    for screen in asked:
        assert "is not a card" not in screen
        assert " you  " in screen
        assert "deadwood, " in screen
        assert "Discard:" not in screen
        assert len(screen.splitlines()) <= 24
    assert "Say yes or no." in again
    assert "Say yes or no." not in first


@pytest.mark.parametrize("style", ["signs", "words"])
def test_the_turn_is_told_in_the_words_of_the_prompt(style: CardStyle) -> None:
    cards = CardText(style)
    said = {kind: turn_lines(at_the_table(deal, cards)) for kind, deal in PROMPTS.items()}
    assert said["knock"] == ["It is your turn: discard a card, or knock."]
    assert said["gin"] == ["It is your turn: discard a card, knock, or go gin."]
    assert said["answer"] == ["It is your turn: meld, lay off, lay the best, or be done."]
    top = cards.the(parse_cards("KC")[0])
    assert turn_lines(at_the_table(drawing(), cards)) == [
        f"It is your turn: draw from the stock, or take {top}."
    ]
