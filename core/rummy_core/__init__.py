"""The engine of the rummy family: cards, melds, turns, scoring and secrecy. It knows no game."""
