"""How Echo's first two battles are fought on the recommended line-up by whom nobody can see through.

`python -m benchmarks.echo_opening --matches 2000` plays so many of them from what is known.
"""

from __future__ import annotations

import argparse
from collections import Counter

from benchmarks.echo import KNOWING, RECOMMENDED, reached
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import THIRD


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    edicts: list[Counter[str]] = [Counter(), Counter()]
    fought: list[Counter[str]] = [Counter(), Counter()]
    held: list[Counter[str]] = [Counter(), Counter()]
    for seed in range(asked.seed, asked.seed + asked.matches):
        s = reached(seed, THIRD, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING)
        for seat in range(2):
            hand = s.rulers[seat].hand
            for turn in (1, 0):
                side = s.history[turn].clash.side(seat)
                hand |= 1 << side.creature
                edicts[turn][s.book.edicts[side.edict].name] += 1
                fought[turn][s.book.creatures[side.creature].name] += 1
                held[turn].update(s.book.creatures[card].name for card in members(hand))
    for turn in range(2):
        total = edicts[turn].total()
        told = [f"{name} {100 * number / total:.0f} %" for name, number in edicts[turn].most_common()]
        print(f"turn {turn + 1}, edicts: {', '.join(told)}")
        shares = {name: fought[turn][name] / number for name, number in held[turn].items()}
        told = [
            f"{name} {100 * shares[name]:.0f} %" for name in sorted(shares, key=lambda name: -shares[name])
        ]
        print(f"turn {turn + 1}, when held: {', '.join(told)}")


if __name__ == "__main__":
    main()
