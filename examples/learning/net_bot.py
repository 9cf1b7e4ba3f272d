"""A net that ppo.py has trained plays MagicDuel at an inn, as any program does. It needs numpy alone.

python examples/learning/ppo.py --game magicduel --out net.npz
innkeeper bot --server http://127.0.0.1:8017 --game magicduel --preset tournament --against greedy \\
    --program "examples/learning/net_bot.py net.npz"

At an inn a program sees views and ids of actions. Here they become the row and the codes that the net knows.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from sight import Sight

from innkeeper import get_game

GAME = get_game("magicduel")
BOOK = GAME.book_of(GAME.content)
MOVES = ["", *[move.id for move in BOOK.moves]]  # as `used` counts them
MINIONS = ["", *[minion.id for minion in BOOK.minions]]


def row_of(view: dict[str, Any], columns: list[str]) -> list[int]:
    """What the eyes of MagicDuel see, from a view."""
    you, table = view["you"], view["table"]
    told: dict[str, int] = {
        "round": table["round"],
        "rounds_left": table["rounds_left"],
        "moves_left": table["moves_left"],
        "active": int(you in view["to_act"]),
        "first": int(table["first"] == you),
        "storm_next": table["storm_next"],
        "repeats": table["repeats"],
    }
    for minion in view["seats"][you]["minions"]:
        if minion["uid"] == table["specter"]:
            told |= {"specter": 1, "specter_attack": minion["attack"]}
    for place, used in enumerate(reversed(table["used"]), 1):
        told[f"used_{place}"] = MOVES.index(used)
    for side, seat in (("me", view["seats"][you]), ("rival", view["seats"][1 - you])):
        told |= {f"{side}.{name}": seat[name] for name in ("hp", "magic", "burn", "shield")}
        for place, minion in enumerate(seat["minions"], 1):
            name = f"{side}.minion_{place}"
            told |= {name: 1, f"{name}.kind": MINIONS.index(minion["kind"]), f"{name}.ready": minion["ready"]}
            told |= {f"{name}.{what}": minion[what] for what in ("hp", "attack", "age")}
    return [int(told.get(column, 0)) for column in columns]


def name_of(action: str, view: dict[str, Any]) -> str:
    """The name of an action's code: a minion is called by its pedestal there, not by its uid."""
    verb, *rest = action.split(":")
    if verb not in ("attack", "buff", "specter") or not rest[-1].isdecimal():
        return f"specter:{rest[-1]}" if verb == "specter" else action
    owner = view["you"] if verb == "buff" else 1 - view["you"]
    uids = [minion["uid"] for minion in view["seats"][owner]["minions"]]
    place = f"minion_{uids.index(int(rest[-1])) + 1}"
    return ":".join([verb, place] if verb == "specter" else [verb, *rest[:-1], place])


class Player:
    """The net, as matrices."""

    def __init__(self, file: str, options: dict[str, Any]) -> None:
        self.eyes = GAME.eyes_of(2, options)
        net = np.load(file)
        if (str(net["game"]), int(net["version"])) != (GAME.id, self.eyes.version):
            raise SystemExit(f"{file} is for {net['game']} v{net['version']}: not what is played here")
        self.sight = Sight(self.eyes)
        names = ("body.0", "body.2", "choice")
        self.layers = [(net[f"{name}.weight"], net[f"{name}.bias"]) for name in names]

    def choose(self, view: dict[str, Any], actions: list[str]) -> str:
        """The action that the net likes best."""
        hidden = self.sight(np.array([row_of(view, self.eyes.columns)], np.int16))[0]
        for number, (weight, bias) in enumerate(self.layers):
            hidden = weight @ (hidden if number == 0 else np.maximum(hidden, 0)) + bias
        codes = [self.eyes.names.index(name_of(action, view)) for action in actions]
        return actions[int(np.argmax(hidden[codes]))]


def main(file: str) -> None:
    """Answer whatever is asked, until the match is over."""
    player: Player | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            player = Player(file, message["options"])
        elif message["type"] == "move" and player is not None:
            print(json.dumps({"action": player.choose(message["view"], message["actions"])}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
