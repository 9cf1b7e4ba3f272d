"""Strength cards: how good the bots of a game are, as `innkeeper strength` measured it.

A card is the file `strength.json` in the folder of its game. It is written by that command, never by hand,
and whoever shows it reads it here. What the figures mean stands in docs/bots/measuring.md.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import innkeeper
from innkeeper.doctor import is_compiled
from innkeeper.engine.errors import InnkeeperError
from innkeeper.engine.game import Game

FILE = "strength.json"
FORM = 1

# Modules that read card files, find slips in them, or write sentences: they decide nothing in a match.
FOR_PEOPLE = frozenset(
    {
        "content",
        "doubts",
        "gallery",
        "grammar",
        "language",
        "phrases",
        "proof",
        "refusals",
        "rulebook",
        "sentences",
        "slips",
        "strength",
        "view_types",
        "words",
    }
)


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of all points, with its 95 % interval. Of a single deal there is no interval."""

    mean: float
    low: float | None
    high: float | None
    matches: int


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating in Elo points around 1500, the mean of all players of the card, with its 95 % interval."""

    points: int
    low: int
    high: int


class Tempo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds of the processor for a move: the mean, and what 95 of 100 moves stay below."""

    mean: float
    p95: float
    moves: int


class Chances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the same deal had the same winner whoever sat where; and how often by accident alone."""

    same: Share
    accident: float


class Exploited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a searcher got that models this level: `least` is by how much it is surely more than fair."""

    by: str
    share: Share
    least: float


class LevelStrength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level. What has not been played, or has no meaning for this level, is null."""

    name: str
    rating: Points | None
    tempo: Tempo | None
    random: Share | None
    greedy: Share | None
    below: Share | None
    first_seat: Share | None
    luck: Chances | None
    exploited: Exploited | None


class Build(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured. `commit` is null outside a checkout, and ends in + where the code was changed."""

    version: str
    commit: str | None
    compiled: bool
    code: str


class StrengthCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All figures of a game, the weakest level first. `fair`: the share of a player like its rivals."""

    form: int
    game: str
    rules: str
    content: str
    seats: int
    options: dict[str, Any]
    together: bool
    fair: float
    greedy: str | None  # the player that the figures against greedy are of
    levels: list[LevelStrength]
    matches: int
    copies: int
    played: str  # the day
    command: str
    build: Build


def build_of(game: Game, compiled: bool | None = None) -> str:
    """A short name for all code of a game and what it stands on, compiled if it is so here."""
    return _code_of(game.folder, is_compiled() if compiled is None else compiled)


def bots_of(game: Game, compiled: bool | None = None) -> str:
    """A short name for what decides how bots play, and how fast: rules, bots and cards.

    A sentence told otherwise, or a slip in a card file that is found now, makes no bot stronger.
    """
    return _code_of(game.folder, is_compiled() if compiled is None else compiled, FOR_PEOPLE)


def _code_of(game: Path, compiled: bool, without: frozenset[str] = frozenset()) -> str:
    home = Path(innkeeper.__file__).parent
    found = blake2b(b"compiled" if compiled else b"plain", digest_size=8)
    files = [
        file
        for folder in (home / "engine", home / "bots", game)
        for file in sorted(folder.rglob("*.py"))
        if file.stem not in without
    ]
    for file in files + (sorted((game / "content").rglob("*.toml")) if without else []):
        found.update(file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


_running_code_of = lru_cache(maxsize=64)(_code_of)  # it does not change while it runs


def changed_since(game: Game, card: StrengthCard) -> bool:
    """Would the bots that are installed play otherwise than those of the card, for all that is known?"""
    return card.build.code != _running_code_of(game.folder, card.build.compiled, FOR_PEOPLE)


def card_of(game: Game) -> StrengthCard | None:
    """The card that a game brings along; None: nobody has measured its bots."""
    file = game.folder / FILE
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        return None
    return _read(file, changed, f"{FILE} of {game.title}")


@lru_cache(maxsize=64)
def _read(file: Path, changed: int, what: str) -> StrengthCard:
    return parse(file.read_bytes(), what)


def parse(data: bytes, what: str) -> StrengthCard:
    """A card in a file; whatever else is in it is refused."""
    try:
        return msgspec.json.decode(data, type=StrengthCard)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise InnkeeperError(f"{what} is no strength card: {wrong}") from None


def written(card: StrengthCard) -> bytes:
    """A card as it is kept: a line per figure, so that a change can be read."""
    return msgspec.json.format(msgspec.json.encode(card), indent=1) + b"\n"
