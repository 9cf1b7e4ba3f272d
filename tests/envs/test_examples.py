"""The examples of docs/research.md run (that of CFR in test_spiel).

What needs torch runs where it is installed, which `make test` does not do.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from innkeeper import FastChance, get_game
from innkeeper.envs.seen import Seen
from innkeeper.envs.table import Table

FOLDER = Path(__file__).parents[2] / "examples" / "learning"


def run(name: str, *words: str, told: str = "") -> str:
    """What an example writes."""
    command = [sys.executable, "-W", "error", str(FOLDER / name), *words]
    done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_ppo_learns_a_little(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    words = ["--steps", "100", "--matches", "6", "--test-matches", "4", "--looks", "1"]
    assert "won" in run("ppo.py", *words, "--out", str(tmp_path / "net.npz"))
    assert str(np.load(tmp_path / "net.npz")["game"]) == "magicduel"


def test_maskable_ppo_learns_a_little() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install sb3-contrib")
    words = ["--steps", "10", "--test-matches", "1", "--looks", "1"]
    assert "won against greedy" in run("maskable_ppo.py", *words)


@pytest.fixture
def net_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(FOLDER))
    import net_bot

    return net_bot


def test_a_view_becomes_what_the_net_was_trained_on(net_bot: Any) -> None:
    """Rows and names of codes, at every decision of whole matches."""
    table = Table("magicduel")
    seen, eyes = Seen(table), table.eyes
    chance = FastChance(5)
    for seed in range(12):
        table.begin(seed)
        while (seat := table.turn()) >= 0:
            s = table.state
            view: Any = table.game.view(s, seat)
            assert net_bot.row_of(view, eyes.columns) == seen.row(seat).tolist()
            legal = s.actions(seat)
            names = [eyes.names[eyes.code(s, seat, action)] for action in legal]
            assert [net_bot.name_of(action.id, view) for action in legal] == names
            s.act(seat, legal[chance.below(len(legal))])


def test_a_net_answers_at_the_inn(net_bot: Any, tmp_path: Path) -> None:
    """Any matrices do: every answer of a whole match is one of those that were offered."""
    game = get_game("magicduel")
    options = {"preset": "tournament"}
    eyes = game.eyes_of(2, options)
    width, dice = net_bot.Sight(eyes).width, np.random.default_rng(1)
    sizes = {"body.0": (16, width), "body.2": (16, 16), "choice": (eyes.codes, 16)}
    net: dict[str, Any] = {f"{name}.weight": dice.normal(size=size) for name, size in sizes.items()}
    net |= {f"{name}.bias": dice.normal(size=size[:1]) for name, size in sizes.items()}
    np.savez(tmp_path / "net.npz", game="magicduel", version=int(eyes.version), **net)
    player = net_bot.Player(str(tmp_path / "net.npz"), options)
    s, asked = game.open(2, options), []
    chosen = []
    while not s.over:
        seat = s.decider()
        legal = {action.id: action for action in s.actions(seat)}
        view: Any = game.view(s, seat)
        asked.append(json.dumps({"type": "move", "view": view, "actions": list(legal)}))
        chosen.append(player.choose(view, list(legal)))
        s.act(seat, legal[chosen[-1]])
    hello = json.dumps({"type": "hello", "options": options})
    told = run("net_bot.py", str(tmp_path / "net.npz"), told="\n".join([hello, *asked, ""]))
    assert [json.loads(line)["action"] for line in told.splitlines()] == chosen


def test_curves_are_drawn_from_what_was_logged(tmp_path: Path) -> None:
    logs = []
    for seed, shares in ((1, (0.1, 0.6)), (2, (0.2, 0.4, 0.7))):
        lines = [f"echo,{seed},{1000 * at},{at * 30.0},{won},0.0,400" for at, won in enumerate(shares, 1)]
        logs.append(tmp_path / f"echo-{seed}.csv")
        logs[-1].write_text("\n".join(["game,seed,steps,seconds,won,drawn,matches", *lines, ""]), "utf-8")
    picture = tmp_path / "echo.svg"
    run("curves.py", *map(str, logs), "--target", "55", "--title", "Echo & greedy", "--out", str(picture))
    drawn = ElementTree.parse(picture).getroot()
    space = "{http://www.w3.org/2000/svg}"
    curves = [line.get("points", "").split() for line in drawn.iter(f"{space}polyline")]
    assert [len(curve) for curve in curves] == [2, 3]
    words = {text.text for text in drawn.iter(f"{space}text")}
    assert {"Echo & greedy", "echo, seed 1: 60.0 %", "echo, seed 2: 70.0 %"} <= words
    heights = [float(point.partition(",")[2]) for point in curves[1]]
    assert heights == sorted(heights, reverse=True), "who wins more stands higher"
