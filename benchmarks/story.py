"""What it costs the server that a page can tell a story: `make bench-story`.

A page is sent one view after everything that happened, and tells what came before it from the events of the
log's lines. So a story costs what those events cost: they are read from the log for its sentences anyway, and
travel with them. Here whole matches are played as the server plays them, with a view and the new lines for
each seat put into JSON, once with the events and dice of the lines and once with their sentences alone. It
may cost a tenth of an action; it was 2 to 5 %.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import msgspec

from innkeeper import game_ids, get_game, new_match

ACTIONS = 1500
TIMES = 15  # in turn; the quickest of each counts


def play(game: str, told: bool) -> float:
    """Seconds of the processor for so many actions, and all that everybody is sent of them."""
    dice = random.Random(1)
    encode = msgspec.json.Encoder().encode
    seats = get_game(game).check_seats(None)
    names = {seat: f"Guest {seat}" for seat in range(seats)}
    match: Any = None
    heard = 0
    began = time.process_time()
    for number in range(ACTIONS):
        if match is None or match.outcome is not None:
            match = new_match(game, seats=seats, seed=number)
            heard = match.told
        seat, decision = next(iter(match.pending.items()))
        match.play(seat, dice.choice(decision.ids))
        for eyes in range(seats):
            lines = match.lines(eyes, names, heard)
            encode(match.view(eyes))
            encode([line if told else (line.text, line.clause) for line in lines])
        heard = match.told
    return time.process_time() - began


def main(games: list[str]) -> int:
    print(f"{'game':<12}{'with µs':>10}{'without µs':>12}{'share':>8}")
    for game in games or game_ids():
        pairs = [(play(game, True), play(game, False)) for _ in range(TIMES)]
        with_story, without = (min(times) / ACTIONS for times in zip(*pairs))
        share = (with_story - without) / without
        print(f"{game:<12}{with_story * 1e6:>10.0f}{without * 1e6:>12.0f}{share:>8.1%}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
