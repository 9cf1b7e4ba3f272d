"""FastChance for the peers in Python: sfc32, so that every peer plays the same games for a seed."""

from __future__ import annotations

MASK = 0xFFFFFFFF


class FastChance:
    """The stream that Innkeeper promises for a 63-bit seed."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: int) -> None:
        self.a = 0x9E3779B9
        self.b = seed & MASK
        self.c = seed >> 32
        self.counter = 1
        for _ in range(12):
            self.word()

    def word(self) -> int:
        """The next 32 bits."""
        drawn = (self.a + self.b + self.counter) & MASK
        self.counter += 1
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = ((self.c << 21 | self.c >> 11) + drawn) & MASK
        return drawn

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        x = self.word() * n
        if x & MASK < n:
            threshold = (MASK + 1 - n) % n
            while x & MASK < threshold:
                x = self.word() * n
        return x >> 32
