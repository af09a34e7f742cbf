"""Gin and Oklahoma for three, of whom the dealer sits out, and for two sides of two at two tables.

``g_13`` is ruling G-13 of the section on Gin, ``w_g15`` its worked example W-G15.
"""

import pytest

from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.options import BadOption
from rummy_core.rulebook import BadRules, Variant, rulebook
from rummy_core.scoring import Payment
from rummy_variants.gin import GIN, STRAIGHT_GIN
from rummy_variants.oklahoma import OKLAHOMA
from tests.story import MatchStory, gin_match


def three(*results: str, first_dealer: int = 0, **options: object) -> MatchStory:
    return gin_match(players=3, first_dealer=first_dealer, **options).plays(*results)  # type: ignore[arg-type]


def four(*results: str, first_dealer: int = 0, **options: object) -> MatchStory:
    """Results come in pairs, one for each table; seat 0 of each is of side 0."""
    return gin_match(players=4, first_dealer=first_dealer, **options).plays(*results)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", [GIN, STRAIGHT_GIN, OKLAHOMA])
def test_two_to_four_play_and_two_unless_told(variant: Variant) -> None:
    assert [rulebook(variant, players=count).players for count in (2, 3, 4)] == [2, 3, 4]
    assert rulebook(variant).players == 2
    for count in (1, 5):
        with pytest.raises(BadRules, match=f"2 to 4 players, not {count}"):
            rulebook(variant, players=count)


@pytest.mark.parametrize("players", [3, 4])
def test_a_deal_is_played_by_two(players: int) -> None:
    with pytest.raises(ValueError, match=f"played by two, not {players}"):
        Deal.begin(rulebook(GIN, players=players), Chance(1))
    deal = Deal.begin(rulebook(GIN, players=players), Chance(1), seats=2)
    assert deal.table.layout.seats == 2


# --- three players


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_three_the_dealer_sits_out_and_deals(dealer: int) -> None:
    match = three("0 knocks for 5", first_dealer=dealer)
    assert match.dealers == [dealer]
    assert dealer not in match.seats[0]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_g_13_the_seat_on_the_left_of_the_dealer_has_the_first_offer(dealer: int) -> None:
    match = gin_match(players=3, first_dealer=dealer).match
    deal = match.begin_deal()
    assert match.seating.players == ((dealer + 1) % 3, (dealer + 2) % 3)
    assert (deal.table.layout.dealer, deal.table.seat, deal.table.step) == (1, 0, "upcard")


def test_g_13_he_gets_the_eleventh_card() -> None:
    deal = gin_match(players=3, first_dealer=2, start="eleven_cards").match.begin_deal()
    assert [deal.table.hand(seat).bit_count() for seat in range(2)] == [11, 10]


def test_three_the_loser_deals_next_so_the_winner_meets_the_old_dealer() -> None:
    # 0 deals to 1 and 2; 2 loses and deals to 0, the old dealer, and 1, the winner.
    match = three("0 knocks for 5", "1 knocks for 7", "1 undercuts by 3")
    assert match.seats == [(1, 2), (0, 1), (1, 2)]
    assert match.dealers == [0, 2, 0]
    assert match.totals == (0, 5 + 7, 13)
    assert match.next_seatings == [(2, 0)]


def test_g_13_after_a_void_deal_the_same_two_play_and_the_same_player_deals() -> None:
    match = three("void", "void", "0 knocks for 5", first_dealer=1)
    assert match.seats == [(2, 0)] * 3
    assert match.dealers == [1, 1, 1]


def test_three_equal_counts_that_nobody_wins_are_dealt_again() -> None:
    match = three("tie at 7", undercut_on_tie=False)
    assert match.next_seatings == [(1, 2)]


def test_g_08_bonus_and_boxes_as_usual_for_each_of_three() -> None:
    match = three("0 knocks for 50", "0 knocks for 20", "1 knocks for 60")
    # 1 beats 2 by 50; 2 deals to 0 and 1, 0 wins 20; 1 deals to 2 and 0, 0 wins 60.
    assert match.seats == [(1, 2), (0, 1), (2, 0)]
    assert match.totals == (80, 50, 0)
    match.plays("0 knocks for 30")
    assert match.seats[-1] == (0, 1)
    assert match.sheet.winner == 0
    assert match.lines == [(0, "game bonus", 100), (0, "3 boxes at 20", 60), (1, "1 box at 20", 20)]
    assert match.finals == (110 + 100 + 60, 70, 0)
    assert match.sheet.payments == (Payment(1, 0, 200), Payment(2, 0, 270), Payment(2, 1, 70))


def test_g_08_equal_totals_settle_nothing_and_two_players_settle_by_their_lead() -> None:
    match = three("0 knocks for 60", "1 knocks for 60", box_bonus=0)
    assert match.finals[0] == match.finals[2] == 0
    assert [(one.payer, one.payee) for one in match.sheet.payments] == [(0, 1), (2, 1)]
    assert gin_match(target=10).plays("0 knocks for 20").sheet.payments == ()


def test_g_08_a_shutout_only_if_both_others_have_nothing() -> None:
    # 1 wins from 2, who deals to 0 and 1: 1 wins again.
    match = three("0 knocks for 60", "1 knocks for 60")
    assert match.lines == [
        (1, "game bonus", 100),
        (1, "shutout: game bonus doubled", 100),
        (1, "2 boxes at 20", 40),
    ]


@pytest.mark.parametrize(("shutout_test", "doubled"), [("no_points", True), ("no_deal_won", False)])
def test_g_08_the_test_of_a_deal_won_looks_at_both_others(shutout_test: str, doubled: bool) -> None:
    # 2 undercuts for nothing; 0 wins from 2, and from 1.
    match = three(
        "1 undercuts by 0",
        "1 knocks for 60",
        "0 knocks for 60",
        undercut_bonus=0,
        shutout_test=shutout_test,
    )
    assert match.seats == [(1, 2), (2, 0), (0, 1)]
    assert match.match.totals == (120, 0, 0)
    assert ((0, "shutout: game bonus doubled", 100) in match.lines) is doubled


def test_three_play_to_the_same_target() -> None:
    assert rulebook(GIN, players=3).options.target == 100  # type: ignore[attr-defined]
    assert rulebook(OKLAHOMA, players=3).options.target == 150  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", [GIN, OKLAHOMA])
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"hollywood": True}, "hollywood is for two players or two sides"),
        ({"next_dealer": "winner"}, "next_dealer = winner is not for three players"),
        ({"next_dealer": "alternate"}, "next_dealer = alternate is not for three players"),
    ],
)
def test_g_20_what_three_cannot_play_is_refused(
    variant: Variant, options: dict[str, object], line: str
) -> None:
    with pytest.raises(BadOption, match=f"^{line}") as refused:
        rulebook(variant, options=options, players=3)
    assert "\n" not in str(refused.value)
    for count in (2, 4):
        assert rulebook(variant, options=options, players=count)


# --- four players


def test_g_14_pairs_change_from_round_to_round() -> None:
    match = four(*["0 knocks for 5"] * 6)
    assert match.seats == [(0, 1), (2, 3), (0, 3), (2, 1), (0, 1), (2, 3)]
    assert match.match.sides == ((0, 2), (1, 3))


def test_g_14_both_members_of_a_side_deal_the_first_by_lot() -> None:
    for first in range(4):
        match = four("0 knocks for 5", "0 knocks for 5", first_dealer=first)
        side = first % 2
        assert match.dealers == [(0, 1)[side], (2, 3)[side]]


def test_g_14_then_the_side_that_lost_the_round() -> None:
    # Side 0 scores 20 less 5 and deals no more until it loses.
    match = four("0 knocks for 20", "1 knocks for 5")
    assert match.next_dealer in (1, 3)
    match.plays("1 knocks for 20", "1 knocks for 5")
    assert match.next_dealer in (0, 2)


@pytest.mark.parametrize(("next_dealer", "side"), [("winner", 0), ("loser", 1), ("alternate", 1)])
def test_g_14_next_dealer_is_applied_to_sides(next_dealer: str, side: int) -> None:
    match = four("0 knocks for 20", "1 knocks for 5", next_dealer=next_dealer)
    assert match.next_dealer % 2 == side


def test_g_14_a_round_that_nets_nothing_is_dealt_by_the_same_side_with_other_pairs() -> None:
    match = four("0 knocks for 20", "1 knocks for 20")
    assert match.totals == (0, 0)
    assert match.boxes == (0, 0)
    assert match.next_seatings == [(0, 3), (2, 1)]
    assert match.next_dealer == 0


def test_g_14_one_void_game_counts_nothing_and_the_round_stands() -> None:
    match = four("void", "1 knocks for 5")
    assert match.totals == (0, 5)
    assert match.next_seatings == [(0, 3), (2, 1)]


def test_g_14_both_void_are_dealt_again_with_the_same_pairs_and_dealers() -> None:
    match = four("void", "void", "void", "0 knocks for 5")
    assert match.seats == [(0, 1), (2, 3)] * 2
    assert match.dealers == [0, 2] * 2
    assert match.next_seatings == [(0, 3), (2, 1)]


def test_g_14_both_games_of_a_round_are_played_out() -> None:
    match = four("0 gins against 120")
    assert not match.is_over
    match.plays("void")
    assert match.sheet.winner == 0


def test_g_09_one_box_a_round_to_the_side_that_scored() -> None:
    match = four("0 knocks for 20", "0 knocks for 5")
    assert (match.totals, match.boxes) == ((25, 0), (1, 0))
    match.plays("1 knocks for 20", "0 knocks for 5")
    assert (match.totals, match.boxes) == ((25, 15), (1, 1))


def test_w_g15_the_side_with_more_takes_the_difference_or_the_sum() -> None:
    assert four("0 knocks for 18", "1 knocks for 25").totals == (0, 7)
    assert four("0 knocks for 18", "0 knocks for 25").totals == (43, 0)


def test_w_g18_a_spade_doubles_its_own_table_before_sides_are_compared() -> None:
    match = four("0 knocks for 11 on 9S", "1 gins against 13 on 9H", variant=OKLAHOMA)
    assert match.points == [(22, 0), (0, 33)]
    assert match.totals == (0, 11)


def test_g_15_extra_boxes_stay_with_the_side_that_earned_them() -> None:
    match = four("0 gins against 5", "1 knocks for 60", extra_boxes=True)
    assert (match.totals, match.boxes) == ((0, 35), (2, 1))
    match = four("1 undercuts by 5", "0 gins against 60", extra_boxes=True)
    assert (match.totals, match.boxes) == ((65, 0), (3, 1))


def test_g_15_also_where_the_round_nets_nothing() -> None:
    match = four("0 gins against 10", "1 knocks for 30", extra_boxes=True)
    assert (match.totals, match.boxes) == ((0, 0), (2, 0))


def test_g_15_a_shutout_looks_at_the_side() -> None:
    # Side 1 wins a deal, but never a round.
    results = ("0 knocks for 80", "1 knocks for 10", "0 knocks for 80", "1 knocks for 10")
    match = four(*results)
    assert match.totals == (140, 0)
    assert (0, "shutout: game bonus doubled", 100) in match.lines
    match = four(*results, shutout_test="no_deal_won")
    assert not any("shutout" in reason for _, reason, _ in match.lines)


def test_g_15_the_target_is_125_for_four_unless_set() -> None:
    def target(variant: Variant, preset: str = "default", **options: object) -> int:
        return rulebook(variant, preset=preset, options=options, players=4).options.target  # type: ignore[attr-defined, no-any-return]

    assert target(GIN) == 125
    assert target(GIN, target=100) == 100
    assert target(GIN, "gin25") == 125
    assert target(OKLAHOMA) == 150
    assert target(OKLAHOMA, "gamecolony") == 100


def test_four_play_to_125() -> None:
    match = four("0 knocks for 60", "0 knocks for 60")
    assert not match.is_over
    match.plays("0 knocks for 5", "void")
    assert match.sheet.reason == "target 125 reached"
    assert match.finals == (125 + 200 + 40, 0)


def test_four_in_columns_as_sides() -> None:
    match = four("0 knocks for 18", "0 knocks for 25", "1 knocks for 30", "0 knocks for 10", hollywood=True)
    assert match.columns == [(43, 20), (0, 0), (0, 0)]
    match.plays("0 knocks for 5", "void")
    assert match.columns == [(48, 20), (5, 0), (0, 0)]


def test_boxes_at_once_are_refused_for_four() -> None:
    with pytest.raises(BadOption, match=r"^box_timing = at_once is not for four players"):
        rulebook(GIN, options={"box_timing": "at_once"}, players=4)


# --- in words


def words(variant: Variant, players: int, **options: object) -> str:
    book = rulebook(variant, options=options, players=players)
    return " ".join(variant.describe(book.options, players))


@pytest.mark.parametrize("variant", [GIN, OKLAHOMA])
def test_the_rules_say_how_three_and_four_play(variant: Variant) -> None:
    assert "sits out" not in words(variant, 2)
    assert "The loser deals next and sits out." in words(variant, 3)
    assert "if both others have no points" in words(variant, 3)
    assert "partners opposite" in words(variant, 4)
    assert "Each round won is a box" in words(variant, 4)
    assert "The side that won deals next." in words(variant, 4, next_dealer="winner")


def test_the_target_told_is_the_one_that_is_played_to() -> None:
    assert "The first to reach 100 wins" in words(GIN, 2)
    assert "The first to reach 125 wins" in words(GIN, 4)
