"""The rules in words of Gin and its relatives, with the numbers of the options in force."""

from __future__ import annotations

from rummy_core.targets import where_none_is_reached
from rummy_variants.gin_options import GinOptions, SharedGinOptions


def describe(options: GinOptions, players: int) -> list[str]:
    """The rules of Gin in words, with the numbers of ``options``, for so many players."""
    within = f"is {options.knock_limit} or less" if options.knock_limit else ""
    return [
        *aim(options, players),
        *play(options),
        *knock(options, within),
        *score(options, players, undercuts=options.knock_limit > 0),
        *match(options, players),
    ]


def aim(options: SharedGinOptions, players: int) -> list[str]:
    """Who plays, what is collected, what is left counts, and what is dealt."""
    aces = "Aces are low: A-2-3 is a run, Q-K-A is not."
    if options.ace == "around":
        aces = "Aces turn the corner: A-2-3, Q-K-A and K-A-2 are runs."
    start = "Each gets ten cards; the next card is turned up beside the stock."
    if options.deals_eleven:
        start = "The dealer gets ten cards, the other eleven; no card is turned up."
    return [
        *_who_plays(players),
        "Put your hand together in sets (three or four of a rank) and runs "
        "(three or more in suit); a card belongs to one of them only.",
        aces,
        f"Unmatched cards are deadwood: pictures count 10, aces {options.ace_deadwood}, others their pips.",
        start,
    ]


def _who_plays(players: int) -> list[str]:
    if players == 3:
        return [
            "Three players, 52 cards, each for himself. The dealer deals to the two others and sits out; the "
            "player on his left begins."
        ]
    if players == 4:
        return [
            "Four players in two sides, partners opposite; 52 cards at each of two tables.",
            "In a round each plays one of the other side, and changes opponents for the next. Both members "
            "of one side deal.",
        ]
    return ["Two players, 52 cards."]


def play(options: SharedGinOptions) -> list[str]:
    """The opening and the turn."""
    opening = (
        "The non-dealer may take the upcard or pass, then the dealer; if both pass, the non-dealer draws "
        "from the stock."
    )
    if options.deals_eleven:
        knock = "discards or knocks" if options.eleven_may_knock else "only discards"
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


def knock(options: SharedGinOptions, within: str) -> list[str]:
    """Knocking, the answer, and the end of the stock.

    ``within`` says what the deadwood of a knock is at most; nothing where only gin is played.
    """
    if within:
        knock = (
            "After drawing you may knock: lay a card face down and spread your hand when its deadwood "
            f"{within}. With none at all you have gin. You never have to."
        )
    else:
        knock = "After drawing you may go gin: lay a card face down with no deadwood left."
    rules = [knock]
    if options.big_gin:
        rules.append(f"Eleven melded cards may be spread without a discard: big gin, {options.big_gin}.")
    if options.layoff_on_gin:
        rules.append("The opponent spreads too and lays off cards that fit the knocker's melds.")
    elif within:
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


def score(
    options: SharedGinOptions, players: int, *, undercuts: bool = True, spade: tuple[str, ...] = ()
) -> list[str]:
    """What a deal scores, and who deals next; ``spade`` are lines for a deal that counts double."""
    tie = "Equal counts or a higher knocker" if options.undercut_on_tie else "A higher knocker"
    rules = [f"Gin scores the opponent's deadwood and {options.gin_bonus}; it cannot be undercut."]
    if undercuts:
        rules[:0] = [
            "The knocker with the lower count scores the difference.",
            f"{tie}: undercut, the opponent scores the difference and {options.undercut_bonus}.",
        ]
        if not options.undercut_on_tie:
            rules.append("With equal counts nobody scores and the deal is dealt again.")
    if options.extra_boxes:
        rules.append("Gin is worth two extra boxes, an undercut one.")
    rules += spade
    if players == 4:
        rules.append(
            "When both tables have played, the side with more points scores the difference; so it scores all "
            "of them where both its members won. A void deal counts nothing."
        )
    return [*rules, _next_dealer(options, players)]


def _next_dealer(options: SharedGinOptions, players: int) -> str:
    if players == 3:
        return "The loser deals next and sits out. After a void deal the same two play again."
    side = "side that lost" if players == 4 else "loser"
    winner = "side that won" if players == 4 else "winner"
    dealers = {
        "loser": f"The {side} deals next.",
        "winner": f"The {winner} deals next.",
        "alternate": "The deal alternates.",
    }
    if players == 4:
        again = "Where nobody scored the same side deals again, with the same pairs if both deals were void."
    else:
        again = "After a void deal the same player deals again."
    return f"{dealers[options.next_dealer]} {again}"


def match(options: SharedGinOptions, players: int) -> list[str]:
    """The target, the bonuses and the end."""
    shutout = {
        "bonus_doubled": "the bonus is doubled",
        "score_doubled": "points and bonus are doubled",
        "all_doubled": "points, bonus and boxes are doubled",
    }
    test = "has no points" if options.shutout_test == "no_points" else "has won no deal"
    loser = f"both others have {test.removeprefix('has ')}" if players == 3 else f"the loser {test}"
    when = "at the end" if options.box_timing == "end" else "at once, counting to the target"
    bonus = f" and a bonus of {options.game_bonus}" if options.game_bonus else ""
    rules = [f"The first to reach {options.target} wins the game{bonus}."]
    if options.hollywood:
        bonus = bonus.replace(" and", ", with")
        rules = [
            "The score is kept in three columns, each a game of its own. Your first win is entered in one "
            "column, your second in two, later ones in all three; who has no entry in a column when it "
            "closes begins in the next one that is open.",
            f"The first to reach {options.target} in a column closes and wins it{bonus}. The match ends "
            "when all three are closed; the highest sum of all three wins.",
        ]
    if options.game_bonus or options.shutout != "bonus_doubled":
        rules.append(f"Shutout: if {loser}, {shutout[options.shutout]}.")
    if options.box_bonus:
        deal = "round" if players == 4 else "deal"
        rules.append(f"Each {deal} won is a box, worth {options.box_bonus} {when}.")
    if players == 3:
        rules.append("At the end each two players settle the difference of their totals.")
    return [*rules, where_none_is_reached(options.max_deals)]
