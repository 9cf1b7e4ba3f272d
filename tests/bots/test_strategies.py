"""What the games tell a search, where a table can be set so that the answer is known."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.engine.frame import canonical
from innkeeper.engine.playout import playout
from innkeeper.engine.strategy import STILL
from tools import fit


def begun(game_id: str, seats: int, seed: int, steps: int, **options: Any) -> Any:
    match = innkeeper.new_match(game_id, seats=seats, options=options, chance=FastChance(seed), log=False)
    s = match.state.copy()
    s.chance = FastChance(seed + 1)
    playout(s, FastChance(seed + 2), steps)
    return s


def test_all_worlds_of_echo_are_there_and_each_once() -> None:
    strategy = get_game("echo").strategy
    assert strategy is not None
    found = 0
    for seed in range(40):
        s = begun("echo", 2, seed, seed % 8)
        if s.over:
            continue
        seat = int(s.decider())
        here = s.determinize(seat, STILL)
        worlds = strategy().worlds(here, seat)
        if not worlds or (len(here.sealed) > 0 and any(here.sealed)):
            continue
        found += 1
        assert len(worlds) <= 6
        for world in worlds:
            assert innkeeper.view(world, seat) == innkeeper.view(s, seat)
        chance = FastChance(seed)
        dealt = {tuple(canonical(s.determinize(seat, chance))) for _ in range(200)}
        assert dealt == {tuple(canonical(world)) for world in worlds}
        assert len(dealt) == len(worlds)
    assert found > 10


def test_one_discard_pile_is_told_from_another_as_high() -> None:
    """A card that comes back was looked for in the pile of another world, where it did not lie."""
    from innkeeper.engine.search import Searcher
    from innkeeper.engine.strategy import Budget

    made = get_game("adventurer").strategy
    assert made is not None
    strategy = made()
    key_of = Searcher(strategy, Budget(iterations=1)).key_of
    s = begun("adventurer", 2, 3, 12)
    seat = s.decider()
    legal = s.actions(seat)
    keys = set()
    for pile in ([4, 7, 9], [4, 8, 9], [7, 4, 9]):
        s.sides[seat].discard = pile
        keys.add((strategy.key(s, seat), key_of(s, seat, legal)))
    assert len(keys) == 3
    assert len(legal) > 2
    assert key_of(s, seat, legal) != key_of(s, seat, [legal[0], legal[0], *legal[2:]])


def test_of_equal_dice_the_first_are_kept() -> None:
    made = get_game("mazerunner").strategy
    assert made is not None
    strategy = made()
    pruned = 0
    for seed in range(30):
        s = begun("mazerunner", 2, seed, 0)
        chance = FastChance(seed)
        for _ in range(60):
            if s.over or s.phase() == "keep":
                break
            playout(s, chance, 1)
        if s.over or s.phase() != "keep":
            continue
        seat = int(s.decider())
        kept = strategy.prune(s, seat, s.actions(seat))
        shown = [(dice_kind(s, index), s.dice[index]) for index in range(len(s.dice))]
        hands = [tuple(sorted(shown[i] for i in range(len(shown)) if action.a >> i & 1)) for action in kept]
        every = {
            tuple(sorted(shown[i] for i in range(len(shown)) if action.a >> i & 1))
            for action in s.actions(seat)
        }
        assert len(hands) == len(set(hands))
        assert set(hands) == every
        pruned += len(kept) < len(s.actions(seat))
    assert pruned > 3


def test_the_dice_a_runner_thinks_of_keeping_are_about_those_it_would_keep() -> None:
    """A search has no time for all ways to keep some dice: those that treat one die otherwise come first."""
    strategy = get_game("mazerunner").strategy()  # type: ignore[misc]
    policy = strategy.policy()
    met = 0
    for seed in range(1, 30):
        s = begun("mazerunner", 4, seed, 0)
        chance = FastChance(seed)
        while not s.over and s.phase() != "keep":
            s.act(s.decider(), policy.choose(s, s.decider(), s.actions(s.decider()), chance))
        if s.over or len(s.dice) < 4:
            continue
        seat = int(s.decider())
        own = policy.choose(s, seat, s.actions(seat), chance)
        kept = strategy.prune(s, seat, s.actions(seat))
        weights = strategy.weights(s, seat, kept, policy, chance)
        assert sum(weights) == pytest.approx(1.0)
        apart = [(int(action.a) ^ int(own.a)).bit_count() for action in kept]
        order = sorted(range(len(kept)), key=weights.__getitem__, reverse=True)
        assert [apart[place] for place in order] == sorted(apart)
        assert kept[order[0]] is own
        met += 1
    assert met > 3


def test_in_the_maze_nobody_thinks_of_what_a_person_would_laugh_at() -> None:
    """What is bought pays late, so no short look ahead may talk a runner out of it; there is no rest in full
    health, no half of a potion spilt, and no way back from where nothing was."""
    strategy = get_game("mazerunner").strategy()  # type: ignore[misc]
    policy = strategy.policy()
    met = {"shop": 0, "plan": 0, "step": 0}
    for seed in range(1, 20):
        s, chance = begun("mazerunner", 4, seed, 0), FastChance(seed)
        while not s.over and s.turn < 16:
            seat, phase = int(s.decider()), s.phase()
            legal = s.actions(seat)
            own = policy.choose(s, seat, legal, chance)
            kept = strategy.prune(s, seat, legal)
            assert kept
            assert set(kept) <= set(legal)
            if phase == "shop":
                assert kept == [own]
                met[phase] += own.id != "done"
            if phase == "plan" and s.runner().hp == 50:
                assert [action.id for action in kept] == ["explore"]
                met[phase] += 1
            if phase == "step" and len(kept) < len(legal):
                for gone in set(legal) - set(kept):
                    spills = gone.id.startswith("use:") and s.book.items[gone.a].potion > 50 - s.runner().hp
                    assert spills or gone is s.grid.moves[s.trail[-2]]
                assert kept[-1].id == "return"
                met[phase] += 1
            s.act(seat, own)
    assert min(met.values()) > 20, met


def test_a_runner_does_not_rest_for_a_turn_that_will_not_come() -> None:
    from innkeeper.games.mazerunner.strategy import Greedy

    s = begun("mazerunner", 2, 3, 0)
    seat = int(s.decider())
    s.runner().hp = 12
    assert Greedy().choose(s, seat, s.actions(seat), FastChance(1)).id == "heal"
    s.runners[1 - seat].pieces = 10
    assert Greedy().choose(s, seat, s.actions(seat), FastChance(1)).id == "explore"


def test_a_survey_sees_unknown_blocks_nearby_even_beside_good_prey() -> None:
    """It ends early where nothing further away is worth more, and still says how far one must walk."""
    from innkeeper.games.mazerunner.habits import Habits
    from innkeeper.games.mazerunner.strategy import Merchant, exits, survey

    seen = 0
    for seed in range(1, 16):
        s = begun("mazerunner", 4, seed, 0)
        policy, chance = Merchant(), FastChance(seed)
        for _ in range(250):
            if s.over:
                break
            reached, near = {int(s.here())}, False
            edge = [int(s.here())]
            for _ in range(4):
                nexts = [int(there) for cell in edge for there in exits(s, cell) if there not in reached]
                near = near or any(s.blocks[there] == 0 for there in nexts)
                reached.update(nexts)
                walls = {int(monster.cell) for monster in s.monsters} | {int(cell) for cell in s.hunters}
                edge = [there for there in nexts if s.blocks[there] != 0 and there not in walls]
            seen += len(s.monsters) > 0
            assert survey(s, 20, 0, 50, Habits()).far == (not near)
            s.act(s.decider(), policy.choose(s, s.decider(), s.actions(s.decider()), chance))
    assert seen > 100


def dice_kind(s: Any, index: int) -> int:
    from innkeeper.games.mazerunner.dice import kind_of

    return int(kind_of(s, index))


def test_nobody_buys_what_is_as_well_sold_again() -> None:
    strategy = get_game("micah").strategy()  # type: ignore[misc]
    policy = strategy.policy()
    bought = left = 0
    for seed in range(1, 6):
        s, chance = begun("micah", 3, seed, 0, class_pick="random"), FastChance(seed)
        for _ in range(150):
            if s.over:
                break
            seat = int(s.decider())
            legal = s.actions(seat)
            if s.phase() == "prep":
                kept = strategy.prune(s, seat, legal)
                left += len([action for action in set(legal) - set(kept) if action.id.startswith("buy:")])
                for action in kept:
                    if action.id.startswith("buy:"):
                        then = s.copy()
                        then.act(seat, action)
                        resold = policy.choose(then, seat, then.actions(seat), chance)
                        assert resold.id != action.id.replace("buy", "sell")
                        bought += 1
            s.act(seat, policy.choose(s, seat, legal, chance))
    assert min(bought, left) > 10


def test_the_boss_is_sought_by_who_can_slay_him() -> None:
    """Weak or wounded heroes go on, and so does who will win anyhow; the strong but poor do not wait."""
    pathfinder = get_game("micah").bots["pathfinder"]()
    for hp, trained, rich, expected in (
        (5, 0, 100, False),
        (40, 0, 100, False),
        (5, 9, 100, False),
        (90, 9, 0, False),
        (90, 9, 100, True),
    ):
        s = begun("micah", 3, 1, 0, class_pick="random", champion=True)
        while s.phase() != "prep":
            playout(s, FastChance(3), 1)
        hero = s.heroes[s.active]
        for other in s.heroes:
            other.coin = rich
        hero.coin, hero.hp = 0, hp
        s.deck = s.deck[:8]
        hero.upgrades = [s.book.treasure_domain.index("strength-training")] * trained
        answer = pathfinder.choose(s, s.active, s.actions(s.active), FastChance(1))
        assert (answer.verb is s.book.challenge) == expected, (hp, trained, rich)


def test_where_renown_decides_nothing_is_bought_at_the_end_of_the_road() -> None:
    pathfinder = get_game("micah").bots["pathfinder"]()
    bought = []
    for left in (30, 4):
        s = begun("micah", 3, 1, 0, class_pick="random", champion=True)
        while s.phase() != "prep":
            playout(s, FastChance(3), 1)
        hero = s.heroes[s.active]
        hero.coin = 200
        s.deck = s.deck[:left]
        s.legal = None
        bought.append(pathfinder.choose(s, s.active, s.actions(s.active), FastChance(1)).verb is s.book.buy)
    assert bought == [True, False]


@pytest.mark.parametrize("together", [False, True])
def test_fitting_finds_the_weights_that_made_the_results(together: bool) -> None:
    true = [1.5, -0.7]
    chance = FastChance(4)
    groups: list[fit.Group] = []
    for _ in range(1500):
        traits = [[(chance.below(2001) - 1000) / 500 for _ in true] for _ in range(2)]
        likely = fit.guesses(true, [(one, 0.0) for one in traits], together)
        rolls = [chance.below(1_000_000) / 1_000_000 for _ in traits]
        if together:
            results = [1.0 if roll < one else 0.0 for roll, one in zip(rolls, likely)]
        else:
            results = [1.0, 0.0] if rolls[0] < likely[0] else [0.0, 1.0]
        groups.append(list(zip(traits, results)))
    found = fit.solve(groups, together)
    assert found == pytest.approx(true, abs=0.25)
    known = fit.loss(groups, together, lambda group: fit.guesses(found, group, together))
    assert known < math.log(2) * 0.9


def test_a_traveller_sees_at_first_sight_what_gains_most() -> None:
    """Not only what the policy would do: of the rest, too, the better is the likelier."""
    from innkeeper.games.micah.strategy import RoadStrategy, preparation_value

    strategy, chance = RoadStrategy(), FastChance(1)
    policy = strategy.policy()
    s: Any = innkeeper.new_match("micah", seats=3, chance=FastChance(2), log=False).state.copy()
    s.chance = FastChance(3)
    compared = 0
    for _ in range(60):
        seat, phase = int(s.decider()), s.phase()
        legal = s.actions(seat)
        kept = strategy.prune(s, seat, legal)
        favourite = policy.choose(s, seat, legal, chance)
        weights = strategy.weights(s, seat, kept, policy, chance)
        assert sum(weights) <= 1 + 1e-9
        if phase == "prep":
            assert kept[weights.index(max(weights))] is favourite
            rest = [
                (preparation_value(s, seat, action), weight)
                for action, weight in zip(kept, weights, strict=True)
                if action is not favourite
            ]
            for (one, its), (other, others) in pairwise(rest):
                if 0 < abs(one - other) < 25:
                    assert (its > others) == (one > other)
                    compared += 1
        s.act(seat, favourite)
    assert compared > 5


def test_an_adventurer_takes_what_is_won_and_strikes_only_where_it_hurts() -> None:
    """Who has won goes home; nobody attacks what no die can hurt, or rests while a strike is free."""
    from innkeeper.games.adventurer.strategy import AdventureStrategy

    strategy = AdventureStrategy()
    s = begun("adventurer", 2, 5, 0)
    policy, chance = strategy.policy(), FastChance(5)
    while s.phase() != "encounter":
        s.act(s.decider(), s.book.done)
    me, foe = s.sides[s.active], s.sides[1 - s.active]

    def thought() -> list[str]:
        legal = s.actions(s.active)
        kept = [action.id for action in strategy.prune(s, s.active, legal)]
        assert policy.choose(s, s.active, legal, chance).id in kept
        return kept

    me.attack, foe.defense, me.charisma, foe.charisma = 1, 9, 3, 0
    assert thought() == ["parley"]
    me.charisma = -9
    assert thought() == ["rest"]
    me.attack, foe.health = 20, 0
    assert thought() == ["rest"]
    me.willpower = 0
    assert thought() == ["attack"]
