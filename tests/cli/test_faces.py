"""How cards are shown."""

import io
from dataclasses import dataclass

import pytest

from rummy_cli.faces import CardText, card_text
from rummy_core.cards import CARDS, card, parse_cards


@dataclass(frozen=True)
class Face:
    """What a placed card counts as."""

    rank: int
    suit: int | None


class Terminal(io.StringIO):
    def __init__(self, encoding: str | None = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


SIGNS = CardText("signs")
LETTERS = CardText("letters")
WORDS = CardText("words")


def test_one_card_in_each_style() -> None:
    ten = card("TH")
    assert (SIGNS.one(ten), LETTERS.one(ten), WORDS.one(ten)) == ("10♥", "TH", "ten of hearts")
    assert (SIGNS.the(ten), LETTERS.the(ten), WORDS.the(ten)) == ("10♥", "TH", "the ten of hearts")
    joker = card("joker")
    assert {style.one(joker) for style in (SIGNS, LETTERS, WORDS)} == {"joker"}


def test_letters_are_the_cards_own_text() -> None:
    assert all(LETTERS.one(one) == one.text for one in CARDS)


@pytest.mark.parametrize("style", [SIGNS, LETTERS])
def test_what_is_shown_can_be_typed(style: CardText) -> None:
    assert all(card(style.one(one), one.deck) in (one, CARDS[one.deck * 54 + 52]) for one in CARDS)


def test_a_face_may_have_no_suit_and_a_high_ace() -> None:
    assert SIGNS.one(Face(4, None)) == "4"
    assert WORDS.one(Face(4, -1)) == "four"
    assert (SIGNS.one(Face(14, 3)), LETTERS.one(Face(14, 3))) == ("A♠", "AS")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("", ""),
        ("TH", "the ten of hearts"),
        ("4S 5S 6S", "the four, five and six of spades"),
        ("7C 7D 7H", "the sevens of clubs, diamonds and hearts"),
        ("6C 6D", "the sixes of clubs and diamonds"),
        ("TH KS", "the ten of hearts and the king of spades"),
        ("TH joker AS", "the ten of hearts, the joker and the ace of spades"),
        ("joker joker", "the joker and the joker"),
    ],
)
def test_a_row_in_words(cards: str, said: str) -> None:
    assert WORDS.row(parse_cards(cards)) == said


def test_a_row_of_signs_and_letters() -> None:
    row = parse_cards("7C TD joker")
    assert SIGNS.row(row) == "7♣ 10♦ joker"
    assert LETTERS.row(row) == "7C TD joker"


def test_four_suits_have_four_colours_and_keep_their_signs() -> None:
    coloured = CardText("signs", colour=True)
    row = parse_cards("2C 2D 2H 2S")
    assert coloured.row(row) == "2♣ 2♦ 2♥ 2♠"
    assert [coloured.suit_colour(one) for one in row] == ["green", "bright_blue", "red", ""]
    assert coloured.suit_colour(card("joker")) == ""


def test_without_colour_no_suit_has_one() -> None:
    assert [SIGNS.suit_colour(one) for one in parse_cards("2C 2D 2H 2S")] == [""] * 4


def test_signs_and_colour_on_a_terminal() -> None:
    assert card_text(Terminal(), env={}) == CardText("signs", colour=True)
    assert card_text(Terminal(), env={}, colour=False) == SIGNS
    assert card_text(Terminal(), env={}, ascii_only=True) == CardText("letters", colour=True)
    assert card_text(Terminal(), env={}, ascii_only=True, words=True).style == "words"


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(env: dict[str, str]) -> None:
    assert card_text(Terminal(), env=env) == SIGNS


def test_an_empty_no_color_says_nothing() -> None:
    assert card_text(Terminal(), env={"NO_COLOR": ""}).colour


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "no-such-encoding", None])
def test_letters_where_the_signs_cannot_be_written(encoding: str | None) -> None:
    assert card_text(Terminal(encoding), env={}).style == "letters"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_signs_where_they_can(encoding: str) -> None:
    assert card_text(Terminal(encoding), env={}).style == "signs"


def test_no_stream_at_all() -> None:
    assert card_text(None, env={}) == LETTERS
