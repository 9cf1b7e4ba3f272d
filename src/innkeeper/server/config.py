"""What an operator can set, by flag or by INNKEEPER_… in the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.game import get_game, register
from innkeeper.folders import data_folder

PREFIX = "INNKEEPER_"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting of a server process, with its range and its meaning."""

    host: Annotated[str, Meta(description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="port to listen on; 0 is any free one")] = 8017
    database: Annotated[
        str, Meta(description="where matches are kept: a file, sqlite:///FILE or postgresql://…")
    ] = ""
    channels: Annotated[
        str, Meta(description="how processes tell each other: memory, redis://… or postgresql://…")
    ] = "memory"
    content: Annotated[
        list[str],
        Meta(description="folders of cards that replace those of a game, GAME=FOLDER, separated by commas"),
    ] = []
    workers: Annotated[int, Meta(ge=1, le=64, description="server processes")] = 1
    bots: Annotated[int, Meta(ge=1, le=64, description="processes in which bots think, per worker")] = 2
    bot_seconds: Annotated[float, Meta(gt=0, le=600, description="longest a bot may think")] = 10.0
    bot_beat: Annotated[
        float,
        Meta(ge=0, le=60, description="bots that know a secret answer on such a beat; 0 is at once"),
    ] = 0.2
    origins: Annotated[
        list[str], Meta(description="other web origins whose pages may use this server, separated by commas")
    ] = []
    secure: Annotated[
        bool, Meta(description="cookies only over HTTPS, and tell browsers to insist on it")
    ] = False
    proxies: Annotated[
        str, Meta(description="addresses of reverse proxies whose X-Forwarded-For is believed")
    ] = ""
    requests_per_second: Annotated[
        float,
        Meta(ge=0, le=100_000, description="REST requests and opened WebSockets per address; 0 is no limit"),
    ] = 20.0
    messages_per_second: Annotated[
        float,
        Meta(
            ge=0,
            le=100_000,
            description="WebSocket messages per connection, ten times as many per address; 0 is no limit",
        ),
    ] = 20.0
    sockets_per_address: Annotated[
        int, Meta(ge=0, le=1_000_000, description="WebSockets per address at a time; 0 is no limit")
    ] = 200
    connections_per_address: Annotated[
        int, Meta(ge=0, le=1_000_000, description="connections per address besides WebSockets; 0 is no limit")
    ] = 100
    connections: Annotated[
        int, Meta(ge=1, le=1_000_000, description="connections in all, per worker; fewer if files run out")
    ] = 20_000
    tables_per_guest: Annotated[
        int, Meta(ge=0, le=1_000_000, description="unfinished tables a guest may set in a day; 0 is no limit")
    ] = 100
    tables_per_minute: Annotated[
        float, Meta(ge=0, le=100_000, description="new tables, and new guests, per address; 0 is no limit")
    ] = 30.0
    lobby_minutes: Annotated[
        float, Meta(gt=0, le=525_600, description="a public table that nobody is at goes away after so long")
    ] = 30.0
    invitation_hours: Annotated[
        float, Meta(gt=0, le=8760, description="one that is found by its link or code only, after so long")
    ] = 48.0
    idle_seconds: Annotated[
        float, Meta(gt=0, le=86_400, description="a table nobody touches for so long leaves the memory")
    ] = 600.0
    tables_in_memory: Annotated[
        int, Meta(ge=1, le=1_000_000, description="most matches kept in memory when nobody acts on them")
    ] = 5000
    workshop_seconds: Annotated[
        float,
        Meta(ge=0, le=86_400, description="longest that a study of the workshop may take; 0 closes it"),
    ] = 300.0
    registration: Annotated[bool, Meta(description="may people make accounts?")] = True
    programs_apart: Annotated[
        bool, Meta(description="are matches between people and strangers' programs left unrated?")
    ] = False
    log: Annotated[Literal["json", "plain"], Meta(description="form of the log: json or plain")] = "plain"

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy names it."""
        given = self.database
        if given.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + given.partition("://")[2]
        if given.startswith("sqlite:///"):
            given = given.removeprefix("sqlite:///")
        elif "://" in given:
            raise InvalidOptions(f"database: {given.partition('://')[0]}:// is neither SQLite nor PostgreSQL")
        file = Path(given) if given else data_folder() / "inn.db"
        return f"sqlite:///{file.expanduser().absolute()}"

    def environment(self) -> dict[str, str]:
        """The same settings for a child process."""
        return {PREFIX + name.upper(): _text(value) for name, value in msgspec.structs.asdict(self).items()}


_LISTS = ("origins", "content")


def from_environment(
    environment: Mapping[str, str] | None = None, given: Mapping[str, Any] | None = None
) -> Settings:
    """Settings from INNKEEPER_…, with what a flag gives on top."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            values[name] = [part for part in text.split(",") if part] if name in _LISTS else text
    values |= {name: value for name, value in (given or {}).items() if value is not None}
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as wrong:
        raise InvalidOptions(f"settings: {wrong}") from None
    for origin in settings.origins:
        _check_origin(origin)
    if settings.workers > 1 and settings.channels == "memory":
        raise InvalidOptions(
            "settings: several workers need a way to tell each other: --channels redis://… or postgresql://…"
        )
    return settings


def _check_origin(origin: str) -> None:
    """As browsers write it, or it would never fit."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}".lower():
        raise InvalidOptions(f"settings: origins: {origin!r} is not written like https://play.example.org")


def play_with(folders: list[str]) -> None:
    """Let this process play with a designer's cards: `GAME=FOLDER`, for every game that is named."""
    for one in folders:
        game, found, folder = one.partition("=")
        if not found:
            raise InvalidOptions(f"content: {one!r} is not GAME=FOLDER")
        if not Path(folder).is_dir():
            raise InvalidOptions(f"content: {folder!r} is no folder")
        register(get_game(game).with_content(Path(folder)))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, list) else str(value)
