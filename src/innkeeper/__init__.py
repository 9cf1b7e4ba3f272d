"""Innkeeper: one referee for many tabletop games.

Everything public can be imported from here (docs/reference.md says what each name is); modules are loaded
when they are first used, so that the command line starts at once. Three of them are vocabularies of short
words and are used by their own name: `events.number(…)`, `shapes.card(…)`, `words.whole(…)`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from innkeeper.engine import events, shapes, words
    from innkeeper.engine.action import Action, Domain, Verb, Verbs
    from innkeeper.engine.chance import Chance, FairChance, FastChance, ScriptedChance
    from innkeeper.engine.content import Content
    from innkeeper.engine.dice import Dice
    from innkeeper.engine.errors import (
        FaultyGame,
        IllegalAction,
        IncompleteWord,
        InnkeeperError,
        InvalidContent,
        InvalidOptions,
        InvalidRecord,
        ScriptError,
        UnknownGame,
    )
    from innkeeper.engine.events import EVERYBODY, SPECTATORS, Event, Kind, Kinds, Log
    from innkeeper.engine.eyes import Eyes
    from innkeeper.engine.foresight import Beware, Change, Foreseen
    from innkeeper.engine.frame import (
        Frame,
        Sealed,
        State,
        Writer,
        fingerprint,
        result_view,
        seats_of,
        table_view,
    )
    from innkeeper.engine.game import Game, game_ids, get_game, register, registered, unregister, view
    from innkeeper.engine.improve import Improver
    from innkeeper.engine.match import Decision, Match, new_match
    from innkeeper.engine.options import LITERAL, Options, Preset
    from innkeeper.engine.outcome import Outcome
    from innkeeper.engine.playout import Best, Policy, RandomPolicy, ask, invite, play, playout
    from innkeeper.engine.record import positions, replay, verify
    from innkeeper.engine.search import Searcher
    from innkeeper.engine.strategy import Budget, Settings, Strategy, shares, wins
    from innkeeper.engine.words import Vocabulary

__version__ = "0.1.0"

__all__ = [
    "EVERYBODY",
    "LITERAL",
    "SPECTATORS",
    "Action",
    "Best",
    "Beware",
    "Budget",
    "Chance",
    "Change",
    "Content",
    "Decision",
    "Dice",
    "Domain",
    "Event",
    "Eyes",
    "FairChance",
    "FastChance",
    "FaultyGame",
    "Foreseen",
    "Frame",
    "Game",
    "IllegalAction",
    "Improver",
    "IncompleteWord",
    "InnkeeperError",
    "InvalidContent",
    "InvalidOptions",
    "InvalidRecord",
    "Kind",
    "Kinds",
    "Log",
    "Match",
    "Options",
    "Outcome",
    "Policy",
    "Preset",
    "RandomPolicy",
    "ScriptError",
    "ScriptedChance",
    "Sealed",
    "Searcher",
    "Settings",
    "State",
    "Strategy",
    "UnknownGame",
    "Verb",
    "Verbs",
    "Vocabulary",
    "Writer",
    "ask",
    "events",
    "fingerprint",
    "game_ids",
    "get_game",
    "invite",
    "new_match",
    "play",
    "playout",
    "positions",
    "register",
    "registered",
    "replay",
    "result_view",
    "seats_of",
    "shapes",
    "shares",
    "table_view",
    "unregister",
    "verify",
    "view",
    "wins",
    "words",
]

_VOCABULARIES = ("events", "shapes", "words")
_HOMES = (  # in this order: what stands in two of them is meant as the first has it
    "errors",
    "action",
    "chance",
    "dice",
    "events",
    "outcome",
    "frame",
    "playout",
    "strategy",
    "eyes",
    "search",
    "improve",
    "content",
    "options",
    "foresight",
    "words",
    "game",
    "match",
    "record",
)


def __getattr__(name: str) -> Any:
    if name in _VOCABULARIES:
        return import_module(f"innkeeper.engine.{name}")
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"innkeeper.engine.{home}")
            if hasattr(module, name):
                value = globals()[name] = getattr(module, name)
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
