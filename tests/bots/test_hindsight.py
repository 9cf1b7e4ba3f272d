"""Looking back at a match of Echo: how each choice should have been made, and what another one cost."""

from __future__ import annotations

import pytest

from benchmarks.echo import KNOWING, RECOMMENDED, reached
from innkeeper import Action, FastChance, State, get_game
from innkeeper.bots import analysis
from innkeeper.bots.analysis import NOTICED, Analyst
from innkeeper.engine.playout import ask
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.belief import opening
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import THIRD, Position
from innkeeper.games.echo.equilibrium import Equilibrium, alone, fourth_battle, third_battle
from innkeeper.games.echo.hindsight import UNKNOWN, Hindsight, fourth_values, third_values
from innkeeper.games.echo.state import Echo
from innkeeper.games.echo.strategy import EchoStrategy
from tests.bots.best_response import Worlds, after, seen

GAME = get_game("echo")
SMALL = 15  # a match whose third battle plain Python solves in a moment


def worlds_of(s: Echo, seat: int, held: int) -> Worlds:
    """Every match that a seat may be in when a battle begins, each as likely as the others."""
    position, mine = Position(s, s.turn), s.rulers[seat].hand
    found: list[State] = []
    for hand in position.hands(1 - seat, held):
        if hand & mine == 0:
            world = s.copy()
            world.rulers[1 - seat].hand = hand
            world.overseer = members(position.live & ~hand & ~mine)[0]
            found.append(world)
    return [(world, 1.0 / len(found)) for world in found]


def test_of_the_first_two_battles_it_says_how_they_are_played() -> None:
    """What an answer is worth there, nobody knows."""
    s = reached(5, 1, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)
    bot, hindsight = Equilibrium(Budget(iterations=1)), Hindsight()
    chance = FastChance(5)
    told: set[int] = set()
    while s.turn < THIRD:
        seat = int(s.decider())
        legal = s.actions(seat)
        weighed = hindsight.weigh(s, seat, legal)
        assert [share for share, _ in weighed] == opening(s, seat, legal)
        assert {value for _, value in weighed} == {UNKNOWN}
        told.add(int(s.turn))
        s.act(seat, ask(bot, s, seat, chance))
    assert told == {1, 2}


def test_from_the_third_battle_on_it_says_what_the_player_draws_from() -> None:
    s = reached(SMALL, THIRD)
    bot, hindsight = Equilibrium(Budget(iterations=1)), Hindsight()
    chance = FastChance(5)
    told = 0
    while not s.over:
        seat = int(s.decider())
        legal = s.actions(seat)
        weighed = hindsight.weigh(s, seat, legal)
        if weighed:
            told += 1
            assert [share for share, _ in weighed] == bot.mix(s, seat, legal)
            assert all(-1e-9 <= value <= 1 + 1e-9 for _, value in weighed)
        s.act(seat, ask(bot, s, seat, chance))
    assert told >= 2


@pytest.mark.parametrize("seed", range(5))
def test_in_the_fourth_battle_answers_are_worth_what_the_referee_finds(seed: int) -> None:
    """Each answer is given, also each name, and the match played on to every end as well as can be."""
    s = reached(seed, 4)
    last = alone(s)

    def mix(world: State, seat: int, legal: list[Action]) -> list[float]:
        assert isinstance(world, Echo)
        return fourth_battle(world, seat, legal, last) or [1.0 / len(legal)] * len(legal)

    for seat in range(2):
        legal = s.actions(seat)
        if fourth_battle(s, seat, legal, last):
            worlds = worlds_of(s, seat, 2)
            for action, value in zip(legal, fourth_values(s, seat, legal, last), strict=True):
                tried = [(after(world, seat, action), weight) for world, weight in worlds]
                assert value == pytest.approx(seen(tried, seat, mix, EchoStrategy()), abs=1e-9)


def test_in_the_third_battle_answers_are_worth_what_the_referee_finds() -> None:
    s = reached(SMALL, THIRD)
    ending = Equilibrium(Budget(iterations=1)).solved(s, 0)

    def mix(world: State, seat: int, legal: list[Action]) -> list[float]:
        assert isinstance(world, Echo)
        if world.turn == THIRD:
            return third_battle(world, seat, legal, ending)
        shares = fourth_battle(world, seat, legal, ending.battle_after(world.history[2]))
        return shares or [1.0 / len(legal)] * len(legal)

    legal = s.actions(0)
    worlds = worlds_of(s, 0, THIRD)
    values = third_values(s, 0, legal, ending)
    for place in (0, len(legal) // 2):
        tried = [(after(world, 0, legal[place]), weight) for world, weight in worlds]
        assert values[place] == pytest.approx(seen(tried, 0, mix, EchoStrategy()), abs=1e-9)


def test_what_was_missed_follows_from_what_a_choice_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside what was played: how often it should have been given, and what it cost."""
    monkeypatch.setattr(analysis, "LEAST", 1)
    monkeypatch.setattr(analysis, "SECONDS", 0.0)  # nothing is rolled out for long: it is not looked at
    s = reached(SMALL, THIRD)
    analyst = Analyst(GAME)
    seat = int(s.decider())
    legal = s.actions(seat)
    costs: list[float] = []
    for played in legal:
        judged = analyst.judged(s, seat, played, 1)
        mixture = judged.mixture
        assert mixture is not None
        assert (mixture.seat, mixture.played) == (seat, played.label)
        assert sum(weight.share for weight in mixture.weights) == pytest.approx(1.0, abs=0.03)
        (cost,) = [weight.cost for weight in mixture.weights if weight.answer == played.label]
        assert cost is not None
        assert (judged.missed is not None) == (cost >= NOTICED)
        if judged.missed is not None:
            assert judged.missed.cost == cost
        costs.append(cost)
    assert min(costs) == 0.0
    assert max(costs) >= NOTICED


def test_nothing_is_weighed_where_nobody_chose() -> None:
    s = reached(SMALL, THIRD)
    assert Analyst(GAME).judged(s, None, None, 1).mixture is None
