"""Echo from the third battle on: an equilibrium by the referee's lights, found from a seat's own cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from benchmarks.echo import main as measure
from benchmarks.echo import reached, read_kept, solver
from innkeeper import Action, FastChance, Searcher, State, get_game
from innkeeper.bots import bot_names, make_bot
from innkeeper.engine.frame import canonical
from innkeeper.engine.playout import ask, play
from innkeeper.engine.strategy import Budget
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import ENOUGH, THIRD, Ending, Position, ground_of, solvable
from innkeeper.games.echo.equilibrium import Equilibrium, alone, draw, fourth_battle, third_battle
from innkeeper.games.echo.state import Echo
from innkeeper.games.echo.strategy import EchoStrategy
from tests.bots.best_response import Worlds, seen

GAME = get_game("echo")
# Matches that plain Python solves in a moment: both seats have named a creature before the third battle.
SMALL = (7, 11, 15)
DECIDED = 11  # of these one that nobody can turn any more in the fourth
SEEN = (6, 8)  # in which a seat commits two creatures in the third


def small(place: int, turn: int = THIRD) -> Echo:
    s = reached(SMALL[place], turn)
    assert all(Position(s, THIRD).named)
    return s


@cache
def solved(place: int) -> Ending:
    ending = Ending(Position(small(place), THIRD))
    ending.solve(None)
    return ending


def deals(s: Echo, position: Position, held: int) -> Worlds:
    """Every deal that a position allows, each as likely as the others."""
    found: list[State] = []
    for one in position.hands(0, held):
        for two in position.hands(1, held):
            if one & two == 0:
                world = s.copy()
                world.rulers[0].hand, world.rulers[1].hand = one, two
                world.overseer = members(position.live & ~one & ~two)[0]
                found.append(world)
    return [(world, 1.0 / len(found)) for world in found]


def even(shares: list[float], legal: list[Action]) -> list[float]:
    """Where all is decided, nothing is mixed: anything will do."""
    return shares or [1.0 / len(legal)] * len(legal)


def narrow(position: Position) -> None:
    """Leave each seat four creatures at most that it may hold, so that every match can be played out."""
    for seat in range(2):
        pool = members(position.live & ~position.named[seat])
        for card in pool[4:] if seat == 0 else pool[:-4]:
            position.named[seat] |= 1 << card


def gain(s: Echo, ending: Ending, position: Position) -> float:
    """The mean of what the best answers of both seats win, in the real game."""

    def mix(world: State, seat: int, legal: list[Action]) -> list[float]:
        assert isinstance(world, Echo)
        if world.turn == THIRD:
            return third_battle(world, seat, legal, ending)
        return even(fourth_battle(world, seat, legal, ending.battle_after(world.history[2])), legal)

    worlds = deals(s, position, 3)
    return sum(seen(worlds, seat, mix, EchoStrategy()) for seat in range(2)) / 2


TABLES: list[tuple[int, dict[str, object]]] = [
    (3, {}),
    (11, {"tiebreak": "last-win", "value_floor": "none"}),
    (7, {"fields": "wild"}),
]


@pytest.mark.parametrize(("seed", "options"), TABLES)
def test_nobody_wins_more_against_it_than_it_says(seed: int, options: dict[str, object]) -> None:
    """Its own best answer and one that plays every match to the end with the referee agree."""
    check(reached(seed, THIRD, options))


@pytest.mark.parametrize("seed", SEEN)
def test_a_seer_takes_back_as_it_should(seed: int) -> None:
    """The same where a seat commits two creatures in the third battle."""
    s = reached(seed, THIRD)
    assert s.sees(0) or s.sees(1)
    check(s)


def check(s: Echo) -> None:
    position = Position(s, THIRD)
    narrow(position)
    ending = Ending(position)
    for _ in range(12):
        ending.round()
    ending.settle()
    claimed = ending.exploitability()
    assert claimed == pytest.approx(gain(s, ending, position), abs=1e-9)
    ending.resume()
    for _ in range(24):
        ending.round()
    ending.settle()
    assert ending.exploitability() < claimed or claimed < 1e-6  # the longer, the nearer


@pytest.mark.parametrize("place", range(len(SMALL)))
def test_from_the_third_battle_on_it_can_hardly_be_exploited(place: int) -> None:
    ending = solved(place)
    assert ending.exploitability() <= ENOUGH == 0.004


def test_it_learns_from_what_it_has_just_regretted() -> None:
    """Somebody waits for the third battle: it took 60 rounds before a seat foresaw its latest regret."""
    ending = Ending(Position(reached(9, THIRD), THIRD))
    for _ in range(45):
        ending.round()
    ending.settle()
    assert ending.exploitability() <= 0.005


def test_it_looks_again_when_what_is_wanted_may_be_reached() -> None:
    """Late in a long solution less is wanted, and looked for soon: a look too late cost a second."""
    ending = Ending(Position(small(0), THIRD))
    ending.rounds = 15
    assert ending.next_look(0.016) == 30
    assert ending.next_look(0.1) == 60
    ending.rounds = 60
    assert ending.next_look(0.02) == 75
    ending.rounds = 75
    assert ending.next_look(0.016) == 90


def test_a_measure_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What this solver found before is not worked out again; what another found is no figure of this one."""
    kept = tmp_path / "kept"
    monkeypatch.setattr("sys.argv", ["echo", "--positions", "1", "--seed", "6", "--keep", str(kept)])
    measure()
    first, written = capsys.readouterr().out, kept.read_text()
    measure()
    assert kept.read_text() == written
    assert capsys.readouterr().out.splitlines()[:-1] == first.splitlines()[:-1]  # all but the memory
    kept.write_text(written.replace(solver(), "another"))
    assert read_kept(kept) == {}


@pytest.mark.parametrize("seed", range(4))
def test_the_fourth_battle_alone_is_exact(seed: int) -> None:
    s = reached(seed, 4)
    last = alone(s)
    assert last.exploitability() < 0.001

    def mix(world: State, seat: int, legal: list[Action]) -> list[float]:
        assert isinstance(world, Echo)
        return even(fourth_battle(world, seat, legal, last), legal)

    worlds = deals(s, Position(s, 4), 2)
    real = sum(seen(worlds, seat, mix, EchoStrategy()) for seat in range(2)) / 2
    assert last.exploitability() == pytest.approx(real, abs=1e-9)


def test_what_stands_before_a_battle_follows_from_the_battles_before() -> None:
    """The public state is worked out from the history alone, and is the referee's."""
    for seed in range(12):
        for turn in (3, 4):
            s = reached(seed, turn)
            position = Position(s, turn)
            assert position.live == s.book.every_creature & ~s.graveyard
            assert position.lead == s.rulers[0].score - s.rulers[1].score
            for seat, ruler in enumerate(s.rulers):
                assert position.edicts[seat] == ruler.edicts
                assert position.statuses[seat] == ruler.statuses
                assert position.named[seat] == ruler.named


def test_it_answers_by_its_own_cards_alone() -> None:
    """Exchange what it cannot see: with the same luck it gives the same answers, whatever it is asked."""
    asked: Counter[int] = Counter()
    for place in range(2):
        s = small(place)
        bot, stranger = make_bot(GAME, "equilibrium:20"), make_bot(GAME, "equilibrium:20")
        chance = FastChance(place)
        while not s.over:
            seat = int(s.decider())
            answers = set()
            for world in range(3):
                other = s if world == 0 else s.determinize(seat, FastChance(world))
                policy = stranger if world == 2 else bot
                answers.add(ask(policy, other, seat, FastChance(place)).id)
            assert len(answers) == 1, f"it knows what seat {seat} cannot see"
            asked[int(s.turn)] += 1
            s.act(seat, ask(bot, s, seat, chance))
    assert asked[3] >= 4
    assert asked[4] >= 4


def test_the_same_luck_plays_the_same_match() -> None:
    ends = []
    for _ in range(2):
        s = small(0)
        bot = make_bot(GAME, "equilibrium:20")
        play(s, [bot, bot], FastChance(5))
        ends.append(canonical(s))
    assert ends[0] == ends[1]


def test_what_it_remembers_changes_nothing() -> None:
    """Asked in the fourth battle for the first time, it mixes as if it had been there from the third on."""
    s = small(1)
    veteran = Equilibrium(Budget(iterations=20))
    chance = FastChance(1)
    while s.turn == THIRD:
        seat = int(s.decider())
        s.act(seat, veteran.choose(s, seat, s.actions(seat), chance))
    newcomer = Equilibrium(Budget(iterations=20))
    for seat in range(2):
        legal = s.actions(seat)
        assert veteran.mix(s, seat, legal) == newcomer.mix(s, seat, legal)


def test_it_draws_each_answer_as_often_as_it_should() -> None:
    s = small(0)
    legal = s.actions(0)[:4]
    drawn = Counter(draw(legal, [0.5, 0.0, 0.25, 0.25], FastChance(seed)).id for seed in range(4000))
    assert legal[1].id not in drawn
    assert drawn[legal[0].id] == pytest.approx(2000, abs=200)
    assert drawn[legal[3].id] == pytest.approx(1000, abs=200)


def test_its_mixes_are_mixes() -> None:
    for place in range(2):
        ending = solved(place)
        mixed = 0
        for seat in ending.seats:
            for question in range(len(seat.asked)):
                shares = seat.mix(question)
                assert sum(shares) == pytest.approx(1.0)
                assert min(shares) >= 0.0
                mixed += max(shares) < 0.9
        assert mixed > 10  # an equilibrium of this game cannot be foreseen


def test_where_all_is_lost_it_is_at_least_not_silly() -> None:
    """Whoever cannot but lose plays greedily: a rival that errs pays for it."""
    greedy = make_bot(GAME, "greedy")
    s = reached(DECIDED, 4)
    assert ground_of(Position(s, 4)).settled
    legal = s.actions(0)
    bot = Equilibrium(Budget(iterations=20))
    chosen = {bot.choose(s, 0, legal, FastChance(luck)).id for luck in range(8)}
    assert chosen <= {greedy.choose(s, 0, legal, FastChance(luck)).id for luck in range(50)}


@pytest.mark.parametrize("options", [{"guess_pool": "living"}, {"guess_reveal": "late"}])
def test_under_other_rules_it_searches_on(options: dict[str, object]) -> None:
    s = reached(5, THIRD, options)
    assert not solvable(s)
    bot = Equilibrium(Budget(iterations=20))
    assert play(s, [bot, make_bot(GAME, "greedy")], FastChance(1)) > 0
    assert s.over
    assert bot.ending is None


def test_a_budget_of_seconds_is_kept() -> None:
    s = small(0)
    hasty, patient = Equilibrium(Budget(seconds=1e-6)), Equilibrium(Budget(iterations=1))
    rounds = [int(bot.solved(s, 0).rounds) for bot in (hasty, patient)]
    assert rounds[0] < rounds[1]
    assert hasty.mix(s, 0, s.actions(0))


def test_both_styles_are_met_by_name() -> None:
    assert isinstance(make_bot(GAME, "equilibrium:100"), Equilibrium)
    exploiting = make_bot(GAME, "exploit:100")
    assert isinstance(exploiting, Searcher)
    assert exploiting.settings.model  # it takes its rival for a greedy one
    assert not {"equilibrium", "exploit"} & set(bot_names(GAME))  # what a table offers answers at once
