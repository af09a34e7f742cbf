"""House rules and bots that come with the games."""
