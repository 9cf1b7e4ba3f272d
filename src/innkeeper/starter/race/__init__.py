"""Race: first over the line."""

from __future__ import annotations

from pathlib import Path

from innkeeper import Game

from .options import TrackOptions
from .rules import KINDS, Book, bound, start
from .strategy import Sprinter
from .view import View, view

GAME = Game(
    id="race",
    title="Race",
    pitch="Walk or dash to the line; who dashes may fall.",
    folder=Path(__file__).parent,
    seats=range(2, 7),
    minutes="5",
    options=TrackOptions,
    version="1",
    book=Book,
    start=start,
    view=view,
    view_type=View,
    kinds=KINDS.kinds,
    bound=bound,
    bots={"sprinter": Sprinter},
)
