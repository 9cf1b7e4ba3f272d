"""Work on all cores, in processes that leave it to the first one to be interrupted."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Done = TypeVar("Done")


def spread(work: Callable[..., Done], each: Iterable[tuple[Any, ...]], jobs: int) -> Iterator[Done]:
    """What `work` makes of each, in order, on so many processes (-1: all cores)."""
    from joblib import Parallel, delayed

    with _uninterrupted():
        results = Parallel(n_jobs=jobs, return_as="generator", batch_size=1)(
            delayed(work)(*one) for one in each
        )
    yield from results


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
