"""Innkeeper itself as a contestant, in whichever build the import path holds."""

from __future__ import annotations

from functools import partial
from typing import Any

import innkeeper
from benchmarks.contest import MIDGAME_SEED, MIDGAME_STEPS, PRESETS, RECORDED, Contestant, Job, Missing
from innkeeper.engine import frame
from innkeeper.engine.batch import Matches
from innkeeper.engine.events import Log
from innkeeper.engine.frame import State
from innkeeper.engine.playout import playouts
from innkeeper.envs.batch import make_matches

BATCH = 64  # matches in step


def opening(options: dict[str, object]) -> State:
    """The first position of a table."""
    match = innkeeper.new_match("magicduel", options=options, chance=innkeeper.FastChance(1), log=False)
    return match.state.copy()


def build() -> str:
    """Which build is running."""
    return "plain" if str(frame.__file__).endswith(".py") else "compiled"


def contestant(name: str) -> Contestant:
    """The kernel, for the worker; `name` is the build that is expected."""
    if build() != name:
        raise Missing(f"the {name} build is not there (the {build()} one is)")
    jobs: dict[str, Job] = {}
    for preset in PRESETS:
        start = opening({"preset": preset})
        games = [picks(start, seed) for seed in range(1, RECORDED + 1)]
        jobs[f"playouts {preset}"] = partial(playouts, start, 1)
        jobs[f"driven {preset}"] = partial(driven, start, games)
        jobs[f"viewed {preset}"] = partial(viewed, start)
        jobs[f"batch {preset}"] = partial(stepped, make_matches("magicduel", None, {"preset": preset}, BATCH))
        jobs[f"watched {preset}"] = partial(watched, start)
        jobs[f"copies {preset}"] = partial(copied, after(start, picks(start, MIDGAME_SEED)[:MIDGAME_STEPS]))
    return Contestant(
        version=f"innkeeper {innkeeper.__version__}, {name}",
        jobs=jobs,
        trace=lambda preset, seed: trace({"preset": preset}, seed),
        presets=tuple(PRESETS),
    )


def picks(start: State, seed: int) -> list[int]:
    """Which legal action random play takes at every step of the game of a seed."""
    s = start.copy()
    chance = innkeeper.FastChance(seed)
    taken = []
    while not s.over:
        seat = s.decider()
        legal = s.actions(seat)
        taken.append(chance.below(len(legal)))
        s.act(seat, legal[taken[-1]])
    return taken


def after(start: State, taken: list[int]) -> State:
    """The position after some picks."""
    s = start.copy()
    for pick in taken:
        seat = s.decider()
        s.act(seat, s.actions(seat)[pick])
    return s


def driven(start: State, games: list[list[int]], count: int) -> int:
    """Recorded games driven from outside, as a bot in Python would."""
    steps = 0
    for number in range(count):
        s = start.copy()
        taken = iter(games[number % len(games)])
        while not s.over:
            seat = s.decider()
            legal = s.actions(seat)
            s.act(seat, legal[next(taken)])
            steps += 1
    return steps


def viewed(start: State, count: int) -> int:
    """Random games; the acting seat's view is built before every decision."""
    steps = 0
    for seed in range(1, count + 1):
        s = start.copy()
        chance = innkeeper.FastChance(seed)
        while not s.over:
            seat = s.decider()
            innkeeper.view(s, seat)
            legal = s.actions(seat)
            s.act(seat, legal[chance.below(len(legal))])
            steps += 1
    return steps


def stepped(matches: Matches, count: int) -> int:
    """Steps of a batch: random answers, rows and masks, the next match in place of one that is over."""
    before = matches.decisions
    for _ in range(count):
        matches.step(matches.sample())
    return int(matches.decisions - before)


def watched(start: State, count: int) -> int:
    """The same with the log as well: all that a referee at a real table does."""
    steps = 0
    for seed in range(1, count + 1):
        s = start.copy()
        s.log = Log()
        chance = innkeeper.FastChance(seed)
        while not s.over:
            seat = s.decider()
            innkeeper.view(s, seat)
            legal = s.actions(seat)
            s.act(seat, legal[chance.below(len(legal))])
            steps += 1
    return steps


def copied(s: State, count: int) -> int:
    """Copies made in a Python loop, as a search in Python would."""
    copy = s.copy
    for _ in range(count):
        copy()
    return count


def trace(options: dict[str, object], seed: int) -> str:
    """One random game as text, in the words of magicduel_limit.c."""
    s = opening(options)
    chance = innkeeper.FastChance(seed)
    lines = []
    while not s.over:
        seat = s.decider()
        legal = s.actions(seat)
        index = chance.below(len(legal))
        lines.append(f"{index}/{len(legal)} {legal[index].id}")
        s.act(seat, legal[index])
    view: dict[str, Any] = innkeeper.view(s, None)
    for player in view["seats"]:
        values = [f"{name} {player[name]}" for name in ("hp", "magic", "burn", "shield")]
        minions = [f"{m['kind']}:{m['uid']}:{m['hp']}:{m['attack']}:{m['age']}" for m in player["minions"]]
        lines.append(" ".join(values + minions))
    table = view["table"]
    winner = next(iter(table["result"]["winners"]), -1)
    lines.append(f"round {table['round']} turn {view['turn']} winner {winner} {table['result']['reason']}\n")
    return "\n".join(lines)
