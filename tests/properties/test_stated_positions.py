"""Any position of any game, written as a scenario, read again: an equal table and the same legal actions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from rummy_core import catalogue
from rummy_core.cards import by_face
from rummy_core.deal import Deal
from rummy_core.events import Shuffled
from rummy_core.library import book_for
from rummy_core.match import Match
from rummy_core.positions import BadPosition
from rummy_core.records import Record, header_of, read_record
from rummy_core.replay import Replay, verify
from rummy_core.rulebook import Rulebook, Variant, rulebook
from rummy_core.stated_positions import position_of, scenario_of
from rummy_core.table import Table
from rummy_core.testing import AnyLegal, Mixed
from rummy_core.zones import Zone

GAMES = sorted({catalogue.variant(plugin.name).name for plugin in catalogue.plugins("rummy.variants")})
CHOSEN = [(name, preset) for name in GAMES for preset in catalogue.variant(name).presets]


def played(book: Rulebook, seed: str) -> Iterator[tuple[Match, Deal]]:
    """The deals of a match, a decision further each time: one of any actions, one as players often do."""
    match = Match(book, seed)
    simple = catalogue.bot("simple")
    anyone = [AnyLegal(seed)] * 16
    players = [Mixed(simple(f"{seed} {seat}"), f"{seed} {seat}", 0.9) for seat in range(16)]
    for playing in (anyone, players):
        if match.is_over:
            return
        deal = match.begin_deal()
        while not deal.is_over:
            yield match, deal
            deal.play(playing[deal.seat].choose(deal.view(deal.seat), deal.legal_actions()))
        match.end_deal()


def faces(table: Table) -> dict[str, object]:
    """All that a position can say of a table, cards by their faces."""

    def zone(one: Zone, mask: int) -> list[str]:
        cards = [card for card in table.cards(one.name) if card.bit & mask]
        return [card.text for card in (cards if one.name in table.orders else sorted(cards, key=by_face))]

    return {
        "zones": {one.name: zone(one, -1) for one in table.layout.zones},
        "known": [
            {one.name: sorted(zone(one, known)) for one in table.layout.zones} for known in table.known
        ],
        "melds": [
            (meld.kind, meld.owner, str(meld), sorted(
                (one.card.text, one.face.text, one.by, one.turn, one.play) for one in meld.placed
            ))
            for meld in table.melds
        ],
        "melds known": [all(meld.mask & known == meld.mask for meld in table.melds) for known in table.known],
        "layout": (table.layout.sides, table.layout.dealer, table.layout.pack, table.layout.zones),
        "notes": [
            {key: str(value) for key, value in notes.items() if value is not None}
            for notes in (table.turn_notes, table.deal_notes)
        ],
        "now": (table.step, table.seat, table.player, table.turn, table.plays, table.idle, table.progress),
    }  # fmt: skip


def stood(record: Record, book: Rulebook) -> Deal:
    replay = Replay(record, book)
    replay.run()
    assert replay.deal is not None
    return replay.deal


@pytest.mark.parametrize(("name", "preset"), CHOSEN)
def test_a_position_is_written_and_read_as_it_stands(name: str, preset: str) -> None:
    variant: Variant = catalogue.variant(name)
    seed = f"{os.environ.get('RUMMY_PROPERTY_SEED', '1')} {name} {preset}"
    chance = Random(seed)
    low, high = variant.players
    fitting = [
        players for players in range(low, high + 1)
        if not variant.unfit(variant.options(**variant.presets[preset]), players)
    ]  # fmt: skip
    book = rulebook(variant, preset=preset, players=chance.choice(fitting))
    told = f"seed {seed}: {book.players} players"
    seen = 0
    for match, deal in played(book, seed):
        if seen and chance.random() > (0.03 if match.deals_played == 0 else 0.15):
            continue
        text = scenario_of(header_of(match), deal.table, "here")
        record = read_record(text)
        there = book_for(record.header)
        assert verify(record, there) is None, f"{told}\n{verify(record, there)}\n{text}"
        again = stood(record, there)
        assert faces(again.table) == faces(deal.table), f"{told}\n{text}"
        actions = sorted(map(str, deal.legal_actions()))
        assert sorted(map(str, again.legal_actions())) == actions, f"{told}\n{text}"
        # What is done there does the same, until cards are shuffled.
        action = chance.choice(deal.legal_actions())
        here = deal.copy()
        here.play(action)
        again.play(again.by_face(action))
        if not any(isinstance(entry, Shuffled) for entry in (*here.log[len(deal.log) :], *again.log)):
            assert faces(again.table) == faces(here.table), f"{told} {action}\n{text}"
        seen += 1


def test_a_finished_deal_is_no_position() -> None:
    book = rulebook(catalogue.variant("gin"))
    *_, (_, deal) = played(book, "over")
    while not deal.is_over:
        deal.play(deal.legal_actions()[0])
    with pytest.raises(BadPosition, match="the deal is over"):
        position_of(deal.table)
