"""The bots of Micah's Game, from guest to legend. Luck is large: answers are tried in the same worlds."""

from __future__ import annotations

from innkeeper.engine.levels import five

LEVELS = five(
    guest=("beginner:45", "Travels like Regular, but overlooks good answers as beginners do."),
    regular=("greedy", "Knows the odds of every Intention and takes what is worth most at once."),
    veteran=("improve:20", "Tries its best few answers in twenty worlds before it chooses."),
    champion=("improve:0.1s", "Tries out its best few answers for a tenth of a second, the Boss included."),
    legend=("improve:1s", "Takes its time: tries out its best few answers for up to a second."),
)
