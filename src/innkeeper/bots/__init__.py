"""Players that are programs. They see only what their seat may see."""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import signature

from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.game import Game
from innkeeper.engine.improve import Improver
from innkeeper.engine.playout import Policy, RandomPolicy
from innkeeper.engine.search import Searcher
from innkeeper.engine.strategy import Budget

RANDOM = "random"
SEARCH = "search"  # a tree over what each seat sees
IMPROVE = "improve"  # the base policy, made better by paired roll-outs
ONE_BREATH = {"seconds": 0.1}  # for a move, if nobody says how long


def bot_names(game: Game) -> list[str]:
    """The bots that can play a game, the weakest first."""
    return [RANDOM, *game.bots]


def best_bot(game: Game) -> str:
    """The strongest bot a game has."""
    return bot_names(game)[-1]


def make_bot(game: Game, name: str) -> Policy:
    """A bot by its name, and where it takes one with a budget for each move: `search:0.1s`, `search:400`."""
    named, colon, budget = name.partition(":")
    make = makers(game).get(named)
    if make is None:
        raise InvalidOptions(f"{game.title} has no bot {named!r}; there are {', '.join(makers(game))}")
    if not colon:
        return make()
    given = read_budget(budget)
    (unit,) = given
    asked = signature(make).parameters.values()  # a compiled class without any takes whatever it is given
    if not any(one.name == unit or one.kind is one.VAR_KEYWORD for one in asked):
        raise InvalidOptions(f"the bot {named!r} takes no budget in {unit}")
    return make(**given)


def makers(game: Game) -> dict[str, Callable[..., Policy]]:
    """All bots by name: the quick ones, and those that think as long as they are given."""
    found: dict[str, Callable[..., Policy]] = {RANDOM: RandomPolicy, **game.bots}
    strategy = game.strategy
    if strategy is not None:
        found[SEARCH] = _with_budget(lambda budget: Searcher(strategy(), budget))
        found[IMPROVE] = _with_budget(lambda budget: Improver(strategy(), budget))
    for name, think in game.thinkers.items():
        found[name] = _with_budget(think)
    return found


def _with_budget(think: Callable[[Budget], Policy]) -> Callable[..., Policy]:
    return lambda **budget: think(Budget(**(budget or ONE_BREATH)))


def read_budget(text: str) -> dict[str, float]:
    """What a bot may spend on a move: a whole number is iterations, one with a point or an s is seconds."""
    try:
        value = float(text.removesuffix("s"))
        seconds = text.endswith("s") or "." in text
        if value <= 0 or not math.isfinite(value) or not (seconds or value.is_integer()):
            raise ValueError
    except ValueError:
        raise InvalidOptions(
            f"a budget is seconds such as 0.1s, or a whole number of iterations, not {shown(text)}"
        ) from None
    return {"seconds": value} if seconds else {"iterations": int(value)}
