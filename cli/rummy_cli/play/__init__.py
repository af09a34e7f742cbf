"""A match between people and bots in a terminal."""
