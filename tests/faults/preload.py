"""Loaded once into the process that all killable servers are forked from."""

from innkeeper.engine.game import all_games

for game in all_games()[0]:
    game.book_of(game.content)
