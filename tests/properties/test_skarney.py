"""What every game must satisfy, checked by the kit on the later hands of Skarney, which ask for more."""

from __future__ import annotations

import os

import pytest

from rummy_core import catalogue
from rummy_core.numbering import DEAL_NUMBER
from rummy_core.rulebook import rulebook
from rummy_core.testing import AnyLegal, Tally, check_deal, check_match, mixed
from rummy_variants.skarney import SKARNEY

SEED = os.environ.get("RUMMY_PROPERTY_SEED", "everyday")


@pytest.mark.parametrize("number", [4, 7, 8])
def test_later_hands_hold_every_property(number: int) -> None:
    tally = Tally()
    book = rulebook(SKARNEY, players=4 - number % 3)
    for seed in range(2):
        players = [AnyLegal, mixed(catalogue.bot("simple"))]
        check_deal(
            book, f"{SEED}/{number}/{seed}", players, closely=0.03, tally=tally, notes={DEAL_NUMBER: number}
        )
    assert tally.deals["finished"] == 2
    assert tally.actions["contract", "done"]


def test_a_match_of_seven_hands_holds() -> None:
    tally = check_match(rulebook(SKARNEY, players=2), SEED, [mixed(catalogue.bot("simple"))])
    assert tally.deals["finished"] >= 7


@pytest.mark.parametrize("preset", sorted(SKARNEY.presets))
def test_every_preset_holds(preset: str) -> None:
    book = rulebook(SKARNEY, preset=preset)
    check_deal(book, f"{SEED}/{preset}", [mixed(catalogue.bot("simple"))], closely=0.05)
