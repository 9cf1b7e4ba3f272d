"""A run on a real Ray cluster of two nodes, begun here: the same bytes as on processes. `make test-ray`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innkeeper import InvalidOptions
from innkeeper.cli import main
from innkeeper.lab.cluster import RayExecutor
from innkeeper.lab.runs import run
from innkeeper.lab.simulate import Plan
from tests.lab.test_runs import contents

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make test-ray does that"),
    pytest.mark.filterwarnings("default"),
    pytest.mark.timeout(180),
]
PLAN = Plan("magicduel", ("greedy", "random"), {"preset": "tournament"}, rotate=True, opening=4)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    node = {"num_cpus": 1, "object_store_memory": 80 << 20}
    begun: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={**node, "include_dashboard": False}
    )
    begun.add_node(**node)
    begun.wait_for_nodes()
    try:
        yield begun
    finally:
        begun.shutdown()


def meet(folder: str) -> str:
    """Where a piece of work is done; it is not done before another has come, and a node has one core only."""
    node = str(import_module("ray").get_runtime_context().get_node_id())
    Path(folder, f"{node}-{time.monotonic_ns()}").touch()
    until = time.monotonic() + 90
    while len(list(Path(folder).iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    return node


def test_the_same_plan_gives_the_same_bytes_on_both_nodes(cluster: Any, tmp_path: Path) -> None:
    run(PLAN, 400, tmp_path / "here", jobs=1, block=20)
    with RayExecutor(cluster.address) as on:
        assert on.workers == 2
        (tmp_path / "met").mkdir()
        meeting = [on.submit(meet, str(tmp_path / "met")) for _ in range(2)]
        assert len({future.result() for future in meeting}) == 2
        run(PLAN, 400, tmp_path / "there", on=on, block=20)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_the_command_plays_on_a_cluster_and_goes_on_without(cluster: Any, tmp_path: Path) -> None:
    words = ["simulate", "magicduel", "--opening", "4", "--run", str(tmp_path / "run")]
    there = CliRunner().invoke(main, [*words, "-n", "2500", "--ray", cluster.address])
    assert there.exit_code == 0, there.output
    grown = CliRunner().invoke(main, [*words, "-n", "3000", "-j", "1"])
    assert grown.exit_code == 0, grown.output
    assert "3000 matches" in grown.output


def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(InvalidOptions, match="there is no cluster at"):
        RayExecutor("127.0.0.1:1")
