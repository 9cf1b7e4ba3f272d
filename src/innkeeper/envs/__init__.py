"""The games as environments for learners, in the standards of their communities.

    import gymnasium, innkeeper.envs
    env = gymnasium.make("innkeeper/Echo-v1", rivals="greedy")

| `solo` | Gymnasium: one seat against named bots |
| `zoo` | PettingZoo: one seat after the other, or all at once |
| `spiel` | OpenSpiel, with every die and shuffle as chance nodes |

The extras `innkeeper[rl]` and `innkeeper[spiel]` bring what these need. What all have in common is written
down in docs/research.md.
"""

from __future__ import annotations

from importlib.util import find_spec

from innkeeper.engine.errors import UnknownGame
from innkeeper.engine.game import Game, all_games

NAMESPACE = "innkeeper"


def env_id(game: Game) -> str:
    """What a game is called at Gymnasium: its title, and a version that rises with its rules or its eyes."""
    name = "".join(letter for letter in game.title if letter.isalnum())
    return f"{NAMESPACE}/{name}-v{game.eyes_of().version}"


def register() -> None:
    """Make every game that learners can see known to Gymnasium. Importing this package does it."""
    import gymnasium

    for game in all_games()[0]:
        try:
            id = env_id(game)
        except UnknownGame:  # it has no eyes
            continue
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="innkeeper.envs.solo:Solo",
                kwargs={"game": game.id},
            )


if find_spec("gymnasium") is not None:
    register()
