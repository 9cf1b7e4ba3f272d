"""MagicDuel and other card games as other projects would play them."""
