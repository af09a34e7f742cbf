"""500 Rum's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_core.targets import where_none_is_reached

if TYPE_CHECKING:
    from rummy_variants.five_hundred import FiveHundredOptions, SharedFiveHundredOptions

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
RUNS = "Aces are high or low, never in the middle: A-2-3 and Q-K-A are runs, K-A-2 is not."


def describe(options: FiveHundredOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    return [
        *aim(options, players, _pack(options, players)),
        *melds(options, RUNS, _jokers(options)),
        *play(options),
        *score(options),
        *match(options),
    ]


def _pack(options: FiveHundredOptions, players: int) -> str:
    pack = "two packs of 52 cards" if players > 4 else "52 cards"
    if options.jokers_wild:
        return f"{pack} and {NUMBERS[options.jokers_wild]} {_plural(options.jokers_wild)}"
    return pack


def _plural(jokers: int) -> str:
    return "joker" if jokers == 1 else "jokers"


def _jokers(options: FiveHundredOptions) -> str:
    if not options.jokers_wild:
        return "No card is wild."
    return (
        "A joker stands for any card, for good once it is laid; a meld has at least one natural card. "
        "A joker counts 15, melded or held."
    )


def aim(options: SharedFiveHundredOptions, players: int, pack: str) -> list[str]:
    """Who plays, and what is dealt."""
    many = NUMBERS[players].capitalize()
    who = f"{many} players in two sides, partners opposite" if options.partners else f"{many} players"
    size = "thirteen" if players == 2 else "seven"
    return [
        f"{who}, {pack}. What you meld scores for you, what you still hold at the end counts against you.",
        f"Each gets {size} cards; the next is turned up and begins the discard pile, which lies fanned out, "
        "all its cards to be seen.",
    ]


def melds(options: SharedFiveHundredOptions, runs: str, jokers: str) -> list[str]:
    """What a meld is."""
    sets = "three or four" if options.max_set else "three or more"
    rules = [f"Meld sets ({sets} of a rank) and runs (three or more in suit, of any length). {runs}", jokers]
    if options.distinct_suits:
        rules.append("The cards of a set differ in suit.")
    return rules


def play(options: SharedFiveHundredOptions) -> list[str]:
    """The course of a turn."""
    use = "melded or laid off" if options.pickup_use == "meld_or_lay_off" else "laid in a new meld"
    meld_with = "with cards of your hand only"
    if options.pickup_meld_from == "pickup":
        meld_with = "with cards of your hand or those taken with it"
    rules = [
        "In your turn draw the top of the stock, or take a card of the pile and all that lie above it.",
        f"The lowest card taken must be {use} at once, a meld being made {meld_with}; the others you may "
        "meld, keep or discard.",
    ]
    if options.top_card_free:
        rules.append(
            "The top card alone may be taken without use; it may then not be discarded in the same turn."
        )
    rules += [
        "Then meld what you like and lay cards off on any meld, whoever made it; each card scores for the "
        "player who laid it.",
        _turn_end(options),
    ]
    if options.rummy_call:
        rules.append(
            "A discard that can be laid off as it stands may be claimed by another player, the first on the "
            "left going first: he lays it off and scores it, and the turn goes on as before."
        )
    return [*rules, *_deal_end(options)]


def _turn_end(options: SharedFiveHundredOptions) -> str:
    if options.final_discard:
        return "Your turn ends with a discard. Who discards his last card is out; melds may not use it up."
    return "Your turn ends with a discard. Who has no cards left is out, with a last discard or without."


def _deal_end(options: SharedFiveHundredOptions) -> list[str]:
    ends = (
        "Without a stock the deal ends when the player in turn takes nothing from the pile."
        if options.stock_end == "until_no_pickup"
        else "The deal ends with the turn in which the last stock card is drawn."
    )
    rules = [f"The deal ends when a player is out. {ends}"]
    if options.standstill:
        rules.append(
            f"So do {options.standstill} turns a player in a row with no stock draw and no card laid."
        )
    return rules


def score(options: SharedFiveHundredOptions, low_aces: bool = True) -> list[str]:
    """What cards count, and for whom; ``low_aces`` says that a run may have one."""
    low = "2 to 9 are 5" if options.values == "simplified" else "2 to 9 their pips"
    ace = 5 if options.values == "simplified" else 1
    who = "Each side scores" if options.partners else "Each player scores"
    both = " of both partners" if options.partners else ""
    return [
        f"Aces count 15{f', but {ace} low in a run' if low_aces else ''}; tens and pictures 10, {low}.",
        f"{who} the cards melded and laid off{both} less the cards left in hand, which may be less than "
        "nothing. Going out has no bonus.",
        "The deal passes to the left.",
    ]


def match(options: SharedFiveHundredOptions) -> list[str]:
    """How the game ends."""
    return [
        f"The first to reach {options.target} wins, the highest total if several do; equal totals play on.",
        where_none_is_reached(options.max_deals, "highest"),
    ]
