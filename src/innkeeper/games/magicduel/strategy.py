"""Playing MagicDuel well: a score for positions, and the quick policy that roll-outs use."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Best, Policy
from innkeeper.engine.strategy import Settings, Strategy, chance_of, mix, shared_by, shares
from innkeeper.games.magicduel.book import AT_PLAYER, NOTHING, SPARK_AND_TARGET, SPARKS, WARD
from innkeeper.games.magicduel.state import Duel, Duelist

CLOSE: Final = 20  # a fifth of a health point: nobody can tell which of two such moves is the better one
SCALE: Final = 500.0  # the lead that makes a win 73 % likely
SOFT: Final = 150.0  # a move that is so much worse is a third as likely
WON: Final = 100_000  # far above what any position is worth, in hundredths of a health point


def score(s: Duel, seat: i64) -> i64:
    """How good the position is for a seat; the sooner won and the later lost, the better."""
    outcome = s.outcome
    if outcome is not None:
        if outcome.draw:
            return 0
        return WON - s.turn if seat in outcome.winners else s.turn - WON
    return worth(s, s.duelists[seat]) - worth(s, s.duelists[1 - seat])


def worth(s: Duel, duelist: Duelist) -> i64:
    """One side of the score: health, stored magic, shield, burn, minions."""
    low_shield: i64 = min(duelist.shield, 8)
    total: i64 = 100 * duelist.hp + 80 * duelist.magic + 45 * low_shield + 5 * (duelist.shield - low_shield)
    total -= 160 * duelist.burn
    for minion in duelist.minions:
        if minion.card.bursts:
            turns_left: i64 = max(0, s.rules.bubble_fuse - minion.age)
            total += 8 * (minion.hp + turns_left) * (6 + minion.age)
        else:
            total += 220 + 33 * minion.hp + 240 * (minion.attack - minion.card.attack)
    return total


@final
class Greedy(Policy):
    """Looks one move ahead: tries every sensible answer and keeps the best-scored position.

    A duel has no luck, so moves that score about the same are chosen between by chance: otherwise any
    two of these players would play one and the same match for ever.
    """

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Duel)
        best = Best(CLOSE)
        for action in sensible(s, legal):
            world = s.copy()
            world.chance = chance
            world.act(seat, action)
            best.offer(action, score(world, seat))
        return best.pick(chance)


def sensible(s: Duel, legal: list[Action]) -> list[Action]:
    """Without what is never better: sparks below 2 and shields below the largest."""
    kept: list[Action] = []
    most = s.rules.shield_max_cast
    for action in legal:
        asks = s.book.moves[action.verb.tag].asks if action.verb is not s.book.aim else NOTHING
        if asks == SPARK_AND_TARGET and action.b == AT_PLAYER and action.a < SPARKS.size - 1:
            continue
        if asks == WARD and action.a < most:
            continue
        kept.append(action)
    return kept


@final
class DuelStrategy(Strategy):
    """MagicDuel for a search. Nothing is hidden and nothing is rolled: what counts is to look far ahead."""

    def settings(self) -> Settings:
        return Settings(depth=8, far=16)

    def policy(self) -> Policy:
        return Greedy()

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Duel)
        outcome = s.outcome
        if outcome is not None:
            return shares(outcome, 2)
        first = chance_of(float(score(s, 0)) / SCALE)
        return [first, 1.0 - first]

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        assert isinstance(s, Duel)
        leads: list[float] = []
        for action in kept:
            world = s.copy()
            world.chance = chance
            world.act(seat, action)
            leads.append(float(score(world, seat)) / SOFT)
        return shared_by(leads)

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        assert isinstance(s, Duel)
        return sensible(s, legal)

    def key(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Duel)
        key = mix(mix(mix(s.round, s.active), s.moves_left), s.used)
        key = mix(key, s.aimed)
        position = s.position
        if position is not None and s.rules.repetition_limit > 0:
            key = mix(key, position.trail)
        for duelist in s.duelists:
            key = mix(key, duelist.hp << 40 | duelist.magic << 30 | duelist.burn << 20 | duelist.shield)
            for minion in duelist.minions:
                traits: i64 = minion.card.number << 30 | minion.hp << 20 | minion.attack << 10 | minion.age
                key = mix(mix(key, traits << 1 | (1 if minion.ready else 0)), minion.uid)
            key = mix(key, len(duelist.minions))
        return key


BOTS: Final[dict[str, type[Policy]]] = {"greedy": Greedy}
