"""The kit finds faults: games that are wrong on purpose, each reported by the property it breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

import pytest

from rummy_core.actions import DRAW, PASS, TAKE, Action, Discard, Draw, Knock, Pass, Refusal, Take
from rummy_core.cards import CARDS, Card, cards_of, mask_of
from rummy_core.chance import Chance
from rummy_core.deal import Deal, LogEntry, entry_for
from rummy_core.events import DEAL, TURN, DealEnded, Event, Moved, Noted, NoteValue, StepBegan
from rummy_core.flow import go_to, next_seat, next_turn
from rummy_core.hooks import hookimpl
from rummy_core.imagine import imagine
from rummy_core.knocking import KnockStep, RetakeStep
from rummy_core.melding import MeldStep
from rummy_core.rulebook import Rulebook, rulebook
from rummy_core.scoring import ScoreSheet
from rummy_core.steps import DrawStep, OfferUpcard
from rummy_core.table import EVOLVE, Table
from rummy_core.testing import AnyLegal, ConformanceError, check_deal, told
from rummy_core.views import View, view_of
from rummy_core.zones import DISCARD, STOCK
from rummy_variants.gin import GIN, GinRules
from tests.core.melding_game import melding_game
from tests.properties.faulty import Case, gin_with, play_until_found

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


class TurnsTheStockOver(RetakeStep):
    """Draws from the bottom of a stock that nobody was told of."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        table.orders[STOCK] = table.orders[STOCK][1:] + table.orders[STOCK][:1] * 2
        return DrawStep.decide(self, table, action, chance)


class SwapsTheTop(RetakeStep):
    """Puts another card on the stock, under the eyes of nobody, and draws it."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        theirs = cards_of(table.hand(1 - table.seat))[0]
        top = table.orders[STOCK][-1]
        table.orders[STOCK] = (*table.orders[STOCK][:-1], theirs)
        table.masks[STOCK] ^= top.bit | theirs.bit
        table.masks[table.layout.hands[1 - table.seat]] ^= top.bit | theirs.bit
        return DrawStep.decide(self, table, action, chance)


class KnowsAJoker(RetakeStep):
    """Holds that the drawer has seen a card which the pack does not have."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        table.known[table.seat] |= CARDS[52].bit
        return DrawStep.decide(self, table, action, chance)


class LiesAboutWhoLaid(MeldStep):
    """Lays a meld, and notes another card as laid than lies there."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from MeldStep.decide(self, table, action, chance)
        if table.melds:
            meld = table.melds[-1]
            table.melds = (*table.melds[:-1], replace(meld, placed=meld.placed[1:]))


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


class AddsWhatTheOtherHolds(RetakeStep):
    """Tells the player who does not draw, behind all else, where the drawer holds a king."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from DrawStep.decide(self, table, action, chance)
        if any(card.rank == 13 for card in cards_of(table.hand(table.seat))):
            yield Noted("king", True, TURN)


class WritesTheOtherHandDown(RetakeStep):
    """Keeps in a note of the table, which all may read and no fact tells, what the opponent has left."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        table.turn_notes = {**table.turn_notes, "left": table.rules.arranger.deadwood(table.masks["hand 1"])}
        return DrawStep.decide(self, table, action, chance)


class KeepsBooks(RetakeStep):
    """Writes down beside the table what the stock holds, and looks it up there."""

    books: ClassVar[dict[int, int]] = {}

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        if self.books.setdefault(table.turn, table.masks[STOCK]) != table.masks[STOCK]:
            raise LookupError("these are not the books of this deal")
        return DrawStep.decide(self, table, action, chance)


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


class AsksNobody(RetakeStep):
    """Passes the turn on to a seat that nobody sits on."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from DrawStep.decide(self, table, action, chance)
        yield StepBegan("discard", 2, table.player, table.turn)


class GoesNowhere(RetakeStep):
    """Goes on with a step that the game does not have."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        yield from DrawStep.decide(self, table, action, chance)
        yield StepBegan("dance", table.seat, table.player, table.turn)


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


class RefusesWithoutAWord(RetakeStep):
    """Says no, and not why."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return Refusal(" ") if isinstance(action, Pass) else DrawStep.refuse(self, table, action)


class LosesPatience(RetakeStep):
    """Refuses in other words whenever it is asked."""

    asked = 0

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            LosesPatience.asked += 1
            return Refusal(f"I have told you {LosesPatience.asked} times that you cannot pass.")
        return DrawStep.refuse(self, table, action)


class GivesIn(RetakeStep):
    """Refuses a pass, and allows it to whoever asks again."""

    asked = 0

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            GivesIn.asked += 1
            return Refusal("Draw first.") if GivesIn.asked % 2 else None
        return DrawStep.refuse(self, table, action)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        return (
            go_to(table, "discard")
            if isinstance(action, Pass)
            else DrawStep.decide(self, table, action, chance)
        )


class NotesAQuestion(RetakeStep):
    """Notes on the table that somebody asked whether he may draw."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Draw):
            table.turn_notes = {**table.turn_notes, "asked": True}
        return DrawStep.refuse(self, table, action)


@dataclass(frozen=True, slots=True)
class Nod:
    """A play of its own, which is written as another."""

    def __str__(self) -> str:
        return "draw"


class TakesANod(RetakeStep):
    """Lists a nod in place of drawing."""

    def actions(self, table: Table) -> list[Action]:
        return [Nod()]  # type: ignore[list-item]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        return None if isinstance(action, Nod) else DrawStep.refuse(self, table, action)

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterable[Event]:
        return DrawStep.decide(self, table, DRAW, chance)


class KnocksOnlyInDetail(KnockStep):
    """Lists no knock, and accepts one whose melds are named."""

    def actions(self, table: Table) -> list[Action]:
        return [one for one in KnockStep.actions(self, table) if not isinstance(one, Knock)]

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        bare = isinstance(action, Knock) and action.melds is None
        return Refusal("Name your melds.") if bare else KnockStep.refuse(self, table, action)


class NamingCosts(KnockStep):
    """Writes a note for a knock whose melds are named, and passes the turn."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        if isinstance(action, Knock) and action.melds is not None:
            assert action.card is not None
            yield Moved((action.card,), table.layout.hands[table.seat], DISCARD, table.layout.everyone)
            yield from next_turn(table, "draw")
            return
        yield from KnockStep.decide(self, table, action, chance)


class NotesANamedSpread(KnockStep):
    """Notes on the table that somebody asked for a knock whose melds he named."""

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        refusal = KnockStep.refuse(self, table, action)
        if refusal is None and isinstance(action, Knock) and action.melds is not None:
            table.turn_notes = {**table.turn_notes, "named": True}
        return refusal


class Cheat:
    """A bot that passes, whatever is listed."""

    def __init__(self, seed: str) -> None:
        """It needs no chance."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        return TAKE if view.step == "discard" else actions[0]


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


# Chance and text.


class DrawsFromTheGlobalRandom(RetakeStep):
    """Throws dice beside the table."""

    def decide(self, table: Table, action: Action, chance: Chance) -> Iterator[Event]:
        random.random()
        return DrawStep.decide(self, table, action, chance)


class ClosedStock(RetakeStep):
    """Lets nobody draw any more once a deal has been scored, of whatever match."""

    closed = False

    def refuse(self, table: Table, action: Action) -> Refusal | None:
        if isinstance(action, Draw) and ClosedStock.closed:
            return Refusal("The stock is closed for today.")
        return DrawStep.refuse(self, table, action)


class ClosesTheStock(GinRules):
    """Closes the stock when a deal is scored."""

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        ClosedStock.closed = True
        return GinRules.score_deal(self, table, ending)


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


class NotesTheStock(GinRules):
    """Tells all what lies on top of the stock, as a note of the deal."""

    @hookimpl
    def deal_notes(self, table: Table) -> Mapping[str, NoteValue]:
        return {**GinRules.deal_notes(self), "next": table.top(STOCK)}

    @hookimpl
    def score_deal(self, table: Table, ending: str) -> ScoreSheet:
        return GinRules.score_deal(self, table, ending)


def with_draw(step: type[RetakeStep]) -> Callable[[], Rulebook]:
    return lambda: gin_with(step())


CASES = {
    "loses a card": Case("cards are conserved", with_draw(LosesACard)),
    "duplicates a card": Case("cards are conserved", with_draw(DuplicatesACard)),
    "moves a card that is not there": Case("cards are conserved", with_draw(MovesWhatIsNotThere)),
    "turns the stock over": Case("cards are conserved", with_draw(TurnsTheStockOver)),
    "draws a card that was put there": Case("cards are conserved", with_draw(SwapsTheTop)),
    "knows a card that there is not": Case("cards are conserved", with_draw(KnowsAJoker)),
    "lays other cards than lie there": Case("cards are conserved", lambda: melding_game(LiesAboutWhoLaid())),
    "changes the table without a fact": Case("the log replays to the same table", with_draw(ForgetsAnEvent)),
    "leaks a hand through what it lists": Case(
        "non-interference: the legal actions", with_draw(OffersByTheOtherHand)
    ),
    "leaks a hand through a refusal": Case("non-interference: the refusals", with_draw(TellsInARefusal)),
    "leaks a hand through a note": Case("non-interference: the masked events", with_draw(TellsInANote)),
    "leaks a hand through a note behind all else": Case(
        "non-interference: the masked events", with_draw(AddsWhatTheOtherHolds)
    ),
    "leaks a hand through a note without a fact": Case(
        "non-interference: the view", with_draw(WritesTheOtherHandDown)
    ),
    "looks up what it wrote down beside the table": Case(
        "each listed action is accepted", with_draw(KeepsBooks)
    ),
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
    "asks a seat that there is not": Case("every state offers an action or an ending", with_draw(AsksNobody)),
    "goes to no step": Case("every state offers an action or an ending", with_draw(GoesNowhere)),
    "plays what is refused": Case("each listed action is accepted", lambda: rulebook(GIN), bot=Cheat),
    "refuses what it offers": Case("each listed action is accepted", with_draw(RefusesWhatItOffers)),
    "fails at what it offers": Case("each listed action is accepted", with_draw(FailsWhenPlayed)),
    "lists an action twice": Case("no two listed actions are the same", with_draw(ListsTwice)),
    "changes the table on a refusal": Case("a refusal changes nothing", with_draw(ChangesOnARefusal)),
    "refuses without a reason": Case("a refusal changes nothing", with_draw(RefusesWithoutAWord)),
    "refuses in other words": Case("a refusal changes nothing", with_draw(LosesPatience)),
    "refuses and then accepts": Case("a refusal changes nothing", with_draw(GivesIn)),
    "changes the table on a question": Case("asking changes nothing", with_draw(NotesAQuestion)),
    "changes the table on a question that is not listed": Case(
        "a refusal changes nothing", lambda: gin_with(NotesANamedSpread(), knock_limit=99)
    ),
    "accepts a spread of a knock that it does not list": Case(
        "an unlisted action does what listed ones do", lambda: gin_with(KnocksOnlyInDetail(), knock_limit=99)
    ),
    "does something else where the spread is named": Case(
        "an unlisted action does what listed ones do", lambda: gin_with(NamingCosts(), knock_limit=99)
    ),
    "accepts what it does not list": Case(
        "an unlisted action does what listed ones do", lambda: gin_with(AcceptsMore())
    ),
    "cannot be asked about an action": Case("the rules answer", with_draw(CannotBeAsked)),
    "uses the global random": Case("nothing uses the global random", with_draw(DrawsFromTheGlobalRandom)),
    "shuffles without a fact": Case("an undo takes a decision back", with_draw(ShufflesUnsaid)),
    "writes a note that cannot be read": Case(
        "the log round-trips through text", with_draw(WritesWhatCannotBeRead)
    ),
    "writes an action as another": Case("the log round-trips through text", with_draw(TakesANod)),
    "refuses what it accepted before": Case(
        "same seed, same game",
        lambda: gin_with(ClosedStock(), rules=ClosesTheStock, knock_limit=1),
        closely=0.0,
    ),
    "writes a note that reads as another": Case(
        "the log round-trips through text", with_draw(WritesTwoLines)
    ),
    "notes a hidden card for all": Case(
        "non-interference: the notes of a deal", lambda: gin_with(rules=NotesTheStock)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_found_and_named(name: str) -> None:
    with pytest.raises(ConformanceError) as raised:
        play_until_found(CASES[name])
    assert raised.value.prop == CASES[name].prop, str(raised.value)


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


def puts_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is discarded goes below the stock."""
    moved = EVOLVE[Moved]

    def moved_elsewhere(table: Table, event: Moved) -> None:
        moved(table, replace(event, target=STOCK) if event.target == DISCARD and table.turn else event)

    monkeypatch.setitem(EVOLVE, Moved, moved_elsewhere)


def offers_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that is over still lists an action."""
    listed = Deal.legal_actions
    monkeypatch.setattr(Deal, "legal_actions", lambda deal: (PASS,) if deal.is_over else listed(deal))


def scores_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet of a deal has none of its lines."""
    ended = EVOLVE[DealEnded]

    def forgetting(table: Table, event: DealEnded) -> None:
        ended(table, event)
        assert table.sheet is not None
        table.sheet = replace(table.sheet, lines=())

    monkeypatch.setitem(EVOLVE, DealEnded, forgetting)


def imagines_another_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """An imagined table lacks the top of the pile, which all see."""

    def imagining(view: View, rng: Random) -> Table:
        table = imagine(view, rng)
        (top,) = table.orders[DISCARD][-1:]
        table.orders[DISCARD], table.orders[STOCK] = table.orders[DISCARD][:-1], (*table.orders[STOCK], top)
        table.masks[DISCARD] ^= top.bit
        table.masks[STOCK] ^= top.bit
        return table

    monkeypatch.setattr("rummy_core.testing.secrecy.imagine", imagining)


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
        (puts_elsewhere, "events tell what is known"),
        (offers_after_the_end, "every state offers an action or an ending"),
        (scores_are_forgotten, "scores are whole and add up"),
        (imagines_another_pile, "non-interference: the view"),
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
