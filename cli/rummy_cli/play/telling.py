"""What happened, in sentences: decisions with the facts they caused, as one seat saw them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rummy_cli.faces import CardText
from rummy_core.actions import (
    Action,
    Decision,
    Discard,
    DiscardUnseen,
    Done,
    Draw,
    GoOut,
    Knock,
    LayBest,
    LayMeld,
    LayOff,
    Pass,
    Take,
)
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.deal import LogEntry
from rummy_core.events import DealBegan, Event, Laid, Moved, Noted, Shown, Shuffled
from rummy_core.knocking import KNOCK_COUNT

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

    def tell(self, entries: Iterable[LogEntry]) -> list[Told]:
        """Return the sentences of part of a log; what another did in a row is one sentence."""
        told: list[Told] = []
        row: list[str] = []
        last = -1
        for one in happenings(entries):
            clause, more = self._clause(one)
            if row and (one.seat != last or one.seat == self.me):
                told.append(self._sentence(last, row))
                row = []
            last = one.seat
            row.append(clause)
            if more:
                told.append(self._sentence(last, row))
                row = []
                told += more
        if row:
            told.append(self._sentence(last, row))
        return told

    def _sentence(self, seat: int, clauses: Sequence[str]) -> Told:
        predicate = " and ".join(clauses)
        return Told(seat, f"{self.who(seat)} {predicate}.", predicate)

    def _clause(self, one: Happening) -> tuple[str, list[Told]]:
        """What the player does, and the sentences that it takes besides."""
        seat, action, does, the = one.seat, one.action, self.does, self.cards.the
        shuffled = [event.zone for event in one.events if isinstance(event, Shuffled)]
        more = [Told(seat, f"The {zone} is shuffled.") for zone in shuffled]
        if isinstance(action, Draw):
            card = _moved(one.events)
            return f"{does(seat, 'draw')} {the(card) if card else 'from the stock'}", more
        if isinstance(action, Take):
            card = _moved(one.events)
            return f"{does(seat, 'take')} {the(card) if card else 'a card'} from the pile", more
        if isinstance(action, Pass):
            return does(seat, "pass"), more
        if isinstance(action, Discard):
            return f"{does(seat, 'discard')} {the(action.card)}", more
        if isinstance(action, DiscardUnseen):
            return f"{does(seat, 'discard')} a card face down", more
        if isinstance(action, Knock | GoOut):
            return self._knock(one), [*more, *self._spread(one)]
        if isinstance(action, LayMeld | LayOff | LayBest | Done):
            return self._answer(one), [*more, *self._left(one)]
        return str(action), more

    def _knock(self, one: Happening) -> str:
        count = next(
            (event.value for event in one.events if isinstance(event, Noted) and event.key == KNOCK_COUNT), 0
        )
        if isinstance(one.action, GoOut):
            return f"{self.does(one.seat, 'go')} out with every card melded and no discard: big gin"
        card = _moved(one.events)
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
            [card for event in one.events if isinstance(event, Shown) for card in event.cards if card]
        )
        left = shown & ~laid
        if not left:
            return []
        points = f", {self.points(left)} deadwood" if self.points else ""
        return [Told(one.seat, f"Unmatched: {self.cards.row(cards_of(left))}{points}.", on_table=True)]

    def _answer(self, one: Happening) -> str:
        laid = [event for event in one.events if isinstance(event, Laid)]
        if not laid:
            return f"{self.does(one.seat, 'lay')} nothing" + (
                " more" if isinstance(one.action, Done) else " down"
            )
        return f"{self.does(one.seat, 'lay')} " + "; ".join(self._laid(event) for event in laid)

    def _laid(self, event: Laid) -> str:
        row = self.cards.row(event.cards)
        if len(event.lies) > len(event.cards):
            return f"{self.cards.the(event.cards[0])} on meld {event.number}"
        return f"{row} as meld {event.number}"


def happenings(entries: Iterable[LogEntry]) -> list[Happening]:
    """Group a log by decision; the facts before the first one are left out."""
    found: list[Happening] = []
    for entry in entries:
        if isinstance(entry, Decision):
            found.append(Happening(entry.seat, entry.action))
        elif found and not isinstance(entry, DealBegan):
            found[-1].events.append(entry)
    return found


def _moved(events: Iterable[Event]) -> Card | None:
    """The card that a decision moved, where it was seen."""
    for event in events:
        if isinstance(event, Moved):
            return event.cards[0] if event.cards else None
    return None
