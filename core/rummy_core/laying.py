"""Laying cards on the table: new melds and lay-offs, and why they are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rummy_core.actions import Action, Exchange, LayMeld, LayOff, Refusal, TakePile
from rummy_core.cards import Card, mask_of
from rummy_core.events import Laid
from rummy_core.faces import FACES, Face, lying_faces
from rummy_core.meld_lists import action_of, naming_first
from rummy_core.melds import RUN, SET, Ace, Meld, MeldRules, Opening, Reading, text_named
from rummy_core.table import Table

Named = Sequence[Face | None]
Lays = LayMeld | LayOff | Exchange
"""What puts cards on the table."""
Saying = Callable[[LayMeld | LayOff], Action]
"""How a way to lay cards is said: as it is, or as a part of another action."""

NOT_HELD = Refusal("That card is not in your hand.")


def as_it_is(use: LayMeld | LayOff) -> Action:
    """Laying as an action of its own."""
    return use


def as_taking(action: TakePile) -> Saying:
    """Laying as another use of the card that ``action`` takes."""

    def saying(use: LayMeld | LayOff) -> TakePile:
        return replace(action, use=naming_first(action.card, use) if isinstance(use, LayMeld) else use)

    return saying


def refuse_others_meld(table: Table, number: int) -> Refusal | None:
    """Refuse a meld that is not of the acting seat's side."""
    meld = table.meld(number)
    if meld is not None and meld.owner != table.layout.side_of[table.seat]:
        return Refusal(f"Meld {number} belongs to the other side; you may add to your own melds only.")
    return None


def refuse_without_meld(table: Table) -> Refusal | None:
    """Refuse a lay-off to who has no meld of his side on the table."""
    side = table.layout.side_of[table.seat]
    if any(meld.owner == side for meld in table.melds):
        return None
    return Refusal("You may lay off only when you have a meld of your own on the table.")


def refuse_meld(
    table: Table, hand: int, cards: tuple[Card, ...], named: Named = (), saying: Saying = as_it_is
) -> Refusal | None:
    """Why ``cards`` cannot be laid as a new meld from ``hand``; None where they can."""
    missing = tuple({card.text: card for card in cards if not card.bit & hand}.values())
    if missing:
        held = table.hand(table.seat) & mask_of(missing)
        are = f"{_words(missing)} {'is' if len(missing) == 1 else 'are'}"
        return Refusal(f"The {are} not {'free ' if held else ''}in your hand.")
    if mask_of(cards).bit_count() != len(cards):
        return Refusal(f"{_words(cards)}: a card is named twice.")
    return why_no_meld(table.rules.meld_rules, cards, named, saying)


def why_no_meld(
    rules: MeldRules, cards: tuple[Card, ...], named: Named = (), saying: Saying = as_it_is
) -> Refusal | None:
    """Why ``cards`` are no meld, or no certain one; None where they are."""
    found = rules.readings(cards, named)
    if len(found) == 1 or (found and not rules.wilds):
        return None
    if found:
        ways = " or ".join(f"'{saying(action_of(rules, one, certain=False))}'" for one in found[:4])
        return Refusal(f"{_words(cards)} can be read in more than one way: say {ways}.")
    if rules.alone:
        for one in replace(rules, alone=()).readings(cards, named):
            return _why_alone(rules, zip(one.cards, one.faces, strict=True))
    if any(named) and rules.readings(cards):
        return Refusal(f"{text_named(cards, named)} is not how these cards can lie.")
    wilds = [card for card in cards if card.rank in rules.wilds]
    naturals = len(cards) - len(wilds)
    if rules.max_wilds and naturals and len(wilds) > rules.max_wilds:
        return Refusal(f"{_words(cards)} has {len(wilds)} wild cards; a meld may have {rules.max_wilds}.")
    if not rules.equal_cards and _are_equal_in_a_set(rules, cards):
        return Refusal(f"{_words(cards)}: a set holds no two equal cards.")
    if wilds and len(cards) >= 3 and naturals < rules.min_naturals:
        cards_needed = "a natural card" if rules.min_naturals == 1 else f"{rules.min_naturals} natural cards"
        return Refusal(f"{_words(cards)} needs {cards_needed} among the wild ones.")
    ranks = {card.rank for card in cards if card.rank not in rules.wilds}
    if len(ranks) == 1 and rules.max_set and len(cards) > rules.max_set:
        return Refusal(f"{_words(cards)}: a set has {rules.max_set} cards at most.")
    if rules.max_run and len(cards) > rules.max_run and len(ranks) > 1:
        return Refusal(f"{_words(cards)}: a run has {rules.max_run} cards at most.")
    if rules.ace is Ace.NONE and 1 in ranks:
        return Refusal("Aces are in no meld.")
    if rules.unlike_pairs and rules.is_equal_pair(cards):
        return Refusal(f"{_words(cards)}: a pair has two suits.")
    return Refusal(f"{_words(cards)} is neither a set nor a run.")


def _are_equal_in_a_set(rules: MeldRules, cards: tuple[Card, ...]) -> bool:
    """Whether two of the cards that say what a set is of are equal."""
    fixed = [card for card in cards if card.rank not in rules.wilds]
    fixed = fixed or [card for card in cards if card.rank in rules.wild_sets]
    return len({card.rank for card in fixed}) == 1 and len({card.suit for card in fixed}) < len(fixed)


def _why_alone(rules: MeldRules, lying: Iterable[tuple[Card, Face]]) -> Refusal:
    """Refuse a wild card that stands where it may stand only beside natural ones."""
    card, counts = next(pair for pair in lying if (pair[0].rank, pair[1]) in rules.alone)
    return Refusal(f"The {card} may stand for the {counts} only where no other card of the meld is wild.")


def reading_of(rules: MeldRules, cards: tuple[Card, ...], named: Named = ()) -> Reading:
    """The one way to read the cards of a legal meld."""
    return rules.readings(cards, named)[0]


def refuse_lay_off(
    table: Table, action: LayOff, hand: int | None = None, saying: Saying = as_it_is
) -> Refusal | None:
    """Why a card cannot be laid off; None where it can. Without ``hand`` it is the acting seat's."""
    if not (table.hand(table.seat) if hand is None else hand) & action.card.bit:
        return NOT_HELD
    meld = table.meld(action.meld)
    if meld is None:
        return Refusal(f"There is no meld {action.meld} on the table.")
    rules = table.rules.meld_rules
    open_to = openings_for(rules, meld, action.card)
    if rules.alone and not any(_is_asked(action, one) for one in open_to):
        for one in openings_for(replace(rules, alone=()), meld, action.card):
            if _is_asked(action, one):
                lying = zip((*meld.cards, action.card), (*meld.faces, one.face), strict=True)
                return _why_alone(rules, lying)
    if not open_to:
        return Refusal(f"The {action.card} does not fit meld {meld.number}, {meld}.")
    fitting = [one for one in open_to if _is_asked(action, one)]
    if len(fitting) == 1:
        return None
    ways = " or ".join(f"'{saying(off)}'" for off in lay_offs_of(rules, meld, action.card))
    if not fitting:
        return Refusal(f"The {action.card} cannot be that in meld {meld.number}, {meld}: say {ways}.")
    return Refusal(f"The {action.card} fits meld {meld.number} at both ends: say {ways}.")


def openings_for(rules: MeldRules, meld: Meld, card: Card) -> list[Opening]:
    """The places of ``meld`` that ``card`` can go to."""
    if not rules.fits(meld) & card.bit:
        return []
    return [one for one in rules.openings(meld) if one.cards & card.bit]


def lay_offs_of(rules: MeldRules, meld: Meld, card: Card) -> list[LayOff]:
    """Every way to lay ``card`` off on ``meld``; the place is named where there is more than one."""
    found = openings_for(rules, meld, card)
    if len(found) == 1:
        return [LayOff(card, meld.number)]
    return [LayOff(card, meld.number, one.face) for one in found]


def _is_asked(action: LayOff, opening: Opening) -> bool:
    asked = action.face
    if asked is None:
        return True
    if asked.suit < 0 or opening.face.suit < 0:
        # In a set only the rank matters, and a natural card is what it is.
        return opening.face.rank == asked.rank
    return asked == opening.face


def lay_new(table: Table, seat: int, cards: tuple[Card, ...], named: Named = ()) -> Laid:
    """Lay ``cards`` from the hand of ``seat`` as a new meld of its side."""
    reading = reading_of(table.rules.meld_rules, cards, named)
    owner = table.layout.side_of[seat]
    hand = table.layout.hands[seat]
    lies = reading.cards
    return Laid(len(table.melds) + 1, reading.kind, owner, seat, hand, lies, lies, reading.faces)


def lay_off(table: Table, seat: int, action: LayOff, source: str = "") -> Laid:
    """Lay a card off on a meld for ``seat``, from its hand or the zone ``source``."""
    meld = table.meld(action.meld)
    assert meld is not None
    card = action.card
    rules = table.rules.meld_rules
    place = next(one for one in openings_for(rules, meld, card) if _is_asked(action, one))
    counts = place.face
    if meld.kind == SET and (card.rank == counts.rank or card.rank not in rules.wilds):
        counts = FACES[card.index]
    below = meld.kind == RUN and place.below
    lies = (card, *meld.cards) if below else (*meld.cards, card)
    faces = (counts, *meld.faces) if below else (*meld.faces, counts)
    if meld.kind == RUN and rules.ace is Ace.AROUND:
        faces = lying_faces(True, lies, (None,) * len(lies))
    source = source or table.layout.hands[seat]
    return Laid(meld.number, meld.kind, meld.owner, seat, source, (card,), lies, faces)


def lay(table: Table, seat: int, action: LayMeld | LayOff) -> Laid:
    """Lay a new meld, or a card off."""
    if isinstance(action, LayOff):
        return lay_off(table, seat, action)
    return lay_new(table, seat, action.cards, action.faces)


def _words(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards) or "nothing"
