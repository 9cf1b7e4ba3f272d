"""The games as environments for learners, in the standards of their communities.

    import gymnasium, innkeeper.envs
    env = gymnasium.make("innkeeper/Echo-v1", rivals="greedy")

| `solo`, `many` | Gymnasium: one seat against named bots; many matches in step |
| `batch` | those many matches as bare arrays, for whoever trains by hand |
| `zoo` | PettingZoo: one seat after the other, or all at once |
| `spiel` | OpenSpiel, with every die and shuffle as chance nodes |

The extras `innkeeper[rl]` and `innkeeper[spiel]` bring what these need. What all have in common is written
down in docs/research.md.
"""

from __future__ import annotations

from contextlib import suppress

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
                vector_entry_point="innkeeper.envs.many:Many",
                kwargs={"game": game.id},
            )


with suppress(ModuleNotFoundError):  # without Gymnasium there is nothing to make known, and the rest works
    register()
