"""A beginner overlooks, and never throws a match away."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.action import Action
from innkeeper.engine.beginner import Beginner, Untaught, allowed
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy, ask
from innkeeper.engine.strategy import LARGEST_SLIP, SLIP, Settings, Strategy, shares
from tests.engine.tiny import Asks, Tiny, bold, crown, safe, tiny

ALWAYS = 100  # of a hundred decisions at which the policy's answer is not seen


class First(Policy):
    """The first answer of the list."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        return s.actions(seat)[0]


class Choosing(Asks):
    """Whoever is crowned wins; seat 0 crowns."""

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [crown.at1(winner) for winner in range(2)]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        s.win(action.a)


CHOOSING = Choosing("choosing")


class Forking(Asks):
    """Playing safe keeps what `number` says of a hundred, being bold costs some of it."""

    cost = 0

    def actions(self, s: Tiny, seat: int) -> list[Action]:
        return [safe.at(), bold.at()]

    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        s.number -= self.cost if action.verb is bold else 0
        s.stack[-1] = CHOOSING


def forking(cost: int) -> Forking:
    made = Forking("forking")
    made.cost = cost
    return made


class Counting(Strategy):
    """The number says how likely seat 0 is to win."""

    def policy(self) -> Policy:
        return First()

    def settings(self) -> Settings:
        return Settings(far=0)

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Tiny)
        if s.outcome is not None:
            return shares(s.outcome, 2)
        return [s.number / 100, 1 - s.number / 100]


def answers(question: Asks, number: int, strategy: Strategy | None = None) -> set[str]:
    """What somebody who never sees the policy's answer says, with any luck."""
    s = tiny(question, number=number)
    policy = Beginner(strategy or Counting(), First(), ALWAYS)
    return {ask(policy, s, 0, FastChance(seed)).id for seed in range(40)}


def test_a_small_mistake_is_made() -> None:
    assert answers(forking(cost=8), 50) == {"safe", "bold"}


def test_a_large_one_is_not() -> None:
    assert answers(forking(cost=round(100 * SLIP) + 2), 50) == {"safe"}


def test_the_same_mistake_is_not_made_when_the_match_is_nearly_won_or_lost() -> None:
    assert answers(forking(cost=5), 50) == {"safe", "bold"}
    assert answers(forking(cost=5), 98) == {"safe"}
    assert answers(forking(cost=2), 3) == {"safe"}
    assert answers(forking(cost=0), 50) == {"safe", "bold"}  # what costs nothing is no mistake


@pytest.mark.parametrize("number", [3, 97])
def test_with_the_end_in_sight_it_plays_as_well_as_it_can(number: int) -> None:
    """Nothing is lost by any answer when everything is lost; but to go under fighting looks better."""
    assert answers(forking(cost=0), number) == {"safe"}


def test_it_does_not_stop_while_it_sees_something_to_do() -> None:
    class Stopping(Counting):
        """Being bold is to stop."""

        def idle(self, s: State, seat: int) -> Action | None:
            return bold.at()

    assert answers(Forking("forking"), 50, Stopping()) == {"safe"}
    assert answers(Forking("forking"), 50) == {"safe", "bold"}


def test_adventurers_go_to_their_encounter_when_the_policy_says_so() -> None:
    """Not with cards in hand and XP to pay for them, because the best of them was overlooked."""
    game = get_game("adventurer")
    assert game.strategy is not None
    greedy, early = make_bot(game, "greedy"), 0
    always = Beginner(game.strategy(), greedy, ALWAYS)
    for seed in range(6):
        s = innkeeper.new_match("adventurer", chance=FastChance(seed), log=False).state.copy()
        s.chance = FastChance(seed)
        luck = FastChance(seed)
        for _ in range(12):
            seat = s.decider()
            own = ask(greedy, s, seat, FastChance(seed))
            found = ask(always, s, seat, FastChance(seed))
            early += found is not own
            assert found.id != "done" or own.id == "done"
            s.act(seat, ask(greedy, s, seat, luck))
    assert early > 5  # of other kinds, mistakes are made


def test_a_win_on_the_table_is_taken_and_nobody_loses_at_once() -> None:
    assert answers(CHOOSING, 50) == {"crown:0"}
    assert answers(CHOOSING, 50, Untaught(First())) == {"crown:0"}  # a game that judges nothing, too


def test_nothing_allowed_is_ever_all_there_is_to_lose() -> None:
    for hundredths in range(101):
        hope = hundredths / 100
        for slip in (SLIP, LARGEST_SLIP):
            assert allowed(slip, hope) <= slip
            assert allowed(slip, hope) < hope or hope == 0


def test_a_game_says_how_much_a_mistake_may_cost() -> None:
    class Forgiving(Counting):
        def settings(self) -> Settings:
            return Settings(far=0, slip=0.2)

    assert answers(forking(cost=18), 50, Forgiving()) == {"safe", "bold"}
    assert answers(forking(cost=22), 50, Forgiving()) == {"safe"}
    for slip in (-0.1, 0.3):
        with pytest.raises(ValueError, match=r"a beginner's mistake may cost 0 to 0\.25"):
            Settings(slip=slip)


def test_who_sees_everything_plays_as_the_policy_does() -> None:
    game = get_game("magicduel")
    assert game.strategy is not None
    s = innkeeper.new_match("magicduel", chance=FastChance(1), log=False).state
    for seed in range(10):
        sharp = Beginner(game.strategy(), make_bot(game, "greedy"), 0)
        assert ask(sharp, s, 0, FastChance(seed)) is ask(make_bot(game, "greedy"), s, 0, FastChance(seed))
