"""The game is played here whether or not its package is installed."""

from liars_dice import GAME

import innkeeper

innkeeper.register(GAME)
