"""Drawn tables of a game, and guests who play there.

The default run is quick and always the same; INNKEEPER_SLOW=1 draws ten times more, and anew.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

import innkeeper
from innkeeper import FastChance, IllegalAction, Match
from innkeeper.engine.game import Game
from innkeeper.testing.players import RANDOM, VARIED, Party
from innkeeper.testing.tables import settings

SLOW = bool(os.environ.get("INNKEEPER_SLOW"))
ACTION_ID = re.compile(r"[a-z][a-z0-9_-]*(:[a-z0-9_.,+-]+)*")
F = TypeVar("F", bound=Callable[..., None])


def drawn(examples: int) -> Callable[[F], F]:
    """Run a test with so many drawn tables (`data.draw(settings(game_id))`)."""
    return hypothesis.settings(
        max_examples=examples * (10 if SLOW else 1),
        deadline=None,
        derandomize=not SLOW,
        phases=[Phase.generate, Phase.shrink],  # explaining takes a minute and says little here
        suppress_health_check=list(HealthCheck),
    )


def load(game_id: str) -> Game:
    try:
        return innkeeper.get_game(game_id)
    except (ImportError, innkeeper.UnknownGame) as wrong:
        pytest.fail(f"{game_id} cannot be loaded: {wrong}", pytrace=False)


seeds = st.integers(0, 2**40)


def sit_down(game_id: str, data: st.DataObject, **more: Any) -> tuple[Match, Party]:
    """A new match at a drawn table, and somebody to play it."""
    game = load(game_id)
    table = data.draw(settings(game_id), label="table")
    seed = data.draw(seeds, label="seed")
    match = innkeeper.new_match(
        game_id, seats=table.seats, options=table.options, chance=FastChance(seed), **more
    )
    players = [RANDOM if (seed >> seat) & 1 else VARIED for seat in range(table.seats)]
    return match, Party(game, players, seed)


def positions(game_id: str, data: st.DataObject, most: int = 150, looks: int = 8) -> Iterator[Match]:
    """Some positions of a random match."""
    match, party = sit_down(game_id, data, log=False)
    steps = data.draw(st.integers(0, most), label="steps")
    every = max(1, steps // looks)
    yield match
    for step in range(steps):
        if match.outcome is not None:
            break
        choice = party.next(match.state)
        match.act(choice.seat, choice.action.id)
        if step % every == 0:
            yield match
    yield match


def eventful(match: Match, party: Party, steps: int, leaving: bool = True) -> None:
    """Play on with everything that can happen at a table: clocks, undos free and agreed, resignations."""
    whims = party.chance
    for _ in range(steps):
        if match.outcome is not None:
            return
        whim = whims.below(200 if leaving else 30)
        free = [seat for seat in range(match.seats) if match.can_undo(seat)]
        if whim < 6:
            match.time_out(next(iter(match.pending)))
        elif whim < 12 and free:
            match.undo(free[whims.below(len(free))])
        elif whim < 14:
            with contextlib.suppress(IllegalAction):  # it may have nothing left to take back
                match.undo(whims.below(match.seats), agreed=True)
        elif whim == 199:
            playing = [seat for seat in range(match.seats) if match.state.playing(seat)]
            match.resign(playing[whims.below(len(playing))])
        else:
            choice = party.next(match.state)
            match.act(choice.seat, choice.action.id)


def check_clause(game: Game, clause: object) -> None:
    if clause not in game.rulebook.clauses:
        pytest.fail(f"{clause} does not stand in the rulebook of {game.id}")


def viewers(match: Match) -> list[int | None]:
    return [*range(match.seats), None]
