"""Many matches at once: the compiled batch of the kernel, by names, and as arrays of numpy.

batch = Batch("echo", matches=1024, seed=7, rivals="greedy")
while training:
    batch.step(policy(batch.obs, batch.mask))  # a code for every row; then batch.reward, batch.done
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.engine.batch import Matches
from innkeeper.engine.chance import Chance
from innkeeper.engine.errors import InvalidOptions, shown
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.playout import Policy
from innkeeper.envs.needs import needs
from innkeeper.envs.table import SEEDS, house_rules

Rivals = str | Sequence[str | None] | None


def make_matches(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    matches: int = 64,
    seed: int = 0,
    rivals: Rivals = None,
    rotate: bool = True,
    offers: bool = False,
) -> Matches:
    """Matches in step, without numpy.

    `rivals` names a bot for each seat, None for a learner's; one name alone is everybody's but one learner's,
    and without any all seats are learners'. With `rotate` they sit one seat further on in each row, so that
    nobody owes a win to a seat. `offers`: may learners offer trades and draws of their own?
    """
    found = get_game(game) if isinstance(game, str) else game
    count = found.check_seats(seats)
    if matches < 1:
        raise InvalidOptions(f"a batch has 1 match or more, not {shown(matches)}")
    if not 0 <= seed < SEEDS:
        raise InvalidOptions(f"a seed of a batch is a number from 0 to 2**61 - 1, not {shown(seed)}")
    names = _names(rivals, count)
    book = found.book_of(found.content)
    rules = house_rules(found, options)
    chosen = found.options.resolve(rules, book)
    players = {name: make_bot(found, name) for name in names if name is not None}

    def start(chance: Chance) -> State:
        return found.start(book, chosen, count, chance, None)

    def hire(row: int, seat: int) -> Policy | None:
        name = names[(seat - row) % count if rotate else seat]
        if name is None:
            return None
        return make_bot(found, name) if players[name].remembers else players[name]

    return Matches(found.eyes_of(seats, rules, offers), start, hire, count, matches, seed)


def _names(rivals: Rivals, seats: int) -> list[str | None]:
    """Who sits where in the first row."""
    if rivals is None:
        return [None] * seats
    names = [None, *[rivals] * (seats - 1)] if isinstance(rivals, str) else list(rivals)
    if len(names) != seats:
        raise InvalidOptions(f"{seats} seats have {seats} rivals or learners (None), not {len(names)}")
    if None not in names:
        raise InvalidOptions("one of the seats must be a learner's: None among the rivals")
    return names


class Batch:
    """Matches in step as arrays. They show the buffers of the kernel themselves: every step writes over them.

    | array | shape | |
    |---|---|---|
    | `obs` | matches, columns | what the seat sees that is asked (int16) |
    | `mask` | matches, codes | 1 for every code that it may choose (uint8) |
    | `seat` | matches | which seat is asked (uint8) |
    | `done` | matches | 1 if a match ended in this step; its row shows the next one already (uint8) |
    | `reward` | matches, seats | what the match that ended was worth to everybody (float64) |
    | `length` | matches | and how many decisions it had (int32) |
    | `seeds` | matches | of the match that is played now (int64) |
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        matches: int = 64,
        seed: int = 0,
        rivals: Rivals = None,
        rotate: bool = True,
        offers: bool = False,
    ) -> None:
        with needs("rl"):
            self._numpy: Any = import_module("numpy")
        self.matches = make_matches(game, seats, options, matches, seed, rivals, rotate, offers)
        self.eyes = self.matches.eyes
        self.obs = self._array(self.matches.obs, "int16", self.eyes.width)
        self.mask = self._array(self.matches.mask, "uint8", self.eyes.codes)
        self.seat = self._array(self.matches.seat, "uint8")
        self.done = self._array(self.matches.done, "uint8")
        self.reward = self._array(self.matches.reward, "float64", self.matches.seats)
        self.length = self._array(self.matches.length, "int32")
        self.seeds = self._array(self.matches.seeds, "int64")

    def _array(self, buffer: Any, kind: str, columns: int = 0) -> Any:
        flat = self._numpy.frombuffer(buffer, kind)
        return flat.reshape(-1, columns) if columns else flat

    def step(self, codes: Any) -> None:
        """One code for each row, or -1 for what the clock would answer. A wrong one changes nothing."""
        numpy = self._numpy
        given = numpy.asarray(codes)
        if not numpy.issubdtype(given.dtype, numpy.integer):
            raise TypeError(f"codes are whole numbers, not {given.dtype}")
        self.matches.step(given.clip(-(2**31), 2**31 - 1).astype("<i4").tobytes())

    def sample(self) -> Any:
        """A code for every row, each that is allowed equally likely."""
        return self._numpy.frombuffer(self.matches.sample(), "<i4")
