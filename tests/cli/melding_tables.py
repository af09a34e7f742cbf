"""Tables of melding games for the tests of screens and typed words."""

from __future__ import annotations

from collections.abc import Sequence

from tests.core.melding_game import TWO_DECKS, WILD, melding_game
from tests.story import laid_out

from rummy_cli.faces import CardText
from rummy_cli.play.scene import MatchLine, Scene
from rummy_cli.play.telling import Teller
from rummy_core.claiming import ClaimStep
from rummy_core.deal import Deal
from rummy_core.forcing import ForceStep
from rummy_core.initial_melds import InitialMeld
from rummy_core.melding import MeldStep
from rummy_core.melds import Ace, MeldRules
from rummy_core.packs import Pack
from rummy_core.pile_taking import TakePileStep
from rummy_core.reclaiming import LaidAgain
from rummy_core.rulebook import Rulebook
from rummy_core.turning_up import CardUpStep, PlayOnStep
from rummy_core.zones import STOCK

NAMES = ("Ann", "Ben", "Cy", "Dora", "Eve", "Finn", "Gus", "Hope")
PLAIN = MeldRules(ace=Ace.HIGH_OR_LOW, max_set=0)


def fan(players: int = 3) -> Rulebook:
    """One pack, no wild cards, a fanned pile; everybody lays off everywhere and scores what he lays."""
    return melding_game(TakePileStep(pass_ends=STOCK), MeldStep(), rules=PLAIN, players=players, pack=Pack())


def whole(players: int = 2, sides: tuple[tuple[int, ...], ...] = ()) -> Rulebook:
    """Two packs, deuces and jokers wild, the pile taken whole with two cards; melds belong to sides."""
    return melding_game(
        TakePileStep(fan=False, lay_off=False, from_hand=2, pass_ends=STOCK),
        MeldStep(own_melds=True, exchanges=(0, 2)),
        rules=WILD, players=players, sides=sides, pack=TWO_DECKS,
    )  # fmt: skip


def at_pile() -> Deal:
    """Ann may draw, or take from a fan of four; two melds lie, one with a card of another player."""
    return laid_out(
        fan(),
        hands=("9S 9C KC 2D 7S 7C 7H", "3C 4C", "5S"),
        pile="4H 9H 9D KS",
        melds=[(1, "TH JH QH"), (0, "5D 6D 7D")],
        step="draw", seat=0,
    ).deal  # fmt: skip


def at_play(hand: str = "9S 9C KC 2D 7S 7C 7H") -> Deal:
    """Ann may meld, lay off and discard."""
    return laid_out(
        fan(),
        hands=(hand, "3C 4C", "5S"),
        pile="4H 9H",
        melds=[(1, "JH QH KH"), (0, "5D 6D 7D")],
        step="play", seat=0,
    ).deal  # fmt: skip


def at_claim() -> Deal:
    """Ben has discarded the eight of spades, which goes on two melds; Cy is asked first, then Ann."""
    claim = ClaimStep()
    book = melding_game(
        TakePileStep(pass_ends=STOCK), MeldStep(claim=claim.name), claim,
        rules=PLAIN, players=3, pack=Pack(),
    )  # fmt: skip
    return laid_out(
        book, hands=("4H 5C", "8S KD 3C", "4D 5D"), pile="KH",
        melds=[(1, "9S TS JS"), (2, "8C 8D 8H")], step="play", seat=1,
    ).does("discard 8S", "pass").deal  # fmt: skip


def opening() -> Rulebook:
    """First melds of forty points; the top card alone is taken, to be melded; jokers are laid again."""
    rules = MeldRules(ace=Ace.HIGH, wilds=(0,))
    forty = InitialMeld(40, lambda card, counts, kind: 11 if counts.rank in (1, 14) else min(counts.rank, 10))
    owed = (forty, LaidAgain())
    draw = TakePileStep(fan=False, top_only=True, lay_off=False, obligations=owed, pass_ends=STOCK)
    play = MeldStep(exchanges=(0,), exchange_anywhere=True, obligations=owed)
    return melding_game(draw, play, rules=rules, players=3, pack=Pack(2, 2))


def at_opening(step: str = "play", melds: Sequence[tuple[int, str]] = ()) -> Deal:
    """Ann has melds of 45 points, and may open with the ten on the pile; Ben has."""
    hand = "TC TD 8C 8D 8S 5H 6D 7D 8D QC"
    lying = [(1, "5H joker=6H 7H"), *melds]
    return laid_out(opening(), hands=(hand, "3C 4C", "5S"), pile="4H TS", melds=lying, step=step, seat=0).deal


def turning(players: int = 2) -> Rulebook:
    """One pack; cards are turned up, used at once or let go, and may be forced."""
    up = CardUpStep(name="draw", force="force", borrows=True)
    steps = (up, PlayOnStep(then="draw", borrows=True), ForceStep(offered="draw"))
    return melding_game(*steps, rules=MeldRules(), players=players, pack=Pack())


def at_card_up(thrown: bool = False) -> Deal:
    """Ann may use the seven of spades, which she has turned up or Ben has thrown, in two ways."""
    return laid_out(
        turning(), hands=("7H 7D KC", "3C 4C"), pile="9S 7S", melds=[(0, "4S 5S 6S"), (1, "8H 9H TH")],
        turn_notes={"thrown": 1} if thrown else None, step="draw", seat=0, turn=2,
    ).deal  # fmt: skip


def at_borrowing() -> Deal:
    """Ann has used a card, and may meld two jacks with the one at the end of her run."""
    return laid_out(
        turning(), hands=("JH JD KC", "3C 4C"), pile="2S", melds=[(0, "8S 9S TS JS")],
        step="play", seat=0, turn=2,
    ).deal  # fmt: skip


def at_force(*melds: str) -> Deal:
    """Ben has turned up the seven of spades and let it go, though it fits melds of his; Ann may force it."""
    return laid_out(
        turning(), hands=("3C 4C", "KC QD"), pile="9S 7S", melds=[(1, one) for one in melds],
        step="draw", seat=1,
    ).does("pass").deal  # fmt: skip


def with_wilds(hand: str = "5H 6H 2C joker 9D 9S 8H KC", step: str = "play") -> Deal:
    """Wild cards in the hand and on the table, some of each side."""
    return laid_out(
        whole(),
        hands=(hand, "3C 4C 6S"),
        pile="4H 5C QD",
        melds=[(0, "4S 4D joker=4"), (1, "7C 2D=8C 9C"), (0, "TS JS QS")],
        step=step, seat=0,
    ).deal  # fmt: skip


def at_the_table(deal: Deal, cards: CardText, seat: int = 0, **more: object) -> Scene:
    """The scene of a seat."""
    names = NAMES[: deal.table.layout.seats]
    scores = tuple((name if place != seat else "you", 10 * place, 0) for place, name in enumerate(names))
    return Scene(
        deal.view(seat), deal.legal_actions() if deal.seat == seat else (), Teller(names, seat, cards, None),
        MatchLine("Melding", 500, "deal 2", "you deal", scores), **more,  # type: ignore[arg-type]
    )  # fmt: skip
