"""The vocabulary of the tests: deals and matches told in the words of the table.

A story puts cards on a table and plays it with the words that a record uses:

    story = gin(hand0="AC 2C 3C 4D 5D 6D 7H 8H 9H TS", stock="KS", step="draw", seat=0)
    story.does("draw")
    story.refuses("knock TS", "needs none")
    story.does("knock KS", "best")
    assert story.ending == "knock"

Verbs (``does``, ``refuses``, ``offers``) check by themselves; what stands (``points``, ``hand``)
is for the test to assert. Each play is held to what every play must keep: cards are conserved,
and a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import pytest

from rummy_core.actions import Action, Decision, IllegalAction
from rummy_core.cards import Card, cards_of, mask_of, parse_cards, text_of
from rummy_core.chance import Chance
from rummy_core.copies import number_copies
from rummy_core.deal import Deal
from rummy_core.events import Event, NoteValue
from rummy_core.knocking import KNOCK_COUNT, KNOCKER, WENT_OUT
from rummy_core.match import Match
from rummy_core.notation import parse_action, parse_lying
from rummy_core.options import make_options
from rummy_core.positions import deal_at
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.scoring import MatchSheet, ScoreSheet, total_boxes
from rummy_core.table import Table
from rummy_core.views import View
from rummy_core.zones import DISCARD, STOCK
from rummy_variants.gin import GIN
from rummy_variants.gin_options import GinOptions
from rummy_variants.oklahoma import OKLAHOMA

SAME_AS = {"big gin": "go out"}
"""What players say, and how a record says it."""


def said(words: str) -> Action:
    """The action that a player asks for in ``words``."""
    return parse_action(SAME_AS.get(words, words))


def faces(text: str) -> set[str]:
    """The cards of ``text`` as a set of words, for hands whose order says nothing."""
    return {card.text for card in parse_cards(text)}


class Story:
    """A deal that is told: what is done, refused and offered, and how it stands."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal

    # What happens.

    def does(self, *words: str) -> Self:
        """The acting seat does this, and then whoever must act does the next."""
        for one in words:
            self.deal.play(self.deal.by_face(said(one)))
            check_conserved(self.table)
        return self

    def refuses(self, words: str, reason: str) -> Self:
        """This is illegal now, ``reason`` is part of the rule that is told, and nothing changes."""
        action = self.deal.by_face(said(words))
        refusal = self.deal.why_illegal(action)
        assert refusal is not None, f"{words!r} is legal in step {self.step!r}"
        assert reason in refusal.rule, f"{words!r} is refused because {refusal.rule!r}"
        assert action not in self.deal.legal_actions(), f"{words!r} is refused, but listed"
        before, said_before = self.table.copy(), len(self.deal.log)
        with pytest.raises(IllegalAction) as refused:
            self.deal.play(action)
        assert refused.value.refusal == refusal
        assert self.table == before, f"the refusal of {words!r} changed the table"
        assert len(self.deal.log) == said_before, f"the refusal of {words!r} was logged"
        return self

    def offers(self, *words: str) -> Self:
        """Each of these is listed and may be played."""
        for one in words:
            assert one in self.offered, f"{one!r} is not offered among {self.offered}"
            assert self.deal.why_illegal(self.deal.by_face(said(one))) is None, (
                f"{one!r} is offered, but refused"
            )
        return self

    def offers_only(self, *words: str) -> Self:
        """These are listed, and nothing else."""
        assert sorted(self.offered) == sorted(SAME_AS.get(one, one) for one in words)
        return self

    @property
    def offered(self) -> list[str]:
        """What the acting seat may do, in words (``big gin`` beside ``go out``)."""
        listed = [str(action) for action in self.deal.legal_actions()]
        return listed + [one for one, meant in SAME_AS.items() if meant in listed]

    def offered_to(self, verb: str) -> set[str]:
        """The offered actions that begin with ``verb``, without it: ``{"KS", "TS"}``."""
        return {words.removeprefix(f"{verb} ") for words in self.offered if words.startswith(f"{verb} ")}

    def allows(self, *words: str) -> Self:
        """Each of these may be played, listed or not."""
        for one in words:
            refusal = self.deal.why_illegal(self.deal.by_face(said(one)))
            assert refusal is None, f"{one!r} is refused: {refusal}"
        return self

    # How it stands.

    @property
    def table(self) -> Table:
        return self.deal.table

    @property
    def step(self) -> str:
        return self.table.step

    @property
    def seat(self) -> int:
        return self.table.seat

    def hand(self, seat: int) -> set[str]:
        return {card.text for card in cards_of(self.table.hand(seat))}

    @property
    def pile(self) -> list[str]:
        """The discard pile, its top last."""
        return [card.text for card in self.table.cards(DISCARD)]

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return self.table.masks[STOCK].bit_count()

    @property
    def melds(self) -> list[str]:
        """The melds on the table, in the order they were laid."""
        return [str(meld) for meld in self.table.melds]

    def deadwood(self, seat: int) -> int:
        """The points of what is left in a hand, melds in it or not."""
        return self.deal.rules.arranger.points(self.table.hand(seat))

    def note(self, key: str) -> NoteValue:
        return self.table.note(key)

    def view(self, seat: int) -> View:
        return self.deal.view(seat)

    def known_hand(self, looker: int, owner: int) -> set[str]:
        """The cards that ``looker`` knows to be in the hand of ``owner``."""
        return {card.text for card in cards_of(self.view(looker).known_hand(owner))}

    @property
    def is_over(self) -> bool:
        return self.deal.is_over

    @property
    def sheet(self) -> ScoreSheet:
        return self.deal.sheet

    @property
    def ending(self) -> str:
        """How the deal ended; empty while it goes on."""
        return self.table.ending

    @property
    def void(self) -> bool:
        return self.sheet.void

    @property
    def winner(self) -> int:
        return self.sheet.winner

    def points(self, seat: int) -> int:
        return self.sheet.points(seat)

    @property
    def lines(self) -> list[tuple[int, str, int]]:
        return [(line.side, line.reason, line.points) for line in self.sheet.lines]


def check_conserved(table: Table) -> None:
    """Every card of the pack lies in exactly one place."""
    places = [*table.masks.values(), *(meld.mask for meld in table.melds)]
    together = 0
    for mask in places:
        assert not together & mask, f"in two places: {text_of(cards_of(together & mask))}"
        together |= mask
    assert together == table.layout.pack_mask, "a card is missing"
    for zone, order in table.orders.items():
        assert mask_of(order) == table.masks[zone], f"the order of the {zone} has other cards"


def laid_out(
    book: Rulebook,
    *,
    hands: Sequence[str | None] = (),
    pile: str | None = None,
    stock: str = "",
    zones: Mapping[str, str] | None = None,
    step: str | None = None,
    seat: int | None = None,
    dealer: int = 0,
    stock_left: int | None = None,
    known: Mapping[int, str] | None = None,
    turn: int = 1,
    turn_notes: Mapping[str, NoteValue] | None = None,
    deal_notes: Mapping[str, NoteValue] | None = None,
    melds: Sequence[tuple[int, str]] = (),
    seed: int | str = 0,
) -> Story:
    """A deal of any game that stands so.

    ``hands`` are by seat, None for one that is dealt; ``stock`` names the cards in the order they will be
    drawn, ``pile`` has its top last, ``zones`` states others. ``melds`` are (seat, cards), what wild cards
    stand for written beside them, such as ``5H 2C=6H 7H``. ``stock_left`` is how many the stock has
    in all. What is not named is dealt from ``seed``. A face named twice is the card and its twin.
    """
    texts = {f"hand {owner}": text for owner, text in enumerate(hands) if text is not None}
    if pile is not None:
        texts[DISCARD] = pile
    texts |= zones or {}
    lying = [parse_lying(cards) for _, cards in melds]
    groups = [parse_cards(stock)[::-1], *map(parse_cards, texts.values()), *(cards for cards, _ in lying)]
    numbered = number_copies(book.pack(book.players), groups)
    laid = numbered[len(texts) + 1 :]
    deal = deal_at(
        book,
        zones=dict(zip((STOCK, *texts), numbered, strict=False)),
        step=step,
        seat=seat,
        dealer=dealer,
        stock=stock_left,
        turn=turn,
        turn_notes=turn_notes,
        deal_notes=deal_notes,
        melds=[
            (owner, cards, named) for (owner, _), cards, (_, named) in zip(melds, laid, lying, strict=True)
        ],
        known={one: parse_cards(cards) for one, cards in (known or {}).items()},
        seed=seed,
    )
    check_conserved(deal.table)
    return Story(deal)


def gin_book(preset: str | None = None, variant: Variant = GIN, **options: object) -> Rulebook:
    """The rulebook of Gin with these options."""
    return rulebook(variant, preset=preset, options=options)


def gin_options(preset: str | None = None, **options: object) -> GinOptions:
    """The options of Gin over a preset."""
    return make_options(GinOptions, GIN.presets[preset or "default"], options)


def gin(
    *,
    variant: Variant = GIN,
    hand0: str | None = None,
    hand1: str | None = None,
    pile: str | None = None,
    stock: str = "",
    step: str | None = None,
    seat: int | None = None,
    dealer: int = 1,
    stock_left: int | None = None,
    known: Mapping[int, str] | None = None,
    turn_notes: Mapping[str, NoteValue] | None = None,
    deal_notes: Mapping[str, NoteValue] | None = None,
    melds: Sequence[tuple[int, str]] = (),
    seed: int | str = 0,
    preset: str | None = None,
    **options: object,
) -> Story:
    """A deal of Gin that stands so.

    ``stock`` names the cards in the order they will be drawn, ``pile`` has its top last;
    ``stock_left`` is how many the stock has in all. What is not named is dealt from ``seed``.
    Seat 1 deals unless told otherwise, so that seat 0 is the non-dealer and acts first.
    """
    return laid_out(
        gin_book(preset, variant, **options),
        hands=(hand0, hand1),
        pile=pile,
        stock=stock,
        step=step,
        seat=seat,
        dealer=dealer,
        stock_left=stock_left,
        known=known,
        turn_notes=turn_notes,
        deal_notes=deal_notes,
        melds=melds,
        seed=seed,
    )


def gin_dealt(
    seed: int | str = 0,
    dealer: int = 1,
    preset: str | None = None,
    variant: Variant = GIN,
    **options: object,
) -> Story:
    """A deal of Gin from its first shuffle."""
    return Story(Deal.begin(gin_book(preset, variant, **options), Chance(seed), dealer=dealer))


def oklahoma(*, upcard: str = "", **more: Any) -> Story:
    """A deal of Oklahoma that stands so, ``upcard`` being what was turned up."""
    return gin(variant=OKLAHOMA, pile=f"{upcard} {more.pop('pile', '')}", **more)


# Whole matches.


class MatchStory:
    """A match of Gin, or of a relative, whose deals end as they are told to.

    Each deal is begun by the match, then brought to the last decision of a knock, and that is
    played: points, boxes, dealers and the end of the match are the engine's own.

    - ``0 knocks for 25``: seat 0 knocks with 2, seat 1 is left with 27
    - ``1 undercuts by 5``: seat 0 knocks with 7, seat 1 is left with 2
    - ``0 gins against 14``, ``0 goes out against 14``: gin and big gin
    - ``tie at 7`` (seat 0 has knocked), ``void``: two cards left in the stock
    - with ``on QH`` behind it the queen of hearts was turned up

    Seats are those of the deal: with three or four players ``seats`` tells who sat on them.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.dealers: list[int] = []
        self.seats: list[tuple[int, ...]] = []
        self.points: list[tuple[int, int]] = []

    def plays(self, *results: str) -> Self:
        """Play a deal to each of these results."""
        for result in results:
            begun = self.match.begin_deal()
            dealer = begun.table.layout.dealer
            self.dealers.append(self.match.seating.dealt_by)
            self.seats.append(self.match.seating.players)
            story = self.ended(dealer, result)
            self.points.append((story.points(0), story.points(1)))
            self.match.deal = story.deal
            self.match.end_deal()
        return self

    def ended(self, dealer: int, result: str) -> Story:
        """A deal that has ended so; other games end theirs otherwise."""
        return _ended(self.match.book, dealer, result)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, without what the end of the match adds."""
        return self.match.totals

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def sheet(self) -> MatchSheet:
        assert self.match.sheet is not None, "the match goes on"
        return self.match.sheet

    @property
    def finals(self) -> tuple[int, ...]:
        """The totals with bonuses and boxes."""
        return self.sheet.totals

    @property
    def lines(self) -> list[tuple[int, str, int]]:
        return [(line.side, line.reason, line.points) for line in self.sheet.lines]

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The points of each side in each column."""
        return [one.points for one in self.match.columns]

    @property
    def boxes(self) -> tuple[int, ...]:
        """The boxes of each side so far."""
        return total_boxes(self.match.rounds, len(self.match.sides))

    @property
    def next_seatings(self) -> list[tuple[int, ...]]:
        """Who would play now, at each table."""
        return [one.players for one in self.match.book.hooks.seatings(match=self.match.state)]

    @property
    def next_dealer(self) -> int:
        """Who would deal now."""
        return self.match.book.hooks.seatings(match=self.match.state)[0].dealt_by


def gin_match(
    seed: int | str = 1,
    first_dealer: int = 0,
    preset: str | None = None,
    variant: Variant = GIN,
    players: int = 2,
    **options: object,
) -> MatchStory:
    """A match of Gin; the lot makes ``first_dealer`` deal first."""
    lot = ["KD", "QD", "JD", "TD"][:players]
    lot[first_dealer] = "2C"
    book = rulebook(variant, preset=preset, options=options, players=players)
    return MatchStory(Match(book, seed, lot=parse_cards(" ".join(lot))))


def _ended(book: Rulebook, dealer: int, told: str) -> Story:
    result, _, upcard = told.partition(" on ")
    words = result.split()
    turned = {DISCARD: parse_cards(upcard)} if upcard else {}
    if result == "void":
        # The discard that leaves two cards in the stock.
        deal = deal_at(book, zones={}, step="draw", seat=0, dealer=dealer, stock=3, seats=2)
        story = Story(deal).does("draw")
        thrown = sorted(story.offered_to("discard"))[0]
        story.does(f"discard {thrown}")
        return story if story.is_over else story.does("pass")
    went_out = False
    if words[0] == "tie":
        knocker, count, other = 0, int(words[-1]), int(words[-1])
    else:
        winner, number = int(words[0]), int(words[-1])
        match " ".join(words[1:-1]):
            case "knocks for":
                knocker, count, other = winner, 2, number + 2
            case "undercuts by":
                knocker, count, other = 1 - winner, number + 2, 2
            case "gins against":
                knocker, count, other = winner, 0, number
            case "goes out against":
                knocker, count, other, went_out = winner, 0, number, True
            case _:
                raise AssertionError(f"no result is called {result!r}")
    left = counting(count, book, without=turned.get(DISCARD, ()))
    theirs = counting(other, book, without=(*left, *turned.get(DISCARD, ())))
    notes: dict[str, NoteValue] = {KNOCKER: knocker, KNOCK_COUNT: count}
    if went_out:
        notes[WENT_OUT] = True
    hands = {f"hand {knocker}": left, f"hand {1 - knocker}": theirs, **turned}
    deal = deal_at(
        book, zones=hands, step="answer", seat=1 - knocker, dealer=dealer, deal_notes=notes, seats=2
    )
    # Nothing is melded: what is left in the two hands counts as it lies.
    return Story(deal).does("done")


def counting(points: int, book: Rulebook, without: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Cards that count so many points together in this game."""
    worth = book.rules.card_values.in_hand
    ways: dict[int, tuple[Card, ...]] = {0: ()}
    for card in sorted(set(book.pack(2).cards) - set(without), reverse=True):
        for sum_so_far, cards in list(ways.items()):
            ways.setdefault(sum_so_far + worth[card.index % 54], (*cards, card))
        if points in ways:
            return ways[points]
    raise AssertionError(f"no cards count {points} together")


# Logs.


def facts(deal: Deal) -> list[Event]:
    """The log without the decisions."""
    return [entry for entry in deal.log if not isinstance(entry, Decision)]


def decisions(deal: Deal) -> list[str]:
    """The decisions of the log, in words."""
    return [str(entry) for entry in deal.log if isinstance(entry, Decision)]
