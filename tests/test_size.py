"""How much memory an open match takes: a server keeps thousands of them."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

import innkeeper
from innkeeper import FastChance, Match

MATCHES = 20
LARGEST = 64 * 1024  # bytes


def finished(preset: str, seed: int) -> Match:
    """A whole match at random, with its log and its record."""
    match = innkeeper.new_match("magicduel", options={"preset": preset}, seed=seed)
    chance = FastChance(seed)
    while match.outcome is None:
        ((seat, decision),) = match.pending.items()
        match.act(seat, decision.actions[chance.below(len(decision.actions))].id)
    return match


@pytest.mark.parametrize("preset", ["literal", "tournament", "workshop"])
def test_a_match_of_magicduel_is_small(preset: str) -> None:
    warm = [finished(preset, seed) for seed in range(MATCHES)]  # books, rules and actions are shared
    tracemalloc.start()
    try:
        matches = [finished(preset, seed) for seed in range(MATCHES)]
        gc.collect()
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(warm) == len(matches)
    assert used / MATCHES < LARGEST, f"{used / MATCHES / 1024:.0f} kB a match"
