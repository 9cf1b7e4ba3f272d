"""MagicDuel in C (magicduel_limit.c), compiled when first needed and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path

from benchmarks.contest import MIDGAME_SEED, MIDGAME_STEPS, PRESETS, Contestant, Job, Missing

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "magicduel_limit.c"
BUILD = HERE.parent / "build" / "benchmarks"
FLAGS = ["-std=c17", "-O3", "-march=native", "-shared", "-fPIC"]

TRACE_ROOM = 1 << 18


class Options(ctypes.Structure):
    """The table's house rules as the C program reads them; two-valued ones are 0 and 1."""

    _fields_ = [(name, ctypes.c_int32) for name in PRESETS["literal"]]


def find_compiler() -> str:
    """The C compiler of this machine."""
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise Missing("no C compiler found (gcc, cc or $CC)")
    return compiler


def compiler_version() -> str:
    """For the table of results."""
    said = subprocess.run([find_compiler(), "--version"], capture_output=True, text=True, check=False)
    return f"{said.stdout.partition(chr(10))[0]}, {' '.join(FLAGS[:3])}"


def library() -> ctypes.CDLL:
    """The compiled program, built once per version of its source."""
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:12]
    target = BUILD / f"magicduel_limit-{digest}.so"
    if not target.exists():
        compiler = find_compiler()
        BUILD.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(f".{os.getpid()}")
        command = [compiler, *FLAGS, "-o", str(partial), str(SOURCE)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            raise Missing(f"{compiler} failed:\n{built.stderr}")
        partial.replace(target)
    return ctypes.CDLL(str(target))


class Limit:
    """One table of MagicDuel in C."""

    def __init__(self, preset: str, **overrides: int) -> None:
        self._library = library()
        self._options = Options(**PRESETS[preset] | overrides)

    def playouts(self, first_seed: int, count: int) -> tuple[int, int]:
        """Random games from `first_seed` on: the decisions asked, and a checksum of the ends."""
        steps, checksum = ctypes.c_int64(), ctypes.c_uint32()
        self._library.magicduel_playouts(
            ctypes.byref(self._options),
            ctypes.c_uint64(first_seed),
            ctypes.c_uint64(count),
            ctypes.byref(steps),
            ctypes.byref(checksum),
        )
        return steps.value, checksum.value

    def trace(self, seed: int) -> str:
        """One random game as text: a line per decision, then how it ended."""
        room = ctypes.create_string_buffer(TRACE_ROOM)
        write = self._library.magicduel_trace
        write.restype = ctypes.c_int64
        length: int = write(
            ctypes.byref(self._options), ctypes.c_uint64(seed), room, ctypes.c_int64(TRACE_ROOM)
        )
        return room.raw[:length].decode()

    def copies(self, seed: int, steps: int, count: int) -> None:
        """Copies the state after `steps` decisions of the game of `seed`, `count` times."""
        self._library.magicduel_copies(
            ctypes.byref(self._options),
            ctypes.c_uint64(seed),
            ctypes.c_int64(steps),
            ctypes.c_int64(count),
        )


def contestant(name: str) -> Contestant:
    """The limit, for the worker."""
    tables = {preset: Limit(preset) for preset in PRESETS}

    def playouts(table: Limit, count: int) -> int:
        return table.playouts(1, count)[0]

    def copies(table: Limit, count: int) -> int:
        table.copies(MIDGAME_SEED, MIDGAME_STEPS, count)
        return count

    jobs: dict[str, Job] = {}
    for preset, table in tables.items():
        jobs[f"playouts {preset}"] = partial(playouts, table)
        jobs[f"copies {preset}"] = partial(copies, table)
    return Contestant(
        version=compiler_version(),
        jobs=jobs,
        trace=lambda preset, seed: tables[preset].trace(seed),
        presets=tuple(PRESETS),
    )
