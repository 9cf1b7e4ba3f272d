"""Play until everything has happened, and name what has not.

    report = explore("echo", matches=300)
    assert not report.missing, report

What is wanted, each thing by its name:

    event attacked@MD-4.2     every kind of event under every clause (`game.kinds`)
    verb attack:normal        every verb of the book, really chosen by somebody
    question Moves            every frame class that asks somebody
    phase move                every phase of those frames that are module constants
    option max_hp=99          every value of `tables.option_values` at a finished match
    seats 3                   every number of seats
    card=yeti                 whatever `game.wanted(book)` asks for, as a field of some event

Random, greedy and stubborn players take turns at all tables; now and then a clock runs out or somebody
resigns. `except_for={"event x@XX-1.1": "test_file::test_name, why"}` leaves out what provably needs a
script; the test must exist in the game's folder, and a needless exception is an error.

    python -m innkeeper.testing.exhaustive GAME [MATCHES]     prints the report
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.events import Log
from innkeeper.engine.frame import Frame, State
from innkeeper.engine.game import Game
from innkeeper.testing.players import CLOCK, FIRST, LAST, RANDOM, VARIED, Party
from innkeeper.testing.tables import (
    Setting,
    module_of,
    option_names,
    option_tables,
    option_values,
    seat_counts,
)


@dataclass(repr=False)
class Report:
    """What was wanted, how often each thing occurred, and what never did."""

    game: str
    wanted: set[str]
    met: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    decisions: int = 0
    excepted: dict[str, str] = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        """Everything that is still to be seen; mistakes in `except_for` included."""
        wrong = [f"exception for {thing!r}: {why}" for thing, why in self._wrong_exceptions()]
        return sorted(self.wanted - set(self.met) - set(self.excepted)) + wrong

    def _wrong_exceptions(self) -> Iterator[tuple[str, str]]:
        for thing, reason in self.excepted.items():
            if thing not in self.wanted:
                yield thing, "nobody wants it"
            elif thing in self.met:
                yield thing, f"it occurred {self.met[thing]} times without a script"
            module, _, rest = reason.partition("::")
            test = rest.partition(",")[0].strip()
            found = module_of(self.game, module.strip())
            if found is None or not _defines(found, test):
                yield thing, f"there is no test {module}::{test}"

    def __repr__(self) -> str:
        lines = [
            f"{self.game}: {len(self.wanted)} things wanted, {len(self.missing)} missing after "
            f"{self.matches} matches and {self.decisions} decisions"
        ]
        lines += [f"  never: {thing}" for thing in self.missing]
        rare = sorted((count, thing) for thing, count in self.met.items() if thing in self.wanted)[:8]
        lines += [f"  rare:  {thing} ({count})" for count, thing in rare]
        return "\n".join(lines)


def _defines(module: object, test: str) -> bool:
    for part in test.split("::"):
        module = getattr(module, part, None)
    return callable(module)


def wanted(game: Game, tables: Sequence[Setting]) -> set[str]:
    """The names of all things that should occur."""
    book = game.book_of(game.content)
    things = {f"event {kind.name}@{kind.clause}" for kind in game.kinds}
    things |= {f"verb {verb.name}" for verb in book.verbs.all}
    things |= {f"seats {count}" for count in seat_counts(game)}
    things |= set(game.wanted(book))
    for frame, phases in _questions(_start(game, tables[0], FastChance(0), None)).items():
        things.add(f"question {frame.__name__}")
        things |= {f"phase {phase}" for phase in phases}
    for name in option_names(game):
        things |= {f"option {name}={_text(value)}" for value in option_values(game, name)}
    return things


def _questions(s: State) -> dict[type[Frame[Any]], set[str]]:
    """The frame classes in a game's package that ask somebody, with the phases of those made at import."""
    package = importlib.import_module(type(s).__module__.rpartition(".")[0])
    modules = [importlib.import_module(f"{package.__name__}.{m.name}") for m in _modules(package)]
    found: dict[type[Frame[Any]], set[str]] = {}
    for module in modules:
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Frame) and _asks(thing):
                found.setdefault(thing, set())
            elif isinstance(thing, Frame) and _asks(type(thing)):
                found.setdefault(type(thing), set()).add(thing.phase)
    base = {cls for cls in found for other in found if other is not cls and issubclass(other, cls)}
    return {cls: phases for cls, phases in found.items() if cls not in base or phases}


def _modules(package: Any) -> list[pkgutil.ModuleInfo]:
    found = pkgutil.iter_modules(package.__path__) if hasattr(package, "__path__") else []
    return [module for module in found if not module.name.endswith("__mypyc")]


def _asks(frame: type) -> bool:
    """A frame that never asks anybody does not say who decides, or what."""
    own = [cls for cls in frame.__mro__ if cls.__module__ != Frame.__module__]
    return any("actions" in vars(cls) for cls in own)


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _start(game: Game, table: Setting, chance: FastChance, log: Log | None) -> State:
    book = game.book_of(game.content)
    s = game.start(book, game.options.resolve(table.options, book), table.seats, chance, log)
    s.settle()
    return s


def explore(
    game_id: str,
    tables: Sequence[Setting] | None = None,
    *,
    matches: int = 400,
    seed: int = 1,
    except_for: Mapping[str, str] | None = None,
) -> Report:
    """Play at the tables (none: `option_tables`) until nothing is missing, or `matches` are spent."""
    game = innkeeper.get_game(game_id)
    rotate = tables is None
    played = option_tables(game_id) if tables is None else list(tables)
    report = Report(game_id, wanted(game, played), excepted=dict(except_for or {}))
    counts = seat_counts(game)
    parties = [[RANDOM], [VARIED], *([bot] for bot in game.bots), *([VARIED, bot] for bot in game.bots)]
    parties += [[CLOCK], [LAST, RANDOM], [FIRST], [CLOCK, VARIED]]
    for number in range(matches):
        around, place = divmod(number, len(played))
        table = played[place]
        if rotate:
            seats = counts[(place + around) % len(counts)]
            table = Setting(seats, table.options)
        players = parties[(place + around) % len(parties)]
        _play(game, table, [players[i % len(players)] for i in range(table.seats)], seed + number, report)
        if not (report.wanted - set(report.met) - set(report.excepted)):
            break
    return report


def _play(game: Game, table: Setting, players: list[str], seed: int, report: Report) -> None:
    """One match to its end, noting everything on the way."""
    log = Log()
    s = _start(game, table, FastChance(seed), log)
    party = Party(game, players, seed)
    whims = FastChance(seed + 1)
    options = game.options.resolve(table.options, game.book_of(game.content))
    bound = game.bound(options, table.seats)
    leaves_after = whims.below(40) if whims.below(5) == 0 else -1
    decisions = 0
    while not s.over:
        top = s.asking
        report.met[f"question {type(top).__name__}"] += 1
        report.met[f"phase {top.phase}"] += 1
        if decisions == leaves_after:
            _resign(s, whims)
            leaves_after = -1  # once; and leaving is no decision that the bound would count
            continue
        choice = party.next(s)
        report.met[f"verb {choice.action.verb.name}"] += 1
        if choice.standing:
            s.act_standing(choice.seat, choice.action)
            continue
        decisions += 1
        assert decisions <= bound, f"{game.id}: more than {bound} decisions ({table}, seed {seed})"
        if whims.below(50) == 0:
            answer = top.timeout(s, choice.seat)
            s.tell_timed_out(choice.seat, top.phase, answer.id, top.secret())
            s.act(choice.seat, answer)
        else:
            s.act(choice.seat, choice.action)
    report.matches += 1
    report.decisions += decisions
    report.met[f"seats {table.seats}"] += 1
    for name, value in options.json().items():
        report.met[f"option {name}={_text(value)}"] += 1
    _note_events(log, report)


def _resign(s: State, whims: FastChance) -> None:
    playing = [seat for seat in range(s.seats) if s.playing(seat)]
    if playing:
        s.resign(playing[whims.below(len(playing))])


def _note_events(log: Log, report: Report) -> None:
    wanted = {thing for thing in report.wanted if " " not in thing.partition("=")[0]}
    names = {thing.partition("=")[0] for thing in wanted}
    for event in log.events:
        report.met[f"event {event.kind.name}@{event.kind.clause}"] += 1
        if names:
            for name, value in event.json(-1, complete=True).items():
                for thing in _things(name, value):
                    if thing in wanted:
                        report.met[thing] += 1


def _things(name: str, value: object) -> Iterator[str]:
    """`field=value` for a value, for each member of a list, and for each entry of a mapping."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _things(name, part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield f"{name}={key}"
            yield from _things(name, part)
            yield from _things(str(key), part)
    else:
        yield f"{name}={_text(value)}"


if __name__ == "__main__":
    found = explore(sys.argv[1], matches=int(sys.argv[2]) if len(sys.argv) > 2 else 400)
    print(found)
    sys.exit(1 if found.missing else 0)
