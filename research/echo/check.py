"""Check the solver's rules and its values against the game's own, without an accelerator.

`python research/echo/check.py build/echo/solve` plays whole matches by chance: after every battle the state
that the solver's tables give must be the referee's. Then some states before the third battle are solved by
both. The solver forgets names and the game does not, so only states in which nobody can name must agree.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from rules import tables

import innkeeper
from innkeeper import FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.playout import ask
from innkeeper.games.echo.ending import Ending, Position
from innkeeper.games.echo.state import Echo

LINE_UP = ["glade", "urban", "night", "last-strand"]
FIELDS = "1,2,3,5"  # the same
MATCHES = 300
ROUNDS = 400
NEAR = 0.01


def key_of(position: Position) -> int:
    """The number by which the solver knows what is public."""
    e0, e1 = position.edicts
    s0, s1 = position.statuses
    return int(position.live << 31 | e0 << 26 | e1 << 21 | s0 << 14 | s1 << 7 | (position.lead + 64))


def played(seed: int) -> tuple[Echo, list[Echo]]:
    """A match of two random players, as it stood before each battle."""
    game = get_game("echo")
    options: dict[str, object] = {"fields": "custom", "field_list": LINE_UP}
    match = innkeeper.new_match("echo", options=options, chance=FastChance(seed), log=False)
    s = match.state.copy()
    assert isinstance(s, Echo)
    bot, chance, stood = make_bot(game, "random"), FastChance(seed), [s.copy()]
    while not s.over:
        seat = int(s.decider())
        turn = s.turn
        s.act(seat, ask(bot, s, seat, chance))
        if s.turn != turn and not s.over:
            stood.append(s.copy())
    return s, stood


def check_rules(solve: str, rules: Path, matches: list[tuple[Echo, list[Echo]]]) -> int:
    asked: list[str] = []
    wanted: list[int] = []
    for end, stood in matches:
        for battle in range(3):
            before, after = Position(stood[battle], battle + 1), Position(stood[battle + 1], battle + 2)
            clash = end.history[battle].clash
            one, two = clash.side0, clash.side1
            hits = int(one.hit) | int(two.hit) << 1
            asked.append(
                f"{battle} {key_of(before)} {one.creature} {two.creature} {one.edict} {two.edict} {hits}"
            )
            wanted.append(key_of(after))
    answer = subprocess.run(
        [solve, rules, FIELDS, "check"], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    found = [int(line) for line in answer.stdout.split()]
    if found != wanted:
        wrong = [text for text, one, two in zip(asked, found, wanted, strict=True) if one != two]
        raise SystemExit(f"{len(wrong)} of {len(wanted)} battles end otherwise, the first: {wrong[0]}")
    return len(found)


def value_of(ending: Ending) -> float:
    """The value to seat 0 of a solved ending: half the difference of what the best answers bring."""
    deals = 0.0
    for one in ending.seats[0].hands:
        deals += sum(one & two == 0 for two in ending.seats[1].hands)
    total = 0.0
    for seat, sign in ((0, 1.0), (1, -1.0)):
        ending.play(seat, 0.0, True)
        total += sign * sum(
            ending.reach(seat, hand) * ending.value(seat, hand) for hand in ending.seats[seat].hands
        )
    return total / deals / 2.0


def check_values(solve: str, rules: Path, matches: list[tuple[Echo, list[Echo]]]) -> None:
    tried = {"plain": 0, "seer": 0, "names": 0}
    for _, stood in matches:
        position = Position(stood[2], 3)
        naming = 1 << next(e.number for e in position.book.edicts if e.names)
        position.named[:] = [0, 0]  # every deal alike likely
        named = any(edicts & naming for edicts in position.edicts)
        seer = any(statuses & position.book.seeing for statuses in position.statuses)
        kind = "names" if named else "seer" if seer else "plain"
        if tried[kind] == 2 or abs(position.lead) > 4:
            continue
        tried[kind] += 1
        ending = Ending(position)
        ending.solve(None)
        said = subprocess.run(
            [solve, rules, FIELDS, "third", str(key_of(position)), str(ROUNDS)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        mine, theirs = value_of(ending), float(said.split()[-1])
        print(f"{kind:>6}: {mine:+.4f} by the game, {theirs:+.4f} by the solver", flush=True)
        if kind != "names" and abs(mine - theirs) > NEAR:
            raise SystemExit("they disagree")


def main() -> None:
    solve = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.bin"
        rules.write_bytes(tables())
        matches = [played(seed) for seed in range(MATCHES)]
        print(f"{check_rules(solve, rules, matches)} battles end as the referee says")
        check_values(solve, rules, matches)


if __name__ == "__main__":
    main()
