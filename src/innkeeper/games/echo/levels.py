"""The bots of Echo, from guest to legend. Those that search take their rival to be greedy; legend does so for
two battles, and plays the last two by the equilibrium."""

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
    legend=(
        "equilibrium:1s",
        "Searches two battles for up to a second each move, and plays the last two by the equilibrium: "
        "there nobody wins more for knowing how it plays.",
    ),
)
