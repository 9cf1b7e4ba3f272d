"""Work on all cores, or on a cluster, in processes that leave it to the first one to be interrupted."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

Done = TypeVar("Done")
AHEAD = 2  # pieces of work for each process: one in hand, one at hand


def spread(
    work: Callable[..., Done], each: Iterable[tuple[Any, ...]], jobs: int = -1, on: Executor | None = None
) -> Iterator[Done]:
    """What `work` makes of each, in order.

    It is done on anything with the interface of `concurrent.futures`; if nothing is said, on so many
    processes of this machine (-1: all cores). More is asked for only when somebody is nearly free to do it.
    """
    workers = jobs if jobs > 0 else getattr(on, "workers", None) or os.cpu_count() or 1
    pool, end = (on, None) if on is not None else _processes(workers)
    waiting: deque[Future[Done]] = deque()
    try:
        for one in each:
            with _uninterrupted():
                waiting.append(pool.submit(work, *one))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        for left in waiting:
            left.cancel()
        if end is not None:
            end()
        raise


def _processes(workers: int) -> tuple[Executor, Callable[[], None]]:
    """Processes of this machine, and how to end them at once; else they stay for the next piece of work."""
    from joblib.externals.loky import get_reusable_executor

    pool = get_reusable_executor(max_workers=workers, timeout=60)
    return pool, lambda: pool.shutdown(kill_workers=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits for the end of this. Processes that are begun in it never hear of it.

    A terminal interrupts all processes at once; one that is just being imported would print a trace. What is
    ignored here is ignored there. That it is blocked, too, keeps a Ctrl-C of this moment until the end; by
    itself it would not do, because Python takes the block away when it starts what looks after semaphores.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
