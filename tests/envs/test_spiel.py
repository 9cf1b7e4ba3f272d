"""What OpenSpiel asks of its games, by its own tests; and that its figures are ours."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, generate_playthrough

from innkeeper import Domain, FastChance, InvalidOptions
from innkeeper.engine.frame import canonical
from innkeeper.envs import exact, spiel
from innkeeper.envs.chances import laid_out
from innkeeper.envs.positions import DEALS, Position, read_options, replayed, write_options
from innkeeper.games.echo.equilibrium import alone, fourth_battle
from innkeeper.games.echo.state import Echo
from tests.envs.cases import GAMES, LONG, tables

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = str(EXAMPLES / "echo-small")
PLAIN_FIELDS = {"fields": "custom", "field_list": ["plains", "plains", "plains", "last-strand"]}


@pytest.mark.parametrize(("game", "seats"), tables())
def test_random_play_with_copies_and_pickles(game: str, seats: int) -> None:
    pyspiel.random_sim_test(
        spiel.load(game, seats), num_sims=10 if LONG else 1, serialize=True, verbose=False
    )


@pytest.mark.parametrize("game", GAMES if LONG else ["echo", "magicduel"])
def test_a_playthrough_can_be_replayed(game: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # its command line would have done it
    steps: list[int] = []
    state, chance = spiel.load(game).new_initial_state(), FastChance(3)
    while not state.is_terminal():
        legal = state.legal_actions()
        steps.append(legal[chance.below(len(legal))])
        state.apply_action(steps[-1])
    told = generate_playthrough.playthrough(spiel.short_name(game), steps, alsologtostdout=False)
    written = tmp_path / "playthrough.txt"
    written.write_text(told, encoding="utf-8")
    assert generate_playthrough.replay(str(written)) == (told, told)


def small() -> Any:
    """Five creatures and the last battle: 30 deals, 21 thousand positions."""
    return spiel.load("echo", options=PLAIN_FIELDS, content=SMALL, chance=DEALS)


def opening(game: Any) -> Position:
    at = game.new_initial_state().at
    assert isinstance(at, Position)
    return at


def test_exploitability_is_the_same_here_and_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what the example finds with OpenSpiel's CFR+ in a few rounds: its figure, and the one from here."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "learning"))
    import cfr

    game, learned = cfr.train(30 if LONG else 2, 30)
    theirs = float(capsys.readouterr().out.split()[-1])

    def found(at: Position) -> dict[int, float]:
        row = learned.action_probability_array[learned.state_lookup[at.information(at.seat)]]
        return {code: float(row[code]) for code in at.legal()}

    setting = opening(game).setting
    ours = exact.exploitability(setting, found)
    assert ours == pytest.approx(theirs, abs=1e-6)
    anything = exact.exploitability(setting, lambda at: dict.fromkeys(at.legal(), 1 / len(at.legal())))
    assert anything > ours > 0
    cfr.tell(game, learned)
    assert "play:barbarian" in capsys.readouterr().out


class Solved(policy.Policy):  # type: ignore[misc]
    """What the player `equilibrium` draws from in the small Echo."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, [0, 1])
        at = opening(game)
        while at.toss is not None:
            at = at.after(at.toss.odds[0][0])
        assert isinstance(at.state, Echo)
        self.last = alone(at.state)  # it follows from what is public, so it is the same for all deals

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        at = state.at
        menu = at.setting.eyes.menu(at.state, at.seat)
        shares = fourth_battle(at.state, at.seat, menu.actions, self.last)
        shares = shares or [1 / len(menu.actions)] * len(menu.actions)
        return {int(code): float(share) for code, share in zip(menu.codes, shares, strict=True)}


def test_what_our_solver_says_of_itself_openspiel_says_as_well() -> None:
    """The last battle, solved for play at the inn: how much a best answer wins, by either's reckoning."""
    game = small()
    solved = Solved(game)
    ours = float(solved.last.exploitability())
    assert 0 < ours < 0.001
    assert exploitability.exploitability(game, solved) == pytest.approx(ours, abs=1e-9)


def test_sampling_walks_through_the_chance_nodes_of_the_whole_game() -> None:
    """MCCFR, card by card: what it learns is kept by what a seat knows, and the deal by chance nodes."""
    game = spiel.load("echo", options=PLAIN_FIELDS)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        spiel.load("echo", options=PLAIN_FIELDS, content=SMALL)
    )
    solver.iteration()
    state = game.new_initial_state()
    dealt = 0
    while state.is_chance_node():
        assert sum(part for _, part in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(state.chance_outcomes()[0][0])
        dealt += 1
    assert dealt == 10  # the order of eleven creatures
    assert "dealt" in state.information_state_string(0)


def test_a_shuffle_is_fair_and_equal_cards_are_one() -> None:
    deck = Domain("card", ["a", "b"])

    def shuffled(told: Any) -> tuple[int, ...]:
        cards = [0, 0, 1, 1]
        told.shuffle("deck", cards, deck)
        return tuple(cards)

    found = dict(laid_out(shuffled, lambda cards: cards))
    assert len(found) == 6
    assert all(part == pytest.approx(1 / 6) for part in found.values())
    faces = dict(laid_out(lambda told: told.die(6), lambda face: face))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(part == pytest.approx(1 / 6) for part in faces.values())


def test_what_a_seat_knows_tells_nothing_more_than_it_may_know() -> None:
    """Positions that differ only in what seat 0 cannot see are one information state; nothing else is."""
    game = small()
    first: defaultdict[str, set[int]] = defaultdict(set)
    for step, part in opening(game).toss.odds:  # type: ignore[union-attr]
        at = opening(game).after(step)
        assert part == pytest.approx(1 / 30)
        first[at.information(0)].add(int(at.state.rulers[0].hand))  # type: ignore[union-attr]
        assert at.seat == 0
        for code in at.legal():
            assert at.after(code).information(1) == at.after(at.legal()[0]).information(1)
    assert len(first) == 10
    assert all(len(hands) == 1 for hands in first.values())


def test_a_position_is_pickled_as_its_course() -> None:
    at = opening(spiel.load("echo"))
    chance = FastChance(4)
    for _ in range(18):
        legal = [step for step, _ in at.toss.odds] if at.toss is not None else at.legal()
        at = at.after(legal[chance.below(len(legal))])
    key, steps = at.__reduce__()[1]
    again = replayed(key, steps)
    assert canonical(again.state) == canonical(at.state)  # type: ignore[arg-type]
    assert again.information(0) == at.information(0)


def test_house_rules_as_one_parameter() -> None:
    options = {"fields": "custom", "field_list": ["a", "b"], "deep": True, "most": 3}
    assert read_options(write_options(options)) == options
    with pytest.raises(InvalidOptions, match="name:value"):
        read_options("fields")
    with pytest.raises((InvalidOptions, pyspiel.SpielError), match="chance is steps or deals"):
        spiel.load("echo", chance="seeds")
