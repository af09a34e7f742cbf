"""Kalooki: a game for rummykit."""
