"""Fit a small network to what each hand expects before the third battle.

`python3 fit.py RAW OUT SECONDS` (needs torch). It says what an opponent could have had otherwise when
the third battle is worked out safely. There is one input for each card that is held or unseen, each edict,
each status and each lead, so that the first layer is a sum of rows. OUT/value.bin holds the layers as 16-bit
floats: of each its rows by input, then its biases. OUT/sample.bin holds what it says of a few states.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import torch

FARTHEST = 12  # a greater lead counts as this one
INPUTS = 22 + 10 + 14 + 2 * FARTHEST + 1
WIDTHS = (512, 128, 64, 1)
BATCH = 1 << 16
HELD_OUT = 64  # every so many states
SAMPLE = 32


def features(keys: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """By state and hand (as the cards of the game): held, unseen, edicts, statuses, lead."""

    def bits(number: torch.Tensor, count: int) -> torch.Tensor:
        return (number[:, None] >> torch.arange(count, device=number.device)) & 1

    live = keys >> 31 & 2047
    lead = ((keys & 127) - 64).clamp(-FARTHEST, FARTHEST) + FARTHEST
    parts = [bits(masks, 11), bits(live & ~masks, 11), bits(keys >> 26 & 31, 5), bits(keys >> 21 & 31, 5)]
    parts += [bits(keys >> 14 & 127, 7), bits(keys >> 7 & 127, 7)]
    parts.append(torch.nn.functional.one_hot(lead, 2 * FARTHEST + 1))
    return torch.cat(parts, 1).float()


def cards_of(live: np.ndarray) -> np.ndarray:
    """By set of living cards the masks of its 35 hands, in the solver's order."""
    local = sorted(sum(1 << card for card in cards) for cards in combinations(range(7), 3))
    found = np.zeros((2048, 35), np.int64)
    for mask in np.unique(live):
        living = [card for card in range(11) if mask >> card & 1]
        found[mask] = [sum(1 << living[at] for at in range(7) if hand >> at & 1) for hand in local]
    return found


def main() -> None:
    raw, out, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    keys = np.fromfile(raw / "keys3.u64", np.uint64).astype(np.int64)
    value = torch.from_numpy(np.fromfile(raw / "value3.f32", np.float32)).to(device)
    weight = torch.from_numpy(np.fromfile(raw / "weight3.f32", np.float32)).to(device)
    table = torch.from_numpy(cards_of(keys >> 31 & 2047)).to(device)
    states = torch.from_numpy(keys).to(device)
    # Where the other seat never goes nothing is known; where it goes often, it counts more.
    weight = (weight / weight.max()).sqrt() * (weight > 1e-6)
    place = torch.arange(len(value), device=device)
    usable = place[(weight > 0)]
    apart = usable[(usable // 35) % HELD_OUT == 0]
    usable = usable[(usable // 35) % HELD_OUT != 0]
    print(f"{len(usable)} values to learn from, {len(apart)} held out", flush=True)
    layers: list[torch.nn.Module] = []
    before = INPUTS
    for width in WIDTHS:
        layers += [torch.nn.Linear(before, width), torch.nn.ReLU()]
        before = width
    net = torch.nn.Sequential(*layers[:-1]).to(device)
    steps, step, begin = torch.optim.Adam(net.parameters(), 2e-3), 0, time.time()

    def batch(at: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        state = states[at // 35]
        return features(state, table[state >> 31 & 2047, at % 35]), value[at], weight[at]

    def error() -> tuple[float, float]:
        """The mean absolute error on what was held out, weighed and not."""
        total = torch.zeros(3, device=device)
        with torch.no_grad():
            for part in apart.split(1 << 18):
                x, v, w = batch(part)
                off = (net(x)[:, 0] - v).abs()
                total += torch.stack([(off * w).sum(), w.sum(), off.sum()])
        return float(total[0] / total[1]), float(total[2] / len(apart))

    while (past := (time.time() - begin) / seconds) < 1:
        for group in steps.param_groups:
            group["lr"] = 2e-3 * min(1.0, 2 * (1 - past)) + 1e-5
        x, v, w = batch(usable[torch.randint(len(usable), (BATCH,), device=device)])
        loss = ((net(x)[:, 0] - v) ** 2 * w).sum() / w.sum()
        steps.zero_grad()
        loss.backward()
        steps.step()
        step += 1
        if step % 2000 == 0:
            print(f"step {step}: loss {loss.item():.5f}, held out {error()}", flush=True)
    print(f"{step} steps, held out {error()}", flush=True)
    with (out / "value.bin").open("wb") as file:
        for layer in net:
            if isinstance(layer, torch.nn.Linear):
                rows = layer.weight.detach().t().contiguous().cpu().numpy()
                file.write(rows.astype(np.float16).tobytes())
                file.write(layer.bias.detach().cpu().numpy().astype(np.float16).tobytes())
    at = (apart[:: len(apart) // SAMPLE][:SAMPLE, None] // 35 * 35 + torch.arange(35, device=device)).ravel()
    with torch.no_grad():
        x, v, _ = batch(at)
        told = torch.stack([net(x)[:, 0], v], 1).cpu().numpy()
    with (out / "sample.bin").open("wb") as file:
        file.write(states[at[::35] // 35].cpu().numpy().tobytes() + told.astype(np.float32).tobytes())


if __name__ == "__main__":
    main()
