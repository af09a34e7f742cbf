"""Conquian's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_core import where_none_is_reached

if TYPE_CHECKING:
    from rummy_conquian.game import ConquianOptions

NUMBERS = {2: "two", 3: "three", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}


def longest_run(hand_size: int) -> int:
    """The most cards in a run, 0 for any number: eleven cards are never melded with a longer one. (pagat)"""
    return 8 if hand_size == 10 else 0


def describe(options: ConquianOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many ``players``."""
    return [*_aim(options, players), *_play(players), *_melds(options), *_score(options, players)]


def _aim(options: ConquianOptions, players: int) -> list[str]:
    need = NUMBERS[options.hand_size + 1]
    pack = "without eights, nines and tens: in a run the jack follows the seven"
    if options.pack == "without_courts":
        pack = "without jacks, queens and kings"
    most = longest_run(options.hand_size)
    longest = f"three to {NUMBERS[most]}" if most else "three or more"
    return [
        f"{NUMBERS[players].capitalize()} players, forty cards, {pack}. "
        f"Be the first to have {need} cards melded.",
        f"Melds are sets (three or four of a rank) and runs ({longest} in suit); aces are low.",
        f"Each gets {NUMBERS[options.hand_size]} cards. The player left of the dealer begins and turns the "
        "top card of the stock up.",
    ]


def _play(players: int) -> list[str]:
    others = "the other player" if players == 2 else "the others in turn"
    refused = "if they refuse it the player at his left turns the next one up."
    if players == 2:
        refused = "who refuses it turns the next one up."
    return [
        "A card that lies face up is used at once or let go, and never comes to a hand: lay it with cards of "
        "your hand as a new meld, or on a meld of your own.",
        f"Who has turned it up is asked first, then {others}. If all let it go it stays there, and the next "
        "player turns one up.",
        "Who has used a card may meld and lay off more from his hand, on melds of his own only. Then he "
        f"discards one card, which is offered to {others} in its place; {refused}",
        "Who uses a card and then has none left has won. Who discards his last card has not: he plays on "
        "without a hand, and needs one card more that fits his melds.",
        "The deal is drawn when a card is to be turned up and the stock is used up.",
    ]


def _melds(options: ConquianOptions) -> list[str]:
    forcing = "Nobody need use a card that fits his melds."
    if options.forcing:
        forcing = (
            "Forcing: if a player lets a card go that fits a meld of his own, another may force it on him. "
            "It is then laid there as if he had used it, and he must discard."
        )
    borrowing = "Cards that lie in melds stay there."
    if options.borrowing:
        borrowing = (
            "Borrowing: a new meld may have a card of your other melds, if it needs it and they can spare "
            "it: the end of a run of four or more, or one of four of a kind."
        )
    return [forcing, borrowing]


def _score(options: ConquianOptions, players: int) -> list[str]:
    losers = "the loser" if players == 2 else "each loser"
    if options.scoring == "cards":
        worth = [
            f"Who has won scores what {losers} holds: pictures count 10, aces 15, others their pips. A drawn "
            "deal scores nothing."
        ]
    else:
        worth = [f"Who has won scores a stake of {losers}."]
        if options.drawn_stakes == "carried":
            worth.append("The stakes of a drawn deal lie until one is won, and go to who wins it.")
        else:
            worth.append("The stakes of a drawn deal are taken back.")
    return [
        *worth,
        "The deal passes to the left.",
        f"The first total of {options.target} or more ends the match. "
        f"{where_none_is_reached(options.max_deals)}",
    ]
