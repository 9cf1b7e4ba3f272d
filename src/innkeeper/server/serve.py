"""`innkeeper serve`: run the server, say where it is, open the browser when there is one to open.

On SIGUSR2 it begins anew in its place, with whatever code and page it finds then: the process and
the socket stay, so whoever knocks meanwhile waits a moment instead of being turned away.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from importlib.metadata import version
from types import FrameType
from typing import Any

import uvicorn

from innkeeper.engine.errors import InnkeeperError
from innkeeper.server.config import Settings, play_with
from innkeeper.server.limits import MESSAGE_BYTES
from innkeeper.server.porch import Config
from innkeeper.server.storage import migrate
from innkeeper.server.wire import say_plain

GRACE_SECONDS = 2  # for requests under way; with what follows, less than five until we are gone
WORKER_SECONDS = 30  # a worker that is silent for longer is dead; one that is only being imported is not
KNOWN_INSIDE = {"uvicorn": ((0, 54), (0, 55)), "websockets": ((16,), (18,))}  # from, and below
HANDED = 3  # where a socket lies that was opened by somebody else, as sd_listen_fds(3) has it


class JsonLines(logging.Formatter):
    """A line of JSON per event."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def logging_config(form: str) -> dict[str, Any]:
    """Requests are counted, not logged: their addresses hold what only players should know."""
    formatters: dict[str, Any] = {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": JsonLines},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {
            "out": {"class": "logging.StreamHandler", "formatter": form, "stream": "ext://sys.stderr"}
        },
        "loggers": {
            "innkeeper": {"handlers": ["out"], "level": "INFO", "propagate": False},
            # what strangers send that is no HTTP is counted: a line for each would fill the disk
            "uvicorn": {"handlers": ["out"], "level": "ERROR", "propagate": False},
            # a lost race for a seq is nothing to warn of: the storage looks again
            "psycopg": {"handlers": ["out"], "level": "ERROR", "propagate": False},
        },
    }


def handed_over() -> socket.socket | None:
    """The socket that was opened for this process: by systemd, or by itself before it began anew."""
    count, owner = os.environ.pop("LISTEN_FDS", None), os.environ.pop("LISTEN_PID", None)
    if count is None or owner != str(os.getpid()):
        return None
    if count != "1":
        raise InnkeeperError(f"LISTEN_FDS is {count}, and the inn has one door: hand over one socket")
    try:
        return socket.socket(fileno=HANDED)
    except OSError as wrong:
        raise InnkeeperError(f"LISTEN_FDS promises a socket that is not there: {wrong.strerror}") from None


def bind(settings: Settings) -> socket.socket:
    """The socket to listen on; a clear refusal when the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as wrong:
        listener.close()
        raise InnkeeperError(
            f"cannot listen on {settings.host} port {settings.port}: {wrong.strerror}. "
            "Another server may be running; try --port 0"
        ) from None
    listener.listen(1024)
    listener.set_inheritable(True)
    return listener


def address_of(listener: socket.socket, settings: Settings) -> str:
    """Where a browser finds the server."""
    host = settings.host if settings.host not in ("0.0.0.0", "::", "") else "127.0.0.1"
    if ":" in host:
        host = f"[{host}]"
    return f"http://{host}:{listener.getsockname()[1]}/"


def has_desktop() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def websocket_protocol() -> Any:
    """The fast wire, where uvicorn and websockets are those whose inside we know; else uvicorn's choice."""
    for name, (first, beyond) in KNOWN_INSIDE.items():
        here = version(name)
        if not first <= _number(here) < beyond:
            say_plain(f"we know {name} from {_text(first)} to below {_text(beyond)}, and here is {here}")
            return "auto"
    try:
        from innkeeper.server.fastwire import FastWire
    except (ImportError, AttributeError) as wrong:
        say_plain(f"uvicorn's inside is another: {wrong}")
        return "auto"
    return FastWire


def _number(text: str) -> tuple[int, ...]:
    """The first two numbers of a version, to compare."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def _text(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))


def uvicorn_config(settings: Settings, app: Any) -> Config:
    """How uvicorn is to run an application, given itself or by the name of what makes it."""
    return Config(
        settings,
        app,
        factory=isinstance(app, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=logging_config(settings.log),
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        ws=websocket_protocol(),
        ws_max_size=MESSAGE_BYTES * 4,
        ws_per_message_deflate=False,  # compression would let sizes tell what is inside
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=WORKER_SECONDS,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
    )


def serve(settings: Settings, browser: bool | None = None, page: str = "") -> None:
    """Run until told to stop. `page`: where in the inn the browser is opened."""
    play_with(settings.content)  # a refusal comes before the door opens
    migrate(settings.database_url)
    handed = handed_over()
    listener = handed or bind(settings)
    figures: str | None = None
    if settings.workers > 1:
        figures = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="innkeeper-")
    os.environ.update(settings.environment())
    if handed is None:
        address = address_of(listener, settings) + page
        print(f"The inn is open: {address}  (Ctrl-C closes it)", flush=True)
        if browser if browser is not None else has_desktop():
            threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    kept = listener.dup()  # uvicorn closes the one that it is given
    anew = False
    try:
        anew = _run(uvicorn_config(settings, "innkeeper.server.app:create"), listener)
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
        if figures is not None:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
            shutil.rmtree(figures, ignore_errors=True)
    if anew:
        _begin_anew(kept)


def _run(config: uvicorn.Config, listener: socket.socket) -> bool:
    """Serve; True when it ended because SIGUSR2 said to begin anew."""
    run: Callable[[], None]
    stop: Callable[[], None]
    if config.workers > 1:
        from uvicorn.supervisors import Multiprocess

        crew = Multiprocess(config, [listener])
        run, stop = crew.run, lambda: crew.signal_queue.append(signal.SIGTERM)
    else:
        server = uvicorn.Server(config)
        run, stop = lambda: server.run(sockets=[listener]), lambda: setattr(server, "should_exit", True)
    if sys.platform == "win32":
        run()
        return False
    heard: set[int] = set()

    def told(number: int, frame: FrameType | None) -> None:
        heard.add(number)
        stop()

    # A crew is deaf once it goes, so we hear for it; a lone server raises again what it heard.
    ends = (signal.SIGTERM, signal.SIGINT) if config.workers > 1 else ()
    for number in (signal.SIGUSR2, *ends):
        signal.signal(number, told)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR2})
    run()
    for number in ends:
        signal.signal(number, signal.SIG_DFL)
    return heard == {signal.SIGUSR2}


def _begin_anew(listener: socket.socket) -> None:
    """Become what would be started now, with the socket that people already wait at."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})  # to be heard as soon as one listens again
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.dup2(listener.fileno(), HANDED)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _open_browser(address: str) -> None:
    """Wait until the door is open, then show it."""
    import urllib.request

    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address.partition('#')[0]}health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
