"""Searches find what is known: exact chances, mixed answers, and nothing that is hidden."""

from __future__ import annotations

import time

import pytest

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance, StillChance
from innkeeper.engine.frame import State
from innkeeper.engine.improve import Improver
from innkeeper.engine.outcome import Outcome
from innkeeper.engine.playout import Policy, ask, invite
from innkeeper.engine.search import Searcher
from innkeeper.engine.strategy import Budget, Settings, shares, wins
from tests.engine.tiny import (
    CARDS,
    CROWNING,
    DARING,
    PEEPING,
    PENNIES,
    ROLLING,
    Generous,
    Tiny,
    TinyStrategy,
    again,
    bold,
    stop,
    tiny,
)


def searcher(iterations: int, **settings: object) -> Searcher:
    """Results alone: the policy of roll-outs is the flip of a coin."""
    chosen = Settings(depth=10, **settings)  # type: ignore[arg-type]
    return Searcher(TinyStrategy(), Budget(iterations=iterations), chosen)


def test_dice_are_worth_what_they_are_worth() -> None:
    bot = searcher(6000)
    assert ask(bot, tiny(DARING), 0, FastChance(5)).verb is bold
    best = bot.thoughts()[0]
    assert best.action.verb is bold
    assert best.value == pytest.approx(4.25 / 6, abs=0.03)


@pytest.mark.parametrize("shown", [1, 2, 3, 4, 5, 6])
def test_a_die_is_kept_from_four_on(shown: int) -> None:
    bot = searcher(4000)
    answer = ask(bot, tiny(ROLLING, number=shown), 0, FastChance(shown))
    assert answer.verb is (stop if shown >= 4 else again)
    assert bot.thoughts()[0].value == pytest.approx(max(shown, 3.5) / 6, abs=0.04)


def test_nobody_names_a_card_that_they_cannot_see() -> None:
    """Whoever looked at each world by itself would always guess right."""
    for number in range(3):
        bot = searcher(1500)
        answer = ask(bot, tiny(PEEPING, number=number, hidden=True), 0, FastChance(9))
        assert answer.verb is stop
        guesses = [thought for thought in bot.thoughts() if thought.action.verb is not stop]
        for thought in guesses:
            assert thought.value == pytest.approx(1 / 3, abs=0.2)


def test_sealed_answers_are_mixed() -> None:
    """Both show heads in one game of three, and seat 0 wins one of three: that cannot be exploited."""
    for seat in range(2):
        bot = searcher(20_000, mixes=True, trust=0.0)
        shares = {thought.action.id: thought.share for thought in thoughts(bot, tiny(PENNIES), seat)}
        assert shares["show:heads"] == pytest.approx(1 / 3, abs=0.06)
        assert bot.root is not None
        assert bot.root.total / float(bot.root.count) == pytest.approx((1 + seat) / 3, abs=0.04)


def thoughts(bot: Searcher, s: Tiny, seat: int) -> list:  # type: ignore[type-arg]
    bot.choose(s.determinize(seat, FastChance(8)), seat, s.actions(seat), FastChance(3))
    return bot.thoughts()


def test_what_another_has_sealed_changes_nothing() -> None:
    open_, sealed = tiny(PENNIES), tiny(PENNIES)
    sealed.act(0, sealed.actions(0)[0])
    found = []
    for s in (open_, sealed):
        seen = thoughts(searcher(800), s, 1)
        found.append([(thought.action.id, thought.share, thought.value) for thought in seen])
    assert found[0] == found[1]


class Stubborn(Policy):
    """Always gives the first answer."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        return legal[0]


class StubbornStrategy(TinyStrategy):
    def policy(self) -> Policy:
        return Stubborn()


def test_a_rival_who_is_known_is_exploited() -> None:
    """Who always shows heads loses every game to seat 0, and who searches for seat 1 knows better."""
    for seat, answer in enumerate(("show:heads", "show:tails")):
        bot = Searcher(StubbornStrategy(), Budget(iterations=200), Settings(model=True, depth=4))
        best = thoughts(bot, tiny(PENNIES), seat)[0]
        assert best.action.id == answer
        assert best.value == 1.0


def test_everybody_plays_for_themselves() -> None:
    """The third seat takes the win, so the others would rather have half a draw than wait for it."""
    bot = searcher(2000)
    assert ask(bot, tiny(CROWNING, seats=3), 0, FastChance(2)).id == "crown:0"
    last = tiny(CROWNING, seats=3, number=2)
    assert ask(searcher(500), last, 2, FastChance(2)).id == "crown:2"


@pytest.mark.parametrize("made", ["search", "improve"])
def test_a_seed_and_a_number_of_iterations_are_one_answer(made: str) -> None:
    def fresh() -> Policy:
        budget = Budget(iterations=50)
        return searcher(50) if made == "search" else Improver(TinyStrategy(), budget)

    answers = {
        tuple(
            ask(fresh(), tiny(PENNIES), seat, FastChance(seed)).id for seed in range(20) for seat in range(2)
        )
        for _ in range(3)
    }
    assert len(answers) == 1


def test_what_was_thought_is_remembered_and_forgotten() -> None:
    bot = searcher(300)
    s = tiny(DARING)
    ask(bot, s, 0, FastChance(1))
    root = bot.root
    assert root is not None
    assert root.count > 0
    before = root.count
    ask(bot, s, 0, FastChance(2))
    assert bot.root is root
    assert root.count > before
    s.act(0, bold.at())
    ask(bot, s, 0, FastChance(3))
    assert bot.root is not None
    assert bot.root.count > 300 or len(bot.memory.tables) >= 2
    ask(bot, tiny(PENNIES), 1, FastChance(4))
    assert all(len(table.actions) == 2 for table in bot.memory.tables.values())
    assert len(bot.memory.tables) <= 2  # another seat: nothing of the first is left


def test_memory_is_bounded() -> None:
    bot = searcher(2000, room=3)
    ask(bot, tiny(DARING), 0, FastChance(1))
    assert len(bot.memory.tables) <= 3
    assert bot.thoughts()[0].action.verb is bold


def test_seconds_are_those_of_the_processor() -> None:
    """Who waits for others has not thought: a busy machine makes a player slower, not weaker."""
    budget = Budget(seconds=0.02)
    budget.begin()
    time.sleep(0.06)
    assert all(budget.spend() for _ in range(16))
    assert budget.left() > 0


def test_a_budget_of_seconds_ends() -> None:
    bot = Searcher(TinyStrategy(), Budget(seconds=0.05), Settings(depth=10))
    assert ask(bot, tiny(DARING), 0, FastChance(1)).verb is bold
    assert bot.budget.spent > 8
    for wrong in ((0.0, 0), (-1.0, 0), (0.0, -3)):
        with pytest.raises(ValueError, match="a budget is"):
            Budget(*wrong)


def test_an_only_answer_takes_no_thought() -> None:
    s = tiny(DARING)
    bot = searcher(1000)
    only = s.actions(0)[:1]
    assert bot.choose(s, 0, only, FastChance(1)) is only[0]
    assert bot.budget.spent == 0
    assert bot.thoughts() == []


class GenerousStrategy(TinyStrategy):
    def policy(self) -> Policy:
        return Generous()


@pytest.mark.parametrize("made", ["search", "improve"])
def test_nobody_volunteers_for_what_is_worse_than_nothing(made: str) -> None:
    budget = Budget(iterations=60)
    bot = Searcher(GenerousStrategy(), budget) if made == "search" else Improver(GenerousStrategy(), budget)
    s = tiny(DARING)
    s.generous = True
    assert invite(Generous(), s, 0, FastChance(1)) is not None
    assert invite(bot, s, 0, FastChance(1)) is None


@pytest.mark.parametrize(("shown", "better"), [(1, again), (2, again), (6, stop)])
def test_improving_a_coin_flip(shown: int, better: object) -> None:
    wrong = 0
    for seed in range(12):
        bot = Improver(TinyStrategy(), Budget(iterations=400))
        wrong += ask(bot, tiny(ROLLING, number=shown), 0, FastChance(seed)).verb is not better
    assert wrong <= 1


def test_improving_stops_when_it_is_sure() -> None:
    bot = Improver(TinyStrategy(), Budget(iterations=100_000))
    ask(bot, tiny(ROLLING, number=1), 0, FastChance(4))
    assert bot.budget.spent < 5000


def test_the_worse_half_goes_later_the_more_worlds_there_will_be() -> None:
    """Seconds count like the iterations they come to: a rival is not dropped after a handful of worlds."""
    counted = Improver(TinyStrategy(), Budget(iterations=1600))
    counted.budget.begin()
    timed = Improver(TinyStrategy(), Budget(seconds=1000.0))
    timed.budget.begin()
    timed.budget.spent = 8
    timed.budget.until -= 5.0  # eight worlds in five seconds: 1600 in all
    for rivals in (2, 5, 11):
        assert timed.first_halving(rivals) == pytest.approx(counted.first_halving(rivals), rel=0.1)
    assert counted.first_halving(2) == 400


def test_chance_that_begins_anew_is_as_good_as_new() -> None:
    used = FastChance(5)
    for _ in range(9):
        used.die(6)
    used.begin_anew(77)
    fresh = FastChance(77)
    assert [used.below(1000) for _ in range(50)] == [fresh.below(1000) for _ in range(50)]
    assert used.drawn == fresh.drawn
    assert used.describe() == {"kind": "fast", "seed": 77}


def test_still_chance_moves_nothing() -> None:
    still = StillChance()
    cards = [4, 2, 9, 1]
    still.shuffle("deck", cards, CARDS)
    assert cards == [4, 2, 9, 1]
    assert [still.die(sides) for sides in (1, 2, 6, 20)] == [1, 2, 6, 20]


def test_what_a_match_brought() -> None:
    sole = Outcome((1,), False, (2, 1, 2), "won", "TI-1")
    joint = Outcome((0, 2), False, (1, 2, 1), "won", "TI-1")
    drawn = Outcome((), True, (1, 1), "drawn", "TI-1")
    assert shares(sole, 3) == [0, 1, 0]
    assert shares(joint, 3) == [0.5, 0, 0.5]
    assert shares(drawn, 2) == [0.5, 0.5]
    assert wins(joint, 3) == [1, 0, 1]
