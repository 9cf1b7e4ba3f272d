"""MaskablePPO of sb3-contrib on an environment of Gymnasium.

pip install -r examples/learning/requirements.txt
python examples/learning/maskable_ppo.py --env innkeeper/MagicDuel-v1 --steps 300000 --log maskable.csv

curves.py draws what --log writes.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import innkeeper.envs  # noqa: F401 (it makes the environments known)


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Numbers of a few units, which nets like better. The mask stays within reach."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        high = np.asarray(env.observation_space.high, np.float32)
        self.scale = 1 / np.clip(high, 1, 10)
        self.observation_space = gymnasium.spaces.Box(-10, 10, high.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        """A row, held to ten units."""
        return np.clip(observation * self.scale, -10, 10).astype(np.float32)

    def action_masks(self) -> Any:
        """What sb3-contrib looks for."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def made(id: str, rival: str) -> Any:
    """One environment."""
    return Scaled(gymnasium.make(id, rivals=rival))


def score(model: Any, id: str, rival: str, matches: int) -> tuple[float, float]:
    """The shares of matches won and drawn."""
    env, ended = made(id, rival), []
    for seed in range(matches):
        observation, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            code, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, over, _, _ = env.step(int(code))
        ended.append(reward)
    return float(np.mean(np.array(ended) > 0)), float(np.mean(np.array(ended) == 0))


def learner(given: argparse.Namespace) -> Any:
    """The model, and rows of matches to learn from."""
    rivals = [given.rival] * 8 + ["random"] * 8
    rows = DummyVecEnv([lambda rival=rival: made(given.env, rival) for rival in rivals])
    length = max(8, min(256, given.steps // len(rivals)))  # of each row, before it learns
    return MaskablePPO(
        "MlpPolicy",
        rows,
        n_steps=length,
        batch_size=min(1024, length * len(rivals)),
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.998,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
    )


def main() -> None:
    """Train, and say how good it has become."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="innkeeper/MagicDuel-v1")
    parser.add_argument("--rival", default="greedy")
    parser.add_argument("--steps", type=int, default=300_000, help="decisions to learn from")
    parser.add_argument("--test-matches", type=int, default=200, help="at every measurement")
    parser.add_argument("--looks", type=int, default=6, help="measurements on the way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", default="", help="a file for all measurements (.csv)")
    given = parser.parse_args()
    torch.set_num_threads(1)
    model, used = learner(given), 0.0
    looks = [["game", "seed", "steps", "seconds", "won", "drawn", "matches"]]
    for look in range(1, given.looks + 1):
        began = time.process_time()
        model.learn(given.steps * look // given.looks - model.num_timesteps, reset_num_timesteps=False)
        used += time.process_time() - began
        won, drew = score(model, given.env, given.rival, given.test_matches)
        told = f"{won:.1%} won against {given.rival}, {drew:.1%} drawn"
        print(f"{model.num_timesteps:>10,} steps {used:7.1f} CPU s: {told}", flush=True)
        figures = (model.num_timesteps, f"{used:.1f}", f"{won:.4f}", f"{drew:.4f}", given.test_matches)
        looks.append([f"MaskablePPO on {given.env}", str(given.seed), *map(str, figures)])
        if given.log:
            with Path(given.log).open("w", encoding="utf-8", newline="") as out:
                csv.writer(out).writerows(looks)


if __name__ == "__main__":
    main()
