"""The bots of Adventurer Factory, from guest to legend."""

from __future__ import annotations

from innkeeper.engine.levels import five

LEVELS = five(
    guest=("beginner:60", "Plays its cards like Regular, but does not always see the best one."),
    regular=("greedy", "Plays the card and the ability that are worth most at once."),
    veteran=("search:150", "Looks at 150 ways in which the next moves may go, and answers at once."),
    champion=("search:0.1s", "Searches for a tenth of a second what is best if you answer as Regular would."),
    legend=(
        "search:1s",
        "Takes its time: searches for up to a second what is best if you answer as Regular would.",
    ),
)
