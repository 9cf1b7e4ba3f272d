"""OpenSpiel as a contestant: MagicDuel as a Python game, and copies of games written in C++."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version

import pyspiel

from benchmarks.contest import MIDGAME_SEED, MIDGAME_STEPS, RECORDED, Contestant, Job
from benchmarks.peers import magicduel_openspiel
from benchmarks.peers.fastchance import FastChance

PRESETS = ("tournament", "literal")
# Card games in C++ with two players, and where their random play is about half over.
COMPILED_GAMES = {"leduc_poker": 4, "gin_rummy": 60, "hanabi": 30}
SEEN = ("leduc_poker", "hanabi", "liars_dice")  # with the tensor of the player whose turn it is


def contestant(name: str) -> Contestant:
    """OpenSpiel, for the worker."""
    jobs: dict[str, Job] = {}
    for preset in PRESETS:
        game = load(preset)
        games = [picks(game, seed) for seed in range(1, RECORDED + 1)]
        jobs[f"driven {preset}"] = partial(driven, game, games)
        jobs[f"copies {preset}"] = partial(copied, after(game, picks(game, MIDGAME_SEED)[:MIDGAME_STEPS]))
    for short_name, steps in COMPILED_GAMES.items():
        jobs[f"copies {short_name}"] = partial(copied, random_position(short_name, steps))
    for short_name in SEEN:
        jobs[f"viewed {short_name}"] = partial(viewed, pyspiel.load_game(short_name))
    return Contestant(f"open_spiel {version('open_spiel')}", jobs, trace, PRESETS)


def load(preset: str) -> pyspiel.Game:
    """One table of MagicDuel."""
    return pyspiel.load_game(magicduel_openspiel.SHORT_NAME, {"preset": preset})


def picks(game: pyspiel.Game, seed: int) -> list[int]:
    """Which legal action random play takes at every step of the game of a seed."""
    chance = FastChance(seed)
    state = game.new_initial_state()
    taken = []
    while not state.is_terminal():
        legal = state.legal_actions()
        taken.append(chance.below(len(legal)))
        state.apply_action(legal[taken[-1]])
    return taken


def driven(game: pyspiel.Game, games: list[list[int]], count: int) -> int:
    """Recorded games driven from outside, as a bot in Python would."""
    steps = 0
    for number in range(count):
        state = game.new_initial_state()
        taken = iter(games[number % len(games)])
        while not state.is_terminal():
            seat = state.current_player()
            legal = state.legal_actions(seat)
            state.apply_action(legal[next(taken)])
            steps += 1
    return steps


def after(game: pyspiel.Game, taken: list[int]) -> pyspiel.State:
    """The position after some picks."""
    state = game.new_initial_state()
    for pick in taken:
        state.apply_action(state.legal_actions()[pick])
    return state


def random_position(short_name: str, steps: int) -> pyspiel.State:
    """A position in the middle of a random game, chance moves included."""
    chance = FastChance(MIDGAME_SEED)
    game = pyspiel.load_game(short_name)
    while True:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[chance.below(len(legal))])
        else:
            if not state.is_terminal():
                return state


def viewed(game: pyspiel.Game, count: int) -> int:
    """Random games; the tensor of the player whose turn it is is asked for at every decision."""
    kind = game.get_type()
    steps = 0
    for number in range(count):
        chance = FastChance(number + 1)
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                if kind.provides_observation_tensor:
                    state.observation_tensor()
                else:
                    state.information_state_tensor()
                steps += 1
            legal = state.legal_actions()
            state.apply_action(legal[chance.below(len(legal))])
    return steps


def copied(state: pyspiel.State, count: int) -> int:
    """Copies made in a Python loop."""
    clone = state.clone
    for _ in range(count):
        clone()
    return count


def trace(preset: str, seed: int) -> str:
    """One random game as text, in the words of magicduel_limit.c."""
    chance = FastChance(seed)
    state = load(preset).new_initial_state()
    lines = []
    while not state.is_terminal():
        legal = state.legal_actions()
        index = chance.below(len(legal))
        lines.append(f"{index}/{len(legal)} {state.action_to_string(legal[index])}")
        state.apply_action(legal[index])
    lines.append(f"{state} winner {state.winner} {state.reason}\n")
    return "\n".join(lines)
