"""A deal that OpenSpiel played, played again decision by decision under the house rule ``openspiel``.

OpenSpiel splits a knock into the knock, its discard, one meld at a time, and being done. Here it is
one action, so that its parts are counted by asking whether a whole knock with them is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Final

from rummy_core.actions import (
    DISCARDS,
    DONE,
    DRAW,
    PASS,
    TAKE,
    Action,
    Discard,
    IllegalAction,
    Knock,
    LayMeld,
    LayOff,
)
from rummy_core.cards import Card, card, mask_of, text_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal
from rummy_core.knocking import KNOCK_COUNT, KNOCKER, NO_STOCK
from rummy_core.melds import SET
from rummy_core.rulebook import Rulebook, rulebook
from rummy_core.zones import DISCARD, STOCK
from rummy_plugins.openspiel import OPENSPIEL, REPEATED_MOVE, UPCARD_LIMIT
from rummy_variants.gin import GIN
from tests.crosscheck.deal_records import (
    KNOCK_CARD,
    KNOCK_MELDS,
    LAY_OFFS,
    LONGEST_MELD,
    OVER,
    OWN_MELDS,
    WALL,
    WORDS,
    Record,
    Said,
    cards_in,
    said,
)

DEALER: Final = 1
"""Player 0 acts first, so seat 1 deals."""

KNOCKED: Final = "knock"
ENDINGS: Final = {"wall": NO_STOCK, "repeated move": REPEATED_MOVE, "upcard draw limit": UPCARD_LIMIT}
"""How a deal ended that nobody knocked in, as the records and as the rules call it."""


Offer = tuple[str, int]
"""A decision that is open: its word, and the mask of the cards that it names or lays."""


def offer(word: str, *cards: Card | None) -> Offer:
    """Return a decision as it is offered; the top card of a zone is not named in it."""
    return word, mask_of(one for one in cards if one is not None)


class Differs(Exception):
    """The record says one thing, the rules another."""

    def __init__(self, said: str, rules: str) -> None:
        super().__init__(said, rules)
        self.said = said
        self.rules = rules


def check_deal(record: Record) -> None:
    """Check what was dealt against the pack, and the knock limit against the upcard.

    Raises:
        Differs: if they do not fit.
    """
    seen: set[Card] = set()
    for one in record.dealt:
        if one in seen:
            raise Differs(f"that the {one} was dealt twice", "that the pack has one of each card")
        seen.add(one)
    # OpenSpiel, gin_rummy: the upcard's value, but an ace asks for gin; a spade doubles nothing.
    upcard = card(record.upcard)
    limit = 0 if upcard.rank == 1 else min(upcard.rank, 10)
    if not record.params.oklahoma:
        limit = 10
    if record.knock_limit != limit:
        raise Differs(f"knock limit {record.knock_limit}", str(limit))


def _book(limit: int) -> Rulebook:
    return rulebook(GIN, options={"knock_limit": limit}, house_rules=[OPENSPIEL])


def _dealt(record: Record) -> Deal:
    book = _book(record.knock_limit)
    chance = Chance(0)
    seen = mask_of(record.dealt)
    unseen = [one for one in book.pack(2).cards if not one.bit & seen]
    # A shuffle is written from the bottom; what nobody ever saw lies there.
    chance.recorded = [(*unseen, *reversed(record.dealt))]
    return Deal.begin(book, chance, dealer=DEALER)


class Replay:
    """A record being played again: the deal, and the parts of a knock that is being said."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.deal = _dealt(record)
        self.table = self.deal.table
        self.arranger = self.deal.rules.arranger
        self.decision = 0
        self.knocking = False
        self.thrown: Card | None = None
        self.laid: tuple[tuple[Card, ...], ...] = ()
        self.done_laying_off = False
        self.missed: list[int] = []
        self.lay_offs: list[int] | None = None

    def run(self) -> None:
        """Play every decision and check the end.

        Raises:
            Differs: at the first difference.
        """
        record = self.record
        for seat, hand in enumerate(record.hands):
            if self.table.hand(seat) != mask_of(cards_in(hand)):
                dealt = text_of(self.table.cards(self.table.layout.hands[seat]))
                raise Differs(f"{hand} was dealt to player {seat}", dealt)
        if len(record.legal_counts) != len(record.decisions):
            raise Differs(
                f"{len(record.decisions)} decisions", f"there are {len(record.legal_counts)} legal counts"
            )
        for text, count in zip(record.decisions, record.legal_counts, strict=True):
            self.decision += 1
            self._decide(said(text), count)
        self.decision = 0
        self._check_end()

    @property
    def phase(self) -> str:
        """The phase of OpenSpiel's game that the deal is in."""
        table = self.table
        if self.deal.is_over:
            return OVER
        if self.knocking:
            return KNOCK_CARD if self.thrown is None else KNOCK_MELDS
        if KNOCKER in table.deal_notes:
            closed = self.done_laying_off or not table.deal_notes[KNOCK_COUNT]
            return OWN_MELDS if closed else LAY_OFFS
        return table.step

    def offered(self) -> int:
        """How many actions OpenSpiel would count here, by our rules."""
        return len(self.offers())

    def offers(self) -> set[Offer]:
        """What OpenSpiel would list here, by our rules."""
        deal = self.deal
        phase = self.phase
        if phase == KNOCK_MELDS:
            assert self.thrown is not None
            left = self.table.hand(self.table.seat) ^ mask_of((self.thrown, *self._laid_cards))
            offers = {offer("meld", *meld) for meld in self._melds_in(left) if self._may_spread(meld)}
            return offers | {offer("done melding")} if self._may_stop() else offers
        if phase == OWN_MELDS:
            melds = self._melds_in(self.table.hand(self.table.seat))
            offers = {offer("meld", *meld) for meld in melds if deal.why_illegal(LayMeld(meld)) is None}
            return offers | {offer("done melding")}
        listed = deal.legal_actions()
        if phase == KNOCK_CARD:
            return {offer("knock discard", one.card) for one in listed if isinstance(one, Knock)}
        if phase == LAY_OFFS:
            offers = {offer("layoff", one.card) for one in listed if isinstance(one, LayOff)}
            return offers | {offer("done laying off")}
        return {self._offered_as(phase, one) for one in listed}

    def _offered_as(self, phase: str, action: Action) -> Offer:
        """How OpenSpiel lists an action of a phase that is a step of our rules too."""
        if isinstance(action, Discard):
            return offer("discard", action.card)
        if isinstance(action, Knock):
            return offer("knock")
        if action is TAKE:
            return offer("knock with upcard" if phase == WALL else "draw upcard")
        if action is PASS:
            return offer("pass at wall" if phase == WALL else "pass upcard")
        assert action is DRAW, action
        return offer("draw stock")

    def _third_on_one_end(self) -> set[Card]:
        """The lay-offs that OpenSpiel does not offer: those after two others on one end of a run.

        Its ``AllLayoffs`` walks over the earlier lay-offs once, and so is one step behind.
        """
        table = self.table
        offered = [one for one in self.deal.legal_actions() if isinstance(one, LayOff)]
        seen_by_it: set[Card] = set()
        for action in offered:
            meld = table.meld(action.meld)
            assert meld is not None
            laid_off = {one.card for one in meld.placed if one.by == table.seat}
            lies = meld.cards if action.card < meld.cards[0] else meld.cards[::-1]
            if meld.kind == SET or not laid_off.issuperset(lies[:2]):
                seen_by_it.add(action.card)
        return {action.card for action in offered} - seen_by_it

    @property
    def _laid_cards(self) -> list[Card]:
        return [one for meld in self.laid for one in meld]

    def _melds_in(self, hand: int) -> Iterator[tuple[Card, ...]]:
        return (meld for meld in self.arranger.melds_in(hand) if len(meld) <= LONGEST_MELD)

    def _may_spread(self, meld: tuple[Card, ...]) -> bool:
        """Whether a knock is legal that spreads what is laid, ``meld``, and the best of the rest."""
        assert self.thrown is not None
        spread = (*self.laid, meld)
        left = self.table.hand(self.table.seat) ^ mask_of((self.thrown, *self._laid_cards, *meld))
        return (
            self.deal.why_illegal(Knock(self.thrown, (*spread, *self.arranger.arrange(left).melds))) is None
        )

    def _may_stop(self) -> bool:
        """Whether a knock is legal that spreads what is laid, and no more."""
        return self.deal.why_illegal(Knock(self.thrown, self.laid)) is None

    def _decide(self, said: Said, count: int) -> None:
        phase = self.phase
        if phase == OVER:
            raise Differs(repr(said.text), f"{OVER}: {self.table.ending}")
        if said.seat != self.table.seat:
            raise Differs(repr(said.text), f"player {self.table.seat} must act")
        if phase not in WORDS[said.word].phases:
            raise Differs(repr(said.text), f"the step is {phase!r}")
        self._check_offers(phase, said, count)
        PLAYS[said.word](self, said)

    def _check_offers(self, phase: str, said: Said, count: int) -> None:
        """Hold the number of legal actions that OpenSpiel counted against ours."""
        offered = self.offered()
        if count != offered:
            if phase != LAY_OFFS or count != offered - len(self._third_on_one_end()):
                raise Differs(f"{count} legal actions before {said.text!r}", f"{offered}")
            self.missed.append(self.decision)

    def _play(self, said: Said, action: Action) -> None:
        try:
            self.deal.play(action)
        except IllegalAction as error:
            raise Differs(repr(said.text), error.refusal.rule) from None

    def _turn_up(self, said: Said, zone: str, action: Action) -> None:
        """Take the top card of ``zone``, which must be the one that is named."""
        top = self.table.top(zone)
        if top is not said.cards[0]:
            raise Differs(repr(said.text), f"the {top} is on top")
        self._play(said, action)

    def _pass(self, said: Said) -> None:
        self._play(said, PASS)

    def _take(self, said: Said) -> None:
        self._turn_up(said, DISCARD, TAKE)

    def _draw(self, said: Said) -> None:
        self._turn_up(said, STOCK, DRAW)

    def _discard(self, said: Said) -> None:
        self._play(said, DISCARDS[said.cards[0].index])

    def _knock(self, said: Said) -> None:
        if not any(isinstance(action, Knock) for action in self.deal.legal_actions()):
            raise Differs(repr(said.text), "no knock is legal")
        self.knocking = True

    def _knock_with_upcard(self, said: Said) -> None:
        self._turn_up(said, DISCARD, TAKE)
        self.knocking = True

    def _knock_discard(self, said: Said) -> None:
        refusal = self.deal.why_illegal(Knock(said.cards[0]))
        if refusal is not None:
            raise Differs(repr(said.text), refusal.rule)
        self.thrown = said.cards[0]

    def _meld(self, said: Said) -> None:
        if not self.knocking:
            self._play(said, LayMeld(said.cards))
            return
        assert self.thrown is not None
        hand = self.table.hand(self.table.seat) ^ mask_of((self.thrown, *self._laid_cards))
        if mask_of(said.cards) & ~hand or not self._may_spread(said.cards):
            raise Differs(repr(said.text), "no knock is legal that spreads this")
        self.laid = (*self.laid, said.cards)

    def _done_melding(self, said: Said) -> None:
        if self.knocking:
            self._play(said, Knock(self.thrown, self.laid))
            self.knocking = False
        else:
            self._play(said, DONE)

    def _lay_off(self, said: Said) -> None:
        if self.lay_offs is None:
            self.lay_offs = self._planned()
        if not self.lay_offs:
            raise Differs(repr(said.text), f"the {said.cards[0]} fits no meld of the knocker")
        self._play(said, LayOff(said.cards[0], self.lay_offs.pop(0)))

    def _done_laying_off(self, said: Said) -> None:
        self.done_laying_off = True

    def _planned(self) -> list[int]:
        """The melds for the cards that are laid off from here on, as many of them as can follow."""
        coming = [said(text) for text in self.record.decisions[self.decision - 1 :]]
        cards = [one.cards[0] for one in coming if one.word == "layoff"]
        # Runs first: a card on a run may open the next one, a fourth card on a set opens nothing.
        melds = sorted(self.table.melds, key=lambda meld: meld.kind == SET)
        lying = {meld.number: meld.mask for meld in melds}
        for size in range(len(cards), 0, -1):
            found = places_for(cards[:size], lying, self.arranger.melds)
            if found is not None:
                return found
        return []

    def _check_end(self) -> None:
        record, table = self.record, self.table
        if not self.deal.is_over:
            raise Differs(
                "that the deal is over", f"player {table.seat} must act; the step is {self.phase!r}"
            )
        knocker = table.deal_notes.get(KNOCKER)
        ending = KNOCKED if knocker is not None else table.ending
        if ENDINGS.get(record.end, record.end) != ending:
            raise Differs(f"that the deal ended by {record.end!r}", f"by {ending!r}")
        if record.knocker != knocker:
            raise Differs(f"knocker {record.knocker}", f"{knocker}")
        unseen, left = len(table.layout.pack) - len(record.dealt), table.masks[STOCK].bit_count()
        if unseen != left:
            raise Differs(f"that {unseen} cards of the stock were never seen", f"{left}")
        counts = tuple(self.arranger.points(table.hand(seat)) for seat in (0, 1))
        if record.deadwood != (None if knocker is None else counts):
            raise Differs(f"deadwood {record.deadwood}", f"{None if knocker is None else counts}")
        won = self.deal.sheet.points(0) - self.deal.sheet.points(1)
        if record.returns != (won, -won):
            raise Differs(f"returns {record.returns}", f"{(won, -won)}")


PLAYS: Final[Mapping[str, Callable[[Replay, Said], None]]] = {
    "pass upcard": Replay._pass,
    "draw upcard": Replay._take,
    "draw stock": Replay._draw,
    "discard": Replay._discard,
    "knock": Replay._knock,
    "knock discard": Replay._knock_discard,
    "knock with upcard": Replay._knock_with_upcard,
    "pass at wall": Replay._pass,
    "meld": Replay._meld,
    "layoff": Replay._lay_off,
    "done melding": Replay._done_melding,
    "done laying off": Replay._done_laying_off,
}


def places_for(cards: Sequence[Card], lying: Mapping[int, int], legal: Container[int]) -> list[int] | None:
    """The number of a meld for each card, so that they can be laid off in this order; None if none.

    A record does not say on which meld a card was laid. ``lying`` are masks by number, the melds to
    be tried first in front; ``legal`` holds every meld there is.
    """
    if not cards:
        return []
    first, *rest = cards
    for number, meld in lying.items():
        longer = meld | first.bit
        if longer in legal:
            found = places_for(rest, {**lying, number: longer}, legal)
            if found is not None:
                return [number, *found]
    return None
