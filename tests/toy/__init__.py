"""A game that only the tests play."""
