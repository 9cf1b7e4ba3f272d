"""A server as the terminal knows it: what it can be asked over REST, and the keys to one's seats there."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from innkeeper.engine.chance import seal_of
from innkeeper.engine.rulebook import Clause, Rulebook
from innkeeper.folders import data_folder
from innkeeper.server.protocol import GameInfo, RulebookInfo, Seated, TableInfo, TableList
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import NotNow

T = TypeVar("T")
PATIENCE = 20.0  # seconds for an answer
OPEN = "open"  # instead of a player's name: whoever has the code


class Key(Struct, frozen=True):
    """One's seat at a table, the word for its dice, and what bound the others before it was opened."""

    seat: int
    token: str
    word: str = ""
    commitment: str = ""
    seals: dict[str, str] = {}


class Keys:
    """The keys of this person, in a file that nobody else may read."""

    def __init__(self) -> None:
        self.path = data_folder() / "keys.json"

    def all(self) -> dict[str, Key]:
        """By server and table."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, Key])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep(self, name: str, key: Key) -> None:
        """Remember a key, before it is used for anything."""
        kept = {**self.all(), name: key}
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)


class Server:
    """One inn, by its address."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise NotNow(f"{url} is no address of a server, such as https://inn.example.org")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.name = parts.netloc
        self.keys = Keys()
        self._lore: dict[str, Lore] = {}

    def key(self, table: str) -> Key | None:
        """Our key to a table, if we have one."""
        return self.keys.all().get(f"{self.url} {table}")

    def keep(self, table: str, key: Key) -> None:
        """Keep our key to a table."""
        self.keys.keep(f"{self.url} {table}", key)

    def ask(self, method: str, path: str, answer: type[T], body: object = None, token: str = "") -> T:
        """One request; every refusal and every silence is a `NotNow` in words."""
        headers = {"accept": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None
        if method != "GET":
            headers["content-type"] = "application/json"
            data = json.dumps({} if body is None else body).encode()
        request = Request(f"{self.url}/api{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                return msgspec.json.decode(response.read(), type=answer)
        except HTTPError as refused:
            raise _refusal(refused) from None
        except (URLError, OSError) as wrong:
            reason = getattr(wrong, "reason", wrong)
            raise NotNow(f"the server at {self.url} does not answer ({reason})") from None
        except msgspec.DecodeError:
            raise NotNow(f"what answers at {self.url} is not an inn that this client understands") from None

    def tables(self) -> list[TableInfo]:
        """Public tables with an empty chair."""
        return self.ask("GET", "/tables?status=open", TableList).tables

    def table(self, id_or_code: str) -> TableInfo:
        """A table by its code, or by the id at the end of its link."""
        wanted = id_or_code.rstrip("/").rpartition("/")[2]
        head, dash, tail = wanted.partition("-")
        if dash and head.isalpha() and tail.isdecimal():
            return self.ask("GET", f"/codes/{quote(wanted)}", TableInfo)
        key = self.key(wanted)
        return self.ask("GET", f"/tables/{quote(wanted, safe='')}", TableInfo, token=key.token if key else "")

    def lore(self, game: str) -> Lore:
        """What the server says of a game; it need not be installed here."""
        if game not in self._lore:
            info = self.ask("GET", f"/games/{quote(game)}", GameInfo)
            book = self.ask("GET", f"/games/{quote(game)}/rulebook", RulebookInfo)
            self._lore[game] = Lore(
                game,
                info.game.title,
                info.game.pitch,
                info.names,
                info.texts,
                info.phrases,
                info.schema["$defs"],
                Rulebook(
                    book.text,
                    {one.id: Clause(one.id, one.text, one.chapter) for one in book.clauses},
                    {one.title: one.text for one in book.chapters},
                ),
            )
        return self._lore[game]

    def sit(self, table: TableInfo, name: str) -> TableInfo:
        """Sit down on an empty chair, bound to a word of our own for the dice."""
        word = secrets.token_hex(16)
        seated = self.ask("POST", f"/tables/{table.id}/sit", Seated, {"name": name, "seal": seal_of(word)})
        return self._seated(seated, word)

    def set_table(self, game: str, players: list[str], options: dict[str, Any], name: str) -> TableInfo:
        """A new table with us on the first seat; it begins at once if nobody else is to come."""
        word = secrets.token_hex(16)
        waits = OPEN in players
        seats: list[dict[str, str]] = []
        for player in players:
            if player == OPEN:
                seats.append({"who": "open"})
            elif player == "you":
                seats.append({"who": "you", "name": name, **({"seal": seal_of(word)} if waits else {})})
            else:
                seats.append({"who": "bot", "bot": player})
        rules = dict(options)
        body = {"game": game, "preset": rules.pop("preset", None), "options": rules, "seats": seats}
        info = self._seated(self.ask("POST", "/tables", Seated, body), word)
        if not waits:
            key = self.key(info.id)
            assert key is not None
            nonces = {"nonces": {str(key.seat): word}}
            info = self.ask("POST", f"/tables/{info.id}/start", TableInfo, nonces, key.token)
        return info

    def _seated(self, seated: Seated, word: str) -> TableInfo:
        for token in seated.tokens:
            self.keep(seated.table.id, Key(token.seat, token.token, word, seated.table.commitment))
        return seated.table

    def open_word(self, table: TableInfo) -> None:
        """Open our word for the dice, once everybody is bound; what bound the others is kept first."""
        key = self.key(table.id)
        if key is None or table.status != "dealing" or table.seats[key.seat].opened:
            return
        bound = {str(one.seat): one.seal or f"open word {one.nonce}" for one in table.seats}
        self.keep(table.id, Key(key.seat, key.token, key.word, table.commitment, bound))
        with suppress(NotNow):  # another window of ours may have been faster; the next message tells
            words = {"words": {str(key.seat): key.word}}
            self.ask("POST", f"/tables/{table.id}/words", TableInfo, words, key.token)


def _refusal(refused: HTTPError) -> NotNow:
    try:
        said = json.loads(refused.read())
        return NotNow(str(said["reason"]), said.get("clause"))
    except (ValueError, KeyError, TypeError, OSError):
        return NotNow(f"the server answers {refused.code} {refused.reason}")
