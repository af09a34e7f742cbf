"""The catalogue: what is installed, found without an import and loaded by name."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rummy_core import catalogue
from rummy_core.catalogue import BOTS, HOUSE_RULES, VARIANTS, BadPlugin, aliases, load_file, plugins
from rummy_core.library import NotInstalled, book_for
from rummy_core.records import Header
from rummy_core.rulebook import rulebook
from rummy_core.testing import AnyLegal, check_deal
from rummy_variants.gin import GIN, STRAIGHT_GIN

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a distribution for one test: its name, a module, and its entry points by group."""

    def installed(dist: str, module: str, source: str, /, *, where: str = "site", **groups: str) -> Path:
        site = tmp_path / where
        info = site / f"{dist.replace('-', '_')}-1.2.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1.2\n")
        named = {"variants": VARIANTS, "house_rules": HOUSE_RULES, "bots": BOTS}
        lines = [f"[{named[group]}]\n{entry}\n" for group, entry in groups.items()]
        (info / "entry_points.txt").write_text("\n".join(lines))
        (site / f"{module}.py").write_text(source)
        monkeypatch.syspath_prepend(site)
        catalogue._entries.cache_clear()
        return site

    yield installed
    catalogue._entries.cache_clear()


A_GAME = (
    "from rummy_variants.gin import GIN\nfrom dataclasses import replace\nGAME = replace(GIN, name='mine')\n"
)


# What is bundled.


def test_the_bundled_plugins_are_found_with_their_distribution() -> None:
    found = {plugin.name: plugin for plugin in plugins(VARIANTS) if plugin.distribution == "rummykit"}
    assert {"gin", "gin-rummy", "straight-gin"} <= set(found)
    assert found["gin"].kind == "game"
    assert found["gin"].version
    assert {"random", "simple"} <= {plugin.name for plugin in plugins(BOTS)}
    assert [plugin.name for plugin in plugins(VARIANTS)] == sorted(
        plugin.name for plugin in plugins(VARIANTS)
    )
    assert set(plugins(VARIANTS)) < set(plugins())


def test_nothing_is_imported_for_names() -> None:
    code = (
        "import sys; from rummy_core.catalogue import plugins, aliases, VARIANTS\n"
        "assert plugins(); aliases(VARIANTS, 'gin')\n"
        "print(*[name for name in sys.modules if name.startswith(('rummy_variants', 'rummy_plugins'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_game_is_loaded_by_each_of_its_names() -> None:
    assert catalogue.variant("gin") is GIN
    assert catalogue.variant("gin-rummy") is GIN
    assert catalogue.variant("rummykit:gin") is GIN


def test_names_with_the_same_target_are_aliases() -> None:
    assert aliases(VARIANTS, "gin") == ("gin-rummy",)
    assert aliases(VARIANTS, "gin-rummy") == ("gin",)


def test_an_alias_may_carry_a_preset() -> None:
    assert catalogue.variant("straight-gin") is STRAIGHT_GIN
    assert aliases(VARIANTS, "straight-gin") == ()
    assert rulebook(STRAIGHT_GIN).options == rulebook(GIN, preset="straight").options


# Names that are not there.


@pytest.mark.parametrize(
    ("load", "name", "told"),
    [
        (catalogue.variant, "jin", "no game 'jin'; did you mean 'gin'?"),
        (catalogue.variant, "GIN-RUMY", "no game 'GIN-RUMY'; did you mean 'gin-rummy'?"),
        (catalogue.variant, "xyzzy", "no game 'xyzzy'"),
        (catalogue.variant, "nobody:gin", "no game 'nobody:gin'"),
        (catalogue.house_rule, "openspeil", "no house rule 'openspeil'; did you mean 'openspiel'?"),
        (catalogue.bot, "simpel", "no bot 'simpel'; did you mean 'simple'?"),
        (catalogue.bot, "", "no bot ''"),
    ],
)
def test_the_nearest_name_is_told(load: Callable[[str], object], name: str, told: str) -> None:
    with pytest.raises(BadPlugin) as raised:
        load(name)
    assert str(raised.value).startswith(told)
    assert ("did you mean" in told) == ("did you mean" in str(raised.value))


# Other people's plugins.


def test_a_game_of_another_distribution_is_found_and_played(install: Install) -> None:
    install("rummy-mine", "mine_rules", A_GAME, variants="mine = mine_rules:GAME")
    (mine,) = [plugin for plugin in plugins(VARIANTS) if plugin.name == "mine"]
    assert (mine.distribution, mine.version, mine.target) == ("rummy-mine", "1.2", "mine_rules:GAME")
    assert "mine_rules" not in sys.modules
    check_deal(rulebook(catalogue.variant("mine")), 1, [AnyLegal], closely=0)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise ValueError('no licence')", "ValueError: no licence"),
        ("import a_module_that_is_not_there", "ModuleNotFoundError"),
        ("def f(:\n", "SyntaxError"),
        ("OTHER = 1", "AttributeError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_broken_plugin_is_told_by_name_and_others_go_on(install: Install, source: str, told: str) -> None:
    name = f"broken_{abs(hash(source))}"
    install("rummy-broken", name, source, variants=f"broken = {name}:GAME")
    assert "broken" in {plugin.name for plugin in plugins(VARIANTS)}
    with pytest.raises(BadPlugin) as raised:
        catalogue.variant("broken")
    assert str(raised.value).startswith("game 'broken' of rummy-broken is broken: ")
    assert told in str(raised.value)
    assert catalogue.variant("gin") is GIN


def test_a_plugin_of_the_wrong_kind_is_told(install: Install) -> None:
    install(
        "rummy-wrong", "wrong_kinds", "GAME = 'gin'\nBOT = 3\n",
        variants="wrong = wrong_kinds:GAME", house_rules="wrong = wrong_kinds:GAME",
        bots="wrong = wrong_kinds:BOT",
    )  # fmt: skip
    for load, told in (
        (catalogue.variant, "game 'wrong' is a str, not a Variant"),
        (catalogue.house_rule, "house rule 'wrong' is a str, not a HouseRule"),
        (catalogue.bot, "bot 'wrong' is a int, not something that makes bots"),
    ):
        with pytest.raises(BadPlugin, match=told):
            load("wrong")


def test_a_name_that_two_distributions_claim_is_asked_for_with_the_distribution(install: Install) -> None:
    install("rummy-other", "other_gin", A_GAME.replace("GAME", "GIN2"), variants="gin = other_gin:GIN2")
    with pytest.raises(BadPlugin) as raised:
        catalogue.variant("gin")
    assert "ask for rummy-other:gin or rummykit:gin" in str(raised.value)
    assert catalogue.variant("rummykit:gin") is GIN
    assert catalogue.variant("rummy-other:gin").name == "mine"


def test_a_distribution_found_on_two_paths_is_one(install: Install) -> None:
    for where in ("one", "two"):
        install("rummy-mine", "twice_found", A_GAME, where=where, variants="twice = twice_found:GAME")
    assert [plugin.name for plugin in plugins(VARIANTS)].count("twice") == 1
    assert catalogue.variant("twice").name == "mine"


# Local files.

LOCAL = '''
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from rummy_core import option
from rummy_variants.gin import GIN, GinOptions, GinRules


class Options(GinOptions):
    """Options of this file."""

    mood: Literal["merry", "grave"] = option("merry", "how it is played", "mine")


@dataclass(frozen=True, slots=True)
class Thing:
    kind: ClassVar[str] = "thing"
    name: str = "draw"


GAME = replace(GIN, name="local", options=Options, rules=GinRules)
'''


def local(tmp_path: Path, source: str) -> Path:
    path = tmp_path / "my_rules.py"
    path.write_text(source)
    return path


def test_a_local_file_is_a_game_with_its_hash(tmp_path: Path) -> None:
    path = local(tmp_path, LOCAL)
    game, digest = load_file(path)
    assert game.name == "local"
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert catalogue.variant(str(path)).name == "local"
    book = rulebook(game, options={"mood": "grave"})
    check_deal(book, 1, [AnyLegal], closely=0)


def test_an_overlay_in_a_local_file_is_the_one_game_meant(tmp_path: Path) -> None:
    source = (
        LOCAL + "\nfrom rummy_variants.gin import GIN as BASE\nGAME = replace(GAME, base=BASE, name='over')\n"
    )
    assert load_file(local(tmp_path, source))[0].name == "over"


def test_a_file_that_changed_is_another_game(tmp_path: Path) -> None:
    path = local(tmp_path, LOCAL)
    first = load_file(path)
    path.write_text(LOCAL.replace('name="local"', 'name="changed"'))
    second = load_file(path)
    assert (first[0].name, second[0].name) == ("local", "changed")
    assert first[1] != second[1]


def test_one_game_under_two_names_is_one_game(tmp_path: Path) -> None:
    assert load_file(local(tmp_path, LOCAL.replace("GAME = ", "GAME = OTHER = ")))[0].name == "local"


def test_nothing_is_written_beside_a_local_file(tmp_path: Path) -> None:
    path = local(tmp_path, LOCAL)
    load_file(path)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "holds 0 games; one is needed"),
        ("from rummy_variants.gin import GIN", "holds 0 games; one is needed"),
        (LOCAL + "SECOND = replace(GAME, name='b')\n", "holds 2 games; one is needed"),
        ("def f(:\n", "is broken: SyntaxError"),
        ("\0", "is broken: "),
        ("1 / 0", "is broken: ZeroDivisionError"),
        ("raise SystemExit", "is broken: SystemExit"),
    ],
)
def test_a_local_file_that_is_no_game_is_told(tmp_path: Path, source: str, told: str) -> None:
    path = local(tmp_path, source)
    before = set(sys.modules)
    with pytest.raises(BadPlugin) as raised:
        load_file(path)
    assert f"{path} {told}" in str(raised.value)
    assert not [
        name for name in set(sys.modules) - before if "broken" in told and name.startswith("rummy_local")
    ]


def test_a_local_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    for path in (tmp_path / "missing.py", tmp_path / "folder.py"):
        with pytest.raises(BadPlugin, match=path.name):
            catalogue.variant(str(path))


# What is left out.


@pytest.mark.parametrize(
    "named",
    ["mine", "other", "rummy-mine", "Rummy_Mine", "rummy-mine:mine", "nobody, mine ,", "rummy-mine:other"],
)
def test_a_plugin_is_left_out_by_any_of_its_names(
    install: Install, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    install("rummy-mine", "mine_out", A_GAME, variants="mine = mine_out:GAME\nother = mine_out:GAME")
    monkeypatch.setenv("RUMMY_NO_PLUGIN", named)
    assert not {"mine", "other"} & {plugin.name for plugin in plugins(VARIANTS)}
    assert {"mine", "other"} <= {plugin.name for plugin in catalogue.installed(VARIANTS)}
    with pytest.raises(BadPlugin) as raised:
        catalogue.variant("mine")
    told = "game 'mine' of rummy-mine is left out: --no-plugin or RUMMY_NO_PLUGIN names it"
    assert str(raised.value) == told
    assert catalogue.variant("gin") is GIN


@pytest.mark.parametrize("named", ["min", "rummy", "rummy-min", "other:mine", ""])
def test_other_names_leave_it_in_use(install: Install, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    install("rummy-mine", "mine_in", A_GAME, variants="mine = mine_in:GAME")
    monkeypatch.setenv("RUMMY_NO_PLUGIN", named)
    assert catalogue.variant("mine").name == "mine"


def test_a_bundled_plugin_is_left_out_only_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMY_PLUGINS", "")
    assert catalogue.variant("gin") is GIN
    monkeypatch.setenv("RUMMY_NO_PLUGIN", "gin-rummy")
    with pytest.raises(BadPlugin, match="game 'gin' of rummykit is left out"):
        catalogue.variant("gin")
    assert catalogue.variant("straight-gin") is STRAIGHT_GIN


@pytest.mark.parametrize(
    ("named", "used"),
    [
        ("", set()),
        ("rummy-one", {"one"}),
        ("two", {"two"}),
        ("rummy-one,two", {"one", "two"}),
        ("rummykit", set()),
    ],
)
def test_what_is_not_named_is_as_if_not_installed(
    install: Install, monkeypatch: pytest.MonkeyPatch, named: str, used: set[str]
) -> None:
    install("rummy-one", "one_of_two", A_GAME, where="a", variants="one = one_of_two:GAME")
    install("rummy-two", "two_of_two", A_GAME, where="b", variants="two = two_of_two:GAME")
    monkeypatch.setenv("RUMMY_PLUGINS", named)
    assert {plugin.name for plugin in plugins(VARIANTS)} & {"one", "two"} == used
    for name in {"one", "two"} - used:
        with pytest.raises(BadPlugin, match=f"of rummy-{name} is left out: RUMMY_PLUGINS does not name it"):
            catalogue.variant(name)


def test_of_two_with_one_name_the_other_is_meant_where_one_is_left_out(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("rummy-other", "other_gin_out", A_GAME, variants="gin = other_gin_out:GAME")
    monkeypatch.setenv("RUMMY_NO_PLUGIN", "rummy-other")
    assert catalogue.variant("gin") is GIN
    monkeypatch.setenv("RUMMY_NO_PLUGIN", "rummykit:gin")
    assert catalogue.variant("gin").name == "mine"


def test_names_that_nothing_has_are_told() -> None:
    assert catalogue.unknown_names("gin, jin,rummykit,rummykit:gin,a:b,") == ["jin", "a:b"]


def test_a_record_of_a_game_that_is_left_out_is_of_none_that_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RUMMY_NO_PLUGIN", "gin")
    with pytest.raises(NotInstalled, match="game 'gin' of rummykit is left out"):
        book_for(Header(variant="gin", players=2))


def test_a_game_has_a_preset_for_who_names_none() -> None:
    with pytest.raises(ValueError, match="gin has no preset 'default'"):
        replace(catalogue.variant("gin"), presets={"short": {}})
