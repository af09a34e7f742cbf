"""The rules in words of Fortune Rummy and what its relatives share, with the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_core.targets import where_none_is_reached

if TYPE_CHECKING:
    from rummy_variants.fortune import FortuneOptions


def describe(options: FortuneOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    return [
        f"{number(players).capitalize()} players, two packs of 52, each for himself. Each gets eleven cards; "
        "one is turned up beside the stock.",
        *melds(options),
        "Deuces are wild: a deuce stands for any card, and for the same one as long as it lies.",
        *turn(options, OPENS_THE_PILE),
        *queen(options),
        "The deal ends when a player has no cards left; he need not discard the last one.",
        *refill(options),
        "Each scores what he has melded less what is left in his hand; going out brings nothing more.",
        "Melded: the queen of spades 50; eight to king 10; three to seven 5; an ace 10, in A-2-3 only 5. A "
        "deuce counts as the card it stands for, 10 for the queen of spades and 5 in the place of a two.",
        "In hand: the queen of spades 50; eight to king, aces and deuces 10; three to seven 5.",
        *match(options),
    ]


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

OPENS_THE_PILE = (
    "Draw the top of the stock, or take the whole discard pile: its top card must go at once into a new meld "
    "with at least two cards of your hand."
)


def number(count: int) -> str:
    """A number in words."""
    return NUMBERS[count]


def melds(options: FortuneOptions) -> list[str]:
    """What is a meld."""
    sets = "three or four" if options.max_set else "three or more"
    runs = "three or four" if options.max_run else "three or more"
    rules = [
        f"Melds are sets ({sets} of a rank) and runs ({runs} in suit). Aces are high or low: A-2-3 and Q-K-A "
        "are runs, K-A-2 is not.",
        f"A meld needs at least {number(options.min_naturals)} natural "
        f"{'card' if options.min_naturals == 1 else 'cards'}.",
    ]
    if options.distinct_suits:
        rules.append("A set holds no two equal cards.")
    return rules


def turn(options: FortuneOptions, opens: str) -> list[str]:
    """A turn; ``opens`` says how one draws."""
    return [
        opens,
        "Then lay melds and add cards to melds of your own, as many as you like, and end your turn with a "
        "discard. You may not add to the melds of others.",
    ]


def queen(options: FortuneOptions) -> list[str]:
    """What may not be discarded."""
    if not options.queen_discard_ban:
        return []
    return ["The queen of spades may be discarded only by who holds nothing else."]


def refill(options: FortuneOptions) -> list[str]:
    """What happens when the stock is used up."""
    how = "shuffled" if options.stock_refill == "shuffle" else "turned over"
    return [
        f"As soon as the stock is empty the discard pile, all but its top card, is {how} to be the new "
        "stock.",
        "After two such refills with no card laid in between there is no third: the turn is finished, then "
        "the deal is scored.",
        "With no stock and one card in the pile, who cannot or will not take it ends the deal.",
    ]


def match(options: FortuneOptions) -> list[str]:
    """How the match ends."""
    return [
        f"The deal passes to the left. The highest total of {options.target} or more wins; equal totals "
        "play on.",
        where_none_is_reached(options.max_deals, "highest"),
    ]
