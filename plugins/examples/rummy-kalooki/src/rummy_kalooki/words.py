"""Kalooki's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy_kalooki.game import KalookiOptions

NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def describe(options: KalookiOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``, for so many players."""
    return [
        *_aim(options, players),
        *_turn(options),
        *_jokers(options),
        *_score(options),
        *_match(options, players),
    ]


def _aim(options: KalookiOptions, players: int) -> list[str]:
    many = "two" if options.jokers == 2 else "four"
    aces = "Aces are high only: Q-K-A is a run, A-2-3 is not."
    if options.ace == "high_or_low":
        aces = "Aces are high or low: Q-K-A and A-2-3 are runs, K-A-2 is not."
    begins = "the next is turned up and begins the discard pile" if options.upcard else "none is turned up"
    return [
        f"{NUMBERS[players]} players, two packs of 52 with {many} jokers. Be the first to meld all your "
        "cards but one and discard that one: this is to call up.",
        "Melds are sets, three or four of a rank in different suits, and runs, three or more in suit. A "
        f"joker stands for any card, and is the same one as long as it lies. {aces}",
        f"Each gets {options.hand_size} cards; {begins}.",
    ]


def _turn(options: KalookiOptions) -> list[str]:
    take = {
        "meld": "take the top discard if you meld it at once with cards of your hand; it is not laid off",
        "any_use": "take the top discard if you meld it at once, or lay it off",
        "free": "take the top discard; you may not throw it back in the same turn",
    }[options.discard]
    before = "" if options.discard_before_opening else " Only who has melds on the table may take a discard."
    opening = "Your first melds may be of any points"
    if options.opening:
        low = ", a low ace 1" if options.ace == "high_or_low" else ""
        opening = (
            f"Your first melds must come to {options.opening} points, all laid in one turn: an ace counts "
            f"11{low}, pictures 10, other cards their pips"
        )
    jokers = ", jokers as what they stand for" if options.opening_jokers else "; no joker may be in them"
    return [
        f"In your turn draw the top of the stock, or {take}. Then lay what you like; a discard ends the "
        f"turn.{before}",
        f"{opening}{jokers}. You begin only what you can make whole.",
        "With melds on the table you may lay new ones of any value, and lay cards off on anybody's melds, "
        "also in the turn in which you came down.",
        "When the stock is used up the discards without the top one are shuffled for a new one; not a third "
        "time in a row with nothing laid in between.",
    ]


def _jokers(options: KalookiOptions) -> list[str]:
    if options.joker_reclaim == "none":
        return ["A joker stays where it lies."]
    in_set = "in a set for a card of its rank that the set lacks"
    if options.joker_reclaim == "two_cards":
        in_set = (
            "in a set for two cards of its rank in one turn: lay one off, then put the other in the joker's "
            "place. A set that had four cards before your turn is closed"
        )
    use = {
        "new_meld": "You must lay it in a new meld at once, before anything else.",
        "any_use": "You must lay it at once, before anything else, in a new meld or as a lay-off.",
        "kept": "You may keep it.",
    }[options.joker_use]
    return [
        "With melds on the table you may take a joker out of anybody's meld: in a run for the card it stands "
        f"for, {in_set}. {use}"
    ]


def _score(options: KalookiOptions) -> list[str]:
    rules = [
        "When a player calls up each of the others writes what he holds: an ace "
        f"11, pictures 10, a joker {options.joker_points}, other cards their pips.",
        "If nobody can draw any more nobody writes anything.",
    ]
    if options.kalooki_doubles:
        rules.append("Kalooki: if the whole hand was laid in one turn, the others write twice as much.")
    if options.standstill:
        rules.append(
            f"{options.standstill} turns a player in a row without a draw from the stock or a card laid end "
            "the deal too, without points."
        )
    return rules


def _match(options: KalookiOptions, players: int) -> list[str]:
    deal = "The deal passes to the left."
    if options.deals:
        many = "One deal is" if options.deals == 1 else f"{options.deals} deals are"
        return [deal, f"{many} played; the fewest points then win. Equal points there play another deal."]
    rules = [
        deal,
        f"Who has more than {options.limit} points is out; the last one left wins. If a deal puts all over, "
        "the fewest points win, and those who tie there play on.",
    ]
    if options.buy_ins and players > 2:
        often = {1: "once", 2: "twice"}.get(options.buy_ins, f"{options.buy_ins} times")
        rules.append(
            f"Who goes over comes back {often}, with the highest total that is not over; not when only two "
            "are at the table."
        )
    return [*rules, f"After {options.max_deals} deals the fewest points of those who are left win."]
