"""`rummy rules`: the rules with the numbers in force, options, presets and house rules."""

import re

import pytest
from tests.cli.saved import Outside, Rummy

from rummy_variants.gin import GIN


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_rules_have_the_numbers_in_force(rummy: Rummy) -> None:
    assert "deadwood is 10 or less" in words(rummy("rules", "gin").out)
    assert "deadwood is 7 or less" in words(rummy("rules", "gin", "--set", "knock_limit=7").out)
    assert "go gin: lay a card face down" in words(rummy("rules", "gin", "--preset", "straight").out)
    assert "preset straight" in rummy("rules", "straight-gin").out
    with_rule = rummy("rules", "gin", "--with", "openspiel", "--set", "openspiel.upcard_draws=3").out
    assert "The 3rd take of an upcard" in words(with_rule)
    assert "openspiel.upcard_draws = 3 (changed)" in words(with_rule)


def test_every_option_is_listed_with_all_there_is_to_know(rummy: Rummy) -> None:
    out = words(rummy("rules", "gin", "--set", "gin_bonus=25").out)
    for name, field in GIN.options.model_fields.items():
        assert re.search(rf"\b{name} = ", out)
        assert words(field.description or "") in out
    assert (
        "gin_bonus = 25 (changed) points for going gin 0 to 1000; default 20 [pagat, Gin: 20, some 25]" in out
    )
    assert "next_dealer = loser who deals" in out
    assert "loser | winner | alternate; default loser [pagat" in out
    assert "true | false; default false" in out


def test_presets_and_house_rules_that_fit(rummy: Rummy) -> None:
    out = words(rummy("rules", "gin").out)
    assert "gin25 gin_bonus=25, undercut_bonus=20" in out
    fitting = out.partition("House rules that fit (--with NAME)")[2]
    assert "openspiel OpenSpiel's gin" in fitting
    assert "winner-deals The winner deals" in fitting
    fitting = rummy("rules", "gin", "--with", "openspiel").out.partition("House rules that fit")[2]
    assert "winner-deals" in fitting
    assert "openspiel" not in fitting


def test_what_comes_of_a_stack_of_house_rules_is_told(rummy: Rummy) -> None:
    flags = ("--with", "one-meld-a-turn", "--with", "rummy-call", "--with", "jokers")
    out = words(rummy("rules", "rummy", *flags, "--set", "jokers.number=4").out)
    assert "You may lay one new meld in a turn" in out  # the game's own sentence changes with its option
    assert "* Sets melds_per_turn = 1, which else is 0." in out
    assert "4 jokers are added to the pack." in out
    told = out.partition("Who answers what (first who goes first) ")[2]
    assert told.startswith(
        "pack jokers, core card_values jokers, rummy, core meld_rules jokers, rummy, core "
    )
    assert "steps rummy-call, rummy Options" in told
    assert "one-meld-a-turn" not in told.partition("Options")[0]
    assert "Who answers what" not in rummy("rules", "rummy", "--with", "one-meld-a-turn").out
    again = words(rummy("rules", "rummy", "--preset", "one_meld", "--with", "one-meld-a-turn").out)
    assert "* Sets melds_per_turn = 1, as it is anyway." in again


def test_what_does_not_go_together_is_one_line(rummy: Rummy) -> None:
    done = rummy("rules", "gin", "--with", "high-low-aces", "--with", "round-the-corner")
    assert done.error == "house rules high-low-aces and round-the-corner contradict each other"
    done = rummy("rules", "gin", "--with", "rummy-call")
    assert done.error == "house rule rummy-call needs lay-offs on any meld, which gin has not"
    done = rummy("rules", "rummy", "--with", "one-meld-a-turn", "--set", "melds_per_turn=2")
    assert done.error.startswith("melds_per_turn = 2 contradicts house rule one-meld-a-turn")


@pytest.mark.parametrize("width", [60, 80])
def test_it_is_readable_in_a_narrow_terminal(
    rummy: Rummy, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    flags = ("--with", "meld-before-pile", "--with", "one-meld-a-turn", "--with", "rummy-call")
    for out in (rummy("rules", "gin", "--preset", "gamecolony").out, rummy("rules", "rummy", *flags).out):
        assert max(map(len, out.splitlines())) <= width


def test_json(rummy: Rummy) -> None:
    found = rummy("rules", "gin", "--preset", "eaai", "--with", "openspiel", "--json").json
    assert found["name"] == "gin"
    assert found["preset"] == "eaai"
    assert found["options"]["box_bonus"] == 0
    assert found["schema"]["properties"]["knock_limit"]["maximum"] == 100
    assert found["presets"]["straight"] == {"knock_limit": 0}
    assert any("deadwood is 10 or less" in sentence for sentence in found["rules"])
    assert [rule["name"] for rule in found["house_rules"]] == ["openspiel"]
    assert found["house_rules"][0]["sets"]["gin_bonus"] == {"from": 25, "to": 25}
    assert found["house_rules"][0]["needs"] == ["discard pile", "knock", "upcard"]
    assert found["house_rules"][0]["sets"]["undercut_on_tie"] == {"from": True, "to": False}
    assert found["answers"] == {"steps": ["openspiel", "gin"]}
    assert "openspiel" not in [rule["name"] for rule in found["fitting_house_rules"]]
    fitting = {rule["name"]: rule for rule in rummy("rules", "gin", "--json").json["fitting_house_rules"]}
    assert {"openspiel", "gin-only", "spade-doubles"} <= set(fitting)
    assert fitting["gin-only"]["sets"] == {"knock_limit": {"from": 10, "to": 0}}
    assert (fitting["gin-only"]["hooks"], fitting["spade-doubles"]["hooks"]) == (False, True)


def test_bad_usage_is_one_line(rummy: Rummy) -> None:
    assert rummy("rules", "gni").error.endswith("did you mean 'gin'?")
    assert "knock_limit" in rummy("rules", "gin", "--set", "knok_limit=3").error
    assert "knock_limit" in rummy("rules", "gin", "--set", "knock_limit=1000").error
    assert rummy("rules", "gin", "--players", "5").status == 2


def test_a_broken_house_rule_is_named(rummy: Rummy, others: Outside) -> None:
    others.install("bad-dist", "[rummy.house_rules]\nlost = outside_nowhere:X\n")
    done = rummy("rules", "gin")
    assert done.status == 0
    assert "lost" in done.err
    assert done.err.startswith("warning: house rule")
