"""The bots of Echo, from guest to legend. Those that search take their rival to be greedy; legend does so
only where the first two battles were not worked out, and plays the equilibrium."""

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
        "Plays the equilibrium of the last two battles, and of all four where it is known: nobody wins more "
        "for knowing how it plays. Elsewhere it searches the first two, for up to a second a move.",
    ),
)
