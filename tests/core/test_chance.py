"""Chance: shuffles that are the same on every Python, and copies that go on apart."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter

import pytest

from rummy_core.cards import CARDS, DECK_SIZE, parse_cards, text_of
from rummy_core.chance import Chance
from rummy_core.packs import Pack

# Written down once. A change of these changes every seeded game there is.
PINNED = {
    (0, 0, 0): (
        "3H 4D 2D 3D 4C QS TS 7C 5D AH 6C KH 5S QC 8S AC KD 6H QD 6S 5H 2H 9S 2C TC JS "
        "3C 8H QH 9H KC JD AD TH 9D 7S 8D 3S 8C 5C JH 7D 9C AS 4S KS 4H JC 2S 7H 6D TD"
    ),
    ("rummy", 1, 1): (
        "TD 6S 9C 8D 5C TC 5H 2C 5S KS 2D 3C 3H 5D TS 6D AD 7S KD 8C 2H JC 4C QH 8H 6H "
        "9S 7D 4H 7H JS 7C 9H 2S AH QD KH QS 4D JD AC 9D 4S JH AS 6C KC 3D 8S QC 3S TH"
    ),
    (-7, 12, 2): (
        "7H AH TC 7D QH 6S 8H 8C 8D QS 5C 6C 3H 3S QD 7S TS QC 9D 9C 2C 2S 2D TD 5D 4S "
        "3D 3C KH 6H 5S AS AC JH KD AD 4H JD 9S 9H 4C 4D 6D TH 2H KC JC 8S 5H KS 7C JS"
    ),
}


@pytest.mark.parametrize("key", PINNED)
def test_a_seed_gives_the_shuffle_that_is_written_down(key: tuple[int | str, int, int]) -> None:
    assert text_of(Chance(*key).shuffle(Pack().cards)) == PINNED[key]


def test_the_second_shuffle_is_written_down_too() -> None:
    chance = Chance("rummy", 1, 1)
    chance.shuffle(Pack().cards)
    assert "".join(chance.shuffle("abcdefgh")) == "dgfhcabe"


def test_a_seed_is_the_same_as_a_number_and_as_text() -> None:
    assert Chance(7).shuffle(range(52)) == Chance("7").shuffle(range(52))


def test_seed_round_table_and_number_of_the_shuffle_each_tell() -> None:
    keys = [(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (11, 1, 1)]
    orders = {Chance(*key).shuffle(range(52)) for key in keys}
    again = Chance(1, 1, 1)
    again.shuffle(range(52))
    assert len(orders | {again.shuffle(range(52))}) == 6


def test_a_shuffle_depends_on_nothing_that_was_shuffled_before() -> None:
    one, two = Chance("x"), Chance("x")
    one.shuffle(range(3))
    two.shuffle(range(52))
    assert one.shuffle(range(20)) == two.shuffle(range(20))


def test_a_copy_goes_on_apart() -> None:
    chance = Chance("copy")
    chance.shuffle(range(52))
    twin = chance.copy()
    first = [twin.shuffle(range(52)) for _ in range(3)]
    assert chance.shuffles == 1
    assert [chance.shuffle(range(52)) for _ in range(3)] == first
    assert (chance.shuffles, twin.shuffles) == (4, 4)


def test_recorded_orders_come_first_and_then_what_the_seed_says() -> None:
    cards = parse_cards("AC 2C 3C 4C")
    plain = Chance("recorded")
    plain.shuffle(cards)
    second = plain.shuffle(cards)
    chance = Chance("recorded")
    chance.recorded = [cards[::-1]]
    assert chance.shuffle(cards) == cards[::-1]
    assert chance.shuffle(cards) == second


def test_a_recorded_order_must_hold_the_cards_of_the_zone() -> None:
    chance = Chance(0)
    chance.recorded = [parse_cards("AC 2C")]
    with pytest.raises(ValueError, match="does not hold the cards"):
        chance.shuffle(parse_cards("AC 3C"))


def test_the_global_random_is_neither_used_nor_heard() -> None:
    random.seed(1)
    before = random.getstate()
    order = Chance("alone").shuffle(range(52))
    assert random.getstate() == before
    random.seed(2)
    assert Chance("alone").shuffle(range(52)) == order


def test_another_process_shuffles_the_same() -> None:
    code = "from rummy_core.chance import Chance; print(*Chance('p').shuffle(range(52)))"
    shuffled = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        for seed in ("1", "2")
    ]
    here = " ".join(map(str, Chance("p").shuffle(range(52))))
    assert [one.stdout.strip() for one in shuffled] == [here, here]


def test_every_card_comes_to_every_place_about_as_often() -> None:
    # 5,200 shuffles of ten: each card is expected 520 times on top; five deviations are 108.
    tops = Counter(Chance(seed).shuffle(range(10))[0] for seed in range(5200))
    assert all(abs(count - 520) < 108 for count in tops.values())
    assert len(tops) == 10


def test_nothing_and_one_card_are_shuffled_too() -> None:
    assert Chance(0).shuffle(()) == ()
    assert Chance(0).shuffle((1,)) == (1,)


def test_of_equal_cards_a_recorded_shuffle_means_those_that_are_there() -> None:
    """A stock that is made again holds perhaps the second copy alone; text names the face."""
    (first, second, other) = (CARDS[3], CARDS[3 + DECK_SIZE], CARDS[7])
    assert _recorded(other, first).shuffle((second, other)) == (other, second)
    assert _recorded(first, other, second).shuffle((second, first, other)) == (second, other, first)
    with pytest.raises(ValueError, match="does not hold"):
        _recorded(other, other).shuffle((second, other))


def _recorded(*order: object) -> Chance:
    chance = Chance(0)
    chance.recorded = [order]
    return chance
