"""Shrinking: a fault met again in a shorter deal, and told as a scenario.

Options go back to their defaults and decisions are left out, as far as the same property
still fails. The search for fewer decisions is hypothesis's; without it the deal stays as long as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from rummy_core.actions import Action
from rummy_core.catalogue import BotMaker
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.notation import parse_action
from rummy_core.records import header_of
from rummy_core.rulebook import Rulebook
from rummy_core.stated_positions import scenario_of
from rummy_core.table import Table
from rummy_core.testing.bounds import ENDS
from rummy_core.testing.deals import CHANCE, SAME_SEED, check_deal, check_scenario
from rummy_core.testing.drawn_options import with_options
from rummy_core.testing.failures import ConformanceError
from rummy_core.testing.policies import AnyLegal
from rummy_core.testing.scores import SCORES
from rummy_core.views import View

_AT_THE_END: Final = (SAME_SEED, CHANCE, SCORES)
"""What is found when a deal is over: it must be played out."""
_EXAMPLES: Final = 60
_LONGEST: Final = 120
"""Decisions beyond which no shorter deal is looked for: trying them would take minutes."""
_CHOICES: Final = 30


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a deal is played from."""

    book: Rulebook
    seed: str
    dealer: int
    seats: int


class _Numbered:
    """Plays the listed actions of these numbers, counted round; then the first."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = iter(numbers)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        return actions[next(self._numbers, 0) % len(actions)]


def shrunk(dealt: Dealt, error: ConformanceError) -> ConformanceError:
    """Return the same failure in a shorter deal, with a scenario in which it is met."""
    at, found = _plainer(dealt, error)
    at, found = _shorter(at, found)
    return ConformanceError(found.prop, found.found, found.place, _scenario(at, found))


def _failure(dealt: Dealt, prop: str, bots: Sequence[BotMaker], most: int | None) -> ConformanceError | None:
    """How ``prop`` fails in a deal, None where it does not."""
    try:
        check_deal(
            dealt.book,
            dealt.seed,
            bots,
            dealer=dealt.dealer,
            seats=dealt.seats,
            closely=0.0 if prop in _AT_THE_END else 1.0,
            most=None if prop in _AT_THE_END else most,
        )
    except ConformanceError as error:
        return error if error.prop == prop else None
    return None


def _plainer(dealt: Dealt, error: ConformanceError) -> tuple[Dealt, ConformanceError]:
    """Put back to its default each option that the failure can do without."""
    changed = dealt.book.options.model_dump(exclude_defaults=True)
    for name in changed:
        book = with_options(dealt.book, {name: type(dealt.book.options).model_fields[name].default})
        if book is None:
            continue
        plainer = replace(dealt, book=book)
        found = _failure(plainer, error.prop, [AnyLegal], error.place.decision + 10)
        if found is not None:
            dealt, error = plainer, found
    return dealt, error


def _shorter(dealt: Dealt, error: ConformanceError) -> tuple[Dealt, ConformanceError]:
    """Look for a deal with fewer decisions in which the same property fails."""
    if error.place.decision > _LONGEST or error.prop == ENDS:
        return dealt, error
    try:
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis import strategies as st
        from hypothesis.errors import NoSuchExample
    except ImportError:
        return dealt, error

    def played(numbers: Sequence[int], seed: str) -> ConformanceError | None:
        bot = _Numbered(numbers)
        return _failure(replace(dealt, seed=seed), error.prop, [lambda _: bot], len(numbers))

    numbers = st.lists(st.integers(0, _CHOICES), max_size=error.place.decision)
    seeds = st.sampled_from([dealt.seed, *map(str, range(5))])
    with suppress(NoSuchExample):
        few, seed = find(
            st.tuples(numbers, seeds),
            lambda example: played(*example) is not None,
            settings=settings(
                max_examples=_EXAMPLES,
                database=None,
                deadline=None,
                phases=[Phase.generate, Phase.shrink],
                suppress_health_check=list(HealthCheck),
            ),
            random=Random(0),
        )
        found = played(few, seed)
        if found is not None and found.place.decision < error.place.decision:
            return replace(dealt, seed=seed), found
    return dealt, error


def _scenario(dealt: Dealt, error: ConformanceError) -> str:
    """A scenario in which the failure is met with as few moves as may be; empty where none can be written."""
    decisions = error.place.decisions
    text = ""
    with suppress(Exception):  # the deal is at fault: anything may go wrong when it is played again
        tables = _tables(dealt, [one.split(" ", 1)[1] for one in decisions])
        own = dealt.book.options.model_dump(exclude_defaults=True)
        header = header_of(Match(dealt.book, dealt.seed)).model_copy(update={"options": own})
        for moves in (0, 1, 2, len(decisions)):
            since = len(decisions) - moves
            if since < 0 or tables[since].sheet is not None:
                continue
            lines = [f"{one}\n" for one in decisions[since:]]
            text = scenario_of(header, tables[since], error.prop) + "".join(lines)
            if _meets(text, dealt.book, error.prop):
                break
    return text


def _tables(dealt: Dealt, words: Sequence[str]) -> list[Table]:
    """The tables of a deal: as it is dealt, and after each of its decisions."""
    deal = Deal.begin(dealt.book, Chance(dealt.seed), seats=dealt.seats, dealer=dealt.dealer)
    found = [deal.table.copy()]
    for one in words:
        deal.play(deal.by_face(parse_action(one)))
        found.append(deal.table.copy())
    return found


def _meets(text: str, book: Rulebook, prop: str) -> bool:
    try:
        check_scenario(text, book)
    except ConformanceError as error:
        return error.prop == prop
    return False
