"""Sweeping: when Python looks for cyclic garbage, and where.

A collection looks at every object it knows, and thousands of tables are millions of objects that stay:
left alone, Python would stop the server for half a second to look through all of them, again and again,
and find nothing. So what has survived is put aside every few seconds. It still goes when nobody refers to
it any more; only what connections leave behind in circles needs a look at everything, and that is had when
enough of them have gone.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter

# What a message makes is dead when it is answered: looking less often finds more of it dead.
THRESHOLDS = (10_000, 20, 20)
SECONDS = 5.0
SOME = 1000  # connections that may leave their circles behind, besides half as many as there are


class Sweeper:
    """Keeps the collector of one process to what is new."""

    def __init__(self, sockets: Counter[str]) -> None:
        self.sockets = sockets  # how many are open now, by address
        self.gone = 0

    def ended(self) -> None:
        """A connection has gone, and may have left circles."""
        self.gone += 1

    async def run(self) -> None:
        """Until cancelled."""
        gc.freeze()  # what is loaded before the first guest stays for ever
        gc.set_threshold(*THRESHOLDS)
        while True:
            await asyncio.sleep(SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Look through what is new, or through everything if it is time, and put aside what stays."""
        if self.gone > SOME + self.sockets.total() // 2:
            self.gone = 0
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(1)
        gc.freeze()
