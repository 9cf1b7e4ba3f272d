"""A server as the terminal knows it: what it can be asked over REST, and the keys to one's seats there."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Any, Generic, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from innkeeper.engine.chance import seal_of
from innkeeper.engine.rulebook import Clause, Rulebook
from innkeeper.folders import data_folder
from innkeeper.server.protocol import DeckInfo, GameInfo, RulebookInfo, Seated, TableInfo, TableList
from innkeeper.terminal.lore import Files, Lore
from innkeeper.terminal.table import NotNow

T = TypeVar("T")
PATIENCE = 20.0  # seconds for an answer
OPEN = "open"  # instead of a player's name: whoever has the code
COOKIE = "innkeeper_guest"  # by which a server knows who is logged in
LONGEST = 20_000  # characters of a deck file
CLOCKS = {  # as they are said, for a form
    "none": "no clock",
    "30": "30 seconds a decision",
    "60": "a minute a decision",
    "300+5": "5 minutes a match, 5 seconds more each time",
    "259200": "three days a decision",
}


def clock_of(said: str) -> dict[str, object]:
    """A clock as the protocol has it: `none`, `60` seconds for each decision, or `300+5` for the match."""
    seconds, bank, increment = said.partition("+")
    if said == "none":
        return {"kind": "none"}
    if not seconds.isdecimal() or (bank and not increment.isdecimal()):
        raise NotNow(f"{said} is no clock; 60 is a minute for each decision, 300+5 is five minutes in all")
    if bank:
        return {"kind": "bank", "seconds": int(seconds), "increment": int(increment)}
    return {"kind": "decision", "seconds": int(seconds)}


class Key(Struct, frozen=True):
    """One's seat at a table, the word for its dice, and what bound the others before it was opened."""

    seat: int
    token: str
    word: str = ""
    commitment: str = ""
    seals: dict[str, str] = {}


class Account(Struct, frozen=True):
    """Who one is at a server, and the key that says so."""

    name: str
    cookie: str


class Kept(Generic[T]):
    """What is not for others, in a file that nobody else may read: keys by server and table."""

    def __init__(self, name: str, shape: type[T]) -> None:
        self.path = data_folder() / name
        self._shape = shape

    def all(self) -> dict[str, T]:
        """Everything that is kept."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, self._shape])  # type: ignore[name-defined]
        except (OSError, msgspec.DecodeError):
            return {}

    def keep(self, name: str, what: T) -> None:
        """Remember something, before it is used."""
        self._write({**self.all(), name: what})

    def forget(self, name: str) -> None:
        """Remember it no longer."""
        self._write({other: what for other, what in self.all().items() if other != name})

    def _write(self, kept: dict[str, T]) -> None:
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
        self.keys = Kept("keys.json", Key)
        self.accounts = Kept("accounts.json", Account)
        self._lore: dict[str, Lore] = {}
        self._given: list[str] = []  # cookies of the last answer

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
        elif (account := self.account) is not None:
            headers["cookie"] = f"{COOKIE}={account.cookie}"
        data = None
        if method != "GET":
            headers["content-type"] = "application/json"
            data = json.dumps({} if body is None else body).encode()
        request = Request(f"{self.url}/api{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                text = response.read()
                self._given = response.headers.get_all("set-cookie") or []
            return msgspec.json.decode(text or b"null", type=answer)
        except HTTPError as refused:
            raise _refusal(refused) from None
        except (URLError, OSError) as wrong:
            reason = getattr(wrong, "reason", wrong)
            raise NotNow(f"the server at {self.url} does not answer ({reason})") from None
        except msgspec.DecodeError:
            raise NotNow(f"what answers at {self.url} is not an inn that this client understands") from None

    # Who one is

    @property
    def account(self) -> Account | None:
        """The account that one is logged into here."""
        return self.accounts.all().get(self.url)

    def log_in(self, name: str, password: str) -> None:
        """Come back to an account; what is kept is a key that can be given back, never the password."""
        self.ask("POST", "/login", Any, {"name": name, "password": password})
        for line in self._given:
            if COOKIE in (found := SimpleCookie(line)):
                self.accounts.keep(self.url, Account(name, found[COOKIE].value))
                return
        raise NotNow(f"{self.url} gives no key to an account")

    def log_out(self) -> None:
        """Give the key to the account back."""
        if self.account is None:
            raise NotNow(f"you are not logged in at {self.name}")
        try:
            self.ask("POST", "/logout", Any)
        finally:
            self.accounts.forget(self.url)

    # Tables

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
                {level.name: level.about for level in info.levels},
                lambda: self._cards(game, info.game.content),
            )
        return self._lore[game]

    def _cards(self, game: str, content: str) -> Files:
        """The cards of a game; what is said of them is worth no refusal."""
        with suppress(NotNow):
            return self.ask(
                "GET", f"/games/{quote(game)}/content/{quote(content)}", dict[str, dict[str, Any]]
            )
        return {}

    def sit(self, table: TableInfo, name: str, brings: Mapping[str, Any] | None = None) -> TableInfo:
        """Sit down on an empty chair, bound to a word of our own for the dice, perhaps with a deck."""
        word = secrets.token_hex(16)
        body = {"name": name, "seal": seal_of(word), "brings": dict(brings or {})}
        return self._seated(self.ask("POST", f"/tables/{table.id}/sit", Seated, body), word)

    def sit_anew(self, table: TableInfo, brings: Mapping[str, Any] | None = None) -> TableInfo:
        """On our own chair, before the match: bound to another word, ready, perhaps with another deck."""
        key = self._own(table)
        word = secrets.token_hex(16)
        body = {"seat": key.seat, "seal": seal_of(word), "brings": dict(brings or {})}
        self.keep(table.id, Key(key.seat, key.token, word, table.commitment))
        return self.ask("POST", f"/tables/{table.id}/sit", Seated, body, key.token).table

    def deck(self, table: TableInfo, text: str) -> dict[str, Any]:
        """What one brings to a table: the deck of a file, or the reasons why it is none."""
        if len(text) > LONGEST:
            raise NotNow(f"a deck file has at most {LONGEST} characters")
        known = {name: value for name, value in table.options.items() if value is not None}
        body = {"text": text, "options": known}
        read = self.ask("POST", f"/games/{quote(table.game)}/decks", DeckInfo, body)
        if read.deck is None:
            raise NotNow("; ".join(read.problems))
        return {"deck": read.deck}

    def seat_bot(self, table: TableInfo, seat: int, bot: str) -> None:
        """Give an empty chair to a bot, at a table that we have set."""
        body = {"who": "bot", "bot": bot}
        self.ask("PUT", f"/tables/{table.id}/seats/{seat}", TableInfo, body, self._own(table).token)

    def begin(self, table: TableInfo) -> None:
        """Begin where everybody is there; a table with one person and bots does not do so by itself."""
        self.ask("POST", f"/tables/{table.id}/start", TableInfo, token=self._own(table).token)

    def get_up(self, table: TableInfo) -> None:
        """Leave our chair to others before the match begins."""
        key = self._own(table)
        self.ask("DELETE", f"/tables/{table.id}/seats/{key.seat}", Any, token=key.token)
        self.keys.forget(f"{self.url} {table.id}")

    def rematch(self, table: TableInfo) -> TableInfo:
        """The same people again, everybody one seat further; our old key opens the new seat."""
        key = self._own(table)
        new = self.ask("POST", f"/tables/{table.id}/rematch", TableInfo, token=key.token)
        if self.key(new.id) is None:
            self.keep(new.id, Key(new.yours[0], key.token, "", new.commitment))
            new = self.sit_anew(new)
            people = [one for one in new.seats if one.who == "person"]
            if new.status == "open" and len(people) == 1:  # nobody else says that they are ready
                self.begin(new)
        return new

    def _own(self, table: TableInfo) -> Key:
        key = self.key(table.id)
        if key is None:
            raise NotNow("you only watch here")
        return key

    def set_table(
        self,
        game: str,
        players: list[str],
        options: dict[str, Any],
        name: str,
        clock: str = "none",
        public: bool = False,
    ) -> TableInfo:
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
        body = {
            "game": game,
            "preset": rules.pop("preset", None),
            "options": rules,
            "seats": seats,
            "clock": clock_of(clock),
            "public": public,
        }
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
