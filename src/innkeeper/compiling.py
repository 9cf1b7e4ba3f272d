"""How Python becomes C: for the kernel, which `hatch_build.py` builds, and for packages with games.

Nothing but Python itself is imported: the kernel is built where nothing else is installed yet.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

EXTENSION_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


class CannotBuild(Exception):
    """Carries the sentence that tells a person why a part could not be built."""


class Group(NamedTuple):
    """Modules compiled into one library, so that a change in one game leaves the others alone."""

    name: str
    files: list[Path]  # relative to the folder that Python imports from

    @property
    def extensions(self) -> list[str]:
        """The library itself, and one small module per source that hands over to it."""
        library = f"{self.name.replace('.', '/')}__mypyc"
        modules = [file.with_suffix("").as_posix() for file in self.files]
        return [name + EXTENSION_SUFFIX for name in (library, *modules)]


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
            output([*command, *includes, "-shared", "-fPIC", str(probe), "-o", f"{probe}.so"])
            return output([*command, "--version"]).partition("\n")[0].strip()
        except OSError as error:
            raise CannotBuild(f"there is no C compiler ({error})") from error
        except subprocess.CalledProcessError as error:
            wrong = f"`{shlex.join(command)}` cannot build Python modules: {complaint(error.output)}"
            raise CannotBuild(wrong) from error


def output(command: list[str]) -> str:
    """What a command prints, complaints included."""
    return subprocess.run(
        command,
        check=True,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ).stdout


def complaint(text: str) -> str:
    """The one line of a tool's output that most likely says what was wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["it gives no reason"]
    return next((line for line in lines if "error" in line.lower()), lines[-1])


def compile_here(groups: Sequence[Group], source: Path, work: Path, options: Sequence[str] = ()) -> None:
    """Compile groups of modules below `source` into `work/lib`; to be called in a process of its own.

    mypyc leaves by `sys.exit` and patches setuptools. It rewrites a C file only if its text changes and
    declares the headers it includes, and setuptools rebuilds only libraries older than those files: that
    makes a build incremental. The type checker's cache must not survive, because mypyc 2.4 crashes on one
    that is older than the sources.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    checker_cache = work / "mypy"
    shutil.rmtree(checker_cache, ignore_errors=True)
    separate: list[tuple[list[str], str | None]] = [
        ([os.path.relpath(source / file) for file in group.files], group.name) for group in groups
    ]
    os.environ["MYPYPATH"] = str(source)
    asked = ["--config-file=", f"--cache-dir={checker_cache}", "--explicit-package-bases"]
    extensions = mypycify(
        [*asked, "--follow-imports=silent", *options, *(file for files, _ in separate for file in files)],
        separate=separate,
        target_dir=os.path.relpath(work / "c"),
        opt_level="3",
        debug_level="0",
    )
    command = build_ext(Distribution({"name": groups[0].name, "ext_modules": extensions}))
    command.build_lib = str(work / "lib")
    command.build_temp = str(work / "objects")
    command.parallel = min(os.cpu_count() or 1, 8)
    command.ensure_finalized()
    command.run()
