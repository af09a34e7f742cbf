"""The kit finds faults: games that are wrong on purpose, each reported by the property it breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rummy_core.actions import DRAW, PASS, Action, Discard, Draw, Pass, Refusal, Take
from rummy_core.cards import Card, cards_of, mask_of
from rummy_core.catalogue import BotMaker
from rummy_core.chance import Chance
from rummy_core.deal import Deal, LogEntry, entry_for
from rummy_core.events import DEAL, TURN, Event, Moved, Noted, NoteValue, StepBegan
from rummy_core.flow import go_to, next_seat
from rummy_core.hooks import MatchState, hookimpl
from rummy_core.knocking import KnockStep, RetakeStep
from rummy_core.melding import MeldStep
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.scoring import NOT_OVER, MatchSheet, NotOver, ScoreLine, ScoreSheet
from rummy_core.steps import DrawStep, OfferUpcard, Step
from rummy_core.table import EVOLVE, Table
from rummy_core.testing import AnyLegal, ConformanceError, check_deal, check_match, told
from rummy_core.views import View, view_of
from rummy_core.zones import DISCARD, STOCK
from rummy_variants.gin import GIN, GinRules
from tests.core.melding_game import melding_game


def gin_with(*steps: Step, rules: type[GinRules] = GinRules, **options: object) -> Rulebook:
    """Gin with steps of its own in place of those of the same name."""
    own = {step.name: step for step in steps}

    class Faulty(rules):  # type: ignore[valid-type, misc]
        @hookimpl
        def steps(self) -> tuple[Step, ...]:
            return tuple(own.get(step.name, step) for step in GinRules.steps(self))

    faulty: Variant = replace(GIN, name="faulty gin", rules=Faulty)
    return rulebook(faulty, options=options)


# Cards.


class LosesACard(RetakeStep):
    """Puts the card drawn into the hand, and leaves another out of the stock."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from DrawStep.decide(self, table, action, chance)
        if table.masks[STOCK]:
            table.masks[STOCK] ^= table.orders[STOCK][-1].bit


class DuplicatesACard(RetakeStep):
    """Leaves the card that was taken on the pile."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from DrawStep.decide(self, table, action, chance)
        if isinstance(action, Take):
            card = table.turn_notes["taken"]
            assert isinstance(card, Card)
            table.masks[DISCARD] |= card.bit
            table.orders[DISCARD] += (card,)


class MovesWhatIsNotThere(RetakeStep):
    """Draws the top of the stock twice."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        hand, top = table.layout.hands[table.seat], table.orders[STOCK][-1]
        yield Moved((top,), STOCK, hand, 1 << table.seat)
        yield Moved((top,), STOCK, hand, 1 << table.seat)


class ForgetsAnEvent(RetakeStep):
    """Changes the table beside the facts, cards conserved."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        table.deal_notes = {**table.deal_notes, "draws": 1}
        return DrawStep.decide(self, table, action, chance)


# Secrets.


class OffersByTheOtherHand(RetakeStep):
    """Lets the pile be taken only where the opponent has no use for the card."""

    def _useful(self, table: Table) -> bool:
        top = table.top(DISCARD)
        hand = table.hand(1 - table.seat)
        return top is not None and any(card.rank == top.rank for card in cards_of(hand))

    def actions(self, table: Table) -> list[Action]:
        return [one for one in DrawStep.actions(self, table) if one is DRAW or not self._useful(table)]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Take) and self._useful(table):
            return Refusal("That card would help the opponent.")
        return DrawStep.refuse(self, table, action)


class TellsInARefusal(RetakeStep):
    """Says in the reason what the opponent holds."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            left = table.rules.arranger.deadwood(table.hand(1 - table.seat))
            return Refusal(f"You cannot pass; the opponent has {left} deadwood.")
        return DrawStep.refuse(self, table, action)


class TellsInANote(RetakeStep):
    """Notes for all to read what is left in the drawer's hand."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield Noted("deadwood", table.rules.arranger.deadwood(table.hand(table.seat)), TURN)
        yield from DrawStep.decide(self, table, action, chance)


class ShowsToAll(RetakeStep):
    """Draws from the stock face up."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        for event in DrawStep.decide(self, table, action, chance):
            yield replace(event, seen=table.layout.everyone) if isinstance(event, Moved) else event


class HidesWhatAllSaw(RetakeStep):
    """Takes the face-up card as if nobody had seen which it was."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        for event in DrawStep.decide(self, table, action, chance):
            yield replace(event, seen=1 << table.seat) if isinstance(event, Moved) else event


class SkipsTheOffer(OfferUpcard):
    """Does not ask the dealer where the upcard is of no use to him."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        top = table.top(DISCARD)
        assert top is not None
        asked = next_seat(table, table.seat)
        if isinstance(action, Pass) and not any(c.rank == top.rank for c in cards_of(table.hand(asked))):
            yield StepBegan(self.refused, asked, asked, table.turn)
            return
        yield from OfferUpcard.decide(self, table, action, chance)


# Actions.


class NeverEnds(OfferUpcard):
    """Offers the upcard round and round."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        if isinstance(action, Pass):
            asked = next_seat(table, table.seat)
            yield StepBegan(self.name, asked, asked, table.turn)
            return
        yield from OfferUpcard.decide(self, table, action, chance)


class NoStandstill(RetakeStep):
    """Passes the turn on by hand, so that no standstill is ever counted."""

    def actions(self, table: Table) -> list[Action]:
        return [PASS]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return None if isinstance(action, Pass) else Refusal("You can only pass.")

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        seat = next_seat(table, table.seat)
        yield StepBegan(self.name, seat, seat, table.turn + 1)


class OffersNothing(RetakeStep):
    """Leaves the player without a play."""

    def actions(self, table: Table) -> list[Action]:
        return []


class RefusesWhatItOffers(RetakeStep):
    """Offers the pile and refuses it."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Take):
            return Refusal("The pile is closed.")
        return DrawStep.refuse(self, table, action)


class FailsWhenPlayed(RetakeStep):
    """Offers the pile, and has nothing to do when it is taken."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        if isinstance(action, Take):
            raise NotImplementedError("taking")
        yield from DrawStep.decide(self, table, action, chance)


class ListsTwice(RetakeStep):
    """Lists drawing once for each reason to draw."""

    def actions(self, table: Table) -> list[Action]:
        return [*DrawStep.actions(self, table), DRAW]


class ChangesOnARefusal(RetakeStep):
    """Counts the tries in a note of the table."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        refusal = DrawStep.refuse(self, table, action)
        if refusal is not None:
            table.turn_notes = {**table.turn_notes, "tries": 1}
        return refusal


class AcceptsMore(KnockStep):
    """Lists the discards, and takes a pass as well."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return None if isinstance(action, Pass) else KnockStep.refuse(self, table, action)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        if isinstance(action, Pass):
            return go_to(table, "draw")
        return KnockStep.decide(self, table, action, chance)


class CannotBeAsked(RetakeStep):
    """Knows an answer only for the actions it thought of."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return {Draw: None, Take: None, Discard: Refusal("Draw first.")}[type(action)]


# Chance, text and scores.


class DrawsFromTheGlobalRandom(RetakeStep):
    """Throws dice beside the table."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        random.random()
        return DrawStep.decide(self, table, action, chance)


class ShufflesUnsaid(RetakeStep):
    """Uses a shuffle up that is no event: an undo does not know of it."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        chance.shuffle((1, 2, 3))
        return DrawStep.decide(self, table, action, chance)


class WritesWhatCannotBeRead(RetakeStep):
    """Names a note with signs that no record holds."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield Noted("dice; thrown", 6, TURN)
        yield from DrawStep.decide(self, table, action, chance)


class WritesTwoLines(RetakeStep):
    """Notes a text of two lines, which is read as one."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield Noted("said", "one\ntwo", DEAL)
        yield from DrawStep.decide(self, table, action, chance)


class RemembersDeals(GinRules):
    """Tells the ending in another way from deal to deal of whatever match."""

    dealt = 0

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        RemembersDeals.dealt += 1
        sheet = GinRules.score_deal(self, table, ending)
        return replace(sheet, ending=f"{sheet.ending} {'again' if RemembersDeals.dealt % 2 else 'once'}")


class ScoresForNobody(GinRules):
    """Gives points to a third side."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending, (ScoreLine(2, "for the table", 5),))


class ScoresHalves(GinRules):
    """Halves the points."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        half: Any = 2.5
        return ScoreSheet(ending, (ScoreLine(0, "half", half),))


class ScoresAVoidDeal(GinRules):
    """Gives points for a deal that does not count."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return ScoreSheet(ending, (ScoreLine(0, "for trying", 1),), void=True)


class NotesTheStock(GinRules):
    """Tells all what lies on top of the stock, as a note of the deal."""

    @hookimpl
    def deal_notes(self, table: Table) -> Mapping[str, NoteValue]:
        return {**GinRules.deal_notes(self), "next": table.top(STOCK)}

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return GinRules.score_deal(self, table, ending)


@dataclass(frozen=True, slots=True)
class Case:
    """A faulty game and the property that must be named."""

    prop: str
    make: Callable[[], Rulebook]
    deals: int = 30
    bot: BotMaker = AnyLegal
    closely: float = 1.0


def with_draw(step: type[RetakeStep]) -> Callable[[], Rulebook]:
    return lambda: gin_with(step())


CASES = {
    "loses a card": Case("cards are conserved", with_draw(LosesACard)),
    "duplicates a card": Case("cards are conserved", with_draw(DuplicatesACard)),
    "moves a card that is not there": Case("cards are conserved", with_draw(MovesWhatIsNotThere)),
    "changes the table without a fact": Case("the log replays to the same table", with_draw(ForgetsAnEvent)),
    "leaks a hand through what it lists": Case(
        "non-interference: the legal actions", with_draw(OffersByTheOtherHand)
    ),
    "leaks a hand through a refusal": Case("non-interference: the refusals", with_draw(TellsInARefusal)),
    "leaks a hand through a note": Case("non-interference: the masked events", with_draw(TellsInANote)),
    "shows a drawn card to all": Case("a move is seen by those who can see it", with_draw(ShowsToAll)),
    "hides a card that all saw": Case("a move is seen by those who can see it", with_draw(HidesWhatAllSaw)),
    "skips a step by what a hand holds": Case(
        "non-interference: the masked events", lambda: gin_with(SkipsTheOffer())
    ),
    "asks for ever within a turn": Case(
        "a deal ends within its bound", lambda: gin_with(NeverEnds()), bot=told("pass;" * 40)
    ),
    "passes the turn for ever": Case(
        "a deal ends within its bound", lambda: gin_with(NoStandstill(), standstill=1)
    ),
    "offers nothing": Case("every state offers an action or an ending", with_draw(OffersNothing)),
    "refuses what it offers": Case("each listed action is accepted", with_draw(RefusesWhatItOffers)),
    "fails at what it offers": Case("each listed action is accepted", with_draw(FailsWhenPlayed)),
    "lists an action twice": Case("no two listed actions are the same", with_draw(ListsTwice)),
    "changes the table on a refusal": Case("a refusal changes nothing", with_draw(ChangesOnARefusal)),
    "accepts what it does not list": Case(
        "an unlisted action does what listed ones do", lambda: gin_with(AcceptsMore())
    ),
    "cannot be asked about an action": Case("the rules answer", with_draw(CannotBeAsked)),
    "uses the global random": Case("nothing uses the global random", with_draw(DrawsFromTheGlobalRandom)),
    "shuffles without a fact": Case("an undo takes a decision back", with_draw(ShufflesUnsaid)),
    "writes a note that cannot be read": Case(
        "the log round-trips through text", with_draw(WritesWhatCannotBeRead)
    ),
    "writes a note that reads as another": Case(
        "the log round-trips through text", with_draw(WritesTwoLines)
    ),
    # Looked at closely it tells one seat another thing than it would tell on an imagined table.
    "ends the same deal otherwise": Case(
        "same seed, same game", lambda: gin_with(rules=RemembersDeals), closely=0.0
    ),
    "scores for a side that there is not": Case(
        "scores are whole and add up", lambda: gin_with(rules=ScoresForNobody)
    ),
    "scores half points": Case("scores are whole and add up", lambda: gin_with(rules=ScoresHalves)),
    "scores a void deal": Case("scores are whole and add up", lambda: gin_with(rules=ScoresAVoidDeal)),
    "notes a hidden card for all": Case(
        "non-interference: the notes of a deal", lambda: gin_with(rules=NotesTheStock)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_found_and_named(name: str) -> None:
    with pytest.raises(ConformanceError) as raised:
        play_until_found(CASES[name])
    assert raised.value.prop == CASES[name].prop, str(raised.value)


def play_until_found(case: Case) -> None:
    book = case.make()
    for seed in range(case.deals):
        check_deal(book, seed, [case.bot], dealer=seed % 2, closely=case.closely)


def test_sound_gin_is_not_reported() -> None:
    for seed in range(3):
        check_deal(gin_with(), seed, [AnyLegal], dealer=seed % 2)


def test_a_failure_says_how_to_meet_it_again() -> None:
    book = gin_with(LosesACard(), gin_bonus=25)
    with pytest.raises(ConformanceError) as raised:
        check_deal(book, "lost", [AnyLegal])
    error = raised.value
    words = str(error)
    assert "faulty gin, options={'gin_bonus': 25}, players=2" in words
    assert "from seed 'lost'" in words
    assert f"after decision {error.place.decision}" in words
    call = error.place.again
    assert call in words
    with pytest.raises(ConformanceError) as again:
        eval(call, {"check_deal": check_deal, "book": book, "told": told})
    assert (again.value.prop, again.value.found) == (error.prop, error.found)
    assert again.value.place.decisions == error.place.decisions


# Faults of the engine, made for one test.


def tells_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move is known to all, whatever its event says."""
    moved = EVOLVE[Moved]

    def told_to_all(table: Table, event: Moved) -> None:
        moved(table, event)
        table.known = [known | mask_of(card for card in event.cards if card) for known in table.known]

    monkeypatch.setitem(EVOLVE, Moved, told_to_all)


def masks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of a seat holds the cards of the others."""
    monkeypatch.setattr("rummy_core.deal.masked", lambda event, seat: event)


def views_hold_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number in the view depends on the opponent's hand."""

    def leaking(table: Table, seat: int) -> View:
        view = view_of(table, seat)
        object.__setattr__(view, "idle", table.rules.arranger.deadwood(table.hand(1 - seat)))
        return view

    monkeypatch.setattr("rummy_core.testing.secrecy.view_of", leaking)


def undo_leaves_a_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last fact stays in the log when the decision behind it is taken back."""

    def undo(deal: Deal) -> None:
        last = deal.log[-1]
        take_back(deal)
        deal.log.append(last)

    take_back = Deal.undo
    monkeypatch.setattr(Deal, "undo", undo)


@pytest.mark.parametrize(
    ("break_it", "prop"),
    [
        (tells_everybody, "events tell what is known"),
        (masks_nothing, "events tell what is known"),
        (views_hold_a_secret, "non-interference: the view"),
        (undo_leaves_a_fact, "an undo takes a decision back"),
    ],
)
def test_a_fault_of_the_engine_is_found_and_named(
    break_it: Callable[[pytest.MonkeyPatch], None], prop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_it(monkeypatch)
    with pytest.raises(ConformanceError) as raised:
        play_until_found(Case(prop, lambda: rulebook(GIN), deals=10))
    assert raised.value.prop == prop, str(raised.value)


def test_a_last_card_that_is_heard_though_it_lies_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hears_all(entries: Sequence[LogEntry], seat: int) -> list[LogEntry]:
        return [entry_for(entry, seat) for entry in entries]

    monkeypatch.setattr("rummy_core.testing.secrecy.entries_for", hears_all)
    with pytest.raises(ConformanceError) as raised:
        play_until_found(Case("", lambda: melding_game(MeldStep(hides_last=True), hand=3), deals=20))
    assert raised.value.prop == "non-interference: the masked events"
    assert "'1 discard " in str(raised.value) or "'0 discard " in str(raised.value)


# Matches.


class NeverOver(GinRules):
    """Goes on whatever was scored and however many deals were played."""

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        return NOT_OVER


class AddsWrongly(GinRules):
    """Gives a total that its lines do not come to."""

    @hookimpl
    def score_match(self, match: MatchState, stopped: str) -> MatchSheet | NotOver:
        sheet = GinRules.score_match(self, match, stopped)
        if isinstance(sheet, MatchSheet):
            return replace(sheet, totals=tuple(total + 1 for total in sheet.totals))
        return sheet


@pytest.mark.parametrize(
    ("rules", "prop"),
    [
        (NeverOver, "a match ends within max_deals"),
        (AddsWrongly, "totals are the sums of lines"),
        (RemembersDeals, "the record of a match verifies"),
    ],
)
def test_a_fault_of_a_match_is_found_and_named(rules: type[GinRules], prop: str) -> None:
    book = gin_with(rules=rules, max_deals=3)
    with pytest.raises(ConformanceError) as raised:
        check_match(book, 1, [AnyLegal])
    assert raised.value.prop == prop, str(raised.value)
