"""What a person likes, kept in the data folder."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from innkeeper.folders import data_folder

PACES = {"slow": 0.9, "usual": 0.35, "fast": 0.1, "at once": 0.0}  # seconds per line of the story


@dataclass(frozen=True)
class Settings:
    """The theme, how fast the story is told, and by what name others know the player."""

    theme: str = "textual-dark"
    pace: str = "usual"
    name: str = "Traveller"

    @property
    def seconds(self) -> float:
        """How long a line of the story stands before the next."""
        return PACES.get(self.pace, PACES["usual"])

    @classmethod
    def load(cls) -> Settings:
        """What was kept; whatever cannot be read is as it is at first."""
        try:
            kept: Any = json.loads((data_folder() / "terminal.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        if not isinstance(kept, dict):
            return cls()
        known = {name: kept.get(name) for name in cls.__dataclass_fields__}
        return cls(**{name: value for name, value in known.items() if isinstance(value, str)})

    def changed(self, **changes: str) -> Settings:
        """The settings with some others, kept if that is possible."""
        new = replace(self, **changes)
        with suppress(OSError):
            data_folder().mkdir(parents=True, exist_ok=True)
            text = json.dumps(asdict(new), indent=1) + "\n"
            (data_folder() / "terminal.json").write_text(text, encoding="utf-8")
        return new
