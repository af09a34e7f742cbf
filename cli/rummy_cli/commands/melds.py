"""The command ``melds``: the best melds, deadwood and discards of a hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.choosing import chosen_book, game_options
from rummy_cli.faces import card_text
from rummy_cli.hands import Advice, advise, meld_of, read_hand
from rummy_cli.layout import columns, print_json

if TYPE_CHECKING:
    from rummy_core.cards import Card
    from rummy_core.melds import Meld
    from rummy_core.rulebook import Rulebook


@click.command()
@click.argument("variant")
@click.argument("cards", nargs=-1)
@click.option("--on", "melds", metavar="MELDS", help="Lay off on these: '5S 6S 7S, KC KD KS'.")
@game_options
@click.option("--ascii", "ascii_only", is_flag=True, help="Write cards with letters: TH.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    variant: str,
    cards: Sequence[str],
    melds: str | None,
    settings: Sequence[str],
    preset: str | None,
    house_rules: Sequence[str],
    players: int | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Find the best melds, deadwood and discards of a hand.

    CARDS are written AS TD 10d Qh, in any order. A hand of one card more than
    the game deals is shown after a best discard. With --on, cards may also be
    laid off on the melds named.
    """
    book = chosen_book(variant, settings=settings, preset=preset, house_rules=house_rules, players=players)
    hand, table = read_hand(book, " ".join(cards), melds)
    advice = advise(book, hand, table)
    if as_json:
        print_json(_as_json(advice, bool(table)))
    else:
        _print_advice(book, advice, table, ascii_only)


def _as_json(advice: Advice, with_layoffs: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "deadwood": advice.deadwood,
        "melds": [_texts(meld) for meld in advice.melds],
        "unmatched": _texts(advice.unmatched),
    }
    if with_layoffs:
        found["layoffs"] = [{"card": card.text, "on": number} for card, number in advice.layoffs]
    if advice.discard is not None:
        found["discard"] = advice.discard.text
        found["discards"] = _texts(advice.discards)
    return found


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _print_advice(book: Rulebook, advice: Advice, table: Sequence[Meld], ascii_only: bool) -> None:
    show = card_text(sys.stdout, ascii_only=ascii_only, colour=False)
    rows = [(meld_of(book, 0, cards).title, show.row(cards)) for cards in advice.melds]
    for card, number in advice.layoffs:
        rows.append(
            (f"laid off on meld {number}", f"{show.one(card)}  ({show.row(table[number - 1].cards)})")
        )
    if advice.unmatched:
        rows.append(("unmatched", show.row(advice.unmatched)))
    rows.append(("deadwood", str(advice.deadwood)))
    if advice.discard is not None:
        others = [card for card in advice.discards if card is not advice.discard]
        also = f", or as well {show.row(others)}" if others else ""
        rows.append(("discard", show.one(advice.discard) + also))
    click.echo(columns(rows))
