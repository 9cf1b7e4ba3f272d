"""The batch as arrays of numpy: they show the kernel's buffers, and nothing is copied."""

from __future__ import annotations

import numpy as np
import pytest

from innkeeper import IllegalAction, get_game
from innkeeper.envs.batch import Batch
from innkeeper.envs.table import Table


def test_arrays_have_the_shapes_that_are_promised() -> None:
    batch = Batch("micah", 3, matches=5, seed=2)
    width, codes = batch.eyes.width, batch.eyes.codes
    shapes = {
        "obs": ((5, width), "int16"),
        "mask": ((5, codes), "uint8"),
        "seat": ((5,), "uint8"),
        "done": ((5,), "uint8"),
        "reward": ((5, 3), "float64"),
        "length": ((5,), "int32"),
        "seeds": ((5,), "int64"),
    }
    for name, (shape, kind) in shapes.items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, kind), name
        assert not array.flags.writeable, f"{name} is the kernel's to write"


def test_every_step_writes_into_the_same_arrays() -> None:
    batch = Batch("echo", matches=8, seed=1)
    obs, mask, kept = batch.obs, batch.mask, batch.obs.copy()
    ended = 0
    for _ in range(40):
        codes = batch.sample()
        assert batch.mask[np.arange(8), codes].all()
        batch.step(codes)
        ended += int(batch.done.sum())
        assert set(batch.reward[batch.done == 1].flatten()) <= {-1.0, 0.0, 1.0}
    assert obs is batch.obs
    assert mask is batch.mask
    assert not (kept == obs).all()
    assert ended > 8
    assert (batch.length > 0).all()


def test_a_policy_may_give_any_whole_numbers() -> None:
    one, other = (Batch("magicduel", matches=3, seed=4) for _ in range(2))
    for _ in range(10):
        codes = one.mask.argmax(axis=1)
        one.step(codes)
        other.step([int(code) for code in codes])
        assert (one.obs == other.obs).all()
    one.step(np.full(3, -1))  # the clock


def test_what_is_no_code_is_refused() -> None:
    batch = Batch("magicduel", matches=2)
    for wrong in ([0, 0], [2**40, 2**40], [-2, 1]):
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        batch.step([1.0, 2.0])
    with pytest.raises(ValueError, match="2 answers are 8 bytes, not 4"):
        batch.step([1])


@pytest.mark.parametrize(("game_id", "seats"), [("magicduel", 2), ("echo", 2), ("micah", 3)])
def test_a_table_plays_as_the_batch_does(game_id: str, seats: int) -> None:
    """One match by itself, with the same rivals: the same questions, whoever offers what."""
    rival = next(iter(get_game(game_id).bots))
    batch = Batch(game_id, seats, matches=2, seed=6, rivals=rival)
    tables = [Table(game_id, seats, {}) for _ in range(2)]

    def begin(row: int) -> None:
        names = [None if seat == row % seats else rival for seat in range(seats)]
        tables[row].begin(int(batch.seeds[row]), names)

    for row in range(2):
        begin(row)
    for _ in range(60):
        for row, table in enumerate(tables):
            assert table.turn() == batch.seat[row]
            assert list(table.eyes.row(table.state, table.turn())) == batch.obs[row].tolist()
            assert list(table.eyes.mask(table.state, table.turn())) == batch.mask[row].tolist()
        codes = batch.sample()
        batch.step(codes)
        for row, table in enumerate(tables):
            table.act(table.turn(), int(codes[row]))
            if batch.done[row]:
                assert table.turn() == -1
                assert table.rewards() == batch.reward[row].tolist()
                begin(row)
