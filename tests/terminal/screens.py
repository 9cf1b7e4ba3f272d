"""Pictures of every table at three sizes, as text; `python -m tests.terminal.screens --write` makes them.

The positions come from people who always do the same, never from bots, so that only a change of rules or of
the drawing changes a picture. `--svg FOLDER` writes them as they look.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path

import innkeeper
from innkeeper.terminal.app import InnApp
from innkeeper.terminal.app.table import TableScreen
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.saved import YOU
from innkeeper.terminal.settings import Settings

FOLDER = Path(__file__).with_name("screens")
SIZES = ((80, 24), (120, 40), (200, 60))
TABLES = {"magicduel": (2, 9), "echo": (2, 5), "mazerunner": (2, 60), "adventurer": (2, 24), "micah": (6, 40)}
PICTURES = [(game, width, height) for game in TABLES for width, height in SIZES]


def position(game: str) -> LocalTable:
    """Some way into a match, with somebody asked."""
    seats, answers = TABLES[game]
    rules = {"preset": innkeeper.get_game(game).recommended}
    match = innkeeper.new_match(game, seats=seats, seed=20, options=rules)
    table = LocalTable(match, [YOU] * seats, seed=20)
    dice = random.Random(7)
    for _ in range(answers):
        if not match.pending:
            break
        seat, decision = min(match.pending.items())
        table.viewer = seat
        busy = [
            one for one in decision.actions if one.id not in ("done", "pass", "challenge", "heal", "return")
        ]
        table.act(dice.choice(busy or list(decision.actions)).id)
    assert match.pending, game
    table.viewer = min(match.pending)
    return table


def _drawn(app: InnApp) -> bool:
    """Is everything told, and what the first choice comes to?"""
    screen = app.screen
    busy = [one for one in app.workers if one.group == "preview" and not one.is_finished]
    return isinstance(screen, TableScreen) and screen.told > 0 and not screen.telling and not busy


async def _picture(game: str, width: int, height: int, svg: Path | None = None) -> str:
    app = InnApp(position(game))
    app.settings = Settings(pace="at once")
    async with app.run_test(size=(width, height)) as pilot:
        looks = 0
        async with asyncio.timeout(60):
            while looks < 2:  # what was told last may just be looked ahead from
                await pilot.pause()
                looks = looks + 1 if _drawn(app) else 0
        await pilot.pause()
        if svg is not None:
            app.save_screenshot(f"{game}-{width}x{height}.svg", str(svg))
        strips = app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips) + "\n"


def picture(game: str, width: int, height: int, svg: Path | None = None) -> str:
    """A table as a terminal of this size shows it."""
    return asyncio.run(_picture(game, width, height, svg))


def main() -> None:
    svg = Path(sys.argv[2]) if sys.argv[1:2] == ["--svg"] else None
    (svg or FOLDER).mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        for game, width, height in PICTURES:
            text = picture(game, width, height, svg)
            if svg is None:
                (FOLDER / f"{game}-{width}x{height}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
