"""What `innkeeper new-game` copies: a whole small game, its tests and its package."""
