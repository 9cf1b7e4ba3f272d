"""The fitted net of Adventurer Factory: what it says, and that the tool fits the net that plays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import innkeeper
from innkeeper import FastChance
from innkeeper.games.adventurer import insight
from innkeeper.games.adventurer.insight import INPUTS, TRAITS, Insight, chance_to_win, describe, fitted
from innkeeper.games.adventurer.strategy import AdventureStrategy
from tests.rules.adventurer.factory import book
from tools import insight as fitting


def begun(seed: int, decisions: int) -> Any:
    """A match so many random decisions on."""
    names = list(book().decks)
    options = {"deck_0": names[seed % 7], "deck_1": names[seed // 7 % 7]}
    match = innkeeper.new_match("adventurer", options=options, chance=FastChance(seed), log=False)
    s: Any = match.state.copy()
    s.chance, whims = FastChance(seed), FastChance(seed + 1)
    for _ in range(decisions):
        seat = s.decider()
        legal = s.actions(seat)
        s.act(seat, legal[whims.below(len(legal))])
        assert not s.over
    return s


@pytest.mark.parametrize("seed", range(8))
def test_two_chances_make_one(seed: int) -> None:
    s = begun(seed, 12)
    assert chance_to_win(s, 0) + chance_to_win(s, 1) == pytest.approx(1.0)
    assert AdventureStrategy().values(s) == [chance_to_win(s, 0), 1.0 - chance_to_win(s, 0)]


@pytest.mark.parametrize("score", ["health", "willpower"])
def test_who_is_nearly_beaten_is_likely_to_lose(score: str) -> None:
    for seed in range(8):
        s = begun(seed, 12)
        even = chance_to_win(s, 0)
        setattr(s.sides[1], score, 1)
        ahead = chance_to_win(s, 0)
        setattr(s.sides[1], score, 30)
        setattr(s.sides[0], score, 1)
        assert chance_to_win(s, 0) < even < ahead


def test_what_is_over_is_what_it_is() -> None:
    s = begun(3, 12)
    s.leave(1)
    assert AdventureStrategy().values(s) == [1.0, 0.0]


def test_cards_that_do_different_things_are_described_differently() -> None:
    """But for a few that do the same, under other names."""
    found = [describe(card) for card in book().cards]
    assert all(len(traits) == TRAITS for traits in found)
    assert len({tuple(traits) for traits in found}) > 0.9 * len(found)


def test_the_net_that_is_fitted_is_the_net_that_plays() -> None:
    positions = fitting.collect(3, seed=7)
    seen = fitting.inputs(positions)
    assert seen.shape[2] == INPUTS
    net = fitting.Net(INPUTS, np.random.default_rng(1))
    net.direct += 0.1
    written = net.weights()
    playing = Insight(book(), [weight / fitting.WEIGHT for weight in written])
    s = begun(5, 20)
    cards = np.zeros((2, len(book().cards) * insight.ZONES), np.uint8)
    for side in range(2):
        np.add.at(cards[side], insight.places(s, side), 1)
    one = fitting.Positions(np.array([insight.both(s)]), cards[None], *[np.zeros(1)] * 3)
    likely = net.chances(fitting.inputs(one))[0]
    lead = playing.lead(s)
    assert 1 / (1 + np.exp(-lead)) == pytest.approx(likely, abs=0.01)  # weights are written in thousandths
    assert abs(lead) > 0.05


def test_it_foretells_matches_that_it_never_saw_better_than_clocks() -> None:
    positions = fitting.collect(150, seed=1234)
    likely = fitting.Net.of(fitted()).chances(fitting.inputs(positions))
    known = fitting.surprise(likely, positions.results)
    assert known < fitting.surprise(positions.clocks, positions.results) - 0.02
    assert known < 0.55 < np.log(2)


def test_fitting_learns_and_follows_from_the_seed() -> None:
    positions = fitting.collect(40, seed=3)
    nets = [fitting.fit(positions, 1).weights() for _ in range(2)]
    assert nets[0] == nets[1] != fitting.fit(positions, 2).weights()
