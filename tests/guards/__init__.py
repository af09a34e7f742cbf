"""Rules broken on purpose, each with the tests that must notice.

``python -m tests.guards`` breaks one rule after another in a copy of the packages, runs its guard there,
and tells what was caught; exit 1 where one got through. Names after it choose among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Break:
    """A rule, where it stands, what stands there instead, and the tests that guard it.

    ``file`` is a path from the root of the project, ``old`` a text that it holds once, ``guard``
    the arguments of a test run.
    """

    rule: str
    file: str
    old: str
    new: str
    guard: tuple[str, ...]


BREAKS: Final[tuple[Break, ...]] = (
    Break(
        "an ace wraps round the corner",
        "variants/rummy_variants/gin.py",
        'Ace.AROUND if self.options.ace == "around" else Ace.LOW',
        "Ace.AROUND",
        ("tests/variants/test_gin_deal.py",),
    ),
    Break(
        "a tie is no undercut",
        "variants/rummy_variants/gin.py",
        "if count == theirs and not self.options.undercut_on_tie:",
        "if count == theirs:",
        ("tests/variants/test_gin_score.py",),
    ),
    Break(
        "a card laid off scores for the owner of the meld",
        "core/rummy_core/table_points.py",
        "one.by == seat",
        "meld.owner == table.layout.side_of[seat]",
        ("tests/variants/test_five_hundred.py",),
    ),
    Break(
        "a stop card is forgotten",
        "core/rummy_core/offering.py",
        "Noted(stopped(taker), True, DEAL)",
        "Noted(stopped(taker), False, DEAL)",
        ("tests/variants/test_skarney_offers.py",),
    ),
    Break(
        "a view shows what another seat knows",
        "core/rummy_core/views.py",
        "seen = mask & mine",
        "seen = mask & anyone",
        ("tests/properties/test_conformance.py", "-k", "test_random_deals_of_every_game"),
    ),
    Break(
        "a card leaves a hand unseen, and others still know it there",
        "core/rummy_core/table.py",
        "            forget = there\n    else:",
        "            forget = moving\n    else:",
        ("tests/properties/test_conformance.py", "-k", "test_random_deals_of_every_game and iceberg"),
    ),
    Break(
        "a wild card laid off counts as what it is",
        "core/rummy_core/laying.py",
        "    counts = place.face\n",
        "    counts = FACES[card.index]\n",
        ("tests/variants/test_fortune_facts.py",),
    ),
    Break(
        "the card just taken may go back",
        "core/rummy_core/steps.py",
        "if taken is not None and taken.bit == bit:",
        "if taken is not None and taken.bit != bit:",
        ("tests/variants/test_gin_turn.py",),
    ),
    Break(
        "a pile that becomes the stock is turned over the wrong way",
        "core/rummy_core/refills.py",
        "table.orders[DISCARD][-2::-1]",
        "table.orders[DISCARD][:-1]",
        ("tests/core/test_refills.py",),
    ),
    Break(
        "cards are dealt beginning with the dealer",
        "core/rummy_core/deal.py",
        "for step in range(1, seats + 1)]",
        "for step in range(seats)]",
        ("tests/test_playthroughs.py",),
    ),
    Break(
        "a set takes a second card of a suit",
        "core/rummy_core/openings.py",
        "            fitting &= ~_copies(card.index % DECK_SIZE)\n",
        "            fitting &= ~card.bit\n",
        ("tests/core/test_meld_lists_brute.py", "-k", "open_places"),
    ),
    Break(
        "four cards laid at once do not count double",
        "variants/rummy_variants/persian.py",
        "return 2 if may and cards == QUARTET else 1",
        "return 2 if may and cards > QUARTET else 1",
        ("tests/variants/test_persian.py",),
    ),
    Break(
        "aces multiply once too often",
        "variants/rummy_variants/iceberg.py",
        'at the {points} so far", points * aces)',
        'at the {points} so far", points * (aces + 1))',
        ("tests/variants/test_iceberg_score.py",),
    ),
    Break(
        "a contract may be left half laid",
        "core/rummy_core/contracts.py",
        "if laid and not isinstance(action, Draw | Take):",
        "if laid and not isinstance(action, Draw | Take | Done):",
        ("tests/variants/test_skarney_turn.py",),
    ),
    Break(
        "going out earns nothing",
        "variants/rummy_variants/arlington.py",
        "GOING_OUT = 100",
        "GOING_OUT = 0",
        ("tests/variants/test_arlington_facts.py",),
    ),
    Break(
        "a run of three is dearer than it is",
        "variants/rummy_variants/iceberg_points.py",
        "return 10 * (place - 1)",
        "return 10 * place",
        ("tests/variants/test_iceberg_play.py", "tests/variants/test_iceberg_score.py"),
    ),
    Break(
        "first melds may be left half laid",
        "core/rummy_core/initial_melds.py",
        "return max(self.points - laid, 0)",
        "return 0",
        ("tests/core/test_initial_melds.py",),
    ),
    Break(
        "first melds are begun that cannot be made whole",
        "core/rummy_core/initial_melds.py",
        "if best.points < need:",
        "if best.points < 0:",
        ("tests/core/test_initial_melds.py",),
    ),
    Break(
        "a wild card taken out of a meld may be kept",
        "core/rummy_core/reclaiming.py",
        "return None if taken is None else Refusal(self._lay_first(taken))",
        "return None",
        ("tests/core/test_reclaiming.py",),
    ),
    Break(
        "a set gives up its wild card for one",
        "core/rummy_core/exchanging.py",
        "return len(added) % 2 == 0",
        "return False",
        ("tests/core/test_reclaiming.py",),
    ),
    Break(
        "a discard is offered to who threw it",
        "core/rummy_core/turning_up.py",
        "last = table.turn_notes.get(THROWN, table.player)",
        "last = table.player",
        ("tests/core/test_turning_up.py",),
    ),
    Break(
        "a card is forced on another player's meld",
        "core/rummy_core/forcing.py",
        "if refusal is None and meld and meld.owner !=",
        "if refusal is None and meld and 0 > meld.owner !=",
        ("tests/core/test_turning_up.py",),
    ),
    Break(
        "a card is borrowed that its meld cannot spare",
        "core/rummy_core/borrowing.py",
        "if not can_spare(rules, other, cards):",
        "if not cards:",
        ("tests/core/test_borrowing.py",),
    ),
    Break(
        "runs end where the pack lacks a rank",
        "core/rummy_core/melds.py",
        "if (place - 1) % 13 + 1 not in self.gaps)",
        "if place not in ())",
        ("tests/core/test_melds.py", "tests/core/test_short_packs.py"),
    ),
    Break(
        "who was out before may win at the end",
        "core/rummy_core/elimination.py",
        "playing = [side for side in playing if at_table.intersection(match.sides[side])]",
        "playing = list(playing)",
        ("tests/core/test_elimination.py",),
    ),
)
