"""What a client knows of a game: its names, texts, words, shapes and rules.

At a table of this process it comes from the game itself, at a table of a server from what the server tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from innkeeper.bots import levels_of
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, shown
from innkeeper.engine.game import Game
from innkeeper.engine.phrases import Phrases
from innkeeper.engine.rulebook import Rulebook
from innkeeper.engine.words import did_you_mean

Files = Mapping[str, Mapping[str, Any]]


class NoSuchCard(InnkeeperError):
    """There is no card of that name."""


@dataclass(frozen=True)
class Lore:
    """A game as its players know it. `names` and `texts` by the ids of cards."""

    id: str
    title: str
    pitch: str
    names: Mapping[str, str]
    texts: Mapping[str, str]
    phrases: Phrases
    shapes: Mapping[str, Any]
    rulebook: Rulebook
    levels: Mapping[str, str] = field(default_factory=dict)  # of bots, and the sentence about each
    files: Callable[[], Files] = dict  # the cards as they were written, read when somebody asks

    @classmethod
    def of(cls, game: Game, content: Content) -> Lore:
        """What is known of a game that is installed here, played with these cards."""
        return cls(
            game.id,
            game.title,
            game.pitch,
            game.names_of(content),
            game.texts(content),
            game.phrases,
            game.schema["$defs"],
            game.rulebook,
            {level.name: level.about for level in levels_of(game).values()},
            lambda: {file: content.tables(file) for file in content.files},
        )

    def name(self, id: str) -> str:
        """What a card is called where room is short, or a word of the rulebook for people."""
        return self.phrases.short.get(id) or self.names.get(id) or self.phrases.word(id)

    def card(self, asked: str) -> str:
        """What a card, named by its id or its name, is and does."""
        wanted = asked.strip().lower()
        id = next((id for id, name in self.names.items() if wanted in (id, name.lower())), None)
        if id is None:
            near = [id for id, name in self.names.items() if wanted and name.lower().startswith(wanted)]
            if len(near) != 1:
                raise NoSuchCard(f"{self.title} has no card {shown(asked)}{did_you_mean(wanted, self.names)}")
            (id,) = near
        first = f"{self.names[id]}: {self.texts[id]}" if self.texts.get(id) else self.names[id]
        return f"{first}\n{self.flavours[id]}" if id in self.flavours else first

    def about(self, id: str) -> str:
        """What a card does, and below it what is said of it."""
        parts = (self.texts.get(id), self.flavours.get(id))
        return "\n\n".join(part for part in parts if part) or "It says nothing more."

    @cached_property
    def flavours(self) -> Mapping[str, str]:
        """What is said of cards besides what they do."""
        found: dict[str, str] = {}
        for tables in self.files().values():
            for entries in tables.values():
                for id, entry in entries.items() if isinstance(entries, dict) else ():
                    said = entry.get("flavour") if isinstance(entry, dict) else None
                    if isinstance(said, str) and said:
                        found.setdefault(id, said)
        return found
