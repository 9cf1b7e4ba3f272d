"""How often, how much: buckets that refill."""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import AddressValueError, IPv6Address
from typing import Any

HEAD_BYTES = 16 * 1024  # of a request's first line and headers
BODY_BYTES = 64 * 1024  # of a request
MESSAGE_BYTES = 16 * 1024  # over the WebSocket
REMEMBERED = 50_000


def neighbourhood(address: str) -> str:
    """Whom an address stands for: itself, or all of the network that one subscriber has in IPv6."""
    try:
        number = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return f"{IPv6Address(int(number) >> 64 << 64)}/64"


def sender(scope: Any) -> str:
    """Whom a request or a WebSocket counts for, wherever there is a limit by address."""
    client = scope.get("client")
    return neighbourhood(client[0]) if client else "?"


class Bucket:
    """`rate` a second on average, `burst` at once; a rate of 0 is no limit."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """May this be done now?"""
        if self.rate <= 0:
            return True
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


class Limiter:
    """A bucket for each address (or name). Forgets those it has not heard of for longest."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, amount: float = 1.0) -> bool:
        """May this one do it now?"""
        if self.rate <= 0:
            return True
        bucket = self._buckets.pop(who, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.burst)
        self._buckets[who] = bucket
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take(amount)
