"""OpenSpiel's CFR+ on a small Echo: five creatures, hands of two, the last battle.

pip install 'innkeeper[spiel]'
python examples/learning/cfr.py --steps 200
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from open_spiel.python.algorithms import cfr, exploitability

from innkeeper.envs import spiel
from innkeeper.envs.positions import DEALS

SMALL = Path(__file__).parents[1] / "echo-small"
FIELDS = {"fields": "custom", "field_list": ["plains", "plains", "plains", "last-strand"]}


def train(steps: int, every: int) -> tuple[Any, Any]:
    """So many rounds; prints how much a perfect rival would still win. Returns the game and the policy."""
    game = spiel.load("echo", options=FIELDS, content=str(SMALL), chance=DEALS)
    solver = cfr.CFRPlusSolver(game)
    for step in range(1, steps + 1):
        solver.evaluate_and_update_policy()
        if step % every == 0 or step == steps:
            lost = exploitability.exploitability(game, solver.average_policy())
            print(f"{step:5} rounds: exploitability {lost:.8f}")
    return game, solver.average_policy()


def tell(game: Any, policy: Any) -> None:
    """What the policy does with the hand of the first deal."""
    state = game.new_initial_state()
    state.apply_action(0)
    print("With", state.information_state_string(0).partition('"cards":')[2].partition("}")[0])
    for action, share in sorted(policy.action_probabilities(state).items(), key=lambda one: -one[1]):
        if share > 0.005:
            print(f"  {share:6.1%} {state.action_to_string(action)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=200, help="rounds of CFR+")
    parser.add_argument("--every", type=int, default=50, help="rounds between two looks at exploitability")
    given = parser.parse_args()
    tell(*train(given.steps, given.every))
