"""What a comparison says, as a report."""

from __future__ import annotations

from pathlib import Path

import innkeeper
from innkeeper.bots.strength import build_of
from innkeeper.engine.game import get_game
from innkeeper.lab.compare import Running
from innkeeper.lab.compare_report import facts, lines, main_findings, sentence, what
from innkeeper.lab.figures import Bar, Figure, Report, spelled
from innkeeper.lab.verdicts import SHARE


def report_of(running: Running, again: str) -> Report:
    """The verdict, what it rests on, and both ways side by side."""
    comparison = running.comparison
    game = get_game(comparison.game)
    before, after = comparison.sides
    called = [_called(side.name) for side in comparison.sides]
    margin = f"±{100 * running.margin:g} %"
    verdict = sentence(running, brief=True)
    figures = [
        Figure(
            question="Has anything changed?",
            answer="",
            caveat=f"{facts(running)} Each interval is right however often one looks.",
            lines=lines(running),
        )
    ]
    bars = []
    for one in main_findings(running):
        if one.kind == SHARE:
            for name, side, value in ((what(one), called[0], one.before), ("", called[1], one.after)):
                bars.append(Bar(name, value, value, value, f"{100 * value:.1f} % {side}"))
    if bars:
        figures.append(
            Figure(
                question="What does it look like?",
                answer=f"The same dice, both ways: pale is {called[0]}, and below it {called[1]}.",
                caveat=f"A difference within {margin} matters to nobody; that of each is above.",
                bars=bars,
            )
        )
    title = f"{game.title}: does it matter? {running.matches:,} matches"
    told = [
        ("game", f"{game.id}, rules {game.version}"),
        (called[0], f"cards {before.content.hash}; {spelled(before.options.items())}"),
        (called[1], f"cards {after.content.hash}; {spelled(after.options.items())}"),
        ("players", ", ".join(comparison.players)),
        ("seed", str(comparison.seed)),
        ("margin", margin),
        ("version", f"{innkeeper.__version__}, build {build_of(game)}"),
    ]
    return Report(title, verdict, figures, told, again)


def _called(side: str) -> str:
    """A side as people name it: a folder without the way to it."""
    return "as it is" if side == "-" else " ".join(Path(word).name or word for word in side.split(" "))
