"""Arlington's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_variants import fortune_words

if TYPE_CHECKING:
    from rummy_variants.arlington import ArlingtonOptions

UPCARD_REFUSED = "All refused the upcard: you must draw from the stock."

ANY_USE = (
    "Draw the top of the stock, or take the whole discard pile: its top card must be laid at once, in a new "
    "meld with cards of your hand or on a meld of your own."
)


def describe(options: ArlingtonOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    pack = "two packs of 52 and a joker" if options.joker else "two packs of 52"
    opens = ANY_USE if options.pickup == "any_use" else fortune_words.OPENS_THE_PILE
    return [
        f"{fortune_words.number(players).capitalize()} players, {pack}, each for himself. Each gets thirteen "
        "cards; one is turned up beside the stock.",
        *fortune_words.melds(options),
        *_wild(options),
        *_upcard(options),
        *fortune_words.turn(options, opens),
        *fortune_words.queen(options),
        "The deal ends when a player has no cards left; he need not discard the last one.",
        *fortune_words.refill(options),
        *_score(options),
        *fortune_words.match(options),
        *_bonuses(options),
    ]


def _wild(options: ArlingtonOptions) -> list[str]:
    rules = [
        "Deuces are wild: a deuce stands for any card, and for the same one as long as it lies.",
        "It stands for the queen of spades only where no other card of the meld is wild.",
        "Deuces alone may be melded as a set, without a natural card; no other card joins it.",
    ]
    if options.joker:
        who = "any player may" if options.joker_reclaim == "anyone" else "you may, in melds of your own,"
        rules.append(
            f"The joker is wild too. In your turn {who} put the card it stands for in its place and take the "
            "joker in hand; in a set any card of the rank does."
        )
    return rules


def _upcard(options: ArlingtonOptions) -> list[str]:
    if options.opening_upcard == "ordinary":
        return []
    return [
        "The first upcard is offered round the table, to the dealer last. Who can and will take it, as the "
        "pile is taken, plays and discards, and his left goes on; if all refuse, the dealer's left draws "
        "from the stock.",
    ]


def _score(options: ArlingtonOptions) -> list[str]:
    ace = "an ace 20" if options.ace_value == "twenty" else "an ace 10, in A-2-3 only 5"
    in_hand = 20 if options.ace_value == "twenty" and options.ace_hand == "as_ace_value" else 10
    joker = " The joker counts 100 melded and 200 in hand." if options.joker else ""
    return [
        "Each scores what he has melded less what is left in his hand; going out brings 100.",
        f"Melded: the queen of spades 50; eight to king 10; three to seven 5; {ace}.",
        f"A melded deuce counts as the card it stands for, but {options.deuce_as_spade_queen} for the queen "
        "of spades; 5 in the place of a two, and 25 in a set of deuces.",
        f"In hand: the queen of spades 100; aces {in_hand}, deuces 20; eight to king 10; three to seven 5."
        f"{joker}",
    ]


def _bonuses(options: ArlingtonOptions) -> list[str]:
    rules = []
    if options.game_bonus:
        rules.append(f"The winner gets {options.game_bonus} more.")
    if options.concealed_bonus:
        rules.append(
            f"Melding the whole hand in one turn, not the first, with nothing melded before is worth "
            f"{options.concealed_bonus}, added when the game is over."
        )
    return rules
