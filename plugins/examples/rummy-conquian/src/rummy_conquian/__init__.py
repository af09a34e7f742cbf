"""Conquian: a game for rummykit."""
