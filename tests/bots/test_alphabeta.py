"""MagicDuel by looking ahead: the same answers as trying everything, within its budget, again and again."""

from __future__ import annotations

import time

import pytest

from innkeeper.engine.chance import FastChance
from innkeeper.engine.frame import canonical
from innkeeper.engine.game import get_game
from innkeeper.engine.playout import playout
from innkeeper.games.magicduel.alphabeta import FORCED, AlphaBeta, worth
from innkeeper.games.magicduel.arms import Arms
from innkeeper.games.magicduel.evaluation import UNIT, lead, traits
from innkeeper.games.magicduel.fitted import WEIGHTS
from innkeeper.games.magicduel.openings import key_of
from innkeeper.games.magicduel.state import Duel
from innkeeper.games.magicduel.strategy import WON, sensible

GAME = get_game("magicduel")
BOOK = GAME.book_of(GAME.content)


def position(seed: int, decisions: int, preset: str = "tournament") -> Duel:
    """A duel after some random moves, not yet over."""
    options = GAME.options.resolve({"preset": preset}, BOOK)
    for again in range(100):
        state = GAME.start(BOOK, options, 2, FastChance(seed), None)
        state.settle()
        playout(state, FastChance(1000 * seed + again), decisions)
        if not state.over:
            assert isinstance(state, Duel)
            return state
    raise AssertionError("every duel was over")


def wins_now(state: Duel, seat: int) -> bool:
    """Can the seat win before the rival moves, by attacks on the rival and the magic for them?"""
    if state.over or state.active != seat:
        return state.over and worth(state, seat) > 0
    for action in state.actions(seat):
        if action.id.endswith("player") or action.id == "magic":
            made = state.copy()
            made.act(seat, action)
            if wins_now(made, seat):
                return True
    return False


def tried(state: Duel, seat: int, depth: int) -> int:
    """What the position is worth to a seat, by trying everything."""
    if state.over:
        return worth(state, seat)
    if depth == 0:
        if Arms(state.rules).reach(state) and wins_now(state, state.active):
            return WON - state.turn if state.active == seat else state.turn - WON
        return worth(state, seat)
    values = []
    for action in sensible(state, state.actions(state.active)):
        made = state.copy()
        made.act(state.active, action)
        values.append(tried(made, seat, depth - 1))
    return max(values) if state.active == seat else min(values)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("depth", [1, 2])  # deeper, late answers are looked at less
def test_it_finds_what_trying_everything_finds(seed: int, depth: int) -> None:
    state = position(seed, 3 * seed)
    seat = state.active
    bot = AlphaBeta(depth=depth)
    chosen = bot.choose(state, seat, state.actions(seat), FastChance(seed))
    assert bot.reached == depth
    after = state.copy()
    after.act(seat, chosen)
    assert bot.value == tried(state, seat, depth)
    assert tried(after, seat, depth - 1) == bot.value


def test_it_sees_a_win_by_force_and_takes_it() -> None:
    state = position(3, 20)
    seat = state.active
    state.duelists[1 - seat].hp = 3
    state.duelists[1 - seat].shield = 0
    bot = AlphaBeta(depth=8)
    while not state.over and state.active == seat:
        state.act(seat, bot.choose(state, seat, state.actions(seat), FastChance(1)))
        assert bot.reached == 0 or bot.value > FORCED
    assert state.outcome is not None
    assert state.outcome.winners == (seat,)


def test_the_same_seed_and_budget_give_the_same_answer() -> None:
    busy = AlphaBeta(nodes=20_000)
    for seed in range(6):
        state = position(seed, 10)
        seat = state.active
        before = canonical(state)
        legal = state.actions(seat)
        chosen = busy.choose(state, seat, legal, FastChance(5))
        assert chosen in legal
        assert canonical(state) == before  # it thinks on copies
        again = AlphaBeta(nodes=20_000)
        assert again.choose(state, seat, legal, FastChance(5)) is chosen
        assert (again.nodes, again.value, again.reached) == (busy.nodes, busy.value, busy.reached)
        assert busy.nodes < 20_000 + 200


def test_it_keeps_to_its_time() -> None:
    state = position(4, 8)
    seat = state.active
    began = time.thread_time()
    bot = AlphaBeta(seconds=0.05)
    bot.choose(state, seat, state.actions(seat), FastChance(1))
    assert bot.reached >= 3
    assert time.thread_time() - began < 0.5


@pytest.mark.parametrize("preset", ["tournament", "literal", "workshop"])
def test_positions_share_a_key_only_if_they_are_the_same_but_for_names(preset: str) -> None:
    seen: dict[int, list[object]] = {}
    met = 0
    for seed in range(40):
        state = position(seed, 0, preset)
        whims = FastChance(seed)
        while not state.over and state.round < 12:
            state.act_at_random(whims)
            if state.over:
                break
            plain: list[object] = [state.round, state.active, state.moves_left, state.phase()]
            plain.append(sorted(f"{state.used:x}") if state.used else [])
            for duelist in state.duelists:
                plain += [duelist.hp, duelist.magic, duelist.burn, duelist.shield]
                plain += [
                    (m.card.id, m.hp, m.attack, m.age, m.ready and m.uid > state.aimed)
                    for m in duelist.minions
                ]
            met += 1
            assert seen.setdefault(key_of(state), plain) == plain
    assert met > 500


@pytest.mark.parametrize("preset", ["tournament", "literal", "workshop"])
def test_who_wins_in_this_very_turn_has_the_reach(preset: str) -> None:
    """The glance that spares the playing out of attacks overlooks none that would win."""
    near = 0
    for seed in range(60):
        state = position(seed, 0, preset)
        whims = FastChance(seed)
        while not state.over and state.round < 12:
            for duelist in state.duelists:
                duelist.hp = min(duelist.hp, 9)
            if wins_now(state, state.active):
                near += 1
                assert Arms(state.rules).reach(state)
            state.act_at_random(whims)
    assert near > 60


@pytest.mark.parametrize("seed", range(8))
def test_an_attack_that_decides_is_seen_where_the_looking_ahead_ends(seed: int) -> None:
    """One move ahead and no further: the second move of the turn wins, and that is known already."""
    state = position(seed, 0)
    state.act(0, state.actions(0)[0])  # a whole turn lies ahead
    seat = state.active
    state.duelists[1 - seat].hp = 6
    state.duelists[1 - seat].shield = 0
    bot = AlphaBeta(depth=1)
    bot.choose(state, seat, state.actions(seat), FastChance(seed))
    assert bot.reached == 1
    assert bot.value > FORCED


def test_a_lead_is_the_weighed_traits() -> None:
    met = 0
    for seed in range(30):
        for decisions in (0, 5, 11, 20):
            state = position(seed, decisions)
            for seat in range(2):
                mine, theirs = traits(state, seat), traits(state, 1 - seat)
                exact = sum(weight * (a - b) for weight, a, b in zip(WEIGHTS, mine, theirs, strict=True))
                amount = sum(abs(a) + abs(b) for a, b in zip(mine, theirs, strict=True))
                assert (
                    abs(float(lead(state, seat)) - UNIT * exact) <= 1 + amount
                )  # each weight was rounded once
                assert lead(state, seat) == -lead(state, 1 - seat)
                met += lead(state, seat) != 0
    assert met > 100


def burning(hp: int) -> Duel:
    """The last move of a turn: who does not heal burns to death before the next one."""
    state = position(3, 0)
    for id in ("magic", "attack:pierce:player"):
        state.act(state.active, next(one for one in state.actions(state.active) if one.id == id))
    assert state.moves_left == 1
    state.duelists[state.active].hp = state.duelists[state.active].burn = hp
    return state


def test_what_is_clear_is_not_thought_about_for_long() -> None:
    state = burning(9)
    bot = AlphaBeta(nodes=100_000)
    assert bot.choose(state, state.active, state.actions(state.active), FastChance(1)).id == "heal:4"
    assert bot.value > -FORCED  # nothing is decided
    assert bot.nodes < 10_000


def test_when_all_is_lost_it_still_does_what_looks_best() -> None:
    state = burning(2)
    for seed in range(8):
        bot = AlphaBeta(nodes=2000)
        assert bot.choose(state, state.active, state.actions(state.active), FastChance(seed)).id == "heal:4"
        assert bot.value < -FORCED
