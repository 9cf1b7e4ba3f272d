"""Where Innkeeper keeps what people do not want to lose."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder of this user: the inn's book and saved matches, unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "innkeeper"
