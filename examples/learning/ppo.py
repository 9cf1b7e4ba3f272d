"""Proximal policy optimisation in one file, on the batch: one core, no framework but torch.

pip install 'innkeeper[rl]' torch
python examples/learning/ppo.py --game magicduel --steps 500000 --out net.npz
python examples/learning/ppo.py --game echo --steps 5000000 --rivals greedy,self

A third of the matches each is played against greedy, against random, and against itself, unless --rivals says
otherwise. What is written is a few matrices: net_bot.py plays with them, without torch.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from sight import Sight
from torch import nn

from innkeeper import get_game
from innkeeper.envs.batch import Batch

LENGTH, EPOCHS, MINIBATCH = 64, 3, 2048
RATE, GAMMA, LAMBDA, CLIP, ENTROPY, WIDE = 1e-3, 0.998, 0.95, 0.2, 0.01, 128
KEPT = ("seen", "mask", "seat", "code", "chance", "worth", "done", "reward")  # of every step


class Net(nn.Module):
    """Two hidden layers; what to choose, and what the position is worth."""

    def __init__(self, width: int, codes: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU())
        self.choice, self.worth = nn.Linear(WIDE, codes), nn.Linear(WIDE, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        hidden = self.body(seen)
        return self.choice(hidden).masked_fill(~mask, -1e9), self.worth(hidden).squeeze(1)

    def arrays(self) -> dict[str, Any]:
        """The matrices, for numpy."""
        return {name: value.detach().numpy() for name, value in self.state_dict().items()}


class Rows:
    """Batches side by side, one for each kind of rival, as if they were one."""

    def __init__(self, game: str, seats: int | None, rivals: list[str], matches: int, seed: int) -> None:
        options = {"preset": get_game(game).recommended}
        each = max(1, matches // len(rivals))
        self.batches = [
            Batch(game, seats, options, each, seed + place, None if name == "self" else name)
            for place, name in enumerate(rivals)
        ]
        self.eyes = self.batches[0].eyes
        self.count = each * len(rivals)
        self.seats = self.batches[0].reward.shape[1]

    def read(self, name: str) -> Any:
        return np.concatenate([getattr(batch, name) for batch in self.batches])

    def step(self, codes: Any) -> None:
        for batch, part in zip(self.batches, np.split(codes, len(self.batches))):
            batch.step(part)


def advantages(reward: Any, worth: Any, done: Any, seat: Any, last: Any, asked: Any) -> Any:
    """Generalised advantages. Seats take turns within a row: each follows its own next decision."""
    length, count, seats = reward.shape
    rows = np.arange(count)
    next_worth = np.repeat(-last[:, None] / max(1, seats - 1), seats, 1)  # a guess for who is not asked
    next_worth[rows, asked] = last
    ahead, owed = np.zeros((count, seats)), np.zeros((count, seats))
    found = np.zeros((length, count), np.float32)
    for step in range(length - 1, -1, -1):
        over, who = done[step] != 0, seat[step]
        next_worth[over], ahead[over], owed[over] = 0, 0, reward[step][over]
        gain = owed[rows, who] + GAMMA * next_worth[rows, who] - worth[step]
        found[step] = gain + GAMMA * LAMBDA * ahead[rows, who]
        next_worth[rows, who], ahead[rows, who], owed[rows, who] = worth[step], found[step], 0
    return found


def learn(
    net: Net, optimiser: Any, seen: Any, mask: Any, code: Any, chance: Any, ahead: Any, wanted: Any
) -> None:
    """A few passes over what was just played."""
    for _ in range(EPOCHS):
        for part in torch.randperm(len(code)).split(MINIBATCH):
            logits, worth = net(seen[part], mask[part])
            drawn = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (drawn.log_prob(code[part]) - chance[part]).exp()
            gain = ahead[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + 0.5 * (worth - wanted[part]).pow(2).mean() - ENTROPY * drawn.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def score(
    net: Net, sight: Sight, game: str, seats: int | None, rival: str, matches: int
) -> tuple[float, float]:
    """The share of wins and of draws in the first match of so many rows, every seat alike often."""
    batch = Batch(game, seats, {"preset": get_game(game).recommended}, matches, 10**6, rival)
    mine = np.arange(matches) % batch.reward.shape[1]
    won, still = np.zeros(matches), np.ones(matches, bool)
    while still.any():
        logits, _ = net(torch.from_numpy(sight(batch.obs)), torch.from_numpy(batch.mask != 0))
        batch.step(torch.distributions.Categorical(logits=logits).sample().numpy())
        ended = (batch.done != 0) & still
        won[ended] = batch.reward[ended, mine[ended]]
        still &= ~ended
    return float((won > 0).mean()), float((won == 0).mean())


def train(given: argparse.Namespace) -> Net:
    """Play, learn, and look how good it is now and then."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rows = Rows(given.game, given.seats, given.rivals.split(","), given.matches, given.seed * 1000)
    sight = Sight(rows.eyes)
    net = Net(sight.width, rows.eyes.codes)
    optimiser = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    began, looked, steps, marks = time.process_time(), 0.0, 0, 0
    while steps < given.steps:
        kept: dict[str, list[Any]] = {name: [] for name in KEPT}
        for _ in range(LENGTH):
            seen, mask = torch.from_numpy(sight(rows.read("obs"))), torch.from_numpy(rows.read("mask") != 0)
            with torch.no_grad():
                logits, worth = net(seen, mask)
                drawn = torch.distributions.Categorical(logits=logits, validate_args=False)
                code = drawn.sample()
            seat = rows.read("seat").astype(np.int64)
            rows.step(code.numpy())
            now = (
                seen,
                mask,
                seat,
                code,
                drawn.log_prob(code),
                worth,
                rows.read("done"),
                rows.read("reward"),
            )
            for name, value in zip(kept, now):
                kept[name].append(value)
        with torch.no_grad():
            _, last = net(torch.from_numpy(sight(rows.read("obs"))), torch.from_numpy(rows.read("mask") != 0))
        worth = torch.stack(kept["worth"])
        ahead = torch.from_numpy(
            advantages(
                np.stack(kept["reward"]),
                worth.numpy(),
                np.stack(kept["done"]),
                np.stack(kept["seat"]),
                last.numpy(),
                rows.read("seat").astype(np.int64),
            )
        )
        seen, mask, code, chance = (torch.cat(kept[name]) for name in ("seen", "mask", "code", "chance"))
        learn(net, optimiser, seen, mask, code, chance, ahead.flatten(), (ahead + worth).flatten())
        steps += rows.count * LENGTH
        if steps >= given.steps or steps * given.looks >= given.steps * (marks + 1):
            marks += 1
            used = time.process_time() - began - looked
            before = time.process_time()
            won, drew = score(net, sight, given.game, given.seats, given.against, given.test_matches)
            looked += time.process_time() - before
            told = f"{won:.1%} won, {drew:.1%} drawn against {given.against}"
            print(f"{steps:>10,} steps {used:7.1f} CPU s: {told}", flush=True)
    return net


def main() -> None:
    """Train, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="magicduel")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--steps", type=int, default=500_000, help="decisions to learn from")
    parser.add_argument("--matches", type=int, default=255, help="played at once")
    parser.add_argument("--rivals", default="greedy,random,self", help="names of bots, and self")
    parser.add_argument("--against", default="greedy", help="the bot that it is measured against")
    parser.add_argument("--test-matches", type=int, default=400, help="at every measurement")
    parser.add_argument("--looks", type=int, default=10, help="measurements on the way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="", help="a file for what was learned (.npz)")
    given = parser.parse_args()
    net = train(given)
    if given.out:
        version = int(get_game(given.game).eyes_of().version)
        np.savez(given.out, game=given.game, version=version, **net.arrays())


if __name__ == "__main__":
    main()
