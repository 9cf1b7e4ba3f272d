"""What all contestants share: the tables they play, the state they copy, and what they answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# A job does `size` units of work (games, copies) and returns what was counted (decisions, copies).
Job = Callable[[int], int]

_FILE: dict[str, dict[str, int]] = json.loads(
    Path(__file__).with_name("presets.json").read_text(encoding="utf-8")
)
# House rules as numbers, in the order of their declaration: yes is 1 and no is 0, an enum counts from 0.
PRESETS = {name: _FILE["literal"] | changed for name, changed in _FILE.items()}

# Copies are made of the position after so many decisions of this game; at the tournament table it
# is then half over, and both sides have a Bubble.
MIDGAME_SEED = 5
MIDGAME_STEPS = 30


# Games driven from Python take their random numbers from this many games played beforehand, so
# that nobody's generator is measured along with the game.
RECORDED = 40


class Missing(Exception):
    """A contestant cannot start here; the message says why."""


@dataclass(frozen=True)
class Contestant:
    """Something that can be measured."""

    version: str
    jobs: dict[str, Job]
    # The game of a preset and a seed as text, to prove that all play the same games.
    trace: Callable[[str, int], str] | None = None
    presets: tuple[str, ...] = ()
