"""Basic Rummy's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_core.targets import where_none_is_reached

if TYPE_CHECKING:
    from rummy_variants.rummy import RummyOptions

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def describe(options: RummyOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many ``players``."""
    return [
        *_aim(options, players),
        *_play(options),
        *_end(options),
        *_score(options),
        *_match(options, players),
    ]


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def _aim(options: RummyOptions, players: int) -> list[str]:
    aces = "Aces are low: A-2-3 is a run, Q-K-A is not."
    if options.ace == "high_or_low":
        aces = "Aces are low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."
    return [
        f"{number(players).capitalize()} players, 52 cards. Be the first without cards, by melding sets "
        "(three or four of a rank) and runs (three or more in suit) on the table.",
        aces,
        f"Each gets {number(options.hand_size)} cards; the next is turned up and begins the discard pile.",
    ]


def _play(options: RummyOptions) -> list[str]:
    melds = "any number of new melds"
    if options.melds_per_turn:
        many = options.melds_per_turn
        melds = "one new meld" if many == 1 else f"{number(many)} new melds at most"
    lay_off = "You need no meld of your own for that."
    if options.layoff_needs_own_meld:
        lay_off = "For that you need a meld of your own on the table."
    return [
        "The player left of the dealer begins. In your turn draw the top of the stock or take the top of the "
        "discard pile; then lay what you like; then discard one card.",
        f"You may lay {melds} in a turn, and lay off any number of cards on melds on the table, whoever made "
        f"them. {lay_off}",
        "A card just taken from the pile may not be thrown back in the same turn.",
    ]


def _end(options: RummyOptions) -> list[str]:
    out = "Who has no cards left has won the deal. The last card may be discarded, face down, or laid."
    if options.final_discard_required:
        out = "Who has no cards left has won the deal. The last card must be discarded; it goes face down."
    made = "shuffled" if options.stock_refill == "shuffle" else "turned over as it lies"
    again = {
        -1: f"When the stock is used up the pile without its top card is {made} for a new one, as often as "
        "it takes.",
        0: "The stock is not made again when it is used up.",
    }
    times = "once" if options.refills == 1 else f"up to {options.refills} times"
    refill = again.get(
        options.refills,
        f"When the stock is used up the pile without its top card is {made} for a new one, {times}.",
    )
    rules = [
        out,
        refill,
        "Stalemate: a player wants a card, there is no stock and none can be made; or everybody holds one "
        "card and no card off the table fits a meld. Nobody scores.",
    ]
    if options.refills < 0 or options.refills > 2:
        rules.append("Nor is the stock made a third time in a row with nothing laid in between: stalemate.")
    if options.standstill:
        rules.append(
            f"{options.standstill} turns a player in a row without a draw from the stock or a card laid are "
            "a stalemate too."
        )
    return rules


def _score(options: RummyOptions) -> list[str]:
    ace = f"aces {options.ace_points}" if options.ace == "high_or_low" else "aces 1"
    score = "Who went out scores what the others hold"
    doubled = "the score is doubled"
    if options.scoring == "penalty":
        score = "Each of the others writes what he holds, who went out nothing"
        doubled = "that is doubled"
    rules = [f"{score}: pictures count 10, {ace}, others their pips."]
    if options.going_rummy:
        rules.append(f"Going rummy: who goes out and had laid nothing in earlier turns: {doubled}.")
    dealer = "The deal passes to the left, after a stalemate as well."
    if options.next_dealer == "winner":
        dealer = "Who went out deals next; after a stalemate the other player."
    return [*rules, dealer]


def _match(options: RummyOptions, players: int) -> list[str]:
    lowest = options.scoring == "penalty"
    best = "lowest" if lowest else "highest"
    again = "Equal totals in that place play another deal."
    if options.deals:
        many = "One deal is" if options.deals == 1 else f"{number(options.deals).capitalize()} deals are"
        return [f"{many} played; the {best} total then wins. {again}"]
    ends = f"The first total of {options.target} or more ends the match"
    rule = f"{ends}; the lowest wins. {again}" if lowest else f"{ends}, and the highest wins. {again}"
    return [rule, where_none_is_reached(options.max_deals, best)]
