"""Liar's Dice, a game of Innkeeper in a package of its own."""

from pathlib import Path

from innkeeper import Game
from liars_dice.book import ALL, FACES, Book, DiceOptions
from liars_dice.frames import start
from liars_dice.strategy import Reckoner
from liars_dice.view import View, view

GAME = Game(
    id="liarsdice",
    title="Liar's Dice",
    pitch="Five dice under a cup, and a claim that only ever rises.",
    folder=Path(__file__).parent,
    seats=range(2, 7),
    minutes="10",
    options=DiceOptions,
    version="1",
    book=Book,
    start=start,
    view=view,
    view_type=View,
    kinds=ALL.kinds,
    # a round has every claim once at most, and a call, and costs somebody a die
    bound=lambda options, seats: options.dice * seats * (FACES * options.dice * seats + 1),
    bots={"reckoner": Reckoner},
)
