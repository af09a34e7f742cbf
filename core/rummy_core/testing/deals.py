"""Deals: one deal played from a seed, with every property checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from random import Random, getstate
from typing import Final

from rummy_core.actions import Action, Decision
from rummy_core.catalogue import BotMaker
from rummy_core.chance import Chance
from rummy_core.deal import Deal, LogEntry, entry_for, table_of
from rummy_core.events import DealBegan, Event, Exchanged, Laid, NoteValue, Scored
from rummy_core.library import book_for
from rummy_core.notation import parse_action, read_fact, write_fact
from rummy_core.positions import BadPosition
from rummy_core.records import read_record
from rummy_core.rulebook import Rulebook
from rummy_core.stated_positions import stand
from rummy_core.table import BadFact, Table, evolve
from rummy_core.testing.bounds import ENDS, Bound
from rummy_core.testing.conservation import CONSERVED, SEEN, check_conserved, check_seen
from rummy_core.testing.equal_cards import ALIKE, check_equal, equal_pairs
from rummy_core.testing.failures import ConformanceError, Fault, Place, Property, game_of
from rummy_core.testing.following import TOLD, Follower
from rummy_core.testing.legality import (
    ACCEPTED,
    AS_LISTED,
    NO_TWO,
    OFFERED,
    UNCHANGED,
    UNDO,
    check_accepted,
    check_listed,
    check_undo,
    check_unlisted,
    play,
    some_actions,
)
from rummy_core.testing.policies import pick, told
from rummy_core.testing.scores import SCORES, check_scored, check_sheet
from rummy_core.testing.secrecy import (
    SAME_ACTIONS,
    SAME_EVENTS,
    SAME_NOTES,
    SAME_REFUSALS,
    SAME_VIEW,
    check_notes,
    check_secrecy,
)
from rummy_core.testing.tally import Tally

REPLAYS: Final = Property(
    "the log replays to the same table",
    "a table changes by the events that `decide` yields and by nothing else; keep what must be "
    "remembered in a note",
)
TEXT: Final = Property(
    "the log round-trips through text",
    "notes and actions hold words, numbers and cards that a record can write in one line",
)
ASKING: Final = Property(
    "asking changes nothing",
    "`actions`, `refuse` and the hooks must only look at the table",
)
SAME_SEED: Final = Property(
    "same seed, same game",
    "a rule keeps something between deals, such as an attribute that changes or a module's variable: "
    "keep it in a note of the table, or ask `MatchState`",
)
CHANCE: Final = Property(
    "nothing uses the global random",
    "draw from the `chance` that `decide` is given, never from the module `random`",
)
STANDS: Final = Property(
    "the rules answer",
    "the rule raised an error of its own; the first line of the traceback in your file says where",
)

PROPERTIES: Final = (
    CONSERVED, SEEN, TOLD, REPLAYS, TEXT, OFFERED, ENDS, NO_TWO, ACCEPTED, UNCHANGED, AS_LISTED, UNDO, ASKING,
    SCORES, SAME_SEED, CHANCE, SAME_NOTES, SAME_VIEW, SAME_ACTIONS, SAME_REFUSALS, SAME_EVENTS, STANDS,
)  # fmt: skip
"""Every property that a deal is checked for; with equal cards in the pack, ``ALIKE`` too."""

_TRIED: Final = 3
"""Actions that are played on copies at a decision that is looked at closely."""
_LOOKS: Final = 10
"""How often each position of a scenario is looked at closely: what is imagined there hangs on chance."""
_UNDONE: Final = 0.2
"""The share of such decisions at which one is taken back, which plays the whole deal again."""


def check_deal(
    book: Rulebook,
    seed: int | str,
    players: Sequence[BotMaker],
    *,
    dealer: int = 0,
    seats: int | None = None,
    closely: float = 1.0,
    tally: Tally | None = None,
    notes: Mapping[str, NoteValue] | None = None,
    most: int | None = None,
) -> Tally:
    """Play a deal and check what must hold after every event and at every decision.

    ``players`` make the bots by seat, the last again for further seats; they come
    from the seed. ``closely`` is the share of the decisions at which copies are
    played, refusals asked for and tables imagined; each step of a deal is looked
    at closely when it is first met. ``notes`` are those that a match would give the deal, such
    as its number. After ``most`` decisions the deal is left where it stands. Return what was met, added
    to ``tally`` where one is given.

    Raises:
        ConformanceError: at the first property that does not hold.
    """
    counts = Tally() if tally is None else tally
    begin = _dealt(book, seed, seats, dealer, notes)
    given = f", notes={dict(notes)}".replace("{", "{{").replace("}", "}}") if notes else ""
    again = f"check_deal(book, {str(seed)!r}, [told({{words!r}})], dealer={dealer}, closely={closely}{given})"
    _play(lambda: CheckedDeal(book, begin, seed, players, closely, counts, again), begin, most)
    return counts


def _dealt(
    book: Rulebook, seed: int | str, seats: int | None, dealer: int, notes: Mapping[str, NoteValue] | None
) -> Callable[[], Deal]:
    return lambda: Deal.begin(book, Chance(seed), seats=seats, dealer=dealer, notes=notes)


def check_scenario(text: str, book: Rulebook | None = None) -> Tally:
    """Stand at the position of a scenario, play its moves, and check what ``check_deal`` does on the way.

    ``book`` is the one that the scenario names, of what is installed, where it is not given.

    Raises:
        ConformanceError: at the first property that does not hold.
        RecordError, BadPosition, NotInstalled: where the text is no scenario, or of no game that is here.
    """
    record = read_record(text)
    position = record.header.position
    if position is None:
        raise BadPosition("a scenario has a position; this is the record of a match")
    rules = book_for(record.header) if book is None else book
    words = [str(one.entry.action) for one in record.sections[0].lines if isinstance(one.entry, Decision)]
    seed = record.header.seed
    counts = Tally()

    def begin() -> Deal:
        return stand(rules, position, seed)

    players = [told("; ".join(words))]
    again = "check_scenario(text)"
    _play(lambda: CheckedDeal(rules, begin, seed, players, 1.0, counts, again, _LOOKS), begin, len(words))
    return counts


def _play(deal: Callable[[], CheckedDeal], begin: Callable[[], Deal], most: int | None) -> None:
    """Play a deal, and its decisions once more from what it began with."""
    state = getstate()
    checked = deal()
    checked.play_out(most)
    with checked.told():
        _check_same(checked, begin)
        if getstate() != state:
            raise Fault(CHANCE, "a rule or a bot drew from the generator that all programs share")
    checked.tally.checks.update((SAME_SEED, CHANCE))


def _check_same(checked: CheckedDeal, begin: Callable[[], Deal]) -> None:
    """Play the decisions of a deal again from its seed and compare the logs."""
    again = begin()
    for entry in checked.deal.log:
        if isinstance(entry, Decision):
            refusal = again.why_illegal(entry.action)
            if refusal is not None:
                raise Fault(SAME_SEED, f"{entry} the second time: {refusal}")
            again.play(entry.action)
    for first, second in zip_longest(checked.deal.log, again.log, fillvalue="nothing more"):
        if first != second:
            raise Fault(SAME_SEED, f"{first} the first time, {second} the second")


class CheckedDeal:
    """A deal in play beside a second table that follows its facts alone.

    ``begin`` deals the cards; ``again`` is how a failure is met again, with a place for the
    ``words`` of its decisions. A decision that is looked at closely is so ``looks`` times.
    """

    def __init__(
        self,
        book: Rulebook,
        begin: Callable[[], Deal],
        seed: int | str,
        players: Sequence[BotMaker],
        closely: float,
        tally: Tally,
        again: str,
        looks: int = 1,
    ) -> None:
        self._book = book
        self._dealt = f"from seed {str(seed)!r}"
        self._again = again
        self.tally = tally
        self._closely = closely
        self._looks = looks
        self._random = Random(f"{seed}/checks")
        self._decisions: list[str] = []
        self._met: set[str] = set()
        self._entries = 0
        self._in_turn = 0
        self._laid = 0
        with self.told():
            self.deal = begin()
            self._bound = Bound.of(self.deal)
        self._pairs = equal_pairs(self.deal.table.layout.pack)
        self._shadow = self._table_dealt()
        seats = range(self.deal.table.layout.seats)
        self._followers = [Follower(self._shadow, seat) for seat in seats]
        makers = [players[min(seat, len(players) - 1)] for seat in seats]
        self._bots = [maker(f"{seed}/{seat}") for seat, maker in enumerate(makers)]
        with self.told():
            dealt = bool(self.deal.log)
            self._follow()
            if dealt:
                check_notes(self.deal, self._random)
        tally.checks[SAME_NOTES] += dealt
        tally.deals["dealt"] += 1

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell a fault with the place where it was found; an error of the rules is one too."""
        try:
            yield
        except Fault as fault:
            raise ConformanceError(fault.prop, fault.found, self._place()) from fault
        except BadFact as error:
            raise ConformanceError(CONSERVED, f"a fact cannot be: {error}", self._place()) from error
        except Exception as error:
            raise ConformanceError(STANDS, repr(error), self._place()) from error

    def _place(self) -> Place:
        words = "; ".join(word.split(" ", 1)[1] for word in self._decisions)
        again = self._again.format(words=words)
        return Place(game_of(self._book), self._dealt, tuple(self._decisions), again)

    def play_out(self, most: int | None = None) -> None:
        """Play the deal to its end, to ``most`` decisions, or to the cap where the standstill is off."""
        while not self.deal.is_over:
            if self._bound.cap and len(self._decisions) >= self._bound.cap:
                self.tally.deals["stopped"] += 1
                return
            with self.told():
                listed = check_listed(self.deal)
                if self.deal.table.step not in self._met or self._random.random() < self._closely:
                    self._met.add(self.deal.table.step)
                    for _ in range(self._looks):
                        self._look_closely(listed)
            if most is not None and len(self._decisions) >= most:
                return
            action = self._bots[self.deal.seat].choose(self.deal.view(self.deal.seat), listed)
            with self.told():
                self._play(action)
        with self.told():
            if self.deal.legal_actions():
                raise Fault(OFFERED, "the deal is over and offers actions")
            check_sheet(self.deal.sheet, self.deal.table)
        self.tally.deals["finished"] += 1
        self.tally.endings[self.deal.sheet.ending] += 1
        self.tally.checks[SCORES] += 1

    def _play(self, action: Action) -> None:
        deal = self.deal
        self.tally.action(action, deal.table.step)
        self._decisions.append(f"{deal.seat} {action}")
        refusal = deal.why_illegal(action)
        if refusal is not None:
            raise Fault(ACCEPTED, f"{str(action)!r} was chosen and is refused: {refusal}")
        read = parse_action(str(action))
        if str(read) != str(action) or (not self._pairs and read != action):
            raise Fault(TEXT, f"{action!r} is written {str(action)!r} and read as another")
        self._in_turn += 1
        play(deal, action)
        self._follow()
        if not deal.is_over:
            self._bound.check(deal.table.turn, self._in_turn, self._laid)

    def _follow(self) -> None:
        """Take what has happened into the second table, event by event."""
        for entry in self.deal.log[self._entries :]:
            if not isinstance(entry, Decision | DealBegan):
                self._follow_event(entry)
            self._check_text(entry)
        self._entries = len(self.deal.log)
        if self._shadow != self.deal.table:
            check_conserved(self.deal.table)
            names = [name for name in Table.__slots__ if name != "rules"]
            differ = [name for name in names if getattr(self._shadow, name) != getattr(self.deal.table, name)]
            raise Fault(REPLAYS, f"the facts come to another table: {', '.join(differ)}")
        for follower in self._followers:
            follower.check(self.deal.table)
        self.tally.checks.update((CONSERVED, SEEN, TOLD, REPLAYS, TEXT, OFFERED, NO_TWO, ENDS, STANDS))

    def _follow_event(self, event: Event) -> None:
        step, turn = self._shadow.step, self._shadow.turn
        check_seen(self._shadow, event)
        if isinstance(event, Scored):
            check_scored(event, self._shadow)
        evolve(self._shadow, event)
        check_conserved(self._shadow)
        for seat, follower in enumerate(self._followers):
            seen = entry_for(event, seat)
            assert not isinstance(seen, Decision)
            follower.follow(seen)
        self.tally.event(event, step)
        if self._shadow.turn != turn:
            self._in_turn = self._laid = 0
        elif isinstance(event, Laid):
            self._laid += len(event.cards)
        elif isinstance(event, Exchanged):
            self._laid += 1

    def _table_dealt(self) -> Table:
        with self.told():
            self.tally.events[DealBegan.__name__] += 1
            # A deal that stands at a stated position has happened before.
            return table_of(self.deal.log[0]) if self.deal.log else self.deal.table.copy()

    def _check_text(self, entry: LogEntry) -> None:
        if isinstance(entry, Decision):
            return
        everyone = self.deal.table.layout.everyone
        try:
            text = write_fact(entry, everyone)
            read = read_fact(text, everyone)
        except ValueError as error:
            raise Fault(TEXT, f"{entry} cannot be written and read: {error}") from error
        # Of two equal cards the zone says which one is meant: there the text decides.
        if write_fact(read, everyone) != text or (not self._pairs and read != entry):
            raise Fault(TEXT, f"{text!r} is read as {write_fact(read, everyone)!r}")

    def _look_closely(self, listed: tuple[Action, ...]) -> None:
        deal = self.deal
        before, said, shuffles = deal.table.copy(), len(deal.log), deal.chance.shuffles
        asked = some_actions(deal, self._random)
        check_accepted(deal, listed)
        check_unlisted(deal, asked, listed)
        tried = [pick(self._random, listed) for _ in range(_TRIED)]
        if self._random.random() < _UNDONE:
            check_undo(deal, tried[0])
            self.tally.checks[UNDO] += 1
        if self._pairs:
            check_equal(deal, self._pairs, tried, self._random)
            self.tally.checks[ALIKE] += 1
        for seat in range(deal.table.layout.seats):
            played = check_secrecy(deal, seat, asked, tried, self._random)
            self.tally.checks[SAME_EVENTS] += played
        if deal.table != before or len(deal.log) != said or deal.chance.shuffles != shuffles:
            raise Fault(ASKING, "after questions and plays on copies the deal is another")
        self.tally.checks.update(
            (ACCEPTED, UNCHANGED, AS_LISTED, SAME_VIEW, SAME_ACTIONS, SAME_REFUSALS, ASKING)
        )
