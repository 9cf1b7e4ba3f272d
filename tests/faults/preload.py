"""Loaded once into the process that all killable servers are forked from.

An application is put together here and thrown away, for all that is imported on the way.
"""

from innkeeper.engine.game import all_games
from innkeeper.server.config import Settings
from innkeeper.server.serve import uvicorn_config

for game in all_games()[0]:
    game.book_of(game.content)
config = uvicorn_config(Settings(), "innkeeper.server.app:create")
config.load()
config.get_loop_factory()
