"""What the page tells line by line is held to whole matches: true in the end, and no figure too late."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

from innkeeper import game_ids, new_match
from tests.browser.house import WEB

MATCHES = 6
SEATS = {"mazerunner": 3, "micah": 3}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "magicduel": [{"preset": "tournament"}, {"preset": "literal"}],
    "micah": [{}, {"boss": True, "trade": False}],
}


def told(game: str, seed: int) -> list[dict[str, Any]]:
    """Every entry of a match as one seat sees it: the view before, what happened, the view after."""
    dice = random.Random(seed)
    options = OPTIONS.get(game, [{}])
    match = new_match(game, seats=SEATS.get(game), options=options[seed % len(options)], seed=seed)
    steps: list[dict[str, Any]] = []
    for _ in range(260):
        if match.outcome is not None:
            break
        began, before = match.told, match.view(0)
        seat, decision = dice.choice(list(match.pending.items()))
        match.play(seat, dice.choice(decision.ids))
        steps.append({"before": before, "events": match.events(0, began), "after": match.view(0)})
    return steps


def test_a_story_is_true(tmp_path: Path) -> None:
    stories = {game: [step for seed in range(MATCHES) for step in told(game, seed)] for game in game_ids()}
    (tmp_path / "stories.json").write_text(json.dumps(stories))
    npx = shutil.which("npx")
    assert npx is not None
    env = {**os.environ, "INNKEEPER_STORIES": str(tmp_path / "stories.json")}
    ran = subprocess.run(
        [npx, "vitest", "run", "tests/story.test.ts"], cwd=WEB, env=env, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout[-6000:]
    assert "skipped" not in ran.stdout, ran.stdout[-2000:]
