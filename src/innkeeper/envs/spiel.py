"""The games for OpenSpiel: sequential, with every die and every card of a shuffle as a chance node.

    import pyspiel, innkeeper.envs.spiel
    game = pyspiel.load_game("innkeeper_echo")

Seats that choose at the same time are asked one after the other; what they chose stays hidden until all have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from innkeeper.engine.game import Game, all_games, get_game
from innkeeper.envs.needs import needs
from innkeeper.envs.positions import STEPS, Setting, setting_of, write_options
from innkeeper.envs.table import Table

with needs("spiel"):
    import numpy as np
    import pyspiel

MOST_OUTCOMES = 1024  # of a chance node, where nobody counts them: more than a die has faces, or a deck cards
DEFAULTS = {"seats": 0, "preset": "", "options": "", "content": "", "chance": STEPS, "offers": False}


def load(
    game: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    content: str = "",
    chance: str = STEPS,
    offers: bool = False,
) -> Any:
    """An OpenSpiel game: `pyspiel.load_game("innkeeper_echo", …)` with the parameters written out."""
    register(game)
    given = {
        "seats": seats or 0,
        "options": write_options(options or {}),
        "content": content,
        "chance": chance,
        "offers": offers,
    }
    return pyspiel.load_game(short_name(game), given)


class SpielState(pyspiel.State):
    """A state of OpenSpiel over a position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = game.setting.opening

    def current_player(self) -> int:
        """Whose turn it is; chance has its own number, and so has the end."""
        if self.at.toss is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.at.seat < 0 else self.at.seat

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.at.over()

    def returns(self) -> list[float]:
        """What each seat has won."""
        return self.at.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, and how likely that is."""
        assert self.at.toss is not None
        return self.at.toss.odds

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal()

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.at.setting.eyes.names[action]
        return str(action) if self.at.toss is None else self.at.toss.called(action)

    def __str__(self) -> str:
        s = self.at.state
        told = "before the set-up" if s is None else s.phase()
        return f"{told} after {self.history_str() or 'nothing'}"


class Observer:
    """What a player sees as a tensor, and in words; with perfect recall, all that it knows in words."""

    def __init__(self, setting: Setting, recalls: bool) -> None:
        self.eyes = setting.eyes
        self.recalls = recalls
        self.tensor = np.zeros(setting.eyes.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        s = state.at.state
        if s is None:
            self.tensor.fill(0)
        else:
            row: Any = self.eyes.row(s, player)
            self.tensor[:] = np.frombuffer(row, np.int16)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or knows."""
        return state.at.information(player) if self.recalls else state.at.observation(player)


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel at one kind of table."""

    def __init__(self, id: str, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {}), "game": id}
        self.setting = setting_of(json.dumps(given, sort_keys=True))
        table = self.setting.table
        dealt = self.setting.opening.toss
        info = pyspiel.GameInfo(
            num_distinct_actions=table.eyes.codes,
            max_chance_outcomes=max(MOST_OUTCOMES, 0 if dealt is None else len(dealt.odds)),
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if duel(table.game) else None,
            max_game_length=max_length(table),
        )
        super().__init__(kind_of(table.game), info, dict(params or {}))

    def new_initial_state(self, *_: object) -> SpielState:
        """The state before the set-up, where chance is asked for it; after it otherwise."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Something that sees what one player sees."""
        return Observer(self.setting, iig_obs_type is not None and iig_obs_type.perfect_recall)


def duel(game: Game) -> bool:
    """Is what one wins always what the other loses?"""
    if game.seats != range(2, 3):
        return False
    return not game.together(game.options.resolve(None, game.book_of(game.content)))


def max_length(table: Table) -> int:
    """No match has more decisions than this, nor more chance nodes."""
    return int(table.game.bound(table.options, table.seats)) + MOST_OUTCOMES


def short_name(id: str) -> str:
    """What a game is called at OpenSpiel."""
    return "innkeeper_" + id.replace("-", "_")


def kind_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game.id),
        long_name=f"Innkeeper: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if duel(game) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


@cache
def register(id: str) -> None:
    """Make a game known to OpenSpiel, once. It wants a class: other callables outlive Python there."""

    class Named(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(id, params)

    pyspiel.register_game(kind_of(get_game(id)), Named)


for _game in all_games()[0]:
    register(_game.id)
