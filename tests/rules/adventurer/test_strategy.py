"""The greedy player: legal, better than chance, and quick to see the end."""

from __future__ import annotations

from typing import Any

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.playout import Policy, RandomPolicy, play
from innkeeper.games.adventurer.strategy import Greedy
from tests.rules.adventurer.factory import book, factory


def outcome(seed: int, players: list[Policy]) -> Any:
    names = list(book().decks)
    options = {"deck_0": names[seed % 7], "deck_1": names[seed % 7]}
    match = innkeeper.new_match("adventurer", options=options, chance=FastChance(seed), log=False)
    play(match.state, players, FastChance(seed + 1000))
    return match.state.outcome


def test_greedy_beats_random() -> None:
    wins = 0.0
    for seed in range(14):
        players: list[Policy] = [Greedy(), RandomPolicy()]
        seat = seed % 2
        if seat:
            players.reverse()
        found = outcome(seed, players)
        wins += 0.5 if found.draw else float(seat in found.winners)
    assert wins >= 11


def test_greedy_takes_a_win_and_a_rescue() -> None:
    table = factory(
        ["market-shortsword", "guard-goose"], ["healing-potion"], dice=[6, 6], health=6, xp_first=9
    )
    table.act(0, "done", "rest")
    table.act(1, "play:healing-potion", "done", "rest")
    table.act(0, "play:market-shortsword")
    table.act(1, "pass")
    table.act(0, "done")

    def choice(seat: int) -> str:
        world = table.match.state.determinize(seat, FastChance(5))
        return Greedy().choose(world, seat, world.actions(seat), FastChance(5)).id

    assert choice(0) == "attack"
    table.act(0, "attack")
    assert choice(1) == "use:1:drink"


def test_greedy_keeps_playing_cards_when_the_deck_is_empty() -> None:
    ten = {"name": "ten", "cards": {"silver-ring": 4, "guard-goose": 4, "friendly-cudgel": 2}}
    table = factory(["guard-goose"], None, ten, ten, deck_size=10, hand=9, xp_first=9)
    world = table.match.state.determinize(0, FastChance(1))
    chosen = Greedy().choose(world, 0, world.actions(0), FastChance(1)).id
    assert chosen.startswith("play:")
