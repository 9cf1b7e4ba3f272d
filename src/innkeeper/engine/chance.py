"""Chance: the only source of randomness, passed in, never global.

How words become dice and shuffles is part of the compatibility promise: the same seed gives the
same match for ever, in the plain and in the compiled build.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.action import Domain
from innkeeper.engine.errors import ScriptError

WORD: Final = 0xFFFFFFFF  # everything is made from 32-bit words, so that products fit 64 bits


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Words in, dice and shuffles out. On its own it has no words: a copied state's chance raises."""

    def __init__(self) -> None:
        self.drawn: i64 = 0  # how often chance was used; undo compares it

    def word(self) -> i64:
        """The next 32 random bits."""
        raise RuntimeError("this state was copied without a chance of its own: set state.chance first")

    def copy(self) -> Chance:
        """A chance with the same future."""
        return self

    def describe(self) -> dict[str, object]:
        """What a record needs to make it again."""
        return {"kind": "none"}

    @final
    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, every one equally likely (multiply, and draw again if unfair)."""
        self.drawn += 1
        product: i64 = self.word() * n
        low: i64 = product & WORD
        if low < n:
            unfair: i64 = (WORD + 1 - n) % n
            while low < unfair:
                product = self.word() * n
                low = product & WORD
        return product >> 32

    def die(self, sides: i64) -> i64:
        """One die: 1 to `sides`. A coin has two, a pick among k things is a die with k."""
        return self.below(sides) + 1

    def shuffle(self, name: str, cards: list[i64], domain: Domain) -> None:
        """Shuffle a named deck in place. The top of a deck is the end of its list."""
        i: i64 = len(cards) - 1
        self.drawn += 1
        while i > 0:
            j = self.below(i + 1)
            swapped = cards[i]
            cards[i] = cards[j]
            cards[j] = swapped
            i -= 1


@final
class FastChance(Chance):
    """For simulation: sfc32, small, fast, seedable with 63 bits."""

    def __init__(self, seed: i64 = 0) -> None:
        super().__init__()
        if seed < 0 or seed > 0x7FFFFFFFFFFFFFFF:
            raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
        self.seed: i64 = seed
        self.a: i64 = 0x9E3779B9
        self.b: i64 = seed & WORD
        self.c: i64 = seed >> 32
        self.counter: i64 = 1
        for _ in range(12):
            self.word()

    def begin_anew(self, seed: i64) -> None:
        """As if it had just been made with that seed: the same dice for each of several plans."""
        self.seed = seed
        self.a = 0x9E3779B9
        self.b = seed & WORD
        self.c = seed >> 32
        self.counter = 1
        self.drawn = 0
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        t: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = ((((self.c << 21) & WORD) | (self.c >> 11)) + t) & WORD
        return t

    def copy(self) -> FastChance:
        new = FastChance(self.seed)
        new.a = self.a
        new.b = self.b
        new.c = self.c
        new.counter = self.counter
        new.drawn = self.drawn
        return new

    def describe(self) -> dict[str, object]:
        return {"kind": "fast", "seed": self.seed}


@final
class StillChance(Chance):
    """Nothing moves: a shuffle leaves a deck as it lies, a die shows its highest face.

    A world dealt with it follows from what a seat sees alone.
    """

    def word(self) -> i64:
        return WORD


def seal_of(word: str) -> str:
    """What is shown of a player's word until all are bound. It tells nothing of a word nobody can guess."""
    return sha256(b"innkeeper word:" + word.encode()).hexdigest()


def _salted(nonces: list[str]) -> bytes:
    return b"".join([blake2b(text.encode()).digest() for text in nonces])


@final
class FairChance(Chance):
    """For matches people play: nobody can tell the next roll from the ones seen.

    Block n of the stream is BLAKE2b(key = seed, message = the players' nonces and n). The server
    publishes `commitment` before the first action and the seed after the last, and every player
    may add a nonce, their word. A word that lay under a seal until all others were bound as well
    keeps everybody, the server included, from choosing the dice. Seals change nothing but what
    the record proves; "" is a word that was said openly.
    """

    def __init__(
        self,
        seed: bytes,
        nonces: list[str] | None = None,
        salt: bytes | None = None,
        seals: list[str] | None = None,
    ) -> None:
        super().__init__()
        if not 1 <= len(seed) <= 64:
            raise ValueError(f"a fair seed has 1 to 64 bytes, not {len(seed)}")
        self.seed: Final = seed
        self.nonces: Final[list[str]] = [] if nonces is None else nonces
        self.seals: Final[list[str]] = [] if seals is None else seals
        if salt is None:
            self._check_seals()
        self.salt: Final[bytes] = _salted(self.nonces) if salt is None else salt  # a copy has it already
        self.block: i64 = 0
        self.next: i64 = 0
        self.words: list[i64] = []

    def _check_seals(self) -> None:
        if self.seals and len(self.seals) != len(self.nonces):
            raise ValueError(f"there are {len(self.seals)} seals for {len(self.nonces)} words")
        for place in range(len(self.seals)):
            if self.seals[place] and self.seals[place] != seal_of(self.nonces[place]):
                raise ValueError(f"the word of seat {place} does not fit its seal")

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed: says nothing about it, and binds whoever published it."""
        return sha256(self.seed).hexdigest()

    def word(self) -> i64:
        if self.next == len(self.words):
            message = self.salt + int(self.block).to_bytes(8, "little")
            stream = blake2b(message, key=self.seed, person=b"innkeeper dice").digest()
            self.words = [int.from_bytes(stream[i : i + 4], "little") for i in range(0, 64, 4)]
            self.block += 1
            self.next = 0
        self.next += 1
        return self.words[self.next - 1]

    def copy(self) -> FairChance:
        new = FairChance(self.seed, self.nonces, self.salt, self.seals)
        new.block = self.block
        new.next = self.next
        new.words = self.words
        new.drawn = self.drawn
        return new

    def describe(self) -> dict[str, object]:
        described: dict[str, object] = {
            "kind": "fair",
            "seed": self.seed.hex(),
            "nonces": list(self.nonces),
            "commitment": self.commitment,
        }
        if any(self.seals):
            described["seals"] = list(self.seals)
        return described


@final
class ScriptedChance(Chance):
    """For tests and tutorials: the dice come out as written, named decks are stacked as written."""

    def __init__(
        self,
        dice: list[int] | None = None,
        decks: dict[str, list[str]] | None = None,
        seed: i64 = 0,
    ) -> None:
        super().__init__()
        self.dice: Final[list[int]] = [] if dice is None else list(dice)
        self.decks: Final[dict[str, list[str]]] = {}
        for name, cards in ({} if decks is None else decks).items():
            self.decks[name] = list(cards)
        self.given: Final[dict[str, object]] = {
            "dice": list(self.dice),
            "decks": {name: list(cards) for name, cards in self.decks.items()},
        }
        self.rolled: i64 = 0
        self.rest: FastChance = FastChance(seed)

    def word(self) -> i64:
        return self.rest.word()

    @property
    def unused(self) -> list[int]:
        """The scripted dice that nobody has rolled yet."""
        return self.dice[self.rolled :]

    def die(self, sides: i64) -> i64:
        self.drawn += 1
        if self.rolled >= len(self.dice):
            raise ScriptError(f"the script has no more dice: a d{sides} was to be rolled after {self.dice}")
        value = self.dice[self.rolled]
        if value < 1 or value > sides:
            raise ScriptError(f"die {self.rolled + 1} of the script is {value}, but a d{sides} is rolled")
        self.rolled += 1
        return value

    def shuffle(self, name: str, cards: list[i64], domain: Domain) -> None:
        """The listed cards on top, first listed first; the rest as the seed orders it."""
        super().shuffle(name, cards, domain)
        if name in self.decks:
            stack(name, cards, domain, self.decks.pop(name))

    def copy(self) -> ScriptedChance:
        new = ScriptedChance(self.dice, self.decks)
        new.given.update(self.given)
        new.rolled = self.rolled
        new.rest = self.rest.copy()
        new.drawn = self.drawn
        return new

    def describe(self) -> dict[str, object]:
        return {
            "kind": "scripted",
            "dice": self.given["dice"],
            "decks": self.given["decks"],
            "seed": self.rest.seed,
        }


def stack(name: str, cards: list[i64], domain: Domain, top: list[str]) -> None:
    """Move the named cards to the top of a deck, the first named on top of all."""
    chosen: list[i64] = []
    for text in top:
        if text not in domain.places:
            raise ScriptError(f"deck {name!r} knows no card {text!r}")
        number: i64 = domain.index(text)
        if number not in cards:
            raise ScriptError(f"deck {name!r} does not hold {text!r} (that often)")
        cards.remove(number)
        chosen.append(number)
    chosen.reverse()
    cards.extend(chosen)


NO_CHANCE: Final = Chance()
