"""A bot of MagicDuel: summons when it can, strikes when the rival is weak, mends when it must.

innkeeper bot --server http://127.0.0.1:8017 --game magicduel --against greedy --program duelist.py
"""

import json
import sys
from typing import Any


def choose(view: dict[str, Any], actions: list[str]) -> str:
    """The first wish that is allowed now."""
    me, rival = view["seats"][view["you"]], view["seats"][1 - view["you"]]
    wishes = []
    if rival["hp"] <= 6:
        wishes += ["attack:pierce", "attack"]
    if me["hp"] <= 10 or me["burn"] > 1:
        wishes += ["heal"]
    wishes += ["summon", "attack:burn", "attack:pierce", "magic", "attack", "heal"]
    for wish in wishes:
        fitting = [action for action in actions if action.startswith(wish)]
        if fitting:
            return fitting[-1]  # with the most sparks, or the largest shield
    return actions[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        answer = {"action": choose(message["view"], message["actions"])}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "over":
        print("That was a good game:", message["result"]["reason"], file=sys.stderr)
