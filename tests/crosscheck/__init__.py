"""The engine held against what other programs said of the same cards."""
