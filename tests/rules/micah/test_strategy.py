"""The greedy traveller plays legally, sensibly, and much better than chance."""

from __future__ import annotations

from typing import Any

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.playout import Policy, RandomPolicy, play
from innkeeper.games.micah.strategy import Greedy
from tests.rules.micah.road import Road


def choice(table: Road, seat: int = 0) -> str:
    """What the bot would answer, seeing only what its seat may see."""
    bot = Greedy()
    world = table.match.state.determinize(seat, FastChance(1))
    return bot.choose(world, seat, world.actions(seat), FastChance(2)).id


def finished(players: list[Policy], seed: int, **options: object) -> Any:
    match = innkeeper.new_match(
        "micah",
        seats=len(players),
        options={"class_pick": "random", **options},
        chance=FastChance(seed),
        log=False,
    )
    s = match.state.copy()
    s.chance = FastChance(seed)
    play(s, players, FastChance(seed + 1))
    return s


def test_it_takes_the_best_of_three() -> None:
    table = Road("minstrel", "knight", enc=["rain-toad"])
    table.go("draw")
    assert choice(table) == "charm"
    table = Road("paladin", "knight", enc=["jubjub"])
    table.go("draw")
    assert choice(table) == "attack"
    table = Road("wiseman", "knight", enc=["treant"])
    table.go("draw")
    assert choice(table) == "escape"


def test_it_saves_its_life_with_an_item() -> None:
    table = Road("paladin", "knight", enc=["frost-wyrm"], tre=["smoke-bomb"], starting_coin=5, starting_hp=4)
    table.go("buy:smoke-bomb", "draw")
    assert choice(table) == "use:smoke-bomb"


def test_it_applies_equips_heals_and_shops() -> None:
    table = Road(
        "paladin",
        "knight",
        tre=["strength-training", "dragon-whittler", "chicken-soup"],
        starting_coin=60,
        starting_hp=40,
    )
    bought = []
    for _ in range(12):
        action = choice(table)
        if action == "draw":
            break
        bought.append(action)
        table.go(action)
    assert "apply:strength-training" in bought
    assert "equip:dragon-whittler" in bought
    hungry = Road("paladin", "knight", tre=["chicken-soup"], starting_coin=8, starting_hp=40)
    hungry.go("buy:chicken-soup")
    assert choice(hungry) == "use:chicken-soup"


def test_it_accepts_a_gift_and_refuses_a_bad_deal() -> None:
    table = Road("paladin", "knight", tre=["strength-training", "travel-bread"], starting_coin=30)
    table.go("buy:strength-training")
    table.act(0, "offer:1:strength-training:none")
    bot = Greedy()

    def volunteers(seat: int) -> str | None:
        found = bot.volunteer(table.match.state.determinize(seat, FastChance(1)), seat, FastChance(2))
        return None if found is None else found.id

    assert volunteers(1) == "accept:1"
    table.act(0, "cancel:1")
    table.act(1, "offer:0:coin-1:strength-training")
    assert volunteers(0) is None


def test_it_beats_chance_by_far() -> None:
    won = 0
    for seed in range(20):
        s = finished([Greedy(), RandomPolicy(), RandomPolicy()], seed, boss=False)
        won += 0 in s.outcome.winners
    assert won >= 15


def test_its_games_end_as_they_should() -> None:
    reasons = []
    rounds = []
    for seed in range(24):
        s = finished([Greedy(), Greedy(), Greedy()], seed)
        reasons.append(s.outcome.reason)
        rounds.append(s.round)
    assert reasons.count("deck_exhausted") >= 8
    assert reasons.count("dusk") <= 5
    assert reasons.count("wiped_out") <= 2
    assert 14 <= sorted(rounds)[12] <= 36


def test_it_plays_every_question() -> None:
    for seed in range(6):
        finished(
            [Greedy()] * 4,
            seed,
            ghosts=True,
            pvp=True,
            pvp_from_round=1,
            starting_hp=15,
            trade_creatures=True,
        )
    table = Road("paladin", "knight", "ranger", pvp=True, pvp_from_round=1)
    table.act(0, "duel:1")
    assert choice(table, 1) in ("stand", "flee")
    boss = Road("paladin", "knight")
    boss.act(0, "challenge")
    assert choice(boss, 1) == "decline"
    boss.roll(5)
    boss.act(1, "join")
    assert choice(boss, 0) in boss.legal(0)
    assert choice(boss, 1) in boss.legal(1)
