"""Whole games and house rules: one line checks all that there is to check."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, TypeVar

from rummy_core import catalogue
from rummy_core.actions import Decision
from rummy_core.catalogue import BadPlugin, BotMaker
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.hooks import MatchState
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, HouseRule, Rulebook, Variant, rulebook
from rummy_core.testing.deals import STANDS, check_deal
from rummy_core.testing.declared import check_declared
from rummy_core.testing.drawn_options import Drawn, books_of, fresh, with_options
from rummy_core.testing.effects import EFFECT, check_effects
from rummy_core.testing.failures import ConformanceError, Fault, Place, Property
from rummy_core.testing.hook_checks import check_answers, check_hooks
from rummy_core.testing.matches import check_match
from rummy_core.testing.policies import AnyLegal, mixed
from rummy_core.testing.shrinking import Dealt, shrunk
from rummy_core.testing.side_by_side import difference
from rummy_core.testing.tally import Tally

T = TypeVar("T")

FRESH: Final = Property(
    "a rulebook remembers no deal",
    "an attribute of the rules, or of a step, changes in play; keep it in a note of the table",
)

_MATCH_DEALS: Final = 3
"""Deals of the matches that are checked, at most: `max_deals` is set so."""


def check_variant(
    variant: Variant,
    *,
    deals: int = 40,
    matches: int = 4,
    seed: int | str = 1,
    house_rules: Sequence[HouseRule] = (),
    bots: Sequence[BotMaker] | None = None,
    closely: float = 0.2,
    tries: int = 40,
    drawn: Drawn | None = None,
    without_effect: Collection[str] = (),
) -> Tally:
    """Check a game: its hooks and options, ``deals`` deals and ``matches`` matches.

    They are played by each preset and number of players first, and then by options at random. Every
    other deal is played by anything legal, the rest by ``bots``, or those that are installed, one after
    the other, with some random play among it. ``closely`` is the share of decisions at which copies are
    played and tables imagined; each option is tried ``tries`` times for its effect. ``drawn`` names
    values that an option is drawn from beside its bounds, ``without_effect`` the options that rarely show.

    Returns what was met. A failure is shrunk to a short deal and told as a scenario.

    Raises:
        ConformanceError: at the first property that does not hold.
    """
    values: Mapping[str, Sequence[object]] = drawn or {}
    counts = Tally()
    again = f"check_variant(..., seed={seed!r})"
    with _told(variant.name, again):
        _check_made(variant, house_rules)
        chosen = books_of(variant, house_rules, Random(f"{seed}/books"), values)
        books = list(islice(chosen, max(deals, 1)))
    plain = _installed_bots() if bots is None else list(bots)
    makers = [mixed(maker) for maker in plain] or [AnyLegal]
    for number, book in enumerate(books[:deals]):
        with _told(variant.name, again):
            check_answers(book)
        _check_deal(book, f"{seed}/{number}", makers, number, closely, counts)
    for number in range(matches):
        book = books[number * len(books) // matches]
        few = with_options(book, {"max_deals": min(_MATCH_DEALS, book.options.max_deals)})
        if few is not None and few.options.standstill:
            check_match(few, f"{seed}/match/{number}", [makers[number % len(makers)]], tally=counts)
    if tries:
        everyone = [*plain, *makers]
        with _told(variant.name, again):
            check_effects(variant, everyone, str(seed), tries=tries, drawn=values, unreached=without_effect)
        counts.checks[EFFECT] += 1
    return counts


def check_house_rule(
    rule: HouseRule,
    *,
    deals: int = 4,
    seed: int | str = 1,
    games: Sequence[Variant] | None = None,
    bots: Sequence[BotMaker] | None = None,
    closely: float = 0.1,
    tries: int = 20,
    drawn: Drawn | None = None,
) -> Tally:
    """Check a house rule on ``games``, or on every installed game that takes it: ``deals`` deals of each.

    With it one of them at least must differ from the game without it; elsewhere it may be what is
    played anyway.

    Raises:
        ConformanceError: at the first property that does not hold, or where no game takes it.
    """
    counts = Tally()
    again = f"check_house_rule(..., seed={seed!r})"
    plain = _installed_bots() if bots is None else list(bots)
    makers = [mixed(maker) for maker in plain] or [AnyLegal]
    with _told(rule.name, again):
        check_declared(rule)
        check_hooks(rule, rule.rules(rule.options()))
        fitting = (
            [one for one in _installed() if house_rule_fits(one, rule)] if games is None else list(games)
        )
        if not fitting:
            raise Fault(EFFECT, "no game that is installed takes this house rule")
    for game in fitting:
        with _told(rule.name, again):
            books = list(islice(books_of(game, (rule,), Random(f"{seed}/{game.name}"), drawn or {}), deals))
        for number, book in enumerate(books):
            with _told(rule.name, again):
                check_answers(book)
            _check_deal(book, f"{seed}/{game.name}/{number}", makers, number, closely, counts)
    everyone = [*plain, *makers]
    with _told(rule.name, again):
        if tries and not any(_shows(game, rule, everyone, f"{seed}/{game.name}", tries) for game in fitting):
            where = ", ".join(game.name for game in fitting)
            raise Fault(EFFECT, f"{rule.name} changed no action, refusal, fact or score of {where}")
    return counts


def _check_made(variant: Variant, house_rules: Sequence[HouseRule]) -> None:
    """Check what can be checked before a card is dealt."""
    owner: Variant | None = variant
    while owner is not None:
        check_hooks(owner, owner.rules(variant.options()))
        owner = owner.base
    for rule in house_rules:
        check_hooks(rule, rule.rules(rule.options()))
    check_declared(variant)
    for rule in house_rules:
        check_declared(rule)


def _shows(game: Variant, rule: HouseRule, bots: Sequence[BotMaker], seed: str, tries: int) -> bool:
    """Whether a game is played otherwise with a house rule."""
    low, high = game.players
    for number in range(tries):
        players = low + number % (high - low + 1)
        try:
            plain, ruled = (rulebook(game, house_rules=some, players=players) for some in ((), (rule,)))
        except (BadOption, BadRules):
            continue
        if difference(plain, ruled, [bots[number % len(bots)]], f"{seed}/{number}"):
            return True
    return False


def _check_deal(
    book: Rulebook, seed: str, makers: Sequence[BotMaker], number: int, closely: float, tally: Tally
) -> None:
    """Check a deal, and that the next one goes as by a rulebook nobody has played by.

    Every other deal, by its ``number``, is played by anything legal, the rest by the bots of one maker
    after the other.
    """
    players = [AnyLegal] if number % 2 == 0 else [makers[number // 2 % len(makers)]]
    seats = len(book.hooks.seatings(match=MatchState(book.players, book.sides, (), 0))[0].players)
    dealt = Dealt(book, seed, number % seats, seats)
    try:
        check_deal(book, seed, players, dealer=dealt.dealer, seats=seats, closely=closely, tally=tally)
    except ConformanceError as error:
        raise shrunk(dealt, error) from error
    _check_fresh(replace(dealt, seed=f"{seed}/next"), players)
    tally.checks[FRESH] += 1


def _check_fresh(dealt: Dealt, players: Sequence[BotMaker]) -> None:
    """Check that the next deal goes as it would had there been none before it."""
    used, new = (
        Deal.begin(book, Chance(dealt.seed), seats=dealt.seats, dealer=dealt.dealer)
        for book in (dealt.book, fresh(dealt.book))
    )
    bots = [players[0](f"{dealt.seed}/{seat}") for seat in range(dealt.seats)]
    cap = 100 * len(used.table.layout.pack)
    while not used.is_over and len(used.log) < cap:
        action = bots[used.seat].choose(used.view(used.seat), used.legal_actions())
        used.play(action)
        refusal = new.why_illegal(action)
        if refusal is None:
            new.play(action)
        if refusal is not None or used.log[-1] != new.log[-1] or used.table != new.table:
            words = [str(entry) for entry in used.log if isinstance(entry, Decision)]
            place = Place(
                dealt.book.variant.name,
                f"from seed {dealt.seed!r}",
                tuple(words),
                "the deal, by a new rulebook",
            )
            raise ConformanceError(FRESH, f"{words[-1]!r} goes otherwise by a rulebook that is new", place)


@contextmanager
def _told(game: str, again: str) -> Iterator[None]:
    """Tell a fault that is found outside a deal; an error of the rules is one too."""
    try:
        yield
    except ConformanceError:
        raise
    except Fault as fault:
        raise ConformanceError(fault.prop, fault.found, Place(game, "", (), again)) from fault
    except Exception as error:
        raise ConformanceError(STANDS, repr(error), Place(game, "", (), again)) from error


def _installed_bots() -> list[BotMaker]:
    return list(_whole(catalogue.BOTS, catalogue.bot))


def _installed() -> list[Variant]:
    return list({game.name: game for game in _whole(catalogue.VARIANTS, catalogue.variant)}.values())


def _whole(group: str, load: Callable[[str], T]) -> Iterator[T]:
    """What is installed and can be loaded: a plugin that is broken is no fault of another."""
    for one in catalogue.plugins(group):
        with suppress(BadPlugin):
            yield load(f"{one.distribution}:{one.name}")


def house_rule_fits(game: Variant, rule: HouseRule) -> bool:
    """Whether a game takes a house rule as both are by default."""
    try:
        rulebook(game, house_rules=[rule])
    except (BadOption, BadRules):
        return False
    return True
