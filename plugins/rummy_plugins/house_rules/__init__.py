"""House rules: each a small module, stacked on any game that has what it needs."""
