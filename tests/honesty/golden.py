"""Golden playthroughs: transcripts that a person can read, and review in the diff.

    python -m tests.honesty.golden [GAME …]            compare with tests/golden
    python -m tests.honesty.golden --write [GAME …]    write them anew

A game's scenarios stand in `tests/rules/<game>/golden.py`:

    SCENARIOS = [Scenario("tournament", options={"preset": "tournament"}, players=["greedy"], seed=7)]
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import innkeeper
from innkeeper import Match
from innkeeper.engine.events import EVERYBODY, SPECTATORS, Event
from innkeeper.engine.frame import seats_of
from innkeeper.engine.sentences import sentence
from innkeeper.testing.players import Choice, Party
from innkeeper.testing.tables import of_game

FOLDER = Path(__file__).parents[1] / "golden"
FEW = 12  # legal lists up to this length are written out
LOOK = 10  # decisions between two looks at the table
WIDTH = 400  # characters of a line of a view
SIZE = 56_000  # bytes after which a transcript only sums up


@dataclass(frozen=True)
class Scenario:
    """One match to be written down. `players` are repeated to fill the seats."""

    name: str
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    players: Sequence[str] = ("random",)
    seed: int = 1


def scenarios(game_id: str) -> list[Scenario]:
    found: list[Scenario] = of_game(game_id, "golden", "SCENARIOS", [])
    return found


def path_of(game_id: str, scenario: Scenario) -> Path:
    return FOLDER / f"{game_id}-{scenario.name}.txt"


def transcript(game_id: str, scenario: Scenario) -> str:
    """Play the scenario and write it down."""
    lines: list[str] = []
    size = 0
    cut = 0
    for line in _lines(game_id, scenario):
        important = line.startswith(("end", "hash"))
        if size < SIZE or important:
            if cut:
                lines.append(f"… {cut} lines are left out here …\n")
                cut = 0
            lines.append(line)
            size += len(line.encode()) + 1
        else:
            cut += 1
    return "\n".join(lines) + "\n"


def _lines(game_id: str, scenario: Scenario) -> Iterator[str]:
    game = innkeeper.get_game(game_id)
    match = innkeeper.new_match(game_id, seats=scenario.seats, options=scenario.options, seed=scenario.seed)
    players = [scenario.players[i % len(scenario.players)] for i in range(match.seats)]
    party = Party(game, players, scenario.seed)
    yield f"{game.title}: {scenario.name}"
    yield ""
    yield f"game     {game_id}, rules {game.version}"
    yield f"seats    {match.seats}: {', '.join(players)}"
    yield f"seed     {scenario.seed}"
    yield f"options  {json.dumps(match.options.json(), ensure_ascii=False)}"
    yield ""
    told = yield from _events(match, 0)
    yield from _view(match)
    decision = 0
    while match.outcome is None:
        decision += 1
        before = match.pending
        choice = party.next(match.state)
        yield from _asked(decision, choice, match, before)
        match.act(choice.seat, choice.action.id)
        told = yield from _events(match, told)
        if decision % LOOK == 0 and match.outcome is None:
            yield from _view(match)
            yield f"  hash   {match.hash} after {decision}"
            yield ""
    yield ""
    yield from _view(match)
    yield f"end      {decision} actions, {json.dumps(match.outcome.json(), ensure_ascii=False)}"
    yield f"hash     {match.hash} after {decision}"


def _asked(number: int, choice: Choice, match: Match, pending: Mapping[int, Any]) -> Iterator[str]:
    """What somebody was asked, answered, and could have answered."""
    name = "standing" if choice.standing else match.state.phase()
    found = match.standing[choice.seat] if choice.standing else pending[choice.seat]
    others = [str(seat) for seat in pending if seat != choice.seat]
    waiting = f" (seat {', '.join(others)} is asked too)" if others and not choice.standing else ""
    yield f"{number}. {name}, seat {choice.seat}: {choice.action.id}{waiting}"
    rest = f": {', '.join(found.ids)}" if 1 < len(found.ids) <= FEW else ""
    yield f"    of {len(found.ids)}{rest}"


def _events(match: Match, told: int) -> Generator[str, None, int]:
    """The new events with nothing withheld, each with its clause and whoever may see it."""
    log: list[Event] = match._events
    cards = match.game.names(match.game.book_of(match.content))
    for event in log[told:]:
        text = sentence(event, event.seat, {}, cards).text
        seen = ""
        if event.audience != EVERYBODY:
            seats = [str(seat) for seat in seats_of(event.audience & ~SPECTATORS)]
            watching = ["spectators"] if event.audience & SPECTATORS else []
            seen = f"  [only {', '.join(seats + watching) or 'nobody'}]"
        elif event.kind.secret:
            seen = f"  [{', '.join(event.kind.secret)}: only {event.seat}]"
        yield f"    {event.kind.clause:<8} {text}{seen}"
    return len(log)


def _view(match: Match) -> Iterator[str]:
    """What a spectator sees, condensed."""
    view: dict[str, Any] = match.view(None)
    table = {name: value for name, value in view["table"].items() if name not in ("options", "result")}
    waits = ", ".join(map(str, view["to_act"])) or "nobody"
    yield _cut(f"  view   turn {view['turn']}, {view['phase']}, waits for {waits}, may act {view['may_act']}")
    for seat in view["seats"]:
        yield _cut("         " + _short(seat))
    yield _cut("         " + _short(table))


def _short(value: Mapping[str, Any]) -> str:
    """A mapping in one line; what is empty, null or 0 goes without saying."""
    parts = []
    for name, part in value.items():
        if part or (name in ("seat", "hp") and part is not None):
            text = part if isinstance(part, str) else json.dumps(part, ensure_ascii=False)
            parts.append(f"{name} {text}".replace('"', ""))
    return "; ".join(parts)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def difference(game_id: str, scenario: Scenario) -> str:
    """Empty if the committed transcript is still true; otherwise what changed and what to do."""
    path = path_of(game_id, scenario)
    again = f"`python -m tests.honesty.golden --write {game_id}`, and review the diff"
    if not path.exists():
        return f"{path.name} does not exist yet: {again}"
    old, new = path.read_text(encoding="utf-8"), transcript(game_id, scenario)
    if old == new:
        return ""
    changes = list(
        difflib.unified_diff(old.splitlines(), new.splitlines(), "committed", "played now", lineterm="", n=4)
    )
    more = len(changes) - 60
    shown = "\n".join(changes[:60]) + (f"\n… and {more} more lines" if more > 0 else "")
    return f"{path.name} is no longer what is played. If that is meant: {again}\n{shown}"


def leftovers(game_id: str) -> list[str]:
    """Transcripts of scenarios that are gone."""
    known = {path_of(game_id, scenario).name for scenario in scenarios(game_id)}
    return sorted(path.name for path in FOLDER.glob(f"{game_id}-*.txt") if path.name not in known)


def main(arguments: list[str]) -> int:
    write = "--write" in arguments
    failed = 0
    for game_id in [name for name in arguments if name != "--write"] or innkeeper.game_ids():
        try:
            innkeeper.get_game(game_id)
        except (innkeeper.UnknownGame, ImportError) as wrong:
            print(f"{game_id}: cannot be loaded: {wrong}")
            failed += 1
            continue
        if write:
            FOLDER.mkdir(exist_ok=True)
            for name in leftovers(game_id):
                (FOLDER / name).unlink()
        for scenario in scenarios(game_id):
            path = path_of(game_id, scenario)
            if write:
                path.write_text(transcript(game_id, scenario), encoding="utf-8")
                print(f"{path.name}: {path.stat().st_size} bytes")
            elif changed := difference(game_id, scenario):
                print(changed)
                failed += 1
            else:
                print(f"{path.name}: as before")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
