"""Nodes for `second.cu`, and whether it finds what the game's own solver finds.

`python research/echo/second.py unpack FOLDER` unpacks the rules and what the package knows of the
recommended line-up.
`python research/echo/second.py nodes 200` prints so many nodes of turn 2, each as likely as it is met when
turn 1 is played from what is known; a node's first number is the seed of `benchmarks.echo_second`.
`python research/echo/second.py battles 12` prints so many second battles after such nodes.
`python research/echo/second.py check SECOND FOLDER 12` lets SECOND and the game solve turn 3 after these
battles, and compares what every hand of the rival wins by a best answer.
"""

from __future__ import annotations

import lzma
import random
import subprocess
import sys
from pathlib import Path

from benchmarks.echo import KNOWING, RECOMMENDED, reached
from benchmarks.echo_second import SECOND, Fought, Node, left_as_it_was, solve
from innkeeper.games.echo.equilibrium import EVEN, WARY
from innkeeper.games.echo.knowledge import FOLDER

FIELDS = "1,2,3,5"
NEAR = 1e-9
LIKELY = 0.002  # the player comes to these battles at least so often
SHORT = "-".join(name[0] for name in RECOMMENDED)


def node_of(seed: int) -> Node:
    return Node(reached(seed, SECOND, {"fields": "custom", "field_list": RECOMMENDED}, KNOWING))


def line_of(seed: int, node: Node) -> str:
    first = node.s.history[0]
    numbers: list[int] = [seed]
    for seat, name in enumerate((first.name0, first.name1)):
        side = first.clash.side(seat)
        numbers += [int(side.creature), int(side.edict), int(name)]
    return " ".join(str(number) for number in numbers)


def unpack(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob(f"{SHORT}-*.xz"):
        (folder / file.stem.removeprefix(f"{SHORT}-")).write_bytes(lzma.decompress(file.read_bytes()))
    rules = Path(__file__).parent / "rules.bin.xz"
    (folder / "rules").write_bytes(lzma.decompress(rules.read_bytes()))


def drawn(seed: int, luck: random.Random) -> tuple[Node, int, Fought]:
    """A node, a rival, and a second battle to which the player comes."""
    node, rival = node_of(seed), luck.randrange(2)
    mass = sum(node.reach[1 - rival].values())
    while True:
        fought = luck.choice(list(node.battles()))
        going = sum(node.going(1 - rival, fought).values())
        if going >= LIKELY * mass and node.after(fought) is not None:
            return node, rival, fought


def drawn_ones(number: int) -> tuple[list[tuple[int, Node, int, Fought]], list[str]]:
    """So many of them, and what `second.cu` reads."""
    luck = random.Random(number)
    battles = [(seed, *drawn(seed, luck)) for seed in range(1, number + 1)]
    lines = []
    for seed, node, rival, fought in battles:
        numbers = [rival, *fought[0], *fought[1]]
        lines.append(line_of(seed, node) + " " + " ".join(str(int(number)) for number in numbers))
    return battles, lines


def check(program: str, folder: Path, number: int) -> None:
    battles, lines = drawn_ones(number)
    asked = [program, str(folder / "rules"), FIELDS, str(folder), "battles", "1", str(WARY), str(EVEN)]
    told = subprocess.run(asked, input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    worst, kinds = 0.0, set()
    for (seed, node, rival, fought), line in zip(battles, told.splitlines(), strict=True):
        after = node.after(fought)
        assert after is not None
        going = node.going(1 - rival, fought)
        wanted = solve(after, 1 - rival, WARY, EVEN, going)
        rounds, _, *values = line.split()
        found = {int(hand): float(value) for hand, value in (pair.split(":") for pair in values)}
        if found.keys() != wanted.keys():
            raise SystemExit(f"node {seed}: other hands may be held after {fought}")
        gap = max(abs(found[hand] - wanted[hand]) for hand in wanted) / sum(going.values())
        seer = any(ruler.statuses & after.book.seeing for ruler in after.rulers)
        doubted = bool(left_as_it_was(after, rival, going))
        kinds.add((seer, doubted))
        worst = max(worst, gap)
        told_of = f"{rounds} rounds, seer {seer}, doubted {doubted}"
        print(f"node {seed}, rival {rival}: {told_of}, apart {gap:.1e}", flush=True)
        if gap > NEAR:
            raise SystemExit("they disagree")
    print(f"{number} endings of {len(kinds)} kinds, at most {worst:.1e} apart")


def main() -> None:
    what = sys.argv[1]
    if what == "unpack":
        unpack(Path(sys.argv[2]))
    elif what == "nodes":
        for seed in range(1, int(sys.argv[2]) + 1):
            print(line_of(seed, node_of(seed)), flush=True)
    elif what == "battles":
        print("\n".join(drawn_ones(int(sys.argv[2]))[1]))
    else:
        check(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]))


if __name__ == "__main__":
    main()
