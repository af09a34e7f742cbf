"""Notation: every action and every fact reads back as it was written."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_core.actions import (
    ACCEPT,
    DISCARDS,
    DONE,
    DRAW,
    GO_OUT,
    KNOCKS,
    LAY_BEST,
    OFFERS,
    PASS,
    PASSES_ON,
    TAKE,
    Accept,
    Action,
    DiscardUnseen,
    Exchange,
    Force,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Offer,
    PassOn,
    TakePile,
)
from rummy_core.cards import CARDS, Card, card, parse_cards
from rummy_core.events import (
    DEAL,
    TURN,
    Borrowed,
    DealBegan,
    DealEnded,
    Event,
    Exchanged,
    Laid,
    Moved,
    Noted,
    Scored,
    Shown,
    Shuffled,
    StepBegan,
    masked,
)
from rummy_core.faces import FACES, Face, face, lying_faces
from rummy_core.notation import (
    BadText,
    parse_action,
    read_fact,
    read_seats,
    read_value,
    write_fact,
    write_seats,
    write_value,
)
from rummy_core.packs import Pack
from rummy_core.zones import Zone, discard_pile, hands, stock

SEATS = 3
EVERYONE = (1 << SEATS) - 1

a_card = st.sampled_from(CARDS[:52])
some_cards = st.lists(a_card, unique=True, max_size=12).map(tuple)
a_meld = st.lists(a_card, unique=True, min_size=1, max_size=13).map(tuple)
a_spread = st.lists(a_meld, max_size=4).map(tuple)
a_seat = st.integers(0, SEATS - 1)
seats = st.integers(0, EVERYONE)
a_zone = st.sampled_from(["stock", "discard", "hand 0", "hand 1", "passed cards"])
# What a rule says in words: any line that does not begin or end with a blank.
words = st.from_regex(r"[^\n\s]([^\n]{0,20}[^\n\s])?", fullmatch=True)
plain_words = st.from_regex(r"[a-zé][a-z é-]{0,15}[a-z]", fullmatch=True)

a_joker = st.just(card("joker"))
a_face = st.builds(face, st.integers(1, 13), st.integers(-1, 3))
a_named_meld = st.lists(
    st.tuples(a_card, st.one_of(st.none(), a_face)), unique_by=lambda pair: pair[0], min_size=1, max_size=13
)


def _apart(pairs: list[tuple[Card, Face | None]]) -> tuple[tuple[Card, ...], tuple[Face | None, ...]]:
    """Cards, and what they are told to stand for."""
    named = tuple(one for _, one in pairs)
    return tuple(a for a, _ in pairs), named if any(named) else ()


actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([DRAW, TAKE, PASS, DONE, LAY_BEST, GO_OUT]),
    st.sampled_from(DISCARDS[:53]),
    st.sampled_from(KNOCKS[:53]),
    st.builds(Knock, a_card, a_spread),
    st.builds(GoOut, a_spread),
    st.builds(LayMeld, a_meld),
    st.builds(LayOff, a_card, st.integers(0, 99)),
    st.sampled_from([ACCEPT, *OFFERS[:53], *PASSES_ON[:53]]),
    st.builds(Exchange, a_card, a_card, st.integers(0, 99)),
    st.builds(Force, st.builds(LayOff, a_card, st.integers(0, 99))),
    a_named_meld.map(lambda pairs: LayMeld(*_apart(pairs))),
    st.builds(
        LayOff,
        a_joker,
        st.integers(0, 99),
        st.one_of(st.none(), a_face, st.builds(face, st.just(14), st.integers(0, 3))),
    ),
    st.builds(
        lambda pairs, deep: TakePile(pairs[0][0], LayMeld(*_apart(pairs)), deep),
        a_named_meld.filter(lambda pairs: len(pairs) > 1),
        st.integers(0, 99),
    ),
    st.builds(
        lambda off, deep: TakePile(off.card, off, deep),
        st.builds(LayOff, a_card, st.integers(0, 99)),
        st.integers(0, 99),
    ),
)

hidden_or_not = st.one_of(some_cards, st.integers(1, 5).map(lambda count: (None,) * count))
values = st.one_of(
    st.integers(-(10**9), 10**9), st.booleans(), st.none(), a_card, st.text().filter(lambda t: "\n" not in t)
)
zones = st.builds(
    Zone,
    st.from_regex(r"[a-z][a-z 0-9]{0,20}", fullmatch=True).map(str.strip),
    st.sampled_from(["stock", "discard", "hand", "offer"]),
    st.integers(-1, SEATS - 1),
    seats,
    st.booleans(),
    st.booleans(),
)

FACTS: dict[type, st.SearchStrategy[typing.Any]] = {
    DealBegan: st.builds(
        DealBegan,
        st.builds(Pack, st.integers(1, 3), st.integers(0, 6), st.sampled_from([(), (8, 9, 10), (1,)])),
        st.lists(zones, min_size=1, max_size=5).map(tuple),
        st.sampled_from([((0,), (1,), (2,)), ((0, 2), (1,)), ((0, 1, 2),)]),
        a_seat,
    ),
    Shuffled: st.builds(Shuffled, a_zone, hidden_or_not, seats),
    Moved: st.builds(Moved, hidden_or_not, a_zone, a_zone, seats),
    Shown: st.builds(Shown, hidden_or_not, a_zone, seats),
    Laid: st.builds(
        Laid,
        st.integers(1, 99),
        st.sampled_from(["set", "run"]),
        st.integers(-1, 2),
        a_seat,
        a_zone,
        a_meld,
        a_meld,
        st.just(()),
    ).map(
        lambda laid: replace(laid, faces=lying_faces(laid.kind == "run", laid.lies, (None,) * len(laid.lies)))
    ),
    Exchanged: st.builds(Exchanged, st.integers(1, 99), a_seat, a_zone, a_card, a_card),
    Borrowed: st.builds(Borrowed, st.integers(1, 99), a_seat, a_card, a_zone),
    StepBegan: st.builds(StepBegan, plain_words, a_seat, a_seat, st.integers(0, 10**6)),
    Noted: st.builds(
        Noted, st.from_regex(r"[a-z_]{1,20}", fullmatch=True), values, st.sampled_from([TURN, DEAL])
    ),
    Scored: st.builds(Scored, a_seat, words, st.integers(-(10**6), 10**6)),
    DealEnded: st.builds(
        DealEnded,
        plain_words,
        st.integers(-1, 2),
        st.lists(st.integers(0, 9), max_size=3).map(tuple),
        st.booleans(),
    ),
}


@given(actions)
def test_an_action_reads_back(action: Action) -> None:
    assert parse_action(str(action)) == action


def test_every_kind_of_action_is_drawn() -> None:
    kinds = set(typing.get_args(Action))
    found = {type(one) for one in (DRAW, TAKE, PASS, DONE, LAY_BEST, GO_OUT, DISCARDS[0], KNOCKS[0])}
    # A discard that was not seen is only heard, and never asked for.
    heard = {DiscardUnseen}
    assert kinds == found | heard | {LayMeld, LayOff, TakePile, Exchange, Offer, Accept, PassOn, Force}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("  discard   10h ", DISCARDS[card("TH").index]),
        ("DISCARD th", DISCARDS[card("TH").index]),
        ("discard 10♥", DISCARDS[card("TH").index]),
        ("Draw", DRAW),
        ("Go Out", GO_OUT),
        ("knock 4c", KNOCKS[card("4C").index]),
        ("knock 4C with nothing", Knock(card("4C"), ())),
        (
            "knock 4C with 5S 6S 7S, KC KD KS",
            Knock(card("4C"), (parse_cards("5S 6S 7S"), parse_cards("KC KD KS"))),
        ),
        (
            "knock 4C with 5s6s7s/kckdks",
            Knock(card("4C"), (parse_cards("5S 6S 7S"), parse_cards("KC KD KS"))),
        ),
        ("go out with AC 2C 3C", GoOut((parse_cards("AC 2C 3C"),))),
        ("lay 8S on 1", LayOff(card("8S"), 1)),
        ("lay off 8S on meld 1", LayOff(card("8S"), 1)),
        ("meld QC QD QH", LayMeld(parse_cards("QC QD QH"))),
        ("meld 5h 2c=6h 7h", LayMeld(parse_cards("5H 2C 7H"), (None, face(6, 2), None))),
        ("meld 5H 2C=5 joker=5", LayMeld(parse_cards("5H 2C joker"), (None, face(5), face(5)))),
        ("lay 2C=JH on #3", LayOff(card("2C"), 3, face(11, 2))),
        ("lay AC on 1 high", LayOff(card("AC"), 1, face(14, 0))),
        ("lay AC on 1 low", LayOff(card("AC"), 1, face(1, 0))),
        ("lay 2C=AH on 1 high", LayOff(card("2C"), 1, face(14, 2))),
        ("take 9h with 9s 9c", TakePile(card("9H"), LayMeld(parse_cards("9H 9S 9C")))),
        ("take 9H 4 deep on 2", TakePile(card("9H"), LayOff(card("9H"), 2), 4)),
        (
            "take 6H with 6S 2D=6",
            TakePile(card("6H"), LayMeld(parse_cards("6H 6S 2D"), (None, None, face(6)))),
        ),
        ("swap 4c for joker on 3", Exchange(card("4C"), card("joker"), 3)),
        ("swap 4c for the joker on meld 3", Exchange(card("4C"), card("joker"), 3)),
        ("offer kd", OFFERS[card("KD").index]),
        ("force 7s on 2", Force(LayOff(card("7S"), 2))),
        ("Force AC on meld 1 high", Force(LayOff(card("AC"), 1, face(14, 0)))),
        ("pass on 8d", PASSES_ON[card("8D").index]),
        ("Accept", ACCEPT),
        ("yes", ACCEPT),
        ("No", PASS),
        ("draw from the stock", DRAW),
        ("take card", TAKE),
        ("Take from the pile", TAKE),
        ("throw 10♥", DISCARDS[card("TH").index]),
        ("discard t♡", DISCARDS[card("TH").index]),
        ("pass 8d", PASSES_ON[card("8D").index]),
        ("Big gin", GO_OUT),
        ("Go Out With 5s 6s 7s", GoOut((parse_cards("5S 6S 7S"),))),
        ("KNOCK 4♣ WITH 5s 6s 7s", Knock(card("4C"), (parse_cards("5S 6S 7S"),))),
        ("knock 4c with Nothing", Knock(card("4C"), ())),
        ("meld 2♣=6♥ 5♥ 7♥", LayMeld(parse_cards("2C 5H 7H"), (face(6, 2), None, None))),
        ("lay 8s 1", LayOff(card("8S"), 1)),
        ("Lay Off 8♠ On Meld #1", LayOff(card("8S"), 1)),
    ],
)
def test_what_a_person_writes_is_understood(text: str, meant: Action) -> None:
    assert parse_action(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an action"),
        ("dance", "not an action"),
        ("discard", "not a card"),
        ("discard 1H", "'1H' is not a card"),
        ("discard TH TD", "not a card"),
        ("knock ?", "not a card"),
        ("knock 4C with 5S 6X", "'6X' is not a card"),
        ("go home", "not an action"),
        ("meld", "not an action"),
        ("lay 8S", "lay CARD on NUMBER"),
        ("lay 8S on first", "lay CARD on NUMBER"),
        ("lay 2C=6X on 1", "'6X' is no face"),
        ("meld 5H6H=2C", "not a card and what it stands for"),
        ("take 9H", "take CARD with CARDS"),
        ("draw 4C", "'draw' stands alone; what is '4C'"),
        ("dicard 4C", "is not an action; did you mean 'discard'"),
        ("swap 4C on 3", "swap CARD for WILD on NUMBER"),
        ("meld 9H 9H 9H 9H", "named 4 times"),
    ],
)
def test_what_is_no_action_is_told(text: str, reason: str) -> None:
    with pytest.raises(BadText, match=reason.replace("?", r"\?")):
        parse_action(text)


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_is_told_to_be_none(text: str) -> None:
    try:
        action = parse_action(text)
    except BadText:
        return
    assert parse_action(str(action)) == action


def test_every_kind_of_fact_is_drawn() -> None:
    assert set(FACTS) == set(typing.get_args(Event))


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
@given(st.data())
def test_a_fact_reads_back(kind: type, data: st.DataObject) -> None:
    fact = data.draw(FACTS[kind])
    text = write_fact(fact, EVERYONE)
    assert "\n" not in text
    assert read_fact(text, EVERYONE) == fact


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
@given(st.data())
def test_a_masked_fact_reads_back(kind: type, data: st.DataObject) -> None:
    fact = masked(data.draw(FACTS[kind]), data.draw(a_seat))
    assert read_fact(write_fact(fact, EVERYONE), EVERYONE) == fact


@given(st.text(max_size=120))
def test_any_line_is_a_fact_or_is_told_to_be_none(text: str) -> None:
    try:
        fact = read_fact(text, EVERYONE)
    except BadText:
        return
    assert read_fact(write_fact(fact, EVERYONE), EVERYONE) == fact


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Moved(parse_cards("TD"), "stock", "hand 0", 1), "moved TD from stock to hand 0, seen by 0"),
        (Moved((None,), "stock", "hand 0", 1), "moved ? from stock to hand 0, seen by 0"),
        (Moved(parse_cards("TD"), "hand 0", "discard", 7), "moved TD from hand 0 to discard, seen by all"),
        (Shuffled("stock", parse_cards("AC 2C 3C"), 0), "shuffled stock, seen by none, top first: 3C 2C AC"),
        (Shown((), "hand 1", 7), "shown nothing in hand 1 to all"),
        (Noted("taken", card("KC"), TURN), "noted for the turn: taken = KC"),
        (Noted("said", "KC", DEAL), 'noted for the deal: said = "KC"'),
        (Noted("went_out", True, DEAL), "noted for the deal: went_out = yes"),
        (Scored(1, "deadwood 20 - 8", 12), "scored side 1 +12: deadwood 20 - 8"),
        (Scored(1, "nothing", 0), "scored side 1 +0: nothing"),
        (DealEnded("gin", 1, (0, 1), False), "ended: gin; won by 1; boxes 0 1; counts"),
        (DealEnded("stock", -1, (), True), "ended: stock; won by nobody; boxes none; void"),
        (StepBegan("draw", 0, 0, 4), "step draw: seat 0, player 0, turn 4"),
        (
            Laid(
                1,
                "set",
                0,
                0,
                "hand 0",
                parse_cards("KC KD KS"),
                parse_cards("KC KD KS"),
                tuple(FACES[card.index] for card in parse_cards("KC KD KS")),
            ),
            "laid KC KD KS from hand 0 by 0: meld 1, set of side 0, lies KC KD KS",
        ),
    ],
)
def test_a_fact_is_a_line_that_a_person_reads(fact: Event, text: str) -> None:
    assert write_fact(fact, EVERYONE) == text
    assert read_fact(text, EVERYONE) == fact


def test_a_deal_begins_with_all_that_replaying_needs() -> None:
    began = DealBegan(Pack(2, 4), (stock(), discard_pile(3), *hands(3)), ((0, 2), (1,)), 1)
    text = write_fact(began, EVERYONE)
    assert text.startswith(
        "begins: decks 2, jokers 4; dealer 1; sides 0 2 / 1; zones stock (stock, seen by none, ordered)"
    )
    assert read_fact(text, EVERYONE) == began


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("moved TX from stock to hand 0, seen by 0", "'TX' is not a card"),
        ("moved TD from stock to hand 0, seen by 7", "no seat '7'"),
        ("moved TD from stock to hand 0", "is not a fact"),
        ("noted for the week: a = 1", "is not a fact"),
        ("noted for the turn: a = b", "'b' is not a card"),
        (
            "begins: decks 4, jokers 0; dealer 0; sides 0 / 1; zones stock (stock, seen by none)",
            "1 to 3 decks",
        ),
        (
            "begins: decks 1, jokers 0; dealer 0; sides "
            + " / ".join(map(str, range(17)))
            + "; zones x (y, seen by none)",
            "17 seats are too many or too few",
        ),
        ("begins: decks 1, jokers 9; dealer 0; sides 0 / 1; zones stock (stock, seen by none)", "jokers"),
        (
            "begins: decks 1, jokers 0; dealer 0; sides 0 /  / 1 /; zones x (y, seen by none)",
            "no sides|is not a fact",
        ),
        ("begins: decks 1, jokers 0; dealer 0; sides 0 / 1; zones stock", "'stock' is not a zone"),
        (
            "begins: decks 1, jokers 0; dealer 0; sides 0 / 1; zones a (hand, seen by none, owner 5)",
            "no seat 5",
        ),
        ("", "is not a fact"),
    ],
)
def test_what_is_no_fact_is_told(text: str, reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        read_fact(text, EVERYONE)


@given(seats)
def test_seats_read_back(mask: int) -> None:
    assert read_seats(write_seats(mask, EVERYONE), EVERYONE) == mask


@given(values)
def test_a_notes_value_reads_back_with_its_type(value: int | str | bool | Card | None) -> None:
    read = read_value(write_value(value))
    assert read == value
    assert type(read) is type(value)
