"""The bots of Mazerunner, from guest to legend. Luck is large: answers are tried in the same worlds."""

from __future__ import annotations

from innkeeper.engine.levels import five

LEVELS = five(
    guest=("beginner:25", "Runs like Regular, but overlooks good dice and good ways as beginners do."),
    regular=("greedy", "Keeps the best dice and walks where most is to be had."),
    veteran=("pathfinder", "Runs by habits bred in many thousand races, and knows what the shop is worth."),
    champion=(
        "improve:0.1s",
        "Tries out what Veteran would do, and what else there is, for up to a tenth of a second.",
    ),
    legend=("improve:1s", "Takes its time: tries out its best few answers for up to a second."),
)
