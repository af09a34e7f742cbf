"""Hands that several files of tests share."""

TEN_LEFT = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
"""Nine cards in three melds and the ten of spades: knocks with 10 whatever is drawn and thrown."""
LOOSE = "KC QD JC 9S 8D 8C 6S 5C 2H KH"
"""No meld, and no card that fits those of TEN_LEFT."""
