"""Gin's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy_variants.gin import GinOptions


def describe(options: GinOptions) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [*_aim(options), *_play(options), *_knock(options), *_score(options), *_match(options)]


def _aim(options: GinOptions) -> list[str]:
    aces = "Aces are low: A-2-3 is a run, Q-K-A is not."
    if options.ace == "around":
        aces = "Aces turn the corner: A-2-3, Q-K-A and K-A-2 are runs."
    start = "Each gets ten cards; the next card is turned up beside the stock."
    if options.start == "eleven_cards":
        start = "The dealer gets ten cards, the other eleven; no card is turned up."
    return [
        "Two players, 52 cards. Put your hand together in sets (three or four of a rank) and runs "
        "(three or more in suit); a card belongs to one of them only.",
        aces,
        f"Unmatched cards are deadwood: pictures count 10, aces {options.ace_deadwood}, others their pips.",
        start,
    ]


def _play(options: GinOptions) -> list[str]:
    opening = (
        "The non-dealer may take the upcard or pass, then the dealer; if both pass, the non-dealer draws "
        "from the stock."
    )
    if options.start == "eleven_cards":
        knock = "discards or knocks" if options.eleven_card_knock else "only discards"
        opening = f"The non-dealer, with eleven cards, {knock} in the first turn."
    same = "A card just taken from the pile may not be thrown back in the same turn."
    if options.same_card_discard == "gra":
        same = (
            "A card just taken may be thrown back; whoever threw it first may then retake it only to knock."
        )
    return [
        opening,
        "In your turn draw the top of the stock or take the top of the discard pile, then discard one card.",
        same,
    ]


def _knock(options: GinOptions) -> list[str]:
    if options.knock_limit:
        knock = (
            f"After drawing you may knock: lay a card face down and spread your hand when its deadwood is "
            f"{options.knock_limit} or less. With none at all you have gin. You never have to."
        )
    else:
        knock = "After drawing you may go gin: lay a card face down with no deadwood left."
    rules = [knock]
    if options.big_gin:
        rules.append(f"Eleven melded cards may be spread without a discard: big gin, {options.big_gin}.")
    if options.layoff_on_gin:
        rules.append("The opponent spreads too and lays off cards that fit the knocker's melds.")
    elif options.knock_limit:
        rules.append(
            "The opponent spreads too and lays off cards that fit the knocker's melds, unless it is gin."
        )
    else:
        rules.append("The opponent spreads too; nothing is laid off on a gin hand.")
    last = {
        "void_at_once": "When a discard leaves two cards in the stock the deal is void.",
        "may_take": "When a discard leaves two cards in the stock the other may take it to knock with "
        "another discard, else the deal is void.",
        "may_take_and_return": "When a discard leaves two cards in the stock the other may take it to "
        "knock, also turning down that very card, else the deal is void.",
    }
    rules.append(last[options.last_discard])
    if options.standstill:
        rules.append(
            f"{options.standstill} turns a player in a row without a draw from the stock void the deal."
        )
    return rules


def _score(options: GinOptions) -> list[str]:
    tie = "Equal counts or a higher knocker" if options.undercut_on_tie else "A higher knocker"
    rules = [f"Gin scores the opponent's deadwood and {options.gin_bonus}; it cannot be undercut."]
    if options.knock_limit:
        rules[:0] = [
            "The knocker with the lower count scores the difference.",
            f"{tie}: undercut, the opponent scores the difference and {options.undercut_bonus}.",
        ]
        if not options.undercut_on_tie:
            rules.append("With equal counts nobody scores and the deal is dealt again.")
    if options.extra_boxes:
        rules.append("Gin is worth two extra boxes, an undercut one.")
    dealers = {
        "loser": "The loser deals next.",
        "winner": "The winner deals next.",
        "alternate": "The deal alternates.",
    }
    return [*rules, dealers[options.next_dealer] + " After a void deal the same player deals again."]


def _match(options: GinOptions) -> list[str]:
    shutout = {
        "bonus_doubled": "the bonus is doubled",
        "score_doubled": "points and bonus are doubled",
        "all_doubled": "points, bonus and boxes are doubled",
    }
    test = "has no points" if options.shutout_test == "no_points" else "has won no deal"
    when = "at the end" if options.box_timing == "end" else "at once, counting to the target"
    bonus = f" and a bonus of {options.game_bonus}" if options.game_bonus else ""
    rules = [f"The first to reach {options.target} wins the game{bonus}."]
    if options.game_bonus or options.shutout != "bonus_doubled":
        rules.append(f"Shutout: if the loser {test}, {shutout[options.shutout]}.")
    if options.box_bonus:
        rules.append(f"Each deal won is a box, worth {options.box_bonus} {when}.")
    return [*rules, f"If nobody gets there in {options.max_deals} deals, the higher total wins."]
