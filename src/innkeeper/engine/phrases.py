"""The text of a game's table: what the referee asks, short names, the words for what a view holds.

It is written in `table.toml` in the game's folder, so that every client says the same, and a game that is
installed later brings its own. What a file leaves out is made from the ids.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct

from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """`prompts` by decision, `short` names by card for narrow places, `words` by field or value of a view.

    `rules` by house rule, and `answers` by house rule and value, where the names themselves are no words.
    """

    flavour: str = ""
    shelf: int = 1000  # where its playbill hangs: the lowest first
    prompts: dict[str, str] = {}
    short: dict[str, str] = {}
    words: dict[str, str] = {}
    rules: dict[str, str] = {}
    answers: dict[str, dict[str, str]] = {}
    keys: list[tuple[str, str]] = []
    played_as: str = ""  # what tells a seat's matches apart: a field of it, or what it brings (class, deck)

    def prompt(self, decision: str) -> str:
        """What the referee asks."""
        plain = decision.replace("-", " ").replace("_", " ")
        return self.prompts.get(decision) or f"Your choice: {plain}."

    def word(self, id: str) -> str:
        """A field or value of a view, for people."""
        return self.words.get(id) or id.replace("-", " ").replace("_", " ")


def load(path: Path) -> Phrases:
    """Read a `table.toml`; a game without one has no phrases of its own."""
    if not path.exists():
        return Phrases()
    try:
        return Content.decode(path.name, tomllib.loads(path.read_text(encoding="utf-8")), Phrases)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise InvalidContent(f"{path.name}: {wrong}") from wrong
