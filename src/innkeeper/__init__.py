"""Innkeeper: one referee for many tabletop games.

Everything public can be imported from here; modules are loaded when they are first used, so that
the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from innkeeper.engine.chance import Chance, FairChance, FastChance, ScriptedChance
    from innkeeper.engine.content import Content
    from innkeeper.engine.dice import Dice
    from innkeeper.engine.errors import (
        IllegalAction,
        InnkeeperError,
        InvalidContent,
        InvalidOptions,
        InvalidRecord,
        ScriptError,
        UnknownGame,
    )
    from innkeeper.engine.game import Game, game_ids, get_game, register, view
    from innkeeper.engine.match import Decision, Match, new_match
    from innkeeper.engine.outcome import Outcome
    from innkeeper.engine.record import replay, verify

__version__ = "0.1.0"

__all__ = [
    "Chance",
    "Content",
    "Decision",
    "Dice",
    "FairChance",
    "FastChance",
    "Game",
    "IllegalAction",
    "InnkeeperError",
    "InvalidContent",
    "InvalidOptions",
    "InvalidRecord",
    "Match",
    "Outcome",
    "ScriptError",
    "ScriptedChance",
    "UnknownGame",
    "game_ids",
    "get_game",
    "new_match",
    "register",
    "replay",
    "verify",
    "view",
]

_HOMES = ("chance", "content", "dice", "errors", "game", "match", "outcome", "record")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"innkeeper.engine.{home}")
            if getattr(getattr(module, name, None), "__module__", None) == module.__name__:
                value = globals()[name] = getattr(module, name)
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
