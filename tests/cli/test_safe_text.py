"""Text that is not ours: seen whole, on one line, and never as markup."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_cli.safe_text import safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Greta", "Greta"),
        ("Zoë Łuczak", "Zoë Łuczak"),
        ("10♥ 花", "10♥ 花"),
        ("", ""),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("one\ntwo\tthree\r", r"one\ntwo\tthree\r"),
        ("\x00\x7f\x85\x9b", r"\x00\x7f\x85\x9b"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("a\u2066b\u2069c\u200ed", r"a\u2066b\u2069c\u200ed"),
        ("a\u200bb\ufeffc\u2060d\u200d", r"a\u200bb\ufeffc\u2060d\u200d"),
        ("a\u2028b\u2029c", r"a\u2028b\u2029c"),
        ("\ud800x\udcff", r"\ud800x\udcff"),
        ("♥\ufe0f \u3164 \u2800", r"♥\ufe0f \u3164 \u2800"),
        ("\U000e0041\U000e0100", r"\U000e0041\U000e0100"),
        ("no\u00a0break\u3000wide", "no break wide"),
        (r"C:\cards\gin", r"C:\cards\gin"),
    ],
)
def test_each_unseen_character_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_marks_of_a_written_language_stay_and_a_pile_of_them_does_not() -> None:
    assert safe("Vie\u0323\u0302t") == "Vie\u0323\u0302t"
    assert safe("e" + "\u0301" * 5) == "e" + "\u0301" * 3 + r"\u0301\u0301"


def test_length_is_bounded_and_says_so() -> None:
    assert safe("x" * 200) == "x" * 200
    assert safe("x" * 201) == "x" * 199 + "…"
    assert safe("x" * 10**6, limit=5) == "xxxx…"
    assert safe("\n" * 4, limit=5) == r"\n\n…"
    assert safe("\u202e", limit=5) == "…"


@given(st.text(st.characters(codec=None)), st.integers(1, 80))
def test_any_text_becomes_one_bounded_line_that_can_be_written(text: str, limit: int) -> None:
    shown = safe(text, limit)
    assert len(shown) <= limit
    assert shown.isprintable()
    assert not any(unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "LRE", "PDF") for char in shown)
    shown.encode()
    assert safe(shown, limit) == shown
