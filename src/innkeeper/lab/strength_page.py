"""Strength cards for people: a table on the terminal, and the page docs/bots/strength.md."""

from __future__ import annotations

import json
from collections.abc import Sequence

from innkeeper.bots.strength import Chances, Exploited, LevelStrength, Points, Share, StrengthCard, Tempo
from innkeeper.engine.game import Game
from innkeeper.lab.arena_report import duration

NOTHING = "–"

HEAD = """# How strong are the bots?

Written by `innkeeper strength`, never by hand. Every figure stands with its 95 % interval; few matches make
wide ones. What is measured, and how, is told in [measuring.md](measuring.md).
"""


def show(game: Game, card: StrengthCard) -> None:
    """A card on the terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{game.title}, {card.seats} seats, {card.matches} matches", title_justify="left")
    table.add_column("")
    for level in card.levels:
        table.add_column(level.name)
    for row in rows(card):
        table.add_row(*row)
    console = Console()
    console.print(table)
    for sentence in sentences(card):
        console.print(sentence, soft_wrap=True, highlight=False, markup=False)
    console.print(f"To play it again: {card.command}", soft_wrap=True, highlight=False, markup=False)


def page(cards: Sequence[tuple[Game, StrengthCard]]) -> str:
    """All cards as a page of Markdown."""
    return HEAD + "".join(f"\n## {game.title}\n\n{_table(card)}\n{_below(card)}" for game, card in cards)


def _table(card: StrengthCard) -> str:
    lines = [
        ["", *(level.name for level in card.levels)],
        ["---", *("--:" for _ in card.levels)],
        *rows(card),
    ]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _below(card: StrengthCard) -> str:
    return "\n".join(sentences(card)) + f"\n\n```sh\n{card.command}\n```\n"


def rows(card: StrengthCard) -> list[list[str]]:
    """A row for every figure, a column for every level."""
    levels = card.levels
    greedy = "greedy" if card.greedy in (None, "greedy") else f"greedy ({card.greedy})"
    gained = " (gain)" if card.together else ""
    return [
        ["rating", *(points(level.rating) for level in levels)],
        ["a move takes", *(tempo(level.tempo) for level in levels)],
        ["95 of 100 moves at most", *(most(level.tempo) for level in levels)],
        [f"against random{gained}", *(share(level.random) for level in levels)],
        [f"against {greedy}{gained}", *(share(level.greedy) for level in levels)],
        [f"against the level below{gained}", *(share(level.below) for level in levels)],
        ["first seat, among themselves", *(share(level.first_seat) for level in levels)],
        ["same deal, same winner", *(luck(level.luck) for level in levels)],
        ["a counter gets", *(countered(level.exploited) for level in levels)],
        ["can be exploited by at least", *(exploited(level.exploited) for level in levels)],
    ]


def sentences(card: StrengthCard) -> list[str]:
    """What was played, and by which build."""
    options = ", ".join(f"{name} {json.dumps(value)}" for name, value in card.options.items())
    fair = (
        "all winners win together, so a gain is how much more a player got than a rival in its place"
        if card.together
        else f"a fair share is {100 * card.fair:.4g} %"
    )
    copies = f", {card.copies} of them copies of others" if card.copies else ""
    build = card.build
    kind = "compiled" if build.compiled else "plain Python"
    commit = f", commit {build.commit}" if build.commit else ""
    return [
        f"{card.matches} matches{copies}, {card.seats} seats, {options}; {fair}.",
        f"Played until {card.played} by Innkeeper {build.version}{commit}, {kind}, rules {card.rules}.",
    ]


def points(rating: Points | None) -> str:
    return NOTHING if rating is None else f"{rating.points} [{rating.low}, {rating.high}]"


def tempo(found: Tempo | None) -> str:
    return NOTHING if found is None else duration(found.mean)


def most(found: Tempo | None) -> str:
    return NOTHING if found is None else duration(found.p95)


def share(found: Share | None) -> str:
    if found is None:
        return NOTHING
    text = f"{100 * found.mean:.1f} %"
    if found.low is None or found.high is None:
        return text
    return f"{text} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def luck(found: Chances | None) -> str:
    return NOTHING if found is None else f"{share(found.same)}, by accident {100 * found.accident:.0f} %"


def countered(found: Exploited | None) -> str:
    return NOTHING if found is None else share(found.share)


def exploited(found: Exploited | None) -> str:
    return NOTHING if found is None else f"{100 * found.least:.1f} points"


def in_brief(level: LevelStrength) -> str:
    """A level in a line, for lists."""
    said = [f"rating {points(level.rating)}"] if level.rating else []
    said += [f"{share(level.greedy)} against greedy"] if level.greedy else []
    said += [f"a move takes {tempo(level.tempo)}"] if level.tempo else []
    return ", ".join(said) or "not measured"
