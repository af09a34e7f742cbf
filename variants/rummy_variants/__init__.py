"""Rule plugins: one module a game."""
