"""Studying a game: is it fair, how does it feel, what of it is never used? By players of several strengths.

A figure is one of the players, too: a game that is fair between beginners may be decided by the first move
between masters. So the same is played by each rung of a ladder of players, and it is said whether the figure
still moves from one to the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from innkeeper.bots import make_bot
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, InvalidOptions, fault
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.onlooker import Onlooker
from innkeeper.lab.arena import LineUp, in_turn, line_ups
from innkeeper.lab.compare import labels
from innkeeper.lab.ladder import matches_of, seating
from innkeeper.lab.simulate import Row, match_seed, play_one
from innkeeper.lab.summary import Share, Summary, Tally, summary_of
from innkeeper.lab.watch import Watched
from innkeeper.lab.workers import spread

BATCH = 25  # matches


def measured_seats(game: Game) -> int:
    """How many sit at a table on which a game's bots are measured."""
    return game.contest.seats or max(2, game.seats.start)


@dataclass(frozen=True)
class Study:
    """What is studied, and from which seed."""

    game: str
    seats: int
    options: Mapping[str, object]
    content: Content | None = None
    seed: int = 1
    openings: tuple[int, ...] = (0,)  # so many first decisions are random, taken in turn

    @classmethod
    def of(
        cls,
        game: Game,
        rules: Mapping[str, object],
        seats: int | None = None,
        seed: int = 1,
        openings: Sequence[int] = (),
    ) -> Study:
        """A study of a table on which the game's bots are measured, but for what is asked for."""
        return cls(
            game.id,
            seats or measured_seats(game),
            {**game.contest.options, **rules},
            game.content,
            seed,
            tuple(openings) or (game.contest.opening,),
        )

    def checked(self, players: Sequence[str]) -> Study:
        """Refuse a bad study before any work is done."""
        game, _ = self.table
        game.check_seats(self.seats)
        for name in players:
            make_bot(game, name)
        for dealt in self.line_ups:
            self.resolved(dealt)
        if not 0 <= self.seed < 2**61:
            raise InvalidOptions(f"a study's seed is a number from 0 to 2**61 - 1, not {self.seed}")
        return self

    def __getstate__(self) -> dict[str, object]:
        """What goes to another process: not what is found out anew there."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def table(self) -> tuple[Game, Any]:
        """The game and its book."""
        game = get_game(self.game)
        return game, game.book_of(self.content or game.content)

    @property
    def openings_told(self) -> str:
        """How many first decisions are random, as `--opening` is told."""
        return ",".join(map(str, self.openings))

    @property
    def opening_words(self) -> list[str]:
        """The same as words of a command; none, where no decision is random anyhow."""
        usual = self.table[0].contest.opening
        return ["--opening", self.openings_told] if any(self.openings) or usual else []

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """What is taken in turn, as far as nobody has chosen it: every deck in every seat."""
        return line_ups(*self.table, self.options)

    def resolved(self, dealt: LineUp) -> Any:
        """All options of a table with what is dealt there, looked up once."""
        game, book = self.table
        key = tuple(dealt.values())
        if key not in self._resolved:
            self._resolved[key] = game.options.resolve({**self.options, **dealt}, book)
        return self._resolved[key]

    @cached_property
    def _resolved(self) -> dict[tuple[object, ...], Any]:
        return {}


@dataclass
class Rung:
    """What players of one strength made of a game."""

    player: str
    tally: Tally = field(default_factory=Tally)
    watched: Watched = field(default_factory=Watched)
    # of every label, such as a deck: against which other it won how often, and met it how often
    won: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    met: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)

    def summary(self, seats: int) -> Summary:
        return summary_of(self.tally, seats)

    def take(self, row: Mapping[str, Any]) -> None:
        """One more match."""
        self.tally.take({name: value for name, value in row.items() if name not in _told(row)})
        for label, values in labels(dict(row)).items():
            won, met = self.won.setdefault(label, Counter()), self.met.setdefault(label, Counter())
            for seat, mine in enumerate(values):
                for other, theirs in enumerate(values):
                    if seat != other and mine != theirs:
                        met[mine, theirs] += 1
                        won[mine, theirs] += seat in row["winners"]

    def against(self, label: str, mine: str, theirs: str | None = None) -> Share:
        """How often one wins against another, or against all: who meets several in a match wins it once."""
        pairs = [pair for pair in self.met[label] if pair[0] == mine and theirs in (None, pair[1])]
        won = sum(self.won[label][pair] for pair in pairs)
        others = self.tally.played.total() / max(self.tally.matches, 1) - 1
        return Share(won, sum(self.met[label][pair] for pair in pairs), 1 / others if theirs is None else 1.0)


def _told(row: Mapping[str, Any]) -> set[str]:
    return {f"{label}_{seat}" for label in labels(dict(row)) for seat in range(len(row["players"]))}


def watch_batch(study: Study, player: str, first: int, count: int) -> tuple[list[Row], Watched]:
    """Some matches and what was seen in them; runs in a worker process."""
    game, _ = study.table
    cards = set(game.names_of(study.content or game.content))
    onlooker = Onlooker(None if game.strategy is None else game.strategy(), cards, study.seats)
    watched = Watched()
    rows = []
    for number in range(first, first + count):
        onlooker.next_match()
        row = _play(study, player, number, onlooker)
        watched.take(row, labels(row), onlooker)
        rows.append(row)
    watched.close(onlooker)
    return rows, watched


def play_rows(study: Study, player: str, first: int, count: int) -> list[Row]:
    """The same matches with nobody looking on."""
    return [_play(study, player, number) for number in range(first, first + count)]


def _play(study: Study, player: str, number: int, onlooker: Onlooker | None = None) -> Row:
    game, book = study.table
    options = study.resolved(in_turn(study.line_ups, number, study.seed, "line-up"))
    turn = number // len(study.line_ups)
    names, opening = seating(player, study.seats, turn), in_turn(study.openings, turn, study.seed, "opening")
    try:
        return play_one(game, book, options, names, match_seed(study.seed, number), opening, onlooker)
    except InnkeeperError:
        raise
    except Exception as wrong:
        raise fault(f"{game.title}, or one of its bots, in match {number}", wrong) from wrong


def climb(
    study: Study,
    players: Sequence[str],
    matches: int,
    jobs: int = -1,
    progress: Callable[[int], None] = lambda done: None,
    enough: Callable[[], bool] = lambda: False,
) -> list[Rung]:
    """Play so many matches on every rung (fewer on that of a best response), on so many processes.

    If there are enough before, rungs that were not reached are left out.
    """
    rungs = {player: Rung(player) for player in players}
    work = [
        (study, player, first, min(BATCH, matches_of(player, matches) - first))
        for player in players
        for first in range(0, matches_of(player, matches), BATCH)
    ]
    done: Iterator[tuple[list[dict[str, Any]], Watched]]
    done = (watch_batch(*one) for one in work) if jobs == 1 else spread(watch_batch, work, jobs)
    for (_, player, _, count), (rows, watched) in zip(work, done, strict=True):
        for row in rows:
            rungs[player].take(row)
        rungs[player].watched.add(watched)
        progress(count)
        if enough():
            break
    return [rung for rung in rungs.values() if rung.tally.matches]
