"""The bots of Echo, from guest to legend. Those that search take their rival to be greedy."""

from __future__ import annotations

from innkeeper.engine.levels import five

LEVELS = five(
    guest=("beginner:90", "Looks one battle ahead like Regular, but does not always see its best card."),
    regular=("greedy", "Looks one battle ahead and plays what is best on average there."),
    veteran=(
        "search:24",
        "Tries a few dozen ways in which all four battles may go, expecting you to be greedy.",
    ),
    champion=(
        "search:0.1s",
        "Searches all four battles for a tenth of a second, expecting you to be greedy.",
    ),
    legend=("search:1s", "The same search for up to a second: who can guess what it expects can fool it."),
)
