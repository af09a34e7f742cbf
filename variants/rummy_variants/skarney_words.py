"""Skarney's rules in words, with the numbers of the options in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy_variants.skarney import SkarneyOptions


def describe(options: SkarneyOptions, players: int) -> list[str]:
    """The rules in words, with the numbers of ``options``."""
    return [*_aim(options, players), *_turn(options), *_offer(options), *_score(options), *_match(options)]


def _aim(options: SkarneyOptions, players: int) -> list[str]:
    count = {2: "Two", 3: "Three", 4: "Four"}[players]
    who = f"{count} players, each alone"
    if options.sides == "partners":
        who = "Four players, partners opposite, who share their melds and their score"
    pack = "two packs and four jokers" if options.jokers else "two packs without jokers"
    wild = "Jokers and twos are wild" if options.jokers else "Twos are wild"
    alone = "twos alone, or jokers alone, are a meld too" if options.jokers else "twos alone are a meld too"
    longest = "three or four" if options.max_set else "three or more"
    return [
        f"{who}; {pack}. Each gets eleven cards; there is no upcard and no discard pile.",
        f"Melds are sets ({longest} of a rank, equal cards too) and runs (three or more in suit), aces high "
        f"or low but not round the corner. {wild}: one at most in a meld; but {longest} {alone}.",
    ]


def _turn(options: SkarneyOptions) -> list[str]:
    rules = [
        "In your turn draw the top of the stock. Then you may exchange: put a card into a meld of another "
        "side in the place of the wild card that stands for it, which comes to your hand."
    ]
    if options.contract == "none":
        rules.append("Then lay any melds you like.")
    else:
        must = "must" if options.contract_compulsory else "may"
        after = "that turn brings no other meld or lay-off"
        if options.play_after_contract_same_turn:
            after = "new melds may follow in that turn"
        rules += [
            "Contract, to be laid before anything else: in hands 1 to 3 three sets or three runs, in hands "
            "4 to 7 four, of exactly three cards each, from one hand and at once. "
            f"Who holds one {must} lay it; {after}. "
            + ("It serves both partners." if options.sides == "partners" else "Each needs his own."),
            "With the contract down lay any new melds.",
        ]
    whose = "your side's melds" if options.sides == "partners" else "your own melds"
    return [
        *rules,
        f"Lay cards off on {whose}, two a turn at most on each, and none on one laid this turn.",
    ]


def _offer(options: SkarneyOptions) -> list[str]:
    stops = "Aces, twos and jokers" if options.jokers else "Aces and twos"
    rules = [
        "The turn ends with an offer: show a card to the player on your left, then to the next ones; who "
        "accepts takes it, and refused by all it stays. With one card left say so and offer nothing.",
        f"{stops} are stop cards: only the player on your left is asked, and who accepts one does not draw "
        "in his next turn.",
    ]
    if options.no_return_offer:
        rules.append("A card accepted is not offered in your next turn, unless you hold no other.")
    return rules


def _score(options: SkarneyOptions) -> list[str]:
    end = (
        "The hand ends when somebody lays his last card, or after the turn in which the last card of the "
        "stock is drawn; that turn has no offer."
    )
    if options.standstill:
        end += f" {options.standstill} turns a player in a row with nothing drawn or laid end it as well."
    joker = "a joker 100 among its like and 50 as a wild card, " if options.jokers else ""
    in_hand = "jokers count 100, twos 50" if options.jokers else "twos count 50"
    missing = "has laid its contract" if options.contract == "required" else "has a meld"
    again = "is dealt again by the same dealer" if options.tie_hand == "replay" else "scores nothing"
    return [
        end,
        f"Melds count for their side: {joker}a two 50 among its like and 25 as a wild card, an ace 15, "
        "10 to king 10, 3 to 9 5.",
        f"Cards in hand count against it: {in_hand}, the others as in melds. The side that goes out does "
        "not count them.",
        "Going out brings 100 in hands 1 to 3, then 200, 300, 400 and 500; and 200 for a shutout if no "
        f"other side {missing}.",
        f"If nobody goes out the higher score wins that bonus; a hand that is tied {again}.",
    ]


def _match(options: SkarneyOptions) -> list[str]:
    return [
        "Seven hands are played, the deal passing left; the highest total wins. A tie is played off by "
        "further hands like the seventh.",
        f"After {options.max_deals} deals, hands dealt again included, the highest total wins.",
    ]
