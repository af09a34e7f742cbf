"""Points on the table: by who laid a card, by whose meld it lies in, by itself or with its meld."""

import pytest

from rummy_core.cards import parse_cards
from rummy_core.deal import Deal
from rummy_core.hooks import hookimpl
from rummy_core.options import Options
from rummy_core.positions import deal_at
from rummy_core.rulebook import HouseRule, rulebook
from rummy_core.scoring import BySize, CardValues
from rummy_core.table_points import in_hand, laid_by, laid_of, points_in_hand
from rummy_variants.gin import GIN

PIPS = tuple(range(1, 14))


def at(values: CardValues) -> Deal:
    """Seat 0 has laid three sevens, and seat 1 a run of four."""

    class Points:
        def __init__(self, options: Options) -> None:
            pass

        @hookimpl
        def card_values(self) -> CardValues:
            return values

    rule = HouseRule("points", "Points", Options, Points, lambda _: ())
    return deal_at(
        rulebook(GIN, house_rules=[(rule, {})]),
        zones={"hand 0": parse_cards("KC 2D"), "discard": parse_cards("QC")},
        step="draw",
        seat=0,
        melds=[(0, parse_cards("7C 7D 7H")), (1, parse_cards("3S 4S 5S 6S"))],
    )


def nth(kind: str, cards: int) -> int:
    """A card counts its place in the order of laying."""
    return cards * (cards + 1) // 2


def test_points_of_a_card_by_itself() -> None:
    deal = at(CardValues.by_rank(PIPS, melded=lambda card, face, kind: face.rank))
    assert (laid_by(deal.table, 0), laid_by(deal.table, 1)) == (21, 18)
    assert (laid_of(deal.table, 0), laid_of(deal.table, 1)) == (21, 18)
    assert in_hand(deal.table, 0) == points_in_hand(deal.rules.card_values, deal.view(0).hand_mask) == 15


def test_points_that_hang_on_the_meld() -> None:
    values = CardValues(PIPS * 4 + (0, 0), by_size=BySize(nth))
    deal = at(values)
    assert (laid_by(deal.table, 0), laid_by(deal.table, 1)) == (6, 10)
    assert values.melds_score


def test_a_view_counts_the_same() -> None:
    deal = at(CardValues(PIPS * 4 + (0, 0), by_size=BySize(nth)))
    assert laid_by(deal.view(1), 0) == 6


def test_melds_need_not_score() -> None:
    deal = at(CardValues.by_rank(PIPS))
    assert not deal.rules.card_values.melds_score
    with pytest.raises(ValueError, match="melds do not score"):
        laid_by(deal.table, 0)


def test_values_by_rank_are_one_for_each() -> None:
    with pytest.raises(ValueError, match="a value for each of 13 ranks is needed, not 12"):
        CardValues.by_rank((1,) * 12)
