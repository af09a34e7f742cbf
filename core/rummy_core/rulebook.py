"""Rulebooks: a game with its options and house rules, asked once and frozen.

This module holds the only calls through pluggy; everything else reads the
answers as plain attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final, cast

import pluggy

from rummy_core.actions import Action, Refusal
from rummy_core.arrangements import Arranger, arranger
from rummy_core.defaults import Defaults
from rummy_core.flow import Skippable
from rummy_core.hooks import PROJECT, DealPlan, RuleHooks, RuleSpec
from rummy_core.melds import MeldRules
from rummy_core.notions import declared_notions, has_notion
from rummy_core.options import BadOption, Options, VariantOptions, make_options
from rummy_core.packs import Pack
from rummy_core.scoring import CardValues, ScoreSheet
from rummy_core.steps import Step
from rummy_core.table import Table
from rummy_core.zones import Layout, solo

Preset = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game as a rule plugin.

    ``rules`` makes the object that answers the hooks from the options;
    ``describe`` says the rules in words, with the numbers of the options, for so
    many players; ``revision`` is raised when a rule changes what is legal or
    scored. An overlay names its ``base`` and answers only what differs.
    ``notions`` are the words house rules ask for; ``default_preset`` is played
    where none is named. ``by_players`` are options that are other by default for
    so many players: what a preset or a person sets goes over them. ``unfit`` says
    why options cannot be played by so many, and nothing where they can.
    """

    name: str
    title: str
    options: type[VariantOptions]
    rules: Callable[[Any], object]
    describe: Callable[[Any, int], Sequence[str]]
    players: tuple[int, int]
    default_players: int
    presets: Mapping[str, Preset] = field(hash=False)
    revision: int = 1
    base: Variant | None = None
    notions: frozenset[str] = frozenset()
    default_preset: str = "default"
    by_players: Mapping[int, Preset] = field(default_factory=dict, hash=False)
    unfit: Callable[[Any, int], str] = lambda options, players: ""

    def __post_init__(self) -> None:
        if "default" not in self.presets:
            raise ValueError(f"{self.name} has no preset 'default'")


@dataclass(frozen=True, slots=True)
class ByOptions:
    """What a house rule is in a game that has options for it.

    ``sets`` are those options: they are the rule there, so that nobody may set them otherwise.
    With ``hooks`` the hooks answer too, for what the options leave open.
    """

    sets: Preset = field(hash=False)
    hooks: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: frozen options and hooks, stacked on a game.

    ``by_options`` is asked with its options and the options model of the game: it says with which options
    the game has the rule already, or None where it has none and the hooks are the rule. ``sets`` are options
    of the game that it presets, and that may still be set otherwise. ``needs`` are the notions that a game
    must have for the hooks; ``conflicts`` names house rules that contradict it.
    """

    name: str
    title: str
    options: type[Options]
    rules: Callable[[Any], object]
    describe: Callable[[Any], Sequence[str]]
    sets: Preset = field(default_factory=dict, hash=False)  # a rulebook is remembered by its house rules
    needs: frozenset[str] = frozenset()
    conflicts: frozenset[str] = frozenset()
    revision: int = 1
    by_options: Callable[[Any, type[VariantOptions]], ByOptions | None] = lambda options, model: None


@dataclass(frozen=True, slots=True)
class Stacked:
    """A house rule with its options."""

    rule: HouseRule
    options: Options

    def settles(self, variant: Variant) -> Preset:
        """The options of ``variant`` that are the rule there, which nobody may set otherwise."""
        found = self.rule.by_options(self.options, variant.options)
        return found.sets if found else {}

    def sets(self, variant: Variant) -> Preset:
        """The options of ``variant`` that it sets in all."""
        return {**self.rule.sets, **self.settles(variant)}

    def has_hooks(self, variant: Variant) -> bool:
        """Whether its hooks answer in ``variant``."""
        found = self.rule.by_options(self.options, variant.options)
        return found is None or found.hooks


class BadRules(ValueError):
    """A combination that makes no game: players, options or house rules that do not go together."""


HOOKS: Final = tuple(name for name in vars(RuleSpec) if not name.startswith("_"))
"""The names of all hooks, in the order they are asked."""
REFUSALS: Final = "refusals"
Veto = Callable[..., Mapping[Action, Refusal] | None]


class DealRules:
    """The answers of a rulebook that a deal plays by, as plain attributes."""

    __slots__ = (
        "_hooks",
        "arranger",
        "card_values",
        "meld_rules",
        "options",
        "skips",
        "standstill",
        "steps",
        "vetoes",
    )

    def __init__(self, book: Rulebook) -> None:
        self._hooks = book.hooks
        self.options = book.options
        self.meld_rules: MeldRules = book.hooks.meld_rules()
        self.card_values: CardValues = book.hooks.card_values()
        values = self.card_values
        self.arranger: Arranger = arranger(
            self.meld_rules, values.in_hand, book.pack(book.players), values.melded, values.by_size
        )
        self.steps: Mapping[str, Step] = MappingProxyType({step.name: step for step in book.hooks.steps()})
        self.skips: bool = any(isinstance(step, Skippable) for step in self.steps.values())
        self.standstill: int = book.options.standstill
        self.vetoes: tuple[Veto, ...] = book.vetoes()

    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        """The score sheet of a deal that ends so."""
        return self._hooks.score_deal(table=table, ending=ending)

    def vetoed(self, table: Table, actions: Sequence[Action]) -> dict[Action, Refusal]:
        """The refusals of house rules for ``actions``; the first reason counts."""
        found: dict[Action, Refusal] = {}
        for veto in self.vetoes:
            for action, refusal in (veto(table=table, actions=actions) or {}).items():
                found.setdefault(action, refusal)
        return found


class Rulebook:
    """One game as it is played: variant, options, house rules and number of players."""

    variant: Variant
    players: int
    hooks: RuleHooks
    sides: tuple[tuple[int, ...], ...]

    def __init__(
        self, variant: Variant, options: VariantOptions, house_rules: tuple[Stacked, ...], players: int
    ) -> None:
        self.variant = variant
        self.options = options
        self.house_rules = house_rules
        self.players = players
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(RuleSpec)
        self._manager.register(Defaults(), name="core")
        for layer in _layers(variant):
            self._manager.register(layer.rules(options), name=layer.name)
        for stacked in house_rules:
            if stacked.has_hooks(variant):
                self._manager.register(stacked.rule.rules(stacked.options), name=stacked.rule.name)
        self._manager.check_pending()
        self.hooks = cast("RuleHooks", _Asked(self._manager))
        self._packs: dict[int, Pack] = {}
        self._plans: dict[tuple[int, int], tuple[DealPlan, Layout]] = {}
        self.sides = self.hooks.match_sides(players=players)

    def __repr__(self) -> str:
        names = "".join(f" + {one.rule.name}" for one in self.house_rules)
        return f"<Rulebook {self.variant.name}{names}, {self.players} players>"

    @cached_property
    def rules(self) -> DealRules:
        """The answers a deal plays by."""
        return DealRules(self)

    def pack(self, seats: int) -> Pack:
        """The pack for a deal of so many seats."""
        if seats not in self._packs:
            self._packs[seats] = self.hooks.pack(seats=seats)
        return self._packs[seats]

    def plan(self, seats: int, dealer: int) -> tuple[DealPlan, Layout]:
        """How a deal of so many seats begins, and the layout of its table."""
        if (seats, dealer) not in self._plans:
            plan = self.hooks.deal_plan(seats=seats, dealer=dealer)
            layout = Layout(self.pack(seats), plan.zones, plan.sides or solo(seats), dealer)
            self._plans[seats, dealer] = plan, layout
        return self._plans[seats, dealer]

    def vetoes(self) -> tuple[Veto, ...]:
        """The plugins' refusals as plain functions, the house rule named last first."""
        caller = getattr(self._manager.hook, REFUSALS)
        impls = caller.get_hookimpls()
        for impl in impls:
            if impl.wrapper or impl.hookwrapper:
                raise BadRules(
                    f"{impl.plugin_name} wraps refusals; every answer counts, so there is nothing to wrap"
                )
        return tuple(_plain(impl, caller) for impl in reversed(impls))

    def answers(self) -> dict[str, list[str]]:
        """Who answers each hook, the one that goes first first."""
        return {
            name: [impl.plugin_name for impl in reversed(caller.get_hookimpls())]
            for name in HOOKS
            if (caller := getattr(self._manager.hook, name, None)) is not None
        }


def hooks_of(rule: HouseRule) -> dict[str, bool]:
    """The hooks that a house rule answers by its default options, and of each whether it wraps it."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(RuleSpec)
    manager.register(rule.rules(rule.options()), name=rule.name)
    manager.check_pending()
    impls = {name: getattr(manager.hook, name).get_hookimpls() for name in HOOKS}
    return {name: some[-1].wrapper or some[-1].hookwrapper for name, some in impls.items() if some}


class _Asked:
    """The hooks as attributes, each the shortest way to its answer.

    Where nobody wraps a hook its functions are called in pluggy's order without
    the relay, which costs more than the answers of a whole deal.
    """

    def __init__(self, manager: pluggy.PluginManager) -> None:
        for name in HOOKS:
            if name != REFUSALS:
                setattr(self, name, _first_result(getattr(manager.hook, name)))


def _first_result(caller: pluggy.HookCaller) -> Callable[..., object]:
    impls = caller.get_hookimpls()
    if any(impl.wrapper or impl.hookwrapper for impl in impls):
        return caller
    functions = [_plain(impl, caller) for impl in reversed(impls)]
    if len(functions) == 1:
        return functions[0]

    def ask(**asked: object) -> object:
        return next((one for function in functions if (one := function(**asked)) is not None), None)

    return ask


def _plain(impl: pluggy.HookImpl, caller: pluggy.HookCaller) -> Callable[..., Any]:
    """An answer as a function of all that its hook tells; it may ask for less."""
    function = cast("Callable[..., Any]", impl.function)
    names = set(impl.argnames)
    if caller.spec is not None and names == set(caller.spec.argnames):
        return function
    return lambda **asked: function(**{name: asked[name] for name in names})


def _layers(variant: Variant) -> list[Variant]:
    below = _layers(variant.base) if variant.base else []
    return [*below, variant]


def rulebook(
    variant: Variant,
    *,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    house_rules: Sequence[HouseRule | tuple[HouseRule, Mapping[str, object]]] = (),
    players: int | None = None,
) -> Rulebook:
    """Return the rulebook of a game; the same choices give the same book.

    Options named outright go over those that a house rule presets, these over
    the preset's, and these over those for so many players. Those that are a house rule
    in this game nobody may set otherwise. Where no number of players
    is asked for it is the game's default, or if the options are not for so many, the
    least that can play by them.

    Raises:
        BadOption: an option or preset that does not exist, a bad value, or one that so
            many players cannot play with.
        BadRules: players, options or house rules that do not go together.
    """
    chosen = preset or variant.default_preset
    if chosen not in variant.presets:
        raise BadOption(f"{variant.name} has no preset {chosen!r}; it has {', '.join(variant.presets)}")
    pairs = [one if isinstance(one, tuple) else (one, {}) for one in house_rules]
    stacked = tuple(Stacked(rule, make_options(rule.options, values)) for rule, values in pairs)
    asked = check_players(variant, players)
    _check_names(stacked)
    _check_settings(variant, stacked, variant.presets[chosen], asked)
    sets = [variant.presets[chosen], *(one.sets(variant) for one in stacked), options or {}]
    made, count = _for_players(variant, sets, asked, settled=players is not None)
    _check_named_outright(variant, stacked, made)
    return _rulebook(variant, made, stacked, count)


def _for_players(
    variant: Variant, sets: Sequence[Preset], count: int, *, settled: bool
) -> tuple[VariantOptions, int]:
    """The options for ``count`` players; unless that is settled, for the first number that fits them."""
    low, high = variant.players
    faults = []
    for many in (count, *(() if settled else range(low, high + 1))):
        made = make_options(variant.options, variant.by_players.get(many, {}), *sets)
        fault = variant.unfit(made, many)
        if not fault:
            return made, many
        faults.append(fault)
    raise BadOption(faults[0])


def check_players(variant: Variant, players: int | None) -> int:
    """Return the number of players, the default where None is asked for.

    Raises:
        BadRules: if the game is not for so many.
    """
    low, high = variant.players
    count = variant.default_players if players is None else players
    if not low <= count <= high:
        many = f"{low}" if low == high else f"{low} to {high}"
        raise BadRules(f"{variant.title} is for {many} players, not {count}")
    return count


def _check_names(stacked: Sequence[Stacked]) -> None:
    names = [one.rule.name for one in stacked]
    for name in names:
        if names.count(name) > 1:
            raise BadRules(f"house rule {name} is named twice")
    for one in stacked:
        against = sorted(one.rule.conflicts & set(names))
        if against:
            raise BadRules(f"house rules {one.rule.name} and {against[0]} contradict each other")


def _check_settings(variant: Variant, stacked: Sequence[Stacked], preset: Preset, players: int) -> None:
    """Refuse a house rule for other games, and two that set one option otherwise."""
    set_by: dict[str, tuple[str, object]] = {}
    for one in stacked:
        for name, value in one.sets(variant).items():
            if name not in variant.options.model_fields:
                made, count = _for_players(variant, [preset], players, settled=False)
                _check_needs(one, Rulebook(variant, made, (), count))
                raise BadRules(f"house rule {one.rule.name} sets {name}, which {variant.name} has not")
            other, before = set_by.setdefault(name, (one.rule.name, value))
            if before != value:
                raise BadRules(
                    f"house rules {other} and {one.rule.name} contradict each other: "
                    f"{name} is {_typed(before)} by the one, {_typed(value)} by the other"
                )


def _check_named_outright(variant: Variant, stacked: Sequence[Stacked], made: VariantOptions) -> None:
    """Refuse an option that was set against the house rule that it is."""
    for one in stacked:
        for name, value in one.settles(variant).items():
            if getattr(made, name) != value:
                raise BadRules(
                    f"{name} = {_typed(getattr(made, name))} contradicts house rule {one.rule.name}, "
                    f"which is {name} = {_typed(value)} in {variant.name}"
                )


def _typed(value: object) -> str:
    """An option's value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=64)
def _rulebook(
    variant: Variant, options: VariantOptions, house_rules: tuple[Stacked, ...], players: int
) -> Rulebook:
    by_hooks = [one for one in house_rules if one.has_hooks(variant)]
    if not by_hooks:
        return Rulebook(variant, options, house_rules, players)

    def book_of(stacked: Sequence[Stacked]) -> Rulebook:
        return Rulebook(variant, options, tuple(stacked), players)

    # No hook is asked in a game that has not what it needs: one by one they join those that were asked for.
    waiting, joined = by_hooks, list[Stacked]()
    while waiting:
        ready = next((one for one in waiting if not _lacks(one, book_of(joined))), None)
        if ready is None:
            _check_needs(waiting[0], book_of(joined))
        else:
            joined.append(ready)
            waiting = [one for one in waiting if one is not ready]
    # Each is then held against the game with all the others, so that their order plays no part.
    book = book_of(house_rules)
    others = [(one, book_of([other for other in house_rules if other is not one])) for one in by_hooks]
    for one, without in others:
        _check_needs(one, without)
    _check_possible(book)
    for one, without in others:
        if not (one.sets(variant) or _changes(one, book, without) or _changes_alone(one, book)):
            raise BadRules(f"house rule {one.rule.name} changes nothing in {variant.name}")
    return book


def _lacks(one: Stacked, without: Rulebook) -> list[str]:
    """What the hooks of a house rule need and the game has not, with the other house rules in force."""
    try:
        return sorted(word for word in one.rule.needs if not has_notion(without, word))
    except ValueError:
        # The others do not go together; what they make of the game tells why.
        return []


def _check_possible(book: Rulebook) -> None:
    """Refuse melds and steps that cannot be."""
    try:
        book.hooks.meld_rules()
        book.hooks.steps()
    except ValueError as error:
        names = " and ".join(one.rule.name for one in book.house_rules)
        raise BadRules(f"house rule {names} cannot be played so in {book.variant.name}: {error}") from error


def _check_needs(one: Stacked, without: Rulebook) -> None:
    """Refuse a house rule whose hooks need what a game has not, with the other house rules in force."""
    missing = _lacks(one, without)
    if missing:
        game = without.variant.name
        here = " as it is played here" if missing[0] in declared_notions(without) else ""
        raise BadRules(f"house rule {one.rule.name} needs {', '.join(missing)}, which {game} has not{here}")


_SET_UP: Final = ("pack", "card_values", "meld_rules", "steps")
"""Hooks whose answers can be held against each other."""


def _changes_alone(one: Stacked, book: Rulebook) -> bool:
    """Whether a house rule that others go before would change the game by itself."""
    alone, bare = (
        Rulebook(book.variant, book.options, rules, book.players) for rules in ((one,), tuple[Stacked, ...]())
    )
    return _changes(one, alone, bare)


def _changes(one: Stacked, book: Rulebook, without: Rulebook) -> bool:
    """Whether a house rule makes ``book`` differ, as far as its answers tell before a deal."""
    answered = [hook for hook, names in book.answers().items() if one.rule.name in names]
    if any(hook not in _SET_UP for hook in answered):
        return True
    asked = {"pack": {"seats": book.players}}
    return any(
        getattr(book.hooks, hook)(**asked.get(hook, {}))
        != getattr(without.hooks, hook)(**asked.get(hook, {}))
        for hook in answered
    )
