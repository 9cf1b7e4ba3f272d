"""Proximal policy optimisation in one file, on the batch: one core, no framework but torch.

pip install -r examples/learning/requirements.txt
python examples/learning/ppo.py --game magicduel --out net.npz
python examples/learning/ppo.py --game echo --seed 2 --log echo-2.csv

How long it learns and from whom is written down for three games below; --steps, --lessons and --rivals say
otherwise. Where there are lessons, it first watches a bot of the game play itself and learns to answer as
that does (behaviour cloning), and what positions are worth; then it plays, and outgrows its teacher.
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

from innkeeper import FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.playout import ask
from innkeeper.envs.batch import Batch

LAMBDA, CLIP, WIDE = 0.95, 0.2, 128  # what comes late counts as much: every match ends


@dataclass(frozen=True)
class Recipe:
    """How a game is learned."""

    steps: int  # decisions to learn from, lessons included
    rivals: str  # against whom, in equal parts; "self" learns in all seats
    lessons: int = 0  # decisions to watch first
    rate: float = 1e-3  # of learning, at the beginning; it falls to nearly nothing
    quick: float = 5e-3  # the same in lessons: there is a right answer, so it can be learned faster
    length: int = 64  # decisions of each row before it learns: some matches
    epochs: int = 3  # passes over them, more where the rival takes longer than the net
    minibatch: int = 2048
    entropy: float = 0.01  # what trying something else is worth, at the beginning
    sure: bool = False  # measured by the answers it likes best; without luck that is one match over and over


RECIPES = {
    "magicduel": Recipe(800_000, "greedy,random,self"),
    "echo": Recipe(400_000, "greedy", 100_000, length=16, epochs=4, minibatch=256, sure=True),
    "adventurer": Recipe(6_500_000, "greedy", 150_000, length=32, minibatch=512, entropy=0.03, sure=True),
}


class Net(nn.Module):
    """Two hidden layers; what to choose, and what the position is worth."""

    def __init__(self, width: int, codes: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU())
        self.choice, self.worth = nn.Linear(WIDE, codes), nn.Linear(WIDE, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: Any, menu: Any) -> tuple[Any, Any]:
        """The logarithm of how likely each place of the menu is (as good as never where it is empty), and the
        worth."""
        hidden = self.body(seen)
        liked = self.choice(hidden).gather(1, menu.clamp_min(0))
        return liked.masked_fill(menu < 0, -1e9).log_softmax(1), self.worth(hidden).squeeze(1)

    def arrays(self) -> dict[str, Any]:
        """The matrices, for numpy."""
        return {name: value.detach().numpy() for name, value in self.state_dict().items()}


def menus(mask: Any) -> Any:
    """The codes that are allowed, row by row: far fewer than there are. Empty places are -1."""
    row, code = np.nonzero(mask)
    counts = np.bincount(row, minlength=len(mask))
    found = np.full((len(mask), counts.max()), -1, np.int64)
    found[row, np.arange(len(row)) - (np.cumsum(counts) - counts)[row]] = code
    return found


def draw(likely: Any) -> Any:
    """A place for each row, as often as it is likely."""
    return torch.multinomial(likely.exp(), 1).squeeze(1)


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

    def read(self, name: str) -> Any:
        return np.concatenate([getattr(batch, name) for batch in self.batches])

    def step(self, codes: Any) -> None:
        for batch, part in zip(self.batches, np.split(codes, len(self.batches))):
            batch.step(part)


class Teacher:
    """A bot that answers for every row. As everywhere it is asked in a world that its seat could be in."""

    def __init__(self, game: str, name: str, seed: int) -> None:
        self.bot, self.whims = make_bot(get_game(game), name), FastChance(seed)

    def codes(self, rows: Rows) -> Any:
        matches = [row for batch in rows.batches for row in batch.matches.rows]
        told = [ask(self.bot, row.state, row.seat, self.whims) for row in matches]
        codes = [rows.eyes.code(row.state, row.seat, action) for row, action in zip(matches, told)]
        return np.array(codes, np.int64)


@dataclass(frozen=True)
class Played:
    """What there is to learn from, a line for each decision."""

    seen: Any
    menu: Any
    place: Any  # on the menu: what was chosen
    chance: Any  # how likely that was, as a logarithm
    ahead: Any  # how much better it went than expected
    wanted: Any  # what the position was worth, as it turned out


@torch.no_grad()
def play(net: Net, sight: Sight, rows: Rows, length: int, teacher: Teacher | None) -> Played:
    """So many decisions of each row, the net's or its teacher's."""
    steps: list[tuple[Any, ...]] = []
    masks, seen, places, chances = [], [], [], []
    for _ in range(length):
        seen.append(torch.from_numpy(sight(rows.read("obs"))))
        masks.append(rows.read("mask"))
        menu = menus(masks[-1])
        likely, worth = net(seen[-1], torch.from_numpy(menu))
        seat = rows.read("seat").astype(np.int64)
        if teacher is None:
            places.append(draw(likely))
            code = menu[np.arange(rows.count), places[-1].numpy()]
        else:
            code = teacher.codes(rows)
            places.append(torch.from_numpy((menu == code[:, None]).argmax(1)))
        chances.append(likely.gather(1, places[-1][:, None]).squeeze(1))
        rows.step(code)
        steps.append((rows.read("reward"), worth.numpy(), rows.read("done"), seat))
    _, last = net(torch.from_numpy(sight(rows.read("obs"))), torch.from_numpy(menus(rows.read("mask"))))
    reward, worth, done, seat = (np.stack(part) for part in zip(*steps))
    ahead = advantages(reward, worth, done, seat, last.numpy(), rows.read("seat").astype(np.int64))
    menu = torch.from_numpy(menus(np.concatenate(masks)))
    told = [torch.cat(part) for part in (seen, places, chances)]
    wanted = torch.from_numpy((ahead + worth).ravel())
    return Played(told[0], menu, told[1], told[2], torch.from_numpy(ahead.ravel()), wanted)


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
        gain = owed[rows, who] + next_worth[rows, who] - worth[step]
        found[step] = gain + LAMBDA * ahead[rows, who]
        next_worth[rows, who], ahead[rows, who], owed[rows, who] = worth[step], found[step], 0
    return found


def loss_of(likely: Any, place: Any, chance: Any, gain: Any, curious: float, lesson: bool) -> Any:
    """How far the choices are from what was seen to be good, or in a lesson from the teacher's."""
    chosen = likely.gather(1, place[:, None]).squeeze(1)
    if lesson:
        return -chosen.mean()
    ratio = (chosen - chance).exp()
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    entropy = -(likely.exp() * likely).sum(1).mean()
    better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
    return -better - curious * entropy


def learn(net: Net, optimiser: Any, how: Recipe, left: float, played: Played, lesson: bool) -> None:
    """A few passes over what was just played; `left` is the share of learning still ahead.

    In the beginning who tries much is rewarded, in the end who decides.
    """
    for _ in range(how.epochs):
        for part in torch.randperm(len(played.place)).split(how.minibatch):
            likely, worth = net(played.seen[part], played.menu[part])
            told = (played.place[part], played.chance[part], played.ahead[part])
            loss = loss_of(likely, *told, how.entropy * left, lesson)
            loss = loss + 0.5 * (worth - played.wanted[part]).pow(2).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def score(
    net: Net, sight: Sight, game: str, seats: int | None, rival: str, matches: int, sure: bool
) -> tuple[float, float]:
    """The share of wins and of draws in the first match of so many rows, every seat alike often."""
    batch = Batch(game, seats, {"preset": get_game(game).recommended}, matches, 10**6, rival)
    mine = np.arange(matches) % batch.reward.shape[1]
    won, still = np.zeros(matches), np.ones(matches, bool)
    while still.any():
        menu = menus(batch.mask)
        likely, _ = net(torch.from_numpy(sight(batch.obs)), torch.from_numpy(menu))
        batch.step(menu[np.arange(matches), (likely.argmax(1) if sure else draw(likely)).numpy()])
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
    """Watch, play, learn, and look how good it is now and then."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rows = Rows(given.game, given.seats, how.rivals.split(","), given.matches, given.seed * 1000)
    watched = Rows(given.game, given.seats, ["self"], given.matches, given.seed * 1000 + 500)
    teacher = Teacher(given.game, given.teacher, given.seed)
    sight = Sight(rows.eyes)
    net = Net(sight.width, rows.eyes.codes)
    optimiser = torch.optim.Adam(net.parameters(), how.rate, eps=1e-5)
    began, looked, steps = time.process_time(), 0.0, 0
    looks: list[tuple[int, float, float, float]] = []
    while steps < how.steps:
        lesson = steps < how.lessons
        left = max(0.05, 1 - steps / (how.lessons if lesson else how.steps))
        optimiser.param_groups[0]["lr"] = left * (how.quick if lesson else how.rate)
        table = watched if lesson else rows
        played = play(net, sight, table, how.length, teacher if lesson else None)
        learn(net, optimiser, how, left, played, lesson)
        steps += table.count * how.length
        if steps >= how.steps or steps * given.looks >= how.steps * (len(looks) + 1):
            used = time.process_time() - began - looked
            before = time.process_time()
            measured = (given.game, given.seats, given.against, given.test_matches, how.sure)
            won, drew = score(net, sight, *measured)
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
    parser.add_argument("--lessons", type=int, default=-1, help="how many of them are the teacher's")
    parser.add_argument("--teacher", default="greedy", help="the bot that is watched in lessons")
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
    if given.lessons >= 0:
        how = replace(how, lessons=given.lessons)
    net = train(given, how)
    if given.out:
        version = int(get_game(given.game).eyes_of().version)
        np.savez(given.out, game=given.game, version=version, **net.arrays())


if __name__ == "__main__":
    main()
