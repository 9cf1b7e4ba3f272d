"""A table at a server, over its WebSocket: a lost line comes back by itself, and nothing is done twice."""

from __future__ import annotations

import itertools
import random
import secrets
import threading
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from innkeeper.bots.advice import Hint
from innkeeper.engine.foresight import Foreseen
from innkeeper.server import protocol
from innkeeper.server.protocol import (
    FOR_GOOD,
    Clocks,
    LogLine,
    Note,
    Previewed,
    Refused,
    SeatInfo,
    Stale,
    TableInfo,
    Update,
    Welcome,
)
from innkeeper.terminal.server import Server
from innkeeper.terminal.table import Moment, NotNow, Table, named
from innkeeper.terminal.words import hint_text

PATIENCE = 20.0  # seconds until an answer is given up
LARGEST = 16 << 20  # bytes of a message
_decode = msgspec.json.Decoder(protocol.ServerMessage).decode


class RemoteTable(Table):
    """Our seat, or the bench, at a table of a server. A thread keeps the line; others wait for its news."""

    def __init__(self, server: Server, info: TableInfo) -> None:
        self.server = server
        self.lore = server.lore(info.game)
        self.info = info
        self.where = f"at {server.name}"
        self.key = server.key(info.id)
        self._news = threading.Condition()
        self._version = 0
        self._heard = 0
        self._update: Update | None = None
        self._arrived = 0.0
        self._lines: list[LogLine] = []
        self._said: list[Note] = []
        self._answers: dict[str, Any] = {}
        self._waiting: dict[str, bytes] = {}
        self._status = "connecting …"
        self._socket: ClientConnection | None = None
        self._closed = False
        self._nonces = (f"{secrets.token_hex(6)}-{n}" for n in itertools.count())
        self._thread = threading.Thread(target=self._keep_the_line, daemon=True)
        self._thread.start()

    # What is seen

    @property
    def names(self) -> Mapping[int, str]:  # type: ignore[override]
        return {one.seat: one.name or f"Seat {one.seat}" for one in self.info.seats}

    @property
    def begun(self) -> bool:
        """Is there anything to see yet?"""
        return self._update is not None

    @property
    def left(self) -> str:
        back = f"innkeeper play --server {self.server.url} {self.info.id}"
        return f"Your seat stays yours: {back} comes back to it."

    @property
    def lobby(self) -> list[str]:
        """What is said while the table waits for people."""
        info = self.info
        lines = [f"{self.lore.title} at {self.server.name}, {info.status}."]
        lines += [f"Code for your friends: {info.code}"] if info.code else []
        lines += [f"Seat {one.seat}: {self._sits(one)}" for one in info.seats]
        lines += [info.notice] if info.notice else []
        lines += [self._status] if self._status else []
        return lines

    def _sits(self, one: SeatInfo) -> str:
        if one.who == "open":
            return "waits for somebody"
        you = " (you)" if self.key is not None and self.key.seat == one.seat else ""
        kind = ", a bot" if one.who == "bot" else ", a program" if one.program else ""
        return f"{one.name}{you}{kind}{'' if one.ready else ', not ready yet'}"

    @property
    def full(self) -> bool:
        """Is somebody on every chair, and ready?"""
        return all(one.who != "open" and one.ready for one in self.info.seats)

    @property
    def said(self) -> list[Note]:
        """The talk at the table."""
        return self._said

    def moment(self) -> Moment:
        with self._news:
            update = self._update
            if update is None:
                raise NotNow("the match has not begun")
            return Moment(
                update.seq,
                self.key.seat if self.key else None,
                update.view,
                named(update.decision, self.names),
                named(update.standing, self.names),
                list(self._lines),
                update.undo,
                update.over,
                self._clocks(update),
                list(self._said),
                self._status or self.info.notice or "",
                self.names,
            )

    def _clocks(self, update: Update) -> Clocks | None:
        """What is left now: the server told what was left when it wrote."""
        if update.clocks is None:
            return None
        gone = int((time.monotonic() - self._arrived) * 1000)
        running = update.clocks.running
        left = [
            max(0, had - gone) if had is not None and seat in running else had
            for seat, had in enumerate(update.clocks.left)
        ]
        return Clocks(left, running)

    def advance(self, patience: float) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._version != self._heard or self._closed, patience)
            changed = self._version != self._heard
            self._heard = self._version
            return changed

    # What is done

    def act(self, action: str) -> None:
        self._request(protocol.Act(action=action, seq=self._seq(), nonce=next(self._nonces)))

    def undo(self) -> None:
        self._request(protocol.Undo(seq=self._seq(), nonce=next(self._nonces)))

    def answer_undo(self, agree: bool) -> None:
        self._request(protocol.AnswerUndo(agree=agree, seq=self._seq(), nonce=next(self._nonces)))

    def resign(self) -> None:
        self._request(protocol.Resign(nonce=next(self._nonces)))

    def say(self, text: str) -> None:
        self._request(protocol.Say(text=text[:400], nonce=next(self._nonces)))

    def foresee(self, action: str) -> Foreseen:
        seen = self._request(protocol.Preview(action=action, seq=self._seq(), nonce=next(self._nonces)))
        if not isinstance(seen, Previewed):
            return Foreseen()
        return Foreseen(seen.about, seen.changes, seen.notes, seen.beware)

    # Before the match, and after it

    def seat_bot(self, seat: int, bot: str) -> None:
        """Give an empty chair to a bot."""
        self.server.seat_bot(self.info, seat, bot)

    def bring(self, text: str) -> None:
        """Play with the deck of a file."""
        self.server.sit_anew(self.info, self.server.deck(self.info, text))

    def begin(self) -> None:
        """Begin where everybody is there."""
        self.server.begin(self.info)

    def get_up(self) -> None:
        """Leave our chair to others."""
        self.server.get_up(self.info)

    def be_ready(self) -> None:
        """Say so on a chair that is kept for us."""
        self.server.sit_anew(self.info)

    def again(self) -> RemoteTable:
        return RemoteTable(self.server, self.server.rematch(self.info))

    def hint(self) -> str:
        token = self.key.token if self.key else ""
        return hint_text(
            self.server.ask("GET", f"/tables/{self.info.id}/hint", Hint, token=token), self.names
        )

    def record(self) -> dict[str, Any]:
        token = self.key.token if self.key else ""
        return self.server.ask("GET", f"/tables/{self.info.id}/record", dict[str, Any], token=token)

    def close(self) -> None:
        with self._news:
            self._closed = True
            socket = self._socket
            self._news.notify_all()
        if socket is not None:
            socket.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE)

    def _seq(self) -> int:
        if self._update is None:
            raise NotNow("the match has not begun")
        return self._update.seq

    def _request(self, message: Any) -> Any:
        """Send and wait for the answer; if the line is lost meanwhile, it is sent again, nonce and all."""
        if self.key is None:
            raise NotNow("you only watch here")
        nonce = message.nonce
        data = msgspec.json.encode(message)
        with self._news:
            self._waiting[nonce] = data
            socket = self._socket
        if socket is not None:
            try:
                socket.send(data.decode())
            except (ConnectionClosed, OSError):
                pass  # the thread sends it again
        with self._news:
            self._news.wait_for(lambda: nonce in self._answers or self._closed, PATIENCE)
            self._waiting.pop(nonce, None)
            answer = self._answers.pop(nonce, None)
        match answer:
            case None:
                raise NotNow("the server does not answer; look at the table again when the line is back")
            case Refused():
                raise NotNow(answer.reason, answer.clause)
            case Stale():
                raise NotNow("the table has moved on; look again")
        return answer

    # The line

    def _keep_the_line(self) -> None:
        tries = 0
        while not self._closed:
            try:
                self._listen()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                if code in FOR_GOOD:
                    self._say(closed.rcvd.reason if closed.rcvd else "this place is no longer yours")
                    return
                tries = 0 if self._status == "" else tries + 1
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                tries += 1
            if not self._closed:
                self._say("the line is lost; coming back …")
                with self._news:
                    pause = min(5.0, 0.1 * 2 ** min(tries, 6)) * random.uniform(0.7, 1.0)
                    self._news.wait_for(lambda: self._closed, pause)

    def _listen(self) -> None:
        query = {"said": self._said[-1].n if self._said else 0}
        if self._update is not None:
            query["seq"] = self._update.seq
        headers = {"Authorization": f"Bearer {self.key.token}"} if self.key else {}
        url = f"ws{self.server.url.removeprefix('http')}/api/tables/{self.info.id}/socket?{urlencode(query)}"
        with connect(url, additional_headers=headers, max_size=LARGEST, open_timeout=10) as socket:
            with self._news:
                self._socket = socket
                again = list(self._waiting.values())
            try:
                for data in again:
                    socket.send(data.decode())
                while True:  # until the line ends, which is an exception
                    self._hear(socket.recv())
            finally:
                with self._news:
                    self._socket = None

    def _say(self, status: str) -> None:
        with self._news:
            if self._status != status:
                self._status = status
                self._version += 1
                self._news.notify_all()

    def _hear(self, text: str | bytes) -> None:
        try:
            message = _decode(text)
        except msgspec.DecodeError:
            return  # a newer server says things that this client does not know
        table = message.table if isinstance(message, Welcome) else message
        with self._news:
            answers = getattr(message, "answers", None)
            match message:
                case Welcome() | TableInfo():
                    assert isinstance(table, TableInfo)
                    self.info = msgspec.structs.replace(table, code=table.code or self.info.code)
                    self._status = ""
                case Update():
                    self._take(message)
                case Note():
                    self._said = [*self._said, message]
            if answers in self._waiting:
                self._answers[answers] = message
            if not isinstance(message, Previewed):
                self._version += 1
            self._news.notify_all()
        if isinstance(table, TableInfo) and table.status == "dealing":
            self.server.open_word(table)

    def _take(self, update: Update) -> None:
        if self._update is not None and update.seq < self._update.seq:
            return
        kept = [line for line in self._lines if line.seq <= update.since] if update.since >= 0 else []
        self._lines = [*kept, *update.lines]
        self._update = update
        self._arrived = time.monotonic()


def go_to(server: Server, code: str, name: str, deck: str | None = None) -> RemoteTable:
    """The table of a code: on our own seat, on an empty chair (with the deck of a file), or on the bench."""
    info = server.table(code)
    empty = any(one.who == "open" for one in info.seats)
    if server.key(info.id) is None and info.status == "open" and empty:
        info = server.sit(info, name, None if deck is None else server.deck(info, deck))
    return RemoteTable(server, info)
