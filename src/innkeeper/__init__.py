"""Innkeeper: one referee for many tabletop games."""

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
