"""Which matches count: between different people with names, or bots that look, under a preset's own rules.

Programs of strangers that have accounts count as people do, unless the landlord rates them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from innkeeper.bots import looks
from innkeeper.engine.errors import InvalidOptions

if TYPE_CHECKING:
    from innkeeper.server.leaf import Chair
    from innkeeper.server.table import Table

PRACTICE = "practice does not count"
TAKEN_BACK = "something was taken back by consent"


def why_unrated(table: Table) -> str | None:
    """Why a match at this table would not be rated, as things stand; None if it would.

    It is asked until the match begins, and what it says then holds: nobody can wait for the end to decide
    whether to have a name.
    """
    if table.leaf.origin is not None:
        return PRACTICE
    if len(table.chairs) == 1:
        return "there is nobody to play against"
    if not _rules_of_a_preset(table):
        return "these are not the rules of a preset"
    for chair in table.chairs:
        if reason := _of_chair(table, chair):
            return reason
    sorts = {chair.program for chair in table.chairs if chair.who == "person"}
    return "programs are rated apart from people here" if table.apart and len(sorts) > 1 else None


def _of_chair(table: Table, chair: Chair) -> str | None:
    if chair.who == "bot":
        assert chair.bot is not None
        return None if looks(table.game, chair.bot) else f"the bot {chair.bot} plays without looking"
    if chair.who != "person":
        return None
    if table.same_as(chair) is not None:
        return f"{chair.name} plays more than one seat"
    return f"{chair.name} plays without an account" if chair.account is None else None


def _rules_of_a_preset(table: Table) -> bool:
    """All options are the preset's own, but for what people bring to their own seats."""
    options = table.game.options
    try:
        preset = options.resolve(
            {"preset": table.options["preset"]}, table.game.book_of(table.content)
        ).json()
    except InvalidOptions:
        return False  # of another version
    brought = [
        (chair, what, name) for chair in table.chairs for what, name in options.brought(chair.seat).items()
    ]
    known: dict[str, list[Any]] = {}
    for _, what, name in brought:
        known.setdefault(what, []).append(preset[name])
    own = {name for chair, what, name in brought if _chose(table, chair, what)}
    return all(
        value == preset[name] or any(name == one and value in known[what] for _, what, one in brought)
        for name, value in table.options.items()
        if name not in own
    )


def _chose(table: Table, chair: Chair, what: str) -> bool:
    """Did the person on a chair choose what lies there? Whoever sets a table chooses for others too."""
    return chair.who == "person" and (what in chair.brings or chair.guest == table.leaf.host)
