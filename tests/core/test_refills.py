"""A stock that is filled again from the discard pile: how, how often, and who then knows its cards."""

from __future__ import annotations

import pytest

from rummy_core.events import NoteValue
from rummy_core.melding import MeldStep
from rummy_core.packs import Pack
from rummy_core.refills import REFILL_PLAYS, REFILLS, REFILLS_IDLE, Refill
from rummy_core.steps import DrawStep
from tests.core.melding_game import melding_game
from tests.story import Story, laid_out

PILE = "2H 3H 9H 7D"


def emptied(
    refill: Refill | None, notes: dict[str, NoteValue] | None = None, pass_ends: str = "stock"
) -> Story:
    """Seat 0 is to draw from a stock that is used up."""
    draw = DrawStep(then="play", refill=refill, pass_ends=pass_ends)
    book = melding_game(draw, MeldStep(), pack=Pack(), hand=5)
    return laid_out(book, pile=PILE, step="draw", seat=0, stock_left=0, deal_notes=notes)


def filled(times: int, idle: int, plays: int = 0) -> dict[str, NoteValue]:
    """The notes of a stock that was filled so often."""
    return {REFILLS: times, REFILLS_IDLE: idle, REFILL_PLAYS: plays}


def test_turned_over_the_oldest_discard_comes_first() -> None:
    story = emptied(Refill(shuffled=False))
    below = story.pile[:-1]
    story.does("draw")
    assert (story.pile, story.hand(0) >= {below[0]}) == (["7D"], True)
    assert [card.text for card in story.table.cards("stock")] == below[:0:-1]


@pytest.mark.parametrize(("shuffled", "known"), [(False, True), (True, False)])
def test_who_watched_knows_a_pile_that_was_turned_over_and_none_that_was_shuffled(
    shuffled: bool, known: bool
) -> None:
    story = emptied(Refill(shuffled)).does("draw")
    assert (None not in (story.view(1)["stock"].order or ())) == known


@pytest.mark.parametrize(
    ("limit", "times", "again"), [(0, 0, False), (1, 0, True), (1, 1, False), (-1, 9, True)]
)
def test_so_often_in_a_deal(limit: int, times: int, again: bool) -> None:
    story = emptied(Refill(limit=limit), filled(times, 0))
    assert ("draw" in story.offered, "pass" in story.offered) == (again, not again)


@pytest.mark.parametrize(
    ("idle", "plays", "again"),
    [(1, 0, True), (2, 0, False), (2, -1, True)],
    ids=["second", "third", "laid since"],
)
def test_a_third_in_a_row_with_nothing_laid_between_is_not_made(idle: int, plays: int, again: bool) -> None:
    assert ("draw" in emptied(Refill(), filled(idle, idle, plays)).offered) == again


def test_without_a_refill_nor_a_word_for_the_end_nobody_may_pass() -> None:
    emptied(None, pass_ends="").offers_only("take").refuses("pass", "nothing to pass on")
    assert emptied(None).does("pass").ending == "stock"


def test_each_refill_is_noted() -> None:
    story = emptied(Refill(), filled(1, 1)).does("draw")
    assert [story.note(key) for key in (REFILLS, REFILLS_IDLE, REFILL_PLAYS)] == [2, 2, 0]
