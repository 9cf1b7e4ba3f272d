"""One WebSocket per seat or spectator.

A connection remembers how far it has told its client. Whatever happens is sent at once to those who keep
up; the others are marked as behind and get what is missing when they can take it: a slow client gets
fewer, larger updates, and nothing piles up.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, QueryParameter

from innkeeper.engine.errors import FaultyGame, IllegalAction, InnkeeperError
from innkeeper.server import protocol
from innkeeper.server.clocks import now_ms
from innkeeper.server.errors import Denied, TooFast
from innkeeper.server.inn import Inn
from innkeeper.server.leaf import Chair
from innkeeper.server.limits import MESSAGE_BYTES, Bucket, sender
from innkeeper.server.metrics import METRICS
from innkeeper.server.protocol import decode_client, encode, plain
from innkeeper.server.referee import Moved
from innkeeper.server.seats import COOKIE, Caller, identify
from innkeeper.server.storage import StorageDown
from innkeeper.server.table import Table
from innkeeper.server.watchman import is_endless
from innkeeper.server.wire import TOO_FAST, Wire, wire_of

_log = logging.getLogger("innkeeper.socket")

Socket = WebSocket[Any, Any, Any]

PROTOCOL = "innkeeper"
NOT_ALLOWED, NO_LONGER = 4403, 4410
PATIENCE = 40  # refused messages in a row before a connection is closed
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # OSError: uvicorn noticed it first


class Connection:
    """One client at a table."""

    def __init__(self, wire: Wire, inn: Inn, table: Table, seat: int | None, caller: Caller) -> None:
        self.wire = wire
        self.table = table
        self.seat = seat
        self.caller = caller
        self.inn = inn
        self.ready = False  # welcomed
        self.lost = False  # the place was the caller's, and is not any more
        self._chairs: list[Chair] | None = None  # as they were when it still was
        self._pump: asyncio.Task[None] | None = None
        self._behind = False
        self._answering = False  # the answer will hold what is new
        self.seq = -1
        self.said = 0
        self.version = -1
        self.undo: protocol.UndoState | None = None

    async def send(self, message: protocol.ServerMessage) -> None:
        await self.wire.writable.wait()
        self.check()
        self.wire.say(encode(message))

    def check(self) -> None:
        """Is this place still the caller's? If not, the line is closed before anything else is said.

        Whatever the database says of a table is read as a whole: as long as the chairs are the very same
        ones there is nothing to look at, so this costs nothing.
        """
        if self._chairs is self.table.chairs and not self.caller.withdrawn:
            return
        why = self.caller.loss(self.table, self.seat)
        if why is not None:
            self.ready, self.lost = False, True
            self.wire.shut(NO_LONGER, why)
            raise ConnectionAbortedError(why)
        self._chairs = self.table.chairs

    def wake(self, settled: bool = False) -> None:
        """Something has happened: send it, or have it sent as soon as that can be.

        `settled`: whoever holds the table's lock says that all of it is in memory, and durable.
        """
        self._behind = True
        if not self.ready:
            return
        try:
            self.check()
            if self._answering or self._pump is not None:
                return
            if self._can_be_told(settled):
                self._tell()
                return
        except Exception as wrong:
            self._trouble(wrong)
        else:
            self._pump = asyncio.create_task(self._catch_up_with_all(), name="pump")

    def _can_be_told(self, settled: bool = False) -> bool:
        return self.wire.clear and (settled or (self.table.in_memory and not self.table.lock.locked()))

    async def _catch_up_with_all(self) -> None:
        try:
            while self._behind:
                await self.catch_up()
        except Exception as wrong:
            self._trouble(wrong)
        finally:
            self._pump = None

    def _trouble(self, wrong: Exception) -> None:
        """One connection's failure never reaches another."""
        if isinstance(wrong, GONE):
            self.ready = False
        elif isinstance(wrong, FaultyGame):
            self.say_fault(wrong)
        else:
            _log.error("a connection could not be told what happened", exc_info=wrong)

    def say_fault(self, wrong: FaultyGame, answers: str | None = None) -> None:
        """The position cannot be shown: whoever is at it is told why, and may take back, resign or talk."""
        _log.error("a position cannot be shown: %s", wrong, exc_info=wrong)
        self.call_back(wrong)
        reason = f"this position cannot be shown: {wrong}; it can be taken back"
        self.wire.say(encode(protocol.Refused(reason, None, [], answers)))

    def call_back(self, wrong: FaultyGame) -> None:
        """Rules that went on for ever are not asked again."""
        if is_endless(wrong):
            self.inn.hall.spawn(self.inn.hall.call_back_when_free(self.table, wrong), "endless rules")

    def close(self) -> None:
        """The client has gone."""
        self.ready = False
        if self._pump is not None:
            self._pump.cancel()

    async def catch_up(self, answers: str | None = None, entry: int | None = None) -> None:
        """Everything the client has not been sent, as soon as it can take it."""
        if self._can_be_told():
            self._tell(answers, entry)
            return
        await self.wire.writable.wait()
        async with self.table.lock:
            await self.inn.hall.ready(self.table)
            await self._unroll(self.seq)
            self._tell(answers, entry)

    async def _unroll(self, since: int) -> None:
        """Have the log ready that is about to be sent; the seat may be another's by then."""
        await self.inn.hall.scrolls.unroll(self.table, self.seat, since)
        self.check()

    def _tell(self, answers: str | None = None, entry: int | None = None) -> None:
        """Send what is new: the table, the match, the chat. The match is in memory, and durable."""
        table, say = self.table, self.wire.say
        self.check()
        self._behind = False
        if self.version != table.version:
            self.version = table.version
            say(encode(self.info()))
        if table.shows:
            update, seq = None, table.seq
            if seq != self.seq or answers is not None:
                update = table.update(self.seat, min(self.seq, seq), answers, entry)
            elif self.said != table.said:
                fresh = table.update(self.seat, seq)
                if fresh.undo != self.undo:
                    update = fresh
            if update is not None:
                self.seq, self.undo = update.seq, update.undo
                say(encode(update))
        if self.said != table.said:
            heard = table.heard(self.seat, self.said)
            self.said = table.said
            for note in heard:
                say(encode(note))

    def info(self) -> protocol.TableInfo:
        return self.table.info(self.caller.seats(self.table), self.caller.hosts(self.table))

    async def welcome(self, seq: int, said: int) -> None:
        """The first messages: the table, then exactly what the client is missing."""
        table, say = self.table, self.wire.say
        async with table.lock:
            await self.inn.hall.ready(table)
            self.check()
            self.version = table.version
            say(encode(protocol.Welcome(protocol.VERSION, self.seat, now_ms(), self.info())))
            if table.shows:
                self.inn.charge(sender(self.wire.scope), table.seq - seq)
                await self._unroll(seq)
                update = table.update(self.seat, min(seq, table.seq))
                self.seq, self.undo = update.seq, update.undo
                say(encode(update))
            for note in table.heard(self.seat, said):
                say(encode(note))
            self.said = table.said

    # What a client asks

    async def answer(self, message: protocol.ClientMessage) -> None:
        """Carry out one message and answer it; what happens meanwhile is in the answer, or sent after it."""
        self._answering = True
        try:
            self.check()
            await self._handle(message)
        finally:
            self._answering = False
            if self._behind:
                self.wake()

    async def _handle(self, message: protocol.ClientMessage) -> None:
        table, caller, seat = self.table, self.caller, self.seat
        referee, consent = self.inn.hall.referee, self.inn.hall.consent
        entry: int | None = None
        match message:
            case protocol.Ping():
                await self.send(protocol.Pong(message.nonce, now_ms()))
                return
            case protocol.Sync():
                await self._sync(message)
                return
            case protocol.Say():
                await self._say(message)
                return
        if seat is None:
            raise Denied("only those who sit at the table may do this; you are watching")
        match message:
            case protocol.Act():
                entry = await referee.act(table, caller, seat, message.action, message.seq, message.nonce)
            case protocol.Resign():
                entry = await referee.resign(table, caller, seat, message.nonce)
            case protocol.Undo():
                entry = await consent.undo(table, caller, seat, message.seq, message.nonce)
            case protocol.AnswerUndo():
                await consent.answer(table, caller, seat, message.agree, message.seq, message.nonce)
            case protocol.Mute():
                await self.inn.hall.chat.mute(table, caller, seat, message.seat, message.muted)
                return
            case protocol.Preview():
                await self._preview(seat, message)
                return
        try:
            await self.catch_up(message.nonce, entry)
        except FaultyGame as wrong:  # it has happened all the same
            self.say_fault(wrong, message.nonce)

    async def _sync(self, message: protocol.Sync) -> None:
        table = self.table
        self.inn.charge(sender(self.wire.scope), table.seq - message.seq)
        async with table.lock:
            await self.inn.hall.ready(table)
            await self._unroll(min(message.seq, self.seq))
        self.seq, self.said = min(message.seq, self.seq), min(message.said, self.said)
        self.wake()
        if self.seq == table.seq and self.said == table.said:
            async with table.lock:
                await self.inn.hall.ready(table)
                self.check()
                update = table.update(self.seat, self.seq) if table.shows else None
            if update is not None:
                await self.send(update)

    async def _say(self, message: protocol.Say) -> None:
        table, seat = self.table, self.seat
        text = plain(message.text)
        if not text:
            raise Denied("there is nothing in that message")
        own = [seat] if seat is not None else self.caller.seats(table)
        if not own and not table.leaf.bench_talks:
            raise Denied("only those who sit at this table talk here")
        if not table.may_say(own[0] if own else None):
            raise Denied("slow down: a line of chat every two seconds")
        name = " and ".join(table.names[one] for one in own) or self.caller.account_name or "from the bench"
        await self.inn.hall.chat.say(table, self.caller, seat, name, text, message.nonce)
        await self.catch_up()
        await self.send(protocol.Done(message.nonce))

    async def _preview(self, seat: int, message: protocol.Preview) -> None:
        table = self.table
        async with table.lock:
            await self.inn.hall.ready(table)
            self.check()
            if table.match is None or message.seq != table.seq:
                raise Moved
            previewed = table.preview(seat, message.action, message.nonce)
        await self.send(previewed)


async def _serve(connection: Connection) -> None:
    """Read messages until the client leaves."""
    rate = connection.inn.settings.messages_per_second
    bucket = Bucket(rate, 3 * rate)
    house, address = connection.inn.messages, sender(connection.wire.scope)
    trouble = 0
    while True:
        frame = await connection.wire.receive()
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        answers: str | None = None
        try:
            if not isinstance(text, str):
                trouble += 1
                raise Denied("messages are JSON texts, not binary")
            if len(text) > MESSAGE_BYTES:
                trouble += 1
                raise Denied(f"a message has at most {MESSAGE_BYTES} bytes")
            message = decode_client(text)
            answers = getattr(message, "nonce", None)
            if not (bucket.take() and house.take(address)):
                METRICS.refusals.labels("rate").inc()
                trouble += 1
                raise Denied("slow down: too many messages")
            await connection.answer(message)
            trouble = 0
            continue
        except (msgspec.DecodeError, RecursionError) as wrong:
            METRICS.refusals.labels("malformed").inc()
            trouble += 1
            refusal = protocol.Refused(f"this is no message of protocol {protocol.VERSION}: {wrong}")
        except Moved:
            METRICS.refusals.labels("stale").inc()
            table = connection.table
            await connection.send(protocol.Stale(answers or "", table.seq))
            await connection.catch_up()
            continue
        except IllegalAction as wrong:
            METRICS.refusals.labels("illegal").inc()
            refusal = protocol.Refused(wrong.reason, wrong.clause, list(wrong.legal), answers)
        except Denied as wrong:
            METRICS.refusals.labels("denied").inc()
            refusal = protocol.Refused(wrong.reason, wrong.clause, wrong.legal, answers)
        except GONE:
            raise
        except FaultyGame as wrong:
            METRICS.refusals.labels("trouble").inc()
            _log.error("a message failed: %s", wrong, exc_info=wrong)
            connection.call_back(wrong)
            refusal = protocol.Refused(f"{wrong}; nothing has happened", None, [], answers)
        except Exception as wrong:
            METRICS.refusals.labels("trouble").inc()
            known = isinstance(wrong, StorageDown)
            _log.error("a message failed: %s", wrong, exc_info=None if known else wrong)
            refusal = protocol.Refused(
                "something fell over behind the bar; nothing has happened, try again", None, [], answers
            )
        await connection.send(refusal)
        if trouble > PATIENCE:
            connection.wire.shut(TOO_FAST, "too many bad messages")
            return


def _authorization(socket: Socket) -> str | None:
    """The key of a seat. A page of another origin has no cookie and can send no header with a WebSocket, but
    it can name subprotocols: `innkeeper`, and `bearer.` with the key."""
    for offered in socket.scope["subprotocols"]:
        if offered.startswith("bearer."):
            return f"Bearer {offered.removeprefix('bearer.')}"
    return socket.headers.get("authorization")


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(
    socket: Socket,
    table_id: FromPath[str],
    inn: NamedDependency[Inn],
    seat: Annotated[int, QueryParameter(name="seat", ge=-1, le=15, required=False)] = -1,
    seq: Annotated[int, QueryParameter(name="seq", ge=-1, required=False)] = -1,
    said: Annotated[int, QueryParameter(name="said", ge=0, required=False)] = 0,
    watch: Annotated[bool, QueryParameter(name="watch", required=False)] = False,
) -> None:
    """Play or watch. `seat` is needed only when you have several; `watch` takes the bench."""
    await socket.accept(PROTOCOL if PROTOCOL in socket.scope["subprotocols"] else None)
    address = sender(socket.scope)
    if not inn.origin_allowed(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(code=NOT_ALLOWED, reason="pages of another origin may not use this server")
        return
    if not inn.come_in(address):
        inn.gone(address)
        await socket.close(code=TOO_FAST, reason="too many connections from one address")
        return
    connection: Connection | None = None
    try:
        try:
            table = await inn.hall.open(table_id)
            caller = await identify(inn.storage, socket.cookies.get(COOKIE), _authorization(socket))
            own = caller.seats(table)
            if not own and caller.guest is not None and not watch and inn.hall.channels.shared:
                await inn.hall.refresh(table)  # another process may have given them a seat a moment ago
                own = caller.seats(table)
            where: int | None = None
            if caller.key is not None or ((own or seat >= 0) and not watch):
                where = caller.seat(table, None if seat < 0 else seat)
            else:
                caller.look(table)
        except Denied as wrong:
            await socket.close(code=4000 + wrong.status, reason=wrong.reason[:120])
            return
        except InnkeeperError:
            await socket.close(code=1011, reason="something fell over behind the bar")
            return
        connection = Connection(wire_of(socket), inn, table, where, caller)
        METRICS.sockets.labels("bench" if where is None else "seat").inc()
        await inn.hall.presence.arrived(table, connection)
        try:
            await connection.welcome(seq, said)
        except TooFast as wrong:
            connection.wire.shut(TOO_FAST, wrong.reason[:120])
            return
        except FaultyGame as wrong:
            connection.say_fault(wrong)
        connection.ready = True
        connection.wake()
        # in a task of its own, or every message would climb through all layers of the framework
        await asyncio.create_task(_serve(connection), name="connection")
    except GONE:
        pass
    finally:
        inn.gone(address)
        if connection is not None:
            connection.close()
            METRICS.sockets.labels("bench" if connection.seat is None else "seat").dec()
            await asyncio.shield(inn.hall.presence.left(connection.table, connection))
            await connection.wire.finish()
