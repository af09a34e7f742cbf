"""Nothing is left without its guard: no option without a flip, no hook without a document and a test.

That no preset is without a golden match is in ``test_playthroughs.py``, that none is without counts in
``test_perft.py``; both walk what is registered, as this does.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Literal

import pytest

from rummy_core.hooks import PROJECT, RuleSpec
from rummy_core.options import Options, VariantOptions, make_options, option
from rummy_core.rulebook import HouseRule, Variant, rulebook
from rummy_variants.gin import GIN
from tests.core import test_hooks
from tests.perft import games, house_rules
from tests.variants import flipping
from tests.variants.flipping import FLIPS, Flips

HERE = Path(__file__).parent

# Options.


@pytest.fixture(scope="module", autouse=True)
def _marks() -> None:
    """Import every module with marks, so that they are known whichever tests run."""
    for path in sorted(HERE.rglob("test_*.py")):
        if path != Path(__file__) and "import Flips" in path.read_text(encoding="utf-8"):
            importlib.import_module(".".join(("tests", *path.relative_to(HERE).with_suffix("").parts)))


OWNERS: list[Variant | HouseRule] = [*games(), *house_rules()]


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.name)
def test_every_option_is_flipped_by_a_test_that_fails_without_it(owner: Variant | HouseRule) -> None:
    assert Flips(owner).missing() == []


def test_games_and_house_rules_have_options_to_flip() -> None:
    assert {owner.name for owner in OWNERS} >= {"gin", "skarney", "openspiel"}
    assert sum(len(owner.options.model_fields) for owner in OWNERS) > 100


def test_a_mark_is_on_a_test_that_is_run() -> None:
    for flips in FLIPS.values():
        for one in flips:
            assert one.test.startswith("test_"), one
            assert callable(getattr(importlib.import_module(one.module), one.test)), one


def test_only_what_every_game_has_may_come_to_nothing_in_one() -> None:
    """Who draws every turn cannot stand still; all else must change something."""
    unreached = {(name, one.option) for name, flips in FLIPS.items() for one in flips if not one.reached}
    assert unreached == {(game, "standstill") for game in ("arlington", "fortune", "iceberg")}


# What a mark cannot be had by.


class ToyOptions(VariantOptions):
    """Options of a game of these tests."""

    loud: bool = option(False, "loud", "these tests")
    size: Literal["small", "large", "huge"] = option("small", "size", "these tests")


TOY = Variant(
    "toy", "Toy", ToyOptions, GIN.rules, lambda options, players: [], (2, 2), 2, {"default": {}}, base=GIN
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Flips:
    """Marks of the toy game, forgotten afterwards."""
    monkeypatch.setattr(flipping, "FLIPS", {})
    return Flips(TOY)


def toy_options(**options: object) -> ToyOptions:
    made = rulebook(TOY, options=options).options
    assert isinstance(made, ToyOptions)
    return made


def test_a_test_that_hangs_on_the_option_passes(toy: Flips) -> None:
    @toy("loud", True)
    def test_loud() -> None:
        assert toy_options(loud=True).loud
        assert not toy_options().loud

    test_loud()
    assert "loud" not in toy.missing()


def test_a_test_that_only_mentions_the_option_fails(toy: Flips) -> None:
    @toy("loud", True)
    def test_loud() -> None:
        assert toy_options().size == "small", "loud"

    with pytest.raises(AssertionError, match=r"the test plays nothing by loud = \[True\]"):
        test_loud()


def test_a_test_that_plays_by_the_option_and_asks_nothing_of_it_fails(toy: Flips) -> None:
    @toy("loud", True)
    def test_loud() -> None:
        assert toy_options(loud=True).size == "small"

    with pytest.raises(pytest.fail.Exception, match="passes where loud is ignored"):
        test_loud()


def test_a_test_that_flips_fewer_values_than_it_claims_fails(toy: Flips) -> None:
    @toy("size", "large", "huge")
    def test_size() -> None:
        assert toy_options(size="large").size == "large"

    with pytest.raises(AssertionError, match=r"plays nothing by size = \['huge'\]"):
        test_size()


def test_a_fault_of_the_test_is_told_as_it_is(toy: Flips) -> None:
    @toy("loud", True)
    def test_loud() -> None:
        assert toy_options(loud=True).size == "huge"

    with pytest.raises(AssertionError, match="huge"):
        test_loud()


def test_options_and_values_that_no_test_flips_are_named(toy: Flips) -> None:
    """The toy's ``standstill`` and ``max_deals`` are its base's, whose tests have not flipped them here."""
    assert toy.missing() == [
        "loud", "loud = True", "max_deals", "size", "size = huge", "size = large", "standstill"
    ]  # fmt: skip
    toy("size", "large")(lambda: None)
    Flips(GIN)("standstill", 1)(lambda: None)
    assert toy.missing() == ["loud", "loud = True", "max_deals", "size = huge"]


def test_what_is_no_option_cannot_be_marked(toy: Flips) -> None:
    with pytest.raises(ValueError, match="toy has no option 'lout'"):
        toy("lout", True)(lambda: None)


def test_why_an_option_comes_to_nothing_is_shown_by_playing(toy: Flips) -> None:
    @toy.unreached("loud", True)
    def test_loud() -> None:
        assert toy_options().size == "small"

    with pytest.raises(AssertionError, match="plays nothing by loud"):
        test_loud()
    assert "loud" not in toy.missing()


def test_options_of_a_house_rule_are_ignored_like_those_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class HouseOptions(Options):
        """Options of a house rule of these tests."""

        points: int = option(7, "points", "these tests", ge=0, le=100)

    monkeypatch.setattr(flipping, "FLIPS", {})
    sets = {"gin_bonus": 25}
    rule = HouseRule("house", "House", HouseOptions, lambda options: object(), lambda options: [], sets)

    def points() -> object:
        book = rulebook(GIN, house_rules=[(rule, {"points": 9})])
        return book.house_rules[0].options

    @Flips(rule)("points", 9)
    def test_points() -> None:
        assert points() == make_options(HouseOptions, {"points": 9})

    test_points()
    assert Flips(rule).missing() == []


# Hooks.

HOOKS: dict[str, Callable[..., object]] = {
    name: hook for name, hook in vars(RuleSpec).items() if not name.startswith("_")
}


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_says_what_it_returns_when_it_is_asked_and_what_else_counts(name: str) -> None:
    assert undocumented(HOOKS[name].__doc__ or "") == []


def undocumented(doc: str) -> list[str]:
    """What the docstring of a hook leaves out."""
    wanted = {
        "what to return": r"^Return \w+( \S+){3,}",
        "when it is asked": r"\b[Aa]sked\b",
        "what counts where nobody answers": r"Default: \w+|No default\.|nobody answering",
    }
    return [what for what, pattern in wanted.items() if not re.search(pattern, doc)]


def test_a_docstring_without_substance_is_found() -> None:
    assert len(undocumented("")) == 3
    assert undocumented("Return it. Asked once. No default.") == ["what to return"]
    assert undocumented("Return the sides of a match.") == [
        "when it is asked", "what counts where nobody answers"
    ]  # fmt: skip


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_in_the_documents(name: str) -> None:
    text = (HERE.parent / "docs" / "hooks.md").read_text(encoding="utf-8")
    assert re.search(rf"^### {name}\n\n`{name}\(.*\) -> .+`$", text, re.MULTILINE)


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_test_that_plays_by_an_answer(name: str) -> None:
    assert answered(test_hooks, name)


def answered(module: ModuleType, hook: str) -> list[str]:
    """The classes of a module that answer a hook and that its test named after the hook plays by."""
    test = getattr(module, f"test_{hook}", None)
    used = set(_names(test.__code__)) if test else set()
    return [
        name
        for name, one in vars(module).items()
        if name in used and hasattr(getattr(one, hook, None), f"{PROJECT}_impl")
    ]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names(const)


def test_a_hook_without_such_a_test_is_found() -> None:
    module = ModuleType("outside")
    assert answered(module, "pack") == []
    module.test_pack = test_hooks.test_card_values  # type: ignore[attr-defined]
    module.DearAces = test_hooks.DearAces  # type: ignore[attr-defined]
    assert answered(module, "pack") == []
    assert answered(test_hooks, "pack") == ["WithJokers"]
