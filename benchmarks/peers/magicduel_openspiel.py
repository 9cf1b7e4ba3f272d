"""MagicDuel as an OpenSpiel Python game, written the way OpenSpiel's own Python games are.

Targets are numbered by pedestal instead of uid, because OpenSpiel wants a fixed set of actions; in
ascending order they are the legal list of the rules. Tables that only `workshop` or single options
lead to are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyspiel

from benchmarks.contest import PRESETS

SHORT_NAME = "python_magicduel"
KINDS = ("bubble", "specter")
BUBBLE, SPECTER = range(2)
COST = (2, 5)
SLOTS = 2
NORMAL_PLAYER, NORMAL_MINION, PIERCE_PLAYER, PIERCE_MINION, HEAL = 0, 3, 5, 6, 8

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Python MagicDuel",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"preset": "literal"},
)


@dataclass(slots=True)
class Minion:
    """A Bubble or a Specter."""

    uid: int
    kind: int
    hp: int
    attack: int = 0
    age: int = 0


class Player:
    """What one seat has."""

    __slots__ = ("burn", "hp", "magic", "minions", "shield")

    def __init__(self, hp: int) -> None:
        self.hp = hp
        self.magic = 0
        self.burn = 0
        self.shield = 0
        self.minions: list[Minion] = []

    def hit(self, damage: int, burn: int) -> None:
        """Normal damage: the shield first (MD-4.4 to MD-4.7)."""
        absorbed = min(self.shield, damage)
        self.shield -= absorbed
        if damage > absorbed:
            self.hp -= damage - absorbed
            self.burn = min(99, self.burn + burn)

    def wound(self, slot: int, damage: int) -> None:
        """Damage to a minion (MD-4.9)."""
        minion = self.minions[slot]
        minion.hp -= damage
        if minion.hp <= 0:
            del self.minions[slot]

    def position(self) -> tuple[Any, ...]:
        """What counts for repetition (MD-9.5)."""
        minions = tuple((m.kind, m.hp, m.attack, m.age) for m in self.minions)
        return (self.hp, self.magic, self.burn, self.shield, minions)


class MagicDuelGame(pyspiel.Game):
    """MagicDuel at the table named by the parameter `preset`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options = PRESETS[params.get("preset", "literal")]
        self.max_hp = options["max_hp"]
        self.moves_per_turn = options["moves_per_turn"]
        self.first_turn_moves = options["first_turn_moves"]
        self.distinct_moves = bool(options["distinct_moves"])
        self.shield_cap = options["shield_cap"]
        self.storm_round = options["storm_round"]
        self.round_limit = options["round_limit"]
        self.repetition_limit = 0 if self.storm_round else options["repetition_limit"]
        self.magic = HEAL + options["shield_max_cast"] + 1
        self.heals = list(range(HEAL, self.magic))
        self.casts = (self.magic + 1, self.magic + 4)
        self.strike = self.magic + 7
        info = pyspiel.GameInfo(
            num_distinct_actions=self.strike + 1 + SLOTS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * self.round_limit * (self.moves_per_turn + SLOTS),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> MagicDuelState:
        """The opening position."""
        return MagicDuelState(self)


class MagicDuelState(pyspiel.State):
    """One position of MagicDuel."""

    def __init__(self, game: MagicDuelGame) -> None:
        super().__init__(game)
        self.players = [Player(game.max_hp), Player(game.max_hp)]
        self.active = 0
        self.round = 1
        self.turn = 0
        self.moves_left = 0
        self.used: set[str] = set()
        self.aiming = 0
        self.next_uid = 1
        self.seen: dict[tuple[Any, ...], int] = {}
        self.winner = -1
        self.reason = ""
        self._begin_turn(game)

    # OpenSpiel's interface.

    def current_player(self) -> int:
        """The seat to act, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.reason else self.active

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.reason)

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, 0 for a tie."""
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        """Legal actions in ascending order."""
        game = self.get_game()
        me = self.players[player]
        foes = len(self.players[1 - player].minions)
        if self.moves_left == 0:
            return list(range(game.strike, game.strike + 1 + foes))
        barred = self.used if game.distinct_moves else ()
        legal: list[int] = []
        if "normal" not in barred:
            legal += (0, 1, 2)
            legal += range(NORMAL_MINION, NORMAL_MINION + foes)
        if "pierce" not in barred:
            legal += range(PIERCE_PLAYER, PIERCE_MINION + foes)
        if "heal" not in barred:
            legal += game.heals
        if "magic" not in barred:
            legal.append(game.magic)
        for kind in (BUBBLE, SPECTER):
            if me.magic >= COST[kind] and KINDS[kind] not in barred:
                first = game.casts[kind]
                if len(me.minions) < SLOTS:
                    legal.append(first)
                else:
                    legal += [first + 1 + i for i, m in enumerate(me.minions) if m.kind == kind]
        return legal

    def _apply_action(self, action: int) -> None:
        """Carries out one decision and all that follows from it."""
        game = self.get_game()
        me = self.players[self.active]
        foe = self.players[1 - self.active]
        if action >= game.strike:
            self._strike(action - game.strike - 1)
            if not self.reason:
                self._aim_or_end(game)
            return
        if action < PIERCE_PLAYER:
            self.used.add("normal")
            damage = 3 + me.magic
            me.magic = 0
            if action < NORMAL_MINION:
                foe.hit(damage, action)
            else:
                foe.wound(action - NORMAL_MINION, damage)
        elif action < HEAL:
            self.used.add("pierce")
            if action == PIERCE_PLAYER:
                foe.hp -= 5
            else:
                foe.wound(action - PIERCE_MINION, 5)
        elif action < game.magic:
            self.used.add("heal")
            me.hp = min(game.max_hp, me.hp + 5)
            me.burn = 0
            me.shield = min(game.shield_cap, me.shield + action - HEAL)
        elif action == game.magic:
            self.used.add("magic")
            me.magic = min(999, me.magic + 4)
        else:
            kind = BUBBLE if action < game.casts[SPECTER] else SPECTER
            self.used.add(KINDS[kind])
            me.magic -= COST[kind]
            self._cast(me, kind, action - game.casts[kind] - 1)
        if foe.hp <= 0:
            self._finish("attack", self.active)
            return
        self.moves_left -= 1
        if self.moves_left == 0:
            self._aim_or_end(game)

    def _action_to_string(self, player: int, action: int) -> str:
        """The action's id in the rules."""
        game = self.get_game()
        me = self.players[player]
        foe = self.players[1 - player]
        if action < NORMAL_MINION:
            return f"attack:normal:{action}:player"
        if action < PIERCE_PLAYER:
            return f"attack:normal:0:{foe.minions[action - NORMAL_MINION].uid}"
        if action == PIERCE_PLAYER:
            return "attack:pierce:player"
        if action < HEAL:
            return f"attack:pierce:{foe.minions[action - PIERCE_MINION].uid}"
        if action < game.magic:
            return f"heal:{action - HEAL}"
        if action == game.magic:
            return "magic"
        if action >= game.strike:
            slot = action - game.strike - 1
            target = "player" if slot < 0 else foe.minions[slot].uid
            return f"specter:{me.minions[self.aiming].uid}:{target}"
        kind = BUBBLE if action < game.casts[SPECTER] else SPECTER
        slot = action - game.casts[kind] - 1
        if slot < 0:
            return f"summon:{KINDS[kind]}"
        return f"buff:{KINDS[kind]}:{me.minions[slot].uid}"

    def __str__(self) -> str:
        """The position for people."""
        return "\n".join([*map(describe, self.players), f"round {self.round} turn {self.turn}"])

    # The rules.

    def _begin_turn(self, game: MagicDuelGame) -> None:
        """MD-3.2 to MD-3.6, and MD-9.5."""
        me = self.players[self.active]
        self.turn += 1
        self.moves_left = game.first_turn_moves if self.turn == 1 else game.moves_per_turn
        self.used.clear()
        self.aiming = 0
        me.shield = max(me.shield - 1, 0)
        me.hp -= me.burn
        if me.hp <= 0:
            self._finish("burn", 1 - self.active)
            return
        for minion in me.minions:
            minion.age += 1
            if minion.kind == BUBBLE:
                me.magic = min(999, me.magic + 1)
        for minion in me.minions[:]:
            if minion.kind == BUBBLE and minion.age >= 4:
                me.magic = min(999, me.magic + minion.hp)
                me.minions.remove(minion)
        if game.repetition_limit:
            position = (self.active, self.moves_left, *(p.position() for p in self.players))
            times = self.seen[position] = self.seen.get(position, 0) + 1
            if times >= game.repetition_limit:
                self._finish("repetition", -1)

    def _aim_or_end(self, game: MagicDuelGame) -> None:
        """MD-3.8: stops at a Specter that has a choice."""
        me = self.players[self.active]
        foe = self.players[1 - self.active]
        while self.aiming < len(me.minions):
            if me.minions[self.aiming].kind != SPECTER:
                self.aiming += 1
                continue
            if foe.minions:
                return
            self._strike(-1)
            if self.reason:
                return
        self._end_turn(game)

    def _strike(self, slot: int) -> None:
        """MD-7.10: the Specter being aimed attacks the player (-1) or a minion."""
        foe = self.players[1 - self.active]
        damage = self.players[self.active].minions[self.aiming].attack
        self.aiming += 1
        if slot < 0:
            foe.hit(damage, 1)
            if foe.hp <= 0:
                self._finish("attack", self.active)
        else:
            foe.wound(slot, damage)

    def _cast(self, me: Player, kind: int, slot: int) -> None:
        """MD-7.2 to MD-7.5."""
        if slot < 0:
            hp, attack = (6, 0) if kind == BUBBLE else (10, 1)
            me.minions.append(Minion(self.next_uid, kind, hp, attack))
            self.next_uid += 1
        elif kind == BUBBLE:
            me.minions[slot].hp += 2
        else:
            me.minions[slot].hp += 1
            me.minions[slot].attack += 1

    def _end_turn(self, game: MagicDuelGame) -> None:
        """MD-3.9, MD-8.6 and MD-9.6."""
        if self.active == 1:
            first, second = self.players
            if game.storm_round and self.round >= game.storm_round:
                force = self.round - game.storm_round + 1
                first.hp -= force
                second.hp -= force
                if first.hp <= 0 or second.hp <= 0:
                    self._finish("storm", 0 if first.hp > 0 else 1 if second.hp > 0 else -1)
                    return
            if self.round >= game.round_limit:
                self._finish("limit", -1)
                return
            self.round += 1
        self.active = 1 - self.active
        self._begin_turn(game)

    def _finish(self, reason: str, winner: int) -> None:
        self.reason = reason
        self.winner = winner


def describe(player: Player) -> str:
    """One seat in a line, as in the traces of the C program."""
    values = f"hp {player.hp} magic {player.magic} burn {player.burn} shield {player.shield}"
    minions = [f" {KINDS[m.kind]}:{m.uid}:{m.hp}:{m.attack}:{m.age}" for m in player.minions]
    return values + "".join(minions)


pyspiel.register_game(GAME_TYPE, MagicDuelGame)
