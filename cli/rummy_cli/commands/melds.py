"""The command ``melds``: the best melds, deadwood and discards of a hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from rummy_cli.choosing import chosen_book, game_options
from rummy_cli.faces import card_text
from rummy_cli.hands import Advice, advise, read_hand
from rummy_cli.layout import columns, print_json

if TYPE_CHECKING:
    from rummy_core.cards import Card
    from rummy_core.faces import Face
    from rummy_core.melds import Meld


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
    """Find the best melds, points or deadwood, and discards of a hand.

    CARDS are written AS TD 10d Qh joker, in any order. Where melds score, the best
    is most points less those left in hand, or where their points hang on the
    meld around them, fewest left in hand. A hand of one card more than the game
    deals is shown after a best discard. With --on, cards may also be laid off on
    the melds named; a wild card is written with what it stands for, 5H 2C=6H 7H.
    """
    book = chosen_book(variant, settings=settings, preset=preset, house_rules=house_rules, players=players)
    hand, table = read_hand(book, " ".join(cards), melds)
    advice = advise(book, hand, table)
    if as_json:
        print_json(_as_json(advice, bool(table)))
    else:
        _print_advice(advice, table, ascii_only)


def _as_json(advice: Advice, with_layoffs: bool) -> dict[str, Any]:
    if advice.points is None:
        found: dict[str, Any] = {"deadwood": advice.deadwood}
    else:
        found = {"points": advice.points, "in_hand": advice.deadwood}
    found["melds"] = [
        [_laid(*pair) for pair in zip(one.cards, one.faces, strict=True)] for one in advice.melds
    ]
    found["unmatched"] = _texts(advice.unmatched)
    if with_layoffs:
        found["layoffs"] = [_laid_off(*one) for one in advice.layoffs]
    if advice.discard is not None:
        found["discard"] = advice.discard.text
        found["discards"] = _texts(advice.discards)
    return found


def _laid(card: Card, counts: Face) -> str | dict[str, str]:
    """A card of a meld; with what it counts as where that is another."""
    other = _other(card, counts)
    return card.text if other is None else {"card": card.text, "as": other.text}


def _laid_off(card: Card, number: int, counts: Face) -> dict[str, Any]:
    other = _other(card, counts)
    return {"card": card.text, "on": number} | ({} if other is None else {"as": other.text})


def _other(card: Card, counts: Face) -> Face | None:
    """What a card counts as, if that is not itself."""
    from rummy_core.faces import FACES, told

    return None if told(counts) == FACES[card.index] else counts


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _print_advice(advice: Advice, table: Sequence[Meld], ascii_only: bool) -> None:
    from rummy_core.melds import lay_out

    show = card_text(sys.stdout, ascii_only=ascii_only, colour=False)

    def lying(cards: Sequence[Card], faces: Sequence[Face]) -> str:
        return show.lying(cards, map(_other, cards, faces))

    rows = [(lay_out(0, -1, one, by=-1).title, lying(one.cards, one.faces)) for one in advice.melds]
    for card, number, counts in advice.layoffs:
        meld = table[number - 1]
        rows.append(
            (
                f"laid off on meld {number}",
                f"{lying((card,), (counts,))}  ({lying(meld.cards, meld.faces)})",
            )
        )
    if advice.unmatched:
        rows.append(("unmatched", show.row(advice.unmatched)))
    if advice.points is None:
        rows.append(("deadwood", str(advice.deadwood)))
    else:
        rows.append(("points", str(advice.points)))
        rows.append(("in hand", str(advice.deadwood)))
    if advice.discard is not None:
        others = dict.fromkeys(show.one(card) for card in advice.discards)
        others.pop(show.one(advice.discard))
        also = f", or as well {' '.join(others)}" if others else ""
        rows.append(("discard", show.one(advice.discard) + also))
    click.echo(columns(rows))
