"""What the workshop and the process at its bench say to each other."""

from __future__ import annotations

from msgspec import Struct

from innkeeper.server.protocol import NewStudy, Remark, Report


class Task(Struct):
    """What is to be done. `base`: the cards that this inn plays with, where they are not the game's own."""

    asked: NewStudy
    base: dict[str, str] | None
    seconds: float
    only_check: bool


class Word(Struct):
    """What is said on the way (`done` of `total`) and, once, at the end."""

    done: int = 0
    total: int = 0
    refused: str | None = None
    remarks: list[Remark] = []
    files: dict[str, str] = {}
    report: Report | None = None
    last: bool = False
