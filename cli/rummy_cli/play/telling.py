"""What happened, in sentences: decisions with the facts they caused, as one seat saw them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rummy_cli.faces import CardText
from rummy_core.actions import (
    Accept,
    Action,
    Decision,
    Discard,
    DiscardUnseen,
    Done,
    Draw,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayBest,
    LayMeld,
    LayOff,
    Offer,
    Pass,
    PassOn,
    Take,
    TakePile,
)
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.deal import LogEntry
from rummy_core.events import (
    Borrowed,
    DealBegan,
    DealEnded,
    Event,
    Laid,
    Moved,
    Noted,
    Shown,
    Shuffled,
    StepBegan,
)
from rummy_core.faces import other_face
from rummy_core.knocking import KNOCK_COUNT
from rummy_core.melding import OUT
from rummy_core.zones import DISCARD, HAND, STOCK

_ON_MELD: Final = re.compile(r"(?P<lays>lays?) (?P<cards>.+) on meld (?P<meld>\d+)")

Points = Callable[[int], int]


@dataclass(slots=True)
class Happening:
    """One decision and the facts that followed it."""

    seat: int
    action: Action
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and the seat whose doing it tells."""

    seat: int
    sentence: str
    predicate: str = ""
    """The same without its subject and end, ``takes 8♥ from the pile``; empty where it has none."""
    on_table: bool = False
    """Whether a table or a sheet shows this by itself."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells a log to the seat ``me``, -1 for someone who watches.

    ``names`` are by seat and fit to show; ``points`` counts cards left in
    hand, and is None where no rules are at hand to count by.
    """

    names: Sequence[str]
    me: int
    cards: CardText
    points: Points | None

    def who(self, seat: int) -> str:
        """The player as the subject of a sentence."""
        return "You" if seat == self.me else self.names[seat]

    def called(self, seat: int) -> str:
        """The player within a line."""
        return "you" if seat == self.me else self.names[seat]

    def whose(self, seat: int) -> str:
        """What is the player's: ``your``, ``Greta's``."""
        return "your" if seat == self.me else f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str) -> str:
        """The verb in the person of ``seat``."""
        if seat == self.me:
            return verb
        return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"

    def tell(self, entries: Sequence[LogEntry], since: int = 0) -> list[Told]:
        """Return the sentences of a log from an entry on; what another did in a row is one sentence."""
        told: list[Told] = []
        row: list[str] = []
        last = -1
        offered = _offered(entries[:since])
        for one in happenings(entries[since:]):
            clauses, more = self._clauses(one, offered)
            if isinstance(one.action, Offer | Draw):
                offered = one.action.card if isinstance(one.action, Offer) else None
            if row and (one.seat != last or one.seat == self.me):
                told.append(self._sentence(last, row))
                row = []
            last = one.seat
            row = _merged([*row, *clauses])
            if more and row:
                told.append(self._sentence(last, row))
                row = []
            told += more
        if row:
            told.append(self._sentence(last, row))
        if not told and last >= 0:
            told.append(self._sentence(last, [f"{self.does(last, 'say')} done"]))
        return told

    def _sentence(self, seat: int, clauses: Sequence[str]) -> Told:
        *first, end = clauses
        predicate = " and ".join((", ".join(first), end)) if first else end
        return Told(seat, f"{self.who(seat)} {predicate}.", predicate)

    def _clauses(self, one: Happening, offered: Card | None) -> tuple[list[str], list[Told]]:
        """What the player does, and the sentences that it takes besides."""
        more = [Told(one.seat, sentence) for sentence in self._refills(one.events)]
        more += self._turned_up(one.events)
        clauses = self._deeds(one, offered)
        if isinstance(one.action, Knock | GoOut):
            return clauses, [*more, *self._spread(one)]
        if isinstance(one.action, LayMeld | LayOff | LayBest | Done):
            more += self._left(one)
        if any(isinstance(event, DealEnded) and event.ending == OUT for event in one.events):
            clauses.append(f"{self.does(one.seat, 'go')} out")
        return clauses, more

    def _deeds(self, one: Happening, offered: Card | None) -> list[str]:
        """What the player does, a clause for each deed."""
        seat, action, does, the = one.seat, one.action, self.does, self.cards.the
        match action:
            case Draw():
                return self._draw(one)
            case Take():
                card = _moved(one.events, to_hand=True)
                return [f"{does(seat, 'take')} {the(card) if card else 'a card'} from the pile"]
            case TakePile():
                return [*self._pickup(one), *self._laid(one)]
            case Pass() if offered is not None:
                return [f"{does(seat, 'refuse')} {the(offered)}"]
            case Pass():
                return [does(seat, "pass")]
            case Offer(card):
                return [f"{does(seat, 'offer')} {the(card)}"]
            case Accept():
                card = _moved(one.events, to_hand=True)
                return [f"{does(seat, 'accept')} {the(card) if card else 'what is offered'}"]
            case PassOn():
                card = _moved(one.events, to_hand=False)
                return [
                    f"{does(seat, 'pass')} {the(card) if card else 'a card'} on{self._to_whom(one.events)}"
                ]
            case Discard() | DiscardUnseen():
                card = _moved(one.events, to_hand=False)
                return [f"{does(seat, 'discard')} {the(card) if card else 'a card face down'}"]
            case Exchange(card, wild, meld):
                return [f"{does(seat, 'swap')} {the(card)} for {the(wild)} on meld {meld}"]
            case Knock() | GoOut():
                return [self._knock(one)]
            case LayMeld() | LayOff():
                return self._laid(one)
            case Force(use):
                return [f"{does(seat, 'force')} {the(use.card)} on meld {use.meld}"]
            case LayBest():
                return self._laid(one) or [f"{does(seat, 'lay')} nothing down"]
            case Done():
                # Within a turn it says nothing: what comes next does.
                ended = any(isinstance(event, DealEnded) for event in one.events)
                return [f"{does(seat, 'lay')} nothing more"] if ended else []
        return [str(action)]

    def _draw(self, one: Happening) -> list[str]:
        """A draw, with what was picked up before it and what was put face up after it."""
        clauses = []
        for event in one.events:
            if not isinstance(event, Moved) or event.target == STOCK:
                continue
            cards = [card for card in event.cards if card]
            row = self.cards.row(cards) if cards else ""
            if event.source == STOCK:
                clauses.append(f"{self.does(one.seat, 'draw')} {row or 'from the stock'}")
            elif event.target.startswith(HAND):
                clauses.append(f"{self.does(one.seat, 'pick')} up {row or 'a card'}")
            else:
                clauses.append(f"{self.does(one.seat, 'put')} {row or 'a card'} face up")
        return clauses or [f"{self.does(one.seat, 'draw')} from the stock"]

    def _to_whom(self, events: Iterable[Event]) -> str:
        """Whose place a card was moved to, where the place is a player's."""
        for event in events:
            found = re.fullmatch(r".* (\d{1,2})", event.target) if isinstance(event, Moved) else None
            if found is not None and int(found[1]) < len(self.names):
                return f" to {self.called(int(found[1]))}"
        return ""

    def _refills(self, events: Iterable[Event]) -> list[str]:
        """What is done with a pile that no player decided on."""
        said = []
        for event in events:
            if isinstance(event, Moved) and (event.source, event.target) == (DISCARD, STOCK):
                said.append(f"The discard pile makes a new stock of {len(event.cards)}.")
            elif isinstance(event, Shuffled):
                said.append(f"The {event.zone} is shuffled.")
        return said

    def _turned_up(self, events: Iterable[Event]) -> list[Told]:
        """The card that is turned up for the next to act."""
        turning, said = -1, []
        for event in events:
            if isinstance(event, StepBegan):
                turning = event.seat
            elif isinstance(event, Moved) and (event.source, event.target) == (STOCK, DISCARD):
                row = self.cards.row([card for card in event.cards if card])
                predicate = f"{self.does(turning, 'turn')} up {row}"
                said.append(Told(turning, f"{self.who(turning)} {predicate}.", predicate))
        return said

    def _pickup(self, one: Happening) -> list[str]:
        """What goes from the pile to the hand; a card that is claimed does not."""
        taken = next((event for event in one.events if isinstance(event, Moved)), None)
        cards = [card for card in taken.cards if card] if taken else []
        return [f"{self.does(one.seat, 'take')} {self.cards.row(cards)} from the pile"] if cards else []

    def _knock(self, one: Happening) -> str:
        count = next(
            (event.value for event in one.events if isinstance(event, Noted) and event.key == KNOCK_COUNT), 0
        )
        if isinstance(one.action, GoOut):
            return f"{self.does(one.seat, 'go')} out with every card melded and no discard: big gin"
        card = _moved(one.events, to_hand=False)
        down = f", {self.cards.the(card)} face down" if card and one.seat == self.me else ""
        if not count:
            return f"{self.does(one.seat, 'go')} gin, with no deadwood left{down}"
        return f"{self.does(one.seat, 'knock')} with {count} deadwood{down}"

    def _spread(self, one: Happening) -> list[Told]:
        melds = [event for event in one.events if isinstance(event, Laid)]
        said = [f"Meld {laid.number}: {self.cards.row(laid.cards)}." for laid in melds]
        return [Told(one.seat, sentence, on_table=True) for sentence in said] + self._left(one)

    def _left(self, one: Happening) -> list[Told]:
        """What a hand that was shown still holds when all was laid."""
        laid = mask_of([card for event in one.events if isinstance(event, Laid) for card in event.cards])
        shown = mask_of(
            [
                card
                for event in one.events
                if isinstance(event, Shown) and event.zone == f"{HAND} {one.seat}"
                for card in event.cards
                if card
            ]
        )
        left = shown & ~laid
        if not left:
            return []
        points = f", {self.points(left)} deadwood" if self.points else ""
        return [Told(one.seat, f"Unmatched: {self.cards.row(cards_of(left))}{points}.", on_table=True)]

    def _laid(self, one: Happening) -> list[str]:
        """What is laid: a clause for each new meld, and for each meld that grows."""
        clauses = []
        for event in one.events:
            if isinstance(event, Borrowed):
                borrows = self.does(one.seat, "borrow")
                clauses.append(f"{borrows} {self.cards.the(event.card)} from meld {event.number}")
            if not isinstance(event, Laid):
                continue
            faces = dict(zip(event.lies, event.faces, strict=True))
            counts = [other_face(card, faces[card]) for card in event.cards]
            row = self.cards.lying(event.cards, counts)
            grows = len(event.lies) > len(event.cards)
            if event.source == DISCARD and not grows:
                assert isinstance(one.action, TakePile)
                clauses.append(f"{self.does(one.seat, 'use')} {self.cards.the(one.action.card)} for {row}")
                continue
            if event.source == DISCARD:
                clauses.append(f"{self.does(one.seat, 'claim')} {row} for meld {event.number}")
                continue
            verb = self.does(one.seat, "lay" if grows else "meld")
            clauses.append(f"{verb} {row} on meld {event.number}" if grows else f"{verb} {row}")
        return clauses


def _offered(entries: Sequence[LogEntry]) -> Card | None:
    """The card that was offered last."""
    decided = (entry.action for entry in reversed(entries) if isinstance(entry, Decision))
    return next((action.card for action in decided if isinstance(action, Offer)), None)


def _merged(clauses: Sequence[str]) -> list[str]:
    """Clauses in which cards laid on one meld one after another are told together."""
    found: list[str] = []
    for clause in clauses:
        now = _ON_MELD.fullmatch(clause)
        last = _ON_MELD.fullmatch(found[-1]) if found else None
        if now and last and now["meld"] == last["meld"]:
            found[-1] = f"{last['lays']} {last['cards']} and {now['cards']} on meld {now['meld']}"
        else:
            found.append(clause)
    return found


def happenings(entries: Iterable[LogEntry]) -> list[Happening]:
    """Group a log by decision; the facts before the first one are left out."""
    found: list[Happening] = []
    for entry in entries:
        if isinstance(entry, Decision):
            found.append(Happening(entry.seat, entry.action))
        elif found and not isinstance(entry, DealBegan):
            found[-1].events.append(entry)
    return found


def _moved(events: Iterable[Event], *, to_hand: bool) -> Card | None:
    """The card that a decision moved to a hand, or from it, where it was seen."""
    for event in events:
        if isinstance(event, Moved) and event.target.startswith(HAND) == to_hand and event.target != STOCK:
            return event.cards[0] if event.cards else None
    return None
