"""`innkeeper build-game FOLDER`: the rules of a package with games compiled in place, beside their sources.

Python prefers a compiled module to the source beside it, and takes the source where the compiled one was made
for another Python or machine: nothing is lost, wherever the package goes. What was compiled is put in place
only after it has played the same matches as the sources, action by action.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Set
from pathlib import Path
from typing import Any, NamedTuple

import innkeeper
from innkeeper import compiling
from innkeeper.compiling import CannotBuild, Group, c_compiler, complaint
from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.game import GROUP
from innkeeper.testing.builds import EXTENSIONS, first_difference, plain_copy, played

NOTE = "compiled.json"  # in the package: of which sources its compiled modules were made
LIBRARY = (
    "compiled"  # the group that all modules of a package are, and so the beginning of its library's name
)
# The annotations of these are read when the game is loaded, and compiled classes keep none.
DECLARATIONS = frozenset({"Options", "Struct", "TypedDict"})
TOOLS = ("mypyc", "setuptools")

Say = Callable[[str], None]


class Package(NamedTuple):
    """What a `pyproject.toml` says of its games, and where their package lies."""

    games: dict[str, str]  # id: module
    folder: Path


def build_game(folder: Path, say: Say) -> Package:
    """Compile the package in `folder`. Whatever goes wrong is said, and leaves everything as it was."""
    package = find_package(folder)
    files, declaring = _sorted(package.folder)
    if not files:
        raise InnkeeperError(f"{package.folder.name} has no module that could be compiled")
    for name in declaring:
        say(f"{name} stays plain: what it declares is read from its annotations")
    try:
        compiler = _check_tools()
        with tempfile.TemporaryDirectory() as scratch:
            say(f"compiling {', '.join(path.as_posix() for path in files)} …")
            built = _compile(package, files, Path(scratch))
            say("playing the same matches on both builds …")
            _compare(package, built, Path(scratch))
            remove(package)
            for source in built:
                shutil.copy2(
                    source, package.folder / source.relative_to(Path(scratch, "lib", package.folder.name))
                )
    except (CannotBuild, OSError) as why:
        raise InnkeeperError(f"{package.folder.name} stays plain Python: {why}") from None
    _write_note(package.folder, files, compiler)
    return package


def find_package(folder: Path) -> Package:
    """The package of a folder with a `pyproject.toml` that names games."""
    path = folder / "pyproject.toml"
    try:
        told: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise InnkeeperError(f"{folder} has no pyproject.toml: name the folder of a game's package") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise InnkeeperError(f"{path}: this is not TOML: {wrong}") from None
    named = told.get("project", {}).get("entry-points", {}).get(GROUP, {})
    games = {id: str(where).partition(":")[0] for id, where in named.items() if "@" not in id}
    tops = sorted({module.partition(".")[0] for module in games.values()})
    if len(tops) != 1:
        said = f"names games of {' and '.join(tops)}" if tops else f'has no [project.entry-points."{GROUP}"]'
        raise InnkeeperError(f"{path} {said}: one package is compiled at a time")
    for home in (folder / tops[0], folder / "src" / tops[0]):
        if (home / "__init__.py").is_file():
            return Package(games, home.resolve())
    raise InnkeeperError(f"{path} names the package {tops[0]}, but there is no {tops[0]} or src/{tops[0]}")


def remove(package: Package) -> int:
    """Take away whatever was compiled; how many files that were."""
    made = [path for path in package.folder.rglob("*") if path.suffix in EXTENSIONS]
    for path in made:
        path.unlink()
    (package.folder / NOTE).unlink(missing_ok=True)
    return len(made)


def changed_since(folder: Path) -> list[str]:
    """The modules whose sources are no longer those that were compiled."""
    try:
        told: Any = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        digests: dict[str, str] = dict(told["sources"])
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [name for name, digest in digests.items() if _digest(folder / name) != digest]


def _write_note(folder: Path, files: Iterable[Path], compiler: str) -> None:
    sources = {path.relative_to(folder.name).as_posix(): _digest(folder.parent / path) for path in files}
    told = {"python": sys.implementation.cache_tag, "compiler": compiler, "sources": sources}
    (folder / NOTE).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _sorted(folder: Path) -> tuple[list[Path], list[str]]:
    """The modules to compile, as Python imports them, and the names of those that declare something."""
    files, declaring = [], []
    for path in sorted(folder.rglob("*.py")):
        if path.name in ("__init__.py", "__main__.py"):
            continue
        name = path.relative_to(folder.parent)
        if _declares(path):
            declaring.append(name.as_posix())
        else:
            files.append(name)
    return files, declaring


def _declares(path: Path) -> bool:
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, ValueError) as wrong:
        raise InnkeeperError(f"{path}: {wrong}") from None
    bases = [base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases]
    return any(ast.unparse(base).rpartition(".")[2] in DECLARATIONS for base in bases)


def prepared(text: str, bases: Set[str] = frozenset()) -> str:
    """A module as mypyc is given it: classes with a base or an heir say that they are like plain Python's.

    The kernel's classes are not compiled together with the package, and may be plain: mypyc knows no layout
    of theirs to build upon, and must be told in which module each is at home. Nor may a class of one sort be
    heir to one of the other, so that `bases`, the names that the package builds upon, are all of this sort. A
    mark takes the place of an empty line or a comment, so that lines keep their numbers.
    """
    tree, lines = ast.parse(text), text.splitlines()
    marked = [
        node for node in tree.body if isinstance(node, ast.ClassDef) and (node.bases or node.name in bases)
    ]
    if not marked:
        return text
    homes = {home for node in marked for base in node.bases if (home := _home(base))}
    told = f"import {', '.join(sorted({'mypy_extensions', *homes}))}"
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    if imports and (last := imports[-1].end_lineno):
        lines[last - 1] += f"; {told}"
    for node in reversed(marked):
        above = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
        free = above > 0 and lines[above - 1].lstrip()[:1] in ("", "#")
        lines[above - free : above] = ["@mypy_extensions.mypyc_attr(native_class=False)"]
    return "\n".join(lines if imports else [told, *lines]) + "\n"


def _bases(text: str) -> set[str]:
    """The names of the classes that those of a module are heirs to."""
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return {_name(base) for node in classes for base in node.bases}


def _name(base: ast.expr) -> str:
    """`Frame` of `innkeeper.Frame[Track]`."""
    return ast.unparse(base).partition("[")[0].rpartition(".")[2]


def _home(base: ast.expr) -> str | None:
    """The module of a base class that the kernel's door exports."""
    name = _name(base)
    return str(getattr(innkeeper, name).__module__) if name in innkeeper.__all__ else None


def _check_tools() -> str:
    if missing := [name for name in TOOLS if importlib.util.find_spec(name) is None]:
        raise CannotBuild(f"{' and '.join(missing)} is not installed: pip install 'mypy[mypyc]' setuptools")
    return c_compiler()


def _compile(package: Package, files: list[Path], scratch: Path) -> list[Path]:
    """The extension modules, in a folder of their own."""
    source = plain_copy(package.folder, scratch / "source")
    texts = {source / path: (source / path).read_text(encoding="utf-8") for path in files}
    bases = set().union(*map(_bases, texts.values()))
    for module, text in texts.items():
        module.write_text(prepared(text, bases), encoding="utf-8")
    told = {"name": f"{package.folder.name}.{LIBRARY}", "files": [path.as_posix() for path in files]}
    command = [sys.executable, "-m", "innkeeper.buildgame", json.dumps(told), str(scratch)]
    done = subprocess.run(command, cwd=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise CannotBuild(_complaints(done.stdout))
    return [path for path in Path(scratch, "lib").rglob("*") if path.suffix in EXTENSIONS]


def _complaints(text: str) -> str:
    """All that mypyc found wrong, a line for each: a build is too long to learn of them one by one."""
    found = [line for line in text.splitlines() if ": error: " in line]
    return "\n".join(["", *found]) if len(found) > 1 else complaint(text)


def _compare(package: Package, built: list[Path], scratch: Path) -> None:
    """Both builds play the same matches, in processes of their own."""
    plain = plain_copy(package.folder, scratch / "plain")
    fast = plain_copy(package.folder, scratch / "fast")
    for path in built:
        shutil.copy2(path, fast / path.relative_to(scratch / "lib"))
    for id, module in package.games.items():
        try:
            one, two = played(id, plain, module), played(id, fast, module)
        except subprocess.CalledProcessError as wrong:
            last = str(wrong.stderr).strip().splitlines()[-1:]
            raise CannotBuild(f"{id} cannot be played: {''.join(last)}") from None
        if (where := first_difference(one["matches"], two["matches"])) is not None:
            raise CannotBuild(f"compiled, {id} plays otherwise: {where}")


def _compile_here(told: str, scratch: str) -> None:
    wanted = json.loads(told)
    group = Group(wanted["name"], [Path(name) for name in wanted["files"]])
    compiling.compile_here([group], Path(os.getcwd()), Path(scratch), ["--ignore-missing-imports"])


if __name__ == "__main__":
    _compile_here(*sys.argv[1:])
