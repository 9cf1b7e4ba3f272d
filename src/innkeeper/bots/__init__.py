"""Players that are programs. They see only what their seat may see."""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import signature

from innkeeper.bots.counter import COUNTER, counter
from innkeeper.bots.noisy import NOISY, Noisy
from innkeeper.bots.noisy import OFTEN as NOISE
from innkeeper.engine.beginner import OFTEN, Beginner, Untaught
from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.game import Game
from innkeeper.engine.improve import Improver
from innkeeper.engine.levels import CHAMPION, GUEST, LEGEND, REGULAR, VETERAN, Level
from innkeeper.engine.playout import Policy, RandomPolicy
from innkeeper.engine.search import Searcher
from innkeeper.engine.strategy import Budget, Strategy

RANDOM = "random"
BEGINNER = "beginner"  # the usual player; beginner:30 overlooks 30 answers in a hundred
SEARCH = "search"  # a tree over what each seat sees
IMPROVE = "improve"  # the base policy, made better by paired roll-outs
GLIMPSE = 20  # iterations for each move of a thinker as a counter imagines it
ONE_BREATH = {"seconds": 0.1}  # for a move, if nobody says how long


def bot_names(game: Game) -> list[str]:
    """The bots that answer at once, the weakest first."""
    return [RANDOM, *game.bots]


def _at_once(game: Game, named: str) -> bool:
    """Does a bot answer at once? Others think as long as they are given."""
    return named in (*bot_names(game), BEGINNER, NOISY)


def best_bot(game: Game) -> str:
    """The strongest of these."""
    return bot_names(game)[-1]


def levels_of(game: Game) -> dict[str, Level]:
    """The levels at which a game can be played against, the weakest first: what people are offered."""
    found = list(game.levels) or _usual_levels(game)
    return {level.name: level for level in found}


def _usual_levels(game: Game) -> list[Level]:
    """For a game that declares none: its usual bot, the same with a beginner's eyes, and what searches."""
    usual = best_bot(game)
    if usual == RANDOM:
        found = [Level(REGULAR, RANDOM, "Answers at random: the game has no player that knows better.")]
    else:
        found = [
            Level(GUEST, BEGINNER, "Plays as Regular does, and overlooks good answers as beginners do."),
            Level(REGULAR, usual, f"The game's own player, called {usual}."),
        ]
    if game.strategy is not None:
        found += [
            Level(VETERAN, f"{IMPROVE}:30", "Tries out a few answers in thirty worlds before it chooses."),
            Level(CHAMPION, f"{SEARCH}:0.1s", "Searches for a tenth of a second before each answer."),
            Level(LEGEND, f"{SEARCH}:1s", "Takes its time: searches for a second before each answer."),
        ]
    return found


def strong_level(game: Game) -> str:
    """The strongest level that does not take its time: who gives hints, and looks back at matches."""
    return [name for name in levels_of(game) if name != LEGEND][-1]


def playable(game: Game) -> list[str]:
    """Who can sit down at a table: the levels, and the bots that answer at once."""
    return [*levels_of(game), *bot_names(game)]


def make_bot(game: Game, name: str) -> Policy:
    """A bot by its level or its name, and where it takes one with a budget for each move: `search:0.1s`."""
    named, colon, budget = _plays(game, name).partition(":")
    make = _counter(game, named) if named.startswith(COUNTER) else makers(game).get(named)
    if make is None:
        there = ", ".join([*levels_of(game), *makers(game)])
        raise InvalidOptions(f"{game.title} has no bot {named!r}; there are {there}")
    if not colon:
        return make()
    given = read_budget(budget)
    (unit,) = given
    asked = signature(make).parameters.values()  # a compiled class without any takes whatever it is given
    if not any(one.name == unit or one.kind is one.VAR_KEYWORD for one in asked):
        raise InvalidOptions(f"the bot {named!r} takes no budget in {unit}")
    return make(**given)


def looks(game: Game, name: str) -> bool:
    """Does a bot look at the table before it chooses? One that is not here looks at nothing."""
    named = _plays(game, name).partition(":")[0]
    make = makers(game).get(named)
    return make is not None and (named not in bot_names(game) or make().looks)


def breath(game: Game, name: str) -> float:
    """The seconds that a bot may think about one move; 0 if it answers at once."""
    named, colon, budget = _plays(game, name).partition(":")
    if colon:
        return read_budget(budget).get("seconds", 0.0)
    return 0.0 if _at_once(game, named) or named not in makers(game) else ONE_BREATH["seconds"]


def _plays(game: Game, name: str) -> str:
    """Who plays under a name, which may be that of a level."""
    level = levels_of(game).get(name)
    return name if level is None else level.plays


def makers(game: Game) -> dict[str, Callable[..., Policy]]:
    """All bots by name: the quick ones, and those that think as long as they are given."""
    found: dict[str, Callable[..., Policy]] = {RANDOM: RandomPolicy, **game.bots}
    strategy = game.strategy
    if game.bots:
        found[BEGINNER] = lambda iterations=OFTEN: _beginner(game, iterations)
        found[NOISY] = lambda iterations=NOISE: Noisy(
            make_bot(game, levels_of(game)[REGULAR].plays), iterations
        )
    if strategy is not None:
        found[SEARCH] = _with_budget(lambda budget: Searcher(strategy(), budget))
        found[IMPROVE] = _with_budget(lambda budget: Improver(strategy(), budget))
    for name, think in game.thinkers.items():
        found[name] = _with_budget(think)
    return found


def _beginner(game: Game, often: int) -> Policy:
    """Whoever plays as the game's regular does, with a beginner's eyes."""
    return Beginner(judge_of(game), make_bot(game, levels_of(game)[REGULAR].plays), often)


def judge_of(game: Game) -> Strategy:
    """What a game makes of its positions; of one that says nothing about them, only how matches end."""
    return Untaught(make_bot(game, REGULAR)) if game.strategy is None else game.strategy()


def _counter(game: Game, named: str) -> Callable[..., Policy] | None:
    """A player that knows whom it plays against, see `counter`; None: there is no such rival."""
    strategy, rival = game.strategy, named.removeprefix(COUNTER)
    if strategy is None or not foreseeable(game, rival):
        return None
    return _with_budget(lambda budget: counter(strategy(), lambda: _imagined(game, rival), budget))


def foreseeable(game: Game, rival: str) -> bool:
    """Can a counter know what a player does? Not of one that draws its answers by lot."""
    there = rival in levels_of(game) or rival in makers(game)
    return there and not make_bot(game, rival).mixes


def _imagined(game: Game, rival: str) -> Policy:
    """A rival as one can think of it many times for a move: it takes less time than at the table."""
    plays = _plays(game, rival)
    named = plays.partition(":")[0]
    return make_bot(game, plays if _at_once(game, named) else f"{named}:{GLIMPSE}")


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
