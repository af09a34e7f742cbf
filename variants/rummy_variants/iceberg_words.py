"""Iceberg's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_core.targets import where_none_is_reached

if TYPE_CHECKING:
    from rummy_variants.iceberg import IcebergOptions


def describe(options: IcebergOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [*_start(options, players), *_turn(options, players), *_points(options), *_end(options)]


def _start(options: IcebergOptions, players: int) -> list[str]:
    packs = "a pack of 52 cards" if players < 4 else "two packs, 104 cards"
    return [
        f"{_number(players)} players, {packs}, seven cards each. No card is turned up and there is no "
        "discard pile.",
        f"Who sits at the dealer's {options.first_player} begins; turns go to the left.",
    ]


def _turn(options: IcebergOptions, players: int) -> list[str]:
    neighbour = "the other player" if players == 2 else "your neighbour on the right"
    pair = "a pair (two of a rank)"
    if options.pair_distinct_suits:
        pair = "a pair (two of a rank in different suits)"
    return [
        "In your turn pick up the card that lies face down at your left, if there is one, and draw from the "
        "stock. Aces you then hold go face up before you, and stay there.",
        f"Then meld as much as you like: {pair}, a set (three or more of a rank), a run (three or more in "
        "suit, from 2 up to the king) or a special meld. Aces are in no meld. You never have to.",
        "You may add to any pair, set or run on the table, whoever laid it.",
        "A special meld has six cards, laid at once, and nothing is added to it: K-J-9-7-5-3 or "
        "Q-10-8-6-4-2, in one suit, or in one colour and both its suits.",
        f"Last pass a card on: lay it face down for {neighbour}. Only you know it until it is picked "
        "up. Without cards you are out, with or without a card passed on.",
    ]


def _points(options: IcebergOptions) -> list[str]:
    odd, even, odd_colour, even_colour = options.special_values
    return [
        "Points go to whoever lays the card: a pair 10, the third card on it 20, three at once 30, the "
        "fourth card 40, the fifth 50 and so on, 10 more for each. Cards laid at once count as if laid in "
        "order.",
        f"Special melds: K-J-9-7-5-3 {odd} in one suit and {odd_colour} in one colour, Q-10-8-6-4-2 {even} "
        f"and {even_colour}.",
    ]


def _end(options: IcebergOptions) -> list[str]:
    costs = "Each card left in hand costs 10"
    if options.hold_penalty == "non_playables":
        costs = "Each card left in hand that one more turn could not lay costs 10"
    aces = (
        "Then one ace before you doubles your score, above or below nothing, two triple it, and so on."
        if options.aces == "multiplier"
        else "Then each ace before you adds 20."
    )
    return [
        "The deal ends when somebody has no cards, or with the turn in which the last ace is put down.",
        f"{costs}, and what is left costs as much again as the best turn of melding with it would earn.",
        aces,
        "The deal passes to the left.",
        f"The first to reach {options.target} wins; if several do, the one with the highest total. Equal "
        "totals at the top play on.",
        where_none_is_reached(options.max_deals, "highest"),
    ]


def _number(count: int) -> str:
    return ("No", "One", "Two", "Three", "Four", "Five", "Six")[count]
