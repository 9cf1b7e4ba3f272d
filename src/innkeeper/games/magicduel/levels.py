"""The bots of MagicDuel, from guest to legend. Nothing is hidden or rolled: who looks further wins."""

from __future__ import annotations

from innkeeper.engine.levels import five

LEVELS = five(
    guest=("beginner:20", "Looks one move ahead like Regular, but does not always see the best move."),
    regular=("greedy", "Looks one move ahead and takes what looks best there."),
    veteran=("alphabeta:1500", "Looks a few moves ahead, yours included, and answers at once."),
    champion=("alphabeta:0.1s", "Looks ahead for a tenth of a second, some ten moves far."),
    legend=("alphabeta:1s", "Takes its time: looks ahead for up to a second before each move."),
)
