"""Players that are programs. They see only what their seat may see."""

from __future__ import annotations

from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.game import Game
from innkeeper.engine.playout import Policy, RandomPolicy

RANDOM = "random"


def bot_names(game: Game) -> list[str]:
    """The bots that can play a game, the weakest first."""
    return [RANDOM, *game.bots]


def best_bot(game: Game) -> str:
    """The strongest bot a game has."""
    return bot_names(game)[-1]


def make_bot(game: Game, name: str) -> Policy:
    """A bot by its name."""
    if name == RANDOM:
        return RandomPolicy()
    if name not in game.bots:
        raise InvalidOptions(f"{game.title} has no bot {name!r}; there are {', '.join(bot_names(game))}")
    return game.bots[name]()
