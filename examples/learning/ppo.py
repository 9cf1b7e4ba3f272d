"""Proximal policy optimisation in one file, on the batch: one core, no framework but torch.

pip install -r examples/learning/requirements.txt
python examples/learning/ppo.py --game magicduel --out net.npz
python examples/learning/ppo.py --game echo --seed 2 --log echo-2.csv

How long it learns and from whom is written down for three games below; --steps and --rivals say otherwise.
What --out writes is a few matrices: net_bot.py plays with them, without torch. curves.py draws what --log
writes.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sight import Sight
from torch import nn

from innkeeper import get_game
from innkeeper.envs.batch import Batch

GAMMA, LAMBDA, CLIP, ENTROPY, WIDE = 0.998, 0.95, 0.2, 0.01, 128


@dataclass(frozen=True)
class Recipe:
    """How a game is learned."""

    steps: int  # decisions to learn from
    rivals: str  # against whom, in equal parts; "self" learns in all seats
    rate: float = 1e-3  # at the beginning; it falls to nearly nothing
    length: int = 64  # decisions of each row before it learns: some matches
    epochs: int = 3  # passes over them, more where the rival takes longer than the net
    minibatch: int = 2048


RECIPES = {
    "magicduel": Recipe(800_000, "greedy,random,self"),
    "echo": Recipe(1_200_000, "greedy", rate=5e-4, length=16, epochs=4, minibatch=512),
    "adventurer": Recipe(4_000_000, "greedy,self"),
}
KEPT = ("seen", "mask", "seat", "code", "chance", "worth", "done", "reward")  # of every step


class Net(nn.Module):
    """Two hidden layers; what to choose, and what the position is worth."""

    def __init__(self, width: int, codes: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU())
        self.choice, self.worth = nn.Linear(WIDE, codes), nn.Linear(WIDE, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The logarithm of how likely each code is (as good as never where it is masked), and the worth."""
        hidden = self.body(seen)
        likely = self.choice(hidden).masked_fill(~mask, -1e9).log_softmax(1)
        return likely, self.worth(hidden).squeeze(1)

    def arrays(self) -> dict[str, Any]:
        """The matrices, for numpy."""
        return {name: value.detach().numpy() for name, value in self.state_dict().items()}


def draw(likely: Any) -> Any:
    """A code for each row, as often as it is likely."""
    upto = likely.exp().cumsum(1)
    return torch.searchsorted(upto, torch.rand(len(upto), 1) * upto[:, -1:], right=True).squeeze(1)


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


def learn(net: Net, optimiser: Any, how: Recipe, left: float, played: tuple[Any, ...]) -> None:
    """A few passes over what was just played; `left` is the share of learning still ahead.

    In the beginning who tries much is rewarded, in the end who decides.
    """
    seen, mask, code, chance, ahead, wanted = played
    for _ in range(how.epochs):
        for part in torch.randperm(len(code)).split(how.minibatch):
            likely, worth = net(seen[part], mask[part])
            ratio = (likely.gather(1, code[part, None]).squeeze(1) - chance[part]).exp()
            gain = ahead[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(likely.exp() * likely).sum(1).mean()
            loss = loss + 0.5 * (worth - wanted[part]).pow(2).mean() - ENTROPY * left * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def score(
    net: Net, sight: Sight, game: str, seats: int | None, rival: str, matches: int
) -> tuple[float, float]:
    """The share of wins and of draws in the first match of so many rows, every seat alike often.

    It draws its answers, so that a game without luck is not the same match every time.
    """
    batch = Batch(game, seats, {"preset": get_game(game).recommended}, matches, 10**6, rival)
    mine = np.arange(matches) % batch.reward.shape[1]
    won, still = np.zeros(matches), np.ones(matches, bool)
    while still.any():
        likely, _ = net(torch.from_numpy(sight(batch.obs)), torch.from_numpy(batch.mask != 0))
        batch.step(draw(likely).numpy())
        ended = (batch.done != 0) & still
        won[ended] = batch.reward[ended, mine[ended]]
        still &= ~ended
    return float((won > 0).mean()), float((won == 0).mean())


def interval(share: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    z = 1.96
    middle = share + z * z / (2 * matches)
    wide = z * sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2)
    whole = 1 + z * z / matches
    return (middle - wide) / whole, (middle + wide) / whole


def write(file: str, given: argparse.Namespace, looks: list[tuple[int, float, float, float]]) -> None:
    """All measurements so far, a line each."""
    with Path(file).open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["game", "seed", "steps", "seconds", "won", "drawn", "matches"])
        for steps, seconds, won, drew in looks:
            figures = [steps, f"{seconds:.1f}", f"{won:.4f}", f"{drew:.4f}", given.test_matches]
            table.writerow([given.game, given.seed, *figures])


def train(given: argparse.Namespace, how: Recipe) -> Net:
    """Play, learn, and look how good it is now and then."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rows = Rows(given.game, given.seats, how.rivals.split(","), given.matches, given.seed * 1000)
    sight = Sight(rows.eyes)
    net = Net(sight.width, rows.eyes.codes)
    optimiser = torch.optim.Adam(net.parameters(), how.rate, eps=1e-5)
    began, looked, steps = time.process_time(), 0.0, 0
    looks: list[tuple[int, float, float, float]] = []
    while steps < how.steps:
        kept: dict[str, list[Any]] = {name: [] for name in KEPT}
        for _ in range(how.length):
            seen, mask = torch.from_numpy(sight(rows.read("obs"))), torch.from_numpy(rows.read("mask") != 0)
            with torch.no_grad():
                likely, worth = net(seen, mask)
                code = draw(likely)
            seat = rows.read("seat").astype(np.int64)
            rows.step(code.numpy())
            now = (
                seen,
                mask,
                seat,
                code,
                likely.gather(1, code[:, None]).squeeze(1),
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
        told = [torch.cat(kept[name]) for name in ("seen", "mask", "code", "chance")]
        left = max(0.05, 1 - steps / how.steps)
        optimiser.param_groups[0]["lr"] = how.rate * left
        learn(net, optimiser, how, left, (*told, ahead.flatten(), (ahead + worth).flatten()))
        steps += rows.count * how.length
        if steps >= how.steps or steps * given.looks >= how.steps * (len(looks) + 1):
            used = time.process_time() - began - looked
            before = time.process_time()
            won, drew = score(net, sight, given.game, given.seats, given.against, given.test_matches)
            looked += time.process_time() - before
            looks.append((steps, used, won, drew))
            low, high = interval(won, given.test_matches)
            words = f"{won:.1%} [{low:.1%}, {high:.1%}] won, {drew:.1%} drawn against {given.against}"
            if given.log:
                write(given.log, given, looks)
            print(f"{steps:>10,} steps {used:7.1f} CPU s: {words}", flush=True)
    return net


def main() -> None:
    """Train, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="magicduel")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--steps", type=int, default=0, help="decisions to learn from")
    parser.add_argument("--matches", type=int, default=255, help="played at once")
    parser.add_argument("--rivals", default="", help="names of bots, and self")
    parser.add_argument("--against", default="greedy", help="the bot that it is measured against")
    parser.add_argument("--test-matches", type=int, default=400, help="at every measurement")
    parser.add_argument("--looks", type=int, default=10, help="measurements on the way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="", help="a file for what was learned (.npz)")
    parser.add_argument("--log", default="", help="a file for all measurements (.csv)")
    given = parser.parse_args()
    how = RECIPES.get(given.game, RECIPES["adventurer"])
    how = replace(how, steps=given.steps or how.steps, rivals=given.rivals or how.rivals)
    net = train(given, how)
    if given.out:
        version = int(get_game(given.game).eyes_of().version)
        np.savez(given.out, game=given.game, version=version, **net.arrays())


if __name__ == "__main__":
    main()
