"""`innkeeper new-game NAME`: a package with a whole small game, ready to be played and changed.

What is written is the package in `starter`, with its name, its title and the prefix of its clauses replaced:
it is type-checked and tested here as it stands.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.game import game_ids

STARTER = Path(__file__).parent / "starter"
ID, TITLE, CLAUSE = "race", "Race", "RC-"
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
LONGEST = 30


def new_game(name: str, parent: Path) -> Path:
    """Write the package; the folder it is in. Nothing is written over."""
    id = _checked(name)
    folder = parent / name
    if folder.exists():
        raise InnkeeperError(f"{folder} exists already")
    title = " ".join(part.capitalize() for part in id.split("_"))
    try:
        for path in _files():
            target = folder / _renamed(path.relative_to(STARTER).as_posix(), id, title)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(path.read_text(encoding="utf-8"), id, title), encoding="utf-8")
    except OSError as wrong:
        raise InnkeeperError(f"{folder} cannot be written: {wrong.strerror}") from None
    return folder


def _checked(name: str) -> str:
    """The id of the game, which is the name of its package too."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        raise InnkeeperError(
            f"{name[:60]!r} is no name for a game: small letters and digits with single - or _ between, "
            f"{LONGEST} at most, a letter first"
        )
    id = name.replace("-", "_")
    if keyword.iskeyword(id) or keyword.issoftkeyword(id) or id in sys.stdlib_module_names:
        raise InnkeeperError(f"{name!r} is a word of Python: choose another")
    if id in game_ids() or id in ("innkeeper", "tests"):
        raise InnkeeperError(f"there is a {name!r} already: choose another name")
    return id


def _files() -> Iterator[Path]:
    for path in sorted(STARTER.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__" and path != STARTER / "__init__.py":
            yield path


def _renamed(text: str, id: str, title: str) -> str:
    letters = id.replace("_", "").upper() + "X"
    prefix = letters[:2] if letters[:2] != "IN" and letters[:2].isalpha() else f"{letters[0]}X"
    text = re.sub(rf"(?<![a-z]){ID}(?![a-z])", id, text)
    return re.sub(rf"\b{TITLE}\b", title, text).replace(CLAUSE, f"{prefix}-")
