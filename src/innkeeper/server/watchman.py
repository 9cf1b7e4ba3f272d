"""Sees from outside whether the event loop still turns, and calls rules back that go on for ever.

All tables of a process share one loop. A game that comes with a package may hold it with a single `while
True`, and then nobody plays any more. What a thread can do about that is little but enough: say where it
hangs, and raise an exception there, which is contained as whatever else rules do wrong. Rules that were
compiled run no step of Python in which it could be raised: of those it is only said.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import sys
import threading
import time
import traceback
from types import FrameType

from innkeeper.engine.errors import FaultyGame, contained

_log = logging.getLogger("innkeeper.watchman")

LOOK_SECONDS = 0.5
MOST_SECONDS = 5.0  # of processor time in one step of the loop; all that is long is done in slices
_CONTAINED = contained(lambda self: None).__code__


class Endless(Exception):
    """Raised inside rules that hold up everybody."""


def is_endless(wrong: BaseException) -> bool:
    """Did rules fail because they were called back?"""
    return isinstance(wrong, FaultyGame) and isinstance(wrong.__cause__, Endless)


class Watchman:
    """Looks after the loop of the thread in which it is started.

    Processor time is measured, not the clock on the wall: a machine that is busy with other things, or was
    asleep, is no reason to call anybody back.
    """

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if not hasattr(time, "pthread_getcpuclockid"):
            return
        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread)
        self._sign()
        threading.Thread(target=self._watch, name="watchman", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        if self._timer is not None:
            self._timer.cancel()

    def _sign(self) -> None:
        """The loop turns."""
        self._began = time.thread_time()
        self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._sign)

    def _watch(self) -> None:
        said = 0.0  # of which step it has been said
        while not self._stopped.wait(LOOK_SECONDS):
            began = self._began
            if time.clock_gettime(self._clock) - began < MOST_SECONDS:
                continue
            frame = sys._current_frames().get(self._thread)
            if began != said:
                said = began
                where = "".join(traceback.format_list(traceback.extract_stack(frame)[-8:]))
                _log.error("one step holds up all tables, it has taken %d s:\n%s", MOST_SECONDS, where)
            if _in_rules(frame):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread), ctypes.py_object(Endless)
                )


def _in_rules(frame: FrameType | None) -> bool:
    """Would an exception that is raised here be contained?"""
    while frame is not None:
        if frame.f_code is _CONTAINED:
            return True
        frame = frame.f_back
    return False
