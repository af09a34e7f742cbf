"""`rummy variants`: what can be played, under which names."""

from tests.cli.saved import Outside, Rummy

OTHER = """
from dataclasses import replace
from rummy_variants.gin import GIN
TOFU = replace(GIN, name="tofu", title="Tofu [bold]\\x1b[2J\\u202e", players=(2, 4))
"""


def test_json_has_what_others_rely_on(rummy: Rummy) -> None:
    done = rummy("variants", "--json")
    assert (done.status, done.err) == (0, "")
    gin = next(one for one in done.json if one["name"] == "gin")
    assert gin["title"] == "Gin Rummy"
    assert gin["players"] == [2, 4]
    assert gin["default_players"] == 2
    assert gin["aliases"] == ["gin-rummy", "straight-gin"]
    assert gin["alias_presets"] == {"straight-gin": "straight"}
    assert "eaai" in gin["presets"]
    assert gin["distribution"] == "rummykit"
    assert gin["version"]
    assert [one["name"] for one in done.json].count("gin") == 1


def test_a_table_for_people(rummy: Rummy) -> None:
    done = rummy("variants")
    assert (done.status, done.err) == (0, "")
    assert "gin  Gin Rummy, 2 to 4 players" in done.out
    assert "straight-gin (preset straight)" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_game_of_another_author_is_shown_safely(rummy: Rummy, others: Outside) -> None:
    others.module("outside_tofu", OTHER)
    others.install("tofu-dist", "[rummy.variants]\ntofu = outside_tofu:TOFU\n", "2.5")
    done = rummy("variants")
    assert r"tofu  Tofu [bold]\x1b[2J\u202e, 2 to 4 players" in done.out
    assert "tofu-dist 2.5" in done.out
    assert [one["players"] for one in rummy("variants", "--json").json if one["name"] == "tofu"] == [[2, 4]]


def test_broken_plugins_are_named_and_left_out(rummy: Rummy, others: Outside) -> None:
    others.module("outside_exits", "raise SystemExit(3)")
    others.install(
        "bad-dist",
        "[rummy.variants]\nlost = outside_nowhere:X\nodd = json:dumps\nexits = outside_exits:X\n",
    )
    done = rummy("variants", "--json")
    assert done.status == 0
    assert "gin" in [one["name"] for one in done.json]
    warnings = done.err.splitlines()
    assert len(warnings) == 3
    assert all(line.startswith("warning: game '") and line.endswith("left out") for line in warnings)
    for name in ("lost", "odd", "exits"):
        assert any(f"{name}'" in line for line in warnings)


def test_two_games_of_one_name_are_both_shown(rummy: Rummy, others: Outside) -> None:
    others.module("outside_gin", "from rummy_variants.gin import GIN as OTHER\n")
    others.install("other-dist", "[rummy.variants]\ngin = outside_gin:OTHER\n")
    names = [one["name"] for one in rummy("variants", "--json").json if one["title"] == "Gin Rummy"]
    assert sorted(names) == ["other-dist:gin", "rummykit:gin"]
