"""Runs: very many matches in a folder, that can be broken off at any time and gone on with.

`plan.json` says what is played. The matches are cut into blocks; each block is a Parquet file of its own, a
row per match, that takes its place in one step when it is whole. So whatever stops a run loses the blocks
that were being played, and going on is playing those that are missing. A match is the same wherever and
beside whatever it is played, and so is every byte of its block: that a run was killed does not show.
"""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import innkeeper
from innkeeper.bots.strength import build_of
from innkeeper.engine.content import shipped
from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.game import get_game
from innkeeper.lab.ledger import check_same, hold
from innkeeper.lab.simulate import Plan, Row, play_batch, turned
from innkeeper.lab.summary import Courses, Summary, Tally, summary_of
from innkeeper.lab.workers import spread

PLAN = "plan.json"
LEAST, MOST, PARTS = 1_000, 50_000, 200  # matches of a block; blocks of a run that is neither short nor long
COURSES = b"innkeeper.courses"  # in the metadata of a part: the smallest digests of its matches
# Which match a row is follows from where it stands, and its seed from that.
_LEFT_OUT = {"match", "seed", "course", "players", "places"}


class RunPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all blocks of a run have in common, and how many matches it has."""

    run: int  # of this form of folder
    game: str
    rules: str
    content: str
    options: dict[str, Any]
    players: list[str]
    rotate: bool
    seed: int
    opening: int
    block: int
    version: str
    build: str
    matches: int

    @classmethod
    def of(cls, plan: Plan, matches: int, block: int) -> RunPlan:
        game = get_game(plan.game)
        return cls(
            1,
            game.id,
            game.version,
            (plan.content or game.content).hash,
            msgspec.to_builtins(dict(plan.options)),
            list(plan.players),
            plan.rotate,
            plan.seed,
            plan.opening,
            block,
            innkeeper.__version__,
            build_of(game),
            matches,
        )


def run(
    plan: Plan,
    matches: int,
    folder: Path,
    on: Executor | None = None,
    jobs: int = -1,
    progress: Callable[[int], None] = lambda done: None,
    block: int | None = None,
) -> Summary:
    """Play what is missing of a run, on processes of this machine or on any executor, and count all of it."""
    with Run(folder, plan.checked(), matches, block) as begun:
        begun.play(on, jobs, progress)
        return begun.summary()


class Run:
    """An open folder of a run."""

    def __init__(self, folder: Path, plan: Plan, matches: int, block: int | None = None) -> None:
        if find_spec("pyarrow") is None:
            raise InvalidOptions("keeping a run needs pyarrow: pip install 'innkeeper[lab]'")
        self.folder, self.plan = folder, plan
        self._lock: BinaryIO | None = None
        try:
            folder.mkdir(exist_ok=True)
            self._lock = (folder / ".lock").open("wb")
            hold(self._lock, f"{folder} is being written by another run")
            self.heading = self._begin(matches, block)
        except BaseException as wrong:
            self.close()
            raise self._refused(wrong) if isinstance(wrong, OSError) else wrong from None

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            self._lock.close()

    def _begin(self, matches: int, block: int | None) -> RunPlan:
        """The plan of this folder: a new one, or the one that is there, if it is the same; it may grow."""
        path = self.folder / PLAN
        there = read_plan(self.folder) if path.exists() else None
        usual = max(LEAST, min(MOST, matches // PARTS)) if there is None else there.block
        heading = RunPlan.of(self.plan, matches, block or usual)
        if there is not None:
            check_same(str(self.folder), "folder", there, heading, free="matches")
            if there.matches > matches:
                raise InvalidOptions(
                    f"{self.folder} has {there.matches} matches already, more than {matches}"
                )
            if there == heading:
                return there
        elif any(self.folder.glob("*.parquet")):
            raise InvalidOptions(f"{self.folder} holds Parquet files and no {PLAN}: it is no folder of a run")
        self._keep_cards()
        self._write(path, msgspec.json.format(msgspec.json.encode(heading)) + b"\n")
        return heading

    def _keep_cards(self) -> None:
        """Cards that did not come with the game are kept beside the plan, to play it again from here."""
        game = get_game(self.plan.game)
        own = shipped(game.folder / "content")
        for file, text in (self.plan.content or own).files.items():
            if own.files.get(file) != text:
                (self.folder / "content").mkdir(exist_ok=True)
                self._write(self.folder / "content" / file, text.encode())

    def _write(self, path: Path, data: bytes) -> None:
        """A file that is there whole, or not at all."""
        aside = path.with_name(f".{path.name}.new")
        try:
            with aside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except OSError as wrong:
            raise self._refused(wrong) from None

    def _refused(self, wrong: OSError) -> InvalidOptions:
        return InvalidOptions(f"{self.folder} cannot be used: {os.strerror(wrong.errno or 0)}")

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The first match of every block, and how many it has."""
        size, total = self.heading.block, self.heading.matches
        return [(first, min(size, total - first)) for first in range(0, total, size)]

    def missing(self) -> list[tuple[int, int]]:
        """The blocks that are still to be played; one that was the last of a shorter run is played anew."""
        return [(first, count) for first, count in self.blocks if self._rows(first) != count]

    def _rows(self, first: int) -> int:
        path = self._part(first)
        return int(_opened(path).metadata.num_rows) if path.exists() else 0

    def _part(self, first: int) -> Path:
        return self.folder / f"part-{first // self.heading.block:06}.parquet"

    def play(
        self, on: Executor | None = None, jobs: int = -1, progress: Callable[[int], None] = lambda done: None
    ) -> None:
        """Play what is missing, and keep each block as soon as it is whole."""
        missing = self.missing()
        work = ((self.plan, first, count) for first, count in missing)
        parts = (
            (play_part(*one) for one in work)
            if jobs == 1 and on is None
            else spread(play_part, work, jobs, on)
        )
        for (first, count), data in zip(missing, parts, strict=True):
            self._write(self._part(first), data)
            progress(count)

    def summary(self) -> Summary:
        """The figures of all blocks."""
        return summary_of(tally_of(self.folder, self.heading), len(self.heading.players))


def read_plan(folder: Path) -> RunPlan:
    """What is played in a folder of a run."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=RunPlan)
    except OSError as wrong:
        raise InvalidOptions(f"{folder} is no folder of a run: {os.strerror(wrong.errno or 0)}") from None
    except msgspec.DecodeError as wrong:
        raise InvalidOptions(f"{folder / PLAN}: this is no plan of a run: {wrong}") from None


def play_part(plan: Plan, first: int, count: int) -> bytes:
    """One block as a Parquet file; runs in a worker process, perhaps of another machine."""
    import pyarrow
    import pyarrow.parquet

    rows = play_batch(plan, first, count)
    courses = Courses(row["course"] for row in rows)
    table = pyarrow.table(_columns(plan, first, rows))
    file = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(
        file, table.schema, compression="zstd", compression_level=9, store_schema=False
    ) as writer:
        writer.write_table(table, count)
        writer.add_key_value_metadata({COURSES: courses.packed()})
    return file.getvalue()


def _columns(plan: Plan, first: int, rows: list[Row]) -> dict[str, Any]:
    """A column for everything that is worth keeping; winners as bits, so that a match takes a few bytes."""
    import pyarrow

    columns: dict[str, Any] = {
        "winners": pyarrow.array(
            [sum(1 << seat for seat in row["winners"]) for row in rows], pyarrow.int32()
        ),
        "draw": [row["draw"] for row in rows],
    }
    if plan.rotate:
        columns["shift"] = pyarrow.array(
            [number % len(plan.players) for number in range(first, first + len(rows))], pyarrow.int32()
        )
    for name in rows[0]:
        if name not in _LEFT_OUT and name not in columns:
            columns[name] = [row[name] for row in rows]
    return columns


def tally_of(folder: Path, heading: RunPlan) -> Tally:
    """All blocks of a run, counted; one after another, so that it takes no more memory than one of them."""
    tally = Tally()
    for path in sorted(folder.glob("part-*.parquet")):
        _count(tally, path, heading.players)
    return tally


def _opened(path: Path) -> Any:
    """A part of a run, if it is one."""
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, ValueError) as wrong:
        raise InvalidOptions(f"{path} cannot be read ({wrong}); delete it and go on") from None
    if COURSES not in (file.metadata.metadata or {}):
        raise InvalidOptions(f"{path} was not written by a run; delete it and go on")
    return file


def _count(tally: Tally, path: Path, players: list[str]) -> None:
    file = _opened(path)
    table = file.read()
    tally.matches += table.num_rows
    tally.courses.add(Courses.unpacked(file.metadata.metadata[COURSES]))
    keys = [name for name in ("shift", "winners") if name in table.column_names]
    for group in table.group_by(keys).aggregate([([], "count_all")]).to_pylist():
        winners = [seat for seat in range(len(players)) if group["winners"] >> seat & 1]
        tally.result(turned(players, group.get("shift", 0)), winners, group["count_all"])
    for name in table.column_names:
        if name not in ("winners", "shift"):
            counted = dict(_counted(table.column(name)))
            if name == "draw":
                tally.draws += counted.get(True, 0)
            else:
                tally.values.setdefault(name, Counter()).update(counted)


def _counted(column: Any) -> Iterator[tuple[Any, int]]:
    for one in column.value_counts().to_pylist():
        yield one["values"], one["counts"]
