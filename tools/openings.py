"""Works out how to open a duel of MagicDuel and writes `openings.json` into the game's folder.

`python -m tools.openings [--moves M] [--nodes N] [--out FILE]` goes through every position that sensible
moves lead to at the recommended table before its M-th move, looks ahead from each over N positions, and keeps
the best answer with those that are as good (less than a hundredth of a match worse). Break it off whenever
you like: the same command goes on. It begins anew if cards, house rules, M or N are others than those in the
file; after a change to how positions are judged, delete the file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from innkeeper.engine.chance import FastChance
from innkeeper.engine.game import get_game
from innkeeper.engine.strategy import chance_of
from innkeeper.games.magicduel.alphabeta import AlphaBeta
from innkeeper.games.magicduel.evaluation import UNIT
from innkeeper.games.magicduel.openings import fingerprint, key_of
from innkeeper.games.magicduel.state import Duel
from innkeeper.games.magicduel.strategy import sensible

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "innkeeper" / "games" / "magicduel" / "openings.json"
DEEPEST = 40
CLOSE = 20  # a hundredth of a match


def opening() -> Duel:
    """The recommended table, before the first move."""
    game = get_game("magicduel")
    book = game.book_of(game.content)
    s = game.start(book, game.options.resolve({"preset": game.recommended}, book), 2, FastChance(1), None)
    s.settle()
    assert isinstance(s, Duel)
    return s


def positions(first: Duel, moves: int) -> dict[int, Duel]:
    """Every position before one of the first moves, each once, in the order in which they are reached."""
    found: dict[int, Duel] = {}
    layer = {int(key_of(first)): first}
    for _ in range(moves):
        found |= layer
        deeper: dict[int, Duel] = {}
        for s in layer.values():
            for action in sensible(s, s.actions(s.active)):
                made = s.copy()
                made.act(s.active, action)
                if not made.over:
                    deeper[int(key_of(made))] = made
        layer = deeper
    return found


def answers(s: Duel, nodes: int) -> tuple[list[str], int, int]:
    """The best answers, how far they were thought through, and what they are worth."""
    bot = AlphaBeta(nodes=nodes, depth=DEEPEST)
    seat = s.active
    best = bot.choose(s, seat, s.actions(seat), FastChance(1))
    depth, value = bot.reached, bot.value
    others = [action for action in sensible(s, s.actions(seat)) if action is not best]
    bot.most, bot.stopped = 0, False
    as_good = [action.id for action in others if bot.is_worth(s, seat, action, depth, value - CLOSE)]
    return [best.id, *as_good], depth, value


def work_out(out: Path, moves: int, nodes: int) -> None:
    """Go on with what a file holds, or begin it anew."""
    first = opening()
    made = {
        "command": f"python -m tools.openings --moves {moves} --nodes {nodes}",
        "table": int(fingerprint(first.book, first.rules)),
    }
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    found: dict[str, str] = kept["answers"] if {**kept, **made} == kept else {}
    wanted = positions(first, moves)
    for place, (key, s) in enumerate(wanted.items(), 1):
        if str(key) in found:
            continue
        ids, depth, value = answers(s, nodes)
        found[str(key)] = " ".join(ids)
        out.write_text(json.dumps({**made, "answers": found}, indent=0) + "\n", encoding="utf-8")
        print(
            f"{place} of {len(wanted)}: {' '.join(ids)} (depth {depth}, {chance_of(value / UNIT):.1%})",
            flush=True,
        )
    print(f"written to {out}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Work out how to open a duel of MagicDuel.")
    parser.add_argument("--moves", type=int, default=4, help="answers are known to so many moves (default 4)")
    parser.add_argument("--nodes", type=int, default=4_000_000, help="positions for each (default 4000000)")
    parser.add_argument(
        "--out", type=Path, default=FILE, help="another file than the one that is played from"
    )
    asked = parser.parse_args()
    work_out(asked.out, asked.moves, asked.nodes)


if __name__ == "__main__":
    main()
