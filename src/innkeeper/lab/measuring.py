"""Measuring how strong the bots of a game are: who meets whom for a strength card, and what that comes to.

Every level meets random, greedy, the level below it, itself, and a searcher that knows it (`bots.counter`).
All of that is one season of the arena: paired deals, one file, and the card can be made of it at any time.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import innkeeper
from innkeeper.bots import RANDOM, foreseeable, levels_of
from innkeeper.bots.counter import COUNTER
from innkeeper.bots.strength import (
    FORM,
    Build,
    Chances,
    Exploited,
    LevelStrength,
    Points,
    Share,
    StrengthCard,
    Tempo,
    bots_of,
)
from innkeeper.doctor import is_compiled
from innkeeper.engine.errors import InvalidOptions
from innkeeper.engine.game import Game
from innkeeper.engine.levels import REGULAR
from innkeeper.lab.arena import Arena, Pairing
from innkeeper.lab.evidence import Estimate
from innkeeper.lab.standings import Standings, Tally, standings
from innkeeper.lab.strength import Rating

TWIN = "#2"  # the arena's name for a player's double
ITERATIONS = 100  # of a counter, for each move


@dataclass(frozen=True)
class Measuring:
    """What is played for a card. `levels`: names of players, the weakest first."""

    arena: Arena
    levels: tuple[str, ...]
    greedy: str | None
    counters: Mapping[str, str]  # by the level that each of them knows
    build: Build

    @classmethod
    def of(cls, game: Game, names: Sequence[str] = (), seed: int = 1) -> Measuring:
        """The measuring of some players, or of a game's levels; what is wrong with it is said at once."""
        levels = tuple(names or levels_of(game))
        if len(set(levels)) < len(levels) or RANDOM in levels:
            raise InvalidOptions("every level is measured once, and random is measured along with them")
        greedy = REGULAR if REGULAR in levels else "greedy" if "greedy" in game.bots else None
        counters = {
            level: f"{COUNTER}{level}:{ITERATIONS}"
            for level in levels
            if game.strategy and ":" not in level and foreseeable(game, level)
        }
        others = [] if greedy is None or greedy in levels else [greedy]
        pool = [RANDOM, *others, *levels]
        arena = Arena.of(
            game.id,
            [*pool, *levels, *counters.values()],
            game.contest.seats,
            options={"preset": game.recommended, **game.contest.options},
            seed=seed,
            opening=game.contest.opening,
            content=game.content,
        )
        meetings = _pool(levels, greedy, one_way=arena.seats == 2 and not arena.together)
        meetings += [(level, level + TWIN) for level in levels]
        meetings += [(counter, level) for level, counter in counters.items()]
        return cls(replace(arena, meetings=tuple(meetings)), levels, greedy, counters, _build(game))

    @property
    def rated(self) -> tuple[Pairing, ...]:
        """The meetings that ratings come from: not those with doubles and counters."""
        aside = {level + TWIN for level in self.levels} | set(self.counters.values())
        return tuple(pairing for pairing in self.arena.pairings if not aside & set(pairing))

    def among(self, tallies: Mapping[Pairing, Tally], *meetings: Pairing) -> Standings | None:
        """What some of the meetings have shown; None: nothing yet."""
        there = tuple(meeting for meeting in meetings if meeting in tallies and tallies[meeting].blocks)
        if len(there) < len(meetings) or not there:
            return None
        players = tuple(dict.fromkeys(name for meeting in there for name in meeting))
        return standings(replace(self.arena, players=players, meetings=there), tallies)


def _pool(levels: Sequence[str], greedy: str | None, one_way: bool) -> list[Pairing]:
    """Whom each level meets of the others; `one_way`: what one side gets, the other does not."""
    wanted = [(level, RANDOM) for level in levels]
    if greedy is not None:
        wanted += [(level, greedy) for level in levels if level != greedy]
    wanted += [(above, below) for below, above in pairwise(levels)]
    found: list[Pairing] = []
    for pairing in wanted:
        if pairing not in found and not (one_way and pairing[::-1] in found):
            found.append(pairing)
    return found


def card_from(measuring: Measuring, tallies: Mapping[Pairing, Tally], command: str) -> StrengthCard:
    """The card, of whatever has been played."""
    arena = measuring.arena
    game, _ = arena.table
    whole = standings(arena, tallies)
    return StrengthCard(
        FORM,
        game.id,
        game.version,
        (arena.content or game.content).hash,
        arena.seats,
        dict(arena.options),
        arena.together,
        0.0 if arena.together else 1 / arena.seats,
        measuring.greedy,
        [_level(measuring, tallies, whole, place) for place in range(len(measuring.levels))],
        whole.matches,
        whole.copies,
        date.today().isoformat(),
        command,
        measuring.build,
    )


def _level(
    measuring: Measuring, tallies: Mapping[Pairing, Tally], whole: Standings, place: int
) -> LevelStrength:
    levels, greedy = measuring.levels, measuring.greedy
    name = levels[place]
    below = levels[place - 1] if place else None
    rated = measuring.among(tallies, *measuring.rated)
    alone = measuring.among(tallies, (name, name + TWIN))
    pace = whole.paces[name]
    return LevelStrength(
        name,
        None if rated is None or not rated.ratings else _points(rated.ratings[name]),
        Tempo(pace.mean, pace.most, pace.moves) if pace.moves else None,
        _against(measuring, tallies, name, RANDOM),
        None if greedy in (None, name) else _against(measuring, tallies, name, str(greedy)),
        None if below is None else _against(measuring, tallies, name, below),
        None if alone is None else _share(alone.first_seat, alone.matches),
        _luck(measuring, tallies, place),
        _exploited(measuring, tallies, name),
    )


def _points(rating: Rating) -> Points:
    return Points(
        round(rating.points), round(rating.points - rating.half), round(rating.points + rating.half)
    )


def _share(found: Estimate, matches: int) -> Share:
    low, high = found.interval or (None, None)
    return Share(found.mean, low, high, matches)


def _against(measuring: Measuring, tallies: Mapping[Pairing, Tally], name: str, rival: str) -> Share | None:
    """What one player gets against another; where all winners win together, how much more than it would."""
    met = tallies.get((name, rival))
    if met is not None:
        return _met(measuring, met)
    turned = tallies.get((rival, name))
    found = None if turned is None else _met(measuring, turned)
    if found is None or found.low is None or found.high is None:
        return found and Share(1 - found.mean, None, None, found.matches)
    return Share(1 - found.mean, 1 - found.high, 1 - found.low, found.matches)


def _met(measuring: Measuring, tally: Tally) -> Share | None:
    if not tally.blocks:
        return None
    return _share(tally.gain or tally.share, tally.played * measuring.arena.matches)


def _luck(measuring: Measuring, tallies: Mapping[Pairing, Tally], place: int) -> Chances | None:
    """Between neighbours: the level below, or for the lowest the one above."""
    levels = measuring.levels
    if len(levels) < 2:
        return None
    below, above = levels[max(0, place - 1)], levels[max(1, place)]
    found = measuring.among(tallies, (above, below)) or measuring.among(tallies, (below, above))
    return None if found is None else Chances(_share(found.luck.same, found.matches), found.luck.accident)


def _exploited(measuring: Measuring, tallies: Mapping[Pairing, Tally], name: str) -> Exploited | None:
    """A lower bound of what can be won against a level, by somebody who knows it."""
    counter = measuring.counters.get(name)
    met = None if counter is None else _against(measuring, tallies, counter, name)
    if counter is None or met is None:
        return None
    fair = 0.0 if measuring.arena.together else 1 / measuring.arena.seats
    return Exploited(counter, met, 0.0 if met.low is None else max(0.0, met.low - fair))


def _build(game: Game) -> Build:
    return Build(innkeeper.__version__, _commit(game), is_compiled(), bots_of(game))


def _commit(game: Game) -> str | None:
    """The commit that is checked out where this code comes from; None: it comes from no checkout."""
    home = Path(innkeeper.__file__).parent
    top = _git(home, "rev-parse", "--show-toplevel")
    sources = Path(top or "") / "src" / "innkeeper"
    if top is None or not (sources / "engine").is_dir():
        return None
    commit = _git(home, "rev-parse", "--short=12", "HEAD")
    changed = _git(Path(top), "status", "--porcelain", "--untracked-files=all", "--", "src/innkeeper/**.py")
    played = [home / "engine", home / "bots", *([game.folder] if game.folder.is_relative_to(home) else [])]
    same = all(same_code(folder, sources / folder.relative_to(home)) for folder in played)
    return commit and commit + ("" if same and not changed else "+")


def same_code(one: Path, other: Path) -> bool:
    """Is the code of two folders the same? A compiled build may be older than what is checked out now."""
    files = [{file.relative_to(folder) for file in folder.rglob("*.py")} for folder in (one, other)]
    return files[0] == files[1] and all(
        (one / file).read_bytes() == (other / file).read_bytes() for file in files[0]
    )


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
