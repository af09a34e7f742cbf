"""Faults that the conformance kit found, each as a small deal that shows it."""

from __future__ import annotations

from rummy_core.actions import Decision
from rummy_core.events import Laid, Noted, Shown
from rummy_core.knocking import KNOCK_COUNT
from tests.story import Story, gin


def happened(story: Story) -> list[object]:
    """The facts that the last decision brought about."""
    log = story.deal.log
    last = max(place for place, entry in enumerate(log) if isinstance(entry, Decision))
    return list(log[last + 1 :])


def test_the_knockers_count_is_told_after_his_cards_are_shown() -> None:
    # With a limit of 100 a hand without a meld may knock: nothing is laid, and the count was told first.
    story = gin(hand0="KC QD JH 9S 8C 6D 5H 3S 2C AD 2D", step="discard", seat=0, knock_limit=100)
    story.does("knock KC")
    kinds = [
        type(one)
        for one in happened(story)
        if isinstance(one, Shown) or (isinstance(one, Noted) and one.key == KNOCK_COUNT)
    ]
    assert kinds == [Shown, Noted]


# Which melds are laid follows from the whole hand. Where the cards of the first were known, taken from
# the pile in sight, laying AC AD AH without the known AS told of cards that nobody had seen.


def test_a_knocker_shows_his_whole_hand_before_melds_are_laid() -> None:
    story = gin(hand0="AC AD AH AS 2S 3S 9C 9D 9H KC 2D", step="discard", seat=0)
    story.does("knock KC")
    shown, laid = (
        next(n for n, one in enumerate(happened(story)) if isinstance(one, k)) for k in (Shown, Laid)
    )
    assert shown < laid
    first = happened(story)[shown]
    assert isinstance(first, Shown)
    assert len(first.cards) == 10
    assert first.seen == 3


def test_the_best_answer_shows_the_whole_hand_before_melds_are_laid() -> None:
    story = gin(
        hand0="4C 5C 6C 9C 9D 9H JD QD KD 2D KC",
        hand1="AC AD AH AS 2S 3S 8D 8H 8C 7S",
        step="discard",
        seat=0,
    )
    story.does("knock KC", "best")
    kinds = [type(one) for one in happened(story) if isinstance(one, Shown | Laid)]
    assert kinds[0] is Shown
    assert kinds.count(Shown) == 1
    assert Laid in kinds
